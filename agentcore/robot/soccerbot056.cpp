#include "agentcore/robot/soccerbot056.h"

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Geometry>

#include "agentcore/math/angles.h"

namespace sideline::robot {

namespace {

using Eigen::Vector3d;
using math::radFromDeg;

constexpr double kNoStopRad = std::numeric_limits<double>::infinity();
constexpr double kTrunkLockDeg = 0.01; // both limits of the joint between the trunk's parts
// Values that the description does not set are defaults of the world.
constexpr JointDynamics kMotor{100.0, 1e-5, 1e-5, 0.2, 1.0, 0.0};
constexpr JointDynamics kNoMotor{0.0, 1e-5, 1e-5, 0.2, 1.0, 0.0};

struct Range {
    double minDeg;
    double maxDeg;
};

struct Side {
    const char* name; // prefix of body names
    char letter;      // prefix of joint names
    double sign;      // -1 left, +1 right
    // Ranges are given for the left side; the ranges of yaw and roll joints are mirrored for the
    // right side.
    [[nodiscard]] Range mirrored(Range left) const {
        return sign < 0 ? left : Range{-left.maxDeg, -left.minDeg};
    }
};
constexpr Side kLeft{"left", 'l', -1.0};
constexpr Side kRight{"right", 'r', 1.0};

double massOf(const Shape& shape, double densityKgPerM3) {
    if (const auto* box = std::get_if<Box>(&shape)) {
        return densityKgPerM3 * box->sizeM.prod();
    }
    const double radiusM = std::get<Sphere>(shape).radiusM;
    return densityKgPerM3 * 4.0 / 3.0 * math::kPi * radiusM * radiusM * radiusM;
}

class SoccerbotBuilder {
public:
    explicit SoccerbotBuilder(Soccerbot056Stops stops)
        : m_hasStops(stops != Soccerbot056Stops::None) {}

    // Adds a body that is fixed to `parent` unless a joint follows. Poses are those of the
    // description, in the frame of the upper torso.
    BodyId add(BodyId parent, std::string name, const math::Pose& X_TorsoBody, Shape shape,
               double densityKgPerM3) {
        const math::Pose X_ParentBody =
            parent.isValid() ? m_poses[parent.index()].inverse() * X_TorsoBody : X_TorsoBody;
        m_poses.push_back(X_TorsoBody);
        const double massKg = massOf(shape, densityKgPerM3);
        m_bodies.push_back(Body{.name = std::move(name),
                                .parent = parent,
                                .joint = {},
                                .p_ParentBody = X_ParentBody.p,
                                .massKg = massKg,
                                .shape = std::move(shape),
                                .collides = true,
                                .R_ParentBody = X_ParentBody.R,
                                .surface = {.softErp = 0.2, .softCfm = {}, .slip = 5e-3}});
        return BodyId(m_bodies.size() - 1);
    }
    BodyId add(BodyId parent, std::string name, const Vector3d& p_TorsoBody, Shape shape,
               double densityKgPerM3) {
        return add(parent, std::move(name), math::Pose::translation(p_TorsoBody), std::move(shape),
                   densityKgPerM3);
    }

    // Adds the joint between the parts of the trunk, which has no motor, no perceptor and almost no
    // range.
    void lock(BodyId child) {
        const double lockRad = radFromDeg(kTrunkLockDeg);
        addAxis(child, "", "", 0.0, Vector3d::UnitZ(), JointKind::Hinge, kNoMotor);
        m_joints.back().minRad = lockRad;
        m_joints.back().maxRad = lockRad;
    }

    void addHinge(BodyId child, const std::string& limb, const char* number, double anchorZM,
                  const Vector3d& axis, Range range) {
        const JointId joint = addAxis(child, limb + 'j' + number, limb + 'e' + number, anchorZM,
                                      axis, JointKind::Hinge, kMotor);
        setStops(range);
        m_layout.perceptors.push_back({PerceptorKind::Hinge, limb + 'j' + number, {}, joint});
    }

    // Each universal joint of this robot rotates about x in the child and about y in the parent.
    void addUniversal(BodyId child, const std::string& limb, const char* number, double anchorZM,
                      Range aboutX, Range aboutY) {
        const std::string perceptor = limb + 'j' + number;
        const std::string effector = limb + 'e' + number;
        const JointId joint = addAxis(child, perceptor, effector, anchorZM, Vector3d::UnitX(),
                                      JointKind::UniversalFirst, kMotor);
        setStops(aboutX);
        addAxis(child, perceptor, effector, anchorZM, Vector3d::UnitY(), JointKind::UniversalSecond,
                kMotor);
        setStops(aboutY);
        m_layout.perceptors.push_back({PerceptorKind::Universal, perceptor, {}, joint});
    }

