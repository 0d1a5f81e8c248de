#include "agentcore/monitor/resync.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "agentcore/base/assert.h"

namespace sideline::monitor {

namespace {

// One top-level subtree: nodes [begin, end).
struct Subtree {
    std::int32_t begin = 0;
    std::int32_t end = 0;
    [[nodiscard]] std::int32_t size() const { return end - begin; }
    // Index of the subtree's i-th node among all nodes.
    [[nodiscard]] std::size_t at(std::int32_t i) const {
        const std::int32_t node = begin + i;
        return static_cast<std::size_t>(node);
    }
};

// The consecutive subtrees from node `first` to the end.
template <typename Node>
std::vector<Subtree> topLevel(const std::vector<Node>& nodes, std::int32_t first = 0) {
    std::vector<Subtree> result;
    for (std::int32_t i = first; i < static_cast<std::int32_t>(nodes.size());) {
        const std::int32_t end = nodes[static_cast<std::size_t>(i)].end;
        result.push_back({i, end});
        i = end;
    }
    return result;
}

// The first node of the difference at which two subtrees differ in shape; not set if they match.
std::optional<std::size_t> firstShapeDifference(const std::vector<SceneNode>& nodes,
                                                const Subtree& known,
                                                const std::vector<DiffNode>& diff,
                                                const Subtree& sent) {
    const std::int32_t shared = std::min(known.size(), sent.size());
    for (std::int32_t i = 0; i < shared; ++i) {
        const std::int32_t a = nodes[known.at(i)].end - known.begin;
        const std::int32_t b = diff[sent.at(i)].end - sent.begin;
        if (a != b) {
            return sent.at(i);
        }
    }
    if (known.size() != sent.size()) {
        return sent.at(0);
    }
    return std::nullopt;
}

void applySubtree(const DiffTree& diff, const Subtree& sent, std::int32_t to, std::uint32_t stamp,
                  SceneState& scene) {
    const std::vector<SceneNode>& nodes = scene.structure->nodes;
    for (std::int32_t i = sent.begin; i < sent.end; ++i) {
        const DiffNode& change = diff.nodes[static_cast<std::size_t>(i)];
        const auto target = static_cast<std::size_t>(to + i - sent.begin);
        if (change.visible >= 0) {
            scene.visible[target] = static_cast<std::uint8_t>(change.visible);
        }
        if (const std::int32_t slot = nodes[target].transformSlot;
            change.transform >= 0 && slot >= 0) {
            const auto index = static_cast<std::size_t>(slot);
            scene.local[index] = diff.transforms[static_cast<std::size_t>(change.transform)];
            scene.updatedAt[index] = stamp;
        }
    }
}

// The largest distance, in meters, by which bodies of `known` would jump to the poses of `sent`.
double jumpM(const DiffTree& diff, const Subtree& sent, const Subtree& known,
             const SceneState& scene) {
    double largest = 0.0;
    for (std::int32_t i = 0; i < sent.size(); ++i) {
        const DiffNode& change = diff.nodes[sent.at(i)];
        const std::int32_t slot = scene.structure->nodes[known.at(i)].transformSlot;
        if (change.transform < 0 || slot < 0) {
            continue;
        }
        const LocalTransform& before = scene.local[static_cast<std::size_t>(slot)];
        const LocalTransform& after = diff.transforms[static_cast<std::size_t>(change.transform)];
        double squared = 0.0;
        for (std::size_t k = 9; k < 12; ++k) {
            const double d = static_cast<double>(after[k]) - static_cast<double>(before[k]);
            squared += d * d;
        }
        largest = std::max(largest, std::sqrt(squared));
    }
    return largest;
}

// Assigns the sent robots to known ones in order with minimal total jump. Returns the chosen
// indices of `known`; empty if there is no unique solution.
class RobotAssignment {
public:
    RobotAssignment(const DiffTree& diff, std::vector<Subtree> sent, std::vector<Subtree> known,
                    const SceneState& scene)
        : m_sent(std::move(sent)), m_known(std::move(known)) {
        m_cost.assign(m_sent.size() * m_known.size(), kImpossible);
        for (std::size_t s = 0; s < m_sent.size(); ++s) {
            for (std::size_t k = 0; k < m_known.size(); ++k) {
                if (!firstShapeDifference(scene.structure->nodes, m_known[k], diff.nodes,
                                          m_sent[s])) {
                    m_cost[s * m_known.size() + k] = jumpM(diff, m_sent[s], m_known[k], scene);
                }
            }
        }
    }

