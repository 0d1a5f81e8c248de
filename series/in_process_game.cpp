#include "series/in_process_game.h"

#include <algorithm>
#include <utility>

namespace sideline::series {

namespace {

namespace fs = std::filesystem;
using game::Side;
using launcher::PlayerSpec;
using launcher::TeamFile;

constexpr double kSettleS = 1.0; // time from the last player's arrival to the kick-off

// The referee does everything except the kick-off.
base::Expected<void> playToTheEnd(InProcessMatch& match,
                                  const std::function<bool()>& shouldContinue) {
    const simulator::Game& game = match.simulation().game();
    int kickedOffHalf = 0;
    while (!match.simulation().isGameOver() && (!shouldContinue || shouldContinue())) {
        if (game.playMode() == game::PlayMode::BeforeKickOff && game.half() != kickedOffHalf) {
            const Side side = kickedOffHalf == 0 ? Side::Left : Side::None;
            kickedOffHalf = game.half();
            // This also begins a match that waits in its start situation.
            if (auto begun = match.simulation().apply(monitor::KickOff{side}); !begun) {
                return begun;
            }
        }
        if (auto played = match.cycle(); !played) {
            return played;
        }
    }
    return {};
}

// @param startS game clock at the beginning
GameResult resultOf(InProcessMatch& match, double startS) {
    GameResult result;
    const simulator::Game& game = match.simulation().game();
    result.playedS = game.timeS() - startS;
    result.setScore(game.score(Side::Left), game.score(Side::Right));
    const auto sum = [&match](Side side, const auto& of) {
        double total = 0.0;
        for (const InProcessMatch::Player& player : match.players()) {
            total += player.side == side ? static_cast<double>(of(player)) : 0.0;
        }
        return total;
    };
    const auto one = [](const InProcessMatch::Player&) { return 1; };
    const auto missed = [&match](const InProcessMatch::Player& player) {
        return match.frame(player).counters.missedCycles;
    };
    result.set("players", sum(Side::Left, one), sum(Side::Right, one));
    result.set("missed_cycles", sum(Side::Left, missed), sum(Side::Right, missed));
    result.set("late_answers", 0.0, 0.0); // simulated time waits for agents in this process
    return result;
}

} // namespace

bool canPlayInProcess(const TeamFile& team) {
    return std::ranges::all_of(team.players, &PlayerSpec::isEmbedded);
}

bool isPlayedInProcess(const SeriesPlan& plan, const ScheduledGame& game) {
    const ServerChoices& server = plan.settings.server;
    return canPlayInProcess(plan.teams[game.left]) && canPlayInProcess(plan.teams[game.right]) &&
           !server.isRealTime && server.command.empty();
}

base::Expected<void> playFromKickOff(InProcessMatch& match, const TeamFile& left,
                                     const TeamFile& right,
                                     const std::function<bool()>& shouldContinue) {
    base::Expected<void> played;
    for (const auto& [team, side] : {std::pair{&left, Side::Left}, {&right, Side::Right}}) {
        if (played) {
            played = match.join(*team, side); // the first team to join plays on the left
        }
    }
    if (played) {
        played = match.play(kSettleS);
    }
    return played ? playToTheEnd(match, shouldContinue) : played;
}

base::Expected<GameResult> playInProcess(const simulator::SimulationSettings& simulation,
                                         const TeamFile& left, const TeamFile& right,
                                         const fs::path& log) {
    InProcessMatch match(simulation);
    base::Expected<void> played;
    if (!log.empty()) {
        played = match.openLog(log);
    }
    if (played) {
        played = playFromKickOff(match, left, right);
    }
    if (!played) {
        return tl::unexpected(played.error());
    }
    return resultOf(match, simulation.start ? simulation.start->timeS : 0.0);
}

} // namespace sideline::series
