#include "motions/edit/keyframe_parts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>
#include <utility>

#include "agentcore/motion/joint_trajectory.h"

namespace sideline::keyframe {

namespace {

// Tolerance for comparing times, with a margin: times that compare unequal here differ by more
// than `kSameTimeS` despite rounding.
constexpr double kNearS = kSameTimeS + 1e-7;
constexpr double kTimeStepsPerS = 1e4;
constexpr double kAngleStepsPerDeg = 1e6;
constexpr double kDegPerRad = 180.0 / std::numbers::pi;

bool isBefore(const Shared<Keyframe>& keyframe, double timeS) {
    return keyframe->timeS < timeS;
}

// Merges a keyframe into another one, whose keys for the same joints are replaced.
void overlay(const Keyframe& part, Keyframe& onto) {
    for (const auto& [joint, key] : part.joints) {
        onto.joints.insert_or_assign(joint, key);
    }
    for (const auto& [limb, target] : part.limbs) {
        onto.limbs.insert_or_assign(limb, target);
    }
    if (part.wait) {
        onto.wait = part.wait;
    }
    if (!part.name.empty()) {
        onto.name = part.name;
    }
}

void sortUnique(std::vector<JointName>& names) {
    if (!std::ranges::is_sorted(names, std::ranges::less_equal())) {
        std::ranges::sort(names);
    }
    names.erase(std::unique(names.begin(), names.end()), names.end());
}

void finish(KeyGroup& group, const Keyframe& keyframe) {
    sortUnique(group.joints);
    const bool hasAll = group.joints.size() == keyframe.joints.size();
    group.hasFrame = group.hasFrame || (hasAll && !group.joints.empty());
    group.isWhole = group.hasFrame && hasAll;
}

// Merges two lists of keyframes in chronological order, and records the positions of the new parts.
class Joiner {
public:
    Joiner(std::vector<Shared<Keyframe>> rest, std::vector<Shared<Keyframe>> parts)
        : m_rest(std::move(rest)), m_parts(std::move(parts)), m_places(m_parts.size()) {
        m_joined.reserve(m_rest.size() + m_parts.size());
    }

    void join() {
        auto rest = m_rest.begin();
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            while (rest != m_rest.end() && (*rest)->timeS <= m_parts[i]->timeS) {
                addRest(std::move(*rest++));
            }
            addPart(i);
        }
        while (rest != m_rest.end()) {
            addRest(std::move(*rest++));
        }
    }

    [[nodiscard]] std::vector<Shared<Keyframe>> keyframes() { return std::move(m_joined); }

    [[nodiscard]] KeySelection selection() const {
        KeySelection keys;
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            const double timeS = m_joined[m_places[i]]->timeS;
            for (const auto& [joint, key] : m_parts[i]->joints) {
                keys.emplace_hint(keys.end(), KeyRef{timeS, joint});
            }
            if (m_parts[i]->joints.empty()) {
                keys.insert({timeS, {}});
            }
        }
        return keys;
    }

private:
    [[nodiscard]] bool isAtLast(double timeS) const {
        return !m_joined.empty() && timeS - m_joined.back()->timeS <= kNearS;
    }

    // Adds an existing keyframe, which keeps its time; new keys at that time replace its keys.
    void addRest(Shared<Keyframe> keyframe) {
        if (m_isLastPart && isAtLast(keyframe->timeS)) {
            const Keyframe part = *m_joined.back();
            overlay(part, keyframe.write());
            m_joined.back() = std::move(keyframe);
        } else {
            m_joined.push_back(std::move(keyframe));
        }
        m_isLastPart = false;
    }

    void addPart(std::size_t index) {
        const Shared<Keyframe>& part = m_parts[index];
        if (isAtLast(part->timeS)) {
            overlay(*part, m_joined.back().write());
        } else {
            m_joined.push_back(part);
            m_isLastPart = true;
        }
        m_places[index] = m_joined.size() - 1;
    }

    std::vector<Shared<Keyframe>> m_rest;
    std::vector<Shared<Keyframe>> m_parts;
    std::vector<Shared<Keyframe>> m_joined;
    std::vector<std::size_t> m_places; // index of each part in `m_joined`
    // Whether the last of `m_joined` is a new part that may still be merged into an existing
    // keyframe.
    bool m_isLastPart = false;
};

} // namespace

