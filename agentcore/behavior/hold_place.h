#pragma once

#include <memory>
#include <string_view>

#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/on_feet.h"
#include "agentcore/planning/path/way_finder.h"

namespace sideline::behavior {

/// Goes to where its number belongs (`SituationBelief::home_F`, which moves with the ball), stands
/// there, and faces the ball. Goes around other players, the ball and the goals. Gets up when it
/// falls; searches for the ball while it is not known.
///
/// Publishes, beside what `Walk` does, `place.toGoM` and the drawings `place.home`, `place.path`.
class HoldPlace final : public Behavior {
public:
    /// @param nearM it has arrived; it sets out again at twice that distance, above 0
    HoldPlace(OnFeet feet, double nearM)
        : m_feet(std::move(feet)), m_nearM(nearM), m_ways({.ballM = kOffTheBallM}) {}
    static constexpr double kOffTheBallM = 0.6; ///< it keeps out of the way of who plays the ball

    [[nodiscard]] std::string_view name() const override { return "hold place"; }
    void enter(const Context& context) override;
    Status update(const Context& context, ActionRequest& request) override;
    [[nodiscard]] bool mayBeInterrupted() const override { return m_feet.mayBeInterrupted(); }
    void settle(bool isOn) override { m_feet.settle(isOn); }
    [[nodiscard]] const Walk* walkToHandOver() const override { return m_feet.walkToHandOver(); }
    bool enterWalking(const Context& context, const Walk& walk) override;
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<HoldPlace>(*this);
    }

private:
    OnFeet m_feet;
    double m_nearM;
    planning::WayFinder m_ways;
    bool m_isThere = false;
};

} // namespace sideline::behavior
