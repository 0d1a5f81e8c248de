#include "cli/program.h"

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "agentcore/base/attempt.h"
#include "cli/log_command.h"
#include "cli/output.h"
#include "cli/trace.h"
#include "cli/version.h"

namespace sideline::cli {

namespace {

// Makes each list option take one argument, as in `--method umeyama,fusion`; otherwise it would
// also take the files that follow.
void takeOneWordEach(CLI::App& app) {
    for (CLI::Option* option : app.get_options()) {
        if (option->nonpositional() && option->get_expected_min() == 1 &&
            option->get_expected_max() > 1) {
            option->allow_extra_args(false);
        }
    }
    for (CLI::App* command : app.get_subcommands({})) {
        takeOneWordEach(*command);
    }
}

// Returns the innermost subcommand given and its full name, such as `sideline log export`.
std::pair<const CLI::App*, std::string> namedCommand(const CLI::App& app) {
    const CLI::App* command = &app;
    std::string name = app.get_name();
    while (!command->get_subcommands().empty()) {
        command = command->get_subcommands().front();
        name += " " + command->get_name();
    }
    return {command, name};
}

std::string namesOf(const CLI::App& command) {
    std::string names;
    for (const CLI::App* each : command.get_subcommands([](const CLI::App* sub) {
             return !sub->get_name().empty(); // option groups have no name
         })) {
        names += (names.empty() ? "" : ", ") + each->get_name();
    }
    for (const CLI::Option* option : command.get_options()) {
        names += (names.empty() ? "" : ", ") + option->get_name();
    }
    return names;
}

// Prints what is wrong with the command line and what was expected.
int explain(const CLI::App& app, const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
        return app.exit(error); // help or version
    }
    const auto [command, name] = namedCommand(app);
    std::string text = error.what();
    const std::vector<std::string> extras = app.remaining(true);
    // A misspelled command is also reported as missing.
    if (!extras.empty() &&
        (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError) ||
         error.get_exit_code() == static_cast<int>(CLI::ExitCodes::RequiredError))) {
        const std::string& word = extras.front();
        text = fmt::format("{} '{}' of `{}`; expected {}",
                           word.starts_with('-') ? "unknown option" : "unexpected argument", word,
                           name, namesOf(*command));
    } else if (error.get_name() == "ConversionError") {
        text += "; expected a number";
    }
    printError(fmt::format("{}\n(see `{} --help`)", text, name));
    return kExitFailed;
}

int run(const ProgramInfo& info, AddCommands addCommands, int argc, char** argv) {
    CLI::App app(info.description, info.name);
    app.set_version_flag("--version", fmt::format("{} {}", info.name, kVersion));
    app.require_subcommand(1);
    int status = kExitGood;
    addCommands(app, status);
    takeOneWordEach(app);
    addTraceOption(app);
    const auto begin = std::chrono::steady_clock::now();
    app.parse_complete_callback(
        [&app] { trace().info("{} {}: {}", app.get_name(), kVersion, namedCommand(app).second); });
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return explain(app, error);
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    trace().info("exits with status {} after {:.3f} s", status, took.count());
    return status;
}

} // namespace

int runProgram(const ProgramInfo& info, AddCommands addCommands, int argc, char** argv) {
    ignoreFileSizeSignal();
    const auto status =
        base::attempt(info.name, [&] { return run(info, addCommands, argc, argv); });
    if (status && !flushPrinted()) {
        return kExitFailed;
    }
    if (!status) {
        printError(status.error().toString());
    }
    return status.value_or(kExitFailed);
}

} // namespace sideline::cli
