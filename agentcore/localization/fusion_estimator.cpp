#include "agentcore/localization/fusion_estimator.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "agentcore/game/constants.h"
#include "agentcore/localization/camera.h"
#include "agentcore/localization/hinge_drift.h"
#include "agentcore/localization/inertial_state.h"
#include "agentcore/localization/label_search.h"
#include "agentcore/localization/pose_search.h"
#include "agentcore/localization/vision_report.h"
#include "agentcore/math/angles.h"

namespace sideline::localization {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using math::radFromDeg;

using game::kGravityMps2;
using game::kStepS;
constexpr int kMaxMissed = 25;

// Uncertainty of a newly found pose.
constexpr InertialState::Spread kFound{radFromDeg(3.0), radFromDeg(4.0), 1.0, 0.4};
// A distant pose that is based on fewer than two landmarks is accepted only after several vision
// frames that did not fit.
constexpr int kStrangeVisionsOfOne = 5;
constexpr int kStrangeVisionsLost = 25;
constexpr double kLooseTurnRad = radFromDeg(2.0);
constexpr double kLooseM = 0.1;
constexpr double kLooseMps = 0.1;

constexpr double kQuietMps2 = 0.5;
constexpr double kQuietRadPerS = radFromDeg(30.0);
constexpr double kLevelRatio = 0.1;
constexpr double kBlindS = 0.5; // time without vision after which speed and height are limited
constexpr double kBlindSpeedMps = 3.0;
// Typical torso height without vision and its standard deviation, relative to the height on
// straight legs.
constexpr double kBlindHeightRatio = 0.91;
constexpr double kBlindSigmaRatio = 2.6;
// Uncertainty per cycle on rcssservermj, which samples its sensors at the end of a cycle.
constexpr double kInstantTurnRad = radFromDeg(0.05);
constexpr double kInstantMps = 0.03;
// Speed limit of a fallen robot without vision.
constexpr double kFallenCos = 0.5;
constexpr double kLyingMps = 0.2;
// Number of vision frames without a match near the last pose, after which the robot is assumed to
// have been moved.
constexpr int kMovedVisionFrames = 25;
constexpr double kLostM = 3.0;
constexpr double kLowestM = -0.3;

// A foot that reports a force under an upright body is assumed to be slightly below the ground. Its
// error is correlated over time, so a single cycle has a low weight.
constexpr double kFootHeightM = -0.0011;
constexpr double kFootSigmaM = 0.02;
constexpr double kFootGateM = 0.01;
constexpr double kMinForceN = 1.0;
// Maximum distance of the force from the foot's origin, relative to the standing torso's height.
constexpr double kFootReachRatio = 1.3;
constexpr double kUprightCos = 0.9;

// Plausible range of gyro and accelerometer readings, in the server's units.
bool isPlausible(const Vector3d& value) {
    return value.allFinite() && value.cwiseAbs().maxCoeff() < 1e4;
}

} // namespace

class FusionEstimator::Impl {
public:
    explicit Impl(const EstimatorOptions& options)
        : m_options(options),
          m_state(options.learnsCameraOffset ? options.noise.offsetSigmaM() : 0.0) {}

    PoseEstimate update(const PoseInput& input);
    void reset();

private:
    void chooseModel(const robot::RobotModel& model);
    [[nodiscard]] InertialReading read(const PoseInput& input) const;
    void move(const PoseInput& input, const InertialReading& reading);
    void see(const PoseInput& input);
    bool track(const PoseInput& input, const math::Pose& X_TC);
    void search(const PoseInput& input, const math::Pose& X_TC);
    void take(const math::Pose& X_TC, const CameraBelief& camera, const VisionFit& fit);
    void standOnFeet(const PoseInput& input);
    [[nodiscard]] PoseEstimate estimate() const;
    [[nodiscard]] VisionScene sceneOf(const PoseInput& input) const;
    [[nodiscard]] bool isMujoco() const {
        return m_model->traits().server == game::ServerKind::Rcssservermj;
    }
    std::optional<math::Pose> searchLabels(const PoseInput& input, const math::Pose& X_TC,
                                           std::span<const Matrix3d> tilts) const;
    void goTo(const PoseInput& input, const math::Pose& X_ST, const math::Pose& X_TC);

