#include "agentcore/behavior/striker.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "agentcore/base/assert.h"
#include "agentcore/math/angles.h"

namespace sideline::behavior {

namespace {

constexpr double kWalkMps = 0.8;     // after it
constexpr double kReachShare = 0.9;  // of a kick's distance: from there it scores
constexpr double kLeastKickM = 0.5;  // no kick is counted as shorter
constexpr int kMostKicks = 6;        // to look ahead
constexpr double kChangeMindS = 0.5; // sooner by so much, or the choice stays
constexpr double kHalfGoalM = 1.0;   // beside its middle a shot still goes in
constexpr double kWideS = 15.0;      // what a shot costs that goes wide
constexpr double kAheadCos = 0.7;    // of the direction of a kick that goes ahead, not aside
constexpr double kFarM = 20.0;       // a target so far away is a direction
constexpr double kMeetsM = 0.5;      // a rolling ball that is farther away is met on its way

// Pushing the ball on, as a kick that it can choose: it goes a step or two ahead.
constexpr double kPushMps = 0.7;
constexpr double kPushesM = 0.8; // from the ball; until then it walks as if to kick that way
constexpr double kPushesOnM = 1.2;

// Both are at the ball.
constexpr double kDuelM = 0.55;
constexpr double kDuelSeenS = 0.6;
constexpr double kDuelTurnRad = 0.7;  // it pushes within this of straight through the ball
constexpr double kDuelAwayRad = 1.75; // and not, if that is farther off the goal
constexpr double kSoonS = 1.0;        // but it kicks, if its foot meets the ball so soon
constexpr double kDangerM = 4.0;      // from the own goal line, where it takes no risk:
constexpr double kDangerAwayRad = 1.1;
constexpr motion::KickFigures kPushFigures{
    .distanceM = 0.7, .contactS = 0.05, .spreadRad = 0.2, .standsShare = 0.97, .aimS = 0.6};
constexpr planning::KickOption kPush{
    .figures = kPushFigures, .turnedRad = 0.0, .ballForwardM = 0.2, .halts = false};

DribbleSettings pushSettings() {
    DribbleSettings settings;
    settings.speedMps = kPushMps;
    return settings;
}

bool kicksAhead(const KnownKick& kick) {
    return std::cos(kick.numbers.directionRad) > kAheadCos;
}

bool kicksAside(const KnownKick& kick) {
    return std::abs(std::cos(kick.numbers.directionRad)) < kAheadCos;
}

// How many of the shots of a kick go in.
double goalShare(const motion::KickFigures& kick, double distanceM) {
    constexpr double kSigmasToHalf = 0.6745; // half of a normal distribution is within that
    const double halfRad = std::atan2(kHalfGoalM, distanceM);
    const double sigmas = halfRad * kSigmasToHalf / std::max(kick.spreadRad, 1e-3);
    return kick.standsShare * std::erf(sigmas / std::sqrt(2.0));
}

double timeToGoalS(double distanceM, std::span<const KnownKick> kicks, std::size_t first,
                   int depth) {
    const motion::KickFigures& kick = kicks[first].figures;
    const double reachM = std::max(kick.distanceM, kLeastKickM);
    const double atBallS = kick.aimS + kick.contactS;
    const double restM = distanceM - reachM;
    if (distanceM <= kReachShare * reachM) {
        return atBallS + (1.0 - goalShare(kick, distanceM)) * kWideS;
    }
    if (depth == 0) {
        return atBallS + distanceM / kWalkMps;
    }
    double bestS = timeToGoalS(restM, kicks, 0, depth - 1);
    for (std::size_t i = 1; i < kicks.size(); ++i) {
        bestS = std::min(bestS, timeToGoalS(restM, kicks, i, depth - 1));
    }
    return atBallS + reachM / kWalkMps + bestS;
}

} // namespace

double timeToGoalS(double distanceM, std::span<const KnownKick> kicks, std::size_t first) {
    return timeToGoalS(distanceM, kicks, first, kMostKicks);
}

Striker::Striker(Walk walk, GetUp getUp, std::vector<KnownKick> kicks, Look::Aim aim)
    : m_kick(walk, kicks.empty() ? KnownKick() : kicks.front()),
      m_push(OnFeet(walk, getUp, aim), pushSettings()),
      m_upFirst(std::move(getUp)),
      m_aim(aim),
      m_kicks(std::move(kicks)) {
    const auto others = std::ranges::stable_partition(m_kicks, kicksAhead);
    m_aheadCount = m_kicks.size() - others.size();
    SIDELINE_ASSERT(m_aheadCount > 0);
    for (std::size_t i = 0; i < m_kicks.size(); ++i) {
        const KnownKick& kick = m_kicks[i];
        planning::KickOption option = {kick.figures, kick.numbers.directionRad,
                                       kick.numbers.ballForwardM, kick.isPlayed()};
        addOption(option, i);
        if (kicksAside(kick)) { // to the other side with the other foot
            option.turnedRad = -option.turnedRad;
            addOption(option, i);
        }
    }
    addOption(kPush, m_kicks.size());
}

void Striker::addOption(const planning::KickOption& option, std::size_t kick) {
    m_options.push_back(option);
    m_kickOf.push_back(kick);
}

void Striker::enter(const Context& context) {
    m_model = context.model().shared();
    m_look = Look(*m_model, m_aim);
    m_kick.enter(context);
    m_push.enter(context);
    m_upFirst.enter();
    m_isPushing = false;
}

void Striker::takeOver(const Context& context, const Walk& walk) {
    enter(context);
    m_kick.takeOver(walk);
}

Status Striker::update(const Context& context, ActionRequest& request) {
    if (m_model.get() != &context.model()) {
        enter(context);
    }
    if (const auto rising = m_upFirst.update(context, request)) {
        m_look.forget();
        return *rising;
    }
    if (m_upFirst.hasJustRisen()) {
        m_kick.enter(context);
        m_isPushing = false;
    }
    if (!context.frame.situation.mayTouchBall) {
        m_kick.callOff();
    }
    if (m_isPushing || m_kick.stage() == Kick::Stage::Approach ||
        m_kick.stage() == Kick::Stage::Halt) {
        chooseKick(context, request);
    }
    if (m_isPushing) {
        return m_push.update(context, request);
    }
    const Status status = m_kick.update(context, request);
    if (status == Status::Failed) {
        return status;
    }
    if (m_kick.mayGoOn()) {
        m_kick.goOn();
    }
    m_look.update(context, request);
    return Status::Running;
}

void Striker::chooseKick(const Context& context, ActionRequest& request) {
    const world::AgentFrame& frame = context.frame;
    m_kick.setMeeting(std::nullopt);
    if (!frame.situation.mayTouchBall) {
        takeKick(context, m_chosen);
        m_kick.setTarget(std::nullopt);
        m_kick.setKeepsOff(true);
        m_choice.reset();
        return;
    }
    m_kick.setKeepsOff(false);
    m_kick.setTakesSetPlay(frame.situation.isOwnRestart);
    request.goesToBall = true;
    const bool isAlone = std::ranges::all_of(frame.world.players, &world::PlayerBelief::isTeammate);
    if (isAlone || !frame.world.ball.isKnown || !frame.body.pose.isValid) {
        scoreAlone(context, request);
    } else {
        playAmongOthers(context, request);
    }
}

// One of its kicks, or, after the last, pushing.
void Striker::takeKick(const Context& context, std::size_t kick) {
    const bool pushes = kick >= m_kicks.size();
    if (pushes != m_isPushing) {
        if (pushes) {
            m_push.takeOver(context, m_kick.walk());
        } else {
            const Walk walk = m_push.walking();
            m_kick.enter(context);
            m_kick.takeOver(walk);
        }
        m_isPushing = pushes;
    }
    if (!pushes && kick != m_chosen) {
        m_chosen = kick;
        m_kick.setKick(m_kicks[kick]);
    }
}

// To the goal, with the kick that scores soonest.
void Striker::scoreAlone(const Context& context, ActionRequest& request) {
    m_choice.reset();
    m_push.setHurries(false);
    const Eigen::Vector2d goal_F(0.5 * context.field.dimensions().lengthM, 0.0);
    m_kick.setTarget(KickTarget{goal_F});
    const double wayM = (goal_F - context.frame.world.ball.p_F.head<2>()).norm();
    const auto ahead = std::span<const KnownKick>(m_kicks).first(m_aheadCount);
    std::size_t chosen = m_chosen < m_aheadCount ? m_chosen : 0;
    double chosenS = timeToGoalS(wayM, ahead, chosen);
    for (std::size_t i = 0; i < ahead.size(); ++i) {
        if (const double timeS = timeToGoalS(wayM, ahead, i); timeS < chosenS - kChangeMindS) {
            chosen = i;
            chosenS = timeS;
        }
    }
    takeKick(context, chosen);
    request.addValue("striker.kick", static_cast<double>(m_chosen));
    request.addValue("striker.goalS", chosenS);
}

// Straight through the ball, and as far toward the goal as that goes; nothing if no opponent is
// there, if the robot is on the wrong side, or as good as kicks.
std::optional<double> Striker::duelHeadingRad(const Context& context) const {
    const world::AgentFrame& frame = context.frame;
    const Eigen::Vector2d ball_F = frame.world.ball.p_F.head<2>();
    const Eigen::Vector2d toBall = ball_F - m_players.front().p_F;
    const bool isDuel =
        toBall.norm() < kDuelM &&
        std::ranges::any_of(frame.world.players, [&](const world::PlayerBelief& player) {
            return !player.isTeammate && !player.isFallen && player.ageS < kDuelSeenS &&
                   (player.p_F.head<2>() - ball_F).norm() < kDuelM;
        });
    if (!isDuel || frame.situation.isOwnRestart || (!m_isPushing && m_kick.isAboutToKick())) {
        return {};
    }
    const Eigen::Vector2d toGoal =
        Eigen::Vector2d(0.5 * context.field.dimensions().lengthM, 0.0) - ball_F;
    const double throughRad = std::atan2(toBall.y(), toBall.x());
    const double offRad = math::wrapRad(std::atan2(toGoal.y(), toGoal.x()) - throughRad);
    const bool isDangerous = ball_F.x() < kDangerM - 0.5 * context.field.dimensions().lengthM;
    if (std::abs(offRad) > (isDangerous ? kDangerAwayRad : kDuelAwayRad)) {
        return {};
    }
    return math::wrapRad(throughRad + std::clamp(offRad, -kDuelTurnRad, kDuelTurnRad));
}

// Where it does most for the team, among teammates and opponents.
void Striker::playAmongOthers(const Context& context, ActionRequest& request) {
    const world::AgentFrame& frame = context.frame;
    planning::pitchPlayersOf(frame, m_players);
    planning::KickScene scene;
    scene.ball_F = frame.world.ball.p_F.head<2>();
    if ((scene.ball_F - m_players.front().p_F).norm() > kMeetsM) {
        scene.ball_F = m_pitch.meetingPlace(frame.world.ball, m_players.front(), scene.speeds);
        m_kick.setMeeting(scene.ball_F);
    }
    scene.players = m_players;
    scene.field = context.field.dimensions();
    scene.mayShoot = frame.situation.mayShootAtGoal;
    scene.isProtected = frame.situation.isOwnRestart;
    // A set play is taken by one touch.
    const std::size_t count = m_options.size() - (scene.isProtected ? 1 : 0);
    m_choice = planning::chooseKick(scene, std::span(m_options).first(count), m_choice);
    const std::size_t kick = m_kickOf[m_choice->kick];
    const Eigen::Vector2d way(std::cos(m_choice->directionRad), std::sin(m_choice->directionRad));
    m_kick.setTarget(KickTarget{scene.ball_F + kFarM * way});
    m_push.setHeading(m_choice->directionRad);
    const bool kicksSoon = kick < m_kicks.size() && m_choice->inS < kSoonS;
    const auto duelRad = kicksSoon ? std::nullopt : duelHeadingRad(context);
    m_push.setHurries(duelRad.has_value());
    request.addValue("striker.duel", duelRad ? 1.0 : 0.0);
    if (duelRad) {
        m_push.setHeading(*duelRad);
        takeKick(context, m_kicks.size());
        return;
    }
    const double wayM = (scene.ball_F - m_players.front().p_F).norm();
    const bool isPush = kick >= m_kicks.size();
    const bool isNear = wayM < (m_isPushing ? kPushesOnM : kPushesM);
    takeKick(context, isPush && !isNear ? m_chosen : kick);
    if (!isPush) {
        request.kicksTo_F = m_choice->rest_F;
    }
    request.addValue("striker.kick", static_cast<double>(kick));
    request.addValue("striker.goalS", m_choice->costS);
    request.addValue("striker.inS", m_choice->inS);
    request.addValue("striker.free", m_choice->freeShare);
    request.addValue("striker.lane", m_choice->laneShare);
    request.addValue("striker.goal", m_choice->goalShare);
    request.addValue("striker.toDeg", math::degFromRad(m_choice->directionRad));
}

} // namespace sideline::behavior
