#include "agentcore/robot/mujoco_robots.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Geometry>

#include "agentcore/math/angles.h"
#include "agentcore/robot/mujoco_inertias.h"

namespace sideline::robot {

namespace {

using Eigen::Vector3d;

enum class TurnAxis : std::uint8_t { None, Roll, Pitch, Yaw };

// A body in the server's MuJoCo model: x forward, y left, z up, origin at its joint.
struct MujocoRow {
    const char* name;
    int parent;
    std::array<double, 3> p_ParentM;
    const char* mesh;
    const char* joint; // name of its joint, such as `hj1`; empty if it is fixed to its parent
    TurnAxis axis;
    double minRad;
    double maxRad;
    double maxTorqueNm;
    double massKg;
};

// clang-format off
constexpr std::array<MujocoRow, 24> kT1 = {{
    MujocoRow{"torso", -1, {0.0, 0.0, 0.0}, "Trunk", "", TurnAxis::None, 0.0, 0.0, 0.0, 11.7},
    MujocoRow{"H1", 0, {0.0625, 0.0, 0.243}, "H1", "hj1", TurnAxis::Yaw, -1.57, 1.57, 7.0, 0.44391},
    MujocoRow{"H2", 1, {0.0, 0.0, 0.06185}, "H2", "hj2", TurnAxis::Pitch, -0.35, 1.22, 7.0, 0.631019},
    MujocoRow{"AL1", 0, {0.0575, 0.1063, 0.219}, "AL1", "laj1", TurnAxis::Pitch, -3.31, 1.22, 18.0, 0.53},
    MujocoRow{"AL2", 3, {0.0, 0.047, 0.0}, "AL2", "laj2", TurnAxis::Roll, -1.74, 1.57, 18.0, 0.16},
    MujocoRow{"AL3", 4, {0.00025, 0.0605, 0.0}, "AL3", "laj3", TurnAxis::Pitch, -2.27, 2.27, 18.0, 1.02},
    MujocoRow{"left_hand_link", 5, {0.0, 0.1471, 0.0}, "left_hand_link", "laj4", TurnAxis::Yaw, -2.44, 0.0, 18.0, 0.327214},
    MujocoRow{"AR1", 0, {0.0575, -0.1063, 0.219}, "AL1", "raj1", TurnAxis::Pitch, -3.31, 1.22, 18.0, 0.53},
    MujocoRow{"AR2", 7, {0.0, -0.047, 0.0}, "AL2", "raj2", TurnAxis::Roll, -1.57, 1.74, 18.0, 0.16},
    MujocoRow{"AR3", 8, {0.00025, -0.0605, 0.0}, "AL3", "raj3", TurnAxis::Pitch, -2.27, 2.27, 18.0, 1.02},
    MujocoRow{"right_hand_link", 9, {0.0, -0.1471, 0.0}, "left_hand_link", "raj4", TurnAxis::Yaw, 0.0, 2.44, 18.0, 0.327214},
    MujocoRow{"Waist", 0, {0.0625, 0.0, -0.1155}, "Waist", "tj1", TurnAxis::Yaw, -1.57, 1.57, 30.0, 2.581},
    MujocoRow{"Hip_Pitch_Left", 11, {0.0, 0.106, 0.0}, "Hip_Pitch_Left", "llj1", TurnAxis::Pitch, -1.8, 1.57, 45.0, 1.021},
    MujocoRow{"Hip_Roll_Left", 12, {0.0, 0.0, -0.02}, "Hip_Roll", "llj2", TurnAxis::Roll, -0.2, 1.57, 30.0, 0.385},
    MujocoRow{"Hip_Yaw_Left", 13, {0.0, 0.0, -0.081854}, "Hip_Yaw", "llj3", TurnAxis::Yaw, -1.0, 1.0, 30.0, 2.166},
    MujocoRow{"Shank_Left", 14, {-0.014, 0.0, -0.134}, "Shank_Left", "llj4", TurnAxis::Pitch, 0.0, 2.34, 60.0, 1.73},
    MujocoRow{"Ankle_Cross_Left", 15, {0.0, 0.0, -0.28}, "Ankle_Cross_Left", "llj5", TurnAxis::Pitch, -0.87, 0.35, 20.0, 0.073},
    MujocoRow{"left_foot_link", 16, {0.0, 0.00025, -0.012}, "foot_link", "llj6", TurnAxis::Roll, -0.44, 0.44, 15.0, 0.685},
    MujocoRow{"Hip_Pitch_Right", 11, {0.0, -0.106, 0.0}, "Hip_Pitch_Left", "rlj1", TurnAxis::Pitch, -1.8, 1.57, 45.0, 1.021},
    MujocoRow{"Hip_Roll_Right", 18, {0.0, 0.0, -0.02}, "Hip_Roll", "rlj2", TurnAxis::Roll, -1.57, 0.2, 30.0, 0.385},
    MujocoRow{"Hip_Yaw_Right", 19, {0.0, 0.0, -0.081854}, "Hip_Yaw", "rlj3", TurnAxis::Yaw, -1.0, 1.0, 30.0, 2.17},
    MujocoRow{"Shank_Right", 20, {-0.014, 0.0, -0.134}, "Shank_Left", "rlj4", TurnAxis::Pitch, 0.0, 2.34, 60.0, 1.79},
    MujocoRow{"Ankle_Cross_Right", 21, {0.0, 0.0, -0.28}, "Ankle_Cross_Left", "rlj5", TurnAxis::Pitch, -0.87, 0.35, 20.0, 0.073},
    MujocoRow{"right_foot_link", 22, {0.0, -0.00025, -0.012}, "foot_link", "rlj6", TurnAxis::Roll, -0.44, 0.44, 15.0, 0.685},
}};

constexpr std::array<MujocoRow, 23> kK1 = {{
    MujocoRow{"torso", -1, {0.0, 0.0, 0.0}, "Trunk", "", TurnAxis::None, 0.0, 0.0, 0.0, 6.5},
    MujocoRow{"Head_1", 0, {0.0056, 0.0, 0.2149}, "Head_1", "hj1", TurnAxis::Yaw, -1.0, 1.0, 6.0, 0.3},
    MujocoRow{"Head_2", 1, {0.0, 0.0, 0.033}, "Head_2_ZED", "hj2", TurnAxis::Pitch, -0.349, 0.855, 6.0, 0.7},
    MujocoRow{"Left_Arm_1", 0, {0.0, 0.077, 0.1845}, "Left_Arm_1", "laj1", TurnAxis::Pitch, -3.316, 1.22, 14.0, 0.5},
    MujocoRow{"Left_Arm_2", 3, {0.0025, 0.068, -0.0135}, "Left_Arm_2", "laj2", TurnAxis::Roll, -1.74, 1.57, 14.0, 0.09},
    MujocoRow{"Left_Arm_3", 4, {0.0, 0.044428, 0.0}, "Left_Arm_3", "laj3", TurnAxis::Pitch, -2.27, 2.27, 14.0, 0.8},
    MujocoRow{"left_hand_link", 5, {0.0, 0.1215, 0.0}, "Left_Arm_4", "laj4", TurnAxis::Yaw, -2.44, 0.0, 14.0, 0.19},
    MujocoRow{"Right_Arm_1", 0, {0.0, -0.077, 0.1845}, "Left_Arm_1", "raj1", TurnAxis::Pitch, -3.316, 1.22, 14.0, 0.5},
    MujocoRow{"Right_Arm_2", 7, {0.0025, -0.068, -0.0135}, "Left_Arm_2", "raj2", TurnAxis::Roll, -1.57, 1.74, 14.0, 0.09},
    MujocoRow{"Right_Arm_3", 8, {0.0, -0.044428, 0.0}, "Left_Arm_3", "raj3", TurnAxis::Pitch, -2.27, 2.27, 14.0, 0.8},
    MujocoRow{"right_hand_link", 9, {0.0, -0.1215, 0.0}, "Left_Arm_4", "raj4", TurnAxis::Yaw, 0.0, 2.44, 14.0, 0.19},
    MujocoRow{"Left_Hip_Pitch", 0, {0.0, 0.096, -0.077}, "Left_Hip_Pitch", "llj1", TurnAxis::Pitch, -3.0, 2.21, 30.0, 0.69},
    MujocoRow{"Left_Hip_Roll", 11, {0.0, 0.0, -0.026}, "Hip_Roll", "llj2", TurnAxis::Roll, -0.4, 1.57, 35.0, 0.13},
    MujocoRow{"Left_Hip_Yaw", 12, {0.012, 0.0, -0.0485}, "Left_Hip_Yaw", "llj3", TurnAxis::Yaw, -1.0, 1.0, 20.0, 1.65},
    MujocoRow{"Left_Shank", 13, {-0.014, 0.0, -0.117}, "Left_Shank", "llj4", TurnAxis::Pitch, 0.0, 2.23, 40.0, 1.5},
    MujocoRow{"Left_Ankle_Cross", 14, {0.00019706, 0.0002, -0.24519}, "Ankle_Cross", "llj5", TurnAxis::Pitch, -0.87, 0.345, 20.0, 0.039},
    MujocoRow{"left_foot_link", 15, {0.0, 0.0, 0.0}, "Left_Foot", "llj6", TurnAxis::Roll, -0.345, 0.345, 20.0, 0.494},
    MujocoRow{"Right_Hip_Pitch", 0, {0.0, -0.096, -0.077}, "Left_Hip_Pitch", "rlj1", TurnAxis::Pitch, -3.0, 2.21, 30.0, 0.69},
    MujocoRow{"Right_Hip_Roll", 17, {0.0, 0.0, -0.026}, "Hip_Roll", "rlj2", TurnAxis::Roll, -1.57, 0.4, 35.0, 0.13},
    MujocoRow{"Right_Hip_Yaw", 18, {0.012, 0.0, -0.0485}, "Left_Hip_Yaw", "rlj3", TurnAxis::Yaw, -1.0, 1.0, 20.0, 1.65},
    MujocoRow{"Right_Shank", 19, {-0.014, 0.0, -0.117}, "Left_Shank", "rlj4", TurnAxis::Pitch, 0.0, 2.23, 40.0, 1.5},
    MujocoRow{"Right_Ankle_Cross", 20, {0.00019706, -0.0002, -0.24519}, "Ankle_Cross", "rlj5", TurnAxis::Pitch, -0.87, 0.345, 20.0, 0.039},
    MujocoRow{"right_foot_link", 21, {0.0, 0.0, 0.0}, "Left_Foot", "rlj6", TurnAxis::Roll, -0.345, 0.345, 20.0, 0.494},
}};

constexpr std::array<MujocoRow, 28> kPiPlus = {{
    MujocoRow{"torso", -1, {0.0, 0.0, 0.0}, "base_link", "", TurnAxis::None, 0.0, 0.0, 0.0, 0.868918},
    MujocoRow{"r_hip_pitch_link", 0, {0.0, -0.0475, -0.0435}, "hip_pitch_link", "rlj1", TurnAxis::Pitch, -3.12, 2.94, 21.0, 0.459314},
    MujocoRow{"r_hip_roll_link", 1, {0.0, -0.034, 0.0}, "hip_roll_link", "rlj2", TurnAxis::Roll, -3.14, 0.17, 21.0, 0.558201},
    MujocoRow{"r_thigh_link", 2, {-0.00035, 0.0, -0.0974}, "thigh_link", "rlj3", TurnAxis::Yaw, -2.87, 2.87, 21.0, 0.154843},
    MujocoRow{"r_calf_link", 3, {0.0, 0.0, -0.045}, "calf_link", "rlj4", TurnAxis::Pitch, -2.14, 2.35, 21.0, 0.858523},
    MujocoRow{"r_ankle_pitch_link", 4, {0.0, 0.0, -0.14}, "ankle_pitch_link", "rlj5", TurnAxis::Pitch, -0.92, 0.97, 21.0, 0.163526},
    MujocoRow{"r_ankle_roll_link", 5, {0.051, 0.0, 0.0}, "ankle_roll_link", "rlj6", TurnAxis::Roll, -0.78, 0.78, 21.0, 0.616626},
    MujocoRow{"l_hip_pitch_link", 0, {0.0, 0.0475, -0.0435}, "hip_pitch_link", "llj1", TurnAxis::Pitch, -3.12, 2.94, 21.0, 0.459318},
    MujocoRow{"l_hip_roll_link", 7, {0.0, 0.034, 0.0}, "hip_roll_link", "llj2", TurnAxis::Roll, -0.17, 3.14, 21.0, 0.558201},
    MujocoRow{"l_thigh_link", 8, {-0.00035, 0.0, -0.0974}, "thigh_link", "llj3", TurnAxis::Yaw, -2.87, 2.87, 21.0, 0.154842},
    MujocoRow{"l_calf_link", 9, {0.0, 0.0, -0.045}, "calf_link", "llj4", TurnAxis::Pitch, -2.14, 2.35, 21.0, 0.858523},
    MujocoRow{"l_ankle_pitch_link", 10, {0.0, 0.0, -0.14}, "ankle_pitch_link", "llj5", TurnAxis::Pitch, -0.92, 0.97, 21.0, 0.163526},
    MujocoRow{"l_ankle_roll_link", 11, {0.051, 0.0, 0.0}, "ankle_roll_link", "llj6", TurnAxis::Roll, -0.78, 0.78, 21.0, 0.616626},
    MujocoRow{"waist_yaw_link", 0, {0.0, 0.0, 0.0248}, "waist_yaw_link", "tj1", TurnAxis::Yaw, -2.68, 2.68, 16.0, 0.422524},
    MujocoRow{"chest_link", 13, {0.0, 0.0, 0.0325}, "torso_link", "", TurnAxis::None, 0.0, 0.0, 0.0, 2.82494},
    MujocoRow{"r_shoulder_pitch_link", 14, {0.0, -0.1084, 0.117}, "shoulder_pitch_link", "raj1", TurnAxis::Pitch, -4.18, 1.04, 10.0, 0.139352},
    MujocoRow{"r_shoulder_roll_link", 15, {0.0, -0.038, 0.0}, "shoulder_roll_link", "raj2", TurnAxis::Roll, -3.14, 0.13, 10.0, 0.55615},
    MujocoRow{"r_upper_arm_link", 16, {0.0, 0.0, -0.0724}, "upper_arm_link", "raj3", TurnAxis::Yaw, -2.16, 2.16, 10.0, 0.153183},
    MujocoRow{"r_elbow_link", 17, {0.0, 0.0, -0.038}, "elbow_link", "raj4", TurnAxis::Pitch, -2.0, 2.0, 10.0, 0.313175},
    MujocoRow{"r_wrist_link", 18, {0.0, 0.0, -0.029}, "wrist_link", "", TurnAxis::None, 0.0, 0.0, 0.0, 0.0751806},
    MujocoRow{"l_shoulder_pitch_link", 14, {0.0, 0.1084, 0.11698}, "shoulder_pitch_link", "laj1", TurnAxis::Pitch, -4.18, 1.04, 10.0, 0.139352},
    MujocoRow{"l_shoulder_roll_link", 20, {0.0, 0.038, 0.0}, "shoulder_roll_link", "laj2", TurnAxis::Roll, -0.13, 3.14, 10.0, 0.55615},
    MujocoRow{"l_upper_arm_link", 21, {0.0, 0.0, -0.0724}, "upper_arm_link", "laj3", TurnAxis::Yaw, -2.16, 2.16, 10.0, 0.153183},
    MujocoRow{"l_elbow_link", 22, {0.0, 0.0, -0.038}, "elbow_link", "laj4", TurnAxis::Pitch, -2.0, 2.0, 10.0, 0.313175},
    MujocoRow{"l_wrist_link", 23, {0.0, 0.0, -0.029}, "wrist_link", "", TurnAxis::None, 0.0, 0.0, 0.0, 0.0751806},
    MujocoRow{"head_yaw_link", 14, {0.014, -0.00026667, 0.1981}, "head_yaw_link", "hj1", TurnAxis::Yaw, -1.43, 1.43, 3.7, 0.209663},
    MujocoRow{"head_pitch_link", 25, {0.0, 0.0, 0.0275}, "head_pitch_link", "hj2", TurnAxis::Pitch, -1.23, 1.01, 3.7, 0.33297},
    MujocoRow{"camera_link", 26, {0.048925, 0.005352, 0.058472}, "camera_link", "", TurnAxis::None, 0.0, 0.0, 0.0, 0.0584},
}};
// clang-format on

// Properties of a robot other than its bodies.
struct Build {
    const char* name;
    std::span<const MujocoRow> rows;
    const char* head;
    std::array<const char*, 2> feet;  // left, right
    std::array<const char*, 2> hands; // left, right
    const char* chest;                // body whose shape represents the trunk
    std::array<double, 3> trunkM;     // half-extents of the trunk: forward, left, up
    std::array<double, 3> trunkAtM;
    std::array<double, 3> headM; // half-extents
    std::array<double, 3> headAtM;
    std::array<double, 3> eyeAtM; // position of the camera in the head
    std::array<double, 3> footM;  // half-extents
    std::array<double, 3> footAtM;
    double armRadiusM;
    double legRadiusM;
    double handLengthM;
    Vector3d handDirection; // direction from its joint to the left hand
    double shoulderTiltRad; // tilt of both arms' first bodies about the axis to the left
    double startHeightM;
};

const Build kT1Build{.name = "T1",
                     .rows = kT1,
                     .head = "H2",
                     .feet = {"left_foot_link", "right_foot_link"},
                     .hands = {"left_hand_link", "right_hand_link"},
                     .chest = "torso",
                     .trunkM = {0.075, 0.1, 0.17},
                     .trunkAtM = {0.06, 0.0, 0.09},
                     .headM = {0.075, 0.07, 0.085},
                     .headAtM = {0.01, 0.0, 0.11},
                     .eyeAtM = {0.05, 0.0, 0.12},
                     .footM = {0.1115, 0.05, 0.02},
                     .footAtM = {0.01, 0.0, -0.01},
                     .armRadiusM = 0.032,
                     .legRadiusM = 0.05,
                     .handLengthM = 0.2,
                     .handDirection = Vector3d::UnitY(),
                     .shoulderTiltRad = 2.0 * 0.000440565,
                     .startHeightM = 0.6735};

const Build kK1Build{.name = "K1",
                     .rows = kK1,
                     .head = "Head_2",
                     .feet = {"left_foot_link", "right_foot_link"},
                     .hands = {"left_hand_link", "right_hand_link"},
                     .chest = "torso",
                     .trunkM = {0.06, 0.08, 0.14},
                     .trunkAtM = {0.0, 0.0, 0.06},
                     .headM = {0.07, 0.06, 0.075},
                     .headAtM = {0.01, 0.0, 0.08},
                     .eyeAtM = {0.06, 0.0, 0.08},
                     .footM = {0.09, 0.04, 0.02},
                     .footAtM = {0.026, 0.0, -0.018},
                     .armRadiusM = 0.028,
                     .legRadiusM = 0.042,
                     .handLengthM = 0.17,
                     .handDirection = Vector3d::UnitY(),
                     .shoulderTiltRad = 0.0,
                     .startHeightM = 0.55};

const Build kPiPlusBuild{.name = "PiPlus",
                         .rows = kPiPlus,
                         .head = "head_pitch_link",
                         .feet = {"l_ankle_roll_link", "r_ankle_roll_link"},
                         .hands = {"l_wrist_link", "r_wrist_link"},
                         .chest = "chest_link",
                         .trunkM = {0.06, 0.08, 0.085},
                         .trunkAtM = {0.0, 0.0, 0.09},
                         .headM = {0.05, 0.05, 0.055},
                         .headAtM = {0.02, 0.0, 0.055},
                         .eyeAtM = {0.05, 0.005, 0.06},
                         .footM = {0.095, 0.037, 0.015},
                         .footAtM = {-0.02, 0.0, -0.035},
                         .armRadiusM = 0.026,
                         .legRadiusM = 0.034,
                         .handLengthM = 0.095,
                         .handDirection = -Vector3d::UnitZ(),
                         .shoulderTiltRad = 0.0,
                         .startHeightM = 0.385};

// Converts from the server's axes (x forward, y left) to Sideline's (x right, y forward).
Vector3d toOurs(const Vector3d& v) {
    return {-v.y(), v.x(), v.z()};
}

Vector3d toOurs(const std::array<double, 3>& v) {
    return toOurs(Vector3d(v[0], v[1], v[2]));
}

// Returns the inertia in the axes of a body.
Eigen::Matrix3d toOurs(const MujocoInertia& inertia) {
    const auto& [w, x, y, z] = inertia.turn;
    Eigen::Matrix3d R; // rotation from the principal axes
    for (int i = 0; i < 3; ++i) {
        R.col(i) = toOurs(Vector3d(Eigen::Quaterniond(w, x, y, z) * Vector3d::Unit(i)));
    }
    return R *
           Vector3d(inertia.momentsKgM2[0], inertia.momentsKgM2[1], inertia.momentsKgM2[2])
               .asDiagonal() *
           R.transpose();
}

Vector3d sizeOf(const std::array<double, 3>& halfM) {
    return 2.0 * toOurs(halfM).cwiseAbs();
}

Vector3d axisOf(TurnAxis axis) {
    return toOurs(axis == TurnAxis::Roll    ? Vector3d::UnitX()
                  : axis == TurnAxis::Pitch ? Vector3d::UnitY()
                                            : Vector3d::UnitZ());
}

// Creates a capsule from the origin to `end`.
Solid limb(const Vector3d& end, double radiusM) {
    const Eigen::Quaterniond turn =
        Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), end.normalized());
    return {Capsule{radiusM, end.norm()}, {turn.toRotationMatrix(), end / 2.0}};
}

