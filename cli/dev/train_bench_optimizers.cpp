#include "cli/dev/train_bench_optimizers.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>
#include <limits>
#include <memory>
#include <numbers>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "agentcore/base/thread_pool.h"
#include "agentcore/math/quantile.h"
#include "cli/log_command.h"
#include "cli/train_command.h"
#include "training/experiment/experiment_parts.h"
#include "training/experiment/experiment_settings.h"
#include "training/experiment/individual_trials.h"
#include "training/optimizer/optimizer_registry.h"

namespace sideline::cli {

namespace {

constexpr double kWorst = -1e6; // fitness of an individual whose trials all failed

using Function = std::function<double(const std::vector<double>&)>;

// An objective to be maximized.
struct Problem {
    std::string name;
    training::ParameterSpace space;
    double target = 0.0; ///< value at which it counts as solved
    /// Returns the objective of one search; equal seeds produce equal functions.
    std::function<Function(std::uint64_t seed)> function;
};

// The standard test functions in 20 dimensions, with a maximum of 0 that is not at the starting
// point.
std::vector<Problem> testFunctions() {
    constexpr int kDimensions = 20;
    const auto problem = [](const char* name, double range, double target, auto value) {
        std::vector<training::TrainedParameter> parameters;
        for (int i = 0; i < kDimensions; ++i) {
            parameters.push_back({fmt::format("x{}", i), "", -range, range, 0.0});
        }
        return Problem{name, *training::ParameterSpace::make(std::move(parameters)), -target,
                       [value](std::uint64_t) {
                           return [value](const std::vector<double>& x) { return -value(x); };
                       }};
    };
    return {problem("sphere", 5.0, 1e-6,
                    [](const std::vector<double>& x) {
                        double sum = 0.0;
                        for (const double each : x) {
                            sum += (each - 1.0) * (each - 1.0);
                        }
                        return sum;
                    }),
            problem("Rosenbrock", 2.0, 1e-3,
                    [](const std::vector<double>& x) {
                        double sum = 0.0;
                        for (std::size_t i = 0; i + 1 < x.size(); ++i) {
                            const double a = x[i + 1] - x[i] * x[i];
                            sum += 100.0 * a * a + (1.0 - x[i]) * (1.0 - x[i]);
                        }
                        return sum;
                    }),
            problem("Rastrigin", 5.12, 1.0, [](const std::vector<double>& x) {
                double sum = 0.0;
                for (const double each : x) {
                    const double z = each - 1.0;
                    sum += z * z + 10.0 * (1.0 - std::cos(2.0 * std::numbers::pi * z));
                }
                return sum;
            })};
}

base::Expected<Problem> problemOf(const OptimizerBench& bench) {
    const auto settings = training::readExperiment(bench.experiment);
    if (!settings) {
        return tl::unexpected(settings.error().front());
    }
    const auto parts = training::partsOf(*settings);
    if (!parts) {
        return tl::unexpected(parts.error());
    }
    if (parts->subject->space().isEmpty()) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             bench.experiment + ": programs have no numeric parameters",
                             "an experiment with a motion or a behavior");
    }
    Problem problem;
    problem.name = settings->name;
    problem.space = parts->subject->space();
    problem.target =
        bench.target.value_or(settings->target.value_or(std::numeric_limits<double>::infinity()));
    const auto robots = static_cast<std::uint32_t>(parts->robots.size());
    problem.function = [make = training::trialsOf(*parts, settings->trials.isExact), robots,
                        count = bench.trials](std::uint64_t seed) -> Function {
        return [trial = *make(), robots, count, seed](const std::vector<double>& numbers) {
            const training::Genome genome{numbers, {}};
            double sum = 0.0;
            for (int i = 0; i < count; ++i) {
                const auto number = static_cast<std::uint32_t>(i);
                sum += trial(genome, {0, number % robots, training::trialSeed(seed, 0, number)})
                           .fitness;
            }
            return std::isfinite(sum) ? sum / count : kWorst;
        };
    };
    return problem;
}

// The result of one search.
struct Search {
    std::optional<int> evaluations; ///< number needed to reach the target
    double best = -std::numeric_limits<double>::infinity();
};

Search search(training::Optimizer& optimizer, const Problem& problem, std::uint64_t seed,
              int most) {
    Search result;
    const Function value = problem.function(seed);
    for (int done = 0; done < most && !result.evaluations;) {
        std::vector<double> fitness;
        for (const training::Genome& genome : optimizer.propose()) {
            const double fit = value(genome.values);
            ++done;
            if (done <= most) {
                result.best = std::max(result.best, fit);
            }
            if (fit >= problem.target && done <= most) {
                result.evaluations = done;
                return result;
            }
            fitness.push_back(fit);
        }
        optimizer.report(fitness);
    }
    return result;
}

