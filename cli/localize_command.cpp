#include "cli/localize_command.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "agentcore/base/plural.h"
#include "agentcore/field/field_model.h"
#include "agentcore/math/angles.h"
#include "agentcore/runtime/agent_settings.h"
#include "cli/localize_input.h"
#include "cli/localize_table.h"
#include "cli/log_command.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/simulation_arguments.h"
#include "evaluation/belief_file.h"
#include "evaluation/belief_run.h"
#include "evaluation/estimator_run.h"
#include "evaluation/scenario.h"

namespace sideline::cli {

namespace {

using base::ErrorCode;
using localization::Method;

struct LocalizeArguments {
    std::vector<std::string> streams;
    std::vector<std::string> methods{"all"};
    std::vector<std::string> without;
    std::string truthFile;
    std::string agent;                    ///< agent of a session; empty: the only one
    RobotFolders robotFolders;            ///< empty: built-in robots
    std::vector<std::string> beliefFiles; ///< none, or one for each stream
    std::string csvFile;
    std::string scenario;
    double assumedNoise = 1.0;
    double addedNoise = 0.0;
    int visionEvery = 1;
    std::optional<double> fromS;
    std::optional<double> toS;
    evaluation::ScenarioOptions simulate;
    bool isExact = false;
    bool isJson = false;
    bool mayReplace = false;
};

/// A stream with its ground truth.
struct Case {
    std::string name;
    evaluation::AgentStream stream;
    evaluation::TruthTrack truth;
    std::optional<Eigen::Vector3d> cameraOffset_CM;
    std::string beliefFile; ///< empty: the agent reported no beliefs
};

base::Expected<std::vector<Method>> methodsOf(const std::vector<std::string>& words) {
    std::vector<Method> methods;
    std::vector<std::string_view> known{"all"};
    for (const Method method : localization::kMethods) {
        known.push_back(localization::wordOf(method));
    }
    for (const std::string& word : words) {
        if (word == "all") {
            methods.insert(methods.end(), localization::kMethods.begin(),
                           localization::kMethods.end());
        } else if (const auto method = localization::methodOf(word)) {
            methods.push_back(*method);
        } else {
            return base::failure(ErrorCode::InvalidArgument,
                                 fmt::format("unknown method '{}'", word),
                                 fmt::format("{}", fmt::join(known, ", ")));
        }
    }
    std::vector<Method> unique; // without duplicates, in the order given
    for (const Method method : methods) {
        if (std::ranges::find(unique, method) == unique.end()) {
            unique.push_back(method);
        }
    }
    return unique;
}

base::Expected<evaluation::ObservationFilter> filterOf(const LocalizeArguments& arguments) {
    using Filter = evaluation::ObservationFilter;
    constexpr std::pair<const char*, bool Filter::*> kKinds[] = {
        {"flags", &Filter::cornerFlags},
        {"posts", &Filter::goalPosts},
        {"lines", &Filter::lines},
        {"gyro", &Filter::gyro},
        {"accelerometer", &Filter::accelerometer},
        {"feet", &Filter::feet}};
    Filter filter;
    for (const std::string& word : arguments.without) {
        const auto* kind =
            std::ranges::find_if(kKinds, [&](const auto& each) { return word == each.first; });
        if (kind == std::end(kKinds)) {
            return base::failure(ErrorCode::InvalidArgument,
                                 fmt::format("unknown observation '{}'", word),
                                 "flags, posts, lines, gyro, accelerometer, feet");
        }
        filter.*(kind->second) = false;
    }
    filter.addedNoise = arguments.addedNoise;
    filter.visionEvery = arguments.visionEvery;
    return filter;
}

base::Expected<Case> caseOfStream(const std::string& file, const std::string& beliefFile,
                                  const LocalizeArguments& arguments) {
    auto read = readStream(file, arguments.agent, arguments.robotFolders);
    if (!read) {
        return tl::unexpected(read.error());
    }
    evaluation::AgentStream* stream = &read->stream;
    const std::string& truthFile =
        arguments.truthFile.empty() ? read->matchLog : arguments.truthFile;
    auto truth = truthFile.empty()
                     ? base::Expected<evaluation::TruthTrack>(evaluation::truthOfStream(*stream))
                     : evaluation::truthOfMatchLog(
                           *stream, truthFile,
                           arguments.truthFile.empty() ? read->hints : evaluation::LogHints());
    if (!truth) {
        return tl::unexpected(truth.error());
    }
    std::string name = stream->name();
    return Case{std::move(name), std::move(*stream), std::move(*truth), std::nullopt, beliefFile};
}

base::Expected<std::vector<Case>> casesOf(const LocalizeArguments& arguments) {
    std::vector<Case> cases;
    const auto take = [&](base::Expected<evaluation::ScenarioRun> run, std::string name) {
        if (run) {
            cases.push_back({std::move(name),
                             std::move(run->stream),
                             std::move(run->truth),
                             run->cameraOffset_CM,
                             {}});
        }
        return run ? std::nullopt : std::optional(run.error());
    };
    evaluation::ScenarioOptions options = arguments.simulate;
    options.hasNoise = !arguments.isExact;
    options.hasRounding = !arguments.isExact;
    if (arguments.scenario.empty()) {
        for (std::size_t i = 0; i < arguments.streams.size(); ++i) {
            auto one = caseOfStream(arguments.streams[i],
                                    i < arguments.beliefFiles.size() ? arguments.beliefFiles[i]
                                                                     : std::string(),
                                    arguments);
            if (!one) {
                return tl::unexpected(one.error());
            }
            cases.push_back(std::move(*one));
        }
    } else if (arguments.scenario == "replay") {
        for (const std::string& file : arguments.streams) {
            const auto recorded = readStream(file, arguments.agent, arguments.robotFolders);
            if (!recorded) {
                return tl::unexpected(recorded.error());
            }
            if (const auto error = take(evaluation::replayInSimulator(recorded->stream, options),
                                        "replay of " + recorded->stream.name())) {
                return tl::unexpected(error->inFile(file));
            }
        }
    } else if (arguments.scenario == "all") {
        for (const evaluation::Scenario& scenario : evaluation::scenarios()) {
            if (const auto error = take(evaluation::runScenario(scenario.name, options),
                                        std::string(scenario.name))) {
                return tl::unexpected(*error);
            }
        }
    } else if (const auto error =
                   take(evaluation::runScenario(arguments.scenario, options), arguments.scenario)) {
        return tl::unexpected(*error);
    }
    return cases;
}

std::string aboutOf(const evaluation::AgentStream& stream) {
    const std::string name = stream.robot().side == game::Side::None
                                 ? std::string("an unnumbered robot")
                                 : game::toString(stream.robot());
    const std::string team = stream.team().empty() ? std::string() : " of " + stream.team();
    const std::string robot = stream.model().name().starts_with("nao")
                                  ? fmt::format("Nao type {}", stream.typeNumber())
                                  : stream.model().name();
    return fmt::format("{}{}, {}", name, team, robot);
}

// Returns the first cycle at or after the given time since the start of the stream.
std::size_t cycleAt(const evaluation::AgentStream& stream, double timeS) {
    const auto& cycles = stream.cycles();
    const auto it = std::ranges::find_if(cycles, [&](const evaluation::StreamCycle& cycle) {
        return cycle.serverTimeS - cycles.front().serverTimeS >= timeS - 1e-6;
    });
    return static_cast<std::size_t>(it - cycles.begin());
}

void writeRows(const Case& one, const std::string& method, const evaluation::PoseRun& run,
               std::span<const std::optional<evaluation::PoseError>> errors, std::size_t from,
               std::size_t to, std::string& rows) {
    const auto number = [](const std::optional<double>& value) {
        return value && std::isfinite(*value) ? fmt::format("{:.6g}", *value) : std::string();
    };
    const auto mm = [](double meters) {
        return std::isfinite(meters) ? fmt::format("{:.4f}", 1e3 * meters) : std::string();
    };
    for (std::size_t cycle = from; cycle < std::min(to, errors.size()); ++cycle) {
        const evaluation::StreamCycle& now = one.stream.cycles()[cycle];
        const auto& error = errors[cycle];
        const auto& residual = run.residuals()[cycle];
        rows += fmt::format("{},{},{},{:.2f},{},{:d},", one.name, method, cycle, now.serverTimeS,
                            number(now.gameTimeS), run.estimates()[cycle].isValid);
        rows += error ? fmt::format("{},{},{},{:.6f},{}", mm(error->groundM), mm(error->spaceM),
                                    mm(error->heightM), math::degFromRad(error->headingRad),
                                    number(error->squaredSigmas))
                      : std::string(",,,,");
        rows += fmt::format(",{},", residual ? fmt::format("{:.3f}", *residual) : std::string());
        if (!run.durations().empty()) {
            const std::chrono::duration<double, std::micro> us = run.durations()[cycle];
            rows += fmt::format("{:.2f}", us.count());
        }
        rows += '\n';
    }
}

constexpr const char* kCsvHeader =
    "stream,method,cycle,server_time_s,game_time_s,valid,ground_mm,space_mm,height_mm,heading_deg,"
    "squared_sigmas,residual_sigmas,us\n";

struct Work {
    std::vector<Method> methods;
    evaluation::EstimatorSetup setup;
};

// Returns the field of the stream's server.
field::FieldModel fieldOf(const evaluation::AgentStream& stream) {
    return field::FieldModel(runtime::defaultField(stream.model().traits().server).dimensions);
}

// The interval of a stream's cycles that is scored.
struct Interval {
    std::size_t from = 0;
    std::size_t to = 0;
};

MethodResult resultOf(const Case& one, std::string name, std::string word,
                      const evaluation::PoseRun& run, const Interval& interval, std::string* rows) {
    MethodResult did;
    did.name = std::move(name);
    did.word = std::move(word);
    const auto errors = evaluation::errorsOf(one.stream, run, one.truth);
    did.score = evaluation::scoreOf(one.stream, run, one.truth, errors, interval.from, interval.to);
    const localization::PoseEstimate& last = run.estimates().back();
    if (last.cameraOffsetSigmaM > 0.0) {
        did.learnedOffset_CM = last.cameraOffset_CM;
        did.learnedOffsetSigmaM = last.cameraOffsetSigmaM;
    }
    if (rows != nullptr) {
        std::ranges::replace(did.word, ',', ';'); // commas separate columns
        writeRows(one, did.word, run, errors, interval.from, interval.to, *rows);
    }
    return did;
}

// Scores the agent's own estimators as it reported them. Faults of the file are printed to standard
// error.
// @return whether the file has no faults
bool addBeliefs(const Case& one, const field::FieldModel& field, const Interval& interval,
                LocalizeResult& result, std::string* rows) {
    constexpr std::size_t kMaxReported = 10;
    auto file = evaluation::readBeliefs(one.beliefFile);
    if (!file) {
        printError(file.error().toString());
        return false;
    }
    for (std::size_t i = 0; i < std::min(file->faults.size(), kMaxReported); ++i) {
        printError(file->faults[i].toString());
    }
    if (file->badLines > kMaxReported) {
        printError(fmt::format("{}: {} in total", one.beliefFile,
                               base::plural(file->badLines, "bad line")));
    }
    std::size_t others = 0;
    auto groups = evaluation::beliefsByEstimator(std::move(file->messages), one.stream, others);
    if (others > 0) {
        printError(fmt::format("{}: {} from a robot other than {}", one.beliefFile,
                               base::plural(others, "belief"), result.about));
    }
    bool isGood = file->badLines == 0 && !groups.empty();
    for (auto& [name, messages] : groups) {
        evaluation::BeliefRun run(field);
        for (evaluation::BeliefMessage& message : messages) {
            run.add(std::move(message));
        }
        run.advance(one.stream);
        if (run.unmatched() > 0) {
            printError(fmt::format("{}: {} of {} beliefs match no cycle of {}, which has {} cycles "
                                   "from {:.2f} s to {:.2f} s of server time",
                                   one.beliefFile, run.unmatched(), run.unmatched() + run.matched(),
                                   one.name, one.stream.cycles().size(),
                                   one.stream.cycles().front().serverTimeS,
                                   one.stream.cycles().back().serverTimeS));
            isGood = false;
        }
        result.methods.push_back(resultOf(one, name.empty() ? "Belief" : name,
                                          name.empty() ? "belief" : name, run, interval, rows));
    }
    return isGood;
}

// @param isGood set to false when something could not be read
LocalizeResult runAll(const Case& one, const Work& work, const LocalizeArguments& arguments,
                      Progress& progress, std::string& rows, bool& isGood) {
    const auto& cycles = one.stream.cycles();
    const std::size_t from = arguments.fromS ? cycleAt(one.stream, *arguments.fromS) : 0;
    const std::size_t to = arguments.toS ? cycleAt(one.stream, *arguments.toS) : cycles.size();
    std::string* requestedRows = arguments.csvFile.empty() ? nullptr : &rows;
    LocalizeResult result;
    const field::FieldModel field = fieldOf(one.stream);
    result.name = one.name;
    result.about = aboutOf(one.stream);
    result.cycles = cycles.size();
    result.durationS = cycles.back().serverTimeS - cycles.front().serverTimeS;
    result.truthSource = one.truth.isEmpty() ? std::string() : one.truth.source;
    result.truthCycles = static_cast<std::size_t>(std::ranges::count_if(
        one.truth.instants, [](const auto& instant) { return instant.has_value(); }));
    result.damage = one.stream.damage() ? one.stream.damage()->toString() : std::string();
    result.cameraOffset_CM = one.cameraOffset_CM;
    for (const Method method : work.methods) {
        evaluation::EstimatorSetup setup = work.setup;
        setup.method = method;
        evaluation::EstimatorRun run(setup, field);
        const double before = progress.done();
        run.advance(one.stream, [&](std::size_t cycle) {
            progress.set(before + static_cast<double>(cycle) / static_cast<double>(cycles.size()));
            return !isInterrupted();
        });
        if (isInterrupted()) {
            return result;
        }
        progress.set(before + 1.0);
        result.methods.push_back(resultOf(one, std::string(localization::nameOf(method)),
                                          std::string(localization::wordOf(method)), run,
                                          {from, to}, requestedRows));
    }
    if (!one.beliefFile.empty()) {
        isGood = addBeliefs(one, field, {from, to}, result, requestedRows) && isGood;
    }
    const bool hasBall = std::ranges::any_of(
        one.truth.instants, [](const auto& instant) { return instant && instant->p_SBall; });
    if (hasBall) {
        evaluation::EstimatorSetup setup = work.setup;
        const bool hasFusion =
            std::ranges::find(work.methods, Method::Fusion) != work.methods.end();
        setup.method = hasFusion ? Method::Fusion : work.methods.front();
        result.ball = evaluation::ballScoreOf(one.stream, setup, field, one.truth, from, to);
    }
    return result;
}

int listScenarios(bool isJson) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const evaluation::Scenario& scenario : evaluation::scenarios()) {
        if (isJson) {
            json.push_back({{"name", scenario.name},
                            {"about", scenario.about},
                            {"durationS", scenario.durationS}});
        } else {
            std::cout << fmt::format("{:<12} {:>4.0f} s  {}\n", scenario.name, scenario.durationS,
                                     scenario.about);
        }
    }
    if (isJson) {
        std::cout << json.dump() << '\n';
    } else {
        std::cout << fmt::format("{:<12}         {}\n", "replay",
                                 "the commands of recorded STREAMs, executed in the simulator");
    }
    return kExitGood;
}

