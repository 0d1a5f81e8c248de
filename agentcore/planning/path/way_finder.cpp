#include "agentcore/planning/path/way_finder.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "agentcore/field/penalty_area.h"
#include "agentcore/game/rules.h"

namespace sideline::planning {

namespace {

using Eigen::AlignedBox2d;
using Eigen::Vector2d;

// If our penalty area is full and thus an obstacle, it extends this far behind the goal line,
// beyond any robot.
constexpr double kBehindGoalLineM = 2.0;
constexpr int kKeeperUnum = 1;                // the rules require this number
constexpr std::size_t kDefaultObstacles = 32; // number of obstacles to reserve memory for

AlignedBox2d ownArea(const field::FieldDimensions& field) {
    return field::penaltyArea(field, game::Side::Left); // F equals S for the left team
}

// Adds the side walls and the back of both goals.
void addGoals(const field::FieldDimensions& field, double marginM, PathScene& out) {
    const double lineM = 0.5 * field.lengthM;
    const double backM = lineM + field.goalDepthM;
    const double postM = 0.5 * field.goalWidthM;
    constexpr double kWallM = 0.04; // thickness of the walls, at least that of the real walls
    const auto add = [&](double x1, double y1, double x2, double y2) {
        AlignedBox2d box(Vector2d(x1, y1));
        out.boxes.push_back({box.extend(Vector2d(x2, y2)), marginM});
    };
    for (const double sign : {-1.0, 1.0}) {
        add(sign * lineM, postM, sign * backM, postM + kWallM);
        add(sign * lineM, -postM, sign * backM, -postM - kWallM);
        add(sign * backM, -postM, sign * (backM + kWallM), postM);
    }
}

} // namespace

std::span<const base::NumberInfo<WayRules>> WayRules::numbers() {
    using S = WayRules;
    static constexpr auto kRows = std::to_array<base::NumberInfo<S>>({
        {"player", "distance it keeps from upright robots", "m", 0.0, 3.0, &S::playerM},
        {"fallen", "distance it keeps from fallen robots", "m", 0.0, 3.0, &S::fallenM},
        {"goal", "distance it keeps from the side walls and the back of both goals", "m", 0.0, 3.0,
         &S::goalM},
        {"max-age", "sightings of players older than this are ignored", "s", 0.0, 60.0,
         &S::maxAgeS},
        {"min-walk", "speed below which a player counts as standing, since slower motion is noise",
         "m/s", 0.0, 2.0, &S::minWalkMps},
        {"area-margin", "distance it keeps from its own penalty area while that is full", "m", 0.0,
         2.0, &S::areaMarginM},
    });
    return kRows;
}

bool isOwnAreaFull(const world::AgentFrame& frame, const field::FieldDimensions& field,
                   const WayRules& rules) {
    if (frame.identity.robot.unum.value() == kKeeperUnum) {
        return false;
    }
    const AlignedBox2d area = ownArea(field);
    int inside = 1; // the goalkeeper
    for (const world::PlayerBelief& player : frame.world.players) {
        if (player.isTeammate && player.unum != kKeeperUnum && player.ageS < rules.maxAgeS &&
            area.contains(player.p_F.head<2>())) {
            ++inside;
        }
    }
    return inside >= game::Rules{}.maxPlayersInsideOwnArea;
}

void obstaclesOf(const world::AgentFrame& frame, const field::FieldDimensions& field,
                 const WayRules& rules, PathScene& out) {
    out.clear();
    out.discs.reserve(kDefaultObstacles);
    out.boxes.reserve(8);
    if (rules.ballM > 0.0 && frame.world.ball.isKnown) {
        out.discs.push_back({frame.world.ball.p_F.head<2>(), rules.ballM, Vector2d::Zero()});
    }
    addGoals(field, rules.goalM, out);
    if (isOwnAreaFull(frame, field, rules)) {
        AlignedBox2d area = ownArea(field);
        area.min().x() -= kBehindGoalLineM;
        out.boxes.push_back({area, rules.areaMarginM});
    }
    for (const world::PlayerBelief& player : frame.world.players) {
        if (player.ageS > rules.maxAgeS) {
            continue;
        }
        const Vector2d velocity = player.velocity_FMps.head<2>();
        const bool walks = !player.isFallen && velocity.norm() > rules.minWalkMps;
        out.discs.push_back({player.p_F.head<2>(), player.isFallen ? rules.fallenM : rules.playerM,
                             walks ? velocity : Vector2d::Zero().eval()});
    }
}

const Path& WayFinder::find(const world::AgentFrame& frame, const field::FieldDimensions& field,
                            const Vector2d& goal_F, double stepS) {
    obstaclesOf(frame, field, m_rules, m_scene);
    Vector2d goal = goal_F;
    if (isOwnAreaFull(frame, field, m_rules)) {
        const AlignedBox2d area = ownArea(field);
        if (area.contains(goal)) {
            goal.x() = area.max().x() + m_rules.areaMarginM + 1e-3; // in front of the area
        }
    }
    return m_planner.plan(frame.body.X_FT.p.head<2>(), goal, m_scene, stepS);
}

} // namespace sideline::planning
