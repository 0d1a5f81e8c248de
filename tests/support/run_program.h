#pragma once

#include <filesystem>
#include <string>

namespace sideline::tests {

/// What a run of a program left behind.
struct RunResult {
    int status = -1; ///< exit status; -1 if it did not end by itself
    std::string out; ///< standard output and error together
};

/// Runs a program by the shell and waits for its end.
/// @param arguments as typed in a shell
[[nodiscard]] RunResult runProgram(const std::string& program, const std::string& arguments);

/// A path as one word of a shell.
[[nodiscard]] std::string quoted(const std::filesystem::path& path);

} // namespace sideline::tests
