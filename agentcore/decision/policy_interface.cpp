#include "agentcore/decision/policy_interface.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "agentcore/base/plural.h"

namespace sideline::decision {

namespace {

using Kind = ObservationKind;

struct KindInfo {
    Kind kind;
    std::string_view word;
    std::string_view unit;
};
constexpr std::array<KindInfo, 12> kKinds = {{
    {Kind::JointAngles, "joint-angles", "rad"},
    {Kind::JointSpeeds, "joint-speeds", "rad/s"},
    {Kind::ReferenceAngles, "reference-angles", "rad"},
    {Kind::Gyro, "gyro", "rad/s"},
    {Kind::Acceleration, "acceleration", "m/s^2"},
    {Kind::Up, "up", ""},
    {Kind::FootForces, "foot-forces", "N"},
    {Kind::FootCenters, "foot-centers", "m"},
    {Kind::LastAction, "last-action", ""},
    {Kind::Phase, "phase", ""},
    {Kind::Progress, "progress", ""},
    {Kind::Command, "command", "m/s, rad/s"},
}};
constexpr std::array<std::string_view, 3> kActions = {"joint-targets", "joint-speeds", "residual"};

int countForces(const robot::RobotModel& model) {
    return static_cast<int>(std::ranges::count(model.percepts().perceptors,
                                               robot::PerceptorKind::ForceResistance,
                                               &robot::Perceptor::kind));
}

tl::unexpected<base::Error> invalid(std::string message, std::string expected = {}) {
    return base::failure(base::ErrorCode::InvalidArgument, std::move(message), std::move(expected));
}

// The first name that is repeated or empty.
const std::string* firstRepeated(const std::vector<std::string>& names) {
    std::set<std::string_view> seen;
    for (const std::string& name : names) {
        if (name.empty() || !seen.insert(name).second) {
            return &name;
        }
    }
    return nullptr;
}

} // namespace

std::vector<ObservationKind> observationKinds() {
    std::vector<Kind> kinds;
    for (const KindInfo& info : kKinds) {
        kinds.push_back(info.kind);
    }
    return kinds;
}

std::string_view wordOf(ObservationKind kind) {
    return kKinds[static_cast<std::size_t>(kind)].word;
}

std::string_view unitOf(ObservationKind kind) {
    return kKinds[static_cast<std::size_t>(kind)].unit;
}

std::string_view wordOf(ActionKind kind) {
    return kActions[static_cast<std::size_t>(kind)];
}

std::optional<ActionKind> actionKindOf(std::string_view word) {
    const auto found = std::ranges::find(kActions, word);
    return found == kActions.end()
               ? std::nullopt
               : std::optional(static_cast<ActionKind>(found - kActions.begin()));
}

std::optional<ObservationKind> observationKindOf(std::string_view word) {
    const auto found = std::ranges::find(kKinds, word, &KindInfo::word);
    return found == kKinds.end() ? std::nullopt : std::optional(found->kind);
}

bool PolicyInterface::observes(ObservationKind kind) const {
    return std::ranges::find(observation, kind, &ObservationTerm::kind) != observation.end();
}

int sizeOf(ObservationKind kind, const PolicyInterface& meaning, const robot::RobotModel& model) {
    switch (kind) {
    case Kind::JointAngles:
    case Kind::JointSpeeds:
        return static_cast<int>(meaning.jointsSeen().size());
    case Kind::ReferenceAngles:
    case Kind::LastAction:
        return static_cast<int>(meaning.joints.size());
    case Kind::Gyro:
    case Kind::Acceleration:
    case Kind::Up:
    case Kind::Command:
        return 3;
    case Kind::FootForces:
        return 3 * countForces(model);
    case Kind::FootCenters:
        return 2 * countForces(model);
    case Kind::Phase:
        return 2;
    case Kind::Progress:
        return 1;
    }
    return 0;
}

int observationSize(const PolicyInterface& meaning, const robot::RobotModel& model) {
    int size = 0;
    for (const ObservationTerm& term : meaning.observation) {
        size += sizeOf(term.kind, meaning, model);
    }
    return size;
}

base::Expected<void> check(const PolicyInterface& meaning) {
    if (meaning.observation.empty() || meaning.joints.empty()) {
        return invalid("the policy has no observations or no joints",
                       "at least one observation term and one joint");
    }
    for (const auto* names : {&meaning.joints, &meaning.observedJoints}) {
        if (const std::string* name = firstRepeated(*names)) {
            return invalid(fmt::format("joint '{}' is named twice, or has no name", *name));
        }
    }
    if ((meaning.observes(Kind::Phase) || meaning.observes(Kind::Progress)) &&
        !(meaning.periodS > 0.0 && std::isfinite(meaning.periodS))) {
        return invalid(fmt::format("phase and progress need a period, not {} s", meaning.periodS),
                       "a time above 0 s");
    }
    if ((meaning.action == ActionKind::Residual) == meaning.motion.empty()) {
        return invalid(meaning.motion.empty() ? "a residual needs a motion to which it is added"
                                              : "a motion is given, but the action is not a "
                                                "residual, which would be added to it");
    }
    if (meaning.observes(Kind::ReferenceAngles) && meaning.motion.empty()) {
        return invalid("reference angles require a motion, and there is none");
    }
    const auto isFinite = [](double value) { return std::isfinite(value); };
    for (const ObservationTerm& term : meaning.observation) {
        if (!std::isfinite(term.scale)) {
            return invalid(fmt::format("the scale of {} is {}", wordOf(term.kind), term.scale),
                           "a number");
        }
    }
    if ((meaning.scale.size() != 1 && meaning.scale.size() != meaning.joints.size()) ||
        !std::ranges::all_of(meaning.scale, isFinite)) {
        return invalid(fmt::format("the action has {} for {}, or a scale that is not finite",
                                   base::plural(meaning.scale.size(), "scale"),
                                   base::plural(meaning.joints.size(), "joint")),
                       "one finite scale, or one per joint");
    }
    if (!meaning.offsetRad.empty() && (meaning.offsetRad.size() != meaning.joints.size() ||
                                       meaning.action != ActionKind::JointTargets ||
                                       !std::ranges::all_of(meaning.offsetRad, isFinite))) {
        return invalid("the action's offsets do not match its joints",
                       "one finite angle per joint, for joint targets only");
    }
    if (!(meaning.clip > 0.0)) {
        return invalid(fmt::format("invalid clip value {}", meaning.clip), "a number above 0");
    }
    return {};
}

base::Expected<void> check(const Policy& policy, const robot::RobotModel& model) {
    const PolicyInterface& meaning = policy.meaning;
    if (auto checked = check(meaning); !checked) {
        return checked;
    }
    for (const auto* names : {&meaning.joints, &meaning.jointsSeen()}) {
        for (const std::string& name : *names) {
            if (!model.findJoint(name).isValid()) {
                return invalid(
                    fmt::format("the policy needs joint '{}', which {} does not have", name,
                                model.name()),
                    meaning.robot.empty() ? "" : fmt::format("a robot like {}", meaning.robot));
            }
        }
    }
    if (const int size = observationSize(meaning, model); size != policy.network->inputSize()) {
        std::string sum;
        for (const ObservationTerm& term : meaning.observation) {
            sum += fmt::format("{}{} {}", sum.empty() ? "" : " + ", wordOf(term.kind),
                               sizeOf(term.kind, meaning, model));
        }
        return invalid(
            fmt::format("the network has {} inputs, but the observation of {} has {} values: {}",
                        policy.network->inputSize(), model.name(), size, sum));
    }
    if (std::ssize(meaning.joints) != policy.network->outputSize()) {
        return invalid(fmt::format("the network has {} outputs for {}",
                                   policy.network->outputSize(),
                                   base::plural(meaning.joints.size(), "joint")));
    }
    return {};
}

} // namespace sideline::decision
