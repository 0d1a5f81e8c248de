#include "agents/behaviors/tree.h"

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "agentcore/decision/run_tree.h"
#include "agents/behaviors/built_in.h"
#include "agents/decision/tree_file.h"
#include "agents/decision/tree_watch.h"

namespace sideline::agents {

namespace {

base::Expected<std::unique_ptr<behavior::Behavior>> makeTree(const Parameters& parameters,
                                                             BuildContext& context) {
    const std::filesystem::path file = parameters.text("file");
    if (file.empty()) {
        return base::failure(base::ErrorCode::InvalidArgument, "behavior tree: no file is set",
                             "file=PATH of a condition tree");
    }
    // What changes from here on is noticed by the watch.
    TreeFile read(builtInBehaviors());
    auto tree = read.read(file);
    if (!tree) {
        return tl::unexpected(std::move(tree.error()));
    }
    auto program = makeTreeProgram(*tree, read.registry(), context);
    if (!program) {
        return tl::unexpected(std::move(program.error()));
    }
    std::shared_ptr<decision::TreeFeed> feed;
    if (parameters.flag("watch")) {
        feed = std::make_shared<TreeWatch>(file, std::move(read), context);
    }
    return std::make_unique<decision::RunTree>(std::move(*program), std::move(feed));
}

} // namespace

BehaviorInfo treeInfo() {
    return {.name = "tree",
            .layer = Layer::Role,
            .summary = "Decides by a condition tree which of the other behaviors it shows",
            .parameters = {{.name = "file",
                            .description = "path of the condition tree",
                            .usual = std::string(),
                            .isPath = true},
                           {.name = "watch",
                            .description = "whether it takes the file again when it is saved",
                            .usual = true}},
            .make = makeTree};
}

} // namespace sideline::agents
