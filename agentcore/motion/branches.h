#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "agentcore/robot/ids.h"

namespace sideline::motion {

class JointTrajectory;

/// What a robot senses of itself when a motion asks whether to go over to another one.
enum class ConditionKind : std::uint8_t {
    Always,           ///< needs nothing
    Fallen,           ///< lies, on whichever side
    FallenOnFront,    ///< lies, and its front points down
    FallenOnBack,     ///< lies, and its back points down
    FallenOnLeft,     ///< lies, and its left side points down
    FallenOnRight,    ///< lies, and its right side points down
    Upright,          ///< the torso's tilt is below 25 degrees
    LeftFootContact,  ///< the left foot touches something
    RightFootContact, ///< the right foot touches something
    BothFeetContact,  ///< both feet touch something
    AnyFootContact,   ///< at least one foot touches something
    JointOff,         ///< a joint is further from where it was asked to be than some angle
};

/// When a motion goes over to another one, in numbers for a robot.
struct TrajectoryCondition {
    ConditionKind kind = ConditionKind::Always;
    bool isNegated = false; ///< holds when what `kind` says is not so
    robot::JointId joint;   ///< of `JointOff`
    double angleRad = 0.0;  ///< of `JointOff`, 0 or more
    [[nodiscard]] bool operator==(const TrajectoryCondition&) const = default;
};

/// A time at which a motion goes over to another one if a condition holds then.
struct TrajectoryBranch {
    double timeS = 0.0; ///< in the motion; its length for one at the end
    TrajectoryCondition condition;
    std::string motion; ///< name of the other one, as it is written
    [[nodiscard]] bool operator==(const TrajectoryBranch&) const = default;
};

/// How many motions a player goes over to one after the other before it stays with the last one:
/// what goes round in circles ends.
inline constexpr int kMostMotionsInARow = 16;

/// The motions that a motion may go over to, and those that these may go over to. Immutable once
/// built; any thread may read.
struct BranchTargets {
    struct Target {
        std::string name; ///< as people read it
        /// For the same robot; null for the first, which is the motion that these are targets of.
        std::shared_ptr<const JointTrajectory> trajectory;
        /// One per branch of the motion: place in `motions`, or below 0 if it could not be found
        /// and the branch is ignored.
        std::vector<int> next;
    };
    std::vector<Target> motions; ///< the first is the motion itself
};

/// What a player must know of the robot besides its joints.
struct PlayerSenses {
    bool leftFootTouches = false;
    bool rightFootTouches = false;
    bool isFallen = false;
    double turningRadPerS = 0.0; ///< length of the gyro's vector
    // Heights of the torso's unit axes over its center, from -1 to 1.
    double up = 1.0;      ///< of the one that points up when it stands: cosine of the tilt
    double frontUp = 0.0; ///< of the one forward: 1 when it lies on its back
    double leftUp = 0.0;  ///< of the one to its left: 1 when it lies on its right side
};

/// Whether a condition holds.
/// @param offRad how far its joint is from where it was asked to be, rad, 0 or more; only read for
///     `JointOff`
[[nodiscard]] bool holds(const TrajectoryCondition& condition, const PlayerSenses& senses,
                         double offRad);

} // namespace sideline::motion
