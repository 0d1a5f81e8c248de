#include "logs/live/line_file.h"

#include <cerrno>
#include <string>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sideline::logs {

namespace {

using base::Expected;

tl::unexpected<base::Error> fileError(const std::filesystem::path& path, int code,
                                      std::string_view what) {
    return tl::unexpected(base::systemError(code, what, path.string()));
}

} // namespace

LineFile::Descriptor::~Descriptor() {
    ::close(value);
}

LineFile::LineFile(std::filesystem::path path, std::unique_ptr<Descriptor> file, Write write)
    : m_path(std::move(path)), m_file(std::move(file)), m_write(std::move(write)) {
    if (!m_write) {
        m_write = [](int number, const char* bytes, std::size_t count, off_t at) {
            return ::pwrite(number, bytes, count, at);
        };
    }
}

Expected<LineFile> LineFile::create(const std::filesystem::path& path, Mode mode, Write write) {
    const int flags =
        O_WRONLY | O_CREAT | O_CLOEXEC | (mode == Mode::CreateLocked ? O_EXCL : O_TRUNC);
    // Only the owner may read the file: it may show a team's unpublished training.
    constexpr mode_t kOwnerOnly = S_IRUSR | S_IWUSR;
    const int number = ::open(path.c_str(), flags, kOwnerOnly);
    if (number < 0) {
        return fileError(path, errno, "cannot create the log");
    }
    // A replaced file keeps its old permissions; some file systems have no permissions.
    static_cast<void>(::fchmod(number, kOwnerOnly));
    auto file = std::make_unique<Descriptor>(number);
    if (mode == Mode::CreateLocked) {
        struct stat status {};
        // Another process may have removed the file between creation and locking.
        if (::flock(number, LOCK_EX | LOCK_NB) != 0 || ::fstat(number, &status) != 0 ||
            status.st_nlink == 0) {
            return fileError(path, EEXIST, "cannot lock the log");
        }
    }
    return LineFile(path, std::move(file), std::move(write));
}

Expected<void> LineFile::append(std::string_view lines) {
    std::uint64_t at = m_size;
    while (!lines.empty()) {
        errno = 0;
        const ssize_t written =
            m_write(m_file->value, lines.data(), lines.size(), static_cast<off_t>(at));
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            const int code = written == 0 ? ENOSPC : errno;
            // Truncation may fail, for example for a device, which has nothing to undo either.
            [[maybe_unused]] const int cut = ::ftruncate(m_file->value, static_cast<off_t>(m_size));
            return fileError(m_path, code, "cannot write the log");
        }
        at += static_cast<std::uint64_t>(written);
        lines.remove_prefix(static_cast<std::size_t>(written));
    }
    m_size = at;
    return {};
}

bool LineFile::punch(std::uint64_t begin, std::uint64_t end) {
    return ::fallocate(m_file->value, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                       static_cast<off_t>(begin), static_cast<off_t>(end - begin)) == 0;
}

int removeLeftovers(const std::filesystem::path& directory, std::string_view prefix) {
    int removed = 0;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(directory, ignored)) {
        if (!entry.path().filename().string().starts_with(prefix)) {
            continue;
        }
        const int file = ::open(entry.path().c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
        if (file < 0) {
            continue;
        }
        // The operating system releases the lock when its owner exits or crashes.
        if (::flock(file, LOCK_EX | LOCK_NB) == 0 && ::unlink(entry.path().c_str()) == 0) {
            ++removed;
        }
        ::close(file);
    }
    return removed;
}

} // namespace sideline::logs
