// The trees of an island: elimination from the leaves to the root, and back.
#include "simulator/world/island_solver.h"

namespace sideline::simulator {

using spatial::cross;
using spatial::dot3;
using spatial::Matrix6;
using spatial::Vector3;
using spatial::Vector6;

namespace {

Vector3 negated(const Vector3& r) {
    return {-r[0], -r[1], -r[2]};
}

// What a point of contact adds to the inertia of the body it is on: it holds against any motion,
// along the normal only while it presses.
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

Vector6 scaledBy(const std::array<double, 9>& angular, double linear, const Vector6& x) {
    return {linear * x[0],
            linear * x[1],
            linear * x[2],
            dot3(angular.data(), &x[3]),
            dot3(&angular[3], &x[3]),
            dot3(&angular[6], &x[3])};
}

} // namespace

void IslandSolver::link() {
    const std::size_t count = m_bodies.size();
    m_eliminated.resize(count);
    m_momenta.resize(count);
    m_velocities.resize(count);
    m_nextContact.assign(m_contacts.size(), -1);
    for (std::size_t i = 0; i < count; ++i) {
        Eliminated& eliminated = m_eliminated[i];
        const int parent = m_bodies[i].parent;
        eliminated.firstChild = eliminated.nextSibling = eliminated.firstContact = -1;
        eliminated.root =
            parent < 0 ? static_cast<int>(i) : m_eliminated[static_cast<std::size_t>(parent)].root;
        eliminated.isStale = true;
    }
    for (std::size_t i = count; i-- > 0;) {
        if (m_bodies[i].parent >= 0) {
            Eliminated& parent = m_eliminated[static_cast<std::size_t>(m_bodies[i].parent)];
            m_eliminated[i].nextSibling = parent.firstChild;
            parent.firstChild = static_cast<int>(i);
        }
    }
    for (std::size_t c = m_contacts.size(); c-- > 0;) {
        if (m_contacts[c].second < 0) {
            Eliminated& body = m_eliminated[static_cast<std::size_t>(m_contacts[c].first)];
            m_nextContact[c] = body.firstContact;
            body.firstContact = static_cast<int>(c);
        }
    }
}

std::size_t IslandSolver::treeEnd(std::size_t root) const {
    std::size_t end = root + 1;
    while (end < m_bodies.size() && m_bodies[end].parent >= 0) {
        ++end;
    }
    return end;
}

void IslandSolver::refactor() {
    for (std::size_t i = m_bodies.size(); i-- > 0;) {
        if (!m_eliminated[i].isStale) {
            continue;
        }
        rebuild(i);
        if (m_bodies[i].parent < 0) {
            m_eliminated[i].factor.factor(m_eliminated[i].inertia);
        } else {
            eliminate(i);
            markStale(m_bodies[i].parent);
        }
        m_eliminated[i].isStale = false;
    }
}

// Sums are always taken in the same order, so that the way to the solution leaves no trace in it.
void IslandSolver::rebuild(std::size_t body) {
    Matrix6& A = m_eliminated[body].inertia;
    A = {};
    for (std::size_t i = 0; i < 3; ++i) {
        A[i][i] = m_bodies[body].massKg;
        for (std::size_t j = 0; j < 3; ++j) {
            A[i + 3][j + 3] = m_bodies[body].inertia_S[3 * i + j];
        }
    }
    for (int c = m_eliminated[body].firstContact; c >= 0;
         c = m_nextContact[static_cast<std::size_t>(c)]) {
        addContactInertia(A, m_contacts[static_cast<std::size_t>(c)]);
    }
    for (int child = m_eliminated[body].firstChild; child >= 0;
         child = m_eliminated[static_cast<std::size_t>(child)].nextSibling) {
        const Matrix6& B = m_eliminated[static_cast<std::size_t>(child)].toParent;
        for (std::size_t i = 0; i < 6; ++i) {
            for (std::size_t j = 0; j < 6; ++j) {
                A[i][j] += B[i][j];
            }
        }
    }
}

// With A the inertia at the anchor and E the joint's stiffness, the parent feels
// A - A (A + E)^-1 A, less what a drive that only gives a fixed impulse does not pass on.
void IslandSolver::eliminate(std::size_t body) {
    Eliminated& eliminated = m_eliminated[body];
    const TreeJoint& joint = m_bodies[body].joint;
    const Matrix6 A = spatial::inertiaAt(eliminated.inertia, joint.anchorOnChild_S);
    Matrix6 K = A;
    for (std::size_t i = 0; i < 3; ++i) {
        K[i][i] += 1.0 / joint.linearSoftness;
        for (std::size_t j = 0; j < 3; ++j) {
            K[i + 3][j + 3] += joint.angularStiffness[3 * i + j];
        }
    }
    eliminated.factor.factor(K);
    eliminated.passed = eliminated.factor.reduced(A);
    for (std::size_t k = 0; k < joint.driveCount; ++k) {
        const Drive& drive = joint.drives[k];
        if (drive.hold == Hold::Speed) {
            continue;
        }
        const Vector3& d = drive.dual_S;
        eliminated.edge[k] = spatial::product(eliminated.passed, {0, 0, 0, d[0], d[1], d[2]});
        eliminated.edgeScale[k] = 1.0 / dot3(d.data(), &eliminated.edge[k][3]);
        spatial::addOuter(eliminated.passed, eliminated.edge[k], -eliminated.edgeScale[k]);
    }
    eliminated.toParent = spatial::inertiaAt(eliminated.passed, negated(joint.anchorOnParent_S));
}

// Momenta before the step with all impulses that are known.
void IslandSolver::loadMomenta() {
    for (std::size_t i = 0; i < m_bodies.size(); ++i) {
        m_momenta[i] = m_bodies[i].momentum;
    }
    for (std::size_t i = 0; i < m_bodies.size(); ++i) {
        const TreeJoint& joint = m_bodies[i].joint;
        for (std::size_t k = 0; k < joint.driveCount && m_bodies[i].parent >= 0; ++k) {
            const Drive& drive = joint.drives[k];
            if (drive.hold == Hold::Speed) {
                continue;
            }
            const double impulse = drive.hold == Hold::Least ? drive.leastNms : drive.mostNms;
            Vector6& parent = m_momenta[static_cast<std::size_t>(m_bodies[i].parent)];
            for (std::size_t axis = 0; axis < 3; ++axis) {
                m_momenta[i][axis + 3] += impulse * drive.axis_S[axis];
                parent[axis + 3] -= impulse * drive.axis_S[axis];
            }
        }
    }
    for (const IslandContact& contact : m_contacts) {
        if (contact.second < 0 && contact.isPressing) {
            const double impulse = contact.wantedMps / contact.normalSoftness;
            Vector6& momentum = m_momenta[static_cast<std::size_t>(contact.first)];
            const Vector3 moment = cross(contact.armOfFirst_S.data(), contact.normal_S.data());
            for (std::size_t axis = 0; axis < 3; ++axis) {
                momentum[axis] += impulse * contact.normal_S[axis];
                momentum[axis + 3] += impulse * moment[axis];
            }
        }
    }
}

// Velocities of the bodies [begin, end), whole trees, from their momenta, which are used up.
// Homogeneous: what the momenta alone do, without the speeds that rows want.
void IslandSolver::sweep(std::size_t begin, std::size_t end, bool isHomogeneous) {
    for (std::size_t i = end; i-- > begin;) {
        if (m_bodies[i].parent < 0) {
            m_velocities[i] = m_eliminated[i].factor.solve(m_momenta[i]);
        } else {
            passUp(i, isHomogeneous);
        }
    }
    for (std::size_t i = begin; i < end; ++i) {
        if (m_bodies[i].parent >= 0) {
            passDown(i, isHomogeneous);
        }
    }
}

void IslandSolver::passUp(std::size_t body, bool isHomogeneous) {
    Eliminated& eliminated = m_eliminated[body];
    const TreeJoint& joint = m_bodies[body].joint;
    Vector6 z =
        eliminated.factor.solve(spatial::momentumAt(m_momenta[body], joint.anchorOnChild_S));
    z = scaledBy(joint.angularStiffness, 1.0 / joint.linearSoftness, z);
    for (std::size_t k = 0; k < joint.driveCount; ++k) {
        if (joint.drives[k].hold != Hold::Speed) {
            eliminated.edgeMomentum[k] = dot3(joint.drives[k].dual_S.data(), &z[3]);
            const double share = eliminated.edgeMomentum[k] * eliminated.edgeScale[k];
            for (std::size_t i = 0; i < 6; ++i) {
                z[i] -= eliminated.edge[k][i] * share;
            }
        }
    }
    eliminated.momentum = z;
    if (!isHomogeneous) {
        const Vector6 pulled = spatial::product(eliminated.passed, joint.wanted);
        for (std::size_t i = 0; i < 6; ++i) {
            z[i] -= pulled[i];
        }
    }
    const Vector6 atParent = spatial::momentumAt(z, negated(joint.anchorOnParent_S));
    Vector6& parent = m_momenta[static_cast<std::size_t>(m_bodies[body].parent)];
    for (std::size_t i = 0; i < 6; ++i) {
        parent[i] += atParent[i];
    }
}

void IslandSolver::passDown(std::size_t body, bool isHomogeneous) {
    const Eliminated& eliminated = m_eliminated[body];
    TreeJoint& joint = m_bodies[body].joint;
    Vector6 y = spatial::velocityAt(m_velocities[static_cast<std::size_t>(m_bodies[body].parent)],
                                    joint.anchorOnParent_S);
    if (!isHomogeneous) {
        for (std::size_t i = 0; i < 6; ++i) {
            y[i] += joint.wanted[i];
        }
    }
    Vector6 impulse = spatial::product(eliminated.passed, y);
    for (std::size_t i = 0; i < 6; ++i) {
        impulse[i] -= eliminated.momentum[i];
    }
    for (std::size_t k = joint.driveCount; k-- > 0;) {
        Drive& drive = joint.drives[k];
        if (drive.hold == Hold::Speed) {
            drive.impulseNms = dot3(drive.dual_S.data(), &impulse[3]);
            continue;
        }
        const double lag = (spatial::dot(eliminated.edge[k], y) - eliminated.edgeMomentum[k]) *
                           eliminated.edgeScale[k];
        for (std::size_t axis = 0; axis < 3; ++axis) {
            y[axis + 3] -= drive.dual_S[axis] * lag;
        }
        drive.impulseNms = drive.hold == Hold::Least ? drive.leastNms : drive.mostNms;
    }
    const Vector6 give = scaledBy(joint.angularSoftness, joint.linearSoftness, impulse);
    for (std::size_t i = 0; i < 6; ++i) {
        y[i] -= give[i];
    }
    m_velocities[body] = spatial::velocityAt(y, negated(joint.anchorOnChild_S));
}

} // namespace sideline::simulator
