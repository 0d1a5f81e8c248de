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

/// A contact point in a step, of two bodies or of a body and the static environment.
struct TouchPoint {
    TreeNode* first = nullptr;
    std::size_t firstBody = 0;  ///< index in its tree
    TreeNode* second = nullptr; ///< nullptr: the static environment
    std::size_t secondBody = 0;
    spatial::Vector3 p_S{};      ///< m
    spatial::Vector3 normal_S{}; ///< direction in which the first body is pushed; unit length
    double depthM = 0.0;
    dSurfaceParameters surface{};       ///< `mu` infinite, equal slip in all directions
    dJointFeedback* feedback = nullptr; ///< filled as by ODE; f1 acts on the first body
};

/// One step of an ODE world, equivalent to `dWorldStep` (version 0.16), that exploits the tree
/// structure of bodies: an order of magnitude faster, with differences by rounding only.
///
/// Bodies and joints remain ODE objects and are accessed through its interface. Only the elements
/// of robots are supported: trees of hinges and universal joints with motors and limits, contacts
/// without a friction limit, ODE's gyroscopic torque and automatic disabling. Every row must be
/// soft (CFM above 0), as on the server. One thread at a time.
class FastStep {
public:
    FastStep();
    ~FastStep();
    FastStep(const FastStep&) = delete;
    FastStep& operator=(const FastStep&) = delete;

    /// Adds bodies connected by joints into a tree, or a single body; they must outlive their use
    /// here.
    /// @param bodies root first, parents before children; each body except the root is connected to
    /// an earlier one by a hinge or universal joint, in the configuration in which that joint was
    /// created
    /// @return valid until it is removed
    TreeNode* addTree(std::span<const dBodyID> bodies);
    void removeTree(const TreeNode* tree);

    /// See `JointedTree`.
    static void noteAngle(TreeNode& tree, std::size_t body, double angleRad);

    /// Adds a contact for the next step.
    void addTouch(const TouchPoint& touch) { m_touches.push_back(touch); }

    /// Advances all trees that are awake and wakes trees in contact with them; clears the contacts.
    /// @param pool threads for the work; may be nullptr; does not affect the result
    void step(dWorldID world, double stepS, base::ThreadPool* pool);

    /// Number of islands so far whose bounds could not all be satisfied; 0 in all tests.
    [[nodiscard]] std::size_t unsolvedCount() const { return m_unsolvedCount; }
    /// Number of times that the equations of the last step were solved, over all islands.
    [[nodiscard]] int rounds() const { return m_rounds; }

private:
    struct Island {
        std::vector<TreeNode*> trees;
        std::vector<const TouchPoint*> touches;
        bool isSolved = true;
        int rounds = 0;
    };
    void findIslands();
    static void solve(Island& island, IslandSolver& solver, const StepSettings& settings);

    std::vector<std::unique_ptr<TreeNode>> m_trees;
    std::vector<TouchPoint> m_touches;
    std::vector<Island> m_islands; ///< the first m_islandCount belong to this step
    std::size_t m_islandCount = 0;
    std::vector<IslandSolver> m_solvers; ///< one per thread
    std::size_t m_unsolvedCount = 0;
    int m_rounds = 0;
};

} // namespace sideline::simulator
