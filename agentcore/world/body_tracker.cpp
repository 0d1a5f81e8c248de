#include "agentcore/world/body_tracker.h"

#include <algorithm>
#include <cmath>

#include "agentcore/base/assert.h"
#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"

namespace sideline::world {

namespace {

using math::radFromDeg;

constexpr double kRoundingRad = radFromDeg(0.005) * 1.001; // half of the percepts' resolution
using game::kStepS;
constexpr double kUpFilterTimeS = 0.2; // time constant of the accelerometer's up direction

} // namespace

BodyTracker::BodyTracker(const robot::RobotModel& model)
    : m_model(model.shared()), m_camera(model.cameraBody()) {
    SIDELINE_ASSERT(model.joints().size() <= robot::kMaxJoints);
}

std::span<const double> BodyTracker::anglesRad() const {
    return std::span(m_anglesRad).first(m_model->joints().size());
}

double BodyTracker::uprightness() const {
    return m_up_T.z() / std::max(m_up_T.norm(), 1e-9);
}

void BodyTracker::update(const protocol::Percepts& percepts, double stepS, BodyBelief& body) {
    updateJoints(percepts, stepS);
    const bool hasGyro = !percepts.gyros.empty() && percepts.gyros.front().value.allFinite();
    if (hasGyro) {
        m_gyro_TRadPerS = percepts.gyros.front().value * radFromDeg(1.0);
    }
    if (m_camera.isValid()) {
        const int missedSteps = std::max(static_cast<int>(std::lround(stepS / kStepS)) - 1, 0);
        m_slack.advance(*m_model, m_camera, anglesRad(), hasGyro ? &m_gyro_TRadPerS : nullptr,
                        missedSteps);
    }
    if (!percepts.accelerometers.empty() && percepts.accelerometers.front().value.allFinite()) {
        m_acceleration_TMps2 = percepts.accelerometers.front().value;
        m_up_T += (m_acceleration_TMps2 / game::kGravityMps2 - m_up_T) *
                  std::min(stepS / kUpFilterTimeS, 1.0);
    }
    m_tilt.update(m_gyro_TRadPerS, m_acceleration_TMps2, stepS);
    body.up_T = m_tilt.up_T();
    for (const BodyReadingInfo& reading : kBodyReadings) {
        if (const auto value = reading.find(percepts); value && std::isfinite(*value)) {
            m_readings.*reading.member = *value;
        }
    }
    const std::size_t count = m_model->joints().size();
    body.joints.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Joint& joint = m_joints[i];
        const robot::Joint& limits = m_model->joints()[i];
        const double expectedRad = std::clamp(joint.believedRad + kStepS * joint.sentRadPerS,
                                              std::min(limits.minRad, joint.believedRad),
                                              std::max(limits.maxRad, joint.believedRad));
        body.joints[i] = {joint.measuredRad, expectedRad, joint.targetRad, 0.0};
    }
    body.gyro_TRadPerS = m_gyro_TRadPerS;
    body.acceleration_TMps2 = m_acceleration_TMps2;
    updateForces(percepts, body);
    body.readings = m_readings;
}

void BodyTracker::updateJoints(const protocol::Percepts& percepts, double stepS) {
    std::size_t hint = 0;
    for (const protocol::JointPercept& percept : percepts.joints) {
        const robot::JointId id = jointOf(percept, hint);
        if (!id.isValid() || !std::isfinite(percept.angleDeg)) {
            continue;
        }
        hint = id.index() + 1;
        Joint& joint = m_joints[id.index()];
        joint.measuredRad = radFromDeg(percept.angleDeg);
        if (!joint.isMeasured) {
            joint.isMeasured = true;
            joint.targetRad = joint.measuredRad;
            joint.believedRad = joint.measuredRad;
        }
        const double predictedRad = joint.believedRad + stepS * joint.actingRadPerS;
        joint.believedRad = std::clamp(predictedRad, joint.measuredRad - kRoundingRad,
                                       joint.measuredRad + kRoundingRad);
        m_anglesRad[id.index()] = joint.measuredRad;
    }
    for (Joint& joint : m_joints) {
        joint.actingRadPerS = joint.sentRadPerS;
    }
}

robot::JointId BodyTracker::jointOf(const protocol::JointPercept& percept, std::size_t hint) const {
    const auto joints = m_model->joints();
    // Percepts arrive in the model's order, so the next one usually matches.
    for (std::size_t k = 0; k < joints.size(); ++k) {
        const std::size_t i = (hint + k) % joints.size();
        const bool isAxis = percept.axis == 2 ? joints[i].kind == robot::JointKind::UniversalSecond
                                              : joints[i].kind != robot::JointKind::UniversalSecond;
        if (isAxis && joints[i].perceptor == percept.name) {
            return robot::JointId(i);
        }
    }
    return robot::JointId::none();
}

void BodyTracker::updateForces(const protocol::Percepts& percepts, BodyBelief& body) const {
    body.forces.clear();
    body.touching.clear();
    const auto bodyOf = [this](robot::PerceptorKind kind, std::string_view name) {
        for (const robot::Perceptor& perceptor : m_model->percepts().perceptors) {
            if (perceptor.kind == kind && perceptor.name == name) {
                return perceptor.body;
            }
        }
        return robot::BodyId::none();
    };
    for (const protocol::ForcePercept& percept : percepts.forces) {
        const robot::BodyId id = bodyOf(robot::PerceptorKind::ForceResistance, percept.name);
        if (id.isValid() && percept.centerM.allFinite() && percept.forceN.allFinite()) {
            body.forces.push_back({id, percept.centerM, percept.forceN});
        }
    }
    for (const protocol::TouchPercept& percept : percepts.touches) {
        const robot::BodyId id = bodyOf(robot::PerceptorKind::Touch, percept.name);
        if (id.isValid() && percept.isTouching) {
            body.touching.push_back(id);
        }
    }
}

void BodyTracker::sent(std::span<const JointBelief> joints) {
    SIDELINE_ASSERT(joints.size() == m_model->joints().size());
    for (std::size_t i = 0; i < joints.size(); ++i) {
        m_joints[i].targetRad = joints[i].targetRad;
        m_joints[i].sentRadPerS = joints[i].commandRadPerS;
    }
}

void BodyTracker::reset() {
    m_joints = {};
    m_anglesRad = {};
    m_gyro_TRadPerS.setZero();
    m_acceleration_TMps2.setZero();
    m_readings = {};
    placeUpright();
    m_tilt = {}; // an agent may take over a robot that lies
}

void BodyTracker::placeUpright() {
    m_up_T = Eigen::Vector3d::UnitZ();
    m_tilt.placeUpright();
}

} // namespace sideline::world
