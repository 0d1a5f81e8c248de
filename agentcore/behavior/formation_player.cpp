#include "agentcore/behavior/formation_player.h"

#include <algorithm>
#include <cmath>

#include "agentcore/base/assert.h"
#include "agentcore/behavior/careful.h"
#include "agentcore/behavior/walk_along.h"

namespace sideline::behavior {

namespace {

using Eigen::Vector2d;

constexpr int kGoalkeeper = 1;
constexpr double kOffTheBallM = 0.6; // supporters keep out of the striker's way
constexpr double kStaysS = 0.5;      // a teammate must be sooner at the ball by so much
constexpr double kKeepAwayM = 0.3;   // more than the rules say
constexpr double kOwnHalfM = 0.1;
constexpr double kNearM = 0.15; // it is in its place
constexpr double kNearRad = 0.2;
constexpr double kArrivedTimes = 3.0; // who is there sets out again from so much farther away
constexpr drawing::Color kPlaceColor{120, 200, 255, 255};

// Whether a teammate may be the next at the ball: who stands and is not in the order by the ball
// has just taken a set play.
// @param player index in the players of `pitchPlayersOf`, the robot itself first
bool mayPlayBall(const world::AgentFrame& frame, std::size_t player) {
    const std::size_t others = frame.body.pose.isValid ? 1 : 0;
    if (player < others) {
        return frame.situation.mayTouchBall;
    }
    const auto index = static_cast<int>(player - others);
    const std::vector<int>& byBall = frame.situation.teammatesByBall;
    return frame.world.players[player - others].isFallen || byBall.empty() ||
           std::ranges::find(byBall, index) != byBall.end();
}

} // namespace

FormationPlayer::FormationPlayer(Striker striker, OnFeet feet, FormationPlayerSettings settings)
    : m_striker(std::move(striker)),
      m_feet(std::move(feet)),
      m_settings(std::move(settings)),
      m_ways({.ballM = kOffTheBallM}) {
    SIDELINE_ASSERT(m_settings.formation != nullptr);
    m_ownClaims.reserve(planning::kMostRoles);
}

void FormationPlayer::enter(const Context& context) {
    m_feet.enter(context);
    m_ways.forget();
    m_assigner.forget();
    m_known = 0;
    m_ball_F = Vector2d::Zero();
    m_isStriker = false;
    m_hasArrived = false;
}

Status FormationPlayer::update(const Context& context, ActionRequest& request) {
    watch(context, request);
    const bool mayChange = m_isStriker ? m_striker.mayHandOver() : !m_feet.isRising();
    const bool strikes = shouldStrike(context);
    if (strikes != m_isStriker && mayChange && !context.frame.body.isFallen) {
        m_isStriker = strikes;
        if (strikes) {
            m_striker.takeOver(context, m_feet.walking());
        } else {
            m_feet.takeOver(context, m_striker.walking());
            m_ways.forget();
            m_hasArrived = false;
        }
    }
    return m_isStriker ? m_striker.update(context, request) : keepPlace(context, request);
}

// Who is how soon at the ball.
void FormationPlayer::watch(const Context& context, ActionRequest& request) {
    const world::AgentFrame& frame = context.frame;
    m_ownClaims.clear();
    if (!frame.world.ball.isKnown) {
        return;
    }
    m_ball_F = frame.world.ball.p_F.head<2>();
    planning::pitchPlayersOf(frame, m_players);
    m_pitch.update(frame.world.ball, m_players, m_settings.speeds);
    for (const planning::BallClaim& claim : m_pitch.claims()) {
        const planning::PitchPlayer& player = m_players[claim.player];
        if (player.isTeammate && player.unum != kGoalkeeper && mayPlayBall(frame, claim.player) &&
            m_ownClaims.size() < m_ownClaims.capacity()) {
            m_ownClaims.push_back(claim);
        }
        if (claim.player == 0 && frame.body.pose.isValid) {
            request.addValue("team.ballInS", claim.inS);
        }
    }
    if (m_pitch.leadS()) {
        request.addValue("team.leadS", *m_pitch.leadS());
    }
}

bool FormationPlayer::shouldStrike(const Context& context) const {
    const world::AgentFrame& frame = context.frame;
    if (!m_settings.strikes || !frame.situation.mayTouchBall || !frame.body.pose.isValid ||
        frame.identity.robot.unum.value() == kGoalkeeper) {
        return false;
    }
    if (m_ownClaims.empty()) {
        return m_isStriker; // it has lost sight of the ball
    }
    const planning::BallClaim& first = m_ownClaims.front();
    if (first.player == 0) {
        return true;
    }
    const auto own = std::ranges::find(m_ownClaims, std::size_t{0}, &planning::BallClaim::player);
    return m_isStriker && own != m_ownClaims.end() && own->inS < first.inS + kStaysS;
}

// Its role in the formation; nothing if there is none for it.
std::optional<std::size_t> FormationPlayer::chooseRole(const Context& context) {
    const world::AgentFrame& frame = context.frame;
    const planning::TeamFormation& formation = *m_settings.formation;
    const int unum = frame.identity.robot.unum.value();
    if (m_settings.role != 0) {
        return formation.roleOf(m_settings.role);
    }
    const auto own = formation.roleOf(unum);
    if (!m_settings.assignsRoles || unum == kGoalkeeper || !own) {
        return own;
    }
    // The striker is first at the ball; the others share the places of their numbers.
    const bool hasStriker = frame.situation.mayTouchBall && !m_ownClaims.empty();
    const int striker = hasStriker ? m_players[m_ownClaims.front().player].unum : 0;
    std::array<Candidate, planning::kMostRoles> candidates{};
    std::size_t count = 0;
    std::uint32_t known = 0;
    const auto add = [&](int number, const Vector2d& p_F) {
        const bool takesPart = number > kGoalkeeper && formation.roleOf(number).has_value() &&
                               (number != striker || number == unum);
        if (takesPart && count < candidates.size() && ((known >> number) & 1U) == 0) {
            known |= 1U << static_cast<unsigned>(number);
            candidates[count++] = {number, p_F};
        }
    };
    add(unum, frame.body.X_FT.p.head<2>());
    for (const world::PlayerBelief& player : frame.world.players) {
        if (player.isTeammate) {
            add(player.unum, player.p_F.head<2>());
        }
    }
    std::sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(count),
              [](const Candidate& a, const Candidate& b) { return a.unum < b.unum; });
    std::array<Vector2d, planning::kMostRoles> robots;
    std::array<Vector2d, planning::kMostRoles> places;
    std::array<std::size_t, planning::kMostRoles> roles{};
    std::size_t self = 0;
    for (std::size_t i = 0; i < count; ++i) {
        roles[i] = *formation.roleOf(candidates[i].unum);
        robots[i] = candidates[i].p_F;
        places[i] = placeOf(context, roles[i]);
        self = candidates[i].unum == unum ? i : self;
    }
    if (known != m_known) {
        m_assigner.forget();
        m_known = known;
    }
    return roles[m_assigner.assign({robots.data(), count}, {places.data(), count})[self]];
}

