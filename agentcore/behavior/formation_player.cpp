#include "agentcore/behavior/formation_player.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

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
    m_coordinator.forget();
    m_ball_F = Vector2d::Zero();
    m_isStriker = false;
    m_hasArrived = false;
}

// Roles may have gone, and others come: they are given out anew.
void FormationPlayer::takeNewer(ActionRequest& request) {
    if (!m_settings.feed || m_settings.feed->version() == m_version) {
        return;
    }
    m_version = m_settings.feed->version();
    const planning::FormationFeed::News news = m_settings.feed->latest();
    if (!news.value) {
        request.lines.push_back(fmt::format("formation {} counts on as before: {}",
                                            m_settings.formation->name(), news.fault));
        return;
    }
    m_settings.formation = news.value;
    m_coordinator.forget();
    m_ways.forget();
    m_hasArrived = false;
    request.lines.push_back(
        fmt::format("formation {} is taken as it is saved now", m_settings.formation->name()));
}

Status FormationPlayer::update(const Context& context, ActionRequest& request) {
    takeNewer(request);
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

// What it has to do in the formation; none if there is no role for it.
planning::Duty FormationPlayer::dutyOf(const Context& context) {
    const world::AgentFrame& frame = context.frame;
    const planning::TeamFormation& formation = *m_settings.formation;
    const int unum = frame.identity.robot.unum.value();
    planning::TeamPlan plan;
    for (std::size_t i = 0; i < planning::kMostRoles; ++i) {
        const auto number = static_cast<int>(i + 1);
        const bool isOwn = number == unum && m_settings.role != 0;
        if (const auto role = formation.roleOf(isOwn ? m_settings.role : number)) {
            plan.places_F[i] = placeOf(context, *role);
        }
    }
    // The striker is first at the ball; the others share the places of their numbers.
    const bool hasStriker = frame.situation.mayTouchBall && !m_ownClaims.empty();
    plan.striker = hasStriker ? m_players[m_ownClaims.front().player].unum : 0;
    plan.assigns = m_settings.assignsRoles && m_settings.role == 0;
    const bool isInPlay =
        frame.situation.isRunning && frame.situation.setPiece == world::SetPiece::None;
    plan.marks = m_settings.marks && isInPlay;
    plan.receives = m_settings.receives && frame.situation.isRunning;
    planning::Duty duty =
        m_coordinator.dutyOf(frame, plan, context.field.dimensions().lengthM, context.stepS);
    if (duty.kind == planning::DutyKind::Place && duty.of == unum && m_settings.role != 0) {
        duty.of = m_settings.role;
    }
    return duty;
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
    const planning::Duty duty = dutyOf(context);
    const bool hasDuty = duty.kind != planning::DutyKind::None;
    if (hasDuty && frame.world.ball.isKnown) {
        const Vector2d place = duty.place_F;
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
        request.addValue("team.duty", static_cast<double>(duty.kind));
        if (duty.kind == planning::DutyKind::Place) {
            request.addValue("team.role", duty.of);
        }
    }
    const auto off = m_feet.offTheBall(context);
    const Status status = m_feet.walk(context, carefulOf(context, off.value_or(command)), request);
    if (status == Status::Running) {
        explain(context, duty, off.has_value(), request);
    }
    return status;
}

void FormationPlayer::explain(const Context& context, const planning::Duty& duty, bool leavesBall,
                              ActionRequest& request) const {
    using planning::DutyKind;
    std::string& reason = request.decision.reason;
    const auto role = m_settings.formation->roleOf(duty.of);
    if (leavesBall) {
        reason = "leaves the ball";
    } else if (!context.frame.body.pose.isValid) {
        reason = "does not know where it is";
    } else if (duty.kind == DutyKind::None) {
        reason = "there is no role for its number";
    } else if (!context.frame.world.ball.isKnown) {
        reason = "searching for the ball";
    } else if (duty.kind == DutyKind::Receive) {
        reason = "to where a kick goes";
    } else if (duty.kind == DutyKind::Mark) {
        reason = "marking an opponent";
    } else {
        reason = m_hasArrived ? "in its place" : "going to its place";
        if (role) {
            reason += " as ";
            reason += m_settings.formation->roles()[*role].name;
        }
    }
}

} // namespace sideline::behavior
