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

/// Settings of a monitor log; times in simulated seconds.
struct MonitorLogOptions {
    double periodS = 0.2;    ///< between messages; 0.02 or less for every cycle
    double fullEveryS = 3.0; ///< a full message follows when more than this has passed
};

/// When the server's logger writes, and when a full message. A value.
///
/// The server adds up times in single precision (see `game::asServerS`), so that at 5 Hz full
/// messages stand in lines 1, 17, 33, 48, 63, 78, ... This counts in the same way, and meets every
/// line of recorded logs. Source: `monitorlogger.cpp`, `simulationserver.cpp` of SimSpark 0.3.x.
class MonitorLogCadence {
public:
    explicit MonitorLogCadence(const MonitorLogOptions& options = {});

    /// To be called after every cycle of 20 ms; whether a message is due.
    bool isDueAfterCycle();
    /// Whether the message that is due has to be full for its age.
    [[nodiscard]] bool isFullDue() const;
    /// Counts the age from the message that is due, which is full.
    void fullWasWritten();

    [[nodiscard]] bool operator==(const MonitorLogCadence&) const = default;

private:
    double m_periodS;
    double m_fullEveryS;
    double m_simTimeS = 0.0;
    double m_dueS;           // when the next message is due
    double m_currentS = 0.0; // when the last one was due
    double m_fullS = 0.0;    // when the last full one was due
};

/// Writes a match as the server writes its `sparkmonitor.log`: one message per line, full at
/// first, after three seconds, and when robots come or go.
///
/// Every line is handed to the operating system as soon as it is complete. A line that could not be
/// written is lost and counted; the next one is tried again, with a full message. Not copyable,
/// movable; one thread at a time.
class MonitorLogWriter {
public:
    /// Opens a file that is seen from its first line on.
    /// @param output its manners, but for the kind
    /// Errors: as of `OutputFile::create`.
    [[nodiscard]] static base::Expected<MonitorLogWriter> create(
        const std::filesystem::path& path, const MonitorLogOptions& options = {},
        base::OutputOptions output = {});
    /// @param file of the kind `Growing`
    explicit MonitorLogWriter(base::OutputFile file, const MonitorLogOptions& options = {});

    /// To be called after every cycle of 20 ms; whether `write` is to be called now.
    bool isDueAfterCycle() { return m_cadence.isDueAfterCycle(); }

    /// Appends a message.
    /// @param game fouls of the whole match, or at least all since the last call
    /// @param scene must have a structure
    /// Errors: LimitExceeded (disk full), Io, each with the path: the message is lost.
    base::Expected<void> write(const monitor::GameState& game, const monitor::SceneState& scene);

    [[nodiscard]] const std::filesystem::path& path() const { return m_file.path(); }
    /// Whole lines written so far.
    [[nodiscard]] std::uint64_t lineCount() const { return m_lineCount; }
    /// Messages that could not be written.
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
