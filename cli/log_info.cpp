#include "cli/log_command.h"

#include <cmath>
#include <iostream>
#include <map>
#include <memory>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agentcore/base/plural.h"
#include "agentcore/field/field_model.h"
#include "cli/log_session.h"
#include "logs/session/recording_kind.h"

namespace sideline::cli {

namespace {

using Json = nlohmann::ordered_json;
using game::Side;

// Collects the properties of a log. Numbers that the log does not determine are null.
base::Expected<Json> describe(const logs::MatchLog& log) {
    const auto index = log.index();
    const auto analysis = log.analysis();
    logs::FrameReader reader = log.makeReader();
    const logs::FrameNumber last = index->frameCount() - 1;
    const auto frame = reader.frame(last);
    if (!frame) {
        return tl::unexpected(frame.error());
    }
    const monitor::GameState& game = (*frame)->game;

    Json json;
    json["file"] = log.path().string();
    json["packing"] = log.packing();
    json["entry"] = log.entryName();
    json["otherEntries"] = log.otherEntries();
    json["bytes"] = index->byteCount();
    json["frames"] = index->frameCount();
    json["fullFrames"] = index->fullFrames().size();
    json["linesWithDrawings"] = index->drawingLineCount();
    json["stepS"] = index->stepS();
    json["durationS"] = index->durationS();
    const auto active = index->firstActiveFrame();
    json["firstRobotFrame"] = active ? Json(*active) : Json(nullptr);
    json["activeDurationS"] = active ? index->durationS() - index->recordTimeS(*active) : 0.0;
    json["gameTime"] = {{"firstS", index->gameTimeS(0)}, {"lastS", game.timeS}};
    json["half"] = game.half;
    json["playMode"] = game.playModeName();
    json["teams"] = {{"left", game.teamLeft}, {"right", game.teamRight}};
    json["score"] = {{"left", game.scoreLeft}, {"right", game.scoreRight}};

    Json players = {{"left", Json::array()}, {"right", Json::array()}};
    std::map<std::string, std::map<std::string, int>> byType = {{"left", {}}, {"right", {}}};
    for (const auto& [id, type] : analysis->players) {
        const std::string side(game::sideName(id.side));
        const auto model = analysis->models.find(id);
        players[side].push_back(
            {{"unum", id.unum.value()},
             {"type", type},
             {"robot",
              model != analysis->models.end() ? Json(model->second->name()) : Json(nullptr)}});
        ++byType[side][analysis->robotName(id)];
    }
    json["players"] = players;
    json["playersByType"] = byType;

    if (game.environment) {
        const auto& field = game.environment->field;
        json["field"] = {
            {"lengthM", field.lengthM}, {"widthM", field.widthM}, {"goalWidthM", field.goalWidthM}};
    }
    Json events = Json::object();
    for (int i = 0; i < logs::kEventKindCount; ++i) {
        events[std::string(logs::eventKindName(static_cast<logs::EventKind>(i)))] = 0;
    }
    for (const logs::Event& event : analysis->events) {
        Json& count = events[std::string(logs::eventKindName(event.kind))];
        count = count.get<int>() + 1;
    }
    json["events"] = events;
    json["damage"] = {{"issues", analysis->issues.size()},
                      {"damagedFrames", analysis->damagedFrames},
                      {"outOfSyncFrames", analysis->outOfSyncFrames},
                      {"remarks", analysis->remarkCount}};
    return json;
}

std::string clock(double timeS) {
    const long tenths = std::lround(timeS * 10.0);
    return fmt::format("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10);
}

void printText(const Json& json) {
    const auto row = [](const char* name, const std::string& value) {
        std::cout << fmt::format("{:<14}{}\n", name, value);
    };
    const auto text = [&](const char* key) { return json[key].get<std::string>(); };
    row("File", text("file") + (text("entry").empty() ? "" : " : " + text("entry")));
    if (!text("packing").empty()) {
        row("Compression", text("packing"));
    }
    row("Bytes", fmt::format("{}", json["bytes"].get<std::uint64_t>()));
    row("Frames", fmt::format("{} every {} s, {}", json["frames"].get<std::uint64_t>(),
                              json["stepS"].get<double>(),
                              base::plural(json["fullFrames"].get<std::uint64_t>(), "full scene")));
    row("Recorded", fmt::format("{}, {} with robots", clock(json["durationS"].get<double>()),
                                clock(json["activeDurationS"].get<double>())));
    row("Game clock",
        fmt::format("{} to {}, half {}, {}", clock(json["gameTime"]["firstS"].get<double>()),
                    clock(json["gameTime"]["lastS"].get<double>()), json["half"].get<int>(),
                    text("playMode")));
    row("Score", fmt::format("{} {} : {} {}", json["teams"]["left"].get<std::string>(),
                             json["score"]["left"].get<int>(), json["score"]["right"].get<int>(),
                             json["teams"]["right"].get<std::string>()));
    bool isUnknown = false;
    for (const char* side : {"left", "right"}) {
        std::string players;
        for (const auto& player : json["players"][side]) {
            const int type = player["type"].get<int>();
            const std::string kind = type >= 0 ? fmt::format("type {}", type)
                                     : player["robot"].is_null()
                                         ? "unknown robot"
                                         : player["robot"].get<std::string>();
            isUnknown = isUnknown || (type < 0 && player["robot"].is_null());
            players += fmt::format("{}{} ({})", players.empty() ? "" : ", ",
                                   player["unum"].get<int>(), kind);
        }
        row(side == std::string("left") ? "Left" : "Right", players.empty() ? "-" : players);
    }
    if (isUnknown) {
        row("", "--robots FOLDER, with rsg/ and the scene files in it, identifies these robots");
    }
    std::string events;
    for (const auto& [kind, count] : json["events"].items()) {
        if (count.get<int>() > 0) {
            events += fmt::format("{}{} {}", events.empty() ? "" : ", ", count.get<int>(), kind);
        }
    }
    row("Events", events.empty() ? "-" : events);
    row("Damage", json["damage"]["issues"].get<int>() == 0
                      ? "none"
                      : fmt::format("{}, see `sideline log verify`",
                                    base::plural(json["damage"]["issues"].get<int>(), "issue")));
}

} // namespace

void addLogInfo(CLI::App& log, int& status) {
    CLI::App* command = log.add_subcommand(
        "info", "Summarize a match log (teams, score, length) or a session (agents)");
    auto arguments = std::make_shared<LogArguments>();
    addLogArguments(*command, *arguments);
    command->add_flag("--json", arguments->json, "print JSON");
    command->callback([arguments, &status] {
        if (logs::recordingKind(arguments->file) == logs::RecordingKind::Session) {
            status = describeSession(*arguments);
            return;
        }
        const auto opened = openLog(*arguments, true);
        if (!opened) {
            status = kExitFailed;
            return;
        }
        const auto json = describe(*opened);
        if (!json) {
            printError(json.error().toString());
            status = kExitFailed;
        } else if (arguments->json) {
            std::cout << json->dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
        } else {
            printText(*json);
        }
    });
}

} // namespace sideline::cli
