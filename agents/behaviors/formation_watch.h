#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <stop_token>

#include "agentcore/base/error.h"
#include "agentcore/base/worker.h"
#include "agentcore/planning/formation/formation_feed.h"

namespace sideline::agents {

/// How a file looks on disk: two different ones are two different files.
struct FileStamp {
    bool isThere = false;
    std::uintmax_t bytes = 0;
    std::filesystem::file_time_type time;
    [[nodiscard]] bool operator==(const FileStamp&) const = default;
};
[[nodiscard]] FileStamp stampOf(const std::filesystem::path& file);

/// Reads a formation for somebody with a role.
/// @param role number; 0: any
/// Errors: those of `planning::TeamFormation::load`; InvalidArgument if it has no such role.
[[nodiscard]] base::Expected<planning::TeamFormation> loadFormation(
    const std::filesystem::path& file, int role);

/// Reads a formation again when its file is saved, in a thread of its own, and feeds it to the
/// players that keep it within half a second. A broken one is reported instead.
class FormationWatch final : public planning::FormationFeed {
public:
    /// @param stamp of the file as it was read already
    FormationWatch(std::filesystem::path file, int role, const FileStamp& stamp);

private:
    void watch(const std::stop_token& stop);
    void load();

    std::filesystem::path m_file;
    int m_role;
    FileStamp m_stamp;
    std::mutex m_mutex;
    std::condition_variable_any m_pause;
    base::Worker m_worker; // last: it uses all others
};

} // namespace sideline::agents
