// `sideline train` in several processes.
#include "cli/train_ranks.h"

#include <csignal>
#include <filesystem>
#include <utility>

#include "cli/log_command.h"
#include "cli/version.h"
#include "training/experiment/rank_setup.h"
#include "training/farm/rank_farm.h"
#include "training/farm/thread_farm.h"
#include "training/ranks/mpi_loader.h"

namespace sideline::cli {

base::Expected<std::unique_ptr<training::RankLink>> joinOtherRanks() {
    if (!training::isStartedByMpi()) {
        return nullptr;
    }
    std::error_code unknown;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", unknown);
    return training::joinRanks(program.parent_path());
}

base::Expected<std::unique_ptr<training::Farm>> farmOf(const training::Experiment& experiment,
                                                       training::RankLink* link, unsigned workers) {
    auto trials = training::trialsOf(experiment.parts(), experiment.settings().trials.isExact);
    if (link == nullptr || link->size() == 1) {
        return std::make_unique<training::ThreadFarm>(std::move(trials), workers);
    }
    const auto setup = training::rankSetup(experiment.folder().path(), kVersion);
    if (!setup) {
        return tl::unexpected(setup.error());
    }
    return std::make_unique<training::RankFarm>(*link, *setup, std::move(trials), workers,
                                                [](const std::string& news) { printError(news); });
}

training::TrialsOfSetup experimentTrials() {
    return [](const std::string& setup) { return training::trialsOfSetup(setup, kVersion); };
}

int serveRank(training::RankLink& link, const training::TrialsOfSetup& trials, unsigned workers) {
    std::signal(SIGUSR1, SIG_IGN); // sent by mpirun to all ranks, but meant for rank 0
    if (const auto served = training::serveTrials(link, trials, workers); !served) {
        printError(served.error().toString());
        return kExitFailed;
    }
    return kExitGood;
}

} // namespace sideline::cli