Vector2d FormationPlayer::placeOf(const Context& context, std::size_t role) const {
    const world::SituationBelief& situation = context.frame.situation;
    const auto kind = planning::situationOf(situation, context.frame.game);
    Vector2d place = m_settings.formation->place(kind, role, m_ball_F, context.field.dimensions());
    if (kind == planning::FormationSituation::KickOff ||
        kind == planning::FormationSituation::TheirKickOff) {
        place.x() = std::min(place.x(), -kOwnHalfM);
    }
    // Out of the circle around their restart, on the side of the own goal.
    const double awayM = situation.keepAwayM + kKeepAwayM;
    if (situation.keepAwayM > 0.0 && situation.hasRestartPlace &&
        (place - situation.restart_F).norm() < awayM) {
        const Vector2d goal(-0.5 * context.field.dimensions().lengthM, 0.0);
        const Vector2d from = situation.restart_F;
        const Vector2d way = (place - from).norm() > 0.1 ? place - from : goal - from;
        place = from + awayM * way.normalized();
    }
    return place;
}

Status FormationPlayer::keepPlace(const Context& context, ActionRequest& request) {
    if (const auto rising = m_feet.rise(context, request)) {
        m_ways.forget();
        return *rising;
    }
    const world::AgentFrame& frame = context.frame;
    motion::WalkCommand command = m_feet.search(context);
    const auto role = frame.body.pose.isValid ? chooseRole(context) : std::nullopt;
    if (role && frame.world.ball.isKnown) {
        const Vector2d place = placeOf(context, *role);
        const planning::Path& path =
            m_ways.find(frame, context.field.dimensions(), place, context.stepS);
        const Vector2d toBall = m_ball_F - path.points_F.back();
        motion::WalkToSettings settings;
        settings.nearM = kNearM * (m_hasArrived ? kArrivedTimes : 1.0);
        settings.nearRad = kNearRad * (m_hasArrived ? kArrivedTimes : 1.0);
        command = walkAlong(path, frame.body.X_FT, std::atan2(toBall.y(), toBall.x()), settings);
        m_hasArrived = command.isZero();
        drawPath(frame, path, "team.path", request);
        request.addShape("team.place", drawing::Circle{onGround_S(frame, place).head<2>(), 0.2, 2.0,
                                                       kPlaceColor});
        request.addValue("team.role", m_settings.formation->roles()[*role].unum);
    }
    const auto off = m_feet.offTheBall(context);
    const Status status = m_feet.walk(context, carefulOf(context, off.value_or(command)), request);
    if (status == Status::Running && off) {
        request.decision.reason = "leaves the ball";
    } else if (status == Status::Running) {
        request.decision.reason = !frame.body.pose.isValid    ? "does not know where it is"
                                  : !role                     ? "there is no role for its number"
                                  : !frame.world.ball.isKnown ? "searching for the ball"
                                  : m_hasArrived              ? "in its place as "
                                                              : "going to its place as ";
        if (role && frame.world.ball.isKnown) {
            request.decision.reason += m_settings.formation->roles()[*role].name;
        }
    }
    return status;
}

} // namespace sideline::behavior
