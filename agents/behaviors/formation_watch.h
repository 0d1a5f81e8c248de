#pragma once

#include <filesystem>

#include "agentcore/base/error.h"
#include "agentcore/planning/formation/formation_feed.h"
#include "agents/file_watch.h"

namespace sideline::agents {

/// Reads a formation for a player with a role.
/// @param role number of the role; 0 for any role
/// Errors: those of `planning::TeamFormation::load`; InvalidArgument if it has no such role.
[[nodiscard]] base::Expected<planning::TeamFormation> loadFormation(
    const std::filesystem::path& file, int role);

/// Reloads a formation within half a second after its file is saved, in a separate thread, and
/// passes it to the players that use it. Reports an invalid file instead.
class FormationWatch final : public planning::FormationFeed {
public:
    /// @param tracked must have tracked the file since it was read
    FormationWatch(std::filesystem::path file, int role, TrackedFiles tracked);

private:
    void load();

    std::filesystem::path m_file;
    int m_role;
    TrackedFiles m_tracked;
    FileWatch m_watch; // declared last, because it uses the other members
};

} // namespace sideline::agents
