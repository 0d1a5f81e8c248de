#pragma once

#include <chrono>
#include <memory>

#include <QString>

#include "agentcore/drawing/drawing_board.h"

namespace sideline::widgets {

/// What is drawn at this moment, and how the senders do.
struct DrawingView {
    drawing::DrawingBoardPtr board;                     ///< null for nothing
    std::shared_ptr<const drawing::DrawingStats> stats; ///< null for none
    std::chrono::nanoseconds now{0};                    ///< on the clock of `stats`
    bool isReplay = false;                              ///< comes from a recording, not from now
    QString address;                                    ///< where we listen, `host:port`; or empty
    QString fault;                                      ///< why we do not listen, if so
};

} // namespace sideline::widgets
