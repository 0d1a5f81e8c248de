#include "agentcore/behavior/formation_player.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "agentcore/base/assert.h"
#include "agentcore/behavior/slowdown.h"
#include "agentcore/behavior/walk_along.h"

namespace sideline::behavior {

namespace {

using Eigen::Vector2d;

constexpr int kGoalkeeper = 1; // the rules require this number
constexpr drawing::Color kPlaceColor{120, 200, 255, 255};

// Whether a player of the team may be the next to play the ball. An upright teammate that is
// missing from `teammatesByBall` has just taken a set play and may not.
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

std::span<const base::NumberInfo<FormationPlayerSettings>> FormationPlayerSettings::numbers() {
    using S = FormationPlayerSettings;
    static constexpr auto kRows = std::to_array<base::NumberInfo<S>>({
        {"strike-keep",
         "it stops striking when a teammate would be at the ball sooner by this much", "s", 0.0,
         10.0, &S::keepS},
        {"restart-margin",
         "distance it keeps from an opponent's restart, beyond what the rules require", "m", 0.0,
         5.0, &S::restartMarginM},
        {"own-half-margin", "distance it keeps from the halfway line before a kick-off", "m", 0.0,
         5.0, &S::ownHalfM},
        {"near", "distance from its target within which it counts as arrived", "m", 0.01, 5.0,
         &S::nearM},
        {"near-turn", "maximum heading error at which it counts as arrived", "rad", 0.01, 3.2,
         &S::nearRad},
        {"leave", "multiple of near and near-turn at which it sets out again after arriving", "",
         1.0, 10.0, &S::leaveRatio},
        {"ball-distance", "distance it keeps from the ball to stay out of the striker's way", "m",
         0.0, 5.0, &S::ballM},
    });
    return kRows;
}

FormationPlayer::FormationPlayer(Striker striker, OnFeet feet, FormationPlayerSettings settings)
    : m_striker(std::move(striker)),
      m_feet(std::move(feet)),
      m_settings(std::move(settings)),
      m_ways(m_feet.moving().waysOff(m_settings.ballM), m_feet.moving().paths),
      m_coordinator(m_settings.duties) {
    SIDELINE_ASSERT(m_settings.formation != nullptr);
    m_ownClaims.reserve(planning::kMaxRoles);
}

void FormationPlayer::enter(const Context& context) {
    m_feet.enter(context);
    m_ways.forget();
    m_coordinator.forget();
    m_ball_F = Vector2d::Zero();
    m_isStriker = false;
    m_hasArrived = false;
}

// Adopts a newer version of the formation. Its roles may have changed, so they are reassigned.
void FormationPlayer::takeNewer(ActionRequest& request) {
    if (!m_settings.feed || m_settings.feed->version() == m_version) {
        return;
    }
    m_version = m_settings.feed->version();
    const planning::FormationFeed::Update news = m_settings.feed->latest();
    if (!news.value) {
        request.lines.push_back(fmt::format("formation {} keeps its previous version: {}",
                                            m_settings.formation->name(), news.fault));
        return;
    }
    m_settings.formation = news.value;
    m_coordinator.forget();
    m_ways.forget();
    m_hasArrived = false;
    request.lines.push_back(fmt::format("formation {} was reloaded", m_settings.formation->name()));
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

// Predicts when each player will reach the ball.
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
        return m_isStriker; // the robot has lost sight of the ball
    }
    const planning::BallClaim& first = m_ownClaims.front();
    if (first.player == 0) {
        return true;
    }
    const auto own = std::ranges::find(m_ownClaims, std::size_t{0}, &planning::BallClaim::player);
    return m_isStriker && own != m_ownClaims.end() && own->inS < first.inS + m_settings.keepS;
}

// The robot's duty in the formation; none if there is no role for it.
planning::Duty FormationPlayer::assignDuty(const Context& context) {
    const world::AgentFrame& frame = context.frame;
    const planning::TeamFormation& formation = *m_settings.formation;
    const int unum = frame.identity.robot.unum.value();
    planning::TeamPlan plan;
    for (std::size_t i = 0; i < planning::kMaxRoles; ++i) {
        const auto number = static_cast<int>(i + 1);
        const bool isOwn = number == unum && m_settings.role != 0;
        if (const auto role = formation.roleOf(isOwn ? m_settings.role : number)) {
            plan.places_F[i] = placeOf(context, *role);
        }
    }
    // The striker reaches the ball first; the others divide the remaining places among themselves.
    const bool hasStriker = frame.situation.mayTouchBall && !m_ownClaims.empty();
    plan.striker = hasStriker ? m_players[m_ownClaims.front().player].unum : 0;
    plan.assigns = m_settings.assignsRoles && m_settings.role == 0;
    const bool isInPlay =
        frame.situation.isRunning && frame.situation.setPiece == world::SetPiece::None;
    plan.marks = m_settings.marks && isInPlay;
    plan.receives = m_settings.receives && frame.situation.isRunning;
    planning::Duty duty =
        m_coordinator.assignDuty(frame, plan, context.field.dimensions().lengthM, context.stepS);
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
        place.x() = std::min(place.x(), -m_settings.ownHalfM);
    }
    // Moves out of the exclusion circle of the opponents' restart, toward the robot's own goal.
    const double awayM = situation.keepAwayM + m_settings.restartMarginM;
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
    const planning::Duty duty = assignDuty(context);
    const bool hasDuty = duty.kind != planning::DutyKind::None;
    if (hasDuty && frame.world.ball.isKnown) {
        const Vector2d place = duty.place_F;
        const planning::Path& path =
            m_ways.find(frame, context.field.dimensions(), place, context.stepS);
        const Vector2d toBall = m_ball_F - path.points_F.back();
        const double nearRatio = m_hasArrived ? m_settings.leaveRatio : 1.0;
        motion::WalkToSettings settings = m_feet.moving().goTo;
        settings.nearM = m_settings.nearM * nearRatio;
        settings.nearRad = m_settings.nearRad * nearRatio;
        command = walkAlong(path, frame.body.X_FT, std::atan2(toBall.y(), toBall.x()), settings,
                            m_feet.moving().paths.lookAheadM);
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
    const Status status = m_feet.walk(
        context, limitSpeedNearRobots(context, off.value_or(command), m_feet.moving().slowdown),
        request);
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
        reason = "keeping away from the ball";
    } else if (!context.frame.body.pose.isValid) {
        reason = "its pose is unknown";
    } else if (duty.kind == DutyKind::None) {
        reason = "its number has no role";
    } else if (!context.frame.world.ball.isKnown) {
        reason = "searching for the ball";
    } else if (duty.kind == DutyKind::Receive) {
        reason = "going to the target of a kick";
    } else if (duty.kind == DutyKind::Mark) {
        reason = "marking an opponent";
    } else {
        reason = m_hasArrived ? "at its position" : "going to its position";
        if (role) {
            reason += " as ";
            reason += m_settings.formation->roles()[*role].name;
        }
    }
}

} // namespace sideline::behavior
