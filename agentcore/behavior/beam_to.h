#pragma once

#include <memory>
#include <string_view>
#include <utility>

#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/computed_parts.h"

namespace sideline::behavior {

/// Beams to a computed place and holds its joints. Done while the robot is there; while the rules
/// forbid beams, or the place is unknown, it waits. Beams again, at most once per second, while it
/// is more than 20 cm away.
class BeamTo final : public Behavior {
public:
    /// @param facing place to face; omitted: toward the opponents' goal line
    BeamTo(Computed place, Computed facing)
        : m_place(std::move(place)), m_facing(std::move(facing)) {}

    [[nodiscard]] std::string_view name() const override { return "beam"; }
    void enter(const Context& context) override;
    Status update(const Context& context, ActionRequest& request) override;
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<BeamTo>(*this);
    }

private:
    Computed m_place;
    Computed m_facing;
    double m_nextS = 0.0; ///< server time of the next beam
};

} // namespace sideline::behavior
