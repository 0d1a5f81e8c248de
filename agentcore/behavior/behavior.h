#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "agentcore/behavior/action_request.h"
#include "agentcore/field/field_model.h"
#include "agentcore/game/constants.h"
#include "agentcore/world/agent_frame.h"
#include "agentcore/world/memory.h"

namespace sideline::behavior {

/// What a behavior knows in a cycle.
struct Context {
    const world::AgentFrame& frame; ///< perceived and believed; nothing of this cycle is decided yet
    const field::FieldModel& field;
    const world::Memory& memory; ///< the last seconds
    double timeS = 0.0;          ///< server time
    double stepS = game::kStepS; ///< since the last cycle, as the server counts

    [[nodiscard]] const robot::RobotModel& model() const { return *frame.identity.model; }
};

/// How far a behavior has come.
enum class Status : std::uint8_t {
    Running,
    Done,   ///< it has reached what it is for; from now on it holds that
    Failed, ///< it cannot reach it; `decision.reason` says why
};

/// Something that an agent does: a pose that is held, a motion, a kick, a role in the team.
///
/// `enter`, then `update` once per cycle, then `leave`; then it may be entered again. A behavior may
/// own others and drive them in the same way. State is the behavior's own: no statics, nothing
/// shared between agents. Called in the agent's thread. `update` allocates nothing once it is warm.
class Behavior {
public:
    virtual ~Behavior() = default;
    /// For people, as `stand and look`.
    [[nodiscard]] virtual std::string_view name() const = 0;

    /// It has control from now on; whatever it remembers of an earlier time is void.
    virtual void enter(const Context& context) { static_cast<void>(context); }
    /// Decides what is done in this cycle.
    /// @param request begun; what is not written stays as it was in the cycle before
    virtual Status update(const Context& context, ActionRequest& request) = 0;
    /// Another behavior has control from now on.
    virtual void leave() {}
    /// Whether another behavior may take over now: false in the middle of a kick, say. The user,
    /// and a lost connection, do not ask.
    [[nodiscard]] virtual bool mayBeInterrupted() const { return true; }
    /// The same with everything that it remembers, to go on from here a second time.
    [[nodiscard]] virtual std::unique_ptr<Behavior> clone() const = 0;

protected:
    Behavior() = default;
    Behavior(const Behavior&) = default;
    Behavior& operator=(const Behavior&) = default;
};

} // namespace sideline::behavior
