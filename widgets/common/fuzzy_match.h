#pragma once

#include <optional>
#include <vector>

#include <QString>

namespace sideline::widgets {

/// How well a text matches a query.
struct FuzzyMatch {
    int score = 0;           ///< higher is better; compares texts for the same query only
    std::vector<int> places; ///< positions of the matching letters in the text, ascending
};

/// Matches a query against a text: each word of the query must occur in the text, its letters in
/// order but not necessarily adjacent; case is ignored. Letters at the beginning of words and
/// adjacent letters score highest, so that `gn` finds "Go to the next goal" and `spd` finds
/// `ball.speed`. Texts with the whole word rank before those where it begins a word, and these
/// before all others.
///
/// @return nullopt if a word of the query does not occur; every text matches an empty query
[[nodiscard]] std::optional<FuzzyMatch> fuzzyMatch(const QString& query, const QString& text);

} // namespace sideline::widgets
