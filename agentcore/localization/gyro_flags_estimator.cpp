#include "agentcore/localization/gyro_flags_estimator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "agentcore/localization/camera.h"
#include "agentcore/localization/inertial_filter.h"
#include "agentcore/math/angles.h"

namespace sideline::localization {

namespace {

using Eigen::Vector3d;
using math::radFromDeg;

constexpr double kGravityMps2 = 9.81;
constexpr double kLongestStepS = 0.5;

// Noise of the server's vision (simspark.md 3.2), rounding and the camera's offset.
constexpr double kDistanceNoise = 0.000965;
constexpr double kSidewaysNoiseRad = radFromDeg(0.1480);
constexpr double kUpwardsNoiseRad = radFromDeg(0.1225);
constexpr double kOffsetM = 0.004;

constexpr std::size_t kMaxLandmarks = 16;
constexpr double kGate = 25.0;    // squared sigmas of a landmark's three numbers
constexpr int kStrangeSights = 3; // as many sights in a row must not fit to look for a new pose
constexpr int kStrangeSightsLost = 25; // then nothing is believed any more
constexpr double kJumpM = 0.6;         // further away in one sight than any robot gets by itself
// A first fit may miss the landmarks by so much, and more the further away they are.
constexpr double kFitM = 0.2;
constexpr double kFitRad = 0.04;
// A torso's height, standing and lying, and how much that says.
constexpr double kStandingM = 0.37;
constexpr double kLyingM = 0.12;
constexpr double kHeightSigmaM = 0.15;
// A foot that tells a force stands on the ground, mostly.
constexpr double kFootSigmaM = 0.015;
constexpr double kFootGateM = 0.08;
constexpr double kMinForceN = 1.0;
constexpr double kLowestM = -0.15;
constexpr double kUprightCos = 0.7;
constexpr double kLostM = 3.0;
constexpr double kBlindS = 0.5; // without landmarks for longer, nothing fast or high is believed

// A located robot is at rest when the accelerometer tells gravity alone for a while.
constexpr double kRestMps2 = 0.03;
constexpr double kRestRadPerS = radFromDeg(0.3);
constexpr int kRestCycles = 5;
constexpr double kQuietMps2 = 0.5;
constexpr double kQuietRadPerS = radFromDeg(30.0);
constexpr double kRestTiltRad = radFromDeg(0.2);
// How far from upright the accelerometer may point while a body moves gently: by so much, and more
// the more it tells besides gravity.
constexpr double kQuietTiltRad = radFromDeg(1.0);
constexpr double kQuietTiltPerExcess = radFromDeg(6.0); // per m/s^2
constexpr double kQuietTiltPerRate = 0.1;               // rad per rad/s
constexpr double kLiveTiltRad = radFromDeg(30.0);

constexpr InertialFilter::Spread kUnknown{radFromDeg(3.0), math::kPi, 0.5, 20.0};
constexpr InertialFilter::Spread kLocated{radFromDeg(4.0), radFromDeg(4.0), 1.0, 0.5};

// A landmark that is known and was seen.
struct Observation {
    Vector3d p_S = Vector3d::Zero(); ///< where it is
    Vector3d p_C = Vector3d::Zero(); ///< where it was seen
};

// Three numbers of an observation against the prediction: along the ray, to the side, upwards.
struct Comparison {
    Eigen::Matrix<double, 3, InertialFilter::kSize> rows;
    Vector3d residual = Vector3d::Zero();
    Vector3d sigma = Vector3d::Zero();
};

Comparison compare(const Observation& seen, const math::Pose& X_ST, const math::Pose& X_TC,
                   double lagS) {
    const double distanceM = seen.p_C.norm();
    const Vector3d ray = seen.p_C / distanceM;
    const Vector3d left = Vector3d(-ray.y(), ray.x(), 0.0).stableNormalized();
    Eigen::Matrix3d R_RayC;
    R_RayC << ray.transpose(), left.transpose(), ray.cross(left).transpose();
    const Vector3d fromTorso_S = seen.p_S - X_ST.p;
    const Vector3d predicted_C = X_TC.inverse() * (X_ST.R.transpose() * fromTorso_S);
    const Eigen::Matrix3d R_RayS = R_RayC * X_TC.R.transpose() * X_ST.R.transpose();
    Eigen::Matrix3d cross;
    cross << 0.0, -fromTorso_S.z(), fromTorso_S.y(), fromTorso_S.z(), 0.0, -fromTorso_S.x(),
        -fromTorso_S.y(), fromTorso_S.x(), 0.0;
    Comparison result;
    result.rows << R_RayS * cross, -lagS * R_RayS, -R_RayS;
    result.residual = R_RayC * (seen.p_C - predicted_C);
    result.sigma = Vector3d(distanceM * kDistanceNoise, distanceM * kSidewaysNoiseRad,
                            distanceM * kUpwardsNoiseRad);
    result.sigma = (result.sigma.array().square() + kOffsetM * kOffsetM).sqrt();
    return result;
}

// A turn about the vertical and a shift that put what was seen onto what is known.
struct Fit {
    double turnRad = 0.0;
    Vector3d p_S = Vector3d::Zero();
    double cost = 0.0; ///< squared sigmas by which landmarks and height miss
};

// Heading and position from two or more landmarks, when the tilt is known: the weighted fit of
// Umeyama (1991) in the plane, heights apart.
std::optional<Fit> fitPose(std::span<const Observation> seen, const Eigen::Matrix3d& R_LevelT,
                           const math::Pose& X_TC) {
    std::array<Vector3d, kMaxLandmarks> seen_Level;
    Vector3d meanSeen = Vector3d::Zero();
    Vector3d meanKnown = Vector3d::Zero();
    double sum = 0.0;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        seen_Level[i] = R_LevelT * (X_TC * seen[i].p_C);
        const double weight = 1.0 / seen[i].p_C.squaredNorm();
        meanSeen += weight * seen_Level[i];
        meanKnown += weight * seen[i].p_S;
        sum += weight;
    }
    if (seen.size() < 2) {
        return std::nullopt;
    }
    meanSeen /= sum;
    meanKnown /= sum;
    double along = 0.0;
    double across = 0.0;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        const Vector3d a = seen_Level[i] - meanSeen;
        const Vector3d b = seen[i].p_S - meanKnown;
        const double weight = 1.0 / seen[i].p_C.squaredNorm();
        along += weight * (a.x() * b.x() + a.y() * b.y());
        across += weight * (a.x() * b.y() - a.y() * b.x());
    }
    Fit fit;
    fit.turnRad = std::atan2(across, along);
    const Eigen::AngleAxisd turn(fit.turnRad, Vector3d::UnitZ());
    fit.p_S = meanKnown - turn * meanSeen;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        const double errorM = (fit.p_S + turn * seen_Level[i] - seen[i].p_S).norm();
        if (!(errorM < kFitM + kFitRad * seen[i].p_C.norm())) {
            return std::nullopt; // no such view: the tilt is wrong, or the names are
        }
        fit.cost += std::pow(errorM / (0.05 + kSidewaysNoiseRad * seen[i].p_C.norm()), 2);
    }
    const double heightM = R_LevelT(2, 2) > kUprightCos ? kStandingM : kLyingM;
    fit.cost += std::pow((fit.p_S.z() - heightM) / kHeightSigmaM, 2);
    return fit;
}

