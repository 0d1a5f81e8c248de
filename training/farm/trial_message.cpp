#include "training/farm/trial_message.h"

#include <cmath>
#include <limits>
#include <optional>

#include "training/ranks/bytes.h"

namespace sideline::training {

namespace {

// Numbers preceded by their count.
void appendNumbers(std::string& bytes, const std::vector<double>& values) {
    appendBytes(bytes, static_cast<std::uint32_t>(values.size()));
    for (const double value : values) {
        appendBytes(bytes, value);
    }
}

bool takeNumbers(std::string_view& bytes, std::vector<double>& values) {
    std::uint32_t count = 0;
    if (!takeBytes(bytes, count) || count > bytes.size() / sizeof(double)) {
        return false;
    }
    values.resize(count);
    for (double& value : values) {
        if (!takeBytes(bytes, value)) {
            return false;
        }
    }
    return true;
}

void append(std::string& bytes, const Genome& genome) {
    appendNumbers(bytes, genome.values);
    appendText(bytes, genome.program);
}

bool take(std::string_view& bytes, Genome& genome) {
    return takeNumbers(bytes, genome.values) && takeText(bytes, genome.program);
}

void append(std::string& bytes, const TrialJob& job) {
    appendJob(bytes, job);
}

bool take(std::string_view& bytes, TrialJob& job) {
    return takeJob(bytes, job);
}

void append(std::string& bytes, const TrialScore& score) {
    appendScore(bytes, score);
}

bool take(std::string_view& bytes, TrialScore& score) {
    return takeScore(bytes, score);
}

template <typename T>
void appendPlaced(std::string& bytes, const std::vector<std::pair<std::uint32_t, T>>& values) {
    appendBytes(bytes, static_cast<std::uint32_t>(values.size()));
    for (const auto& [place, value] : values) {
        appendBytes(bytes, place);
        append(bytes, value);
    }
}

template <typename T>
bool takePlaced(std::string_view& bytes, std::vector<std::pair<std::uint32_t, T>>& values) {
    std::uint32_t count = 0;
    if (!takeBytes(bytes, count) || count > bytes.size() / sizeof(std::uint32_t)) {
        return false;
    }
    values.resize(count);
    for (auto& [place, value] : values) {
        if (!takeBytes(bytes, place) || !take(bytes, value)) {
            return false;
        }
    }
    return true;
}

} // namespace

void appendJob(std::string& bytes, const TrialJob& job) {
    appendBytes(bytes, job.individual);
    appendBytes(bytes, job.robot);
    appendBytes(bytes, job.seed);
}

bool takeJob(std::string_view& bytes, TrialJob& job) {
    return takeBytes(bytes, job.individual) && takeBytes(bytes, job.robot) &&
           takeBytes(bytes, job.seed);
}

void appendScore(std::string& bytes, const TrialScore& score) {
    appendBytes(bytes, score.fitness);
    appendBytes(bytes, static_cast<std::uint32_t>(score.isSuccess ? 1 : 0));
    appendBytes(bytes, score.simulatedS);
    appendNumbers(bytes, score.metrics);
    std::vector<double> failure;
    if (score.failure) {
        constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
        failure = {static_cast<double>(score.failure->kind), score.failure->atS,
                   score.failure->value.value_or(kNone), score.failure->limit.value_or(kNone)};
    }
    appendNumbers(bytes, failure);
}

bool takeScore(std::string_view& bytes, TrialScore& score) {
    std::uint32_t isSuccess = 0;
    std::vector<double> failure;
    if (!takeBytes(bytes, score.fitness) || !takeBytes(bytes, isSuccess) ||
        !takeBytes(bytes, score.simulatedS) || !takeNumbers(bytes, score.metrics) ||
        !takeNumbers(bytes, failure)) {
        return false;
    }
    score.failure.reset();
    if (!failure.empty()) {
        const bool isKnown = failure.size() == 4 && failure[0] >= 0.0 &&
                             failure[0] < static_cast<double>(kFailureKinds);
        if (!isKnown) {
            return false;
        }
        const auto known = [](double value) {
            return std::isnan(value) ? std::nullopt : std::optional(value);
        };
        score.failure = {static_cast<FailureKind>(failure[0]), failure[1], known(failure[2]),
                         known(failure[3])};
    }
    score.isSuccess = isSuccess != 0;
    return true;
}

std::string bytesOf(const TrialWork& work) {
    std::string bytes;
    appendPlaced(bytes, work.genomes);
    appendPlaced(bytes, work.trials);
    return bytes;
}

std::string bytesOf(const TrialResults& results) {
    std::string bytes;
    appendBytes(bytes, results.tookS);
    appendPlaced(bytes, results.results);
    return bytes;
}

std::optional<TrialWork> trialWorkFrom(std::string_view bytes) {
    TrialWork work;
    if (!takePlaced(bytes, work.genomes) || !takePlaced(bytes, work.trials) || !bytes.empty()) {
        return std::nullopt;
    }
    return work;
}

std::optional<TrialResults> trialResultsFrom(std::string_view bytes) {
    TrialResults results;
    if (!takeBytes(bytes, results.tookS) || !takePlaced(bytes, results.results) || !bytes.empty()) {
        return std::nullopt;
    }
    return results;
}

} // namespace sideline::training
