#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/error.h"
#include "agentcore/base/rng.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/drive.h"
#include "agentcore/net/frame_client.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/runtime/agent_cycle.h"
#include "motions/motion.h"
#include "training/server/cued_behavior.h"
#include "training/server/match_watch.h"
#include "training/server/server_address.h"
#include "training/skill/skill_robot.h"

namespace sideline::training {

/// Settings of the agent that joins a server for measurements.
struct ServerRobotSettings {
    ServerAddress server;
    std::string team = "Sideline";
    int unum = 2;
    int typeNumber = 0;         ///< the server's number of the robot type
    robot::RobotModelPtr model; ///< model of that type; not null
    std::stop_token stop = {};  ///< cancels all waiting
};

/// Initial state of a trial.
struct ServerStart {
    keyframe::StartPose pose = keyframe::StartPose::Standing;
    Eigen::Vector3d p_F = Eigen::Vector3d::Zero(); ///< x, y in m and heading in rad
    std::vector<double> jointsRad;                 ///< one per joint; empty: all at zero
    double jointNoiseRad = 0.0;                    ///< standard deviation of each joint angle
    double settleS = 0.3; ///< time for which the pose is held before the trial
};

/// A built-in agent on any SimSpark server, with its ground truth: the counterpart of a simulated
/// `TrialRobot`, over TCP and with all percepts. Ends its messages with `(syn)`, which a server
/// outside of sync mode ignores.
///
/// Agent, monitor and trainer run in the caller's thread. Times are the game clock's; the state of
/// robot and ball is as old as the last monitor message, up to 0.04 s by default. After a
/// disconnect or protocol error, time no longer advances, and `fault` describes the cause.
class ServerRobot final : public SkillRobot {
public:
    /// Errors: those of `MatchWatch::connect` and of `runtime::check`; Io for an agent port that
    /// rejects the agent or sends no percepts; InvalidArgument for a robot of rcssservermj, or if
    /// the server rejects team or number.
    [[nodiscard]] static base::Expected<std::unique_ptr<ServerRobot>> join(
        const ServerRobotSettings& settings);

    /// Places the robot by trainer commands, in play mode `PlayOn` early in a half: standing, or
    /// fallen to a side on its own, since it cannot be placed lying.
    /// Errors: Io for a disconnect or a server that ignores trainer commands; Internal for a robot
    /// that does not stand, or lie on that side, after several attempts.
    base::Expected<void> setPosture(const ServerStart& start, base::Rng& rng);
    /// Places the ball at rest, in play mode `PlayOn`. Errors: those of `setPosture`.
    base::Expected<void> placeBall(const Eigen::Vector2d& p_S);
    /// Begins the trial. @param behavior a copy of it acts from the next cycle on
    void begin(std::shared_ptr<const behavior::Behavior> behavior);

    bool cycle(const motion::WalkCommand& command) override;
    /// Sets the target for a behavior that plans its own path, from the next cycle on.
    /// @param place in the field frame with its origin below the robot's feet at the start, x ahead
    void goTo(const behavior::GoToPlace& place);
    /// Whether the behavior reports completion.
    [[nodiscard]] bool isDone() const { return m_cue->isDone; }
    [[nodiscard]] double timeS() const override { return m_clockS - m_beganS; }
    [[nodiscard]] Eigen::Vector2d place() const override;
    [[nodiscard]] double headingRad() const override { return m_headingRad; }
    [[nodiscard]] double turnedRad() const override { return m_turnedRad; }
    [[nodiscard]] bool isFallen() const override { return truth().isFallen(); }
    [[nodiscard]] bool isWalking() const override { return reason() == "walking"; }

    /// Reason of the behavior's decision.
    [[nodiscard]] std::string_view reason() const { return m_frame.decision.reason; }
    /// The ground below its feet, see `groundBelow`.
    [[nodiscard]] math::Pose ground() const;
    /// The ground at the start of the trial.
    [[nodiscard]] const math::Pose& beganOn() const { return m_X_SGround; }
    [[nodiscard]] Eigen::Vector3d ball_S() const;
    [[nodiscard]] double ballMps() const { return m_ball_SMps.norm(); }
    [[nodiscard]] const Eigen::Vector3d& ball_SMps() const { return m_ball_SMps; }
    [[nodiscard]] math::Pose torso() const override { return truth().X_STorso(); }
    /// Measured joint states.
    [[nodiscard]] std::span<const world::JointBelief> joints() const { return m_frame.body.joints; }
    [[nodiscard]] std::string_view playMode() const { return m_watch.frame().game.playModeName(); }
    [[nodiscard]] game::Side side() const { return m_frame.identity.robot.side; }
    [[nodiscard]] const std::optional<base::Error>& fault() const { return m_fault; }

private:
    ServerRobot(const ServerRobotSettings& settings, MatchWatch watch, net::FrameClient link);

    bool fail(base::ErrorCode code, std::string message, std::string expected = {});
    bool fail(base::Error error);
    [[nodiscard]] tl::unexpected<base::Error> failure() const;
    bool awaitJoin();
    bool answer();
    bool step();
    [[nodiscard]] bool isBehind() const;
    bool takeTruth();
    template <typename Done>
    bool passUntil(double maxS, const Done& done);
    bool send(const monitor::TrainerCommand& command);
    void hold(std::vector<double> poseRad, double maxRadPerS);
    [[nodiscard]] bool isPosed() const;
    void startPlay();
    bool placeUpright(const Eigen::Vector3d& p_F);
    bool fallToSide(keyframe::StartPose pose, const std::vector<double>& anglesRad);
    bool waitUntilStill();
    [[nodiscard]] const monitor::RobotFrame& truth() const { return *m_truth; }

    ServerRobotSettings m_settings;
    MatchWatch m_watch;
    net::FrameClient m_link;
    std::shared_ptr<Cue> m_cue = std::make_shared<Cue>();
    runtime::AgentCycle m_cycle;
    world::AgentFrame m_frame;
    const monitor::RobotFrame* m_truth = nullptr; ///< robot in the last frame of `m_watch`
    std::optional<base::Error> m_fault;
    double m_clockS = 0.0;       ///< the game clock of `m_truth`
    double m_truthEveryS = 0.04; ///< interval of the game clock between two monitor messages
    Eigen::Vector3d m_ball_SMps = Eigen::Vector3d::Zero();
    Eigen::Vector3d m_p_SBall = Eigen::Vector3d::Zero(); ///< position at the time of `m_truth`
    math::Pose m_X_SGround;                              ///< pose at the start
    double m_beganS = 0.0;
    double m_headingRad = 0.0;
    double m_turnedRad = 0.0;
};

} // namespace sideline::training
