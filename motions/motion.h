#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "agentcore/motion/joint_trajectory.h"
#include "motions/shared.h"
#include "motions/value.h"

namespace sideline::robot {
class RobotModel;
} // namespace sideline::robot

namespace sideline::keyframe {

// A motion is a document in its authors' units: degrees, meters, seconds, expressions. `resolve`
// converts it to radians once, for a robot type.

/// Name of a joint (`RobotModel::jointName`): that of its effector, such as `lle3`, with the suffix
/// `.2` for the second axis of a universal joint, or the perceptor's for joints without an
/// effector.
using JointName = std::string;
using motion::Curve;
using motion::Drive;
using motion::JointGains;
using motion::WaitKind;

/// End of a cubic curve's tangent, relative to its key.
struct Handle {
    double timeS = 0.0;
    double angleDeg = 0.0;
    [[nodiscard]] bool operator==(const Handle&) const = default;
};

/// Angle of one joint at a keyframe's time.
struct Key {
    Value angleDeg;
    Curve curve = Curve::Linear; ///< curve from the preceding key to this one
    Handle in;                   ///< time 0 or less; only used when `curve` is Cubic
    Handle out;                  ///< time 0 or more; used when the next key's curve is Cubic
    /// Factor on the drive's gain on the way to this key; for a held curve, from this key on.
    double speedScale = 1.0;
    /// Gains of the motor on the way to this key; for a held curve, from this key on. If not
    /// set, the motion's. Only on servers whose actions have gains.
    std::optional<JointGains> gains = {};
    [[nodiscard]] bool operator==(const Key&) const = default;
};

/// A limb that can have a Cartesian target.
enum class Limb : std::uint8_t { LeftFoot, RightFoot, LeftHand, RightHand };
inline constexpr std::array kLimbs = {Limb::LeftFoot, Limb::RightFoot, Limb::LeftHand,
                                      Limb::RightHand};

/// Pose of a foot's sole or a hand relative to the torso.
///
/// Axes: x forward, y left, z up; the origin is the center of the torso, or, for targets relative
/// to the ball, the ball's center with the torso's axes. Rotations about x, then y, then z (fixed
/// axes): R = Rz(yaw) Ry(pitch) Rx(roll). Hands use only the position.
struct LimbPlace {
    std::array<Value, 3> positionM;
    std::array<Value, 3> rollPitchYawDeg;
    [[nodiscard]] bool operator==(const LimbPlace&) const = default;
};

/// A Cartesian target of a limb. Inverse kinematics converts it to keys of the limb's joints.
struct LimbTarget {
    enum class Frame : std::uint8_t { Torso, Ball };
    enum class Path : std::uint8_t {
        Joints,   ///< joint interpolation between keys by `curve`
        Straight, ///< straight path of the limb from its previous target, timed by `curve`
        Spline,   ///< path through `via` (Catmull-Rom), angles along a uniform B-spline
    };
    LimbPlace place;
    Frame frame = Frame::Torso;
    Path path = Path::Joints;
    Curve curve = Curve::Linear;
    std::vector<LimbPlace> via; ///< via points, in the same frame
    double speedScale = 1.0;
    [[nodiscard]] bool operator==(const LimbTarget&) const = default;
};

/// A wait at a keyframe for a condition.
struct Wait {
    WaitKind kind = WaitKind::Still;
    double timeoutS = 1.0;
    [[nodiscard]] bool operator==(const Wait&) const = default;
};

/// One instant of a motion with joint angles. Unnamed joints are free: they move between their own
/// preceding and following keys.
struct Keyframe {
    double timeS = 0.0;
    std::string name; ///< may be empty
    std::map<JointName, Key> joints;
    std::map<Limb, LimbTarget> limbs;
    std::optional<Wait> wait;
    /// Whether the keyframe has no content.
    [[nodiscard]] bool isEmpty() const {
        return name.empty() && joints.empty() && limbs.empty() && !wait;
    }
    [[nodiscard]] bool operator==(const Keyframe&) const = default;
};

struct LoopRange {
    double beginS = 0.0;
    double endS = 0.0;
    int count = 0; ///< total number of passes; 0 means endless
    [[nodiscard]] bool operator==(const LoopRange&) const = default;
};

struct Marker {
    double timeS = 0.0;
    std::string name;
    [[nodiscard]] bool operator==(const Marker&) const = default;
};

/// Condition of a branch, in the document's units.
struct Condition {
    motion::ConditionKind kind = motion::ConditionKind::Always;
    bool isNegated = false; ///< inverts the condition
    JointName joint;        ///< for `JointOff`; else empty
    double angleDeg = 0.0;  ///< for `JointOff`, 0 or more; else 0
    [[nodiscard]] bool operator==(const Condition&) const = default;
};

/// "If fallen, play X": at a given time, another motion replaces this one if a condition holds.
struct Branch {
    std::optional<double> timeS; ///< if not set, at the motion's end
    Condition condition;
    /// Name of a motion in the same folder or in a library, or a file path relative to the motion's
    /// own.
    std::string motion;
    [[nodiscard]] bool operator==(const Branch&) const = default;
};

/// Pose from which the motion should start.
struct EntryPose {
    std::map<JointName, Value> anglesDeg;
    double durationS = 0.2; ///< time for moving the robot there before time 0
    [[nodiscard]] bool operator==(const EntryPose&) const = default;
};

/// Keyframes closer in time than this are the same.
inline constexpr double kSameTimeS = 0.0005;

/// Start pose of the robot before a motion.
enum class StartPose : std::uint8_t {
    Standing, ///< upright, in the entry pose or the motion's first pose
    LyingOnFront,
    LyingOnBack,
    LyingOnLeft,
    LyingOnRight,
    OnBall, ///< standing with a ball in front of the feet
};

/// Setup of a motion's simulation test.
struct TrialSetup {
    StartPose start = StartPose::Standing;
    /// Ball center relative to the midpoint of the feet, x forward, y left, m; for OnBall.
    std::array<double, 2> ballFromFeetM{0.18, 0.0};
    int repeats = 1;       ///< number of runs, each with different noise; 1 to 1000
    double noiseDeg = 0.0; ///< standard deviation for each joint of the start pose
    bool onAllRobots = false;
    [[nodiscard]] bool operator==(const TrialSetup&) const = default;
};

/// A complete motion, as edited and stored. A value type: cheap to copy, equal by content.
///
/// Well-formed: keyframes ascend in time and are farther apart than `kSameTimeS`, times and lengths
/// are at least 0, all plain numbers are finite. Readers and edits preserve this.
struct Motion {
    std::string name;
    std::string description;
    std::vector<std::string> tags;
    std::vector<std::string> robots; ///< models it is made for, such as `nao0`; empty for all
    Parameters parameters;
    std::optional<EntryPose> entry;
    std::vector<Shared<Keyframe>> keyframes;
    double lengthS = 0.0; ///< the motion lasts at least until this time; see `endS`
    double speed = 1.0;
    bool mirrored = false; ///< played with left and right swapped
    bool stopsWhenFallen = false;
    Drive drive;
    /// Gains of all motors, on servers whose actions have gains; if not set, each joint's default
    /// ones (`motion::defaultGains`).
    std::optional<JointGains> gains;
    std::optional<LoopRange> loop;
    std::vector<Marker> markers; ///< in chronological order
    /// In chronological order, branches at the end last; among branches at the same time, the first
    /// whose condition holds is followed.
    std::vector<Branch> branches;
    std::set<JointName> muted;  ///< joints whose keys are not played
    std::set<JointName> locked; ///< joints whose keys cannot be edited
    /// Assumed ball position for targets relative to the ball: from the torso, x forward, y left, z
    /// up, m.
    std::array<double, 3> ballFromTorsoM = {0.2, 0.0, -0.33};

