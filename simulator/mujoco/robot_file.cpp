#include "simulator/mujoco/robot_file.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include "agentcore/math/angles.h"
#include "agentcore/robot/mujoco_robots.h"
#include "simulator/mujoco/mujoco_library.h"
#include "simulator/mujoco/server_axes.h"

namespace sideline::simulator::mujoco {

namespace {

namespace fs = std::filesystem;
using base::ErrorCode;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using robot::BodyId;
using robot::JointId;

constexpr const char* kModelFile = "robot.xml";

// Reads the compiled model of a file.
class RobotFileReader {
public:
    RobotFileReader(const mjModel& model, std::string name)
        : m_model(model), m_name(std::move(name)) {}

    base::Expected<LeagueRobot> read() {
        checkTree();
        readJoints();
        checkMotors();
        for (const char* sensor : {"torso_quat", "torso_pos", "torso_gyro", "torso_acc"}) {
            if (find(mjOBJ_SENSOR, sensor) < 0) {
                fail(fmt::format("there is no sensor {}", sensor), "the sensors of a torso");
            }
        }
        if (find(mjOBJ_SITE, kCameraSite) < 0) {
            fail("there is no site camera", "a site named camera at the camera's position");
        }
        if (m_error) {
            return tl::unexpected(std::move(*m_error));
        }
        const robot::RobotModel* known = robot::findMujocoRobot(m_name);
        LeagueRobot robot{known != nullptr && fits(*known) ? known->shared() : describe(), {}};
        robot.physics = physicsOf(*robot.model);
        return robot;
    }

private:
    // Keeps the first error.
    void fail(std::string message, std::string expected) {
        if (!m_error) {
            m_error = base::Error{.code = ErrorCode::UnsupportedFormat,
                                  .message = std::move(message),
                                  .expected = std::move(expected),
                                  .file = {},
                                  .line = {},
                                  .byteOffset = {}};
        }
    }
    [[nodiscard]] int find(mjtObj kind, const std::string& name) const {
        return mj_name2id(&m_model, kind, name.c_str());
    }
    [[nodiscard]] std::string nameOf(mjtObj kind, int id) const {
        const char* name = mj_id2name(&m_model, kind, id);
        return name == nullptr ? std::string() : std::string(name);
    }
    static Vector3d vectorAt(const mjtNum* values, int id) {
        return {values[3 * id], values[3 * id + 1], values[3 * id + 2]};
    }
    static Matrix3d turnAt(const mjtNum* values, int id) {
        return Eigen::Quaterniond(values[4 * id], values[4 * id + 1], values[4 * id + 2],
                                  values[4 * id + 3])
            .toRotationMatrix();
    }
    [[nodiscard]] std::size_t bodyCount() const {
        return static_cast<std::size_t>(m_model.nbody - 1); // the world is not counted
    }
    [[nodiscard]] static BodyId bodyOf(int id) { return BodyId(id - 1); }

    void checkTree() {
        if (m_model.nbody < 2 || nameOf(mjOBJ_BODY, 1) != "torso") {
            return fail("its first body is not called torso", "a body torso with all others in it");
        }
        for (int body = 1; body < m_model.nbody; ++body) {
            if (nameOf(mjOBJ_BODY, body).empty()) {
                fail(fmt::format("body {} of the tree has no name", body), "a name for each body");
            } else if (m_model.body_rootid[body] != 1) {
                fail(fmt::format("body {} is not attached to the torso", nameOf(mjOBJ_BODY, body)),
                     "a single robot");
            }
        }
        const int root = find(mjOBJ_JOINT, "root");
        if (root < 0 || m_model.jnt_type[root] != mjJNT_FREE || m_model.jnt_bodyid[root] != 1) {
            fail("the torso has no free joint root", "<freejoint name=\"root\"/>");
        }
    }

    // Collects the hinges, in the order of the file.
    void readJoints() {
        std::vector<bool> isMoved(bodyCount() + 1, false);
        for (int joint = 0; joint < m_model.njnt; ++joint) {
            const int body = m_model.jnt_bodyid[joint];
            if (m_model.jnt_type[joint] == mjJNT_FREE && body == 1) {
                continue;
            }
            const std::string name = nameOf(mjOBJ_JOINT, joint);
            if (m_model.jnt_type[joint] != mjJNT_HINGE) {
                fail(fmt::format("joint {} is not a hinge", name), "hinges");
            } else if (isMoved[static_cast<std::size_t>(body)]) {
                fail(fmt::format("body {} has another joint besides {}", nameOf(mjOBJ_BODY, body),
                                 name),
                     "one hinge for each body");
            } else {
                isMoved[static_cast<std::size_t>(body)] = true;
                m_joints.push_back(joint);
            }
        }
    }

