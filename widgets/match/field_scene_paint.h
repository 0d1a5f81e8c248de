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
    double turnRad = 0.0; ///< counterclockwise from how it was
    QPointF at;           ///< on the widget
};

/// Paints field, layers, players, ball, drawings and ruler.
/// @param font of overlays
void paintFieldScene(QPainter& painter, const QRect& all, const FieldScene& scene,
                     const QFont& font);
/// Paints where an object would be put, and from where; the scene must have a frame.
void paintCarried(QPainter& painter, const FieldScene& scene, const CarriedObject& carried);
/// Paints a way in meters of the server frame; one of less than two points is not seen.
void paintWay(QPainter& painter, const FieldScene& scene, const QPolygonF& way_S);
/// Paints what is at a point in words, beside the point and inside of the view.
void paintTip(QPainter& painter, const FieldScene& scene, const QPointF& at, const QSize& view);

} // namespace sideline::widgets
