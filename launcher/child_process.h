#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

#include "agentcore/base/error.h"

namespace sideline::launcher {

/// A file descriptor that is closed with its owner.
class Fd {
public:
    Fd() = default;
    explicit Fd(int fd) : m_fd(fd) {}
    ~Fd() { close(); }
    Fd(Fd&& other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}
    Fd& operator=(Fd&& other) noexcept {
        if (this != &other) {
            close();
            m_fd = std::exchange(other.m_fd, -1);
        }
        return *this;
    }
    Fd(const Fd&) = delete;
    Fd& operator=(const Fd&) = delete;

    [[nodiscard]] int get() const { return m_fd; }
    [[nodiscard]] bool isOpen() const { return m_fd >= 0; }
    void close();

private:
    int m_fd = -1;
};

/// What is to be run.
struct Launch {
    std::filesystem::path supervisor; ///< the program `sideline-supervisor`
    std::string program;              ///< a path, or a name for the PATH
    std::vector<std::string> arguments;
    std::map<std::string, std::string> environment; ///< added to ours
    std::filesystem::path folder;
    std::chrono::milliseconds grace{2000}; ///< between SIGTERM and SIGKILL
};

/// A program with a supervisor that never lets anything of it stay behind
/// (supervisor/supervisor_protocol.h).
///
/// All pipes are non-blocking. When this value goes, or the process that has it is killed, the
/// program and all its descendants are ended. One thread at a time.
class ChildProcess {
public:
    /// Starts the supervisor; whether the program itself could be started, its status pipe reports.
    /// Errors: NotFound if there is no supervisor, Io for what the system refuses.
    [[nodiscard]] static base::Expected<ChildProcess> start(const Launch& launch);
    /// Waits until the supervisor has ended everything, for as long as the grace at most.
    ~ChildProcess();
    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&&) = delete;
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    [[nodiscard]] int outFd() const { return m_out.get(); }
    [[nodiscard]] int errFd() const { return m_err.get(); }
    [[nodiscard]] int statusFd() const { return m_status.get(); }
    [[nodiscard]] pid_t supervisorPid() const { return m_supervisor; }
    void closeOut() { m_out.close(); }
    void closeErr() { m_err.close(); }

    /// SIGTERM to all, SIGKILL to who is left after the grace.
    void requestStop();
    /// SIGKILL to all.
    void requestKill();
    /// Takes the supervisor's own end, after its status pipe has ended.
    /// @return false if it was killed before it could do its work
    [[nodiscard]] bool collectSupervisor();

private:
    ChildProcess() = default;
    void command(char letter);

    Fd m_control;
    Fd m_status;
    Fd m_out;
    Fd m_err;
    pid_t m_supervisor = -1;
};

/// Kills every process that has `variable` in its environment: the last means against what a
/// killed supervisor has left behind.
/// @param variable as `NAME=VALUE`
/// @return how many processes there were; new ones may have come meanwhile, and one that is inside
///     `execve` shows no environment
std::size_t killByEnvironment(const std::string& variable);

} // namespace sideline::launcher
