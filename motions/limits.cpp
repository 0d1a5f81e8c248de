#include "motions/limits.h"

#include <algorithm>

#include <fmt/format.h>

#include "motions/values.h"

namespace sideline::keyframe {

namespace {

base::Expected<void> limitExceeded(std::string message, std::string expected) {
    return base::failure(base::ErrorCode::LimitExceeded, std::move(message), std::move(expected));
}

} // namespace

std::size_t keyCount(const Keyframe& keyframe) {
    std::size_t count = keyframe.joints.size() + keyframe.limbs.size();
    for (const auto& [limb, target] : keyframe.limbs) {
        count += target.via.size();
    }
    return count;
}

std::size_t keyCount(const Motion& motion) {
    std::size_t count = 0;
    for (const Shared<Keyframe>& keyframe : motion.keyframes) {
        count += keyCount(*keyframe);
    }
    return count;
}

base::Expected<void> checkSize(const Motion& motion) {
    double lastS = motion.endS();
    for (const Marker& marker : motion.markers) {
        lastS = std::max(lastS, marker.timeS);
    }
    for (const Branch& branch : motion.branches) {
        lastS = std::max(lastS, branch.timeS.value_or(0.0));
    }
    lastS = std::max(lastS, motion.loop ? motion.loop->endS : 0.0);
    if (!(lastS <= kLongestMotionS)) {
        return limitExceeded(fmt::format("the motion would last {} s", lastS),
                             fmt::format("at most {} s", kLongestMotionS));
    }
    if (motion.branches.size() > kMaxBranches) {
        return limitExceeded(
            fmt::format("the motion would have {} branches", motion.branches.size()),
            fmt::format("at most {}", kMaxBranches));
    }
    if (motion.keyframes.size() > kMaxKeyframes) {
        return limitExceeded(
            fmt::format("the motion would have {} keyframes", motion.keyframes.size()),
            fmt::format("at most {}", kMaxKeyframes));
    }
    if (const std::size_t keys = keyCount(motion); keys > kMaxKeys) {
        return limitExceeded(fmt::format("the motion would have {} keys", keys),
                             fmt::format("at most {}", kMaxKeys));
    }
    std::size_t longest = 0;
    visitValues(motion, [&longest](const Value& value) {
        longest = std::max(longest, value.isNumber() ? 0 : value.text().size());
    });
    if (longest > kLongestExpression) {
        return limitExceeded(fmt::format("an expression would have {} characters", longest),
                             fmt::format("at most {}", kLongestExpression));
    }
    return {};
}

} // namespace sideline::keyframe
