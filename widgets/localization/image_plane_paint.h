#pragma once

#include <vector>

#include <QImage>
#include <QPainter>
#include <QPalette>

#include "agentcore/field/field_model.h"
#include "widgets/localization/camera_picture.h"
#include "widgets/localization/observation_text.h"

namespace sideline::widgets {

/// From directions (theta, phi in degrees) to the pixels of a widget.
struct PlaneTransform {
    double pxPerDeg = 3.0; ///< across
    double stretch = 1.0;  ///< so many times as many upwards
    QPointF centerDeg;
    QPointF middlePx; ///< of the widget

    [[nodiscard]] double pxPerDegUp() const { return pxPerDeg * stretch; }
    /// A difference of directions as one of places.
    [[nodiscard]] QPointF wayOf(const QPointF& deg) const {
        return {-deg.x() * pxPerDeg, -deg.y() * pxPerDegUp()};
    }
    [[nodiscard]] QPointF toWidget(const QPointF& deg) const {
        return {middlePx.x() - (deg.x() - centerDeg.x()) * pxPerDeg,
                middlePx.y() - (deg.y() - centerDeg.y()) * pxPerDegUp()};
    }
    [[nodiscard]] QPointF toDirection(const QPointF& px) const {
        return {centerDeg.x() - (px.x() - middlePx.x()) / pxPerDeg,
                centerDeg.y() - (px.y() - middlePx.y()) / pxPerDegUp()};
    }
    [[nodiscard]] QPolygonF toWidget(const QPolygonF& curve) const {
        QPolygonF result;
        result.reserve(curve.size());
        for (const QPointF& point : curve) {
            result << toWidget(point);
        }
        return result;
    }
};

/// What is on the picture besides the picture.
struct PlaneLook {
    QPointF halfViewDeg{60.0, 60.0};
    int residualScale = 5; ///< residuals are drawn so many times as long
    bool showsTruth = false;
    int highlighted = -1; ///< index of an observation in the vision frame
    int hovered = -1;
    QColor belief{Qt::white}; ///< color of the chosen belief
};

/// Sky, grass and what is around it as a camera sees them; coarse, one pixel for every
/// `kGroundCellPx` of the widget each way.
/// @param isDark for dark palettes
inline constexpr int kGroundCellPx = 3;
[[nodiscard]] QImage paintGround(const QSize& size, const PlaneTransform& transform,
                                 const CameraPicture& picture, const field::FieldDimensions& field,
                                 bool isDark);

/// Everything on the ground's picture, but for words at the rim and under the mouse.
void paintPicture(QPainter& painter, const PlaneTransform& transform, const CameraPicture& picture,
                  const PlaneLook& look, const QSize& size);

/// A box with a small table beside a place.
void paintTip(QPainter& painter, const ObservationTip& tip, const QPointF& at, const QSize& size);

/// A short text that can be read on any part of the picture.
void paintWords(QPainter& painter, const QRectF& box, Qt::Alignment alignment, const QString& text,
                const QColor& color);

/// How far a mark is from a place on the widget, px; symbols count before lines.
[[nodiscard]] double distanceOf(const PictureMark& mark, const PlaneTransform& transform,
                                const QPointF& px);

} // namespace sideline::widgets
