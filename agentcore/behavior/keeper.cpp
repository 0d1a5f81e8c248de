#include "agentcore/behavior/keeper.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/math/angles.h"
#include "agentcore/math/smooth_step.h"
#include "agentcore/motion/walk/walk_to.h"
#include "agentcore/world/ball_prediction.h"

namespace sideline::behavior {

namespace {

using motion::Foot;

constexpr double kLooksAheadS = 3.0;   // for balls on their way
constexpr double kSlowestMps = 0.3;    // slower ones are no shot
constexpr double kBesideGoalM = 0.3;   // balls that pass the goal by so much are not let be
constexpr double kSureM = 0.35;        // it acts only on what it knows that well
constexpr double kStandsReachM = 0.09; // to each side, of a robot that stands
constexpr double kStepReachM = 0.18;   // of a robot that is stepping aside
constexpr double kBetweenFeetM = 0.1;  // of a robot whose walk has its feet apart
constexpr double kBehindBallM = 0.25;  // it stays on the own goal's side of the ball
constexpr double kInGoalM = 0.1;       // at most, for that
constexpr double kAroundBallM = 0.3;
constexpr double kPostM = 0.2;     // how near it stands to a post
constexpr double kLiesS = 0.4;     // after a dive, until it gets up
constexpr double kBlocksS = 0.8;   // after the ball was to be there
constexpr double kTakesS = 0.16;   // the wide stance
constexpr double kAsidePerS = 4.0; // speed aside per meter

// Clearing.
constexpr double kLiesMps = 0.4;     // a ball that is slower lies
constexpr double kRollsMps = 1.0;    // one that it is about to play may be faster
constexpr double kSoonerS = 0.3;     // than an opponent
constexpr double kGoesOnS = 0.8;     // once it is on its way, others must be sooner by so much
constexpr double kGoesOnTimes = 1.3; // likewise, the ball is near so much longer
constexpr double kByTheLineM = 1.5;  // a ball is so near to the own goal line that it is not
                                     // played from the field's side

// The wide stance: low, one foot in the way of the ball.
constexpr double kStanceHeightShare = 0.78;
constexpr double kStanceLiftM = 0.015; // of the foot, on its way
constexpr double kStanceLeanRad = 0.1;
constexpr double kStanceShiftShare = 0.4; // of the foot's way: the torso goes along
constexpr double kArmsPitchRad = -1.2;
constexpr double kArmsOutRad = 0.8;

} // namespace

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

// A ball lies in front of its goal, and it is the one to play it.
bool Keeper::shouldClear(const Context& context) {
    const world::AgentFrame& frame = context.frame;
    const world::BallBelief& ball = frame.world.ball;
    if (!m_clears || !ball.isKnown || !frame.body.pose.isValid || !frame.situation.mayTouchBall) {
        return false;
    }
    const bool isOnItsWay = m_stage == Stage::Clear;
    const Eigen::Vector2d ball_F = ball.p_F.head<2>();
    const Eigen::Vector2d goal_F(-0.5 * context.field.dimensions().lengthM, 0.0);
    if (ball.velocity_FMps.head<2>().norm() > (isOnItsWay ? kRollsMps : kLiesMps) ||
        (ball_F - goal_F).norm() > m_settings.clearM * (isOnItsWay ? kGoesOnTimes : 1.0)) {
        return false;
    }
    const bool isOnFieldSide = frame.body.X_FT.p.x() > ball_F.x();
    if (isOnFieldSide && ball_F.x() - goal_F.x() < kByTheLineM) {
        return false;
    }
    const planning::SpeedTable speeds;
    planning::pitchPlayersOf(frame, m_players);
    const double ownS = planning::timeToReachS(m_players.front(), ball_F, speeds);
    return std::none_of(m_players.begin() + 1, m_players.end(), [&](const auto& other) {
        const double laterS = isOnItsWay ? -kGoesOnS : other.isTeammate ? 0.0 : kSoonerS;
        const bool stays = !other.isTeammate && frame.situation.isOwnRestart;
        return !stays && planning::timeToReachS(other, ball_F, speeds) < ownS + laterS;
    });
}

// Until the ball is away, or somebody else's.
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
        ball.velocity_FMps.head<2>().norm() < kSlowestMps) {
        return {};
    }
    const field::FieldDimensions& field = context.field.dimensions();
    const auto atGoal = world::ballCrossing(ball, {-0.5 * field.lengthM, 0.0},
                                            Eigen::Vector2d::UnitX(), kLooksAheadS);
    if (!atGoal || std::abs(atGoal->p_F.y()) > 0.5 * field.goalWidthM + kBesideGoalM) {
        return {};
    }
    const math::Pose& X_FT = frame.body.X_FT;
    const Eigen::Vector2d ahead = X_FT.R.col(1).head<2>().normalized();
    const auto beside =
        world::ballCrossing(ball, X_FT.p.head<2>() + 0.05 * ahead, ahead, kLooksAheadS);
    if (!beside || beside->alongSigmaM > kSureM) {
        return {};
    }
    const Eigen::Vector2d left(-ahead.y(), ahead.x());
    return Shot{beside->inS, left.dot(beside->p_F.head<2>() - X_FT.p.head<2>()), beside->p_F};
}

