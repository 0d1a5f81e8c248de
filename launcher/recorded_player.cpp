#include "launcher/recorded_player.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "agentcore/runtime/agent_settings.h"
#include "launcher/agent_player.h"
#include "launcher/output.h"

namespace sideline::launcher {

namespace {

constexpr const char* kProxyHost = "127.0.0.1";

// A built-in agent with a recording of its own.
class RecordedAgent : public EmbeddedPlayer {
public:
    static base::Expected<std::unique_ptr<EmbeddedPlayer>> make(const TeamFile& team,
                                                                const PlayerSpec& player,
                                                                const RecordingMaker& recordings) {
        auto recorded = std::unique_ptr<RecordedAgent>(new RecordedAgent);
        recorded->m_place = recordings(team, player);
        const runtime::AgentSettings settings = blueprintOf(team, player).settings;
        const world::AgentIdentity identity{settings.team,
                                            {game::Side::None, game::UniformNumber(settings.unum)},
                                            settings.typeNumber,
                                            runtime::modelOf(settings).shared()};
        auto frames =
            recorded->m_place->openFrames(fmt::format("{} {}", settings.team, settings.unum),
                                          identity, Clock::now().time_since_epoch());
        if (!frames) {
            return tl::unexpected(std::move(frames.error()));
        }
        recorded->m_frames = std::move(*frames);
        auto agent = AgentPlayer::make(team, player, {recorded->m_frames.get()});
        if (!agent) {
            return tl::unexpected(std::move(agent.error()));
        }
        recorded->m_agent = std::move(*agent);
        return std::unique_ptr<EmbeddedPlayer>(std::move(recorded));
    }

    [[nodiscard]] EmbeddedReport report() override { return m_agent->report(); }
    [[nodiscard]] std::vector<std::string> takeLines() override {
        std::vector<std::string> lines = m_agent->takeLines();
        for (std::string& line : m_place->takeLines()) {
            lines.push_back(std::move(line));
        }
        return lines;
    }

private:
    RecordedAgent() = default;

    std::unique_ptr<proxy::RecordingPlace> m_place;
    std::shared_ptr<world::FrameSink> m_frames;
    std::unique_ptr<AgentPlayer> m_agent; // last, because it uses the other members
};

} // namespace

base::Expected<std::unique_ptr<RecordedProgram>> RecordedProgram::start(
    const TeamFile& team, const PlayerSpec& player, const RecordingMaker& recordings) {
    proxy::AgentProxySettings settings;
    settings.relay.address = kProxyHost;
    settings.relay.serverHost = team.host;
    settings.relay.serverPort = team.port;
    settings.robots.setFolder(player.robotsFolder);
    settings.makePlace = [&team, &player, recordings] { return recordings(team, player); };
    auto proxy = proxy::AgentProxy::start(std::move(settings));
    if (!proxy) {
        return tl::unexpected(std::move(proxy.error()));
    }
    std::unique_ptr<RecordedProgram> program(new RecordedProgram);
    program->m_proxy = std::move(*proxy);
    program->m_team = team;
    program->m_team.host = kProxyHost;
    program->m_team.port = program->m_proxy->port();
    return program;
}

RecordedProgram::Report RecordedProgram::report() const {
    Report report;
    const proxy::ProxyStatus status = m_proxy->status();
    for (const proxy::ProxiedAgent& agent : status.ended) {
        report.cycles += agent.cycles;
        report.missedCycles += agent.missedCycles;
        report.lateAnswers += agent.lateAnswers;
    }
    for (const proxy::ProxiedAgent& agent : status.agents) {
        report.cycles += agent.cycles;
        report.missedCycles += agent.missedCycles;
        report.lateAnswers += agent.lateAnswers;
        report.reactionMs = std::max(report.reactionMs, agent.reactionP50Ms);
    }
    return report;
}

std::vector<std::string> RecordedProgram::stop() {
    m_proxy->stop();
    return m_proxy->takeLines();
}

EmbeddedFactory agentFactory(RecordingMaker recordings) {
    return [recordings = std::move(recordings)](
               const TeamFile& team,
               const PlayerSpec& player) -> base::Expected<std::unique_ptr<EmbeddedPlayer>> {
        if (player.isRecorded && recordings) {
            return RecordedAgent::make(team, player, recordings);
        }
        return AgentPlayer::make(team, player);
    };
}

} // namespace sideline::launcher
