#include "training/trial/start_pose.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include <Eigen/Geometry>

#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/limb_kinematics.h"
#include "agentcore/robot/posture.h"

namespace sideline::training {

namespace {

using math::radFromDeg;

using game::kStepS;
constexpr double kFallTiltRad = radFromDeg(25.0); // initial tilt: more than the feet can stabilize
constexpr double kLongestFallS = 3.0;
constexpr double kFallS = 0.6; // minimum duration of a fall
constexpr double kClearanceM = 0.001;
constexpr double kMaxLyingZ = -0.8; // z of the direction of the side on which it lies
constexpr double kPlaceX = -5.0;
constexpr double kBallGapM = 0.03;

// Returns the axis about which an upright robot is tilted to fall on a side; body axes.
Eigen::Vector3d tipAxis(StartPose start) {
    switch (start) {
    case StartPose::LyingOnFront:
        return -Eigen::Vector3d::UnitX();
    case StartPose::LyingOnBack:
        return Eigen::Vector3d::UnitX();
    case StartPose::LyingOnLeft:
        return -Eigen::Vector3d::UnitY();
    case StartPose::LyingOnRight:
        return Eigen::Vector3d::UnitY();
    case StartPose::Standing:
    case StartPose::OnBall:
        break;
    }
    return Eigen::Vector3d::UnitX();
}

// Returns the angle at which a joint rests while a robot of rcssservermj lies: arms that point
// sideways at zero lie beside the body, as they do before the get-ups of its teams.
double lyingRad(const robot::RobotModel& model, robot::JointId joint,
                const std::vector<math::Pose>& X_TBody) {
    const robot::Joint& shoulder = model.joint(joint);
    for (const robot::BodyRole role : {robot::BodyRole::LeftHand, robot::BodyRole::RightHand}) {
        const robot::LimbChain* arm =
            robot::limbChain(model, role == robot::BodyRole::LeftHand ? robot::LimbId::LeftHand
                                                                      : robot::LimbId::RightHand);
        if (arm == nullptr || std::ranges::find(arm->joints, joint) == arm->joints.end()) {
            continue;
        }
        const math::Pose& X_TShoulder = X_TBody[shoulder.child.index()];
        const Eigen::Vector3d axis_T = X_TShoulder.R * shoulder.axis;
        const Eigen::Vector3d reach_T = X_TBody[arm->body.index()].p - X_TShoulder.p;
        if (std::abs(axis_T.y()) > 0.9 && std::abs(reach_T.x()) > std::abs(reach_T.z())) {
            return std::copysign(math::kPi / 2.0, axis_T.y() * reach_T.x());
        }
    }
    return 0.0;
}

std::vector<double> startAngles(const robot::RobotModel& model,
                                const motion::JointTrajectory& trajectory,
                                const TrialSettings& settings, base::Rng& rng) {
    std::vector<double> anglesRad = settings.startRad;
    anglesRad.resize(model.joints().size(), 0.0);
    const bool isOfLeague = model.traits().server == game::ServerKind::Rcssservermj;
    std::vector<math::Pose> X_TBody(model.bodies().size());
    robot::forwardKinematics(model, math::Pose{}, std::vector<double>(anglesRad.size(), 0.0),
                             X_TBody);
    for (std::size_t i = 0; i < anglesRad.size(); ++i) {
        const robot::Joint& joint = model.joints()[i];
        if (settings.startRad.empty() && !isLying(settings.start)) {
            anglesRad[i] = trajectory.beginRad(robot::JointId(i));
        } else if (settings.startRad.empty() && isOfLeague) {
            const robot::JointId id(i);
            anglesRad[i] = trajectory.entryRadOr(id, lyingRad(model, id, X_TBody));
        }
        anglesRad[i] += rng.normal(settings.jointNoiseRad);
        anglesRad[i] = std::clamp(anglesRad[i], joint.minRad, joint.maxRad);
    }
    return anglesRad;
}

// Returns the rotation that makes the feet level: their mean up direction becomes vertical.
Eigen::Matrix3d uprightTurn(const robot::RobotModel& model, std::span<const double> anglesRad) {
    std::vector<math::Pose> X_TBody(model.bodies().size());
    robot::forwardKinematics(model, math::Pose{}, anglesRad, X_TBody);
    Eigen::Vector3d up = Eigen::Vector3d::Zero();
    for (const robot::BodyRole foot : {robot::BodyRole::LeftFoot, robot::BodyRole::RightFoot}) {
        if (const robot::BodyId body = model.findBody(foot); body.isValid()) {
            up += X_TBody[body.index()].R.col(2);
        }
    }
    return math::rotationBy(math::uprightTurnRad(up));
}

// Faces along +x of the field, with room for a ball to roll.
Eigen::Matrix3d ahead() {
    return Eigen::AngleAxisd(-math::kPi / 2.0, Eigen::Vector3d::UnitZ()).toRotationMatrix();
}

// Places the robot with its lowest point just above the ground.
void put(PhysicsRobot& robot, const Eigen::Matrix3d& R_STorso, std::span<const double> anglesRad) {
    std::vector<math::Pose> X_SBody(robot.model().bodies().size());
    math::Pose X_STorso{R_STorso, {kPlaceX, 0.0, 0.0}};
    robot::forwardKinematics(robot.model(), X_STorso, anglesRad, X_SBody);
    X_STorso.p.z() = kClearanceM - robot::lowestHeightM(robot.model(), X_SBody);
    robot.setPosture(X_STorso, anglesRad);
}

// Tilts the robot and waits until it lies still. @param turn deviation of the falling direction
void fall(PhysicsRobot& robot, StartPose start, const Eigen::Matrix3d& turn, double tiltRad,
          std::span<const double> anglesRad) {
    const Eigen::AngleAxisd tip(tiltRad, turn * tipAxis(start));
    put(robot, ahead() * tip * uprightTurn(robot.model(), anglesRad), anglesRad);
    for (double fallS = 0.0; fallS < kLongestFallS && (fallS < kFallS || !robot.isStill());
         fallS += kStepS) {
        robot.setTargets(anglesRad);
        robot.cycle();
    }
}

bool liesOnSide(const PhysicsRobot& robot, StartPose start) {
    // The side of the torso that should face down.
    const Eigen::Vector3d below = tipAxis(start).cross(Eigen::Vector3d::UnitZ());
    return (robot.torso().R * below).z() < kMaxLyingZ;
}

} // namespace

Eigen::Matrix3d torsoTurn(StartPose pose) {
    return Eigen::AngleAxisd(isLying(pose) ? math::kPi / 2.0 : 0.0, tipAxis(pose))
        .toRotationMatrix();
}

bool takeStartPose(PhysicsRobot& robot, const motion::JointTrajectory& trajectory,
                   const TrialSettings& settings, base::Rng& rng,
                   const std::function<bool(double timeS)>& afterCycle) {
    const std::vector<double> anglesRad = startAngles(robot.model(), trajectory, settings, rng);
    const Eigen::Matrix3d turn =
        Eigen::AngleAxisd(rng.normal(settings.headingNoiseRad), Eigen::Vector3d::UnitZ())
            .toRotationMatrix();
    if (!isLying(settings.start)) {
        put(robot, turn * ahead() * uprightTurn(robot.model(), anglesRad), anglesRad);
    } else if (fall(robot, settings.start, turn, kFallTiltRad, anglesRad);
               !liesOnSide(robot, settings.start)) {
        fall(robot, settings.start, turn, math::kPi / 2.0,
             anglesRad); // after rolling over
    }
    const int cycles = static_cast<int>(std::lround(std::max(settings.settleS, 0.0) / kStepS));
    for (int i = 0; i < cycles; ++i) {
        robot.setTargets(anglesRad);
        robot.cycle();
        if (!afterCycle((i + 1 - cycles) * kStepS)) {
            return false;
        }
    }
    return true;
}

Eigen::Vector3d ballPlace_S(const PhysicsRobot& robot, const TrialSettings& settings,
                            base::Rng& rng) {
    const Eigen::Vector3d noise(rng.normal(settings.placeNoiseM), rng.normal(settings.placeNoiseM),
                                0.0);
    const double radiusM = robot.ballRadiusM();
    Eigen::Vector3d place(settings.ballFromFeetM.x(), settings.ballFromFeetM.y(), radiusM);
    const robot::BodyId foot = robot.model().findBody(robot::BodyRole::LeftFoot);
    if (radiusM > game::kBallRadiusM && foot.isValid()) { // outside of the larger feet
        if (const auto* box = std::get_if<robot::Box>(&robot.model().body(foot).shape)) {
            place.x() = std::max(place.x(), box->sizeM.y() / 2.0 + radiusM + kBallGapM);
        }
    }
    return robot.ground() * Eigen::Vector3d(place + noise);
}

} // namespace sideline::training
