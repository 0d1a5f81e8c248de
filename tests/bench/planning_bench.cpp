// Planning in a cycle of 20 ms.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <vector>

#include <benchmark/benchmark.h>

#include "agentcore/base/rng.h"
#include "agentcore/planning/path/path_planner.h"
#include "agentcore/planning/pitch_control.h"
#include "agentcore/planning/roles.h"

namespace {

using namespace sideline;
using namespace sideline::planning;
using Eigen::Vector2d;

Vector2d place(base::Rng& rng) {
    return {rng.uniform(-7.0, 7.0), rng.uniform(-5.0, 5.0)};
}

struct Task {
    PathScene scene;
    Vector2d start = Vector2d::Zero();
    Vector2d goal = Vector2d::Zero();
};

// Paths across half a field among 21 robots, each planned from scratch.
void pathAmong21(benchmark::State& state) {
    base::Rng rng(1);
    std::vector<Task> tasks(500);
    for (Task& task : tasks) {
        for (int i = 0; i < 21; ++i) {
            task.scene.discs.push_back(
                {place(rng), 0.5, {rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5)}});
        }
        task.start = place(rng);
        task.goal = place(rng);
    }
    PathPlanner planner;
    std::size_t next = 0;
    std::vector<double> us;
    us.reserve(1U << 20U);
    for (auto _ : state) {
        const Task& task = tasks[next++ % tasks.size()];
        planner.forget();
        const auto before = std::chrono::steady_clock::now();
        benchmark::DoNotOptimize(planner.plan(task.start, task.goal, task.scene, 0.02).lengthM);
        us.push_back(
            std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - before)
                .count());
    }
    std::ranges::sort(us);
    state.counters["p99_us"] = us[us.size() * 99 / 100];
    state.counters["longest_us"] = us.back();
}

// Eleven robots and eleven target positions, all random.
void rolesOf11(benchmark::State& state) {
    base::Rng rng(2);
    std::vector<Vector2d> robots(kMaxRoles);
    std::vector<Vector2d> places(kMaxRoles);
    RoleAssigner assigner;
    for (auto _ : state) {
        state.PauseTiming();
        std::ranges::generate(robots, [&] { return place(rng); });
        std::ranges::generate(places, [&] { return place(rng); });
        state.ResumeTiming();
        benchmark::DoNotOptimize(assigner.assign(robots, places)[0]);
    }
}

// A ball that rolls for long, and a flying one.
void pitchControlOf22(benchmark::State& state) {
    base::Rng rng(3);
    std::vector<PitchPlayer> players(22);
    for (PitchPlayer& player : players) {
        player = {true, 0, place(rng), rng.uniform(-3.0, 3.0), false};
    }
    world::BallBelief ball;
    ball.isKnown = true;
    ball.isFlying = state.range(0) != 0;
    ball.p_F = {0.0, 0.0, 0.05};
    ball.velocity_FMps = {6.0, 2.0, ball.isFlying ? 4.0 : 0.0};
    PitchControl control;
    for (auto _ : state) {
        control.update(ball, players, {});
        benchmark::DoNotOptimize(control.claims().data());
    }
}

BENCHMARK(rolesOf11)->Unit(benchmark::kMicrosecond);
BENCHMARK(pitchControlOf22)->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);
BENCHMARK(pathAmong21)->Unit(benchmark::kMicrosecond);

} // namespace

BENCHMARK_MAIN();
