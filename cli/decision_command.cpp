// `sideline decision check|measures`: condition trees without an agent.
#include "cli/decision_command.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "agentcore/base/plural.h"
#include "agentcore/decision/condition_tree.h"
#include "agentcore/decision/eagle_tree.h"
#include "agentcore/decision/measures.h"
#include "agents/behaviors/built_in.h"
#include "agents/decision/tree_file.h"
#include "cli/log_command.h"
#include "cli/output.h"

namespace sideline::cli {

namespace {

int checkTrees(const std::vector<std::string>& files) {
    int status = kExitGood;
    const agents::BehaviorRegistry registry = agents::builtInBehaviors();
    for (const std::string& file : files) {
        const auto tree = agents::TreeFile(registry).read(file);
        const auto checked = tree ? agents::checkTreeBehaviors(**tree, registry)
                                  : base::Expected<void>(tl::unexpected(tree.error()));
        if (!checked) {
            printError(checked.error().toString());
            status = kExitFound;
            continue;
        }
        fmt::print("{}: {}, {}, {}\n", file, base::plural((*tree)->nodes.size(), "node"),
                   base::plural((*tree)->terms.size(), "condition"),
                   base::plural((*tree)->behaviors.size(), "behavior"));
        fmt::print("{}", decision::describe(**tree));
        for (const std::string& warning : (*tree)->warnings) {
            fmt::print("note: {}\n", warning);
        }
    }
    return status;
}

int listMeasures() {
    for (const decision::Measure& measure : decision::measures()) {
        const std::string name = measure.arguments.empty()
                                     ? std::string(measure.name)
                                     : fmt::format("{}({})", measure.name, measure.arguments);
        fmt::print("{:<28}{:<9}{}\n", name, measure.unit, measure.summary);
    }
    fmt::print("\nFunctions of trees in the form of Eagle Knights:\n");
    for (const decision::EagleFunction& each : decision::eagleFunctions()) {
        fmt::print("{:<28}{:<48}{}\n", each.name, each.outcomes, each.measures);
    }
    return kExitGood;
}

} // namespace

void addDecisionCommand(CLI::App& app, int& status) {
    CLI::App* decision = app.add_subcommand("decision", "Condition trees: what agents decide by");
    decision->require_subcommand(1);

    auto* check = decision->add_subcommand("check", "Reads condition trees and prints them");
    auto files = std::make_shared<std::vector<std::string>>();
    check->add_option("file", *files, "Condition trees")->required();
    check->callback([files, &status] { status = checkTrees(*files); });

    auto* measures = decision->add_subcommand(
        "measures", "Lists what the conditions of a tree may ask, with units");
    measures->callback([&status] { status = listMeasures(); });
}

} // namespace sideline::cli
