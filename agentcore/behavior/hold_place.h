#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "agentcore/base/number_info.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/on_feet.h"
#include "agentcore/behavior/walking.h"
#include "agentcore/planning/coordinator.h"
#include "agentcore/planning/path/way_finder.h"

namespace sideline::behavior {

/// Settings of a player that holds its place.
struct HoldPlaceSettings {
    bool receives = true; ///< whether it walks to the target of a kick that a teammate announces
    bool marks = false;   ///< whether it marks opponents while their team has the ball
    bool assigns = false; ///< whether places are assigned to the nearest robots instead of by
                          ///< number
    planning::CoordinatorSettings duties;
    double nearM = 0.4;
    double facesRad = 0.5;
    double leaveRatio = 2.0;
    double ballM = 0.6;

    /// Name, unit, range and meaning of each setting.
    [[nodiscard]] static std::span<const base::NumberInfo<HoldPlaceSettings>> numbers();
};

/// Walks to the place of its number (`SituationBelief::home_F`, which moves with the ball) or, in
/// play, of its duty (`planning::Coordinator`), stands there, and faces the ball. Walks around
/// other players, the ball and the goals. Gets up after a fall; searches for the ball while it is
/// unknown.
///
/// Publishes, in addition to the values of `Walk`, `place.toGoM`, `place.duty`
/// (`planning::DutyKind`) and the drawings `place.home`, `place.path`.
class HoldPlace final : public Behavior, public WalkHandover {
public:
    HoldPlace(OnFeet feet, const HoldPlaceSettings& settings)
        : m_feet(std::move(feet)),
          m_settings(settings),
          m_coordinator(settings.duties),
          m_ways(m_feet.moving().waysOff(settings.ballM), m_feet.moving().paths) {}

    [[nodiscard]] std::string_view name() const override { return "hold place"; }
    void enter(const Context& context) override;
    Status update(const Context& context, ActionRequest& request) override;
    [[nodiscard]] bool mayBeInterrupted() const override { return m_feet.mayBeInterrupted(); }
    void settle(bool isOn) override { m_feet.settle(isOn); }
    [[nodiscard]] WalkHandover* asWalkHandover() override { return this; }
    [[nodiscard]] const Walk* walkToHandOver() const override { return m_feet.walkToHandOver(); }
    void enterWalking(const Context& context, const Walk& walk) override;
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<HoldPlace>(*this);
    }

private:
    [[nodiscard]] planning::Duty assignDuty(const Context& context);

    OnFeet m_feet;
    HoldPlaceSettings m_settings;
    planning::Coordinator m_coordinator;
    planning::WayFinder m_ways;
    bool m_isThere = false;
};

} // namespace sideline::behavior
