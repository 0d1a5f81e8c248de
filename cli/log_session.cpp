#include "cli/log_session.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agentcore/base/plural.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "logs/session/session_check.h"
#include "logs/session/session_export.h"
#include "logs/session/session_reader.h"

namespace sideline::cli {

namespace {

using Json = nlohmann::ordered_json;
using logs::RecordCount;
using logs::RecordKind;
using logs::SessionReader;
using std::chrono::nanoseconds;

constexpr std::size_t kShownFaults = 20;

std::unique_ptr<SessionReader> openForCommand(const LogArguments& arguments) {
    logs::SessionReaderOptions options;
    options.cacheBytes = arguments.memoryMiB << 20U;
    options.spoolDirectory = arguments.spoolDirectory;
    auto reader = SessionReader::open(arguments.file, options);
    if (!reader) {
        printError(reader.error().toString());
        return nullptr;
    }
    return std::move(*reader);
}

double secondsOf(nanoseconds time) {
    return std::chrono::duration<double>(time).count();
}

std::uint64_t bytesOf(const std::filesystem::path& path) {
    std::uint64_t bytes = 0;
    for (const char* ending : {"", "-wal"}) {
        std::error_code missing;
        const auto size = std::filesystem::file_size(path.string() + ending, missing);
        bytes += missing ? 0 : size;
    }
    return bytes;
}

Json toJson(const RecordCount& count) {
    return {{"offered", count.offered}, {"written", count.written}, {"dropped", count.dropped}};
}

Json toJson(const logs::AgentTrack& track, SessionReader& reader) {
    Json json;
    json["name"] = track.name;
    json["team"] = track.team;
    json["side"] = game::sideName(track.robot.side);
    json["unum"] = track.robot.unum.value();
    json["type"] = track.typeNumber;
    json["model"] = track.model;
    json["cycles"] = track.frames;
    json["count"] = toJson(track.count);
    json["firstS"] = secondsOf(track.first);
    json["lastS"] = secondsOf(track.last);
    json["bytes"] = track.bytes;
    const auto last = track.frames > 0 ? reader.frame(track.id, track.frames - 1)
                                       : base::Expected<logs::SessionFrame>(
                                             base::failure(base::ErrorCode::NotFound, "no frames"));
    json["missedCycles"] = last ? Json(last->frame->counters.missedCycles) : Json(nullptr);
    json["lateAnswers"] = last ? Json(last->frame->counters.lateAnswers) : Json(nullptr);
    json["unknownPercepts"] = last ? Json(last->frame->counters.unknownPercepts) : Json(nullptr);
    json["reconnects"] = last ? Json(last->frame->counters.reconnects) : Json(nullptr);
    return json;
}

// Describes a Nao by its type, another robot by its name.
std::string robotText(const Json& agent) {
    const auto model = agent["model"].get<std::string>();
    return model.empty() || model.starts_with("nao")
               ? fmt::format("type {}", agent["type"].get<int>())
               : model;
}

Json describe(SessionReader& reader) {
    Json json;
    json["file"] = reader.path().string();
    json["kind"] = "session";
    json["bytes"] = bytesOf(reader.path());
    json["begunAt"] = reader.info().begunAt;
    json["program"] = reader.info().program;
    json["note"] = reader.info().note;
    json["complete"] = reader.isComplete();
    json["firstS"] = secondsOf(reader.begin());
    json["lastS"] = secondsOf(reader.end());
    json["agents"] = Json::array();
    for (const logs::AgentTrack& track : reader.agents()) {
        json["agents"].push_back(toJson(track, reader));
    }
    for (std::size_t kind = 0; kind < logs::kRecordKindCount; ++kind) {
        json["counts"][std::string(logs::recordKindName(static_cast<RecordKind>(kind)))] =
            toJson(reader.counts()[kind]);
    }
    json["matchLogs"] = Json::array();
    for (std::size_t i = 0; i < reader.matchLogs().size(); ++i) {
        const logs::MatchLogEntry& log = reader.matchLogs()[i];
        json["matchLogs"].push_back(
            {{"name", log.name}, {"atS", secondsOf(log.at)}, {"marks", reader.markCount(i)}});
    }
    json["missing"] = logs::findMissing(reader);
    json["damage"] = Json::array();
    for (const base::Error& error : reader.damage()) {
        json["damage"].push_back(error.toString());
    }
    return json;
}

void printDescription(const Json& json) {
    const auto row = [](const std::string& name, const std::string& value) {
        std::cout << fmt::format("{:<14}{}\n", name, value);
    };
    const auto text = [&](const char* key) { return json[key].get<std::string>(); };
    row("File", text("file"));
    row("Session",
        fmt::format("started {}, by {}{}", text("begunAt").empty() ? "?" : text("begunAt"),
                    text("program").empty() ? "?" : text("program"),
                    json["complete"].get<bool>() ? "" : "; not closed"));
    if (!text("note").empty()) {
        row("Note", text("note"));
    }
    row("Bytes", fmt::format("{}", json["bytes"].get<std::uint64_t>()));
    row("Recorded", fmt::format("{:.1f} s to {:.1f} s", json["firstS"].get<double>(),
                                json["lastS"].get<double>()));
    for (const Json& agent : json["agents"]) {
        const auto countOf = [&agent](const char* key) {
            return agent[key].is_null() ? std::string("?") : agent[key].dump();
        };
        row("Agent", fmt::format("{}: {} {}, {}; {} from {:.1f} s to {:.1f} s, {} "
                                 "missed, {} late, {} dropped; {:.1f} MiB",
                                 agent["name"].get<std::string>(), agent["side"].get<std::string>(),
                                 agent["unum"].get<int>(), robotText(agent),
                                 base::plural(agent["cycles"].get<std::uint64_t>(), "cycle"),
                                 agent["firstS"].get<double>(), agent["lastS"].get<double>(),
                                 countOf("missedCycles"), countOf("lateAnswers"),
                                 agent["count"]["dropped"].get<std::uint64_t>(),
                                 agent["bytes"].get<double>() / (1U << 20U)));
    }
    for (const Json& log : json["matchLogs"]) {
        row("Match log", fmt::format("{} from {:.1f} s, {}", log["name"].get<std::string>(),
                                     log["atS"].get<double>(),
                                     base::plural(log["marks"].get<std::uint64_t>(), "frame")));
    }
    for (const auto& [kind, count] : json["counts"].items()) {
        if (count["offered"].get<std::uint64_t>() > 0) {
            row("Recorded",
                fmt::format("{} x {}, {} dropped", count["written"].get<std::uint64_t>(), kind,
                            count["dropped"].get<std::uint64_t>()));
        }
    }
    for (const auto& [name, key] : {std::pair("Missing", "missing"), {"Damage", "damage"}}) {
        row(name, json[key].empty() ? "none" : "");
        for (const Json& line : json[key]) {
            row("", line.get<std::string>());
        }
    }
}

Json toJson(const logs::SessionCheck& check, const SessionReader& reader) {
    Json json;
    json["good"] = check.isGood();
    json["complete"] = reader.isComplete();
    json["agents"] = Json::array();
    for (const logs::TrackCheck& track : check.tracks) {
        const logs::AgentTrack& agent = reader.agents()[track.agent.index()];
        Json entry = {{"name", agent.name},
                      {"decoded", track.decoded},
                      {"count", toJson(agent.count)},
                      {"restarts", track.restarts},
                      {"gaps", Json::array()}};
        for (const logs::CycleGap& gap : track.gaps) {
            entry["gaps"].push_back(
                {{"afterCycle", gap.after}, {"missing", gap.missing}, {"atS", secondsOf(gap.at)}});
        }
        json["agents"].push_back(std::move(entry));
    }
    for (std::size_t kind = 0; kind < logs::kRecordKindCount; ++kind) {
        Json entry = toJson(reader.counts()[kind]);
        entry["found"] = check.found[kind];
        json["counts"][std::string(logs::recordKindName(static_cast<RecordKind>(kind)))] = entry;
    }
    json["missing"] = check.missing;
    json["faults"] = check.faults;
    return json;
}

void printFindings(const char* name, const std::vector<std::string>& findings) {
    for (std::size_t i = 0; i < std::min(findings.size(), kShownFaults); ++i) {
        std::cout << name << ": " << findings[i] << '\n';
    }
    if (findings.size() > kShownFaults) {
        std::cout << fmt::format("and {}\n",
                                 base::plural(findings.size() - kShownFaults, "more fault"));
    }
}

void printCheck(const logs::SessionCheck& check, const SessionReader& reader) {
    printFindings("missing", check.missing);
    printFindings("damage", check.faults);
    for (const logs::TrackCheck& track : check.tracks) {
        const logs::AgentTrack& agent = reader.agents()[track.agent.index()];
        std::uint64_t missing = 0;
        for (const logs::CycleGap& gap : track.gaps) {
            missing += gap.missing;
        }
        std::cout << fmt::format(
            "{}: {} offered, {} written, {} dropped, {} read; {} with {}, {}\n", agent.name,
            base::plural(agent.count.offered, "frame"), agent.count.written, agent.count.dropped,
            track.decoded, base::plural(track.gaps.size(), "gap"), base::plural(missing, "cycle"),
            base::plural(track.restarts, "restart"));
    }
    for (std::size_t kind = 1; kind < logs::kRecordKindCount; ++kind) {
        const RecordCount& count = reader.counts()[kind];
        if (count.offered > 0 || check.found[kind] > 0) {
            std::cout << fmt::format("{}: {} offered, {} written, {} dropped, {} read\n",
                                     logs::recordKindName(static_cast<RecordKind>(kind)),
                                     count.offered, count.written, count.dropped,
                                     check.found[kind]);
        }
    }
    std::cout << (check.isGood() ? "good\n" : "not ok\n");
}

std::optional<logs::TrackId> chooseAgent(const SessionReader& reader, const std::string& name) {
    if (!name.empty()) {
        if (const auto found = reader.findAgent(name)) {
            return found;
        }
    } else if (reader.agents().size() == 1) {
        return reader.agents()[0].id;
    }
    std::string names;
    for (const logs::AgentTrack& track : reader.agents()) {
        names += fmt::format("{}'{}'", names.empty() ? "" : ", ", track.name);
    }
    printError(
        fmt::format("{}: {}, expected {}", reader.path().string(),
                    !name.empty()   ? fmt::format("unknown agent '{}'", name)
                    : names.empty() ? "there is no agent"
                                    : "there is more than one agent",
                    names.empty() ? "a session with an agent" : "--agent with one of " + names));
    return std::nullopt;
}

std::vector<std::string> splitNames(const std::string& text) {
    std::vector<std::string> names;
    std::istringstream in(text);
    for (std::string name; std::getline(in, name, ',');) {
        if (!name.empty()) {
            names.push_back(name);
        }
    }
    return names;
}

nanoseconds timeOf(std::optional<double> seconds, nanoseconds otherwise) {
    constexpr double kMaxS = 9e9;
    return seconds && std::abs(*seconds) < kMaxS
               ? std::chrono::duration_cast<nanoseconds>(std::chrono::duration<double>(*seconds))
               : otherwise;
}

base::Expected<void> printSignals(SessionReader& reader, const logs::SessionRange& range) {
    const auto names = logs::listAgentSignals(reader, range);
    if (!names) {
        return tl::unexpected(names.error());
    }
    for (const std::string& name : *names) {
        std::cout << name << '\n';
    }
    return {};
}

} // namespace

int describeSession(const LogArguments& arguments) {
    const auto reader = openForCommand(arguments);
    if (!reader) {
        return kExitFailed;
    }
    const Json json = describe(*reader);
    if (arguments.json) {
        std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
    } else {
        printDescription(json);
    }
    return json["missing"].empty() && json["damage"].empty() ? kExitGood : kExitFound;
}

int verifySession(const LogArguments& arguments) {
    const auto reader = openForCommand(arguments);
    if (!reader) {
        return kExitFailed;
    }
    const logs::SessionCheck check = [&] {
        const Progress progress("verifying");
        return logs::checkSession(*reader);
    }();
    if (arguments.json) {
        std::cout << toJson(check, *reader).dump(2, ' ', false, Json::error_handler_t::replace)
                  << '\n';
    } else {
        printCheck(check, *reader);
    }
    return check.isGood() ? kExitGood : kExitFound;
}

int exportSession(const LogArguments& arguments, const SessionExport& what) {
    base::OutputSet outputs(what.mayReplace,
                            {arguments.file, arguments.file + "-wal", arguments.file + "-shm"});
    if (!areFree(outputs, {what.csvFile, what.streamFile, what.outputsFile, what.beliefsFile,
                           what.listsSignals ? "-" : ""})) {
        return kExitFailed;
    }
    const auto reader = openForCommand(arguments);
    if (!reader) {
        return kExitFailed;
    }
    logs::SessionRange range;
    range.from = timeOf(what.fromS, nanoseconds::min());
    range.to = timeOf(what.toS, nanoseconds::max());
    bool good = true;
    if (what.listsSignals || !what.csvFile.empty() || !what.streamFile.empty()) {
        const auto agent = chooseAgent(*reader, what.agent);
        if (!agent) {
            return kExitFailed;
        }
        range.agent = *agent;
    }
    if (what.listsSignals) {
        good = writeTo(outputs, "-",
                       [&](std::ostream& /*out*/) { return printSignals(*reader, range); });
    }
    const auto files = {what.csvFile, what.streamFile, what.outputsFile, what.beliefsFile};
    const Progress progress("exporting", 0.0, std::ranges::find(files, "-") != files.end());
    if (!what.csvFile.empty()) {
        good = good && writeTo(outputs, what.csvFile, [&](std::ostream& out) {
                   return logs::exportAgentSignals(*reader, range, splitNames(what.signals), out);
               });
    }
    if (!what.streamFile.empty()) {
        good = good && writeTo(outputs, what.streamFile, [&](std::ostream& out) {
                   return logs::exportStream(*reader, range, out);
               });
    }
    if (!what.outputsFile.empty()) {
        good = good && writeTo(outputs, what.outputsFile, [&](std::ostream& out) {
                   return logs::exportOutputs(*reader, range.from, range.to, out);
               });
    }
    if (!what.beliefsFile.empty()) {
        good = good && writeTo(outputs, what.beliefsFile, [&](std::ostream& out) {
                   return logs::exportBeliefs(*reader, range.from, range.to, out);
               });
    }
    if (!good) {
        return kExitFailed;
    }
    const std::vector<std::string> missing = logs::findMissing(*reader);
    for (const std::string& line : missing) {
        printError("missing: " + line);
    }
    for (const base::Error& error : reader->damage()) {
        printError("omitted: " + error.toString());
    }
    return missing.empty() && reader->damage().empty() ? kExitGood : kExitFound;
}

} // namespace sideline::cli
