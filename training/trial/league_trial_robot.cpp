#include "training/trial/league_trial_robot.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include "agentcore/base/assert.h"
#include "agentcore/field/field_model.h"
#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "simulator/mujoco/robot_touches.h"
#include "simulator/mujoco/server_axes.h"

namespace sideline::training {

namespace {

namespace mujoco = simulator::mujoco;
using game::kStepS;
using robot::BodyId;
using robot::BodyRole;
using robot::JointId;

constexpr BodyId kTorsoId{std::int32_t{0}};
constexpr double kRestsMps = 0.02;
constexpr double kRestsRadPerS = 0.1;

mujoco::WorldSettings worldSettings() {
    mujoco::WorldSettings settings;
    settings.field = field::footballFields().front().dimensions;
    return settings;
}

double inPerceptsRad(double angleRad) {
    return math::radFromDeg(std::round(math::degFromRad(angleRad) * 100.0) / 100.0);
}

} // namespace

base::Expected<std::unique_ptr<PhysicsRobot>> LeagueTrialRobot::create(
    const robot::RobotModel& model) {
    auto world = mujoco::MujocoWorld::create(worldSettings());
    if (!world) {
        return tl::unexpected(std::move(world.error()));
    }
    const auto robot = (*world)->addRobot("r-", model.shared(), mujoco::robotPhysics(model),
                                          math::Pose::translation(model.traits().p_STorsoAtStart));
    if (!robot) {
        return tl::unexpected(robot.error());
    }
    return std::unique_ptr<PhysicsRobot>(new LeagueTrialRobot(model, std::move(*world), *robot));
}

LeagueTrialRobot::LeagueTrialRobot(const robot::RobotModel& model,
                                   std::unique_ptr<mujoco::MujocoWorld> world,
                                   mujoco::RobotKey robot)
    : m_model(model.shared()),
      m_world(std::move(world)),
      m_robot(robot),
      m_head(model.findBody(BodyRole::Head)),
      m_leftFoot(bodiesOf(model, {BodyRole::LeftFoot})),
      m_rightFoot(bodiesOf(model, {BodyRole::RightFoot})) {
    m_now.body.joints.resize(model.joints().size());
    const std::vector<double> zeroRad(model.joints().size(), 0.0);
    setPosture(torso(), zeroRad);
}

std::string_view LeagueTrialRobot::engine() const {
    static const std::string kEngine = fmt::format("MuJoCo {}", mujoco::libraryVersion());
    return kEngine;
}

void LeagueTrialRobot::setPosture(const math::Pose& X_STorso, std::span<const double> anglesRad) {
    for (std::size_t i = 0; i < m_now.body.joints.size(); ++i) {
        m_now.body.joints[i] = {anglesRad[i], anglesRad[i], anglesRad[i], 0.0};
    }
    setTargets(anglesRad);
    m_now.acting = m_now.answer;
    commandMotors(); // the forces on the placed robot must not depend on earlier gains
    mujoco::placeInPosture(*m_world, m_robot, X_STorso, anglesRad);
    m_now.fall = game::FallState(game::isFallen(uprightness()));
    m_now.before = {torso(), pose(m_head)};
    m_now.torsoVelocity_SMps.setZero();
    m_now.isStill = false;
    m_now.fault.clear();
    m_now.tilt = {};
    m_now.body.isFallen = m_now.fall.hasFallen();
    m_world->readSensors(m_robot, m_now.readings);
    feelContacts();
}

void LeagueTrialRobot::setTargets(std::span<const double> targetRad,
                                  std::span<const std::optional<motion::JointGains>> gains) {
    m_now.answer.resize(m_now.body.joints.size());
    for (std::size_t i = 0; i < m_now.body.joints.size(); ++i) {
        const robot::Joint& joint = m_model->joints()[i];
        const motion::JointGains gain =
            i < gains.size() && gains[i] ? *gains[i] : motion::defaultGains(joint);
        const double goalRad =
            std::isfinite(targetRad[i]) ? targetRad[i] : m_now.answer[i].targetRad;
        m_now.answer[i] = {
            .targetRad = goalRad, .kpNmPerRad = gain.kpNmPerRad, .kdNmsPerRad = gain.kdNmsPerRad};
        m_now.body.joints[i].targetRad = std::clamp(goalRad, joint.minRad, joint.maxRad);
    }
}

void LeagueTrialRobot::commandMotors() {
    for (std::size_t i = 0; i < m_now.acting.size(); ++i) {
        // Cannot fail: targets and gains are finite.
        (void)m_world->command(m_robot, JointId(i), m_now.acting[i]);
    }
}

void LeagueTrialRobot::cycle() {
    commandMotors();
    m_isBallAlone = false;
    if (!m_world->step().empty() && m_now.fault.empty()) {
        m_now.fault = fmt::format("the simulation of {} becomes unstable; {}", m_model->name(),
                                  stiffestText());
    }
    m_now.acting = m_now.answer;
    perceive();
}

// Names the joint whose motor reacts most strongly, which is the most likely cause.
std::string LeagueTrialRobot::stiffestText() const {
    const auto stiffest =
        std::ranges::max_element(m_now.acting, {}, &mujoco::MotorCommand::kdNmsPerRad);
    if (stiffest == m_now.acting.end()) {
        return {};
    }
    const JointId joint(static_cast<std::size_t>(stiffest - m_now.acting.begin()));
    return fmt::format("the highest kd is that of {}: kp {}, kd {}", m_model->jointName(joint),
                       stiffest->kpNmPerRad, stiffest->kdNmsPerRad);
}

void LeagueTrialRobot::perceive() {
    m_world->readSensors(m_robot, m_now.readings);
    for (std::size_t i = 0; i < m_now.body.joints.size(); ++i) {
        m_now.body.joints[i].measuredRad = inPerceptsRad(m_now.readings.jointRad[i]);
        m_now.body.joints[i].expectedRad = m_now.body.joints[i].measuredRad;
    }
    if (m_hasAllPercepts) {
        perceiveAll();
    }
    const std::array now = {torso(), pose(m_head)};
    m_now.torsoVelocity_SMps = (now[0].p - m_now.before[0].p) / kStepS;
    m_now.isStill = true;
    for (std::size_t i = 0; i < now.size(); ++i) {
        const double movedM = (now[i].p - m_now.before[i].p).norm();
        const double turnedRad =
            Eigen::AngleAxisd(m_now.before[i].R.transpose() * now[i].R).angle();
        m_now.isStill =
            m_now.isStill && movedM < kRestsMps * kStepS && turnedRad < kRestsRadPerS * kStepS;
    }
    m_now.before = now;
    feelContacts();
    m_now.body.isFallen = m_now.fall.update(uprightness(), kStepS);
}

void LeagueTrialRobot::perceiveAll() {
    world::BodyBelief& body = m_now.body;
    for (int i = 0; i < 3; ++i) {
        body.gyro_TRadPerS[i] = inPerceptsRad(gyro_TRadPerS()[i]);
        body.acceleration_TMps2[i] = std::trunc(acceleration_TMps2()[i] * 100.0) / 100.0;
    }
    m_now.tilt.update(body.gyro_TRadPerS, body.acceleration_TMps2, kStepS);
    body.up_T = m_now.tilt.up_T();
}

Eigen::Vector3d LeagueTrialRobot::gyro_TRadPerS() const {
    return mujoco::fromServer(m_now.readings.gyro_TRadPerS);
}

Eigen::Vector3d LeagueTrialRobot::acceleration_TMps2() const {
    return mujoco::fromServer(m_now.readings.acceleration_TMps2);
}

// Sums the contact points of each body.
void LeagueTrialRobot::feelContacts() {
    m_now.contacts.clear();
    m_now.selfContacts.clear();
    std::vector<double> weightsN;
    for (const mujoco::BodyTouch& touch : mujoco::touchesOf(*m_world, m_robot)) {
        if (touch.own.isValid()) {
            const simulator::SelfContact pair{std::min(touch.body, touch.own),
                                              std::max(touch.body, touch.own)};
            if (std::ranges::find(m_now.selfContacts, pair) == m_now.selfContacts.end()) {
                m_now.selfContacts.push_back(pair);
            }
            continue;
        }
        auto contact = std::ranges::find(m_now.contacts, touch.body, &BodyContact::body);
        if (contact == m_now.contacts.end()) {
            m_now.contacts.push_back({touch.body});
            weightsN.push_back(0.0);
            contact = m_now.contacts.end() - 1;
        }
        double& weightN = weightsN[static_cast<std::size_t>(contact - m_now.contacts.begin())];
        const double forceN = touch.force_SN.norm();
        weightN += forceN;
        if (weightN > 0.0) {
            contact->p_S += forceN / weightN * (touch.p_S - contact->p_S);
        }
        contact->force_SN += touch.force_SN;
    }
}

double LeagueTrialRobot::forceN(const std::vector<BodyId>& bodies) const {
    double sumN = 0.0;
    for (const BodyContact& contact : m_now.contacts) {
        if (std::ranges::find(bodies, contact.body) != bodies.end()) {
            sumN += contact.force_SN.norm();
        }
    }
    return sumN;
}

motion::PlayerSenses LeagueTrialRobot::senses() const {
    const Eigen::Matrix3d R_ST = torso().R; // x to the right, y forward
    return {leftFootN() > 0.0,
            rightFootN() > 0.0,
            m_now.fall.hasFallen(),
            m_now.readings.gyro_TRadPerS.norm(),
            R_ST(2, 2),
            R_ST(2, 1),
            -R_ST(2, 0)};
}

simulator::BallState LeagueTrialRobot::ball() const {
    const mujoco::BallMotion motion = m_world->ball();
    simulator::BallState state;
    state.X_SBall.p = motion.p_S;
    state.velocity_SMps = motion.velocity_SMps;
    state.angularVelocity_SRadPerS = motion.angularVelocity_SRadPerS;
    return state;
}

void LeagueTrialRobot::setBall(const simulator::BallState& ball) {
    m_isBallAlone = false;
    m_world->placeBall({ball.X_SBall.p, ball.velocity_SMps, ball.angularVelocity_SRadPerS});
}

void LeagueTrialRobot::rollBall() {
    if (!m_ballWorld) {
        auto world = mujoco::MujocoWorld::create(worldSettings());
        SIDELINE_ASSERT(world); // cannot fail: the settings are those of the robot's own world
        m_ballWorld = std::move(*world);
    }
    if (!std::exchange(m_isBallAlone, true)) {
        m_world->updatePoses(); // after a step, poses are one step behind velocities
        m_ballWorld->placeBall(m_world->ball());
    }
    m_ballWorld->step();
    m_ballWorld->updatePoses();
    m_world->placeBall(m_ballWorld->ball());
}

void LeagueTrialRobot::hit(const Eigen::Vector3d& change_SMps) {
    m_world->push(m_robot, kTorsoId, torso().p, change_SMps * (m_model->massKg() / kStepS));
}

struct LeagueTrialRobot::SavedState final : State {
    std::vector<double> world;
    Moment moment;

    SavedState(std::vector<double> savedWorld, const Moment& savedMoment)
        : world(std::move(savedWorld)), moment(savedMoment) {}
};

PhysicsRobot::StatePtr LeagueTrialRobot::save() const {
    return std::make_shared<const SavedState>(m_world->save(), m_now);
}

void LeagueTrialRobot::restore(const State& saved) {
    const auto& state = dynamic_cast<const SavedState&>(saved);
    [[maybe_unused]] const auto isSame = m_world->restore(state.world);
    SIDELINE_ASSERT(isSame);
    m_world->updatePoses();
    m_isBallAlone = false;
    m_now = state.moment;
}

double LeagueTrialRobot::ballRadiusM() const {
    return mujoco::WorldSettings().ballRadiusM;
}

} // namespace sideline::training