// Between ball and goal; where the ball is not known, before the middle of the goal.
motion::WalkCommand Keeper::toPlace(const Context& context) const {
    const world::AgentFrame& frame = context.frame;
    if (!frame.body.pose.isValid) {
        return {};
    }
    const field::FieldDimensions& field = context.field.dimensions();
    const Eigen::Vector2d goal_F(-0.5 * field.lengthM, 0.0);
    const Eigen::Vector2d ball_F = frame.world.ball.isKnown
                                       ? Eigen::Vector2d(frame.world.ball.p_F.head<2>())
                                       : Eigen::Vector2d::Zero();
    const Eigen::Vector2d out = (ball_F - goal_F).normalized();
    Eigen::Vector2d place_F = goal_F + m_settings.aheadM * out;
    const double mostM = std::max(0.0, 0.5 * field.goalWidthM - kPostM);
    place_F.y() = std::clamp(place_F.y(), -mostM, mostM);
    place_F.x() = std::max(place_F.x(), goal_F.x() + 0.5 * m_settings.aheadM);
    // From the other side of the ball it would push it into the goal.
    const bool isBeforeGoal = std::abs(ball_F.y()) < 0.5 * field.goalWidthM + kBesideGoalM;
    if (frame.world.ball.isKnown && isBeforeGoal && ball_F.x() - kBehindBallM < place_F.x()) {
        place_F.x() = std::max(ball_F.x() - kBehindBallM, goal_F.x() - kInGoalM);
        place_F.y() = std::clamp(ball_F.y(), -mostM, mostM);
    }
    const math::Pose& X_FT = frame.body.X_FT;
    const Eigen::Vector2d toBall = ball_F - X_FT.p.head<2>();
    Eigen::Vector2d way = place_F - X_FT.p.head<2>();
    if (frame.world.ball.isKnown) {
        way = motion::wayAround(way, {toBall, kAroundBallM});
    }
    const Eigen::Rotation2Dd turned(OnFeet::turnTo(context, way));
    const double headingRad = OnFeet::turnTo(context, toBall);
    motion::WalkToSettings settings;
    settings.nearM = m_feet.isStanding() ? 0.12 : 0.05; // it stands as long as it can
    settings.nearRad = m_feet.isStanding() ? 0.25 : 0.1;
    return motion::walkTo(turned * Eigen::Vector2d(way.norm(), 0.0), headingRad, settings);
}

