#pragma once

#include <QPainter>
#include <QPolygonF>
#include <QRectF>

#include "agentcore/math/pose.h"
#include "agentcore/monitor/match_frame.h"
#include "widgets/match/tactics_layer.h"

namespace sideline::widgets {

/// The part of the ground that a camera sees, within a rectangle; empty if it sees only the sky.
/// @param halfWidthRad, halfHeightRad half of its horizontal and vertical field of view
[[nodiscard]] QPolygonF viewOnGround(const math::Pose& X_SC, double halfWidthRad,
                                     double halfHeightRad, const QRectF& within_S);

/// Paints the ground visible to robots' cameras, in the colors of their teams: of the
/// selected robot, or of all if none is selected. Robots with an all-around view have no cone.
void paintViewCones(QPainter& painter, const monitor::MatchFrame& frame,
                    const monitor::ObjectId& selection, const FieldGround& ground);

} // namespace sideline::widgets
