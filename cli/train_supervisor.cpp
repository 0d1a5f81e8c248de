// `sideline train --ranks N`: starts the ranks and restarts them when they die.
#include "cli/train_supervisor.h"

#include <chrono>
#include <csignal>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <optional>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/log_command.h"
#include "cli/output.h"
#include "training/experiment/experiment_folder.h"

namespace sideline::cli {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using std::chrono::seconds;
using training::ExperimentFolder;

constexpr int kMaxFruitless = 3;
constexpr int kNotStarted = 127;

pid_t startCommand(const std::vector<std::string>& command) {
    std::vector<char*> words;
    for (const std::string& word : command) {
        words.push_back(const_cast<char*>(word.c_str())); // NOLINT: execvp does not write
    }
    words.push_back(nullptr);
    const pid_t self = ::getpid();
    const pid_t child = ::fork();
    if (child == 0) {
        ::setpgid(0, 0); // Ctrl+C on a terminal is meant for the supervisor
        ::prctl(PR_SET_PDEATHSIG, SIGTERM);
        const int nothing = ::open("/dev/null", O_RDONLY); // NOLINT: variadic
        if (::getppid() == self && nothing >= 0 && ::dup2(nothing, STDIN_FILENO) >= 0) {
            ::execvp(words.front(), words.data());
        }
        ::_exit(kNotStarted);
    }
    return child;
}

std::optional<int> statusIn(const fs::path& file) {
    std::ifstream in(file);
    int status = 0;
    return in >> status ? std::optional(status) : std::nullopt;
}

// One run of mpirun.
class Start {
public:
    Start(const std::vector<std::string>& command, const SupervisedRun& run)
        : m_run(run), m_pid(startCommand(command)) {}

    // Returns the exit status of rank 0; nullopt if it died.
    std::optional<int> wait() {
        while (!hasEnded()) {
            forwardSignal();
            if (isOver()) {
                end();
                break;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        return statusIn(statusFileOf(m_run.folder));
    }
    // Whether mpirun itself could not be started.
    [[nodiscard]] bool hasFailed() const {
        return m_pid < 0 || (WIFEXITED(m_status) && WEXITSTATUS(m_status) == kNotStarted);
    }

private:
    bool hasEnded() { return m_pid < 0 || ::waitpid(m_pid, &m_status, WNOHANG) != 0; }

    void forwardSignal() {
        if (isInterrupted() && !m_isForwarded) {
            m_isForwarded = true;
            ::kill(m_pid, SIGUSR1); // mpirun passes the signal to the ranks
        }
    }

    // Whether rank 0 has ended and mpirun exceeds its time limit.
    bool isOver() {
        const Clock::time_point now = Clock::now();
        const bool hasStatus = statusIn(statusFileOf(m_run.folder)).has_value();
        const bool isRunning = ExperimentFolder::isRunning(m_run.folder);
        m_wasRunning = m_wasRunning || isRunning;
        if (!hasStatus && (isRunning || !m_wasRunning)) {
            m_since.reset();
            return false;
        }
        m_since = m_since.value_or(now);
        return now - *m_since > (hasStatus ? seconds(5) : seconds(2));
    }

    void end() {
        const auto isGoneWithin = [this](seconds longest) {
            const Clock::time_point begin = Clock::now();
            while (!hasEnded()) {
                if (Clock::now() - begin > longest) {
                    return false;
                }
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
            }
            return true;
        };
        ::kill(m_pid, SIGTERM); // ends the ranks, including stopped ones
        if (!isGoneWithin(seconds(10))) {
            ::kill(-m_pid, SIGKILL);
            static_cast<void>(isGoneWithin(seconds(10)));
        }
    }

    const SupervisedRun& m_run;
    pid_t m_pid;
    int m_status = 0;
    bool m_isForwarded = false;
    bool m_wasRunning = false;
    std::optional<Clock::time_point> m_since;
};

// Returns a value that changes with every finished trial.
std::pair<std::uint64_t, std::uintmax_t> progressOf(const fs::path& folder) {
    const auto at = ExperimentFolder::readCheckpoint(folder);
    std::error_code none;
    const std::uintmax_t bytes = fs::file_size(folder / "trials.journal", none);
    return {at ? at->generation : 0, none ? 0 : bytes};
}

std::vector<std::string> commandOf(const SupervisedRun& run, bool resume) {
    std::error_code unknown;
    const fs::path program = fs::read_symlink("/proc/self/exe", unknown);
    std::vector<std::string> words = {"mpirun", "--enable-recovery",         "--bind-to", "none",
                                      "-n",     fmt::format("{}", run.ranks)};
    words.insert(words.end(), run.mpirun.begin(), run.mpirun.end());
    words.push_back(program.string());
    words.emplace_back("train");
    words.insert(words.end(), run.arguments.begin(), run.arguments.end());
    words.emplace_back("--status-file");
    words.push_back(statusFileOf(run.folder).string());
    if (resume) {
        words.emplace_back("--resume");
    }
    return words;
}

} // namespace

fs::path statusFileOf(const fs::path& folder) {
    fs::path file = fs::absolute(folder).lexically_normal();
    if (!file.has_filename()) {
        file = file.parent_path();
    }
    return file += ".status";
}

int superviseRanks(const SupervisedRun& run) {
    listenToSignals();
    const fs::path statusFile = statusFileOf(run.folder);
    int fruitless = 0;
    bool resume = run.resume;
    for (;;) {
        std::error_code ignored;
        fs::remove(statusFile, ignored);
        const auto before = progressOf(run.folder);
        Start started(commandOf(run, resume), run);
        const std::optional<int> status = started.wait();
        fs::remove(statusFile, ignored);
        if (status) {
            return *status;
        }
        if (started.hasFailed()) {
            printError("mpirun could not be started; expected Open MPI (openmpi-bin)");
            return kExitFailed;
        }
        fruitless = progressOf(run.folder) == before ? fruitless + 1 : 0;
        if (isInterrupted() || fruitless == kMaxFruitless) {
            printError(fmt::format(
                "{}: the ranks died{}; --resume continues from the last finished trial",
                run.folder.string(),
                isInterrupted() ? ""
                                : fmt::format(" {} times without finishing a trial", fruitless)));
            return kExitFailed;
        }
        resume = resume || fs::exists(run.folder / "experiment.toml", ignored);
        printError(fmt::format("{}: the ranks died; restarting them from the last finished trial",
                               run.folder.string()));
    }
}

} // namespace sideline::cli