class MujocoBuilder {
public:
    MujocoBuilder(const Build& build, MujocoRobot robot)
        : m_build(build), m_inertias(mujocoInertias(robot)) {}

    RobotModelPtr build() {
        for (const MujocoRow& row : m_build.rows) {
            addBody(row);
        }
        for (std::size_t i = 0; i < m_bodies.size(); ++i) {
            m_bodies[i].solids = solidsOf(i);
            m_bodies[i].shape = shapeOf(m_bodies[i].role, m_build.rows[i].name);
        }
        return std::make_shared<const RobotModel>(
            m_build.name, std::move(m_bodies), std::move(m_joints), percepts(),
            RobotTraits{.scenePath = m_build.name,
                        .p_STorsoAtStart = {0.0, 0.0, m_build.startHeightM},
                        .collidesWithItself = true,
                        .p_HeadEye = toOurs(m_build.eyeAtM),
                        .server = game::ServerKind::Rcssservermj});
    }

private:
    [[nodiscard]] PerceptorLayout percepts() const {
        PerceptorLayout layout;
        const auto add = [&](PerceptorKind kind, std::string name, BodyId body, JointId joint) {
            layout.perceptors.push_back({kind, std::move(name), body, joint});
        };
        const BodyId torso(std::size_t{0});
        add(PerceptorKind::Time, "", {}, {});
        add(PerceptorKind::GameState, "", {}, {});
        add(PerceptorKind::Gyro, "torso_gyro", torso, {});
        add(PerceptorKind::Accelerometer, "torso_acc", torso, {});
        for (std::size_t i = 0; i < m_joints.size(); ++i) {
            add(PerceptorKind::Hinge, m_joints[i].perceptor, {}, JointId(i));
        }
        add(PerceptorKind::Hear, "", {}, {});
        for (std::size_t i = 0; i < m_bodies.size(); ++i) {
            const BodyRole role = m_bodies[i].role;
            if (role == BodyRole::Head) {
                add(PerceptorKind::Vision, "", BodyId(i), {});
                layout.visibleParts.push_back({"head", BodyId(i)});
            } else if (role == BodyRole::LeftFoot || role == BodyRole::RightFoot) {
                layout.visibleParts.push_back(
                    {role == BodyRole::LeftFoot ? "lfoot" : "rfoot", BodyId(i)});
            }
        }
        constexpr double kHalfViewRad = math::radFromDeg(60.0);
        layout.vision = {.cone = VisionSettings::Cone{kHalfViewRad, kHalfViewRad},
                         .intervalCycles = 2,
                         .hasNoise = true,
                         .seesLines = false};
        return layout;
    }

