#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include <Eigen/Core>

#include "agentcore/base/number_info.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/on_feet.h"

namespace sideline::behavior {

/// Settings of a robot that stands at the ball.
struct AtBallSettings {
    double standOffM = 0.22;
    double stepRad = 0.7;
    double closerM = 0.03;
    double aroundRatio = 2.0;
    double faceRatio = 3.0;
    double nearM = 0.02;
    double nearRad = 0.06;
    double leaveM = 0.05;
    double leaveRad = 0.2;

    /// Name, unit, range and meaning of each setting.
    [[nodiscard]] static std::span<const base::NumberInfo<AtBallSettings>> numbers();
};

/// Stands beside the ball, on a side chosen in each cycle, and faces it; walks around the ball
/// without touching it. `Shield` stands between the ball and the opponent nearest to it or, without
/// one, between the ball and its own goal. `Circle` stands on a given side. Searches for the ball
/// by turning; gets up after a fall. Stands still without a pose. Publishes, in addition to the
/// values of `Walk`, `shield.toGoM` and the drawing `shield.place`.
class AtBall : public Behavior {
public:
    AtBall(OnFeet feet, const AtBallSettings& settings)
        : m_feet(std::move(feet)), m_settings(settings) {}

    void enter(const Context& context) override;
    Status update(const Context& context, ActionRequest& request) override;
    [[nodiscard]] bool mayBeInterrupted() const override { return m_feet.mayBeInterrupted(); }
    void settle(bool isOn) override { m_feet.settle(isOn); }

protected:
    /// Direction from the ball to its place, F; any length.
    [[nodiscard]] virtual Eigen::Vector2d side_F(const Context& context) const = 0;
    /// Name of its activity once it is there.
    [[nodiscard]] virtual std::string_view reason(const Context& context) const = 0;

private:
    OnFeet m_feet;
    AtBallSettings m_settings;
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

/// Stands on a given side of the ball, facing it.
class Circle final : public AtBall {
public:
    /// @param approachRad heading in F with which it faces the ball
    Circle(OnFeet feet, const AtBallSettings& settings, double approachRad)
        : AtBall(std::move(feet), settings), m_approachRad(approachRad) {}
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
