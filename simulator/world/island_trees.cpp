#include "simulator/world/island_trees.h"

#include <algorithm>

namespace sideline::simulator {

using spatial::cross;
using spatial::dot3;
using spatial::Lanes;
using spatial::Matrix6;
using spatial::negated;
using spatial::Vector3;
using spatial::Vector6;

namespace {

using Mask = long long __attribute__((vector_size(16)));

template <std::size_t kCount>
std::array<Lanes, kCount> sideBySide(const std::array<double, kCount>& first,
                                     const std::array<double, kCount>& second) {
    std::array<Lanes, kCount> both;
    for (std::size_t i = 0; i < kCount; ++i) {
        both[i] = Lanes{first[i], second[i]};
    }
    return both;
}

Mask maskOf(const std::array<bool, 2>& lanes) {
    return Mask{lanes[0] ? -1 : 0, lanes[1] ? -1 : 0};
}

// Adds the inertia of a contact point: it resists any motion, along the normal only while it is
// active.
void addContactInertia(Matrix6& A, const IslandContact& contact) {
    const double sliding = 1.0 / contact.slipSoftness;
    const double pressing = contact.isPressing ? 1.0 / contact.normalSoftness : 0.0;
    const Vector3& r = contact.armOfFirst_S;
    const Vector3& n = contact.normal_S;
    for (std::size_t i = 0; i < 3; ++i) {
        A[i][i] += sliding;
        A[i + 3][i + 3] += sliding * dot3(r.data(), r.data());
        for (std::size_t j = 0; j < 3; ++j) {
            A[i + 3][j + 3] -= sliding * r[i] * r[j];
        }
    }
    const double x = sliding * r[0];
    const double y = sliding * r[1];
    const double z = sliding * r[2];
    A[0][4] += z, A[4][0] += z, A[0][5] -= y, A[5][0] -= y;
    A[1][3] -= z, A[3][1] -= z, A[1][5] += x, A[5][1] += x;
    A[2][3] += y, A[3][2] += y, A[2][4] -= x, A[4][2] -= x;
    const Vector3 moment = cross(r.data(), n.data());
    spatial::addOuter(A, {n[0], n[1], n[2], moment[0], moment[1], moment[2]}, pressing - sliding);
}

spatial::Vector6Of<Lanes> scaledBy(const std::array<Lanes, 9>& angular, Lanes linear,
                                   const spatial::Vector6Of<Lanes>& x) {
    return {linear * x[0],
            linear * x[1],
            linear * x[2],
            dot3(angular.data(), &x[3]),
            dot3(&angular[3], &x[3]),
            dot3(&angular[6], &x[3])};
}

// Whether a drive has a fixed impulse, for both lanes.
std::array<bool, 2> areHeld(std::span<const IslandBody> bodies, const TreePair& pair,
                            std::size_t drive) {
    const auto isHeld = [&](std::size_t body) {
        const TreeJoint& joint = bodies[body].joint;
        return drive < joint.driveCount && joint.drives[drive].hold != RowState::Speed;
    };
    return {isHeld(pair.bodies[0]), isHeld(pair.bodies[1])};
}

} // namespace

void IslandTrees::link(std::span<IslandBody> bodies, std::span<const IslandContact> contacts) {
    m_bodies = bodies;
    m_contacts = contacts;
    const std::size_t count = m_bodies.size();
    m_links.assign(count, Link{});
    m_momenta.resize(count);
    m_velocities.resize(count);
    m_nextContact.assign(m_contacts.size(), -1);
    for (std::size_t i = count; i-- > 0;) {
        if (m_bodies[i].parent >= 0) {
            Link& parent = m_links[static_cast<std::size_t>(m_bodies[i].parent)];
            m_links[i].nextSibling = parent.firstChild;
            parent.firstChild = static_cast<int>(i);
        }
    }
    for (std::size_t c = m_contacts.size(); c-- > 0;) {
        if (m_contacts[c].second < 0) {
            Link& body = m_links[static_cast<std::size_t>(m_contacts[c].first)];
            m_nextContact[c] = body.firstContact;
            body.firstContact = static_cast<int>(c);
        }
    }
    m_pairCount = 0;
    m_trees.clear();
    for (std::size_t begin = 0; begin < count;) {
        Tree& tree = m_trees.emplace_back();
        tree.begin = begin;
        tree.end = begin + 1;
        while (tree.end < count && m_bodies[tree.end].parent >= 0) {
            ++tree.end;
        }
        linkTree(tree);
        begin = tree.end;
    }
}

// Pairs bodies of equal depth in descending order, so that those with the same parent are added to
// it in this order.
void IslandTrees::linkTree(Tree& tree) {
    const std::size_t treeIndex = m_trees.size() - 1;
    std::size_t deepest = 0;
    m_links[tree.begin].tree = treeIndex;
    for (std::size_t i = tree.begin + 1; i < tree.end; ++i) {
        m_links[i].tree = treeIndex;
        m_links[i].depth = m_links[static_cast<std::size_t>(m_bodies[i].parent)].depth + 1;
        deepest = std::max(deepest, m_links[i].depth);
    }
    tree.isStale = true;
    tree.beginPair = m_pairCount;
    for (std::size_t depth = deepest; depth > 0; --depth) {
        bool isOpen = false; // whether the last pair has a free second place
        for (std::size_t i = tree.end; i-- > tree.begin + 1;) {
            if (m_links[i].depth != depth) {
                continue;
            }
            if (!isOpen && m_pairs.size() == m_pairCount++) {
                m_pairs.emplace_back();
            }
            m_links[i].pair = m_pairCount - 1;
            m_links[i].lane = isOpen ? 1 : 0;
            Pair& pair = m_pairs[m_links[i].pair];
            pair.isAlone = !isOpen;
            pair.bodies[0] = isOpen ? pair.bodies[0] : i;
            pair.bodies[1] = i;
            isOpen = !isOpen;
        }
    }
    tree.endPair = m_pairCount;
    for (std::size_t i = tree.beginPair; i < tree.endPair; ++i) {
        loadPair(m_pairs[i]);
    }
}

void IslandTrees::loadPair(Pair& pair) {
    const IslandBody& first = m_bodies[pair.bodies[0]];
    const IslandBody& second = m_bodies[pair.bodies[1]];
    const TreeJoint& a = first.joint;
    const TreeJoint& b = second.joint;
    pair.parents = {static_cast<std::size_t>(first.parent),
                    static_cast<std::size_t>(second.parent)};
    pair.isStale = true;
    pair.maxDrives = std::max(a.driveCount, b.driveCount);
    pair.anchorOnChild_S = sideBySide(a.anchorOnChild_S, b.anchorOnChild_S);
    pair.anchorOnParent_S = sideBySide(a.anchorOnParent_S, b.anchorOnParent_S);
    pair.targetVelocity = sideBySide(a.targetVelocity, b.targetVelocity);
    pair.linearSoftness = Lanes{a.linearSoftness, b.linearSoftness};
    pair.linearStiffness = 1.0 / pair.linearSoftness;
    pair.angularSoftness = sideBySide(a.angularSoftness, b.angularSoftness);
    pair.angularStiffness = sideBySide(a.angularStiffness, b.angularStiffness);
    for (std::size_t k = 0; k < pair.maxDrives; ++k) {
        pair.dual_S[k] = sideBySide(a.drives[k].dual_S, b.drives[k].dual_S);
    }
}

void IslandTrees::markStale(std::size_t body) {
    const Link& link = m_links[body];
    (link.depth == 0 ? m_trees[link.tree].isStale : m_pairs[link.pair].isStale) = true;
}

void IslandTrees::refactor() {
    for (Tree& tree : m_trees) {
        for (std::size_t i = tree.beginPair; i < tree.endPair; ++i) {
            Pair& pair = m_pairs[i];
            if (pair.isStale) {
                eliminate(pair);
                markStale(pair.parents[0]);
                markStale(pair.parents[1]);
                pair.isStale = false;
            }
        }
        if (tree.isStale) {
            tree.factor.factor(rebuildRoot(tree.begin));
            tree.isStale = false;
        }
    }
}

// Sums always use the same order, so the result does not depend on previous iterations.
Matrix6 IslandTrees::ownInertia(std::size_t body) const {
    Matrix6 A{};
    for (std::size_t i = 0; i < 3; ++i) {
        A[i][i] = m_bodies[body].massKg;
        for (std::size_t j = 0; j < 3; ++j) {
            A[i + 3][j + 3] = m_bodies[body].inertia_S[3 * i + j];
        }
    }
    for (int c = m_links[body].firstContact; c >= 0;
         c = m_nextContact[static_cast<std::size_t>(c)]) {
        addContactInertia(A, m_contacts[static_cast<std::size_t>(c)]);
    }
    return A;
}

Matrix6 IslandTrees::rebuildRoot(std::size_t body) const {
    Matrix6 A = ownInertia(body);
    for (int child = m_links[body].firstChild; child >= 0;
         child = m_links[static_cast<std::size_t>(child)].nextSibling) {
        const Link& link = m_links[static_cast<std::size_t>(child)];
        const Pair::Matrix6& B = m_pairs[link.pair].toParent;
        for (std::size_t i = 0; i < 6; ++i) {
            for (std::size_t j = 0; j < 6; ++j) {
                A[i][j] += B[i][j][link.lane];
            }
        }
    }
    return A;
}

IslandTrees::Pair::Matrix6 IslandTrees::rebuild(const Pair& pair) const {
    Pair::Matrix6 A;
    const Matrix6 first = ownInertia(pair.bodies[0]);
    const Matrix6 second = pair.isAlone ? first : ownInertia(pair.bodies[1]);
    for (std::size_t i = 0; i < 6; ++i) {
        A[i] = sideBySide(first[i], second[i]);
    }
    std::array<int, 2> children = {m_links[pair.bodies[0]].firstChild,
                                   m_links[pair.bodies[1]].firstChild};
    while (children[0] >= 0 || children[1] >= 0) {
        // Usually the two limbs are processed side by side.
        if (children[0] >= 0 && children[1] >= 0) {
            const Link& a = m_links[static_cast<std::size_t>(children[0])];
            const Link& b = m_links[static_cast<std::size_t>(children[1])];
            const Pair::Matrix6& ofFirst = m_pairs[a.pair].toParent;
            const Pair::Matrix6& ofSecond = m_pairs[b.pair].toParent;
            for (std::size_t i = 0; i < 6; ++i) {
                for (std::size_t j = 0; j < 6; ++j) {
                    A[i][j] += Lanes{ofFirst[i][j][a.lane], ofSecond[i][j][b.lane]};
                }
            }
        }
        for (std::size_t lane = 0; lane < 2; ++lane) {
            if (children[lane] < 0) {
                continue;
            }
            const Link& link = m_links[static_cast<std::size_t>(children[lane])];
            for (std::size_t i = 0; children[1 - lane] < 0 && i < 6; ++i) {
                for (std::size_t j = 0; j < 6; ++j) {
                    A[i][j][lane] += m_pairs[link.pair].toParent[i][j][link.lane];
                }
            }
        }
        for (int& child : children) {
            child = child < 0 ? child : m_links[static_cast<std::size_t>(child)].nextSibling;
        }
    }
    return A;
}

// With A the inertia at the anchor and E the joint's stiffness, the parent's additional inertia is
// A - A (A + E)^-1 A, minus the part of drives with a fixed impulse.
void IslandTrees::eliminate(Pair& pair) {
    const Pair::Matrix6 A = spatial::inertiaAt(rebuild(pair), pair.anchorOnChild_S);
    Pair::Matrix6 K = A;
    for (std::size_t i = 0; i < 3; ++i) {
        K[i][i] += pair.linearStiffness;
        for (std::size_t j = 0; j < 3; ++j) {
            K[i + 3][j + 3] += pair.angularStiffness[3 * i + j];
        }
    }
    pair.factor.factor(K);
    pair.passed = pair.factor.reduced(A);
    for (std::size_t k = 0; k < pair.maxDrives; ++k) {
        const std::array<bool, 2> held = areHeld(m_bodies, pair, k);
        if (!held[0] && !held[1]) {
            continue;
        }
        const Mask mask = maskOf(held);
        const Pair::Vector3& d = pair.dual_S[k];
        const Lanes none{};
        pair.edge[k] = spatial::product(pair.passed, {none, none, none, d[0], d[1], d[2]});
        pair.edgeScale[k] = 1.0 / dot3(d.data(), &pair.edge[k][3]);
        Pair::Matrix6 less = pair.passed;
        spatial::addOuter(less, pair.edge[k], -pair.edgeScale[k]);
        for (std::size_t i = 0; i < 6; ++i) {
            for (std::size_t j = 0; j < 6; ++j) {
                pair.passed[i][j] = mask ? less[i][j] : pair.passed[i][j];
            }
        }
    }
    pair.toParent = spatial::inertiaAt(pair.passed, negated(pair.anchorOnParent_S));
}

// Momenta before the step including all known impulses.
void IslandTrees::loadMomenta() {
    for (std::size_t i = 0; i < m_bodies.size(); ++i) {
        m_momenta[i] = m_bodies[i].momentum;
    }
    for (std::size_t i = 0; i < m_bodies.size(); ++i) {
        const TreeJoint& joint = m_bodies[i].joint;
        for (std::size_t k = 0; k < joint.driveCount && m_bodies[i].parent >= 0; ++k) {
            const Drive& drive = joint.drives[k];
            if (drive.hold == RowState::Speed) {
                continue;
            }
            const double impulse = drive.hold == RowState::Min ? drive.minNms : drive.maxNms;
            Vector6& parent = m_momenta[static_cast<std::size_t>(m_bodies[i].parent)];
            for (std::size_t axis = 0; axis < 3; ++axis) {
                m_momenta[i][axis + 3] += impulse * drive.axis_S[axis];
                parent[axis + 3] -= impulse * drive.axis_S[axis];
            }
        }
    }
    for (const IslandContact& contact : m_contacts) {
        if (contact.second < 0 && contact.isPressing) {
            const double impulse = contact.targetMps / contact.normalSoftness;
            Vector6& momentum = m_momenta[static_cast<std::size_t>(contact.first)];
            const Vector3 moment = cross(contact.armOfFirst_S.data(), contact.normal_S.data());
            for (std::size_t axis = 0; axis < 3; ++axis) {
                momentum[axis] += impulse * contact.normal_S[axis];
                momentum[axis + 3] += impulse * moment[axis];
            }
        }
    }
}

// Computes the velocities of a tree from its momenta, which are consumed. Homogeneous: without the
// target speeds of rows.
void IslandTrees::sweep(const Tree& tree, bool isHomogeneous) {
    for (std::size_t i = tree.beginPair; i < tree.endPair; ++i) {
        passUp(m_pairs[i], isHomogeneous);
    }
    m_velocities[tree.begin] = tree.factor.solve(m_momenta[tree.begin]);
    for (std::size_t i = tree.endPair; i-- > tree.beginPair;) {
        passDown(m_pairs[i], isHomogeneous);
    }
}

void IslandTrees::sweep() {
    for (const Tree& tree : m_trees) {
        sweep(tree, false);
    }
}

void IslandTrees::beginPush() {
    std::ranges::fill(m_momenta, Vector6{});
    std::ranges::fill(m_velocities, Vector6{});
}

void IslandTrees::endPush(std::size_t firstTree, std::size_t secondTree) {
    sweep(m_trees[firstTree], true);
    if (secondTree != firstTree) {
        sweep(m_trees[secondTree], true);
    }
}

void IslandTrees::passUp(Pair& pair, bool isHomogeneous) {
    const Pair::Vector6 h = sideBySide(m_momenta[pair.bodies[0]], m_momenta[pair.bodies[1]]);
    Pair::Vector6 z = pair.factor.solve(spatial::momentumAt(h, pair.anchorOnChild_S));
    z = scaledBy(pair.angularStiffness, pair.linearStiffness, z);
    for (std::size_t k = 0; k < pair.maxDrives; ++k) {
        const std::array<bool, 2> held = areHeld(m_bodies, pair, k);
        if (!held[0] && !held[1]) {
            continue;
        }
        const Mask mask = maskOf(held);
        pair.edgeMomentum[k] = dot3(pair.dual_S[k].data(), &z[3]);
        const Lanes fraction = pair.edgeMomentum[k] * pair.edgeScale[k];
        for (std::size_t i = 0; i < 6; ++i) {
            const Lanes less = z[i] - pair.edge[k][i] * fraction;
            z[i] = mask ? less : z[i];
        }
    }
    pair.momentum = z;
    if (!isHomogeneous) {
        const Pair::Vector6 pulled = spatial::product(pair.passed, pair.targetVelocity);
        for (std::size_t i = 0; i < 6; ++i) {
            z[i] -= pulled[i];
        }
    }
    const Pair::Vector6 atParent = spatial::momentumAt(z, negated(pair.anchorOnParent_S));
    for (std::size_t lane = 0; lane < (pair.isAlone ? 1U : 2U); ++lane) {
        Vector6& parent = m_momenta[pair.parents[lane]];
        for (std::size_t i = 0; i < 6; ++i) {
            parent[i] += atParent[i][lane];
        }
    }
}

void IslandTrees::passDown(const Pair& pair, bool isHomogeneous) {
    Pair::Vector6 y = spatial::velocityAt(
        sideBySide(m_velocities[pair.parents[0]], m_velocities[pair.parents[1]]),
        pair.anchorOnParent_S);
    if (!isHomogeneous) {
        for (std::size_t i = 0; i < 6; ++i) {
            y[i] += pair.targetVelocity[i];
        }
    }
    Pair::Vector6 impulse = spatial::product(pair.passed, y);
    for (std::size_t i = 0; i < 6; ++i) {
        impulse[i] -= pair.momentum[i];
    }
    for (std::size_t k = pair.maxDrives; k-- > 0;) {
        const std::array<bool, 2> held = areHeld(m_bodies, pair, k);
        const Lanes free = dot3(pair.dual_S[k].data(), &impulse[3]);
        for (std::size_t lane = 0; lane < 2; ++lane) {
            Drive& drive = m_bodies[pair.bodies[lane]].joint.drives[k];
            drive.impulseNms = !held[lane]                   ? free[lane]
                               : drive.hold == RowState::Min ? drive.minNms
                                                             : drive.maxNms;
        }
        if (!held[0] && !held[1]) {
            continue;
        }
        const Mask mask = maskOf(held);
        const Lanes lag =
            (spatial::dot(pair.edge[k], y) - pair.edgeMomentum[k]) * pair.edgeScale[k];
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const Lanes less = y[axis + 3] - pair.dual_S[k][axis] * lag;
            y[axis + 3] = mask ? less : y[axis + 3];
        }
    }
    const Pair::Vector6 give = scaledBy(pair.angularSoftness, pair.linearSoftness, impulse);
    for (std::size_t i = 0; i < 6; ++i) {
        y[i] -= give[i];
    }
    const Pair::Vector6 velocity = spatial::velocityAt(y, negated(pair.anchorOnChild_S));
    for (std::size_t lane = 0; lane < 2; ++lane) {
        for (std::size_t i = 0; i < 6; ++i) {
            m_velocities[pair.bodies[lane]][i] = velocity[i][lane];
        }
    }
}

} // namespace sideline::simulator