    void addPerceptor(PerceptorKind kind, std::string name = {}, BodyId body = {}) {
        m_layout.perceptors.push_back({kind, std::move(name), body, {}});
    }

    [[nodiscard]] Vector3d place(BodyId body) const { return m_poses[body.index()].p; }

    RobotModel build() && {
        m_layout.vision = {.cone = {}, .intervalCycles = 1, .hasNoise = false};
        return {m_hasStops ? "soccerbot056-stops" : "soccerbot056", std::move(m_bodies),
                std::move(m_joints), std::move(m_layout),
                RobotTraits{.scenePath = "rsg/agent/soccerbot056.rsg",
                            .p_STorsoAtStart = {5.0, 5.0, 3.75},
                            .collidesWithItself = true}};
    }

private:
    JointId addAxis(BodyId child, std::string perceptor, std::string effector, double anchorZM,
                    const Vector3d& axis, JointKind kind, const JointDynamics& dynamics) {
        const JointId id(m_joints.size());
        Body& body = m_bodies[child.index()];
        if (!body.joint.isValid()) {
            body.joint = id;
        }
        m_joints.push_back(Joint{.perceptor = std::move(perceptor),
                                 .effector = std::move(effector),
                                 .parent = body.parent,
                                 .child = child,
                                 .anchor_Child = {0.0, 0.0, anchorZM},
                                 .axis = axis,
                                 .minRad = -kNoStopRad,
                                 .maxRad = kNoStopRad,
                                 .maxSpeedRadPerS = kNoStopRad,
                                 .kind = kind,
                                 .dynamics = dynamics});
        return id;
    }

    void setStops(Range range) {
        if (m_hasStops) {
            m_joints.back().minRad = radFromDeg(range.minDeg);
            m_joints.back().maxRad = radFromDeg(range.maxDeg);
        }
    }

