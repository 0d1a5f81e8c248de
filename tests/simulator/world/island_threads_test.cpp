#include "simulator/world/island_threads.h"

#include <array>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/base/thread_pool.h"
#include "agentcore/field/field_model.h"
#include "agentcore/robot/nao.h"
#include "simulator/world/physics_world.h"

namespace sideline::simulator {
namespace {

// Robots that move all joints randomly, fall, and lie next to and on each other, with a ball among
// them.
class IslandMatch {
public:
    explicit IslandMatch(int robots, double apartM, base::ThreadPool* pool = nullptr,
                         Solver solver = Solver::Exact)
        : m_world(field::newestField().dimensions, solver), m_apartM(apartM) {
        m_world.setThreadPool(pool);
        for (int i = 0; i < robots; ++i) {
            add();
        }
    }
    void add() {
        const auto i = static_cast<int>(m_keys.size());
        const auto type = robot::kNaoTypes[m_keys.size() % 5];
        m_keys.push_back(
            m_world.addRobot(robot::naoModel(type),
                             math::Pose::translation({-4.0 + m_apartM * i, 0.2 * (i % 3), 0.46})));
    }
    void run(int steps) {
        for (int i = 0; i < steps; ++i) {
            for (const RobotKey key : m_keys) {
                RobotBody& robot = *m_world.findRobot(key);
                for (std::size_t j = 0; j < robot.model().joints().size(); ++j) {
                    robot.setJointSpeed(robot::JointId(j), m_rng.uniform(-5.0, 5.0));
                }
            }
            m_world.step();
            const std::vector<ContactForce> forces = m_world.contactForces();
            m_forces.insert(m_forces.end(), forces.begin(), forces.end());
        }
    }
    PhysicsWorld m_world;
    double m_apartM;
    base::Rng m_rng{5};
    std::vector<RobotKey> m_keys;
    std::vector<ContactForce> m_forces; ///< of all steps
};

void expectTheSameWithAnyNumberOfThreads(int robots, double apartM, int steps) {
    IslandMatch alone(robots, apartM); // ODE's own single-threaded implementation
    alone.run(steps);
    const PhysicsState expected = alone.m_world.save();
    ASSERT_GT(alone.m_forces.size(), static_cast<std::size_t>(steps));
    for (const unsigned threads : {1U, 2U, 4U}) {
        base::ThreadPool pool(threads);
        IslandMatch match(robots, apartM, &pool);
        match.run(steps);
        EXPECT_EQ(match.m_world.save(), expected) << threads << " threads";
        EXPECT_EQ(match.m_forces, alone.m_forces) << threads << " threads";
    }
}

TEST(IslandThreadsTest, MatchIsTheSameForAnyThreadCount) {
    expectTheSameWithAnyNumberOfThreads(22, 0.6, 250);
}

TEST(IslandThreadsTest, EntangledRobotsAreTheSameForAnyThreadCount) {
    expectTheSameWithAnyNumberOfThreads(6, 0.3, 250);
}

TEST(IslandThreadsTest, ThreadsAndRobotsCanChange) {
    IslandMatch alone(3, 0.5);
    base::ThreadPool two(2);
    base::ThreadPool four(4);
    IslandMatch match(3, 0.5);
    for (base::ThreadPool* pool : {&two, static_cast<base::ThreadPool*>(nullptr), &four, &two}) {
        match.m_world.setThreadPool(pool);
        for (IslandMatch* each : {&alone, &match}) {
            each->run(30);
            each->add();
            each->run(30);
            each->m_world.removeRobot(each->m_keys.front());
            each->m_keys.erase(each->m_keys.begin());
        }
        ASSERT_EQ(match.m_world.save(), alone.m_world.save());
    }
}

TEST(IslandThreadsTest, SleepingWorldHasNoIslands) {
    base::ThreadPool pool(2);
    IslandMatch match(0, 0.0, &pool);
    match.run(50);
    const PhysicsState asleep = match.m_world.save();
    EXPECT_FALSE(asleep.ball.isAwake);
    match.run(5);
    EXPECT_EQ(match.m_world.save(), asleep);
}

// Steps that the fast solver does not support are computed by ODE, also with threads.
TEST(IslandThreadsTest, StepsComputedByOdeAreTheSame) {
    const auto play = [](base::ThreadPool* pool) {
        IslandMatch match(4, 0.5, pool, Solver::Fast);
        match.m_world.findRobot(match.m_keys.front())->setHeld(true);
        match.run(100);
        return match.m_world.save();
    };
    base::ThreadPool pool(3);
    EXPECT_EQ(play(&pool), play(nullptr));
}

// --- assignment of islands to threads

// Two islands of two bodies each; ODE calls back in the stepping thread after moving a body.
struct TwoIslands {
    std::mutex mutex;
    std::condition_variable changed;
    std::array<std::set<std::thread::id>, 2> threads;
    bool haveMissed = false; ///< one island was stepped without the other being in progress

    // Waits inside the step of its island until the other island is also being stepped.
    void noteMove(std::size_t island) {
        using namespace std::chrono_literals;
        std::unique_lock lock(mutex);
        threads.at(island).insert(std::this_thread::get_id());
        changed.notify_all();
        const bool haveMet = changed.wait_for(
            lock, 20s, [this] { return !threads[0].empty() && !threads[1].empty(); });
        haveMissed = haveMissed || !haveMet;
    }
    static TwoIslands* now;
};

TwoIslands* TwoIslands::now = nullptr;

TEST(IslandThreadsTest, TwoThreadsStepTwoIslandsConcurrently) {
    const PhysicsWorld wakesOde(field::newestField().dimensions);
    base::ThreadPool pool(2);
    IslandThreads islandThreads(pool);
    const OdePtr<dxWorld> world(dWorldCreate());
    islandThreads.serve(world.get());
    TwoIslands islands;
    TwoIslands::now = &islands;
    std::array<OdePtr<dxBody>, 4> bodies;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        bodies.at(i).reset(dBodyCreate(world.get()));
        dBodySetPosition(bodies.at(i).get(), static_cast<double>(i), 0, 0);
        dBodySetMovedCallback(
            bodies.at(i).get(), i < 2 ? [](dBodyID) { TwoIslands::now->noteMove(0); }
                                      : [](dBodyID) { TwoIslands::now->noteMove(1); });
    }
    for (std::size_t i = 0; i < bodies.size(); i += 2) {
        dJointID joint = dJointCreateBall(world.get(), nullptr); // destroyed with the world
        dJointAttach(joint, bodies.at(i).get(), bodies.at(i + 1).get());
    }
    ASSERT_EQ(dWorldStep(world.get(), 0.02), 1);
    EXPECT_FALSE(islands.haveMissed);
    ASSERT_EQ(islands.threads[0].size(), 1U);
    ASSERT_EQ(islands.threads[1].size(), 1U);
    EXPECT_NE(islands.threads[0], islands.threads[1]);
}

} // namespace
} // namespace sideline::simulator
