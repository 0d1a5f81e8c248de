#pragma once

#include <compare>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>

#include "motions/motion.h"

namespace sideline::keyframe {

/// Reference to one key: a joint and a time. Times identify keys independently of other keys.
/// Without a joint it refers to the rest of a keyframe: its name, limbs and wait. This also selects
/// keyframes without joints.
struct KeyRef {
    double timeS = 0.0;
    JointName joint;
    friend auto operator<=>(const KeyRef&, const KeyRef&) = default;
};
/// When all joint keys of a keyframe are selected, its name, limbs and wait are included.
using KeySelection = std::set<KeyRef>;

/// Result of an edit: the new motion and its selection.
struct Edited {
    Motion motion;
    KeySelection selection;
};

/// Joint angles in degrees that can be stored, copied and pasted.
using PoseDeg = std::map<JointName, double>;

// Edits are pure functions: they take a motion and return a new, well-formed one. No edit moves
// anything before time 0. Moved keys replace keys at the same time. Empty keyframes are removed.
// Selected keys that do not exist are ignored, as are edits with numbers that are not finite. New
// times are rounded to 0.1 ms, new angles to a millionth of a degree.

[[nodiscard]] KeySelection allKeys(const Motion& motion);
[[nodiscard]] KeySelection keysOfKeyframe(const Motion& motion, double timeS);
[[nodiscard]] KeySelection keysOfJoint(const Motion& motion, const JointName& joint);
[[nodiscard]] KeySelection keysInRange(const Motion& motion, double beginS, double endS);

/// Stores angles as keys at the given time. A new key copies the curve of the joint's next key,
/// otherwise of the preceding one, otherwise `curve`; an existing one keeps its own.
[[nodiscard]] Edited setPose(const Motion& motion, double timeS, const PoseDeg& pose,
                             Curve curve = Curve::Smooth, std::string keyframeName = {});
[[nodiscard]] Edited setKey(const Motion& motion, const KeyRef& at, const Key& key);
[[nodiscard]] Edited removeKeys(const Motion& motion, const KeySelection& keys);
/// Moves keys in time and angle; the whole selection stops when its first key reaches time 0.
/// Expressions are preserved: the angle is added to them.
[[nodiscard]] Edited moveKeys(const Motion& motion, const KeySelection& keys, double byS,
                              double byDeg);
/// Scales times about `pivotS` by a factor greater than 0, and angles about `pivotDeg` if given.
[[nodiscard]] Edited scaleKeys(const Motion& motion, const KeySelection& keys, double pivotS,
                               double timeFactor, std::optional<double> pivotDeg = {},
                               double angleFactor = 1.0);
/// Copies keys to times that are later by `byS`.
[[nodiscard]] Edited duplicateKeys(const Motion& motion, const KeySelection& keys, double byS);
/// Sets curves. Keys that become cubic keep the shape of a smooth curve: handles are added to them
/// and the preceding keys.
[[nodiscard]] Edited setCurve(const Motion& motion, const KeySelection& keys, Curve curve);
/// Sets the handles of a key, limited by its neighbors. Makes the key's curve cubic if neither it
/// nor the following one is.
[[nodiscard]] Edited setHandles(const Motion& motion, const KeyRef& at, const Handle& in,
                                const Handle& out);
[[nodiscard]] Edited setSpeedScale(const Motion& motion, const KeySelection& keys, double scale);
/// Sets the gains of keys. Without `gains`, the keys use the motion's. Invalid gains change
/// nothing.
[[nodiscard]] Edited setGains(const Motion& motion, const KeySelection& keys,
                              const std::optional<JointGains>& gains);
/// Mirrors the selected keys (Blender's "paste flipped"); a key of the other side is swapped with
/// its counterpart, selected or not.
/// @param model robot whose sides are swapped
[[nodiscard]] Edited flipKeys(const Motion& motion, const KeySelection& keys,
                              const robot::RobotModel& model);
/// Reverses the selected keys in time, including their curves.
/// @param pivotS center of the reversal; without it the selection keeps its range. The reversed
///     selection is shifted so that it begins at time 0 at the earliest
[[nodiscard]] Edited reverseKeys(const Motion& motion, const KeySelection& keys,
                                 std::optional<double> pivotS = {});

/// Inserts time, or removes it (if `byS` is below 0, together with its content): moves all later
/// keyframes, markers, branches, waits, the loop and the length. An empty loop is removed.
[[nodiscard]] Edited insertTime(const Motion& motion, double atS, double byS);
/// Scales the duration of a range by `factor` and shifts everything after it.
[[nodiscard]] Edited stretchRange(const Motion& motion, double beginS, double endS, double factor);

/// Renames an existing keyframe.
[[nodiscard]] Edited renameKeyframe(const Motion& motion, double timeS, std::string name);
/// Sets a wait, or clears it with none; creates the keyframe if necessary.
[[nodiscard]] Edited setWait(const Motion& motion, double timeS, std::optional<Wait> wait);
[[nodiscard]] Edited setLimbTarget(const Motion& motion, double timeS, Limb limb,
                                   std::optional<LimbTarget> target);
[[nodiscard]] Edited setMarker(const Motion& motion, double timeS, std::string name);
[[nodiscard]] Edited removeMarker(const Motion& motion, double timeS);
/// Inserts a branch in chronological order, after those of the same time.
/// @param old index of the branch to replace; the new one keeps this index if the time is
///     unchanged; if not set, adds a branch
[[nodiscard]] Edited setBranch(const Motion& motion, std::optional<std::size_t> old, Branch branch);
[[nodiscard]] Edited removeBranch(const Motion& motion, std::size_t branch);

/// Copied keys of a motion, times from 0.
struct KeyClip {
    std::vector<Keyframe> keyframes;
    [[nodiscard]] bool isEmpty() const { return keyframes.empty(); }
};
[[nodiscard]] KeyClip copyKeys(const Motion& motion, const KeySelection& keys);
[[nodiscard]] Edited pasteKeys(const Motion& motion, const KeyClip& clip, double atS);
/// Mirrors copied keys, for a robot.
[[nodiscard]] KeyClip flippedKeys(const KeyClip& clip, const robot::RobotModel& model);
/// Mirrors a robot's pose.
[[nodiscard]] PoseDeg flippedPose(const PoseDeg& pose, const robot::RobotModel& model);

} // namespace sideline::keyframe
