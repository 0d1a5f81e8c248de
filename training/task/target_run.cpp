#include "training/task/target_run.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "agentcore/base/assert.h"
#include "agentcore/math/angles.h"

namespace sideline::training {

void TargetRun::begin(TargetPlan plan, const math::Pose& X_SGround) {
    m_plan = std::move(plan);
    m_X_SF = X_SGround;
    m_reachedCount = 0;
    m_reachedS = 0.0;
    m_nearSinceS.reset();
    look(X_SGround);
    m_firstLeftM = leftM();
}

const behavior::GoToPlace* TargetRun::target() const {
    const auto next = static_cast<std::size_t>(m_reachedCount);
    return next < m_plan.places.size() ? &m_plan.places[next] : nullptr;
}

void TargetRun::update(const math::Pose& X_SGround, double timeS) {
    look(X_SGround);
    if (target() == nullptr) {
        return;
    }
    if (!isNear()) {
        m_nearSinceS.reset();
        return;
    }
    m_nearSinceS = m_nearSinceS.value_or(timeS);
    if (timeS - *m_nearSinceS >= m_plan.heldS - 1e-9) {
        ++m_reachedCount;
        m_reachedS = timeS;
        m_nearSinceS.reset();
        look(X_SGround);
        m_firstLeftM = leftM();
    }
}

void TargetRun::look(const math::Pose& X_SGround) {
    if (m_plan.places.empty()) {
        return;
    }
    const behavior::GoToPlace& place = target() != nullptr ? *target() : m_plan.places.back();
    const math::Pose X_GroundF = X_SGround.inverse() * m_X_SF;
    m_goal_R = (X_GroundF * Eigen::Vector3d(place.p_F.x(), place.p_F.y(), 0.0)).head<2>();
    m_turnRad.reset();
    if (place.headingRad) {
        const double ownRad = std::atan2(X_GroundF.R(1, 0), X_GroundF.R(0, 0));
        m_turnRad = math::wrapRad(*place.headingRad + ownRad);
    }
}

bool TargetRun::isNear() const {
    return m_goal_R.norm() <= m_plan.nearM && std::abs(m_turnRad.value_or(0.0)) <= m_plan.nearRad;
}

double TargetRun::leftM() const {
    constexpr double kTurnM = 0.25; // distance equivalent of one rad
    return m_goal_R.norm() + kTurnM * std::abs(m_turnRad.value_or(0.0));
}

double TargetRun::progress() const {
    return m_firstLeftM > 0.0 ? std::clamp(1.0 - leftM() / m_firstLeftM, 0.0, 1.0) : 0.0;
}

} // namespace sideline::training
