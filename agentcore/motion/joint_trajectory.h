#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "agentcore/motion/branches.h"
#include "agentcore/robot/ids.h"

namespace sideline::motion {

/// How a joint comes to a key from the key before it.
enum class Curve : std::uint8_t {
    Hold,   ///< stays where it was and jumps when the key's time comes
    Linear, ///< at constant speed
    Smooth, ///< monotone cubic through the neighboring keys (Fritsch-Carlson): no overshoot
    Sine,   ///< half a cosine wave: starts and ends at rest
    Cubic,  ///< Bezier curve, shaped by the handles of the two keys
};

/// A place that one joint passes. Handles count for cubic curves only: `out` shapes the curve that
/// leaves this key, `in` the curve that comes to it. Both are relative to the key.
struct TrajectoryKey {
    double timeS = 0.0;
    double angleRad = 0.0;
    Curve curve = Curve::Linear; ///< of the way from the key before to this one
    double inTimeS = 0.0;        ///< 0 or less
    double inRad = 0.0;
    double outTimeS = 0.0; ///< 0 or more
    double outRad = 0.0;
    double speedScale = 1.0; ///< of the gain with which the joint is driven on the way to this key
    [[nodiscard]] bool operator==(const TrajectoryKey&) const = default;
};

/// What a motion waits for before it continues.
enum class WaitKind : std::uint8_t { LeftFootContact, RightFootContact, BothFeetContact, Still };

/// A place in time where a motion stands until something happens.
struct TrajectoryWait {
    double timeS = 0.0;
    WaitKind kind = WaitKind::Still;
    double timeoutS = 1.0; ///< continues after this in any case
    [[nodiscard]] bool operator==(const TrajectoryWait&) const = default;
};

/// Times between which a motion is repeated.
struct TrajectoryLoop {
    double beginS = 0.0;
    double endS = 0.0;
    int count = 0; ///< how often the range is played in all; 0 forever
    [[nodiscard]] bool operator==(const TrajectoryLoop&) const = default;
};

/// How the motors follow a motion.
struct Drive {
    /// 0: each cycle's speed brings the joint exactly to its angle of the next cycle. Above 0: the
    /// speed is `gainPerS` times the way that is left, as UT Austin Villa's skills are driven
    /// (there 8.594 / s: 0.15 rad/s for every degree).
    double gainPerS = 0.0;
    /// Added speed for every change of the way that is left from one cycle to the next, 1/s; the
    /// derivative part of UT Austin Villa's controller (there 0.573).
    double derivativeGainPerS = 0.0;
    [[nodiscard]] bool operator==(const Drive&) const = default;
};

/// Slopes of smooth curves at a joint's keys: weighted harmonic means of the slopes on both sides;
/// 0 at turning points, at both ends, and next to curves that are at rest there (hold, sine).
/// @param slopesRadPerS out: one per key
void smoothSlopes(std::span<const TrajectoryKey> keys, std::span<double> slopesRadPerS);

/// A motion in numbers, for one robot type: what each joint does over time. Radians and seconds,
/// joints in the model's order. Immutable once built; any thread may read.
class JointTrajectory {
public:
    JointTrajectory() = default;
    explicit JointTrajectory(std::size_t jointCount) : m_tracks(jointCount) {}

    /// Replaces the keys of a joint.
    /// @param keys in order of time, times at least 0; without keys the motion leaves the joint
    ///     alone
    void setKeys(robot::JointId joint, std::vector<TrajectoryKey> keys);
    [[nodiscard]] std::span<const TrajectoryKey> keys(robot::JointId joint) const;
    [[nodiscard]] std::size_t jointCount() const { return m_tracks.size(); }
    /// Whether the motion moves or holds this joint at all.
    [[nodiscard]] bool moves(robot::JointId joint) const { return !keys(joint).empty(); }

    /// Angle of a joint at a time, rad. Before its first key it comes from `startRad`, by that
    /// key's curve, in the time from 0 to the key; after the last key it stays. Without keys it is
    /// `startRad`. Time is the motion's own: speed and loops do not count.
    [[nodiscard]] double angleRad(robot::JointId joint, double timeS, double startRad) const;
    /// Speed of a joint, rad/s; 0 where it holds, also at the jump.
    [[nodiscard]] double speedRadPerS(robot::JointId joint, double timeS, double startRad) const;
    /// Factor of the drive's gain at a time: that of the key that the joint is on its way to; while
    /// the curve holds, and after the last key, that of the key that it holds (to which a gain
    /// still brings the joint). 1 without one.
    [[nodiscard]] double speedScale(robot::JointId joint, double timeS) const;
    /// All joints at once.
    /// @param startRad, anglesRad one per joint; may be the same
    void sample(double timeS, std::span<const double> startRad, std::span<double> anglesRad) const;

    /// The angle of a joint in the entry pose, or `otherwiseRad` if there is none or the pose
    /// leaves the joint free.
    [[nodiscard]] double entryRadOr(robot::JointId joint, double otherwiseRad) const {
        const bool hasOne =
            joint.index() < entryRad.size() && std::isfinite(entryRad[joint.index()]);
        return hasOne ? entryRad[joint.index()] : otherwiseRad;
    }
    /// Where the motion wants a joint at its begin: in the entry pose, else at time 0.
    [[nodiscard]] double beginRad(robot::JointId joint) const {
        return entryRadOr(joint, angleRad(joint, 0.0, 0.0));
    }

    /// Length of one pass, s: nothing changes after it.
    double lengthS = 0.0;
    double speed = 1.0; ///< how much faster than written it is played, over 0
    Drive drive;
    std::optional<TrajectoryLoop> loop;
    std::vector<TrajectoryWait> waits; ///< in order of time
    bool stopsWhenFallen = false;
    std::vector<TrajectoryBranch> branches; ///< in order of time
    /// What the branches lead to, `motions[0]` being this one; null: they are not followed.
    std::shared_ptr<const BranchTargets> targets;
    /// Pose that the motion wants to start from, rad, one per joint (NaN: any); empty for none.
    std::vector<double> entryRad;
    double entryDurationS = 0.0; ///< time in which the robot is brought to `entryRad`

    [[nodiscard]] bool operator==(const JointTrajectory&) const = default;

private:
    struct Track {
        std::vector<TrajectoryKey> keys;
        std::vector<double> slopesRadPerS; ///< of smooth curves, one per key
        [[nodiscard]] bool operator==(const Track&) const = default;
    };
    std::vector<Track> m_tracks;
};

} // namespace sideline::motion
