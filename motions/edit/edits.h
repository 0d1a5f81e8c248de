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

/// One key: a joint's at a time. Keys are identified by their times, which do not change when
/// others come and go. Without a joint it means what else a keyframe has: its name, limbs and wait.
/// That is how keyframes without any joint are selected.
struct KeyRef {
    double timeS = 0.0;
    JointName joint;
    friend auto operator<=>(const KeyRef&, const KeyRef&) = default;
};
/// Name, limbs and wait of a keyframe go with it when all of its joints' keys are selected.
using KeySelection = std::set<KeyRef>;

/// What an edit makes: the motion after it, and what is selected then.
struct Edited {
    Motion motion;
    KeySelection selection;
};

/// Joint angles that can be stored, copied and pasted, degrees.
using PoseDeg = std::map<JointName, double>;

// Edits are pure: they take a motion and give another one, well formed again. Nothing is ever moved
// before time 0. Keys that come to lie on others replace them. Keyframes without anything left
// vanish. Selected keys that do not exist are ignored, and so is an edit with a number that is
// not finite. New times are rounded to 0.1 ms, new angles to a millionth of a degree.

[[nodiscard]] KeySelection allKeys(const Motion& motion);
[[nodiscard]] KeySelection keysOfKeyframe(const Motion& motion, double timeS);
[[nodiscard]] KeySelection keysOfJoint(const Motion& motion, const JointName& joint);
[[nodiscard]] KeySelection keysInRange(const Motion& motion, double beginS, double endS);

/// Stores angles as keys at a time. A new key takes the curve of the joint's next key, or of the
/// one before, or `curve`; an old one keeps its own.
[[nodiscard]] Edited setPose(const Motion& motion, double timeS, const PoseDeg& pose,
                             Curve curve = Curve::Smooth, std::string keyframeName = {});
[[nodiscard]] Edited setKey(const Motion& motion, const KeyRef& at, const Key& key);
[[nodiscard]] Edited removeKeys(const Motion& motion, const KeySelection& keys);
/// Moves keys in time and angle; the whole selection stops where its first key reaches time 0.
/// Expressions keep their form: the angle is added to them.
[[nodiscard]] Edited moveKeys(const Motion& motion, const KeySelection& keys, double byS,
                              double byDeg);
/// Stretches times about `pivotS` by a factor over 0, and angles about `pivotDeg` if it is given.
[[nodiscard]] Edited scaleKeys(const Motion& motion, const KeySelection& keys, double pivotS,
                               double timeFactor, std::optional<double> pivotDeg = {},
                               double angleFactor = 1.0);
/// Copies keys to `byS` later.
[[nodiscard]] Edited duplicateKeys(const Motion& motion, const KeySelection& keys, double byS);
/// Keys that become cubic keep their shape of a smooth one: they and the keys before get handles.
[[nodiscard]] Edited setCurve(const Motion& motion, const KeySelection& keys, Curve curve);
/// Sets the handles of a key, held between its neighbors. The way to the key is made cubic if
/// neither it nor the way on is.
[[nodiscard]] Edited setHandles(const Motion& motion, const KeyRef& at, const Handle& in,
                                const Handle& out);
[[nodiscard]] Edited setSpeedScale(const Motion& motion, const KeySelection& keys, double scale);
/// Exchanges left and right of the selected keys (Blender's "paste flipped"); a key of the other
/// side is exchanged with its partner, selected or not.
[[nodiscard]] Edited flipKeys(const Motion& motion, const KeySelection& keys);
/// Turns the selected keys around in time: what was the first is the last. Curves turn with them.
/// @param pivotS time that they are turned about; without it they stay between their ends. None
///     comes before time 0: the turned selection begins there at the earliest
[[nodiscard]] Edited reverseKeys(const Motion& motion, const KeySelection& keys,
                                 std::optional<double> pivotS = {});

/// Opens a gap, or closes one (`byS` below 0; what lies in it goes): all later keyframes, markers,
/// branches, waits, the loop and the length move. A loop that nothing is left of vanishes.
[[nodiscard]] Edited insertTime(const Motion& motion, double atS, double byS);
/// Makes the range from begin to end `factor` times as long; what is later moves along.
[[nodiscard]] Edited stretchRange(const Motion& motion, double beginS, double endS, double factor);

/// Of a keyframe that is there.
[[nodiscard]] Edited renameKeyframe(const Motion& motion, double timeS, std::string name);
/// Nothing takes away what is there; the keyframe is made if it is needed.
[[nodiscard]] Edited setWait(const Motion& motion, double timeS, std::optional<Wait> wait);
[[nodiscard]] Edited setLimbTarget(const Motion& motion, double timeS, Limb limb,
                                   std::optional<LimbTarget> target);
[[nodiscard]] Edited setMarker(const Motion& motion, double timeS, std::string name);
[[nodiscard]] Edited removeMarker(const Motion& motion, double timeS);
/// Puts a branch where it belongs in time, after those of the same time.
/// @param old place of the branch that it replaces, which it keeps if its time stays; nothing: a
///     new one
[[nodiscard]] Edited setBranch(const Motion& motion, std::optional<std::size_t> old, Branch branch);
[[nodiscard]] Edited removeBranch(const Motion& motion, std::size_t branch);

/// Keys cut out of a motion, times from 0.
struct KeyClip {
    std::vector<Keyframe> keyframes;
    [[nodiscard]] bool isEmpty() const { return keyframes.empty(); }
};
[[nodiscard]] KeyClip copyKeys(const Motion& motion, const KeySelection& keys);
[[nodiscard]] Edited pasteKeys(const Motion& motion, const KeyClip& clip, double atS,
                               bool isFlipped = false);
[[nodiscard]] PoseDeg flippedPose(const PoseDeg& pose);

/// Nearest time that a user may mean: a multiple of `stepS` (0: none), a keyframe or a marker
/// within `reachS` of `timeS`; `timeS` itself when nothing is near. Never below 0.
[[nodiscard]] double snapTime(const Motion& motion, double timeS, double stepS, double reachS);

} // namespace sideline::keyframe
