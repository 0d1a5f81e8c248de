#include "agentcore/behavior/keeper.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/math/angles.h"
#include "agentcore/math/smooth_step.h"
#include "agentcore/motion/walk/walk_to.h"
#include "agentcore/world/ball_prediction.h"

namespace sideline::behavior {

using motion::Foot;

std::span<const base::NumberInfo<KeeperSettings>> KeeperSettings::numbers() {
    using S = KeeperSettings;
    static constexpr auto kRows = std::to_array<base::NumberInfo<S>>({
        {"clear-within", "balls farther than this from the center of its goal are not cleared", "m",
         0.0, 10.0, &S::clearM},
        {"block-reach", "reach of a block to each side", "m", 0.0, 1.0, &S::blockReachM},
        {"block-before", "time before the ball's arrival at which a block starts", "s", 0.1, 3.0,
         &S::blockBeforeS},
        {"dive-from", "minimum lateral distance of the ball's path for a dive", "m", 0.0, 2.0,
         &S::diveFromM},
        {"dive-reach", "maximum lateral distance of the ball's path for a dive", "m", 0.0, 2.0,
         &S::diveReachM},
        {"dive-before", "time before the ball's arrival at which a dive starts", "s", 0.1, 3.0,
         &S::diveBeforeS},
        {"aside-speed", "assumed speed of its sidesteps when choosing between a step and a dive",
         "m/s", 0.0, 2.0, &S::walkMps},
        {"step-delay", "assumed delay before its sidestep begins", "s", 0.0, 2.0, &S::stepDelayS},
        {"step-gain", "sideways speed per meter of lateral distance of the ball's path", "1/s", 0.0,
         20.0, &S::lateralPerS},
        {"step-from", "lateral distance of the ball's path from which it sidesteps", "m", 0.0, 1.0,
         &S::stepFromM},
        {"hurry-tilt", "tilt from which it slows down, in place of its gait's value", "rad", 0.02,
         0.6, &S::hurryTiltRad},
        {"hurry-caution", "speed reduction per rad of tilt, in place of its gait's value", "1/rad",
         0.0, 20.0, &S::hurryPerRad},
        {"shot-look-ahead", "time for which the path of the ball is predicted", "s", 0.0, 12.0,
         &S::lookAheadS},
        {"shot-speed", "balls slower than this are not shots", "m/s", 0.0, 5.0, &S::minShotMps},
        {"shot-sigma", "maximum standard deviation of the point where the ball passes the robot",
         "m", 0.0, 5.0, &S::maxSigmaM},
        {"stand-reach", "reach to each side while standing", "m", 0.0, 1.0, &S::standReachM},
        {"step-reach", "reach of a sidestep to each side; it does not block within this distance",
         "m", 0.0, 1.0, &S::stepReachM},
        {"between-feet",
         "balls within this distance could pass between its feet, so it blocks them", "m", 0.0, 1.0,
         &S::betweenFeetM},
        {"lie", "time on the ground after a dive before it gets up", "s", 0.0, 5.0, &S::lieS},
        {"block-hold", "time for which a block is held after the ball should have arrived", "s",
         0.0, 5.0, &S::holdS},
        {"stance-time", "time to take the wide stance of a block", "s", 0.02, 2.0, &S::stanceS},
        {"stance-height",
         "hip height in the stance, as a fraction of its height with straight legs", "", 0.5, 0.99,
         &S::stanceHeightRatio},
        {"stance-lift", "lift height of the foot that moves into the path of the ball", "m", 0.0,
         0.1, &S::stanceLiftM},
        {"stance-lean", "torso pitch in the stance, forward", "rad", -0.5, 0.8, &S::stanceLeanRad},
        {"stance-shift", "shift of the torso, as a fraction of the foot's travel", "", 0.0, 1.0,
         &S::stanceShiftRatio},
        {"stance-arm", "shoulder pitch in the stance", "rad", -2.0, 1.0, &S::stanceArmRad},
        {"stance-arm-out", "shoulder angle in the stance, outward", "rad", 0.0, 1.2,
         &S::stanceArmOutRad},
        {"stance-elbow", "elbow angle in the stance", "rad", 0.02, 1.5, &S::stanceElbowRad},
        {"clear-still", "balls slower than this can be cleared", "m/s", 0.0, 5.0, &S::stillMps},
        {"clear-rolling",
         "once it is on its way to a ball, it clears the ball if that is slower than this", "m/s",
         0.0, 5.0, &S::rollingMps},
        {"clear-sooner", "it clears if it would be at the ball this much before any opponent", "s",
         0.0, 10.0, &S::soonerS},
        {"clear-later",
         "once on its way, it gives up when another robot would be at the ball sooner by this much",
         "s", 0.0, 10.0, &S::laterS},
        {"clear-keep", "multiple of clear-within that applies once it is on its way", "", 1.0, 10.0,
         &S::keepRatio},
        {"clear-line",
         "balls closer than this to its own goal line are not cleared from the field side", "m",
         0.0, 10.0, &S::byLineM},
    });
    return kRows;
}

void Keeper::enter(const Context& context) {
    m_feet.enter(context);
    m_stage = Stage::Guard;
    m_stageS = 0.0;
}

void Keeper::settle(bool isOn) {
    m_feet.settle(isOn);
    if (m_clears) {
        m_clears->settle(isOn);
    }
}

Status Keeper::update(const Context& context, ActionRequest& request) {
    m_stageS += context.stepS;
    if (m_stage == Stage::Dive) {
        return dive(context, request);
    }
    if (m_stage == Stage::Clear) {
        return clear(context, request);
    }
    if (const auto rising = m_feet.rise(context, request)) {
        m_stage = Stage::Guard;
        return *rising;
    }
    if (m_stage == Stage::Block) {
        return block(context, request);
    }
    if (shouldClear(context)) {
        m_stage = Stage::Clear;
        m_clears->takeOver(context, m_feet.walking());
        return clear(context, request);
    }
    return guard(context, request);
}

// Whether the ball is in front of the robot's goal and the robot is the one to play it.
bool Keeper::shouldClear(const Context& context) {
    const world::AgentFrame& frame = context.frame;
    const world::BallBelief& ball = frame.world.ball;
    if (!m_clears || !ball.isKnown || !frame.body.pose.isValid || !frame.situation.mayTouchBall) {
        return false;
    }
    const bool isOnItsWay = m_stage == Stage::Clear;
    const Eigen::Vector2d ball_F = ball.p_F.head<2>();
    const Eigen::Vector2d goal_F(-0.5 * context.field.dimensions().lengthM, 0.0);
    if (ball.velocity_FMps.head<2>().norm() >
            (isOnItsWay ? m_settings.rollingMps : m_settings.stillMps) ||
        (ball_F - goal_F).norm() > m_settings.clearM * (isOnItsWay ? m_settings.keepRatio : 1.0)) {
        return false;
    }
    const bool isOnFieldSide = frame.body.X_FT.p.x() > ball_F.x();
    if (isOnFieldSide && ball_F.x() - goal_F.x() < m_settings.byLineM) {
        return false;
    }
    const planning::SpeedTable& speeds = m_settings.players;
    planning::pitchPlayersOf(frame, m_players);
    const double ownS = planning::timeToReachS(m_players.front(), ball_F, speeds);
    return std::none_of(m_players.begin() + 1, m_players.end(), [&](const auto& other) {
        const double laterS = isOnItsWay         ? -m_settings.laterS
                              : other.isTeammate ? 0.0
                                                 : m_settings.soonerS;
        const bool stays = !other.isTeammate && frame.situation.isOwnRestart;
        return !stays && planning::timeToReachS(other, ball_F, speeds) < ownS + laterS;
    });
}

// Plays the ball until it is cleared or another robot plays it.
Status Keeper::clear(const Context& context, ActionRequest& request) {
    if (m_clears->mayHandOver() && !context.frame.body.isFallen && !shouldClear(context)) {
        m_stage = Stage::Guard;
        m_feet.takeOver(context, m_clears->walking());
        return guard(context, request);
    }
    return m_clears->update(context, request);
}

std::optional<Keeper::Shot> Keeper::shotAt(const Context& context) const {
    const world::AgentFrame& frame = context.frame;
    const world::BallBelief& ball = frame.world.ball;
    if (!ball.isKnown || !frame.body.pose.isValid ||
        ball.velocity_FMps.head<2>().norm() < m_settings.minShotMps) {
        return {};
    }
    const field::FieldDimensions& field = context.field.dimensions();
    const auto atGoal = world::ballCrossing(ball, {-0.5 * field.lengthM, 0.0},
                                            Eigen::Vector2d::UnitX(), m_settings.lookAheadS);
    if (!atGoal ||
        std::abs(atGoal->p_F.y()) > 0.5 * field.goalWidthM + m_settings.cover.besideGoalM) {
        return {};
    }
    const math::Pose& X_FT = frame.body.X_FT;
    const Eigen::Vector2d ahead = X_FT.R.col(1).head<2>().normalized();
    const auto beside =
        world::ballCrossing(ball, X_FT.p.head<2>() + 0.05 * ahead, ahead, m_settings.lookAheadS);
    if (!beside || beside->alongSigmaM > m_settings.maxSigmaM) {
        return {};
    }
    const Eigen::Vector2d left(-ahead.y(), ahead.x());
    return Shot{beside->inS, left.dot(beside->p_F.head<2>() - X_FT.p.head<2>()), beside->p_F};
}

// Walks to the place between ball and goal, or in front of the goal's center if the ball position
// is unknown.
motion::WalkCommand Keeper::toPlace(const Context& context) const {
    const world::BallBelief& ball = context.frame.world.ball;
    const auto ball_F =
        ball.isKnown ? std::optional<Eigen::Vector2d>(ball.p_F.head<2>()) : std::nullopt;
    return walkToCover(context, m_feet,
                       coverPlace_F(context.field.dimensions(), ball_F, m_settings.cover),
                       ball_F.value_or(Eigen::Vector2d::Zero()), m_settings.cover);
}

Status Keeper::guard(const Context& context, ActionRequest& request) {
    const auto shot = shotAt(context);
    motion::WalkCommand command;
    if (shot) {
        const double lateralM = std::abs(shot->lateralM);
        request.addValue("keeper.inS", shot->inS);
        request.addValue("keeper.asideM", shot->lateralM);
        const math::Pose X_SF = world::fieldFromServer(context.frame.identity.robot.side).inverse();
        request.addShape(
            "keeper.crossing",
            drawing::Circle{(X_SF * shot->p_F).head<2>(), 0.06, 2.0, {255, 90, 60, 255}});
        const bool mayWalkThere = lateralM - m_settings.standReachM <
                                  m_settings.walkMps * (shot->inS - m_settings.stepDelayS);
        const bool passesBetweenFeet = lateralM < m_settings.betweenFeetM;
        const bool blocks = m_settings.blocks && m_feet.body() &&
                            (passesBetweenFeet || lateralM > m_settings.stepReachM) &&
                            lateralM < m_settings.blockReachM;
        const bool dives = m_settings.dives && m_diveLeft && m_diveRight && !mayWalkThere &&
                           lateralM > m_settings.diveFromM && lateralM < m_settings.diveReachM;
        if (dives && shot->inS < m_settings.diveBeforeS) {
            m_stage = Stage::Dive;
            m_dive.begin(shot->lateralM > 0.0 ? m_diveLeft : m_diveRight);
            return dive(context, request);
        }
        if (blocks && shot->inS < m_settings.blockBeforeS) {
            m_stage = Stage::Block;
            m_stageS = 0.0;
            m_blockLateralM = shot->lateralM;
            for (std::size_t i = 0; i < request.targetRad.size(); ++i) {
                m_fromRad[i] = context.frame.body.joints[i].expectedRad;
            }
            return block(context, request);
        }
        command.leftMps =
            lateralM > m_settings.stepFromM ? m_settings.lateralPerS * shot->lateralM : 0.0;
    } else {
        command = toPlace(context);
    }
    const Status status = m_feet.walk(context, command, request);
    if (status == Status::Running) {
        request.decision.reason = shot ? "a ball is coming" : "guarding the goal";
    }
    return status;
}

Status Keeper::dive(const Context& context, ActionRequest& request) {
    if (m_dive.update(context, request, m_settings.lieS) == Status::Done) {
        m_stage = Stage::Guard;
        m_feet.enter(context);
    }
    return Status::Running;
}

void Keeper::takeStance(double ratio, ActionRequest& request) const {
    const motion::LeggedBody& body = *m_feet.body();
    const Foot out = m_blockLateralM > 0.0 ? Foot::Left : Foot::Right;
    const double wayM = std::max(0.0, std::abs(m_blockLateralM) - body.hipM());
    // The x axis of a body frame points to the right.
    math::Pose X_GT;
    X_GT.R = motion::levelFromTorso(m_settings.stanceLeanRad, 0.0);
    X_GT.p = Eigen::Vector3d(-motion::sideOf(out) * ratio * m_settings.stanceShiftRatio * wayM, 0.0,
                             m_settings.stanceHeightRatio * body.legM()) -
             X_GT.R * body.hips_T();
    for (const Foot foot : motion::kFeet) {
        const double outM = body.hipM() + (foot == out ? ratio * wayM : 0.0);
        const double upM = foot == out ? m_settings.stanceLiftM * std::sin(math::kPi * ratio) : 0.0;
        const math::Pose X_GSole =
            math::Pose::translation({-motion::sideOf(foot) * outM, 0.0, upM});
        body.placeSole(foot, X_GT.inverse() * X_GSole, {}, request.targetRad);
        body.bendToe(foot, 0.0, request.targetRad);
        body.placeArm(foot, m_settings.stanceArmRad, m_settings.stanceArmOutRad,
                      m_settings.stanceElbowRad, request.targetRad);
    }
    const double taken = std::min(1.0, 2.0 * ratio); // 0: previous posture, 1: stance
    body.blend(m_fromRad, taken, taken, request.targetRad);
}

Status Keeper::block(const Context& context, ActionRequest& request) {
    takeStance(math::smoothStep(std::min(m_stageS / m_settings.stanceS, 1.0)), request);
    m_feet.look(context, request);
    request.odometry = localization::WalkOdometry{};
    request.decision.reason = "blocking";
    const auto shot = shotAt(context);
    if (m_stageS > m_settings.blockBeforeS + m_settings.holdS ||
        (m_stageS > 2.0 * m_settings.stanceS && !shot)) {
        m_stage = Stage::Guard;
        m_feet.enter(context);
    }
    return Status::Running;
}

} // namespace sideline::behavior
