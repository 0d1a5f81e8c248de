#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/on_feet.h"
#include "agentcore/behavior/play_motion.h"
#include "agentcore/behavior/striker.h"
#include "agentcore/motion/joint_trajectory.h"
#include "agentcore/planning/pitch_control.h"

namespace sideline::behavior {

/// How a goal is kept.
struct KeeperSettings {
    bool blocks = true;
    bool dives = true;
    double aheadM = 0.6;       ///< of the goal line: where it stands
    double blockReachM = 0.3;  ///< to each side: as far as a foot reaches
    double blockBeforeS = 0.3; ///< it begins to block so long before the ball is there
    double diveFromM = 0.25;   ///< it dives for balls that far to a side
    double diveReachM = 0.9;   ///< likewise, and no farther
    double diveBeforeS = 0.9;  ///< it dives so long before the ball is there
    double walkMps = 0.4;      ///< how fast it gets aside, in order to decide what is in reach
    double clearM = 3.0;       ///< from the middle of its goal: it clears a ball that lies nearer
};

/// Keeps the own goal: stands between ball and goal, and looks at the ball. Of a ball that comes
/// towards the goal it knows where and when it will be beside the robot (`world::ballCrossing`); it
/// steps there if there is time, throws itself aside, gets up, and goes on; what comes near it at
/// last it blocks: with a wide stance, one foot in the way of the ball, or with its feet together.
///
/// A ball that lies in front of its goal it plays away as a striker does, if nobody else is sooner
/// there.
///
/// Needs the ball and the robot's pose. Publishes, beside what `Walk` does, while a ball is on its
/// way, `keeper.inS` and `keeper.asideM`, and the drawing `keeper.crossing`. Fails on a robot that
/// cannot walk.
class Keeper final : public Behavior {
public:
    using TrajectoryPtr = std::shared_ptr<const motion::JointTrajectory>;
    enum class Stage : std::uint8_t { Guard, Block, Dive, Clear };

    /// @param diveLeft,diveRight motions made for the agent's robot; null: it does not dive
    /// @param clears how it plays balls away; nothing: it does not
    Keeper(OnFeet feet, TrajectoryPtr diveLeft, TrajectoryPtr diveRight,
           const KeeperSettings& settings, std::optional<Striker> clears = {})
        : m_feet(std::move(feet)),
          m_clears(std::move(clears)),
          m_diveLeft(std::move(diveLeft)),
          m_diveRight(std::move(diveRight)),
          m_settings(settings) {
        m_feet.hurry();
    }

    [[nodiscard]] std::string_view name() const override { return "keeper"; }
    void enter(const Context& context) override;
    Status update(const Context& context, ActionRequest& request) override;
    /// Not while it blocks, dives or kicks.
    [[nodiscard]] bool mayBeInterrupted() const override {
        return m_stage == Stage::Clear ? m_clears->mayBeInterrupted()
                                       : m_stage == Stage::Guard && m_feet.mayBeInterrupted();
    }
    void settle(bool isOn) override;
    [[nodiscard]] const Walk* walkToHandOver() const override {
        return m_stage == Stage::Clear   ? m_clears->walkToHandOver()
               : m_stage == Stage::Guard ? m_feet.walkToHandOver()
                                         : nullptr;
    }
    bool enterWalking(const Context& context, const Walk& walk) override {
        enter(context);
        m_feet.takeOver(context, walk);
        return true;
    }
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<Keeper>(*this);
    }
    [[nodiscard]] Stage stage() const { return m_stage; }

private:
    // A ball that comes towards the goal, as the robot sees it.
    struct Shot {
        double inS = 0.0;
        double asideM = 0.0; ///< where it passes the robot, positive to the left
        Eigen::Vector3d p_F = Eigen::Vector3d::Zero();
    };

    [[nodiscard]] std::optional<Shot> shotAt(const Context& context) const;
    [[nodiscard]] bool shouldClear(const Context& context);
    Status clear(const Context& context, ActionRequest& request);
    Status guard(const Context& context, ActionRequest& request);
    Status dive(const Context& context, ActionRequest& request);
    Status block(const Context& context, ActionRequest& request);
    [[nodiscard]] motion::WalkCommand toPlace(const Context& context) const;
    void takeStance(double share, ActionRequest& request) const;

    OnFeet m_feet;
    std::optional<Striker> m_clears;
    std::vector<planning::PitchPlayer> m_players;
    TrajectoryPtr m_diveLeft;
    TrajectoryPtr m_diveRight;
    KeeperSettings m_settings;
    PlayMotion m_player;
    Stage m_stage = Stage::Guard;
    double m_stageS = 0.0;
    double m_blockAsideM = 0.0; ///< where the ball is to be blocked, positive to the left
    std::array<double, robot::kMaxJoints> m_fromRad{}; ///< before it took the wide stance
};

} // namespace sideline::behavior
