#include "widgets/train/figure_text.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "widgets/common/text_format.h"

namespace sideline::widgets {

QString figureText(std::string_view name) {
    static constexpr std::array<std::string_view, 7> kUnits = {"S",   "M",   "Mps", "Deg",
                                                               "Rad", "Dps", "N"};
    std::vector<std::string> words(1);
    for (const char c : name) {
        const bool isCapital = c >= 'A' && c <= 'Z';
        if (isCapital && !words.back().empty()) {
            words.emplace_back();
        }
        words.back().push_back(c);
    }
    if (words.size() > 1 && std::ranges::find(kUnits, words.back()) != kUnits.end()) {
        words.pop_back();
    }
    QString text;
    for (const std::string& word : words) {
        text += text.isEmpty() ? toQt(word) : u' ' + toQt(word).toLower();
    }
    return text.isEmpty() ? text : text.front().toUpper() + text.mid(1);
}

} // namespace sideline::widgets
