#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include <sys/types.h>

#include "agentcore/base/error.h"

namespace sideline::base {

/// The exclusive right of one process to write into a folder: a lock on the file `lock` in it,
/// released when the process ends for any reason. Movable; one thread at a time.
class FolderLock {
public:
    FolderLock() = default; ///< no lock
    /// @param what the folder contains, for messages, such as "experiment"
    /// Errors: InvalidArgument if another process holds the lock; errors from opening the lock
    /// file.
    [[nodiscard]] static Expected<FolderLock> take(const std::filesystem::path& folder,
                                                   const std::string& what);
    ~FolderLock();
    FolderLock(FolderLock&& other) noexcept : m_file(std::exchange(other.m_file, -1)) {}
    FolderLock& operator=(FolderLock&& other) noexcept {
        std::swap(m_file, other.m_file);
        return *this;
    }
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

    /// Whether any process currently holds the lock of this folder.
    [[nodiscard]] static bool isHeld(const std::filesystem::path& folder);
    /// The process that holds the lock, if it runs on this machine; not set if the folder is
    /// unlocked.
    [[nodiscard]] static std::optional<pid_t> holder(const std::filesystem::path& folder);

private:
    int m_file = -1;
};

} // namespace sideline::base
