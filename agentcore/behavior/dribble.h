#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include <Eigen/Core>

#include "agentcore/base/number_info.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/on_feet.h"
#include "agentcore/behavior/walking.h"

namespace sideline::behavior {

/// Settings of a dribble.
struct DribbleSettings {
    /// Target of the ball, field frame F; if not set, the ball is dribbled along `headingRad`
    /// indefinitely.
    std::optional<Eigen::Vector2d> to_F = std::nullopt;
    double headingRad = 0.0; ///< in F
    double arrivedM = 0.4;   ///< distance of the ball from its target at which the dribble is done
    double speedMps = 0.5;
    double behindM = 0.22;
    double lateralPerS = 1.0;
    double turnPerS = 2.5;
    double standOffM = 0.22;
    double brakeMps2 = 1.5;
    // Required ball position, along the dribbling direction, to begin pushing, to keep pushing, and
    // when in a hurry.
    double startWidthM = 0.08;
    double startNearM = 0.05;
    double startFarM = 0.35;
    double startTurnRad = 0.35;
    double keepWidthM = 0.14;
    double keepNearM = -0.05;
    double keepFarM = 0.8;
    double keepTurnRad = 0.8;
    double hurryWidthM = 0.16;
    double hurryNearM = -0.05;
    double hurryFarM = 0.5;
    double hurryTurnRad = 1.1;

    /// Name, unit, range and meaning of each setting.
    [[nodiscard]] static std::span<const base::NumberInfo<DribbleSettings>> numbers();
};

/// Walks behind the ball and pushes it with its feet, keeping it close. Searches for the ball by
/// turning; gets up after a fall. Stands while the rules forbid it to touch the ball.
///
/// Done when the ball has arrived. Needs the ball and the robot's pose; without a pose it pushes
/// the ball straight ahead. Publishes, in addition to the values of `Walk`, `dribble.ballM`
/// (distance) and `dribble.asideM`.
class Dribble final : public Behavior, public WalkHandover {
public:
    Dribble(OnFeet feet, const DribbleSettings& settings)
        : m_feet(std::move(feet)), m_settings(settings) {}

    [[nodiscard]] std::string_view name() const override { return "dribble"; }
    void enter(const Context& context) override;
    /// Like `enter`, but continues a walk without a halt.
    void takeOver(const Context& context, const Walk& walk);
    /// The walk with its complete state.
    [[nodiscard]] const Walk& walking() const { return m_feet.walking(); }
    /// Sets a direction to dribble in indefinitely.
    void setHeading(double headingRad) {
        m_settings.to_F.reset();
        m_settings.headingRad = headingRad;
    }
    /// Sets the target of the ball, F.
    void setTarget(const Eigen::Vector2d& place_F) { m_settings.to_F = place_F; }
    /// See `Look::lookAt`.
    void lookAt(const std::optional<Eigen::Vector3d>& place_F) { m_feet.lookAt(place_F); }
    /// Whether the robot pushes the ball at any angle as soon as the ball is in front of it. For
    /// duels with an opponent at the ball.
    void setHurries(bool hurries) { m_hurries = hurries; }
    Status update(const Context& context, ActionRequest& request) override;
    [[nodiscard]] bool mayBeInterrupted() const override { return m_feet.mayBeInterrupted(); }
    void settle(bool isOn) override { m_feet.settle(isOn); }
    [[nodiscard]] WalkHandover* asWalkHandover() override { return this; }
    [[nodiscard]] const Walk* walkToHandOver() const override { return m_feet.walkToHandOver(); }
    void enterWalking(const Context& context, const Walk& walk) override {
        takeOver(context, walk);
    }
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<Dribble>(*this);
    }

private:
    [[nodiscard]] motion::WalkCommand chooseCommand(const Eigen::Vector2d& ball_G,
                                                    double directionRad, ActionRequest& request);

    OnFeet m_feet;
    DribbleSettings m_settings;
    bool m_isPushing = false;
    bool m_hurries = false;
};

} // namespace sideline::behavior
