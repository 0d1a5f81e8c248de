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

/// Records everything that happens while a match is live into one session file, with the match log
/// beside it.
///
/// A recording runs from `begin` to `end`; what comes outside is not kept. Functions are for the
/// GUI thread unless they say otherwise.
class SessionRecorder : public QObject {
    Q_OBJECT
public:
    explicit SessionRecorder(QObject* parent = nullptr);
    ~SessionRecorder() override;

    /// Begins a recording with a name from the time of day in this folder, which is made.
    /// @param maxBytes of all recordings in the folder; the oldest go beyond it
    /// Errors: those of the folder and of `SessionWriter::open`.
    base::Expected<void> begin(const std::filesystem::path& folder, std::uint64_t maxBytes);
    /// Ends the recording; without effect if there is none.
    void end();

    [[nodiscard]] bool isRecording() const { return m_writer != nullptr; }
    /// The session file that is written, or was last; empty before the first.
    [[nodiscard]] const std::filesystem::path& file() const { return m_file; }
    /// When the recording began, on the steady clock; that of the last one while there is none.
    [[nodiscard]] std::chrono::nanoseconds begunAt() const { return m_begunAt; }
    /// The match log that belongs beside it.
    [[nodiscard]] std::filesystem::path matchLogFile() const;
    [[nodiscard]] logs::SessionCounters counters() const;
    /// Brings what was recorded so far into the file, as long as this recording continues. To be
    /// called in any thread, which waits for the disk.
    [[nodiscard]] std::function<void()> flusher() const;

    /// A line of text that an agent or a program wrote.
    struct Line {
        std::chrono::nanoseconds at{0}; ///< steady clock
        std::string source;             ///< as `Sideline 3`
        std::string text;
        bool isFault = false;
    };
    /// Receives every line, whether there is a recording or not, in the thread that has it. To be
    /// set before any agent or program starts.
    void setLineTap(std::function<void(Line)> tap);

    /// A place for an agent's frames in the present and in all later recordings.
    [[nodiscard]] std::shared_ptr<world::FrameSink> sinkFor(const runtime::AgentSettings& agent);
    /// The same for a program, whose output comes on its own. Any thread.
    [[nodiscard]] std::shared_ptr<world::FrameSink> sinkForProgram(const std::string& name) const;
    /// Takes what programs write, and what becomes of them. Lives as long as the recorder.
    [[nodiscard]] launcher::OutputSink& outputs();

    // Any thread.

    /// A message of the match came, as number `matchFrame` of the match log.
    void mark(std::uint64_t matchFrame, std::chrono::nanoseconds at);
    void addDrawing(std::string_view sender, std::string_view bytes, std::chrono::nanoseconds at);
    void addBelief(std::string_view sender, std::string_view bytes, std::chrono::nanoseconds at);
    /// A datagram that is too much to be recorded.
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
    std::shared_ptr<Shared> m_shared; ///< what other threads see
    std::unique_ptr<Outputs> m_outputs;
};

/// Deletes the oldest sessions of a folder, with what lies beside them, until the rest is no larger
/// than `maxBytes`. Files that are no recordings of ours are left alone, and so is `keep`.
void pruneSessions(const std::filesystem::path& folder, std::uint64_t maxBytes,
                   const std::filesystem::path& keep);

} // namespace sideline::studio
