#include "agentcore/motion/walk/walk_meter.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/base/assert.h"
#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/kinematics.h"

namespace sideline::motion {

namespace {

constexpr double kSmoothS = 0.04;       // time constant of the velocity
constexpr double kMinComHeightM = 0.05; // minimum height of the center of mass, for lying robots
constexpr double kMaxWalkMps = 3.0;     // faster motion is a teleport, not a walk

Eigen::Vector2d placeOf(const FootPlace& foot) {
    return {foot.forwardM, foot.leftM};
}

} // namespace

std::array<double, 2> footForcesN(const robot::RobotModel& model, const world::BodyBelief& body) {
    std::array<double, 2> forcesN{};
    for (const world::ForceBelief& force : body.forces) {
        if (!force.body.isValid()) {
            continue;
        }
        const robot::BodyRole role = model.body(force.body).role;
        if (role == robot::BodyRole::LeftFoot || role == robot::BodyRole::LeftToe) {
            forcesN[indexOf(Foot::Left)] += force.force_BodyN.norm();
        } else if (role == robot::BodyRole::RightFoot || role == robot::BodyRole::RightToe) {
            forcesN[indexOf(Foot::Right)] += force.force_BodyN.norm();
        }
    }
    return forcesN;
}

WalkMeter::WalkMeter(const robot::RobotModel& model) : m_model(model.shared()), m_body(model) {}

const WalkMeasure& WalkMeter::update(const world::BodyBelief& body, double cycleS) {
    SIDELINE_ASSERT(body.joints.size() == m_model->joints().size());
    std::array<double, robot::kMaxJoints> joints{};
    for (std::size_t i = 0; i < body.joints.size(); ++i) {
        joints[i] = body.joints[i].measuredRad;
    }
    const std::span measuredRad = std::span<const double>(joints).first(body.joints.size());
    const Footing footing = m_body.footing(measuredRad, body.up_T);
    Eigen::Vector3d hips_G = footing.X_GT * m_body.hips_T();
    hips_G.z() = 0.0;
    m_measure.X_LT = footing.X_GT;
    m_measure.X_LT.p -= hips_G;
    for (const Foot foot : kFeet) {
        const math::Pose& sole = footing.X_GSole[indexOf(foot)];
        // A body's y axis points ahead.
        m_measure.soles[indexOf(foot)] = {sole.p.x() - hips_G.x(), sole.p.y() - hips_G.y(),
                                          std::atan2(sole.R(1, 1), sole.R(0, 1))};
    }
    std::array<math::Pose, robot::kMaxBodies> poses;
    const std::span X_LBody = std::span(poses).first(m_model->bodies().size());
    robot::forwardKinematics(*m_model, m_measure.X_LT, measuredRad, X_LBody);
    m_measure.balance = world::balanceOf(*m_model, body, X_LBody);
    updateVelocity(body, cycleS);
    return m_measure;
}

void WalkMeter::updateVelocity(const world::BodyBelief& body, double cycleS) {
    const Eigen::Vector3d& center = m_measure.balance.centerOfMass_A;
    if (m_hasLast && m_previousStance && cycleS > 0.0) {
        const Foot loadedFoot = *m_previousStance;
        const FootPlace& now = m_measure.soles[indexOf(loadedFoot)];
        const FootPlace& before = m_lastSoles[indexOf(loadedFoot)];
        const Eigen::Rotation2Dd turn(math::wrapRad(now.yawRad - before.yawRad));
        const Eigen::Vector2d way =
            center.head<2>() - placeOf(now) - turn * (m_lastCenter_L - placeOf(before));
        const Eigen::Vector2d velocity = way / cycleS;
        if (velocity.allFinite() && velocity.norm() < kMaxWalkMps) {
            m_measure.velocity_LMps +=
                std::min(cycleS / kSmoothS, 1.0) * (velocity - m_measure.velocity_LMps);
        }
    } else if (!m_hasLast) {
        m_measure.velocity_LMps.setZero();
    }
    const auto forcesN = footForcesN(*m_model, body);
    m_previousStance.reset();
    if (std::max(forcesN[0], forcesN[1]) > 0.0) {
        m_previousStance = forcesN[0] >= forcesN[1] ? Foot::Left : Foot::Right;
    }
    m_lastSoles = m_measure.soles;
    m_lastCenter_L = center.head<2>();
    m_hasLast = true;
    const double tauS = std::sqrt(std::max(center.z(), kMinComHeightM) / game::kGravityMps2);
    m_measure.capturePoint_L = center.head<2>() + tauS * m_measure.velocity_LMps;
}

} // namespace sideline::motion
