#include "simulator/mujoco/robot_physics.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include <Eigen/Geometry>

#include "simulator/mujoco/server_axes.h"

namespace sideline::simulator::mujoco {

namespace {

using Eigen::Vector3d;

enum class Form : std::uint8_t { Box, Sphere, Capsule, Cylinder };
enum class Along : std::uint8_t { X, Y, Z };

// A collider of the server's models: x forward, y left, z up; half-extents as in MJCF.
struct ColliderRow {
    const char* body;
    const char* name;
    Form form;
    std::array<double, 3> halfM; ///< radius and half length of a round shape
    std::array<double, 3> atM;
    Along along = Along::Z; ///< axis of a capsule or cylinder
};

// clang-format off
constexpr std::array kT1Colliders = {
    ColliderRow{"torso", "torso", Form::Box, {0.075, 0.1, 0.15}, {0.06, 0.0, 0.12}},
    ColliderRow{"H2", "head", Form::Sphere, {0.08, 0.0, 0.0}, {0.01, 0.0, 0.11}},
    ColliderRow{"AL3", "left_forearm", Form::Capsule, {0.03, 0.075, 0.0}, {0.0, 0.05, 0.0}, Along::Y},
    ColliderRow{"left_hand_link", "left_hand", Form::Capsule, {0.03, 0.0875, 0.0}, {0.0, 0.13, 0.0}, Along::Y},
    ColliderRow{"AR3", "right_forearm", Form::Capsule, {0.03, 0.075, 0.0}, {0.0, -0.05, 0.0}, Along::Y},
    ColliderRow{"right_hand_link", "right_hand", Form::Capsule, {0.03, 0.0875, 0.0}, {0.0, -0.13, 0.0}, Along::Y},
    ColliderRow{"Hip_Roll_Left", "left_thigh", Form::Capsule, {0.05, 0.08, 0.0}, {0.0, 0.0, -0.08}},
    ColliderRow{"Shank_Left", "left_calf", Form::Capsule, {0.05, 0.075, 0.0}, {0.0, 0.0, -0.12}},
    ColliderRow{"left_foot_link", "left_foot", Form::Box, {0.1115, 0.05, 0.015}, {0.01, 0.0, -0.015}},
    ColliderRow{"Hip_Roll_Right", "right_thigh", Form::Capsule, {0.05, 0.08, 0.0}, {0.0, 0.0, -0.08}},
    ColliderRow{"Shank_Right", "right_calf", Form::Capsule, {0.05, 0.075, 0.0}, {0.0, 0.0, -0.12}},
    ColliderRow{"right_foot_link", "right_foot", Form::Box, {0.1115, 0.05, 0.015}, {0.01, 0.0, -0.015}},
};

// Head and arms of K1 are meshes in the server's model: here the round shapes that fit their convex
// hulls best (least squares over all directions).
constexpr std::array kK1Colliders = {
    ColliderRow{"torso", "torso", Form::Box, {0.06, 0.08, 0.1}, {0.0, 0.0, 0.1}},
    ColliderRow{"torso", "pelvis", Form::Cylinder, {0.05, 0.05, 0.0}, {0.0, 0.0, -0.06}, Along::Y},
    ColliderRow{"Head_1", "neck", Form::Cylinder, {0.0295, 0.0243, 0.0}, {-0.0024, 0.0013, 0.0314}, Along::Y},
    ColliderRow{"Head_2", "head", Form::Capsule, {0.0767, 0.0248, 0.0}, {0.0053, 0.0, 0.066}, Along::Y},
    ColliderRow{"Left_Arm_2", "left_upperarm", Form::Cylinder, {0.035, 0.034, 0.0}, {-0.007, 0.0, 0.0}, Along::X},
    ColliderRow{"Left_Arm_3", "left_forearm", Form::Capsule, {0.0376, 0.0493, 0.0}, {-0.0002, 0.0721, -0.0012}, Along::Y},
    ColliderRow{"left_hand_link", "left_hand", Form::Capsule, {0.0296, 0.0976, 0.0}, {-0.0008, 0.0987, 0.008}, Along::Y},
    ColliderRow{"Right_Arm_2", "right_upperarm", Form::Cylinder, {0.035, 0.034, 0.0}, {-0.007, 0.0, 0.0}, Along::X},
    ColliderRow{"Right_Arm_3", "right_forearm", Form::Capsule, {0.0376, 0.0493, 0.0}, {-0.0002, -0.0721, -0.0012}, Along::Y},
    ColliderRow{"right_hand_link", "right_hand", Form::Capsule, {0.0296, 0.0976, 0.0}, {-0.0008, -0.0987, 0.008}, Along::Y},
    ColliderRow{"Left_Hip_Roll", "left_hip", Form::Cylinder, {0.036, 0.047, 0.0}, {0.0, 0.0, 0.0}, Along::X},
    ColliderRow{"Left_Hip_Yaw", "left_thigh", Form::Cylinder, {0.04, 0.033, 0.0}, {0.0, 0.0, -0.03}},
    ColliderRow{"Left_Shank", "left_knee", Form::Cylinder, {0.045, 0.035, 0.0}, {0.0, 0.0, 0.0}, Along::Y},
    ColliderRow{"Left_Shank", "left_calf", Form::Box, {0.03, 0.03, 0.05}, {0.0, 0.0, -0.13}},
    ColliderRow{"left_foot_link", "left_foot", Form::Box, {0.09, 0.035, 0.018}, {0.026, 0.0, -0.02}},
    ColliderRow{"Right_Hip_Roll", "right_hip", Form::Cylinder, {0.036, 0.047, 0.0}, {0.0, 0.0, 0.0}, Along::X},
    ColliderRow{"Right_Hip_Yaw", "right_thigh", Form::Cylinder, {0.04, 0.033, 0.0}, {0.0, 0.0, -0.03}},
    ColliderRow{"Right_Shank", "right_knee", Form::Cylinder, {0.045, 0.035, 0.0}, {0.0, 0.0, 0.0}, Along::Y},
    ColliderRow{"Right_Shank", "right_calf", Form::Box, {0.03, 0.03, 0.05}, {0.0, 0.0, -0.13}},
    ColliderRow{"right_foot_link", "right_foot", Form::Box, {0.09, 0.035, 0.018}, {0.026, 0.0, -0.02}},
};

constexpr std::array kPiPlusColliders = {
    ColliderRow{"torso", "torso", Form::Box, {0.025, 0.035, 0.025}, {0.0, 0.0, -0.045}},
    ColliderRow{"r_thigh_link", "r_thigh", Form::Cylinder, {0.035, 0.0275, 0.0}, {0.0, 0.0, 0.065}},
    ColliderRow{"r_calf_link", "r_calf", Form::Box, {0.0275, 0.0275, 0.0275}, {0.0, 0.0, 0.0}},
    ColliderRow{"r_calf_link", "r_calf_box", Form::Box, {0.005, 0.01, 0.0275}, {0.0, 0.0, -0.065}},
    ColliderRow{"r_ankle_pitch_link", "r_ankle_pitch", Form::Box, {0.035, 0.035, 0.021}, {0.0035, 0.0, 0.0}},
    ColliderRow{"r_ankle_roll_link", "r_foot", Form::Box, {0.03, 0.03, 0.021}, {0.028, 0.0, 0.0}},
    ColliderRow{"r_ankle_roll_link", "r_foot_c1", Form::Cylinder, {0.01, 0.065, 0.0}, {-0.017, -0.025, -0.04}, Along::X},
    ColliderRow{"r_ankle_roll_link", "r_foot_c2", Form::Cylinder, {0.01, 0.082, 0.0}, {-0.0272, -0.009, -0.04}, Along::X},
    ColliderRow{"r_ankle_roll_link", "r_foot_c3", Form::Cylinder, {0.01, 0.082, 0.0}, {-0.0272, 0.009, -0.04}, Along::X},
    ColliderRow{"r_ankle_roll_link", "r_foot_c4", Form::Cylinder, {0.01, 0.065, 0.0}, {-0.017, 0.025, -0.04}, Along::X},
    ColliderRow{"l_thigh_link", "l_thigh", Form::Cylinder, {0.035, 0.0275, 0.0}, {0.0, 0.0, 0.065}},
    ColliderRow{"l_calf_link", "l_calf", Form::Box, {0.0275, 0.0275, 0.0275}, {0.0, 0.0, 0.0}},
    ColliderRow{"l_calf_link", "l_calf_box", Form::Box, {0.005, 0.01, 0.0275}, {0.0, 0.0, -0.065}},
    ColliderRow{"l_ankle_pitch_link", "l_ankle_pitch", Form::Box, {0.035, 0.035, 0.021}, {0.0035, 0.0, 0.0}},
    ColliderRow{"l_ankle_roll_link", "l_foot", Form::Box, {0.03, 0.03, 0.021}, {0.028, 0.0, 0.0}},
    ColliderRow{"l_ankle_roll_link", "l_foot_c1", Form::Cylinder, {0.01, 0.065, 0.0}, {-0.017, -0.025, -0.04}, Along::X},
    ColliderRow{"l_ankle_roll_link", "l_foot_c2", Form::Cylinder, {0.01, 0.082, 0.0}, {-0.0272, -0.009, -0.04}, Along::X},
    ColliderRow{"l_ankle_roll_link", "l_foot_c3", Form::Cylinder, {0.01, 0.082, 0.0}, {-0.0272, 0.009, -0.04}, Along::X},
    ColliderRow{"l_ankle_roll_link", "l_foot_c4", Form::Cylinder, {0.01, 0.065, 0.0}, {-0.017, 0.025, -0.04}, Along::X},
    ColliderRow{"waist_yaw_link", "waist", Form::Box, {0.025, 0.025, 0.025}, {0.0, 0.0, 0.0}},
    ColliderRow{"chest_link", "chest", Form::Box, {0.0775, 0.0775, 0.0775}, {0.0, 0.0, 0.09}},
    ColliderRow{"r_upper_arm_link", "r_upper_arm", Form::Cylinder, {0.035, 0.0475, 0.0}, {0.0, 0.0, 0.025}},
    ColliderRow{"r_wrist_link", "r_wrist", Form::Cylinder, {0.008, 0.015, 0.0}, {0.0, 0.0, -0.035}},
    ColliderRow{"r_wrist_link", "r_hand", Form::Sphere, {0.0175, 0.0, 0.0}, {0.0, 0.0, -0.095}},
    ColliderRow{"l_upper_arm_link", "l_upper_arm", Form::Cylinder, {0.035, 0.0475, 0.0}, {0.0, 0.0, 0.025}},
    ColliderRow{"l_wrist_link", "l_wrist", Form::Cylinder, {0.008, 0.015, 0.0}, {0.0, 0.0, -0.035}},
    ColliderRow{"l_wrist_link", "l_hand", Form::Sphere, {0.0175, 0.0, 0.0}, {0.0, 0.0, -0.095}},
    ColliderRow{"head_yaw_link", "head_yaw", Form::Box, {0.0175, 0.02, 0.0175}, {0.0, 0.0, 0.0195}},
    ColliderRow{"head_pitch_link", "head", Form::Box, {0.05, 0.055, 0.0225}, {0.026, 0.0, 0.055}},
};
// clang-format on

// Bodies that do not collide with each other: their shapes overlap when the knees or ankles bend.
using BodyNames = std::pair<const char*, const char*>;
constexpr std::array kT1IgnoredPairs = {
    BodyNames{"Hip_Roll_Left", "Shank_Left"}, BodyNames{"Shank_Left", "left_foot_link"},
    BodyNames{"Hip_Roll_Right", "Shank_Right"}, BodyNames{"Shank_Right", "right_foot_link"}};
constexpr std::array kPiPlusIgnoredPairs = {
    BodyNames{"r_hip_roll_link", "r_calf_link"}, BodyNames{"r_calf_link", "r_ankle_roll_link"},
    BodyNames{"l_hip_roll_link", "l_calf_link"}, BodyNames{"l_calf_link", "l_ankle_roll_link"}};

// PiPlus reports its joints in this order.
constexpr std::array kPiPlusOrder = {"llj1", "laj1", "rlj1", "raj1", "llj2", "laj2", "rlj2", "raj2",
                                     "llj3", "laj3", "rlj3", "raj3", "llj4", "laj4", "rlj4", "raj4",
                                     "llj5", "rlj5", "llj6", "rlj6", "hj1",  "hj2",  "tj1"};

Vector3d toOurs(const std::array<double, 3>& v) {
    return fromServer(Vector3d(v[0], v[1], v[2]));
}

// Returns the rotation from z to the given axis of the server, in Sideline's axes.
Eigen::Matrix3d turnOf(Along along) {
    if (along == Along::Z) {
        return Eigen::Matrix3d::Identity();
    }
    const Vector3d axis = along == Along::X ? Vector3d::UnitY() : Vector3d::UnitX();
    return Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), axis).toRotationMatrix();
}

