#include "viewer3d/view/camera_rig.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "agentcore/math/angles.h"
#include "viewer3d/view/robot_fit.h"

namespace sideline::viewer3d {

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using math::radFromDeg;

constexpr std::array<std::string_view, kCameraModeCount> kModeNames = {
    "free",         "follow-ball", "follow-player", "follow-player-turning", "first-person",
    "third-person", "top"};
constexpr std::string_view kOrbitName = "orbit";

constexpr double kFovYRad = radFromDeg(45.0);
constexpr double kHeadFovYRad = radFromDeg(75.0);
constexpr double kMinFovYRad = radFromDeg(20.0);
constexpr double kMaxFovYRad = radFromDeg(120.0);
constexpr double kMaxPitchRad = radFromDeg(89.0);
constexpr double kMinEyeHeightM = 0.05;
constexpr double kMaxEyeHeightM = 120.0;
constexpr double kTurnPerViewHeightRad = radFromDeg(90.0); // for a drag over the view's height
constexpr double kBaseSpeedMps = 6.0; // speed at a height of 6 m, as in RoboViz
constexpr double kGlideS = 0.12;      // time constant of the speed
constexpr double kFollowS = 0.18;
constexpr double kMaxBehindM = 0.5; // keeps fast objects, or fast replays, in the picture
constexpr double kTurnFollowS = 0.35;
constexpr double kMinDistanceM = 0.4;
constexpr double kMaxDistanceM = 120.0;
constexpr double kEyeInFrontOfHeadM = 0.075; // outside the shell
constexpr double kThirdPersonDistanceM = 1.6;
constexpr double kThirdPersonPitchRad = radFromDeg(-14.0);
constexpr double kStillMps = 1e-3;
constexpr double kWideAspect = 1.7;
constexpr double kOrbitTurn = 2.0; // multiple of the turn that the same drag has in other modes
constexpr double kOrbitMinDistanceM = 0.3;
constexpr double kOrbitMaxDistanceM = 30.0;
constexpr double kOrbitHighestRad = radFromDeg(89.0);
constexpr double kOrbitLowestRad = radFromDeg(-20.0);
constexpr double kOrbitReachM = 20.0;
constexpr double kOrbitMinHeightM = 0.02;
constexpr double kSwingS = 0.07;
constexpr double kSwungRad = 2e-3;
constexpr double kFramedRatio = 0.97; // fraction of the view that the field takes up

// Fraction of the path covered after `elapsedS`; `timeS` is the time constant.
double ease(double elapsedS, double timeS) {
    return 1.0 - std::exp(-elapsedS / timeS);
}

struct Preset {
    Vector3d eye;
    double yawDeg;
    double pitchDeg;
};

Preset preset(int number, double length, double width) {
    switch (number) {
    case 1:
        return {{-0.8 * length, 0, 0.4 * length}, 0, -35};
    case 2:
        return {{-0.8 * length, -width, 0.4 * length}, 40, -30};
    case 3:
        return {{0, -width, 0.4 * length}, 125.8, -40};
    case 4:
        return {{0, -1.1 * width, 0.6 * length}, 90, -45};
    case 5:
        return {{0, -width, 0.4 * length}, 54.2, -40};
    case 6:
        return {{0.8 * length, -width, 0.4 * length}, 140, -30};
    case 7:
        return {{0.8 * length, 0, 0.4 * length}, 180, -35};
    default:
        return {{0, 0, 0.55 * width / std::tan(kFovYRad / 2.0)}, 90, -89};
    }
}

// The view from a robot's head.
CameraPose headPoseOf(const monitor::RobotFrame& robot) {
    const robot::BodyId head =
        robot.model != nullptr ? robot.model->findBody(robot::BodyRole::Head) : robot::BodyId(0);
    const math::Pose& X_SHead = robot.X_SBody[head.index()];
    CameraPose pose;
    pose.forward = X_SHead.R.col(1).normalized();
    pose.up = X_SHead.R.col(2).normalized();
    const Vector3d p_HeadEye =
        robot.model != nullptr ? robot.model->traits().p_HeadEye : Vector3d::Zero();
    pose.eye =
        p_HeadEye.isZero() ? X_SHead.p + kEyeInFrontOfHeadM * pose.forward : X_SHead * p_HeadEye;
    return pose;
}

// Returns the place from which a camera that looks along `forward` just sees the whole field.
// @param slope half of the visible height at a distance of 1
Vector3d eyeThatSees(const field::FieldDimensions& field, const Vector3d& forward, double slope,
                     double aspect) {
    const Vector3d right = forward.cross(Vector3d::UnitZ()).normalized();
    const Vector3d up = right.cross(forward);
    const Vector3d middle(0, -0.04 * field.widthM, 0);
    double distanceM = 0.0; // distance at which the last corner comes into view
    for (const double x : {-0.5, 0.5}) {
        for (const double y : {-0.5, 0.5}) {
            const Vector3d corner = Vector3d(x * field.lengthM, y * field.widthM, 0) - middle;
            const double depthM =
                std::max(std::abs(corner.dot(right)) / aspect, std::abs(corner.dot(up))) / slope;
            distanceM = std::max(distanceM, depthM - corner.dot(forward));
        }
    }
    return middle - forward * distanceM;
}

} // namespace

