#include "logs/match/log_bytes.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <span>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "agentcore/base/assert.h"

namespace sideline::logs {

namespace {

using base::Error;
using base::ErrorCode;
using base::Expected;

constexpr std::uint64_t kTailBytes = 512;

tl::unexpected<Error> systemError(std::string_view what, const std::filesystem::path& path,
                                  int code) {
    return tl::unexpected(base::systemError(code, what, path.string()));
}

int openNamelessFile(const std::filesystem::path& directory) {
    const int file = ::open(directory.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) {
        return file;
    }
    std::string name = (directory / "spool-XXXXXX").string();
    const int named = ::mkostemp(name.data(), O_CLOEXEC);
    if (named >= 0) {
        ::unlink(name.c_str());
    }
    return named;
}

// Reads to the end of the file. @return number of bytes, or a negative system error
std::int64_t readAll(int file, std::uint64_t offset, std::span<char> bytes) {
    std::size_t count = 0;
    while (count < bytes.size()) {
        const ssize_t got = ::pread(file, bytes.data() + count, bytes.size() - count,
                                    static_cast<off_t>(offset + count));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return -errno;
        }
        if (got == 0) {
            break;
        }
        count += static_cast<std::size_t>(got);
    }
    return static_cast<std::int64_t>(count);
}

} // namespace

char* ReadBuffer::room(std::size_t size) {
    if (size > m_size) {
        m_bytes.reset(); // frees the old buffer first
        m_bytes = std::make_unique_for_overwrite<char[]>(size);
        m_size = size;
    }
    return m_bytes.get();
}

LogBytes::LogBytes(base::InputFile file, Kind kind)
    : m_name(file.path()), m_kind(kind), m_file(std::move(file)) {}

LogBytes::LogBytes(int spool, std::filesystem::path directory)
    : m_name(std::move(directory)), m_kind(Kind::Spool), m_spool(spool) {}

LogBytes::~LogBytes() {
    if (m_spool >= 0) {
        ::close(m_spool);
    }
}

int LogBytes::descriptor() const {
    return m_file ? m_file->descriptor() : m_spool;
}

Expected<std::unique_ptr<LogBytes>> LogBytes::openFile(const std::filesystem::path& path) {
    auto file = base::InputFile::open(path, "a match log");
    if (!file) {
        return tl::unexpected(std::move(file.error()));
    }
    std::unique_ptr<LogBytes> bytes(new LogBytes(std::move(*file), Kind::File));
    const auto status = bytes->status();
    if (!status) {
        return tl::unexpected(status.error());
    }
    bytes->m_size = status->size;
    bytes->m_seenChangeNs = status->changedNs;
    if (auto kept = bytes->keep(status->size); !kept) {
        return tl::unexpected(std::move(kept.error()));
    }
    return bytes;
}

Expected<std::unique_ptr<LogBytes>> LogBytes::openGrowing(const std::filesystem::path& path) {
    auto file = base::InputFile::open(path, "a match log");
    if (!file) {
        return tl::unexpected(std::move(file.error()));
    }
    std::unique_ptr<LogBytes> bytes(new LogBytes(std::move(*file), Kind::Growing));
    if (auto followed = bytes->follow(0); !followed) {
        return tl::unexpected(std::move(followed.error()));
    }
    return bytes;
}

Expected<std::unique_ptr<LogBytes>> LogBytes::createSpool(const std::filesystem::path& directory) {
    std::error_code ignored; // reported by the open below
    std::filesystem::create_directories(directory, ignored);
    const int file = openNamelessFile(directory);
    if (file < 0) {
        return systemError("cannot create a file to unpack the log into", directory, errno);
    }
    return std::unique_ptr<LogBytes>(new LogBytes(file, directory));
}

Expected<LogBytes::Status> LogBytes::status() const {
    struct stat status {};
    if (::fstat(descriptor(), &status) != 0) {
        return systemError("cannot inspect the file", m_name, errno);
    }
    constexpr std::int64_t kNsPerS = 1'000'000'000;
    return Status{static_cast<std::uint64_t>(status.st_size),
                  status.st_mtim.tv_sec * kNsPerS + status.st_mtim.tv_nsec};
}

// Reads the last bytes before `end`; fewer if the file is shorter now.
Expected<std::string> LogBytes::tail(std::uint64_t end) const {
    std::string bytes(static_cast<std::size_t>(std::min(end, kTailBytes)), '\0');
    const std::int64_t got = readAll(descriptor(), end - bytes.size(), bytes);
    if (got < 0) {
        return systemError("cannot read the file", m_name, static_cast<int>(-got));
    }
    bytes.resize(static_cast<std::size_t>(got));
    return bytes;
}

