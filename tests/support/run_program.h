#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace sideline::tests {

/// What a run of a program left behind.
struct RunResult {
    int status = -1; ///< exit status; -1 if it did not end by itself
    std::string out; ///< standard output and error together
};

/// Runs a program by the shell and waits for its end.
/// @param arguments as typed in a shell
[[nodiscard]] RunResult runProgram(const std::string& program, const std::string& arguments);

/// A program that runs beside the test; ended with SIGKILL if it still does when this is destroyed.
class RunningProgram {
public:
    /// @param output file for its standard output and error
    RunningProgram(const std::string& program, std::vector<std::string> arguments,
                   std::filesystem::path output);
    ~RunningProgram();
    RunningProgram(const RunningProgram&) = delete;
    RunningProgram& operator=(const RunningProgram&) = delete;

    [[nodiscard]] std::string output() const;
    /// Whether it says something like this within half a minute.
    [[nodiscard]] bool says(const std::string& text) const;
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

/// Waits until something is so, at most half a minute.
[[nodiscard]] bool within(const std::function<bool()>& isSo);

/// A path as one word of a shell.
[[nodiscard]] std::string quoted(const std::filesystem::path& path);

} // namespace sideline::tests