    [[nodiscard]] BodyRole roleOf(const MujocoRow& row) const {
        const std::string_view name = row.name;
        return row.parent < 0             ? BodyRole::Torso
               : name == m_build.head     ? BodyRole::Head
               : name == m_build.feet[0]  ? BodyRole::LeftFoot
               : name == m_build.feet[1]  ? BodyRole::RightFoot
               : name == m_build.hands[0] ? BodyRole::LeftHand
               : name == m_build.hands[1] ? BodyRole::RightHand
                                          : BodyRole::None;
    }

    void addBody(const MujocoRow& row) {
        Body body;
        body.name = row.name;
        body.parent = row.parent < 0 ? BodyId::none() : BodyId(row.parent);
        body.p_ParentBody = toOurs(row.p_ParentM);
        body.massKg = row.massKg;
        const MujocoInertia& inertia = m_inertias[m_bodies.size()];
        body.p_BodyCom = toOurs(inertia.p_BodyComM);
        body.inertiaKgM2 = toOurs(inertia);
        body.collides = true;
        body.role = roleOf(row);
        const std::string_view joint = row.joint;
        if (joint == "laj1" || joint == "raj1") {
            body.R_ParentBody = Eigen::AngleAxisd(m_build.shoulderTiltRad, axisOf(TurnAxis::Pitch))
                                    .toRotationMatrix();
        }
        const BodyId id(m_bodies.size());
        if (!joint.empty()) {
            body.joint = JointId(m_joints.size());
            std::string effector(joint);
            effector[effector.size() - 2] = 'e'; // such as hj1 to he1
            m_joints.push_back(Joint{.perceptor = std::string(joint),
                                     .effector = std::move(effector),
                                     .parent = body.parent,
                                     .child = id,
                                     .axis = axisOf(row.axis),
                                     .minRad = row.minRad,
                                     .maxRad = row.maxRad,
                                     .maxSpeedRadPerS = std::numeric_limits<double>::infinity(),
                                     .dynamics = {.maxTorqueNm = row.maxTorqueNm}});
        }
        m_bodies.push_back(std::move(body));
    }

