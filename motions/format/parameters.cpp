#include <algorithm>

#include <fmt/format.h>

#include "motions/format/format.h"
#include "motions/format/text_lines.h"

namespace sideline::keyframe {

namespace {

// Removes comments: UT Austin Villa's files have three kinds, of which `/* */` spans lines.
std::string_view withoutComments(std::string_view line, bool& isInside) {
    if (isInside) {
        const std::size_t end = line.find("*/");
        isInside = end == std::string_view::npos;
        return isInside ? std::string_view() : line.substr(end + 2);
    }
    line = line.substr(0, std::min(line.find('#'), line.find("//")));
    const std::size_t begin = line.find("/*");
    isInside =
        begin != std::string_view::npos && line.find("*/", begin + 2) == std::string_view::npos;
    return line.substr(0, begin);
}

} // namespace

base::Expected<Parameters> readParameters(std::string_view text, std::string_view fileName) {
    Parameters parameters;
    bool isInComment = false;
    for (const TextLine& line : textLines(text)) {
        const auto words = wordsOf(withoutComments(line.text, isInComment));
        if (words.empty()) {
            continue;
        }
        const auto value = words.size() == 2 ? numberFrom(words[1]) : std::nullopt;
        if (!value) {
            auto error = malformedAt(
                line.number, fmt::format("{} is not a parameter", shown(trimmed(line.text))),
                "a name and a number");
            error.value().file = fileName;
            return error;
        }
        std::string_view name = words[0];
        name.remove_prefix(name.starts_with('$') ? 1 : 0);
        parameters.insert_or_assign(std::string(name), *value);
    }
    return parameters;
}

} // namespace sideline::keyframe
