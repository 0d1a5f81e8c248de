#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>

#include "agentcore/base/error.h"
#include "agentcore/base/worker.h"

namespace sideline::agents {

/// How a file looks on disk: two different ones are two different files.
struct FileStamp {
    bool isThere = false;
    std::uintmax_t bytes = 0;
    std::filesystem::file_time_type time;
    [[nodiscard]] bool operator==(const FileStamp&) const = default;
};
[[nodiscard]] FileStamp stampOf(const std::filesystem::path& file);

/// Looks in a thread of its own whether files are saved, and has them read again then, within half
/// a second.
class FileWatch {
public:
    /// What it calls, in its thread.
    struct Calls {
        std::function<bool()> takeChange; ///< whether files look different than at the last call
        std::function<void()> load;
        std::function<void(const base::Error&)> failed; ///< with what the others throw, at its end
    };
    /// @param what see `base::attempt`
    FileWatch(std::string what, Calls calls);

private:
    void watch(const std::stop_token& stop);

    Calls m_calls;
    std::mutex m_mutex;
    std::condition_variable_any m_pause;
    base::Worker m_worker; // last: it uses all others
};

} // namespace sideline::agents
