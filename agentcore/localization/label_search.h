#pragma once

#include <optional>
#include <span>

#include <Eigen/Core>

#include "agentcore/field/field_model.h"
#include "agentcore/game/player_id.h"
#include "agentcore/localization/observation_model.h"
#include "agentcore/math/pose.h"

namespace sideline::localization {

/// Prior of a label search.
struct LabelSearchInput {
    const VisionPoints& vision;
    const field::FieldModel& field;
    math::Pose X_TC;
    /// Possible torso tilts, any heading; the likeliest first.
    std::span<const Eigen::Matrix3d> tilts;
    /// The previous pose, torso in S: decides between the two halves of the field.
    std::optional<math::Pose> last_ST;
    /// Without a previous pose, the robot is assumed in its own half, as before a kick-off.
    game::Side side = game::Side::None;
    /// Height of the torso above the soles of straight legs: the scale of possible heights.
    double standingTorsoM = 0.6;
};

/// Searches for the pose that explains a vision frame whose landmarks have only labels (`L`, `T`,
/// `X`, `P`, `G`), each of which stands for many, and some for the wrong kind.
///
/// Two of them, taken for any two landmarks of their kinds as far apart, determine a pose; the one
/// with the best explanation wins, if no other is nearly as good. The field looks the same
/// from both ends: prior knowledge decides. No allocation.
/// @return torso in S; none if no pose is certain
[[nodiscard]] std::optional<math::Pose> findByLabels(const LabelSearchInput& input);

} // namespace sideline::localization