Status Keeper::guard(const Context& context, ActionRequest& request) {
    const auto shot = shotAt(context);
    motion::WalkCommand command;
    if (shot) {
        const double asideM = std::abs(shot->asideM);
        request.addValue("keeper.inS", shot->inS);
        request.addValue("keeper.asideM", shot->asideM);
        const math::Pose X_SF = world::fieldFromServer(context.frame.identity.robot.side).inverse();
        request.addShape(
            "keeper.crossing",
            drawing::Circle{(X_SF * shot->p_F).head<2>(), 0.06, 2.0, {255, 90, 60, 255}});
        const bool mayWalkThere = asideM - kStandsReachM < m_settings.walkMps * (shot->inS - 0.2);
        const bool passesBetweenFeet = asideM < kBetweenFeetM;
        const bool blocks = m_settings.blocks && m_feet.body() &&
                            (passesBetweenFeet || asideM > kStepReachM) &&
                            asideM < m_settings.blockReachM;
        const bool dives = m_settings.dives && m_diveLeft && m_diveRight && !mayWalkThere &&
                           asideM > m_settings.diveFromM && asideM < m_settings.diveReachM;
        if (dives && shot->inS < m_settings.diveBeforeS) {
            m_stage = Stage::Dive;
            m_stageS = 0.0;
            m_player.play(shot->asideM > 0.0 ? m_diveLeft : m_diveRight);
            return dive(context, request);
        }
        if (blocks && shot->inS < m_settings.blockBeforeS) {
            m_stage = Stage::Block;
            m_stageS = 0.0;
            m_blockAsideM = shot->asideM;
            for (std::size_t i = 0; i < request.wantedRad.size(); ++i) {
                m_fromRad[i] = context.frame.body.joints[i].expectedRad;
            }
            return block(context, request);
        }
        command.leftMps = asideM > 0.03 ? kAsidePerS * shot->asideM : 0.0;
    } else {
        command = toPlace(context);
    }
    const Status status = m_feet.walk(context, command, request);
    if (status == Status::Running) {
        request.decision.reason = shot ? "a ball comes" : "guarding the goal";
    }
    return status;
}

Status Keeper::dive(const Context& context, ActionRequest& request) {
    const Status status = m_player.update(context, request);
    request.decision.reason = "diving";
    if (status == Status::Running) {
        m_stageS = 0.0;
    } else if (m_stageS > kLiesS) {
        m_stage = Stage::Guard;
        m_feet.enter(context);
    }
    return Status::Running;
}

void Keeper::takeStance(double share, ActionRequest& request) const {
    const motion::LeggedBody& body = *m_feet.body();
    const Foot out = m_blockAsideM > 0.0 ? Foot::Left : Foot::Right;
    const double wayM = std::max(0.0, std::abs(m_blockAsideM) - body.hipM());
    // A body's x points to the right.
    math::Pose X_GT;
    X_GT.R = motion::levelFromTorso(kStanceLeanRad, 0.0);
    X_GT.p = Eigen::Vector3d(-motion::sideOf(out) * share * kStanceShiftShare * wayM, 0.0,
                             kStanceHeightShare * body.legM()) -
             X_GT.R * body.hips_T();
    for (const Foot foot : motion::kFeet) {
        const double outM = body.hipM() + (foot == out ? share * wayM : 0.0);
        const double upM = foot == out ? kStanceLiftM * std::sin(math::kPi * share) : 0.0;
        const math::Pose X_GSole =
            math::Pose::translation({-motion::sideOf(foot) * outM, 0.0, upM});
        body.placeSole(foot, X_GT.inverse() * X_GSole, {}, request.wantedRad);
        body.bendToe(foot, 0.0, request.wantedRad);
        body.placeArm(foot, kArmsPitchRad, kArmsOutRad, 0.1, request.wantedRad);
    }
    const double taken = std::min(1.0, 2.0 * share); // from the posture before
    body.blend(m_fromRad, taken, taken, request.wantedRad);
}

Status Keeper::block(const Context& context, ActionRequest& request) {
    takeStance(math::smoothStep(std::min(m_stageS / kTakesS, 1.0)), request);
    m_feet.look(context, request);
    request.odometry = localization::WalkOdometry{};
    request.decision.reason = "blocking";
    const auto shot = shotAt(context);
    if (m_stageS > m_settings.blockBeforeS + kBlocksS || (m_stageS > 2.0 * kTakesS && !shot)) {
        m_stage = Stage::Guard;
        m_feet.enter(context);
    }
    return Status::Running;
}

} // namespace sideline::behavior
