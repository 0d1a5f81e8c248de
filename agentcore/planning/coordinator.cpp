#include "agentcore/planning/coordinator.h"

#include <algorithm>
#include <limits>

#include "agentcore/world/say_words.h"

namespace sideline::planning {

namespace {

using Eigen::Vector2d;

constexpr int kGoalkeeper = 1;
constexpr double kReceivesM = 6.0;   // farther away nobody runs to a kick
constexpr double kLeastPassM = 1.5;  // a shorter kick needs no receiver
constexpr double kMarksM = 0.8;      // from the opponent
constexpr double kMarkReachM = 6.0;  // a place that is farther away stays what it is
constexpr double kTowardBall = 0.35; // share of the way from the opponent that points to the ball
constexpr double kTheirsM = 0.3;     // nearer to the ball by so much, they have it
constexpr double kHeardS = 1.5;      // what was announced counts so long
constexpr double kSeenS = 3.0;       // of who was seen

bool isTeammate(const world::PlayerBelief& player) {
    return player.isTeammate && player.unum > kGoalkeeper;
}

double nearestToBallM(const world::AgentFrame& frame, bool isOwn) {
    const Vector2d ball_F = frame.world.ball.p_F.head<2>();
    double nearestM = std::numeric_limits<double>::infinity();
    if (isOwn && frame.body.pose.isValid && !frame.body.isFallen) {
        nearestM = (frame.body.X_FT.p.head<2>() - ball_F).norm();
    }
    for (const world::PlayerBelief& player : frame.world.players) {
        if (player.isTeammate == isOwn && !player.isFallen && player.ageS < kSeenS) {
            nearestM = std::min(nearestM, (player.p_F.head<2>() - ball_F).norm());
        }
    }
    return nearestM;
}

} // namespace

std::size_t dangerousOpponents(const world::AgentFrame& frame, double fieldLengthM,
                               std::array<MarkedOpponent, kMostMarked>& marked) {
    const double theirsM = nearestToBallM(frame, false);
    if (!frame.world.ball.isKnown || !(theirsM + kTheirsM < nearestToBallM(frame, true))) {
        return 0;
    }
    const Vector2d goal_F(-0.5 * fieldLengthM, 0.0);
    const Vector2d ball_F = frame.world.ball.p_F.head<2>();
    std::size_t count = 0;
    for (const world::PlayerBelief& player : frame.world.players) {
        const Vector2d p_F = player.p_F.head<2>();
        const bool isAtBall = (p_F - ball_F).norm() <= theirsM;
        if (player.isTeammate || player.isFallen || player.ageS > kSeenS || p_F.x() > 0.0 ||
            isAtBall) {
            continue;
        }
        const Vector2d way = (1.0 - kTowardBall) * (goal_F - p_F).stableNormalized() +
                             kTowardBall * (ball_F - p_F).stableNormalized();
        const MarkedOpponent next{player.unum, p_F, p_F + kMarksM * way.stableNormalized()};
        const auto isNearer = [&](const MarkedOpponent& a, const MarkedOpponent& b) {
            return (a.p_F - goal_F).norm() < (b.p_F - goal_F).norm();
        };
        if (count < kMostMarked) {
            marked[count++] = next;
        } else if (isNearer(next, marked[count - 1])) {
            marked[count - 1] = next;
        }
        std::sort(marked.begin(), marked.begin() + static_cast<std::ptrdiff_t>(count), isNearer);
    }
    return count;
}

void Coordinator::forget() {
    m_announced = {};
    m_assigner.forget();
    m_known = 0;
}

void Coordinator::listen(const world::AgentFrame& frame, double stepS) {
    for (Announced& each : m_announced) {
        each.leftS = std::max(0.0, each.leftS - stepS);
    }
    for (const world::WorldBelief::Heard& heard : frame.world.heard) {
        const bool isTheirs = !heard.team.empty() && heard.team != frame.identity.team;
        const auto words = heard.isOwn || isTheirs ? std::nullopt : world::readSay(heard.text);
        if (words && words->unum <= static_cast<int>(kMostRoles)) {
            Announced& each = m_announced[static_cast<std::size_t>(words->unum - 1)];
            each = words->goesToBall && words->kicksTo_F ? Announced{*words->kicksTo_F, kHeardS}
                                                         : Announced{};
        }
    }
}

// The nearest of the others to where a teammate means to kick; of two at the same distance the one
// with the lower number, so that all robots agree.
std::optional<Duty> Coordinator::receive(const world::AgentFrame& frame) const {
    const int unum = frame.identity.robot.unum.value();
    const Vector2d self_F = frame.body.X_FT.p.head<2>();
    for (int kicker = 1; kicker <= static_cast<int>(kMostRoles); ++kicker) {
        const Announced& kick = m_announced[static_cast<std::size_t>(kicker - 1)];
        if (kick.leftS <= 0.0 || kicker == unum) {
            continue;
        }
        const double ownM = (self_F - kick.to_F).norm();
        const bool isPass = !frame.world.ball.isKnown ||
                            (frame.world.ball.p_F.head<2>() - kick.to_F).norm() > kLeastPassM;
        if (!isPass || ownM > kReceivesM || frame.body.isFallen) {
            continue;
        }
        const bool isNearest =
            std::ranges::none_of(frame.world.players, [&](const world::PlayerBelief& other) {
                const double otherM = (other.p_F.head<2>() - kick.to_F).norm();
                return isTeammate(other) && other.unum != kicker && !other.isFallen &&
                       other.ageS < kSeenS &&
                       (otherM < ownM || (otherM == ownM && other.unum < unum));
            });
        if (isNearest) {
            return Duty{DutyKind::Receive, kick.to_F, kicker};
        }
    }
    return std::nullopt;
}

Coordinator::Shares Coordinator::sharesOf(const world::AgentFrame& frame, const TeamPlan& plan) {
    const int unum = frame.identity.robot.unum.value();
    std::array<std::optional<Vector2d>, kMostRoles> robots_F;
    robots_F[static_cast<std::size_t>(unum - 1)] = frame.body.X_FT.p.head<2>();
    for (const world::PlayerBelief& player : frame.world.players) {
        if (isTeammate(player) && player.unum <= static_cast<int>(kMostRoles) &&
            player.unum != unum && player.unum != plan.striker) {
            robots_F[static_cast<std::size_t>(player.unum - 1)] = player.p_F.head<2>();
        }
    }
    Shares shares;
    for (std::size_t i = kGoalkeeper; i < kMostRoles; ++i) {
        const auto number = static_cast<int>(i + 1);
        if (robots_F[i] && plan.places_F[i]) {
            shares.known |= 1U << static_cast<unsigned>(number);
            shares.self = number == unum ? shares.count : shares.self;
            shares.robots_F[shares.count] = *robots_F[i];
            shares.duties[shares.count++] = {DutyKind::Place, *plan.places_F[i], number};
        }
    }
    return shares;
}

// Each opponent takes the place that is nearest to where it is marked from.
void Coordinator::mark(const world::AgentFrame& frame, double fieldLengthM, Shares& shares) {
    std::array<MarkedOpponent, kMostMarked> marked;
    const std::size_t most = dangerousOpponents(frame, fieldLengthM, marked);
    for (std::size_t i = 0; i < most; ++i) {
        Duty* nearest = nullptr;
        double nearestM = kMarkReachM;
        for (std::size_t k = 0; k < shares.count; ++k) {
            Duty& duty = shares.duties[k];
            const double awayM = (duty.place_F - marked[i].from_F).norm();
            if (duty.kind == DutyKind::Place && awayM < nearestM) {
                nearestM = awayM;
                nearest = &duty;
            }
        }
        if (nearest != nullptr) {
            *nearest = {DutyKind::Mark, marked[i].from_F, marked[i].unum};
        }
    }
}

Duty Coordinator::dutyOf(const world::AgentFrame& frame, const TeamPlan& plan, double fieldLengthM,
                         double stepS) {
    listen(frame, stepS);
    const int unum = frame.identity.robot.unum.value();
    if (!frame.body.pose.isValid || unum < 1 || unum > static_cast<int>(kMostRoles)) {
        return {};
    }
    const auto& own = plan.places_F[static_cast<std::size_t>(unum - 1)];
    if (unum == kGoalkeeper) {
        return own ? Duty{DutyKind::Place, *own, unum} : Duty{};
    }
    if (plan.receives) {
        if (const auto received = receive(frame)) {
            return *received;
        }
    }
    if (!own) {
        return {};
    }
    Shares shares = sharesOf(frame, plan);
    if (plan.marks) {
        mark(frame, fieldLengthM, shares);
    }
    if (!plan.assigns) {
        return shares.duties[shares.self];
    }
    if (shares.known != m_known) {
        m_assigner.forget();
        m_known = shares.known;
    }
    std::array<Vector2d, kMostRoles> places_F;
    for (std::size_t i = 0; i < shares.count; ++i) {
        places_F[i] = shares.duties[i].place_F;
    }
    const RoleAssignment& assigned =
        m_assigner.assign({shares.robots_F.data(), shares.count}, {places_F.data(), shares.count});
    return shares.duties[assigned[shares.self]];
}

} // namespace sideline::planning
