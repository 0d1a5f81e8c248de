#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <QPointF>
#include <QString>
#include <QTransform>

#include <Eigen/Core>

#include "agentcore/field/field_model.h"
#include "widgets/localization/localize_view.h"

namespace sideline::widgets {

/// Converts meters of the server frame to pixels, with the functions that painters need.
struct MapScale {
    explicit MapScale(const QTransform& transform)
        : toWidget(transform), pxPerM(std::sqrt(std::abs(transform.determinant()))) {}
    QTransform toWidget;
    double pxPerM;

    [[nodiscard]] QPointF at(const QPointF& p_S) const { return toWidget.map(p_S); }
    [[nodiscard]] QPointF at(const Eigen::Vector3d& p_S) const {
        return toWidget.map(QPointF(p_S.x(), p_S.y()));
    }
    /// A unit vector on the screen for a heading on the field.
    [[nodiscard]] QPointF towards(double headingRad) const {
        return (toWidget.map(QPointF(std::cos(headingRad), std::sin(headingRad))) -
                toWidget.map(QPointF())) /
               pxPerM;
    }
    /// Opacity of names: 0 while a meter covers at most `from` pixels, 1 from `to` pixels on.
    [[nodiscard]] double fade(double from, double to) const {
        return std::clamp((pxPerM - from) / (to - from), 0.0, 1.0);
    }
};

/// An observation of a vision frame, projected onto the ground by the chosen belief.
struct SeenMark {
    int observation = 0; ///< index in the vision frame
    localization::ObservationKind kind = localization::ObservationKind::CornerFlag;
    localization::Verdict verdict = localization::Verdict::Unused;
    std::size_t pointCount = 0;
    std::array<QPointF, 2> seen_S;
    std::array<QPointF, 2> known_S; ///< true position; only valid if `hasKnown`
    bool hasKnown = false;
    int fieldLine = -1;
    double sigmas = 0.0;
    QString name;
    [[nodiscard]] bool isLine() const { return kind == localization::ObservationKind::Line; }
};

/// Whether there is a vision frame, and a belief that contains the camera pose at that time.
[[nodiscard]] bool isVisionPlaced(const LocalizeInstant& instant);

/// Landmarks and lines of the instant's vision frame; none unless `isVisionPlaced`. Omits those
/// that cannot be projected (values that are not finite).
[[nodiscard]] std::vector<SeenMark> seenMarks(const LocalizeInstant& instant,
                                              const field::FieldModel& field);

/// Number of sigmas of ellipses and wedges.
inline constexpr double kSigmas = 2.0;
/// An ellipse on the ground, meters.
struct GroundEllipse {
    double largeM = 0.0; ///< semi-axes
    double smallM = 0.0;
    double angleRad = 0.0; ///< angle of the major axis, in S
};
/// The ellipse of a point for this number of standard deviations. The semi-axes are 0 for an
/// invalid covariance.
[[nodiscard]] GroundEllipse ellipseOf(const Eigen::Matrix2d& covariance_S, double sigmas);
/// The ellipse of a belief's position; a circle if it reports no covariance.
[[nodiscard]] GroundEllipse ellipseOf(const localization::PoseEstimate& estimate, double sigmas);

/// `6.4 mm`, `123 mm`, `1.23 m`: a length for display.
[[nodiscard]] QString lengthText(double meters);

} // namespace sideline::widgets
