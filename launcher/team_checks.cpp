#include "launcher/team_file.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "agents/behaviors/built_in.h"
#include "launcher/placeholders.h"
#include "launcher/program_path.h"

namespace sideline::launcher {

namespace fs = std::filesystem;

std::optional<base::Error> recordingFault(const TeamFile& team, const PlayerSpec& player) {
    if (isThisMachine(team.host) || usesPlaceholder(player, "host")) {
        return std::nullopt;
    }
    base::Error error;
    error.code = base::ErrorCode::InvalidArgument;
    error.message = "`record = true`, but the program does not receive the host";
    error.expected = fmt::format("{{host}} in `args`, `env` or `program` instead of {}: recorded "
                                 "programs connect to this machine",
                                 team.host);
    return error;
}

std::optional<base::Error> serverFault(const TeamFile& team, game::ServerKind server) {
    if (team.server == server) {
        return std::nullopt;
    }
    return base::Error{
        .code = base::ErrorCode::InvalidArgument,
        .message = fmt::format("{} is a team for {}, but the match is on {}", team.name,
                               game::serverKindName(team.server), game::serverKindName(server)),
        .expected = fmt::format("a team file with `server = \"{}\"`", game::serverKindName(server)),
        .file = team.file.string(),
        .line = {},
        .byteOffset = {}};
}

std::string distinctName(const std::string& name, const std::vector<std::string>& others) {
    std::string distinct = name;
    for (int copy = 2; std::ranges::find(others, distinct) != others.end(); ++copy) {
        distinct = fmt::format("{}_{}", name, copy);
    }
    return distinct;
}

std::size_t TeamFile::mostPlayers() const {
    return players.front().isWholeTeam() ? std::size_t{kMaxNumber} : players.size();
}

std::chrono::milliseconds joinLimit(const TeamFile& team, double settingS) {
    constexpr std::chrono::milliseconds kBase{60'000};
    constexpr std::chrono::milliseconds kPerPlayer{2'000};
    if (settingS > 0.0) {
        return std::chrono::duration_cast<std::chrono::milliseconds>(
            std::chrono::duration<double>(settingS));
    }
    std::chrono::milliseconds limit = kBase + kPerPlayer * team.mostPlayers();
    for (const PlayerSpec& player : team.players) {
        limit += player.startDelay;
    }
    return limit;
}

bool isThisMachine(std::string_view host) {
    return host == "127.0.0.1" || host == "localhost" || host == "::1";
}

const std::vector<std::string>& embeddedBehaviors() {
    static const std::vector<std::string> kNames = [] {
        std::vector<std::string> names;
        const agents::BehaviorRegistry registry = agents::builtInBehaviors();
        for (const agents::BehaviorInfo& info : registry.behaviors()) {
            names.push_back(info.name);
        }
        return names;
    }();
    return kNames;
}

std::optional<fs::path> findProgram(const PlayerSpec& player) {
    if (player.program.empty()) {
        return std::nullopt;
    }
    if (const fs::path here = player.folder / player.program; isProgram(here)) {
        return here.lexically_normal();
    }
    const char* variable = std::getenv("PATH");
    if (player.program.find('/') != std::string::npos || variable == nullptr) {
        return std::nullopt;
    }
    for (const fs::path& folder : foldersOf(variable)) {
        if (const fs::path there = folder / player.program; isProgram(there)) {
            return there;
        }
    }
    return std::nullopt;
}

} // namespace sideline::launcher
