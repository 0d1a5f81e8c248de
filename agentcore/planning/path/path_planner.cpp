#include "agentcore/planning/path/path_planner.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "agentcore/base/assert.h"
#include "agentcore/math/angles.h"

namespace sideline::planning {

namespace {

using Eigen::Vector2d;

constexpr double kArcStepRad = math::kPi / 12.0; // resolution of arcs in a path
constexpr std::size_t kDefaultPoints = 128;      // number of points to reserve memory for

} // namespace

std::span<const base::NumberInfo<PathSettings>> PathSettings::numbers() {
    using S = PathSettings;
    static constexpr auto kRows = std::to_array<base::NumberInfo<S>>({
        {"speed", "assumed speed of the robot when predicting encounters with moving obstacles",
         "m/s", 0.05, 3.0, &S::speedMps},
        {"horizon", "time for which moving obstacles are expected to keep moving", "s", 0.0, 20.0,
         &S::horizonS},
        {"change",
         "it changes to the other side of an obstacle if that path is shorter by this much", "m",
         0.0, 5.0, &S::changeM},
        {"remember", "time for which the side chosen at an obstacle is remembered", "s", 0.0, 20.0,
         &S::rememberS},
        {"same-within",
         "an obstacle within this distance of one in the previous cycle is the same one", "m", 0.0,
         5.0, &S::sameWithinM},
        {"look-ahead", "distance along the path to the point it walks toward", "m", 0.01, 3.0,
         &S::lookAheadM},
    });
    return kRows;
}

Vector2d Path::pointAhead(double aheadM) const {
    for (std::size_t i = 1; i < points_F.size(); ++i) {
        const Vector2d piece = points_F[i] - points_F[i - 1];
        const double pieceM = piece.norm();
        if (pieceM >= aheadM && pieceM > 0.0) {
            return points_F[i - 1] + aheadM / pieceM * piece;
        }
        aheadM -= pieceM;
    }
    return points_F.back();
}

PathPlanner::PathPlanner(const PathSettings& settings) : m_settings(settings) {
    m_trace.reserve(kMaxNodes);
    m_path.points_F.reserve(kDefaultPoints);
}

const Path& PathPlanner::plan(const Vector2d& start, const Vector2d& goal, const PathScene& scene,
                              double stepS) {
    SIDELINE_ASSERT(start.allFinite() && goal.allFinite());
    m_outlines.set(scene, start, goal, m_settings.speedMps, m_settings.horizonS);
    m_goal = goal;
    m_triesAll = false;
    std::size_t last = search(start);
    if (!m_nodes[last].isGoal) {
        // In rare cases, a path must pass an obstacle that has blocked none of the attempts.
        m_triesAll = true;
        last = search(start);
    }
    trace(last);
    rememberSides(last, stepS);
    return m_path;
}

// @return the node at the goal; if none was reached, the node nearest to it
std::size_t PathPlanner::search(const Vector2d& start) {
    m_nodeCount = 0;
    addNode({.from = start, .at = start, .estimateM = (m_goal - start).norm()});
    for (std::size_t i = 0; i < kMaxExpansions; ++i) {
        const std::size_t index = nextOpen();
        if (index == m_nodeCount) {
            break;
        }
        if (m_nodes[index].isGoal) {
            return index;
        }
        expand(index);
    }
    return nearestToGoal();
}

std::size_t PathPlanner::nearestToGoal() const {
    std::size_t best = 0;
    for (std::size_t i = 0; i < m_nodeCount; ++i) {
        const Node& node = m_nodes[i];
        if (node.isGoal) {
            return i;
        }
        if ((node.at - m_goal).squaredNorm() < (m_nodes[best].at - m_goal).squaredNorm()) {
            best = i;
        }
    }
    return best;
}

std::size_t PathPlanner::nextOpen() const {
    std::size_t best = m_nodeCount;
    double bestM = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < m_nodeCount; ++i) {
        if (m_nodes[i].isOpen && m_nodes[i].estimateM < bestM) {
            best = i;
            bestM = m_nodes[i].estimateM;
        }
    }
    return best;
}

