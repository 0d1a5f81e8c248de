#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include <ode/ode.h>

#include "agentcore/base/thread_pool.h"
#include "simulator/world/island_solver.h"
#include "simulator/world/spatial.h"

namespace sideline::simulator {

/// A tree of jointed bodies in a fast step.
struct TreeNode;
struct StepSettings;

/// A point at which two bodies, or a body and what never moves, touch in a step.
struct TouchPoint {
    TreeNode* first = nullptr;
    std::size_t firstBody = 0;  ///< index in its tree
    TreeNode* second = nullptr; ///< nullptr: what never moves
    std::size_t secondBody = 0;
    spatial::Vector3 p_S{};      ///< m
    spatial::Vector3 normal_S{}; ///< the way the first one is pushed; unit length
    double depthM = 0.0;
    dSurfaceParameters surface{};       ///< `mu` infinite, equal slip in all directions
    dJointFeedback* feedback = nullptr; ///< filled as ODE fills it; f1 on the first one
};

/// A step of bodies of an ODE world as `dWorldStep` takes it (version 0.16), by way of the bodies'
/// tree structure: an order of magnitude faster, different by rounding alone.
///
/// Bodies and joints stay ODE's, and are read and written through its interface. What is supported
/// is what robots are made of: trees of hinges and universal joints with motors and stops, contacts
/// without a friction bound, ODE's gyroscopic torque and falling asleep by disabled bodies. Every
/// row must be soft (CFM above 0), as the server's are.
/// One thread at a time.
class FastStep {
public:
    FastStep();
    ~FastStep();
    FastStep(const FastStep&) = delete;
    FastStep& operator=(const FastStep&) = delete;

    /// Adds bodies that joints make into one tree, or a single one; they must outlive it here.
    /// @param bodies the first is the root, parents come before their children; each but the root
    ///     has one hinge or universal joint with an earlier one, and stands as that was made
    /// @return valid until it is removed
    TreeNode* addTree(std::span<const dBodyID> bodies);
    void removeTree(const TreeNode* tree);

    /// See `JointedTree`.
    static void noteAngle(TreeNode& tree, std::size_t body, double angleRad);

    /// Notes a contact for the next step.
    void addTouch(const TouchPoint& touch) { m_touches.push_back(touch); }

    /// Moves all trees that are awake, and wakes what they touch; forgets the contacts.
    /// @param pool shares the work; may be nullptr; the result does not depend on it
    void step(dWorldID world, double stepS, base::ThreadPool* pool);

    /// Islands whose bounds could not all be met since the beginning; 0 in all that was tried.
    [[nodiscard]] std::size_t unmetCount() const { return m_unmetCount; }
    /// How often the equations of the last step's islands were solved in all.
    [[nodiscard]] int rounds() const { return m_rounds; }

private:
    struct Island {
        std::vector<TreeNode*> trees;
        std::vector<const TouchPoint*> touches;
        bool isMet = true;
        int rounds = 0;
    };
    void findIslands();
    static void solve(Island& island, IslandSolver& solver, const StepSettings& settings);

    std::vector<std::unique_ptr<TreeNode>> m_trees;
    std::vector<TouchPoint> m_touches;
    std::vector<Island> m_islands; ///< the first m_islandCount are of this step
    std::size_t m_islandCount = 0;
    std::vector<IslandSolver> m_solvers; ///< one per thread
    std::size_t m_unmetCount = 0;
    int m_rounds = 0;
};

} // namespace sideline::simulator
