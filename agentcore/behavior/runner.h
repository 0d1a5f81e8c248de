#pragma once

#include <memory>

#include "agentcore/base/cloned.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/motion/walk/walk_command.h"

namespace sideline::behavior {

/// Runs straight ahead with another behavior, such as a trained network, when that is faster than
/// walking; decides when to begin, and brings the robot to a halt before its walk goes on. A part
/// of `Walk`; a value.
class Runner {
public:
    static constexpr double kMostMps = 3.0; ///< what it was trained to be told
    static constexpr double kMostTurnRadPerS = 0.9;

    /// @param legs a behavior that is `Walking`
    explicit Runner(std::unique_ptr<Behavior> legs);

    /// Forgets a run that was under way.
    void begin() { m_stage = Stage::Waits; }
    /// Once per cycle: whether it is the runner that moves the robot in this cycle.
    /// @param command zero while the robot should come to a halt
    /// @param isFirm whether the robot stands or walks as it should, so that it may begin
    /// @param speedMps measured, of the center of mass over the ground
    [[nodiscard]] bool decide(const Context& context, const motion::WalkCommand& command,
                              bool isFirm, double speedMps);
    /// Moves the legs and shoulders; after `decide` was true.
    /// @param request out; its reason is set
    Status update(const Context& context, ActionRequest& request);
    [[nodiscard]] bool isRunning() const { return m_stage != Stage::Waits; }

private:
    enum class Stage { Waits, Runs, Halts };
    void tell(const motion::WalkCommand& command);

    base::Cloned<Behavior> m_legs;
    Stage m_stage = Stage::Waits;
    double m_stageS = 0.0;
    double m_wantedS = 0.0; ///< for how long it has been told to go so fast
    double m_calmS = 0.0;   ///< for how long it has stood, while it halts
};

} // namespace sideline::behavior
