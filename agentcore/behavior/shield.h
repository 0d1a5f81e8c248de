#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include <Eigen/Core>

#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/on_feet.h"

namespace sideline::behavior {

/// Stands beside the ball, on a side of it that is chosen anew in every cycle, and looks at it:
/// walks around it without touching it.
///
/// `Shield` stands between the ball and the opponent that is nearest to it (as seen from the ball),
/// so that he has to get past; without one, on the side of the own goal. `Circle` stands on a side
/// that is set. Searches for the ball by turning; gets up when it falls. Without a pose it stands.
/// Publishes, beside what `Walk` does, `shield.toGoM` and the drawing
/// `shield.place`.
class AtBall : public Behavior {
public:
    /// @param standOffM from the ball's center to the middle between the feet, above 0
    AtBall(OnFeet feet, double standOffM) : m_feet(std::move(feet)), m_standOffM(standOffM) {}

    void enter(const Context& context) override;
    Status update(const Context& context, ActionRequest& request) override;
    [[nodiscard]] bool mayBeInterrupted() const override { return m_feet.mayBeInterrupted(); }
    void settle(bool isOn) override { m_feet.settle(isOn); }

protected:
    /// From the ball to where the robot should stand, F; any length.
    [[nodiscard]] virtual Eigen::Vector2d side_F(const Context& context) const = 0;
    /// What it is doing once it is there.
    [[nodiscard]] virtual std::string_view reason(const Context& context) const = 0;

private:
    OnFeet m_feet;
    double m_standOffM;
    bool m_isThere = false;
};

/// Keeps the body between ball and opponent.
class Shield final : public AtBall {
public:
    using AtBall::AtBall;
    [[nodiscard]] std::string_view name() const override { return "shield"; }
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<Shield>(*this);
    }

protected:
    [[nodiscard]] Eigen::Vector2d side_F(const Context& context) const override;
    [[nodiscard]] std::string_view reason(const Context& context) const override;
};

/// Stands on a side of the ball that is set, looking at it.
class Circle final : public AtBall {
public:
    /// @param approachRad direction in F in which the robot then looks over the ball
    Circle(OnFeet feet, double standOffM, double approachRad)
        : AtBall(std::move(feet), standOffM), m_approachRad(approachRad) {}
    [[nodiscard]] std::string_view name() const override { return "circle"; }
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<Circle>(*this);
    }

protected:
    [[nodiscard]] Eigen::Vector2d side_F(const Context& context) const override;
    [[nodiscard]] std::string_view reason(const Context& context) const override;

private:
    double m_approachRad;
};

} // namespace sideline::behavior
