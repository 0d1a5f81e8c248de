// Arbitrary messages to the monitor port, one per line, followed by two cycles: the match
// continues, all bodies have finite positions, monitors can parse every message, and a saved state
// is restored identically.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "agentcore/monitor/encoder.h"
#include "agentcore/monitor/monitor_decoder.h"
#include "agentcore/monitor/trainer_command.h"
#include "simulator/server/monitor_feed.h"
#include "simulator/simulation/simulation.h"
#include "tests/fuzz/require.h"

namespace {

using namespace sideline;
using fuzz::require;
using simulator::Simulation;

constexpr int kMaxLines = 40;

class Match {
public:
    Match() : m_feed(m_simulation) {
        for (const char* team : {"A", "B"}) {
            for (const int unum : {1, 2}) {
                require(m_simulation.addRobot("rsg/agent/nao/nao_hetero.rsg", unum, team, unum)
                            .has_value(),
                        "four players");
            }
        }
    }
    void hear(std::string_view line) {
        for (const monitor::TrainerCommand& command :
             monitor::parseTrainerCommands(line).commands) {
            (void)m_simulation.apply(command);
        }
        const simulator::Simulation::Requests requests = m_simulation.takeRequests();
        if (requests.fullState) {
            m_stream.requestFullMessage();
        }
        m_simulation.cycle();
        m_simulation.cycle();
        (void)m_simulation.takeNotes();
        check();
    }
    void checkMoment() {
        const auto moment = m_simulation.save();
        const std::uint64_t hash = m_simulation.stateHash();
        m_simulation.cycle();
        const std::uint64_t next = m_simulation.stateHash();
        require(m_simulation.restore(*moment).has_value(), "a moment can be restored");
        require(m_simulation.stateHash() == hash, "a moment is what it was");
        m_simulation.cycle();
        require(m_simulation.stateHash() == next, "and continues identically");
    }

private:
    void check() {
        require(m_simulation.physics().ball().X_SBall.p.allFinite(), "the ball is somewhere");
        m_feed.update();
        std::string message;
        m_stream.append(m_feed.game(), m_feed.scene(), message);
        const auto report = m_decoder.decode(message, ++m_stamp);
        require(report.has_value() && !report->outOfSync, "monitors can read it");
        require(monitor::MonitorDecoder()
                    .decode(monitor::encodeFullMessage(m_feed.game(), m_feed.scene()), 0)
                    .has_value(),
                "late monitors, too");
    }

    Simulation m_simulation{simulator::SimulationSettings{}};
    simulator::MonitorFeed m_feed;
    monitor::MonitorStream m_stream;
    monitor::MonitorDecoder m_decoder;
    std::uint32_t m_stamp = 0;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view rest(reinterpret_cast<const char*>(data), size);
    Match match;
    for (int i = 0; i < kMaxLines && !rest.empty(); ++i) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        match.hear(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    match.checkMoment();
    return 0;
}
