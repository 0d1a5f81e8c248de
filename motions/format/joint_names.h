#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace sideline::keyframe {

/// FC Portugal's joints by id; 22 and 23 are the toes of type 4.
inline constexpr std::array<std::string_view, 24> kFcpJoints = {
    "he1",  "he2",  "lle1", "rle1", "lle2", "rle2", "lle3", "rle3", "lle4", "rle4", "lle5", "rle5",
    "lle6", "rle6", "lae1", "rae1", "lae2", "rae2", "lae3", "rae3", "lae4", "rae4", "lle7", "rle7"};

/// Whether FC Portugal (and DreamWing, which is based on its code) uses the opposite of the
/// server's sign for a joint, so that both sides of a symmetric posture have equal numbers.
[[nodiscard]] bool isTurnedForFcp(std::string_view joint);
/// Returns a description of the joint for comments, such as `Left  leg pitch`.
[[nodiscard]] std::string_view fcpJointText(std::size_t id);

/// Converts magmaOffenburg's name of a joint to the server's, such as `LKneePitch` to `lle4`. The
/// axes of magma's joints are the server's.
[[nodiscard]] std::optional<std::string> jointFromMagma(std::string_view name);
/// Converts the server's name of a joint to magma's; none if it has no counterpart.
[[nodiscard]] std::optional<std::string> magmaJoint(std::string_view joint);

/// Converts UT Austin Villa's name of an effector to the server's, such as `EFF_LL1` to `lle1`.
[[nodiscard]] std::optional<std::string> jointFromUt(std::string_view effector);
[[nodiscard]] std::optional<std::string> utEffector(std::string_view joint);
/// Returns the angles in degrees after UT's `reset` of a part (`HEAD`, `ARM_LEFT`, `LEG_RIGHT`,
/// ...), without toes; empty for unknown parts.
[[nodiscard]] std::map<std::string, double> utInitialPose(std::string_view part);
/// Whether UT's `reset` accepts a part (`TORSO`, `FOOT_LEFT`, `TOE_RIGHT`, ...) but does nothing.
[[nodiscard]] bool isUtPartWithoutReset(std::string_view part);

} // namespace sideline::keyframe
