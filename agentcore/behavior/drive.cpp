#include "agentcore/behavior/drive.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/behavior/same_class.h"
#include "agentcore/behavior/walk_along.h"
#include "agentcore/motion/walk/walk_to.h"

namespace sideline::behavior {

namespace {

constexpr drawing::Color kGoalColor{255, 210, 60, 255};

void drawGoal(const world::AgentFrame& frame, const Eigen::Vector2d& p_F, ActionRequest& request) {
    request.addShape("drive.goal",
                     drawing::Circle{onGround_S(frame, p_F).head<2>(), 0.1, 2.0, kGoalColor});
}

} // namespace

std::span<const base::NumberInfo<DriveSettings>> DriveSettings::numbers() {
    using S = DriveSettings;
    static constexpr auto kRows = std::to_array<base::NumberInfo<S>>({
        {"leave",
         "multiple of go-to-near and go-to-near-turn at which it sets out again after arriving", "",
         1.0, 20.0, &S::leaveRatio},
    });
    return kRows;
}

motion::WalkToSettings Drive::goToSettings() const {
    motion::WalkToSettings settings = m_feet.moving().goTo;
    settings.maxMps = std::min(settings.maxMps, m_maxMps);
    return settings;
}

// A robot that has arrived does not start walking again for a deviation of a centimeter.
motion::WalkToSettings Drive::arrivalSettings() const {
    motion::WalkToSettings settings = goToSettings();
    if (m_hasArrived) {
        settings.nearM *= m_settings.leaveRatio;
        settings.nearRad *= m_settings.leaveRatio;
    }
    return settings;
}

void Drive::enter(const Context& context) {
    m_feet.enter(context);
    m_ways.forget();
    m_isKicking = false;
}

void Drive::enterWalking(const Context& context, const Walk& walk) {
    enter(context);
    m_feet.takeOver(context, walk);
}

void Drive::aim(const DriveGoal& goal) {
    if (goal.index() == m_goal.index()) {
        m_goal = goal;
    } else {
        go(goal);
    }
}

void Drive::go(const DriveGoal& goal) {
    m_goal = goal;
    m_toGoM = 0.0;
    m_nextPoint = 0;
    m_ways.forget();
    m_hasArrived = false;
    m_isNewGoal = true;
}

bool Drive::takeSettings(const Behavior& other) {
    const auto* drive = asClass<Drive>(other);
    if (drive == nullptr) {
        return false;
    }
    m_feet.takeSettings(drive->m_feet);
    m_settings = drive->m_settings;
    m_ways.setSettings(m_feet.moving().ways, m_feet.moving().paths);
    if (m_firstGoal != drive->m_firstGoal) {
        m_firstGoal = drive->m_firstGoal;
        go(m_firstGoal);
    }
    return true;
}

bool Drive::mayBeInterrupted() const {
    return m_isKicking && !m_feet.isRising() ? m_kick->mayBeInterrupted()
                                             : m_feet.mayBeInterrupted();
}

void Drive::settle(bool isOn) {
    m_feet.settle(isOn);
    if (m_kick) {
        m_kick->settle(isOn);
    }
}

Status Drive::update(const Context& context, ActionRequest& request) {
    if (const auto rising = m_feet.rise(context, request)) {
        return *rising;
    }
    if (m_feet.hasJustRisen()) {
        m_isKicking = false;
    }
    if (!m_isKicking && mayBeginKick(context)) {
        m_isKicking = true;
        m_kick->enter(context);
    }
    return m_isKicking ? kick(context, request) : walk(context, request);
}

Status Drive::walk(const Context& context, ActionRequest& request) {
    const Status status = m_feet.walk(context, chooseCommand(context, request), request);
    if (status != Status::Running) {
        return status;
    }
    if (m_hasArrived) {
        request.decision.reason = "arrived";
    } else if (std::holds_alternative<KickTo>(m_goal) && !m_kick) {
        request.decision.reason = "it has no kick";
    }
    return status;
}

bool Drive::mayBeginKick(const Context& context) const {
    return m_kick && std::holds_alternative<KickTo>(m_goal) && context.frame.body.pose.isValid &&
           m_feet.mayBeInterrupted();
}

// Stops first if the goal has changed.
Status Drive::kick(const Context& context, ActionRequest& request) {
    const auto* goal = std::get_if<KickTo>(&m_goal);
    if (m_kick->stage() != Kick::Stage::Swing && m_kick->stage() != Kick::Stage::Recover) {
        m_isNewGoal = false; // still aiming
    }
    m_kick->setTarget(goal != nullptr ? std::optional(KickTarget{goal->p_F}) : std::nullopt);
    const world::BallBelief& ball = context.frame.world.ball;
    m_kick->setDistance(goal != nullptr && ball.isKnown ? (goal->p_F - ball.p_F.head<2>()).norm()
                                                        : 0.0);
    const Status status = m_kick->update(context, request);
    m_feet.look(context, request);
    if (goal != nullptr) {
        drawGoal(context.frame, goal->p_F, request);
        if (ball.isKnown) {
            request.addShape("drive.goal",
                             drawing::Line{onGround_S(context.frame, ball.p_F.head<2>()),
                                           onGround_S(context.frame, goal->p_F), 2.0, kGoalColor});
        }
    }
    if (status == Status::Failed) {
        return status;
    }
    const bool isOver = goal == nullptr || status == Status::Done;
    if (isOver && m_kick->mayBeInterrupted()) {
        endKick(context);
        if (goal != nullptr && !m_isNewGoal) {
            go(motion::WalkCommand{});
        }
    }
    return Status::Running;
}

void Drive::endKick(const Context& context) {
    m_isKicking = false;
    m_feet.enter(context);
}

motion::WalkCommand Drive::chooseCommand(const Context& context, ActionRequest& request) {
    if (const auto* command = std::get_if<motion::WalkCommand>(&m_goal)) {
        return *command;
    }
    const world::BodyBelief& body = context.frame.body;
    if (!body.pose.isValid) {
        return {};
    }
    if (std::holds_alternative<KickTo>(m_goal)) {
        return {};
    }
    if (const auto* place = std::get_if<GoToPlace>(&m_goal)) {
        drawGoal(context.frame, place->p_F, request);
        return toPlace(*place, context, request);
    }
    if (const auto* place = std::get_if<FaceTo>(&m_goal)) {
        drawGoal(context.frame, place->p_F, request);
        return facing(*place, body.X_FT);
    }
    const auto& path = std::get<FollowPath>(m_goal);
    for (std::size_t i = m_nextPoint; i + 1 < path.points_F.size(); ++i) {
        request.addShape("drive.goal",
                         drawing::Line{onGround_S(context.frame, path.points_F[i]),
                                       onGround_S(context.frame, path.points_F[i + 1]), 2.0,
                                       kGoalColor});
    }
    return alongPath(path, context, request);
}

motion::WalkCommand Drive::toPlace(const GoToPlace& place, const Context& context,
                                   ActionRequest& request) {
    const math::Pose& X_FT = context.frame.body.X_FT;
    const planning::Path& path =
        m_ways.find(context.frame, context.field.dimensions(), place.p_F, context.stepS);
    if (path.points_F.size() > 2) {
        drawPath(context.frame, path, "drive.path", request);
    }
    m_toGoM = path.lengthM;
    request.addValue("drive.toGoM", path.lengthM);
    const motion::WalkCommand command = walkAlong(path, X_FT, place.headingRad, arrivalSettings(),
                                                  m_feet.moving().paths.lookAheadM);
    m_hasArrived = command.isZero();
    return command;
}

motion::WalkCommand Drive::facing(const FaceTo& place, const math::Pose& X_FT) {
    const Eigen::Vector2d way_R = fromRobot(X_FT, place.p_F);
    const double turnRad = std::atan2(way_R.y(), way_R.x());
    const motion::WalkCommand command =
        motion::walkTo(Eigen::Vector2d::Zero(), turnRad, arrivalSettings());
    m_hasArrived = command.isZero();
    return command;
}

motion::WalkCommand Drive::alongPath(const FollowPath& path, const Context& context,
                                     ActionRequest& request) {
    const math::Pose& X_FT = context.frame.body.X_FT;
    const auto& points = path.points_F;
    while (m_nextPoint + 1 < points.size() &&
           fromRobot(X_FT, points[m_nextPoint]).norm() < m_feet.moving().paths.lookAheadM) {
        ++m_nextPoint;
    }
    if (points.empty()) {
        return {};
    }
    if (m_nextPoint + 1 >= points.size()) {
        return toPlace({points.back(), {}}, context, request);
    }
    const Eigen::Vector2d goal_R = fromRobot(X_FT, points[m_nextPoint]);
    double remainingM = goal_R.norm();
    for (std::size_t i = m_nextPoint; i + 1 < points.size(); ++i) {
        remainingM += (points[i + 1] - points[i]).norm();
    }
    request.addValue("drive.toGoM", remainingM);
    // Treats the waypoint as if it were as far away as the remaining path is long, so that the
    // robot does not brake at each one.
    const Eigen::Vector2d far_R = goal_R * (remainingM / std::max(goal_R.norm(), 1e-6));
    return motion::walkTo(far_R, {}, goToSettings());
}

} // namespace sideline::behavior
