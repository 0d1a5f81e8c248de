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

/// From where a match is played on, and with whom.
struct WhatIfOrder {
    std::shared_ptr<logs::MatchLog> log;
    logs::FrameNumber frame = 0; ///< of the log, that the situation is
    std::shared_ptr<const simulator::StartSituation> start;
    /// The game of the log is played again from its kick-off, instead of on from the situation; a
    /// side without a team goes on as it was.
    std::optional<series::GameOrigin> origin;
    field::FieldDimensions field;
    game::Rules rules;
    std::optional<launcher::TeamFile> left;
    std::optional<launcher::TeamFile> right;
    double lengthS = 10.0;
    int runs = 1;                 ///< with seeds 1, 2, ...
    std::filesystem::path folder; ///< for the logs of what is played, which must be there
    QString name;                 ///< of the instant, for display
};

/// Plays on, as fast as it goes, and compares what becomes of it with what the log has. The thread
/// of a background task.
/// Errors: those of `series::playOn` or `series::playAgain`, and of the log's frames.
[[nodiscard]] base::Expected<widgets::WhatIfView> playWhatIf(const WhatIfOrder& order,
                                                             const TaskControl& control);

} // namespace sideline::studio
