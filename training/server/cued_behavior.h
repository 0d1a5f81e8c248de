#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/drive.h"
#include "agentcore/motion/walk/walk_command.h"

namespace sideline::training {

/// Instruction for the robot in a trial from the next cycle on; used in the agent's thread.
struct Cue {
    /// Pose to hold, one angle per joint; empty: `behavior` acts.
    std::vector<double> poseRad;
    double poseRadPerS = 3.0; ///< maximum joint speed on the way there
    /// Behavior to start; takes effect in the next cycle, which resets this member.
    std::shared_ptr<const behavior::Behavior> next;
    motion::WalkCommand command; ///< for behaviors with walk commands
    /// Target for a behavior that plans its own path, instead of `command`; relative to the trial's
    /// start.
    std::optional<behavior::GoToPlace> goal;
    bool isDone = false; ///< the acting behavior reports completion
};

/// Executes the instructions of trials immediately: an ordinary change of an agent's behavior waits
/// for a safe moment and begins with slow movements.
class CuedBehavior final : public behavior::Behavior {
public:
    /// @param cue never null
    explicit CuedBehavior(std::shared_ptr<Cue> cue) : m_cue(std::move(cue)) {}
    CuedBehavior(const CuedBehavior& other);

    [[nodiscard]] std::string_view name() const override {
        return m_acting ? m_acting->name() : "wait for a cue";
    }
    behavior::Status update(const behavior::Context& context,
                            behavior::ActionRequest& request) override;
    [[nodiscard]] std::unique_ptr<behavior::Behavior> clone() const override {
        return std::make_unique<CuedBehavior>(*this);
    }

private:
    std::shared_ptr<Cue> m_cue;
    std::optional<behavior::GoToPlace> m_currentGoal; ///< `Cue::goal` as last passed to `m_acting`
    std::unique_ptr<behavior::Behavior> m_acting;     ///< null before the first
};

} // namespace sideline::training