    void checkMotors() {
        constexpr std::string_view kTorque = "_tau";
        for (int actuator = 0; actuator < m_model.nu; ++actuator) {
            const std::string name = nameOf(mjOBJ_ACTUATOR, actuator);
            const bool isOfJoint = m_model.actuator_trntype[actuator] == mjTRN_JOINT;
            const std::string joint =
                isOfJoint ? nameOf(mjOBJ_JOINT, m_model.actuator_trnid[2 * actuator])
                          : std::string("none");
            const std::size_t end = name.find_last_of('_');
            const std::string motor = name.substr(0, end);
            if (!isOfJoint || end == std::string::npos) {
                fail(fmt::format("actuator {} of joint {} is not part of a motor", name, joint),
                     "three actuators per motor, such as he1_tau, he1_pos and he1_vel");
                continue;
            }
            const int first = find(mjOBJ_ACTUATOR, motor + std::string(kTorque));
            for (const auto& [suffix, offset] :
                 {std::pair("_tau", 0), std::pair("_pos", 1), std::pair("_vel", 2)}) {
                if (first < 0 || find(mjOBJ_ACTUATOR, motor + suffix) != first + offset) {
                    fail(fmt::format("motor {} of joint {} has no gains: actuator {}{} is missing "
                                     "or out of order",
                                     motor, joint, motor, suffix),
                         fmt::format("{0}_tau, {0}_pos, {0}_vel in this order", motor));
                }
            }
            if (name.ends_with(kTorque)) {
                m_motors.emplace_back(motor, m_model.actuator_trnid[2 * actuator]);
            }
        }
    }

    // Collects the joints that sensors report, in the order of the sensors.
    [[nodiscard]] std::vector<std::pair<std::string, int>> reportedJoints() const {
        constexpr std::string_view kAngle = "q_";
        std::vector<std::pair<std::string, int>> reported;
        for (int sensor = 0; sensor < m_model.nsensor; ++sensor) {
            const std::string name = nameOf(mjOBJ_SENSOR, sensor);
            if (m_model.sensor_type[sensor] == mjSENS_JOINTPOS && name.starts_with(kAngle)) {
                reported.emplace_back(name.substr(kAngle.size()), m_model.sensor_objid[sensor]);
            }
        }
        return reported;
    }

    // Whether a model describes the robot of the file.
    [[nodiscard]] bool fits(const robot::RobotModel& model) const {
        const auto bodies = model.bodies();
        const bool hasBodies = std::ranges::all_of(bodies, [&](const robot::Body& body) {
            return find(mjOBJ_BODY, body.parent.isValid() ? body.name : "torso") > 0;
        });
        const auto reported = reportedJoints();
        const bool hasJoints = std::ranges::all_of(model.joints(), [&](const robot::Joint& joint) {
            return (joint.effector.empty() || find(mjOBJ_ACTUATOR, joint.effector + "_tau") >= 0) &&
                   std::ranges::any_of(
                       reported, [&](const auto& entry) { return entry.first == joint.perceptor; });
        });
        return hasBodies && hasJoints && bodies.size() == bodyCount() &&
               model.joints().size() == m_joints.size();
    }

    [[nodiscard]] robot::RobotModelPtr describe() const {
        std::vector<robot::Body> bodies;
        for (int id = 1; id < m_model.nbody; ++id) {
            robot::Body body;
            body.name = nameOf(mjOBJ_BODY, id);
            body.parent = id == 1 ? BodyId::none() : bodyOf(m_model.body_parentid[id]);
            if (id > 1) {
                body.p_ParentBody = fromServer(vectorAt(m_model.body_pos, id));
                body.R_ParentBody = fromServer(turnAt(m_model.body_quat, id));
            }
            body.massKg = m_model.body_mass[id];
            body.p_BodyCom = fromServer(vectorAt(m_model.body_ipos, id));
            const Matrix3d R = turnAt(m_model.body_iquat, id);
            body.inertiaKgM2 = fromServer(
                Matrix3d(R * vectorAt(m_model.body_inertia, id).asDiagonal() * R.transpose()));
            body.shape = robot::Sphere{0.03};
            for (int i = 0; i < m_model.body_geomnum[id]; ++i) {
                const int geom = m_model.body_geomadr[id] + i;
                if (m_model.geom_contype[geom] != 0) {
                    body.collides = true;
                    addSolid(geom, body);
                }
            }
            bodies.push_back(std::move(body));
        }
        auto joints = jointsOf(bodies);
        const int camera = find(mjOBJ_SITE, kCameraSite);
        robot::RobotTraits traits;
        traits.scenePath = m_name;
        traits.p_STorsoAtStart = {0.0, 0.0, m_model.body_pos[3 + 2]};
        traits.collidesWithItself = true;
        traits.p_HeadEye = fromServer(vectorAt(m_model.site_pos, camera));
        traits.server = game::ServerKind::Rcssservermj;
        auto layout = perceptsOf(joints, bodyOf(m_model.site_bodyid[camera]));
        return std::make_shared<const robot::RobotModel>(
            m_name, std::move(bodies), std::move(joints), std::move(layout), std::move(traits));
    }