// Moves toward the goal, around the obstacles in the path, and around obstacles that block the ways
// past these.
void PathPlanner::expand(std::size_t index) {
    m_nodes[index].isOpen = false;
    m_targetCount = 0;
    std::fill_n(m_isTarget.begin(), 2 * m_outlines.roundCount(), false);
    tryGoal(index);
    for (std::size_t i = 0; m_triesAll && i < m_outlines.roundCount(); ++i) {
        addTarget(i, Around::Counterclockwise);
        addTarget(i, Around::Clockwise);
    }
    for (std::size_t i = 0; i < m_targetCount; ++i) {
        tryTarget(index, m_targets[i]);
    }
}

void PathPlanner::addTarget(std::size_t round, Around way) {
    bool& isTarget = m_isTarget[2 * round + (way == Around::Clockwise ? 1 : 0)];
    if (!isTarget) {
        isTarget = true;
        m_targets[m_targetCount++] = {round, way};
    }
}

// Passes a body in the path on both sides, or continues in the same direction if the node is
// already passing it.
void PathPlanner::addTargets(std::size_t body, std::size_t node) {
    const Body& obstacle = m_outlines.body(body);
    const std::size_t at = m_nodes[node].round;
    if (at != kStart && m_outlines.round(at).body == body) {
        if (obstacle.roundCount > 1) {
            const std::size_t corner = at - obstacle.firstRound;
            const std::size_t step =
                m_nodes[node].way == Around::Counterclockwise ? 1 : obstacle.roundCount - 1;
            addTarget(obstacle.firstRound + (corner + step) % obstacle.roundCount,
                      m_nodes[node].way);
        }
        return;
    }
    for (std::size_t i = 0; i < obstacle.roundCount; ++i) {
        addTarget(obstacle.firstRound + i, Around::Counterclockwise);
        addTarget(obstacle.firstRound + i, Around::Clockwise);
    }
}

// Continues around the node's round and leaves it on the tangent to another one.
// @return false if an obstacle blocks the path; it then becomes a target itself
bool PathPlanner::leave(std::size_t index, const Round& to, Around way, Tangent& tangent,
                        double& arcM) {
    const Node& node = m_nodes[index];
    const Round from = node.round == kStart ? Round{node.at, 0.0, Outlines::kMaxBodies}
                                            : m_outlines.round(node.round);
    const auto found = tangentBetween(from, node.way, to, way);
    if (!found) {
        return false;
    }
    tangent = *found;
    arcM = 0.0;
    if (node.round != kStart) {
        const double angleRad = arcRad(from, node.way, node.at, tangent.from);
        if (angleRad > math::kPi) {
            return false; // no shortest path goes this far around one obstacle
        }
        if (const auto hit = m_outlines.hitOnArc(from, node.way, node.at, angleRad)) {
            addTargets(*hit, index);
            return false;
        }
        arcM = from.radiusM * angleRad;
    }
    if (const auto hit = m_outlines.firstHit(tangent.from, tangent.to)) {
        if (*hit != to.body) { // otherwise another corner of the same body must be passed
            addTargets(*hit, index);
        }
        return false;
    }
    return true;
}

void PathPlanner::tryGoal(std::size_t index) {
    Tangent tangent;
    double arcM = 0.0;
    const Round goal{m_goal, 0.0, Outlines::kMaxBodies};
    if (!leave(index, goal, Around::Counterclockwise, tangent, arcM)) {
        return;
    }
    const Node& node = m_nodes[index];
    Node end{.from = tangent.from, .at = m_goal, .parent = index, .isGoal = true};
    end.wayM = node.wayM + arcM + (tangent.to - tangent.from).norm();
    end.penaltyM = node.penaltyM;
    end.estimateM = end.wayM + end.penaltyM;
    addNode(end);
}

void PathPlanner::tryTarget(std::size_t index, const Target& target) {
    if (target.round == m_nodes[index].round) {
        return;
    }
    const Round& round = m_outlines.round(target.round);
    Tangent tangent;
    double arcM = 0.0;
    if (!leave(index, round, target.way, tangent, arcM)) {
        return;
    }
    const Node& node = m_nodes[index];
    Node next{.from = tangent.from, .at = tangent.to, .round = target.round, .way = target.way};
    next.parent = index;
    next.wayM = node.wayM + arcM + (tangent.to - tangent.from).norm();
    next.penaltyM = node.penaltyM + penaltyFor(round.body, target.way, index);
    next.estimateM = next.wayM + next.penaltyM + (m_goal - next.at).norm();
    if (!isDominated(next)) {
        addNode(next);
    }
}

