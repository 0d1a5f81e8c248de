#pragma once

#include <chrono>
#include <memory>

#include <QString>

#include "agentcore/drawing/drawing_board.h"

namespace sideline::widgets {

/// Current drawings, and the state of their senders.
struct DrawingView {
    drawing::DrawingBoardPtr board;                     ///< null for none
    std::shared_ptr<const drawing::DrawingStats> stats; ///< null for none
    std::chrono::nanoseconds now{0};                    ///< time on the clock of `stats`
    bool isReplay = false;                              ///< the drawings are from a recording
    QString address; ///< listening address, `host:port`; empty for none
    QString fault;   ///< why the studio is not listening; empty if it is
};

} // namespace sideline::widgets
