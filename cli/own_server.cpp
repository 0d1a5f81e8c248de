#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "cli/log_command.h"
#include "cli/match_server.h"
#include "cli/served_match.h"
#include "simulator/server/simulator_thread.h"

namespace sideline::cli {

namespace {

constexpr auto kOwnServerLook = std::chrono::milliseconds(20);

class OwnServer final : public MatchServer {
public:
    OwnServer(std::unique_ptr<simulator::SimulatorThread> simulator, bool isFast)
        : m_simulator(std::move(simulator)), m_isFast(isFast) {}

    void look() override {
        std::this_thread::sleep_for(kOwnServerLook);
        if (auto status = m_simulator->takeStatus()) {
            for (const std::string& news :
                 simulator::changesOf(m_status.outputs, status->outputs)) {
                printError(news);
            }
            m_status = std::move(*status);
            m_isStarted = true;
        }
        if (auto frame = m_simulator->takeFrame(); frame && frame->match) {
            m_frame = frame->match;
        }
    }
    bool isReady() const override { return m_status.agentPort != 0; }
    std::string fault() const override {
        return !m_isStarted || m_status.isRunning ? std::string()
               : m_status.fault.empty()           ? std::string("the server has stopped")
                                                  : m_status.fault;
    }
    std::uint16_t agentPort() const override { return m_status.agentPort; }
    std::uint16_t monitorPort() const override { return m_status.monitorPort; }
    bool hasGame() const override { return m_frame != nullptr; }
    const monitor::GameState& game() const override { return m_frame->game; }
    std::size_t countOf(const std::string& team) const override {
        return static_cast<std::size_t>(
            std::ranges::count_if(m_status.robots, [&](const simulator::SimulatorRobot& robot) {
                return robot.hasAgent && robot.team == team;
            }));
    }
    void kickOff(game::Side side) override {
        m_simulator->post(simulator::command::Trainer{monitor::KickOff{side}});
    }
    bool awaitsSyncs() const override { return true; }
    void begin() override {
        if (m_isFast) { // the teams have joined in real time
            m_simulator->post(simulator::command::SetSpeed{0.0});
        }
    }
    std::vector<std::string> losses() override { return simulator::lossesOf(m_status.outputs); }

private:
    std::unique_ptr<simulator::SimulatorThread> m_simulator;
    bool m_isFast;
    bool m_isStarted = false;
    simulator::SimulatorStatus m_status;
    monitor::MatchFramePtr m_frame;
};

} // namespace

base::Expected<std::unique_ptr<MatchServer>> startOwnServer(const ServedMatch& match) {
    simulator::SimulatorThread::Settings settings;
    settings.simulation = match.simulation;
    settings.makeMatch = match.makeMatch;
    settings.server.agentPort = match.agentPort;
    settings.server.monitorPort = match.monitorPort;
    settings.server.monitorLog = match.monitorLog;
    settings.server.mayReplaceFiles = match.mayReplace;
    // In real time, built-in agents are waited for when this computer is slow.
    settings.server.syncMode =
        match.isFast ? simulator::SyncMode::All : simulator::SyncMode::Syncing;
    settings.sink = match.sink;
    auto simulator = simulator::SimulatorThread::start(settings);
    if (!simulator) {
        return tl::unexpected(simulator.error());
    }
    return std::make_unique<OwnServer>(std::move(*simulator), match.isFast);
}

} // namespace sideline::cli
