#pragma once

#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "launcher/team_file.h"
#include "series/expectation.h"
#include "series/schedule.h"
#include "series/series_settings.h"

namespace sideline::series {

/// A series with everything that its file names. Read-only once it is made.
struct SeriesPlan {
    SeriesSettings settings;
    /// As in the settings; of equal names the later ones have a number behind them, as servers tell
    /// teams apart by their names.
    std::vector<launcher::TeamFile> teams;
    std::vector<Pairing> pairings;
    std::vector<ScheduledGame> schedule;
    std::vector<Expectation> expectations;

    [[nodiscard]] const std::string& nameOf(std::size_t team) const { return teams[team].name; }
    /// Highest probability of a false alarm in the test of one pairing: that of the whole series,
    /// divided by their number (Bonferroni).
    [[nodiscard]] double alpha() const;
};

/// Errors, all of them: of the team files, of the rules, of conditions.
[[nodiscard]] tl::expected<SeriesPlan, SettingsErrors> planOf(SeriesSettings settings);

/// What tells whether a team is still the same: a hash of its file, of the files that its players'
/// behaviors read, and of their programs. What those start or read in turn does not count.
/// @param start situation in which it plays, which counts, too; may be empty
[[nodiscard]] std::string fingerprintOf(const launcher::TeamFile& team,
                                        const std::filesystem::path& start);

} // namespace sideline::series
