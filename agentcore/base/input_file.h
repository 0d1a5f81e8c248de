#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"

namespace sideline::base {

/// A file that is open for reading. The one way in which every reader opens a file that somebody
/// named.
///
/// Never waits: what is no regular file (a folder, a FIFO, a device, a socket) is refused at once.
/// Any thread may read.
class InputFile {
public:
    /// @param expected what should have been there, for the error: as "a match log"
    /// Errors, all naming the file: NotFound, PermissionDenied, Io, UnsupportedFormat if it is no
    /// regular file, with what it is.
    [[nodiscard]] static Expected<InputFile> open(const std::filesystem::path& path,
                                                  std::string_view expected = "a file");

    InputFile(InputFile&& other) noexcept;
    InputFile& operator=(InputFile&& other) noexcept;
    ~InputFile();

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    /// Stays with this object; to be read with `pread`, or by a library that takes descriptors.
    [[nodiscard]] int descriptor() const { return m_descriptor; }
    /// How long the file is now. Errors: Io.
    [[nodiscard]] Expected<std::uint64_t> size() const;
    /// Reads from byte `offset` on.
    /// @return how many bytes were read: fewer than asked only where the file ends
    /// Errors: Io.
    [[nodiscard]] Expected<std::size_t> readAt(std::uint64_t offset, std::span<char> bytes) const;

private:
    InputFile(std::filesystem::path path, int descriptor);
    std::filesystem::path m_path;
    int m_descriptor;
};

/// As `InputFile::open`, for files that a library opens by their name.
[[nodiscard]] Expected<void> checkInputFile(const std::filesystem::path& path,
                                            std::string_view expected = "a file");

/// Reads a whole text file. A byte order mark of UTF-8 in front of the text is left out.
///
/// @param maxBytes a longer file is refused
/// Errors: those of `InputFile::open`; LimitExceeded; UnsupportedFormat for text in UTF-16.
[[nodiscard]] Expected<std::string> readTextFile(const std::filesystem::path& path,
                                                 std::uint64_t maxBytes, std::string_view expected);

/// Text without the byte order mark of UTF-8 that some editors put in front.
[[nodiscard]] std::string_view withoutByteOrderMark(std::string_view text);

} // namespace sideline::base
