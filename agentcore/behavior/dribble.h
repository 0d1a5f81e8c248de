#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include <Eigen/Core>

#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/on_feet.h"

namespace sideline::behavior {

/// How a ball is dribbled.
struct DribbleSettings {
    /// Place to which it goes, own field frame F; nothing: in `headingRad`, without end.
    std::optional<Eigen::Vector2d> to_F;
    double headingRad = 0.0; ///< in F
    double speedMps = 0.5;   ///< at which the robot walks behind the ball
    double behindM = 0.22;   ///< how far behind the ball it begins
    double asidePerS = 1.0;  ///< speed aside per meter that the ball lies beside its way
    double arrivedM = 0.4;   ///< it is done when the ball is so near to its place
};

/// Walks behind the ball and pushes it on with its feet, so that it stays near them. Searches for
/// the ball by turning; gets up when it falls. Stands while the rules keep it from the ball.
///
/// Done when the ball has arrived. Needs the ball and the robot's pose; without a pose it pushes
/// the ball straight ahead. Publishes, beside what `Walk` does, `dribble.ballM` (distance) and
/// `dribble.asideM`.
class Dribble final : public Behavior {
public:
    Dribble(OnFeet feet, const DribbleSettings& settings)
        : m_feet(std::move(feet)), m_settings(settings) {}

    [[nodiscard]] std::string_view name() const override { return "dribble"; }
    void enter(const Context& context) override;
    /// The same in the middle of a walk, which goes on without a halt.
    /// @param walk of the robot so far
    void takeOver(const Context& context, const Walk& walk);
    /// How it walks, with all that it is doing.
    [[nodiscard]] const Walk& walking() const { return m_feet.walking(); }
    /// Dribbles in a direction, without end.
    void setHeading(double headingRad) {
        m_settings.to_F.reset();
        m_settings.headingRad = headingRad;
    }
    /// Whether it pushes as soon as the ball lies before it, however it stands: of who is not alone
    /// at the ball.
    void setHurries(bool hurries) { m_hurries = hurries; }
    Status update(const Context& context, ActionRequest& request) override;
    [[nodiscard]] bool mayBeInterrupted() const override { return m_feet.mayBeInterrupted(); }
    void settle(bool isOn) override { m_feet.settle(isOn); }
    [[nodiscard]] const Walk* walkToHandOver() const override { return m_feet.walkToHandOver(); }
    bool enterWalking(const Context& context, const Walk& walk) override {
        takeOver(context, walk);
        return true;
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
