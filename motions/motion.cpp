#include "motions/motion.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace sideline::keyframe {

namespace {

template <typename T>
struct Named {
    T value;
    std::string_view name;
};

constexpr std::array kCurveNames = {
    Named<Curve>{Curve::Hold, "hold"}, Named<Curve>{Curve::Linear, "linear"},
    Named<Curve>{Curve::Smooth, "smooth"}, Named<Curve>{Curve::Sine, "sine"},
    Named<Curve>{Curve::Cubic, "cubic"}};
constexpr std::array kLimbNames = {
    Named<Limb>{Limb::LeftFoot, "left-foot"}, Named<Limb>{Limb::RightFoot, "right-foot"},
    Named<Limb>{Limb::LeftHand, "left-hand"}, Named<Limb>{Limb::RightHand, "right-hand"}};
constexpr std::array kWaitNames = {Named<WaitKind>{WaitKind::LeftFootContact, "left-foot"},
                                   Named<WaitKind>{WaitKind::RightFootContact, "right-foot"},
                                   Named<WaitKind>{WaitKind::BothFeetContact, "both-feet"},
                                   Named<WaitKind>{WaitKind::Still, "still"}};
constexpr std::array kStartNames = {Named<StartPose>{StartPose::Standing, "standing"},
                                    Named<StartPose>{StartPose::LyingOnFront, "front"},
                                    Named<StartPose>{StartPose::LyingOnBack, "back"},
                                    Named<StartPose>{StartPose::LyingOnLeft, "left"},
                                    Named<StartPose>{StartPose::LyingOnRight, "right"},
                                    Named<StartPose>{StartPose::OnBall, "ball"}};
using motion::ConditionKind;
constexpr std::array kConditionNames = {
    Named<ConditionKind>{ConditionKind::Always, "always"},
    Named<ConditionKind>{ConditionKind::Fallen, "fallen"},
    Named<ConditionKind>{ConditionKind::FallenOnFront, "fallen-front"},
    Named<ConditionKind>{ConditionKind::FallenOnBack, "fallen-back"},
    Named<ConditionKind>{ConditionKind::FallenOnLeft, "fallen-left"},
    Named<ConditionKind>{ConditionKind::FallenOnRight, "fallen-right"},
    Named<ConditionKind>{ConditionKind::Upright, "upright"},
    Named<ConditionKind>{ConditionKind::LeftFootContact, "left-foot"},
    Named<ConditionKind>{ConditionKind::RightFootContact, "right-foot"},
    Named<ConditionKind>{ConditionKind::BothFeetContact, "both-feet"},
    Named<ConditionKind>{ConditionKind::AnyFootContact, "any-foot"},
    Named<ConditionKind>{ConditionKind::JointOff, "joint"}};
constexpr double kBallAheadM = 0.16;
constexpr double kBallLateralM = 0.05;

// Derives tags from file names that teams use, such as `Get_Up_Back`, `getupFront`,
// `StandUpFromBelly`, `kick-left`.
std::vector<std::string> tagsInName(const std::string& name) {
    std::string plain;
    for (const char c : name) {
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
            plain += static_cast<char>(c >= 'a' ? c : c - 'A' + 'a');
        }
    }
    struct Word {
        std::string_view word;
        std::string_view tag;
    };
    static constexpr std::array kWords = {Word{"getup", "get-up"}, Word{"standup", "get-up"},
                                          Word{"kick", "kick"},    Word{"front", "front"},
                                          Word{"belly", "front"},  Word{"prone", "front"},
                                          Word{"back", "back"},    Word{"supine", "back"},
                                          Word{"left", "left"},    Word{"right", "right"}};
    std::vector<std::string> tags;
    for (const Word& each : kWords) {
        if (plain.find(each.word) != std::string::npos) {
            tags.emplace_back(each.tag);
        }
    }
    return tags;
}

template <typename T, std::size_t N>
std::string_view nameIn(const std::array<Named<T>, N>& names, T value) {
    const auto found = std::ranges::find(names, value, &Named<T>::value);
    return found != names.end() ? found->name : std::string_view();
}

template <typename T, std::size_t N>
std::optional<T> valueIn(const std::array<Named<T>, N>& names, std::string_view name) {
    const auto found = std::ranges::find(names, name, &Named<T>::name);
    return found != names.end() ? std::optional(found->value) : std::nullopt;
}

