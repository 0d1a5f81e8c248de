// Any bytes, taken as a condition tree, as a behavior network, or as one of Eagle Knights' with its
// condition: reading ends with a tree that can be searched and explained, or with an error that
// says where and what else.
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/decision/behavior_network.h"
#include "agentcore/decision/condition_tree.h"
#include "agentcore/decision/eagle_tree.h"
#include "agentcore/decision/network_text.h"
#include "agentcore/decision/tree_text.h"
#include "tests/fuzz/require.h"

namespace {

using namespace sideline;
using fuzz::require;

void requirePlace(const base::Error& error) {
    require(error.line.has_value() && !error.message.empty() && !error.expected.empty() &&
                !error.file.empty(),
            "an error says where and what was expected");
}

void check(base::Expected<decision::ConditionTree> tree) {
    if (!tree) {
        requirePlace(tree.error());
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

void checkNetwork(std::string_view text) {
    auto network = decision::readNetworkText(text, "network", "a.network");
    if (!network) {
        requirePlace(network.error());
        return;
    }
    decision::NetworkRun runs(
        std::make_shared<const decision::BehaviorNetwork>(std::move(*network)));
    world::AgentFrame frame;
    const field::FieldModel field(field::newestField().dimensions);
    std::vector<decision::Wish> wishes;
    for (int i = 0; i < 3; ++i) {
        wishes.clear();
        runs.decide({frame, field}, 0.02, {}, wishes);
    }
    world::DecisionTrace trace;
    runs.explain({}, trace);
    for (const world::DecisionNode& node : trace.nodes) {
        require(std::isfinite(node.score), "activations are finite");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    check(decision::readTreeText(text, "tree", "a.tree"));
    checkNetwork(text);
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
