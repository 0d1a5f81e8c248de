#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/world/agent_frame.h"

namespace sideline::behavior {

/// What a behavior wants in a cycle: joint angles and words. Reused from cycle to cycle.
struct ActionRequest {
    /// Wanted angle of each joint of the model, rad; starts as the one of the cycle before.
    std::span<double> wantedRad;
    /// Highest speed of each joint, rad/s; starts as the joint's own limit.
    std::span<double> speedLimitRadPerS;
    world::Decision* decision = nullptr;
    std::vector<world::DebugValue>* values = nullptr;
    std::vector<drawing::NamedShape>* drawings = nullptr;
    std::string* say = nullptr; ///< empty: nothing is said

    /// Adds a value for whoever watches the agent; nothing where nobody does.
    void addValue(std::string_view name, double value) {
        if (values != nullptr) {
            world::DebugValue& entry = values->emplace_back();
            entry.name = name;
            entry.value = value;
        }
    }
};

/// Something that an agent does. State is the behavior's own; called in the agent's thread.
class Behavior {
public:
    virtual ~Behavior() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;
    /// Decides for the cycle that `frame` tells of. Allocates nothing once it is warm.
    virtual void decide(const world::AgentFrame& frame, ActionRequest& request) = 0;
};

} // namespace sideline::behavior
