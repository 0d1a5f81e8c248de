#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace sideline::tests {

/// Result of running a program.
struct RunResult {
    int status = -1; ///< exit status; -1 if it was killed by a signal
    std::string out; ///< standard output and standard error combined
};

/// Runs a program with the shell and waits for its end.
/// @param arguments as typed in a shell
[[nodiscard]] RunResult runProgram(const std::string& program, const std::string& arguments);

/// A program running in parallel to the test; killed with SIGKILL by the destructor if still
/// running.
class RunningProgram {
public:
    /// @param output file for its standard output and standard error
    RunningProgram(const std::string& program, std::vector<std::string> arguments,
                   std::filesystem::path output);
    ~RunningProgram();
    RunningProgram(const RunningProgram&) = delete;
    RunningProgram& operator=(const RunningProgram&) = delete;

    [[nodiscard]] std::string output() const;
    /// Whether its output contains a matching text within half a minute.
    [[nodiscard]] bool hasOutput(const std::string& text) const;
    /// Sends a signal and waits for the end.
    /// @return exit status; -1 if the signal killed it
    int end(int signal);
    /// Waits for the end.
    /// @return exit status; -1 if a signal killed it
    int wait();

private:
    std::filesystem::path m_output;
    pid_t m_child = -1;
};

/// Waits until a condition holds, at most half a minute.
[[nodiscard]] bool within(const std::function<bool()>& isSo);

/// Quotes a path as one shell word.
[[nodiscard]] std::string quoted(const std::filesystem::path& path);

} // namespace sideline::tests
