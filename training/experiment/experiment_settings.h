#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agents/parameters.h"
#include "training/genome/motion_genome.h"

namespace sideline::training {

/// How the fitnesses of an individual's trials become its own.
enum class Summary : std::uint8_t {
    Mean,
    Median,
    Worst,
    MeanLessDeviation, ///< mean less one standard deviation
};

/// How many trials an individual gets, and which.
struct TrialPlan {
    int count = 8; ///< of each individual, at least 1
    /// Whether every generation has the same seeds; otherwise each has its own. Within a generation
    /// all individuals have the same.
    bool fixedSeeds = false;
    Summary summary = Summary::Mean;
    /// After how many trials individuals that are clearly worse than the better half get no more;
    /// 0: all get all.
    int raceAfter = 3;
    /// How many of a generation's trials, at most, are some in which the best of an earlier
    /// generation failed; at most `count`, and 0 with fixed seeds.
    int hard = 0;
    int scout = 0; ///< trials of the best of each generation that look for more of those
    int validate =
        40; ///< trials with seeds of their own of the best of each generation, at least 1
    bool isExact = false; ///< ODE's own solver instead of the fast one
    [[nodiscard]] bool operator==(const TrialPlan&) const = default;
};

/// What an experiment changes.
struct Change {
    std::string motion; ///< name of a motion, or file; relative to the experiment's file
    MotionFreedom freedom;
    bool isProgram = false; ///< programs are evolved instead
    agents::ParameterTexts programSettings;
    std::string behavior; ///< name of a behavior whose parameters change instead; else empty
    agents::ParameterTexts behaviorSettings; ///< what stays as it is
    struct Range {
        std::string name; ///< of a parameter
        double least = 0.0;
        double most = 1.0;
    };
    std::vector<Range> behaviorRanges;
    bool isOnlyTried = false; ///< the behavior as it is: nothing about it has to change
};

/// What an experiment is, as its file says it. A value.
struct ExperimentSettings {
    std::filesystem::path file; ///< where it was read; empty: nowhere
    std::string name;
    std::uint64_t seed = 1;
    int generations = 100;        ///< at least 1
    std::optional<double> target; ///< ends when a champion's validated fitness gets here
    std::vector<std::string> robots = {"nao0"};
    Change change;
    std::string task;
    agents::ParameterTexts taskSettings;
    std::string optimizer = "cma-es";
    agents::ParameterTexts optimizerSettings;
    /// Figures that are objectives beside the fitness, a `-` before those of which less is better;
    /// for optimizers that take several.
    std::vector<std::string> objectives;
    TrialPlan trials;
};

/// Everything that is wrong with an experiment file.
using SettingsErrors = std::vector<base::Error>;

/// Reads an experiment file (docs/training.md).
/// Errors, all of them at once, each with file and line: Malformed for what is no TOML, unknown
/// keys, wrong types or ranges; UnsupportedFormat for another version.
[[nodiscard]] tl::expected<ExperimentSettings, SettingsErrors> parseExperiment(
    std::string_view text, const std::filesystem::path& file);
/// Errors: also NotFound, PermissionDenied, Io.
[[nodiscard]] tl::expected<ExperimentSettings, SettingsErrors> readExperiment(
    const std::filesystem::path& file);
/// One line for each.
[[nodiscard]] std::string textOf(const SettingsErrors& errors);

/// The same settings as an experiment file, which reads back as the same.
[[nodiscard]] std::string textOf(const ExperimentSettings& settings);

/// A setting as TOML wants it: numbers and switches as they are, all else in quotation marks.
[[nodiscard]] std::string scalarText(const std::string& value);

/// `mean`, `median`, `worst`, `mean-less-deviation`.
[[nodiscard]] std::string_view summaryName(Summary summary);

} // namespace sideline::training
