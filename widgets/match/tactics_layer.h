#pragma once

#include <QPainter>
#include <QTransform>

#include "agentcore/field/field_model.h"
#include "agentcore/monitor/match_frame.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

/// The layers of a field view besides players and ball.
struct FieldLayers {
    bool teamNames = true;     ///< team names, each at the goal that the team defends
    bool regions = false;      ///< Voronoi regions of the players
    bool offsideLines = false; ///< offside lines of both teams
    bool keepOut = true;       ///< zones that opponents must leave free during a set play
    bool viewCones = false;    ///< view cone of the selected robot; of all if none is selected
    [[nodiscard]] bool operator==(const FieldLayers&) const = default;
};

/// Transform and colors of the layers.
struct FieldGround {
    const field::FieldDimensions& field;
    const TeamColors& colors;
    const QTransform& toWidget; ///< maps meters of the server frame to the painter's pixels
};

/// Paints the part of the field that is nearest to each player, in the colors of the teams.
void paintRegions(QPainter& painter, const monitor::MatchFrame& frame, const FieldGround& ground);

/// Paints the offside line of each team that is present, see
/// `field::offsideLineM`.
void paintOffsideLines(QPainter& painter, const monitor::MatchFrame& frame,
                       const FieldGround& ground);

/// Paints the part of the field that a team must leave free now, in its color, see
/// `monitor::keepOut`.
void paintKeepOut(QPainter& painter, const monitor::MatchFrame& frame, const FieldGround& ground);

/// Paints the teams' names beside the goals that they defend, where they are known.
void paintTeamNames(QPainter& painter, const monitor::GameState& game, const FieldGround& ground);

} // namespace sideline::widgets
