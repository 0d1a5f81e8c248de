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

/// Who joins a server to be measured.
struct ServerRobotSettings {
    ServerAddress server;
    std::string team = "Sideline";
    int unum = 2;
    int typeNumber = 0;         ///< as the server counts the types of the robot's scene file
    robot::RobotModelPtr model; ///< of that type; not null
    std::stop_token stop = {};  ///< ends all waiting
};

/// How a trial begins.
struct ServerStart {
    keyframe::StartPose pose = keyframe::StartPose::Standing;
    Eigen::Vector3d p_F = Eigen::Vector3d::Zero(); ///< x, y in m and heading in rad
    std::vector<double> jointsRad;                 ///< one per joint; empty: all at zero
    double jointNoiseRad = 0.0;                    ///< standard deviation of each
    double settleS = 0.3;                          ///< held in that pose at last
};

/// An agent of ours on a SimSpark server of any make, with its ground truth: what a `TrialRobot` is
/// in simulation here, over TCP and with all senses. Ends its messages with `(syn)`; a server that
/// is not in sync mode does not care, and goes at its own pace.
///
/// The agent, the monitor and the trainer live in the caller's thread. Times are the game clock's;
/// what is known of robot and ball is as old as the last message to monitors, 0.04 s with a usual
/// server. Once the server is gone or misbehaves, nothing passes any more, and `fault` says why.
class ServerRobot final : public SkillRobot {
public:
    /// Errors: those of `MatchWatch::connect` and of `runtime::check`; Io for an agent port that
    /// takes nobody or sends no percepts; InvalidArgument if the server refuses team or number.
    [[nodiscard]] static base::Expected<std::unique_ptr<ServerRobot>> join(
        const ServerRobotSettings& settings);

    /// Puts it somewhere by trainer commands, in play mode `PlayOn` early in a half: standing, or
    /// fallen to a side by itself, as it cannot be put down lying.
    /// Errors: Io for a server that is gone or does not do what trainers say; Internal for a robot
    /// that cannot be made to stand, or to lie on that side, in several attempts.
    base::Expected<void> assume(const ServerStart& start, base::Rng& rng);
    /// Puts the ball somewhere, at rest, in play mode `PlayOn`.
    /// Errors: as of `assume`.
    base::Expected<void> placeBall(const Eigen::Vector2d& p_S);
    /// The trial begins.
    /// @param behavior a copy of it acts from the next cycle on
    void begin(std::shared_ptr<const behavior::Behavior> behavior);

    bool cycle(const motion::WalkCommand& command) override;
    /// Where to go and stand, for a behavior that finds the way on its own: from the next cycle on.
    /// @param place in the field frame that began below the feet of the robot, x ahead
    void goTo(const behavior::GoToPlace& place);
    /// Whether the behavior says that it has done its work.
    [[nodiscard]] bool isDone() const { return m_cue->isDone; }
    [[nodiscard]] double timeS() const override { return m_clockS - m_beganS; }
    [[nodiscard]] Eigen::Vector2d place() const override;
    [[nodiscard]] double headingRad() const override { return m_headingRad; }
    [[nodiscard]] double turnedRad() const override { return m_turnedRad; }
    [[nodiscard]] bool isFallen() const override { return truth().isFallen(); }
    [[nodiscard]] bool isWalking() const override { return reason() == "walking"; }

    /// What the behavior does, as it says.
    [[nodiscard]] std::string_view reason() const { return m_frame.decision.reason; }
    /// The ground below its feet, see `groundBelow`.
    [[nodiscard]] math::Pose ground() const;
    /// As it was when the trial began.
    [[nodiscard]] const math::Pose& beganOn() const { return m_X_SGround; }
    [[nodiscard]] Eigen::Vector3d ball_S() const;
    [[nodiscard]] double ballMps() const { return m_ball_SMps.norm(); }
    [[nodiscard]] const Eigen::Vector3d& ball_SMps() const { return m_ball_SMps; }
    [[nodiscard]] const math::Pose& torso() const { return truth().X_STorso(); }
    /// As it has measured them.
    [[nodiscard]] std::span<const world::JointBelief> joints() const { return m_frame.body.joints; }
    [[nodiscard]] std::string_view playMode() const { return m_watch.frame().game.playModeName(); }
    [[nodiscard]] game::Side side() const { return m_frame.identity.robot.side; }
    [[nodiscard]] const std::optional<base::Error>& fault() const { return m_fault; }

private:
    ServerRobot(const ServerRobotSettings& settings, MatchWatch watch, net::FrameClient link);

    bool fail(base::ErrorCode code, std::string message, std::string expected = {});
    bool fail(base::Error error);
    [[nodiscard]] tl::unexpected<base::Error> failure() const;
    bool awaitJoining();
    bool answer();
    bool step();
    [[nodiscard]] bool isBehind() const;
    bool takeTruth();
    template <typename Done>
    bool passUntil(double mostS, const Done& done);
    bool send(const monitor::TrainerCommand& command);
    void hold(std::vector<double> poseRad, double mostRadPerS);
    [[nodiscard]] bool isPosed() const;
    void letPlay();
    bool putUpright(const Eigen::Vector3d& p_F);
    bool letFall(keyframe::StartPose pose, const std::vector<double>& anglesRad);
    bool waitUntilStill();
    [[nodiscard]] const monitor::RobotFrame& truth() const { return *m_truth; }

    ServerRobotSettings m_settings;
    MatchWatch m_watch;
    net::FrameClient m_link;
    std::shared_ptr<Cue> m_cue = std::make_shared<Cue>();
    runtime::AgentCycle m_cycle;
    world::AgentFrame m_frame;
    const monitor::RobotFrame* m_truth = nullptr; ///< in the last frame of `m_watch`
    std::optional<base::Error> m_fault;
    double m_clockS = 0.0;       ///< the game clock of `m_truth`
    double m_truthEveryS = 0.04; ///< so far apart are the game clocks of two truths
    Eigen::Vector3d m_ball_SMps = Eigen::Vector3d::Zero();
    Eigen::Vector3d m_p_SBall = Eigen::Vector3d::Zero(); ///< of `m_truth`
    math::Pose m_X_SGround;                              ///< at the start
    double m_beganS = 0.0;
    double m_headingRad = 0.0;
    double m_turnedRad = 0.0;
};

} // namespace sideline::training