std::string_view cameraModeName(CameraMode mode) {
    return mode == CameraMode::Orbit ? kOrbitName : kModeNames[static_cast<std::size_t>(mode)];
}

std::optional<CameraMode> cameraModeFromName(std::string_view name) {
    const auto it = std::ranges::find(kModeNames, name);
    return it == kModeNames.end() ? std::nullopt
                                  : std::optional(static_cast<CameraMode>(it - kModeNames.begin()));
}

CameraRig::CameraRig()
    : m_field(field::newestField().dimensions), m_fovYRad(kFovYRad), m_headFovYRad(kHeadFovYRad) {
    frameField(kWideAspect);
}

void CameraRig::frameField(double aspect) {
    goToPreset(4);
    m_pitchRad = radFromDeg(-39.0);
    const Vector3d forward = direction();
    m_eye = eyeThatSees(m_field, forward, kFramedRatio * std::tan(m_fovYRad / 2.0), aspect);
    m_framedEye = m_eye;
    m_framedDirection = forward;
    m_framedAspect = aspect;
}

void CameraRig::orbitAbout(const Vector3d& target_S, double distanceM) {
    setMode(CameraMode::Orbit);
    m_target = target_S;
    m_distanceM = std::clamp(distanceM, kOrbitMinDistanceM, kOrbitMaxDistanceM);
}

void CameraRig::orbitTo(double azimuthRad, double elevationRad) {
    if (m_mode == CameraMode::Orbit) {
        m_swingTo = Direction{math::wrapRad(azimuthRad - std::numbers::pi / 2.0),
                              -std::clamp(elevationRad, kOrbitLowestRad, kOrbitHighestRad)};
        m_isMoving = true;
    }
}

bool CameraRig::setField(const field::FieldDimensions& field) {
    if (field.lengthM <= 0.0) {
        return false;
    }
    const bool isOfOtherSize = field.lengthM != m_field.lengthM || field.widthM != m_field.widthM;
    m_field = field;
    if (!isOfOtherSize || !isAsFramed()) {
        return false;
    }
    frameField(m_framedAspect);
    return true;
}

void CameraRig::setAspect(double aspect) {
    if (aspect != m_framedAspect && isAsFramed()) {
        frameField(aspect);
    }
}

bool CameraRig::isAsFramed() const {
    return m_mode == CameraMode::Free && m_eye == m_framedEye && direction() == m_framedDirection;
}

void CameraRig::setFovY(double fovYRad) {
    m_fovYRad = std::clamp(fovYRad, kMinFovYRad, kMaxFovYRad);
}

