#include "agentcore/base/nearest_name.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace sideline::base {

namespace {

// Damerau-Levenshtein distance: insertions, deletions, replacements and swaps of neighbors.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> last; // the row two above
    std::vector<std::size_t> before(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        last = std::exchange(before, row);
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = before[j] + (a[i] == b[j] ? 0 : 1);
            row[j + 1] = std::min({replaced, row[j] + 1, before[j + 1] + 1});
            if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j]) {
                row[j + 1] = std::min(row[j + 1], last[j - 1] + 1);
            }
        }
    }
    return row.back();
}

} // namespace

std::string_view nearestName(std::string_view wrong, const std::vector<std::string_view>& names) {
    std::string_view best;
    std::size_t bestDistance = std::max<std::size_t>(1, wrong.size() / 3) + 1;
    for (const std::string_view name : names) {
        const std::size_t letters = distance(wrong, name);
        if (letters < bestDistance) {
            best = name;
            bestDistance = letters;
        }
    }
    return best;
}

std::string listNames(const std::vector<std::string_view>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += i == 0 ? "" : i + 1 == names.size() ? " or " : ", ";
        text += names[i];
    }
    return text;
}

} // namespace sideline::base