    [[nodiscard]] std::optional<std::vector<std::size_t>> solve() const {
        const double best = minCost({});
        if (best >= kImpossible) {
            return std::nullopt;
        }
        std::vector<std::size_t> chosen;
        for (std::size_t s = 0; s < m_sent.size(); ++s) {
            const std::size_t first = chosen.empty() ? 0 : chosen.back() + 1;
            std::size_t pick = m_known.size();
            for (std::size_t k = first; k < m_known.size() && pick == m_known.size(); ++k) {
                chosen.push_back(k);
                if (minCost(chosen) <= best + kSameM) {
                    pick = k;
                }
                chosen.pop_back();
            }
            // Ambiguous if another choice has nearly the same cost: the robots moved too little to
            // be identified.
            for (std::size_t k = pick + 1; k < m_known.size(); ++k) {
                chosen.push_back(k);
                const bool ambiguous = minCost(chosen) < best + kMinCostMarginM;
                chosen.pop_back();
                if (ambiguous) {
                    return std::nullopt;
                }
            }
            chosen.push_back(pick);
        }
        return chosen;
    }

private:
    static constexpr double kImpossible = 1e9;
    static constexpr double kSameM = 1e-9;
    static constexpr double kMinCostMarginM = 0.2;

    // Minimum total jump if the first robots are assigned as in `prefix`; dynamic programming.
    [[nodiscard]] double minCost(const std::vector<std::size_t>& prefix) const {
        const std::size_t width = m_known.size();
        double total = 0.0;
        for (std::size_t s = 0; s < prefix.size(); ++s) {
            total += m_cost[s * width + prefix[s]];
        }
        // row[k]: minimal cost of assigning robots s.. to known robots k..
        std::vector<double> row(width + 1, 0.0);
        for (std::size_t s = m_sent.size(); s-- > prefix.size();) {
            std::vector<double> next(width + 1, kImpossible);
            for (std::size_t k = width; k-- > 0;) {
                next[k] = std::min(next[k + 1], m_cost[s * width + k] + row[k + 1]);
            }
            row = std::move(next);
        }
        return total + row[prefix.empty() ? 0 : prefix.back() + 1];
    }

