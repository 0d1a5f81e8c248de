#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/look.h"

namespace sideline::behavior {

/// Stands with slightly bent legs, searches for the ball with the head, and tracks it.
///
/// Moves smoothly into the stance from any pose. While tracking the ball, the head glances aside
/// when no landmark has been seen for a while, to keep the agent localized. A fallen robot holds
/// still: getting up is left to other behaviors.
class StandAndLook final : public Behavior {
public:
    struct Settings {
        double searchRadPerS = 1.7453; ///< head speed while searching; above 0
        bool talks = true;             ///< whether it reports to its teammates
        Look::Aim aim = Look::Aim::Follow;
    };

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
    std::array<double, robot::kMaxJoints> m_stanceRad{}; ///< goal of each joint
    std::array<bool, robot::kMaxJoints> m_isInStance{};  ///< whether the stance reports about it
    std::array<double, robot::kMaxJoints> m_startRad{};  ///< where each joint came from
    double m_standingS = -1.0; ///< since it began to take its stance; negative: not begun
};

} // namespace sideline::behavior
