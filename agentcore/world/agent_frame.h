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
#include "agentcore/world/decision_trace.h"
#include "agentcore/world/situation.h"

namespace sideline::world {

/// Who an agent is.
struct AgentIdentity {
    std::string team;
    game::PlayerId robot; ///< side None until the server has reported it
    int typeNumber = 0;
    robot::RobotModelPtr model; ///< null only in a damaged recording
    [[nodiscard]] bool operator==(const AgentIdentity&) const = default;
};

/// What the agent knows of the game, as the server reported it last.
struct GameBelief {
    double serverTimeS = 0.0;
    double gameTimeS = 0.0;
    std::optional<game::PlayMode> playMode;
    int ownScore = 0;
    int opponentScore = 0;
    double ageS = 0.0; ///< since the server last reported the state of the game
};

/// One joint in the three bodies of the agent model: what was measured, what is expected when the
/// commands on their way have acted, and what is wanted. Radians.
struct JointBelief {
    double measuredRad = 0.0;
    double expectedRad = 0.0;
    double wantedRad = 0.0;
    double commandRadPerS = 0.0; ///< speed that was sent in this cycle
};

/// A foot's (or toe's) force as its perceptor reported it; in the frame of `body`.
struct ForceBelief {
    robot::BodyId body;
    Eigen::Vector3d center_Body = Eigen::Vector3d::Zero(); ///< m
    Eigen::Vector3d force_BodyN = Eigen::Vector3d::Zero();
};

/// The agent's own body.
struct BodyBelief {
    std::vector<JointBelief> joints; ///< one per joint of the model, in its order
    Eigen::Vector3d gyro_TRadPerS = Eigen::Vector3d::Zero();
    Eigen::Vector3d acceleration_TMps2 = Eigen::Vector3d::Zero(); ///< upright at rest: 0 0 9.81
    /// Which way is up as gyro and accelerometer say (see `TiltFilter`), seen from the torso: for
    /// balance, also while falling and getting up. Not recorded.
    Eigen::Vector3d up_T = Eigen::Vector3d::UnitZ();
    std::vector<ForceBelief> forces;     ///< of what touches something in this cycle
    std::vector<robot::BodyId> touching; ///< bodies whose touch perceptor says so in this cycle
    double batteryLevel = -1.0;          ///< negative: not reported
    double temperatureC = -1.0;          ///< negative: not reported
    localization::PoseEstimate pose;     ///< in the server frame S
    math::Pose X_FT;                     ///< torso in the field frame F; only if `pose.isValid`
    bool isFallen = false;
};

/// A thing on the ground or in the air that the agent believes in. Field frame F.
struct BallBelief {
    bool isKnown = false;
    Eigen::Vector3d p_F = Eigen::Vector3d::Zero();
    Eigen::Vector3d velocity_FMps = Eigen::Vector3d::Zero();
    Eigen::Vector3d p_T = Eigen::Vector3d::Zero(); ///< seen from the torso
    double ageS = 0.0;                             ///< since it was last seen
    /// Of position, then velocity, in F: m^2, m^2/s, m^2/s^2.
    Eigen::Matrix<double, 6, 6> covariance = Eigen::Matrix<double, 6, 6>::Zero();
    bool isFlying = false;
    bool isHeard = false; ///< no vision frame of its own, but a teammate's words
    Eigen::Vector3d rest_F = Eigen::Vector3d::Zero(); ///< where it will come to rest untouched
    double confidence = 0.0;                          ///< from 1, just seen, to 0
};
/// A named part of another robot's body that was seen.
struct PartBelief {
    bool isSeen = false;
    Eigen::Vector3d p_F = Eigen::Vector3d::Zero();
};
struct PlayerBelief {
    bool isTeammate = false;
    int unum = 0; ///< 0 if it was not reported
    Eigen::Vector3d p_F = Eigen::Vector3d::Zero();
    double headingRad = 0.0; ///< in F; only if `hasHeading`
    bool hasHeading = false;
    bool isFallen = false;
    double ageS = 0.0;
    Eigen::Vector3d velocity_FMps = Eigen::Vector3d::Zero();
    double positionSigmaM = 0.0; ///< one standard deviation on the ground
    double confidence = 0.0;     ///< from 1, just seen, to 0
    bool isHeard = false;        ///< no vision frame of its own, but a teammate's words
    /// Parts as they were seen last: head, rlowerarm, llowerarm, rfoot, lfoot.
    std::array<PartBelief, 5> parts{};
};
/// A flag, post or line end that was seen in this cycle, put where the belief says. Field frame F.
struct SeenLandmark {
    std::string name; ///< `F1L` ... ; empty for a line
    Eigen::Vector3d p_F = Eigen::Vector3d::Zero();
};
struct SeenLine {
    Eigen::Vector3d from_F = Eigen::Vector3d::Zero();
    Eigen::Vector3d to_F = Eigen::Vector3d::Zero();
};
struct WorldBelief {
    BallBelief ball;
    std::vector<PlayerBelief> players;
    bool hasVision = false; ///< whether this cycle brought a vision percept
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

/// What the agent does, and why.
struct Decision {
    std::string behavior; ///< as `stand and look`
    std::string reason;   ///< one short sentence; may be empty
    bool isUserControlled = false;
    DecisionTrace trace; ///< how a decision maker that explains itself came to it; else empty
};

/// A number that somebody wants to see as a curve.
struct DebugValue {
    std::string name; ///< dotted path, such as `head.errorRad`
    double value = 0.0;
};

/// When things happened in a cycle, in the process's steady clock.
struct CycleTiming {
    std::chrono::nanoseconds receivedAt{0}; ///< last byte of the percepts; since the clock's epoch
    std::chrono::nanoseconds parse{0};
    std::chrono::nanoseconds update{0};
    std::chrono::nanoseconds decide{0};
    std::chrono::nanoseconds senseToAct{0}; ///< from `receivedAt` until the command was sent
};

/// What went wrong so far on the connection.
struct AgentCounters {
    std::uint64_t unknownPercepts = 0;
    std::uint64_t damagedMessages = 0;
    std::uint64_t missedCycles = 0; ///< cycles of server time for which no message came
    std::uint64_t reconnects = 0;
};

/// Everything about one cycle of one agent: what it received, believes, decided and sent.
/// Immutable once published; panels, recorders and tools consume this value.
struct AgentFrame {
    std::uint64_t cycle = 0; ///< messages since the agent was started, from 0
    AgentIdentity identity;
    std::string perceptText; ///< as it came
    std::string commandText; ///< as it was sent, without `(syn)`
    CycleTiming timing;
    AgentCounters counters;
    GameBelief game;
    BodyBelief body;
    WorldBelief world;
    SituationBelief situation;
    Decision decision;
    std::vector<DebugValue> values;
    std::vector<drawing::NamedShape> drawings;
    std::vector<std::string> lines; ///< text output of this cycle
};

using AgentFramePtr = std::shared_ptr<const AgentFrame>;

/// Whether a frame is of a program that was looked at from outside: what it believes itself and how
/// it decides is not known.
[[nodiscard]] inline bool isObserved(const AgentFrame& frame) {
    return frame.decision.behavior.empty() && frame.decision.trace.isEmpty();
}

/// Takes every frame, in order, from the agent's own thread; must not block it.
class FrameSink {
public:
    virtual ~FrameSink() = default;
    virtual void take(const AgentFramePtr& frame) = 0;
};

/// Which way is up, seen from the torso: as its pose says; while that is not known, as the
/// accelerometer does. Unit vector.
[[nodiscard]] Eigen::Vector3d upOf(const BodyBelief& body);

/// Server frame to field frame and back: the same for the left team, turned by half for the right.
/// This is the one place where the side matters.
/// @param side side of the own team; None counts as left
[[nodiscard]] math::Pose fieldFromServer(game::Side side);

} // namespace sideline::world
