#include "training/environment/environment.h"

#include <cmath>
#include <utility>

namespace sideline::training {

Environment::Environment(TaskPtr task, const robot::RobotModelPtr& model, ActionMover mover,
                         const Observed& observed, bool isExact, std::shared_ptr<StartCache> starts)
    : m_trial(std::move(task), model, isExact, std::move(starts)),
      m_mover(std::move(mover)),
      m_observer(*model, observed.learner, observed.meaning) {
    if (observed.critic) {
        m_critic.emplace(*model, *observed.critic, observed.meaning);
    }
    if (m_observer.needsSenses() || (m_critic && m_critic->needsSenses())) {
        m_trial.robot().enableAllPercepts();
    }
}

std::span<const Feature> Environment::criticObserved() const {
    return m_critic ? std::span<const Feature>(m_critic->features()) : std::span<const Feature>();
}

void Environment::reset(std::uint64_t trialSeed, const Views& views) {
    m_trial.begin(m_mover, trialSeed);
    m_observer.begin(m_trial.robot());
    if (m_critic) {
        m_critic->begin(m_trial.robot());
    }
    observe(views);
}

Environment::Outcome Environment::step(std::span<const float> action, int cycles,
                                       const Views& views) {
    Outcome outcome;
    outcome.notFinite = m_mover.act(action);
    for (int i = 0; i < cycles && !m_trial.isOver(); ++i) {
        m_trial.cycle(m_mover);
        const double reward = m_trial.episode().reward();
        if (!std::isfinite(reward)) {
            outcome.isTerminated = true;
            break;
        }
        outcome.reward += reward;
        observe(views);
    }
    if (m_trial.isOver()) {
        outcome.isTerminated = outcome.isTerminated || m_trial.episode().isDecided();
        outcome.isTruncated = !outcome.isTerminated;
    }
    return outcome;
}

void Environment::observe(const Views& views) {
    m_mover.prepare(m_trial.robot(), m_trial.timeS());
    m_observer.write(m_trial.robot(), m_mover, m_trial.timeS(), views.observation);
    if (m_critic) {
        m_critic->write(m_trial.robot(), m_mover, m_trial.timeS(), views.critic);
    }
}

} // namespace sideline::training
