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

/// A robot of a start situation: where it is, how it is bent, how it moves. Angles are in degrees,
/// as in the file, so that a file reads back as the very same situation.
struct StartRobot {
    game::PlayerId player;
    std::string file; ///< scene file that agents name
    int type = 0;
    robot::RobotModelPtr model;                              ///< what these two name
    Eigen::Vector3d p_STorso = Eigen::Vector3d::Zero();      ///< m
    std::array<double, 4> orientation_STorso{1, 0, 0, 0};    ///< w x y z, of length 1
    Eigen::Vector3d velocity_SMps = Eigen::Vector3d::Zero(); ///< of the torso
    Eigen::Vector3d turning_SDegPerS = Eigen::Vector3d::Zero();
    std::vector<double> jointAnglesDeg;       ///< in the order of the model's joints
    std::vector<double> jointSpeedsDegPerS{}; ///< the same
    /// Speeds that the motors are given in the first cycles, whoever plays it by then: as they
    /// were commanded in the match that the situation is from. By cycle, then by joint.
    std::vector<std::vector<double>> commandedDegPerS{};
    [[nodiscard]] bool operator==(const StartRobot&) const = default;

    [[nodiscard]] math::Pose X_STorso() const;
};

/// A situation in which a match begins, instead of an empty field: docs/situations.md. A value,
/// in the server's frame S.
struct StartSituation {
    std::string source; ///< where it comes from, for people
    game::PlayMode playMode = game::PlayMode::PlayOn;
    double timeS = 0.0; ///< game clock
    int half = 1;
    std::array<int, 2> score{};         ///< left, right
    std::array<std::string, 2> teams{}; ///< names until teams come; may be empty
    Eigen::Vector3d p_SBall = Eigen::Vector3d::Zero();
    Eigen::Vector3d ballVelocity_SMps = Eigen::Vector3d::Zero();
    Eigen::Vector3d ballTurning_SDegPerS = Eigen::Vector3d::Zero();
    std::optional<std::array<double, 2>> fieldM; ///< length, width; nothing: any field
    std::vector<StartRobot> robots;              ///< each number once
    [[nodiscard]] bool operator==(const StartSituation&) const = default;

    /// The robot of a player, or nullptr.
    [[nodiscard]] const StartRobot* find(const game::PlayerId& player) const;
};

/// For so many cycles, 5 s, a situation can say what is commanded.
inline constexpr int kMostCommandedCycles = 250;

/// Torsos that are nearer to each other than this are no situation, m.
inline constexpr double kInsideEachOtherM = 0.05;

/// What a joint is called in a situation: its name in percepts; the second axis of a universal
/// joint with `/2` behind it.
[[nodiscard]] std::string jointKey(const robot::RobotModel& model, robot::JointId joint);

/// Pose and joint angles for another robot: angles by the names of joints, inside of its stops (0
/// where it has others), and its lowest point as high as that of the situation's robot.
/// @return torso, and angles in rad
[[nodiscard]] std::pair<math::Pose, std::vector<double>> postureFor(const StartRobot& robot,
                                                                    const robot::RobotModel& model);

/// Everything that is wrong with a file.
using StartErrors = std::vector<base::Error>;

/// Reads a situation (docs/situations.md).
/// @param field of the match, which must have the size that the situation says
/// @param robots where robots are looked up
/// Errors, all of them at once, each with file and line: Malformed for what is no TOML;
/// UnsupportedFormat for another version; InvalidArgument for unknown keys, wrong types, numbers
/// out of range or not finite, unknown robots and joints, numbers that occur twice, robots inside
/// of each other, another field.
[[nodiscard]] tl::expected<StartSituation, StartErrors> parseStart(
    std::string_view text, const std::filesystem::path& file, const field::FieldDimensions& field,
    robot::RobotCatalog& robots);
/// Errors: also NotFound, PermissionDenied, Io.
[[nodiscard]] tl::expected<StartSituation, StartErrors> readStart(
    const std::filesystem::path& file, const field::FieldDimensions& field,
    robot::RobotCatalog& robots);

/// The situation as a file, which reads back as the same.
[[nodiscard]] std::string textOf(const StartSituation& situation);

} // namespace sideline::simulator
