#include "training/trial/mass_trials.h"

#include <algorithm>
#include <cmath>

#include "agentcore/base/thread_pool.h"

namespace sideline::training {

namespace {

// Returns a quantile of values; nullopt if there are none.
std::optional<double> quantile(std::vector<double> values, double quantileRatio) {
    if (values.empty()) {
        return std::nullopt;
    }
    std::ranges::sort(values);
    const double last = static_cast<double>(values.size() - 1);
    return values[static_cast<std::size_t>(std::lround(quantileRatio * last))];
}

template <typename Member>
std::vector<double> column(std::span<const TrialResult* const> results, Member member) {
    std::vector<double> values;
    for (const TrialResult* result : results) {
        values.push_back(result->*member);
    }
    return values;
}

double deviation(const std::vector<double>& values) {
    double mean = 0.0;
    for (const double value : values) {
        mean += value / static_cast<double>(values.size());
    }
    double square = 0.0;
    for (const double value : values) {
        square += (value - mean) * (value - mean);
    }
    return values.size() < 2 ? 0.0 : std::sqrt(square / static_cast<double>(values.size() - 1));
}

} // namespace

TrialSummary summaryOf(std::span<const TrialResult* const> results) {
    TrialSummary summary;
    summary.count = results.size();
    std::vector<double> uprightS;
    for (const TrialResult* result : results) {
        summary.uprightCount += result->isUprightAtEnd ? 1U : 0U;
        summary.fellCount += result->fellAtS ? 1U : 0U;
        summary.finishedCount += result->finished ? 1U : 0U;
        summary.simulatedS += result->simulatedS;
        if (result->uprightAtS) {
            uprightS.push_back(*result->uprightAtS);
        }
    }
    summary.uprightMedianS = quantile(uprightS, 0.5);
    summary.uprightP90S = quantile(uprightS, 0.9);
    const auto distances = column(results, &TrialResult::ballDistanceM);
    const auto directions = column(results, &TrialResult::ballDirectionRad);
    summary.ballDistanceMedianM = quantile(distances, 0.5).value_or(0.0);
    summary.ballDistanceMinM = quantile(distances, 0.0).value_or(0.0);
    summary.ballDirectionMedianRad = quantile(directions, 0.5).value_or(0.0);
    summary.ballDirectionDeviationRad = deviation(directions);
    summary.walkedMedianM = quantile(column(results, &TrialResult::walkedM), 0.5).value_or(0.0);
    return summary;
}

base::Expected<TrialSummary> runTrials(
    const std::shared_ptr<const motion::JointTrajectory>& trajectory, const TrialSettings& settings,
    std::size_t count, unsigned threads, const std::function<bool()>& isCanceled) {
    std::vector<std::optional<base::Expected<TrialResult>>> slots(count);
    base::ThreadPool pool(threads);
    pool.parallelFor(count, [&](std::size_t i, unsigned /*worker*/) {
        TrialSettings own = settings;
        own.seed = settings.seed + i;
        own.keepsSamples = false;
        slots[i].emplace(runTrial(trajectory, own, isCanceled));
    });
    std::vector<const TrialResult*> done;
    for (const auto& slot : slots) {
        if (!*slot) {
            return tl::unexpected(slot->error());
        }
        done.push_back(&**slot);
    }
    TrialSummary summary = summaryOf(done);
    for (auto& slot : slots) {
        summary.results.push_back(std::move(**slot));
    }
    return summary;
}

} // namespace sideline::training
