#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "simulator/simulation/match_control.h"

namespace sideline::simulator {

/// A match of rcssservermj's family, described by the names that users type. This header does not
/// depend on MuJoCo: programs that are built without it report what is missing.
struct LeagueArguments {
    std::string ruleBook = "ssim26"; ///< `fifa`, `ssim`, `ssim26`
    std::string field;               ///< `fifa7vs7`, ...; empty: the field of the rule book
    int phase = 0;                   ///< 0: first half, 1: second half, ..., 4: penalty shooting
    std::optional<double> timeS; ///< game time at the start; if not set, the beginning of the phase
    std::uint64_t seed = 1;
    std::string perception = "0.2.1"; ///< `0.2.1`, `master`
    std::string occlusion = "server"; ///< of `master`: `server`, `all`, `none`
    std::string models;               ///< folder with models of robots; empty: our own descriptions
};

/// The version of the linked MuJoCo, such as `3.5.0`; empty in a build without it.
[[nodiscard]] std::string_view mujocoVersion();

/// The sentence for users of a build without MuJoCo.
[[nodiscard]] std::string_view mujocoMissing();

/// Returns a function that creates a match. Errors: InvalidArgument for unknown names, and in a
/// build without MuJoCo.
[[nodiscard]] base::Expected<MatchMaker> leagueMaker(const LeagueArguments& arguments);

} // namespace sideline::simulator
