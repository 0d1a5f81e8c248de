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

/// The frame that an agent speaks of.
enum class BeliefFrame : std::uint8_t {
    Field,  ///< its own: +x to the opponent's goal, whatever side it plays on
    Server, ///< +x to the right team's goal
};

/// What an agent's own estimator made of a landmark.
struct BeliefLandmark {
    std::string name; ///< as the server reports it, `F1L` ... `G2R`
    bool isUsed = true;
    /// Measured less expected: distance (m), angle to the left, angle upwards (rad). NaN: not
    /// reported.
    Eigen::Vector3d residual = Eigen::Vector3d::Constant(std::numeric_limits<double>::quiet_NaN());
};

/// A value that an agent reports under a name of its own.
struct BeliefValue {
    std::string name;
    std::variant<double, std::string> value; ///< finite
    [[nodiscard]] bool operator==(const BeliefValue&) const = default;
};

/// Where an agent thinks that it is.
struct BeliefPose {
    bool isOfCamera = false; ///< of the body that carries the camera; else of the torso
    double xM = 0.0;
    double yM = 0.0;
    std::optional<double> zM;
    /// Of the body's forward axis on the ground, 0 along +x, counterclockwise.
    double headingRad = 0.0;
    std::optional<Eigen::Matrix3d> R; ///< all of its turn, where it is reported
};

/// What an agent reported about its own belief in one cycle: a line of JSON
/// (docs/belief-format.md).
struct BeliefMessage {
    std::string estimator; ///< which of the agent's own; empty: it has one
    std::string team;      ///< whose it is; empty: the stream beside it reports
    int unum = 0;          ///< 0: the stream beside it reports
    /// Number of the server's message in the stream that it follows, from 0.
    std::optional<std::uint64_t> cycle;
    std::optional<double> timeS;     ///< `(time (now T))` of that message
    std::optional<double> gameTimeS; ///< `(GS (t T))` of that message
    BeliefFrame frame = BeliefFrame::Field;
    std::optional<BeliefPose> pose;            ///< nothing while it does not know
    std::optional<Eigen::Matrix3d> covariance; ///< of x, y (m) and heading (rad)
    std::vector<Eigen::Vector3d> particles;    ///< x, y (m), heading (rad)
    std::vector<BeliefLandmark> landmarks;
    std::vector<BeliefValue> values;
    std::string percepts; ///< the server's message itself; empty: not reported
};

/// Bounds of a message.
inline constexpr std::size_t kMostBeliefBytes = std::size_t{1} << 20U;
inline constexpr std::size_t kMostParticles = 5000;
inline constexpr std::size_t kMostBeliefLandmarks = 64;
inline constexpr std::size_t kMostBeliefValues = 64;
inline constexpr std::size_t kMostBeliefNameBytes = 64;

/// Reads a message.
/// Errors: Malformed with the byte for what is no JSON; InvalidArgument naming the key, what it is
/// and what was expected; LimitExceeded for what is too long.
[[nodiscard]] base::Expected<BeliefMessage> parseBelief(std::string_view line);

} // namespace sideline::evaluation
