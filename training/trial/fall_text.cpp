// Describes falls in words.
#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "motions/analysis/joint_findings.h"
#include "training/trial/fall_analysis.h"

namespace sideline::training {

namespace {

using math::degFromRad;

std::string edgeText(FallDirection edge) {
    switch (edge) {
    case FallDirection::Forward:
        return "front";
    case FallDirection::Backward:
        return "rear";
    case FallDirection::Left:
        return "left";
    case FallDirection::Right:
        return "right";
    case FallDirection::Down:
        break;
    }
    return "outer";
}

std::string bodyText(const robot::RobotModel& model, robot::BodyId body) {
    switch (model.body(body).role) {
    case robot::BodyRole::LeftFoot:
        return "left foot";
    case robot::BodyRole::RightFoot:
        return "right foot";
    case robot::BodyRole::LeftToe:
        return "left toe";
    case robot::BodyRole::RightToe:
        return "right toe";
    case robot::BodyRole::LeftHand:
        return "left hand";
    case robot::BodyRole::RightHand:
        return "right hand";
    default:
        return model.body(body).name;
    }
}

} // namespace

std::string fallDirectionText(FallDirection direction) {
    switch (direction) {
    case FallDirection::Forward:
        return "forward";
    case FallDirection::Backward:
        return "backward";
    case FallDirection::Left:
        return "to the left";
    case FallDirection::Right:
        return "to the right";
    case FallDirection::Down:
        break;
    }
    return "down";
}

std::string fallCauseText(const robot::RobotModel& model, const FallCause& cause) {
    switch (cause.kind) {
    case FallCauseKind::TorqueLimit:
        return fmt::format("{} at its torque limit of {:.3g} N m, {:.0f} degrees behind",
                           keyframe::jointText(model, cause.joint), cause.limit,
                           degFromRad(cause.lagRad));
    case FallCauseKind::SpeedLimit:
        return fmt::format("{} at its speed limit of {:.0f} degrees/s, {:.0f} degrees behind",
                           keyframe::jointText(model, cause.joint), degFromRad(cause.limit),
                           degFromRad(cause.lagRad));
    case FallCauseKind::FootSlip:
        return fmt::format("{} slips by {:.0f} mm", bodyText(model, cause.body),
                           1000.0 * cause.value);
    case FallCauseKind::SelfCollision:
        return fmt::format("{} hits {}", bodyText(model, cause.body), bodyText(model, cause.other));
    case FallCauseKind::GroundContact:
        return fmt::format("{} touches the ground", bodyText(model, cause.body));
    case FallCauseKind::SupportLeft:
        return fmt::format("center of pressure at the {} edge of the support",
                           edgeText(cause.edge));
    case FallCauseKind::MassOutside:
        return fmt::format("center of mass beyond the {} edge of the support",
                           edgeText(cause.edge));
    case FallCauseKind::Posture:
        break;
    }
    return "the motion itself bends or lowers the robot until it counts as fallen, although it "
           "still stands on its feet";
}

std::vector<std::string> torqueLimitTexts(const robot::RobotModel& model,
                                          std::span<const FallCause> events) {
    struct Limited {
        FallCause worst;
        double totalS = 0.0;
    };
    std::vector<Limited> joints;
    for (const FallCause& event : events) {
        auto known = std::ranges::find_if(
            joints, [&](const Limited& each) { return each.worst.joint == event.joint; });
        if (known == joints.end()) {
            known = joints.insert(known, {event, 0.0});
        }
        known->totalS += event.endS - event.beginS;
        known->worst.lagRad = std::max(known->worst.lagRad, event.lagRad);
    }
    std::ranges::stable_sort(joints, std::greater<>(), &Limited::totalS);
    constexpr std::size_t kShown = 6;
    std::vector<std::string> texts;
    for (const Limited& each : joints) {
        if (texts.size() == kShown) {
            texts.push_back(fmt::format("and {} more joints", joints.size() - kShown));
            break;
        }
        texts.push_back(fmt::format("{}, for {:.2f} s from {:.2f} s on",
                                    fallCauseText(model, each.worst), each.totalS,
                                    each.worst.beginS));
    }
    return texts;
}

std::string fallText(const robot::RobotModel& model, const FallExplanation& explanation) {
    return fmt::format("fell {} at {:.2f} s; first cause, from {:.2f} s: {}",
                       fallDirectionText(explanation.direction), explanation.fellAtS,
                       explanation.cause().beginS, fallCauseText(model, explanation.cause()));
}

} // namespace sideline::training
