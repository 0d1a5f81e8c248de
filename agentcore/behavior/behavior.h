#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "agentcore/behavior/action_request.h"
#include "agentcore/field/field_model.h"
#include "agentcore/game/constants.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::behavior {

class Driven;
class Walking;
class WalkHandover;

/// Input of a behavior in one cycle.
struct Context {
    const world::AgentFrame& frame; ///< percepts and beliefs; the decision has not been made yet
    const field::FieldModel& field;
    double timeS = 0.0;          ///< server time
    double stepS = game::kStepS; ///< time since the last cycle, by the server's clock

    [[nodiscard]] const robot::RobotModel& model() const { return *frame.identity.model; }
};

/// Progress of a behavior.
enum class Status : std::uint8_t {
    Running,
    Done,   ///< the goal is reached and held
    Failed, ///< the goal cannot be reached; see `decision.reason`
};

/// What an agent does: hold a pose, play a motion, kick, play a role in the team.
///
/// `enter`, then `update` once per cycle, then `leave`; then it may be entered again. A behavior
/// may own others and drive them in the same way. All state is a member: no statics, nothing shared
/// between agents. Called in the agent's thread. `update` allocates nothing after warm-up.
class Behavior {
public:
    virtual ~Behavior() = default;
    /// For display, such as `stand and look`.
    [[nodiscard]] virtual std::string_view name() const = 0;

    /// Called when the behavior becomes active; resets any earlier state.
    virtual void enter(const Context& context) { static_cast<void>(context); }
    /// Decides what to do in this cycle.
    /// @param request initialized; values that are not set stay as in the previous cycle
    virtual Status update(const Context& context, ActionRequest& request) = 0;
    /// Called when another behavior becomes active.
    virtual void leave() {}
    /// Whether another behavior may take over now; false, for example, in the middle of a kick.
    /// The user or a lost connection can interrupt it at any time.
    [[nodiscard]] virtual bool mayBeInterrupted() const { return true; }
    /// Requests that the behavior become interruptible as soon as possible, for example by
    /// stopping. Remains in effect until `enter` or `settle(false)`.
    virtual void settle(bool isOn) { static_cast<void>(isOn); }
    /// Adopts the settings of another behavior of the same class without interrupting what it is
    /// doing.
    /// @return false if it cannot and must be replaced by a new behavior
    virtual bool takeSettings(const Behavior& other) {
        static_cast<void>(other);
        return false;
    }
    /// Optional capabilities; null if the behavior does not have them.
    [[nodiscard]] virtual Driven* asDriven() { return nullptr; }
    [[nodiscard]] virtual Walking* asWalking() { return nullptr; }
    [[nodiscard]] virtual WalkHandover* asWalkHandover() { return nullptr; }
    /// A copy with the complete state; the copy continues independently from there.
    [[nodiscard]] virtual std::unique_ptr<Behavior> clone() const = 0;

protected:
    Behavior() = default;
    Behavior(const Behavior&) = default;
    Behavior& operator=(const Behavior&) = default;
};

} // namespace sideline::behavior