void CameraRig::setMode(CameraMode mode) {
    if (mode == m_mode) {
        return;
    }
    const CameraPose before = pose();
    if (mode == CameraMode::Free) { // continue from the current eye position
        m_eye = before.eye;
        m_eye.z() = std::max(m_eye.z(), kMinEyeHeightM);
        m_yawRad =
            before.orthographic ? m_yawRad : std::atan2(before.forward.y(), before.forward.x());
        m_pitchRad = std::clamp(std::asin(std::clamp(before.forward.z(), -1.0, 1.0)), -kMaxPitchRad,
                                kMaxPitchRad);
    } else if (mode == CameraMode::Top) {
        m_topCenter.setZero();
        m_topHalfHeightM = 0.55 * m_field.widthM + 1.0;
    } else if (mode == CameraMode::FollowPlayer || mode == CameraMode::FollowPlayerTurning ||
               mode == CameraMode::ThirdPerson) {
        m_distanceM = mode == CameraMode::ThirdPerson ? kThirdPersonDistanceM : 3.0;
        m_pitchRad = mode == CameraMode::ThirdPerson ? kThirdPersonPitchRad : radFromDeg(-25.0);
        if (mode != CameraMode::FollowPlayer) {
            m_yawRad = 0.0; // behind the player's back
        }
    } else if (mode == CameraMode::FollowBall) {
        m_distanceM = std::max(7.0, 0.2 * m_field.lengthM);
        m_pitchRad = radFromDeg(-30.0);
    } else if (mode == CameraMode::Orbit) {
        m_target = Vector3d(0.0, 0.0, 0.28);
        m_distanceM = 1.35;
        m_yawRad = radFromDeg(-60.0);
        m_pitchRad = radFromDeg(-12.0);
    }
    m_swingTo.reset();
    m_mode = mode;
    m_behindM = kAnyDistanceM;
    m_velocityMps.setZero();
    m_isMoving = true;
}

void CameraRig::setPlayer(std::optional<game::PlayerId> player) {
    if (player != m_player) {
        m_behindM = kAnyDistanceM;
    }
    m_player = player;
    m_isMoving = true;
}

void CameraRig::goToPreset(int number) {
    if (number < 1 || number > kCameraPresetCount) {
        return;
    }
    const Preset place = preset(number, m_field.lengthM, m_field.widthM);
    m_mode = CameraMode::Free;
    m_eye = place.eye;
    m_yawRad = radFromDeg(place.yawDeg);
    m_pitchRad = radFromDeg(place.pitchDeg);
    m_velocityMps.setZero();
}

Vector3d CameraRig::direction() const {
    const double yaw =
        m_mode == CameraMode::FollowPlayerTurning || m_mode == CameraMode::ThirdPerson
            ? m_yawRad + m_turnRad
            : m_yawRad;
    return {std::cos(m_pitchRad) * std::cos(yaw), std::cos(m_pitchRad) * std::sin(yaw),
            std::sin(m_pitchRad)};
}

// Distances from players are chosen for the default robot.
double CameraRig::followDistanceM() const {
    const bool isOfBall = m_mode == CameraMode::FollowBall;
    return std::min(m_distanceM * (isOfBall ? 1.0 : m_scale), kMaxDistanceM);
}

void CameraRig::rotate(double dxPx, double dyPx, double viewHeightPx) {
    if (m_mode == CameraMode::Top) {
        pan(dxPx, dyPx, viewHeightPx);
        return;
    }
    const double scale = kTurnPerViewHeightRad / viewHeightPx;
    if (m_mode == CameraMode::Orbit) {
        m_swingTo.reset();
        m_yawRad = math::wrapRad(m_yawRad - kOrbitTurn * dxPx * scale);
        m_pitchRad =
            std::clamp(m_pitchRad - kOrbitTurn * dyPx * scale, -kOrbitHighestRad, -kOrbitLowestRad);
        return;
    }
    m_yawRad = math::wrapRad(m_yawRad - dxPx * scale);
    m_pitchRad = std::clamp(m_pitchRad - dyPx * scale, -kMaxPitchRad, kMaxPitchRad);
}

void CameraRig::pan(double dxPx, double dyPx, double viewHeightPx) {
    if (m_mode == CameraMode::Top) {
        const double metersPerPx = 2.0 * m_topHalfHeightM / viewHeightPx;
        m_topCenter += Vector2d(-dxPx, dyPx) * metersPerPx;
        return;
    }
    if (m_mode == CameraMode::Orbit) {
        const CameraPose seen = pose();
        const double metersPerPx = 2.0 * m_distanceM * std::tan(kOrbitFovYRad / 2.0) / viewHeightPx;
        m_target += metersPerPx * (dyPx * seen.up - dxPx * seen.forward.cross(seen.up));
        m_target = m_target.cwiseMax(Vector3d(-kOrbitReachM, -kOrbitReachM, 0.0))
                       .cwiseMin(Vector3d::Constant(kOrbitReachM));
        return;
    }
    if (m_mode != CameraMode::Free) {
        return;
    }
    const double scale = std::clamp(m_eye.z(), 1.0, 20.0) / viewHeightPx;
    const Vector3d right(std::sin(m_yawRad), -std::cos(m_yawRad), 0);
    m_eye += (-dxPx * right + Vector3d(0, 0, dyPx)) * scale;
    m_eye.z() = std::clamp(m_eye.z(), kMinEyeHeightM, kMaxEyeHeightM);
}

