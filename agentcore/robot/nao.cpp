#include "agentcore/robot/nao.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "agentcore/base/assert.h"
#include "agentcore/math/angles.h"

namespace sideline::robot {

namespace {

using Eigen::Vector3d;
using math::radFromDeg;

constexpr double kMaxJointSpeedRadPerS = 351.77 / 180.0 * math::kPi;
constexpr double kTotalFootLengthM = 0.16;
constexpr double kTotalFootMassKg = 0.2;

// Parameters that differ between the types.
struct TypeParameters {
    double hipXM;
    double thighZM;
    double ankleZM;
    double elbowYM;
    double anklePitchSpeedRadPerS;
    double ankleRollSpeedRadPerS;
    double toeLengthM; // 0 without a toe
};

constexpr TypeParameters kTypes[] = {
    {0.055, -0.04, -0.055, 0.07, 6.1395, 6.1395, 0.0},
    {0.055, -0.05832, -0.07332, 0.10664, 6.1395, 6.1395, 0.0},
    {0.055, -0.04, -0.055, 0.07, 8.80667, 3.47234, 0.0},
    {0.072954143, -0.067868424, -0.082868424, 0.125736848, 6.1395, 6.1395, 0.0},
    {0.055, -0.04, -0.055, 0.07, 6.1395, 6.1395, 0.035517656},
};

struct JointSpec {
    std::string perceptor;
    std::string effector;
    Vector3d anchor_Child;
    Vector3d axis;
    double minDeg;
    double maxDeg;
    double maxSpeedRadPerS = kMaxJointSpeedRadPerS;
};

// Percepts are in the order of the scene's nodes: first those of the torso, then those of each
// body. A foot's force precedes the joint that moves the foot, and the camera follows the head's
// joint.
PerceptorLayout naoPercepts(const std::vector<Body>& bodies, const std::vector<Joint>& joints) {
    PerceptorLayout layout;
    const BodyId torso(std::size_t{0});
    const auto add = [&](PerceptorKind kind, std::string name, BodyId body, JointId joint) {
        layout.perceptors.push_back({kind, std::move(name), body, joint});
    };
    add(PerceptorKind::Time, "", {}, {});
    add(PerceptorKind::GameState, "", {}, {});
    add(PerceptorKind::Hear, "", {}, {});
    add(PerceptorKind::Gyro, "torso", torso, {});
    add(PerceptorKind::Accelerometer, "torso", torso, {});
    for (const Joint& joint : joints) {
        const std::string& child = bodies[joint.child.index()].name;
        const std::string side = child.substr(0, 1);
        if (child.ends_with("foot")) {
            add(PerceptorKind::ForceResistance, side + "f", joint.child, {});
        } else if (child.ends_with("toe")) {
            add(PerceptorKind::ForceResistance, side + "f1", joint.child, {});
        }
        add(PerceptorKind::Hinge, joint.perceptor, {}, bodies[joint.child.index()].joint);
        if (child == "head") {
            add(PerceptorKind::Vision, "", joint.child, {});
        }
        if (child == "head" || child.ends_with("lowerarm") || child.ends_with("foot")) {
            layout.visibleParts.push_back({child, joint.child});
        }
    }
    layout.vision = {.cone = VisionSettings::Cone{radFromDeg(60.0), radFromDeg(60.0)},
                     .intervalCycles = 3,
                     .hasNoise = true,
                     .seesLines = true};
    return layout;
}

class NaoBuilder {
public:
    BodyId addTorso(Body torso) {
        m_bodies.push_back(std::move(torso));
        return BodyId(m_bodies.size() - 1);
    }

    BodyId add(BodyId parent, Body body, const JointSpec& spec) {
        body.parent = parent;
        body.joint = JointId(m_joints.size());
        m_joints.push_back(Joint{.perceptor = spec.perceptor,
                                 .effector = spec.effector,
                                 .parent = parent,
                                 .child = BodyId(m_bodies.size()),
                                 .anchor_Child = spec.anchor_Child,
                                 .axis = spec.axis.normalized(),
                                 .minRad = radFromDeg(spec.minDeg),
                                 .maxRad = radFromDeg(spec.maxDeg),
                                 .maxSpeedRadPerS = spec.maxSpeedRadPerS});
        m_bodies.push_back(std::move(body));
        return BodyId(m_bodies.size() - 1);
    }

