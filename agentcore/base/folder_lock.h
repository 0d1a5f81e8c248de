#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include <sys/types.h>

#include "agentcore/base/error.h"

namespace sideline::base {

/// The right to write into a folder, which one process at a time has: a lock on its file `lock`
/// that ends with the process, however that ends. Movable; one thread at a time.
class FolderLock {
public:
    FolderLock() = default; ///< holds nothing
    /// @param what the folder contains, for messages, such as "experiment"
    /// Errors: InvalidArgument when another process has it; those of opening its file.
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

    /// Whether a process has the folder now.
    [[nodiscard]] static bool isHeld(const std::filesystem::path& folder);
    /// That process, if it is one of this machine; nothing while none has it.
    [[nodiscard]] static std::optional<pid_t> holder(const std::filesystem::path& folder);

private:
    int m_file = -1;
};

} // namespace sideline::base
