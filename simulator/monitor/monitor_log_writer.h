#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "agentcore/base/error.h"
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
/// The server adds up times in single precision, so that at 5 Hz full messages stand in lines 1,
/// 17, 33, 48, 63, 78, ... This counts in the same way, and meets every line of recorded logs.
/// Source: `monitorlogger.cpp`, `simulationserver.cpp` of SimSpark 0.3.x.
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
    float m_periodS;
    float m_fullEveryS;
    float m_simTimeS = 0.0F;
    float m_dueS;            // when the next message is due
    float m_currentS = 0.0F; // when the last one was due
    float m_fullS = 0.0F;    // when the last full one was due
};

/// Writes a match as the server writes its `sparkmonitor.log`: one message per line, full at
/// first, after three seconds, and when robots come or go.
///
/// Every line is handed to the operating system as soon as it is complete. After a fault the file
/// ends with the last whole line, if the system allows, and nothing more is written. Not
/// copyable, movable; one thread at a time.
class MonitorLogWriter {
public:
    /// Creates the file, or replaces what is there.
    /// Errors: NotFound (folder), PermissionDenied, Io, each with the path.
    [[nodiscard]] static base::Expected<MonitorLogWriter> create(
        const std::filesystem::path& path, const MonitorLogOptions& options = {});

    /// To be called after every cycle of 20 ms; whether `write` is to be called now.
    bool isDueAfterCycle() { return m_cadence.isDueAfterCycle(); }

    /// Appends a message.
    /// @param game fouls of the whole match, or at least all since the last call
    /// @param scene must have a structure
    /// Errors: LimitExceeded (disk full), Io, each with the path; the same again on later calls.
    base::Expected<void> write(const monitor::GameState& game, const monitor::SceneState& scene);

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    /// Whole lines written so far.
    [[nodiscard]] std::uint64_t lineCount() const { return m_lineCount; }

private:
    struct CloseFile {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    MonitorLogWriter(std::filesystem::path path, std::FILE* file, const MonitorLogOptions& options);
    base::Error abandon(int systemError);

    std::filesystem::path m_path;
    std::unique_ptr<std::FILE, CloseFile> m_file; // null after a fault
    MonitorLogCadence m_cadence;
    monitor::MonitorStream m_stream;
    std::string m_line; // scratch
    std::uint64_t m_size = 0;
    std::uint64_t m_lineCount = 0;
    base::Error m_fault; // valid after a fault
};

} // namespace sideline::simulator
