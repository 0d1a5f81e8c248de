#include "training/experiment/individual_trials.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "agentcore/base/rng.h"

namespace sideline::training {

namespace {

constexpr double kNoFigure = std::numeric_limits<double>::quiet_NaN();

double meanOf(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double deviationOf(std::span<const double> values) {
    if (values.size() < 2) {
        return 0.0;
    }
    const double mean = meanOf(values);
    double sum = 0.0;
    for (const double value : values) {
        sum += (value - mean) * (value - mean);
    }
    return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

double summaryOf(std::vector<double> values, Summary summary) {
    if (values.empty() || std::ranges::any_of(values, [](double v) { return !std::isfinite(v); })) {
        return kNoFigure;
    }
    switch (summary) {
    case Summary::Mean:
        return meanOf(values);
    case Summary::Worst:
        return *std::ranges::min_element(values);
    case Summary::MeanLessDeviation:
        return meanOf(values) - deviationOf(values);
    case Summary::Median:
        break;
    }
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2.0;
}

struct Candidate {
    std::vector<TrialScore> scores; ///< scores in the order of the places
    bool isRacing = true;

    [[nodiscard]] std::vector<double> fitnesses() const {
        std::vector<double> values;
        for (const TrialScore& score : scores) {
            values.push_back(score.fitness);
        }
        return values;
    }
};

// Drops individuals worse than the last of the better half by more than both standard errors.
void dropInferior(std::vector<Candidate>& candidates, Summary summary) {
    struct Standing {
        double value = 0.0;
        double errorOf = 0.0;
        std::size_t index = 0;
    };
    std::vector<Standing> standings;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (!candidates[i].isRacing) {
            continue;
        }
        const std::vector<double> values = candidates[i].fitnesses();
        const double value = summaryOf(values, summary);
        if (!std::isfinite(value)) {
            candidates[i].isRacing = false;
            continue;
        }
        standings.push_back(
            {value, deviationOf(values) / std::sqrt(static_cast<double>(values.size())), i});
    }
    if (standings.size() < 2) {
        return;
    }
    std::ranges::stable_sort(standings, std::greater<>(), &Standing::value);
    const Standing& last = standings[(standings.size() - 1) / 2];
    for (const Standing& each : standings) {
        if (each.value + each.errorOf < last.value - last.errorOf) {
            candidates[each.index].isRacing = false;
        }
    }
}

IndividualResult resultOf(const Candidate& candidate, Summary summary) {
    IndividualResult result;
    result.trials = static_cast<int>(candidate.scores.size());
    const std::vector<double> fitnesses = candidate.fitnesses();
    result.fitness = summaryOf(fitnesses, summary);
    result.deviation = std::isfinite(result.fitness) ? deviationOf(fitnesses) : 0.0;
    std::vector<int> counts;
    for (const TrialScore& score : candidate.scores) {
        result.failedTrials += std::isfinite(score.fitness) ? 0 : 1;
        result.successRate += score.isSuccess ? 1.0 / static_cast<double>(result.trials) : 0.0;
        result.simulatedS += score.simulatedS;
        result.metrics.resize(score.metrics.size(), 0.0);
        counts.resize(score.metrics.size(), 0);
        for (std::size_t i = 0; i < score.metrics.size(); ++i) {
            if (std::isfinite(score.metrics[i])) {
                result.metrics[i] += score.metrics[i];
                ++counts[i];
            }
        }
    }
    for (std::size_t i = 0; i < counts.size(); ++i) {
        result.metrics[i] = counts[i] > 0 ? result.metrics[i] / counts[i] : kNoFigure;
    }
    return result;
}

// Runs the trials that are not in the journal.
base::Expected<std::vector<TrialScore>> runJobs(std::span<const Genome> genomes,
                                                std::span<const TrialJob> jobs, Farm& farm,
                                                TrialJournal& journal,
                                                const std::function<bool()>& isCanceled) {
    std::vector<TrialScore> scores(jobs.size());
    std::vector<TrialJob> open;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        if (const TrialScore* known = journal.find(jobs[i])) {
            scores[i] = *known;
        } else {
            open.push_back(jobs[i]);
            places.push_back(i);
        }
    }
    std::optional<base::Error> fault;
    auto done = farm.run(
        genomes, open,
        [&](std::size_t job, const TrialScore& score) {
            if (auto added = journal.add(open[job], score); !added && !fault) {
                fault = added.error();
            }
        },
        isCanceled);
    if (!done) {
        return done;
    }
    if (fault) {
        return tl::unexpected(*fault);
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
        scores[places[i]] = std::move((*done)[i]);
    }
    return scores;
}

} // namespace

std::uint64_t trialSeed(std::uint64_t experimentSeed, std::uint64_t generation,
                        std::uint64_t trial) {
    const std::uint64_t first = base::Rng(experimentSeed).next();
    return base::Rng(base::Rng(first ^ (generation << 32U)).next() + trial).next();
}

base::Expected<std::vector<TrialScore>> runPlaces(const Genome& genome,
                                                  std::span<const TrialPlace> places, Farm& farm,
                                                  TrialJournal& journal,
                                                  const std::function<bool()>& isCanceled) {
    std::vector<TrialJob> jobs;
    for (const TrialPlace& place : places) {
        jobs.push_back({0, place.robot, place.seed});
    }
    return runJobs({&genome, 1}, jobs, farm, journal, isCanceled);
}

base::Expected<std::vector<IndividualResult>> evaluateIndividuals(
    std::span<const Genome> genomes, std::span<const TrialPlace> places, Summary summary,
    int raceAfter, Farm& farm, TrialJournal& journal, const std::function<bool()>& isCanceled) {
    std::vector<Candidate> candidates(genomes.size());
    std::size_t begin = 0;
    std::size_t end = raceAfter > 0 ? std::min(places.size(), static_cast<std::size_t>(raceAfter))
                                    : places.size();
    while (begin < places.size()) {
        std::vector<TrialJob> jobs;
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            for (std::size_t place = begin; candidates[i].isRacing && place < end; ++place) {
                jobs.push_back(
                    {static_cast<std::uint32_t>(i), places[place].robot, places[place].seed});
            }
        }
        auto scores = runJobs(genomes, jobs, farm, journal, isCanceled);
        if (!scores) {
            return tl::unexpected(scores.error());
        }
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            candidates[jobs[i].individual].scores.push_back(std::move((*scores)[i]));
        }
        begin = end;
        end = std::min(places.size(), 2 * end); // 3, 6, 12, ... trials
        if (begin < places.size()) {
            dropInferior(candidates, summary);
        }
    }
    std::vector<IndividualResult> results;
    double minRacingFitness = std::numeric_limits<double>::infinity();
    for (const Candidate& candidate : candidates) {
        results.push_back(resultOf(candidate, summary));
        if (candidate.isRacing && std::isfinite(results.back().fitness)) {
            minRacingFitness = std::min(minRacingFitness, results.back().fitness);
        }
    }
    // Dropped individuals must not rank above the others.
    for (std::size_t i = 0; i < results.size(); ++i) {
        if (!candidates[i].isRacing && std::isfinite(minRacingFitness)) {
            results[i].fitness = std::isfinite(results[i].fitness)
                                     ? std::min(results[i].fitness, minRacingFitness)
                                     : results[i].fitness;
        }
    }
    return results;
}

} // namespace sideline::training
