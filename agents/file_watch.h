#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "agentcore/base/error.h"

namespace sideline::agents {

namespace detail {
class WatchThread;
class WatchedFiles;
} // namespace detail

/// How a file looks on disk: two different ones are two different files.
struct FileStamp {
    bool isThere = false;
    std::uintmax_t bytes = 0;
    std::filesystem::file_time_type time;
    [[nodiscard]] bool operator==(const FileStamp&) const = default;
};
[[nodiscard]] FileStamp stampOf(const std::filesystem::path& file);

/// Has files read again when they are saved, within half a second.
///
/// One thread looks for all watches of the program, however many players there are; without a watch
/// there is none. The calls of one watch never overlap.
class FileWatch {
public:
    /// What it calls, in the thread that looks; must not destroy this watch.
    struct Calls {
        std::function<bool()> takeChange; ///< whether files look different than at the last call
        std::function<void()> load;
        /// With what the others throw; nothing is called any more then.
        std::function<void(const base::Error&)> failed;
    };
    /// @param what see `base::attempt`
    /// May throw std::system_error: when the system gives no more threads.
    FileWatch(std::string what, Calls calls);
    FileWatch(const FileWatch&) = delete;
    FileWatch& operator=(const FileWatch&) = delete;
    /// Waits for a call that is under way.
    ~FileWatch();

    /// How many threads look, of the whole program: 1 or, without a watch, 0.
    [[nodiscard]] static int threads();

private:
    std::shared_ptr<detail::WatchThread> m_thread;
    std::shared_ptr<detail::WatchedFiles> m_files;
};

} // namespace sideline::agents
