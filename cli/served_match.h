#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agentcore/game/player_id.h"
#include "agentcore/monitor/game_state.h"
#include "cli/match_server.h"
#include "launcher/team_file.h"
#include "launcher/team_runner.h"
#include "simulator/server/match_sink.h"
#include "simulator/simulation/match_control.h"
#include "simulator/simulation/simulation.h"

namespace sideline::cli {

/// A match on a server that is started for it.
struct ServedMatch {
    simulator::SimulationSettings simulation; ///< settings of the built-in server
    simulator::MatchMaker makeMatch; ///< match of rcssservermj in place of SimSpark's; may be empty
    std::uint16_t agentPort = 0;     ///< 0: any free port
    std::uint16_t monitorPort = 0;
    std::string monitorLog; ///< empty: none
    bool mayReplace = false;
    double minutes = 0.0; ///< game time after which the match ends; 0: the referee ends it
    bool isFast = false;  ///< runs as fast as the agents answer, instead of in real time
    double joinS = 0.0;   ///< real time for a team to join; 0: see `launcher::joinLimit`
    std::shared_ptr<simulator::MatchSink> sink;  ///< receives the whole match; may be null
    bool isStrict = false;                       ///< whether it ends when a team is incomplete
    std::optional<ExternalServer> external;      ///< server used instead of the built-in one
    std::function<void(const std::string&)> say; ///< receives one line per event; not empty
};

/// The result of a match.
struct ServedOutcome {
    std::optional<monitor::GameState> game; ///< final state; nullopt if the match never began
    launcher::TeamStatus left;              ///< status after all players were stopped
    launcher::TeamStatus right;
    std::size_t leftCount = 0; ///< players on the field at kick-off
    std::size_t rightCount = 0;
    bool isOver = false;                ///< whether the referee ended the match, or its time was up
    std::string fault;                  ///< why it failed; empty if it succeeded
    std::optional<game::PlayerId> lost; ///< the player whose end is the fault, if any
    std::vector<std::string> losses;    ///< files that were not written completely
};

/// Starts a server and both teams, kicks off, and waits for the end of the match. Call
/// `listenToSignals` first.
/// @return nullopt, after an error message, if there is no server
[[nodiscard]] std::optional<ServedOutcome> playServed(const ServedMatch& settings,
                                                      launcher::TeamFile left,
                                                      launcher::TeamFile right,
                                                      const launcher::TeamRunnerSettings& runners);

} // namespace sideline::cli
