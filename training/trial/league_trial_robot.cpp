#include "training/trial/league_trial_robot.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include "agentcore/field/field_model.h"
#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "simulator/mujoco/robot_touches.h"

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

double inPerceptsRad(double angleRad) {
    return math::radFromDeg(std::round(math::degFromRad(angleRad) * 100.0) / 100.0);
}

} // namespace

base::Expected<std::unique_ptr<PhysicsRobot>> LeagueTrialRobot::create(
    const robot::RobotModel& model) {
    mujoco::WorldSettings settings;
    settings.field = field::footballFields().front().dimensions;
    auto world = mujoco::MujocoWorld::create(settings);
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
      m_joints(model.joints().size()),
      m_head(model.findBody(BodyRole::Head)),
      m_leftFoot(bodiesOf(model, {BodyRole::LeftFoot})),
      m_rightFoot(bodiesOf(model, {BodyRole::RightFoot})) {
    const std::vector<double> zeroRad(model.joints().size(), 0.0);
    setPosture(torso(), zeroRad);
}

std::string_view LeagueTrialRobot::engine() const {
    static const std::string kEngine = fmt::format("MuJoCo {}", mujoco::libraryVersion());
    return kEngine;
}

void LeagueTrialRobot::setPosture(const math::Pose& X_STorso, std::span<const double> anglesRad) {
    mujoco::placeInPosture(*m_world, m_robot, X_STorso, anglesRad);
    for (std::size_t i = 0; i < m_joints.size(); ++i) {
        m_joints[i] = {anglesRad[i], anglesRad[i], anglesRad[i], 0.0};
    }
    setTargets(anglesRad);
    m_acting = m_answer;
    m_fall = game::FallState(game::isFallen(uprightness()));
    m_before = {torso(), pose(m_head)};
    m_isStill = false;
    m_fault.clear();
    feelContacts();
}

void LeagueTrialRobot::setTargets(std::span<const double> targetRad,
                                  std::span<const std::optional<motion::JointGains>> gains) {
    m_answer.resize(m_joints.size());
    for (std::size_t i = 0; i < m_joints.size(); ++i) {
        const robot::Joint& joint = m_model->joints()[i];
        const motion::JointGains gain =
            i < gains.size() && gains[i] ? *gains[i] : motion::defaultGains(joint);
        const double goalRad = std::isfinite(targetRad[i]) ? targetRad[i] : m_answer[i].targetRad;
        m_answer[i] = {
            .targetRad = goalRad, .kpNmPerRad = gain.kpNmPerRad, .kdNmsPerRad = gain.kdNmsPerRad};
        m_joints[i].targetRad = std::clamp(goalRad, joint.minRad, joint.maxRad);
    }
}

void LeagueTrialRobot::cycle() {
    for (std::size_t i = 0; i < m_acting.size(); ++i) {
        // Cannot fail: targets and gains are finite.
        (void)m_world->command(m_robot, JointId(i), m_acting[i]);
    }
    if (!m_world->step().empty() && m_fault.empty()) {
        m_fault = fmt::format("the simulation of {} becomes unstable; {}", m_model->name(),
                              stiffestText());
    }
    m_acting = m_answer;
    perceive();
}

// Names the joint whose motor reacts most strongly, which is the most likely cause.
std::string LeagueTrialRobot::stiffestText() const {
    const auto stiffest =
        std::ranges::max_element(m_acting, {}, &mujoco::MotorCommand::kdNmsPerRad);
    if (stiffest == m_acting.end()) {
        return {};
    }
    const JointId joint(static_cast<std::size_t>(stiffest - m_acting.begin()));
    return fmt::format("the highest kd is that of {}: kp {}, kd {}", m_model->jointName(joint),
                       stiffest->kpNmPerRad, stiffest->kdNmsPerRad);
}

void LeagueTrialRobot::perceive() {
    m_world->readSensors(m_robot, m_readings);
    for (std::size_t i = 0; i < m_joints.size(); ++i) {
        m_joints[i].measuredRad = inPerceptsRad(m_readings.jointRad[i]);
        m_joints[i].expectedRad = m_joints[i].measuredRad;
    }
    const std::array now = {torso(), pose(m_head)};
    m_isStill = true;
    for (std::size_t i = 0; i < now.size(); ++i) {
        const double movedM = (now[i].p - m_before[i].p).norm();
        const double turnedRad = Eigen::AngleAxisd(m_before[i].R.transpose() * now[i].R).angle();
        m_isStill = m_isStill && movedM < kRestsMps * kStepS && turnedRad < kRestsRadPerS * kStepS;
    }
    m_before = now;
    feelContacts();
    m_fall.update(uprightness(), kStepS);
}

// Sums the contact points of each body.
void LeagueTrialRobot::feelContacts() {
    m_contacts.clear();
    m_selfContacts.clear();
    std::vector<double> weightsN;
    for (const mujoco::BodyTouch& touch : mujoco::touchesOf(*m_world, m_robot)) {
        if (touch.own.isValid()) {
            const simulator::SelfContact pair{std::min(touch.body, touch.own),
                                              std::max(touch.body, touch.own)};
            if (std::ranges::find(m_selfContacts, pair) == m_selfContacts.end()) {
                m_selfContacts.push_back(pair);
            }
            continue;
        }
        auto contact = std::ranges::find(m_contacts, touch.body, &BodyContact::body);
        if (contact == m_contacts.end()) {
            m_contacts.push_back({touch.body});
            weightsN.push_back(0.0);
            contact = m_contacts.end() - 1;
        }
        double& weightN = weightsN[static_cast<std::size_t>(contact - m_contacts.begin())];
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
    for (const BodyContact& contact : m_contacts) {
        if (std::ranges::find(bodies, contact.body) != bodies.end()) {
            sumN += contact.force_SN.norm();
        }
    }
    return sumN;
}

motion::PlayerSenses LeagueTrialRobot::senses() const {
    const Eigen::Matrix3d R_ST = torso().R; // x to the right, y forward
    return {
        leftFootN() > 0.0, rightFootN() > 0.0, m_fall.hasFallen(), m_readings.gyro_TRadPerS.norm(),
        R_ST(2, 2),        R_ST(2, 1),         -R_ST(2, 0)};
}

simulator::BallState LeagueTrialRobot::ball() const {
    const mujoco::BallMotion motion = m_world->ball();
    simulator::BallState state;
    state.X_SBall.p = motion.p_S;
    state.velocity_SMps = motion.velocity_SMps;
    return state;
}

void LeagueTrialRobot::setBall(const simulator::BallState& ball) {
    m_world->placeBall({.p_S = ball.X_SBall.p, .velocity_SMps = ball.velocity_SMps});
}

double LeagueTrialRobot::ballRadiusM() const {
    return mujoco::WorldSettings().ballRadiusM;
}

} // namespace sideline::training
