// `sideline-dev sim compare`: compares the behavior of robots with the fast solver and with ODE's.
#include <array>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agentcore/base/output_file.h"
#include "agentcore/base/thread_pool.h"
#include "agentcore/math/angles.h"
#include "cli/dev/dev_commands.h"
#include "cli/dev/stream_messages.h"
#include "cli/log_command.h"
#include "cli/motion_command.h"
#include "cli/sample_set.h"
#include "motions/resolve.h"
#include "simulator/fidelity/open_loop.h"
#include "training/trial/mass_trials.h"

namespace sideline::cli {

namespace {

using Json = nlohmann::ordered_json;
using simulator::Solver;
using training::TrialResult;
using training::TrialSettings;

// Noise as in docs/performance.md, so that results are comparable.
constexpr double kLyingJointNoiseDeg = 5.0;
constexpr double kStandingJointNoiseDeg = 0.5;
constexpr double kHeadingNoiseDeg = 5.0;
constexpr double kBallNoiseM = 0.003;

struct SimCompareArguments {
    std::vector<std::string> motions{"getup-front", "getup-back", "kick-left", "kick-right",
                                     "dive-left"};
    std::vector<int> types{0, 1, 2, 3, 4};
    std::vector<std::string> streams;
    std::size_t cycles = 0; ///< cycles of a stream; 0: all
    double beamNoiseM = 0.005;
    double beamNoiseDeg = 1.0;
    std::vector<std::string> samples; ///< NAME=FILE
    std::size_t count = 30;
    std::uint64_t seed = 1;
    bool hasSameSeeds = false;
    unsigned threads = 1;
    std::string csv;
    bool mayReplace = false;
    bool isJson = false;
};

const char* solverName(Solver solver) {
    return solver == Solver::Exact ? "exact" : "fast";
}

/// Returns different seeds for the solvers: the tests need independent runs, as on two servers.
std::uint64_t firstSeed(const SimCompareArguments& arguments, Solver solver) {
    const bool hasOthers = solver == Solver::Fast && !arguments.hasSameSeeds;
    return arguments.seed + (hasOthers ? arguments.count : 0U);
}

void addTrial(SampleSet& set, const std::string& experiment, const TrialSettings& settings,
              const TrialResult& result) {
    if (training::isLying(settings.start)) {
        set.add(experiment, "upright", result.isUprightAtEnd ? 1.0 : 0.0);
        if (result.uprightAtS) {
            set.add(experiment, "upright after s", *result.uprightAtS);
        }
        return;
    }
    set.add(experiment, "fell", result.fellAtS ? 1.0 : 0.0);
    if (settings.start == training::StartPose::OnBall) {
        set.add(experiment, "ball m", result.ballDistanceM);
        set.add(experiment, "ball direction deg", math::degFromRad(result.ballDirectionRad));
    } else {
        set.add(experiment, "moved m", result.walkedM);
    }
}

bool runMotion(const SimCompareArguments& arguments, const std::string& name, int type,
               SampleSet& set, Solver solver) {
    MotionArguments motionArguments;
    motionArguments.robot = fmt::format("nao{}", type);
    const auto loaded = loadMotion(name, motionArguments);
    if (!loaded) {
        return false;
    }
    const auto resolved =
        keyframe::resolve(loaded->read.motion, *loaded->models.front(), {}, &loaded->read.lines);
    if (hasErrors(resolved.findings)) {
        printFindings(resolved.findings);
        return false;
    }
    const keyframe::TrialSetup suggested = keyframe::suggestedTrial(loaded->read.motion);
    TrialSettings settings;
    settings.robotType = type;
    settings.start = suggested.start;
    settings.ballFromFeetM = {suggested.ballFromFeetM[0], suggested.ballFromFeetM[1]};
    settings.seed = firstSeed(arguments, solver);
    const bool isLying = training::isLying(settings.start);
    settings.jointNoiseRad =
        math::radFromDeg(isLying ? kLyingJointNoiseDeg : kStandingJointNoiseDeg);
    settings.headingNoiseRad = isLying ? math::radFromDeg(kHeadingNoiseDeg) : 0.0;
    settings.placeNoiseM = kBallNoiseM;
    settings.isExact = solver == Solver::Exact;
    const auto summary =
        training::runTrials(resolved.trajectory, settings, arguments.count, arguments.threads);
    if (!summary) {
        printError(summary.error().toString());
        return false;
    }
    for (const TrialResult& result : summary->results) {
        addTrial(set, fmt::format("{} type {}", name, type), settings, result);
    }
    return true;
}

bool runStream(const SimCompareArguments& arguments, const std::string& file, SampleSet& set,
               Solver solver) {
    const auto recording = logs::AgentRecording::read(file);
    if (!recording) {
        printError(recording.error().toString());
        return false;
    }
    auto words = simulator::messagesByCycle(streamMessages(*recording));
    if (!words) {
        printError(words.error().inFile(file).toString());
        return false;
    }
    if (arguments.cycles > 0 && words->size() > arguments.cycles) {
        words->resize(arguments.cycles);
    }
    std::vector<std::optional<base::Expected<simulator::OpenLoopOutcome>>> outcomes(
        arguments.count);
    base::ThreadPool pool(arguments.threads);
    pool.parallelFor(outcomes.size(), [&](std::size_t i, unsigned /*worker*/) {
        simulator::SimulationSettings settings;
        settings.solver = solver;
        settings.seed = firstSeed(arguments, solver) + i;
        settings.rules.beamNoiseXyM = arguments.beamNoiseM;
        settings.rules.beamNoiseAngleDeg = arguments.beamNoiseDeg;
        outcomes[i].emplace(simulator::runOpenLoop(*words, settings));
    });
    const std::string name = std::filesystem::path(file).filename().string();
    const std::string experiment = name.substr(0, name.find('.'));
    for (const auto& outcome : outcomes) {
        if (!*outcome) {
            printError(outcome->error().inFile(file).toString());
            return false;
        }
        set.add(experiment, "fell", (*outcome)->fell ? 1.0 : 0.0);
        set.add(experiment, "moved m", (*outcome)->movedM);
        if ((*outcome)->ballM) {
            set.add(experiment, "ball m", *(*outcome)->ballM);
        }
    }
    return true;
}

std::optional<SampleSet> tried(const SimCompareArguments& arguments, Solver solver) {
    SampleSet set(solverName(solver));
    for (const std::string& motion : arguments.motions) {
        for (const int type : arguments.types) {
            if (!runMotion(arguments, motion, type, set, solver)) {
                return std::nullopt;
            }
        }
    }
    for (const std::string& file : arguments.streams) {
        if (!runStream(arguments, file, set, solver)) {
            return std::nullopt;
        }
    }
    return set;
}

/// Returns the sets to compare: those of both solvers, unless no runs are requested, and those read
/// from files.
std::optional<std::vector<SampleSet>> setsOf(const SimCompareArguments& arguments) {
    std::vector<SampleSet> sets;
    for (const Solver solver : {Solver::Exact, Solver::Fast}) {
        if (arguments.count == 0) {
            break;
        }
        auto set = tried(arguments, solver);
        if (!set) {
            return std::nullopt;
        }
        sets.push_back(std::move(*set));
    }
    for (const std::string& sample : arguments.samples) {
        const std::size_t sign = sample.find('=');
        if (sign == std::string::npos || sign == 0 || sign + 1 == sample.size()) {
            printError(fmt::format("--samples {}: expected NAME=FILE", sample));
            return std::nullopt;
        }
        auto set = SampleSet::read(sample.substr(0, sign), sample.substr(sign + 1));
        if (!set) {
            printError(set.error().toString());
            return std::nullopt;
        }
        sets.push_back(std::move(*set));
    }
    if (sets.size() < 2) {
        printError("nothing to compare; expected runs (--count above 0) or two --samples");
        return std::nullopt;
    }
    return sets;
}

std::string sideText(const MeasureComparison& measure, const MeasureComparison::Side& side) {
    if (measure.fisher) {
        return fmt::format("{:>10.0f}/{:<8}", side.median * static_cast<double>(side.count),
                           side.count);
    }
    return fmt::format("{:>10.4f} {:<8.3f}", side.median, side.deviation);
}

void print(const SetComparison& comparison) {
    const auto text = [](const std::optional<math::TwoSampleTest>& test) {
        return test ? fmt::format("{:>8.3f}", test->p) : fmt::format("{:>8}", "-");
    };
    fmt::print("{:<24}{:<20}{:>5}{:>19}{:>19}{:>8}{:>8}{:>8}\n", "experiment", "measure", "n",
               comparison.first, comparison.second, "MW p", "KS p", "Fisher p");
    for (const MeasureComparison& each : comparison.measures) {
        fmt::print("{:<24}{:<20}{:>5}{}{}{}{}{}\n", each.experiment, each.measure,
                   std::min(each.first.count, each.second.count), sideText(each, each.first),
                   sideText(each, each.second), text(each.mannWhitney),
                   text(each.kolmogorovSmirnov), text(each.fisher));
    }
    fmt::print("{} and {}: {} tests, smallest p {:.4f}, corrected for their number {:.3f}: {}\n\n",
               comparison.first, comparison.second, comparison.testCount, comparison.smallestP,
               comparison.smallestCorrectedP,
               comparison.isDifferent() ? "they differ" : "no evidence of a difference");
}

Json toJson(const SetComparison& comparison) {
    const auto side = [](const MeasureComparison::Side& each) {
        return Json{{"count", each.count}, {"median", each.median}, {"deviation", each.deviation}};
    };
    const auto test = [](const std::optional<math::TwoSampleTest>& each) {
        return each ? Json{{"statistic", each->statistic}, {"p", each->p}} : Json(nullptr);
    };
    Json json{{"first", comparison.first},
              {"second", comparison.second},
              {"tests", comparison.testCount},
              {"smallest_p", comparison.smallestP},
              {"smallest_corrected_p", comparison.smallestCorrectedP},
              {"different", comparison.isDifferent()}};
    json["measures"] = Json::array();
    for (const MeasureComparison& each : comparison.measures) {
        json["measures"].push_back({{"experiment", each.experiment},
                                    {"measure", each.measure},
                                    {"first", side(each.first)},
                                    {"second", side(each.second)},
                                    {"mann_whitney", test(each.mannWhitney)},
                                    {"kolmogorov_smirnov", test(each.kolmogorovSmirnov)},
                                    {"fisher", test(each.fisher)}});
    }
    return json;
}

/// Writes a file for each set of this run: `FILE` with the set's name before the extension.
bool writeSamples(const SimCompareArguments& arguments, const std::vector<SampleSet>& sets) {
    base::OutputSet outputs(arguments.mayReplace);
    for (const SampleSet& set : sets) {
        if (arguments.csv.empty() || (set.name() != "exact" && set.name() != "fast")) {
            continue;
        }
        std::filesystem::path file(arguments.csv);
        file.replace_filename(
            fmt::format("{}-{}{}", file.stem().string(), set.name(), file.extension().string()));
        auto output = outputs.create(file);
        const auto written = output ? base::writeWhole(std::move(*output),
                                                       [&](std::ostream& out) {
                                                           set.write(out);
                                                           return base::Expected<void>();
                                                       })
                                    : tl::unexpected(output.error());
        if (!written) {
            printError(written.error().toString());
            return false;
        }
    }
    return true;
}

int run(const SimCompareArguments& arguments) {
    const auto sets = setsOf(arguments);
    if (!sets || !writeSamples(arguments, *sets)) {
        return kExitFailed;
    }
    int status = kExitGood;
    Json json = Json::array();
    for (std::size_t i = 0; i < sets->size(); ++i) {
        for (std::size_t j = i + 1; j < sets->size(); ++j) {
            const SetComparison comparison = compare((*sets)[i], (*sets)[j]);
            status = comparison.isDifferent() ? kExitFound : status;
            if (arguments.isJson) {
                json.push_back(toJson(comparison));
            } else {
                print(comparison);
            }
        }
    }
    if (arguments.isJson) {
        std::cout << json.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
    } else {
        fmt::print("medians and standard deviations, or successes of runs; p of "
                   "Mann-Whitney,\nKolmogorov-Smirnov and Fisher's exact test; each alone is below "
                   "0.05 by chance once in 20.\n");
    }
    return status;
}

} // namespace

void addSimCompare(CLI::App& sim, int& status) {
    auto arguments = std::make_shared<SimCompareArguments>();
    CLI::App* command =
        sim.add_subcommand("compare", "Run motions and recorded commands many times with both "
                                      "solvers and test whether the results differ");
    command->add_option("--motions", arguments->motions, "shipped motions or files")
        ->delimiter(',')
        ->capture_default_str();
    command->add_option("--types", arguments->types, "robot types, 0 to 4")
        ->delimiter(',')
        ->capture_default_str()
        ->check(CLI::Range(0, 4));
    command->add_option("--streams", arguments->streams,
                        "agent recordings (.rec) whose commands are replayed");
    command->add_option("--cycles", arguments->cycles, "cycles of each stream; 0: all")
        ->capture_default_str();
    command
        ->add_option("--beam-noise-xy", arguments->beamNoiseM,
                     "noise of the streams' beam positions, m")
        ->capture_default_str()
        ->check(CLI::Range(0.0, 1.0));
    command
        ->add_option("--beam-noise-angle", arguments->beamNoiseDeg,
                     "noise of the streams' beam headings, degrees")
        ->capture_default_str()
        ->check(CLI::Range(0.0, 180.0));
    command->add_option("--samples", arguments->samples,
                        "NAME=FILE: results of other runs, as lines of experiment,measure,value");
    command
        ->add_option("--count", arguments->count,
                     "runs of each experiment with each solver; 0: compare samples only")
        ->capture_default_str()
        ->check(CLI::Range(0, 100000));
    command->add_option("--seed", arguments->seed, "seed of the first run")->capture_default_str();
    command->add_flag("--same-seeds", arguments->hasSameSeeds,
                      "give both solvers the same runs, to see how far single runs diverge; the "
                      "tests are then too lenient");
    command->add_option("--threads", arguments->threads, "number of threads")
        ->capture_default_str()
        ->check(CLI::Range(1, 256));
    command->add_option("--csv", arguments->csv,
                        "also write the samples, to FILE-exact.csv and FILE-fast.csv");
    command->add_flag("--force", arguments->mayReplace, "overwrite those files");
    command->add_flag("--json", arguments->isJson, "print one line of JSON");
    command->callback([arguments, &status] { status = run(*arguments); });
}

} // namespace sideline::cli
