// `sideline-dev train bench --farm`: the cost of distributing trials.
#include "cli/dev/train_bench_farm.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "cli/log_command.h"
#include "cli/train_ranks.h"
#include "training/farm/rank_farm.h"
#include "training/farm/thread_farm.h"

namespace sideline::cli {

namespace {

using Clock = std::chrono::steady_clock;
using training::Genome;
using training::TrialJob;
using training::TrialScore;

constexpr double kTrialS = 0.005; // duration of a dummy trial, about that of simulating a get-up
constexpr std::uint32_t kIndividuals = 24;
constexpr std::size_t kParameters = 44;
constexpr std::size_t kMetrics = 26;

// Returns the processor time of this thread.
double cpuS() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Trials that return at once, compute, or sleep.
base::Expected<training::TrialFunctionFactory> benchTrialsOf(const std::string& kind) {
    return training::TrialFunctionFactory([kind]() -> base::Expected<training::TrialFunction> {
        return training::TrialFunction([kind](const Genome& genome, const TrialJob&) {
            if (kind == "computing") {
                for (const double end = cpuS() + kTrialS; cpuS() < end;) {
                }
            } else if (kind == "waiting") {
                std::this_thread::sleep_for(std::chrono::duration<double>(kTrialS));
            }
            TrialScore score;
            score.fitness = genome.values.front();
            score.metrics.assign(kMetrics, 0.0);
            return score;
        });
    });
}

struct FarmTimes {
    double tookS = 0.0;
    double callerS = 0.0; ///< processor time of the distributing thread
    std::size_t trials = 0;
    [[nodiscard]] double perTrialUs() const { return 1e6 * tookS / static_cast<double>(trials); }
};

FarmTimes measureFarm(training::Farm& farm, std::uint32_t trialsEach, int repeats) {
    const std::vector<Genome> genomes(kIndividuals,
                                      Genome{std::vector<double>(kParameters, 0.5), {}});
    std::vector<TrialJob> jobs;
    for (std::uint32_t i = 0; i < kIndividuals; ++i) {
        for (std::uint32_t trial = 0; trial < trialsEach; ++trial) {
            jobs.push_back({i, 0, trial});
        }
    }
    std::vector<double> times;
    double callerS = 0.0;
    for (int repeat = 0; repeat <= repeats; ++repeat) { // the first run creates the trial functions
        const double before = cpuS();
        const auto begin = Clock::now();
        static_cast<void>(farm.run(genomes, jobs, {}, {}));
        callerS = cpuS() - before;
        if (repeat > 0) {
            times.push_back(std::chrono::duration<double>(Clock::now() - begin).count());
        }
    }
    std::ranges::sort(times);
    return {times[times.size() / 2], callerS, jobs.size()};
}

std::unique_ptr<training::Farm> threadsFor(const std::string& kind, unsigned workers) {
    return std::make_unique<training::ThreadFarm>(*benchTrialsOf(kind), workers);
}

void printFarmHead() {
    std::cout << fmt::format("{:<28}{:>12}{:>16}{:>16}{:>20}\n", "", "nothing", "computing 5 ms",
                             "waiting 5 ms", "waiting, batch 72");
}

using FarmFor = std::function<std::unique_ptr<training::Farm>(const std::string& kind)>;

// Prints one row: the cost of an empty trial, and the load of workers with other trials.
// @param aloneS time of a trial that computes, on one thread
void printFarmRow(const std::string& name, int repeats, double aloneS, const FarmFor& farmFor) {
    std::string line = fmt::format("{:<28}", name);
    line += fmt::format("{:>9.2f} us", measureFarm(*farmFor("nothing"), 400, repeats).perTrialUs());
    {
        const auto farm = farmFor("computing");
        const FarmTimes measured = measureFarm(*farm, 20, repeats);
        line += fmt::format("{:>9.0f}/s{:>4.0f} %", 1e6 / measured.perTrialUs(),
                            100.0 * aloneS * static_cast<double>(measured.trials) /
                                (measured.tookS * farm->workerCount()));
    }
    for (const std::uint32_t trialsEach : {40U, 3U}) {
        const auto farm = farmFor("waiting");
        const FarmTimes measured = measureFarm(*farm, trialsEach, repeats);
        const double rounds = std::ceil(static_cast<double>(measured.trials) / farm->workerCount());
        line += fmt::format("{:>14.1f} %", 100.0 * kTrialS * rounds / measured.tookS);
    }
    std::cout << line << std::endl;
}

void benchRanks(training::RankLink& link, int repeats, double aloneS) {
    const auto make = [&link](const std::string& kind) {
        auto farm =
            std::make_unique<training::RankFarm>(link, kind, *benchTrialsOf(kind), 1, nullptr);
        farm->waitForRanks(std::chrono::seconds(60));
        return farm;
    };
    printFarmRow(fmt::format("{} ranks of one thread", link.size()), repeats, aloneS, make);
    for (const char* kind : {"nothing", "waiting"}) {
        const auto farm = make(kind);
        const FarmTimes measured = measureFarm(*farm, 400, 1);
        std::cout << fmt::format(
            "{}: rank 0 computes {:.2f} us for each trial, and sends {:.1f} trials in a message; "
            "{} trials were given to a second rank\n",
            kind, 1e6 * measured.callerS / static_cast<double>(measured.trials),
            2.0 * static_cast<double>(measured.trials) / static_cast<double>(farm->messageCount()),
            farm->handedOutAgain());
    }
}

} // namespace

int benchFarm(int repeats) {
    const auto link = joinOtherRanks();
    if (!link) {
        printError(link.error().toString());
        return kExitFailed;
    }
    if (*link && (*link)->rank() > 0) {
        return serveRank(**link, benchTrialsOf, 1);
    }
    const auto alone = threadsFor("computing", 1);
    const FarmTimes one = measureFarm(*alone, 20, repeats);
    const double aloneS = one.tookS / static_cast<double>(one.trials);
    printFarmHead();
    if (*link) {
        benchRanks(**link, repeats, aloneS);
        training::dismissRanks(**link);
        return kExitGood;
    }
    for (const unsigned workers : {1U, 2U, 4U}) {
        printFarmRow(fmt::format("{} thread{}", workers, workers == 1 ? "" : "s"), repeats, aloneS,
                     [workers](const std::string& kind) { return threadsFor(kind, workers); });
    }
    return kExitGood;
}

} // namespace sideline::cli
