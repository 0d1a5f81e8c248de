#pragma once

#include <compare>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include <QString>

namespace sideline::widgets {

/// State of an experiment.
enum class ExperimentState : std::uint8_t {
    New,
    Running,
    Pausing, ///< ends after the generation
    Paused,
    Finished,
    Failed,  ///< its process ended with an error
    Unusable ///< its folder cannot be read
};

/// An experiment in the list.
struct ExperimentRow {
    QString folder;
    QString name;
    ExperimentState state = ExperimentState::New;
    quint64 generation = 0; ///< number of the next generation
    quint64 generations = 0;
    double champion = std::numeric_limits<double>::quiet_NaN(); ///< fitness of the champion
    double championSuccess = std::numeric_limits<double>::quiet_NaN();
    QString about;            ///< description, or error
    bool isOwn = true;        ///< whether it is in the library; if not, the user opened it
    bool isElsewhere = false; ///< runs in a process that cannot be paused from here
    [[nodiscard]] bool operator==(const ExperimentRow& other) const;
};

/// A figure of every individual: a parameter, or a measured value.
struct TrainColumn {
    QString name; ///< for display
    QString unit;
    QString about;      ///< for a measured value, its stored name and its description
    double least = 0.0; ///< minimum of a parameter
    double most = 0.0;
    double importance = 0.0; ///< for a parameter, rank correlation with the fitness, -1 to 1
};

/// An individual.
struct TrainIndividual {
    quint64 generation = 0;
    quint64 number = 0;
    double fitness = std::numeric_limits<double>::quiet_NaN();
    double successRate = 0.0;
    int trials = 0;
    int failedTrials = 0;
    std::vector<double> values; ///< one per column; NaN where there is none
    bool isBest = false;        ///< the best of its generation
    bool isChampion = false;    ///< was the best individual so far
};

/// A generation.
struct TrainGeneration {
    double generation = 0.0;
    double best = 0.0;
    double q75 = 0.0;
    double median = 0.0;
    double q25 = 0.0;
    double champion = 0.0;
    double successRate = 0.0;
    double championSuccess = 0.0;
};

/// An experiment as shown by the panels. Immutable.
struct TrainData {
    QString folder;
    quint64 generations = 0; ///< planned
    std::vector<TrainGeneration> done;
    std::vector<TrainColumn> columns; ///< parameters first
    std::size_t parameterCount = 0;
    std::vector<TrainIndividual> individuals; ///< by generation, then by number
    int importanceGenerations = 0; ///< number of most recent generations used for the importance
    bool isCut = false;            ///< whether there are earlier individuals
};
using TrainDataPtr = std::shared_ptr<const TrainData>;

/// Identifies an individual.
struct IndividualId {
    quint64 generation = 0;
    quint64 number = 0;
    [[nodiscard]] auto operator<=>(const IndividualId&) const = default;
};
[[nodiscard]] inline IndividualId idOf(const TrainIndividual& individual) {
    return {individual.generation, individual.number};
}
/// The individual with this id; null for none.
[[nodiscard]] const TrainIndividual* findIndividual(const TrainData& data, IndividualId id);

/// A trial that can be watched.
struct TrialRow {
    int place = 0; ///< index among the trials of the series
    QString robot;
    double fitness = std::numeric_limits<double>::quiet_NaN();
    bool isSuccess = false;
    QString why; ///< why it failed, in words; empty for a success, and where it is unknown
    [[nodiscard]] bool operator==(const TrialRow& other) const;
};

} // namespace sideline::widgets
