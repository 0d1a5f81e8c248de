#include "simulator/world/island_solver.h"

#include <algorithm>
#include <cmath>

namespace sideline::simulator {

using spatial::cross;
using spatial::dot3;
using spatial::Vector3;
using spatial::Vector6;

namespace {

// Far above rounding errors and far below measurable values.
constexpr double kImpulseTolerance = 1e-10;
constexpr double kSpeedTolerance = 1e-10;
constexpr int kMaxFullRounds = 8; // rounds of block pivoting without improvement
constexpr int kMaxRounds = 400;

double speedAlong(const Vector6& u, const Vector3& arm, const Vector3& direction) {
    return dot3(spatial::velocityAt(u, arm).data(), direction.data());
}

// The tangents that ODE chooses; with equal slip in both directions any two would be equivalent.
std::array<Vector3, 2> tangents(const Vector3& n) {
    Vector3 p{};
    if (std::abs(n[2]) > 0.7071) {
        const double k = 1.0 / std::sqrt(n[1] * n[1] + n[2] * n[2]);
        p = {0.0, -n[2] * k, n[1] * k};
    } else {
        const double k = 1.0 / std::sqrt(n[0] * n[0] + n[1] * n[1]);
        p = {-n[1] * k, n[0] * k, 0.0};
    }
    return {p, cross(n.data(), p.data())};
}

// In-place L D L^T factorization, lower half, rows of `count`.
void factorDense(std::vector<double>& A, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            double sum = A[i * count + j];
            for (std::size_t k = 0; k < j; ++k) {
                sum -= A[i * count + k] * A[j * count + k] * A[k * count + k];
            }
            A[i * count + j] = sum / A[j * count + j];
        }
        for (std::size_t k = 0; k < i; ++k) {
            A[i * count + i] -= A[i * count + k] * A[i * count + k] * A[k * count + k];
        }
    }
}

void solveDense(const std::vector<double>& A, std::vector<double>& x) {
    const std::size_t count = x.size();
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t k = 0; k < i; ++k) {
            x[i] -= A[i * count + k] * x[k];
        }
    }
    for (std::size_t i = count; i-- > 0;) {
        x[i] /= A[i * count + i];
        for (std::size_t k = i + 1; k < count; ++k) {
            x[i] -= A[k * count + i] * x[k];
        }
    }
}

} // namespace

void IslandSolver::clear() {
    m_bodies.clear();
    m_contacts.clear();
}

bool IslandSolver::solve() {
    m_trees.link(m_bodies, m_contacts);
    m_bridges.clear();
    for (std::size_t c = 0; c < m_contacts.size(); ++c) {
        m_contacts[c].isPressing = true;
        if (m_contacts[c].second >= 0) {
            m_bridges.push_back(c);
        }
    }
    for (IslandBody& body : m_bodies) {
        for (Drive& drive : body.joint.drives) {
            drive.hold =
                drive.minNms == 0.0 && drive.maxNms == 0.0 ? RowState::Min : RowState::Speed;
        }
    }
    const std::size_t rowCount = 2 * m_bodies.size() + m_contacts.size();
    std::size_t fewest = rowCount + 1;
    int fullRoundsLeft = kMaxFullRounds;
    for (m_rounds = 1;; ++m_rounds) {
        m_trees.refactor();
        m_trees.loadMomenta();
        bridge();
        m_trees.sweep();
        readContacts();
        m_turns.clear();
        for (std::size_t row = 0; row < rowCount; ++row) {
            RowState better{};
            if (isViolated(row, better)) {
                m_turns.emplace_back(row, better);
            }
        }
        if (m_turns.empty() || m_rounds == kMaxRounds) {
            break;
        }
        if (m_turns.size() < fewest) {
            fewest = m_turns.size();
            fullRoundsLeft = kMaxFullRounds;
        } else if (fullRoundsLeft > 0) {
            --fullRoundsLeft;
        }
        const std::size_t first =
            fullRoundsLeft > 0
                ? 0
                : m_turns.size() - 1; // pivots a single row once the limit is reached
        for (std::size_t i = first; i < m_turns.size(); ++i) {
            turn(m_turns[i].first, m_turns[i].second);
        }
    }
    for (std::size_t i = 0; i < m_bodies.size(); ++i) {
        m_bodies[i].velocity = m_trees.velocity(static_cast<int>(i));
    }
    return m_turns.empty();
}

