#include "motions/format/ut_skill_states.h"

#include <array>
#include <cmath>
#include <numbers>

#include <Eigen/Geometry>

#include "motions/format/sampled_motion.h"
#include "motions/limits.h"

namespace sideline::keyframe {

namespace {

using Kind = Finding::Kind;
using Severity = Finding::Severity;

// Returns the scale of a whole leg: that of its hip pitch, which moves it most.
double scaleOf(const std::map<JointName, double>& scales, Limb limb) {
    const auto found = scales.find(limb == Limb::LeftFoot ? "lle3" : "rle3");
    return found != scales.end() ? found->second : 1.0;
}

std::optional<Limb> limbOf(const JointName& joint) {
    if (joint.starts_with("lle")) {
        return Limb::LeftFoot;
    }
    return joint.starts_with("rle") ? std::optional(Limb::RightFoot) : std::nullopt;
}

} // namespace

// UT places a point in front of the toes, 12 cm ahead of the ankle and 3 cm above the sole (the
// forward kinematics of its solver); here it is the sole's point below the ankle.
LimbPlace soleOf(LimbPlace place, const Parameters& parameters) {
    std::array<double, 3> turnRad{};
    for (std::size_t i = 0; i < 3; ++i) {
        const auto angle = place.rollPitchYawDeg[i].evaluate(parameters);
        turnRad[i] = angle.value_or(0.0) * std::numbers::pi / 180.0;
    }
    const Eigen::Matrix3d rotation = (Eigen::AngleAxisd(turnRad[2], Eigen::Vector3d::UnitZ()) *
                                      Eigen::AngleAxisd(turnRad[1], Eigen::Vector3d::UnitY()) *
                                      Eigen::AngleAxisd(turnRad[0], Eigen::Vector3d::UnitX()))
                                         .toRotationMatrix();
    const Eigen::Vector3d shift = rotation * Eigen::Vector3d(-0.12, 0.0, -0.03);
    for (std::size_t i = 0; i < 3; ++i) {
        const double rounded = std::round(shift[static_cast<Eigen::Index>(i)] * 1e6) / 1e6;
        place.positionM[i] = place.positionM[i] + Value(rounded);
    }
    return place;
}

void SkillStates::begin() {
    m_changed.clear();
    m_newCurves.clear();
    m_newLimbs.clear();
    m_scalesBefore = m_scales;
    m_waitS = 0.0;
}

const Value* SkillStates::target(const JointName& joint) const {
    const auto found = m_targets.find(joint);
    return found != m_targets.end() ? &found->second : nullptr;
}

void SkillStates::setScale(const JointName& joint, double scale) {
    m_scales.insert_or_assign(joint, scale);
}

void SkillStates::setTarget(const JointName& joint, Value angle, int line) {
    m_targets.insert_or_assign(joint, std::move(angle));
    m_changed.insert_or_assign(joint, line);
}

void SkillStates::setLimb(Limb limb, LimbTarget target, int line) {
    target.frame = LimbTarget::Frame::Ball;
    target.curve = Curve::Hold;
    m_newLimbs.insert_or_assign(limb, std::pair(std::move(target), line));
    m_builder.reportOnce(
        Severity::Note, Kind::Other, line,
        "the foot target is the pose of the sole below the ankle, with the rotations given by the "
        "current parameters; the ball is assumed in front of the foot (x 0.2 m, y 0.05 m)");
    m_builder.motion().ballFromTorsoM[1] = limb == Limb::LeftFoot ? 0.05 : -0.05;
}

bool SkillStates::isPlaced(const JointName& joint) const {
    const auto limb = limbOf(joint);
    return limb && m_placed.contains(*limb);
}

// A curve ends one cycle early if the leg has another command at its end.
void SkillStates::endCurve(Limb limb, bool isReplaced) {
    const auto found = m_curves.find(limb);
    if (found == m_curves.end()) {
        return;
    }
    PendingCurve curve = std::move(found->second);
    m_curves.erase(found);
    double endS = curve.endS;
    if (isReplaced && endS - kCycleS > curve.beginS + kSameTimeS) {
        endS = tidied(endS - kCycleS);
    }
    m_builder.setLimb(endS, limb, std::move(curve.target), curve.line);
}

void SkillStates::commit(int line) {
    std::set<Limb> moved;
    for (const auto& [joint, changedAt] : m_changed) {
        if (const auto limb = limbOf(joint)) {
            moved.insert(*limb);
            m_placed.erase(*limb);
        }
    }
    for (const auto& [limb, target] : m_newLimbs) {
        moved.insert(limb);
    }
    for (const Limb limb : {Limb::LeftFoot, Limb::RightFoot}) {
        endCurve(limb, moved.contains(limb));
    }
    commitKeys(line);
    commitLimbs();
    m_timeS = tidied(m_timeS + m_waitS);
    (void)m_builder.admitsTime(m_timeS, line);
}

// Joints whose scale has changed get a key as well.
void SkillStates::commitKeys(int line) {
    for (const auto& [joint, scale] : m_scales) {
        const auto before = m_scalesBefore.find(joint);
        if ((before != m_scalesBefore.end() ? before->second : 1.0) != scale &&
            m_targets.contains(joint) && !isPlaced(joint)) {
            m_changed.try_emplace(joint, line);
        }
    }
    for (const auto& [joint, changedAt] : m_changed) {
        const auto scale = m_scales.find(joint);
        Key key;
        key.angleDeg = m_targets.at(joint);
        key.curve = Curve::Hold;
        key.speedScale = scale != m_scales.end() ? scale->second : 1.0;
        m_builder.setKey(m_timeS, joint, std::move(key), changedAt);
    }
}

void SkillStates::commitLimbs() {
    for (auto& [limb, target] : m_newLimbs) {
        target.first.speedScale = scaleOf(m_scales, limb);
        m_builder.setLimb(m_timeS, limb, std::move(target.first), target.second);
        m_placed.insert(limb);
    }
    for (FootCurve& curve : m_newCurves) {
        PendingCurve pending;
        pending.target.frame = LimbTarget::Frame::Ball;
        pending.target.path = LimbTarget::Path::Spline;
        pending.target.place = curve.places.back();
        pending.target.via.assign(curve.places.begin() + 1, curve.places.end() - 1);
        pending.target.speedScale = scaleOf(m_scales, curve.limb);
        pending.beginS = m_timeS;
        pending.endS = tidied(m_timeS + m_waitS);
        pending.line = curve.line;
        m_curves.insert_or_assign(curve.limb, std::move(pending));
    }
}

void SkillStates::endMotion() {
    endCurve(Limb::LeftFoot, false);
    endCurve(Limb::RightFoot, false);
    m_builder.motion().lengthS = m_timeS;
}

} // namespace sideline::keyframe
