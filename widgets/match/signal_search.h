#pragma once

#include <QString>
#include <QStringList>

#include "agentcore/monitor/match_frame.h"
#include "logs/match/signals.h"

namespace sideline::widgets {

/// What a signal is called, in small letters and words between blanks: its path, as
/// `left 7 rlj4`; with the joint's name, such as `left 7 right knee pitch`; with the team's name.
[[nodiscard]] QStringList signalPhrases(const logs::SignalId& id, const monitor::MatchFrame& frame);

/// How well a search fits one of the phrases. Words may be truncated, numbers not. Better ones have
/// greater values.
enum class SearchFit : int {
    None,
    Words,   ///< all words are there, or parts of words
    InOrder, ///< all words begin words of the phrase, in this order
    Together ///< and nothing stands between them
};

/// @param search what the user typed; dots, underscores and blanks part the words
[[nodiscard]] SearchFit searchFit(const QString& search, const QStringList& phrases);

} // namespace sideline::widgets
