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

namespace sideline::keyframe {

// A motion is a document that people write, so it holds what they write: degrees, meters, seconds,
// expressions. `resolve` makes radians of it, once, for a robot type.

/// Name of a joint: that of its effector, such as `lle3`, or the perceptor's for joints without
/// one.
using JointName = std::string;
using motion::Curve;
using motion::Drive;
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
    Curve curve = Curve::Linear; ///< how it comes here from its key before
    Handle in;                   ///< time 0 or less; only used when `curve` is Cubic
    Handle out;                  ///< time 0 or more; used when the next key's curve is Cubic
    /// Of the drive's gain on the way here; of a held curve, from here on.
    double speedScale = 1.0;
    [[nodiscard]] bool operator==(const Key&) const = default;
};

/// What can be sent to a place in space.
enum class Limb : std::uint8_t { LeftFoot, RightFoot, LeftHand, RightHand };
inline constexpr std::array kLimbs = {Limb::LeftFoot, Limb::RightFoot, Limb::LeftHand,
                                      Limb::RightHand};

/// A place and direction of a foot's sole or a hand, seen from the torso.
///
/// Axes as a person names them: x forward, y left, z up; the origin is the center of the torso,
/// or, relative to the ball, the ball's center with the torso's axes. Angles turn about x, then y,
/// then z (fixed axes): R = Rz(yaw) Ry(pitch) Rx(roll). Hands use the position only.
struct LimbPlace {
    std::array<Value, 3> positionM;
    std::array<Value, 3> rollPitchYawDeg;
    [[nodiscard]] bool operator==(const LimbPlace&) const = default;
};

/// A Cartesian target of a limb. Inverse kinematics turns it into keys of the limb's joints.
struct LimbTarget {
    enum class Frame : std::uint8_t { Torso, Ball };
    enum class Path : std::uint8_t {
        Joints,   ///< the joints go from key to key by `curve`
        Straight, ///< the limb itself goes straight from its target before, by `curve` in time
        Spline,   ///< through `via` (Catmull-Rom), angles along a uniform B-spline
    };
    LimbPlace place;
    Frame frame = Frame::Torso;
    Path path = Path::Joints;
    Curve curve = Curve::Linear;
    std::vector<LimbPlace> via; ///< passed on the way here; same frame
    double speedScale = 1.0;
    [[nodiscard]] bool operator==(const LimbTarget&) const = default;
};

/// Waits at a keyframe until something happens.
struct Wait {
    WaitKind kind = WaitKind::Still;
    double timeoutS = 1.0;
    [[nodiscard]] bool operator==(const Wait&) const = default;
};

/// A moment of a motion: joints that have a place then. Joints that are not named are free: they
/// are on the way between their own keys before and after.
struct Keyframe {
    double timeS = 0.0;
    std::string name; ///< may be empty
    std::map<JointName, Key> joints;
    std::map<Limb, LimbTarget> limbs;
    std::optional<Wait> wait;
    /// Whether nothing would be lost without it.
    [[nodiscard]] bool isEmpty() const {
        return name.empty() && joints.empty() && limbs.empty() && !wait;
    }
    [[nodiscard]] bool operator==(const Keyframe&) const = default;
};

struct LoopRange {
    double beginS = 0.0;
    double endS = 0.0;
    int count = 0; ///< passes in all; 0 forever
    [[nodiscard]] bool operator==(const LoopRange&) const = default;
};

struct Marker {
    double timeS = 0.0;
    std::string name;
    [[nodiscard]] bool operator==(const Marker&) const = default;
};

/// When a branch is taken, as people write it.
struct Condition {
    motion::ConditionKind kind = motion::ConditionKind::Always;
    bool isNegated = false; ///< holds when what `kind` says is not so
    JointName joint;        ///< of `JointOff`; else empty
    double angleDeg = 0.0;  ///< of `JointOff`, 0 or more; else 0
    [[nodiscard]] bool operator==(const Condition&) const = default;
};

/// "If fallen, play X": at a time of a motion another one is played instead if a condition holds.
struct Branch {
    std::optional<double> timeS; ///< nothing: at the motion's end, wherever that is
    Condition condition;
    /// Name of a motion in the same folder or in a library, or a file, seen from the motion's own.
    std::string motion;
    [[nodiscard]] bool operator==(const Branch&) const = default;
};

