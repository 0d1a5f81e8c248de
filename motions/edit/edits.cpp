// Queries of keys, and edits of single elements of a motion.
#include "motions/edit/edits.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "motions/edit/keyframe_parts.h"

namespace sideline::keyframe {

namespace {

void addKeysOf(const Keyframe& keyframe, KeySelection& keys) {
    for (const auto& [joint, key] : keyframe.joints) {
        keys.emplace_hint(keys.end(), KeyRef{keyframe.timeS, joint});
    }
    if (keyframe.joints.empty()) {
        keys.emplace_hint(keys.end(), KeyRef{keyframe.timeS, {}});
    }
}

Edited withKeyframeSelected(Motion motion, double timeS) {
    KeySelection keys = keysOfKeyframe(motion, timeS);
    return {std::move(motion), std::move(keys)};
}

auto markerNear(std::vector<Marker>& markers, double timeS) {
    return std::ranges::find_if(markers, [timeS](const Marker& marker) {
        return std::abs(marker.timeS - timeS) <= kSameTimeS;
    });
}

bool isFinite(const LimbPlace& place) {
    const auto areFinite = [](const std::array<Value, 3>& values) {
        return std::ranges::all_of(values, [](const Value& v) { return keyframe::isFinite(v); });
    };
    return areFinite(place.positionM) && areFinite(place.rollPitchYawDeg);
}

bool isFinite(const LimbTarget& target) {
    return isFinite(target.place) && std::isfinite(target.speedScale) &&
           std::ranges::all_of(target.via, [](const LimbPlace& p) { return isFinite(p); });
}

} // namespace

KeySelection allKeys(const Motion& motion) {
    return keysInRange(motion, 0.0, std::numeric_limits<double>::infinity());
}

KeySelection keysOfKeyframe(const Motion& motion, double timeS) {
    KeySelection keys;
    if (const auto index = keyframeNear(motion, timeS)) {
        addKeysOf(*motion.keyframes[*index], keys);
    }
    return keys;
}

KeySelection keysOfJoint(const Motion& motion, const JointName& joint) {
    KeySelection keys;
    for (const std::size_t index : keyframesOf(motion, joint)) {
        keys.insert({motion.keyframes[index]->timeS, joint});
    }
    return keys;
}

KeySelection keysInRange(const Motion& motion, double beginS, double endS) {
    KeySelection keys;
    for (const Shared<Keyframe>& keyframe : motion.keyframes) {
        if (keyframe->timeS >= beginS - kSameTimeS && keyframe->timeS <= endS + kSameTimeS) {
            addKeysOf(*keyframe, keys);
        }
    }
    return keys;
}

Edited renameKeyframe(const Motion& motion, double timeS, std::string name) {
    Edited edited{motion, {}};
    if (keyframeNear(motion, timeS)) {
        keyframeToWrite(edited.motion, timeS).name = std::move(name);
        dropIfEmpty(edited.motion, timeS);
    }
    return withKeyframeSelected(std::move(edited.motion), timeS);
}

Edited setWait(const Motion& motion, double timeS, std::optional<Wait> wait) {
    Motion result = motion;
    const bool isGood = !wait || std::isfinite(wait->timeoutS);
    if (std::isfinite(timeS) && isGood && (wait || keyframeNear(motion, timeS))) {
        keyframeToWrite(result, timeS).wait = wait;
        dropIfEmpty(result, timeS);
    }
    return withKeyframeSelected(std::move(result), timeS);
}

Edited setLimbTarget(const Motion& motion, double timeS, Limb limb,
                     std::optional<LimbTarget> target) {
    Motion result = motion;
    const bool isGood = !target || isFinite(*target);
    if (std::isfinite(timeS) && isGood && (target || keyframeNear(motion, timeS))) {
        auto& limbs = keyframeToWrite(result, timeS).limbs;
        if (target) {
            limbs.insert_or_assign(limb, *std::move(target));
        } else {
            limbs.erase(limb);
            dropIfEmpty(result, timeS);
        }
    }
    return withKeyframeSelected(std::move(result), timeS);
}

Edited setMarker(const Motion& motion, double timeS, std::string name) {
    Edited edited{motion, {}};
    if (!std::isfinite(timeS)) {
        return edited;
    }
    std::vector<Marker>& markers = edited.motion.markers;
    if (const auto old = markerNear(markers, timeS); old != markers.end()) {
        old->name = std::move(name);
        return edited;
    }
    const double cleanS = cleanTimeS(timeS);
    const auto place =
        std::ranges::upper_bound(markers, cleanS, {}, [](const Marker& m) { return m.timeS; });
    markers.insert(place, Marker{cleanS, std::move(name)});
    return edited;
}

Edited setBranch(const Motion& motion, std::optional<std::size_t> old, Branch branch) {
    const bool isGood = !branch.timeS || std::isfinite(*branch.timeS);
    if (!isGood || !std::isfinite(branch.condition.angleDeg) ||
        (old && *old >= motion.branches.size())) {
        return {motion, {}};
    }
    if (branch.timeS) {
        branch.timeS = cleanTimeS(std::max(*branch.timeS, 0.0));
    }
    Edited edited{motion, {}};
    std::vector<Branch>& branches = edited.motion.branches;
    if (old && branches[*old].timeS == branch.timeS) {
        branches[*old] = std::move(branch);
        return edited;
    }
    if (old) {
        branches.erase(branches.begin() + static_cast<std::ptrdiff_t>(*old));
    }
    branches.push_back(std::move(branch));
    sortBranches(branches);
    return edited;
}

Edited removeBranch(const Motion& motion, std::size_t branch) {
    Edited edited{motion, {}};
    if (branch < motion.branches.size()) {
        std::vector<Branch>& branches = edited.motion.branches;
        branches.erase(branches.begin() + static_cast<std::ptrdiff_t>(branch));
    }
    return edited;
}

Edited removeMarker(const Motion& motion, double timeS) {
    Edited edited{motion, {}};
    std::vector<Marker>& markers = edited.motion.markers;
    if (const auto old = markerNear(markers, timeS); old != markers.end()) {
        markers.erase(old);
    }
    return edited;
}

} // namespace sideline::keyframe
