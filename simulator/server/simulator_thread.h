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
#include "simulator/simulation/simulation.h"

namespace sideline::simulator {

/// What can be asked of a running simulator; done between two cycles, in order.
namespace command {
struct Pause {};
struct Resume {};
/// Runs so many cycles, then pauses.
struct Step {
    int cycles = 1;
};
/// Times real time; 0 for as fast as possible.
struct SetSpeed {
    double factor = 1.0;
};
struct SetSensors {
    SensorSwitches sensors;
};
struct SetRules {
    game::Rules rules;
};
/// Saves a snapshot under a name, to come back to.
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
/// Kicks a body at a point of it with an impulse, newton-seconds in server coordinates.
struct Push {
    game::PlayerId robot;
    robot::BodyId body;
    Eigen::Vector3d p_S = Eigen::Vector3d::Zero();
    Eigen::Vector3d impulse_SNs = Eigen::Vector3d::Zero();
};
/// Pulls a point of a body (or the ball, for an object without robot) to a place with a soft
/// spring, until `LetGo`. While paused the whole robot is put there, at rest, above the ground.
struct Pull {
    monitor::ObjectId object;
    Eigen::Vector3d grip_Body = Eigen::Vector3d::Zero(); ///< where it is held, in its own frame
    Eigen::Vector3d target_S = Eigen::Vector3d::Zero();
};
struct LetGo {};
/// Fixes a torso where it is (in the air, if it is there), or lets it fall.
struct Hold {
    game::PlayerId robot;
    bool isHeld = true;
};
/// Whether things fall. Without gravity a robot stays in the air where it is put.
struct SetGravity {
    bool hasGravity = true;
};
/// An own robot without an agent: stands in the field, joints at rest.
struct AddRobot {
    std::string team;
    int unum = 0;
    int typeNumber = 0;
    math::Pose X_STorso;
};
struct RemoveRobot {
    game::PlayerId robot;
};
/// Writes the match as a `sparkmonitor.log` from now on, or ends it.
struct RecordMatch {
    std::filesystem::path file; ///< replaced with the first message if it is there; empty to end
};
/// Writes the situation of the match as a file to begin another match with.
struct SaveSituation {
    std::filesystem::path file; ///< replaced if it is there
};
/// Adds forces, torques and shapes to every frame, or stops it.
struct ShowPhysics {
    bool isShown = true;
};
} // namespace command

using SimulatorCommand =
    std::variant<command::Pause, command::Resume, command::Step, command::SetSpeed,
                 command::SetSensors, command::SetRules, command::SaveSnapshot,
                 command::RestoreSnapshot, command::DropSnapshot, command::Trainer, command::Push,
                 command::Pull, command::LetGo, command::Hold, command::AddRobot,
                 command::RemoveRobot, command::RecordMatch, command::ShowPhysics,
                 command::SetGravity, command::SaveSituation>;

/// What acts inside of the physical world at one instant, for drawing; server frame S.
struct PhysicsDetails {
    struct ContactForce {
        Eigen::Vector3d p_S;
        Eigen::Vector3d force_SN;
    };
    struct JointTorque {
        Eigen::Vector3d p_S;       ///< anchor
        Eigen::Vector3d axis_S;    ///< unit
        double torqueNm = 0.0;     ///< of the motor, about the axis
        double shareOfLimit = 0.0; ///< 0 to 1
    };
    struct Mass {
        Eigen::Vector3d p_S;
        double massKg = 0.0;
        bool isCenter = false; ///< the whole robot, in its center of mass
    };
    struct Collider {
        math::Pose X_SBody;
        robot::Shape shape;
        bool isAwake = true;
    };
    std::vector<ContactForce> contacts;
    std::vector<JointTorque> torques;
    std::vector<Mass> masses; ///< of every robot, its center of mass last
    std::vector<Collider> colliders;
};

/// One instant of a running simulator, for the screen.
struct SimulatorFrame {
    /// Its record time is the simulated time since the start; it continues when a snapshot is
    /// gone back to.
    monitor::MatchFramePtr match;
    std::shared_ptr<const PhysicsDetails> physics; ///< null unless asked for
    int restores = 0;                              ///< how often a snapshot was gone back to
};

/// One agent or robot, for a list.
struct SimulatorRobot {
    game::PlayerId id;
    std::string team;
    int typeNumber = 0;
    bool hasAgent = false; ///< false for robots that the user has put there
    bool isHeld = false;
    double meanWaitS = 0.0;    ///< in sync mode, that everybody waits for its agent per cycle
    double waitS = 0.0;        ///< the same just now, once it is more than 1 s
    bool isLeftBehind = false; ///< in sync mode, the match continues without its agent
    bool isStandIn = false;    ///< of the start situation: whoever gets its number takes it over
};

/// How a simulator is doing.
struct SimulatorStatus {
    bool isRunning = false; ///< false after it has stopped
    std::string fault;      ///< why it has stopped by itself; empty if it was asked to
    bool isPaused = false;
    bool hasGravity = true;
    bool isWaitingToStart = false; ///< a start situation waits for its players
    double speed = 1.0;            ///< wanted, times real time; 0 for as fast as possible
    double measuredSpeed = 0.0;    ///< over the last half second
    std::uint64_t cycle = 0;
    std::vector<SimulatorRobot> robots;
    std::uint16_t agentPort = 0; ///< 0 while agents cannot connect
    std::uint16_t monitorPort = 0;
    std::size_t monitorCount = 0;
    std::filesystem::path recording;    ///< the log that is written; empty for none
    std::vector<ServerOutput> outputs;  ///< that log, and the files of the server's settings
    std::vector<std::string> snapshots; ///< names of snapshots, oldest first
    std::vector<std::string> notes; ///< new since the last status: connections, faults, refusals
};

/// A simulator with its ports in a thread of its own.
///
/// All functions may be called from one thread, which is not the simulator's; they never wait for
/// a cycle, except the destructor and `stop`.
class SimulatorThread {
public:
    struct Settings {
        SimulationSettings simulation;
        ServerSettings server;
        bool opensPorts = true; ///< whether agents and monitors can connect
        bool isPaused = false;
        double speed = 1.0;
        std::shared_ptr<MatchSink> sink; ///< for the whole match, at a monitor's rate; may be null
    };

    /// Errors: what `Server::open` says of ports that are taken.
    [[nodiscard]] static base::Expected<std::unique_ptr<SimulatorThread>> start(
        const Settings& settings);
    ~SimulatorThread();
    SimulatorThread(const SimulatorThread&) = delete;
    SimulatorThread& operator=(const SimulatorThread&) = delete;

    /// Where agents and monitors can connect from the start on; 0 without ports.
    [[nodiscard]] std::uint16_t agentPort() const;
    [[nodiscard]] std::uint16_t monitorPort() const;
    void post(SimulatorCommand command);
    /// The newest frame since the last call, if there is one.
    [[nodiscard]] std::optional<SimulatorFrame> takeFrame();
    /// The newest status since the last call; several times a second, also when paused.
    [[nodiscard]] std::optional<SimulatorStatus> takeStatus();

private:
    struct Impl;
    explicit SimulatorThread(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::simulator