// No body turns or shakes faster than this, in the server's units.
bool isPlausible(const Vector3d& value) {
    return value.allFinite() && value.cwiseAbs().maxCoeff() < 1e5;
}

// Turns T so that `up_T` points up; any heading.
Eigen::Matrix3d levelled(const Vector3d& up_T) {
    return Eigen::Quaterniond::FromTwoVectors(up_T, Vector3d::UnitZ()).toRotationMatrix();
}

} // namespace

class GyroFlagsEstimator::Impl {
public:
    PoseEstimate update(const PoseInput& input);

private:
    void chooseModel(const robot::RobotModel& model);
    bool senseMotion(const PoseInput& input);
    void holdByGravity(double stepS);
    void holdByFeet(const PoseInput& input);
    std::span<const Observation> observe(const PoseInput& input);
    void correct(std::span<const Observation> seen, const math::Pose& X_TC);
    void locate(std::span<const Observation> seen, const math::Pose& X_TC);
    [[nodiscard]] PoseEstimate estimate() const;

    const robot::RobotModel* m_model = nullptr;
    robot::BodyId m_camera;
    bool m_hasAccelerometer = false;
    bool m_isUsable = false;

    InertialFilter m_filter;
    Vector3d m_gyro_TRadPerS = Vector3d::Zero();
    Vector3d m_acceleration_TMps2 = Vector3d::Zero();
    std::array<Observation, kMaxLandmarks> m_seen;
    bool m_hasUp = false;
    bool m_isLocated = false;
    bool m_isQuiet = false;
    int m_restCycles = 0;
    int m_strangeSights = 0;
    int m_cyclesSinceSight = 0;
    double m_blindS = 0.0;
};

