#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "simulator/world/island.h"

namespace sideline::simulator {

// Position of a body in its tree.
struct TreeLink {
    int firstChild = -1;
    int nextSibling = -1;
    int firstContact = -1;
    std::size_t depth = 0; // number of joints to the root
    std::size_t tree = 0;
    std::size_t pair = 0; // for all bodies except roots, like `lane`
    std::size_t lane = 0;
};
// Two bodies of a tree at equal depth, whose equations are solved side by side: their joints and
// the results of elimination.
struct TreePair {
    using Lanes = spatial::Lanes;
    using Vector3 = spatial::Vector3Of<Lanes>;
    using Vector6 = spatial::Vector6Of<Lanes>;
    using Matrix6 = spatial::Matrix6Of<Lanes>;
    std::array<std::size_t, 2> bodies; // a single body occupies both lanes
    std::array<std::size_t, 2> parents;
    bool isAlone;
    bool isStale;
    std::size_t maxDrives;
    Vector3 anchorOnChild_S;
    Vector3 anchorOnParent_S;
    Vector6 targetVelocity;
    Lanes linearSoftness;
    Lanes linearStiffness;
    std::array<Lanes, 9> angularSoftness;
    std::array<Lanes, 9> angularStiffness;
    std::array<Vector3, 2> dual_S; // dual axes of the drives

    spatial::Factored6<Lanes> factor; // factor of inertia and joint at the anchor
    Matrix6 passed;              // inertia passed through the joint to the parent, at the anchor
    Matrix6 toParent;            // inertia passed to the parent, at the parent's center of mass
    std::array<Vector6, 2> edge; // effect of a fixed-impulse drive on `passed`
    std::array<Lanes, 2> edgeScale;
    std::array<Lanes, 2> edgeMomentum;
    Vector6 momentum; // momentum passed through the joint to the parent
};
struct EliminatedTree {
    std::size_t begin; // first of its bodies, the root
    std::size_t end;
    std::size_t beginPair; // first of its pairs, in order of decreasing depth
    std::size_t endPair;
    bool isStale;
    spatial::Factored6<double> factor; // factor of the total inertia
};

/// The trees of jointed bodies of an island, each with its contacts with the static environment:
/// their equations are eliminated from the leaves to the root and solved for given momenta.
///
/// Processes two bodies at a time, such as both legs, with results bitwise identical to those for
/// single bodies. Memory is reused between islands. Not thread-safe.
class IslandTrees {
public:
    /// Starts with new bodies and contacts, which must stay in place until the next call.
    void link(std::span<IslandBody> bodies, std::span<const IslandContact> contacts);
    /// Marks a body whose drives or contacts have changed their active bounds.
    void markStale(std::size_t body);
    /// Refactors what has changed.
    void refactor();

    /// Momenta before the step including all known impulses, except those of contacts between
    /// trees.
    void loadMomenta();
    [[nodiscard]] spatial::Vector6& momentum(int body) {
        return m_momenta[static_cast<std::size_t>(body)];
    }
    /// Computes the velocities of all bodies from their momenta, which are consumed.
    void sweep();
    /// Computes the velocities caused by a single impulse, with no other momenta and without target
    /// speeds of rows. Only the trees of the two bodies move.
    /// @param push adds to the momenta of the two bodies
    template <typename Push>
    void sweepPushed(int first, int second, Push push) {
        beginPush();
        push();
        endPush(treeOf(first), treeOf(second));
    }
    [[nodiscard]] const spatial::Vector6& velocity(int body) const {
        return m_velocities[static_cast<std::size_t>(body)];
    }

private:
    using Link = TreeLink;
    using Pair = TreePair;
    using Tree = EliminatedTree;
    void linkTree(Tree& tree);
    void loadPair(Pair& pair);
    [[nodiscard]] spatial::Matrix6 ownInertia(std::size_t body) const;
    [[nodiscard]] spatial::Matrix6 rebuildRoot(std::size_t body) const;
    [[nodiscard]] Pair::Matrix6 rebuild(const Pair& pair) const;
    void eliminate(Pair& pair);
    void sweep(const Tree& tree, bool isHomogeneous);
    void passUp(Pair& pair, bool isHomogeneous);
    void passDown(const Pair& pair, bool isHomogeneous);
    void beginPush();
    void endPush(std::size_t firstTree, std::size_t secondTree);
    [[nodiscard]] std::size_t treeOf(int body) const {
        return m_links[static_cast<std::size_t>(body)].tree;
    }

    std::span<IslandBody> m_bodies;
    std::span<const IslandContact> m_contacts;
    std::vector<Link> m_links;
    std::vector<int> m_nextContact;
    std::vector<Pair> m_pairs; ///< the first m_pairCount belong to the present bodies
    std::size_t m_pairCount = 0;
    std::vector<Tree> m_trees;
    std::vector<spatial::Vector6> m_momenta;
    std::vector<spatial::Vector6> m_velocities;
};

} // namespace sideline::simulator