Collider colliderOf(const robot::RobotModel& model, const ColliderRow& row) {
    Collider collider{.body = model.findBody(std::string_view(row.body)),
                      .name = row.name,
                      .shape = robot::Sphere{row.halfM[0]},
                      .X_BodyCollider = {turnOf(row.along), toOurs(row.atM)}};
    switch (row.form) {
    case Form::Box:
        collider.shape = robot::Box{2.0 * toOurs(row.halfM).cwiseAbs()};
        break;
    case Form::Capsule:
        collider.shape = robot::Capsule{row.halfM[0], 2.0 * row.halfM[1]};
        break;
    case Form::Cylinder:
        collider.shape = Cylinder{row.halfM[0], 2.0 * row.halfM[1]};
        break;
    case Form::Sphere:
        break;
    }
    return collider;
}

// Inertias of K1's motors, by the torque limit of the joint (classes of its model).
double armatureOfK1(const robot::Joint& joint) {
    const double torqueNm = joint.dynamics.maxTorqueNm;
    if (joint.effector == "lle3" || joint.effector == "rle3") {
        return 0.0282528;
    }
    return torqueNm <= 6.0    ? 0.002
           : torqueNm <= 14.0 ? 0.001
           : torqueNm <= 20.0 ? 0.0565
           : torqueNm <= 30.0 ? 0.0478125
           : torqueNm <= 35.0 ? 0.0339552
                              : 0.095625;
}

