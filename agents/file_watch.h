#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "agentcore/base/error.h"

namespace sideline::agents {

namespace detail {
class WatchThread;
class WatchedFiles;
} // namespace detail

/// The state of a file on disk; different states indicate different contents.
struct FileStamp {
    bool isThere = false;
    std::uintmax_t bytes = 0;
    std::filesystem::file_time_type time;
    [[nodiscard]] bool operator==(const FileStamp&) const = default;
};
[[nodiscard]] FileStamp stampOf(const std::filesystem::path& file);

/// Files whose contents are in use, and their states when they were added.
class TrackedFiles {
public:
    /// Adds a file before it is read, so that later saves count as changes.
    void track(const std::filesystem::path& file) { m_stamps.try_emplace(file, stampOf(file)); }
    void clear() { m_stamps.clear(); }
    /// Whether a file has changed since it was added or since the last call.
    [[nodiscard]] bool takeChange();

private:
    std::map<std::filesystem::path, FileStamp> m_stamps;
};

/// Reloads files within half a second after they are saved.
///
/// One thread serves all watches of the program, regardless of the number of players; without a
/// watch there is none. The calls of one watch never overlap.
class FileWatch {
public:
    /// Callbacks, called in the watch thread; they must not destroy this watch.
    struct Calls {
        std::function<bool()> takeChange; ///< whether files have changed since the last call
        std::function<void()> load;
        /// Called with an exception from the other callbacks; no further calls follow.
        std::function<void(const base::Error&)> failed;
    };
    /// @param what see `base::attempt`.
    /// Throws std::system_error if the system cannot create a thread.
    FileWatch(std::string what, Calls calls);
    FileWatch(const FileWatch&) = delete;
    FileWatch& operator=(const FileWatch&) = delete;
    /// Waits for a running call to end.
    ~FileWatch();

    /// Number of watch threads of the whole program: 1 or, without a watch, 0.
    [[nodiscard]] static int threads();

private:
    std::shared_ptr<detail::WatchThread> m_thread;
    std::shared_ptr<detail::WatchedFiles> m_files;
};

} // namespace sideline::agents
