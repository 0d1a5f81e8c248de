#include "studio/session/pace_watch.h"

#include <algorithm>

#include "agentcore/game/constants.h"

namespace sideline::studio {

namespace {

constexpr double kSlowRatio = 0.9;

} // namespace

void PaceWatch::take(const simulator::SimulatorStatus& status, Time now) {
    const auto begin = [&] {
        m_interval = {now, status.speed, status.cycle, status.lateAnswers, true};
    };
    const bool stands = status.isPaused || status.isWaitingToStart;
    if (stands || !m_interval || m_interval->requestedSpeed != status.speed ||
        status.cycle < m_interval->cycle) { // the cycle decreases when a snapshot is restored
        m_pace = {};
        begin();
        if (stands) {
            m_interval.reset();
        }
        return;
    }
    const double expectedSpeed = status.speed > 0.0 ? std::min(status.speed, 1.0) : 1.0;
    m_interval->isSlow = m_interval->isSlow && status.measuredSpeed < kSlowRatio * expectedSpeed;
    const double passedS = std::chrono::duration<double>(now - m_interval->beganAt).count();
    if (now - m_interval->beganAt < kInterval) {
        return;
    }
    const auto agents = std::ranges::count_if(status.robots, &simulator::SimulatorRobot::hasAgent);
    const auto cycles = static_cast<double>(status.cycle - m_interval->cycle);
    const auto late = static_cast<double>(status.lateAnswers - m_interval->lateAnswers);
    m_pace.speed = cycles * game::kStepS / passedS;
    m_pace.isSlow = m_interval->isSlow;
    m_pace.lateRatio =
        late > 0.0 ? std::min(1.0, late / std::max(1.0, cycles * static_cast<double>(agents)))
                   : 0.0;
    begin();
}

} // namespace sideline::studio
