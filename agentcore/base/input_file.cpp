#include "agentcore/base/input_file.h"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sideline::base {

namespace {

using namespace std::string_view_literals;

tl::unexpected<Error> openError(const std::filesystem::path& path, int systemError,
                                std::string_view expected) {
    Error error;
    error.file = path.string();
    error.expected = expected;
    switch (systemError) {
    case ENOENT:
    case ENOTDIR:
        error.code = ErrorCode::NotFound;
        error.message = "no such file";
        break;
    case EACCES:
    case EPERM:
        error.code = ErrorCode::PermissionDenied;
        error.message = "no permission to read the file";
        error.expected = "a readable file";
        break;
    default:
        error.message = "cannot open the file: " + std::generic_category().message(systemError);
    }
    return tl::unexpected(std::move(error));
}

// The kind of a path that is not a regular file.
std::string_view kindOf(mode_t mode) {
    return S_ISDIR(mode)    ? "a folder"
           : S_ISFIFO(mode) ? "a FIFO (a pipe)"
           : S_ISCHR(mode)  ? "a character device"
           : S_ISBLK(mode)  ? "a block device"
           : S_ISSOCK(mode) ? "a socket"
                            : "not a regular file";
}

Expected<void> checkKind(const std::filesystem::path& path, mode_t mode,
                         std::string_view expected) {
    if (S_ISREG(mode)) {
        return {};
    }
    auto error = failure(ErrorCode::UnsupportedFormat, fmt::format("this is {}", kindOf(mode)),
                         std::string(expected));
    return tl::unexpected(error.value().inFile(path.string()));
}

} // namespace

Expected<void> checkInputFile(const std::filesystem::path& path, std::string_view expected) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) {
        return openError(path, errno, expected);
    }
    return checkKind(path, status.st_mode, expected);
}

Expected<InputFile> InputFile::open(const std::filesystem::path& path, std::string_view expected) {
    // Opening a device can have side effects, so its kind is checked first.
    if (auto checked = checkInputFile(path, expected); !checked) {
        return tl::unexpected(std::move(checked.error()));
    }
    // O_NONBLOCK, because a FIFO may have replaced the file in the meantime.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0) {
        return openError(path, errno, expected);
    }
    InputFile file(path, descriptor);
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) {
        return openError(path, errno, expected);
    }
    if (auto checked = checkKind(path, status.st_mode, expected); !checked) {
        return tl::unexpected(std::move(checked.error()));
    }
    return file;
}

InputFile::InputFile(std::filesystem::path path, int descriptor)
    : m_path(std::move(path)), m_descriptor(descriptor) {}

InputFile::InputFile(InputFile&& other) noexcept
    : m_path(std::move(other.m_path)), m_descriptor(std::exchange(other.m_descriptor, -1)) {}

InputFile& InputFile::operator=(InputFile&& other) noexcept {
    std::swap(m_path, other.m_path);
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
}

InputFile::~InputFile() {
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
}

Expected<std::uint64_t> InputFile::size() const {
    struct stat status {};
    if (::fstat(m_descriptor, &status) != 0) {
        return openError(m_path, errno, {});
    }
    return static_cast<std::uint64_t>(status.st_size);
}

Expected<std::size_t> InputFile::readAt(std::uint64_t offset, std::span<char> bytes) const {
    std::size_t count = 0;
    while (count < bytes.size()) {
        const ssize_t got = ::pread(m_descriptor, bytes.data() + count, bytes.size() - count,
                                    static_cast<off_t>(offset + count));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            Error error = systemError(errno, "cannot read the file", m_path.string());
            error.byteOffset = offset + count;
            return tl::unexpected(std::move(error));
        }
        if (got == 0) {
            break;
        }
        count += static_cast<std::size_t>(got);
    }
    return count;
}

Expected<std::string> readTextFile(const std::filesystem::path& path, std::uint64_t maxBytes,
                                   std::string_view expected) {
    const auto file = InputFile::open(path, expected);
    if (!file) {
        return tl::unexpected(file.error());
    }
    const auto size = file->size();
    if (!size) {
        return tl::unexpected(size.error());
    }
    // Some system files report a size of zero, so the file is read until end of file.
    constexpr std::uint64_t kFirstBytes = 4096;
    std::string text;
    std::uint64_t requested = std::max(*size + 1, kFirstBytes);
    bool isWhole = false;
    while (*size <= maxBytes && !isWhole && text.size() <= maxBytes) {
        const std::size_t before = text.size();
        text.resize(static_cast<std::size_t>(std::min(requested, maxBytes + 1)));
        const auto got = file->readAt(before, std::span(text).subspan(before));
        if (!got) {
            return tl::unexpected(got.error());
        }
        isWhole = before + *got < text.size();
        text.resize(before + *got);
        requested *= 2;
    }
    if (!isWhole) {
        auto error = failure(ErrorCode::LimitExceeded,
                             *size > maxBytes ? fmt::format("the file has {} bytes", *size)
                                              : std::string("the file is too large"),
                             fmt::format("{} of at most {} bytes", expected, maxBytes));
        return tl::unexpected(error.value().inFile(path.string()));
    }
    if (text.starts_with("\xff\xfe"sv) || text.starts_with("\xfe\xff"sv)) {
        auto error = failure(ErrorCode::UnsupportedFormat, "the text is in UTF-16",
                             fmt::format("{} in UTF-8", expected));
        return tl::unexpected(error.value().inFile(path.string()));
    }
    text.erase(0, text.size() - withoutByteOrderMark(text).size());
    return text;
}

std::string_view withoutByteOrderMark(std::string_view text) {
    constexpr std::string_view kMark = "\xef\xbb\xbf";
    return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

} // namespace sideline::base
