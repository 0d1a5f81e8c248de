// Edits that shift or scale time: everything with a time moves.
#include "motions/edit/edits.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "motions/edit/keyframe_parts.h"

namespace sideline::keyframe {

namespace {

using TimeMap = std::function<double(double)>;

// Maps markers, branches, loop and length; the map preserves their order.
void mapOthers(Motion& motion, const TimeMap& map) {
    for (Marker& marker : motion.markers) {
        marker.timeS = cleanTimeS(map(marker.timeS));
    }
    for (Branch& branch : motion.branches) {
        if (branch.timeS) {
            branch.timeS = cleanTimeS(map(*branch.timeS));
        }
    }
    if (motion.loop) {
        motion.loop->beginS = cleanTimeS(map(motion.loop->beginS));
        motion.loop->endS = cleanTimeS(map(motion.loop->endS));
        if (motion.loop->endS - motion.loop->beginS <= kSameTimeS) {
            motion.loop.reset();
        }
    }
    motion.lengthS = cleanTimeS(map(motion.lengthS));
}

// Removes the keyframes from `beginS` on, and returns them.
std::vector<Shared<Keyframe>> takeFrom(Motion& motion, double beginS) {
    const auto first = std::ranges::find_if(motion.keyframes, [beginS](const auto& keyframe) {
        return keyframe->timeS >= beginS - kSameTimeS;
    });
    std::vector<Shared<Keyframe>> parts(first, motion.keyframes.end());
    motion.keyframes.erase(first, motion.keyframes.end());
    return parts;
}

} // namespace

Edited insertTime(const Motion& motion, double atS, double byS) {
    if (!std::isfinite(atS) || !std::isfinite(byS) || byS == 0.0) {
        return {motion, {}};
    }
    const double beginS = std::max(atS, 0.0);
    const double goneS = std::max(-byS, 0.0); // duration of the removed interval
    Motion rest = motion;
    auto parts = takeFrom(rest, beginS);
    const auto isGone = [&](double timeS) {
        return timeS >= beginS - kSameTimeS && timeS < beginS + goneS - kSameTimeS;
    };
    std::erase_if(parts, [&](const auto& part) { return isGone(part->timeS); });
    std::erase_if(rest.markers, [&](const Marker& marker) { return isGone(marker.timeS); });
    std::erase_if(rest.branches,
                  [&](const Branch& branch) { return branch.timeS && isGone(*branch.timeS); });
    for (Shared<Keyframe>& part : parts) {
        Keyframe& keyframe = part.write();
        keyframe.timeS = cleanTimeS(std::max(keyframe.timeS + byS, beginS));
    }
    mapOthers(rest, [&](double timeS) {
        return timeS < beginS - kSameTimeS ? timeS : std::max(timeS + byS, beginS);
    });
    // An unset length stays unset.
    rest.lengthS = motion.lengthS > 0.0 ? rest.lengthS : 0.0;
    return {withParts(std::move(rest), std::move(parts)).motion, {}};
}

Edited stretchRange(const Motion& motion, double beginS, double endS, double factor) {
    const bool isGood = std::isfinite(beginS) && std::isfinite(endS) && std::isfinite(factor) &&
                        factor > 0.0 && endS > beginS;
    if (!isGood) {
        return {motion, {}};
    }
    const double fromS = std::max(beginS, 0.0);
    const auto map = [&](double timeS) {
        if (timeS <= fromS) {
            return timeS;
        }
        return timeS <= endS ? fromS + (timeS - fromS) * factor
                             : timeS + (endS - fromS) * (factor - 1.0);
    };
    Motion rest = motion;
    auto parts = takeFrom(rest, fromS);
    for (Shared<Keyframe>& part : parts) {
        Keyframe& keyframe = part.write();
        const double oldS = keyframe.timeS;
        keyframe.timeS = cleanTimeS(map(oldS));
        for (auto& [joint, key] : keyframe.joints) {
            key.in.timeS *= oldS > fromS && oldS <= endS + kSameTimeS ? factor : 1.0;
            key.out.timeS *= oldS < endS ? factor : 1.0;
        }
    }
    mapOthers(rest, map);
    Edited edited = withParts(std::move(rest), std::move(parts));
    edited.selection = keysInRange(edited.motion, fromS, cleanTimeS(map(endS)));
    return edited;
}

} // namespace sideline::keyframe
