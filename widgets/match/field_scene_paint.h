#pragma once

#include <QFont>
#include <QPainter>
#include <QPolygonF>
#include <QRect>

#include "widgets/match/field_scene.h"

namespace sideline::widgets {

/// An object that the mouse carries.
struct CarriedObject {
    monitor::ObjectId id;
    double turnRad = 0.0; ///< counterclockwise from its initial heading
    QPointF at;           ///< position on the widget
};

/// Paints field, layers, players, ball, drawings and ruler.
/// @param font font of texts in overlays
void paintFieldScene(QPainter& painter, const QRect& all, const FieldScene& scene,
                     const QFont& font);
/// Paints the target of a carried object and its origin; the scene must have a frame.
void paintCarried(QPainter& painter, const FieldScene& scene, const CarriedObject& carried);
/// Paints a path in meters of the server frame; one with fewer than two points is invisible.
void paintWay(QPainter& painter, const FieldScene& scene, const QPolygonF& way_S);
/// Paints the description of the object at a point, beside the point and inside the view.
void paintTip(QPainter& painter, const FieldScene& scene, const QPointF& at, const QSize& view);

} // namespace sideline::widgets
