// Any bytes, taken as a condition tree, or as one of Eagle Knights' with its condition: reading
// ends with a tree that can be searched and explained, or with an error that says where and what
// else.
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "agentcore/decision/condition_tree.h"
#include "agentcore/decision/eagle_tree.h"
#include "agentcore/decision/tree_text.h"
#include "tests/fuzz/require.h"

namespace {

using namespace sideline;
using fuzz::require;

void check(base::Expected<decision::ConditionTree> tree) {
    if (!tree) {
        require(tree.error().line.has_value() && !tree.error().message.empty() &&
                    !tree.error().expected.empty() && !tree.error().file.empty(),
                "an error says where and what was expected");
        return;
    }
    decision::TreeSearch search(std::make_shared<const decision::ConditionTree>(std::move(*tree)));
    world::AgentFrame frame;
    const field::FieldModel field(field::newestField().dimensions);
    const int leaf = search.choose({frame, field});
    world::DecisionTrace trace;
    search.explain(leaf, trace);
    for (const world::DecisionNode& node : trace.nodes) {
        require(std::isfinite(node.score), "scores are finite");
    }
    require(leaf < 0 || trace.nodes[static_cast<std::size_t>(leaf)].isChosen, "a leaf is chosen");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    check(decision::readTreeText(text, "tree", "a.tree"));
    // The tree up to the first empty line, then what each node's file holds.
    const std::size_t end = text.find("\n\n");
    const std::string condition(end == std::string_view::npos ? std::string_view()
                                                              : text.substr(end + 2));
    check(decision::readEagleTree(
        text.substr(0, end), "tree", "a.txt",
        [&](std::string_view name) -> base::Expected<std::optional<decision::EagleFile>> {
            return decision::EagleFile{std::string(name) + ".txt", condition};
        }));
    return 0;
}
