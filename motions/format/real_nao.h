#pragma once

#include <array>
#include <string_view>

namespace sideline::keyframe {

/// A joint of the real Nao, by Aldebaran's name, and the one of the simulated Nao that does the
/// same.
///
/// The real Nao's axes are x forward, y left, z up; the simulated one's x right, y forward, z up.
/// Turning about the real y (pitch) is turning about the simulated -x, so pitch angles change their
/// sign. Yaw about z and roll about the forward axis stay. Hip yaw-pitch turns about (0, 1, -1)
/// (left) and (0, 1, 1) (right) in the real axes, which are the simulated (-1, 0, -1) and
/// (-1, 0, 1): it stays too.
struct RealNaoJoint {
    std::string_view name;  ///< as `LKneePitch`
    std::string_view joint; ///< as `lle4`
    double sign = 1.0;      ///< simulated angle for each real one
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

/// Null for a name that is none of these.
[[nodiscard]] const RealNaoJoint* realNaoJoint(std::string_view name);
/// The one that a joint of the simulated Nao stands for; null for toes.
[[nodiscard]] const RealNaoJoint* realNaoJointOf(std::string_view joint);
/// Whether a name is that of a wrist, a hand or a finger, which the simulated Nao has not.
[[nodiscard]] bool isHandOfRealNao(std::string_view name);

/// What readers say of them.
inline constexpr const char* kHandsLeftOut =
    "wrists and hands are ignored: the simulated Nao has none";

} // namespace sideline::keyframe
