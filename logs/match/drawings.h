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

/// Adds a draw datagram to what stands in front of a message's line, in RoboViz's form: signed
/// decimals in brackets, such as `[0, 0, 97, 110, 105, 109, 0]`. The message follows the last one.
void appendDrawingPrefix(std::string& line, std::string_view datagram);

/// Draw datagrams that stand in front of a message.
struct DrawingPrefix {
    std::vector<std::string> datagrams;
    /// Set if the rest could not be read; names the byte in the line and what was expected.
    std::optional<base::Error> error;
};

/// Reads what stands in front of the message of a log's line; any bytes.
[[nodiscard]] DrawingPrefix readDrawingPrefix(std::string_view line);

/// What was drawn at any frame of a log, forward and backward: the fold of all datagrams up to
/// and with the frame's own line. One reader per thread.
class DrawingReader {
public:
    /// Who draws, where the log does not report it.
    static constexpr const char* kSender = "log";

    explicit DrawingReader(LogParts parts, std::size_t maxBytes = std::size_t{64} << 20U);
    // The fold reads through this object.
    DrawingReader(const DrawingReader&) = delete;
    DrawingReader& operator=(const DrawingReader&) = delete;

    /// Continues with a longer index of the same log.
    void setParts(LogParts parts);

    /// Whether the log, as far as it is indexed, has any drawings.
    [[nodiscard]] bool hasDrawings() const { return !m_frames.empty(); }

    /// Goes to a frame.
    /// @param maxLines lines to read at most; lines without drawings cost nothing
    /// @return whether it is reached; if not, call again to continue. Errors: of `LogBytes::check`.
    [[nodiscard]] base::Expected<bool> seek(FrameNumber frame, std::uint64_t maxLines = UINT64_MAX);

    /// What is drawn at the frame that was reached.
    [[nodiscard]] drawing::DrawingBoardPtr board() const { return m_fold.builder().board(); }
    /// Draw datagrams that draw the same again, for the first line of a log that begins there.
    [[nodiscard]] std::string prefix() const;
    /// How the senders did up to there.
    [[nodiscard]] drawing::DrawingStats stats() const;
    /// Lines that were read so far, for benchmarks and tests.
    [[nodiscard]] std::uint64_t readLines() const { return m_fold.appliedSteps(); }

private:
    void applyLine(std::uint64_t step, drawing::DrawingBuilder& builder);
    [[nodiscard]] std::chrono::nanoseconds timeOf(FrameNumber frame) const;

    LogParts m_parts;
    std::vector<FrameNumber> m_frames; ///< with drawings, ascending
    FrameNumber m_scanned = 0;
    FrameNumber m_frame = 0;
    ReadBuffer m_buffer;
    std::optional<base::Error> m_readError; ///< of the seek that continues
    drawing::DrawingFold m_fold;
};

} // namespace sideline::logs
