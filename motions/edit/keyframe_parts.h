#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "motions/edit/edits.h"

// What the edits have in common: taking keys out of a motion and putting them in again.
namespace sideline::keyframe {

/// A time as documents hold it: rounded to 0.1 ms, at least 0; `fallbackS` if it is not finite.
[[nodiscard]] double cleanTimeS(double timeS, double fallbackS = 0.0);
/// An angle as documents hold it: a plain number is rounded to a millionth of a degree.
[[nodiscard]] Value cleanAngle(Value angleDeg);
/// Whether a plain number is finite; expressions are.
[[nodiscard]] bool isFinite(const Value& value);

/// Index of the keyframe nearest to a time, no further than `kSameTimeS`.
[[nodiscard]] std::optional<std::size_t> keyframeNear(const Motion& motion, double timeS);
/// The keyframe at a time; made if there is none.
[[nodiscard]] Keyframe& keyframeToWrite(Motion& motion, double timeS);
/// Removes the keyframe at a time if nothing is left in it.
void dropIfEmpty(Motion& motion, double timeS);

/// The chosen keys of one keyframe.
struct KeyGroup {
    std::size_t keyframe = 0;
    std::vector<JointName> joints; ///< that have a key there, sorted, each once
    bool hasFrame = false;         ///< name, limbs and wait go with the keys
    bool isWhole = false;          ///< nothing of the keyframe stays behind
};
/// What a selection means, in order of time; keys that do not exist are omitted.
[[nodiscard]] std::vector<KeyGroup> keyGroups(const Motion& motion, const KeySelection& keys);

/// The chosen parts of keyframes, in order of time.
[[nodiscard]] std::vector<Shared<Keyframe>> chosenParts(const Motion& motion,
                                                        const std::vector<KeyGroup>& groups);
/// The motion without them.
[[nodiscard]] Motion withoutParts(const Motion& motion, const std::vector<KeyGroup>& groups);
/// Puts parts into a motion: their keys replace those that they come to lie on, later parts those
/// of earlier ones. Their times are cleaned.
/// @return the new keys are selected
[[nodiscard]] Edited withParts(Motion motion, std::vector<Shared<Keyframe>> parts);

/// Changes chosen keys where they are.
[[nodiscard]] Edited withChangedKeys(const Motion& motion, const KeySelection& keys,
                                     const std::function<void(Key&)>& change);

/// Handles that give a cubic curve the shape that a smooth one has at this key.
struct SmoothHandles {
    Handle in;
    Handle out;
};
/// @return one per key of the joint, in order of time
[[nodiscard]] std::vector<SmoothHandles> smoothHandles(const Motion& motion,
                                                       const JointName& joint);
/// Indices of the keyframes in which a joint has a key.
[[nodiscard]] std::vector<std::size_t> keyframesOf(const Motion& motion, const JointName& joint);

} // namespace sideline::keyframe
