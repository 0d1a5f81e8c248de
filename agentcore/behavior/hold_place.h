#pragma once

#include <memory>
#include <string_view>

#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/on_feet.h"
#include "agentcore/planning/coordinator.h"
#include "agentcore/planning/path/way_finder.h"

namespace sideline::behavior {

/// How a player keeps its place.
struct HoldPlaceSettings {
    double nearM = 0.4;   ///< it has arrived; it sets out again at twice that distance, above 0
    bool receives = true; ///< goes to where a teammate says that it kicks to
    bool marks = false;   ///< marks opponents while they have the ball
    bool assigns = false; ///< places go to whoever is nearest; false: by number
};

/// Goes to where its number belongs (`SituationBelief::home_F`, which moves with the ball), stands
/// there, and faces the ball; in play, to what `planning::Coordinator` says. Goes around other
/// players, the ball and the goals. Gets up when it falls; searches for the ball while it is not
/// known.
///
/// Publishes, beside what `Walk` does, `place.toGoM`, `place.duty` (`planning::DutyKind`) and the
/// drawings `place.home`, `place.path`.
class HoldPlace final : public Behavior {
public:
    HoldPlace(OnFeet feet, const HoldPlaceSettings& settings)
        : m_feet(std::move(feet)), m_settings(settings), m_ways({.ballM = kOffTheBallM}) {}
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
    [[nodiscard]] planning::Duty dutyOf(const Context& context);

    OnFeet m_feet;
    HoldPlaceSettings m_settings;
    planning::Coordinator m_coordinator;
    planning::WayFinder m_ways;
    bool m_isThere = false;
};

} // namespace sideline::behavior