    /// If not set, derived from tags and name (`suggestedTrial`).
    std::optional<TrialSetup> trial;

    /// Returns the end of the motion: the last keyframe's time, or `lengthS` if that is later.
    [[nodiscard]] double endS() const;
    /// Returns the index of the keyframe at a time (within `kSameTimeS`), if any.
    [[nodiscard]] std::optional<std::size_t> keyframeAt(double timeS) const;
    /// Returns the keyframe at a time, creating it if necessary.
    [[nodiscard]] Keyframe& keyframeAtForWriting(double timeS);
    [[nodiscard]] bool operator==(const Motion&) const = default;
};

using MotionPtr = std::shared_ptr<const Motion>;

/// `hold`, `linear`, `smooth`, `sine`, `cubic`.
[[nodiscard]] std::string_view curveName(Curve curve);
[[nodiscard]] std::optional<Curve> curveFromName(std::string_view name);
/// `left-foot`, `right-foot`, `left-hand`, `right-hand`.
[[nodiscard]] std::string_view limbName(Limb limb);
[[nodiscard]] std::optional<Limb> limbFromName(std::string_view name);
/// `left-foot`, `right-foot`, `both-feet`, `still`.
[[nodiscard]] std::string_view waitName(WaitKind kind);
[[nodiscard]] std::optional<WaitKind> waitFromName(std::string_view name);
/// `fallen`, `fallen-front`, `upright`, `left-foot`, ...
[[nodiscard]] std::string_view conditionName(motion::ConditionKind kind);
[[nodiscard]] std::optional<motion::ConditionKind> conditionFromName(std::string_view name);
/// All of these names, separated by commas, for messages.
[[nodiscard]] std::string conditionNames();
/// Sorts branches as in `Motion::branches`.
void sortBranches(std::vector<Branch>& branches);
/// `standing`, `front`, `back`, `left`, `right`, `ball`.
[[nodiscard]] std::string_view startPoseName(StartPose pose);
[[nodiscard]] std::optional<StartPose> startPoseFromName(std::string_view name);
[[nodiscard]] bool isLying(StartPose pose);

/// Returns the motion's simulation setup: its own `trial`; otherwise derived from its tags or name.
/// A `get-up` starts on the named side (`front`, `back`, `left` or `right`), by default on its
/// front; a `kick` starts standing at the ball, which lies in front of the foot of the named side.
[[nodiscard]] TrialSetup suggestedTrial(const Motion& motion);

/// Returns a robot's joint of the other side (`rle3` for `lle3`), derived from its axes; joints in
/// the middle and those without a counterpart are unchanged. For a joint that the robot lacks, the
/// axes of the first built-in robot that has it are used; a joint that no robot has is unchanged.
[[nodiscard]] JointName mirroredJoint(const JointName& joint, const robot::RobotModel& model);
/// Whether mirroring inverts a joint's angle: joints that roll or yaw.
[[nodiscard]] bool mirrorsWithSign(const JointName& joint, const robot::RobotModel& model);

} // namespace sideline::keyframe
