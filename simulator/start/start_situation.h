#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <Eigen/Geometry>

#include "agentcore/base/error.h"
#include "agentcore/field/field_model.h"
#include "agentcore/game/play_mode.h"
#include "agentcore/game/player_id.h"
#include "agentcore/robot/catalog/robot_catalog.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::simulator {

/// A robot of a start situation: pose, joint angles and velocities. Angles are in degrees, as in
/// the file, so that a file is read back identically.
struct StartRobot {
    game::PlayerId player;
    std::string file; ///< scene file requested by agents
    int type = 0;
    robot::RobotModelPtr model;                              ///< model with this file and type
    Eigen::Vector3d p_STorso = Eigen::Vector3d::Zero();      ///< m
    std::array<double, 4> orientation_STorso{1, 0, 0, 0};    ///< w x y z, of unit length
    Eigen::Vector3d velocity_SMps = Eigen::Vector3d::Zero(); ///< velocity of the torso
    Eigen::Vector3d turning_SDegPerS = Eigen::Vector3d::Zero();
    std::vector<double> jointAnglesDeg;       ///< angles in the order of the model's joints
    std::vector<double> jointSpeedsDegPerS{}; ///< speeds in the same order
    /// Motor speeds of the first cycles, as commanded in the recorded match; applied regardless of
    /// the present player. By cycle, then by joint.
    std::vector<std::vector<double>> commandedDegPerS{};
    [[nodiscard]] bool operator==(const StartRobot&) const = default;

    [[nodiscard]] math::Pose X_STorso() const;
};

/// An initial situation of a match, instead of an empty field: docs/situations.md. A value, in the
/// server's frame S.
struct StartSituation {
    std::string source; ///< origin of the situation, for display
    game::PlayMode playMode = game::PlayMode::PlayOn;
    double timeS = 0.0; ///< game clock
    int half = 1;
    std::array<int, 2> score{};         ///< left, right
    std::array<std::string, 2> teams{}; ///< names until teams join; may be empty
    Eigen::Vector3d p_SBall = Eigen::Vector3d::Zero();
    Eigen::Vector3d ballVelocity_SMps = Eigen::Vector3d::Zero();
    Eigen::Vector3d ballTurning_SDegPerS = Eigen::Vector3d::Zero();
    std::optional<std::array<double, 2>> fieldM; ///< length, width; if not set, any field
    std::vector<StartRobot> robots;              ///< robots with unique numbers
    [[nodiscard]] bool operator==(const StartSituation&) const = default;

    /// The robot of a player, or nullptr.
    [[nodiscard]] const StartRobot* find(const game::PlayerId& player) const;
};

/// Maximum number of cycles with recorded commands, 5 s.
inline constexpr int kMaxCommandedCycles = 250;

/// Minimum distance between torsos, m; situations with closer robots are rejected.
inline constexpr double kMinTorsoDistanceM = 0.05;

/// Name of a joint in a situation: its name in percepts; for the second axis of a universal joint
/// with the suffix `/2`.
[[nodiscard]] std::string jointKey(const robot::RobotModel& model, robot::JointId joint);

/// Pose and joint angles for another robot: angles by joint name, clamped to its limits (0 for
/// unknown joints), with its lowest point at the height of the situation's robot.
/// @return torso pose, and angles in rad
[[nodiscard]] std::pair<math::Pose, std::vector<double>> postureFor(const StartRobot& robot,
                                                                    const robot::RobotModel& model);

/// All errors of a file.
using StartErrors = std::vector<base::Error>;

/// Parses a situation (docs/situations.md).
/// @param field of the match; must have the size given in the situation
/// @param robots catalog for looking up robots
/// Errors, all listed, each with file and line: Malformed for invalid TOML; UnsupportedFormat for
/// another version; InvalidArgument for unknown keys, wrong types, numbers out of range or not
/// finite, unknown robots and joints, repeated uniform numbers, overlapping robots, another field.
[[nodiscard]] tl::expected<StartSituation, StartErrors> parseStart(
    std::string_view text, const std::filesystem::path& file, const field::FieldDimensions& field,
    robot::RobotCatalog& robots);
/// Errors: also NotFound, PermissionDenied, Io.
[[nodiscard]] tl::expected<StartSituation, StartErrors> readStart(
    const std::filesystem::path& file, const field::FieldDimensions& field,
    robot::RobotCatalog& robots);

/// The situation as a file that is parsed back identically.
[[nodiscard]] std::string textOf(const StartSituation& situation);

} // namespace sideline::simulator
