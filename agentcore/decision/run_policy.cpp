#include "agentcore/decision/run_policy.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sideline::decision {

RunPolicy::RunPolicy(std::shared_ptr<const Policy> policy, const robot::RobotModel& model,
                     Settings settings)
    : m_policy(std::move(policy)),
      m_model(model.shared()),
      m_settings(std::move(settings)),
      m_observer(m_policy->meaning, model),
      m_actor(m_policy->meaning, model),
      m_memory(m_policy->network->memory()),
      m_observation(static_cast<std::size_t>(m_observer.size()), 0.0F),
      m_action(m_actor.size(), 0.0F),
      m_referenceRad(model.joints().size(), 0.0) {
    if (m_settings.motion) {
        m_motion.emplace(m_settings.motion);
    }
}

void RunPolicy::enter(const behavior::Context& /*context*/) {
    m_observer.reset();
    m_memory.reset();
    std::ranges::fill(m_action, 0.0F);
    m_isFirst = true;
    m_start.reset();
    if (m_settings.start) {
        m_start.emplace(m_settings.start);
    }
    if (m_motion) {
        m_motion->play(m_settings.motion);
    }
}

behavior::Status RunPolicy::update(const behavior::Context& context,
                                   behavior::ActionRequest& request) {
    if (m_model->joints().size() != context.model().joints().size()) {
        request.decision.reason = "made for a robot with different joints";
        return behavior::Status::Failed;
    }
    if (m_start) {
        if (m_start->update(context, request) == behavior::Status::Running) {
            request.decision.reason = "moving to the start pose";
            return behavior::Status::Running;
        }
        m_start.reset();
    }
    const PolicyInterface& meaning = m_policy->meaning;
    const bool hasEnded =
        meaning.observes(ObservationKind::Progress) && m_observer.timeS() >= meaning.periodS;
    if (m_motion) {
        // Residuals of the cycle before must not add up where the motion moves nothing.
        if (!m_isFirst) {
            std::ranges::copy(m_referenceRad, request.wantedRad.begin());
        }
        m_motion->update(context, request);
        std::ranges::copy(request.wantedRad, m_referenceRad.begin());
        m_isFirst = false;
    }
    m_observer.observe({.body = context.frame.body,
                        .stepS = context.stepS,
                        .lastAction = m_action,
                        .referenceRad = request.wantedRad,
                        .command = m_settings.command},
                       m_observation);
    m_policy->network->evaluate(m_observation, m_memory, m_action);
    m_actor.clip(m_action);
    request.addValue("policy.timeS", m_observer.timeS());
    request.decision.reason = m_settings.title;
    if (!std::ranges::all_of(m_action, [](float each) { return std::isfinite(each); })) {
        std::ranges::fill(m_action, 0.0F);
        m_memory.reset();
        request.decision.reason += m_settings.title.empty() ? "" : ": ";
        request.decision.reason += "its outputs are not finite";
        return behavior::Status::Failed;
    }
    m_actor.apply(m_action, context.frame.body.joints, context.stepS, request.wantedRad);
    return hasEnded ? behavior::Status::Done : behavior::Status::Running;
}

} // namespace sideline::decision
