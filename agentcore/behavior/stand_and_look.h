#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "agentcore/base/number_info.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/look.h"

namespace sideline::behavior {

/// Settings of `StandAndLook`.
struct StandAndLookSettings {
    LookSettings look;
    bool talks = true; ///< whether it reports to its teammates
    double stanceS = 1.5;

    /// Name, unit, range and meaning of each setting.
    [[nodiscard]] static std::span<const base::NumberInfo<StandAndLookSettings>> numbers();
};

/// Stands with slightly bent legs, searches for the ball with the head, and tracks it. Moves
/// smoothly into the stance from any pose. While tracking the ball, the head glances sideways when
/// no landmark has been seen for a while, to keep the agent localized. A fallen robot holds still;
/// other behaviors make it get up.
class StandAndLook final : public Behavior {
public:
    using Settings = StandAndLookSettings;

    StandAndLook() = default;
    explicit StandAndLook(const Settings& settings) : m_settings(settings) {}

    [[nodiscard]] std::string_view name() const override { return "stand and look"; }
    void enter(const Context& context) override;
    Status update(const Context& context, ActionRequest& request) override;
    bool takeSettings(const Behavior& other) override;
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<StandAndLook>(*this);
    }

private:
    void chooseModel(const robot::RobotModel& model);
    void rest(const world::AgentFrame& frame, ActionRequest& request);
    void stand(const world::AgentFrame& frame, ActionRequest& request, double stepS);

    Settings m_settings;
    robot::RobotModelPtr m_model;
    Look m_look;
    std::array<double, robot::kMaxJoints> m_stanceRad{}; ///< target of each joint
    std::array<bool, robot::kMaxJoints> m_isInStance{};  ///< whether the stance defines it
    std::array<double, robot::kMaxJoints> m_startRad{};  ///< target of each joint before the robot
                                                         ///< moved into the stance
    double m_standingS = -1.0; ///< time since the robot began to move into the stance; negative:
                               ///< not begun
};

} // namespace sideline::behavior
