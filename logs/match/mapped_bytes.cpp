#include "logs/match/mapped_bytes.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agentcore/base/assert.h"

namespace sideline::logs {

namespace {

using base::Error;
using base::ErrorCode;
using base::Expected;

constexpr std::uint64_t kGrowBytes = std::uint64_t{64} << 20U;
constexpr std::uint64_t kMaxReservedBytes = std::uint64_t{1} << 40U;
constexpr std::uint64_t kMinReservedBytes = std::uint64_t{1} << 30U;

tl::unexpected<Error> systemError(std::string what, const std::filesystem::path& path, int code) {
    Error error;
    error.code = code == ENOENT                     ? ErrorCode::NotFound
                 : code == EACCES || code == EPERM  ? ErrorCode::PermissionDenied
                 : code == ENOSPC || code == EDQUOT ? ErrorCode::LimitExceeded
                                                    : ErrorCode::Io;
    error.message = std::move(what) + ": " + std::strerror(code);
    error.file = path.string();
    return tl::unexpected(std::move(error));
}

char* mapFailed() {
    return static_cast<char*>(MAP_FAILED);
}

char* mapPages(void* where, std::uint64_t length, int protection, int flags, int file,
               std::uint64_t offset) {
    return static_cast<char*>(
        ::mmap(where, length, protection, flags, file, static_cast<off_t>(offset)));
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

Expected<int> openToRead(const std::filesystem::path& path, std::uint64_t& size) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return systemError("cannot open the file", path, errno);
    }
    struct stat status {};
    if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
        const int code = S_ISDIR(status.st_mode) ? EISDIR : errno != 0 ? errno : EINVAL;
        ::close(file);
        return systemError("cannot read the file", path, code);
    }
    size = static_cast<std::uint64_t>(status.st_size);
    return file;
}

// Addresses set aside for a mapping that grows, as many as there are.
struct Reservation {
    char* address = nullptr; ///< null: there are none
    std::uint64_t length = 0;
    int error = 0;
};

Reservation reserveAddresses() {
    for (std::uint64_t length = kMaxReservedBytes; length >= kMinReservedBytes; length /= 4) {
        char* address = mapPages(nullptr, length, PROT_NONE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (address != mapFailed()) {
            return {address, length, 0};
        }
    }
    return {nullptr, 0, errno};
}

} // namespace

MappedBytes::MappedBytes(int file, char* address, std::uint64_t reserved, std::uint64_t size,
                         Kind kind, std::filesystem::path name)
    : m_file(file),
      m_address(address),
      m_reserved(reserved),
      m_mapped(kind == Kind::File ? reserved : 0),
      m_size(size),
      m_kept(size),
      m_kind(kind),
      m_name(std::move(name)) {}

MappedBytes::~MappedBytes() {
    if (m_reserved > 0) {
        ::munmap(m_address, m_reserved);
    }
    ::close(m_file);
}

Expected<std::unique_ptr<MappedBytes>> MappedBytes::openFile(const std::filesystem::path& path) {
    std::uint64_t size = 0;
    const auto file = openToRead(path, size);
    if (!file) {
        return tl::unexpected(file.error());
    }
    char* address = nullptr;
    if (size > 0) {
        address = mapPages(nullptr, size, PROT_READ, MAP_PRIVATE, *file, 0);
        if (address == mapFailed()) {
            const int code = errno;
            ::close(*file);
            return systemError("cannot map the file into memory", path, code);
        }
    }
    return std::unique_ptr<MappedBytes>(
        new MappedBytes(*file, address, size, size, Kind::File, path));
}

Expected<std::unique_ptr<MappedBytes>> MappedBytes::openGrowing(const std::filesystem::path& path) {
    std::uint64_t size = 0;
    const auto file = openToRead(path, size);
    if (!file) {
        return tl::unexpected(file.error());
    }
    const Reservation reserved = reserveAddresses();
    if (reserved.address == nullptr) {
        ::close(*file);
        return systemError("cannot reserve addresses for the growing log", path, reserved.error);
    }
    std::unique_ptr<MappedBytes> bytes(
        new MappedBytes(*file, reserved.address, reserved.length, 0, Kind::Growing, path));
    if (auto followed = bytes->follow(0); !followed) {
        return tl::unexpected(followed.error());
    }
    return bytes;
}

