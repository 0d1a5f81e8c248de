#pragma once

#include <CLI/CLI.hpp>

namespace sideline::cli {

struct ProgramInfo {
    const char* name;
    const char* description;
};

/// Adds the subcommands of a program; their callbacks store the exit status.
using AddCommands = void (*)(CLI::App& app, int& status);

/// The `main` of a program with subcommands: parses the arguments, runs the command that they name
/// and prints errors to standard error.
/// @return the exit status
[[nodiscard]] int runProgram(const ProgramInfo& info, AddCommands addCommands, int argc,
                             char** argv);

} // namespace sideline::cli
