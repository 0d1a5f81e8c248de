#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "simulator/world/spatial.h"

namespace sideline::simulator {

/// What holds a row of the problem that has bounds.
enum class Hold : unsigned char {
    Speed, ///< its speed is as wanted (but for the softness)
    Least, ///< its impulse is the least that there may be
    Most,  ///< its impulse is the greatest that there may be
};

/// A turning that a joint leaves free, driven by a motor or stopped: one bounded row.
struct Drive {
    spatial::Vector3 axis_S{}; ///< the row measures the child's turning against its parent along it
    spatial::Vector3 dual_S{}; ///< turns by 1 along `axis_S` and by 0 along the joint's other rows
    double softness = 0.0;     ///< rad/s per N m s (ODE: CFM over the step)
    double wantedRadPerS = 0.0;
    double leastNms = 0.0;
    double mostNms = 0.0;
    Hold hold = Hold::Speed; ///< solved for
    double impulseNms = 0.0; ///< on the child along `axis_S`; solved for
};

/// What ties a body to its parent: a common point, and turning about the drives' axes alone.
struct TreeJoint {
    spatial::Vector3 anchorOnChild_S{}; ///< from the child's center of mass
    spatial::Vector3 anchorOnParent_S{};
    spatial::Vector6 wanted{}; ///< speed of the child's anchor against the parent's, drives and all
    double linearSoftness = 0.0;              ///< m/s per N s
    std::array<double, 9> angularSoftness{};  ///< rows of three; with the drives' own
    std::array<double, 9> angularStiffness{}; ///< its inverse
    std::array<Drive, 2> drives{};
    std::size_t driveCount = 0;
};

/// A body of an island. Parents are added before their children, one tree after the other.
struct IslandBody {
    int parent = -1; ///< index in the island; negative: the root of a tree
    double massKg = 0.0;
    std::array<double, 9> inertia_S{}; ///< about the center of mass, rows of three
    spatial::Vector6 momentum{};       ///< before the step, with the impulse of outer forces
    spatial::Vector6 velocity{};       ///< solved for
    TreeJoint joint{};                 ///< with the parent
};

/// A point at which a body touches another, or what never moves. Sliding is braked but never
/// exceeds a bound (friction without limit, ODE's `mu` infinite).
struct IslandContact {
    int first = 0;
    int second = -1;                 ///< negative: what never moves
    spatial::Vector3 armOfFirst_S{}; ///< from the center of mass to the point
    spatial::Vector3 armOfSecond_S{};
    spatial::Vector3 normal_S{}; ///< the way the first one is pushed
    double normalSoftness = 0.0; ///< m/s per N s
    double slipSoftness = 0.0;
    double wantedMps = 0.0;       ///< speed along the normal that is reached at least
    bool isPressing = true;       ///< solved for
    spatial::Vector3 impulse_S{}; ///< on the first one, N s; solved for
};

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
    // Where a body stands in its tree.
    struct Link {
        int firstChild = -1;
        int nextSibling = -1;
        int firstContact = -1;
        std::size_t depth = 0; // joints between it and the root
        std::size_t tree = 0;
        std::size_t pair = 0; // of all but roots, as is the next one
        std::size_t lane = 0;
    };
    // Two bodies of a tree that are equally far from its root, whose equations are solved side by
    // side: their joints, and what elimination leaves of them.
    struct Pair {
        using Lanes = spatial::Lanes;
        using Vector3 = spatial::Vector3Of<Lanes>;
        using Vector6 = spatial::Vector6Of<Lanes>;
        using Matrix6 = spatial::Matrix6Of<Lanes>;
        std::array<std::size_t, 2> bodies; // one that is alone stands in both lanes
        std::array<std::size_t, 2> parents;
        bool isAlone;
        bool isStale;
        std::size_t mostDrives;
        Vector3 anchorOnChild_S;
        Vector3 anchorOnParent_S;
        Vector6 wanted;
        Lanes linearSoftness;
        Lanes linearStiffness;
        std::array<Lanes, 9> angularSoftness;
        std::array<Lanes, 9> angularStiffness;
        std::array<Vector3, 2> dual_S; // of the drives

        spatial::Factored6<Lanes> factor; // of inertia and joint at the anchor
        Matrix6 passed;              // inertia that the joint lets the parent feel, at the anchor
        Matrix6 toParent;            // the same, at the parent's center of mass
        std::array<Vector6, 2> edge; // what a drive without speed takes from `passed`
        std::array<Lanes, 2> edgeScale;
        std::array<Lanes, 2> edgeMomentum;
        Vector6 momentum; // that the joint lets the parent feel
    };
    struct Tree {
        std::size_t begin; // of its bodies, the root first
        std::size_t end;
        std::size_t beginPair; // the farthest from the root first
        std::size_t endPair;
        bool isStale;
        spatial::Factored6<double> factor; // of the inertia of all
    };
    struct BridgeRow {
        std::size_t contact;
        spatial::Vector3 direction_S;
        double softness;
        double wanted;
    };
    void link();
    void linkTree(Tree& tree);
    void loadPair(Pair& pair);
    void refactor();
    [[nodiscard]] spatial::Matrix6 ownInertia(std::size_t body) const;
    [[nodiscard]] spatial::Matrix6 rebuildRoot(std::size_t body) const;
    [[nodiscard]] Pair::Matrix6 rebuild(const Pair& pair) const;
    void eliminate(Pair& pair);
    // Whether a drive gives a fixed impulse, for both lanes.
    [[nodiscard]] std::array<bool, 2> areHeld(const Pair& pair, std::size_t drive) const;
    void loadMomenta();
    void sweep(const Tree& tree, bool isHomogeneous);
    void sweepAll();
    void passUp(Pair& pair, bool isHomogeneous);
    void passDown(const Pair& pair, bool isHomogeneous);
    void bridge();
    void fillBridgeColumn(std::size_t column);
    void solveBridges();
    [[nodiscard]] double rowSpeed(const BridgeRow& row) const;
    void push(const BridgeRow& row, double impulse);
    void readContacts();
    [[nodiscard]] bool isViolated(std::size_t row, Hold& better) const;
    void turn(std::size_t row, Hold hold);
    void markStale(std::size_t body);

    std::vector<IslandBody> m_bodies;
    std::vector<IslandContact> m_contacts;
    std::vector<Link> m_links;
    std::vector<Pair> m_pairs; ///< the first m_pairCount are of these bodies
    std::size_t m_pairCount = 0;
    std::vector<Tree> m_trees;
    std::vector<int> m_nextContact;
    std::vector<spatial::Vector6> m_momenta;
    std::vector<spatial::Vector6> m_velocities;
    std::vector<std::size_t> m_bridges;
    std::vector<BridgeRow> m_rows;
    std::vector<double> m_dense; // lower half, then its factors
    std::vector<double> m_denseRhs;
    std::vector<std::pair<std::size_t, Hold>> m_turns;
    int m_rounds = 0;
};

} // namespace sideline::simulator
