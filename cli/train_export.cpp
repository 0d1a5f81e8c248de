// `sideline train export`: exports an individual of an experiment, or one of its trials, to a file.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/log_command.h"
#include "cli/output.h"
#include "cli/pose_strip.h"
#include "cli/train_command.h"
#include "training/experiment/experiment.h"
#include "training/experiment/experiment_records.h"
#include "training/experiment/recorded_trial.h"
#include "training/experiment/trial_log.h"

namespace sideline::cli {

namespace {

namespace fs = std::filesystem;
using base::ErrorCode;
using base::Expected;
using base::failure;

struct TrainExportArguments {
    std::string folder;
    std::string out;
    std::string individual = "champion";
    std::string trial = "best";
    int poses = 12;
    StripLook look;
    bool mayReplace = false;
};

// An experiment as stored in its folder, with the files that it names.
struct Stored {
    training::ExperimentSettings settings;
    training::Checkpoint at;
    training::ExperimentParts parts;
};

// Parses the whole text as a number.
std::optional<std::uint64_t> numberIn(std::string_view text) {
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

struct Individual {
    training::Genome genome;
    std::string origin; ///< description in one line
};

// @param text `champion`, `start`, or `generation:number`
Expected<Individual> individualOf(const fs::path& folder, const Stored& stored,
                                  const std::string& text) {
    if (text == "champion") {
        if (!stored.at.champion) {
            return failure(ErrorCode::NotFound,
                           fmt::format("{}: no individual has a fitness yet", folder.string()));
        }
        return Individual{stored.at.champion->genome,
                          training::originOf(stored.settings, *stored.at.champion)};
    }
    if (text == "start") {
        if (stored.parts.subject->space().isEmpty()) {
            return failure(ErrorCode::NotFound,
                           "programs evolve from random ones, so there is no start");
        }
        return Individual{{stored.parts.subject->space().start(), {}},
                          fmt::format("Start of experiment \"{}\".", stored.settings.name)};
    }
    const std::size_t colon = text.find(':');
    const auto generation = numberIn(std::string_view(text).substr(0, colon));
    const auto number = colon == std::string::npos
                            ? std::nullopt
                            : numberIn(std::string_view(text).substr(colon + 1));
    if (!generation || !number) {
        return failure(ErrorCode::InvalidArgument, fmt::format("--individual '{}'", text),
                       "champion, start, or generation:number such as 12:3");
    }
    const auto records = *generation < stored.at.generation
                             ? training::readRecords(folder, *generation, *generation + 1,
                                                     std::numeric_limits<int>::max())
                             : Expected<training::ExperimentRecords>(training::ExperimentRecords{});
    if (!records) {
        return tl::unexpected(records.error());
    }
    const auto found =
        std::ranges::find(records->individuals, *number, &training::IndividualRecord::number);
    if (found == records->individuals.end()) {
        return failure(ErrorCode::NotFound,
                       fmt::format("{}: there is no individual {}", folder.string(), text),
                       records->individuals.empty()
                           ? fmt::format("a generation below {}", stored.at.generation)
                           : fmt::format("a number below {}", records->individuals.size()));
    }
    return Individual{
        found->genome,
        fmt::format(
            "Trained by experiment \"{}\" (task {}, {}, seed {}): generation {}, number {}, "
            "fitness {:.4g} in {} trials.",
            stored.settings.name, stored.settings.task, stored.settings.optimizer,
            stored.settings.seed, *generation, *number, found->result.fitness,
            found->result.trials)};
}

// @param text `best`, `median`, `worst`, or the number of one of the trials that validate champions
Expected<training::RecordedTrial> trialOf(const Stored& stored, const training::Genome& genome,
                                          const std::string& text) {
    const int count = std::max(1, stored.settings.trials.validate);
    const auto places = training::trialPlaces(stored.settings, training::kValidationSeeds, count);
    const bool isExact = stored.settings.trials.isExact;
    if (const auto number = numberIn(text)) {
        if (*number < 1 || *number > places.size()) {
            return failure(ErrorCode::InvalidArgument, fmt::format("--trial {}", *number),
                           fmt::format("1 to {}", count));
        }
        return training::recordTrial(stored.parts, genome, places[*number - 1], isExact);
    }
    if (text != "best" && text != "median" && text != "worst") {
        return failure(ErrorCode::InvalidArgument, fmt::format("--trial '{}'", text),
                       fmt::format("best, median, worst, or 1 to {}", count));
    }
    auto trial = training::trialsOf(stored.parts, isExact)();
    if (!trial) {
        return tl::unexpected(trial.error());
    }
    struct Judged {
        bool isSuccess;
        double fitness;
        std::size_t place;
        auto operator<=>(const Judged&) const = default;
    };
    std::vector<Judged> judged;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto score = (*trial)(genome, {0, places[i].robot, places[i].seed});
        judged.push_back({score.isSuccess,
                          std::isfinite(score.fitness) ? score.fitness
                                                       : -std::numeric_limits<double>::infinity(),
                          i});
    }
    std::ranges::sort(judged, std::ranges::less{});
    const Judged& chosen = text == "best"    ? judged.back()
                           : text == "worst" ? judged.front()
                                             : judged[judged.size() / 2];
    return training::recordTrial(stored.parts, genome, places[chosen.place], isExact);
}

StripRow stripOf(const training::RecordedTrial& trial, int count) {
    StripRow row;
    row.model = trial.model;
    const auto last = static_cast<double>(trial.moments.size() - 1);
    for (int i = 0; i < count; ++i) {
        const double fraction = count > 1 ? static_cast<double>(i) / (count - 1) : 0.0;
        const auto& moment = trial.moments[static_cast<std::size_t>(std::lround(fraction * last))];
        row.poses.push_back({fmt::format("{:.2f} s", moment.timeS), "", moment.anglesRad,
                             moment.X_SBody.front(), moment.p_SBall});
    }
    return row;
}

// Formats a value for CSV; empty if there is none.
std::string cell(double value) {
    return std::isfinite(value) ? fmt::format("{:.9g}", value) : std::string();
}

std::string quoted(const std::string& name) {
    return name.find_first_of(",\"\n") == std::string::npos ? name : fmt::format("{:?}", name);
}

Expected<void> writeTable(const fs::path& folder, const Stored& stored, std::ostream& out) {
    constexpr std::uint64_t kAtOnce = 50; // generations read at a time, which bounds memory
    for (std::uint64_t from = 0; from < stored.at.generation || from == 0; from += kAtOnce) {
        const auto records =
            training::readRecords(folder, from, std::min(from + kAtOnce, stored.at.generation),
                                  std::numeric_limits<int>::max());
        if (!records) {
            return tl::unexpected(records.error());
        }
        if (from == 0) {
            out << "generation,number,fitness,deviation,successRate,trials,failedTrials";
            for (const auto& parameter : records->parameters) {
                out << ',' << quoted(parameter.name);
            }
            for (const auto& metric : records->metrics) {
                out << ',' << quoted(metric.name);
            }
            out << '\n';
        }
        for (const auto& individual : records->individuals) {
            const auto& result = individual.result;
            out << individual.generation << ',' << individual.number << ',' << cell(result.fitness)
                << ',' << cell(result.deviation) << ',' << cell(result.successRate) << ','
                << result.trials << ',' << result.failedTrials;
            for (const double value : individual.genome.values) {
                out << ',' << cell(value);
            }
            for (const double value : result.metrics) {
                out << ',' << cell(value);
            }
            out << '\n';
        }
    }
    return {};
}

void printTrial(const training::RecordedTrial& trial) {
    std::cerr << fmt::format("trial: {} with {}, fitness {:.4g}, {:.2f} s\n",
                             trial.score.isSuccess ? "succeeded" : "failed", trial.model->name(),
                             trial.score.fitness, trial.moments.back().timeS);
}

bool complain(const base::Error& error) {
    printError(error.toString());
    return false;
}

bool exportFrom(const TrainExportArguments& arguments) {
    const fs::path folder = arguments.folder;
    const std::string ending = fs::path(arguments.out).extension().string();
    base::OutputSet outputs(arguments.mayReplace);
    std::vector<std::string> files = {arguments.out};
    if (ending == ".session") {
        files.push_back(fs::path(arguments.out).replace_extension(".log").string());
    }
    if (!areFree(outputs, files)) {
        return false;
    }
    auto run = readRun(folder);
    if (!run) {
        return false;
    }
    auto parts = training::partsOf(run->settings);
    if (!parts) {
        return complain(parts.error());
    }
    const Stored stored{std::move(run->settings), std::move(run->at), std::move(*parts)};
    const std::string own(stored.parts.subject->extension());
    if (ending != own && ending != ".log" && ending != ".session" && ending != ".png" &&
        ending != ".csv") {
        return complain(
            failure(ErrorCode::InvalidArgument, fmt::format("{}: unknown file type", arguments.out),
                    fmt::format("{} (the individual), .log (a trial as a match log), .session (a "
                                "trial with its agent's percepts, beliefs and decisions), .png (a "
                                "strip of a trial) or .csv (all individuals)",
                                own))
                .value());
    }
    if (ending == ".csv") {
        return writeTo(outputs, arguments.out,
                       [&](std::ostream& out) { return writeTable(folder, stored, out); });
    }
    const auto individual = individualOf(folder, stored, arguments.individual);
    if (!individual) {
        return complain(individual.error());
    }
    if (ending == own) {
        const auto text = stored.parts.subject->textOf(individual->genome, individual->origin);
        if (!text) {
            return complain(text.error());
        }
        return writeTo(outputs, arguments.out, [&](std::ostream& out) -> Expected<void> {
            out << *text;
            return {};
        });
    }
    const auto trial = trialOf(stored, individual->genome, arguments.trial);
    if (!trial) {
        return complain(trial.error());
    }
    printTrial(*trial);
    if (ending == ".png") {
        return writeStrip({stripOf(*trial, arguments.poses)}, arguments.look, arguments.folder,
                          outputs, arguments.out);
    }
    const auto shared = std::make_shared<const training::RecordedTrial>(*trial);
    const auto written =
        ending == ".session"
            ? training::writeTrialSession({&shared, 1}, stored.settings.name, arguments.out)
            : training::writeTrialLog({&shared, 1}, stored.settings.name, arguments.out);
    return written || complain(written.error());
}

} // namespace

void addTrainExport(CLI::App& train, int& status) {
    CLI::App* command = train.add_subcommand(
        "export", "Write an individual of an experiment, or one of its trials, to a file");
    auto arguments = std::make_shared<TrainExportArguments>();
    command->add_option("FOLDER", arguments->folder, "folder of an experiment")->required();
    command
        ->add_option("OUT", arguments->out,
                     "the individual as .motion, .toml or .program; a trial as a match log (.log), "
                     "a session of its agent (.session) or a strip of pictures (.png); all "
                     "individuals as a table (.csv)")
        ->required();
    command
        ->add_option("--individual", arguments->individual, "champion, start, or generation:number")
        ->capture_default_str();
    command
        ->add_option("--trial", arguments->trial,
                     "best, median, worst, or the number of one of the trials that validate "
                     "champions")
        ->capture_default_str();
    command->add_option("--poses", arguments->poses, "number of poses in a strip")
        ->capture_default_str()
        ->check(CLI::Range(1, kMaxStripPoses));
    command->add_option("--size", arguments->look.sizePx, "width and height of a pose, pixels")
        ->capture_default_str()
        ->check(CLI::Range(32, 2000));
    command
        ->add_option("--azimuth", arguments->look.azimuthDeg,
                     "view direction, degrees: 0 from the front, 90 from the robot's left")
        ->capture_default_str();
    addForceOption(*command, arguments->mayReplace);
    command->callback(
        [arguments, &status] { status = exportFrom(*arguments) ? kExitGood : kExitFailed; });
}

} // namespace sideline::cli
