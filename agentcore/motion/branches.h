#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "agentcore/robot/ids.h"

namespace sideline::motion {

class JointTrajectory;

/// Condition under which a motion branches to another one.
enum class ConditionKind : std::uint8_t {
    Always,           ///< unconditional
    Fallen,           ///< lying, on any side
    FallenOnFront,    ///< lying, front side down
    FallenOnBack,     ///< lying, back down
    FallenOnLeft,     ///< lying, left side down
    FallenOnRight,    ///< lying, right side down
    Upright,          ///< the torso's tilt is below 25 degrees
    LeftFootContact,  ///< the left foot has contact
    RightFootContact, ///< the right foot has contact
    BothFeetContact,  ///< both feet have contact
    AnyFootContact,   ///< at least one foot has contact
    JointOff,         ///< a joint deviates from its target by more than a given angle
};

/// Condition of a branch, resolved for one robot model.
struct TrajectoryCondition {
    ConditionKind kind = ConditionKind::Always;
    bool isNegated = false; ///< inverts the condition
    robot::JointId joint;   ///< joint of `JointOff`
    double angleRad = 0.0;  ///< angle of `JointOff`, 0 or more
    [[nodiscard]] bool operator==(const TrajectoryCondition&) const = default;
};

/// A time at which a motion branches to another one if a condition holds.
struct TrajectoryBranch {
    double timeS = 0.0; ///< time in the motion; the motion's length for a branch at the end
    TrajectoryCondition condition;
    std::string motion; ///< name of the target motion, as in the file
    [[nodiscard]] bool operator==(const TrajectoryBranch&) const = default;
};

/// Maximum number of consecutive branches, after which the player plays no further motion; prevents
/// endless cycles.
inline constexpr int kMaxMotionsInARow = 16;

/// The motions reachable through branches, directly and indirectly. Immutable once built; any
/// thread may read.
struct BranchTargets {
    struct Target {
        std::string name; ///< for display
        /// Trajectory for the same robot; null for the first entry, which is the source motion
        /// itself.
        std::shared_ptr<const JointTrajectory> trajectory;
        /// One entry per branch of the motion: index into `motions`, or negative if the motion was
        /// not found and the branch is ignored.
        std::vector<int> next;
    };
    std::vector<Target> motions; ///< the first one is the source motion itself
};

/// State of the robot that a player needs in addition to its joints.
struct PlayerSenses {
    bool leftFootTouches = false;
    bool rightFootTouches = false;
    bool isFallen = false;
    double turningRadPerS = 0.0; ///< magnitude of the angular velocity
    // z components of the torso's unit axes, from -1 to 1.
    double up = 1.0;      ///< for the up axis: cosine of the tilt
    double frontUp = 0.0; ///< for the forward axis: 1 when the robot lies on its back
    double leftUp = 0.0;  ///< for the left axis: 1 when the robot lies on its right side
};

/// Whether a condition is met.
/// @param offRad deviation of the joint from its target, rad, 0 or more; only used for `JointOff`
[[nodiscard]] bool holds(const TrajectoryCondition& condition, const PlayerSenses& senses,
                         double offRad);

} // namespace sideline::motion
