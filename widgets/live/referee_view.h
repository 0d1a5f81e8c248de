#pragma once

#include <optional>
#include <vector>

#include <Eigen/Core>
#include <QString>

#include "agentcore/field/field_model.h"
#include "agentcore/game/player_id.h"
#include "agentcore/game/server_kind.h"

namespace sideline::widgets {

/// A robot on the field, for the referee.
struct RefereeRobot {
    game::PlayerId id;
    QString name;                                       ///< `UTA 7`
    Eigen::Vector3d p_STorso = Eigen::Vector3d::Zero(); ///< m
    double headingRad = 0.0;                            ///< 0 along +x of S
    bool isSelected = false;                            ///< selected in the server
    double placingHeightM = 0.4; ///< height of the torso for placing the robot upright
};

/// The current match, for the referee.
struct RefereeView {
    bool isConnected = false; ///< connected to a server that accepts commands
    /// Kind of server, which determines its commands; nullopt while unknown.
    std::optional<game::ServerKind> server;
    bool isOurs = false; ///< this program simulates the server
    QString serverName;  ///< `127.0.0.1:3200`, or the built-in simulator's
    QString leftTeam;    ///< empty while unknown
    QString rightTeam;
    int playMode = -1;    ///< number of the mode in the server; -1 if unknown
    QString playModeName; ///< name in the server; empty if unknown
    int leftScore = 0;
    int rightScore = 0;
    double gameTimeS = 0.0;
    std::optional<Eigen::Vector3d> p_SBall;
    std::vector<RefereeRobot> robots;
    field::FieldDimensions field = field::newestField().dimensions;
};

/// A command that was sent, or rejected.
struct RefereeLogLine {
    double gameTimeS = 0.0;
    QString text;   ///< the command in the server's syntax
    QString source; ///< its source, such as `referee panel`, `field view`
    QString fault;  ///< why it was not sent; empty if it was
};

} // namespace sideline::widgets
