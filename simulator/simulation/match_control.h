#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/error.h"
#include "agentcore/game/player_id.h"
#include "agentcore/game/rules.h"
#include "agentcore/math/pose.h"
#include "agentcore/monitor/game_state.h"
#include "agentcore/monitor/object_id.h"
#include "agentcore/monitor/trainer_command.h"
#include "agentcore/robot/robot_model.h"
#include "simulator/sensing/percept_message.h"
#include "simulator/simulation/agent_id.h"
#include "simulator/simulation/match.h"
#include "simulator/simulation/physics_details.h"

namespace sideline::simulator {

/// A robot of a match, or an agent that has none yet.
struct MatchRobot {
    AgentId agent;
    game::PlayerId id; ///< side None and number 0 without a team
    std::string team;
    int typeNumber = 0;         ///< heterogeneous type of a Nao
    robot::RobotModelPtr model; ///< null without a robot
    bool isHeld = false;
    bool isStandIn = false; ///< held for the player with its number in the start situation
};

/// A robot that the user adds to the field.
struct NewRobot {
    std::string team;
    int unum = 0;
    std::string robot;   ///< scene file (SimSpark) or name (`K1`); empty: a Nao or a T1
    int typeNumber = 0;  ///< heterogeneous type of a Nao
    math::Pose X_STorso; ///< robots of rcssservermj are raised to their height at the start
};

/// A saved state of a match; only the control that created it can read it.
class MatchSnapshot {
public:
    virtual ~MatchSnapshot() = default;
};

/// The snapshot of an engine with states of type `State`.
template <typename State>
class SnapshotOf final : public MatchSnapshot {
public:
    explicit SnapshotOf(std::shared_ptr<const State> state) : m_state(std::move(state)) {}

    /// Continues a simulation from a snapshot.
    /// Errors: InvalidArgument for a snapshot of another server family; those of
    /// `Simulation::restore`
    template <typename Simulation>
    static base::Expected<void> restore(Simulation& simulation, const MatchSnapshot& snapshot) {
        const auto* own = dynamic_cast<const SnapshotOf*>(&snapshot);
        return own != nullptr ? simulation.restore(*own->m_state)
                              : base::failure(base::ErrorCode::InvalidArgument,
                                              "the snapshot is one of another server family");
    }

private:
    std::shared_ptr<const State> m_state;
};

/// User actions on a match between two cycles, and the physical quantities that users see.
///
/// Implemented by `SimSparkControl` and `mujoco::LeagueControl`. A call for a ball or robot that
/// does not exist (any more) has no effect. Actions that a server family does not support fail with
/// InvalidArgument and a sentence for the user. Poses are those of the server frame S. One thread,
/// the match's.
class MatchControl {
public:
    virtual ~MatchControl() = default;

    /// All robots in the order in which they joined; for SimSpark also agents without a robot.
    [[nodiscard]] virtual std::vector<MatchRobot> robots() const = 0;
    /// Quantities of the last cycle. SimSpark's motor torques are available from the second call
    /// on.
    [[nodiscard]] virtual PhysicsDetails details() = 0;
    /// Torques of the motors in the last cycle, for each robot with a number. SimSpark's are
    /// available from the second call on.
    [[nodiscard]] virtual std::vector<monitor::MotorTorques> motorTorques() = 0;
    /// The simulated time since the start, s; a restored snapshot resets it.
    [[nodiscard]] virtual double timeS() const = 0;
    /// Whether a start situation waits for its players.
    [[nodiscard]] virtual bool isWaitingToStart() const = 0;
    /// Begins a waiting start situation with the present players.
    virtual void begin() = 0;

    /// Applies an impulse to a point of a body or to the ball in the next cycle.
    /// @param p_S the point; has no effect for the ball
    virtual void push(const monitor::ObjectId& object, const Eigen::Vector3d& p_S,
                      const Eigen::Vector3d& impulse_SNs) = 0;
    /// Pulls a point of a body or the ball to a target, with a soft spring during the next cycle.
    /// @param grip_Body the point, in the body's frame
    /// @return whether the object exists
    virtual bool pull(const monitor::ObjectId& object, const Eigen::Vector3d& grip_Body,
                      const Eigen::Vector3d& target_S) = 0;
    /// Moves the ball or the whole robot, at rest and without changing its posture, so that a point
    /// of a body reaches a target, but no part gets below the ground.
    virtual void carry(const monitor::ObjectId& object, const Eigen::Vector3d& grip_Body,
                       const Eigen::Vector3d& target_S) = 0;
    /// Fixes a torso at its pose, after lifting the robot clear of the ground, or releases it.
    virtual void hold(const game::PlayerId& robot, bool isHeld) = 0;
    virtual void setGravity(bool hasGravity) = 0;
    [[nodiscard]] virtual bool hasGravity() const = 0;

    /// Adds a robot without an agent, with its joints at rest.
    /// Errors: InvalidArgument if its number is taken, or the team is full or not accepted.
    virtual base::Expected<void> addRobot(const NewRobot& robot) = 0;
    /// Executes a trainer's command, in the conventions of its server (`monitor::adapted`),
    /// immediately; `KillAgent` removes a robot and its agent. Errors: NotFound for a player that
    /// does not exist.
    virtual base::Expected<void> apply(const monitor::TrainerCommand& command) = 0;

    /// Saves the complete state, bit for bit.
    [[nodiscard]] virtual std::shared_ptr<const MatchSnapshot> save() const = 0;
    /// Continues exactly from a saved state.
    /// Errors: InvalidArgument if robots were added or removed since.
    virtual base::Expected<void> restore(const MatchSnapshot& snapshot) = 0;
    /// The present situation as the text of a file from which a new match can start.
    [[nodiscard]] virtual base::Expected<std::string> situation() const = 0;

    virtual base::Expected<void> setRules(const game::Rules& rules) = 0;
    virtual base::Expected<void> setSensors(const SensorSwitches& sensors) = 0;
};

/// A match with all parts that a simulator needs.
struct PlayedMatch {
    std::unique_ptr<Match> match;
    std::unique_ptr<MatchFeed> feed;
    std::unique_ptr<MatchControl> control;
    std::string settings; ///< JSON, for recordings of the run; empty: it cannot be recorded
};
/// Begins a match. Errors: those of its engine.
using MatchMaker = std::function<base::Expected<PlayedMatch>()>;

} // namespace sideline::simulator