    EstimatorOptions m_options;
    VisionNoise m_noise; ///< noise of the robot's server, scaled by the options
    robot::RobotModelPtr m_model;
    robot::BodyId m_camera;
    bool m_isUsable = false;

    InertialState m_state;
    HingeDrift m_slack;
    VisionPoints m_points;
    PoseSearch m_search;
    CameraMatrix m_commonError = CameraMatrix::Zero();
    InertialReading m_reading;
    bool m_hasUp = false;
    bool m_isLocated = false;
    bool m_wasLocated = false;
    int m_strangeVisionFrames = 0;
    int m_cyclesSinceVision = 0;
    double m_blindS = 0.0;
};

void FusionEstimator::Impl::chooseModel(const robot::RobotModel& model) {
    m_model = model.shared();
    m_camera = model.cameraBody();
    // Directions that do not turn with the head contain no information about orientation.
    m_isUsable = m_camera.isValid() && !model.percepts().vision.hasStaticAxes;
    // The options are relative to SimSpark's noise.
    const game::ServerKind server = model.traits().server;
    m_noise = server == game::ServerKind::SimSpark
                  ? m_options.noise
                  : visionNoiseOf(server).scaled(m_options.noise.distanceRatio /
                                                 VisionNoise().distanceRatio);
    m_state = InertialState(m_options.learnsCameraOffset ? m_noise.offsetSigmaM() : 0.0);
    m_commonError.setZero();
    if (!m_options.learnsCameraOffset) {
        const double sigmaM = m_noise.offsetSigmaM();
        m_commonError.diagonal().tail<3>().setConstant(sigmaM * sigmaM);
    }
}

void FusionEstimator::Impl::reset() {
    m_isLocated = false;
    m_wasLocated = false;
    m_hasUp = false;
    m_strangeVisionFrames = 0;
    m_cyclesSinceVision = 0;
    m_blindS = 0.0;
    m_slack.reset();
}

VisionScene FusionEstimator::Impl::sceneOf(const PoseInput& input) const {
    return {*input.field, m_model->percepts().vision.cone};
}

PoseEstimate FusionEstimator::Impl::update(const PoseInput& input) {
    if (m_model.get() != input.model) {
        *this = Impl(m_options);
        chooseModel(*input.model);
    }
    if (input.diagnostics != nullptr) {
        input.diagnostics->clear();
    }
    if (!m_isUsable) {
        return {};
    }
    m_reading = read(input);
    ++m_cyclesSinceVision;
    // The vision percepts of rcssservermj are one cycle old and are compared with the pose of that
    // time.
    const bool isLate = isMujoco();
    if (isLate && input.percepts->vision) {
        see(input);
    }
    m_blindS += kStepS * (1 + m_reading.missedSteps);
    m_slack.advance(*m_model, m_camera, input.jointAnglesRad,
                    m_reading.hasGyro ? &m_reading.gyro_TRadPerS : nullptr, m_reading.missedSteps);
    m_state.renewCameraTurn(m_slack.renewedAxes());
    move(input, m_reading);
    const bool hasAngles = input.jointAnglesRad.size() >= input.model->joints().size();
    if (m_isLocated && hasAngles && m_state.pose().R(2, 2) > kUprightCos) {
        standOnFeet(input);
    }
    if (!isLate && input.percepts->vision) {
        see(input);
    }
    if (!m_state.isFinite()) {
        *this = Impl(m_options);
        chooseModel(*input.model);
        return {};
    }
    const PoseEstimate result = estimate();
    m_isLocated = m_isLocated && result.positionSigmaM < kLostM && result.X_ST.p.z() > kLowestM;
    if (input.diagnostics != nullptr) {
        input.diagnostics->stage = !m_isLocated                ? PoseStage::Searching
                                   : m_strangeVisionFrames > 0 ? PoseStage::Doubtful
                                   : m_blindS > kBlindS        ? PoseStage::Blind
                                                               : PoseStage::Tracking;
    }
    return m_isLocated ? result : estimate();
}

