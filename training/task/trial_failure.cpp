#include "training/task/trial_failure.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "agentcore/math/quantile.h"
#include "training/trial/fall_analysis.h"

namespace sideline::training {

namespace {

struct FailureInfo {
    FailureKind kind;
    const char* name;
    const char* words;
    // Format of a value with its unit, `{}` for the number; null for kinds without one.
    const char* value = nullptr;
    // How the limit is related to the value, such as `of at least`; null without a limit.
    const char* limit = nullptr;
};

constexpr std::array<FailureInfo, kFailureKinds> kInfos = {{
    {FailureKind::FellForward, "fell-forward", "fell forward"},
    {FailureKind::FellBackward, "fell-backward", "fell backward"},
    {FailureKind::FellLeft, "fell-left", "fell to the left"},
    {FailureKind::FellRight, "fell-right", "fell to the right"},
    {FailureKind::SelfCollision, "self-collision", "collided with itself"},
    {FailureKind::NotUp, "not-up", "did not get up", "head at {:.0f} %"},
    {FailureKind::TooLate, "too-late", "got up too late", "upright for {:.1f} s", "at least"},
    {FailureKind::MissedBall, "missed-ball", "missed the ball", "by {:.2f} m"},
    {FailureKind::TooWide, "too-wide", "too wide", "{:.0f} degrees", "at most"},
    {FailureKind::TooWeak, "too-weak", "too weak", "{:.2f} m", "at least"},
    {FailureKind::TooShort, "too-short", "not far enough", "{:.2f} m", "at least"},
    {FailureKind::NotThere, "not-there", "out of time", "{:.2f} m left"},
    {FailureKind::TooFewTargets, "too-few-targets", "out of time", "{:.0f} targets", "all"},
    {FailureKind::NotStopped, "not-stopped", "did not stop in time", "moved {:.2f} m"},
    {FailureKind::NotWalking, "not-walking", "stood but did not walk"},
    {FailureKind::NoGoal, "no-goal", "out of time", "ball {:.1f} m from the goal"},
    {FailureKind::BallOut, "ball-out", "out of time after the ball left the field", "{:.0f} times"},
    {FailureKind::Conceded, "conceded", "let the ball in"},
    {FailureKind::ConcededLeft, "conceded-left", "let the ball in to the left", "{:.2f} m away"},
    {FailureKind::ConcededRight, "conceded-right", "let the ball in to the right", "{:.2f} m away"},
    {FailureKind::BadScore, "bad-score", "the condition did not hold", "{:.3g}"},
    {FailureKind::CannotPlay, "cannot-play", "cannot play the motion"},
    {FailureKind::ProgramFailed, "program-failed", "program or server failed"},
    {FailureKind::Unstable, "unstable", "physics unstable"},
}};

const FailureInfo& infoOf(FailureKind kind) {
    return kInfos[static_cast<std::size_t>(kind)];
}

std::string valueText(const FailureInfo& info, double value) {
    return fmt::format(fmt::runtime(info.value), value);
}

} // namespace

FailureKind fallKind(const Eigen::Matrix3d& R_STorso) {
    static_assert(static_cast<FailureKind>(FallDirection::Right) == FailureKind::FellRight);
    // The axis of the torso that points down: x is its right side, y its front.
    return static_cast<FailureKind>(fallDirection(-R_STorso(2, 1), R_STorso(2, 0)));
}

FailureKind fallKind(const math::Pose& X_SGround, const Eigen::Matrix3d& R_STorso) {
    const Eigen::Vector3d up = X_SGround.R.transpose() * R_STorso.col(2);
    return static_cast<FailureKind>(fallDirection(up.x(), up.y()));
}

bool isFall(FailureKind kind) {
    return kind <= FailureKind::FellRight;
}

std::string_view failureName(FailureKind kind) {
    return infoOf(kind).name;
}

std::string_view failureWords(FailureKind kind) {
    return infoOf(kind).words;
}

std::string failureValues(const TrialFailure& failure) {
    const FailureInfo& info = infoOf(failure.kind);
    if (!failure.value || info.value == nullptr) {
        return {};
    }
    const std::string text = valueText(info, *failure.value);
    return failure.limit && info.limit != nullptr
               ? fmt::format("{} instead of {} {:.3g}", text, info.limit, *failure.limit)
               : text;
}

std::string failureText(const TrialFailure& failure) {
    const std::string values = failureValues(failure);
    return values.empty() ? infoOf(failure.kind).words
                          : fmt::format("{}: {}", infoOf(failure.kind).words, values);
}

std::vector<FailureGroup> groupFailures(std::span<const TrialFailure> failures) {
    std::vector<FailureGroup> groups;
    for (const FailureInfo& info : kInfos) {
        std::vector<double> timesS;
        std::vector<double> values;
        for (const TrialFailure& failure : failures) {
            if (failure.kind == info.kind) {
                timesS.push_back(failure.atS);
                if (failure.value) {
                    values.push_back(*failure.value);
                }
            }
        }
        if (timesS.empty()) {
            continue;
        }
        std::ranges::sort(timesS);
        std::ranges::sort(values);
        FailureGroup group{info.kind, timesS.size(), math::quantileOf(timesS, 0.5)};
        if (!values.empty() && info.value != nullptr) {
            group.medianValue = math::quantileOf(values, 0.5);
        }
        groups.push_back(group);
    }
    std::ranges::stable_sort(groups, std::ranges::greater(), &FailureGroup::count);
    return groups;
}

std::string groupText(const FailureGroup& group) {
    const FailureInfo& info = infoOf(group.kind);
    const char* const median = group.count > 1 ? "median " : "";
    return group.medianValue
               ? fmt::format("{} ({}{})", info.words, median, valueText(info, *group.medianValue))
               : fmt::format("{} at {}{:.1f} s", info.words, group.count > 1 ? "a median of " : "",
                             group.medianS);
}

std::string failuresText(std::span<const TrialFailure> failures, std::size_t trials) {
    std::string text;
    for (const FailureGroup& group : groupFailures(failures)) {
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", group.count, groupText(group));
    }
    return text.empty() ? text : fmt::format("{} of {} failed: {}", failures.size(), trials, text);
}

} // namespace sideline::training