Expected<std::unique_ptr<MappedBytes>> MappedBytes::createSpool(
    const std::filesystem::path& directory) {
    std::error_code ignored; // the open below reports what is wrong with the directory
    std::filesystem::create_directories(directory, ignored);
    const int file = openNamelessFile(directory);
    if (file < 0) {
        return systemError("cannot create a file to unpack the log into", directory, errno);
    }
    const Reservation reserved = reserveAddresses();
    if (reserved.address == nullptr) {
        ::close(file);
        return systemError("cannot reserve addresses for the unpacked log", directory,
                           reserved.error);
    }
    return std::unique_ptr<MappedBytes>(
        new MappedBytes(file, reserved.address, reserved.length, 0, Kind::Spool, directory));
}

std::string_view MappedBytes::view(std::uint64_t offset, std::uint64_t length) const {
    SIDELINE_ASSERT(offset <= size() && length <= size() - offset);
    return {m_address + offset, length};
}

Expected<void> MappedBytes::append(std::string_view bytes) {
    SIDELINE_ASSERT(m_kind == Kind::Spool);
    std::uint64_t at = m_size.load(std::memory_order_relaxed);
    if (bytes.size() > m_reserved - at) {
        return base::failure(ErrorCode::LimitExceeded, "the unpacked log is too large");
    }
    while (!bytes.empty()) {
        const ssize_t written =
            ::pwrite(m_file, bytes.data(), bytes.size(), static_cast<off_t>(at));
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return systemError("cannot unpack the log", m_name, written == 0 ? ENOSPC : errno);
        }
        at += static_cast<std::uint64_t>(written);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    if (auto mapped = mapUpTo(at); !mapped) {
        return mapped;
    }
    m_size.store(at, std::memory_order_release);
    return {};
}

Expected<void> MappedBytes::mapUpTo(std::uint64_t size) {
    if (size > m_mapped) {
        const std::uint64_t grown =
            std::min((size + kGrowBytes - 1) / kGrowBytes * kGrowBytes, m_reserved);
        // Pages behind the end of the file are never touched: readers stay below size().
        if (mapPages(m_address + m_mapped, grown - m_mapped, PROT_READ, MAP_SHARED | MAP_FIXED,
                     m_file, m_mapped) == mapFailed()) {
            return systemError("cannot map the log", m_name, errno);
        }
        m_mapped = grown;
    }
    return {};
}

Expected<void> MappedBytes::follow(std::uint64_t keptBytes) {
    SIDELINE_ASSERT(m_kind == Kind::Growing);
    m_kept.store(keptBytes, std::memory_order_release);
    struct stat status {};
    if (::fstat(m_file, &status) != 0) {
        return systemError("cannot follow the file", m_name, errno);
    }
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (size < keptBytes) {
        auto error = base::failure(ErrorCode::Truncated, "the file was cut short while it grew",
                                   "a file that is only appended to");
        return tl::unexpected(error.value().inFile(m_name.string()));
    }
    if (size > m_reserved) {
        return base::failure(ErrorCode::LimitExceeded, "the growing log is too large");
    }
    if (auto mapped = mapUpTo(size); !mapped) {
        return mapped;
    }
    m_size.store(size, std::memory_order_release);
    return {};
}

bool MappedBytes::isIntact() const {
    if (m_kind == Kind::Spool) {
        return true;
    }
    struct stat status {};
    return ::fstat(m_file, &status) == 0 &&
           static_cast<std::uint64_t>(status.st_size) >= m_kept.load(std::memory_order_acquire);
}

void MappedBytes::release(std::uint64_t offset, std::uint64_t length) const {
    const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    const std::uint64_t begin = (offset + page - 1) / page * page;
    const std::uint64_t end = std::min(offset + length, size()) / page * page;
    if (begin < end) {
        ::madvise(m_address + begin, end - begin, MADV_DONTNEED);
    }
}

} // namespace sideline::logs
