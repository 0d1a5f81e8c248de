#pragma once

#include <QPainter>
#include <QPolygonF>
#include <QRectF>

#include "agentcore/math/pose.h"
#include "agentcore/monitor/match_frame.h"
#include "widgets/match/tactics_layer.h"

namespace sideline::widgets {

/// The part of the ground that a camera sees, within a rectangle; empty if it sees only the sky.
/// @param halfWidthRad, halfHeightRad its view: so far to each side and up and down
[[nodiscard]] QPolygonF viewOnGround(const math::Pose& X_SC, double halfWidthRad,
                                     double halfHeightRad, const QRectF& within_S);

/// Paints what of the ground the cameras of robots see, in the colors of their teams: of the
/// selected robot, or of all if none is selected. Robots that see all around have no cone.
void paintViewCones(QPainter& painter, const monitor::MatchFrame& frame,
                    const monitor::ObjectId& selection, const FieldGround& ground);

} // namespace sideline::widgets