void PathPlanner::addNode(const Node& node) {
    if (m_nodeCount < kMaxNodes) {
        m_nodes[m_nodeCount++] = node;
    }
}

// Whether another node goes around the same round and reaches this node's place no later.
bool PathPlanner::isDominated(const Node& node) const {
    const Round& round = m_outlines.round(node.round);
    for (std::size_t i = 0; i < m_nodeCount; ++i) {
        const Node& other = m_nodes[i];
        if (other.round != node.round || other.way != node.way || other.isGoal) {
            continue;
        }
        const double angleRad = arcRad(round, node.way, other.at, node.at);
        if (angleRad <= math::kPi && other.wayM + other.penaltyM + round.radiusM * angleRad <=
                                         node.wayM + node.penaltyM + 1e-9) {
            return true;
        }
    }
    return false;
}

double PathPlanner::penaltyFor(std::size_t body, Around way, std::size_t parent) const {
    // A box is passed once: its corners count as one obstacle.
    if (m_nodes[parent].round != kStart && m_outlines.round(m_nodes[parent].round).body == body) {
        return 0.0;
    }
    const Body& obstacle = m_outlines.body(body);
    const Vector2d center = 0.5 * (obstacle.low + obstacle.high);
    for (std::size_t i = 0; i < m_sideCount; ++i) {
        if ((m_sides[i].center - center).norm() < m_settings.sameWithinM) {
            return m_sides[i].way == way ? 0.0 : m_settings.changeM;
        }
    }
    return 0.0;
}

void PathPlanner::appendArc(const Round& round, Around way, const Vector2d& from,
                            const Vector2d& to) {
    const double angleRad = arcRad(round, way, from, to);
    const int steps = std::max(1, static_cast<int>(std::ceil(angleRad / kArcStepRad)));
    for (int i = 1; i < steps; ++i) {
        const double turnRad = signOf(way) * angleRad * i / steps;
        const Vector2d arm = from - round.center;
        m_path.points_F.emplace_back(
            round.center.x() + std::cos(turnRad) * arm.x() - std::sin(turnRad) * arm.y(),
            round.center.y() + std::sin(turnRad) * arm.x() + std::cos(turnRad) * arm.y());
    }
    if ((to - from).norm() > 1e-9) {
        m_path.points_F.push_back(to);
    }
}

void PathPlanner::trace(std::size_t last) {
    m_trace.clear();
    for (std::size_t i = last; i != 0; i = m_nodes[i].parent) {
        m_trace.push_back(i);
    }
    m_path.points_F.clear();
    m_path.points_F.push_back(m_nodes[0].at);
    std::size_t before = 0;
    for (auto i = m_trace.rbegin(); i != m_trace.rend(); ++i) {
        const Node& from = m_nodes[before];
        const Node& node = m_nodes[*i];
        if (from.round != kStart) {
            appendArc(m_outlines.round(from.round), from.way, from.at, node.from);
        }
        m_path.points_F.push_back(node.at);
        before = *i;
    }
    const Node& end = m_nodes[last];
    m_path.isFree = end.isGoal;
    m_path.lengthM = end.wayM;
    if (!end.isGoal) {
        m_path.points_F.push_back(m_goal);
        m_path.lengthM += (m_goal - end.at).norm();
    }
}

void PathPlanner::rememberSides(std::size_t last, double stepS) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < m_sideCount; ++i) {
        m_sides[i].ageS += stepS;
        if (m_sides[i].ageS <= m_settings.rememberS) {
            m_sides[kept++] = m_sides[i];
        }
    }
    m_sideCount = kept;
    for (std::size_t i = last; i != 0; i = m_nodes[i].parent) {
        if (m_nodes[i].round == kStart) {
            continue;
        }
        const Body& body = m_outlines.body(m_outlines.round(m_nodes[i].round).body);
        const Vector2d center = 0.5 * (body.low + body.high);
        std::size_t side = 0;
        while (side < m_sideCount &&
               (m_sides[side].center - center).norm() >= m_settings.sameWithinM) {
            ++side;
        }
        if (side < kMaxSides) {
            m_sides[side] = {center, m_nodes[i].way, 0.0};
            m_sideCount = std::max(m_sideCount, side + 1);
        }
    }
}

} // namespace sideline::planning