    [[nodiscard]] bool isOfLeg(std::size_t index) const {
        for (int at = static_cast<int>(index); at >= 0;
             at = m_build.rows[static_cast<std::size_t>(at)].parent) {
            const std::string_view joint = m_build.rows[static_cast<std::size_t>(at)].joint;
            if (joint.starts_with("ll") || joint.starts_with("rl")) {
                return true;
            }
        }
        return false;
    }

    // Limbs extend from joint to joint; trunk, head and feet are blocks.
    [[nodiscard]] std::vector<Solid> solidsOf(std::size_t index) const {
        std::vector<Solid> solids;
        const MujocoRow& row = m_build.rows[index];
        const BodyRole role = m_bodies[index].role;
        if (row.name == std::string_view(m_build.chest)) {
            solids.push_back({Box{sizeOf(m_build.trunkM)},
                              math::Pose::translation(toOurs(m_build.trunkAtM)), SolidColor::Team});
        }
        if (role == BodyRole::Head) {
            solids.push_back(
                {Box{sizeOf(m_build.headM)}, math::Pose::translation(toOurs(m_build.headAtM))});
            return solids;
        }
        if (role == BodyRole::LeftFoot || role == BodyRole::RightFoot) {
            solids.push_back({Box{sizeOf(m_build.footM)},
                              math::Pose::translation(toOurs(m_build.footAtM)), SolidColor::Gray});
            return solids;
        }
        const double radiusM = isOfLeg(index) ? m_build.legRadiusM : m_build.armRadiusM;
        if (role == BodyRole::LeftHand || role == BodyRole::RightHand) {
            const double mirror = role == BodyRole::RightHand ? -1.0 : 1.0;
            const Vector3d along(m_build.handDirection.x(), mirror * m_build.handDirection.y(),
                                 m_build.handDirection.z());
            solids.push_back(limb(m_build.handLengthM * toOurs(along), radiusM));
            return solids;
        }
        constexpr double kShortM = 0.01;
        for (std::size_t child = index + 1; child < m_bodies.size(); ++child) {
            const Body& other = m_bodies[child];
            if (other.parent == BodyId(index) && other.p_ParentBody.norm() > kShortM &&
                row.name != std::string_view(m_build.chest)) {
                solids.push_back(limb(other.p_ParentBody, radiusM));
            }
        }
        if (solids.empty()) {
            solids.push_back({Sphere{radiusM}, {}, SolidColor::Gray});
        }
        return solids;
    }

