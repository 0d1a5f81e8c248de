#include <fmt/format.h>

#include "motions/format/format.h"
#include "motions/format/text_lines.h"

namespace sideline::motions {

base::Expected<Parameters> readParameters(std::string_view text, std::string_view fileName) {
    Parameters parameters;
    for (const TextLine& line : textLines(text)) {
        const auto words = wordsOf(line.text.substr(0, line.text.find('#')));
        if (words.empty()) {
            continue;
        }
        const auto value = words.size() == 2 ? numberFrom(words[1]) : std::nullopt;
        if (!value) {
            auto error = malformedAt(line.number,
                                     fmt::format("{} is no parameter", shown(trimmed(line.text))),
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

} // namespace sideline::motions