struct Contender {
    std::string label;
    std::string name;
    agents::ParameterTexts settings;
};

// All single-objective optimizers, with equal initial step size. Restarts matter only in long
// searches.
std::vector<Contender> contenders(const std::string& width, bool areLong) {
    std::vector<Contender> all;
    for (const training::OptimizerInfo& info : training::optimizerInfos()) {
        if (!info.takesNumbers || info.minObjectives > 1) {
            continue;
        }
        agents::ParameterTexts settings;
        for (const char* key : {"sigma", "spread"}) {
            if (std::ranges::find(info.parameters, key, &agents::ParameterInfo::name) !=
                info.parameters.end()) {
                settings.emplace_back(key, width);
            }
        }
        all.push_back({info.name, info.name, settings});
        if (info.name == "cma-es" && areLong) {
            settings.emplace_back("restarts", "ipop");
            all.push_back({"cma-es, ipop", info.name, settings});
        }
    }
    return all;
}

base::Expected<std::vector<Search>> searches(const Contender& contender, const Problem& problem,
                                             const OptimizerBench& bench, base::ThreadPool& pool) {
    std::vector<std::unique_ptr<training::Optimizer>> optimizers;
    for (int seed = 1; seed <= bench.seeds; ++seed) {
        auto made = training::makeOptimizer(contender.name, contender.settings,
                                            {problem.space, static_cast<std::uint64_t>(seed), 1});
        if (!made) {
            return tl::unexpected(made.error());
        }
        optimizers.push_back(std::move(*made));
    }
    std::vector<Search> results(optimizers.size());
    pool.parallelFor(results.size(), [&](std::size_t i, unsigned) {
        results[i] = search(*optimizers[i], problem, i + 1, bench.mostEvaluations);
    });
    return results;
}

// Formats the median of the solved searches, and their number.
std::string solvedText(const std::vector<Search>& results) {
    std::vector<double> solved;
    for (const Search& each : results) {
        if (each.evaluations) {
            solved.push_back(*each.evaluations);
        }
    }
    return fmt::format("{:>15} {:>3}/{:<2}",
                       solved.empty() ? "-" : fmt::format("{}", math::medianOf(solved)),
                       solved.size(), results.size());
}

std::string bestText(const std::vector<Search>& results) {
    std::vector<double> best;
    for (const Search& each : results) {
        best.push_back(each.best);
    }
    std::ranges::sort(best);
    return fmt::format("{:>10.3f}{:>10.3f}{:>10.3f}", math::quantileOf(best, 0.25),
                       math::quantileOf(best, 0.5), math::quantileOf(best, 0.75));
}

} // namespace

int benchOptimizers(const OptimizerBench& bench) {
    const bool isExperiment = !bench.experiment.empty();
    std::vector<Problem> problems;
    if (isExperiment) {
        auto problem = problemOf(bench);
        if (!problem) {
            printError(problem.error().toString());
            return kExitFailed;
        }
        problems.push_back(std::move(*problem));
    } else {
        problems = testFunctions();
    }
    const Problem& first = problems.front();
    std::cout << fmt::format("evaluations to reach the target, median of solved runs; solved of {} "
                             "seeds; {} dimensions, at most {} evaluations\n",
                             bench.seeds, first.space.size(), bench.mostEvaluations);
    if (isExperiment) {
        std::cout << fmt::format(
            "{} trials per evaluation; target {}; fitness of the start {:.3f}\n", bench.trials,
            first.target, first.function(1)(first.space.start()));
    }
    std::cout << fmt::format("{:<16}", "");
    for (const Problem& problem : problems) {
        std::cout << fmt::format("{:>22}", problem.name);
    }
    std::cout << (isExperiment ? "   best: 25 %    median      75 %\n" : "\n");
    base::ThreadPool pool(bench.workers);
    for (const Contender& contender : contenders(isExperiment ? "0.05" : "0.25", !isExperiment)) {
        std::cout << fmt::format("{:<16}", contender.label);
        for (const Problem& problem : problems) {
            const auto results = searches(contender, problem, bench, pool);
            if (!results) {
                printError(results.error().toString());
                return kExitFailed;
            }
            std::cout << solvedText(*results);
            if (isExperiment) {
                std::cout << bestText(*results);
            }
        }
        std::cout << std::endl;
    }
    return kExitGood;
}

} // namespace sideline::cli