// Returns the first keyframe that is not clearly before a time.
auto firstNear(const std::vector<Shared<Keyframe>>& keyframes, double timeS) {
    return std::lower_bound(
        keyframes.begin(), keyframes.end(), timeS - kSameTimeS,
        [](const Shared<Keyframe>& keyframe, double time) { return keyframe->timeS < time; });
}

} // namespace

double Motion::endS() const {
    return keyframes.empty() ? lengthS : std::max(lengthS, keyframes.back()->timeS);
}

std::optional<std::size_t> Motion::keyframeAt(double timeS) const {
    auto best = firstNear(keyframes, timeS);
    if (best == keyframes.end() || (*best)->timeS > timeS + kSameTimeS) {
        return std::nullopt;
    }
    // Both neighbors may be within the tolerance.
    if (const auto next = std::next(best);
        next != keyframes.end() &&
        std::abs((*next)->timeS - timeS) < std::abs((*best)->timeS - timeS)) {
        best = next;
    }
    return static_cast<std::size_t>(best - keyframes.begin());
}

Keyframe& Motion::keyframeAtForWriting(double timeS) {
    if (const auto index = keyframeAt(timeS)) {
        return keyframes[*index].write();
    }
    const auto place = firstNear(keyframes, timeS);
    Keyframe keyframe;
    keyframe.timeS = timeS;
    return keyframes.insert(place, Shared<Keyframe>(std::move(keyframe)))->write();
}

std::string_view curveName(Curve curve) {
    return nameIn(kCurveNames, curve);
}

std::optional<Curve> curveFromName(std::string_view name) {
    return valueIn(kCurveNames, name);
}

std::string_view limbName(Limb limb) {
    return nameIn(kLimbNames, limb);
}

std::optional<Limb> limbFromName(std::string_view name) {
    return valueIn(kLimbNames, name);
}

std::string_view startPoseName(StartPose pose) {
    return nameIn(kStartNames, pose);
}

std::optional<StartPose> startPoseFromName(std::string_view name) {
    return valueIn(kStartNames, name);
}

bool isLying(StartPose pose) {
    return pose != StartPose::Standing && pose != StartPose::OnBall;
}

TrialSetup suggestedTrial(const Motion& motion) {
    if (motion.trial) {
        return *motion.trial;
    }
    const auto isIn = [](const std::vector<std::string>& words, const char* word) {
        return std::ranges::find(words, word) != words.end();
    };
    const bool areTagsClear = isIn(motion.tags, "kick") || isIn(motion.tags, "get-up");
    const std::vector<std::string> words = areTagsClear ? motion.tags : tagsInName(motion.name);
    TrialSetup setup;
    if (isIn(words, "get-up")) {
        setup.start = isIn(words, "back")    ? StartPose::LyingOnBack
                      : isIn(words, "front") ? StartPose::LyingOnFront
                      : isIn(words, "left")  ? StartPose::LyingOnLeft
                      : isIn(words, "right") ? StartPose::LyingOnRight
                                             : StartPose::LyingOnFront;
    } else if (isIn(words, "kick")) {
        setup.start = StartPose::OnBall;
        if (isIn(words, "left") != isIn(words, "right")) {
            setup.ballFromFeetM = {kBallAheadM,
                                   isIn(words, "left") ? kBallLateralM : -kBallLateralM};
        }
    }
    return setup;
}

std::string_view conditionName(ConditionKind kind) {
    return nameIn(kConditionNames, kind);
}

std::optional<ConditionKind> conditionFromName(std::string_view name) {
    return valueIn(kConditionNames, name);
}

std::string conditionNames() {
    std::string names;
    for (const Named<ConditionKind>& each : kConditionNames) {
        names += names.empty() ? "" : ", ";
        names += each.name;
    }
    return names;
}

void sortBranches(std::vector<Branch>& branches) {
    std::ranges::stable_sort(branches, {}, [](const Branch& branch) {
        return branch.timeS.value_or(std::numeric_limits<double>::infinity());
    });
}

std::string_view waitName(WaitKind kind) {
    return nameIn(kWaitNames, kind);
}

std::optional<WaitKind> waitFromName(std::string_view name) {
    return valueIn(kWaitNames, name);
}

} // namespace sideline::keyframe
