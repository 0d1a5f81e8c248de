#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include <Eigen/Core>

#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/kick.h"
#include "agentcore/behavior/on_feet.h"
#include "agentcore/planning/path/way_finder.h"

namespace sideline::behavior {

/// Where a robot should go. Own field frame F.
struct GoToPlace {
    Eigen::Vector2d p_F = Eigen::Vector2d::Zero();
    std::optional<double> headingRad; ///< in which it should stand there; none: any
    [[nodiscard]] bool operator==(const GoToPlace&) const = default;
};
/// Along these points, one after another.
struct FollowPath {
    std::vector<Eigen::Vector2d> points_F;
    [[nodiscard]] bool operator==(const FollowPath&) const = default;
};
/// Turns until it looks at a place.
struct FaceTo {
    Eigen::Vector2d p_F = Eigen::Vector2d::Zero();
    [[nodiscard]] bool operator==(const FaceTo&) const = default;
};
/// Kicks the ball, wherever that is, to a place; once.
struct KickTo {
    Eigen::Vector2d p_F = Eigen::Vector2d::Zero();
    [[nodiscard]] bool operator==(const KickTo&) const = default;
};
/// What a robot that is driven should do; a command: walk as it says, until told otherwise.
using DriveGoal = std::variant<motion::WalkCommand, GoToPlace, FollowPath, FaceTo, KickTo>;

/// A behavior that somebody drives: by a stick, to a place, along a path.
class Driven {
public:
    virtual ~Driven() = default;
    /// From the next cycle on.
    virtual void go(const DriveGoal& goal) = 0;

protected:
    Driven() = default;
    Driven(const Driven&) = default;
    Driven& operator=(const Driven&) = default;
};

/// Walks where it is told and looks at the ball meanwhile; gets up when it has fallen, and goes on.
///
/// Places and paths need to know where the robot is: without a pose it stands. To a place it goes
/// around players and the goals (`planning::WayFinder`); a path that it is told it follows as it
/// is. To kick, it comes to a halt first, and after it. Publishes, beside what `Walk` and `Kick`
/// do, `drive.toGoM` and the drawings `drive.goal` and `drive.path`.
class Drive final : public Behavior, public Driven, public Walking {
public:
    /// @param goal until it is told another one
    /// @param kick nothing: it cannot kick
    explicit Drive(OnFeet feet, DriveGoal goal = {}, std::optional<Kick> kick = {})
        : m_feet(std::move(feet)),
          m_kick(std::move(kick)),
          m_firstGoal(std::move(goal)),
          m_goal(m_firstGoal) {}

    [[nodiscard]] std::string_view name() const override { return "drive"; }
    void enter(const Context& context) override;
    Status update(const Context& context, ActionRequest& request) override;
    /// While it stands or lies.
    [[nodiscard]] bool mayBeInterrupted() const override;
    void settle(bool isOn) override;
    /// The walk's, and the other one's first goal if it is another; else it goes on to its own.
    bool takeSettings(const Behavior& other) override;
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<Drive>(*this);
    }

    void go(const DriveGoal& goal) override;
    void setCommand(const motion::WalkCommand& command) override { go(command); }
    /// Whether it has arrived where it was told to go; false while it is told speeds.
    [[nodiscard]] bool hasArrived() const { return m_hasArrived; }

private:
    [[nodiscard]] motion::WalkCommand chooseCommand(const Context& context, ActionRequest& request);
    [[nodiscard]] motion::WalkCommand toPlace(const GoToPlace& place, const Context& context,
                                              ActionRequest& request);
    [[nodiscard]] motion::WalkCommand alongPath(const FollowPath& path, const Context& context,
                                                ActionRequest& request);
    [[nodiscard]] motion::WalkCommand facing(const FaceTo& place, const math::Pose& X_FT);
    Status walk(const Context& context, ActionRequest& request);
    Status kick(const Context& context, ActionRequest& request);
    [[nodiscard]] bool mayBeginKick(const Context& context) const;
    void endKick(const Context& context);

    OnFeet m_feet;
    planning::WayFinder m_ways;
    std::optional<Kick> m_kick;
    bool m_isKicking = false; ///< it is the kick that moves it
    DriveGoal m_firstGoal;
    DriveGoal m_goal;
    std::size_t m_nextPoint = 0; ///< of the path
    bool m_hasArrived = false;
    bool m_isNewGoal = false; ///< came while the kick before it was on its way
};

} // namespace sideline::behavior
