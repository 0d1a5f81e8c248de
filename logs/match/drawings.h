#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/drawing/drawing_fold.h"
#include "logs/match/frame_reader.h"

namespace sideline::logs {

/// Appends a draw datagram to the text before a message's line, in RoboViz's format: signed
/// decimals in brackets, such as `[0, 0, 97, 110, 105, 109, 0]`. The message follows the last
/// datagram.
void appendDrawingPrefix(std::string& line, std::string_view datagram);

/// Draw datagrams before a message.
struct DrawingPrefix {
    std::vector<std::string> datagrams;
    /// Set if the rest is unreadable; names the byte in the line and what was expected.
    std::optional<base::Error> error;
};

/// Parses the draw datagrams before the message of a log line; accepts any bytes.
[[nodiscard]] DrawingPrefix readDrawingPrefix(std::string_view line);

/// Reproduces the drawings at any frame of a log, forward and backward: the result of all datagrams
/// up to and including the frame's line. One reader per thread.
class DrawingReader {
public:
    /// Name used for the sender, since logs do not record it.
    static constexpr const char* kSender = "log";

    explicit DrawingReader(LogParts parts, std::size_t maxBytes = std::size_t{64} << 20U);
    // Not copyable, since the fold reads through this object.
    DrawingReader(const DrawingReader&) = delete;
    DrawingReader& operator=(const DrawingReader&) = delete;

    /// Continues with a longer index of the same log.
    void setParts(LogParts parts);

    /// Whether the indexed part of the log has drawings.
    [[nodiscard]] bool hasDrawings() const { return !m_frames.empty(); }

    /// Moves to a frame.
    /// @param maxLines maximum number of lines to read; lines without drawings do not count
    /// @return whether the frame is reached; if not, call again to continue.
    /// Errors: those of `LogBytes::check`.
    [[nodiscard]] base::Expected<bool> seek(FrameNumber frame, std::uint64_t maxLines = UINT64_MAX);

    /// The drawings at the current frame.
    [[nodiscard]] drawing::DrawingBoardPtr board() const { return m_fold.builder().board(); }
    /// Draw datagrams that reproduce the drawings, for the first line of a clip.
    [[nodiscard]] std::string prefix() const;
    /// Statistics of the senders up to the current frame.
    [[nodiscard]] drawing::DrawingStats stats() const;
    /// Number of lines read so far, for benchmarks and tests.
    [[nodiscard]] std::uint64_t readLines() const { return m_fold.appliedSteps(); }

private:
    void applyLine(std::uint64_t step, drawing::DrawingBuilder& builder);
    [[nodiscard]] std::chrono::nanoseconds timeOf(FrameNumber frame) const;

    LogParts m_parts;
    std::vector<FrameNumber> m_frames; ///< frames with drawings, ascending
    FrameNumber m_scanned = 0;
    FrameNumber m_frame = 0;
    ReadBuffer m_buffer;
    std::optional<base::Error> m_readError; ///< error of the current seek
    drawing::DrawingFold m_fold;
};

} // namespace sideline::logs
