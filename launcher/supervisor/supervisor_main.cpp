// sideline-supervisor: starts a program and ends all its processes with it, even if the launcher is
// killed. See supervisor_protocol.h.
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "launcher/supervisor/process_table.h"
#include "launcher/supervisor/supervisor_protocol.h"

namespace {

using namespace sideline::launcher; // NOLINT: a program of a single file
using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::milliseconds;

constexpr auto kKillPause = Milliseconds(3);
constexpr auto kKillTimeout = Milliseconds(3000);
constexpr int kCannotStart = 127;

struct Task {
    Milliseconds grace{2000};
    const char* folder = nullptr;
    std::vector<char*> environment;
    std::vector<char*> program; // terminated by a null pointer
};

bool readTask(int count, char** words, Task& task) {
    int at = 1;
    for (; at + 1 < count && std::strcmp(words[at], "--") != 0; at += 2) {
        if (std::strcmp(words[at], "--grace-ms") == 0) {
            task.grace = Milliseconds(std::strtol(words[at + 1], nullptr, 10));
        } else if (std::strcmp(words[at], "--dir") == 0) {
            task.folder = words[at + 1];
        } else if (std::strcmp(words[at], "--env") == 0) {
            task.environment.push_back(words[at + 1]);
        } else {
            return false;
        }
    }
    if (at + 1 >= count || std::strcmp(words[at], "--") != 0) {
        return false;
    }
    task.program.assign(words + at + 1, words + count);
    task.program.push_back(nullptr);
    return ::fcntl(supervisor::kControlFd, F_GETFD) != -1 &&
           ::fcntl(supervisor::kStatusFd, F_GETFD) != -1;
}

void report(const std::string& line) {
    const std::string text = line + "\n";
    // Write errors are ignored: the launcher may be gone.
    [[maybe_unused]] const auto written = ::write(supervisor::kStatusFd, text.data(), text.size());
}

struct StartFault {
    int error;
    bool isFolder;
};

[[noreturn]] void becomeProgram(const Task& task, pid_t parent, int faultFd) {
    // If the supervisor itself is killed, at least the program ends with it.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) {
        ::_exit(kCannotStart);
    }
    ::setpgid(0, 0); // `kill 0` in a start script must not hit the supervisor
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    std::signal(SIGPIPE, SIG_DFL);
    std::signal(SIGXFSZ, SIG_DFL); // because the launcher may ignore it
    for (char* variable : task.environment) {
        ::putenv(variable);
    }
    StartFault fault{0, false};
    if (task.folder != nullptr && ::chdir(task.folder) != 0) {
        fault = {errno, true};
    } else {
        ::execvp(task.program.front(), task.program.data());
        fault.error = errno;
    }
    [[maybe_unused]] const auto written = ::write(faultFd, &fault, sizeof fault);
    ::_exit(kCannotStart);
}

std::string faultText(const Task& task, const StartFault& fault) {
    const std::string program = task.program.front();
    if (fault.isFolder) {
        return "cannot enter the folder " + std::string(task.folder) + ": " +
               std::strerror(fault.error);
    }
    std::string text = "cannot start " + program + ": " + std::strerror(fault.error);
    const bool isThere = (task.folder == nullptr || ::chdir(task.folder) == 0) &&
                         program.find('/') != std::string::npos &&
                         ::access(program.c_str(), F_OK) == 0;
    if (fault.error == ENOENT && isThere) {
        text += " (the file exists, but not the interpreter on its first line, or its loader)";
    } else if (fault.error == ENOEXEC) {
        text += " (a script needs a first line such as #!/bin/bash)";
    }
    return text;
}

class Supervisor {
public:
    explicit Supervisor(const Task& task) : m_task(task) {}

    int run() {
        prepare();
        if (!startProgram()) {
            return kCannotStart;
        }
        while (reap()) {
            waitForSomething();
        }
        reportEnd();
        return 0;
    }

private:
    enum class Phase { Running, Stopping, Killing };

    void prepare() {
        ::setsid();
        ::prctl(PR_SET_CHILD_SUBREAPER, 1);
        std::signal(SIGPIPE, SIG_IGN);
        ::close_range(supervisor::kStatusFd + 1, ~0U, 0); // descriptors inherited from the launcher
        ::fcntl(supervisor::kControlFd, F_SETFD, FD_CLOEXEC);
        ::fcntl(supervisor::kStatusFd, F_SETFD, FD_CLOEXEC);
        sigset_t handled;
        sigemptyset(&handled);
        for (const int signal : {SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGQUIT}) {
            sigaddset(&handled, signal);
        }
        ::sigprocmask(SIG_SETMASK, &handled, nullptr);
        m_signals = ::signalfd(-1, &handled, SFD_NONBLOCK | SFD_CLOEXEC);
    }