    RobotModel build(std::string name) && {
        PerceptorLayout percepts = naoPercepts(m_bodies, m_joints);
        return {std::move(name), std::move(m_bodies), std::move(m_joints), std::move(percepts),
                RobotTraits{.scenePath = "rsg/agent/nao/nao_hetero.rsg",
                            .p_STorsoAtStart = {0.0, -1.0, 1.5},
                            .collidesWithItself = false}};
    }

private:
    std::vector<Body> m_bodies;
    std::vector<Joint> m_joints;
};

// One side of arms or legs: names start with r or l; x coordinates, roll and yaw are mirrored.
struct SideSpec {
    char letter;
    double sign; // +1 right, -1 left

    [[nodiscard]] std::string named(const char* part) const { return letter + std::string(part); }
    // Limits are given for the right side.
    [[nodiscard]] std::pair<double, double> mirrored(double minDeg, double maxDeg) const {
        return sign > 0 ? std::pair{minDeg, maxDeg} : std::pair{-maxDeg, -minDeg};
    }
};

Body body(std::string name, Vector3d p_ParentBody, double massKg, Shape shape, bool collides) {
    return Body{.name = std::move(name),
                .parent = {},
                .joint = {},
                .p_ParentBody = std::move(p_ParentBody),
                .massKg = massKg,
                .shape = std::move(shape),
                .collides = collides};
}

void addHead(NaoBuilder& robot, BodyId torso) {
    const BodyId neck =
        robot.add(torso, body("neck", {0, 0, 0.09}, 0.05, Capsule{0.015, 0.08}, true),
                  {"hj1", "he1", Vector3d::Zero(), Vector3d::UnitZ(), -120, 120});
    robot.add(neck, body("head", {0, 0, 0.065}, 0.35, Sphere{0.065}, true),
              {"hj2", "he2", {0, 0, -0.005}, Vector3d::UnitX(), -45, 45});
}

void addArm(NaoBuilder& robot, BodyId torso, const SideSpec& side, const TypeParameters& type) {
    const BodyId shoulder = robot.add(
        torso,
        body(side.named("shoulder"), {side.sign * 0.098, 0, 0.075}, 0.07, Sphere{0.01}, false),
        {side.named("aj1"), side.named("ae1"), Vector3d::Zero(), Vector3d::UnitX(), -120, 120});
    const Vector3d upperarmOffset(side.sign * 0.01, 0.02, 0);
    const auto [roll0, roll1] = side.mirrored(-95, 1);
    const BodyId upperarm = robot.add(
        shoulder, body(side.named("upperarm"), upperarmOffset, 0.15, Box{{0.07, 0.08, 0.06}}, true),
        {side.named("aj2"), side.named("ae2"), -upperarmOffset, Vector3d::UnitZ(), roll0, roll1});
    const BodyId elbow = robot.add(
        upperarm,
        body(side.named("elbow"), {side.sign * -0.01, type.elbowYM, 0.009}, 0.035, Sphere{0.01},
             false),
        {side.named("aj3"), side.named("ae3"), Vector3d::Zero(), Vector3d::UnitY(), -120, 120});
    const auto [bend0, bend1] = side.mirrored(-1, 90);
    robot.add(
        elbow, body(side.named("lowerarm"), {0, 0.05, 0}, 0.2, Box{{0.05, 0.11, 0.05}}, true),
        {side.named("aj4"), side.named("ae4"), {0, -0.05, 0}, Vector3d::UnitZ(), bend0, bend1});
}

void addFoot(NaoBuilder& robot, BodyId ankle, const SideSpec& side, const TypeParameters& type) {
    const double toeRatio = type.toeLengthM / kTotalFootLengthM * 0.5;
    const double footLengthM = kTotalFootLengthM - type.toeLengthM;
    const auto [roll0, roll1] = side.mirrored(-25, 45);
    const BodyId foot =
        robot.add(ankle,
                  body(side.named("foot"), {0, footLengthM * 0.5 - 0.05, -0.04},
                       kTotalFootMassKg * (1.0 - toeRatio), Box{{0.08, footLengthM, 0.02}}, true),
                  {side.named("lj6"),
                   side.named("le6"),
                   {0, -0.03, 0.035},
                   Vector3d::UnitY(),
                   roll0,
                   roll1,
                   type.ankleRollSpeedRadPerS});
    if (type.toeLengthM > 0.0) {
        robot.add(foot,
                  body(side.named("toe"), {0, kTotalFootLengthM * 0.5, -0.005},
                       kTotalFootMassKg * toeRatio, Box{{0.08, type.toeLengthM, 0.01}}, true),
                  {side.named("lj7"),
                   side.named("le7"),
                   {0, -0.5 * type.toeLengthM, -0.005},
                   Vector3d::UnitX(),
                   -1,
                   70});
    }
}

void addLeg(NaoBuilder& robot, BodyId torso, const SideSpec& side, const TypeParameters& type) {
    const BodyId hip1 = robot.add(torso,
                                  body(side.named("hip1"), {side.sign * type.hipXM, -0.01, -0.115},
                                       0.09, Sphere{0.01}, false),
                                  {side.named("lj1"),
                                   side.named("le1"),
                                   Vector3d::Zero(),
                                   {-0.7071, 0, side.sign * 0.7071},
                                   -90,
                                   1});
    const auto [roll0, roll1] = side.mirrored(-45, 25);
    const BodyId hip2 = robot.add(
        hip1, body(side.named("hip2"), Vector3d::Zero(), 0.125, Sphere{0.01}, false),
        {side.named("lj2"), side.named("le2"), Vector3d::Zero(), Vector3d::UnitY(), roll0, roll1});
    const Vector3d thighOffset(0, 0.01, type.thighZM);
    const BodyId thigh = robot.add(
        hip2, body(side.named("thigh"), thighOffset, 0.275, Box{{0.07, 0.07, 0.14}}, true),
        {side.named("lj3"), side.named("le3"), -thighOffset, Vector3d::UnitX(), -25, 100});
    const BodyId shank = robot.add(
        thigh, body(side.named("shank"), {0, 0.005, -0.125}, 0.225, Box{{0.08, 0.07, 0.11}}, true),
        {side.named("lj4"), side.named("le4"), {0, -0.01, 0.045}, Vector3d::UnitX(), -130, 1});
    const BodyId ankle = robot.add(
        shank, body(side.named("ankle"), {0, -0.01, type.ankleZM}, 0.125, Sphere{0.01}, false),
        {side.named("lj5"), side.named("le5"), Vector3d::Zero(), Vector3d::UnitX(), -45, 75,
         type.anklePitchSpeedRadPerS});
    addFoot(robot, ankle, side, type);
}

RobotModel buildNao(NaoType type) {
    const auto number = static_cast<std::size_t>(type);
    const TypeParameters& parameters = kTypes[number];
    constexpr SideSpec kRight{'r', 1.0};
    constexpr SideSpec kLeft{'l', -1.0};
    NaoBuilder robot;
    const BodyId torso =
        robot.addTorso(body("torso", Vector3d::Zero(), 1.2171, Box{{0.1, 0.1, 0.18}}, true));
    addHead(robot, torso);
    addArm(robot, torso, kRight, parameters);
    addArm(robot, torso, kLeft, parameters);
    addLeg(robot, torso, kRight, parameters);
    addLeg(robot, torso, kLeft, parameters);
    return std::move(robot).build("nao" + std::to_string(number));
}

} // namespace

const RobotModel& naoModel(NaoType type) {
    static const auto kModels = [] {
        std::array<RobotModelPtr, kNaoTypes.size()> models;
        std::ranges::transform(kNaoTypes, models.begin(), [](NaoType built) {
            return std::make_shared<const RobotModel>(buildNao(built));
        });
        return models;
    }();
    const auto number = static_cast<std::size_t>(type);
    SIDELINE_ASSERT(number < kModels.size());
    return *kModels[number];
}

std::optional<int> naoTypeNumberOf(const RobotModel& model) {
    const auto found = std::ranges::find_if(
        kNaoTypes, [&](NaoType type) { return naoModel(type).name() == model.name(); });
    return found == kNaoTypes.end() ? std::nullopt : std::optional(static_cast<int>(*found));
}

std::optional<NaoType> naoTypeFromNumber(int number) {
    if (number < 0 || number >= static_cast<int>(kNaoTypes.size())) {
        return std::nullopt;
    }
    return static_cast<NaoType>(number);
}

} // namespace sideline::robot
