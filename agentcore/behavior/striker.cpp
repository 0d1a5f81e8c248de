#include "agentcore/behavior/striker.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "agentcore/base/assert.h"
#include "agentcore/math/angles.h"

namespace sideline::behavior {

namespace {

constexpr int kMaxKicks =
    6; // number of kicks planned ahead: the search grows exponentially with it
constexpr double kFarM = 20.0; // distance of the target that represents a direction

planning::KickOption pushOption(const StrikerNumbers& s) {
    return {.figures = {.distanceM = s.pushDistanceM,
                        .contactS = s.pushContactS,
                        .spreadRad = s.pushSpreadRad,
                        .standsRatio = s.pushStandsRatio,
                        .aimS = s.pushAimS},
            .turnedRad = 0.0,
            .ballForwardM = s.pushForwardM,
            .halts = false};
}

// Fraction of a kick's shots that score.
double goalRatio(const motion::KickFigures& kick, double distanceM, double halfGoalM) {
    constexpr double kSigmasToHalf =
        0.6745; // half of a normal distribution is within this many standard deviations of its mean
    const double halfRad = std::atan2(halfGoalM, distanceM);
    const double sigmas = halfRad * kSigmasToHalf / std::max(kick.spreadRad, 1e-3);
    return kick.standsRatio * std::erf(sigmas / std::sqrt(2.0));
}

double timeToGoalS(double distanceM, std::span<const KnownKick> kicks, std::size_t first,
                   const StrikerNumbers& s, int depth) {
    const motion::KickFigures& kick = kicks[first].figures;
    const double reachM = std::max(kick.distanceM, s.minKickM);
    const double atBallS = kick.aimS + kick.contactS;
    const double restM = distanceM - reachM;
    if (distanceM <= s.reachRatio * reachM) {
        return atBallS + (1.0 - goalRatio(kick, distanceM, s.halfGoalM)) * s.wideS;
    }
    if (depth == 0) {
        return atBallS + distanceM / s.walkMps;
    }
    double bestS = timeToGoalS(restM, kicks, 0, s, depth - 1);
    for (std::size_t i = 1; i < kicks.size(); ++i) {
        bestS = std::min(bestS, timeToGoalS(restM, kicks, i, s, depth - 1));
    }
    return atBallS + reachM / s.walkMps + bestS;
}

} // namespace

std::span<const base::NumberInfo<StrikerNumbers>> StrikerNumbers::numbers() {
    using S = StrikerNumbers;
    static constexpr auto kRows = std::to_array<base::NumberInfo<S>>({
        {"walk-speed", "speed at which it follows a kicked ball", "m/s", 0.05, 3.0, &S::walkMps},
        {"reach", "fraction of a kick's distance from which it reaches the goal", "", 0.1, 2.0,
         &S::reachRatio},
        {"min-kick", "minimum distance assumed for a kick", "m", 0.05, 5.0, &S::minKickM},
        {"change", "it changes to another kick that would score sooner by this much", "s", 0.0,
         20.0, &S::changeS},
        {"half-goal", "a shot scores within this distance of the center of the goal", "m", 0.1, 5.0,
         &S::halfGoalM},
        {"wide", "cost of a shot that misses the goal", "s", 0.0, 120.0, &S::wideS},
        {"ahead", "cosine of the angle up to which a kick counts as straight ahead", "", 0.0, 1.0,
         &S::aheadCos},
        {"meet", "a rolling ball farther away than this is intercepted on its way", "m", 0.0, 10.0,
         &S::meetsM},
        {"push-within", "distance to the ball from which it lines up to push", "m", 0.0, 10.0,
         &S::pushWithinM},
        {"push-until", "distance to the ball up to which it keeps pushing", "m", 0.0, 10.0,
         &S::pushUntilM},
        {"push-distance", "expected distance of a push", "m", 0.0, 10.0, &S::pushDistanceM},
        {"push-contact", "expected time of a push until contact", "s", 0.0, 5.0, &S::pushContactS},
        {"push-spread", "half of the pushes stay within this angle of their direction", "rad", 0.0,
         1.6, &S::pushSpreadRad},
        {"push-stands", "fraction of pushes without a fall", "", 0.0, 1.0, &S::pushStandsRatio},
        {"push-aim", "expected time to line up for a push, from 35 cm away from the ball", "s", 0.0,
         20.0, &S::pushAimS},
        {"push-forward", "distance of the ball ahead of the feet during a push", "m", 0.0, 1.0,
         &S::pushForwardM},
        {"duel", "maximum distance of both robots from the ball in a duel", "m", 0.0, 3.0,
         &S::duelM},
        {"duel-age", "sightings of the opponent older than this are ignored", "s", 0.0, 10.0,
         &S::duelAgeS},
        {"duel-turn", "maximum deviation of a push from the line through robot and ball", "rad",
         0.0, 3.2, &S::duelTurnRad},
        {"duel-away", "maximum angle between that line and the goal for it to push", "rad", 0.0,
         3.2, &S::duelAwayRad},
        {"soon", "it kicks instead if it can reach the ball within this time", "s", 0.0, 10.0,
         &S::soonS},
        {"danger", "distance from its own goal line within which it takes no risks", "m", 0.0, 30.0,
         &S::dangerM},
        {"danger-away", "duel-away within the distance `danger` from its own goal line", "rad", 0.0,
         3.2, &S::dangerAwayRad},
    });
    return kRows;
}

double timeToGoalS(double distanceM, std::span<const KnownKick> kicks, std::size_t first,
                   const StrikerNumbers& numbers) {
    return timeToGoalS(distanceM, kicks, first, numbers, kMaxKicks);
}

Striker::Striker(Walk walk, GetUp getUp, std::vector<KnownKick> kicks,
                 const StrikerSettings& settings)
    : m_settings(settings),
      m_kick(walk, kicks.empty() ? KnownKick() : kicks.front(),
             {settings.approach, settings.feet.moving}),
      m_push(OnFeet(walk, getUp, settings.feet), settings.push),
      m_upFirst(std::move(getUp)),
      m_kicks(std::move(kicks)) {
    const double aheadCos = settings.numbers.aheadCos;
    const auto cosOf = [](const KnownKick& kick) { return std::cos(kick.numbers.directionRad); };
    const auto others = std::ranges::stable_partition(
        m_kicks, [&](const KnownKick& kick) { return cosOf(kick) > aheadCos; });
    m_aheadCount = m_kicks.size() - others.size();
    SIDELINE_ASSERT(m_aheadCount > 0);
    for (std::size_t i = 0; i < m_kicks.size(); ++i) {
        const KnownKick& kick = m_kicks[i];
        planning::KickOption option = {kick.figures, kick.numbers.directionRad,
                                       kick.numbers.ballForwardM, kick.isPlayed()};
        addOption(option, i);
        if (std::abs(cosOf(kick)) < aheadCos) { // mirrored for the other foot
            option.turnedRad = -option.turnedRad;
            addOption(option, i);
        }
    }
    addOption(pushOption(settings.numbers), m_kicks.size());
}

void Striker::addOption(const planning::KickOption& option, std::size_t kick) {
    m_options.push_back(option);
    m_kickOf.push_back(kick);
}

void Striker::enter(const Context& context) {
    m_model = context.model().shared();
    m_look = Look(*m_model, m_settings.feet.look);
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
    if (m_kick.mayResume()) {
        m_kick.resume();
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

// Switches to a kick or, if the index is past the last one, to pushing.
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

// Aims at the goal with the kick that is expected to score soonest.
void Striker::scoreAlone(const Context& context, ActionRequest& request) {
    m_choice.reset();
    m_push.setHurries(false);
    const Eigen::Vector2d goal_F(0.5 * context.field.dimensions().lengthM, 0.0);
    m_kick.setTarget(KickTarget{goal_F});
    const double wayM = (goal_F - context.frame.world.ball.p_F.head<2>()).norm();
    const auto ahead = std::span<const KnownKick>(m_kicks).first(m_aheadCount);
    std::size_t chosen = m_chosen < m_aheadCount ? m_chosen : 0;
    double chosenS = timeToGoalS(wayM, ahead, chosen, m_settings.numbers);
    for (std::size_t i = 0; i < ahead.size(); ++i) {
        if (const double timeS = timeToGoalS(wayM, ahead, i, m_settings.numbers);
            timeS < chosenS - m_settings.numbers.changeS) {
            chosen = i;
            chosenS = timeS;
        }
    }
    takeKick(context, chosen);
    request.addValue("striker.kick", static_cast<double>(m_chosen));
    request.addValue("striker.goalS", chosenS);
}

// The heading for pushing straight through the ball, as far toward the goal as possible; not set if
// no opponent is there, if the robot is on the wrong side of the ball, or if it is about to kick.
std::optional<double> Striker::duelHeadingRad(const Context& context) const {
    const StrikerNumbers& s = m_settings.numbers;
    const world::AgentFrame& frame = context.frame;
    const Eigen::Vector2d ball_F = frame.world.ball.p_F.head<2>();
    const Eigen::Vector2d toBall = ball_F - m_players.front().p_F;
    const bool isDuel =
        toBall.norm() < s.duelM &&
        std::ranges::any_of(frame.world.players, [&](const world::PlayerBelief& player) {
            return !player.isTeammate && !player.isFallen && player.ageS < s.duelAgeS &&
                   (player.p_F.head<2>() - ball_F).norm() < s.duelM;
        });
    if (!isDuel || frame.situation.isOwnRestart || (!m_isPushing && m_kick.isAboutToKick())) {
        return {};
    }
    const Eigen::Vector2d toGoal =
        Eigen::Vector2d(0.5 * context.field.dimensions().lengthM, 0.0) - ball_F;
    const double throughRad = std::atan2(toBall.y(), toBall.x());
    const double offRad = math::wrapRad(std::atan2(toGoal.y(), toGoal.x()) - throughRad);
    const bool isDangerous = ball_F.x() < s.dangerM - 0.5 * context.field.dimensions().lengthM;
    if (std::abs(offRad) > (isDangerous ? s.dangerAwayRad : s.duelAwayRad)) {
        return {};
    }
    return math::wrapRad(throughRad + std::clamp(offRad, -s.duelTurnRad, s.duelTurnRad));
}

// Chooses the action that benefits the team most, given teammates and opponents.
void Striker::playAmongOthers(const Context& context, ActionRequest& request) {
    const world::AgentFrame& frame = context.frame;
    planning::pitchPlayersOf(frame, m_players);
    const StrikerNumbers& s = m_settings.numbers;
    planning::KickScene scene;
    scene.speeds = m_settings.players;
    scene.settings = m_settings.choice;
    scene.ball_F = frame.world.ball.p_F.head<2>();
    if ((scene.ball_F - m_players.front().p_F).norm() > s.meetsM) {
        scene.ball_F = m_pitch.meetingPlace(frame.world.ball, m_players.front(), scene.speeds);
        m_kick.setMeeting(scene.ball_F);
    }
    scene.players = m_players;
    scene.field = context.field.dimensions();
    scene.mayShoot = frame.situation.mayShootAtGoal;
    scene.isProtected = frame.situation.isOwnRestart;
    // In a set play, the taker may touch the ball only once.
    const std::size_t count = m_options.size() - (scene.isProtected ? 1 : 0);
    m_choice = planning::chooseKick(scene, std::span(m_options).first(count), m_choice);
    const std::size_t kick = m_kickOf[m_choice->kick];
    const Eigen::Vector2d way(std::cos(m_choice->directionRad), std::sin(m_choice->directionRad));
    m_kick.setTarget(KickTarget{scene.ball_F + kFarM * way});
    m_push.setHeading(m_choice->directionRad);
    const bool kicksSoon = kick < m_kicks.size() && m_choice->inS < s.soonS;
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
    const bool isNear = wayM < (m_isPushing ? s.pushUntilM : s.pushWithinM);
    takeKick(context, isPush && !isNear ? m_chosen : kick);
    if (!isPush) {
        request.kicksTo_F = m_choice->rest_F;
    }
    request.addValue("striker.kick", static_cast<double>(kick));
    request.addValue("striker.goalS", m_choice->costS);
    request.addValue("striker.inS", m_choice->inS);
    request.addValue("striker.free", m_choice->freeRatio);
    request.addValue("striker.lane", m_choice->laneRatio);
    request.addValue("striker.goal", m_choice->goalRatio);
    request.addValue("striker.toDeg", math::degFromRad(m_choice->directionRad));
}

} // namespace sideline::behavior