    void addSolid(int geom, robot::Body& body) const {
        const math::Pose X{fromServer(turnAt(m_model.geom_quat, geom)),
                           fromServer(vectorAt(m_model.geom_pos, geom))};
        const Vector3d size = vectorAt(m_model.geom_size, geom);
        switch (m_model.geom_type[geom]) {
        case mjGEOM_BOX:
        case mjGEOM_MESH: // a mesh is represented by its inertia box
            body.solids.push_back({robot::Box{2.0 * fromServer(size).cwiseAbs()}, X});
            break;
        case mjGEOM_CAPSULE:
        case mjGEOM_CYLINDER:
            body.solids.push_back({robot::Capsule{size[0], 2.0 * size[1]}, X});
            break;
        default:
            body.solids.push_back({robot::Sphere{size[0]}, X});
        }
        if (body.solids.size() == 1 && X.R.isIdentity(1e-9) && X.p.norm() < 1e-9) {
            body.shape = body.solids.front().shape;
        }
    }

    [[nodiscard]] std::vector<robot::Joint> jointsOf(std::vector<robot::Body>& bodies) const {
        const auto reported = reportedJoints();
        const auto nameIn = [](const auto& list, int joint) {
            const auto found =
                std::ranges::find(list, joint, [](const auto& e) { return e.second; });
            return found == list.end() ? std::string() : found->first;
        };
        constexpr double kNoLimit = std::numeric_limits<double>::infinity();
        std::vector<robot::Joint> joints;
        for (const int id : m_joints) {
            robot::Joint joint;
            joint.perceptor = nameIn(reported, id);
            joint.effector = nameIn(m_motors, id);
            joint.child = bodyOf(m_model.jnt_bodyid[id]);
            joint.parent = bodies[joint.child.index()].parent;
            joint.anchor_Child = fromServer(vectorAt(m_model.jnt_pos, id));
            joint.axis = fromServer(vectorAt(m_model.jnt_axis, id));
            const bool isLimited = m_model.jnt_limited[id] != 0;
            joint.minRad = isLimited ? m_model.jnt_range[2 * id] : -kNoLimit;
            joint.maxRad = isLimited ? m_model.jnt_range[2 * id + 1] : kNoLimit;
            joint.maxSpeedRadPerS = kNoLimit;
            joint.dynamics.maxTorqueNm =
                m_model.jnt_actfrclimited[id] != 0 ? m_model.jnt_actfrcrange[2 * id + 1] : 0.0;
            bodies[joint.child.index()].joint = JointId(joints.size());
            joints.push_back(std::move(joint));
        }
        return joints;
    }

    [[nodiscard]] robot::PerceptorLayout perceptsOf(const std::vector<robot::Joint>& joints,
                                                    BodyId cameraBody) const {
        robot::PerceptorLayout layout;
        const auto add = [&](robot::PerceptorKind kind, std::string name, BodyId body,
                             JointId joint) {
            layout.perceptors.push_back({kind, std::move(name), body, joint});
        };
        add(robot::PerceptorKind::Time, "", {}, {});
        add(robot::PerceptorKind::GameState, "", {}, {});
        add(robot::PerceptorKind::Gyro, "torso_gyro", BodyId(0), {});
        add(robot::PerceptorKind::Accelerometer, "torso_acc", BodyId(0), {});
        for (std::size_t i = 0; i < joints.size(); ++i) {
            if (!joints[i].perceptor.empty()) {
                add(robot::PerceptorKind::Hinge, joints[i].perceptor, {}, JointId(i));
            }
        }
        add(robot::PerceptorKind::Hear, "", {}, {});
        add(robot::PerceptorKind::Vision, "", cameraBody, {});
        for (const Site& site : sites()) {
            if (site.name.ends_with(kVisibleSite)) {
                layout.visibleParts.push_back(
                    {site.name.substr(0, site.name.size() - kVisibleSite.size()), site.body});
            }
        }
        constexpr double kHalfViewRad = math::radFromDeg(60.0);
        layout.vision = {.cone = robot::VisionSettings::Cone{kHalfViewRad, kHalfViewRad},
                         .intervalCycles = 2,
                         .hasNoise = true,
                         .seesLines = false};
        return layout;
    }

