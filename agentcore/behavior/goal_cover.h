#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <Eigen/Core>

#include "agentcore/base/number_info.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/computed_parts.h"
#include "agentcore/behavior/on_feet.h"
#include "agentcore/behavior/walking.h"

namespace sideline::behavior {

/// Settings of a robot that covers its own goal.
struct CoverSettings {
    double aheadM = 0.6;
    double besideGoalM = 0.3;
    double behindBallM = 0.25;
    double inGoalM = 0.1;
    double aroundBallM = 0.3;
    double postM = 0.2;
    double nearM = 0.05;
    double nearRad = 0.1;
    double leaveM = 0.12;
    double leaveRad = 0.25;

    /// Name, unit, range and meaning of each setting.
    [[nodiscard]] static std::span<const base::NumberInfo<CoverSettings>> numbers();
};

/// The place between the robot's own goal and a point, m, F: in front of the center of the goal if
/// the point is unknown, and behind a point that is near the goal line.
[[nodiscard]] Eigen::Vector2d coverPlace_F(const field::FieldDimensions& field,
                                           const std::optional<Eigen::Vector2d>& point_F,
                                           const CoverSettings& settings);
/// The place beside the post of the robot's own goal on the side of a point. m, F.
[[nodiscard]] Eigen::Vector2d nearPostPlace_F(const field::FieldDimensions& field,
                                              const Eigen::Vector2d& point_F,
                                              const CoverSettings& settings);
/// The walk to such a place around the ball, facing a point; zero once the robot is there, and
/// without a pose.
[[nodiscard]] motion::WalkCommand walkToCover(const Context& context, const OnFeet& feet,
                                              const Eigen::Vector2d& place_F,
                                              const Eigen::Vector2d& point_F,
                                              const CoverSettings& settings);

/// Which place `CoverGoal` takes.
enum class CoverSpot : std::uint8_t { Between, NearPost };

/// Covers its own goal against a computed point as a `Keeper` does: stands between them, or at the
/// near post, and faces the point. Done while it stands there. Gets up after a fall; stands while
/// its pose is unknown.
class CoverGoal final : public Behavior, public WalkHandover {
public:
    CoverGoal(std::string name, OnFeet feet, CoverSpot spot, Computed point,
              const CoverSettings& settings, Besides besides = {})
        : m_name(std::move(name)),
          m_feet(std::move(feet)),
          m_spot(spot),
          m_point(std::move(point)),
          m_settings(settings),
          m_besides(std::move(besides)) {}

    [[nodiscard]] std::string_view name() const override { return m_name; }
    void enter(const Context& context) override { m_feet.enter(context); }
    Status update(const Context& context, ActionRequest& request) override;
    [[nodiscard]] bool mayBeInterrupted() const override { return m_feet.mayBeInterrupted(); }
    void settle(bool isOn) override { m_feet.settle(isOn); }
    [[nodiscard]] WalkHandover* asWalkHandover() override { return this; }
    [[nodiscard]] const Walk* walkToHandOver() const override { return m_feet.walkToHandOver(); }
    void enterWalking(const Context& context, const Walk& walk) override {
        m_feet.takeOver(context, walk);
    }
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<CoverGoal>(*this);
    }

private:
    std::string m_name;
    OnFeet m_feet;
    CoverSpot m_spot;
    Computed m_point;
    CoverSettings m_settings;
    Besides m_besides;
};

} // namespace sideline::behavior
