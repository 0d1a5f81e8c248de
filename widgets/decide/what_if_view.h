#pragma once

#include <memory>
#include <string>
#include <vector>

#include <QString>
#include <QStringList>

#include "agentcore/monitor/match_frame.h"

namespace sideline::widgets {

/// One run of a match from an instant onward.
struct WhatIfFuture {
    QString name;                               ///< such as `recorded`, `seed 2`
    std::vector<monitor::MatchFramePtr> frames; ///< record time from 0, the instant
    QStringList numbers;                        ///< one text per row of `WhatIfView::rows`
    QString log;                                ///< log file of the run; empty: none
};

/// Alternative runs of a match: the recorded one, and others.
struct WhatIfView {
    QString from; ///< the instant, for display
    double lengthS = 0.0;
    QStringList rows; ///< counted quantities
    WhatIfFuture recorded;
    std::vector<WhatIfFuture> played;
    QStringList remarks;
    /// The frame of a run that is shown at the given time after the instant; null if it has none.
    [[nodiscard]] static monitor::MatchFramePtr frameAt(const WhatIfFuture& future, double timeS);
};
using WhatIfViewPtr = std::shared_ptr<const WhatIfView>;

/// Choices that the panel offers.
struct WhatIfChoices {
    QStringList teams; ///< files, most recently used first
    QString left;      ///< one of `teams`; empty: no team
    QString right;
    QStringList playing{}; ///< those of `teams` that play in the shown match
};

} // namespace sideline::widgets
