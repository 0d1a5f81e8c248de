#include "agentcore/base/error.h"

#include <cerrno>
#include <system_error>

#include <fmt/format.h>

namespace sideline::base {

namespace {

ErrorCode codeOfSystem(int code) {
    switch (code) {
    case ENOENT:
    case ENOTDIR:
        return ErrorCode::NotFound;
    case EACCES:
    case EPERM:
    case EROFS:
        return ErrorCode::PermissionDenied;
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
        return ErrorCode::LimitExceeded;
    default:
        return ErrorCode::Io;
    }
}

std::string textOfSystem(int code) {
    const std::string text = std::generic_category().message(code);
    switch (code) {
    case ENOSPC:
        return fmt::format("the disk is full ({})", text);
    case EDQUOT:
        return fmt::format("the disk quota is used up ({})", text);
    case EFBIG:
        return fmt::format("the file has reached the size limit ({})", text);
    default:
        return text;
    }
}

} // namespace

std::string Error::toString() const {
    std::string place = file;
    if (line) {
        place += place.empty() ? fmt::format("line {}", *line) : fmt::format(":{}", *line);
    }
    if (byteOffset) {
        place += fmt::format("{}byte {}", place.empty() ? "" : ", ", *byteOffset);
    }
    std::string text = place.empty() ? message : fmt::format("{}: {}", place, message);
    if (!expected.empty()) {
        text += fmt::format("; expected {}", expected);
    }
    return text;
}

Error Error::inFile(std::string path) const {
    Error copy = *this;
    if (copy.file.empty()) {
        copy.file = std::move(path);
    }
    return copy;
}

Error systemError(int code, std::string_view what, std::string file) {
    Error error;
    error.code = codeOfSystem(code);
    error.message = fmt::format("{}: {}", what, textOfSystem(code));
    error.file = std::move(file);
    return error;
}

} // namespace sideline::base
