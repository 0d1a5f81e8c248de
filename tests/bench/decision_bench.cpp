// Condition trees in a cycle of 20 ms: search and trace, without the behaviors at the leaves. The
// 99th percentile of single cycles is the counter `p99_us`.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "agentcore/decision/condition_tree.h"
#include "agentcore/decision/tree_text.h"
#include "agents/behaviors/built_in.h"
#include "agents/decision/tree_file.h"

namespace {

using namespace sideline;

world::AgentFrame belief() {
    world::AgentFrame frame;
    frame.game.playMode = game::PlayMode::PlayOn;
    frame.situation.isRunning = true;
    frame.situation.mayTouchBall = true;
    frame.body.pose.isValid = true;
    frame.world.ball.isKnown = true;
    frame.world.ball.confidence = 0.8;
    for (int i = 0; i < 21; ++i) {
        world::PlayerBelief player;
        player.isTeammate = i < 10;
        player.unum = 1 + i % 11;
        player.p_F = {i - 10.0, 0.5 * i, 0.4};
        frame.world.players.push_back(player);
    }
    return frame;
}

void run(benchmark::State& state, const decision::ConditionTreePtr& tree) {
    using Clock = std::chrono::steady_clock;
    decision::TreeSearch search(tree);
    world::AgentFrame frame = belief();
    const field::FieldModel field(field::newestField().dimensions);
    std::vector<double> us;
    us.reserve(std::size_t{1} << 22U);
    double x = -15.0;
    for (auto _ : state) {
        x = x > 15.0 ? -15.0 : x + 0.01;
        frame.world.ball.p_F = {x, 0.2 * x, 0.04};
        const auto begin = Clock::now();
        search.explain(search.choose({frame, field}), frame.decision.trace);
        if (us.size() < us.capacity()) {
            us.push_back(std::chrono::duration<double, std::micro>(Clock::now() - begin).count());
        }
        benchmark::DoNotOptimize(frame.decision.trace.nodes.data());
    }
    std::ranges::sort(us);
    state.counters["p99_us"] = us[us.size() * 99 / 100];
    state.SetLabel(std::to_string(tree->nodes.size()) + " nodes, " +
                   std::to_string(tree->terms.size()) + " conditions");
}

void exampleTree(benchmark::State& state, const char* name) {
    const auto path = std::filesystem::path(SIDELINE_EXAMPLES) / "decisions" / name;
    const auto tree = agents::TreeFile(agents::builtInBehaviors()).read(path);
    if (!tree) {
        state.SkipWithError(tree.error().toString().c_str());
        return;
    }
    run(state, *tree);
}

void largestTree(benchmark::State& state) {
    std::string text = "tree\n";
    for (int i = 0; i < 100; ++i) {
        text +=
            " when ball.known and ball.x > " + std::to_string(i % 30 - 15) +
            "\n  when opponent.to-ball < 2 ~ 1 and not teammate.known(3) do a\n"
            "  when self.to(3, 2) < 4 or teammate.to-ball > 1\n   when 0.5 do b\n   else do c\n";
    }
    const auto tree = decision::readTreeText(text, "tree large", "large.tree");
    if (!tree) {
        state.SkipWithError(tree.error().toString().c_str());
        return;
    }
    run(state, std::make_shared<const decision::ConditionTree>(*tree));
}

BENCHMARK_CAPTURE(exampleTree, keeper, "keeper.tree");
BENCHMARK_CAPTURE(exampleTree, field, "field.tree");
BENCHMARK_CAPTURE(exampleTree, eagleKnights, "eagle-knights/portero.txt");
BENCHMARK(largestTree);

} // namespace

BENCHMARK_MAIN();
