#include "agentcore/planning/path/way_finder.h"

#include <algorithm>
#include <cmath>

#include "agentcore/field/penalty_area.h"
#include "agentcore/game/rules.h"

namespace sideline::planning {

namespace {

using Eigen::AlignedBox2d;
using Eigen::Vector2d;

constexpr double kOldS = 5.0;            // a player that was seen before may be anywhere
constexpr double kLeastWalkMps = 0.15;   // slower is noise
constexpr double kAreaMarginM = 0.2;     // from the lines of the penalty area
constexpr double kBehindGoalLineM = 2.0; // the area is closed there
constexpr int kKeeperUnum = 1;
constexpr std::size_t kUsualObstacles = 32;

AlignedBox2d ownArea(const field::FieldDimensions& field) {
    return field::penaltyArea(field, game::Side::Left); // F is S as the left team sees it
}

// Side walls and back of the goals.
void addGoals(const field::FieldDimensions& field, double marginM, PathScene& out) {
    const double lineM = 0.5 * field.lengthM;
    const double backM = lineM + field.goalDepthM;
    const double postM = 0.5 * field.goalWidthM;
    constexpr double kWallM = 0.04;
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

bool isOwnAreaFull(const world::AgentFrame& frame, const field::FieldDimensions& field) {
    if (frame.identity.robot.unum.value() == kKeeperUnum) {
        return false;
    }
    const AlignedBox2d area = ownArea(field);
    int inside = 1; // the goalkeeper
    for (const world::PlayerBelief& player : frame.world.players) {
        if (player.isTeammate && player.unum != kKeeperUnum && player.ageS < kOldS &&
            area.contains(player.p_F.head<2>())) {
            ++inside;
        }
    }
    return inside >= game::Rules{}.maxPlayersInsideOwnArea;
}

void obstaclesOf(const world::AgentFrame& frame, const field::FieldDimensions& field,
                 const WayRules& rules, PathScene& out) {
    out.clear();
    out.discs.reserve(kUsualObstacles);
    out.boxes.reserve(8);
    if (rules.ballM > 0.0 && frame.world.ball.isKnown) {
        out.discs.push_back({frame.world.ball.p_F.head<2>(), rules.ballM, Vector2d::Zero()});
    }
    addGoals(field, rules.goalM, out);
    if (isOwnAreaFull(frame, field)) {
        AlignedBox2d area = ownArea(field);
        area.min().x() -= kBehindGoalLineM;
        out.boxes.push_back({area, kAreaMarginM});
    }
    for (const world::PlayerBelief& player : frame.world.players) {
        if (player.ageS > kOldS) {
            continue;
        }
        const Vector2d velocity = player.velocity_FMps.head<2>();
        const bool walks = !player.isFallen && velocity.norm() > kLeastWalkMps;
        out.discs.push_back({player.p_F.head<2>(), player.isFallen ? rules.fallenM : rules.playerM,
                             walks ? velocity : Vector2d::Zero().eval()});
    }
}

const Path& WayFinder::find(const world::AgentFrame& frame, const field::FieldDimensions& field,
                            const Vector2d& goal_F, double stepS) {
    obstaclesOf(frame, field, m_rules, m_scene);
    Vector2d goal = goal_F;
    if (isOwnAreaFull(frame, field)) {
        const AlignedBox2d area = ownArea(field);
        if (area.contains(goal)) {
            goal.x() = area.max().x() + kAreaMarginM + 1e-3; // in front of it
        }
    }
    return m_planner.plan(frame.body.X_FT.p.head<2>(), goal, m_scene, stepS);
}

} // namespace sideline::planning
