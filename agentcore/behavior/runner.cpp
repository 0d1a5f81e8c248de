#include "agentcore/behavior/runner.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "agentcore/base/assert.h"
#include "agentcore/behavior/walk.h"

namespace sideline::behavior {

namespace {

using motion::WalkCommand;

constexpr double kFromMps = 1.9; // told so fast, it runs: faster than any walk
constexpr double kGoesOnMps = 1.2;
constexpr double kAside = 0.25;    // of the speed ahead
constexpr double kMostAside = 1.7; // of the speed ahead, until it gives up and walks
constexpr double kWantedS = 0.1;
constexpr double kHaltMps = 0.5; // slower than this is no run
constexpr double kCalmS = 0.2;
constexpr double kLongestHaltS = 1.5;

} // namespace

Runner::Runner(std::unique_ptr<Behavior> legs) : m_legs(std::move(legs)) {
    SIDELINE_ASSERT(dynamic_cast<Walking*>(m_legs.get()) != nullptr);
}

void Runner::tell(const WalkCommand& command) {
    dynamic_cast<Walking&>(*m_legs).setCommand(command);
}

bool Runner::decide(const Context& context, const WalkCommand& command, bool isFirm,
                    double speedMps) {
    const double stepS = context.stepS;
    m_stageS += stepS;
    const bool isStraight = std::abs(command.leftMps) < kAside * command.forwardMps;
    const double turnRadPerS = std::abs(command.turnRadPerS);
    switch (m_stage) {
    case Stage::Waits:
        m_wantedS = command.forwardMps >= kFromMps && isStraight && turnRadPerS <= kMostTurnRadPerS
                        ? m_wantedS + stepS
                        : 0.0;
        if (m_wantedS < kWantedS || !isFirm) {
            return false;
        }
        m_legs->enter(context);
        m_stage = Stage::Runs;
        m_stageS = 0.0;
        break;
    case Stage::Runs:
        // It steers by turning.
        if (command.forwardMps < kGoesOnMps ||
            std::abs(command.leftMps) > kMostAside * command.forwardMps) {
            m_stage = Stage::Halts;
            m_stageS = 0.0;
            m_calmS = 0.0;
        }
        break;
    case Stage::Halts:
        m_calmS = speedMps < kHaltMps ? m_calmS + stepS : 0.0;
        if (m_calmS >= kCalmS || m_stageS >= kLongestHaltS) {
            m_stage = Stage::Waits;
            m_wantedS = 0.0;
            return false;
        }
        break;
    }
    tell(m_stage == Stage::Runs
             ? WalkCommand{kMostMps, 0.0,
                           std::clamp(command.turnRadPerS, -kMostTurnRadPerS, kMostTurnRadPerS)}
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