Expected<void> LogBytes::keep(std::uint64_t keptBytes) {
    auto kept = tail(keptBytes);
    if (!kept) {
        return tl::unexpected(std::move(kept.error()));
    }
    m_kept = keptBytes;
    m_tail = std::move(*kept);
    return {};
}

tl::unexpected<Error> LogBytes::lost(Error error) const {
    error.file = m_name.string();
    m_lost = std::move(error);
    return tl::unexpected(*m_lost);
}

Expected<void> LogBytes::checkLocked(const Status& status) const {
    if (m_lost) {
        return tl::unexpected(*m_lost);
    }
    if (status.size < m_kept) {
        return lost(base::failure(ErrorCode::Truncated,
                                  fmt::format("the file was truncated at byte {} while it was open",
                                              status.size),
                                  fmt::format("{} bytes, as before; reopen it", m_kept))
                        .value());
    }
    if (status.changedNs == m_seenChangeNs) {
        return {};
    }
    const auto now = tail(m_kept);
    if (!now) {
        return tl::unexpected(now.error());
    }
    if (*now != m_tail) {
        return lost(base::failure(ErrorCode::Io, "the file was rewritten while it was open",
                                  "the original log; reopen it")
                        .value());
    }
    m_seenChangeNs = status.changedNs;
    return {};
}

Expected<void> LogBytes::check() const {
    if (m_kind == Kind::Spool) {
        return {};
    }
    const std::scoped_lock lock(m_mutex); // m_kept must not exceed the checked bytes
    const auto now = status();
    if (!now) {
        return tl::unexpected(now.error());
    }
    return checkLocked(*now);
}

Expected<std::string_view> LogBytes::read(std::uint64_t offset, std::uint64_t length,
                                          ReadBuffer& buffer) const {
    SIDELINE_ASSERT(offset <= size() && length <= size() - offset);
    char* const room = buffer.room(static_cast<std::size_t>(length));
    const std::int64_t got =
        readAll(descriptor(), offset, {room, static_cast<std::size_t>(length)});
    if (got < 0) {
        return systemError("cannot read the file", m_name, static_cast<int>(-got));
    }
    if (static_cast<std::uint64_t>(got) < length) {
        if (auto checked = check(); !checked) {
            return tl::unexpected(std::move(checked.error()));
        }
        // The writer may have removed bytes that were not in use yet.
        auto error =
            base::failure(ErrorCode::Truncated,
                          fmt::format("the file was truncated at byte {} while it was open",
                                      offset + static_cast<std::uint64_t>(got)),
                          "a file that is not truncated; reopen it");
        return tl::unexpected(error.value().inFile(m_name.string()));
    }
    return std::string_view(room, static_cast<std::size_t>(length));
}

Expected<void> LogBytes::append(std::string_view bytes) {
    SIDELINE_ASSERT(m_kind == Kind::Spool);
    std::uint64_t at = m_size.load(std::memory_order_relaxed);
    while (!bytes.empty()) {
        const ssize_t written =
            ::pwrite(m_spool, bytes.data(), bytes.size(), static_cast<off_t>(at));
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return systemError("cannot unpack the log", m_name, written == 0 ? ENOSPC : errno);
        }
        at += static_cast<std::uint64_t>(written);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    m_size.store(at, std::memory_order_release);
    return {};
}

Expected<std::uint64_t> LogBytes::freeBytes() const {
    struct statvfs status {};
    if (::fstatvfs(descriptor(), &status) != 0) {
        return systemError("cannot determine the free disk space", m_name, errno);
    }
    return std::uint64_t{status.f_bavail} * status.f_frsize;
}

Expected<void> LogBytes::follow(std::uint64_t keptBytes) {
    SIDELINE_ASSERT(m_kind == Kind::Growing);
    const std::scoped_lock lock(m_mutex);
    const auto now = status();
    if (!now) {
        return tl::unexpected(now.error());
    }
    if (auto checked = checkLocked(*now); !checked) { // checks only the bytes used so far
        return checked;
    }
    if (keptBytes != m_kept) {
        if (auto kept = keep(keptBytes); !kept) {
            return kept;
        }
        if (auto checked = checkLocked(*now); !checked) {
            return checked;
        }
    }
    m_size.store(now->size, std::memory_order_release);
    return {};
}

} // namespace sideline::logs
