#include "agents/behaviors/decisions.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "agentcore/decision/run_decision.h"
#include "agents/behaviors/built_in.h"
#include "agents/decision/decision_file.h"
#include "agents/decision/decision_watch.h"

namespace sideline::agents {

namespace {

// A file may contain several behavior trees; the parameter `tree` selects the one that runs.
std::string treeOf(std::string_view kind, const Parameters& parameters) {
    return kind == decision::kBehaviorTreeKind ? parameters.text("tree") : std::string();
}

base::Expected<std::unique_ptr<behavior::Behavior>> makeDecision(std::string_view kind,
                                                                 std::string_view what,
                                                                 const Parameters& parameters,
                                                                 BuildContext& context) {
    const std::filesystem::path file = parameters.text("file");
    if (file.empty()) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             fmt::format("behavior {}: no file is set", kind),
                             fmt::format("file=PATH of {}", what));
    }
    // Later changes are detected by the watch.
    DecisionFile read(builtInBehaviors(), treeOf(kind, parameters));
    auto decider = read.read(file, kind);
    if (!decider) {
        return tl::unexpected(std::move(decider.error()));
    }
    auto program = makeProgram(std::move(*decider), read.registry(), context);
    if (!program) {
        return tl::unexpected(std::move(program.error()));
    }
    std::shared_ptr<decision::DecisionFeed> feed;
    if (parameters.flag("watch")) {
        feed = std::make_shared<DecisionWatch>(file, std::string(kind), std::move(read), context);
    }
    return std::make_unique<decision::RunDecision>(std::move(*program), std::move(feed));
}

BehaviorInfo infoOf(std::string_view kind, std::string_view what) {
    return {.name = std::string(kind),
            .layer = Layer::Role,
            .summary = fmt::format("Chooses among the other behaviors with {}", what),
            .parameters = {{.name = "file",
                            .description = fmt::format("path of {}", what),
                            .defaultValue = std::string(),
                            .isPath = true},
                           {.name = "watch",
                            .description = "whether to reload the file when it is saved",
                            .defaultValue = true}},
            .make = [kind, what](const Parameters& parameters, BuildContext& context) {
                return makeDecision(kind, what, parameters, context);
            }};
}

} // namespace

BehaviorInfo treeInfo() {
    return infoOf(decision::kTreeKind, "a condition tree");
}

BehaviorInfo networkInfo() {
    return infoOf(decision::kNetworkKind, "an extended behavior network");
}

BehaviorInfo machineInfo() {
    return infoOf(decision::kMachineKind, "a state machine");
}

BehaviorInfo behaviorTreeInfo() {
    BehaviorInfo info = infoOf(decision::kBehaviorTreeKind, "a behavior tree");
    info.parameters.push_back({.name = "tree",
                               .description =
                                   "ID of the tree to run if the file has several; by default "
                                   "main_tree_to_execute, or the only tree that no other contains",
                               .defaultValue = std::string()});
    return info;
}

} // namespace sideline::agents
