#pragma once

#include <optional>
#include <span>

#include <Eigen/Core>

#include "agentcore/field/field_model.h"
#include "agentcore/game/player_id.h"
#include "agentcore/localization/observation_model.h"
#include "agentcore/math/pose.h"

namespace sideline::localization {

/// What is known before a search among labels.
struct LabelSearchInput {
    const VisionPoints& vision;
    const field::FieldModel& field;
    math::Pose X_TC;
    /// Possible torso tilts, any heading; the likeliest first.
    std::span<const Eigen::Matrix3d> tilts;
    /// The pose before, torso in S: decides between the two halves of the field.
    std::optional<math::Pose> last_ST;
    /// Without a pose before, the robot is taken to be in its own half, as before a kick-off.
    game::Side side = game::Side::None;
};

/// Searches for the pose that explains a vision frame whose landmarks have only labels (`L`, `T`,
/// `X`, `P`, `G`), each of which stands for many, and some for the wrong kind.
///
/// Two of them, taken for any two landmarks of their kinds as far apart, determine a pose; the one
/// wins that explains most of the frame, if no other does nearly as well. The field looks the same
/// from both ends: what is known before decides. Allocates nothing.
/// @return torso in S; nothing if no pose is beyond doubt
[[nodiscard]] std::optional<math::Pose> findByLabels(const LabelSearchInput& input);

} // namespace sideline::localization
