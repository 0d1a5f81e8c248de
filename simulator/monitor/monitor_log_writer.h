#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "agentcore/base/error.h"
#include "agentcore/base/output_file.h"
#include "agentcore/monitor/encoder.h"
#include "agentcore/monitor/game_state.h"
#include "agentcore/monitor/scene.h"

namespace sideline::simulator {

/// Options for a monitor log; times in simulated seconds.
struct MonitorLogOptions {
    double periodS = 0.2;    ///< interval between messages; 0.02 or less: every cycle
    double fullEveryS = 3.0; ///< minimum interval between full messages

    /// Returns the defaults; for rcssservermj, those of its monitor stream, which is also its log
    /// format.
    [[nodiscard]] static MonitorLogOptions of(monitor::StreamFormat format);
};

/// Schedule of the server's logger for messages and full messages. A value.
///
/// The server accumulates times in single precision (see `game::asServerS`), so that at 5 Hz full
/// messages are in lines 1, 17, 33, 48, 63, 78, ... This class rounds identically and reproduces
/// the lines of recorded logs. Source: `monitorlogger.cpp`, `simulationserver.cpp` of SimSpark
/// 0.3.x.
class MonitorLogCadence {
public:
    explicit MonitorLogCadence(const MonitorLogOptions& options = {});

    /// To be called after every cycle of 20 ms; returns whether a message is due.
    bool isDueAfterCycle();
    /// Whether the due message must be full because of the interval.
    [[nodiscard]] bool isFullDue() const;
    /// Restarts the interval between full messages: the due message is a full one.
    void noteFullWritten();

    [[nodiscard]] bool operator==(const MonitorLogCadence&) const = default;

private:
    double m_periodS;
    double m_fullEveryS;
    double m_simTimeS = 0.0;
    double m_dueS;           // time of the next message
    double m_currentS = 0.0; // time of the last message
    double m_fullS = 0.0;    // time of the last full message
};

/// Writes a match like the server's `sparkmonitor.log`: one message per line. Messages are full at
/// the start, every three seconds, and when robots are added or removed.
///
/// Every line is passed to the operating system once it is complete. A line that could not be
/// written is lost and counted; the next attempt is a full message. Movable, not copyable; one
/// thread at a time.
class MonitorLogWriter {
public:
    /// Opens a file that is visible from its first line on.
    /// @param output options except for the kind
    /// Errors: those of `OutputFile::create`.
    [[nodiscard]] static base::Expected<MonitorLogWriter> create(
        const std::filesystem::path& path, const MonitorLogOptions& options = {},
        base::OutputOptions output = {});
    /// @param file of kind `Growing`
    explicit MonitorLogWriter(base::OutputFile file, const MonitorLogOptions& options = {});

    /// To be called after every cycle of 20 ms; returns whether `write` must be called now.
    bool isDueAfterCycle() { return m_cadence.isDueAfterCycle(); }

    /// Appends a message.
    /// @param game fouls of the whole match, or at least those since the last call
    /// @param scene must have a structure
    /// Errors: LimitExceeded (disk full), Io, each with the path; the message is then lost.
    base::Expected<void> write(const monitor::GameState& game, const monitor::SceneState& scene);

    [[nodiscard]] const std::filesystem::path& path() const { return m_file.path(); }
    /// Number of complete lines written.
    [[nodiscard]] std::uint64_t lineCount() const { return m_lineCount; }
    /// Number of messages that could not be written.
    [[nodiscard]] std::uint64_t lostCount() const { return m_lostCount; }

private:
    base::OutputFile m_file;
    MonitorLogCadence m_cadence;
    monitor::MonitorStream m_stream;
    std::string m_line; // scratch
    std::uint64_t m_lineCount = 0;
    std::uint64_t m_lostCount = 0;
};

} // namespace sideline::simulator
