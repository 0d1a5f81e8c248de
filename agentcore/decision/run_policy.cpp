#include "agentcore/decision/run_policy.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "agentcore/decision/condition.h"
#include "agentcore/decision/decider.h"

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
    if (m_settings.explains) {
        buildShape();
    }
}

// Builds the constant part of a trace, in the order in which `explain` fills it in.
void RunPolicy::buildShape() {
    const std::string_view title = m_settings.title;
    m_shape.maker = fmt::format("{}{}{}", kPolicyKind, title.empty() ? "" : " ",
                                title.substr(0, title.rfind('.')));
    const auto add = [this](int depth, std::string name) {
        m_shape.nodes.emplace_back();
        m_shape.nodes.back().name = std::move(name);
        m_shape.nodes.back().depth = depth;
    };
    add(0, std::string(kInputsGroup));
    for (const ObservationTerm& term : m_policy->meaning.observation) {
        add(1, std::string(wordOf(term.kind)));
        m_observedSizes.push_back(
            static_cast<std::size_t>(sizeOf(term.kind, m_policy->meaning, *m_model)));
    }
    add(0, std::string(kLayersGroup));
    for (const PolicyLayer& layer : m_policy->network->layers()) {
        const auto* dense = std::get_if<DenseLayer>(&layer);
        const auto* gru = std::get_if<GruLayer>(&layer);
        const Eigen::Index size = dense != nullptr ? dense->weights.rows()
                                  : gru != nullptr ? gru->hiddenWeights.cols()
                                                   : 0;
        add(1, size > 0 ? fmt::format("{} {}", layerWord(layer), size)
                        : std::string(layerWord(layer)));
    }
    add(0, std::string(kOutputsGroup));
    for (const std::string& joint : m_policy->meaning.joints) {
        add(1, joint);
    }
}

void RunPolicy::explain(world::DecisionTrace& trace) const {
    trace.maker = m_shape.maker;
    trace.nodes = m_shape.nodes;
    trace.terms.clear();
    std::size_t at = 1;
    const auto set = [&](double value) {
        trace.nodes[at++].score = std::isfinite(value) ? roundedToThousandths(value) : 0.0;
    };
    const float* observed = m_observation.data();
    for (const std::size_t size : m_observedSizes) {
        const Eigen::Map<const Eigen::VectorXf> part(observed, static_cast<Eigen::Index>(size));
        set(size == 0 ? 0.0F : std::sqrt(part.squaredNorm() / static_cast<float>(size)));
        observed += size;
    }
    ++at;
    for (const float each : m_memory.activity()) {
        set(each);
    }
    ++at;
    for (const float each : m_action) {
        set(each);
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
        // Residuals of the previous cycle must not accumulate in joints that the motion does not
        // move.
        if (!m_isFirst) {
            std::ranges::copy(m_referenceRad, request.targetRad.begin());
        }
        m_motion->update(context, request);
        std::ranges::copy(request.targetRad, m_referenceRad.begin());
        m_isFirst = false;
    }
    m_observer.observe({.body = context.frame.body,
                        .stepS = context.stepS,
                        .lastAction = m_action,
                        .referenceRad = request.targetRad,
                        .command = m_settings.command},
                       m_observation);
    m_policy->network->evaluate(m_observation, m_memory, m_action);
    m_actor.clip(m_action);
    if (m_settings.explains && request.decision.trace.isEmpty()) {
        explain(request.decision.trace);
    }
    request.addValue("policy.timeS", m_observer.timeS());
    request.decision.reason = m_settings.title;
    if (!std::ranges::all_of(m_action, [](float each) { return std::isfinite(each); })) {
        std::ranges::fill(m_action, 0.0F);
        m_memory.reset();
        request.decision.reason += m_settings.title.empty() ? "" : ": ";
        request.decision.reason += "its outputs are not finite";
        return behavior::Status::Failed;
    }
    m_actor.apply(m_action, context.frame.body.joints, context.stepS, request.targetRad);
    return hasEnded ? behavior::Status::Done : behavior::Status::Running;
}

} // namespace sideline::decision
