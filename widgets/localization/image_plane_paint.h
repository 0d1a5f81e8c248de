#pragma once

#include <vector>

#include <QImage>
#include <QPainter>
#include <QPalette>

#include "agentcore/field/field_model.h"
#include "widgets/localization/camera_picture.h"
#include "widgets/localization/observation_text.h"

namespace sideline::widgets {

/// Maps directions (theta, phi in degrees) to the pixels of a widget.
struct PlaneTransform {
    double pxPerDeg = 3.0; ///< horizontal scale
    double stretch = 1.0;  ///< vertical scale divided by the horizontal scale
    QPointF centerDeg;
    QPointF middlePx; ///< middle of the widget

    [[nodiscard]] double pxPerDegUp() const { return pxPerDeg * stretch; }
    /// Converts a difference of directions to pixels.
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

/// Display options of the picture.
struct PlaneLook {
    QPointF halfViewDeg{60.0, 60.0};
    int residualScale = 5; ///< magnification of residuals
    bool showsTruth = false;
    int highlighted = -1; ///< index of an observation in the vision frame
    int hovered = -1;
    QColor belief{Qt::white}; ///< color of the chosen belief
};

/// Paints sky, grass and surroundings as seen by a camera; coarse, one pixel for every
/// `kGroundCellPx` of the widget in each direction.
/// @param isDark whether the palette is dark
inline constexpr int kGroundCellPx = 3;
[[nodiscard]] QImage paintGround(const QSize& size, const PlaneTransform& transform,
                                 const CameraPicture& picture, const field::FieldDimensions& field,
                                 bool isDark);

/// Paints everything above the ground, except words at the rim and the tooltip.
void paintPicture(QPainter& painter, const PlaneTransform& transform, const CameraPicture& picture,
                  const PlaneLook& look, const QSize& size);

/// Paints a box with a small table beside a point.
void paintTip(QPainter& painter, const ObservationTip& tip, const QPointF& at, const QSize& size);

/// Paints a short text that is readable on any part of the picture.
void paintWords(QPainter& painter, const QRectF& box, Qt::Alignment alignment, const QString& text,
                const QColor& color);

/// Distance of a mark from a point of the widget, px; symbols take precedence over lines.
[[nodiscard]] double distanceOf(const PictureMark& mark, const PlaneTransform& transform,
                                const QPointF& px);

} // namespace sideline::widgets
