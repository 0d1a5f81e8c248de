#include "tests/agentcore/planning/tangent_graph.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <queue>
#include <utility>

namespace sideline::planning {

namespace {

using Eigen::Vector2d;

struct Edge {
    std::size_t to;
    double lengthM;
};
struct Touch {
    std::size_t disc;
    double angleRad;
    std::size_t vertex;
};

bool isBlocked(const Vector2d& from, const Vector2d& to, const std::vector<GraphDisc>& discs) {
    const Vector2d way = to - from;
    return std::ranges::any_of(discs, [&](const GraphDisc& disc) {
        const double fraction =
            std::clamp((disc.center - from).dot(way) / way.squaredNorm(), 0.0, 1.0);
        return (from + fraction * way - disc.center).norm() < disc.radiusM - 1e-6;
    });
}

class Graph {
public:
    explicit Graph(const std::vector<GraphDisc>& discs) : m_discs(discs) {}

    std::size_t vertex() {
        m_edges.emplace_back();
        return m_edges.size() - 1;
    }
    void join(std::size_t a, std::size_t b, double lengthM) {
        m_edges[a].push_back({b, lengthM});
        m_edges[b].push_back({a, lengthM});
    }
    std::size_t touch(std::size_t disc, const Vector2d& p) {
        const Vector2d arm = p - m_discs[disc].center;
        m_touches.push_back({disc, std::atan2(arm.y(), arm.x()), vertex()});
        return m_touches.back().vertex;
    }
    void joinArcs() {
        for (std::size_t disc = 0; disc < m_discs.size(); ++disc) {
            std::vector<Touch> around;
            std::ranges::copy_if(m_touches, std::back_inserter(around),
                                 [&](const Touch& touch) { return touch.disc == disc; });
            std::ranges::sort(around, {}, &Touch::angleRad);
            for (std::size_t i = 0; around.size() > 1 && i < around.size(); ++i) {
                const Touch& next = around[(i + 1) % around.size()];
                double angleRad = next.angleRad - around[i].angleRad;
                angleRad += i + 1 == around.size() ? 2.0 * std::numbers::pi : 0.0;
                if (isArcFree(disc, around[i].angleRad, angleRad)) {
                    join(around[i].vertex, next.vertex, angleRad * m_discs[disc].radiusM);
                }
            }
        }
    }
    [[nodiscard]] double distanceM(std::size_t from, std::size_t to) const {
        std::vector<double> bestM(m_edges.size(), std::numeric_limits<double>::infinity());
        std::priority_queue<std::pair<double, std::size_t>> open;
        bestM[from] = 0.0;
        open.emplace(0.0, from);
        while (!open.empty()) {
            const auto [minusM, at] = open.top();
            open.pop();
            for (const Edge& edge : m_edges[at]) {
                if (const double lengthM = bestM[at] + edge.lengthM;
                    - minusM <= bestM[at] && lengthM < bestM[edge.to]) {
                    bestM[edge.to] = lengthM;
                    open.emplace(-lengthM, edge.to);
                }
            }
        }
        return bestM[to];
    }

private:
    [[nodiscard]] bool isArcFree(std::size_t disc, double fromRad, double angleRad) const {
        const GraphDisc& round = m_discs[disc];
        for (std::size_t other = 0; other < m_discs.size(); ++other) {
            const int steps = 1 + static_cast<int>(angleRad / 0.01);
            for (int i = 0; other != disc && i <= steps; ++i) {
                const double atRad = fromRad + angleRad * i / steps;
                const Vector2d p =
                    round.center + round.radiusM * Vector2d(std::cos(atRad), std::sin(atRad));
                if ((p - m_discs[other].center).norm() < m_discs[other].radiusM - 1e-6) {
                    return false;
                }
            }
        }
        return true;
    }

    const std::vector<GraphDisc>& m_discs;
    std::vector<std::vector<Edge>> m_edges;
    std::vector<Touch> m_touches;
};

Vector2d onCircle(const GraphDisc& disc, double angleRad) {
    return disc.center + disc.radiusM * Vector2d(std::cos(angleRad), std::sin(angleRad));
}

} // namespace

double shortestWayM(const Vector2d& start, const Vector2d& goal,
                    const std::vector<GraphDisc>& discs) {
    if (!isBlocked(start, goal, discs)) {
        return (goal - start).norm();
    }
    Graph graph(discs);
    const std::size_t first = graph.vertex();
    const std::size_t last = graph.vertex();
    for (std::size_t i = 0; i < discs.size(); ++i) {
        for (const auto& [point, vertex] : {std::pair(start, first), std::pair(goal, last)}) {
            const Vector2d between = point - discs[i].center;
            const double baseRad = std::atan2(between.y(), between.x());
            const double offRad = std::acos(discs[i].radiusM / between.norm());
            for (const double sign : {-1.0, 1.0}) {
                const Vector2d at = onCircle(discs[i], baseRad + sign * offRad);
                if (!isBlocked(point, at, discs)) {
                    graph.join(vertex, graph.touch(i, at), (at - point).norm());
                }
            }
        }
        for (std::size_t k = i + 1; k < discs.size(); ++k) {
            const Vector2d between = discs[k].center - discs[i].center;
            const double baseRad = std::atan2(between.y(), between.x());
            for (const double inner : {-1.0, 1.0}) {
                const double cosine =
                    (discs[i].radiusM - inner * discs[k].radiusM) / between.norm();
                for (const double sign : {-1.0, 1.0}) {
                    if (std::abs(cosine) > 1.0) {
                        continue;
                    }
                    const double atRad = baseRad + sign * std::acos(cosine);
                    const Vector2d a = onCircle(discs[i], atRad);
                    const Vector2d b =
                        onCircle(discs[k], inner > 0.0 ? atRad : atRad + std::numbers::pi);
                    if (!isBlocked(a, b, discs)) {
                        graph.join(graph.touch(i, a), graph.touch(k, b), (b - a).norm());
                    }
                }
            }
        }
    }
    graph.joinArcs();
    return graph.distanceM(first, last);
}

} // namespace sideline::planning
