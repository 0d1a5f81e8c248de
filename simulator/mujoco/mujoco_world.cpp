#include "simulator/mujoco/mujoco_world.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include "simulator/mujoco/field_mjcf.h"
#include "simulator/mujoco/mujoco_world_impl.h"
#include "simulator/mujoco/robot_mjcf.h"

namespace sideline::simulator::mujoco {

namespace {

using base::ErrorCode;
using base::failure;
using Eigen::Vector3d;

template <typename Value>
std::size_t index(Value value) {
    return static_cast<std::size_t>(value);
}

base::Expected<SpecPtr> parsed(const std::string& mjcf) {
    std::array<char, 1000> error{};
    SpecPtr spec(
        mj_parseXMLString(mjcf.c_str(), nullptr, error.data(), static_cast<int>(error.size())));
    if (!spec) {
        return failure(ErrorCode::InvalidArgument,
                       fmt::format("MuJoCo rejects the description: {}", error.data()));
    }
    return spec;
}

base::Expected<ModelPtr> compiled(mjSpec& spec) {
    ModelPtr model(mj_compile(&spec, nullptr));
    if (!model) {
        return failure(ErrorCode::InvalidArgument,
                       fmt::format("MuJoCo rejects the description: {}", mjs_getError(&spec)));
    }
    return model;
}

std::array<double, 4> numbersOf(const Eigen::Quaterniond& q) {
    return {q.w(), q.x(), q.y(), q.z()};
}

void deleteRobot(mjSpec& spec, const std::string& prefix) {
    mjs_delete(&spec, mjs_findBody(&spec, (prefix + "torso").c_str())->element);
    deleteAssets(spec, prefix);
}

} // namespace

bool MotorCommand::isFinite() const {
    return std::isfinite(targetRad) && std::isfinite(targetRadPerS) && std::isfinite(kpNmPerRad) &&
           std::isfinite(kdNmsPerRad) && std::isfinite(torqueNm);
}

std::string_view libraryVersion() {
    return mj_versionString();
}

void MujocoWorld::Impl::bind(Robot& robot) const {
    const auto jointOf = [&](const std::string& name) {
        return find(mjOBJ_JOINT, robot.prefix + name);
    };
    const auto sensorOf = [&](const std::string& name) {
        const int id = find(mjOBJ_SENSOR, robot.prefix + name);
        return id < 0 ? -1 : model->sensor_adr[id];
    };
    const int root = jointOf("root");
    robot.rootAngle = model->jnt_qposadr[root];
    robot.rootSpeed = model->jnt_dofadr[root];
    robot.torsoSensors = {sensorOf("torso_quat"), sensorOf("torso_pos"), sensorOf("torso_gyro"),
                          sensorOf("torso_acc")};
    robot.bodies.clear();
    for (const robot::Body& body : robot.model->bodies()) {
        const std::string name = body.parent.isValid() ? body.name : "torso";
        robot.bodies.push_back(find(mjOBJ_BODY, robot.prefix + name));
    }
    for (std::vector<int>* list :
         {&robot.joints, &robot.angles, &robot.speeds, &robot.actuators, &robot.angleSensors,
          &robot.speedSensors, &robot.sites, &robot.colliders}) {
        list->clear();
    }
    for (std::size_t i = 0; i < robot.model->joints().size(); ++i) {
        const robot::JointId joint(i);
        const std::string& effector = robot.model->joint(joint).effector;
        const std::string& perceptor = robot.model->perceptorName(joint);
        const int motor =
            effector.empty() ? -1 : find(mjOBJ_ACTUATOR, robot.prefix + effector + "_tau");
        int id = jointOf(robot.model->jointName(joint));
        if (id < 0) { // robots from a file have other joint names
            const int sensor = find(mjOBJ_SENSOR, robot.prefix + "q_" + perceptor);
            id = motor >= 0 ? model->actuator_trnid[2 * motor]
                 : sensor >= 0
                     ? model->sensor_objid[sensor]
                     : model->body_jntadr[robot.bodies[robot.model->joint(joint).child.index()]];
        }
        robot.joints.push_back(id);
        robot.angles.push_back(model->jnt_qposadr[id]);
        robot.speeds.push_back(model->jnt_dofadr[id]);
        robot.actuators.push_back(motor);
        robot.angleSensors.push_back(sensorOf("q_" + perceptor));
        robot.speedSensors.push_back(sensorOf("dq_" + perceptor));
    }
    for (const Site& site : robot.physics.sites) {
        robot.sites.push_back(find(mjOBJ_SITE, robot.prefix + site.name));
    }
    if (!robot.physics.file.empty()) { // in the order of the file, since some have no names
        for (int geom = 0; geom < model->ngeom; ++geom) {
            if (model->body_rootid[model->geom_bodyid[geom]] == robot.bodies[0] &&
                (model->geom_contype[geom] != 0 || model->geom_conaffinity[geom] != 0)) {
                robot.colliders.push_back(geom);
            }
        }
        return;
    }
    for (const Collider& collider : robot.physics.colliders) {
        robot.colliders.push_back(find(mjOBJ_GEOM, robot.prefix + collider.name));
    }
}

void MujocoWorld::Impl::bindAll() {
    ballBody = find(mjOBJ_BODY, "ball");
    ballGeom = find(mjOBJ_GEOM, "ball");
    const int root = find(mjOBJ_JOINT, "ball-root");
    ballAngle = model->jnt_qposadr[root];
    ballSpeed = model->jnt_dofadr[root];
    for (auto& [key, robot] : robots) {
        bind(robot);
        stiffen(robot);
    }
}

// Recompiles the world after a robot has joined or left, as the server does: the state of all other
// robots is kept, but not their motor commands.
base::Expected<void> MujocoWorld::Impl::rebuild(RobotKey newcomer) {
    mjModel* newModel = model.release();
    mjData* newData = data.release();
    if (mj_recompile(spec.get(), nullptr, newModel, newData) != 0) {
        return failure(ErrorCode::Internal, fmt::format("MuJoCo cannot rebuild the world: {}",
                                                        mjs_getError(spec.get())));
    }
    model.reset(newModel);
    data.reset(newData);
    bindAll();
    if (const auto added = robots.find(newcomer); added != robots.end()) {
        for (const int actuator : added->second.actuators) { // MuJoCo does not initialize them
            if (actuator >= 0) {
                std::fill_n(data->ctrl + actuator, kActuatorsPerMotor, 0.0);
            }
        }
    }
    mj_forward(model.get(), data.get());
    return {};
}

void MujocoWorld::Impl::rest(const Robot& robot) const {
    for (std::size_t i = 0; i < robot.angles.size(); ++i) {
        data->qpos[robot.angles[i]] = 0.0;
        data->qvel[robot.speeds[i]] = 0.0;
        data->qacc[robot.speeds[i]] = 0.0;
    }
}

void MujocoWorld::Impl::setRoot(Robot& robot, const TorsoPlace& place) const {
    mjtNum* angles = data->qpos + robot.rootAngle;
    std::copy_n(place.p_S.data(), 3, angles);
    std::ranges::copy(numbersOf(place.turn_S), angles + 3);
    for (int i = 0; i < 6; ++i) {
        data->qvel[robot.rootSpeed + i] = 0.0;
        data->qacc[robot.rootSpeed + i] = 0.0;
    }
    if (robot.heldAt) {
        std::copy_n(angles, robot.heldAt->size(), robot.heldAt->begin());
    }
}

void MujocoWorld::Impl::place(Robot& robot, const TorsoPlace& place) const {
    setRoot(robot, place);
    rest(robot);
    // Updates the reported pose as the server does, so that the referee finds the robot at its new
    // place in the same cycle.
    const mjtNum* angles = data->qpos + robot.rootAngle;
    std::copy_n(angles, 3, data->xpos + 3 * robot.bodies[0]);
    mjtNum* turn = data->xquat + 4 * robot.bodies[0];
    std::copy_n(angles + 3, 4, turn);
    mju_normalize4(turn);
    mju_quat2Mat(data->xmat + 9 * robot.bodies[0], turn);
}

bool MujocoWorld::Impl::isSound(const Robot& robot) const {
    const auto isSound = [](const mjtNum* values, int count) {
        return std::all_of(values, values + count,
                           [](mjtNum value) { return std::abs(value) < mjMAXVAL; });
    };
    if (!isSound(data->qpos + robot.rootAngle, 7) || !isSound(data->qvel + robot.rootSpeed, 6)) {
        return false;
    }
    for (std::size_t i = 0; i < robot.angles.size(); ++i) {
        if (!isSound(data->qpos + robot.angles[i], 1) ||
            !isSound(data->qvel + robot.speeds[i], 1)) {
            return false;
        }
    }
    return true;
}

MujocoWorld::MujocoWorld(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}

MujocoWorld::~MujocoWorld() = default;

base::Expected<std::unique_ptr<MujocoWorld>> MujocoWorld::create(const WorldSettings& settings) {
    prepareMujoco();
    if (mj_version() != mjVERSION_HEADER) {
        return failure(ErrorCode::Internal,
                       fmt::format("MuJoCo {} was loaded; the program was built for {}",
                                   mj_versionString(), mjVERSION_HEADER));
    }
    auto impl = std::make_unique<Impl>();
    impl->settings = settings;
    auto spec = parsed(fieldMjcf(settings));
    if (!spec) {
        return tl::unexpected(std::move(spec.error()));
    }
    impl->spec = std::move(*spec);
    mjs_setDeepCopy(impl->spec.get(), 1);
    auto model = compiled(*impl->spec);
    if (!model) {
        return tl::unexpected(std::move(model.error()));
    }
    impl->model = std::move(*model);
    impl->data.reset(mj_makeData(impl->model.get()));
    mj_forward(impl->model.get(), impl->data.get());
    impl->bindAll();
    return std::unique_ptr<MujocoWorld>(new MujocoWorld(std::move(impl)));
}

base::Expected<RobotKey> MujocoWorld::addRobot(std::string prefix, robot::RobotModelPtr model,
                                               const RobotPhysics& physics,
                                               const TorsoPlace& place) {
    Impl& impl = *m_impl;
    auto spec =
        physics.file.empty() ? parsed(robotMjcf(*model, physics)) : specOfFile(physics.file);
    if (!spec) {
        return tl::unexpected(std::move(spec.error()));
    }
    // Compiles the robot alone first: an error in it must not damage the world.
    if (auto alone = compiled(**spec); !alone) {
        return tl::unexpected(std::move(alone.error()));
    }
    mjsBody* torso = mjs_findBody(spec->get(), "torso");
    std::copy_n(place.p_S.data(), 3, torso->pos);
    std::ranges::copy(numbersOf(place.turn_S), torso->quat);
    mjsFrame* frame = mjs_addFrame(mjs_findBody(impl.spec.get(), "world"), nullptr);
    if (mjs_attach(frame->element, torso->element, prefix.c_str(), "") == nullptr) {
        return failure(
            ErrorCode::InvalidArgument,
            fmt::format("MuJoCo cannot add {}: {}", model->name(), mjs_getError(impl.spec.get())));
    }
    if (!physics.file.empty()) { // its materials and meshes may conflict with those of the world
        // A copy, since compiling detaches the robot from the world's state.
        const SpecPtr copy(mj_copySpec(impl.spec.get()));
        if (auto whole = compiled(*copy); !whole) {
            deleteRobot(*impl.spec, prefix);
            return tl::unexpected(whole.error().inFile(physics.file.string()));
        }
    }
    Impl::Robot robot;
    robot.prefix = std::move(prefix);
    robot.model = std::move(model);
    robot.physics = physics;
    const RobotKey key = impl.nextRobot++;
    impl.robots.emplace(key, std::move(robot));
    if (auto built = impl.rebuild(key); !built) {
        return tl::unexpected(std::move(built.error()));
    }
    return key;
}

void MujocoWorld::removeRobot(RobotKey robot) {
    Impl& impl = *m_impl;
    const auto found = impl.robots.find(robot);
    if (found == impl.robots.end()) {
        return;
    }
    deleteRobot(*impl.spec, found->second.prefix);
    impl.robots.erase(found);
    (void)impl.rebuild(0); // cannot fail, since no robot was added
}

std::vector<RobotKey> MujocoWorld::robots() const {
    std::vector<RobotKey> keys;
    for (const auto& [key, robot] : m_impl->robots) {
        keys.push_back(key);
    }
    return keys;
}

const robot::RobotModel& MujocoWorld::model(RobotKey robot) const {
    return *m_impl->robots.at(robot).model;
}

const RobotPhysics& MujocoWorld::physics(RobotKey robot) const {
    return m_impl->robots.at(robot).physics;
}

base::Expected<void> MujocoWorld::command(RobotKey robot, robot::JointId joint,
                                          const MotorCommand& command) {
    Impl& impl = *m_impl;
    const Impl::Robot& to = impl.robots.at(robot);
    if (!command.isFinite()) {
        return failure(ErrorCode::InvalidArgument,
                       fmt::format("the command for {} contains a number that is not finite",
                                   to.model->jointName(joint)));
    }
    const int first = to.actuators[joint.index()];
    if (first < 0) {
        return {};
    }
    mjModel& model = *impl.model;
    impl.data->ctrl[first] = command.torqueNm;
    impl.data->ctrl[first + 1] = command.targetRad;
    impl.data->ctrl[first + 2] = command.targetRadPerS;
    model.actuator_gainprm[(first + 1) * mjNGAIN] = command.kpNmPerRad;
    model.actuator_biasprm[(first + 1) * mjNBIAS + 1] = -command.kpNmPerRad;
    model.actuator_gainprm[(first + 2) * mjNGAIN] = command.kdNmsPerRad;
    model.actuator_biasprm[(first + 2) * mjNBIAS + 2] = -command.kdNmsPerRad;
    return {};
}

void MujocoWorld::place(RobotKey robot, const TorsoPlace& place) {
    m_impl->place(m_impl->robots.at(robot), place);
}

void MujocoWorld::placeBall(const BallMotion& ball) {
    Impl& impl = *m_impl;
    constexpr std::array kUpright = {1.0, 0.0, 0.0, 0.0};
    std::copy_n(ball.p_S.data(), 3, impl.data->qpos + impl.ballAngle);
    std::copy_n(kUpright.data(), 4, impl.data->qpos + impl.ballAngle + 3);
    std::fill_n(impl.data->qvel + impl.ballSpeed, 6, 0.0);
    std::fill_n(impl.data->qacc + impl.ballSpeed, 6, 0.0);
    std::copy_n(ball.velocity_SMps.data(), 3, impl.data->qvel + impl.ballSpeed);
    std::copy_n(ball.angularVelocity_SRadPerS.data(), 3, impl.data->qvel + impl.ballSpeed + 3);
    std::copy_n(ball.p_S.data(), 3, impl.data->xpos + 3 * impl.ballBody);
}

// Returns to the state at the beginning of the cycle.
void MujocoWorld::Impl::returnToBegin() const {
    mj_resetData(model.get(), data.get());
    mj_setState(model.get(), data.get(), begun.data(), mjSTATE_INTEGRATION);
    std::fill_n(data->xfrc_applied, 6 * model->nbody, 0.0);
    mj_forward(model.get(), data.get());
}

// Places a robot upright, without commands for its motors.
void MujocoWorld::Impl::standUp(Robot& robot) const {
    math::Pose X_STorso = poseToServer(poseAt(data->xpos, data->xmat, robot.bodies[0]));
    X_STorso.p.z() = robot.model->traits().p_STorsoAtStart.z();
    place(robot, TorsoPlace::upright(X_STorso.p, std::atan2(X_STorso.R(1, 0), X_STorso.R(0, 0))));
    for (const int actuator : robot.actuators) {
        if (actuator >= 0) {
            std::fill_n(data->ctrl + actuator, kActuatorsPerMotor, 0.0);
            std::fill_n(model->actuator_gainprm + actuator * mjNGAIN, kActuatorsPerMotor * mjNGAIN,
                        0.0);
            model->actuator_gainprm[actuator * mjNGAIN] = 1.0;
            std::fill_n(model->actuator_biasprm + actuator * mjNBIAS, kActuatorsPerMotor * mjNBIAS,
                        0.0);
        }
    }
}

std::vector<RobotKey> MujocoWorld::step() {
    Impl& impl = *m_impl;
    const mjModel* model = impl.model.get();
    impl.begun.resize(index(mj_stateSize(model, mjSTATE_INTEGRATION)));
    mj_getState(model, impl.data.get(), impl.begun.data(), mjSTATE_INTEGRATION);
    // Otherwise MuJoCo would reset everything to the start of the match.
    impl.model->opt.disableflags |= mjDSBL_AUTORESET;
    std::vector<RobotKey> placed;
    try {
        impl.advance();
    } catch (const MujocoError&) {
        for (const auto& [key, robot] : impl.robots) {
            placed.push_back(key);
        }
    }
    if (placed.empty()) {
        for (const auto& [key, robot] : impl.robots) {
            if (!impl.isSound(robot)) {
                placed.push_back(key);
            }
        }
    }
    if (placed.empty()) {
        return placed;
    }
    impl.returnToBegin();
    for (const RobotKey key : placed) {
        impl.standUp(impl.robots.at(key));
    }
    impl.advance();
    return placed;
}

double MujocoWorld::timeS() const {
    return m_impl->data->time;
}

math::Pose MujocoWorld::pose(RobotKey robot, robot::BodyId body) const {
    const int id = m_impl->robots.at(robot).bodies[body.index()];
    return Impl::poseAt(m_impl->data->xpos, m_impl->data->xmat, id);
}

double MujocoWorld::jointRad(RobotKey robot, robot::JointId joint) const {
    return m_impl->data->qpos[m_impl->robots.at(robot).angles[joint.index()]];
}

double MujocoWorld::motorTorqueNm(RobotKey robot, robot::JointId joint) const {
    return m_impl->data->qfrc_actuator[m_impl->robots.at(robot).speeds[joint.index()]];
}

void MujocoWorld::readSensors(RobotKey robot, SensorReadings& readings) const {
    const Impl::Robot& of = m_impl->robots.at(robot);
    const mjtNum* values = m_impl->data->sensordata;
    std::copy_n(values + of.torsoSensors[0], 4, readings.torsoTurn.data());
    readings.p_STorso = Impl::vectorAt(values, of.torsoSensors[1]);
    readings.gyro_TRadPerS = Impl::vectorAt(values, of.torsoSensors[2]);
    readings.acceleration_TMps2 = Impl::vectorAt(values, of.torsoSensors[3]);
    readings.jointRad.assign(of.angleSensors.size(), 0.0);
    readings.jointRadPerS.assign(of.angleSensors.size(), 0.0);
    for (std::size_t i = 0; i < of.angleSensors.size(); ++i) {
        if (of.angleSensors[i] >= 0) {
            readings.jointRad[i] = values[of.angleSensors[i]];
            readings.jointRadPerS[i] = values[of.speedSensors[i]];
        }
    }
}

math::Pose MujocoWorld::site(RobotKey robot, std::size_t siteIndex) const {
    return Impl::poseAt(m_impl->data->site_xpos, m_impl->data->site_xmat,
                        m_impl->robots.at(robot).sites[siteIndex]);
}

MujocoWorld::ColliderPlace MujocoWorld::collider(RobotKey robot, std::size_t colliderIndex) const {
    const int id = m_impl->robots.at(robot).colliders[colliderIndex];
    return {Impl::vectorAt(m_impl->data->geom_xpos, 3 * id),
            Impl::vectorAt(m_impl->model->geom_size, 3 * id)};
}

BallMotion MujocoWorld::ball() const {
    const mjData& data = *m_impl->data;
    const mjtNum* turn = data.qpos + m_impl->ballAngle + 3;
    const Eigen::Quaterniond R_SBall(turn[0], turn[1], turn[2], turn[3]);
    return {Impl::vectorAt(data.xpos, 3 * m_impl->ballBody),
            Impl::vectorAt(data.qvel, m_impl->ballSpeed),
            R_SBall * Impl::vectorAt(data.qvel, m_impl->ballSpeed + 3)}; // in the ball's axes
}

std::vector<MujocoWorld::Touch> MujocoWorld::Impl::ballTouches() const {
    std::vector<Touch> touches;
    for (int i = 0; i < data->ncon; ++i) {
        const mjContact& contact = data->contact[i];
        const int* geoms = contact.geom;
        if (geoms[0] != ballGeom && geoms[1] != ballGeom) {
            continue;
        }
        const int other = geoms[0] == ballGeom ? geoms[1] : geoms[0];
        for (const auto& [key, robot] : robots) {
            const auto found = std::ranges::find(robot.colliders, other);
            if (found != robot.colliders.end()) {
                touches.push_back({key, index(found - robot.colliders.begin())});
            }
        }
    }
    return touches;
}

std::vector<MujocoWorld::Touch> MujocoWorld::ballTouches() const {
    return m_impl->ballTouches();
}

MujocoWorld::Native MujocoWorld::native() const {
    return {m_impl->model.get(), m_impl->data.get()};
}

int MujocoWorld::siteId(RobotKey robot, std::size_t siteIndex) const {
    return m_impl->robots.at(robot).sites[siteIndex];
}

int MujocoWorld::bodyId(RobotKey robot, robot::BodyId body) const {
    return m_impl->robots.at(robot).bodies[body.index()];
}

} // namespace sideline::simulator::mujoco