InertialReading FusionEstimator::Impl::read(const PoseInput& input) const {
    const protocol::Percepts& percepts = *input.percepts;
    InertialReading reading;
    if (!percepts.gyros.empty() && isPlausible(percepts.gyros.front().value)) {
        reading.hasGyro = true;
        reading.gyro_TRadPerS = percepts.gyros.front().value * radFromDeg(1.0);
    }
    if (!percepts.accelerometers.empty() && isPlausible(percepts.accelerometers.front().value)) {
        reading.hasAccelerometer = true;
        reading.acceleration_TMps2 = percepts.accelerometers.front().value;
    }
    // The server reports its clock with two decimals and advances it by 0.02 s in single
    // precision: differences of 0.01 to 0.03 s count as one step.
    if (std::isfinite(input.stepS) && input.stepS > 0.035) {
        reading.missedSteps =
            static_cast<int>(std::lround(std::min(input.stepS / kStepS, 1.0 + kMaxMissed))) - 1;
    }
    return reading;
}

void FusionEstimator::Impl::move(const PoseInput& input, const InertialReading& reading) {
    if (m_isLocated) {
        m_state.advance(reading);
        if (isMujoco()) {
            m_state.loosen(kInstantTurnRad, 0.0, kInstantMps);
            if (m_blindS > kBlindS && m_state.pose().R(2, 2) < kFallenCos) {
                m_state.correctSpeed(kLyingMps);
            }
        }
        if (m_state.isStill()) {
            m_state.correctRest();
        }
        if (input.odometry) {
            m_state.guessMove(input.odometry->move_TM, input.odometry->turnRad,
                              input.odometry->sigmaM, input.odometry->sigmaRad);
        }
        if (m_blindS > kBlindS) {
            m_state.correctSpeed(kBlindSpeedMps);
            const double standingM = m_model->standingTorsoM();
            m_state.correctHeight(Vector3d::Zero(), kBlindHeightRatio * standingM,
                                  kBlindSigmaRatio * standingM, 10.0);
        }
        return;
    }
    m_state.turn(reading);
    const Vector3d& up_T = reading.acceleration_TMps2;
    const bool isQuiet = reading.hasAccelerometer &&
                         std::abs(up_T.norm() - kGravityMps2) < kQuietMps2 &&
                         reading.gyro_TRadPerS.norm() < kQuietRadPerS;
    if (isQuiet) {
        m_state.level(up_T, m_hasUp ? kLevelRatio : 1.0);
        m_hasUp = true;
    }
}

void FusionEstimator::Impl::see(const PoseInput& input) {
    m_points.take(*input.percepts->vision, *input.field, m_noise);
    if (m_points.isEmpty() || !m_slack.isKnown()) {
        return;
    }
    const math::Pose& X_TC = m_slack.X_TC();
    if (!m_isLocated || !track(input, X_TC)) {
        search(input, X_TC);
    }
}

// Corrects the belief with a vision frame; returns false if it does not fit.
bool FusionEstimator::Impl::track(const PoseInput& input, const math::Pose& X_TC) {
    const CameraBelief camera = m_state.camera(X_TC);
    m_points.nameLabels(camera, *input.field);
    const VisionFit fit = fitVision(m_points, camera, sceneOf(input), m_commonError);
    if (input.diagnostics != nullptr) {
        reportVision(m_points, camera, fit, *input.field, *input.diagnostics);
    }
    const int landmarks = static_cast<int>(m_points.landmarks().size());
    const int lines = static_cast<int>(m_points.lines().size());
    const bool linesFit = 4 * fit.linesStrange <= lines && fit.linesUsed >= 3;
    const bool landmarksMiss = 2 * fit.landmarksUsed < landmarks;
    const bool linesMiss =
        (landmarks == 0 && lines >= 3 && 2 * fit.linesStrange > lines) ||
        (fit.landmarksUsed < 2 && lines >= 4 && 4 * fit.linesStrange > 3 * lines);
    const bool isStrange = landmarksMiss || linesMiss;
    if (!isStrange || linesFit) {
        if (fit.landmarksUsed + fit.linesUsed > 0) {
            take(X_TC, camera, fit);
        }
    } else {
        m_state.loosen(kLooseTurnRad, kLooseM, kLooseMps);
    }
    m_strangeVisionFrames = isStrange ? m_strangeVisionFrames + 1 : 0;
    return !isStrange;
}

