#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "agentcore/base/attempt.h"
#include "cli/agent_command.h"
#include "cli/decision_command.h"
#include "cli/localize_command.h"
#include "cli/log_command.h"
#include "cli/match_command.h"
#include "cli/motion_command.h"
#include "cli/output.h"
#include "cli/proxy_command.h"
#include "cli/robot_command.h"
#include "cli/sim_command.h"
#include "cli/skill_command.h"
#include "cli/team_command.h"
#include "cli/trace.h"
#include "cli/train_command.h"
#include "cli/version.h"

namespace {

using sideline::cli::printError;

// An option with a list takes one word, as `--method umeyama,fusion`: else it would swallow the
// files behind it.
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

// `sideline log export`, as far as commands were named.
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
             return !sub->get_name().empty(); // groups of options have none
         })) {
        names += (names.empty() ? "" : ", ") + each->get_name();
    }
    for (const CLI::Option* option : command.get_options()) {
        names += (names.empty() ? "" : ", ") + option->get_name();
    }
    return names;
}

// Says what was wrong with the words of the command line, and what was expected instead.
int explain(const CLI::App& app, const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
        return app.exit(error); // help or version
    }
    const auto [command, name] = namedCommand(app);
    std::string text = error.what();
    const std::vector<std::string> extras = app.remaining(true);
    // A command that is misspelled is missing, too.
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
    return sideline::cli::kExitFailed;
}

int run(int argc, char** argv) {
    CLI::App app("Headless Sideline: tools for RoboCup 3D Soccer Simulation teams", "sideline");
    app.set_version_flag("--version", std::string("sideline ") + sideline::cli::kVersion);
    app.require_subcommand(1);
    int status = sideline::cli::kExitGood;
    sideline::cli::addAgentCommand(app, status);
    sideline::cli::addDecisionCommand(app, status);
    sideline::cli::addLocalizeCommand(app, status);
    sideline::cli::addLogCommand(app, status);
    sideline::cli::addMatchCommand(app, status);
    sideline::cli::addMotionCommand(app, status);
    sideline::cli::addProxyCommand(app, status);
    sideline::cli::addRobotCommand(app, status);
    sideline::cli::addServerCommand(app, status);
    sideline::cli::addSimCommand(app, status);
    sideline::cli::addTeamCommand(app, status);
    sideline::cli::addTrainCommand(app, status);
    sideline::cli::addSkillCommand(app, status);
    takeOneWordEach(app);
    sideline::cli::addTraceOption(app);
    const auto begin = std::chrono::steady_clock::now();
    app.parse_complete_callback([&app] {
        sideline::cli::trace().info("{} {}: {}", app.get_name(), sideline::cli::kVersion,
                                    namedCommand(app).second);
    });
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return explain(app, error);
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    sideline::cli::trace().info("ends with status {} after {:.3f} s", status, took.count());
    return status;
}

} // namespace

int main(int argc, char** argv) {
    sideline::cli::ignoreFileSizeSignal();
    const auto status = sideline::base::attempt("sideline", [&] { return run(argc, argv); });
    if (status && !sideline::cli::flushPrinted()) {
        return sideline::cli::kExitFailed;
    }
    if (!status) {
        sideline::cli::printError(status.error().toString());
    }
    return status.value_or(sideline::cli::kExitFailed);
}
