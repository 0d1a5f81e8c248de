#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "agentcore/drawing/shape.h"
#include "agentcore/game/play_mode.h"
#include "agentcore/game/player_id.h"
#include "agentcore/localization/pose_estimator.h"
#include "agentcore/math/pose.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/world/body_readings.h"
#include "agentcore/world/decision_trace.h"
#include "agentcore/world/situation.h"

namespace sideline::world {

/// Identity of an agent.
struct AgentIdentity {
    std::string team;
    game::PlayerId robot; ///< side None until the server reports it
    int typeNumber = 0;
    robot::RobotModelPtr model; ///< null only in a damaged recording
    [[nodiscard]] bool operator==(const AgentIdentity&) const = default;
};

/// The state of the game as last reported by the server.
struct GameBelief {
    double serverTimeS = 0.0;
    double gameTimeS = 0.0;
    std::optional<game::PlayMode> playMode;
    int ownScore = 0;
    int opponentScore = 0;
    double ageS = 0.0; ///< time since the last report of the game state
};

/// One joint in the three body models: the measured angle, the angle expected after pending
/// commands have taken effect, and the target angle. Radians.
struct JointBelief {
    double measuredRad = 0.0;
    double expectedRad = 0.0;
    double targetRad = 0.0;
    double commandRadPerS = 0.0; ///< speed commanded in this cycle
};

/// Force on a foot or toe as reported by its perceptor, in the frame of `body`.
struct ForceBelief {
    robot::BodyId body;
    Eigen::Vector3d center_Body = Eigen::Vector3d::Zero(); ///< m
    Eigen::Vector3d force_BodyN = Eigen::Vector3d::Zero();
};

/// The agent's own body.
struct BodyBelief {
    std::vector<JointBelief> joints; ///< one per joint of the model, in its order
    Eigen::Vector3d gyro_TRadPerS = Eigen::Vector3d::Zero();
    Eigen::Vector3d acceleration_TMps2 = Eigen::Vector3d::Zero(); ///< 0 0 9.81 when upright at rest
    /// Up direction in the torso frame, estimated from gyro and accelerometer (see `TiltFilter`),
    /// for balance, also while falling and getting up. Not recorded.
    Eigen::Vector3d up_T = Eigen::Vector3d::UnitZ();
    std::vector<ForceBelief> forces; ///< forces on bodies with contact in this cycle
    std::vector<robot::BodyId>
        touching; ///< bodies whose touch perceptor reports contact in this cycle
    BodyReadings readings;
    localization::PoseEstimate pose; ///< in the server frame S
    math::Pose X_FT;                 ///< pose of the torso in the field frame F; only valid if
                                     ///< `pose.isValid`
    bool isFallen = false;
};

/// The believed state of the ball. Field frame F.
struct BallBelief {
    bool isKnown = false;
    Eigen::Vector3d p_F = Eigen::Vector3d::Zero();
    Eigen::Vector3d velocity_FMps = Eigen::Vector3d::Zero();
    Eigen::Vector3d p_T = Eigen::Vector3d::Zero(); ///< position in the torso frame
    double ageS = 0.0;                             ///< time since it was last seen
    /// Covariance of position and velocity in F: m^2, m^2/s, m^2/s^2.
    Eigen::Matrix<double, 6, 6> covariance = Eigen::Matrix<double, 6, 6>::Zero();
    bool isFlying = false;
    bool isHeard = false;                             ///< whether it is known only from a
                                                      ///< teammate's message
    Eigen::Vector3d rest_F = Eigen::Vector3d::Zero(); ///< predicted resting place
    double confidence = 0.0;                          ///< from 1 (just seen) to 0
};
/// A named body part of another robot, as seen.
struct PartBelief {
    bool isSeen = false;
    Eigen::Vector3d p_F = Eigen::Vector3d::Zero();
};
struct PlayerBelief {
    bool isTeammate = false;
    int unum = 0; ///< 0 if not reported
    Eigen::Vector3d p_F = Eigen::Vector3d::Zero();
    double headingRad = 0.0; ///< heading in F; only valid if `hasHeading`
    bool hasHeading = false;
    bool isFallen = false;
    double ageS = 0.0;
    Eigen::Vector3d velocity_FMps = Eigen::Vector3d::Zero();
    double positionSigmaM = 0.0; ///< one standard deviation on the ground
    double confidence = 0.0;     ///< from 1 (just seen) to 0
    bool isHeard = false;        ///< whether it is known only from a teammate's message
    /// Parts as last seen: head, rlowerarm, llowerarm, rfoot, lfoot.
    std::array<PartBelief, 5> parts{};
};
/// A flag, post or line end seen in this cycle, projected with the believed pose. Field frame F.
struct SeenLandmark {
    std::string name; ///< `F1L` ...; empty for a line
    Eigen::Vector3d p_F = Eigen::Vector3d::Zero();
};
struct SeenLine {
    Eigen::Vector3d from_F = Eigen::Vector3d::Zero();
    Eigen::Vector3d to_F = Eigen::Vector3d::Zero();
};
struct WorldBelief {
    BallBelief ball;
    std::vector<PlayerBelief> players;
    bool hasVision = false; ///< whether a vision percept arrived in this cycle
    std::vector<SeenLandmark> landmarks;
    std::vector<SeenLine> lines;
    struct Heard {
        std::string team;
        std::string text;
        double directionRad = 0.0;
        bool isOwn = false;
        double ageS = 0.0;
    };
    std::vector<Heard> heard; ///< in this cycle
};

/// The agent's current action and its reason.
struct Decision {
    std::string behavior; ///< name of the behavior, such as `stand and look`
    std::string reason;   ///< reason in one short sentence; may be empty
    bool isUserControlled = false;
    DecisionTrace trace; ///< trace of decision makers that provide one; otherwise empty
};

/// A number to be plotted over time.
struct DebugValue {
    std::string name; ///< dotted path, such as `head.errorRad`
    double value = 0.0;
};

/// Times within a cycle, by the process's steady clock.
struct CycleTiming {
    std::chrono::nanoseconds receivedAt{
        0}; ///< time of the last byte of the percepts, since the clock's epoch
    std::chrono::nanoseconds parse{0};
    std::chrono::nanoseconds update{0};
    std::chrono::nanoseconds decide{0};
    std::chrono::nanoseconds senseToAct{0}; ///< time from `receivedAt` until the command was sent
};

/// Error counters of the connection.
struct AgentCounters {
    std::uint64_t unknownPercepts = 0;
    std::uint64_t damagedMessages = 0;
    std::uint64_t missedCycles = 0; ///< cycles of server time without a message
    std::uint64_t lateAnswers = 0;  ///< answers sent after the server's next message had arrived
    std::uint64_t reconnects = 0;
};

/// One complete cycle of one agent: percepts, beliefs, decision and commands. Immutable once
/// published; panels, recorders and tools use this value.
struct AgentFrame {
    std::uint64_t cycle = 0; ///< messages since the start of the agent, from 0
    AgentIdentity identity;
    std::string perceptText; ///< as received
    std::string commandText; ///< as sent, without `(syn)`
    CycleTiming timing;
    AgentCounters counters;
    GameBelief game;
    BodyBelief body;
    WorldBelief world;
    SituationBelief situation;
    Decision decision;
    std::vector<DebugValue> values;
    std::vector<drawing::NamedShape> drawings;
    std::vector<std::string> lines; ///< output lines of this cycle
};

using AgentFramePtr = std::shared_ptr<const AgentFrame>;

/// Whether a frame comes from observing an external program, whose own beliefs and decisions are
/// unknown.
[[nodiscard]] inline bool isObserved(const AgentFrame& frame) {
    return frame.decision.behavior.empty() && frame.decision.trace.isEmpty();
}

/// Receives every frame, in order, in the agent's own thread; must not block it.
class FrameSink {
public:
    virtual ~FrameSink() = default;
    virtual void take(const AgentFramePtr& frame) = 0;
};

/// Up direction in the torso frame: from the pose or, while it is unknown, from the accelerometer.
/// Unit vector.
[[nodiscard]] Eigen::Vector3d upOf(const BodyBelief& body);

/// Transform between server frame and field frame: identity for the left team, a rotation by 180
/// degrees for the right. The only code that depends on the side.
/// @param side of our team; None counts as left
[[nodiscard]] math::Pose fieldFromServer(game::Side side);

} // namespace sideline::world
