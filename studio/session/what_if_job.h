#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/field/field_model.h"
#include "agentcore/game/rules.h"
#include "launcher/team_file.h"
#include "logs/match/match_log.h"
#include "series/play_again.h"
#include "simulator/start/start_situation.h"
#include "studio/session/background_task.h"
#include "widgets/decide/decision_rows.h"
#include "widgets/decide/what_if_view.h"

namespace sideline::studio {

/// Start, teams and length of a what-if match.
struct WhatIfRequest {
    std::shared_ptr<logs::MatchLog> log;
    logs::FrameNumber frame = 0; ///< frame of the log that the situation was taken from
    std::shared_ptr<const simulator::StartSituation> start;
    /// Set to replay the log's game from its kick-off instead of from the situation; a side without
    /// a team plays on as it did in the game.
    std::optional<series::GameOrigin> origin;
    field::FieldDimensions field;
    game::Rules rules;
    std::filesystem::path left; ///< team file of the left side; empty: no team
    std::filesystem::path right;
    double lengthS = 10.0;
    int runs = 1;                 ///< number of runs, with seeds 1, 2, ...
    std::filesystem::path folder; ///< existing folder for the logs of the runs
    QString name;                 ///< name of the instant, for display
};

/// Continues the match as fast as possible and compares the results with the rest of the log. Runs
/// in the thread of a background task.
/// Errors: those of the team files, of `series::playOn` or `series::playAgain`, of
/// `simulator::leagueMaker`, and of reading the log's frames.
[[nodiscard]] base::Expected<widgets::WhatIfView> playWhatIf(const WhatIfRequest& request,
                                                             const TaskControl& control);

} // namespace sideline::studio
