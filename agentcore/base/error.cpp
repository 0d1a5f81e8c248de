#include "agentcore/base/error.h"

#include <fmt/format.h>

namespace sideline::base {

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

} // namespace sideline::base
