#include "agents/behaviors/formation_watch.h"

#include <memory>
#include <utility>

#include <fmt/format.h>

namespace sideline::agents {

base::Expected<planning::TeamFormation> loadFormation(const std::filesystem::path& file, int role) {
    auto formation = planning::TeamFormation::load(file);
    if (formation && role != 0 && !formation->roleOf(role)) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             fmt::format("{} has no role {}", file.string(), role),
                             "the number of one of its roles, or 0");
    }
    return formation;
}

FormationWatch::FormationWatch(std::filesystem::path file, int role, TrackedFiles tracked)
    : m_file(std::move(file)),
      m_role(role),
      m_tracked(std::move(tracked)),
      m_watch("watching a formation",
              {[this] { return m_tracked.takeChange(); }, [this] { load(); },
               [this](const base::Error& error) {
                   put({nullptr, error.toString()});
               }}) {}

void FormationWatch::load() {
    auto formation = loadFormation(m_file, m_role);
    if (!formation) {
        put({nullptr, formation.error().toString()});
        return;
    }
    put({std::make_shared<const planning::TeamFormation>(std::move(*formation)), {}});
}

} // namespace sideline::agents
