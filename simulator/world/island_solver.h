#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "simulator/world/island.h"
#include "simulator/world/island_trees.h"

namespace sideline::simulator {

/// Finds the velocities after a step of bodies that hang together: trees of jointed bodies and
/// their contacts.
///
/// The mathematical problem is that of ODE's `dWorldStep` (its soft constraints, bounds and all),
/// so the results differ from it by rounding. Jointed bodies and their contacts with what never
/// moves form trees, whose equations are eliminated from the leaves to the root (after Baraff,
/// "Linear-time dynamics using Lagrange multipliers", 1996); contacts between trees are solved for
/// in a small dense system over the trees. Bounds are met by pivoting whole blocks of rows at a
/// time, single rows where that does not end (Judice and Pires, "A block principal pivoting
/// algorithm for large-scale strictly monotone linear complementarity problems", 1994).
///
/// The result depends on the input alone. Memory is kept from call to call. Not thread-safe.
class IslandSolver {
public:
    /// Takes away all bodies and contacts.
    void clear();
    [[nodiscard]] std::vector<IslandBody>& bodies() { return m_bodies; }
    [[nodiscard]] std::vector<IslandContact>& contacts() { return m_contacts; }

    /// Computes velocities and impulses.
    /// @return whether all bounds are met to rounding (else the best that was found is there)
    bool solve();
    /// How often the equations were solved in the last `solve`.
    [[nodiscard]] int rounds() const { return m_rounds; }

private:
    struct BridgeRow {
        std::size_t contact;
        spatial::Vector3 direction_S;
        double softness;
        double wanted;
    };
    void bridge();
    void fillBridgeColumn(std::size_t column);
    void solveBridges();
    [[nodiscard]] double rowSpeed(const BridgeRow& row) const;
    void push(const BridgeRow& row, double impulse);
    void readContacts();
    [[nodiscard]] bool isViolated(std::size_t row, Hold& better) const;
    void turn(std::size_t row, Hold hold);

    std::vector<IslandBody> m_bodies;
    std::vector<IslandContact> m_contacts;
    IslandTrees m_trees;
    std::vector<std::size_t> m_bridges;
    std::vector<BridgeRow> m_rows;
    std::vector<double> m_dense; // lower half, then its factors
    std::vector<double> m_denseRhs;
    std::vector<std::pair<std::size_t, Hold>> m_turns;
    int m_rounds = 0;
};

} // namespace sideline::simulator