    // Returns approximate shapes: a sphere about the joint, or the block.
    [[nodiscard]] Shape shapeOf(BodyRole role, std::string_view name) const {
        if (name == m_build.chest) {
            return Box{sizeOf(m_build.trunkM)};
        }
        if (role == BodyRole::LeftFoot || role == BodyRole::RightFoot) {
            // Centered on the ankle, so that it ends at the sole.
            Vector3d sizeM = sizeOf(m_build.footM);
            sizeM.z() = 2.0 * (m_build.footM[2] - m_build.footAtM[2]);
            return Box{sizeM};
        }
        return Sphere{role == BodyRole::Head ? m_build.headM[2] : 1.3 * m_build.armRadiusM};
    }

    const Build& m_build;
    std::span<const MujocoInertia> m_inertias;
    std::vector<Body> m_bodies;
    std::vector<Joint> m_joints;
};

const Build& buildOf(MujocoRobot robot) {
    return robot == MujocoRobot::T1 ? kT1Build : robot == MujocoRobot::K1 ? kK1Build : kPiPlusBuild;
}

} // namespace

const RobotModel& mujocoRobotModel(MujocoRobot robot) {
    static const std::array kModels = {MujocoBuilder(kT1Build, MujocoRobot::T1).build(),
                                       MujocoBuilder(kK1Build, MujocoRobot::K1).build(),
                                       MujocoBuilder(kPiPlusBuild, MujocoRobot::PiPlus).build()};
    return *kModels[static_cast<std::size_t>(robot)];
}

const RobotModel* findMujocoRobot(std::string_view name) {
    for (const MujocoRobot robot : kMujocoRobots) {
        if (mujocoRobotModel(robot).name() == name) {
            return &mujocoRobotModel(robot);
        }
    }
    return nullptr;
}

std::string_view mujocoMesh(MujocoRobot robot, BodyId body) {
    return buildOf(robot).rows[body.index()].mesh;
}

} // namespace sideline::robot
