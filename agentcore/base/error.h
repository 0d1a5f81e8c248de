#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <tl/expected.hpp>

namespace sideline::base {

/// Kind of an error at a boundary (file, socket, user input).
enum class ErrorCode {
    NotFound,          ///< a named file, entry or object does not exist
    PermissionDenied,  ///< the file exists but may not be read or written
    Io,                ///< the operating system failed to read or write
    UnsupportedFormat, ///< the bytes are in no supported format
    Malformed,         ///< the bytes violate the format's grammar
    Truncated,         ///< the bytes end too early
    LimitExceeded,     ///< a limit that protects memory or disk was reached
    InvalidArgument,   ///< the caller or user requested something that does not exist
    Canceled,          ///< the user stopped the work
    Internal,          ///< a defect of the program itself, caught by `attempt`
};

/// An error found at a boundary: what happened, where, and what was expected instead.
///
/// A value, never an exception: every function that parses external input returns `Expected<T>`.
struct Error {
    ErrorCode code = ErrorCode::Io;
    std::string message;                     ///< one sentence, without the location
    std::string expected;                    ///< what would have been valid; empty if unknown
    std::string file;                        ///< path or stream name; empty if unknown
    std::optional<std::uint64_t> line;       ///< 1-based line of `file`
    std::optional<std::uint64_t> byteOffset; ///< 0-based byte offset; within `line` if that is set

    /// The error as one line for display: `file:line, byte n: message; expected ...`.
    [[nodiscard]] std::string toString() const;

    /// A copy that names `path`, unless a file is already named.
    [[nodiscard]] Error inFile(std::string path) const;
};

template <typename T>
using Expected = tl::expected<T, Error>;

/// Shorthand for returning a failure: `return failure(ErrorCode::Io, "...")`.
[[nodiscard]] inline tl::unexpected<Error> failure(ErrorCode code, std::string message,
                                                   std::string expected = {}) {
    return tl::unexpected<Error>(Error{.code = code,
                                       .message = std::move(message),
                                       .expected = std::move(expected),
                                       .file = {},
                                       .line = {},
                                       .byteOffset = {}});
}

/// An error reported by the operating system. Full disks, exhausted quotas and file size limits are
/// named as such.
/// @param code an `errno`
/// @param what the failed operation, such as "cannot write the log"
/// @param file path or stream name; empty if unknown
[[nodiscard]] Error systemError(int code, std::string_view what, std::string file = {});

} // namespace sideline::base
