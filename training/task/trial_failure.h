#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "agentcore/math/pose.h"

namespace sideline::training {

/// The reason why a trial failed. Falls come first, in the order of `FallDirection`.
enum class FailureKind : std::uint8_t {
    FellForward,
    FellBackward,
    FellLeft,
    FellRight,
    SelfCollision, ///< two parts of the robot overlapped, which the rules forbid
    NotUp,         ///< it lay at the end; value: height of the head, % of the standing robot's
    TooLate,       ///< it was upright at the end, but not for long enough; value: upright time, s
    MissedBall,    ///< value: smallest gap between robot and ball, m
    TooWide,       ///< value: angle between the path of the ball and the target direction, deg
    TooWeak,       ///< value: distance of the ball in the target direction, m
    TooShort,      ///< value: distance that the robot covered, m
    NotThere,      ///< the time was up; value: remaining distance, m
    TooFewTargets, ///< the time was up; value: number of targets reached
    NotStopped,    ///< the time was up; value: distance since the stop command, m
    NotWalking,    ///< the time was up, and it stood without walking
    NoGoal,        ///< the time was up; value: distance of the ball from the goal, m
    BallOut,       ///< the time was up after the ball had left the field; value: how often it left
    Conceded,      ///< the ball passed the goalkeeper far away
    ConcededLeft,  ///< value: how far to its left the ball passed the goalkeeper, m
    ConcededRight, ///< value: how far to its right, m
    BadScore,      ///< the condition of the task did not hold; value: result of its expression
    CannotPlay,    ///< the robot cannot play the motion
    ProgramFailed, ///< an external program did not join, left the field, or its server was silent
    Unstable,      ///< the physics became unstable
};
inline constexpr std::size_t kFailureKinds = 24;

/// Why and when a trial failed.
struct TrialFailure {
    FailureKind kind = FailureKind::FellForward;
    double atS = 0.0;              ///< relevant time since the start of the trial
    std::optional<double> value{}; ///< measured value, see `FailureKind`
    std::optional<double> limit{}; ///< the value required for success
    [[nodiscard]] bool operator==(const TrialFailure&) const = default;
};

/// Returns the direction of a fall, relative to the robot itself.
/// @param R_STorso orientation of the torso after the fall
[[nodiscard]] FailureKind fallKind(const Eigen::Matrix3d& R_STorso);
/// Returns the direction of a fall, relative to where the robot stood: a robot may turn as it
/// falls.
/// @param X_SGround `PhysicsRobot::ground` while it stood
[[nodiscard]] FailureKind fallKind(const math::Pose& X_SGround, const Eigen::Matrix3d& R_STorso);

/// Whether a robot that began upright fell.
[[nodiscard]] bool isFall(FailureKind kind);

/// An identifier for files: `fell-forward`, `missed-ball`.
[[nodiscard]] std::string_view failureName(FailureKind kind);
/// In words: `fell forward`, `missed the ball`.
[[nodiscard]] std::string_view failureWords(FailureKind kind);
/// The values of a failure: `14 degrees instead of at most 10`; empty without a value.
[[nodiscard]] std::string failureValues(const TrialFailure& failure);
/// A failure with its values: `too wide: 14 degrees instead of at most 10`, `fell forward`.
[[nodiscard]] std::string failureText(const TrialFailure& failure);

/// Failures of one kind.
struct FailureGroup {
    FailureKind kind = FailureKind::FellForward;
    std::size_t count = 0;
    double medianS = 0.0;                ///< median of their moments
    std::optional<double> medianValue{}; ///< none if the kind has no value
};
/// Groups failures by kind, the most frequent first.
[[nodiscard]] std::vector<FailureGroup> groupFailures(std::span<const TrialFailure> failures);
/// A group: `too wide (median 14 degrees)`, `fell forward at 2.1 s`.
[[nodiscard]] std::string groupText(const FailureGroup& group);
/// All groups: `12 of 20 failed: 7 too wide (median 14 degrees), 5 fell forward at 2.1 s`; empty
/// without failures.
/// @param trials number of all trials
[[nodiscard]] std::string failuresText(std::span<const TrialFailure> failures, std::size_t trials);

} // namespace sideline::training
