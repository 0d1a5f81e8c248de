#pragma once

#include "agentcore/behavior/behavior.h"
#include "agentcore/motion/walk/walk_command.h"

namespace sideline::behavior {

class Walk;

/// Capability of a behavior that follows velocity commands, regardless of how its steps are
/// computed.
class Walking {
public:
    virtual ~Walking() = default;
    /// Effective from the next cycle.
    virtual void setCommand(const motion::WalkCommand& command) = 0;

protected:
    Walking() = default;
    Walking(const Walking&) = default;
    Walking& operator=(const Walking&) = default;
};

/// Capability of a behavior that walks with a `Walk`: it hands its walk over to another behavior,
/// or takes over the walk of one, in the middle of a step and without a halt.
class WalkHandover {
public:
    virtual ~WalkHandover() = default;
    /// The walk, if another behavior may continue it now.
    /// @return null while it kicks, gets up or does something else that must not be interrupted
    [[nodiscard]] virtual const Walk* walkToHandOver() const = 0;
    /// Becomes active and continues another behavior's walk; otherwise like `Behavior::enter`.
    virtual void enterWalking(const Context& context, const Walk& walk) = 0;

protected:
    WalkHandover() = default;
    WalkHandover(const WalkHandover&) = default;
    WalkHandover& operator=(const WalkHandover&) = default;
};

} // namespace sideline::behavior
