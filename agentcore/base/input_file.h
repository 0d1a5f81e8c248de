#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"

namespace sideline::base {

/// A file open for reading. Every file named by the user is opened through this class.
///
/// Never blocks: everything but a regular file (folder, FIFO, device, socket) is rejected
/// immediately. Any thread may read.
class InputFile {
public:
    /// @param expected what the file should be, for error messages, such as "a match log"
    /// Errors, all naming the file: NotFound, PermissionDenied, Io; UnsupportedFormat, with the
    /// kind of the path, if it is not a regular file.
    [[nodiscard]] static Expected<InputFile> open(const std::filesystem::path& path,
                                                  std::string_view expected = "a file");

    InputFile(InputFile&& other) noexcept;
    InputFile& operator=(InputFile&& other) noexcept;
    ~InputFile();

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    /// Owned by this object; for `pread` or a library that takes file descriptors.
    [[nodiscard]] int descriptor() const { return m_descriptor; }
    /// Current length of the file. Errors: Io.
    [[nodiscard]] Expected<std::uint64_t> size() const;
    /// Reads from byte `offset`.
    /// @return number of bytes read; fewer than requested only at the end of the file
    /// Errors: Io.
    [[nodiscard]] Expected<std::size_t> readAt(std::uint64_t offset, std::span<char> bytes) const;

private:
    InputFile(std::filesystem::path path, int descriptor);
    std::filesystem::path m_path;
    int m_descriptor;
};

/// Like `InputFile::open`, for files that a library opens by name.
[[nodiscard]] Expected<void> checkInputFile(const std::filesystem::path& path,
                                            std::string_view expected = "a file");

/// Reads a whole text file. A UTF-8 byte order mark is skipped.
///
/// @param maxBytes longer files are rejected
/// Errors: those of `InputFile::open`; LimitExceeded; UnsupportedFormat for text in UTF-16.
[[nodiscard]] Expected<std::string> readTextFile(const std::filesystem::path& path,
                                                 std::uint64_t maxBytes, std::string_view expected);

/// The text without the UTF-8 byte order mark that some editors add.
[[nodiscard]] std::string_view withoutByteOrderMark(std::string_view text);

} // namespace sideline::base
