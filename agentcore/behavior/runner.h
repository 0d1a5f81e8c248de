#pragma once

#include <memory>
#include <span>

#include "agentcore/base/cloned.h"
#include "agentcore/base/number_info.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/motion/walk/walk_command.h"

namespace sideline::behavior {

/// Settings for running.
struct RunnerSettings {
    double fromMps = 1.9;
    double untilMps = 1.2;
    double startLateralRatio = 0.25;
    double maxLateralRatio = 1.7;
    double delayS = 0.1;
    double haltMps = 0.5;
    double haltS = 0.2;
    double maxHaltS = 1.5;

    /// Name, unit, range and meaning of each setting.
    [[nodiscard]] static std::span<const base::NumberInfo<RunnerSettings>> numbers();
};

/// Runs straight ahead with another behavior, such as a trained network, when that is faster than
/// walking. Decides when to start a run, and stops the robot before its walk continues. A component
/// of `Walk`; a value.
class Runner {
public:
    // Limits of the commands used to train the shipped policies.
    static constexpr double kMaxMps = 3.0;
    static constexpr double kMaxTurnRadPerS = 0.9;

    /// @param legs a behavior that is `Walking`
    explicit Runner(std::unique_ptr<Behavior> legs, const RunnerSettings& settings = {});

    /// Effective from the next cycle.
    void setSettings(const RunnerSettings& settings) { m_settings = settings; }

    /// Cancels the current run.
    void begin() { m_stage = Stage::Waits; }
    /// Decides whether the runner moves the robot in this cycle. Call once per cycle.
    /// @param command zero to stop
    /// @param isFirm whether the robot stands or walks normally, so that a run may start
    /// @param speedMps measured, of the center of mass over the ground
    [[nodiscard]] bool decide(const Context& context, const motion::WalkCommand& command,
                              bool isFirm, double speedMps);
    /// Moves the legs and shoulders; call only if `decide` returned true.
    /// @param request output; its reason is set as well
    Status update(const Context& context, ActionRequest& request);
    [[nodiscard]] bool isRunning() const { return m_stage != Stage::Waits; }

private:
    enum class Stage { Waits, Runs, Halts };
    void send(const motion::WalkCommand& command);

    base::Cloned<Behavior> m_legs;
    RunnerSettings m_settings;
    Stage m_stage = Stage::Waits;
    double m_stageS = 0.0;
    double m_requestedS = 0.0; ///< time for which a run has been commanded
    double m_calmS = 0.0;      ///< time below the halt speed
};

} // namespace sideline::behavior
