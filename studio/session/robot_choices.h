#pragma once

#include <optional>
#include <vector>

#include <QSettings>
#include <QString>

#include "agentcore/game/server_kind.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::studio {

/// A robot that the user can choose.
struct RobotChoice {
    QString name;  ///< for display, such as `Nao type 4`
    QString about; ///< name with a remark, such as `Nao type 4: with toes`
    int typeNumber = 0;
    robot::RobotModelPtr model;
};

/// Returns the name of a robot, such as `Nao type 4` or `soccerbot056`.
[[nodiscard]] QString robotName(const robot::RobotModel& model);

/// Returns the built-in robots: the Naos first, each at the index of its type number.
[[nodiscard]] std::vector<RobotChoice> knownRobots();

/// Returns the built-in robots and those of rcssservermj; if a server is given, only its robots.
[[nodiscard]] std::vector<RobotChoice> playableRobots(
    const std::optional<game::ServerKind>& server = {});

/// Returns the robot that the user has chosen for the simulator, once after each choice: workspaces
/// adopt it, and keep another one that is chosen in them later. Null if it has not changed since
/// the last call with this key.
/// @param key of the setting that stores the last robot, such as `motion/startRobot`
[[nodiscard]] robot::RobotModelPtr newlyChosenRobot(QSettings& store, const QString& key);

/// Returns the index of a robot among choices; 0 if it is not listed.
[[nodiscard]] int indexOf(const std::vector<RobotChoice>& choices, const robot::RobotModel& model);

} // namespace sideline::studio