/// Pose that the motion is meant to start from.
struct EntryPose {
    std::map<JointName, Value> anglesDeg;
    double durationS = 0.2; ///< in which the robot is brought there before time 0
    [[nodiscard]] bool operator==(const EntryPose&) const = default;
};

/// Keyframes nearer to each other than this are one.
inline constexpr double kSameTimeS = 0.0005;

/// How the robot is before a motion.
enum class StartPose : std::uint8_t {
    Standing, ///< upright, in the motion's first pose or its entry pose
    LyingOnFront,
    LyingOnBack,
    LyingOnLeft,
    LyingOnRight,
    OnBall, ///< standing with a ball in front of its feet
};

/// How a motion is tried in simulation.
struct TrialSetup {
    StartPose start = StartPose::Standing;
    /// Of the ball's center from the middle between the feet, x forward, y left, m; for OnBall.
    std::array<double, 2> ballFromFeetM{0.18, 0.0};
    int repeats = 1;       ///< each with another noise; 1 to 1000
    double noiseDeg = 0.0; ///< of each joint in the start pose, standard deviation
    bool onAllRobots = false;
    [[nodiscard]] bool operator==(const TrialSetup&) const = default;
};

/// A whole motion, as it is edited and stored. A value: cheap to copy, equal by content.
///
/// Well formed: keyframes in rising order of time and further apart than `kSameTimeS`, times and
/// lengths at least 0, all plain numbers finite. Readers and edits keep it so.
struct Motion {
    std::string name;
    std::string description;
    std::vector<std::string> tags;
    std::vector<std::string> robots; ///< models it is made for, such as `nao0`; empty for all
    Parameters parameters;
    std::optional<EntryPose> entry;
    std::vector<Shared<Keyframe>> keyframes;
    double lengthS = 0.0; ///< it continues to here after the last keyframe; `endS` counts
    double speed = 1.0;
    bool mirrored = false; ///< is played with left and right exchanged
    bool stopsWhenFallen = false;
    Drive drive;
    std::optional<LoopRange> loop;
    std::vector<Marker> markers; ///< in order of time
    /// In order of time, those at the end last; of several at one time the first that holds counts.
    std::vector<Branch> branches;
    std::set<JointName> muted;  ///< joints whose keys are not played
    std::set<JointName> locked; ///< joints whose keys editors leave as they are
    /// Where the ball is taken to be, for targets relative to it: from the torso, x forward,
    /// y left, z up, m.
    std::array<double, 3> ballFromTorsoM = {0.2, 0.0, -0.33};

    /// Nothing: as tags and name say (`suggestedTrial`).
    std::optional<TrialSetup> trial;

    /// When it ends: the last keyframe's time, or `lengthS` if that is later.
    [[nodiscard]] double endS() const;
    /// Index of the keyframe at a time (within `kSameTimeS`), or nothing.
    [[nodiscard]] std::optional<std::size_t> keyframeAt(double timeS) const;
    /// The keyframe at a time; made if there is none.
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
/// All of these names with commas between, for messages.
[[nodiscard]] std::string conditionNames();
/// Brings branches into the order that `Motion::branches` has.
void sortBranches(std::vector<Branch>& branches);
/// `standing`, `front`, `back`, `left`, `right`, `ball`.
[[nodiscard]] std::string_view startPoseName(StartPose pose);
[[nodiscard]] std::optional<StartPose> startPoseFromName(std::string_view name);
[[nodiscard]] bool isLying(StartPose pose);

/// How a motion wants to be tried: its own `trial`; without one as its tags say, or its name. A
/// `get-up` lies on the side that is given (`front`, `back`, `left` or `right`), else on its front;
/// a `kick` stands at the ball, which lies in front of the foot of that side.
[[nodiscard]] TrialSetup suggestedTrial(const Motion& motion);

/// The joint of the other side (`lle3` of `rle3`), the same for head joints.
[[nodiscard]] JointName mirroredJoint(const JointName& joint);
/// Whether a mirrored angle changes its sign: `he1`, and the 2, 3 and 4 of arms but pitch joints
/// (`?ae2`, `?ae3`, `?ae4`), `?le2`, `?le6`.
[[nodiscard]] bool mirrorsWithSign(const JointName& joint);

} // namespace sideline::keyframe
