#include "training/task/trial_runner.h"

#include <algorithm>
#include <utility>

#include "agentcore/base/assert.h"

namespace sideline::training {

namespace {

constexpr std::size_t kMaxStarts = 2048;

} // namespace

TrialRunner::TrialRunner(TaskPtr task, bool isExact)
    : m_task(std::move(task)),
      m_isExact(isExact),
      m_starts(std::make_shared<StartCache>(kMaxStarts)) {
    SIDELINE_ASSERT(m_task != nullptr);
}

Trial& TrialRunner::trialWith(const robot::RobotModelPtr& model) {
    const auto known =
        std::ranges::find_if(m_trials, [&](const auto& trial) { return trial->model() == model; });
    if (known != m_trials.end()) {
        return **known;
    }
    return *m_trials.emplace_back(std::make_unique<Trial>(m_task, model, m_isExact, m_starts));
}

TrialScore TrialRunner::run(Mover& mover, const robot::RobotModelPtr& model, std::uint64_t seed,
                            const Observer& observer) {
    Trial& trial = trialWith(model);
    if (mover.needsAllPercepts()) {
        trial.robot().enableAllPercepts();
    }
    if (m_watchesMotors) {
        trial.robot().watchMotors();
    }
    trial.begin(mover, seed);
    m_X_SF = trial.X_SF();
    m_ballFromFeetM = trial.ballFromFeetM();
    while (!trial.isOver()) {
        trial.cycle(mover);
        if (observer) {
            observer(trial.robot(), trial.timeS());
        }
    }
    return trial.score();
}

} // namespace sideline::training
