// User actions on a world, and its saved states.
#include <algorithm>
#include <cstddef>
#include <utility>

#include "simulator/mujoco/mujoco_world_impl.h"

namespace sideline::simulator::mujoco {

namespace {

// Added to the inertia of a held torso: nothing moves it noticeably in one step.
constexpr mjtNum kHeldInertia = 1e6;
// Length of a robot's part of a saved state: its key, whether it is held, and the held pose.
constexpr std::size_t kRobotSize = 9;

} // namespace

void MujocoWorld::Impl::stiffen(const Robot& robot) const {
    std::fill_n(model->dof_armature + robot.rootSpeed, 6, robot.heldAt ? kHeldInertia : 0.0);
}

void MujocoWorld::Impl::keepHeld() const {
    for (const auto& [key, robot] : robots) {
        if (robot.heldAt) {
            std::ranges::copy(*robot.heldAt, data->qpos + robot.rootAngle);
            std::fill_n(data->qvel + robot.rootSpeed, 6, 0.0);
        }
    }
}

// Advances by a cycle, applying the external forces on bodies, which end with it.
void MujocoWorld::Impl::advance() {
    const std::ptrdiff_t forces = 6 * model->nbody;
    pushes.assign(data->xfrc_applied, data->xfrc_applied + forces);
    for (int i = 0; i < settings.stepsPerCycle; ++i) {
        std::ranges::copy(pushes, data->xfrc_applied);
        applyPull();
        keepHeld();
        mj_step(model.get(), data.get());
    }
    keepHeld();
    std::fill_n(data->xfrc_applied, forces, 0.0);
    pull.reset();
}

void MujocoWorld::Impl::push(int body, const Vector3d& p_S, const Vector3d& force_SN) const {
    const Vector3d torque_SNm = (p_S - vectorAt(data->xipos, 3 * body)).cross(force_SN);
    mjtNum* applied = data->xfrc_applied + 6 * body;
    for (int i = 0; i < 3; ++i) {
        applied[i] += force_SN[i];
        applied[3 + i] += torque_SNm[i];
    }
}

// The damped force follows the motion in every step: over a whole cycle it would overshoot.
void MujocoWorld::Impl::applyPull() const {
    const auto robot = pull ? robots.find(pull->robot) : robots.end();
    if (robot == robots.end()) {
        return;
    }
    const int body = robot->second.bodies[pull->body.index()];
    const math::Pose X_SBody = poseAt(data->xpos, data->xmat, body);
    const Vector3d p_S = X_SBody * pull->grip_Body;
    std::array<mjtNum, 6> twist{}; // angular and linear velocity
    mj_objectVelocity(model.get(), data.get(), mjOBJ_XBODY, body, twist.data(), 0);
    const Vector3d v_S =
        vectorAt(twist.data(), 3) + vectorAt(twist.data(), 0).cross(p_S - X_SBody.p);
    push(body, p_S, pull->spring.force_SN(pull->target_S, p_S, v_S));
}

void MujocoWorld::setGravity(bool hasGravity) {
    Impl& impl = *m_impl;
    impl.hasGravity = hasGravity;
    // Also changes the description, since the world is compiled again when robots join or leave.
    for (mjtNum* gravity : {impl.spec->option.gravity, impl.model->opt.gravity}) {
        gravity[2] = hasGravity ? kGravityMps2 : 0.0;
    }
}

bool MujocoWorld::hasGravity() const {
    return m_impl->hasGravity;
}

void MujocoWorld::hold(RobotKey robot, bool isHeld) {
    Impl::Robot& held = m_impl->robots.at(robot);
    held.heldAt.reset();
    if (isHeld) {
        held.heldAt.emplace();
        std::copy_n(m_impl->data->qpos + held.rootAngle, held.heldAt->size(), held.heldAt->begin());
    }
    m_impl->stiffen(held);
}

bool MujocoWorld::isHeld(RobotKey robot) const {
    return m_impl->robots.at(robot).heldAt.has_value();
}

void MujocoWorld::stepAlone() {
    for (int i = 0; i < m_impl->settings.stepsPerCycle; ++i) {
        mj_step(m_impl->model.get(), m_impl->data.get());
    }
}

void MujocoWorld::updatePoses() {
    mj_kinematics(m_impl->model.get(), m_impl->data.get());
}

void MujocoWorld::push(RobotKey robot, robot::BodyId body, const Eigen::Vector3d& p_S,
                       const Eigen::Vector3d& force_SN) {
    m_impl->push(m_impl->robots.at(robot).bodies[body.index()], p_S, force_SN);
}

void MujocoWorld::pull(RobotKey robot, robot::BodyId body, const Eigen::Vector3d& grip_Body,
                       const Eigen::Vector3d& target_S) {
    constexpr double kNaoMassKg = 4.6;
    const robot::RobotModel& of = model(robot);
    m_impl->pull = {robot, body, grip_Body, target_S,
                    PullSpring::forBody(of, body, of.massKg() / kNaoMassKg)};
}

void MujocoWorld::setBallVelocity(const Eigen::Vector3d& velocity_SMps) {
    std::copy_n(velocity_SMps.data(), 3, m_impl->data->qvel + m_impl->ballSpeed);
}

std::size_t MujocoWorld::Impl::stateSize() const {
    const auto actuators = static_cast<std::size_t>(model->nu);
    return static_cast<std::size_t>(mj_stateSize(model.get(), mjSTATE_INTEGRATION)) +
           actuators * (mjNGAIN + mjNBIAS) + 1 + robots.size() * kRobotSize;
}

bool MujocoWorld::Impl::hasRobotsOf(std::span<const double> state) const {
    if (state.size() != stateSize()) {
        return false;
    }
    std::size_t robotAt = state.size() - robots.size() * kRobotSize;
    for (const auto& [key, robot] : robots) {
        if (state[robotAt] != key) {
            return false;
        }
        robotAt += kRobotSize;
    }
    return true;
}

// Saves the state of the integration, the gains of all actuators (part of the model), gravity, and
// the held torsos.
std::vector<double> MujocoWorld::save() const {
    const Impl& impl = *m_impl;
    std::vector<double> state(
        static_cast<std::size_t>(mj_stateSize(impl.model.get(), mjSTATE_INTEGRATION)));
    mj_getState(impl.model.get(), impl.data.get(), state.data(), mjSTATE_INTEGRATION);
    const std::ptrdiff_t actuators = impl.model->nu;
    state.reserve(impl.stateSize());
    state.insert(state.end(), impl.model->actuator_gainprm,
                 impl.model->actuator_gainprm + actuators * mjNGAIN);
    state.insert(state.end(), impl.model->actuator_biasprm,
                 impl.model->actuator_biasprm + actuators * mjNBIAS);
    state.push_back(impl.hasGravity ? 1.0 : 0.0);
    for (const auto& [key, robot] : impl.robots) {
        const auto at = robot.heldAt.value_or(std::array<mjtNum, 7>{});
        state.push_back(key);
        state.push_back(robot.heldAt ? 1.0 : 0.0);
        state.insert(state.end(), at.begin(), at.end());
    }
    return state;
}

base::Expected<void> MujocoWorld::restore(std::span<const double> state) {
    Impl& impl = *m_impl;
    if (!impl.hasRobotsOf(state)) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             "robots were added or removed since the state was saved");
    }
    const double* next = state.data() + mj_stateSize(impl.model.get(), mjSTATE_INTEGRATION);
    const auto take = [&next](double* to, std::ptrdiff_t count) {
        std::copy_n(next, count, to);
        next += count;
    };
    take(impl.model->actuator_gainprm, std::ptrdiff_t{impl.model->nu} * mjNGAIN);
    take(impl.model->actuator_biasprm, std::ptrdiff_t{impl.model->nu} * mjNBIAS);
    setGravity(*next++ != 0.0);
    for (auto& [key, robot] : impl.robots) {
        ++next; // the key
        const bool isHeld = *next++ != 0.0;
        std::array<mjtNum, 7> at{};
        take(at.data(), 7);
        robot.heldAt = isHeld ? std::optional(at) : std::nullopt;
        impl.stiffen(robot);
    }
    // Recomputes the values that depend on the state: steps do not need them, but percepts do.
    mj_resetData(impl.model.get(), impl.data.get());
    mj_setState(impl.model.get(), impl.data.get(), state.data(), mjSTATE_INTEGRATION);
    mj_forward(impl.model.get(), impl.data.get());
    mj_setState(impl.model.get(), impl.data.get(), state.data(), mjSTATE_INTEGRATION);
    return {};
}

} // namespace sideline::simulator::mujoco
