#include "training/server/cued_behavior.h"

#include <algorithm>
#include <utility>

#include "agentcore/behavior/walk.h"

namespace sideline::training {

CuedBehavior::CuedBehavior(const CuedBehavior& other)
    : Behavior(other),
      m_cue(other.m_cue),
      m_acting(other.m_acting ? other.m_acting->clone() : nullptr) {}

behavior::Status CuedBehavior::update(const behavior::Context& context,
                                      behavior::ActionRequest& request) {
    if (const auto next = std::exchange(m_cue->next, nullptr)) {
        m_acting = next->clone();
        m_acting->enter(context);
    }
    if (!m_cue->poseRad.empty() || !m_acting) {
        std::ranges::copy(m_cue->poseRad, request.wantedRad.begin());
        for (double& limitRadPerS : request.speedLimitRadPerS) {
            limitRadPerS = std::min(limitRadPerS, m_cue->poseRadPerS);
        }
        return behavior::Status::Running;
    }
    if (auto* walking = dynamic_cast<behavior::Walking*>(m_acting.get())) {
        walking->setCommand(m_cue->command);
    }
    return m_acting->update(context, request);
}

} // namespace sideline::training
