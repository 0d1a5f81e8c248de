#pragma once

#include <optional>
#include <vector>

#include <QString>

#include "agentcore/game/server_kind.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::studio {

/// A robot that the user can choose.
struct RobotChoice {
    QString name;  ///< for display, such as `Nao type 4`
    QString about; ///< with what is special about it, such as `Nao type 4: with toes`
    int typeNumber = 0;
    robot::RobotModelPtr model;
};

/// What a robot is called, such as `Nao type 4` or `soccerbot056`.
[[nodiscard]] QString robotName(const robot::RobotModel& model);

/// The robots that the program knows: the Naos first, each at the place of its type number.
[[nodiscard]] std::vector<RobotChoice> knownRobots();

/// The same with the robots of rcssservermj behind them; those of one server only, if one is given.
[[nodiscard]] std::vector<RobotChoice> playableRobots(
    const std::optional<game::ServerKind>& server = {});

/// The place of a robot among choices; 0 if it is not there.
[[nodiscard]] int indexOf(const std::vector<RobotChoice>& choices, const robot::RobotModel& model);

} // namespace sideline::studio