    bool startProgram() {
        int fault[2] = {-1, -1};
        if (::pipe2(fault, O_CLOEXEC) != 0) {
            report(std::string("failed cannot create a pipe: ") + std::strerror(errno));
            return false;
        }
        const pid_t self = ::getpid();
        m_program = ::fork();
        if (m_program == 0) {
            becomeProgram(m_task, self, fault[1]);
        }
        ::close(fault[1]);
        if (m_program < 0) {
            report(std::string("failed cannot create a process: ") + std::strerror(errno));
            return false;
        }
        StartFault said{};
        ssize_t size = 0;
        while ((size = ::read(fault[0], &said, sizeof said)) < 0 && errno == EINTR) {
        }
        ::close(fault[0]);
        if (size == static_cast<ssize_t>(sizeof said)) {
            ::waitpid(m_program, nullptr, 0);
            report("failed " + faultText(m_task, said));
            return false;
        }
        report("started " + std::to_string(m_program));
        // The output ends with the last process that has it open, which must not be the supervisor.
        const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
        ::dup2(nowhere, STDOUT_FILENO);
        ::dup2(nowhere, STDERR_FILENO);
        ::close(nowhere);
        return true;
    }

    // Returns whether a process is left. A subreaper inherits every orphan, so no child means none.
    bool reap() {
        while (true) {
            int status = 0;
            const pid_t pid = ::waitpid(-1, &status, WNOHANG);
            if (pid <= 0) {
                return pid == 0 || errno == EINTR ? !m_isAbandoned : false;
            }
            if (pid == m_program) {
                m_status = status;
                m_hasEnded = true;
            }
        }
    }

    void reportMainEnd() {
        if (!m_hasEnded || m_isMainEndReported) {
            return;
        }
        m_isMainEndReported = true;
        if (WIFSIGNALED(m_status)) {
            stop(); // after a crash, ends the remaining processes
        } else {
            report("main " + std::to_string(WEXITSTATUS(m_status)));
        }
    }

    void waitForSomething() {
        reportMainEnd();
        int timeoutMs = -1;
        if (m_phase == Phase::Stopping) {
            const auto left =
                std::chrono::duration_cast<Milliseconds>(m_deadline - Clock::now()).count() + 1;
            timeoutMs = static_cast<int>(left > 0 ? left : 0);
        } else if (m_phase == Phase::Killing) {
            timeoutMs = static_cast<int>(kKillPause.count());
        }
        pollfd sources[2] = {{m_signals, POLLIN, 0}, {m_control, POLLIN, 0}};
        ::poll(sources, 2, timeoutMs);
        if (sources[1].revents != 0) {
            readControl();
        }
        readSignals();
        if (m_phase == Phase::Stopping && Clock::now() >= m_deadline) {
            if (!m_isForced) {
                report("forced");
            }
            startKilling();
        } else if (m_phase == Phase::Killing) {
            killAll();
        }
    }

    void readControl() {
        char command = 0;
        const ssize_t size = ::read(supervisor::kControlFd, &command, 1);
        if (size < 0 && (errno == EINTR || errno == EAGAIN)) {
            return;
        }
        if (size <= 0) {
            m_control = -1; // poll skips negative descriptors
        }
        stop();
    }

    void readSignals() {
        signalfd_siginfo info{};
        while (::read(m_signals, &info, sizeof info) == static_cast<ssize_t>(sizeof info)) {
            if (info.ssi_signo != SIGCHLD) {
                stop();
            }
        }
    }

    void stop() {
        if (m_phase != Phase::Running) {
            return;
        }
        m_phase = Phase::Stopping;
        m_deadline = Clock::now() + m_task.grace;
        for (const ProcessEntry& process : descendantsOf(::getpid(), readProcessTable())) {
            ::kill(process.pid, SIGTERM);
            ::kill(process.pid, SIGCONT); // a stopped process handles no signals
        }
    }

    void startKilling() {
        if (m_phase == Phase::Killing) {
            return;
        }
        m_phase = Phase::Killing;
        m_isForced = true;
        m_deadline = Clock::now() + kKillTimeout;
        killAll();
    }

    // Repeats until no process is left, as one may fork meanwhile.
    void killAll() {
        const auto left = descendantsOf(::getpid(), readProcessTable());
        for (const ProcessEntry& process : left) {
            ::kill(process.pid, SIGSTOP);
        }
        for (const ProcessEntry& process : left) {
            ::kill(process.pid, SIGKILL);
        }
        if (!left.empty() && Clock::now() >= m_deadline) {
            report("stuck " + std::to_string(left.front().pid));
            m_isAbandoned = true;
        }
    }

    void reportEnd() {
        if (WIFSIGNALED(m_status)) {
            report("signal " + std::to_string(WTERMSIG(m_status)));
        } else {
            report("exited " + std::to_string(WEXITSTATUS(m_status)));
        }
    }

    Task m_task;
    int m_signals = -1;
    int m_control = supervisor::kControlFd;
    pid_t m_program = -1;
    int m_status = 0;
    bool m_hasEnded = false;
    bool m_isMainEndReported = false;
    bool m_isForced = false;
    bool m_isAbandoned = false;
    Phase m_phase = Phase::Running;
    Clock::time_point m_deadline;
};

} // namespace

int main(int argc, char** argv) {
    Task task;
    if (!readTask(argc, argv, task)) {
        std::fputs("sideline starts sideline-supervisor, one for each player of a team\n", stderr);
        return 2;
    }
    return Supervisor(task).run();
}
