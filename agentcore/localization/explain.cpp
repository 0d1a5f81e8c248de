#include "agentcore/localization/explain.h"

#include "agentcore/localization/camera.h"
#include "agentcore/localization/vision_report.h"
#include "agentcore/math/rotation.h"

namespace sideline::localization {

namespace {

using Eigen::Matrix3d;

// Computes the covariance of the camera's rotation and translation from the covariance of the
// torso's.
CameraMatrix cameraCovariance(const PoseEstimate& belief, const math::Pose& X_TC) {
    PoseCovariance covariance = PoseCovariance::Zero();
    if (belief.hasCovariance && belief.covariance.allFinite()) {
        covariance = belief.covariance;
    } else {
        const double heading = belief.headingSigmaRad;
        const double place = belief.positionSigmaM;
        covariance.diagonal() << 0.0, 0.0, heading * heading, place * place, place * place, 0.0;
    }
    const Matrix3d R_CS = (belief.X_ST.R * X_TC.R).transpose();
    CameraMatrix rows = CameraMatrix::Zero();
    rows.topLeftCorner<3, 3>() = R_CS;
    rows.bottomLeftCorner<3, 3>() = R_CS * math::crossMatrix(belief.X_ST.R * X_TC.p);
    rows.bottomRightCorner<3, 3>() = -R_CS;
    return rows * covariance * rows.transpose();
}

} // namespace

void explainVision(const PoseInput& input, const PoseEstimate& belief, const VisionNoise& noise,
                   PoseDiagnostics& diagnostics) {
    diagnostics.clear();
    const robot::BodyId camera = input.model->cameraBody();
    if (!input.percepts->vision || !camera.isValid()) {
        return;
    }
    const bool hasJoints = input.jointAnglesRad.size() >= input.model->joints().size();
    explainVision(*input.percepts->vision, *input.model, *input.field,
                  hasJoints ? cameraInTorso(*input.model, camera, input.jointAnglesRad)
                            : math::Pose(),
                  hasJoints ? belief : PoseEstimate(), noise, diagnostics);
}

void explainVision(const protocol::VisionPercept& vision, const robot::RobotModel& model,
                   const field::FieldModel& field, const math::Pose& X_TC,
                   const PoseEstimate& belief, const VisionNoise& noise,
                   PoseDiagnostics& diagnostics) {
    diagnostics.clear();
    VisionPoints points;
    points.take(vision, field, noise);
    if (!belief.isValid || !belief.X_ST.R.allFinite() || !belief.X_ST.p.allFinite()) {
        reportUnplaced(points, field, diagnostics);
        return;
    }
    CameraBelief believed;
    believed.X_SC = belief.X_ST * X_TC;
    believed.offset_C = belief.cameraOffset_CM;
    believed.covariance = cameraCovariance(belief, X_TC);
    points.nameLabels(believed, field);
    // An offset that is not estimated is uniformly distributed within its bounds.
    const double offsetSigmaM =
        belief.cameraOffsetSigmaM > 0.0 ? belief.cameraOffsetSigmaM : noise.offsetSigmaM();
    CameraMatrix offset = CameraMatrix::Zero();
    offset.diagonal().tail<3>().setConstant(offsetSigmaM * offsetSigmaM);
    const VisionScene scene{field, model.percepts().vision.cone};
    reportVision(points, believed, judgeVision(points, believed, scene, offset), field,
                 diagnostics);
    diagnostics.stage = PoseStage::Tracking;
}

} // namespace sideline::localization
