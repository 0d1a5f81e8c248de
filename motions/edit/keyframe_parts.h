#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "motions/edit/edits.h"

// Common helpers of the edits: removing keys from a motion and inserting them.
namespace sideline::keyframe {

/// Rounds a time to the documents' resolution of 0.1 ms, at least 0; `fallbackS` if it is not
/// finite.
[[nodiscard]] double cleanTimeS(double timeS, double fallbackS = 0.0);
/// Rounds a plain number to the documents' resolution of a millionth of a degree.
[[nodiscard]] Value cleanAngle(Value angleDeg);
/// Whether a value is finite; true for expressions.
[[nodiscard]] bool isFinite(const Value& value);

/// Returns the index of the keyframe nearest to a time, within `kSameTimeS`.
[[nodiscard]] std::optional<std::size_t> keyframeNear(const Motion& motion, double timeS);
/// Returns the keyframe at a time, creating it if necessary.
[[nodiscard]] Keyframe& keyframeToWrite(Motion& motion, double timeS);
/// Removes the keyframe at a time if it is empty.
void dropIfEmpty(Motion& motion, double timeS);

/// The selected keys of one keyframe.
struct KeyGroup {
    std::size_t keyframe = 0;
    std::vector<JointName> joints; ///< joints with a selected key there, sorted, unique
    bool hasFrame = false;         ///< name, limbs and wait are included
    bool isWhole = false;          ///< the whole keyframe is selected
};
/// Groups a selection by keyframe, in chronological order; omits keys that do not exist.
[[nodiscard]] std::vector<KeyGroup> keyGroups(const Motion& motion, const KeySelection& keys);

/// Copies the selected parts of keyframes, in chronological order.
[[nodiscard]] std::vector<Shared<Keyframe>> chosenParts(const Motion& motion,
                                                        const std::vector<KeyGroup>& groups);
/// Returns the motion without the selected parts.
[[nodiscard]] Motion withoutParts(const Motion& motion, const std::vector<KeyGroup>& groups);
/// Inserts parts into a motion: their keys replace those at the same time, and keys of later parts
/// replace those of earlier parts. Rounds their times.
/// @return the motion with the new keys selected
[[nodiscard]] Edited withParts(Motion motion, std::vector<Shared<Keyframe>> parts);

/// Changes selected keys in place.
[[nodiscard]] Edited withChangedKeys(const Motion& motion, const KeySelection& keys,
                                     const std::function<void(Key&)>& change);

/// Handles of a key that give a cubic curve the shape of a smooth one.
struct SmoothHandles {
    Handle in;
    Handle out;
};
/// @return one per key of the joint, in chronological order
[[nodiscard]] std::vector<SmoothHandles> smoothHandles(const Motion& motion,
                                                       const JointName& joint);
/// Returns the indices of the keyframes in which a joint has a key.
[[nodiscard]] std::vector<std::size_t> keyframesOf(const Motion& motion, const JointName& joint);

} // namespace sideline::keyframe
