#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/runner.h"
#include "agentcore/behavior/walk_sensing.h"
#include "agentcore/motion/walk/walk_command.h"
#include "agentcore/motion/walk/walk_engine.h"
#include "agentcore/motion/walk/walk_meter.h"

namespace sideline::behavior {

/// A behavior that goes where it is told: a walk, whatever computes it.
class Walking {
public:
    virtual ~Walking() = default;
    /// From the next cycle on.
    virtual void setCommand(const motion::WalkCommand& command) = 0;

protected:
    Walking() = default;
    Walking(const Walking&) = default;
    Walking& operator=(const Walking&) = default;
};

/// Walks with a `WalkEngine`, and runs with a `Runner` where it has one and is told to go straight
/// ahead faster than any walk. The head is left alone.
///
/// Publishes what it does as debug values (`walk.phase`, `walk.forwardMps`, ...) and as drawings
/// (`walk.feet`, ...): see `publishPlan` and `publishMeasured`; `walk.run` is 1 while it runs, and
/// there is no plan then. Fails on a robot whose legs it does not know and while fallen.
class Walk final : public Behavior, public Walking {
public:
    struct Settings {
        motion::WalkParameters parameters;
        motion::FastGaits fast; ///< gaits for single directions
        motion::WalkCommand command;
        /// What it runs with, for a `Runner`; null: it never runs.
        std::shared_ptr<const Behavior> runs = nullptr;
    };
    explicit Walk(Settings settings) : m_settings(std::move(settings)) {}

    [[nodiscard]] std::string_view name() const override { return "walk"; }
    void enter(const Context& context) override;
    Status update(const Context& context, ActionRequest& request) override;
    /// Between steps and while standing.
    [[nodiscard]] bool mayBeInterrupted() const override;
    void settle(bool isOn) override { m_isSettling = isOn; }
    /// From the next cycle on; the step that it is in goes on.
    bool takeSettings(const Behavior& other) override;
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<Walk>(*this);
    }

    /// Goes on with another one's walk in the middle of a step, set as this one is.
    void goOnFrom(const Walk& walk);
    void setCommand(const motion::WalkCommand& command) override { m_settings.command = command; }
    /// Other parameters from the next step on.
    void setParameters(const motion::WalkParameters& parameters);
    /// Before `enter`: feet do not land farther while the robot slows down (`brakeAheadS`,
    /// `changeAsideS`), so that it stands where it was told to.
    void landWithoutMargin();
    /// Before `enter`: it slows down only when it is about to fall, for who must be somewhere in
    /// time.
    void hurry();
    [[nodiscard]] const motion::WalkEngine* engine() const {
        return m_engine ? &*m_engine : nullptr;
    }

    /// Stands firmly, with no step under way.
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
    std::optional<motion::WalkMeter> m_meter; ///< there when the engine is
    std::optional<Runner> m_runner;
    std::shared_ptr<const Behavior> m_runsWith; ///< of the runner
    bool m_isMoving = false;                    ///< the engine has begun
    bool m_isSettling = false;                  ///< comes to a halt, whatever the command
    WalkSensing m_sensing;
};

} // namespace sideline::behavior
