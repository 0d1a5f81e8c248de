#include <optional>
#include <utility>

#include "agentcore/robot/built_in_robots.h"
#include "motions/limb_paths.h"
#include "motions/resolve.h"

namespace sideline::keyframe {

namespace {

struct Counterpart {
    JointName joint;
    double sign = 1.0;
};

// Returns nullopt if the robot lacks the joint.
std::optional<Counterpart> counterpartOn(const robot::RobotModel& model, const JointName& joint) {
    const robot::JointId id = model.findJoint(joint);
    if (!id.isValid()) {
        return std::nullopt;
    }
    const auto& mirror = model.mirror(id);
    if (!mirror) {
        return Counterpart{joint, 1.0};
    }
    const bool isPerceptor = joint != model.jointName(id);
    const JointName& other =
        isPerceptor ? model.perceptorName(mirror->joint) : model.jointName(mirror->joint);
    return other.empty() ? Counterpart{joint, 1.0} : Counterpart{other, mirror->sign};
}

Counterpart counterpartOf(const JointName& joint, const robot::RobotModel& model) {
    if (auto found = counterpartOn(model, joint)) {
        return *std::move(found);
    }
    for (const robot::RobotModelPtr& other : robot::builtInRobots()) {
        if (auto found = counterpartOn(*other, joint)) {
            return *std::move(found);
        }
    }
    return {joint, 1.0};
}

Value flipped(const Value& value) {
    return -value;
}

LimbPlace mirroredPlace(LimbPlace place) {
    place.positionM[1] = flipped(place.positionM[1]);
    place.rollPitchYawDeg[0] = flipped(place.rollPitchYawDeg[0]);
    place.rollPitchYawDeg[2] = flipped(place.rollPitchYawDeg[2]);
    return place;
}

WaitKind mirroredWait(WaitKind kind) {
    switch (kind) {
    case WaitKind::LeftFootContact:
        return WaitKind::RightFootContact;
    case WaitKind::RightFootContact:
        return WaitKind::LeftFootContact;
    case WaitKind::BothFeetContact:
    case WaitKind::Still:
        break;
    }
    return kind;
}

motion::ConditionKind mirroredCondition(motion::ConditionKind kind) {
    using ConditionKind = motion::ConditionKind;
    return kind == ConditionKind::FallenOnLeft       ? ConditionKind::FallenOnRight
           : kind == ConditionKind::FallenOnRight    ? ConditionKind::FallenOnLeft
           : kind == ConditionKind::LeftFootContact  ? ConditionKind::RightFootContact
           : kind == ConditionKind::RightFootContact ? ConditionKind::LeftFootContact
                                                     : kind;
}

// Avoids negative zero.
double negated(double number) {
    return number == 0.0 ? 0.0 : -number;
}

Keyframe mirroredKeyframe(const Keyframe& keyframe, const robot::RobotModel& model) {
    Keyframe other;
    other.timeS = keyframe.timeS;
    other.name = keyframe.name;
    other.wait = keyframe.wait;
    if (other.wait) {
        other.wait->kind = mirroredWait(other.wait->kind);
    }
    for (const auto& [joint, key] : keyframe.joints) {
        Key copy = key;
        auto [counterpart, sign] = counterpartOf(joint, model);
        if (sign < 0.0) {
            copy.angleDeg = flipped(copy.angleDeg);
            copy.in.angleDeg = negated(copy.in.angleDeg);
            copy.out.angleDeg = negated(copy.out.angleDeg);
        }
        other.joints.emplace(std::move(counterpart), std::move(copy));
    }
    for (const auto& [limb, target] : keyframe.limbs) {
        LimbTarget copy = target;
        copy.place = mirroredPlace(std::move(copy.place));
        for (LimbPlace& place : copy.via) {
            place = mirroredPlace(std::move(place));
        }
        other.limbs.emplace(mirroredLimb(limb), std::move(copy));
    }
    return other;
}

} // namespace

Limb mirroredLimb(Limb limb) {
    switch (limb) {
    case Limb::LeftFoot:
        return Limb::RightFoot;
    case Limb::RightFoot:
        return Limb::LeftFoot;
    case Limb::LeftHand:
        return Limb::RightHand;
    case Limb::RightHand:
        return Limb::LeftHand;
    }
    return limb;
}

JointName mirroredJoint(const JointName& joint, const robot::RobotModel& model) {
    return counterpartOf(joint, model).joint;
}

bool mirrorsWithSign(const JointName& joint, const robot::RobotModel& model) {
    return counterpartOf(joint, model).sign < 0.0;
}

Motion mirrored(const Motion& motion, const robot::RobotModel& model) {
    Motion other = motion;
    for (Shared<Keyframe>& keyframe : other.keyframes) {
        keyframe = Shared<Keyframe>(mirroredKeyframe(*keyframe, model));
    }
    if (other.entry) {
        other.entry->anglesDeg.clear();
        for (const auto& [joint, angle] : motion.entry->anglesDeg) {
            auto [counterpart, sign] = counterpartOf(joint, model);
            other.entry->anglesDeg.emplace(std::move(counterpart),
                                           sign < 0.0 ? flipped(angle) : angle);
        }
    }
    for (std::set<JointName> Motion::*joints : {&Motion::muted, &Motion::locked}) {
        (other.*joints).clear();
        for (const JointName& joint : motion.*joints) {
            (other.*joints).insert(mirroredJoint(joint, model));
        }
    }
    for (Branch& branch : other.branches) {
        branch.condition.kind = mirroredCondition(branch.condition.kind);
        branch.condition.joint = mirroredJoint(branch.condition.joint, model);
    }
    other.ballFromTorsoM[1] = negated(other.ballFromTorsoM[1]);
    if (other.trial) {
        StartPose& start = other.trial->start;
        start = start == StartPose::LyingOnLeft    ? StartPose::LyingOnRight
                : start == StartPose::LyingOnRight ? StartPose::LyingOnLeft
                                                   : start;
        other.trial->ballFromFeetM[1] = negated(other.trial->ballFromFeetM[1]);
    }
    return other;
}

} // namespace sideline::keyframe