double cleanTimeS(double timeS, double fallbackS) {
    const double finiteS = std::isfinite(timeS) ? timeS : fallbackS;
    // Longer than any motion; keeps sums finite.
    constexpr double kLongestS = 1e6;
    return std::round(std::clamp(finiteS, 0.0, kLongestS) * kTimeStepsPerS) / kTimeStepsPerS;
}

Value cleanAngle(Value angleDeg) {
    if (!angleDeg.isNumber()) {
        return angleDeg;
    }
    const double number = std::round(angleDeg.number() * kAngleStepsPerDeg) / kAngleStepsPerDeg;
    return {number == 0.0 ? 0.0 : number}; // no negative zero
}

bool isFinite(const Value& value) {
    return !value.isNumber() || std::isfinite(value.number());
}

std::optional<std::size_t> keyframeNear(const Motion& motion, double timeS) {
    const auto& all = motion.keyframes;
    const auto after = std::lower_bound(all.begin(), all.end(), timeS, isBefore);
    std::optional<std::size_t> nearest;
    double nearestS = kNearS;
    for (auto at = after == all.begin() ? after : after - 1; at != all.end() && at <= after; ++at) {
        const double distanceS = std::abs((*at)->timeS - timeS);
        if (distanceS <= nearestS) {
            nearestS = distanceS;
            nearest = static_cast<std::size_t>(at - all.begin());
        }
    }
    return nearest;
}

Keyframe& keyframeToWrite(Motion& motion, double timeS) {
    if (const auto index = keyframeNear(motion, timeS)) {
        return motion.keyframes[*index].write();
    }
    Keyframe made;
    made.timeS = cleanTimeS(timeS);
    if (const auto index = keyframeNear(motion, made.timeS)) {
        return motion.keyframes[*index].write();
    }
    auto& all = motion.keyframes;
    const auto place = std::lower_bound(all.begin(), all.end(), made.timeS, isBefore);
    return all.insert(place, Shared<Keyframe>(std::move(made)))->write();
}

void dropIfEmpty(Motion& motion, double timeS) {
    const auto index = keyframeNear(motion, timeS);
    if (index && motion.keyframes[*index]->isEmpty()) {
        motion.keyframes.erase(motion.keyframes.begin() + static_cast<std::ptrdiff_t>(*index));
    }
}

std::vector<KeyGroup> keyGroups(const Motion& motion, const KeySelection& keys) {
    std::vector<KeyGroup> groups;
    double lastS = std::numeric_limits<double>::quiet_NaN();
    std::optional<std::size_t> index;
    for (const KeyRef& key : keys) {
        if (key.timeS != lastS) {
            lastS = key.timeS;
            index = keyframeNear(motion, key.timeS);
        }
        if (!index) {
            continue;
        }
        if (groups.empty() || groups.back().keyframe != *index) {
            groups.push_back({.keyframe = *index, .joints = {}});
        }
        if (key.joint.empty()) {
            groups.back().hasFrame = true;
        } else if (motion.keyframes[*index]->joints.contains(key.joint)) {
            groups.back().joints.push_back(key.joint);
        }
    }
    for (KeyGroup& group : groups) {
        finish(group, *motion.keyframes[group.keyframe]);
    }
    std::erase_if(groups,
                  [](const KeyGroup& group) { return group.joints.empty() && !group.hasFrame; });
    return groups;
}

std::vector<Shared<Keyframe>> chosenParts(const Motion& motion,
                                          const std::vector<KeyGroup>& groups) {
    std::vector<Shared<Keyframe>> parts;
    parts.reserve(groups.size());
    for (const KeyGroup& group : groups) {
        const Shared<Keyframe>& keyframe = motion.keyframes[group.keyframe];
        if (group.isWhole) {
            parts.push_back(keyframe);
            continue;
        }
        Keyframe part;
        part.timeS = keyframe->timeS;
        for (const JointName& joint : group.joints) {
            part.joints.emplace_hint(part.joints.end(), *keyframe->joints.find(joint));
        }
        if (group.hasFrame) {
            part.name = keyframe->name;
            part.limbs = keyframe->limbs;
            part.wait = keyframe->wait;
        }
        parts.emplace_back(std::move(part));
    }
    return parts;
}

