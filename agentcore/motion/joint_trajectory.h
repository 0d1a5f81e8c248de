#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "agentcore/motion/branches.h"
#include "agentcore/motion/joint_gains.h"
#include "agentcore/robot/ids.h"

namespace sideline::motion {

/// Interpolation of a joint's angle from the previous key to a key.
enum class Curve : std::uint8_t {
    Hold,   ///< keeps the previous angle and jumps at the key's time
    Linear, ///< constant speed
    Smooth, ///< monotone cubic through the neighboring keys (Fritsch-Carlson): no overshoot
    Sine,   ///< half a cosine wave: zero slope at both ends
    Cubic,  ///< Bezier curve, shaped by the handles of the two keys
};

/// A joint angle at one time. Handles apply to cubic curves only: `out` shapes the curve after this
/// key, `in` the curve before it. Both are relative to the key.
struct TrajectoryKey {
    double timeS = 0.0;
    double angleRad = 0.0;
    Curve curve = Curve::Linear; ///< interpolation from the previous key to this one
    double inTimeS = 0.0;        ///< relative to the key's time, 0 or less
    double inRad = 0.0;
    double outTimeS = 0.0; ///< relative to the key's time, 0 or more
    double outRad = 0.0;
    double speedScale = 1.0; ///< factor of the drive's gain on the segment before this key
    /// Gains of the motor on the segment before this key; if not set, `defaultGains`. Only on
    /// servers whose actions have gains.
    std::optional<JointGains> gains = {};
    [[nodiscard]] bool operator==(const TrajectoryKey&) const = default;
};

/// Event until which a motion pauses.
enum class WaitKind : std::uint8_t { LeftFootContact, RightFootContact, BothFeetContact, Still };

/// A time at which a motion pauses until an event occurs.
struct TrajectoryWait {
    double timeS = 0.0;
    WaitKind kind = WaitKind::Still;
    double timeoutS = 1.0; ///< the motion continues after this time even without the event
    [[nodiscard]] bool operator==(const TrajectoryWait&) const = default;
};

/// A repeated range of a motion.
struct TrajectoryLoop {
    double beginS = 0.0;
    double endS = 0.0;
    int count = 0; ///< total number of passes; 0: forever
    [[nodiscard]] bool operator==(const TrajectoryLoop&) const = default;
};

/// Parameters of how motors follow a motion.
struct Drive {
    /// 0: each cycle's speed moves the joint exactly to its next angle. Above 0: the speed is
    /// `gainPerS` times the remaining angle, as in UT Austin Villa's skills (there 8.594 / s: 0.15
    /// rad/s per degree).
    double gainPerS = 0.0;
    /// Additional speed per change of the remaining angle from one cycle to the next, 1/s; the
    /// derivative term of UT Austin Villa's controller (there 0.573).
    double derivativeGainPerS = 0.0;
    [[nodiscard]] bool operator==(const Drive&) const = default;
};

/// Slopes of smooth curves at a joint's keys: weighted harmonic means of the slopes on both sides;
/// 0 at turning points, at both ends, and next to curves with zero slope at the key (hold, sine).
/// @param slopesRadPerS output, one per key
void smoothSlopes(std::span<const TrajectoryKey> keys, std::span<double> slopesRadPerS);

/// A motion resolved for one robot type: the angle of each joint over time. In radians and seconds,
/// with joints in the model's order. Immutable once built; any thread may read.
class JointTrajectory {
public:
    JointTrajectory() = default;
    explicit JointTrajectory(std::size_t jointCount) : m_tracks(jointCount) {}

    /// Replaces the keys of a joint.
    /// @param keys sorted by time, times at least 0; without keys the motion does not control the
    /// joint
    void setKeys(robot::JointId joint, std::vector<TrajectoryKey> keys);
    [[nodiscard]] std::span<const TrajectoryKey> keys(robot::JointId joint) const;
    [[nodiscard]] std::size_t jointCount() const { return m_tracks.size(); }
    /// Whether the motion controls this joint.
    [[nodiscard]] bool moves(robot::JointId joint) const { return !keys(joint).empty(); }

    /// Angle of a joint at the given time, rad. Before the first key, the angle is interpolated
    /// from `startRad` at time 0 with that key's curve; after the last key, it is constant; without
    /// keys, it is `startRad`. Times are the motion's own, without playback speed and loops.
    [[nodiscard]] double angleRad(robot::JointId joint, double timeS, double startRad) const;
    /// Speed of a joint, rad/s; 0 on hold curves, even at the jump.
    [[nodiscard]] double speedRadPerS(robot::JointId joint, double timeS, double startRad) const;
    /// Factor of the drive's gain at the given time: the factor of the next key; on hold curves and
    /// after the last key, that of the previous key; 1 without keys.
    [[nodiscard]] double speedScale(robot::JointId joint, double timeS) const;
    /// Gains of a joint's motor at the given time, taken from the same key as `speedScale`; if not
    /// set, the default gains.
    [[nodiscard]] std::optional<JointGains> gains(robot::JointId joint, double timeS) const;
    /// Evaluates all joints.
    /// @param startRad, anglesRad one per joint; may alias
    void sample(double timeS, std::span<const double> startRad, std::span<double> anglesRad) const;

    /// The angle of a joint in the entry pose, or `otherwiseRad` if the pose does not define it.
    [[nodiscard]] double entryRadOr(robot::JointId joint, double otherwiseRad) const {
        const bool hasOne =
            joint.index() < entryRad.size() && std::isfinite(entryRad[joint.index()]);
        return hasOne ? entryRad[joint.index()] : otherwiseRad;
    }
    /// The angle of a joint at the start of the motion: the angle in the entry pose if there is
    /// one, otherwise at time 0.
    [[nodiscard]] double beginRad(robot::JointId joint) const {
        return entryRadOr(joint, angleRad(joint, 0.0, 0.0));
    }

    /// Duration of one pass, s; angles are constant after it.
    double lengthS = 0.0;
    double speed = 1.0; ///< playback speed factor, above 0
    Drive drive;
    std::optional<TrajectoryLoop> loop;
    std::vector<TrajectoryWait> waits; ///< sorted by time
    bool stopsWhenFallen = false;
    std::vector<TrajectoryBranch> branches; ///< sorted by time
    /// Targets of the branches, with this motion as `motions[0]`; if null, branches are ignored.
    std::shared_ptr<const BranchTargets> targets;
    /// Entry pose, rad, one per joint (NaN: undefined); empty if there is none.
    std::vector<double> entryRad;
    double entryDurationS = 0.0; ///< time to reach `entryRad`

    [[nodiscard]] bool operator==(const JointTrajectory&) const = default;

private:
    struct Track {
        std::vector<TrajectoryKey> keys;
        std::vector<double> slopesRadPerS; ///< slopes of smooth curves, one per key
        [[nodiscard]] bool operator==(const Track&) const = default;
    };
    [[nodiscard]] const TrajectoryKey* drivingKey(robot::JointId joint, double timeS) const;

    std::vector<Track> m_tracks;
};

} // namespace sideline::motion
