#include "cli/dev/bench_crowd.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <iterator>
#include <memory>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "agentcore/math/quantile.h"
#include "agentcore/robot/catalog/robot_catalog.h"
#include "cli/dev/bench_robots.h"

namespace sideline::cli {

namespace {

using simulator::AgentId;
using simulator::Simulation;
using simulator::Solver;
using Clock = std::chrono::steady_clock;

constexpr int kSettleCycles = 300; // the robots have fallen by then

// A joint and its fraction of the common swing speed.
constexpr std::array<std::pair<std::string_view, double>, 8> kWaving = {{{"lae1", 1.0},
                                                                         {"rae1", 1.0},
                                                                         {"lae2", 1.0},
                                                                         {"rae2", 1.0},
                                                                         {"lle3", 0.2},
                                                                         {"rle3", 0.2},
                                                                         {"lle4", -0.4},
                                                                         {"rle4", -0.4}}};

double waveRadPerS(std::uint64_t cycle) {
    constexpr double kFastestRadPerS = 1.5;
    constexpr double kRadPerCycle = 0.05;
    return kFastestRadPerS * std::sin(static_cast<double>(cycle) * kRadPerCycle);
}

enum class CrowdWork { All, PhysicsAlone };

class Crowd {
public:
    Crowd(int count, Solver solver, CrowdWork work, int threads)
        : m_work(work), m_simulation(settingsFor(solver, threads)) {
        robot::RobotCatalog robots;
        for (int i = 0; i < count; ++i) {
            const BenchRobot robot(i);
            const AgentId agent = m_simulation
                                      .addRobot(robot::kDefaultRobotFile, robot.type, robot.team,
                                                robot.unum, work == CrowdWork::All)
                                      .value();
            // The robots are beamed into a diagonal row.
            m_simulation.receive(
                agent, fmt::format("(beam {} {} 0)", robot.unum - 15.0, robot.unum - 6.0));
            Member& member = m_members.emplace_back(Member{agent, {}});
            const robot::RobotModel& model =
                *robots.find(robot::kDefaultRobotFile, robot.type).value();
            for (std::size_t k = 0; k < kWaving.size(); ++k) {
                member.waving[k] = model.findJoint(kWaving[k].first);
            }
        }
        m_simulation.cycle();
        for (int i = 0; i < kSettleCycles; ++i) {
            cycle();
        }
    }

    void cycle() {
        const double speedRadPerS = waveRadPerS(m_cycle++);
        if (m_work == CrowdWork::PhysicsAlone) {
            for (const Member& member : m_members) {
                for (std::size_t k = 0; k < kWaving.size(); ++k) {
                    m_simulation.setJointSpeed(member.agent, member.waving[k],
                                               kWaving[k].second * speedRadPerS);
                }
            }
            m_simulation.stepPhysics();
            return;
        }
        m_message.clear();
        for (const auto& [joint, factor] : kWaving) {
            fmt::format_to(std::back_inserter(m_message), "({} {:.3f})", joint,
                           factor * speedRadPerS);
        }
        m_message += "(syn)";
        for (const Member& member : m_members) {
            m_simulation.receive(member.agent, m_message);
        }
        m_simulation.cycle();
    }

    [[nodiscard]] Simulation& simulation() { return m_simulation; }

private:
    static simulator::SimulationSettings settingsFor(Solver solver, int threads) {
        simulator::SimulationSettings settings;
        settings.solver = solver;
        settings.threadCount = threads;
        return settings;
    }

    struct Member {
        AgentId agent;
        std::array<robot::JointId, kWaving.size()> waving;
    };

    CrowdWork m_work;
    Simulation m_simulation;
    std::vector<Member> m_members;
    std::string m_message;
    std::uint64_t m_cycle = 0;
};

struct CrowdWay {
    CrowdRow row;
    std::unique_ptr<Crowd> crowd;
    std::vector<double> rates;
};

} // namespace

std::vector<CrowdRow> benchCrowd(int robots, std::uint64_t cycles, int repeats, int threads) {
    std::array<CrowdWay, 3> ways;
    ways[0].row.name = "ODE alone";
    ways[0].crowd = std::make_unique<Crowd>(robots, Solver::Exact, CrowdWork::PhysicsAlone, 1);
    ways[1].row.name = "exact";
    ways[1].crowd = std::make_unique<Crowd>(robots, Solver::Exact, CrowdWork::All, threads);
    ways[2].row.name = "fast";
    ways[2].crowd = std::make_unique<Crowd>(robots, Solver::Fast, CrowdWork::All, threads);
    for (int turn = 0; turn < repeats; ++turn) {
        for (CrowdWay& way : ways) {
            const Clock::time_point begin = Clock::now();
            for (std::uint64_t k = 0; k < cycles; ++k) {
                way.crowd->cycle();
            }
            way.rates.push_back(static_cast<double>(cycles) /
                                std::chrono::duration<double>(Clock::now() - begin).count());
        }
    }
    std::vector<CrowdRow> rows;
    for (CrowdWay& way : ways) {
        if (!areAwake(way.crowd->simulation(), robots)) {
            return {};
        }
        way.row.cyclesPerS = math::medianOf(way.rates);
        way.row.timesOde =
            way.row.cyclesPerS / (rows.empty() ? way.row.cyclesPerS : rows.front().cyclesPerS);
        rows.push_back(way.row);
    }
    return rows;
}

} // namespace sideline::cli
