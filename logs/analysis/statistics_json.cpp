#include "logs/analysis/statistics_json.h"

#include <nlohmann/json.hpp>

#include "agentcore/game/restart.h"
#include "agentcore/monitor/game_state.h"

namespace sideline::logs {

namespace {

using Json = nlohmann::ordered_json;
using game::Side;

Json optionalJson(const std::optional<double>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json pointJson(const Eigen::Vector2d& p_S) {
    return {p_S.x(), p_S.y()};
}

Json playerJson(const game::PlayerId& id) {
    if (id.side == Side::None) {
        return nullptr;
    }
    return {{"side", game::sideName(id.side)}, {"unum", id.unum.value()}};
}

// Writes an event's times and its player.
Json eventJson(const Moment& when, const game::PlayerId& player) {
    return {{"frame", when.frame},
            {"gameTimeS", when.gameTimeS},
            {"recordTimeS", when.recordTimeS},
            {"half", when.half},
            {"player", playerJson(player)}};
}

Json teamJson(const PeriodStatistics& period, Side side) {
    const TeamStatistics& team = period.teams.of(side);
    return {{"goals", team.goals},
            {"ownGoals", team.ownGoals},
            {"possessionShare", period.possessionRatio(side)},
            {"possessionS", team.possessionS},
            {"controlS", team.controlS},
            {"passes", team.passes},
            {"completePasses", team.completePasses},
            {"interceptedPasses", team.interceptedPasses},
            {"shots", team.shots},
            {"shotsOnTarget", team.shotsOnTarget},
            {"expectedGoals", team.expectedGoals},
            {"kicks", team.kicks},
            {"kickSpeedMps", team.kickSpeedMps},
            {"kickDistanceM", team.kickDistanceM},
            {"dribbles", team.dribbles},
            {"dribbledM", team.dribbledM},
            {"distanceM", team.distanceM},
            {"playersS", team.fieldS},
            {"falls", team.falls},
            {"downS", team.downS},
            {"fouls", team.fouls},
            {"setPlays", team.setPlays},
            {"setPlaysWon", team.setPlaysWon},
            {"setPlaysLost", team.setPlaysLost},
            {"recoveries", team.recoveries},
            {"ballInOpponentHalfS", team.ballInOpponentHalfS}};
}

Json periodJson(const PeriodStatistics& period) {
    return {{"half", period.half},
            {"fromS", period.fromS},
            {"toS", period.toS},
            {"clockS", period.clockS},
            {"inPlayS", period.inPlayS},
            {"left", teamJson(period, Side::Left)},
            {"right", teamJson(period, Side::Right)}};
}

Json periodsJson(const std::vector<PeriodStatistics>& periods) {
    Json list = Json::array();
    for (const PeriodStatistics& period : periods) {
        list.push_back(periodJson(period));
    }
    return list;
}

Json mapJson(const HeatMap& map) {
    Json rows = Json::array();
    for (int row = 0; row < map.rows(); ++row) {
        Json seconds = Json::array();
        for (int column = 0; column < map.columns(); ++column) {
            seconds.push_back(map.seconds(column, row));
        }
        rows.push_back(std::move(seconds));
    }
    return {{"cellM", map.cellM()}, {"rowsS", std::move(rows)}};
}

Json playerJson(const PlayerStatistics& player) {
    Json json = playerJson(player.id);
    json["type"] = player.typeNumber >= 0 ? Json(player.typeNumber) : Json(nullptr);
    json["robot"] = player.robot.empty() ? Json(nullptr) : Json(player.robot);
    json["fieldS"] = player.fieldS;
    json["uprightS"] = player.uprightS;
    json["distanceM"] = player.distanceM;
    json["meanSpeedMps"] = player.meanSpeedMps();
    json["controlS"] = player.controlS;
    json["opponentHalfS"] = player.opponentHalfS;
    json["falls"] = player.falls;
    json["downS"] = player.downS;
    json["getUps"] = player.getUps;
    json["meanGetUpS"] = optionalJson(player.meanGetUpS());
    json["kicks"] = player.kicks;
    json["passes"] = player.passes;
    json["completePasses"] = player.completePasses;
    json["shots"] = player.shots;
    json["shotsOnTarget"] = player.shotsOnTarget;
    json["expectedGoals"] = player.expectedGoals;
    json["goals"] = player.goals;
    json["ownGoals"] = player.ownGoals;
    json["dribbles"] = player.dribbles;
    json["dribbledM"] = player.dribbledM;
    json["recoveries"] = player.recoveries;
    json["fouls"] = player.fouls;
    json["meanPosition_SM"] = pointJson(player.meanP_S);
    json["positions"] = mapJson(player.positions);
    return json;
}

template <typename T, typename Row>
Json listJson(const std::vector<T>& values, const Row& row) {
    Json list = Json::array();
    for (const T& value : values) {
        list.push_back(row(value));
    }
    return list;
}

Json kickJson(const Kick& kick) {
    Json json = eventJson(kick.when, kick.by);
    json["from_SM"] = pointJson(kick.p_SFrom);
    json["to_SM"] = pointJson(kick.p_STo);
    json["speedMps"] = kick.speedMps;
    json["directionRad"] = kick.directionRad;
    json["distanceM"] = kick.distanceM;
    json["durationS"] = kick.durationS;
    json["outcome"] = kickOutcomeName(kick.outcome);
    json["next"] = playerJson(kick.next);
    json["isPass"] = kick.isPass;
    json["shot"] = shotKindName(kick.shot);
    json["expectedGoals"] = kick.shot == ShotKind::None ? Json(nullptr) : Json(kick.expectedGoals);
    return json;
}

Json dribbleJson(const Dribble& dribble) {
    Json json = eventJson(dribble.when, dribble.by);
    json["from_SM"] = pointJson(dribble.p_SFrom);
    json["to_SM"] = pointJson(dribble.p_STo);
    json["distanceM"] = dribble.distanceM;
    json["durationS"] = dribble.durationS;
    return json;
}

Json fallJson(const Fall& fall) {
    Json json = eventJson(fall.when, fall.player);
    json["position_SM"] = pointJson(fall.p_S);
    json["downS"] = fall.downS;
    json["hasGotUp"] = fall.hasGotUp;
    json["wasMoved"] = fall.wasMoved;
    return json;
}

Json goalJson(const Goal& goal) {
    Json json = eventJson(goal.when, goal.by);
    json["side"] = game::sideName(goal.side);
    json["isOwnGoal"] = goal.isOwnGoal;
    json["score"] = {{"left", goal.scoreLeft}, {"right", goal.scoreRight}};
    return json;
}

Json recoveryJson(const Recovery& recovery) {
    Json json = eventJson(recovery.when, recovery.by);
    json["position_SM"] = pointJson(recovery.p_S);
    return json;
}

Json setPlayJson(const SetPlay& play) {
    Json json = eventJson(play.when, {});
    json.erase("player");
    json["kind"] = setPieceName(play.piece);
    json["side"] = game::sideName(play.side);
    json["isWon"] = play.isWon ? Json(*play.isWon) : Json(nullptr);
    return json;
}

Json foulJson(const FoulCall& foul) {
    Json json = eventJson(foul.when, foul.by);
    json["type"] = foul.type;
    json["name"] = monitor::foulTypeName(foul.type);
    return json;
}

Json passesJson(const PassNetwork& passes) {
    Json list = Json::array();
    for (const auto& [players, count] : passes) {
        list.push_back({{"from", playerJson(players.first)},
                        {"to", playerJson(players.second)},
                        {"count", count}});
    }
    return list;
}

} // namespace

nlohmann::ordered_json toJson(const MatchStatistics& statistics) {
    Json json;
    json["teams"] = {{"left", statistics.teamLeft}, {"right", statistics.teamRight}};
    json["score"] = {{"left", statistics.scoreLeft}, {"right", statistics.scoreRight}};
    json["frames"] = statistics.frames;
    json["skippedFrames"] = statistics.skippedFrames;
    json["field"] = statistics.field ? Json{{"lengthM", statistics.field->lengthM},
                                            {"widthM", statistics.field->widthM}}
                                     : Json(nullptr);
    json["kickOffS"] = optionalJson(statistics.kickOffS);
    json["firstShotAfterS"] = {{"left", optionalJson(statistics.firstShotAfterS.left)},
                               {"right", optionalJson(statistics.firstShotAfterS.right)}};
    json["total"] = periodJson(statistics.total);
    json["halves"] = periodsJson(statistics.halves);
    json["windows"] = periodsJson(statistics.windows);
    json["players"] = listJson(statistics.players,
                               [](const PlayerStatistics& player) { return playerJson(player); });
    json["kicks"] = listJson(statistics.kicks, kickJson);
    json["dribbles"] = listJson(statistics.dribbles, dribbleJson);
    json["falls"] = listJson(statistics.falls, fallJson);
    json["goals"] = listJson(statistics.goals, goalJson);
    json["recoveries"] = listJson(statistics.recoveries, recoveryJson);
    json["setPlays"] = listJson(statistics.setPlays, setPlayJson);
    json["fouls"] = listJson(statistics.fouls, foulJson);
    json["passNetwork"] = passesJson(statistics.passes);
    json["ball"] = mapJson(statistics.ball);
    return json;
}

} // namespace sideline::logs
