#pragma once

#include <QString>
#include <QStringList>

#include "agentcore/monitor/match_frame.h"
#include "logs/match/signals.h"

namespace sideline::widgets {

/// Names of a signal, in lower case and as words separated by spaces: its path, such as
/// `left 7 rlj4`; with the joint's name, such as `left 7 right knee pitch`; with the team's name.
[[nodiscard]] QStringList signalPhrases(const logs::SignalId& id, const monitor::MatchFrame& frame);

/// How well a search matches one of the phrases. Words may be truncated, numbers may not. Better
/// matches have greater values.
enum class SearchFit : int {
    None,
    Words,   ///< all words occur, or parts of words
    InOrder, ///< all words begin words of the phrase, in this order
    Together ///< all words begin adjacent words of the phrase, in this order
};

/// @param search typed by the user; dots, underscores and spaces separate the words
[[nodiscard]] SearchFit searchFit(const QString& search, const QStringList& phrases);

} // namespace sideline::widgets
