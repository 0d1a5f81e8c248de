#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "simulator/simulation/match_control.h"
#include "simulator/start/start_situation.h"

namespace sideline::simulator {

/// A match of rcssservermj's family, described by the names that users type. This header does not
/// depend on MuJoCo: programs that are built without it report what is missing.
struct LeagueArguments {
    /// `fifa`, `ssim`, `ssim26`; empty: `ssim26`, or `fifa` if `start` requires larger teams or a
    /// longer game.
    std::string ruleBook = "ssim26";
    std::string field;           ///< `fifa7vs7`, ...; empty: the field of the rule book
    int phase = 0;               ///< 0: first half, 1: second half, ..., 4: penalty shooting
    std::optional<double> timeS; ///< game time at the start; if not set, the beginning of the phase
    std::uint64_t seed = 1;
    std::string perception = "0.2.1"; ///< `0.2.1`, `master`
    std::string occlusion = "server"; ///< of `master`: `server`, `all`, `none`
    std::string models;               ///< folder with models of robots; empty: our own descriptions
    /// The situation at the beginning; null: an empty field. Without `field`, the field of its size
    /// is used.
    std::shared_ptr<const StartSituation> start;
};

/// The version of the linked MuJoCo, such as `3.5.0`; empty in a build without it.
[[nodiscard]] std::string_view mujocoVersion();

/// The sentence for users of a build without MuJoCo.
[[nodiscard]] std::string_view mujocoMissing();

/// Returns a function that creates a match. Errors: InvalidArgument for unknown names, and in a
/// build without MuJoCo.
[[nodiscard]] base::Expected<MatchMaker> leagueMaker(const LeagueArguments& arguments);

/// Arguments as JSON, in a recording of a run: everything that affects its results.
[[nodiscard]] std::string argumentsToJson(const LeagueArguments& arguments);
/// Begins the match of a recorded run (`RerunOptions::playOther`).
/// Errors: Malformed for other JSON and missing keys; those of `leagueMaker` and of its match;
/// InvalidArgument for an invalid start situation.
[[nodiscard]] base::Expected<PlayedMatch> playLeagueRun(std::string_view json);

} // namespace sideline::simulator
