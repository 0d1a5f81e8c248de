#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/drive.h"
#include "agentcore/motion/walk/walk_command.h"

namespace sideline::training {

/// What a robot should do in a trial from the next cycle on; in the agent's thread.
struct Cue {
    /// To hold, one per joint; empty: `behavior` acts.
    std::vector<double> poseRad;
    double poseRadPerS = 3.0; ///< the fastest joint on the way there
    /// Begins anew when it is put here, and is taken away from here then.
    std::shared_ptr<const behavior::Behavior> next;
    motion::WalkCommand command; ///< of a behavior that walks as it is told
    /// Where a behavior goes that finds the way on its own, instead of `command`; of a trial.
    std::optional<behavior::GoToPlace> goal;
    bool isDone = false; ///< what acts says that it has done its work
};

/// Does what trials ask for, at once: an agent that is told to behave differently waits for a safe
/// moment and moves gently at first.
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
    std::optional<behavior::GoToPlace> m_told;    ///< `Cue::goal` as `m_acting` knows it
    std::unique_ptr<behavior::Behavior> m_acting; ///< null before the first
};

} // namespace sideline::training
