#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/error.h"
#include "agentcore/game/player_id.h"
#include "agentcore/game/rules.h"
#include "agentcore/math/pose.h"
#include "agentcore/monitor/match_frame.h"
#include "agentcore/monitor/object_id.h"
#include "agentcore/monitor/trainer_command.h"
#include "agentcore/robot/robot_model.h"
#include "simulator/server/match_sink.h"
#include "simulator/server/server.h"
#include "simulator/server/server_output.h"
#include "simulator/simulation/match_control.h"
#include "simulator/simulation/physics_details.h"
#include "simulator/simulation/simulation.h"

namespace sideline::simulator {

/// Commands to a running simulator; executed between two cycles, in order.
namespace command {
struct Pause {};
struct Resume {};
/// Runs this many cycles, then pauses.
struct Step {
    int cycles = 1;
};
/// Speed as a multiple of real time; 0 for as fast as possible.
struct SetSpeed {
    double factor = 1.0;
};
struct SetSensors {
    SensorSwitches sensors;
};
struct SetRules {
    game::Rules rules;
};
/// Saves a snapshot under a name.
struct SaveSnapshot {
    std::string name;
};
struct RestoreSnapshot {
    std::string name;
};
struct DropSnapshot {
    std::string name;
};
struct Trainer {
    monitor::TrainerCommand command;
};
/// Applies an impulse to a point of a body or to the ball, newton-seconds in server coordinates.
struct Push {
    monitor::ObjectId object;
    Eigen::Vector3d p_S = Eigen::Vector3d::Zero();
    Eigen::Vector3d impulse_SNs = Eigen::Vector3d::Zero();
};
/// Pulls a point of a body or the ball to a target with a soft spring, until `Release`. While
/// paused, moves the whole robot there, at rest and above the ground.
struct Pull {
    monitor::ObjectId object;
    Eigen::Vector3d grip_Body = Eigen::Vector3d::Zero(); ///< the pulled point, in the body's frame
    Eigen::Vector3d target_S = Eigen::Vector3d::Zero();
};
struct Release {};
/// Fixes a torso at its pose (also in the air) or releases it.
struct Hold {
    game::PlayerId robot;
    bool isHeld = true;
};
/// Switches gravity on or off. Without it a robot stays in the air where it is placed.
struct SetGravity {
    bool hasGravity = true;
};
/// Adds a robot without an agent: it stands on the field with its joints at rest.
struct AddRobot {
    std::string team;
    int unum = 0;
    int typeNumber = 0;
    math::Pose X_STorso;
    std::string robot{}; ///< see `NewRobot::robot`
};
struct RemoveRobot {
    game::PlayerId robot;
};
/// Starts or ends writing the match as a `sparkmonitor.log`.
struct RecordMatch {
    std::filesystem::path file; ///< replaced when the first message is written; empty: ends the log
};
/// Writes the present situation to a file from which a new match can start.
struct SaveSituation {
    std::filesystem::path file; ///< overwritten if it exists
};
/// Turns forces, torques and shapes in every frame on or off.
struct ShowPhysics {
    bool isShown = true;
};
} // namespace command

using SimulatorCommand =
    std::variant<command::Pause, command::Resume, command::Step, command::SetSpeed,
                 command::SetSensors, command::SetRules, command::SaveSnapshot,
                 command::RestoreSnapshot, command::DropSnapshot, command::Trainer, command::Push,
                 command::Pull, command::Release, command::Hold, command::AddRobot,
                 command::RemoveRobot, command::RecordMatch, command::ShowPhysics,
                 command::SetGravity, command::SaveSituation>;

/// One frame of a running simulator, for display.
struct SimulatorFrame {
    /// Its record time is the simulated time since the start and keeps increasing after a snapshot
    /// is restored.
    monitor::MatchFramePtr match;
    std::shared_ptr<const PhysicsDetails> physics; ///< null unless requested
    int restores = 0;                              ///< number of restored snapshots
};

/// One agent or robot, for a list.
struct SimulatorRobot {
    game::PlayerId id;
    std::string team;
    int typeNumber = 0;
    std::string model;     ///< name of its description: `nao`, `T1`; empty without a robot
    bool hasAgent = false; ///< false for robots added by the user
    bool isHeld = false;
    double meanWaitS = 0.0; ///< in sync mode, the mean wait per cycle for its agent
    double waitS = 0.0;     ///< the present wait, once it exceeds 1 s
    bool isSkipped = false; ///< in sync mode, whether the match continues without its agent
    bool isStandIn = false; ///< held for the player with its number in the start situation
};

/// State of a simulator.
struct SimulatorStatus {
    bool isRunning = false; ///< false after it stopped
    std::string fault;      ///< reason of an unexpected stop; empty after a requested one
    bool isPaused = false;
    bool hasGravity = true;
    bool isWaitingToStart = false; ///< a start situation is waiting for its players
    double speed = 1.0;            ///< requested multiple of real time; 0 for as fast as possible
    double measuredSpeed = 0.0;    ///< speed over the last half second
    std::uint64_t cycle = 0;
    std::uint64_t lateAnswers =
        0; ///< late answers of all agents so far; see `runtime::LateAnswers`
    std::vector<SimulatorRobot> robots;
    std::uint16_t agentPort = 0; ///< 0 while agents cannot connect
    std::uint16_t monitorPort = 0;
    std::size_t monitorCount = 0;
    std::filesystem::path recording;    ///< the log being written; empty for none
    std::vector<ServerOutput> outputs;  ///< that log, and the files given by the server's settings
    std::vector<std::string> snapshots; ///< names of snapshots, oldest first
    std::vector<std::string> notes; ///< new since the last status: connections, errors, rejections
};

/// A simulator with its ports in a separate thread.
///
/// All functions may be called from one other thread; they never wait for a cycle, except the
/// destructor and `stop`.
class SimulatorThread {
public:
    struct Settings {
        SimulationSettings simulation; ///< settings of a match of SimSpark's robots
        MatchMaker makeMatch;          ///< creates a match of another family; empty: SimSpark's
        ServerSettings server;
        bool opensPorts = true; ///< whether agents and monitors can connect
        bool isPaused = false;
        /// Whether frames, and messages to the sink, contain the torques of the robots' motors.
        bool reportsTorques = false;
        double speed = 1.0;
        std::shared_ptr<MatchSink>
            sink; ///< receives the whole match at a monitor's rate; may be null
    };

    /// Errors: those of `Server::open` for ports in use.
    [[nodiscard]] static base::Expected<std::unique_ptr<SimulatorThread>> start(
        const Settings& settings);
    ~SimulatorThread();
    SimulatorThread(const SimulatorThread&) = delete;
    SimulatorThread& operator=(const SimulatorThread&) = delete;

    /// The agent port, valid from the start; 0 if there are no ports.
    [[nodiscard]] std::uint16_t agentPort() const;
    [[nodiscard]] std::uint16_t monitorPort() const;
    void post(SimulatorCommand command);
    /// The newest frame since the last call, if any.
    [[nodiscard]] std::optional<SimulatorFrame> takeFrame();
    /// The newest status since the last call; updated several times per second, even while paused.
    [[nodiscard]] std::optional<SimulatorStatus> takeStatus();

private:
    struct Impl;
    explicit SimulatorThread(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::simulator