    std::vector<Subtree> m_sent;
    std::vector<Subtree> m_known;
    std::vector<double> m_cost;
};

// The scene reduced to the top-level subtrees in `keep`.
SceneState withoutOthers(const SceneState& scene, const std::vector<Subtree>& keep) {
    SceneState result;
    auto structure = std::make_shared<SceneStructure>();
    for (const Subtree& tree : keep) {
        const auto shift = static_cast<std::int32_t>(structure->nodes.size()) - tree.begin;
        for (std::int32_t i = tree.begin; i < tree.end; ++i) {
            SceneNode node = scene.structure->nodes[static_cast<std::size_t>(i)];
            node.end += shift;
            if (node.parent.isValid()) {
                node.parent = NodeId(node.parent.value() + shift);
            }
            if (node.transformSlot >= 0) {
                const auto slot = static_cast<std::size_t>(node.transformSlot);
                node.transformSlot = structure->transformCount++;
                result.local.push_back(scene.local[slot]);
                result.updatedAt.push_back(scene.updatedAt[slot]);
            }
            result.visible.push_back(scene.visible[static_cast<std::size_t>(i)]);
            structure->nodes.push_back(std::move(node));
        }
    }
    std::vector<robot::RobotModelPtr> known;
    std::ranges::transform(scene.structure->objects.robots, std::back_inserter(known),
                           &SceneRobot::model);
    structure->objects = recognizeObjects(structure->nodes, known);
    result.structure = std::move(structure);
    return result;
}

bool sameShape(const std::vector<SceneNode>& nodes, const std::vector<DiffNode>& diff) {
    return std::ranges::equal(nodes, diff, {}, &SceneNode::end, &DiffNode::end);
}

// A scene of rcssservermj: one root with all parts directly below it.
template <typename Node>
bool hasOneRoot(const std::vector<Node>& nodes) {
    return nodes.size() > 1 && nodes.front().end == static_cast<std::int32_t>(nodes.size());
}

Subtree wholeTree(const DiffTree& diff) {
    return {0, static_cast<std::int32_t>(diff.nodes.size())};
}

// Number of leading top-level subtrees that are not robots and match the difference.
std::size_t fittingPrefix(const SceneState& scene, const DiffTree& diff,
                          const std::vector<Subtree>& known, const std::vector<Subtree>& sent) {
    const SceneStructure& structure = *scene.structure;
    const auto isRobot = [&](const Subtree& tree) {
        return std::ranges::any_of(structure.objects.robots, [&](const SceneRobot& robot) {
            return robot.root.value() == tree.begin;
        });
    };
    std::size_t count = 0;
    while (count < known.size() && count < sent.size() && !isRobot(known[count]) &&
           !firstShapeDifference(structure.nodes, known[count], diff.nodes, sent[count])) {
        ++count;
    }
    return count;
}

ApplyResult mismatchOf(const DiffTree& diff, const SceneState& scene,
                       std::optional<std::size_t> node) {
    ApplyResult result;
    result.mismatch = fmt::format("the difference has {} nodes, the scene has {}",
                                  diff.nodes.size(), scene.structure->nodes.size());
    if (node) {
        result.mismatchOffset = diff.nodes[*node].offset;
    }
    return result;
}

// Applies the matching part of a difference to a scene with one root.
ApplyResult applyPartly(const DiffTree& diff, std::uint32_t stamp, SceneState& scene) {
    const std::vector<SceneNode>& nodes = scene.structure->nodes;
    std::size_t fitting = 0;
    std::vector<Subtree> sent;
    if (hasOneRoot(diff.nodes)) {
        const std::vector<Subtree> known = topLevel(nodes, 1);
        sent = topLevel(diff.nodes, 1);
        while (fitting < std::min(known.size(), sent.size()) &&
               !firstShapeDifference(nodes, known[fitting], diff.nodes, sent[fitting])) {
            ++fitting;
        }
        const bool hasGrown = fitting == known.size();
        for (std::size_t i = 0; i < fitting; ++i) {
            const bool isRobot =
                std::ranges::any_of(scene.structure->objects.robots, [&](const SceneRobot& robot) {
                    return robot.root.value() == known[i].begin;
                });
            if (isRobot && !hasGrown) {
                break; // the missing robot cannot be identified
            }
            applySubtree(diff, sent[i], known[i].begin, stamp, scene);
        }
    }
    scene.outOfSync = true;
    return mismatchOf(diff, scene,
                      fitting < sent.size() ? std::optional(sent[fitting].at(0)) : std::nullopt);
}

} // namespace

ApplyResult applyDiff(const DiffTree& diff, std::uint32_t stamp, SceneState& scene) {
    SIDELINE_ASSERT(scene.structure != nullptr);
    if (sameShape(scene.structure->nodes, diff.nodes)) {
        applySubtree(diff, wholeTree(diff), 0, stamp, scene);
        return {};
    }
    if (hasOneRoot(scene.structure->nodes)) {
        return applyPartly(diff, stamp, scene);
    }
    const std::vector<Subtree> known = topLevel(scene.structure->nodes);
    const std::vector<Subtree> sent = topLevel(diff.nodes);
    const std::size_t prefix = fittingPrefix(scene, diff, known, sent);
    const bool onlyRobotsFollow = known.size() - prefix <= scene.structure->objects.robots.size();
    if (sent.size() < known.size() && onlyRobotsFollow) {
        const auto offset = static_cast<std::ptrdiff_t>(prefix);
        const RobotAssignment assignment(diff, {sent.begin() + offset, sent.end()},
                                         {known.begin() + offset, known.end()}, scene);
        if (const auto chosen = assignment.solve()) {
            std::vector<Subtree> keep(known.begin(), known.begin() + offset);
            for (const std::size_t k : *chosen) {
                keep.push_back(known[prefix + k]);
            }
            scene = withoutOthers(scene, keep);
            applySubtree(diff, wholeTree(diff), 0, stamp, scene);
            return {.robotsInferredRemoved = true, .mismatch = {}, .mismatchOffset = {}};
        }
    }
    for (std::size_t i = 0; i < prefix; ++i) {
        applySubtree(diff, sent[i], known[i].begin, stamp, scene);
    }
    scene.outOfSync = true;
    return mismatchOf(diff, scene,
                      prefix < sent.size() ? std::optional(sent[prefix].at(0)) : std::nullopt);
}

} // namespace sideline::monitor