void FusionEstimator::Impl::take(const math::Pose& X_TC, const CameraBelief& camera,
                                 const VisionFit& fit) {
    m_state.correct(X_TC, camera, fit.information.withCommonError(m_commonError), fit.at);
    m_cyclesSinceVision = 0;
    m_blindS = 0.0;
}

// Searches for another pose and adopts it if it is certain.
void FusionEstimator::Impl::search(const PoseInput& input, const math::Pose& X_TC) {
    std::array<Matrix3d, 4> tilts;
    std::size_t tiltCount = 0;
    if (m_hasUp || m_wasLocated) {
        tilts[tiltCount++] = m_state.pose().R;
    }
    if (const auto up_C = upByLines(m_points)) {
        tilts[tiltCount++] = levelled(X_TC.R * *up_C);
    }
    const Vector3d& up_T = m_reading.acceleration_TMps2;
    if (m_reading.hasAccelerometer && std::abs(up_T.norm() - kGravityMps2) < kQuietMps2) {
        tilts[tiltCount++] = levelled(up_T);
    }
    tilts[tiltCount++] = Matrix3d::Identity();
    if (m_points.hasLabels()) {
        const auto found = searchLabels(input, X_TC, std::span(tilts).first(tiltCount));
        if (found) {
            goTo(input, *found, X_TC);
        } else if (!m_isLocated) {
            ++m_strangeVisionFrames;
        } else if (m_strangeVisionFrames >= kStrangeVisionsLost) {
            m_isLocated = false;
        }
        return;
    }
    const VisionScene scene = sceneOf(input);
    SearchInput order{m_points,
                      scene,
                      X_TC,
                      m_state.offset_C(),
                      m_state.offsetSigmaM(),
                      m_model->standingTorsoM(),
                      std::span(tilts).first(tiltCount),
                      std::nullopt};
    if (m_wasLocated) {
        order.last_ST = m_state.pose();
    }
    const std::optional<FoundPose> found = m_search.find(order);
    if (input.diagnostics != nullptr) {
        for (const FoundPose& other : m_search.weighed()) {
            input.diagnostics->candidates_ST.push_back(other.X_ST);
        }
        input.diagnostics->note =
            m_isLocated ? "vision does not fit: searched for another pose" : "searched for a pose";
    }
    const bool isEnough = !m_isLocated || m_points.landmarks().size() >= 2 ||
                          m_strangeVisionFrames >= kStrangeVisionsOfOne;
    if (found && found->isCertain && isEnough) {
        goTo(input, found->X_ST, X_TC);
    } else if (m_strangeVisionFrames >= kStrangeVisionsLost) {
        m_isLocated = false;
    }
}

void FusionEstimator::Impl::goTo(const PoseInput& input, const math::Pose& X_ST,
                                 const math::Pose& X_TC) {
    m_state.start(X_ST, kFound);
    m_isLocated = true;
    m_wasLocated = true;
    m_hasUp = true;
    m_strangeVisionFrames = 0;
    const CameraBelief camera = m_state.camera(X_TC);
    m_points.nameLabels(camera, *input.field);
    take(X_TC, camera, fitVision(m_points, camera, sceneOf(input), m_commonError));
    if (input.diagnostics != nullptr) {
        input.diagnostics->note = "found by a search over the whole field";
    }
}

