#include "agentcore/monitor/match_frame.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"
#include "agentcore/robot/kinematics.h"

namespace sideline::monitor {

namespace {

// Faster than robots run. A fall additionally moves the torso about the feet, and each of the two
// poses is accurate only to 5 mm.
constexpr double kMaxRobotMps = 2.5;
constexpr double kMaxRiseMps = 2.0; // without help, robots rise more slowly; the referee lifts some
constexpr double kMaxFallMps = 4.5; // free fall of a lifted robot
constexpr double kFallLeverM = 0.6;
constexpr double kPoseErrorM = 0.01;
constexpr double kMaxBallMps = 15.0; // faster than any kick in this league
// A ball that rolls faster was kicked recently, from close range.
constexpr double kMaxRollMps = 6.0;
constexpr double kRollingBelowM = 0.15;
constexpr double kMaxKickerDistanceM = 2.5;

ObjectId wholeOf(const ObjectId& id) {
    return id.kind == ObjectId::Kind::Robot ? ObjectId::ofRobot(id.robot) : id;
}

bool robotWasPlaced(const math::Pose& from, const math::Pose& to, double elapsedS) {
    const double tiltedRad = std::acos(std::clamp(from.R.col(2).dot(to.R.col(2)), -1.0, 1.0));
    const auto reachM = [&](double maxMps) { return maxMps * elapsedS + kPoseErrorM; };
    const double tippedM = kFallLeverM * tiltedRad;
    const Eigen::Vector3d way = to.p - from.p;
    return way.head<2>().norm() > reachM(kMaxRobotMps) + tippedM || way.z() > reachM(kMaxRiseMps) ||
           -way.z() > reachM(kMaxFallMps) + tippedM;
}

bool ballWasPlaced(const MatchFrame& before, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
                   double elapsedS) {
    const double wayM = (to - from).norm() - kPoseErrorM;
    if (wayM > kMaxBallMps * elapsedS) {
        return true;
    }
    const bool isRolling = std::max(from.z(), to.z()) < kRollingBelowM;
    return isRolling && wayM > kMaxRollMps * elapsedS &&
           std::ranges::none_of(before.robots, [&](const RobotFrame& robot) {
               return (robot.X_STorso().p - from).head<2>().norm() < kMaxKickerDistanceM;
           });
}

void interpolateRobot(RobotFrame& robot, const RobotFrame& to, double t) {
    if (robot.X_SBody.empty() || to.X_SBody.size() != robot.X_SBody.size() ||
        robot.model != to.model) {
        return;
    }
    if (robot.model == nullptr) {
        for (std::size_t i = 0; i < robot.X_SBody.size(); ++i) {
            robot.X_SBody[i] = math::interpolate(robot.X_SBody[i], to.X_SBody[i], t);
        }
        return;
    }
    for (std::size_t i = 0; i < robot.jointAnglesRad.size(); ++i) {
        robot.jointAnglesRad[i] += t * (to.jointAnglesRad[i] - robot.jointAnglesRad[i]);
    }
    const math::Pose X_STorso = math::interpolate(robot.X_STorso(), to.X_STorso(), t);
    robot::forwardKinematics(*robot.model, X_STorso, robot.jointAnglesRad, robot.X_SBody);
}

} // namespace

double RobotFrame::headingRad() const {
    // The robot faces along its y axis; if it lies on its front or back, its up axis determines the
    // heading.
    const Eigen::Matrix3d& R = X_STorso().R;
    Eigen::Vector3d forward = R.col(1);
    if (std::abs(R(2, 1)) > 0.9) {
        forward = R(2, 1) < 0.0 ? 1.0 * R.col(2) : -1.0 * R.col(2);
    }
    return std::atan2(forward.y(), forward.x());
}

double RobotFrame::tiltRad() const {
    return std::acos(std::clamp(X_STorso().R(2, 2), -1.0, 1.0));
}

double RobotFrame::headHeightRatio() const {
    return model != nullptr && X_SBody.size() == model->bodies().size()
               ? model->headHeightRatio(
                     [this](robot::BodyId body) { return X_SBody[body.index()]; })
               : 1.0;
}

bool RobotFrame::isFallen() const {
    return game::isFallen(X_STorso().R(2, 2), headHeightRatio());
}

const RobotFrame* MatchFrame::findRobot(const game::PlayerId& id) const {
    const auto it = std::ranges::find(robots, id, &RobotFrame::id);
    return it == robots.end() ? nullptr : &*it;
}

std::string_view MatchFrame::bodyName(const RobotFrame& robot, std::size_t body) const {
    if (robot.model != nullptr) {
        return robot.model->bodies()[body].name;
    }
    return scene->structure->objects.robots[robot.sceneIndex].bodyNames[body];
}

std::optional<math::Pose> MatchFrame::findPose(const ObjectId& id) const {
    if (id.kind == ObjectId::Kind::Ball && ball) {
        return ball->X_SBall;
    }
    if (id.kind == ObjectId::Kind::Robot) {
        const RobotFrame* robot = findRobot(id.robot);
        if (robot != nullptr && static_cast<std::size_t>(id.body) < robot->X_SBody.size()) {
            return robot->X_SBody[static_cast<std::size_t>(id.body)];
        }
    }
    return std::nullopt;
}

std::optional<std::uint32_t> MatchFrame::poseUpdatedAt(const ObjectId& id) const {
    if (id.kind == ObjectId::Kind::Ball && ball) {
        return ball->updatedAt;
    }
    if (id.kind == ObjectId::Kind::Robot) {
        const RobotFrame* robot = findRobot(id.robot);
        if (robot != nullptr && static_cast<std::size_t>(id.body) < robot->bodyUpdatedAt.size()) {
            return robot->bodyUpdatedAt[static_cast<std::size_t>(id.body)];
        }
    }
    return std::nullopt;
}

RobotFrame makeRobotFrame(std::size_t sceneIndex, const SceneState& scene) {
    const SceneRobot& robot = scene.structure->objects.robots[sceneIndex];
    RobotFrame frame;
    frame.sceneIndex = sceneIndex;
    frame.id = robot.id;
    frame.typeNumber = robot.typeNumber;
    frame.model = robot.model;
    frame.X_SBody.reserve(robot.bodies.size());
    frame.bodyUpdatedAt.reserve(robot.bodies.size());
    const bool isTurned = !robot.R_NodeBody.isIdentity(0.0); // never the case for SimSpark's robots
    for (const NodeId body : robot.bodies) {
        math::Pose& X_SBody = frame.X_SBody.emplace_back(scene.worldPose(body));
        if (isTurned) {
            X_SBody.R = X_SBody.R * robot.R_NodeBody;
        }
        const std::int32_t slot = scene.structure->node(body).transformSlot;
        frame.bodyUpdatedAt.push_back(scene.updatedAt[static_cast<std::size_t>(slot)]);
    }
    if (robot.model != nullptr) {
        frame.jointAnglesRad.reserve(robot.model->joints().size());
        for (std::size_t i = 0; i < robot.model->joints().size(); ++i) {
            const math::HingeAngle angle =
                robot::jointAngle(*robot.model, robot::JointId(i), frame.X_SBody);
            frame.jointAnglesRad.push_back(angle.angleRad);
            frame.maxJointResidualRad = std::max(frame.maxJointResidualRad, angle.residualRad);
        }
    }
    if (robot.model != nullptr) {
        frame.maxJointGapM = robot::largestJointGapM(*robot.model, frame.X_SBody);
    }
    frame.selected =
        robot.selectionMarker.isValid() && scene.visible[robot.selectionMarker.index()] != 0;
    return frame;
}

MatchFramePtr makeMatchFrame(std::uint32_t index, double recordTimeS, GameState game,
                             std::shared_ptr<const SceneState> scene, bool damaged) {
    auto frame = std::make_shared<MatchFrame>();
    frame->index = index;
    frame->recordTimeS = recordTimeS;
    frame->game = std::move(game);
    frame->health = {
        .damaged = damaged, .outOfSync = scene->outOfSync, .noScene = scene->structure == nullptr};
    if (scene->structure != nullptr) {
        const SceneObjects& objects = scene->structure->objects;
        if (objects.ball.isValid()) {
            const std::int32_t slot = scene->structure->node(objects.ball).transformSlot;
            frame->ball = BallFrame{scene->worldPose(objects.ball),
                                    scene->updatedAt[static_cast<std::size_t>(slot)]};
        }
        for (std::size_t i = 0; i < objects.robots.size(); ++i) {
            if (!objects.robots[i].bodies.empty()) {
                frame->robots.push_back(makeRobotFrame(i, *scene));
            }
        }
    }
    frame->scene = std::move(scene);
    return frame;
}

MatchFramePtr interpolate(const MatchFrame& from, const MatchFrame& to, double t) {
    auto frame = std::make_shared<MatchFrame>(from);
    if (frame->ball && to.ball && !hasTeleported(from, to, ObjectId::ball())) {
        frame->ball->X_SBall = math::interpolate(frame->ball->X_SBall, to.ball->X_SBall, t);
    }
    for (RobotFrame& robot : frame->robots) {
        if (const RobotFrame* next = to.findRobot(robot.id);
            next != nullptr && robot.id.side != game::Side::None &&
            !hasTeleported(from, to, ObjectId::ofRobot(robot.id))) {
            interpolateRobot(robot, *next, t);
        }
    }
    return frame;
}

MatchFramePtr withTornRobotsRepaired(const MatchFramePtr& frame) {
    constexpr double kTornM = 0.05;
    const auto isTorn = [](const RobotFrame& robot) { return robot.maxJointGapM > kTornM; };
    if (std::ranges::none_of(frame->robots, isTorn)) {
        return frame;
    }
    auto repaired = std::make_shared<MatchFrame>(*frame);
    for (RobotFrame& robot : repaired->robots) {
        if (isTorn(robot)) {
            const math::Pose X_STorso = robot.X_STorso();
            robot::forwardKinematics(*robot.model, X_STorso, robot.jointAnglesRad, robot.X_SBody);
        }
    }
    return repaired;
}

bool hasTeleported(const MatchFrame& before, const MatchFrame& after, const ObjectId& id) {
    const double elapsedS = after.recordTimeS - before.recordTimeS;
    const auto from = before.findPose(wholeOf(id));
    const auto to = after.findPose(wholeOf(id));
    if (!from || !to || elapsedS <= 0.0) {
        return false;
    }
    return id.kind == ObjectId::Kind::Ball ? ballWasPlaced(before, from->p, to->p, elapsedS)
                                           : robotWasPlaced(*from, *to, elapsedS);
}

std::optional<Eigen::Vector3d> velocityMps(const MatchFrame& before, const MatchFrame& after,
                                           const ObjectId& id) {
    const double elapsedS = after.recordTimeS - before.recordTimeS;
    const auto from = before.findPose(id);
    const auto to = after.findPose(id);
    if (!from || !to || elapsedS <= 0.0 || hasTeleported(before, after, id)) {
        return std::nullopt;
    }
    return (to->p - from->p) / elapsedS;
}

} // namespace sideline::monitor
