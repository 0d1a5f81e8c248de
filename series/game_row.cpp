#include "series/game_row.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agentcore/base/assert.h"
#include "logs/analysis/log_statistics.h"
#include "logs/match/match_log.h"

namespace sideline::series {

namespace {

nlohmann::ordered_json jsonOf(double value) {
    return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
}

double numberIn(const nlohmann::json& json) {
    return json.is_number() ? json.get<double>() : kUnknown;
}

} // namespace

const std::vector<StatisticInfo>& gameStatistics() {
    static const std::vector<StatisticInfo> kStatistics = {
        {"goals", "", "goals scored"},
        {"points", "", "3 for a win, 1 for a draw"},
        {"players", "", "players on the field at kick-off"},
        {"possession", "%", "percentage of the two teams' combined possession in play"},
        {"passes", "", "passes"},
        {"complete_passes", "", "passes received by a teammate"},
        {"intercepted_passes", "", "passes intercepted by an opponent"},
        {"shots", "", "shots at the goal"},
        {"shots_on_target", "", "shots that would have gone into the goal, or did"},
        {"expected_goals", "", "sum of the scoring probabilities of all shots"},
        {"kicks", "", "kicks"},
        {"kick_speed", "m/s", "mean speed of the ball after a kick"},
        {"kick_distance", "m", "mean length of a kick"},
        {"dribbles", "", "dribbles with the ball under control"},
        {"recoveries", "", "balls won from the opponents"},
        {"set_plays_won", "", "set plays after which the team had the ball"},
        {"distance", "m", "distance covered by all players"},
        {"falls", "", "falls of players"},
        {"down_time", "s", "total time that players lay on the ground"},
        {"get_ups", "", "falls after which the player got up without help"},
        {"fouls", "", "fouls committed"},
        {"missed_cycles", "", "cycles for which built-in agents got no message"},
        {"late_answers", "", "answers of built-in agents that came after their cycle"},
    };
    return kStatistics;
}

std::size_t statisticIndex(std::string_view name) {
    const auto& all = gameStatistics();
    const auto it = std::ranges::find(all, name, &StatisticInfo::name);
    SIDELINE_ASSERT(it != all.end());
    return static_cast<std::size_t>(it - all.begin());
}

std::string textOf(const std::vector<GameGoal>& goals) {
    std::string text;
    for (const GameGoal& goal : goals) {
        text += fmt::format("{}{} {:.2f} {:.2f}", text.empty() ? "" : "; ",
                            goal.side == game::Side::Left ? "left" : "right", goal.gameTimeS,
                            goal.recordTimeS);
    }
    return text;
}

std::vector<GameGoal> goalsFrom(std::string_view text) {
    std::vector<GameGoal> goals;
    std::istringstream fields{std::string(text)};
    for (std::string field; std::getline(fields, field, ';');) {
        std::istringstream words(field);
        std::string side;
        GameGoal goal;
        if (!(words >> side >> goal.gameTimeS >> goal.recordTimeS) ||
            (side != "left" && side != "right")) {
            return {};
        }
        goal.side = side == "left" ? game::Side::Left : game::Side::Right;
        goals.push_back(goal);
    }
    return goals;
}

GameResult::GameResult() : values(gameStatistics().size(), {kUnknown, kUnknown}) {}

const BothSides& GameResult::value(std::string_view statistic) const {
    return values[statisticIndex(statistic)];
}

void GameResult::set(std::string_view statistic, double left, double right) {
    values[statisticIndex(statistic)] = {left, right};
}

void GameResult::setScore(int left, int right) {
    const auto points = [](int own, int others) {
        return own > others ? 3.0 : own == others ? 1.0 : 0.0;
    };
    set("goals", left, right);
    set("points", points(left, right), points(right, left));
}

std::optional<game::PlayerId> playerFrom(std::string_view text) {
    std::istringstream words{std::string(text)};
    std::string side;
    int unum = 0;
    words >> side >> unum;
    for (const game::Side each : {game::Side::Left, game::Side::Right}) {
        if (side == game::sideName(each) && unum > 0) {
            return game::PlayerId{each, game::UniformNumber(unum)};
        }
    }
    return std::nullopt;
}

std::string textOf(const GameResult& result) {
    // The server's clock has single precision, so that further digits are meaningless.
    nlohmann::ordered_json json = {{"playedS", std::round(1e3 * result.playedS) / 1e3}};
    for (std::size_t i = 0; i < result.values.size(); ++i) {
        json["values"][gameStatistics()[i].name] = {jsonOf(result.values[i].left),
                                                    jsonOf(result.values[i].right)};
    }
    json["goals"] = textOf(result.goals);
    return json.dump(1) + "\n";
}

base::Expected<GameResult> resultFrom(std::string_view text) {
    const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("values") || !json["values"].is_object() ||
        !json["values"].contains("goals")) {
        return base::failure(base::ErrorCode::Malformed, "not the result of a game",
                             "JSON with `playedS` and `values`");
    }
    GameResult result;
    result.playedS = numberIn(json.value("playedS", nlohmann::json()));
    if (const auto goals = json.find("goals"); goals != json.end() && goals->is_string()) {
        result.goals = goalsFrom(goals->get<std::string>());
    }
    for (const StatisticInfo& info : gameStatistics()) {
        const auto it = json["values"].find(info.name);
        if (it != json["values"].end() && it->is_array() && it->size() == 2) {
            result.set(info.name, numberIn((*it)[0]), numberIn((*it)[1]));
        }
    }
    return result;
}

