#include "simulator/world/fast_step.h"

#include <algorithm>

#include "agentcore/base/assert.h"
#include "simulator/world/jointed_tree.h"

namespace sideline::simulator {

using spatial::cross;
using spatial::dot3;
using spatial::Vector3;

struct TreeNode {
    JointedTree tree;
    TreeNode* leader =
        nullptr;            ///< parent link toward the first tree of the connected set in this step
    std::size_t island = 0; ///< only for a leader
    bool isAwake = false;   ///< only for a leader: whether any tree is awake
};

namespace {

constexpr std::size_t kNoIsland = ~std::size_t{0};

TreeNode* leaderOf(TreeNode* node) {
    while (node->leader != node) {
        node = node->leader;
    }
    return node;
}

StepSettings settingsOf(dWorldID world, double stepS) {
    StepSettings settings;
    settings.stepS = stepS;
    settings.erp = dWorldGetERP(world);
    settings.cfm = dWorldGetCFM(world);
    settings.contactLayerM = dWorldGetContactSurfaceLayer(world);
    settings.maxPushMps = dWorldGetContactMaxCorrectingVel(world);
    dVector3 gravity{};
    dWorldGetGravity(world, gravity);
    settings.gravity_SMps2 = {gravity[0], gravity[1], gravity[2]};
    return settings;
}

Vector3 armOf(const TreeNode& node, std::size_t body, const Vector3& p_S) {
    const dReal* center = node.tree.position(body);
    return {p_S[0] - center[0], p_S[1] - center[1], p_S[2] - center[2]};
}

double speedAlong(const TreeNode& node, std::size_t body, const Vector3& arm,
                  const Vector3& direction) {
    const Vector3 turning = cross(node.tree.angularVelocity(body), arm.data());
    return dot3(node.tree.velocity(body), direction.data()) +
           dot3(turning.data(), direction.data());
}

// The constraint rows of ODE's contact joint (`contact.cpp`).
IslandContact rowsOf(const TouchPoint& touch, const StepSettings& settings) {
    const dSurfaceParameters& surface = touch.surface;
    const double h = settings.stepS;
    SIDELINE_ASSERT(surface.mu == dInfinity && surface.slip1 == surface.slip2);
    const auto softness = [&](int bit, double ofSurface) {
        return ((surface.mode & bit) != 0 ? ofSurface : settings.cfm) / h;
    };
    IslandContact contact;
    contact.normal_S = touch.normal_S;
    contact.normalSoftness = softness(dContactSoftCFM, surface.soft_cfm);
    contact.slipSoftness = softness(dContactSlip1, surface.slip1);
    SIDELINE_ASSERT(contact.normalSoftness > 0.0 && contact.slipSoftness > 0.0);
    contact.armOfFirst_S = armOf(*touch.first, touch.firstBody, touch.p_S);
    double leavingMps =
        speedAlong(*touch.first, touch.firstBody, contact.armOfFirst_S, touch.normal_S);
    if (touch.second != nullptr) {
        contact.armOfSecond_S = armOf(*touch.second, touch.secondBody, touch.p_S);
        leavingMps -=
            speedAlong(*touch.second, touch.secondBody, contact.armOfSecond_S, touch.normal_S);
    }
    const double erp = (surface.mode & dContactSoftERP) != 0 ? surface.soft_erp : settings.erp;
    const double depthM = std::max(touch.depthM - settings.contactLayerM, 0.0);
    contact.targetMps = std::min(erp / h * depthM, settings.maxPushMps);
    if ((surface.mode & dContactBounce) != 0 && -leavingMps > surface.bounce_vel) {
        contact.targetMps = std::max(contact.targetMps, -leavingMps * surface.bounce);
    }
    return contact;
}

void writeFeedback(const IslandContact& contact, double stepS, dJointFeedback& to) {
    const auto write = [&](const Vector3& arm, double sign, dReal* force, dReal* torque) {
        const Vector3 f = {sign * contact.impulse_S[0] / stepS, sign * contact.impulse_S[1] / stepS,
                           sign * contact.impulse_S[2] / stepS};
        const Vector3 t = cross(arm.data(), f.data());
        std::copy_n(f.begin(), 3, force);
        std::copy_n(t.begin(), 3, torque);
    };
    write(contact.armOfFirst_S, 1.0, to.f1, to.t1);
    if (contact.second >= 0) {
        write(contact.armOfSecond_S, -1.0, to.f2, to.t2);
    }
}

} // namespace

FastStep::FastStep() = default;
FastStep::~FastStep() = default;

TreeNode* FastStep::addTree(std::span<const dBodyID> bodies) {
    m_trees.push_back(std::make_unique<TreeNode>(TreeNode{JointedTree(bodies)}));
    return m_trees.back().get();
}

void FastStep::removeTree(const TreeNode* tree) {
    std::erase_if(m_trees, [&](const auto& node) { return node.get() == tree; });
}

void FastStep::noteAngle(TreeNode& tree, std::size_t body, double angleRad) {
    tree.tree.noteAngle(body, angleRad);
}

// Islands are ordered by their first trees, trees and contacts by the order of insertion.
void FastStep::findIslands() {
    for (const auto& node : m_trees) {
        node->leader = node.get();
        node->island = kNoIsland;
        node->isAwake = node->tree.isAwake();
    }
    for (const TouchPoint& touch : m_touches) {
        if (touch.second != nullptr) {
            TreeNode* first = leaderOf(touch.first);
            TreeNode* second = leaderOf(touch.second);
            second->leader = first;
            first->isAwake = first->isAwake || second->isAwake;
        }
    }
    m_islandCount = 0;
    for (const auto& node : m_trees) {
        TreeNode* leader = leaderOf(node.get());
        if (!leader->isAwake) {
            continue;
        }
        if (leader->island == kNoIsland) {
            leader->island = m_islandCount++;
            if (m_islands.size() < m_islandCount) {
                m_islands.emplace_back();
            }
            m_islands[leader->island].trees.clear();
            m_islands[leader->island].touches.clear();
        }
        m_islands[leader->island].trees.push_back(node.get());
    }
    for (const TouchPoint& touch : m_touches) {
        if (const TreeNode* leader = leaderOf(touch.first); leader->isAwake) {
            m_islands[leader->island].touches.push_back(&touch);
        }
    }
}

void FastStep::step(dWorldID world, double stepS, base::ThreadPool* pool) {
    const StepSettings settings = settingsOf(world, stepS);
    findIslands();
    m_solvers.resize(std::max<std::size_t>(m_solvers.size(), pool ? pool->threadCount() : 1U));
    const auto turn = [&](std::size_t i, unsigned worker) {
        solve(m_islands[i], m_solvers[worker], settings);
    };
    if (pool != nullptr) {
        pool->parallelFor(m_islandCount, turn);
    } else {
        for (std::size_t i = 0; i < m_islandCount; ++i) {
            turn(i, 0);
        }
    }
    m_rounds = 0;
    for (std::size_t i = 0; i < m_islandCount; ++i) {
        for (TreeNode* node : m_islands[i].trees) {
            node->tree.finish();
        }
        m_rounds += m_islands[i].rounds;
        m_unsolvedCount += m_islands[i].isSolved ? 0U : 1U;
    }
    m_touches.clear();
}

void FastStep::solve(Island& island, IslandSolver& solver, const StepSettings& settings) {
    solver.clear();
    const auto indexOf = [&](const TreeNode* node, std::size_t body) {
        std::size_t index = body;
        for (const TreeNode* before : island.trees) {
            if (before == node) {
                break;
            }
            index += before->tree.size();
        }
        return static_cast<int>(index);
    };
    for (TreeNode* node : island.trees) {
        node->tree.load(settings, solver.bodies());
    }
    for (const TouchPoint* touch : island.touches) {
        IslandContact contact = rowsOf(*touch, settings);
        contact.first = indexOf(touch->first, touch->firstBody);
        if (touch->second != nullptr) {
            contact.second = indexOf(touch->second, touch->secondBody);
        }
        solver.contacts().push_back(contact);
    }
    island.isSolved = solver.solve();
    island.rounds = solver.rounds();
    std::size_t begin = 0;
    for (TreeNode* node : island.trees) {
        node->tree.move(settings.stepS,
                        std::span(solver.bodies()).subspan(begin, node->tree.size()));
        begin += node->tree.size();
    }
    for (std::size_t i = 0; i < island.touches.size(); ++i) {
        if (island.touches[i]->feedback != nullptr) {
            writeFeedback(solver.contacts()[i], settings.stepS, *island.touches[i]->feedback);
        }
    }
}

} // namespace sideline::simulator
