#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <vector>

#include <QColor>
#include <QPen>
#include <QPointF>
#include <QString>

#include <Eigen/Core>

#include "agentcore/localization/diagnostics.h"
#include "agentcore/localization/methods.h"
#include "agentcore/localization/pose_estimator.h"
#include "agentcore/math/pose.h"

namespace sideline::widgets {

/// Layers of the map of the *Localize* layout, switched separately.
enum class LocalizeLayer : std::uint8_t {
    Truth,      ///< true pose of the robot
    Beliefs,    ///< pose according to each estimator
    Ellipses,   ///< two sigmas of each belief
    Trails,     ///< the last few seconds of truth and beliefs
    Candidates, ///< other poses that the chosen estimator considered
    Landmarks,  ///< observed flags and posts as placed by the chosen belief, connected to the true
                ///< ones
    Lines,      ///< observed lines as placed by the chosen belief, connected to the field's lines
    ViewCone,   ///< visible ground
    Ball,       ///< believed ball, its ellipse and predicted path, compared with the true one
    Players,    ///< believed players compared with the true ones
};
inline constexpr std::size_t kLocalizeLayerCount = 10;
using LocalizeLayers = std::bitset<kLocalizeLayerCount>;

/// All except candidates.
[[nodiscard]] LocalizeLayers defaultLocalizeLayers();
[[nodiscard]] inline bool has(const LocalizeLayers& layers, LocalizeLayer layer) {
    return layers.test(static_cast<std::size_t>(layer));
}
/// Name of a layer for display, such as `Field lines`; its description in a sentence.
[[nodiscard]] QString nameOf(LocalizeLayer layer);
[[nodiscard]] QString aboutLayer(LocalizeLayer layer);

/// Error of a belief at the instant shown.
struct BeliefError {
    double groundM = 0.0;
    double headingRad = 0.0; ///< signed
};

/// An estimator's belief at the instant shown. Server frame S.
struct BeliefMark {
    int id = 0; ///< id of the estimator's row
    QString name;
    QColor color;
    localization::PoseEstimate estimate;
    math::Pose X_SC; ///< camera according to the belief
    std::optional<BeliefError> error;
    std::vector<QPointF> trail_S; ///< path of the camera, the newest point last
};

struct TruthMark {
    Eigen::Vector3d p_SCamera = Eigen::Vector3d::Zero();
    double headingRad = 0.0; ///< heading of the camera's forward axis
    std::vector<QPointF> trail_S;
};

/// A believed ball or player, and its true state.
struct ObjectMark {
    QString name; ///< such as `Ball`, `Sideline 4`
    QColor color;
    Eigen::Vector3d p_S = Eigen::Vector3d::Zero();
    Eigen::Matrix2d covariance_S = Eigen::Matrix2d::Zero(); ///< covariance on the ground, m^2
    Eigen::Vector3d velocity_SMps = Eigen::Vector3d::Zero();
    std::vector<QPointF> path_S; ///< predicted path
    double ageS = 0.0;
    std::optional<Eigen::Vector3d> truth_S;
    std::optional<double> headingRad;
    bool isFallen = false;
    bool isBall = false;
};

/// Contents of the *Localize* layout for one instant.
struct LocalizeInstant {
    double timeS = 0.0; ///< record time
    std::size_t cycle = 0;
    std::vector<BeliefMark> beliefs; ///< beliefs of the estimators that are shown
    int chosen = -1;                 ///< index in `beliefs`; its observations are shown; -1: none
    std::optional<TruthMark> truth;
    /// The newest vision frame at or before the instant, as processed by the chosen estimator.
    localization::PoseDiagnostics vision;
    math::Pose X_SCAtVision; ///< camera of the chosen belief in that vision frame's cycle
    std::optional<math::Pose> truth_SCAtVision; ///< the true camera pose, if fully known
    Eigen::Vector3d cameraOffset_CM = Eigen::Vector3d::Zero(); ///< learned by the chosen estimator
    double visionAgeS = 0.0;
    bool hasVision = false;
    double halfViewWidthRad = 1.0471975511965976; ///< half of the camera's field of view
    double halfViewHeightRad = 1.0471975511965976;
    std::vector<ObjectMark> things;
};

/// The color for a residual in sigmas: green below 1, yellow at 2, red from 4; gray if it is not
/// finite.
[[nodiscard]] QColor residualColor(double sigmas);
/// A pen in the color of a residual, thicker for more sigmas, and dashed from 4 on, so that it is
/// distinguishable without colors.
[[nodiscard]] QPen residualPen(double sigmas);
/// Sigmas of an observation as one number: square root of `squaredSigmas / dimension`; 0 without
/// any.
[[nodiscard]] double sigmasOf(const localization::ObservationReport& report);
/// Name of a line of the field, such as `middle line`, `right penalty area, front`, `center circle
/// 3`; left and right, upper and lower are those of the server frame. Empty for -1.
/// @param fieldLine index in `FieldModel::lines()`
[[nodiscard]] QString nameOfFieldLine(int fieldLine);
/// A short name for an observation, such as `F1L`, `upper side line`, `line 3` (unmatched; counted
/// from 1), `foot 1`, `gravity`.
/// @param field field that provides the names of landmarks
[[nodiscard]] QString nameOfObservation(const localization::ObservationReport& report,
                                        const field::FieldModel& field);

} // namespace sideline::widgets
