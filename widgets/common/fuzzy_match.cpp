#include "widgets/common/fuzzy_match.h"

#include <algorithm>
#include <limits>

#include <QStringList>

namespace sideline::widgets {

namespace {

constexpr int kNoScore = std::numeric_limits<int>::min() / 2;
constexpr int kLetterScore = 1;
constexpr int kWordStart = 8;
constexpr int kTextStart = 3; // bonus for the start of the text, in addition to `kWordStart`
constexpr int kSideBySide = 6;
constexpr int kGapCost = 3;
constexpr int kWholeWord = 100; // exceeds the score of any scattered letters
constexpr int kBeginning = 50;  // bonus for the beginning of a word
constexpr int kShortText = 40;  // length in letters; longer texts with an equal score rank lower

bool isWordStart(const QString& text, qsizetype at) {
    if (at == 0) {
        return true;
    }
    const QChar before = text[at - 1];
    const QChar here = text[at];
    return (here.isLetterOrNumber() && !before.isLetterOrNumber()) ||
           (here.isUpper() && before.isLower()) || (here.isDigit() && !before.isDigit());
}

// Finds the best positions of one word's letters, by dynamic programming over letters and
// positions.
std::optional<FuzzyMatch> matchWord(const QString& word, const QString& text) {
    const auto letters = static_cast<std::size_t>(word.size());
    const auto places = static_cast<std::size_t>(text.size());
    if (letters > places) {
        return std::nullopt;
    }
    std::vector<std::vector<int>> best(letters, std::vector<int>(places, kNoScore));
    std::vector<std::vector<int>> from(letters, std::vector<int>(places, -1));
    for (std::size_t i = 0; i < letters; ++i) {
        const QChar letter = word[static_cast<qsizetype>(i)].toCaseFolded();
        int bestBefore = kNoScore; // best score of the previous letter before the adjacent position
        int bestBeforeAt = -1;
        for (std::size_t j = i; j < places; ++j) {
            if (i > 0 && j >= 2 && best[i - 1][j - 2] > bestBefore) {
                bestBefore = best[i - 1][j - 2];
                bestBeforeAt = static_cast<int>(j) - 2;
            }
            if (text[static_cast<qsizetype>(j)].toCaseFolded() != letter) {
                continue;
            }
            int own = kLetterScore;
            if (isWordStart(text, static_cast<qsizetype>(j))) {
                own += kWordStart + (j == 0 ? kTextStart : 0);
            }
            if (i == 0) {
                best[i][j] = own;
                continue;
            }
            const int beside = best[i - 1][j - 1] + kSideBySide;
            const int apart = bestBefore - kGapCost;
            if (std::max(beside, apart) > kNoScore / 2) {
                best[i][j] = own + std::max(beside, apart);
                from[i][j] = beside >= apart ? static_cast<int>(j) - 1 : bestBeforeAt;
            }
        }
    }
    const auto end = std::ranges::max_element(best.back());
    if (*end <= static_cast<int>(letters)) {
        return std::nullopt; // absent, or its letters are scattered inside words
    }
    FuzzyMatch match{*end, {}};
    int place = static_cast<int>(end - best.back().begin());
    for (std::size_t i = letters; i-- > 0;) {
        match.places.push_back(place);
        place = from[i][static_cast<std::size_t>(place)];
    }
    return match;
}

// The bonus if the matched letters form a whole word of the text, or the beginning of one.
int wordScore(const std::vector<int>& places, const QString& text) {
    const auto first = static_cast<qsizetype>(places.back());
    const auto behind = static_cast<qsizetype>(places.front()) + 1;
    if (behind - first != std::ssize(places) || !isWordStart(text, first)) {
        return 0;
    }
    const bool isWhole = behind == text.size() || !text[behind].isLetterOrNumber();
    return isWhole ? kWholeWord : kBeginning;
}

} // namespace

std::optional<FuzzyMatch> fuzzyMatch(const QString& query, const QString& text) {
    FuzzyMatch all;
    for (const QString& word : query.simplified().split(u' ', Qt::SkipEmptyParts)) {
        auto match = matchWord(word, text);
        if (!match) {
            return std::nullopt;
        }
        all.score += match->score + wordScore(match->places, text);
        all.places.insert(all.places.end(), match->places.begin(), match->places.end());
    }
    if (!all.places.empty()) {
        all.score += std::max(0, kShortText - static_cast<int>(text.size())) / 4;
    }
    std::ranges::sort(all.places);
    all.places.erase(std::unique(all.places.begin(), all.places.end()), all.places.end());
    return all;
}

} // namespace sideline::widgets
