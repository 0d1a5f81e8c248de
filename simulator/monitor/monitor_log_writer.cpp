#include "simulator/monitor/monitor_log_writer.h"

#include <limits>
#include <utility>

#include "agentcore/game/constants.h"

namespace sideline::simulator {

namespace {

using base::Expected;

constexpr double kDueToleranceS = game::asServerS(0.005);

} // namespace

MonitorLogOptions MonitorLogOptions::of(monitor::StreamFormat format) {
    return format == monitor::StreamFormat::SimSpark
               ? MonitorLogOptions{}
               : MonitorLogOptions{.periodS = 0.04,
                                   .fullEveryS = std::numeric_limits<float>::max()};
}

MonitorLogCadence::MonitorLogCadence(const MonitorLogOptions& options)
    : m_periodS(game::asServerS(options.periodS)),
      m_fullEveryS(game::asServerS(options.fullEveryS)),
      m_dueS(m_periodS) {}

bool MonitorLogCadence::isDueAfterCycle() {
    m_simTimeS = game::serverClockAfter(m_simTimeS);
    if (game::asServerS(m_dueS - m_simTimeS) > kDueToleranceS) {
        return false;
    }
    m_currentS = m_dueS;
    m_dueS = game::asServerS(m_simTimeS + m_periodS);
    return true;
}

bool MonitorLogCadence::isFullDue() const {
    return game::asServerS(m_currentS - m_fullS) > m_fullEveryS;
}

void MonitorLogCadence::noteFullWritten() {
    m_fullS = m_currentS;
}

Expected<MonitorLogWriter> MonitorLogWriter::create(const std::filesystem::path& path,
                                                    const MonitorLogOptions& options,
                                                    base::OutputOptions output) {
    output.kind = base::OutputKind::Growing;
    auto file = base::OutputFile::create(path, std::move(output));
    if (!file) {
        return tl::unexpected(std::move(file.error()));
    }
    return MonitorLogWriter(std::move(*file), options);
}

MonitorLogWriter::MonitorLogWriter(base::OutputFile file, const MonitorLogOptions& options)
    : m_file(std::move(file)), m_cadence(options) {}

Expected<void> MonitorLogWriter::write(const monitor::GameState& game,
                                       const monitor::SceneState& scene) {
    if (m_cadence.isFullDue()) {
        m_stream.requestFullMessage();
    }
    m_line.clear();
    const monitor::MessageKind kind = m_stream.append(game, scene, m_line);
    m_line += '\n';
    if (auto written = m_file.write(m_line); !written) {
        ++m_lostCount;
        m_stream.lastMessageWasLost();
        return written;
    }
    if (kind == monitor::MessageKind::Full) {
        m_cadence.noteFullWritten();
    }
    ++m_lineCount;
    return {};
}

} // namespace sideline::simulator
