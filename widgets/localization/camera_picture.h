#pragma once

#include <array>
#include <vector>

#include <QColor>
#include <QPointF>
#include <QPolygonF>
#include <QString>

#include <Eigen/Core>

#include "agentcore/field/field_model.h"
#include "agentcore/localization/diagnostics.h"
#include "widgets/localization/localize_view.h"

namespace sideline::widgets {

/// Directions from a camera are points: x is theta in degrees, positive to the left, y is phi,
/// positive upward.
[[nodiscard]] QPointF directionOf(const Eigen::Vector3d& p_C);
/// The point of a direction, in the camera's frame, m.
[[nodiscard]] Eigen::Vector3d pointSeen(const protocol::Polar& polar);
/// A line segment in space as seen by the camera: one curve, or two where it passes
/// behind the camera. Empty for a line that is not finite.
[[nodiscard]] std::vector<QPolygonF> seenCurve(const Eigen::Vector3d& from_C,
                                               const Eigen::Vector3d& to_C);

/// An observation of landmarks or lines, ready to be drawn. All points are in degrees, as above.
struct PictureMark {
    int observation = 0; ///< index in the vision frame
    QString name;
    localization::ObservationKind kind = localization::ObservationKind::CornerFlag;
    localization::Verdict verdict = localization::Verdict::Unused;
    double sigmas = 0.0;
    std::size_t pointCount = 0;
    bool hasPrediction = false;
    std::array<QPointF, 2> measured;
    std::array<QPointF, 2> predicted;
    /// Measured minus predicted; at line ends that are cut off by the view, without the component
    /// along the line.
    std::array<QPointF, 2> residual;
    std::array<QPointF, 2> sigma; ///< one standard deviation of the noise
    QPointF foot;                 ///< for goal posts: direction at the ground minus that at the top
    std::vector<QPolygonF> measuredCurve; ///< only for lines
    std::vector<QPolygonF> predictedCurve;
};

/// A ball or player.
struct SeenObject {
    QString name;
    QColor color;
    bool isBall = false;
    QPointF low; ///< ground position; for balls, the center
    QPointF high;
    double radiusDeg = 0.0;
};

/// Contents of the camera's picture.
struct CameraPicture {
    bool hasPose = false; ///< the camera's pose is known; otherwise only measurements are shown
    math::Pose X_SC;
    std::vector<PictureMark> marks;
    std::vector<QPolygonF> lines; ///< lines of the field, as predicted by the belief
    std::vector<QPolygonF> goals;
    /// Lines and goals as predicted from the true pose, using the learned camera offset; empty if
    /// the truth is unknown.
    std::vector<QPolygonF> trueLines;
    std::vector<SeenObject> things;
};
[[nodiscard]] CameraPicture makePicture(const LocalizeInstant& instant,
                                        const field::FieldModel& field);

} // namespace sideline::widgets
