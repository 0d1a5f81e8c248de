#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "agentcore/base/error.h"

namespace sideline::evaluation {

/// The coordinate frame of an agent's report.
enum class BeliefFrame : std::uint8_t {
    Field,  ///< the team's own: +x toward the opponent's goal on either side
    Server, ///< +x toward the right team's goal
};

/// The residual of a landmark in an agent's own estimator.
struct BeliefLandmark {
    std::string name; ///< name used by the server, `F1L` ... `G2R`
    bool isUsed = true;
    /// Measured minus expected: distance (m), horizontal angle to the left, vertical angle upward
    /// (rad). NaN: not reported.
    Eigen::Vector3d residual = Eigen::Vector3d::Constant(std::numeric_limits<double>::quiet_NaN());
};

/// A named value that an agent reports.
struct BeliefValue {
    std::string name;
    std::variant<double, std::string> value; ///< a finite number or a string
    [[nodiscard]] bool operator==(const BeliefValue&) const = default;
};

/// The pose that an agent believes it has.
struct BeliefPose {
    bool isOfCamera = false; ///< pose of the body that carries the camera; otherwise of the torso
    double xM = 0.0;
    double yM = 0.0;
    std::optional<double> zM;
    /// Heading of the body's forward axis on the ground, 0 along +x, counterclockwise.
    double headingRad = 0.0;
    std::optional<Eigen::Matrix3d> R; ///< full orientation, if reported
};

/// An agent's report of its belief in one cycle: a line of JSON (docs/belief-format.md).
struct BeliefMessage {
    std::string estimator; ///< name of one of the agent's estimators; empty: the only one
    std::string team;      ///< empty: team of the stream
    int unum = 0;          ///< 0: number of the stream's agent
    /// Index of the server's corresponding message in the stream, from 0.
    std::optional<std::uint64_t> cycle;
    std::optional<double> timeS;     ///< `(time (now T))` of the server's message
    std::optional<double> gameTimeS; ///< `(GS (t T))` of the server's message
    BeliefFrame frame = BeliefFrame::Field;
    std::optional<BeliefPose> pose;            ///< nullopt while the agent is not localized
    std::optional<Eigen::Matrix3d> covariance; ///< covariance of x, y (m) and heading (rad)
    std::vector<Eigen::Vector3d> particles;    ///< particles as x, y (m), heading (rad)
    std::vector<BeliefLandmark> landmarks;
    std::vector<BeliefValue> values;
    std::string percepts; ///< the server's message; empty: not reported
};

/// Limits of a message.
inline constexpr std::size_t kMaxBeliefBytes = std::size_t{1} << 20U;
inline constexpr std::size_t kMaxParticles = 5000;
inline constexpr std::size_t kMaxBeliefLandmarks = 64;
inline constexpr std::size_t kMaxBeliefValues = 64;
inline constexpr std::size_t kMaxBeliefNameBytes = 64;

/// Parses a message.
/// Errors: Malformed with the byte offset for invalid JSON; InvalidArgument with the key, its value
/// and what was expected; LimitExceeded for a message that is too long.
[[nodiscard]] base::Expected<BeliefMessage> parseBelief(std::string_view line);

} // namespace sideline::evaluation