// Uses the bodies' shapes as colliders, like the other physics.
std::vector<Collider> shapesOf(const robot::RobotModel& model) {
    std::vector<Collider> colliders;
    for (std::size_t i = 0; i < model.bodies().size(); ++i) {
        const robot::Body& body = model.bodies()[i];
        if (body.collides) {
            Collider collider{.body = robot::BodyId(i),
                              .name = body.name,
                              .shape = robot::Sphere{0.0},
                              .X_BodyCollider = {}};
            std::visit([&](const auto& shape) { collider.shape = shape; }, body.shape);
            colliders.push_back(std::move(collider));
        }
    }
    return colliders;
}

// Positions of the parts of a head, in its frame: x forward, y left, z up.
struct HeadPoints {
    std::array<double, 3> seenM{};
    std::array<double, 3> speakerM{};
    std::array<double, 3> microphoneM{};
};

// The points that agents see, the camera, the speaker and the microphone.
std::vector<Site> sitesOf(const robot::RobotModel& model, const HeadPoints& head) {
    std::vector<Site> sites;
    for (const robot::VisiblePart& part : model.percepts().visibleParts) {
        const bool isHead = model.body(part.body).role == robot::BodyRole::Head;
        sites.push_back({part.body, part.name + std::string(kVisibleSite),
                         isHead ? toOurs(head.seenM) : Vector3d(Vector3d::Zero())});
    }
    if (model.cameraBody().isValid()) {
        sites.push_back({model.cameraBody(), kCameraSite, model.traits().p_HeadEye});
        sites.push_back(
            {model.cameraBody(), "say" + std::string(kSpeakerSite), toOurs(head.speakerM)});
        sites.push_back(
            {model.cameraBody(), "hear" + std::string(kMicrophoneSite), toOurs(head.microphoneM)});
    }
    return sites;
}

} // namespace

