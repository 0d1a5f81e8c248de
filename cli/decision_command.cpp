// `sideline decision check|measures|palette`: decision files of agents, without running an agent.
#include "cli/decision_command.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "agentcore/argument/measures.h"
#include "agentcore/argument/things.h"
#include "agentcore/decision/eagle_tree.h"
#include "agents/behaviors/built_in.h"
#include "agents/decision/decision_file.h"
#include "agents/decision/tree_nodes_model.h"
#include "cli/log_command.h"
#include "cli/output.h"

namespace sideline::cli {

namespace {

int checkFiles(const std::vector<std::string>& files, const std::string& tree) {
    int status = kExitGood;
    const agents::BehaviorRegistry registry = agents::builtInBehaviors();
    for (const std::string& file : files) {
        const auto decider = agents::DecisionFile(registry, tree).read(file);
        const auto checked = decider ? agents::checkBehaviors(**decider, registry)
                                     : base::Expected<void>(tl::unexpected(decider.error()));
        if (!checked) {
            printError(checked.error().toString());
            status = kExitFound;
            continue;
        }
        fmt::print("{}: {}", file, (*decider)->describe());
        for (const std::string& warning : (*decider)->warnings()) {
            fmt::print("note: {}\n", warning);
        }
    }
    return status;
}

int listMeasures() {
    for (const argument::Measure& measure : argument::measures()) {
        const std::string name = measure.arguments.empty()
                                     ? std::string(measure.name)
                                     : fmt::format("{}({})", measure.name, measure.arguments);
        fmt::print("{:<28}{:<9}{}\n", name, measure.unit, measure.summary);
    }
    fmt::print("\nPlaces, players and functions for arguments of behaviors, such as "
               "`go-to place=toward(goal.own, ball, 1.5)`:\n");
    for (const argument::Function& function : argument::functions()) {
        fmt::print("{:<28}{:<9}{}\n", function.form(),
                   function.type == argument::Type::Number && function.unit != "any"
                       ? function.unit
                       : argument::typeName(function.type),
                   function.summary);
    }
    fmt::print("\nFunctions of trees in the format of Eagle Knights:\n");
    for (const decision::EagleFunction& each : decision::eagleFunctions()) {
        fmt::print("{:<28}{:<48}{}\n", each.name, each.outcomes, each.measures);
    }
    return kExitGood;
}

} // namespace

void addDecisionCommand(CLI::App& app, int& status) {
    CLI::App* decision = app.add_subcommand(
        "decision", "Check and list decision makers: trees, networks, state machines");
    decision->require_subcommand(1);

    auto* check =
        decision->add_subcommand("check", "Check decision makers of all formats and print them");
    auto files = std::make_shared<std::vector<std::string>>();
    check
        ->add_option("file", *files,
                     "Condition trees, behavior networks, state machines, behavior trees")
        ->required();
    auto tree = std::make_shared<std::string>();
    check->add_option("--tree", *tree,
                      "ID of the tree to run if a file has several behavior trees; by default "
                      "main_tree_to_execute, or the only tree that no other contains");
    check->callback([files, tree, &status] { status = checkFiles(*files, *tree); });

    auto* measures = decision->add_subcommand(
        "measures",
        "List the measures of conditions, and the places and functions of arguments, with units");
    measures->callback([&status] { status = listMeasures(); });

    auto* palette = decision->add_subcommand(
        "palette", "Print all behaviors and measures as nodes of behavior trees, for Groot");
    palette->callback([&status] {
        fmt::print("{}", agents::treeNodesModel(agents::builtInBehaviors()));
        status = kExitGood;
    });
}

} // namespace sideline::cli
