#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "simulator/world/island.h"
#include "simulator/world/island_trees.h"

namespace sideline::simulator {

/// Computes the velocities after a step for an island: trees of jointed bodies and their contacts.
///
/// Solves the same mathematical problem as ODE's `dWorldStep` (with its soft constraints and
/// bounds), so the results differ by rounding only. Jointed bodies and their contacts with the
/// static environment form trees, whose equations are eliminated from the leaves to the root (after
/// Baraff, "Linear-time dynamics using Lagrange multipliers", 1996); contacts between trees are
/// solved in a small dense system. Bounds are satisfied by block pivoting, with single pivots where
/// that does not terminate (Judice and Pires, "A block principal pivoting algorithm for large-scale
/// strictly monotone linear complementarity problems", 1994).
///
/// The result depends on the input only. Memory is reused between calls. Not thread-safe.
class IslandSolver {
public:
    /// Removes all bodies and contacts.
    void clear();
    [[nodiscard]] std::vector<IslandBody>& bodies() { return m_bodies; }
    [[nodiscard]] std::vector<IslandContact>& contacts() { return m_contacts; }

    /// Computes velocities and impulses.
    /// @return whether all bounds are satisfied up to rounding (otherwise the best solution found
    /// is stored)
    bool solve();
    /// Number of times that the equations were solved in the last `solve`.
    [[nodiscard]] int rounds() const { return m_rounds; }

private:
    struct BridgeRow {
        std::size_t contact;
        spatial::Vector3 direction_S;
        double softness;
        double targetVelocity;
    };
    void bridge();
    void fillBridgeColumn(std::size_t column);
    [[nodiscard]] double rowSpeed(const BridgeRow& row) const;
    void push(const BridgeRow& row, double impulse);
    void readContacts();
    [[nodiscard]] bool isViolated(std::size_t row, RowState& better) const;
    void turn(std::size_t row, RowState hold);

    std::vector<IslandBody> m_bodies;
    std::vector<IslandContact> m_contacts;
    IslandTrees m_trees;
    std::vector<std::size_t> m_bridges;
    std::vector<BridgeRow> m_rows;
    std::vector<double> m_dense; // lower half, later its factors
    std::vector<double> m_denseRhs;
    std::vector<std::pair<std::size_t, RowState>> m_turns;
    int m_rounds = 0;
};

} // namespace sideline::simulator
