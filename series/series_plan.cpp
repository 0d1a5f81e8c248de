#include "series/series_plan.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "agents/behaviors/built_in.h"

namespace sideline::series {

namespace {

namespace fs = std::filesystem;

void addErrors(SettingsErrors& errors, const std::vector<base::Error>& more) {
    errors.insert(errors.end(), more.begin(), more.end());
}

// Adds a file to a 64-bit FNV-1a hash.
void hashFile(const fs::path& file, std::uint64_t& hash) {
    std::ifstream in(file, std::ios::binary);
    for (std::istreambuf_iterator<char> it(in), end; it != end; ++it) {
        hash = (hash ^ static_cast<unsigned char>(*it)) * 0x100000001b3U;
    }
}

} // namespace

double SeriesPlan::alpha() const {
    return (1.0 - settings.confidence) / static_cast<double>(pairings.size());
}

double SeriesPlan::joinLimitS(std::size_t team) const {
    return std::chrono::duration<double>(launcher::joinLimit(teams[team], settings.joinS)).count();
}

double SeriesPlan::silenceLimitS(const ScheduledGame& game) const {
    constexpr double kBaseS = 30.0;
    constexpr double kPerPlayerS = 1.0;
    double limitS = kBaseS;
    for (const std::size_t team : {game.left, game.right}) {
        limitS += kPerPlayerS * static_cast<double>(teams[team].mostPlayers());
    }
    return settings.server.silenceS > 0.0 ? settings.server.silenceS : limitS;
}

double SeriesPlan::wallLimitS() const {
    constexpr double kFactor = 4.0;
    if (settings.wallMinutes > 0.0) {
        return 60.0 * settings.wallMinutes;
    }
    std::vector<double> joinS;
    for (std::size_t team = 0; team < teams.size(); ++team) {
        joinS.push_back(joinLimitS(team));
    }
    std::ranges::sort(joinS, std::ranges::greater());
    return kFactor * 60.0 * settings.minutes + settings.server.startS + joinS[0] + joinS[1];
}

tl::expected<SeriesPlan, SettingsErrors> planOf(SeriesSettings settings) {
    SeriesPlan plan;
    SettingsErrors errors;
    std::vector<std::string> names;
    for (const fs::path& file : settings.teams) {
        auto team = launcher::readTeamFile(file);
        if (!team) {
            addErrors(errors, team.error());
            continue;
        }
        if (auto fault = launcher::serverFault(*team, game::ServerKind::SimSpark)) {
            errors.push_back(std::move(*fault));
            continue;
        }
        team->name = launcher::distinctName(team->name, names);
        names.push_back(team->name);
        plan.teams.push_back(std::move(*team));
    }
    for (const std::string& text : settings.expectations) {
        auto expectation = Expectation::parse(text);
        if (expectation) {
            plan.expectations.push_back(std::move(*expectation));
        } else {
            errors.push_back(expectation.error());
        }
    }
    if (const auto simulation = simulationOf(settings, settings.seed); !simulation) {
        errors.push_back(simulation.error());
    }
    if (!errors.empty()) {
        return tl::unexpected(std::move(errors));
    }
    plan.pairings = pairingsOf(settings);
    plan.schedule = scheduleOf(settings);
    plan.settings = std::move(settings);
    return plan;
}

std::string fingerprintOf(const launcher::TeamFile& team, const fs::path& start) {
    std::set<fs::path> files = {team.file};
    if (!start.empty()) {
        files.insert(start);
    }
    const agents::BehaviorRegistry registry = agents::builtInBehaviors();
    for (const launcher::PlayerSpec& player : team.players) {
        if (!player.isEmbedded) {
            files.insert(launcher::findProgram(player).value_or(fs::path()));
            continue;
        }
        const agents::BehaviorInfo* behavior = registry.find(player.behavior);
        for (const auto& [key, value] : player.parameters) {
            const bool isPath =
                behavior != nullptr &&
                std::ranges::any_of(behavior->parameters, [&](const agents::ParameterInfo& info) {
                    return info.name == key && info.isPath;
                });
            if (isPath) {
                files.insert(value);
            }
        }
    }
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const fs::path& file : files) {
        hashFile(file, hash);
    }
    return fmt::format("{:016x}", hash);
}

} // namespace sideline::series
