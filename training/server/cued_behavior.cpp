#include "training/server/cued_behavior.h"

#include <algorithm>
#include <utility>

#include "agentcore/behavior/walk.h"

namespace sideline::training {

CuedBehavior::CuedBehavior(const CuedBehavior& other)
    : Behavior(other),
      m_cue(other.m_cue),
      m_currentGoal(other.m_currentGoal),
      m_acting(other.m_acting ? other.m_acting->clone() : nullptr) {}

behavior::Status CuedBehavior::update(const behavior::Context& context,
                                      behavior::ActionRequest& request) {
    if (const auto next = std::exchange(m_cue->next, nullptr)) {
        m_acting = next->clone();
        m_acting->enter(context);
        m_cue->isDone = false;
        m_currentGoal.reset();
    }
    if (!m_cue->poseRad.empty() || !m_acting) {
        std::ranges::copy(m_cue->poseRad, request.targetRad.begin());
        for (double& limitRadPerS : request.speedLimitRadPerS) {
            limitRadPerS = std::min(limitRadPerS, m_cue->poseRadPerS);
        }
        return behavior::Status::Running;
    }
    auto* driven = m_acting->asDriven();
    if (driven != nullptr && m_cue->goal) {
        if (m_currentGoal != m_cue->goal) {
            m_currentGoal = m_cue->goal;
            driven->go(*m_currentGoal);
        }
    } else if (auto* walking = m_acting->asWalking()) {
        walking->setCommand(m_cue->command);
    }
    const behavior::Status status = m_acting->update(context, request);
    m_cue->isDone = m_cue->isDone || status != behavior::Status::Running;
    return status;
}

} // namespace sideline::training
