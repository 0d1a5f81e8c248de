// Edits of keys: their times, angles and curves.
#include "motions/edit/edits.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "motions/edit/keyframe_parts.h"
#include "motions/resolve.h"

namespace sideline::keyframe {

namespace {

// Returns the key that defines curve and gains of a new key of a joint: the next one, or the one
// before if there is none or the joint jumps to the next one; null if the joint has no other keys.
const Key* neighborOf(const Motion& motion, const JointName& joint, double timeS) {
    const Key* before = nullptr;
    for (const Shared<Keyframe>& keyframe : motion.keyframes) {
        const auto key = keyframe->joints.find(joint);
        if (key == keyframe->joints.end()) {
            continue;
        }
        if (keyframe->timeS > timeS) {
            const bool jumps = key->second.curve == Curve::Hold && before != nullptr &&
                               before->curve == Curve::Hold;
            return jumps ? before : &key->second;
        }
        before = &key->second;
    }
    return before;
}

// Gives a cubic key the handles of a smooth one, and adapts the adjacent handles of its neighbors.
void smoothNewKey(Motion& motion, const JointName& joint, double timeS) {
    const auto indices = keyframesOf(motion, joint);
    const auto handles = smoothHandles(motion, joint);
    for (std::size_t i = 0; i < indices.size(); ++i) {
        if (std::abs(motion.keyframes[indices[i]]->timeS - timeS) > kSameTimeS) {
            continue;
        }
        Key& key = motion.keyframes[indices[i]].write().joints.find(joint)->second;
        key.in = handles[i].in;
        key.out = handles[i].out;
        return;
    }
}

void makeCubic(Motion& motion, const JointName& joint, const std::vector<double>& timesS) {
    const auto indices = keyframesOf(motion, joint);
    const auto handles = smoothHandles(motion, joint);
    auto nextTime = timesS.begin();
    for (std::size_t i = 0; i < indices.size() && nextTime != timesS.end(); ++i) {
        if (motion.keyframes[indices[i]]->timeS != *nextTime) {
            continue;
        }
        ++nextTime;
        const Keyframe& keyframe = *motion.keyframes[indices[i]];
        if (keyframe.joints.find(joint)->second.curve == Curve::Cubic) {
            continue; // keeps handles that may have been set by the user
        }
        Key& key = motion.keyframes[indices[i]].write().joints.find(joint)->second;
        key.curve = Curve::Cubic;
        key.in = handles[i].in;
        if (i > 0) {
            motion.keyframes[indices[i - 1]].write().joints.find(joint)->second.out =
                handles[i - 1].out;
        }
    }
}

bool isFinite(const Key& key) {
    return keyframe::isFinite(key.angleDeg) && std::isfinite(key.in.timeS) &&
           std::isfinite(key.in.angleDeg) && std::isfinite(key.out.timeS) &&
           std::isfinite(key.out.angleDeg) && std::isfinite(key.speedScale) &&
           (!key.gains || key.gains->areValid());
}

Value scaled(const Value& angle, double pivotDeg, double factor) {
    return cleanAngle(angle * factor + Value(pivotDeg * (1.0 - factor)));
}

} // namespace

Edited setPose(const Motion& motion, double timeS, const PoseDeg& pose, Curve curve,
               std::string keyframeName) {
    Edited edited{motion, {}};
    if (!std::isfinite(timeS)) {
        return edited;
    }
    Keyframe& keyframe = keyframeToWrite(edited.motion, timeS);
    if (!keyframeName.empty()) {
        keyframe.name = std::move(keyframeName);
    }
    const double atS = keyframe.timeS;
    std::vector<JointName> newCubics;
    for (const auto& [joint, angleDeg] : pose) {
        if (!std::isfinite(angleDeg)) {
            continue;
        }
        edited.selection.insert({atS, joint});
        if (const auto old = keyframe.joints.find(joint); old != keyframe.joints.end()) {
            old->second.angleDeg = cleanAngle(angleDeg);
            continue;
        }
        Key key;
        key.angleDeg = cleanAngle(angleDeg);
        if (const Key* neighbor = neighborOf(motion, joint, atS)) {
            key.curve = neighbor->curve;
            key.gains = neighbor->gains;
        } else {
            key.curve = curve;
        }
        if (key.curve == Curve::Cubic) {
            newCubics.push_back(joint);
        }
        keyframe.joints.emplace(joint, key);
    }
    for (const JointName& joint : newCubics) {
        smoothNewKey(edited.motion, joint, atS);
    }
    dropIfEmpty(edited.motion, atS);
    return edited;
}

Edited setKey(const Motion& motion, const KeyRef& at, const Key& key) {
    Edited edited{motion, {}};
    if (!std::isfinite(at.timeS) || at.joint.empty() || !isFinite(key)) {
        return edited;
    }
    Keyframe& keyframe = keyframeToWrite(edited.motion, at.timeS);
    keyframe.joints.insert_or_assign(at.joint, key);
    edited.selection.insert({keyframe.timeS, at.joint});
    return edited;
}

Edited removeKeys(const Motion& motion, const KeySelection& keys) {
    return {withoutParts(motion, keyGroups(motion, keys)), {}};
}

Edited moveKeys(const Motion& motion, const KeySelection& keys, double byS, double byDeg) {
    const double turnDeg = std::isfinite(byDeg) ? byDeg : 0.0;
    const auto turn = [turnDeg](Key& key) {
        if (turnDeg != 0.0) {
            key.angleDeg = cleanAngle(key.angleDeg + Value(turnDeg));
        }
    };
    if (byS == 0.0 || !std::isfinite(byS)) {
        return withChangedKeys(motion, keys, turn);
    }
    const auto groups = keyGroups(motion, keys);
    auto parts = chosenParts(motion, groups);
    const double shiftS = parts.empty() ? 0.0 : std::max(byS, -parts.front()->timeS);
    for (Shared<Keyframe>& part : parts) {
        Keyframe& keyframe = part.write();
        keyframe.timeS = cleanTimeS(keyframe.timeS + shiftS);
        for (auto& [joint, key] : keyframe.joints) {
            turn(key);
        }
    }
    return withParts(withoutParts(motion, groups), std::move(parts));
}

Edited scaleKeys(const Motion& motion, const KeySelection& keys, double pivotS, double timeFactor,
                 std::optional<double> pivotDeg, double angleFactor) {
    const auto groups = keyGroups(motion, keys);
    auto parts = chosenParts(motion, groups);
    const bool isGood = std::isfinite(pivotS) && std::isfinite(timeFactor) && timeFactor > 0.0 &&
                        std::isfinite(pivotDeg.value_or(0.0)) && std::isfinite(angleFactor);
    if (!isGood || parts.empty()) {
        return withChangedKeys(motion, keys, [](Key&) {});
    }
    // Limits the shift so that the first key is not before time 0.
    const double firstS = parts.front()->timeS;
    const double factor = pivotS > firstS && pivotS > 0.0
                              ? std::min(timeFactor, pivotS / (pivotS - firstS))
                              : timeFactor;
    const double turn = pivotDeg ? angleFactor : 1.0;
    for (Shared<Keyframe>& part : parts) {
        Keyframe& keyframe = part.write();
        keyframe.timeS = cleanTimeS(pivotS + (keyframe.timeS - pivotS) * factor);
        for (auto& [joint, key] : keyframe.joints) {
            for (Handle* handle : {&key.in, &key.out}) {
                handle->timeS *= factor;
                handle->angleDeg *= turn;
            }
            if (turn != 1.0) {
                key.angleDeg = scaled(key.angleDeg, *pivotDeg, turn);
            }
        }
    }
    return withParts(withoutParts(motion, groups), std::move(parts));
}

Edited duplicateKeys(const Motion& motion, const KeySelection& keys, double byS) {
    auto parts = chosenParts(motion, keyGroups(motion, keys));
    const double targetS = std::isfinite(byS) ? byS : 0.0;
    const double shiftS = parts.empty() ? 0.0 : std::max(targetS, -parts.front()->timeS);
    for (Shared<Keyframe>& part : parts) {
        Keyframe& keyframe = part.write();
        keyframe.timeS += shiftS;
    }
    return withParts(motion, std::move(parts));
}

Edited setCurve(const Motion& motion, const KeySelection& keys, Curve curve) {
    if (curve != Curve::Cubic) {
        return withChangedKeys(motion, keys, [curve](Key& key) { key.curve = curve; });
    }
    Edited edited = withChangedKeys(motion, keys, [](Key&) {});
    std::map<JointName, std::vector<double>> timesS;
    for (const KeyRef& key : edited.selection) {
        if (!key.joint.empty()) {
            timesS[key.joint].push_back(key.timeS);
        }
    }
    for (const auto& [joint, times] : timesS) {
        makeCubic(edited.motion, joint, times);
    }
    return edited;
}

Edited setHandles(const Motion& motion, const KeyRef& at, const Handle& in, const Handle& out) {
    const bool isGood = std::isfinite(in.timeS) && std::isfinite(in.angleDeg) &&
                        std::isfinite(out.timeS) && std::isfinite(out.angleDeg);
    Edited edited = withChangedKeys(motion, {at}, [](Key&) {});
    if (!isGood || at.joint.empty() || edited.selection.empty()) {
        return edited;
    }
    const double timeS = edited.selection.begin()->timeS;
    const auto indices = keyframesOf(motion, at.joint);
    std::size_t own = 0;
    while (motion.keyframes[indices[own]]->timeS != timeS) {
        ++own;
    }
    const auto keyAt = [&](std::size_t i) -> const Key& {
        return motion.keyframes[indices[i]]->joints.find(at.joint)->second;
    };
    const bool hasNext = own + 1 < indices.size();
    if (keyAt(own).curve != Curve::Cubic && !(hasNext && keyAt(own + 1).curve == Curve::Cubic)) {
        makeCubic(edited.motion, at.joint, {timeS});
    }
    // A handle past the next key would reverse time.
    const double beforeS = own > 0 ? timeS - motion.keyframes[indices[own - 1]]->timeS : timeS;
    const double afterS = hasNext ? motion.keyframes[indices[own + 1]]->timeS - timeS
                                  : std::numeric_limits<double>::max();
    Key& key = edited.motion.keyframes[indices[own]].write().joints.find(at.joint)->second;
    key.in = {std::clamp(in.timeS, -beforeS, 0.0), in.angleDeg};
    key.out = {std::clamp(out.timeS, 0.0, afterS), out.angleDeg};
    return edited;
}

Edited setSpeedScale(const Motion& motion, const KeySelection& keys, double scale) {
    return withChangedKeys(motion, keys, [scale](Key& key) {
        if (std::isfinite(scale)) {
            key.speedScale = std::max(scale, 0.0);
        }
    });
}

Edited setGains(const Motion& motion, const KeySelection& keys,
                const std::optional<JointGains>& gains) {
    return withChangedKeys(motion, keys, [&gains](Key& key) {
        if (!gains || gains->areValid()) {
            key.gains = gains;
        }
    });
}

Edited flipKeys(const Motion& motion, const KeySelection& keys, const robot::RobotModel& model) {
    // The counterparts on the other side are swapped too, selected or not.
    KeySelection both = keys;
    for (const KeyRef& key : keys) {
        if (!key.joint.empty()) {
            both.insert({key.timeS, mirroredJoint(key.joint, model)});
        }
    }
    const auto groups = keyGroups(motion, both);
    Motion chosen;
    chosen.keyframes = chosenParts(motion, groups);
    return withParts(withoutParts(motion, groups), mirrored(chosen, model).keyframes);
}

Edited reverseKeys(const Motion& motion, const KeySelection& keys, std::optional<double> pivotS) {
    const auto groups = keyGroups(motion, keys);
    auto parts = chosenParts(motion, groups);
    if (parts.empty() || (pivotS && !std::isfinite(*pivotS))) {
        return {motion, parts.empty() ? KeySelection() : keys};
    }
    const double lastS = parts.back()->timeS;
    const double sumS =
        pivotS ? std::max(std::round(*pivotS * 2e4) * 1e-4, lastS) : parts.front()->timeS + lastS;
    // A curve belongs to the key at its end; after the reversal, to the key at its beginning.
    std::map<JointName, std::vector<Key*>> tracks;
    for (Shared<Keyframe>& part : parts) {
        Keyframe& keyframe = part.write();
        keyframe.timeS = sumS - keyframe.timeS;
        for (auto& [joint, key] : keyframe.joints) {
            tracks[joint].push_back(&key);
        }
    }
    for (auto& [joint, track] : tracks) {
        const Key first = *track.front();
        for (std::size_t i = 0; i < track.size(); ++i) {
            const Key& way = i + 1 < track.size() ? *track[i + 1] : first;
            track[i]->curve = way.curve;
            track[i]->speedScale = way.speedScale;
            track[i]->gains = way.gains;
            std::swap(track[i]->in, track[i]->out);
            track[i]->in.timeS = -track[i]->in.timeS;
            track[i]->out.timeS = -track[i]->out.timeS;
        }
    }
    return withParts(withoutParts(motion, groups), std::move(parts));
}

} // namespace sideline::keyframe
