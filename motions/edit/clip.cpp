// Copying and pasting.
#include "motions/edit/edits.h"

#include <cmath>
#include <utility>
#include <vector>

#include "motions/edit/keyframe_parts.h"
#include "motions/resolve.h"

namespace sideline::keyframe {

KeyClip copyKeys(const Motion& motion, const KeySelection& keys) {
    KeyClip clip;
    for (const Shared<Keyframe>& part : chosenParts(motion, keyGroups(motion, keys))) {
        clip.keyframes.push_back(*part);
    }
    if (!clip.isEmpty()) {
        const double beginS = clip.keyframes.front().timeS;
        for (Keyframe& keyframe : clip.keyframes) {
            keyframe.timeS = cleanTimeS(keyframe.timeS - beginS);
        }
    }
    return clip;
}

Edited pasteKeys(const Motion& motion, const KeyClip& clip, double atS) {
    if (!std::isfinite(atS)) {
        return {motion, {}};
    }
    Motion pasted;
    for (const Keyframe& keyframe : clip.keyframes) {
        pasted.keyframes.emplace_back(keyframe);
        pasted.keyframes.back().write().timeS = cleanTimeS(cleanTimeS(atS) + keyframe.timeS);
    }
    return withParts(motion, std::move(pasted.keyframes));
}

KeyClip flippedKeys(const KeyClip& clip, const robot::RobotModel& model) {
    Motion copied;
    copied.keyframes.assign(clip.keyframes.begin(), clip.keyframes.end());
    KeyClip flipped;
    for (const Shared<Keyframe>& keyframe : mirrored(copied, model).keyframes) {
        flipped.keyframes.push_back(*keyframe);
    }
    return flipped;
}

PoseDeg flippedPose(const PoseDeg& pose, const robot::RobotModel& model) {
    PoseDeg flipped;
    for (const auto& [joint, angleDeg] : pose) {
        const double sign = mirrorsWithSign(joint, model) ? -1.0 : 1.0;
        flipped[mirroredJoint(joint, model)] = angleDeg == 0.0 ? 0.0 : sign * angleDeg;
    }
    return flipped;
}

} // namespace sideline::keyframe