int localize(const LocalizeArguments& arguments) {
    if (arguments.scenario == "list") {
        return listScenarios(arguments.isJson);
    }
    const bool needsStreams = arguments.scenario.empty() || arguments.scenario == "replay";
    if (needsStreams == arguments.streams.empty()) {
        printError(needsStreams ? "no stream given; expected STREAM (.rec), or --simulate SCENARIO "
                                  "(`--simulate list` lists them)"
                                : "a scenario creates its own stream; expected no STREAM with "
                                  "--simulate, except for `--simulate replay`");
        return kExitFailed;
    }
    if (!arguments.beliefFiles.empty() &&
        (!arguments.scenario.empty() || arguments.beliefFiles.size() != arguments.streams.size())) {
        printError(fmt::format("{} files of beliefs for {} streams; expected one --belief for "
                               "each STREAM, in the same order, and no scenario",
                               arguments.beliefFiles.size(),
                               arguments.scenario.empty() ? arguments.streams.size() : 0));
        return kExitFailed;
    }
    std::vector<std::filesystem::path> inputs(arguments.streams.begin(), arguments.streams.end());
    inputs.insert(inputs.end(), arguments.beliefFiles.begin(), arguments.beliefFiles.end());
    inputs.emplace_back(arguments.truthFile);
    base::OutputSet outputs(arguments.mayReplace, std::move(inputs));
    if (!areFree(outputs, {arguments.csvFile, arguments.isJson ? "-" : ""})) {
        return kExitFailed;
    }
    const auto methods = methodsOf(arguments.methods);
    const auto filter = filterOf(arguments);
    if (!methods || !filter) {
        printError((methods ? filter.error() : methods.error()).toString());
        return kExitFailed;
    }
    Work work;
    work.methods = *methods;
    work.setup.filter = *filter;
    work.setup.seed = arguments.simulate.seed;
    work.setup.options.noise = work.setup.options.noise.scaled(arguments.assumedNoise);
    const auto cases = [&] {
        const Progress progress(arguments.scenario.empty() ? "reading" : "simulating");
        return casesOf(arguments);
    }();
    if (!cases) {
        printError(cases.error().toString());
        return kExitFailed;
    }
    for (const Case& one : *cases) {
        const double lastS =
            one.stream.cycles().back().serverTimeS - one.stream.cycles().front().serverTimeS;
        const double fromS = arguments.fromS.value_or(0.0);
        if (!(fromS < arguments.toS.value_or(lastS + 1.0)) || fromS > lastS) {
            printError(fmt::format(
                "{}: nothing between --from and --to; expected an interval within 0 to {:.2f} s",
                one.name, lastS));
            return kExitFailed;
        }
    }
    std::vector<LocalizeResult> results;
    bool isGood = true;
    std::string rows = kCsvHeader;
    const bool printsTable = !arguments.isJson && arguments.csvFile != "-";
    listenToSignals();
    Progress progress("runs", static_cast<double>(cases->size() * work.methods.size()));
    for (const Case& one : *cases) {
        LocalizeResult result = runAll(one, work, arguments, progress, rows, isGood);
        if (isInterrupted()) { // results of earlier streams are printed
            isGood = false;
            break;
        }
        results.push_back(std::move(result));
        if (printsTable) {
            progress.print((results.size() > 1 ? "\n" : "") + textOf(results.back()));
        }
    }
    if (arguments.isJson) {
        nlohmann::ordered_json json = nlohmann::ordered_json::array();
        for (const LocalizeResult& result : results) {
            json.push_back(jsonOf(result));
        }
        std::cout << json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)
                  << '\n';
    } else if (printsTable && results.size() > 1) {
        std::cout << '\n' << summaryOf(results);
    }
    if (!arguments.csvFile.empty() &&
        !writeTo(outputs, arguments.csvFile, [&](std::ostream& out) -> base::Expected<void> {
            out << rows;
            return {};
        })) {
        return kExitFailed;
    }
    return isGood ? kExitGood : kExitFailed;
}

} // namespace

