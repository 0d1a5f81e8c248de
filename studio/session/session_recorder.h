#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <QObject>
#include <QString>

#include "agentcore/base/error.h"
#include "agentcore/runtime/agent_settings.h"
#include "agentcore/world/agent_frame.h"
#include "launcher/team_runner.h"
#include "logs/session/session_writer.h"

namespace sideline::studio {

/// Records everything that happens during a live match into one session file, with the match log
/// next to it.
///
/// A recording runs from `begin` to `end`; events outside of it are not recorded. Functions are for
/// the GUI thread unless stated otherwise.
class SessionRecorder : public QObject {
    Q_OBJECT
public:
    explicit SessionRecorder(QObject* parent = nullptr);
    ~SessionRecorder() override;

    /// Begins a recording in this folder, which is created if missing; the name is the local time.
    /// @param maxBytes maximum total size of the recordings in the folder; if it is exceeded, the
    ///     oldest ones are deleted
    /// Errors: those of creating the folder and of `SessionWriter::open`.
    base::Expected<void> begin(const std::filesystem::path& folder, std::uint64_t maxBytes);
    /// Ends the recording; no effect if there is none.
    void end();

    [[nodiscard]] bool isRecording() const { return m_writer != nullptr; }
    /// Session file of the current or last recording; empty before the first one.
    [[nodiscard]] const std::filesystem::path& file() const { return m_file; }
    /// Start time of the current or last recording, on the steady clock.
    [[nodiscard]] std::chrono::nanoseconds begunAt() const { return m_begunAt; }
    /// Path of the match log, next to the session file.
    [[nodiscard]] std::filesystem::path matchLogFile() const;
    [[nodiscard]] logs::SessionCounters counters() const;
    /// Returns a function that writes the data recorded so far to the file while this recording
    /// continues. It may be called in any thread, and waits for the disk.
    [[nodiscard]] std::function<void()> flusher() const;

    /// A line of text written by an agent or a program.
    struct Line {
        std::chrono::nanoseconds at{0}; ///< steady clock
        std::string source;             ///< such as `Sideline 3`
        std::string text;
        bool isFault = false;
    };
    /// Sets a function that receives every line, even while nothing is recorded, in the thread that
    /// produces the line. Must be called before any agent or program starts.
    void setLineTap(std::function<void(Line)> tap);

    /// Returns a sink for an agent's frames, for the present recording and all later ones.
    [[nodiscard]] std::shared_ptr<world::FrameSink> sinkFor(const runtime::AgentSettings& agent);
    /// Returns a sink for a program, whose output is recorded separately. Any thread.
    [[nodiscard]] std::shared_ptr<world::FrameSink> sinkForProgram(const std::string& name) const;
    /// Returns the sink for the output and the state changes of programs. It lives as long as the
    /// recorder.
    [[nodiscard]] launcher::OutputSink& outputs();

    // Any thread.

    /// Marks the arrival of a match message, which is frame `matchFrame` of the match log.
    void mark(std::uint64_t matchFrame, std::chrono::nanoseconds at);
    void addDrawing(std::string_view sender, std::string_view bytes, std::chrono::nanoseconds at);
    void addBelief(std::string_view sender, std::string_view bytes, std::chrono::nanoseconds at);
    /// Counts a datagram that exceeds the limits and is not recorded.
    void dropDrawing(std::chrono::nanoseconds at);
    void dropBelief(std::chrono::nanoseconds at);
    void addOrder(const std::string& text, const std::string& by);

private:
    class Shared;
    class Sink;
    class Outputs;

    std::shared_ptr<logs::SessionWriter> m_writer;
    std::filesystem::path m_file;
    std::chrono::nanoseconds m_begunAt;
    std::shared_ptr<Shared> m_shared; ///< state used by other threads
    std::unique_ptr<Outputs> m_outputs;
};

/// Deletes the oldest sessions of a folder with their companion files until the rest is no larger
/// than `maxBytes`. Keeps `keep`, and all files that are not recordings of the studio.
void pruneSessions(const std::filesystem::path& folder, std::uint64_t maxBytes,
                   const std::filesystem::path& keep);

} // namespace sideline::studio
