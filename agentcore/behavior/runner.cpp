#include "agentcore/behavior/runner.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "agentcore/base/assert.h"
#include "agentcore/behavior/walking.h"

namespace sideline::behavior {

using motion::WalkCommand;

std::span<const base::NumberInfo<RunnerSettings>> RunnerSettings::numbers() {
    using S = RunnerSettings;
    static constexpr auto kRows = std::to_array<base::NumberInfo<S>>({
        {"from", "commanded forward speed above which it runs; faster than any walk", "m/s", 0.0,
         3.0, &S::fromMps},
        {"until", "commanded forward speed below which it stops running", "m/s", 0.0, 3.0,
         &S::untilMps},
        {"start-lateral",
         "maximum lateral speed for a run to start, as a fraction of the forward speed", "", 0.0,
         2.0, &S::startLateralRatio},
        {"max-lateral",
         "lateral speed above which it stops running, as a fraction of the forward speed", "", 0.0,
         5.0, &S::maxLateralRatio},
        {"delay", "time for which a command to run must last before it runs", "s", 0.0, 5.0,
         &S::delayS},
        {"halt-speed", "measured speed below which a run counts as stopped", "m/s", 0.0, 3.0,
         &S::haltMps},
        {"halt-time", "time for which a run must count as stopped before the walk takes over", "s",
         0.0, 5.0, &S::haltS},
        {"max-halt", "maximum time for stopping, after which the walk takes over in any case", "s",
         0.0, 10.0, &S::maxHaltS},
    });
    return kRows;
}

Runner::Runner(std::unique_ptr<Behavior> legs, const RunnerSettings& settings)
    : m_legs(std::move(legs)), m_settings(settings) {
    SIDELINE_ASSERT(m_legs->asWalking() != nullptr);
}

void Runner::send(const WalkCommand& command) {
    m_legs->asWalking()->setCommand(command);
}

bool Runner::decide(const Context& context, const WalkCommand& command, bool isFirm,
                    double speedMps) {
    const double stepS = context.stepS;
    m_stageS += stepS;
    const bool isStraight =
        std::abs(command.leftMps) < m_settings.startLateralRatio * command.forwardMps;
    const double turnRadPerS = std::abs(command.turnRadPerS);
    switch (m_stage) {
    case Stage::Waits:
        m_requestedS =
            command.forwardMps >= m_settings.fromMps && isStraight && turnRadPerS <= kMaxTurnRadPerS
                ? m_requestedS + stepS
                : 0.0;
        if (m_requestedS < m_settings.delayS || !isFirm) {
            return false;
        }
        m_legs->enter(context);
        m_stage = Stage::Runs;
        m_stageS = 0.0;
        break;
    case Stage::Runs:
        // Steers by turning.
        if (command.forwardMps < m_settings.untilMps ||
            std::abs(command.leftMps) > m_settings.maxLateralRatio * command.forwardMps) {
            m_stage = Stage::Halts;
            m_stageS = 0.0;
            m_calmS = 0.0;
        }
        break;
    case Stage::Halts:
        m_calmS = speedMps < m_settings.haltMps ? m_calmS + stepS : 0.0;
        if (m_calmS >= m_settings.haltS || m_stageS >= m_settings.maxHaltS) {
            m_stage = Stage::Waits;
            m_requestedS = 0.0;
            return false;
        }
        break;
    }
    send(m_stage == Stage::Runs
             ? WalkCommand{kMaxMps, 0.0,
                           std::clamp(command.turnRadPerS, -kMaxTurnRadPerS, kMaxTurnRadPerS)}
             : WalkCommand{});
    return true;
}

Status Runner::update(const Context& context, ActionRequest& request) {
    const Status status = m_legs->update(context, request);
    if (status != Status::Failed) {
        request.decision.reason = "running";
    }
    return status;
}

} // namespace sideline::behavior
