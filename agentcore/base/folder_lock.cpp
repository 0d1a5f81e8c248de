#include "agentcore/base/folder_lock.h"

#include <array>
#include <cerrno>
#include <fstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace sideline::base {

namespace {

namespace fs = std::filesystem;

fs::path fileIn(const fs::path& folder) {
    return folder / "lock";
}

// An open file description lock: it can be queried without being taken.
struct flock wholeFileRange() {
    struct flock whole {};
    whole.l_type = F_WRLCK;
    whole.l_whence = SEEK_SET;
    return whole;
}

int openLock(const fs::path& folder, int flags) {
    return ::open(fileIn(folder).c_str(), flags | O_CLOEXEC, 0600); // NOLINT: variadic
}

std::string hostName() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "localhost";
}

} // namespace

Expected<FolderLock> FolderLock::take(const fs::path& folder, const std::string& what) {
    FolderLock lock;
    lock.m_file = openLock(folder, O_RDWR | O_CREAT);
    if (lock.m_file < 0) {
        return tl::unexpected(
            systemError(errno, fmt::format("cannot lock the {}", what), folder.string()));
    }
    struct flock whole = wholeFileRange();
    if (::fcntl(lock.m_file, F_OFD_SETLK, &whole) != 0) { // NOLINT: variadic
        ::close(std::exchange(lock.m_file, -1));          // the holder's name stays in the file
        return tl::unexpected(failure(ErrorCode::InvalidArgument,
                                      fmt::format("another process is running this {}", what),
                                      "a different folder, or no other process that uses this one")
                                  .value()
                                  .inFile(folder.string()));
    }
    const std::string owner = fmt::format("{} {}\n", ::getpid(), hostName());
    if (::ftruncate(lock.m_file, 0) != 0 || ::pwrite(lock.m_file, owner.data(), owner.size(), 0) !=
                                                static_cast<ssize_t>(owner.size())) {
        return tl::unexpected(
            systemError(errno, fmt::format("cannot lock the {}", what), fileIn(folder).string()));
    }
    return lock;
}

FolderLock::~FolderLock() {
    if (m_file >= 0) {
        static_cast<void>(::ftruncate(m_file, 0)); // removes the holder's name
        ::close(m_file);
    }
}

bool FolderLock::isHeld(const fs::path& folder) {
    const int file = openLock(folder, O_RDWR);
    if (file < 0) {
        return false;
    }
    struct flock whole = wholeFileRange();
    const bool isKnown = ::fcntl(file, F_OFD_GETLK, &whole) == 0; // NOLINT: variadic
    ::close(file);
    return isKnown && whole.l_type != F_UNLCK;
}

std::optional<pid_t> FolderLock::holder(const fs::path& folder) {
    if (!isHeld(folder)) {
        return std::nullopt;
    }
    std::ifstream file(fileIn(folder));
    pid_t process = 0;
    std::string host;
    file >> process >> host;
    return file && process > 0 && host == hostName() ? std::optional(process) : std::nullopt;
}

} // namespace sideline::base