base::Expected<void> addLogStatistics(const std::filesystem::path& file, GameResult& result) {
    logs::LogOptions options;
    options.analyze = false;
    const auto log = logs::MatchLog::open(file, options);
    if (!log) {
        return tl::unexpected(log.error());
    }
    (*log)->waitUntilIndexed();
    const auto statistics = logs::statisticsOf((*log)->parts(), {});
    if (!statistics) {
        return tl::unexpected(statistics.error());
    }
    for (const logs::Goal& goal : statistics->goals) {
        result.goals.push_back({goal.side, goal.when.gameTimeS, goal.when.recordTimeS});
    }
    const auto& teams = statistics->total.teams;
    const auto set = [&](std::string_view name, auto logs::TeamStatistics::*value) {
        result.set(name, static_cast<double>(teams.left.*value),
                   static_cast<double>(teams.right.*value));
    };
    using Team = logs::TeamStatistics;
    set("passes", &Team::passes);
    set("complete_passes", &Team::completePasses);
    set("intercepted_passes", &Team::interceptedPasses);
    set("shots", &Team::shots);
    set("shots_on_target", &Team::shotsOnTarget);
    set("expected_goals", &Team::expectedGoals);
    set("kicks", &Team::kicks);
    set("dribbles", &Team::dribbles);
    set("recoveries", &Team::recoveries);
    set("set_plays_won", &Team::setPlaysWon);
    set("distance", &Team::distanceM);
    set("falls", &Team::falls);
    set("down_time", &Team::downS);
    set("fouls", &Team::fouls);
    const auto possession = [&](game::Side side) {
        return 100.0 * statistics->total.possessionRatio(side);
    };
    result.set("possession", possession(game::Side::Left), possession(game::Side::Right));
    // The mean of no values is unknown.
    const auto mean = [](const Team& team, double value) {
        return team.kicks > 0 ? value : kUnknown;
    };
    result.set("kick_speed", mean(teams.left, teams.left.kickSpeedMps),
               mean(teams.right, teams.right.kickSpeedMps));
    result.set("kick_distance", mean(teams.left, teams.left.kickDistanceM),
               mean(teams.right, teams.right.kickDistanceM));
    BothSides getUps;
    for (const logs::PlayerStatistics& player : statistics->players) {
        if (player.id.side != game::Side::None) {
            getUps.of(player.id.side) += player.getUps;
        }
    }
    result.set("get_ups", getUps.left, getUps.right);
    return {};
}

} // namespace sideline::series
