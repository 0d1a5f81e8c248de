#pragma once

#include <optional>
#include <span>

#include <Eigen/Core>

#include "agentcore/field/field_model.h"
#include "agentcore/game/player_id.h"
#include "agentcore/localization/observation_model.h"
#include "agentcore/math/pose.h"

namespace sideline::localization {

/// Prior information for a label search.
struct LabelSearchInput {
    const VisionPoints& vision;
    const field::FieldModel& field;
    math::Pose X_TC;
    /// Possible torso tilts, with any heading; the most likely first.
    std::span<const Eigen::Matrix3d> tilts;
    /// The previous pose, torso in S: distinguishes the two halves of the field.
    std::optional<math::Pose> last_ST;
    /// Team side, for a search without a previous pose: the robot is assumed to be in its own half,
    /// as before a kick-off.
    game::Side side = game::Side::None;
    /// Height of the torso on straight legs: the scale of possible heights.
    double standingTorsoM = 0.6;
};

/// Searches for the pose that explains a vision frame whose landmarks have only labels (`L`, `T`,
/// `X`, `P`, `G`), each of which may represent many landmarks; some labels name the wrong kind. Two
/// observations, assigned to any two landmarks of their kinds at the same distance, determine a
/// pose; the pose that explains the vision frame best wins if no other is nearly as good. The field
/// is symmetric, so prior information decides between its halves. No allocation.
/// @return pose of the torso in S; not set if no pose is certain
[[nodiscard]] std::optional<math::Pose> findByLabels(const LabelSearchInput& input);

} // namespace sideline::localization