    // Collects camera, speaker, microphone and the points that others see; bodies by their numbers
    // in the file.
    [[nodiscard]] std::vector<Site> sites() const {
        std::vector<Site> all;
        for (int id = 0; id < m_model.nsite; ++id) {
            const std::string name = nameOf(mjOBJ_SITE, id);
            if (name == kCameraSite || name.ends_with(kVisibleSite) ||
                name.ends_with(kSpeakerSite) || name.ends_with(kMicrophoneSite)) {
                all.push_back({bodyOf(m_model.site_bodyid[id]), name,
                               fromServer(vectorAt(m_model.site_pos, id))});
            }
        }
        return all;
    }

    [[nodiscard]] RobotPhysics physicsOf(const robot::RobotModel& model) const {
        const auto bodyIn = [&](int id) {
            return id == 1 ? BodyId(0) : model.findBody(nameOf(mjOBJ_BODY, id));
        };
        RobotPhysics physics;
        physics.startHeightM = m_model.body_pos[3 + 2];
        for (const auto& [name, joint] : reportedJoints()) {
            physics.jointOrder.push_back(model.findJoint(name));
        }
        physics.joints.resize(model.joints().size());
        for (std::size_t i = 0; i < model.joints().size(); ++i) {
            const robot::Joint& joint = model.joints()[i];
            const auto motor = std::ranges::find(m_motors, joint.effector,
                                                 [](const auto& entry) { return entry.first; });
            if (motor != m_motors.end()) {
                const int dof = m_model.jnt_dofadr[motor->second];
                physics.joints[i] = {m_model.dof_armature[dof], m_model.dof_damping[dof],
                                     m_model.dof_frictionloss[dof]};
            }
        }
        for (int geom = 0; geom < m_model.ngeom; ++geom) {
            if (m_model.geom_contype[geom] != 0 || m_model.geom_conaffinity[geom] != 0) {
                physics.colliders.push_back({.body = bodyIn(m_model.geom_bodyid[geom]),
                                             .name = nameOf(mjOBJ_GEOM, geom),
                                             .shape = robot::Sphere{m_model.geom_rbound[geom]},
                                             .X_BodyCollider = {}});
            }
        }
        physics.sites = sites();
        for (Site& site : physics.sites) {
            site.body = bodyIn(static_cast<int>(site.body.index()) + 1);
        }
        return physics;
    }

    const mjModel& m_model;
    std::string m_name;
    std::vector<int> m_joints;                         ///< hinges
    std::vector<std::pair<std::string, int>> m_motors; ///< names and joints
    std::optional<base::Error> m_error;
};

// Returns the folder that contains the robots; empty if there are none.
fs::path robotsIn(const fs::path& folder) {
    std::error_code error;
    for (const fs::path& robots : {folder, folder / "robots", folder / "resources" / "robots",
                                   folder / "rcsssmj" / "resources" / "robots"}) {
        for (const auto& entry : fs::directory_iterator(robots, error)) {
            if (fs::is_regular_file(entry.path() / kModelFile, error)) {
                return robots;
            }
        }
    }
    return {};
}

} // namespace

base::Expected<void> checkModels(const fs::path& folder) {
    if (robotsIn(folder).empty()) {
        return tl::unexpected(base::Error{.code = ErrorCode::NotFound,
                                          .message = "there are no models of robots in this folder",
                                          .expected = "an installed rcsssmj, or NAME/robot.xml",
                                          .file = folder.string(),
                                          .line = {},
                                          .byteOffset = {}});
    }
    return {};
}

base::Expected<LeagueRobot> leagueRobot(std::string_view name, const fs::path& folder) {
    // Names come from clients: they must not lead out of the folder.
    const bool isPlain = !name.empty() && std::ranges::all_of(name, [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
    });
    std::error_code error;
    const fs::path robots = folder.empty() || !isPlain ? fs::path() : robotsIn(folder);
    const fs::path file = robots / std::string(name) / kModelFile;
    if (!robots.empty() && fs::is_regular_file(file, error)) {
        return readRobotFile(file, name);
    }
    if (const robot::RobotModel* model = robot::findMujocoRobot(name)) {
        return LeagueRobot{model->shared(), robotPhysics(*model)};
    }
    return base::failure(ErrorCode::NotFound, fmt::format("unknown robot {}", name),
                         robots.empty() ? "T1, K1 or PiPlus"
                                        : "T1, K1, PiPlus or a folder of " + robots.string());
}

base::Expected<LeagueRobot> readRobotFile(const fs::path& file, std::string_view name) {
    prepareMujoco();
    auto spec = specOfFile(file);
    if (!spec) {
        return tl::unexpected(std::move(spec.error()));
    }
    const ModelPtr model(mj_compile(spec->get(), nullptr));
    if (!model) {
        return tl::unexpected(rejection(mjs_getError(spec->get())).inFile(file.string()));
    }
    auto robot = RobotFileReader(*model, std::string(name)).read();
    if (!robot) {
        return tl::unexpected(robot.error().inFile(file.string()));
    }
    robot->physics.file = file;
    return robot;
}

} // namespace sideline::simulator::mujoco
