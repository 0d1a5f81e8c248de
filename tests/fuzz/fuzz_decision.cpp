// Arbitrary bytes as each form of decision (with the condition tree of Eagle Knights): parsing
// gives a decision maker that decides and explains itself, or an error with position and
// expectation.
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/decision/behavior_network.h"
#include "agentcore/decision/behavior_tree_run.h"
#include "agentcore/decision/behavior_tree_xml.h"
#include "agentcore/decision/condition_tree.h"
#include "agentcore/decision/decision_why.h"
#include "agentcore/decision/eagle_tree.h"
#include "agentcore/decision/machine_text.h"
#include "agentcore/decision/network_text.h"
#include "agentcore/decision/state_machine.h"
#include "agentcore/decision/tree_text.h"
#include "tests/fuzz/require.h"

namespace {

using namespace sideline;
using fuzz::require;

void requirePlace(const base::Error& error) {
    require(error.line.has_value() && !error.message.empty() && !error.expected.empty() &&
                !error.file.empty(),
            "an error states where and what was expected");
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

template <typename Run, typename Program>
void checkRun(base::Expected<Program> program) {
    if (!program) {
        requirePlace(program.error());
        return;
    }
    Run runs(std::make_shared<const Program>(std::move(*program)));
    world::AgentFrame frame;
    const field::FieldModel field(field::newestField().dimensions);
    std::vector<decision::BehaviorRequest> requests;
    std::vector<decision::Work> work;
    world::DecisionTrace trace;
    for (int i = 0; i < 6; ++i) {
        frame.world.ball.isKnown = i % 2 == 1;
        requests.clear();
        runs.decide({frame, field}, 0.02, work, requests);
        work.clear();
        for (const decision::BehaviorRequest& request : requests) {
            work.push_back({request.node, request.behavior,
                            i % 3 == 0 ? behavior::Status::Done : behavior::Status::Failed,
                            request.run});
        }
        runs.explain(work, trace);
        for (std::size_t n = 0; n < trace.nodes.size(); ++n) {
            require(std::isfinite(trace.nodes[n].score), "scores are finite");
            require(decision::whyOf(trace, n).node < trace.nodes.size(), "reasons are nodes");
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    check(decision::readTreeText(text, "tree", "a.tree"));
    checkRun<decision::NetworkRun>(decision::readNetworkText(text, "network", "a.network"));
    checkRun<decision::MachineRun>(decision::readMachineText(text, "machine", "a.machine"));
    checkRun<decision::BehaviorTreeRun>(
        decision::readBehaviorTreeXml(text, "behavior-tree", "a.xml"));
    // The tree up to the first empty line, then the files of its nodes.
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