Motion withoutParts(const Motion& motion, const std::vector<KeyGroup>& groups) {
    Motion rest = motion;
    rest.keyframes.clear();
    auto group = groups.begin();
    for (std::size_t i = 0; i < motion.keyframes.size(); ++i) {
        if (group == groups.end() || group->keyframe != i) {
            rest.keyframes.push_back(motion.keyframes[i]);
            continue;
        }
        if (!group->isWhole) {
            Keyframe keyframe = *motion.keyframes[i];
            for (const JointName& joint : group->joints) {
                keyframe.joints.erase(joint);
            }
            if (group->hasFrame) {
                keyframe.name.clear();
                keyframe.limbs.clear();
                keyframe.wait.reset();
            }
            if (!keyframe.isEmpty()) {
                rest.keyframes.emplace_back(std::move(keyframe));
            }
        }
        ++group;
    }
    return rest;
}

Edited withParts(Motion motion, std::vector<Shared<Keyframe>> parts) {
    for (Shared<Keyframe>& part : parts) {
        if (const double timeS = cleanTimeS(part->timeS); timeS != part->timeS) {
            part.write().timeS = timeS;
        }
    }
    std::ranges::stable_sort(parts, {}, [](const auto& part) { return part->timeS; });
    Joiner joiner(std::move(motion.keyframes), std::move(parts));
    joiner.join();
    KeySelection selection = joiner.selection();
    motion.keyframes = joiner.keyframes();
    return {std::move(motion), std::move(selection)};
}

Edited withChangedKeys(const Motion& motion, const KeySelection& keys,
                       const std::function<void(Key&)>& change) {
    Edited edited{motion, {}};
    for (const KeyGroup& group : keyGroups(motion, keys)) {
        Shared<Keyframe>& keyframe = edited.motion.keyframes[group.keyframe];
        const double timeS = keyframe->timeS;
        for (const JointName& joint : group.joints) {
            change(keyframe.write().joints.find(joint)->second);
            edited.selection.emplace_hint(edited.selection.end(), KeyRef{timeS, joint});
        }
        if (group.joints.empty()) {
            edited.selection.insert({timeS, {}});
        }
    }
    return edited;
}

std::vector<std::size_t> keyframesOf(const Motion& motion, const JointName& joint) {
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < motion.keyframes.size(); ++i) {
        if (motion.keyframes[i]->joints.contains(joint)) {
            indices.push_back(i);
        }
    }
    return indices;
}

std::vector<SmoothHandles> smoothHandles(const Motion& motion, const JointName& joint) {
    std::vector<motion::TrajectoryKey> keys;
    for (const std::size_t index : keyframesOf(motion, joint)) {
        const Keyframe& keyframe = *motion.keyframes[index];
        motion::TrajectoryKey key;
        key.timeS = keyframe.timeS;
        // Without the parameter's value, the slope is undefined.
        const Value& angle = keyframe.joints.find(joint)->second.angleDeg;
        key.angleRad = angle.evaluate(motion.parameters).value_or(0.0) / kDegPerRad;
        key.curve = Curve::Smooth;
        keys.push_back(key);
    }
    motion::JointTrajectory trajectory(1);
    trajectory.setKeys(robot::JointId(0), keys);
    std::vector<SmoothHandles> handles(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const double degPerS =
            trajectory.speedRadPerS(robot::JointId(0), keys[i].timeS, keys.front().angleRad) *
            kDegPerRad;
        // With handles at a third of the interval, the Bezier curve equals the Hermite curve.
        const double inS = (keys[i].timeS - (i > 0 ? keys[i - 1].timeS : 0.0)) / 3.0;
        const double outS = i + 1 < keys.size() ? (keys[i + 1].timeS - keys[i].timeS) / 3.0 : 0.0;
        handles[i] = {.in = {-inS, -inS * degPerS}, .out = {outS, outS * degPerS}};
    }
    return handles;
}

} // namespace sideline::keyframe
