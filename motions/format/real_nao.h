#pragma once

#include <array>
#include <string_view>

namespace sideline::keyframe {

/// A joint of the real Nao, by Aldebaran's name, and the corresponding joint of the simulated Nao.
///
/// The real Nao's axes are x forward, y left, z up; the simulated one's x right, y forward, z up. A
/// rotation about the real y axis (pitch) is one about the simulated -x axis, so pitch angles
/// change sign. Yaw about z and roll about the forward axis do not. The hip yaw-pitch axes (0, 1,
/// -1) (left) and (0, 1, 1) (right) in the real frame are (-1, 0, -1) and (-1, 0, 1) in the
/// simulated one: no change either.
struct RealNaoJoint {
    std::string_view name;  ///< such as `LKneePitch`
    std::string_view joint; ///< such as `lle4`
    double sign = 1.0;      ///< simulated angle divided by the real one
};

inline constexpr std::array kRealNaoJoints = {
    RealNaoJoint{"HeadYaw", "he1", 1.0},          RealNaoJoint{"HeadPitch", "he2", -1.0},
    RealNaoJoint{"LShoulderPitch", "lae1", -1.0}, RealNaoJoint{"LShoulderRoll", "lae2", 1.0},
    RealNaoJoint{"LElbowYaw", "lae3", 1.0},       RealNaoJoint{"LElbowRoll", "lae4", 1.0},
    RealNaoJoint{"LHipYawPitch", "lle1", 1.0},    RealNaoJoint{"LHipRoll", "lle2", 1.0},
    RealNaoJoint{"LHipPitch", "lle3", -1.0},      RealNaoJoint{"LKneePitch", "lle4", -1.0},
    RealNaoJoint{"LAnklePitch", "lle5", -1.0},    RealNaoJoint{"LAnkleRoll", "lle6", 1.0},
    RealNaoJoint{"RHipYawPitch", "rle1", 1.0},    RealNaoJoint{"RHipRoll", "rle2", 1.0},
    RealNaoJoint{"RHipPitch", "rle3", -1.0},      RealNaoJoint{"RKneePitch", "rle4", -1.0},
    RealNaoJoint{"RAnklePitch", "rle5", -1.0},    RealNaoJoint{"RAnkleRoll", "rle6", 1.0},
    RealNaoJoint{"RShoulderPitch", "rae1", -1.0}, RealNaoJoint{"RShoulderRoll", "rae2", 1.0},
    RealNaoJoint{"RElbowYaw", "rae3", 1.0},       RealNaoJoint{"RElbowRoll", "rae4", 1.0},
};

/// Finds a joint by its real name; null if unknown.
[[nodiscard]] const RealNaoJoint* realNaoJoint(std::string_view name);
/// Finds the counterpart of a simulated joint; null for toes.
[[nodiscard]] const RealNaoJoint* realNaoJointOf(std::string_view joint);
/// Whether a name denotes a wrist, hand or finger joint, which the simulated Nao lacks.
[[nodiscard]] bool isHandOfRealNao(std::string_view name);

/// Text of the finding that readers report about such joints.
inline constexpr const char* kHandsOmitted =
    "wrists and hands are ignored: the simulated Nao has none";
/// Text of the finding that readers report about stiffness.
inline constexpr const char* kStiffnessIgnored = "stiffness is ignored: simulated motors have none";

} // namespace sideline::keyframe
