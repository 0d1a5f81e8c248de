#pragma once

#include <memory>
#include <string>
#include <vector>

#include <QString>
#include <QStringList>

#include "agentcore/monitor/match_frame.h"

namespace sideline::widgets {

/// One course that a match takes from an instant on.
struct WhatIfFuture {
    QString name;                               ///< as `recorded`, `seed 2`
    std::vector<monitor::MatchFramePtr> frames; ///< record time from 0, the instant
    QStringList numbers;                        ///< one text per row of `WhatIfView::rows`
    QString log;                                ///< file of it; empty: none
};

/// What a match could have become: the course that was recorded, and others.
struct WhatIfView {
    QString from; ///< the instant, for display
    double lengthS = 0.0;
    QStringList rows; ///< what is counted
    WhatIfFuture recorded;
    std::vector<WhatIfFuture> played;
    QStringList remarks;
    /// The frame of a course that is shown at a time after the instant; null if it has none.
    [[nodiscard]] static monitor::MatchFramePtr frameAt(const WhatIfFuture& future, double timeS);
};
using WhatIfViewPtr = std::shared_ptr<const WhatIfView>;

/// What the panel offers to play with.
struct WhatIfChoices {
    QStringList teams; ///< files, the ones used last first
    QString left;      ///< of them; empty: nobody plays
    QString right;
};

} // namespace sideline::widgets
