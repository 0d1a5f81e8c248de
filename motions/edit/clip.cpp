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

Edited pasteKeys(const Motion& motion, const KeyClip& clip, double atS, bool isFlipped) {
    if (!std::isfinite(atS)) {
        return {motion, {}};
    }
    Motion pasted;
    for (const Keyframe& keyframe : clip.keyframes) {
        pasted.keyframes.emplace_back(keyframe);
        pasted.keyframes.back().write().timeS = cleanTimeS(cleanTimeS(atS) + keyframe.timeS);
    }
    return withParts(motion, isFlipped ? mirrored(pasted).keyframes : std::move(pasted.keyframes));
}

PoseDeg flippedPose(const PoseDeg& pose) {
    PoseDeg flipped;
    for (const auto& [joint, angleDeg] : pose) {
        const double sign = mirrorsWithSign(joint) ? -1.0 : 1.0;
        flipped[mirroredJoint(joint)] = angleDeg == 0.0 ? 0.0 : sign * angleDeg;
    }
    return flipped;
}

} // namespace sideline::keyframe
