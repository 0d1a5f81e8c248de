#include "agentcore/decision/behavior_network.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/plural.h"
#include "agentcore/behavior/same_class.h"

namespace sideline::decision {

namespace {

template <typename Take>
void forLinks(const BehaviorNetwork& network, Take take) {
    for (std::size_t k = 0; k < network.modules.size(); ++k) {
        for (const NetworkEffect& effect : network.modules[k].effects) {
            for (std::size_t i = 0; i < network.goals.size(); ++i) {
                const NetworkAtom& condition = network.goals[i].condition;
                if (condition.belief == effect.atom.belief) {
                    take(k, effect, i, true, condition.isNegated != effect.atom.isNegated);
                }
            }
            for (std::size_t m = 0; m < network.modules.size(); ++m) {
                for (const NetworkAtom& need : network.modules[m].needs) {
                    if (m != k && need.belief == effect.atom.belief) {
                        take(k, effect, m, false, need.isNegated != effect.atom.isNegated);
                    }
                }
            }
        }
    }
}

} // namespace

std::size_t linkCount(const BehaviorNetwork& network) {
    std::size_t count = 0;
    forLinks(network, [&](std::size_t, const NetworkEffect&, std::size_t, bool, bool) { ++count; });
    return count;
}

NetworkRun::NetworkRun(BehaviorNetworkPtr network)
    : m_network(std::move(network)),
      m_conditions(*m_network),
      m_beliefs(m_network->beliefs.size(), 0.0),
      m_goals(m_network->goals.size(), 0.0),
      m_byGoal(m_network->modules.size() * m_network->goals.size(), 0.0),
      m_passedOn(m_byGoal.size(), 0.0),
      m_activation(m_network->modules.size(), 0.0),
      m_executable(m_network->modules.size(), 0.0),
      m_theta(m_network->resources.size(), m_network->parameters.theta),
      m_free(m_network->resources.size(), 0),
      m_begun(m_network->resources.size(), 0),
      m_awaited(m_network->resources.size(), 0),
      m_chosen(m_network->modules.size(), 0),
      m_before(m_network->modules.size(), 0),
      m_order(m_network->modules.size(), 0) {
    buildLinks();
    buildShape();
}

void NetworkRun::buildLinks() {
    forLinks(*m_network, [&](std::size_t k, const NetworkEffect& effect, std::size_t other,
                             bool isGoal, bool isAgainst) {
        m_links.push_back({k, effect, other, isGoal, isAgainst});
    });
    const std::size_t goals = m_network->goals.size();
    m_reaches.assign(m_byGoal.size(), 0);
    for (bool hasGrown = true; hasGrown;) {
        hasGrown = false;
        for (const Link& link : m_links) {
            for (std::size_t i = 0; i < goals; ++i) {
                const bool isReached =
                    link.isGoal ? link.other == i : m_reaches[link.other * goals + i] != 0;
                std::uint8_t& own = m_reaches[link.module * goals + i];
                hasGrown |= isReached && own == 0;
                own |= static_cast<std::uint8_t>(isReached);
            }
        }
    }
}

void NetworkRun::reset() {
    std::ranges::fill(m_byGoal, 0.0);
    std::ranges::fill(m_activation, 0.0);
    std::ranges::fill(m_theta, m_network->parameters.theta);
    std::ranges::fill(m_chosen, std::uint8_t{0});
}

double NetworkRun::truthOf(const NetworkAtom& atom) const {
    const double truth = m_beliefs[atom.belief];
    return atom.isNegated ? 1.0 - truth : truth;
}

void NetworkRun::decide(const MeasureInput& input, double stepS, std::span<const Work> /*work*/,
                        std::vector<BehaviorRequest>& requests) {
    m_conditions.measure(*m_network, input);
    for (std::size_t i = 0; i < m_beliefs.size(); ++i) {
        m_beliefs[i] =
            std::clamp(m_conditions.scoreOf(*m_network, m_network->beliefs[i]), 0.0, 1.0);
    }
    for (std::size_t i = 0; i < m_goals.size(); ++i) {
        const NetworkGoal& goal = m_network->goals[i];
        const double relevance = goal.stepCount == 0
                                     ? 1.0
                                     : std::clamp(m_conditions.scoreOf(*m_network, goal), 0.0, 1.0);
        m_goals[i] = goal.importance * relevance;
    }
    spread();
    choose(stepS, requests);
}

void NetworkRun::spread() {
    const NetworkParameters& by = m_network->parameters;
    const std::size_t goals = m_goals.size();
    for (std::size_t n = 0; n < m_byGoal.size(); ++n) {
        m_passedOn[n] =
            m_byGoal[n] > 0.0 ? 1.0 / (1.0 + std::exp(by.gain * (by.sigma - m_byGoal[n]))) : 0.0;
    }
    std::ranges::fill(m_byGoal, 0.0);
    const auto offer = [&](std::size_t module, std::size_t goal, double value) {
        double& largest = m_byGoal[module * goals + goal];
        if (std::abs(value) > std::abs(largest)) {
            largest = value;
        }
    };
    for (const Link& link : m_links) {
        const double sign = link.isAgainst ? -by.delta : by.gamma;
        const double strength = sign * link.effect.expectation;
        if (link.isGoal) {
            offer(link.module, link.other, strength * m_goals[link.other]);
            continue;
        }
        // Remaining need: the part of a belief that is still to be achieved or, if the effect is
        // its negation, to be undone.
        const double truth = truthOf(link.effect.atom);
        const double open = 1.0 - truth;
        for (std::size_t i = 0; i < goals; ++i) {
            offer(link.module, i, strength * m_passedOn[link.other * goals + i] * open);
        }
    }
    for (std::size_t k = 0; k < m_activation.size(); ++k) {
        m_activation[k] *= by.beta;
        for (std::size_t i = 0; i < goals; ++i) {
            m_activation[k] += m_byGoal[k * goals + i];
        }
        m_executable[k] = 1.0;
        for (const NetworkAtom& need : m_network->modules[k].needs) {
            m_executable[k] = std::min(m_executable[k], truthOf(need));
        }
    }
}

void NetworkRun::choose(double stepS, std::vector<BehaviorRequest>& requests) {
    const NetworkParameters& by = m_network->parameters;
    std::swap(m_before, m_chosen);
    std::ranges::fill(m_chosen, std::uint8_t{0});
    std::ranges::fill(m_begun, std::uint8_t{0});
    std::ranges::fill(m_awaited, std::uint8_t{0});
    for (std::size_t r = 0; r < m_free.size(); ++r) {
        m_free[r] = m_network->resources[r].units;
    }
    for (std::size_t k = 0; k < m_order.size(); ++k) {
        m_order[k] = k;
    }
    const auto rank = [&](std::size_t k) { return value(k) + (m_before[k] != 0 ? by.stay : 0.0); };
    std::ranges::sort(m_order, [&](std::size_t a, std::size_t b) {
        return rank(a) > rank(b) || (rank(a) == rank(b) && a < b);
    });
    for (const std::size_t k : m_order) {
        const NetworkModule& module = m_network->modules[k];
        const auto isTaken = [&](const BehaviorRequest& next) {
            return next.behavior == module.behavior;
        };
        const bool fits = std::ranges::all_of(
            module.uses, [&](const NetworkUse& use) { return use.units <= m_free[use.resource]; });
        if (!(value(k) > 0.0) || !fits || std::ranges::any_of(requests, isTaken)) {
            continue;
        }
        const bool isStrong = std::ranges::all_of(
            module.uses, [&](const NetworkUse& use) { return value(k) >= m_theta[use.resource]; });
        const bool isNew = m_before[k] == 0;
        for (const NetworkUse& use : module.uses) {
            if (isNew) {
                (isStrong ? m_begun : m_awaited)[use.resource] = 1;
            }
            m_free[use.resource] -= isNew && !isStrong ? 0 : use.units;
        }
        if (!isNew || isStrong) {
            m_chosen[k] = 1;
            requests.push_back({m_moduleNodes[k], module.behavior});
        }
    }
    for (std::size_t r = 0; r < m_theta.size(); ++r) {
        if (m_begun[r] != 0) {
            m_theta[r] = by.theta;
        } else if (m_awaited[r] != 0) {
            m_theta[r] = std::max(0.0, m_theta[r] - by.thetaFallPerS * stepS);
        }
    }
}

int NetworkRun::nodeOf(std::size_t behavior) const {
    const auto module =
        std::ranges::find(m_network->modules, static_cast<int>(behavior), &NetworkModule::behavior);
    return m_moduleNodes[static_cast<std::size_t>(module - m_network->modules.begin())];
}

void NetworkRun::follow(const Decider& before) {
    const auto* old = behavior::asClass<NetworkRun>(before);
    if (old == nullptr) {
        return;
    }
    const auto& modules = old->m_network->modules;
    for (std::size_t k = 0; k < m_activation.size(); ++k) {
        const auto same =
            std::ranges::find(modules, m_network->modules[k].name, &NetworkModule::name);
        if (same == modules.end()) {
            continue;
        }
        const auto from = static_cast<std::size_t>(same - modules.begin());
        m_activation[k] = old->m_activation[from];
        m_chosen[k] = old->m_chosen[from];
        for (std::size_t i = 0; i < m_goals.size(); ++i) {
            const auto& goals = old->m_network->goals;
            const auto goal =
                std::ranges::find(goals, m_network->goals[i].name, &NetworkGoal::name);
            if (goal != goals.end()) {
                m_byGoal[k * m_goals.size() + i] =
                    old->activation(from, static_cast<std::size_t>(goal - goals.begin()));
            }
        }
    }
}

void NetworkRun::addShape(int depth, int line, std::string name, std::size_t terms) {
    world::DecisionNode node;
    node.depth = depth;
    node.line = line;
    node.name = std::move(name);
    node.terms = static_cast<std::uint32_t>(terms);
    m_shape.nodes.push_back(std::move(node));
}

// Builds the constant part of a trace, in the order in which `explain` fills it in.
void NetworkRun::buildShape() {
    m_shape.maker = m_network->title;
    addShape(0, 0, "modules", 0);
    for (std::size_t k = 0; k < m_network->modules.size(); ++k) {
        const NetworkModule& module = m_network->modules[k];
        m_moduleNodes.push_back(static_cast<int>(m_shape.nodes.size()));
        addShape(1, module.line, module.name, module.needs.size());
        m_shape.nodes.back().behavior =
            m_network->behaviors[static_cast<std::size_t>(module.behavior)].name;
        for (const NetworkAtom& need : module.needs) {
            m_needs.push_back((need.isNegated ? "not " : "") +
                              m_network->beliefs[need.belief].name);
        }
        addShape(2, module.line, std::string(kActivation), 0);
        for (std::size_t i = 0; i < m_network->goals.size(); ++i) {
            if (reaches(k, i)) {
                addShape(3, m_network->goals[i].line, "by " + m_network->goals[i].name, 0);
            }
        }
        addShape(2, module.line, std::string(kExecutable), 0);
    }
    addShape(0, 0, "goals", 0);
    for (const NetworkGoal& goal : m_network->goals) {
        addShape(1, goal.line, goal.name, goal.termCount);
    }
    addShape(0, 0, std::string(kResourcesGroup), 0);
    for (const NetworkResource& resource : m_network->resources) {
        addShape(1, resource.line, resource.name, 0);
    }
    addShape(0, 0, "beliefs", 0);
    for (const NetworkBelief& belief : m_network->beliefs) {
        addShape(1, belief.line, belief.name, belief.termCount);
    }
}

void NetworkRun::explain(std::span<const Work> work, world::DecisionTrace& trace) const {
    trace.maker = m_shape.maker;
    trace.nodes = m_shape.nodes;
    std::size_t at = 0;
    std::size_t terms = 0;
    std::size_t need = 0;
    const auto set = [&](double score) { trace.nodes[at++].score = roundedToThousandths(score); };
    trace.nodes[at++].isChosen = std::ranges::find(m_chosen, 1) != m_chosen.end();
    for (std::size_t k = 0; k < m_activation.size(); ++k) {
        trace.nodes[at].isChosen = m_chosen[k] != 0;
        trace.nodes[at].isActive =
            std::ranges::find(work, m_moduleNodes[k], &Work::node) != work.end();
        set(value(k));
        set(m_activation[k]);
        for (std::size_t i = 0; i < m_goals.size(); ++i) {
            if (reaches(k, i)) {
                set(activation(k, i));
            }
        }
        set(m_executable[k]);
        for (const NetworkAtom& atom : m_network->modules[k].needs) {
            if (terms == trace.terms.size()) {
                trace.terms.emplace_back();
            }
            world::DecisionTerm& into = trace.terms[terms++];
            into.text = m_needs[need++];
            into.value = roundedToThousandths(m_beliefs[atom.belief]);
            into.truth = roundedToThousandths(truthOf(atom));
        }
    }
    ++at;
    for (std::size_t i = 0; i < m_goals.size(); ++i) {
        set(m_goals[i]);
        m_conditions.explain(*m_network, m_network->goals[i], trace, terms);
    }
    ++at;
    for (const double theta : m_theta) {
        set(theta);
    }
    ++at;
    for (std::size_t i = 0; i < m_beliefs.size(); ++i) {
        set(m_beliefs[i]);
        m_conditions.explain(*m_network, m_network->beliefs[i], trace, terms);
    }
    trace.terms.resize(terms);
}

std::string NetworkRun::describe() const {
    std::string text =
        fmt::format("{}, {}, {}, {}, {}\n", base::plural(m_network->goals.size(), "goal"),
                    base::plural(m_network->modules.size(), "module"),
                    base::plural(m_network->beliefs.size(), "belief"),
                    base::plural(m_links.size(), "connection"),
                    base::plural(m_network->behaviors.size(), "behavior"));
    for (const NetworkGoal& goal : m_network->goals) {
        text += fmt::format("{:>5}  goal {}: {}{}, importance {:g}\n", goal.line, goal.name,
                            goal.condition.isNegated ? "not " : "",
                            m_network->beliefs[goal.condition.belief].name, goal.importance);
    }
    for (const NetworkModule& module : m_network->modules) {
        text += fmt::format(
            "{:>5}  module {}  -> {}\n", module.line, module.name,
            decision::describe(m_network->behaviors[static_cast<std::size_t>(module.behavior)]));
    }
    return text;
}

} // namespace sideline::decision