void GyroFlagsEstimator::Impl::chooseModel(const robot::RobotModel& model) {
    m_model = &model;
    m_camera = cameraBody(model);
    const auto has = [&model](robot::PerceptorKind kind) {
        return std::ranges::any_of(model.percepts().perceptors, [kind](const auto& perceptor) {
            return perceptor.kind == kind;
        });
    };
    m_hasAccelerometer = has(robot::PerceptorKind::Accelerometer);
    m_isUsable = m_camera.isValid() && has(robot::PerceptorKind::Gyro) &&
                 !model.percepts().vision.hasStaticAxes;
}

PoseEstimate GyroFlagsEstimator::Impl::update(const PoseInput& input) {
    if (m_model != input.model) {
        chooseModel(*input.model);
    }
    if (!m_isUsable || !senseMotion(input)) {
        return {};
    }
    const double stepS =
        std::isfinite(input.stepS) ? std::clamp(input.stepS, 0.0, kLongestStepS) : 0.02;
    ++m_cyclesSinceSight;
    m_blindS += stepS;
    m_filter.predict(m_gyro_TRadPerS,
                     m_isLocated && m_hasAccelerometer ? &m_acceleration_TMps2 : nullptr, stepS);
    holdByGravity(stepS);
    if (input.percepts->sight) {
        const math::Pose X_TC = poseInTorso(*m_model, m_camera, input.jointAnglesRad);
        const auto seen = observe(input);
        if (m_isLocated) {
            correct(seen, X_TC);
        }
        if (!m_isLocated) {
            locate(seen, X_TC);
        }
    }
    if (m_isLocated) {
        holdByFeet(input);
        m_isLocated = m_filter.spread().positionM < kLostM && m_filter.pose().p.z() > kLowestM;
    }
    if (!m_filter.isFinite()) {
        *this = Impl();
        return {};
    }
    return estimate();
}

// Takes gyro and accelerometer; false until something is known of up and down.
bool GyroFlagsEstimator::Impl::senseMotion(const PoseInput& input) {
    const protocol::Percepts& percepts = *input.percepts;
    if (!percepts.gyros.empty() && isPlausible(percepts.gyros.front().value)) {
        m_gyro_TRadPerS = percepts.gyros.front().value * radFromDeg(1.0);
    }
    if (!percepts.accelerometers.empty() && isPlausible(percepts.accelerometers.front().value)) {
        m_acceleration_TMps2 = percepts.accelerometers.front().value;
    }
    const double excess = std::abs(m_acceleration_TMps2.norm() - kGravityMps2);
    const double rate = m_gyro_TRadPerS.norm();
    m_isQuiet = m_hasAccelerometer && excess < kQuietMps2 && rate < kQuietRadPerS;
    m_restCycles = m_isQuiet && excess < kRestMps2 && rate < kRestRadPerS ? m_restCycles + 1 : 0;
    if (!m_hasUp && (m_isQuiet || !m_hasAccelerometer)) {
        const Vector3d up_T = m_hasAccelerometer ? m_acceleration_TMps2 : Vector3d::UnitZ();
        m_filter.start({levelled(up_T), Vector3d::Zero()}, kUnknown);
        m_hasUp = true;
    }
    return m_hasUp;
}

