#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/number_info.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/kick.h"
#include "agentcore/behavior/on_feet.h"
#include "agentcore/behavior/walking.h"
#include "agentcore/planning/path/way_finder.h"

namespace sideline::behavior {

/// A place to walk to, in the field frame F.
struct GoToPlace {
    Eigen::Vector2d p_F = Eigen::Vector2d::Zero();
    std::optional<double> headingRad; ///< final heading; any if not set
    [[nodiscard]] bool operator==(const GoToPlace&) const = default;
};
/// Walks through these points in order.
struct FollowPath {
    std::vector<Eigen::Vector2d> points_F;
    [[nodiscard]] bool operator==(const FollowPath&) const = default;
};
/// Turns to face a place.
struct FaceTo {
    Eigen::Vector2d p_F = Eigen::Vector2d::Zero();
    [[nodiscard]] bool operator==(const FaceTo&) const = default;
};
/// Kicks the ball to a place, once.
struct KickTo {
    Eigen::Vector2d p_F = Eigen::Vector2d::Zero();
    [[nodiscard]] bool operator==(const KickTo&) const = default;
};
/// The goal of a robot that is driven; a `WalkCommand` holds until the next goal.
using DriveGoal = std::variant<motion::WalkCommand, GoToPlace, FollowPath, FaceTo, KickTo>;

/// Capability of a behavior that is driven to goals: by a joystick, to a place, along a path.
class Driven {
public:
    virtual ~Driven() = default;
    /// Effective from the next cycle.
    virtual void go(const DriveGoal& goal) = 0;

protected:
    Driven() = default;
    Driven(const Driven&) = default;
    Driven& operator=(const Driven&) = default;
};

/// Settings of `Drive`.
struct DriveSettings {
    double leaveRatio = 3.0;

    /// Name, unit, range and meaning of each setting.
    [[nodiscard]] static std::span<const base::NumberInfo<DriveSettings>> numbers();
};

/// Walks to its goal while looking at the ball; after a fall it gets up and continues. Places and
/// paths require the pose: without it, the robot stands. It walks around players and goals to a
/// place (`planning::WayFinder`), but follows a given path exactly. It stops before and after a
/// kick. Publishes, in addition to the values of `Walk` and `Kick`, `drive.toGoM` and the drawings
/// `drive.goal` and `drive.path`.
class Drive final : public Behavior, public Driven, public Walking, public WalkHandover {
public:
    /// @param goal the goal until the first call to `go`
    /// @param kick if not set, the robot does not kick
    explicit Drive(OnFeet feet, DriveGoal goal = {}, std::optional<Kick> kick = {},
                   const DriveSettings& settings = {})
        : m_feet(std::move(feet)),
          m_settings(settings),
          m_ways(m_feet.moving().ways, m_feet.moving().paths),
          m_kick(std::move(kick)),
          m_firstGoal(std::move(goal)),
          m_goal(m_firstGoal) {}

    [[nodiscard]] std::string_view name() const override { return "drive"; }
    void enter(const Context& context) override;
    Status update(const Context& context, ActionRequest& request) override;
    /// True while the robot stands or lies.
    [[nodiscard]] bool mayBeInterrupted() const override;
    void settle(bool isOn) override;
    /// Adopts the other behavior's parameters for walking, looking and approaching, and its first
    /// goal if that differs from the first goal of this one.
    bool takeSettings(const Behavior& other) override;
    [[nodiscard]] Driven* asDriven() override { return this; }
    [[nodiscard]] Walking* asWalking() override { return this; }
    [[nodiscard]] WalkHandover* asWalkHandover() override { return this; }
    [[nodiscard]] const Walk* walkToHandOver() const override {
        return m_isKicking ? nullptr : m_feet.walkToHandOver();
    }
    void enterWalking(const Context& context, const Walk& walk) override;
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<Drive>(*this);
    }

    void go(const DriveGoal& goal) override;
    void setCommand(const motion::WalkCommand& command) override { go(command); }
    /// Like `go`; a goal of the same kind as the current one only moves it. Effective from the next
    /// cycle.
    void aim(const DriveGoal& goal);
    /// See `Look::lookAt`.
    void lookAt(const std::optional<Eigen::Vector3d>& place_F) { m_feet.lookAt(place_F); }
    /// Limits the speed on the way to places and along paths. Effective from the next cycle.
    void setMaxSpeed(double maxMps) { m_maxMps = maxMps; }
    /// Whether the robot has reached its goal; false for velocity commands.
    [[nodiscard]] bool hasArrived() const { return m_hasArrived; }
    /// Whether the robot neither lies nor gets up.
    [[nodiscard]] bool isOnFeet() const { return !m_feet.isRising(); }
    [[nodiscard]] bool isStanding() const { return isOnFeet() && m_feet.isStanding(); }
    /// Length of the remaining path to a place in the last cycle; 0 for other goals.
    [[nodiscard]] double toGoM() const { return m_toGoM; }

private:
    [[nodiscard]] motion::WalkCommand chooseCommand(const Context& context, ActionRequest& request);
    [[nodiscard]] motion::WalkCommand toPlace(const GoToPlace& place, const Context& context,
                                              ActionRequest& request);
    [[nodiscard]] motion::WalkCommand alongPath(const FollowPath& path, const Context& context,
                                                ActionRequest& request);
    [[nodiscard]] motion::WalkCommand facing(const FaceTo& place, const math::Pose& X_FT);
    Status walk(const Context& context, ActionRequest& request);
    Status kick(const Context& context, ActionRequest& request);
    [[nodiscard]] motion::WalkToSettings goToSettings() const;
    [[nodiscard]] motion::WalkToSettings arrivalSettings() const;
    [[nodiscard]] bool mayBeginKick(const Context& context) const;
    void endKick(const Context& context);

    OnFeet m_feet;
    DriveSettings m_settings;
    planning::WayFinder m_ways;
    std::optional<Kick> m_kick;
    bool m_isKicking = false; ///< the kick controls the robot
    DriveGoal m_firstGoal;
    DriveGoal m_goal;
    std::size_t m_nextPoint = 0; ///< index of the current waypoint in the path
    bool m_hasArrived = false;
    double m_toGoM = 0.0;
    double m_maxMps = std::numeric_limits<double>::infinity();
    bool m_isNewGoal = false; ///< the goal was set while the previous kick was under way
};

} // namespace sideline::behavior
