#include "series/schedule.h"

namespace sideline::series {

std::vector<Pairing> pairingsOf(const SeriesSettings& settings) {
    std::vector<Pairing> pairings;
    for (std::size_t first = 0; first < settings.teams.size(); ++first) {
        for (std::size_t second = first + 1; second < settings.teams.size(); ++second) {
            pairings.push_back({first, second});
        }
    }
    return pairings;
}

std::vector<ScheduledGame> scheduleOf(const SeriesSettings& settings) {
    const std::vector<Pairing> pairings = pairingsOf(settings);
    const int gamesPerUnit = settings.swapsSides ? 2 : 1;
    std::vector<ScheduledGame> schedule;
    for (int unit = 0; unit < settings.games / gamesPerUnit; ++unit) {
        for (std::size_t pairing = 0; pairing < pairings.size(); ++pairing) {
            for (int i = 0; i < gamesPerUnit; ++i) {
                const bool isSwapped = i == 1;
                const auto [first, second] = pairings[pairing];
                schedule.push_back(
                    {static_cast<int>(schedule.size()) + 1, pairing, unit,
                     isSwapped ? second : first, isSwapped ? first : second, isSwapped,
                     settings.seed + static_cast<std::uint64_t>(unit * gamesPerUnit + i)});
            }
        }
    }
    return schedule;
}

} // namespace sideline::series
