#pragma once

#include <filesystem>

#include "agentcore/base/error.h"
#include "agentcore/planning/formation/formation_feed.h"
#include "agents/file_watch.h"

namespace sideline::agents {

/// Reads a formation for a player with a role.
/// @param role number; 0: any
/// Errors: those of `planning::TeamFormation::load`; InvalidArgument if it has no such role.
[[nodiscard]] base::Expected<planning::TeamFormation> loadFormation(
    const std::filesystem::path& file, int role);

/// Reloads a formation within half a second after its file is saved, in a separate thread, and
/// passes it to the players that use it. Reports an invalid file instead.
class FormationWatch final : public planning::FormationFeed {
public:
    /// @param stamp state of the file when it was read
    FormationWatch(std::filesystem::path file, int role, const FileStamp& stamp);

private:
    [[nodiscard]] bool takeChange();
    void load();

    std::filesystem::path m_file;
    int m_role;
    FileStamp m_stamp;
    FileWatch m_watch; // last: uses all others
};

} // namespace sideline::agents
