#pragma once

#include <QPainter>
#include <QTransform>

#include "agentcore/drawing/drawing_board.h"
#include "agentcore/drawing/drawing_filter.h"
#include "agentcore/monitor/match_frame.h"

namespace sideline::widgets {

/// Paints drawings of agents and other programs, seen from above: heights are omitted, lines and
/// points keep their size on the screen. Shapes far off the field are not painted.
/// @param toWidget maps meters of the server frame to the painter's pixels
void paintDrawings(QPainter& painter, const drawing::DrawingBoard& board,
                   const drawing::DrawingFilter& filter, const QTransform& toWidget);

/// Paints the labels over agents, above the players of the frame.
/// @param abovePx distance from a player to the lower edge of its text
void paintAgentNotes(QPainter& painter, const drawing::DrawingBoard& board,
                     const drawing::DrawingFilter& filter, const monitor::MatchFrame& frame,
                     const QTransform& toWidget, double abovePx);

} // namespace sideline::widgets
