#include "agentcore/planning/coordinator.h"

#include <algorithm>
#include <limits>

#include "agentcore/world/say_words.h"

namespace sideline::planning {

namespace {

using Eigen::Vector2d;

constexpr int kGoalkeeper = 1; // the rules require this number

bool isTeammate(const world::PlayerBelief& player) {
    return player.isTeammate && player.unum > kGoalkeeper;
}

double nearestToBallM(const world::AgentFrame& frame, bool isOwn, double maxAgeS) {
    const Vector2d ball_F = frame.world.ball.p_F.head<2>();
    double nearestM = std::numeric_limits<double>::infinity();
    if (isOwn && frame.body.pose.isValid && !frame.body.isFallen) {
        nearestM = (frame.body.X_FT.p.head<2>() - ball_F).norm();
    }
    for (const world::PlayerBelief& player : frame.world.players) {
        if (player.isTeammate == isOwn && !player.isFallen && player.ageS < maxAgeS) {
            nearestM = std::min(nearestM, (player.p_F.head<2>() - ball_F).norm());
        }
    }
    return nearestM;
}

} // namespace

std::span<const base::NumberInfo<CoordinatorSettings>> CoordinatorSettings::numbers() {
    using S = CoordinatorSettings;
    static constexpr auto kRows = std::to_array<base::NumberInfo<S>>({
        {"receive-within", "maximum distance of a receiver from the target of a kick", "m", 0.0,
         40.0, &S::receiveWithinM},
        {"min-pass", "kicks shorter than this need no receiver", "m", 0.0, 20.0, &S::minPassM},
        {"mark-distance", "distance kept from a marked opponent", "m", 0.0, 5.0, &S::markM},
        {"mark-within",
         "an opponent is marked by a player whose position is within this distance of it", "m", 0.0,
         40.0, &S::markWithinM},
        {"mark-toward-ball", "0: marks on the line to its own goal; 1: on the line to the ball", "",
         0.0, 1.0, &S::towardBallRatio},
        {"their-ball", "opponents count as having the ball when they are nearer to it by this much",
         "m", 0.0, 10.0, &S::theirBallM},
        {"announced", "time for which an announced kick stays valid", "s", 0.0, 20.0,
         &S::announcedS},
        {"max-age", "sightings of players older than this are ignored", "s", 0.0, 60.0,
         &S::maxAgeS},
        {"stay",
         "distance by which the formation place that a robot already has counts as closer than it "
         "is",
         "m", 0.0, 10.0, &S::stayM},
    });
    return kRows;
}

std::size_t dangerousOpponents(const world::AgentFrame& frame, double fieldLengthM,
                               std::array<MarkedOpponent, kMaxMarked>& marked,
                               const CoordinatorSettings& settings) {
    const double theirsM = nearestToBallM(frame, false, settings.maxAgeS);
    if (!frame.world.ball.isKnown ||
        !(theirsM + settings.theirBallM < nearestToBallM(frame, true, settings.maxAgeS))) {
        return 0;
    }
    const Vector2d goal_F(-0.5 * fieldLengthM, 0.0);
    const Vector2d ball_F = frame.world.ball.p_F.head<2>();
    std::size_t count = 0;
    for (const world::PlayerBelief& player : frame.world.players) {
        const Vector2d p_F = player.p_F.head<2>();
        const bool isAtBall = (p_F - ball_F).norm() <= theirsM;
        if (player.isTeammate || player.isFallen || player.ageS > settings.maxAgeS ||
            p_F.x() > 0.0 || isAtBall) {
            continue;
        }
        const Vector2d way = (1.0 - settings.towardBallRatio) * (goal_F - p_F).stableNormalized() +
                             settings.towardBallRatio * (ball_F - p_F).stableNormalized();
        const MarkedOpponent next{player.unum, p_F, p_F + settings.markM * way.stableNormalized()};
        const auto isNearer = [&](const MarkedOpponent& a, const MarkedOpponent& b) {
            return (a.p_F - goal_F).norm() < (b.p_F - goal_F).norm();
        };
        if (count < kMaxMarked) {
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
        if (words && words->unum <= static_cast<int>(kMaxRoles)) {
            Announced& each = m_announced[static_cast<std::size_t>(words->unum - 1)];
            each = words->goesToBall && words->kicksTo_F
                       ? Announced{*words->kicksTo_F, m_settings.announcedS}
                       : Announced{};
        }
    }
}

// The duty to receive a kick, if this robot is the teammate nearest to the announced target of the
// kick; ties go to the lower number, so that all robots agree.
std::optional<Duty> Coordinator::receive(const world::AgentFrame& frame) const {
    const int unum = frame.identity.robot.unum.value();
    const Vector2d self_F = frame.body.X_FT.p.head<2>();
    for (int kicker = 1; kicker <= static_cast<int>(kMaxRoles); ++kicker) {
        const Announced& kick = m_announced[static_cast<std::size_t>(kicker - 1)];
        if (kick.leftS <= 0.0 || kicker == unum) {
            continue;
        }
        const double ownM = (self_F - kick.to_F).norm();
        const bool isPass =
            !frame.world.ball.isKnown ||
            (frame.world.ball.p_F.head<2>() - kick.to_F).norm() > m_settings.minPassM;
        if (!isPass || ownM > m_settings.receiveWithinM || frame.body.isFallen) {
            continue;
        }
        const bool isNearest =
            std::ranges::none_of(frame.world.players, [&](const world::PlayerBelief& other) {
                const double otherM = (other.p_F.head<2>() - kick.to_F).norm();
                return isTeammate(other) && other.unum != kicker && !other.isFallen &&
                       other.ageS < m_settings.maxAgeS &&
                       (otherM < ownM || (otherM == ownM && other.unum < unum));
            });
        if (isNearest) {
            return Duty{DutyKind::Receive, kick.to_F, kicker};
        }
    }
    return std::nullopt;
}

Coordinator::Assignments Coordinator::assignmentsOf(const world::AgentFrame& frame,
                                                    const TeamPlan& plan) {
    const int unum = frame.identity.robot.unum.value();
    std::array<std::optional<Vector2d>, kMaxRoles> robots_F;
    robots_F[static_cast<std::size_t>(unum - 1)] = frame.body.X_FT.p.head<2>();
    for (const world::PlayerBelief& player : frame.world.players) {
        if (isTeammate(player) && player.unum <= static_cast<int>(kMaxRoles) &&
            player.unum != unum && player.unum != plan.striker) {
            robots_F[static_cast<std::size_t>(player.unum - 1)] = player.p_F.head<2>();
        }
    }
    Assignments assignments;
    for (std::size_t i = kGoalkeeper; i < kMaxRoles; ++i) {
        const auto number = static_cast<int>(i + 1);
        if (robots_F[i] && plan.places_F[i]) {
            assignments.known |= 1U << static_cast<unsigned>(number);
            assignments.self = number == unum ? assignments.count : assignments.self;
            assignments.robots_F[assignments.count] = *robots_F[i];
            assignments.duties[assignments.count++] = {DutyKind::Place, *plan.places_F[i], number};
        }
    }
    return assignments;
}

// For each opponent, replaces the place nearest to its marking position with that position.
void Coordinator::mark(const world::AgentFrame& frame, double fieldLengthM,
                       Assignments& assignments) const {
    std::array<MarkedOpponent, kMaxMarked> marked;
    const std::size_t most = dangerousOpponents(frame, fieldLengthM, marked, m_settings);
    for (std::size_t i = 0; i < most; ++i) {
        Duty* nearest = nullptr;
        double nearestM = m_settings.markWithinM;
        for (std::size_t k = 0; k < assignments.count; ++k) {
            Duty& duty = assignments.duties[k];
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

Duty Coordinator::assignDuty(const world::AgentFrame& frame, const TeamPlan& plan,
                             double fieldLengthM, double stepS) {
    listen(frame, stepS);
    const int unum = frame.identity.robot.unum.value();
    if (!frame.body.pose.isValid || unum < 1 || unum > static_cast<int>(kMaxRoles)) {
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
    Assignments assignments = assignmentsOf(frame, plan);
    if (plan.marks) {
        mark(frame, fieldLengthM, assignments);
    }
    if (!plan.assigns) {
        return assignments.duties[assignments.self];
    }
    if (assignments.known != m_known) {
        m_assigner.forget();
        m_known = assignments.known;
    }
    std::array<Vector2d, kMaxRoles> places_F;
    for (std::size_t i = 0; i < assignments.count; ++i) {
        places_F[i] = assignments.duties[i].place_F;
    }
    const RoleAssignment& assigned = m_assigner.assign(
        {assignments.robots_F.data(), assignments.count}, {places_F.data(), assignments.count});
    return assignments.duties[assigned[assignments.self]];
}

} // namespace sideline::planning
