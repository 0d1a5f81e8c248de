#include "motions/analysis/ground_track.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/robot/limb_kinematics.h"

namespace sideline::keyframe {

namespace {

using Eigen::Vector3d;
using robot::GroundRule;

// The other foot becomes the support foot when it is lower by this distance, in m.
constexpr double kLowerM = 0.002;
// A body other than a foot touches the ground when it is this far below both soles, in m.
constexpr double kLyingM = 0.010;
constexpr int kLyingPostures = 5;
// A sole this far above the lowest point of the other foot cannot be flat on the ground.
constexpr double kSplayedM = 0.006;
constexpr double kTipsOverRad = 0.35;
// A foot lands approximately flat: penalty in m per radian of its tilt when selecting the support
// foot.
constexpr double kTiltM = 0.05;
// The robot lies if the z component of its torso's up axis is below this; 45 degrees.
constexpr double kUpright = 0.7071;
constexpr double kFlat = 0.985; // 10 degrees
// A displacement above this without joint motion is a jump.
constexpr double kJumpM = 0.0005;
constexpr double kJumpRad = 0.005;
constexpr double kTurnOverRad = 0.2;

Eigen::Matrix3d aboutZ(double angleRad) {
    return Eigen::AngleAxisd(angleRad, Vector3d::UnitZ()).toRotationMatrix();
}

// Heading of the y axis seen from above; for a foot on its toes or heel, that of its x axis.
double headingRad(const Eigen::Matrix3d& R) {
    const Vector3d y = R.col(1);
    const Vector3d x = R.col(0);
    return y.head<2>().norm() > 0.2 ? std::atan2(-y.x(), y.y()) : std::atan2(x.y(), x.x());
}

double turnRad(const math::Pose& a, const math::Pose& b) {
    const double cosine = 0.5 * ((a.R.transpose() * b.R).trace() - 1.0);
    return std::acos(std::clamp(cosine, -1.0, 1.0));
}

std::vector<math::Pose> moved(const math::Pose& X_STorso, std::span<const math::Pose> X_TBody) {
    std::vector<math::Pose> poses;
    poses.reserve(X_TBody.size());
    for (const math::Pose& X : X_TBody) {
        poses.push_back(X_STorso * X);
    }
    return poses;
}

} // namespace

GroundTrack::GroundTrack(const robot::RobotModel& model, GroundRule rule,
                         const Eigen::Matrix3d& R_STorsoAtStart)
    : m_model(model.shared()), m_rule(rule), m_startRotation(R_STorsoAtStart) {
    for (const auto limb : {robot::LimbId::LeftFoot, robot::LimbId::RightFoot}) {
        if (const robot::LimbChain* chain = robot::limbChain(model, limb)) {
            const auto toe = limb == robot::LimbId::LeftFoot ? robot::BodyRole::LeftToe
                                                             : robot::BodyRole::RightToe;
            m_feet.push_back({chain->body, model.findBody(toe), chain->X_BodyTip});
        }
    }
}

math::Pose GroundTrack::soleInTorso(std::size_t foot, std::span<const math::Pose> X_TBody) const {
    return X_TBody[m_feet[foot].body.index()] * m_feet[foot].X_BodySole;
}

bool GroundTrack::isOfFeet(robot::BodyId body) const {
    return std::ranges::any_of(
        m_feet, [&](const Foot& foot) { return foot.body == body || foot.toe == body; });
}

GroundTrack::Stand GroundTrack::standOn(std::size_t foot,
                                        std::span<const math::Pose> X_TBody) const {
    const Eigen::Matrix3d level = m_rule == GroundRule::LevelTorso
                                      ? m_startRotation
                                      : soleInTorso(foot, X_TBody).R.transpose();
    const auto poses = moved({level, Vector3d::Zero()}, X_TBody);
    const auto lowest = robot::lowestPoints(*m_model, poses, 0.0).front();
    // Lowest point of the foot alone, as if the robot had no other bodies.
    double footM = 0.0;
    if (m_rule == GroundRule::LevelTorso) {
        auto alone = poses;
        for (std::size_t i = 0; i < alone.size(); ++i) {
            const robot::BodyId body(i);
            if (body != m_feet[foot].body && body != m_feet[foot].toe) {
                alone[i].p.z() += 10.0;
            }
        }
        footM = robot::lowestHeightM(*m_model, alone);
    } else {
        footM = (poses[m_feet[foot].body.index()] * m_feet[foot].X_BodySole.p).z();
    }
    return {foot, footM - lowest.p_A.z(), isOfFeet(lowest.body)};
}

std::optional<GroundTrack::Stand> GroundTrack::chooseFoot(std::span<const math::Pose> X_TBody) {
    if (m_feet.size() != 2 || m_rule == GroundRule::Rest) {
        return std::nullopt;
    }
    const Stand kept = standOn(m_foot, X_TBody);
    const Stand other = standOn(1 - m_foot, X_TBody);
    double advantageM = 1e-9;
    if (m_before) {
        const Vector3d heldUp = soleInTorso(m_foot, X_TBody).R.col(2);
        const Vector3d otherUp = soleInTorso(1 - m_foot, X_TBody).R.col(2);
        const double tiltRad = std::acos(std::clamp(heldUp.dot(otherUp), -1.0, 1.0));
        advantageM = kLowerM + (m_rule == GroundRule::LevelSole ? kTiltM * tiltRad : 0.0);
    }
    const Stand& chosen = other.gapM < kept.gapM - advantageM ? other : kept;
    m_lyingFor = chosen.gapM > kLyingM && !chosen.isLowestAFoot ? m_lyingFor + 1 : 0;
    if (m_lyingFor >= (m_before ? kLyingPostures : 1)) {
        return std::nullopt;
    }
    return chosen;
}

void GroundTrack::stepOnto(std::size_t foot, const math::Pose& X_STorso,
                           std::span<const math::Pose> X_TBody) {
    const math::Pose X_SSole = X_STorso * soleInTorso(foot, X_TBody);
    m_foot = foot;
    m_isLying = false;
    m_X_SSole = {aboutZ(headingRad(X_SSole.R)), {X_SSole.p.x(), X_SSole.p.y(), 0.0}};
}

math::Pose GroundTrack::placeByFoot(std::span<const math::Pose> X_TBody) const {
    const math::Pose X_TSole = soleInTorso(m_foot, X_TBody);
    math::Pose X_STorso;
    if (m_rule == GroundRule::LevelTorso) {
        const double turnedRad = headingRad(m_startRotation * X_TSole.R);
        X_STorso.R = aboutZ(headingRad(m_X_SSole.R) - turnedRad) * m_startRotation;
        X_STorso.p = m_X_SSole.p - X_STorso.R * X_TSole.p;
    } else {
        X_STorso = m_X_SSole * X_TSole.inverse();
    }
    X_STorso.p.z() -= robot::lowestHeightM(*m_model, moved(X_STorso, X_TBody));
    return X_STorso;
}

math::Pose GroundTrack::placeAtRest(std::span<const double> anglesRad,
                                    std::span<const math::Pose> X_TBody) {
    const Eigen::Matrix3d before = m_before ? m_before->R : m_startRotation;
    math::Pose X = robot::placeOnGround(*m_model, anglesRad, GroundRule::Rest, before);
    // The contact bodies do not slip.
    if (m_before) {
        const robot::BodyId kept = m_isLying ? m_resting : m_feet[m_foot].body;
        const Eigen::Vector2d at_S = m_isLying ? m_restingAt_S : m_X_SSole.p.head<2>();
        X.p.head<2>() += at_S - (X * X_TBody[kept.index()].p).head<2>();
    }
    const auto poses = moved(X, X_TBody);
    const auto touching = robot::lowestPoints(*m_model, poses);
    // Selects the body with the most corners on the ground as the support.
    std::size_t most = 0;
    for (const robot::SurfacePoint& point : touching) {
        const auto count = static_cast<std::size_t>(std::ranges::count_if(
            touching, [&](const robot::SurfacePoint& other) { return other.body == point.body; }));
        if (count > most) {
            most = count;
            m_resting = point.body;
        }
    }
    m_restingAt_S = poses[m_resting.index()].p.head<2>();
    m_isLying = true;
    return X;
}

bool GroundTrack::restsOnFeet(const math::Pose& X_STorso,
                              std::span<const math::Pose> X_TBody) const {
    const auto poses = moved(X_STorso, X_TBody);
    const bool onlyFeet =
        std::ranges::all_of(robot::lowestPoints(*m_model, poses),
                            [&](const robot::SurfacePoint& point) { return isOfFeet(point.body); });
    return onlyFeet && std::ranges::any_of(m_feet, [&](const Foot& foot) {
               return poses[foot.body.index()].R(2, 2) > kFlat;
           });
}

GroundTrack::Place GroundTrack::remember(const math::Pose& X_STorso, bool isJump) {
    m_before = X_STorso;
    return {X_STorso, isJump};
}

GroundTrack::Place GroundTrack::start(std::span<const double> anglesRad,
                                      std::span<const math::Pose> X_TBody) {
    const auto chosen = chooseFoot(X_TBody);
    if (!chosen || m_startRotation(2, 2) < kUpright) {
        return remember(placeAtRest(anglesRad, X_TBody), false);
    }
    stepOnto(chosen->foot, robot::placeOnGround(*m_model, anglesRad, m_rule, m_startRotation),
             X_TBody);
    return remember(placeByFoot(X_TBody), false);
}

std::optional<math::Pose> GroundTrack::placeOnEdges(std::span<const double> anglesRad,
                                                    std::span<const math::Pose> X_TBody) const {
    if (m_rule != GroundRule::LevelSole || !m_before) {
        return std::nullopt;
    }
    math::Pose X = robot::placeOnGround(*m_model, anglesRad, GroundRule::Rest, m_before->R);
    const auto touching = robot::lowestPoints(*m_model, moved(X, X_TBody));
    const bool onlyFeet = std::ranges::all_of(
        touching, [&](const robot::SurfacePoint& point) { return isOfFeet(point.body); });
    if (!onlyFeet || turnRad(*m_before, X) > kTipsOverRad) {
        return std::nullopt; // it would fall; assumes a motion that keeps it standing
    }
    X.p.head<2>() += (m_X_SSole.p - X * soleInTorso(m_foot, X_TBody).p).head<2>();
    return X;
}

GroundTrack::Place GroundTrack::standUp(const math::Pose& X_STorso,
                                        std::span<const math::Pose> X_TBody) {
    const auto chosen = chooseFoot(X_TBody);
    if (!chosen) {
        return remember(X_STorso, true);
    }
    stepOnto(chosen->foot, X_STorso, X_TBody);
    return remember(placeByFoot(X_TBody), true);
}

GroundTrack::Place GroundTrack::stand(std::span<const double> anglesRad,
                                      std::span<const math::Pose> X_TBody, const Stand& chosen) {
    const math::Pose before = *m_before;
    const bool wasOnEdges = m_isOnEdges;
    m_isOnEdges = false;
    if (chosen.gapM > kSplayedM && chosen.isLowestAFoot) {
        if (const auto X = placeOnEdges(anglesRad, X_TBody)) {
            m_isOnEdges = true;
            return remember(*X, !wasOnEdges || turnRad(before, *X) > kTurnOverRad);
        }
    }
    math::Pose X = placeByFoot(X_TBody);
    if (chosen.foot == m_foot) {
        return remember(X, wasOnEdges);
    }
    stepOnto(chosen.foot, X, X_TBody);
    const math::Pose stepped = placeByFoot(X_TBody);
    return remember(stepped, wasOnEdges || (stepped.p - X.p).norm() > kJumpM ||
                                 turnRad(stepped, X) > kJumpRad);
}

GroundTrack::Place GroundTrack::next(std::span<const double> anglesRad,
                                     std::span<const math::Pose> X_TBody) {
    if (m_feet.size() != 2 && m_rule != GroundRule::Rest) {
        return remember(robot::placeOnGround(*m_model, anglesRad, m_rule, m_startRotation), false);
    }
    if (!m_before) {
        return start(anglesRad, X_TBody);
    }
    if (m_isLying) {
        const math::Pose before = *m_before;
        const math::Pose X = placeAtRest(anglesRad, X_TBody);
        if (m_rule != GroundRule::Rest && restsOnFeet(X, X_TBody)) {
            return standUp(X, X_TBody);
        }
        return remember(X, turnRad(before, X) > kTurnOverRad);
    }
    const auto chosen = chooseFoot(X_TBody);
    if (!chosen) {
        return remember(placeAtRest(anglesRad, X_TBody), true);
    }
    return stand(anglesRad, X_TBody, *chosen);
}

} // namespace sideline::keyframe