void addLocalizeCommand(CLI::App& app, int& exitCode) {
    CLI::App* command = app.add_subcommand(
        "localize",
        "Evaluate localization against ground truth, on recorded streams or in the simulator");
    auto arguments = std::make_shared<LocalizeArguments>();
    addQuietOption(*command);
    command->add_option("stream", arguments->streams,
                        "agent recordings (.rec, optionally compressed) and sessions");
    command->add_option("--agent", arguments->agent,
                        "agent of a session with several, such as 'Sideline 7'");
    command
        ->add_option("--method", arguments->methods,
                     "methods, separated by commas: all, or some of gyro, umeyama, field-normal, "
                     "magma, three-flags, fusion")
        ->delimiter(',')
        ->capture_default_str();
    command->add_option(
        "--truth", arguments->truthFile,
        "ground truth: monitor log of the same match (default: as reported in the stream, "
        "or the match log next to a session)");
    command
        ->add_option("--belief", arguments->beliefFiles,
                     "the agent's own belief, one JSON object per line; one file per STREAM")
        ->allow_extra_args(false);
    addRobotsOption(*command, arguments->robotFolders);
    command->add_flag("--json", arguments->isJson, "print one line of JSON");
    command->add_option("--csv", arguments->csvFile,
                        "write the errors of every cycle (- is stdout, instead of the table)");
    addForceOption(*command, arguments->mayReplace);
    command->add_option("--from", arguments->fromS,
                        "evaluate from this time, seconds since the start");
    command->add_option("--to", arguments->toS,
                        "evaluate up to this time, seconds since the start");
    command
        ->add_option("--without", arguments->without,
                     "withhold percepts, separated by commas: flags, posts, lines, gyro, "
                     "accelerometer, feet")
        ->delimiter(',');
    command
        ->add_option("--assumed-noise", arguments->assumedNoise,
                     "noise the estimators assume, relative to the server's")
        ->capture_default_str()
        ->check(CLI::Range(0.01, 1000.0));
    command
        ->add_option("--added-noise", arguments->addedNoise,
                     "noise added to vision, relative to the server's")
        ->capture_default_str()
        ->check(CLI::Range(0.0, 1000.0));
    command
        ->add_option("--vision-every,--sight-every", arguments->visionEvery,
                     "use only every n-th vision frame")
        ->capture_default_str()
        ->check(CLI::Range(1, 100000));
    command->add_option("--simulate", arguments->scenario,
                        "run a scenario in the simulator instead of a stream: its name, `all`, "
                        "`replay` (of STREAMs), or `list`");
    command->add_option("--seed", arguments->simulate.seed, "random seed")->capture_default_str();
    command->add_option("--type", arguments->simulate.typeNumber, "scenario: Nao type")
        ->capture_default_str()
        ->check(CLI::Range(0, 4));
    command->add_option("--duration", arguments->simulate.durationS, "scenario: duration, seconds")
        ->check(CLI::Range(0.1, 3600.0));
    command->add_flag("--exact", arguments->isExact, "scenario: vision without noise and rounding");
    command->footer(
        "The table: errors refer to the head camera. * marks the best value of a column. valid: "
        "cycles with a pose, from the first two landmarks seen. NEES /dof: mean squared error in "
        "the estimator's own sigma, 1 is ideal, more is overconfident; in 95 %: cycles within the "
        "region that should hold 95 % of them. misfit: observations against those expected from "
        "the pose, in the server's sigma. found again: time after each beam or move, from the "
        "first vision frame, until the error stays below 0.1 m and 1 degree for a second; never: "
        "how often it did not.");
    command->callback([arguments, &exitCode] { exitCode = localize(*arguments); });
}

} // namespace sideline::cli
