#include "launcher/child_process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "launcher/supervisor/process_table.h"
#include "launcher/supervisor/supervisor_protocol.h"

extern char** environ; // NOLINT: declared as POSIX requires

namespace sideline::launcher {

namespace {

using base::ErrorCode;
using base::failure;

// Descriptors are moved above those that the supervisor uses for its pipes, so that duplicating one
// never closes another.
constexpr int kFirstFreeFd = 10;

struct Pipe {
    Fd read;
    Fd write;
};

base::Expected<Pipe> makePipe() {
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return failure(ErrorCode::Io,
                       fmt::format("cannot create a pipe: {}", std::strerror(errno)));
    }
    const Fd read(ends[0]);
    const Fd write(ends[1]);
    Pipe pipe{Fd(::fcntl(read.get(), F_DUPFD_CLOEXEC, kFirstFreeFd)),
              Fd(::fcntl(write.get(), F_DUPFD_CLOEXEC, kFirstFreeFd))};
    if (!pipe.read.isOpen() || !pipe.write.isOpen()) {
        return failure(ErrorCode::Io,
                       fmt::format("cannot create a pipe: {}", std::strerror(errno)));
    }
    return pipe;
}

void makeNonBlocking(const Fd& fd) {
    ::fcntl(fd.get(), F_SETFL, ::fcntl(fd.get(), F_GETFL) | O_NONBLOCK);
}

std::vector<std::string> supervisorWords(const Launch& launch) {
    std::vector<std::string> words = {launch.supervisor.string(), "--grace-ms",
                                      std::to_string(launch.grace.count())};
    if (!launch.folder.empty()) {
        words.insert(words.end(), {"--dir", launch.folder.string()});
    }
    for (const auto& [name, value] : launch.environment) {
        words.insert(words.end(), {"--env", name + "=" + value});
    }
    words.insert(words.end(), {"--", launch.program});
    words.insert(words.end(), launch.arguments.begin(), launch.arguments.end());
    return words;
}

// RAII for the two helper objects of posix_spawn.
class SpawnSetup {
public:
    SpawnSetup() {
        ::posix_spawn_file_actions_init(&actions);
        ::posix_spawnattr_init(&attributes);
        sigset_t none;
        sigset_t all;
        sigemptyset(&none);
        sigfillset(&all);
        ::posix_spawnattr_setsigmask(&attributes, &none);
        ::posix_spawnattr_setsigdefault(&attributes, &all);
        ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~SpawnSetup() {
        ::posix_spawn_file_actions_destroy(&actions);
        ::posix_spawnattr_destroy(&attributes);
    }
    SpawnSetup(const SpawnSetup&) = delete;
    SpawnSetup& operator=(const SpawnSetup&) = delete;

    posix_spawn_file_actions_t actions{};
    posix_spawnattr_t attributes{};
};

} // namespace

void Fd::close() {
    if (m_fd >= 0) {
        ::close(std::exchange(m_fd, -1));
    }
}

base::Expected<ChildProcess> ChildProcess::start(const Launch& launch) {
    std::error_code ignored;
    if (!std::filesystem::exists(launch.supervisor, ignored)) {
        return failure(ErrorCode::NotFound,
                       launch.supervisor.empty()
                           ? "sideline-supervisor not found"
                           : fmt::format("there is no {}", launch.supervisor.string()),
                       "the program sideline-supervisor, installed next to sideline");
    }
    std::array<Pipe, 4> pipes; // control, status, output, errors
    for (Pipe& pipe : pipes) {
        auto made = makePipe();
        if (!made) {
            return tl::unexpected(made.error());
        }
        pipe = std::move(*made);
    }
    auto& [control, status, out, err] = pipes;
    SpawnSetup setup;
    ::posix_spawn_file_actions_addopen(&setup.actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&setup.actions, out.write.get(), STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&setup.actions, err.write.get(), STDERR_FILENO);
    ::posix_spawn_file_actions_adddup2(&setup.actions, control.read.get(), supervisor::kControlFd);
    ::posix_spawn_file_actions_adddup2(&setup.actions, status.write.get(), supervisor::kStatusFd);

    std::vector<std::string> words = supervisorWords(launch);
    std::vector<char*> pointers;
    for (std::string& word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr);
    ChildProcess child;
    const int fault = ::posix_spawn(&child.m_supervisor, launch.supervisor.c_str(), &setup.actions,
                                    &setup.attributes, pointers.data(), environ);
    if (fault != 0) {
        child.m_supervisor = -1;
        return failure(ErrorCode::Io, fmt::format("cannot start {}: {}", launch.supervisor.string(),
                                                  std::strerror(fault)));
    }
    child.m_control = std::move(control.write);
    child.m_status = std::move(status.read);
    child.m_out = std::move(out.read);
    child.m_err = std::move(err.read);
    for (const Fd* fd : {&child.m_control, &child.m_status, &child.m_out, &child.m_err}) {
        makeNonBlocking(*fd);
    }
    return child;
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : m_control(std::move(other.m_control)),
      m_status(std::move(other.m_status)),
      m_out(std::move(other.m_out)),
      m_err(std::move(other.m_err)),
      m_supervisor(std::exchange(other.m_supervisor, -1)) {}

ChildProcess::~ChildProcess() {
    m_control.close();
    // A writing program must not block on a full pipe while its supervisor ends it.
    m_out.close();
    m_err.close();
    if (m_supervisor > 0) {
        static_cast<void>(collectSupervisor());
    }
}

void ChildProcess::command(char letter) {
    // If the pipe has no reader, the supervisor has ended, as its status pipe reports. SIGPIPE is
    // blocked during the write.
    sigset_t pipeOnly;
    sigset_t before;
    sigemptyset(&pipeOnly);
    sigaddset(&pipeOnly, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &pipeOnly, &before);
    const bool isBroken = ::write(m_control.get(), &letter, 1) < 0 && errno == EPIPE;
    if (isBroken && sigismember(&before, SIGPIPE) == 0) {
        const timespec now{};
        ::sigtimedwait(&pipeOnly, nullptr, &now);
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void ChildProcess::requestStop() {
    command(supervisor::kStopCommand);
}

bool ChildProcess::collectSupervisor() {
    int status = 0;
    pid_t got = -1;
    while ((got = ::waitpid(m_supervisor, &status, 0)) < 0 && errno == EINTR) {
    }
    m_supervisor = -1;
    return got > 0 && WIFEXITED(status);
}

std::size_t killByEnvironment(const std::string& variable) {
    std::size_t count = 0;
    const std::string entry = '\0' + variable + '\0';
    for (const ProcessEntry& process : readProcessTable()) {
        if (process.pid == ::getpid()) {
            continue;
        }
        std::ifstream in(fmt::format("/proc/{}/environ", process.pid), std::ios::binary);
        const std::string environment =
            '\0' + std::string(std::istreambuf_iterator<char>(in), {}) + '\0';
        if (environment.find(entry) != std::string::npos && ::kill(process.pid, SIGKILL) == 0) {
            ++count;
        }
    }
    return count;
}

} // namespace sideline::launcher
