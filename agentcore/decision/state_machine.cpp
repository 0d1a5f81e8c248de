#include "agentcore/decision/state_machine.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/plural.h"
#include "agentcore/behavior/same_class.h"

namespace sideline::decision {

using On = MachineTransition::On;

MachineRun::MachineRun(StateMachinePtr machine)
    : m_machine(std::move(machine)),
      m_conditions(*m_machine),
      m_timeS(m_machine->states.size(), 0.0),
      m_times(m_machine->transitions.size(), 0.0),
      m_values(m_machine->transitions.size(), 0.0) {
    buildShape();
}

void MachineRun::reset() {
    m_active = -1;
    m_fired = -1;
    ++m_run;
    std::ranges::fill(m_timeS, 0.0);
}

// Whether a state is the active one or contains it.
bool MachineRun::isActive(int state) const {
    return m_active >= 0 && state <= m_active &&
           static_cast<std::size_t>(m_active) <
               m_machine->states[static_cast<std::size_t>(state)].end;
}

int MachineRun::leafOf(int state) const {
    while (m_machine->states[static_cast<std::size_t>(state)].entry >= 0) {
        state = m_machine->states[static_cast<std::size_t>(state)].entry;
    }
    return state;
}

int MachineRun::depthOf(const MachineTransition& transition) const {
    return transition.from < 0 ? -1
                               : m_machine->states[static_cast<std::size_t>(transition.from)].depth;
}

// Time for which a transition's state has been active; for transitions from any state, time for
// which the current state has been active.
double MachineRun::timeFor(const MachineTransition& transition) const {
    const int state = transition.from < 0 ? m_active : transition.from;
    return state < 0 ? 0.0 : m_timeS[static_cast<std::size_t>(state)];
}

bool MachineRun::isReported(const MachineTransition& transition) const {
    return transition.on == On::Nothing ||
           (m_isAtWork && m_status == (transition.on == On::Done ? behavior::Status::Done
                                                                 : behavior::Status::Failed));
}

double MachineRun::valueOf(const MachineTransition& transition) const {
    if (timeFor(transition) < transition.afterS || !isReported(transition)) {
        return 0.0;
    }
    return transition.stepCount == 0
               ? 1.0
               : std::clamp(m_conditions.scoreOf(*m_machine, transition), 0.0, 1.0);
}

bool MachineRun::mayFire(const MachineTransition& transition) const {
    const bool isHere = transition.from < 0 || isActive(transition.from);
    return isHere && (!isActive(transition.to) || transition.from == transition.to);
}

// Whether transition `i` takes precedence over `other`, if both could fire.
bool MachineRun::goesBefore(std::size_t i, std::size_t other) const {
    const MachineTransition& one = m_machine->transitions[i];
    const MachineTransition& two = m_machine->transitions[other];
    if (one.priority != two.priority) {
        return one.priority > two.priority;
    }
    if (depthOf(one) != depthOf(two)) {
        return depthOf(one) < depthOf(two);
    }
    return m_values[i] > m_values[other];
}

int MachineRun::firing() const {
    int best = -1;
    for (std::size_t i = 0; i < m_values.size(); ++i) {
        if (m_values[i] < kHolds || !mayFire(m_machine->transitions[i])) {
            continue;
        }
        if (best < 0 || goesBefore(i, static_cast<std::size_t>(best))) {
            best = static_cast<int>(i);
        }
    }
    return best;
}

// States that contain both the old and the new state stay active, except for the target itself.
void MachineRun::go(const MachineTransition& transition) {
    const int before = m_active;
    const int next = leafOf(transition.to);
    for (int state = 0; state < static_cast<int>(m_timeS.size()); ++state) {
        const auto end = static_cast<int>(m_machine->states[static_cast<std::size_t>(state)].end);
        const bool holdsBoth = before < end && next < end && state < transition.to;
        if (!holdsBoth || !isActive(state)) {
            m_timeS[static_cast<std::size_t>(state)] = 0.0;
        }
    }
    m_active = next;
    const auto behaviorOf = [&](int state) {
        return m_machine->states[static_cast<std::size_t>(state)].behavior;
    };
    const bool continues = transition.from != transition.to &&
                           behaviorOf(before) == behaviorOf(m_active) && m_isAtWork &&
                           m_status == behavior::Status::Running;
    if (!continues) {
        ++m_run;
    }
}

void MachineRun::decide(const MeasureInput& input, double stepS, std::span<const Work> work,
                        std::vector<BehaviorRequest>& requests) {
    if (m_active < 0) {
        m_active = leafOf(m_machine->entry);
    }
    const auto isOwn = [&](const Work& each) {
        return each.run == m_run && each.node == m_stateNodes[static_cast<std::size_t>(m_active)];
    };
    const auto own = std::ranges::find_if(work, isOwn);
    m_isAtWork = own != work.end();
    if (m_isAtWork) {
        m_status = own->status;
        for (int state = m_active; state >= 0;
             state = m_machine->states[static_cast<std::size_t>(state)].parent) {
            m_timeS[static_cast<std::size_t>(state)] += stepS;
        }
    }
    m_conditions.measure(*m_machine, input);
    for (std::size_t i = 0; i < m_values.size(); ++i) {
        m_times[i] = timeFor(m_machine->transitions[i]);
        m_values[i] = valueOf(m_machine->transitions[i]);
    }
    m_fired = firing();
    if (m_fired >= 0) {
        go(m_machine->transitions[static_cast<std::size_t>(m_fired)]);
    }
    const auto state = static_cast<std::size_t>(m_active);
    requests.push_back({m_stateNodes[state], m_machine->states[state].behavior, m_run});
}

int MachineRun::nodeOf(std::size_t behavior) const {
    const auto does = static_cast<int>(behavior);
    if (m_active >= 0 && m_machine->states[static_cast<std::size_t>(m_active)].behavior == does) {
        return m_stateNodes[static_cast<std::size_t>(m_active)];
    }
    const auto state = std::ranges::find(m_machine->states, does, &MachineState::behavior);
    return m_stateNodes[static_cast<std::size_t>(state - m_machine->states.begin())];
}

void MachineRun::follow(const Decider& before) {
    const auto* old = behavior::asClass<MachineRun>(before);
    if (old == nullptr) {
        return;
    }
    m_run = old->m_run;
    const auto& states = m_machine->states;
    for (std::size_t i = 0; i < old->m_timeS.size(); ++i) {
        const auto same =
            std::ranges::find(states, old->m_machine->states[i].name, &MachineState::name);
        if (same == states.end()) {
            continue;
        }
        const auto k = same - states.begin();
        m_timeS[static_cast<std::size_t>(k)] = old->m_timeS[i];
        if (static_cast<int>(i) == old->m_active) {
            m_active = leafOf(static_cast<int>(k));
        }
    }
    if (m_active < 0) { // its state no longer exists: restarts
        std::ranges::fill(m_timeS, 0.0);
        ++m_run;
    }
}

void MachineRun::addShape(int depth, int line, std::string name, int behavior) {
    world::DecisionNode node;
    node.depth = depth;
    node.line = line;
    node.name = std::move(name);
    if (behavior >= 0) {
        node.behavior = m_machine->behaviors[static_cast<std::size_t>(behavior)].name;
    }
    m_shape.nodes.push_back(std::move(node));
}

// Builds the constant part of a trace, in the order in which `explain` fills it in.
void MachineRun::buildShape() {
    m_shape.maker = m_machine->title;
    std::size_t next = 0;
    const auto addTransitions = [&](int from, int depth) {
        for (; next < m_values.size() && m_machine->transitions[next].from == from; ++next) {
            const MachineTransition& each = m_machine->transitions[next];
            m_nodes.push_back(static_cast<int>(m_shape.nodes.size()));
            addShape(depth, each.line, each.text, -1);
            m_shape.nodes.back().terms =
                static_cast<std::uint32_t>(each.termCount + (each.afterS > 0.0 ? 1U : 0U) +
                                           (each.on != On::Nothing ? 1U : 0U));
        }
    };
    if (!m_machine->transitions.empty() && m_machine->transitions.front().from < 0) {
        addShape(0, 0, std::string(kAnyGroup), -1);
        addTransitions(-1, 1);
    }
    for (std::size_t i = 0; i < m_timeS.size(); ++i) {
        const MachineState& state = m_machine->states[i];
        m_stateNodes.push_back(static_cast<int>(m_shape.nodes.size()));
        addShape(state.depth, state.line, state.name, state.behavior);
        addTransitions(static_cast<int>(i), state.depth + 1);
    }
}

void MachineRun::explain(std::span<const Work> work, world::DecisionTrace& trace) const {
    trace.maker = m_shape.maker;
    trace.nodes = m_shape.nodes;
    for (std::size_t i = 0; i < m_timeS.size(); ++i) {
        world::DecisionNode& node = trace.nodes[static_cast<std::size_t>(m_stateNodes[i])];
        node.isChosen = isActive(static_cast<int>(i));
        node.score = node.isChosen ? roundedToThousandths(m_timeS[i]) : 0.0;
        node.isActive = std::ranges::find(work, m_stateNodes[i], &Work::node) != work.end();
    }
    std::size_t terms = 0;
    const auto add = [&](std::string_view text, double value, bool holds) {
        if (terms == trace.terms.size()) {
            trace.terms.emplace_back();
        }
        world::DecisionTerm& into = trace.terms[terms++];
        into.text = text;
        into.value = roundedToThousandths(value);
        into.truth = holds ? 1.0 : 0.0;
    };
    for (std::size_t i = 0; i < m_values.size(); ++i) {
        const MachineTransition& each = m_machine->transitions[i];
        world::DecisionNode& node = trace.nodes[static_cast<std::size_t>(m_nodes[i])];
        node.score = roundedToThousandths(m_values[i]);
        node.isChosen = static_cast<int>(i) == m_fired;
        if (each.afterS > 0.0) {
            add("time in the state, s", m_times[i], m_times[i] >= each.afterS);
        }
        if (each.on != On::Nothing) {
            const bool is = isReported(each);
            add(each.on == On::Done ? "the behavior is done" : "the behavior has failed",
                is ? 1.0 : 0.0, is);
        }
        m_conditions.explain(*m_machine, each, trace, terms);
    }
    trace.terms.resize(terms);
}

std::string MachineRun::describe() const {
    std::string text = fmt::format("{}, {}, {}, {}\n", base::plural(m_timeS.size(), "state"),
                                   base::plural(m_values.size(), "transition"),
                                   base::plural(m_machine->terms.size(), "condition"),
                                   base::plural(m_machine->behaviors.size(), "behavior"));
    for (const world::DecisionNode& node : m_shape.nodes) {
        text += fmt::format("{:>5}  {:{}}{}", node.line > 0 ? std::to_string(node.line) : "", "",
                            2 * node.depth, node.name);
        if (node.isLeaf()) {
            const auto does =
                std::ranges::find(m_machine->behaviors, node.behavior, &TreeBehavior::name);
            text += "  -> " + decision::describe(*does);
        }
        text += '\n';
    }
    return text;
}

} // namespace sideline::decision
