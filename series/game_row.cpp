#include "series/game_row.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "agentcore/base/assert.h"
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
        {"goals", "", "goals scored", 1},
        {"points", "", "3 for a win, 1 for a draw", 1},
        {"players", "", "players on the field at kick-off", 1},
        {"kicks", "", "times that the ball was clearly accelerated", 1},
        {"falls", "", "falls of players", -1},
        {"get_ups", "", "times that a fallen player stood again", 0},
        {"fouls", "", "fouls committed", -1},
        {"missed_cycles", "", "cycles for which built-in agents got no message", -1},
    };
    return kStatistics;
}

std::size_t statisticIndex(std::string_view name) {
    const auto& all = gameStatistics();
    const auto it = std::ranges::find(all, name, &StatisticInfo::name);
    SIDELINE_ASSERT(it != all.end());
    return static_cast<std::size_t>(it - all.begin());
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

std::string textOf(const GameResult& result) {
    // The server's clock counts in single precision.
    nlohmann::ordered_json json = {{"playedS", std::round(1e3 * result.playedS) / 1e3}};
    for (std::size_t i = 0; i < result.values.size(); ++i) {
        json["values"][gameStatistics()[i].name] = {jsonOf(result.values[i].left),
                                                    jsonOf(result.values[i].right)};
    }
    return json.dump(1) + "\n";
}

base::Expected<GameResult> resultFrom(std::string_view text) {
    const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("values") || !json["values"].is_object() ||
        !json["values"].contains("goals")) {
        return base::failure(base::ErrorCode::Malformed, "no result of a game",
                             "JSON with `playedS` and `values`");
    }
    GameResult result;
    result.playedS = numberIn(json.value("playedS", nlohmann::json()));
    for (const StatisticInfo& info : gameStatistics()) {
        const auto it = json["values"].find(info.name);
        if (it != json["values"].end() && it->is_array() && it->size() == 2) {
            result.set(info.name, numberIn((*it)[0]), numberIn((*it)[1]));
        }
    }
    return result;
}

base::Expected<void> addLogStatistics(const std::filesystem::path& file, GameResult& result) {
    const auto log = logs::MatchLog::open(file, {});
    if (!log) {
        return tl::unexpected(log.error());
    }
    (*log)->waitUntilAnalyzed();
    const auto analysis = (*log)->analysis();
    const auto count = [&](logs::EventKind kind, game::Side side) {
        return static_cast<double>(
            std::ranges::count_if(analysis->events, [&](const logs::Event& event) {
                return event.kind == kind && (event.side == side || event.robot.side == side);
            }));
    };
    using logs::EventKind;
    for (const auto& [name, kind] : {std::pair{"kicks", EventKind::Kick},
                                     {"falls", EventKind::Fall},
                                     {"get_ups", EventKind::GetUp},
                                     {"fouls", EventKind::Foul}}) {
        result.set(name, count(kind, game::Side::Left), count(kind, game::Side::Right));
    }
    return {};
}

} // namespace sideline::series
