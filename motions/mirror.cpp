
#include "motions/limb_paths.h"
#include "motions/resolve.h"

namespace sideline::keyframe {

namespace {

// Whether a joint belongs to a side: `lle3`, `rae1`, or with `j` for the perceptor's name.
bool isSided(const JointName& joint) {
    return joint.size() >= 4 && (joint[0] == 'l' || joint[0] == 'r') &&
           (joint[1] == 'l' || joint[1] == 'a') && (joint[2] == 'e' || joint[2] == 'j');
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

Keyframe mirroredKeyframe(const Keyframe& keyframe) {
    Keyframe other;
    other.timeS = keyframe.timeS;
    other.name = keyframe.name;
    other.wait = keyframe.wait;
    if (other.wait) {
        other.wait->kind = mirroredWait(other.wait->kind);
    }
    for (const auto& [joint, key] : keyframe.joints) {
        Key copy = key;
        if (mirrorsWithSign(joint)) {
            copy.angleDeg = flipped(copy.angleDeg);
            copy.in.angleDeg = negated(copy.in.angleDeg);
            copy.out.angleDeg = negated(copy.out.angleDeg);
        }
        other.joints.emplace(mirroredJoint(joint), std::move(copy));
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

JointName mirroredJoint(const JointName& joint) {
    JointName other = joint;
    if (isSided(joint)) {
        other[0] = joint[0] == 'l' ? 'r' : 'l';
    }
    return other;
}

bool mirrorsWithSign(const JointName& joint) {
    if (!isSided(joint)) {
        return joint == "he1" || joint == "hj1";
    }
    const std::string number = joint.substr(3);
    return joint[1] == 'l' ? number == "2" || number == "6"
                           : number == "2" || number == "3" || number == "4";
}

Motion mirrored(const Motion& motion) {
    Motion other = motion;
    for (Shared<Keyframe>& keyframe : other.keyframes) {
        keyframe = Shared<Keyframe>(mirroredKeyframe(*keyframe));
    }
    if (other.entry) {
        other.entry->anglesDeg.clear();
        for (const auto& [joint, angle] : motion.entry->anglesDeg) {
            other.entry->anglesDeg.emplace(mirroredJoint(joint),
                                           mirrorsWithSign(joint) ? flipped(angle) : angle);
        }
    }
    for (std::set<JointName> Motion::*joints : {&Motion::muted, &Motion::locked}) {
        (other.*joints).clear();
        for (const JointName& joint : motion.*joints) {
            (other.*joints).insert(mirroredJoint(joint));
        }
    }
    for (Branch& branch : other.branches) {
        branch.condition.kind = mirroredCondition(branch.condition.kind);
        branch.condition.joint = mirroredJoint(branch.condition.joint);
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
