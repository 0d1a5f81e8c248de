#pragma once

#include <optional>
#include <vector>

#include <QString>

namespace sideline::widgets {

/// How a text fits what somebody typed.
struct FuzzyMatch {
    int score = 0;           ///< higher is better; compares texts for the same query only
    std::vector<int> places; ///< of the letters in the text that fit, rising
};

/// Fits a query to a text: each word of the query must be found in the text, its letters in their
/// order but not side by side; case does not count. Letters at the beginning of words and side by
/// side count most, so that `gn` finds "Go to the next goal" and `spd` finds `ball.speed`. Texts
/// with the word itself come before those where it begins a word, and these before all others.
///
/// @return nothing if a word of the query is not in it; every text fits an empty query
[[nodiscard]] std::optional<FuzzyMatch> fuzzyMatch(const QString& query, const QString& text);

} // namespace sideline::widgets
