#include "agents/behaviors/formation_watch.h"

#include <chrono>
#include <memory>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace sideline::agents {

namespace {

constexpr std::chrono::milliseconds kLookPause{200};

} // namespace

FileStamp stampOf(const std::filesystem::path& file) {
    std::error_code error;
    FileStamp stamp;
    stamp.time = std::filesystem::last_write_time(file, error);
    stamp.isThere = !error;
    stamp.bytes = stamp.isThere ? std::filesystem::file_size(file, error) : 0;
    return error ? FileStamp{} : stamp;
}

base::Expected<planning::TeamFormation> loadFormation(const std::filesystem::path& file, int role) {
    auto formation = planning::TeamFormation::load(file);
    if (formation && role != 0 && !formation->roleOf(role)) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             fmt::format("{} has no role {}", file.string(), role),
                             "the number of one of its roles, or 0");
    }
    return formation;
}

FormationWatch::FormationWatch(std::filesystem::path file, int role, const FileStamp& stamp)
    : m_file(std::move(file)),
      m_role(role),
      m_stamp(stamp),
      m_worker(
          "watching a formation", [this](const std::stop_token& stop) { watch(stop); },
          [this](const base::Error& error) {
              put({nullptr, error.toString()});
          }) {}

// A file is read once it stays the same from one look to the next: before, it may be half written.
void FormationWatch::watch(const std::stop_token& stop) {
    bool isNew = false;
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        m_pause.wait_for(lock, stop, kLookPause, [] { return false; });
        if (stop.stop_requested()) {
            return;
        }
        const FileStamp now = stampOf(m_file);
        if (now != m_stamp) {
            m_stamp = now;
            isNew = true;
        } else if (std::exchange(isNew, false)) {
            load();
        }
    }
}

void FormationWatch::load() {
    auto formation = loadFormation(m_file, m_role);
    if (!formation) {
        put({nullptr, formation.error().toString()});
        return;
    }
    put({std::make_shared<const planning::TeamFormation>(std::move(*formation)), {}});
}

} // namespace sideline::agents