void CameraRig::zoom(double notches, bool precise) {
    const double step = precise ? notches * 0.25 : notches;
    switch (m_mode) {
    case CameraMode::Free:
        m_eye += direction() * step * std::clamp(m_eye.z() / 6.0, 0.15, 3.0);
        m_eye.z() = std::clamp(m_eye.z(), kMinEyeHeightM, kMaxEyeHeightM);
        break;
    case CameraMode::FirstPerson:
        m_headFovYRad =
            std::clamp(m_headFovYRad - radFromDeg(3.0 * step), kMinFovYRad, kMaxFovYRad);
        break;
    case CameraMode::Top:
        m_topHalfHeightM = std::clamp(m_topHalfHeightM * std::pow(0.88, step), 0.5, 60.0);
        break;
    case CameraMode::Orbit:
        m_distanceM =
            std::clamp(m_distanceM * std::pow(0.88, step), kOrbitMinDistanceM, kOrbitMaxDistanceM);
        break;
    default:
        m_distanceM = std::clamp(m_distanceM * std::pow(0.88, step), kMinDistanceM, kMaxDistanceM);
    }
}

void CameraRig::advance(double elapsedS, const CameraKeys& keys, const monitor::MatchFrame* frame) {
    m_isMoving = false;
    if (m_mode == CameraMode::Free) {
        fly(elapsedS, keys);
    } else if (m_mode == CameraMode::Top) {
        const double step = elapsedS * m_topHalfHeightM * (keys.precise ? 0.5 : 1.0);
        m_topCenter += step * Vector2d(double(keys.right) - double(keys.left),
                                       double(keys.forward) - double(keys.back));
    } else if (m_mode == CameraMode::Orbit) {
        swing(elapsedS);
    } else if (frame != nullptr) {
        follow(elapsedS, *frame, false);
    }
}

void CameraRig::snap(const monitor::MatchFrame* frame) {
    if (frame != nullptr && m_mode != CameraMode::Free && m_mode != CameraMode::Top &&
        m_mode != CameraMode::Orbit) {
        follow(0.0, *frame, true);
    }
}

void CameraRig::fly(double elapsedS, const CameraKeys& keys) {
    // Faster high up, slower near the ground; the speed eases in and out.
    const double speedMps =
        kBaseSpeedMps * std::clamp(m_eye.z() / 6.0, 0.25, 4.0) * (keys.precise ? 0.5 : 1.0);
    const Vector3d ahead(std::cos(m_yawRad), std::sin(m_yawRad), 0);
    const Vector3d right(std::sin(m_yawRad), -std::cos(m_yawRad), 0);
    const Vector3d targetMps =
        speedMps * (ahead * (double(keys.forward) - double(keys.back)) +
                    right * (double(keys.right) - double(keys.left)) +
                    Vector3d::UnitZ() * (double(keys.up) - double(keys.down)));
    // Integrates the speed exactly, so that the result does not depend on the step length.
    const double fraction = ease(elapsedS, kGlideS);
    m_eye += targetMps * elapsedS + (m_velocityMps - targetMps) * (kGlideS * fraction);
    m_velocityMps += (targetMps - m_velocityMps) * fraction;
    if (!keys.any() && m_velocityMps.norm() < kStillMps) {
        m_velocityMps.setZero();
    }
    m_eye.z() = std::clamp(m_eye.z(), kMinEyeHeightM, kMaxEyeHeightM);
    m_isMoving = !m_velocityMps.isZero();
}

