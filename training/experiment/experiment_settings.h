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

/// How the fitnesses of an individual's trials are combined into its own fitness.
enum class Summary : std::uint8_t {
    Mean,
    Median,
    Worst,
    MeanLessDeviation, ///< mean minus one standard deviation
};

/// Number and selection of an individual's trials.
struct TrialPlan {
    int count = 8; ///< per individual, at least 1
    /// Whether every generation has the same seeds; otherwise each has its own. Within a
    /// generation, all individuals have the same.
    bool fixedSeeds = false;
    Summary summary = Summary::Mean;
    /// Number of trials after which individuals clearly worse than the better half are dropped; 0:
    /// never.
    int raceAfter = 3;
    /// Maximum number of a generation's trials taken from those in which the best of an earlier
    /// generation failed; at most `count`, and 0 with fixed seeds.
    int hard = 0;
    int scout = 0;        ///< additional trials of each generation's best, in search of failures
    int validate = 40;    ///< validation trials of each generation's best, at least 1
    bool isExact = false; ///< ODE's own solver instead of the fast one
    [[nodiscard]] bool operator==(const TrialPlan&) const = default;
};

/// The subject and parameters that an experiment changes.
struct Change {
    std::string motion; ///< name or file of a motion; relative to the experiment's file
    MotionFreedom freedom;
    bool isProgram = false; ///< evolves programs instead
    agents::ParameterTexts programSettings;
    std::string behavior; ///< name of a behavior whose parameters change instead; otherwise empty
    agents::ParameterTexts behaviorSettings; ///< fixed parameters
    struct Range {
        std::string name; ///< parameter name
        double minimum = 0.0;
        double maximum = 1.0;
    };
    std::vector<Range> behaviorRanges;
    bool isFixed = false; ///< evaluates the behavior unchanged: no ranges are required
};

/// Contents of an experiment file. A value type.
struct ExperimentSettings {
    std::filesystem::path file; ///< source file; empty: none
    std::string name;
    std::uint64_t seed = 1;
    int generations = 100; ///< at least 1
    /// Ends the experiment when a champion's validated fitness reaches it.
    std::optional<double> target;
    std::vector<std::string> robots = {"nao0"};
    Change change;
    std::string task;
    agents::ParameterTexts taskSettings;
    std::string optimizer = "cma-es";
    agents::ParameterTexts optimizerSettings;
    /// Metrics used as objectives in addition to the fitness, with the prefix `-` if minimized; for
    /// multi-objective optimizers.
    std::vector<std::string> objectives;
    TrialPlan trials;
};

/// All errors of an experiment file.
using SettingsErrors = std::vector<base::Error>;

/// Parses an experiment file (docs/training.md). Errors, all of them together, each with file and
/// line: Malformed for invalid TOML, unknown keys, wrong types or ranges; UnsupportedFormat for
/// another version.
[[nodiscard]] tl::expected<ExperimentSettings, SettingsErrors> parseExperiment(
    std::string_view text, const std::filesystem::path& file);
/// Errors: also NotFound, PermissionDenied, Io.
[[nodiscard]] tl::expected<ExperimentSettings, SettingsErrors> readExperiment(
    const std::filesystem::path& file);
/// Formats errors, one per line.
[[nodiscard]] std::string textOf(const SettingsErrors& errors);

/// Formats settings as an experiment file that reads back as equal.
[[nodiscard]] std::string textOf(const ExperimentSettings& settings);

/// Formats a setting as TOML: numbers and booleans unquoted, all others quoted.
[[nodiscard]] std::string scalarText(const std::string& value);

/// `mean`, `median`, `worst`, `mean-less-deviation`.
[[nodiscard]] std::string_view summaryName(Summary summary);

} // namespace sideline::training
