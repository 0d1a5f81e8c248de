#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/runner.h"
#include "agentcore/behavior/walk_sensing.h"
#include "agentcore/behavior/walking.h"
#include "agentcore/motion/walk/walk_command.h"
#include "agentcore/motion/walk/walk_engine.h"
#include "agentcore/motion/walk/walk_meter.h"

namespace sideline::behavior {

/// Walks with a `WalkEngine`. If it has a `Runner`, runs with it when the commanded velocity is
/// straight ahead and faster than any walk. Does not move the head. Publishes its state as debug
/// values (`walk.phase`, `walk.forwardMps`, ...) and as drawings (`walk.feet`, ...): see
/// `publishPlan` and `publishMeasured`; `walk.run` is 1 while it runs, and there is no plan then.
/// Fails on a robot without a Nao's legs and while fallen.
class Walk final : public Behavior, public Walking {
public:
    struct Settings {
        motion::WalkParameters parameters;
        motion::FastGaits fast; ///< gaits for individual directions
        motion::WalkEngineSettings engine;
        motion::WalkCommand command;
        /// The behavior of a `Runner`; null if it never runs.
        std::shared_ptr<const Behavior> runs = nullptr;
        RunnerSettings run; ///< settings of the `Runner`
    };
    explicit Walk(Settings settings) : m_settings(std::move(settings)) {}

    [[nodiscard]] std::string_view name() const override { return "walk"; }
    void enter(const Context& context) override;
    Status update(const Context& context, ActionRequest& request) override;
    /// True between steps and while standing.
    [[nodiscard]] bool mayBeInterrupted() const override;
    void settle(bool isOn) override { m_isSettling = isOn; }
    /// Effective from the next cycle, without interrupting the current step.
    bool takeSettings(const Behavior& other) override;
    [[nodiscard]] Walking* asWalking() override { return this; }
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<Walk>(*this);
    }

    /// Continues another walk in the middle of a step, with the settings of this one.
    void continueFrom(const Walk& walk);
    void setCommand(const motion::WalkCommand& command) override { m_settings.command = command; }
    /// Effective from the next step.
    void setParameters(const motion::WalkParameters& parameters);
    /// Before `enter`: disables the extra distance at which feet land while the robot slows down
    /// (`brakeAheadS`, `changeLateralS`), so that it stops exactly at its goal.
    void landWithoutMargin();
    /// Before `enter`: makes the robot slow down only at larger tilts, for behaviors that must
    /// reach a place in time.
    /// @param fromRad minimum of the gait's `cautionFromRad` @param perRad its `cautionPerRad`
    void hurry(double fromRad, double perRad);
    [[nodiscard]] const motion::WalkEngine* engine() const {
        return m_engine ? &*m_engine : nullptr;
    }

    /// Whether it stands, with no step under way.
    [[nodiscard]] bool isStanding() const {
        return m_engine && m_engine->isStanding() && !isRunning();
    }
    [[nodiscard]] bool isRunning() const { return m_runner && m_runner->isRunning(); }

private:
    void chooseModel(const robot::RobotModel& model);
    void applySettings();
    void chooseRunner();

    Settings m_settings;
    robot::RobotModelPtr m_model;
    std::optional<motion::WalkEngine> m_engine;
    std::optional<motion::WalkMeter> m_meter; ///< set whenever the engine is set
    std::optional<Runner> m_runner;
    std::shared_ptr<const Behavior> m_runsWith; ///< behavior with which the runner runs
    bool m_isMoving = false;                    ///< whether the engine has started
    bool m_isSettling = false;                  ///< whether the walk stops, regardless of the
                                                ///< command
    WalkSensing m_sensing;
};

} // namespace sideline::behavior