void GyroFlagsEstimator::Impl::holdByGravity(double stepS) {
    const bool isAtRest = m_restCycles >= kRestCycles;
    if (isAtRest) {
        m_filter.correctUp(m_acceleration_TMps2, kRestTiltRad);
        m_filter.correctVelocity(Vector3d::Zero(), 0.02);
    } else if (m_isQuiet) {
        const double excess = std::abs(m_acceleration_TMps2.norm() - kGravityMps2);
        m_filter.correctUp(m_acceleration_TMps2, kQuietTiltRad + kQuietTiltPerExcess * excess +
                                                     kQuietTiltPerRate * m_gyro_TRadPerS.norm());
    } else if (!m_isLocated && m_hasAccelerometer &&
               m_acceleration_TMps2.norm() > 0.5 * kGravityMps2) {
        m_filter.correctUp(m_acceleration_TMps2, kLiveTiltRad);
    }
    if (m_blindS > kBlindS && stepS > 0.0) {
        m_filter.correctVelocity(Vector3d::Zero(), 3.0);
        m_filter.correctHeight(kStandingM, 1.0);
    }
}

// The landmarks of this cycle's sight that the field knows.
std::span<const Observation> GyroFlagsEstimator::Impl::observe(const PoseInput& input) {
    std::size_t count = 0;
    for (const auto& object : input.percepts->sight->objects) {
        const auto known =
            std::ranges::find(input.field->landmarks(), object.name, &field::Landmark::name);
        if (count < kMaxLandmarks && known != input.field->landmarks().end() &&
            isUsable(object.polar)) {
            m_seen[count++] = {known->p_S, pointInCamera(object.polar)};
        }
    }
    return std::span(m_seen).first(count);
}

void GyroFlagsEstimator::Impl::correct(std::span<const Observation> seen, const math::Pose& X_TC) {
    if (seen.empty()) {
        return;
    }
    const math::Pose X_ST = m_filter.pose();
    std::array<Comparison, kMaxLandmarks> comparisons;
    std::array<bool, kMaxLandmarks> fits{};
    std::size_t fitting = 0;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        comparisons[i] = compare(seen[i], X_ST, X_TC, m_filter.lagS());
        const Comparison& c = comparisons[i];
        double sigmas = 0.0;
        for (int k = 0; k < 3; ++k) {
            sigmas += c.residual(k) * c.residual(k) /
                      (m_filter.variance(c.rows.row(k)) + c.sigma(k) * c.sigma(k));
        }
        fits[i] = sigmas < kGate;
        fitting += fits[i] ? 1U : 0U;
    }
    if (2 * fitting < seen.size()) {
        // Moved by a hand, or the belief has drifted away. Two landmarks and more tell which.
        ++m_strangeSights;
        m_filter.loosen(radFromDeg(1.0), 0.05);
        const std::optional<Fit> fit = fitPose(seen, X_ST.R, X_TC);
        const bool isFarAway = fit && (fit->p_S - X_ST.p).norm() > kJumpM;
        const bool isSure = seen.size() >= 2 && m_strangeSights >= kStrangeSights;
        m_isLocated = !isFarAway && !isSure && m_strangeSights < kStrangeSightsLost;
        return;
    }
    m_strangeSights = 0;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        for (int k = 0; k < 3 && fits[i]; ++k) {
            m_filter.correct(comparisons[i].rows.row(k), comparisons[i].residual(k),
                             comparisons[i].sigma(k));
        }
    }
    m_filter.applyError();
    m_cyclesSinceSight = 0;
    m_blindS = 0.0;
}