// Rows: two for the drives of each body, then one for each contact.
bool IslandSolver::isViolated(std::size_t row, RowState& better) const {
    if (row >= 2 * m_bodies.size()) {
        const IslandContact& contact = m_contacts[row - 2 * m_bodies.size()];
        if (contact.isPressing) {
            better = RowState::Min;
            return dot3(contact.impulse_S.data(), contact.normal_S.data()) < -kImpulseTolerance;
        }
        better = RowState::Speed;
        return rowSpeed({row - 2 * m_bodies.size(), contact.normal_S, 0.0, 0.0}) <
               contact.targetMps - kSpeedTolerance;
    }
    const IslandBody& body = m_bodies[row / 2];
    const Drive& drive = body.joint.drives[row % 2];
    if (body.parent < 0 || row % 2 >= body.joint.driveCount ||
        (drive.minNms == 0.0 && drive.maxNms == 0.0)) {
        return false;
    }
    if (drive.hold == RowState::Speed) {
        better = drive.impulseNms < drive.minNms ? RowState::Min : RowState::Max;
        return drive.impulseNms < drive.minNms - kImpulseTolerance ||
               drive.impulseNms > drive.maxNms + kImpulseTolerance;
    }
    better = RowState::Speed;
    const double lead = dot3(drive.axis_S.data(), &m_trees.velocity(static_cast<int>(row / 2))[3]) -
                        dot3(drive.axis_S.data(), &m_trees.velocity(body.parent)[3]) +
                        drive.softness * drive.impulseNms - drive.targetRadPerS;
    return drive.hold == RowState::Min ? lead < -kSpeedTolerance : lead > kSpeedTolerance;
}

void IslandSolver::turn(std::size_t row, RowState hold) {
    if (row < 2 * m_bodies.size()) {
        m_bodies[row / 2].joint.drives[row % 2].hold = hold;
        m_trees.markStale(row / 2);
        return;
    }
    IslandContact& contact = m_contacts[row - 2 * m_bodies.size()];
    contact.isPressing = hold == RowState::Speed;
    if (contact.second < 0) {
        m_trees.markStale(static_cast<std::size_t>(contact.first));
    }
}

double IslandSolver::rowSpeed(const BridgeRow& row) const {
    const IslandContact& contact = m_contacts[row.contact];
    double speed =
        speedAlong(m_trees.velocity(contact.first), contact.armOfFirst_S, row.direction_S);
    if (contact.second >= 0) {
        speed -=
            speedAlong(m_trees.velocity(contact.second), contact.armOfSecond_S, row.direction_S);
    }
    return speed;
}

void IslandSolver::push(const BridgeRow& row, double impulse) {
    const IslandContact& contact = m_contacts[row.contact];
    const auto add = [&](int body, const Vector3& arm, double amount) {
        Vector6& momentum = m_trees.momentum(body);
        const Vector3 moment = cross(arm.data(), row.direction_S.data());
        for (std::size_t axis = 0; axis < 3; ++axis) {
            momentum[axis] += amount * row.direction_S[axis];
            momentum[axis + 3] += amount * moment[axis];
        }
    };
    add(contact.first, contact.armOfFirst_S, impulse);
    add(contact.second, contact.armOfSecond_S, -impulse);
}

// Solves the contacts between trees and adds their impulses to the momenta.
void IslandSolver::bridge() {
    if (m_bridges.empty()) {
        return;
    }
    m_rows.clear();
    for (const std::size_t c : m_bridges) {
        IslandContact& contact = m_contacts[c];
        contact.impulse_S = {};
        if (contact.isPressing) {
            m_rows.push_back({c, contact.normal_S, contact.normalSoftness, contact.targetMps});
        }
        for (const Vector3& tangent : tangents(contact.normal_S)) {
            m_rows.push_back({c, tangent, contact.slipSoftness, 0.0});
        }
    }
    const std::size_t count = m_rows.size();
    m_dense.assign(count * count, 0.0);
    m_denseRhs.resize(count);
    for (std::size_t column = 0; column < count; ++column) {
        fillBridgeColumn(column);
    }
    m_trees.loadMomenta();
    m_trees.sweep();
    for (std::size_t i = 0; i < count; ++i) {
        m_denseRhs[i] = m_rows[i].targetVelocity - rowSpeed(m_rows[i]);
    }
    factorDense(m_dense, count);
    solveDense(m_dense, m_denseRhs);
    m_trees.loadMomenta();
    for (std::size_t i = 0; i < count; ++i) {
        push(m_rows[i], m_denseRhs[i]);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            m_contacts[m_rows[i].contact].impulse_S[axis] +=
                m_denseRhs[i] * m_rows[i].direction_S[axis];
        }
    }
}

// Response of all rows to a unit impulse in one of them: only its two trees move.
void IslandSolver::fillBridgeColumn(std::size_t column) {
    const IslandContact& contact = m_contacts[m_rows[column].contact];
    const std::size_t count = m_rows.size();
    m_trees.sweepPushed(contact.first, contact.second, [&] { push(m_rows[column], 1.0); });
    for (std::size_t row = column; row < count; ++row) {
        m_dense[row * count + column] = rowSpeed(m_rows[row]);
    }
    m_dense[column * count + column] += m_rows[column].softness;
}

// Stores the impulses at contacts with the static environment; the others are already stored.
void IslandSolver::readContacts() {
    for (IslandContact& contact : m_contacts) {
        if (contact.second >= 0) {
            continue;
        }
        const Vector6 u =
            spatial::velocityAt(m_trees.velocity(contact.first), contact.armOfFirst_S);
        const Vector3& n = contact.normal_S;
        const double along = dot3(u.data(), n.data());
        const double pressing =
            contact.isPressing ? (contact.targetMps - along) / contact.normalSoftness : 0.0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double sliding = u[axis] - along * n[axis];
            contact.impulse_S[axis] = pressing * n[axis] - sliding / contact.slipSoftness;
        }
    }
}

} // namespace sideline::simulator
