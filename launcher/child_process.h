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

/// The program to run and its environment.
struct Launch {
    std::filesystem::path supervisor; ///< the program `sideline-supervisor`
    std::string program;              ///< a path, or a name to look up in the PATH
    std::vector<std::string> arguments;
    std::map<std::string, std::string> environment; ///< added to the environment of this process
    std::filesystem::path folder;
    std::chrono::milliseconds grace{2000}; ///< time between SIGTERM and SIGKILL
};

/// A program with a supervisor that ends all of its processes
/// (supervisor/supervisor_protocol.h).
///
/// All pipes are non-blocking. When this object is destroyed or its process is killed, the program
/// and all its descendants end. One thread at a time.
class ChildProcess {
public:
    /// Starts the supervisor; its status pipe reports whether the program could be started.
    /// Errors: NotFound if there is no supervisor, Io for failures of the system.
    [[nodiscard]] static base::Expected<ChildProcess> start(const Launch& launch);
    /// Waits until the supervisor has ended all processes, at most for the grace period.
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

    /// Sends SIGTERM to all processes, and SIGKILL to those that remain after the grace period.
    void requestStop();
    /// Waits for the supervisor's exit, after its status pipe has ended.
    /// @return false if it was killed before it had finished
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

/// Kills every process that has `variable` in its environment: the last resort for processes that
/// remain after their supervisor was killed.
/// @param variable as `NAME=VALUE`
/// @return the number of killed processes; new ones may have started meanwhile, and a process
///     inside `execve` shows no environment
std::size_t killByEnvironment(const std::string& variable);

} // namespace sideline::launcher