void GyroFlagsEstimator::Impl::locate(std::span<const Observation> seen, const math::Pose& X_TC) {
    // The tilt that gyro and gravity have carried here; or, as a hand may have turned the robot in
    // a way that no gyro felt, what gravity alone says, or upright, as hands leave robots.
    std::array<Eigen::Matrix3d, 3> tilts = {m_filter.pose().R, m_filter.pose().R,
                                            Eigen::Matrix3d::Identity()};
    if (std::abs(m_acceleration_TMps2.norm() - kGravityMps2) < kQuietMps2) {
        tilts[1] = levelled(m_acceleration_TMps2);
    }
    std::optional<Fit> best;
    std::size_t bestTilt = 0;
    for (std::size_t i = 0; i < tilts.size(); ++i) {
        const std::optional<Fit> fit = fitPose(seen, tilts[i], X_TC);
        // The carried one needs to be clearly worse before another counts.
        if (fit && (!best || 2.0 * fit->cost + 4.0 < best->cost)) {
            best = fit;
            bestTilt = i;
        }
    }
    if (!best) {
        return;
    }
    const Eigen::AngleAxisd turn(best->turnRad, Vector3d::UnitZ());
    m_filter.start({turn * tilts[bestTilt], best->p_S}, kLocated);
    m_filter.correctHeight(tilts[bestTilt](2, 2) > kUprightCos ? kStandingM : kLyingM,
                           kHeightSigmaM);
    m_isLocated = true;
    m_strangeSights = 0;
    correct(seen, X_TC);
    m_cyclesSinceSight = 0;
    m_blindS = 0.0;
}

// What a foot stands on is the ground.
void GyroFlagsEstimator::Impl::holdByFeet(const PoseInput& input) {
    for (const protocol::ForcePercept& percept : input.percepts->forces) {
        if (!percept.centerM.allFinite() || !(percept.forceN.norm() > kMinForceN)) {
            continue;
        }
        const auto sensor =
            std::ranges::find_if(m_model->percepts().perceptors, [&](const auto& perceptor) {
                return perceptor.kind == robot::PerceptorKind::ForceResistance &&
                       perceptor.name == percept.name;
            });
        if (sensor != m_model->percepts().perceptors.end()) {
            const math::Pose X_TFoot = poseInTorso(*m_model, sensor->body, input.jointAnglesRad);
            m_filter.correctPointHeight(X_TFoot * percept.centerM, 0.0, kFootSigmaM, kFootGateM);
        }
    }
}

PoseEstimate GyroFlagsEstimator::Impl::estimate() const {
    const math::Pose X_ST = m_filter.pose();
    if (!m_isLocated) {
        PoseEstimate unknown;
        unknown.X_ST.R = X_ST.R;
        unknown.cyclesSinceSight = m_cyclesSinceSight;
        return unknown;
    }
    const InertialFilter::Spread spread = m_filter.spread();
    PoseEstimate known;
    known.isValid = true;
    known.X_ST = X_ST;
    known.positionSigmaM = std::hypot(spread.positionM, kOffsetM);
    known.headingSigmaRad = spread.headingRad;
    known.cyclesSinceSight = m_cyclesSinceSight;
    return known;
}

GyroFlagsEstimator::GyroFlagsEstimator() : m_impl(std::make_unique<Impl>()) {}
GyroFlagsEstimator::~GyroFlagsEstimator() = default;

PoseEstimate GyroFlagsEstimator::update(const PoseInput& input) {
    return m_impl->update(input);
}

void GyroFlagsEstimator::reset() {
    *m_impl = Impl();
}

std::unique_ptr<PoseEstimator> GyroFlagsEstimator::clone() const {
    auto copy = std::make_unique<GyroFlagsEstimator>();
    *copy->m_impl = *m_impl;
    return copy;
}

} // namespace sideline::localization
