#include "training/trial/trial_robot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <variant>

#include "agentcore/base/assert.h"
#include "agentcore/field/field_model.h"
#include "agentcore/game/constants.h"
#include "agentcore/game/fall_state.h"
#include "agentcore/game/rules.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/posture.h"
#include "simulator/sensing/number_text.h"

namespace sideline::training {

namespace {

using robot::BodyId;
using robot::BodyRole;
using robot::JointId;

using game::kStepS;
constexpr double kStillMps = 0.02;
constexpr double kStillRadPerS = 0.1;
constexpr BodyId kTorso{std::int32_t{0}};

// Returns the index of a joint's axis in percepts.
int perceivedAxis(robot::JointKind kind) {
    switch (kind) {
    case robot::JointKind::Hinge:
        return 0;
    case robot::JointKind::UniversalFirst:
        return 1;
    case robot::JointKind::UniversalSecond:
        break;
    }
    return 2;
}

// Converts to the value that a reader gets from the server's text; the server stores it in single
// precision. Values that are not finite become NaN, which agents ignore.
double rounded(double value) {
    return simulator::inHundredths(static_cast<double>(static_cast<float>(value)))
        .value_or(std::numeric_limits<double>::quiet_NaN());
}
Eigen::Vector3d rounded(const Eigen::Vector3d& value) {
    return {rounded(value.x()), rounded(value.y()), rounded(value.z())};
}

} // namespace

TrialRobot::TrialRobot(const robot::RobotModel& model, bool isExact)
    : m_model(model.shared()),
      m_physics(field::newestField().dimensions,
                isExact ? simulator::Solver::Exact : simulator::Solver::Fast),
      m_robot(
          m_physics.findRobot(m_physics.addRobot(model, math::Pose::translation({0.0, 0.0, 1.0})))),
      m_tracker(std::in_place, model),
      m_controller(model, kStepS),
      m_angleRad(model.joints().size(), 0.0),
      m_nextRadPerS(model.joints().size(), 0.0),
      m_head(model.findBody(BodyRole::Head)),
      m_leftFoot(bodiesOf(model, {BodyRole::LeftFoot, BodyRole::LeftToe})),
      m_rightFoot(bodiesOf(model, {BodyRole::RightFoot, BodyRole::RightToe})) {
    SIDELINE_ASSERT(m_head.isValid());
    m_percepts.reserve();
    perceive();
}

void TrialRobot::setPosture(const math::Pose& X_STorso, std::span<const double> anglesRad) {
    m_robot->setPosture(X_STorso, anglesRad);
    std::ranges::fill(m_nextRadPerS, 0.0);
    for (std::size_t i = 0; i < m_model->joints().size(); ++i) {
        m_robot->setJointSpeed(JointId(i), 0.0);
    }
    m_tracker->reset();
    m_fall = game::FallState(game::isFallen(uprightness()));
    perceive();
    m_body.isFallen = m_fall.hasFallen();
}

void TrialRobot::perceive() {
    m_percepts.joints.clear();
    for (std::size_t i = 0; i < m_model->joints().size(); ++i) {
        m_angleRad[i] = m_robot->jointAngleRad(JointId(i));
        const robot::Joint& joint = m_model->joints()[i];
        if (joint.perceptor.empty()) {
            continue; // servers do not report this joint
        }
        const double angleDeg = math::degFromRad(m_angleRad[i]);
        m_percepts.joints.push_back(
            {joint.perceptor, perceivedAxis(joint.kind), std::round(angleDeg * 100.0) / 100.0});
    }
    if (m_hasAllPercepts) {
        perceiveAll();
    }
    m_tracker->update(m_percepts, kStepS, m_body);
}

void TrialRobot::perceiveAll() {
    using robot::PerceptorKind;
    m_percepts.gyros.clear();
    m_percepts.accelerometers.clear();
    m_percepts.forces.clear();
    m_percepts.touches.clear();
    for (const robot::Perceptor& perceptor : m_model->percepts().perceptors) {
        if (perceptor.kind == PerceptorKind::Gyro) {
            const Eigen::Vector3d rateDegPerS = m_robot->gyro_TRadPerS() * math::degFromRad(1.0);
            m_percepts.gyros.push_back({perceptor.name, rounded(rateDegPerS)});
        } else if (perceptor.kind == PerceptorKind::Accelerometer) {
            m_percepts.accelerometers.push_back(
                {perceptor.name, rounded(m_robot->acceleration_TMps2())});
        } else if (perceptor.kind == PerceptorKind::ForceResistance) {
            if (const auto& force = m_robot->force(perceptor.body)) {
                m_percepts.forces.push_back(
                    {perceptor.name, rounded(force->center_Body), rounded(force->force_BodyN)});
            }
        } else if (perceptor.kind == PerceptorKind::Touch) {
            m_percepts.touches.push_back({perceptor.name, m_robot->isTouched(perceptor.body)});
        }
    }
}

void TrialRobot::setTargets(std::span<const double> targetRad,
                            std::span<const std::optional<motion::JointGains>> /*gains*/) {
    m_controller.command(targetRad, {}, m_body.joints);
}

void TrialRobot::cycle() {
    for (std::size_t i = 0; i < m_nextRadPerS.size(); ++i) {
        m_robot->setJointSpeed(JointId(i),
                               static_cast<double>(static_cast<float>(m_nextRadPerS[i])));
        m_nextRadPerS[i] = m_body.joints[i].commandRadPerS;
    }
    m_tracker->sent(m_body.joints);
    m_physics.step();
    perceive();
    m_body.isFallen = m_fall.update(uprightness(), kStepS);
}

void TrialRobot::rollBall() {
    if (!m_ballWorld) {
        m_ballWorld = std::make_unique<simulator::PhysicsWorld>(field::newestField().dimensions,
                                                                m_physics.solver());
    }
    m_ballWorld->setBall(m_physics.ball());
    m_ballWorld->step();
    m_physics.setBall(m_ballWorld->ball());
}

void TrialRobot::hit(const Eigen::Vector3d& change_SMps) {
    m_robot->push(kTorso, torso().p, change_SMps * (m_model->massKg() / kStepS));
}

Eigen::Vector3d TrialRobot::torsoVelocity_SMps() const {
    return m_robot->body(kTorso).velocityMps();
}

motion::PlayerSenses TrialRobot::senses() const {
    const Eigen::Matrix3d R_ST = torso().R; // x to the right, y forward
    return {
        leftFootN() > 0.0, rightFootN() > 0.0, m_fall.hasFallen(), m_robot->gyro_TRadPerS().norm(),
        R_ST(2, 2),        R_ST(2, 1),         -R_ST(2, 0)};
}

std::vector<BodyContact> TrialRobot::contacts() const {
    std::vector<BodyContact> contacts;
    for (std::size_t i = 0; i < m_model->bodies().size(); ++i) {
        const BodyId id(i);
        if (const auto& force = m_robot->force(id)) {
            const math::Pose X_SBody = pose(id);
            contacts.push_back({id, X_SBody * force->center_Body, X_SBody.R * force->force_BodyN});
        }
    }
    return contacts;
}

std::vector<simulator::SelfContact> TrialRobot::selfContacts() const {
    return simulator::selfContacts(*m_robot, game::Rules().selfCollisionToleranceM);
}

double TrialRobot::forceN(const std::vector<BodyId>& bodies) const {
    double sumN = 0.0;
    for (const BodyId body : bodies) {
        if (const auto& force = m_robot->force(body)) {
            sumN += force->force_BodyN.norm();
        }
    }
    return sumN;
}

bool TrialRobot::isStill() const {
    return std::ranges::all_of(std::array{kTorso, m_head}, [this](BodyId body) {
        return m_robot->body(body).velocityMps().norm() < kStillMps &&
               m_robot->body(body).angularVelocityRadPerS().norm() < kStillRadPerS;
    });
}

struct TrialRobot::SavedState final : State {
    simulator::PhysicsState physics;
    world::BodyTracker tracker;
    world::BodyBelief body;
    std::vector<double> angleRad;
    std::vector<double> actingRadPerS;
    game::FallState fall;

    explicit SavedState(const TrialRobot& robot)
        : physics(robot.m_physics.save()),
          tracker(*robot.m_tracker),
          body(robot.m_body),
          angleRad(robot.m_angleRad),
          actingRadPerS(robot.m_nextRadPerS),
          fall(robot.m_fall) {}
};

PhysicsRobot::StatePtr TrialRobot::save() const {
    return std::make_shared<const SavedState>(*this);
}

void TrialRobot::restore(const State& saved) {
    const auto& state = dynamic_cast<const SavedState&>(saved);
    [[maybe_unused]] const bool isSame = m_physics.restore(state.physics);
    SIDELINE_ASSERT(isSame);
    m_tracker.emplace(state.tracker);
    m_body = state.body;
    m_angleRad = state.angleRad;
    m_nextRadPerS = state.actingRadPerS;
    m_fall = state.fall;
}

} // namespace sideline::training
