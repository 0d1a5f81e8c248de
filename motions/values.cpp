#include "motions/values.h"

#include <algorithm>

namespace sideline::keyframe {

namespace {

// Works for const and non-const keyframes.
template <typename AnyKeyframe, typename Visit>
void forEachValue(AnyKeyframe& keyframe, const Visit& visit) {
    for (auto& [joint, key] : keyframe.joints) {
        visit(key.angleDeg);
    }
    const auto visitPlace = [&](auto& place) {
        std::ranges::for_each(place.positionM, visit);
        std::ranges::for_each(place.rollPitchYawDeg, visit);
    };
    for (auto& [limb, target] : keyframe.limbs) {
        visitPlace(target.place);
        std::ranges::for_each(target.via, visitPlace);
    }
}

} // namespace

void visitValues(const Keyframe& keyframe, const std::function<void(const Value&)>& visit) {
    forEachValue(keyframe, visit);
}

void visitValues(const Motion& motion, const std::function<void(const Value&)>& visit) {
    if (motion.entry) {
        for (const auto& [joint, angleDeg] : motion.entry->anglesDeg) {
            visit(angleDeg);
        }
    }
    for (const auto& keyframe : motion.keyframes) {
        forEachValue(*keyframe, visit);
    }
}

void changeValues(Keyframe& keyframe, const std::function<void(Value&)>& change) {
    forEachValue(keyframe, change);
}

std::map<std::string, int> parameterUses(const Motion& motion) {
    std::map<std::string, int> uses;
    visitValues(motion, [&](const Value& value) {
        for (const std::string& name : value.parameters()) {
            ++uses[name];
        }
    });
    return uses;
}

} // namespace sideline::keyframe
