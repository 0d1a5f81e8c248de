// Cost of a physics step with robots walking on the spot, by solver and number of threads.
#include <cmath>

#include <benchmark/benchmark.h>

#include "agentcore/base/thread_pool.h"
#include "agentcore/field/field_model.h"
#include "agentcore/robot/nao.h"
#include "simulator/world/physics_world.h"

namespace {

using namespace sideline;

// Arguments: robots, solver (0 exact, 1 fast), threads.
class MovingRobots {
public:
    MovingRobots(int robots, simulator::Solver solver)
        : m_world(field::newestField().dimensions, solver) {
        for (int i = 0; i < robots; ++i) {
            const auto type = robot::kNaoTypes[static_cast<std::size_t>(i) % 5];
            m_keys.push_back(m_world.addRobot(
                robot::naoModel(type),
                math::Pose::translation({-9.0 + 1.5 * (i % 11), -2.0 + 4.0 * (i / 11), 0.40})));
        }
        for (int i = 0; i < 25; ++i) {
            m_world.step();
        }
        m_standing = m_world.save();
    }
    simulator::PhysicsWorld& world() { return m_world; }

    void step() {
        if (m_steps % 100 == 0) {
            static_cast<void>(m_world.restore(m_standing));
        }
        const double speed = 2.0 * std::cos(0.3 * m_steps++);
        for (const simulator::RobotKey key : m_keys) {
            simulator::RobotBody& robot = *m_world.findRobot(key);
            for (const char* joint : {"rlj3", "rlj5", "raj1", "laj2", "hj1"}) {
                robot.setJointSpeed(robot.model().findJoint(joint), speed);
            }
            robot.setJointSpeed(robot.model().findJoint("rlj4"), -2.0 * speed);
        }
        m_world.step();
    }

private:
    simulator::PhysicsWorld m_world;
    std::vector<simulator::RobotKey> m_keys;
    simulator::PhysicsState m_standing;
    int m_steps = 0;
};

void stepOfMovingRobots(benchmark::State& state) {
    const auto solver = state.range(1) == 0 ? simulator::Solver::Exact : simulator::Solver::Fast;
    MovingRobots robots(static_cast<int>(state.range(0)), solver);
    base::ThreadPool pool(static_cast<unsigned>(state.range(2)));
    robots.world().setThreadPool(&pool);
    for (auto _ : state) {
        robots.step();
    }
}
BENCHMARK(stepOfMovingRobots)
    ->ArgNames({"robots", "fast", "threads"})
    ->ArgsProduct({{1, 6, 22}, {0}, {1}})
    ->ArgsProduct({{1, 6, 22}, {1}, {1, 2}})
    ->UseRealTime()
    ->Unit(benchmark::kMicrosecond);

// Robots that fall over each other: contacts join them into a single island.
void stepOfHeap(benchmark::State& state) {
    const auto solver = state.range(1) == 0 ? simulator::Solver::Exact : simulator::Solver::Fast;
    simulator::PhysicsWorld world(field::newestField().dimensions, solver);
    std::vector<simulator::RobotKey> keys;
    for (int i = 0; i < state.range(0); ++i) {
        keys.push_back(
            world.addRobot(robot::naoModel(robot::NaoType::Standard),
                           math::Pose::translation({-3.0 + 0.12 * i, 0.02 * (i % 2), 0.42})));
    }
    const auto step = [&](int count) {
        for (const simulator::RobotKey key : keys) {
            simulator::RobotBody& robot = *world.findRobot(key);
            for (std::size_t j = 0; j < robot.model().joints().size(); ++j) {
                robot.setJointSpeed(robot::JointId(j),
                                    3.0 * std::cos(0.1 * count + static_cast<double>(j)));
            }
        }
        world.step();
    };
    for (int i = 0; i < 100; ++i) {
        step(i);
    }
    const simulator::PhysicsState heap = world.save();
    int count = 0;
    for (auto _ : state) {
        if (count % 50 == 0) {
            static_cast<void>(world.restore(heap));
        }
        step(100 + count++ % 50);
    }
}
BENCHMARK(stepOfHeap)
    ->ArgNames({"robots", "fast"})
    ->ArgsProduct({{2, 5}, {0, 1}})
    ->UseRealTime()
    ->Unit(benchmark::kMicrosecond);

} // namespace

BENCHMARK_MAIN();
