#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include <Eigen/Core>

#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/walk.h"
#include "agentcore/behavior/walk_sensing.h"
#include "agentcore/motion/kick/kick_engine.h"

namespace sideline::behavior {

/// Where a ball should go.
struct KickTarget {
    /// Own field frame F; nothing: straight ahead of where the robot looks as it begins.
    std::optional<Eigen::Vector2d> p_F;
};

/// Goes to the ball, takes its place beside it, and kicks with a `KickEngine` out of the walk: with
/// the foot to which the way is shorter. Then walks on the spot until it stands firmly, and is
/// done.
///
/// Needs the ball. A target needs the robot's pose as well. While nothing is known of the ball the
/// robot turns on the spot. Publishes, beside what `Walk` does, `kick.toGoM`, `kick.turnDeg`
/// and `kick.timeS`. Fails on a robot that cannot walk, and while fallen.
class Kick final : public Behavior {
public:
    enum class Stage : std::uint8_t { Approach, Swing, Recover };

    Kick(Walk walk, const motion::KickParameters& parameters)
        : m_walk(std::move(walk)), m_parameters(parameters) {}

    [[nodiscard]] std::string_view name() const override { return "kick"; }
    void enter(const Context& context) override;
    Status update(const Context& context, ActionRequest& request) override;
    /// Not while the foot is on its way.
    [[nodiscard]] bool mayBeInterrupted() const override {
        return m_stage != Stage::Swing && m_walk.mayBeInterrupted();
    }
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<Kick>(*this);
    }

    /// Before `enter`, or from the next cycle on while it approaches.
    /// @param target nothing: it stands and waits
    void setTarget(const std::optional<KickTarget>& target) { m_target = target; }
    /// It has kicked and stands: who has something to do need not wait until it is done.
    [[nodiscard]] bool mayGoOn() const;
    /// Goes to the ball once more, without a halt; only if `mayGoOn`.
    void goOn();
    /// Whether it goes on by itself after each kick, and is never done.
    void setRepeats(bool repeats) { m_repeats = repeats; }
    /// Other numbers from the next kick on.
    void setParameters(const motion::KickParameters& parameters);
    [[nodiscard]] Stage stage() const { return m_stage; }
    [[nodiscard]] const Walk& walk() const { return m_walk; }

private:
    // The ball and what should become of it, on the ground as the feet feel it.
    struct Task {
        Eigen::Vector2d ball_G = Eigen::Vector2d::Zero();
        double directionRad = 0.0; ///< where the ball should go
    };
    struct Place {
        motion::Foot foot = motion::Foot::Right;
        Eigen::Vector2d goal_G = Eigen::Vector2d::Zero(); ///< where to stand
        bool isNear = false;                              ///< it may kick from here
    };

    void chooseModel(const Context& context);
    [[nodiscard]] Task taskOf(const Context& context, const motion::Footing& footing) const;
    [[nodiscard]] Place placeFor(motion::Foot foot, const Task& task) const;
    [[nodiscard]] Place choosePlace(const Task& task);
    Status approach(const Context& context, ActionRequest& request);
    Status swing(const Context& context, ActionRequest& request);
    Status recover(const Context& context, ActionRequest& request);
    [[nodiscard]] motion::WalkCommand search(const Context& context);
    [[nodiscard]] bool isStepFor(motion::Foot foot) const;

    Walk m_walk;
    motion::KickParameters m_parameters;
    std::optional<KickTarget> m_target = KickTarget{};
    double m_unseenS = 0.0; ///< since the ball was known
    robot::RobotModelPtr m_model;
    std::optional<motion::KickEngine> m_engine;
    WalkSensing m_sensing;
    Stage m_stage = Stage::Approach;
    std::optional<motion::Foot> m_foot; ///< chosen so far
    double m_stageS = 0.0;
    bool m_repeats = false;
};

} // namespace sideline::behavior
