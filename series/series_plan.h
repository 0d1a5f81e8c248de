#pragma once

#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "launcher/team_file.h"
#include "series/expectation.h"
#include "series/schedule.h"
#include "series/series_settings.h"

namespace sideline::series {

/// A series with all files that its settings name. Read-only after construction.
struct SeriesPlan {
    SeriesSettings settings;
    /// As in the settings; where names are equal, a number is appended to the later ones, because
    /// servers distinguish teams by name.
    std::vector<launcher::TeamFile> teams;
    std::vector<Pairing> pairings;
    std::vector<ScheduledGame> schedule;
    std::vector<Expectation> expectations;

    [[nodiscard]] const std::string& nameOf(std::size_t team) const { return teams[team].name; }
    /// The real time in s in which a team must be on the field.
    [[nodiscard]] double joinLimitS(std::size_t team) const;
    /// The real time in s without a message from an external server after which a game fails: 30 s
    /// plus one second for each player of both teams, unless the settings specify it.
    [[nodiscard]] double silenceLimitS(const ScheduledGame& game) const;
    /// The maximum duration of a game, in seconds of real time: four times its game time, the start
    /// of a server, and the slowest two teams' time to join, unless the settings specify it.
    [[nodiscard]] double wallLimitS() const;
    /// Maximum probability of a false alarm in the test of one pairing: that of the whole series
    /// divided by the number of pairings (Bonferroni).
    [[nodiscard]] double alpha() const;
};

/// Errors: all errors of the team files, the rules and the conditions together.
[[nodiscard]] tl::expected<SeriesPlan, SettingsErrors> planOf(SeriesSettings settings);

/// Hash that detects changes of a team: of its file, of the files that its players' behaviors read,
/// and of their programs. Files that these start or read in turn are not included.
/// @param start situation that games begin with, which is included; may be empty
[[nodiscard]] std::string fingerprintOf(const launcher::TeamFile& team,
                                        const std::filesystem::path& start);

} // namespace sideline::series
