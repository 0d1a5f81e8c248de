#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agentcore/monitor/game_state.h"
#include "cli/match_server.h"
#include "launcher/team_file.h"
#include "launcher/team_runner.h"
#include "simulator/server/match_sink.h"
#include "simulator/simulation/simulation.h"

namespace sideline::cli {

/// A match on a server that is started for it.
struct ServedMatch {
    simulator::SimulationSettings simulation; ///< of the server of this program
    std::uint16_t agentPort = 0;              ///< 0: any free one
    std::uint16_t monitorPort = 0;
    std::string monitorLog; ///< empty: none
    bool mayReplace = false;
    double minutes = 0.0; ///< of game time, after which it ends; 0: when the referee ends it
    bool isFast = false;  ///< as fast as the agents think, instead of in real time
    std::shared_ptr<simulator::MatchSink> sink; ///< of the whole match; may be null
    bool isStrict = false;                  ///< ends when a team is not complete, or not any more
    std::optional<ExternalServer> external; ///< instead of the server of this program
    std::function<void(const std::string&)> say; ///< gets what happens, line by line; not empty
};

/// What came of it.
struct ServedOutcome {
    std::optional<monitor::GameState> game; ///< nothing if it has not begun
    launcher::TeamStatus left;              ///< after all players were stopped
    launcher::TeamStatus right;
    std::size_t leftCount = 0; ///< players on the field at kick-off
    std::size_t rightCount = 0;
    bool isOver = false;             ///< the referee has ended it, or its time was up
    std::string fault;               ///< why it did not go well; empty if it did
    std::vector<std::string> losses; ///< of files that were not written completely
};

/// The score with the names of the teams, such as `Tree 1 : 0 Formation`.
[[nodiscard]] std::string scoreText(const monitor::GameState& game);

/// Starts a server and both teams, kicks off, and waits for the end of the match. Signals are to be
/// listened to (`listenToSignals`).
/// @return nothing, after an error message, if there is no server
[[nodiscard]] std::optional<ServedOutcome> playServed(const ServedMatch& settings,
                                                      launcher::TeamFile left,
                                                      launcher::TeamFile right,
                                                      const launcher::TeamRunnerSettings& runners);

} // namespace sideline::cli