std::optional<math::Pose> FusionEstimator::Impl::searchLabels(
    const PoseInput& input, const math::Pose& X_TC, std::span<const Matrix3d> tilts) const {
    LabelSearchInput order{.vision = m_points,
                           .field = *input.field,
                           .X_TC = X_TC,
                           .tilts = tilts,
                           .last_ST = std::nullopt,
                           .standingTorsoM = m_model->standingTorsoM()};
    if (m_wasLocated && m_strangeVisionFrames < kMovedVisionFrames) {
        order.last_ST = m_state.pose();
    } else {
        order.side = input.percepts->ownSide == "left"    ? game::Side::Left
                     : input.percepts->ownSide == "right" ? game::Side::Right
                                                          : game::Side::None;
    }
    return findByLabels(order);
}

// Assumes ground contact under the foot.
void FusionEstimator::Impl::standOnFeet(const PoseInput& input) {
    for (std::size_t i = 0; i < input.percepts->forces.size(); ++i) {
        const protocol::ForcePercept& percept = input.percepts->forces[i];
        if (!percept.centerM.allFinite() ||
            percept.centerM.norm() > kFootReachRatio * m_model->standingTorsoM() ||
            !(percept.forceN.norm() > kMinForceN)) {
            continue;
        }
        const auto sensor =
            std::ranges::find_if(m_model->percepts().perceptors, [&](const auto& perceptor) {
                return perceptor.kind == robot::PerceptorKind::ForceResistance &&
                       perceptor.name == percept.name;
            });
        if (sensor == m_model->percepts().perceptors.end()) {
            continue;
        }
        const math::Pose X_TFoot = poseInTorso(*m_model, sensor->body, input.jointAnglesRad);
        const double squaredSigmas =
            m_state.correctHeight(X_TFoot * percept.centerM, kFootHeightM, kFootSigmaM, kFootGateM);
        if (input.diagnostics != nullptr) {
            ObservationReport report;
            report.kind = ObservationKind::Foot;
            report.verdict = squaredSigmas < 0.0 ? Verdict::Refused : Verdict::Used;
            report.index = static_cast<int>(i);
            report.squaredSigmas = std::max(squaredSigmas, 0.0);
            report.dimension = 1;
            report.gate = gateFor(1);
            input.diagnostics->observations.push_back(report);
        }
    }
}

PoseEstimate FusionEstimator::Impl::estimate() const {
    PoseEstimate result;
    result.X_ST.R = m_state.pose().R;
    result.cyclesSinceVision = m_cyclesSinceVision;
    if (!m_isLocated) {
        return result;
    }
    result.isValid = true;
    result.X_ST = m_state.pose();
    result.covariance = m_state.poseCovariance();
    // The chain to the head adds the rounding errors of joint angles.
    result.covariance.diagonal().head<3>().array() +=
        InertialState::kCameraTurnSigmaRad * InertialState::kCameraTurnSigmaRad;
    if (!m_options.learnsCameraOffset) {
        // The camera's offset is constant and therefore remains in the position error.
        const double sigmaM = m_noise.offsetSigmaM();
        result.covariance.diagonal().tail<3>().array() += sigmaM * sigmaM;
    }
    result.hasCovariance = true;
    result.positionSigmaM = std::sqrt(std::max(result.covariance(3, 3), result.covariance(4, 4)));
    result.headingSigmaRad = std::sqrt(result.covariance(2, 2));
    result.velocity_SMps = m_state.velocity_SMps();
    if (m_options.learnsCameraOffset) {
        result.cameraOffset_CM = m_state.offset_C();
        result.cameraOffsetSigmaM = m_state.offsetSigmaM();
    }
    return result;
}

FusionEstimator::FusionEstimator(const EstimatorOptions& options)
    : m_impl(std::make_unique<Impl>(options)) {}
FusionEstimator::~FusionEstimator() = default;

PoseEstimate FusionEstimator::update(const PoseInput& input) {
    return m_impl->update(input);
}

void FusionEstimator::reset() {
    m_impl->reset();
}

std::unique_ptr<PoseEstimator> FusionEstimator::clone() const {
    auto copy = std::make_unique<FusionEstimator>();
    *copy->m_impl = *m_impl;
    return copy;
}

} // namespace sideline::localization