RobotPhysics robotPhysics(const robot::RobotModel& model) {
    RobotPhysics physics;
    physics.joints.resize(model.joints().size());
    const auto addColliders = [&](std::span<const ColliderRow> rows,
                                  const ContactParameters& contact) {
        for (const ColliderRow& row : rows) {
            physics.colliders.push_back(colliderOf(model, row));
            physics.colliders.back().contact = contact;
        }
    };
    const auto ignore = [&](std::span<const BodyNames> pairs) {
        for (const auto& [first, second] : pairs) {
            physics.ignoredPairs.emplace_back(model.findBody(std::string_view(first)),
                                              model.findBody(std::string_view(second)));
        }
    };
    if (model.name() == "T1") {
        addColliders(kT1Colliders, {.friction = {1.0, 0.01, 0.005}});
        for (Collider& collider : physics.colliders) {
            if (collider.name.ends_with("_foot")) {
                collider.contact.solimp = {0.015, 1.0, 0.015};
            }
        }
        ignore(kT1IgnoredPairs);
        physics.sites = sitesOf(model, {.seenM = {0.01, 0.0, 0.11},
                                        .speakerM = {0.0, 0.0, 0.06},
                                        .microphoneM = {0.0, 0.0, 0.13}});
    } else if (model.name() == "K1") {
        addColliders(kK1Colliders, {.solref = {0.001, 1.0}});
        for (std::size_t i = 0; i < model.joints().size(); ++i) {
            physics.joints[i] = {.armatureKgM2 = armatureOfK1(model.joints()[i]),
                                 .dampingNmsPerRad = 0.0,
                                 .frictionLossNm = 0.0};
        }
        physics.sites = sitesOf(model, {.seenM = {0.0, 0.0, 0.08},
                                        .speakerM = {0.0, 0.0, 0.05},
                                        .microphoneM = {0.0, 0.0, 0.09}});
        physics.startHeightM = 1.0;
        physics.namesColliders = false;
    } else if (model.name() == "PiPlus") {
        addColliders(kPiPlusColliders, {.friction = {1.0, 0.01, 0.005}});
        ignore(kPiPlusIgnoredPairs);
        for (JointResistance& resistance : physics.joints) {
            resistance.dampingNmsPerRad = 0.02;
        }
        physics.sites = sitesOf(model, {.seenM = {0.04, 0.0, 0.06},
                                        .speakerM = {0.0, 0.0, 0.04},
                                        .microphoneM = {0.0, 0.0, 0.08}});
        for (const char* joint : kPiPlusOrder) {
            physics.jointOrder.push_back(model.findJoint(joint));
        }
    } else {
        physics.colliders = shapesOf(model);
        physics.sites = sitesOf(model, {});
    }
    return physics;
}

} // namespace sideline::simulator::mujoco