    bool m_hasStops;
    std::vector<Body> m_bodies;
    std::vector<math::Pose> m_poses;
    std::vector<Joint> m_joints;
    PerceptorLayout m_layout;
};

std::string limb(const Side& side, char part) {
    return {side.letter, part};
}

BodyId addTrunk(SoccerbotBuilder& robot) {
    const BodyId torso = robot.add({}, "torso", Vector3d(0, 0, 0), Box{{1.37, 0.96, 1.0}}, 1.2);
    robot.addPerceptor(PerceptorKind::Time);
    robot.addPerceptor(PerceptorKind::GameState);
    robot.addPerceptor(PerceptorKind::Hear);
    robot.addPerceptor(PerceptorKind::Gyro, "torso", torso);
    robot.addPerceptor(PerceptorKind::Vision, "", torso);
    const Eigen::Matrix3d aslant =
        Eigen::AngleAxisd(radFromDeg(45.0), Vector3d::UnitX()).toRotationMatrix();
    const BodyId lower = robot.add(torso, "lowerTorso", math::Pose{aslant, {0, 0, -0.525}},
                                   Box{{1.32, 0.55, 0.55}}, 0.6);
    robot.lock(lower);
    robot.add(torso, "head", Vector3d(0, 0, 0.795), Sphere{0.39}, 0.3);
    return lower;
}

BodyId addShoulder(SoccerbotBuilder& robot, const Side& side) {
    const BodyId shoulder =
        robot.add(BodyId(std::size_t{0}), side.name + std::string("shoulder"),
                  Vector3d(side.sign * 1.0575, 0, 0.232), Box{{0.445, 1.017, 0.536}}, 0.5);
    robot.addUniversal(shoulder, limb(side, 'a'), "1_2", 0.0, {-90, 180},
                       side.mirrored({-10, 180}));
    return shoulder;
}

BodyId addUpperArm(SoccerbotBuilder& robot, BodyId shoulder, const Side& side) {
    const BodyId arm =
        robot.add(shoulder, side.name + std::string("upperarm"),
                  robot.place(shoulder) - Vector3d(0, 0, 0.521), Box{{0.445, 0.398, 0.506}}, 0.2);
    robot.addHinge(arm, limb(side, 'a'), "3", 0.253, Vector3d::UnitZ(), {-135, 135});
    return arm;
}

void addForearmAndHand(SoccerbotBuilder& robot, BodyId upperArm, const Side& side) {
    const BodyId arm =
        robot.add(upperArm, side.name + std::string("lowerarm"),
                  robot.place(upperArm) - Vector3d(0, 0, 0.687), Box{{0.445, 0.316, 0.6}}, 0.2);
    robot.addHinge(arm, limb(side, 'a'), "4", 0.3, Vector3d::UnitX(), {-10, 130});
    robot.add(arm, side.name + std::string("hand1"),
              robot.place(arm) + Vector3d(side.sign * 0.158, 0, -0.625), Box{{0.082, 0.272, 0.57}},
              0.075);
    robot.add(arm, side.name + std::string("hand3"),
              robot.place(arm) + Vector3d(side.sign * -0.158, 0, -0.44), Box{{0.074, 0.272, 0.2}},
              0.05);
}

BodyId addHip(SoccerbotBuilder& robot, BodyId lowerTorso, const Side& side) {
    const BodyId hip =
        robot.add(lowerTorso, side.name + std::string("hip"), Vector3d(side.sign * 0.39, 0, -0.95),
                  Box{{0.273, 0.273, 0.3}}, 0.1);
    robot.addHinge(hip, limb(side, 'l'), "1", 0.15, Vector3d::UnitZ(), side.mirrored({-60, 90}));
    return hip;
}

BodyId addThigh(SoccerbotBuilder& robot, BodyId hip, const Side& side) {
    const BodyId thigh =
        robot.add(hip, side.name + std::string("thigh"), robot.place(hip) - Vector3d(0, 0, 0.8),
                  Box{{0.56, 0.45, 1.3}}, 0.25);
    robot.addUniversal(thigh, limb(side, 'l'), "2_3", 0.65, {-45, 120}, side.mirrored({-45, 75}));
    return thigh;
}

BodyId addShank(SoccerbotBuilder& robot, BodyId thigh, const Side& side) {
    const BodyId shank =
        robot.add(thigh, side.name + std::string("shank"),
                  robot.place(thigh) - Vector3d(0, 0, 1.182), Box{{0.52, 0.45, 0.964}}, 0.25);
    robot.addHinge(shank, limb(side, 'l'), "4", 0.482, Vector3d::UnitX(), {-160, 10});
    return shank;
}

void addFoot(SoccerbotBuilder& robot, BodyId shank, const Side& side) {
    const BodyId foot =
        robot.add(shank, side.name + std::string("foot"),
                  robot.place(shank) - Vector3d(0, 0, 0.5795), Box{{0.6, 0.956, 0.095}}, 0.1);
    robot.addPerceptor(PerceptorKind::ForceResistance, limb(side, 'f'), foot);
    robot.addUniversal(foot, limb(side, 'l'), "5_6", 0.285, {-90, 90}, {-45, 45});
}

// Bodies are in the order of the description: pairs of limbs, the left one first.
RobotModel buildSoccerbot(Soccerbot056Stops stops) {
    SoccerbotBuilder robot(stops);
    const BodyId lowerTorso = addTrunk(robot);
    const BodyId leftShoulder = addShoulder(robot, kLeft);
    const BodyId rightShoulder = addShoulder(robot, kRight);
    const BodyId leftArm = addUpperArm(robot, leftShoulder, kLeft);
    const BodyId rightArm = addUpperArm(robot, rightShoulder, kRight);
    addForearmAndHand(robot, leftArm, kLeft);
    addForearmAndHand(robot, rightArm, kRight);
    const BodyId leftHip = addHip(robot, lowerTorso, kLeft);
    const BodyId rightHip = addHip(robot, lowerTorso, kRight);
    const BodyId leftThigh = addThigh(robot, leftHip, kLeft);
    const BodyId rightThigh = addThigh(robot, rightHip, kRight);
    const BodyId leftShank = addShank(robot, leftThigh, kLeft);
    const BodyId rightShank = addShank(robot, rightThigh, kRight);
    addFoot(robot, leftShank, kLeft);
    addFoot(robot, rightShank, kRight);
    return std::move(robot).build();
}

} // namespace

const RobotModel& soccerbot056Model(Soccerbot056Stops stops) {
    static const auto kFree =
        std::make_shared<const RobotModel>(buildSoccerbot(Soccerbot056Stops::None));
    static const auto kStopped =
        std::make_shared<const RobotModel>(buildSoccerbot(Soccerbot056Stops::Described));
    return stops == Soccerbot056Stops::None ? *kFree : *kStopped;
}

} // namespace sideline::robot
