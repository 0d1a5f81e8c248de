// Cost of a team's agents per cycle, in a match in process: `team_bench SECONDS TEAM [OPPONENTS]`.
// Complete agents: percepts from text, world model and estimator, decision and behavior, commands
// and trace. Decision maker alone: a copy from the same file, evaluated on the same beliefs. Times
// are wall-clock times: run it with high priority (`chrt -f 20`).
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "agentcore/game/constants.h"
#include "agents/behaviors/built_in.h"
#include "agents/decision/decision_file.h"
#include "launcher/agent_player.h"
#include "launcher/team_file.h"
#include "simulator/harness/match_harness.h"

namespace {

using namespace sideline;
using Clock = std::chrono::steady_clock;

constexpr double kJoinS = 0.3; // robots created at the same time collide violently
constexpr double kWarmS = 5.0;
constexpr int kThreads = 2;

int fail(const std::string& what) {
    std::fprintf(stderr, "%s\n", what.c_str());
    return EXIT_FAILURE;
}

void print(const char* what, std::vector<double> us) {
    if (us.empty()) {
        return;
    }
    std::ranges::sort(us);
    const auto at = [&](double fraction) {
        return us[std::min(us.size() - 1,
                           static_cast<std::size_t>(fraction * static_cast<double>(us.size())))];
    };
    std::printf("  %-16s p50 %8.1f  p99 %8.1f  p99.9 %8.1f  largest %8.1f us  (%zu)\n", what,
                at(0.5), at(0.99), at(0.999), us.back(), us.size());
}

double us(std::chrono::nanoseconds duration) {
    return std::chrono::duration<double, std::micro>(duration).count();
}

// A decision maker that runs in parallel to an agent without effect.
struct Shadow {
    std::size_t place = 0;
    std::unique_ptr<decision::Decider> decider; ///< null: the agent uses no decision file
    std::vector<decision::BehaviorRequest> requests;
    std::vector<decision::Work> work;
    world::DecisionTrace trace;
};

double decideBeside(Shadow& shadow, const world::AgentFrame& frame,
                    const field::FieldModel& field) {
    const auto begin = Clock::now();
    shadow.requests.clear();
    shadow.decider->decide({frame, field}, game::kStepS, shadow.work, shadow.requests);
    shadow.work.clear();
    for (const decision::BehaviorRequest& request : shadow.requests) {
        shadow.work.push_back(
            {request.node, request.behavior, behavior::Status::Running, request.run});
    }
    shadow.decider->explain(shadow.work, shadow.trace);
    return us(Clock::now() - begin);
}

class TeamBench {
public:
    TeamBench() : m_match(settings()), m_field(field::newestField().dimensions) {}

    base::Expected<void> join(const launcher::TeamFile& team, bool isMeasured) {
        for (const launcher::PlayerSpec& player : team.players) {
            play(kJoinS);
            agents::AgentBlueprint blueprint = launcher::blueprintOf(team, player);
            blueprint.settings.team =
                isMeasured ? "Measured" : "Others"; // a team may play against itself
            auto behavior = agents::build(blueprint, agents::builtInBehaviors(), m_skills);
            if (!behavior) {
                return tl::unexpected(behavior.error());
            }
            Shadow shadow;
            shadow.place = m_match.add(blueprint.settings, std::move(*behavior));
            for (const auto& [name, value] : blueprint.parameters) {
                const auto& kinds = decision::kDecisionKinds;
                if (name == "file" && std::ranges::find(kinds, blueprint.behavior) != kinds.end()) {
                    auto decider = agents::DecisionFile(agents::builtInBehaviors()).read(value);
                    shadow.decider = decider ? std::move(*decider) : nullptr;
                }
            }
            if (isMeasured) {
                m_shadows.push_back(std::move(shadow));
            }
        }
        return {};
    }

    void play(double s) {
        for (long left = std::lround(s / game::kStepS); left > 0; --left) {
            m_match.cycle();
        }
    }

    void measure(double s) {
        std::vector<double> everything;
        std::vector<double> parse;
        std::vector<double> update;
        std::vector<double> decide;
        std::vector<double> maker;
        for (long left = std::lround(s / game::kStepS); left > 0; --left) {
            m_match.cycle();
            for (Shadow& shadow : m_shadows) {
                const world::AgentFrame& frame = m_match.frame(shadow.place);
                const world::CycleTiming& timing = frame.timing;
                everything.push_back(us(timing.parse + timing.update + timing.decide));
                parse.push_back(us(timing.parse));
                update.push_back(us(timing.update));
                decide.push_back(us(timing.decide));
                if (shadow.decider) {
                    maker.push_back(decideBeside(shadow, frame, m_field));
                }
            }
        }
        print("everything", everything);
        print("percepts", parse);
        print("beliefs", update);
        print("decide and act", decide);
        print("decision alone", maker);
    }

    [[nodiscard]] simulator::Simulation& simulation() { return m_match.simulation(); }

private:
    static simulator::SimulationSettings settings() {
        simulator::SimulationSettings settings;
        settings.threadCount = kThreads;
        return settings;
    }

    simulator::MatchHarness m_match;
    field::FieldModel m_field;
    agents::SkillLibrary m_skills;
    std::vector<Shadow> m_shadows;
};

} // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        return fail("usage: team_bench SECONDS TEAM.toml [OPPONENTS.toml]");
    }
    TeamBench bench;
    for (int i = 2; i < std::min(argc, 4); ++i) {
        const auto team = launcher::readTeamFile(argv[i]);
        if (!team) {
            return fail(launcher::joinErrors(team.error()));
        }
        if (const auto joined = bench.join(*team, i == 2); !joined) {
            return fail(joined.error().toString());
        }
    }
    if (const auto begun = bench.simulation().apply(monitor::KickOff{game::Side::Left}); !begun) {
        return fail(begun.error().toString());
    }
    bench.play(kWarmS);
    std::printf("%s, %d threads\n", argv[2], kThreads);
    bench.measure(std::atof(argv[1]));
    return EXIT_SUCCESS;
}