void CameraRig::swing(double elapsedS) {
    if (!m_swingTo) {
        return;
    }
    const double turnRad = math::wrapRad(m_swingTo->yawRad - m_yawRad);
    const double liftRad = m_swingTo->pitchRad - m_pitchRad;
    m_isMoving = std::max(std::abs(turnRad), std::abs(liftRad)) > kSwungRad;
    const double fraction = m_isMoving ? ease(elapsedS, kSwingS) : 1.0;
    m_yawRad = math::wrapRad(m_yawRad + fraction * turnRad);
    m_pitchRad += fraction * liftRad;
    if (!m_isMoving) {
        m_swingTo.reset();
    }
}

void CameraRig::follow(double elapsedS, const monitor::MatchFrame& frame, bool snap) {
    const monitor::RobotFrame* robot = m_player ? frame.findRobot(*m_player) : nullptr;
    if (m_mode == CameraMode::FirstPerson) {
        if (robot != nullptr) {
            m_headPose = headPoseOf(*robot);
        }
        return;
    }
    if (m_mode == CameraMode::FollowBall) {
        if (!frame.ball) {
            return;
        }
        m_isMoving = followPoint(elapsedS, frame.ball->X_SBall.p, snap);
        return;
    }
    if (robot != nullptr) {
        followBehind(elapsedS, *robot, snap);
    }
}

// Moves smoothly to the target, then stays close to it. When the target changes, the camera flies
// to the new one.
bool CameraRig::followPoint(double elapsedS, const Vector3d& p, bool snap) {
    const Vector3d before = m_target;
    Vector3d behind = m_target - p;
    if (const double mostM = std::max(kMaxBehindM, m_behindM); behind.norm() > mostM) {
        behind *= mostM / behind.norm();
    }
    behind *= snap ? 0.0 : 1.0 - ease(elapsedS, kFollowS);
    m_behindM = behind.norm();
    m_target = p + behind;
    return (m_target - before).norm() > 1e-4;
}

void CameraRig::followBehind(double elapsedS, const monitor::RobotFrame& robot, bool snap) {
    const double turnBefore = m_turnRad;
    const double scaleBefore = m_scale;
    const double scale = robot.model != nullptr ? fitOf(*robot.model).scale : 1.0;
    m_scale += (scale - m_scale) * (snap ? 1.0 : ease(elapsedS, kFollowS));
    const bool isOnItsWay = followPoint(elapsedS, robot.X_STorso().p, snap);
    if (!robot.isFallen()) { // a fallen robot's heading is meaningless
        const double turn = math::wrapRad(robot.headingRad() - m_turnRad);
        m_turnRad = math::wrapRad(m_turnRad + turn * (snap ? 1.0 : ease(elapsedS, kTurnFollowS)));
    }
    m_isMoving = isOnItsWay || std::abs(m_turnRad - turnBefore) > 1e-4 ||
                 std::abs(m_scale - scaleBefore) > 1e-4;
}

CameraPose CameraRig::pose() const {
    CameraPose pose;
    pose.fovYRad = m_fovYRad;
    switch (m_mode) {
    case CameraMode::Top:
        pose.orthographic = true;
        pose.halfHeightM = m_topHalfHeightM;
        pose.eye = Vector3d(m_topCenter.x(), m_topCenter.y(), 30.0);
        pose.forward = -Vector3d::UnitZ();
        pose.up = Vector3d::UnitY();
        return pose;
    case CameraMode::FirstPerson:
        pose = m_headPose;
        pose.fovYRad = m_headFovYRad;
        return pose;
    case CameraMode::Free:
        pose.eye = m_eye;
        break;
    case CameraMode::Orbit:
        pose.fovYRad = kOrbitFovYRad;
        pose.eye = m_target - direction() * m_distanceM;
        pose.eye.z() = std::max(pose.eye.z(), kOrbitMinHeightM);
        break;
    default:
        pose.eye = m_target - direction() * followDistanceM();
        pose.eye.z() = std::max(pose.eye.z(), kMinEyeHeightM);
    }
    pose.forward = m_mode == CameraMode::Free ? direction() : (m_target - pose.eye).normalized();
    const Vector3d right = pose.forward.cross(Vector3d::UnitZ()).normalized();
    pose.up = right.cross(pose.forward);
    return pose;
}

} // namespace sideline::viewer3d
