#include "motions/format/branch_text.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "motions/format/quoted_text.h"
#include "motions/format/text_lines.h"

namespace sideline::keyframe {

namespace {

using base::Expected;
using motion::ConditionKind;

constexpr std::string_view kAtEnd = "end";
constexpr std::string_view kNot = "not";
constexpr double kMaxOffDeg = 360.0;

tl::unexpected<base::Error> branchFault(std::string message, std::string expected) {
    return base::failure(base::ErrorCode::Malformed, std::move(message), std::move(expected));
}

// Parses a condition at the beginning of a string, and removes it.
Expected<Condition> takeCondition(std::string_view& rest) {
    Condition condition;
    auto word = takeText(rest);
    if (word == kNot) {
        condition.isNegated = true;
        word = takeText(rest);
    }
    const auto kind = word ? conditionFromName(*word) : std::nullopt;
    if (!kind) {
        return branchFault(fmt::format("{} is not a condition", shown(word.value_or(""))),
                           fmt::format("one of {}, optionally preceded by not", conditionNames()));
    }
    condition.kind = *kind;
    if (condition.kind == ConditionKind::JointOff) {
        auto joint = takeText(rest);
        const auto number = takeText(rest);
        const double angleDeg = numberFrom(number.value_or("")).value_or(-1.0);
        if (!joint || joint->empty() || angleDeg < 0.0 || angleDeg > kMaxOffDeg) {
            return branchFault("the condition `joint` lacks the name of a joint or a valid angle",
                               fmt::format("joint NAME DEGREES, 0 to {} degrees", kMaxOffDeg));
        }
        condition.joint = std::move(*joint);
        condition.angleDeg = angleDeg;
    }
    return condition;
}

} // namespace

Expected<Condition> conditionFrom(std::string_view text) {
    std::string_view rest = trimmed(text);
    auto condition = takeCondition(rest);
    if (condition && !rest.empty()) {
        return branchFault(fmt::format("unexpected {}", shown(rest)), "only a condition");
    }
    return condition;
}

Expected<Branch> branchFrom(std::string_view text) {
    std::string_view rest = trimmed(text);
    Branch branch;
    const auto time = takeText(rest);
    if (time != kAtEnd) {
        branch.timeS = time ? numberFrom(*time) : std::nullopt;
        if (!branch.timeS || *branch.timeS < 0.0) {
            return branchFault(fmt::format("{} is not a time", shown(time.value_or(""))),
                               "seconds, 0 or more, or end");
        }
    }
    auto condition = takeCondition(rest);
    if (!condition) {
        return tl::unexpected(std::move(condition.error()));
    }
    branch.condition = std::move(*condition);
    auto name = takeText(rest);
    if (!name || name->empty()) {
        return branchFault("the branch leads nowhere", "a motion's name or file in quotes");
    }
    if (!rest.empty()) {
        return branchFault(fmt::format("unexpected {}", shown(rest)),
                           "seconds or end, a condition and one motion");
    }
    branch.motion = std::move(*name);
    return branch;
}

std::string conditionText(const Condition& condition) {
    std::string text = condition.isNegated ? fmt::format("{} ", kNot) : std::string();
    text += conditionName(condition.kind);
    if (condition.kind == ConditionKind::JointOff) {
        text +=
            fmt::format(" {} {}", wordText(condition.joint, "."), numberText(condition.angleDeg));
    }
    return text;
}

std::string branchText(const Branch& branch) {
    return fmt::format("{} {} {}", branch.timeS ? numberText(*branch.timeS) : std::string(kAtEnd),
                       conditionText(branch.condition), quotedText(branch.motion));
}

} // namespace sideline::keyframe
