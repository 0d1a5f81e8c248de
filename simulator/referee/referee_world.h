#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <Eigen/Geometry>

#include "agentcore/game/player_id.h"
#include "agentcore/robot/robot_model.h"
#include "simulator/robot/self_contacts.h"

namespace sideline::simulator {

/// Position and velocity of a robot's torso; server frame S.
struct TorsoMotion {
    Eigen::Vector3d p_S = Eigen::Vector3d::Zero();
    Eigen::Vector3d velocity_SMps = Eigen::Vector3d::Zero();
};

/// A contact of two opposing robots in the last step.
struct OpponentContact {
    game::PlayerId left;
    game::PlayerId right;
    Eigen::Vector3d p_S = Eigen::Vector3d::Zero();
};

/// The rules' interface to the world, implemented by the simulation and by scripted test scenes.
/// Moved objects are immediately visible at their new positions.
class RefereeWorld {
public:
    RefereeWorld() = default;
    RefereeWorld(const RefereeWorld&) = delete;
    RefereeWorld& operator=(const RefereeWorld&) = delete;
    virtual ~RefereeWorld() = default;

    /// All robots with a team and a number, in order of arrival.
    [[nodiscard]] virtual std::span<const game::PlayerId> players() const = 0;
    [[nodiscard]] virtual TorsoMotion motion(const game::PlayerId& player) const = 0;
    /// The bounding rectangle on the ground of a robot's colliders.
    [[nodiscard]] virtual Eigen::AlignedBox2d footprint(const game::PlayerId& player) const = 0;
    /// Shifts a robot so that its torso is at `p_S`; it keeps its posture, and its velocity becomes
    /// zero.
    virtual void movePlayer(const game::PlayerId& player, const Eigen::Vector3d& p_S) = 0;

    /// As `simulator::selfContacts`.
    [[nodiscard]] virtual std::vector<SelfContact> selfContacts(const game::PlayerId& player,
                                                                double toleranceM) const = 0;
    [[nodiscard]] virtual const robot::RobotModel& model(const game::PlayerId& player) const = 0;
    /// Stops a joint and ignores its commands, or returns control of it to its agent.
    virtual void setJointFrozen(const game::PlayerId& player, robot::JointId joint,
                                bool isFrozen) = 0;

    [[nodiscard]] virtual Eigen::Vector3d ballPosition_S() const = 0;
    [[nodiscard]] virtual Eigen::Vector3d ballVelocity_SMps() const = 0;
    /// Moves the ball; it is at rest afterward.
    virtual void moveBall(const Eigen::Vector3d& p_S) = 0;
    /// The side whose goal box the ball touched in the last step.
    [[nodiscard]] virtual game::Side ballInGoalOf() const = 0;

    /// Robots that touched the ball in the last step, in the order of their keys.
    [[nodiscard]] virtual std::span<const game::PlayerId> ballTouchers() const = 0;
    [[nodiscard]] virtual std::span<const OpponentContact> opponentContacts() const = 0;
    /// Pairs of robots of one team that touched in the last step.
    [[nodiscard]] virtual std::span<const std::pair<game::PlayerId, game::PlayerId>> mateContacts()
        const = 0;
};

} // namespace sideline::simulator
