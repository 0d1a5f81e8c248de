#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "agentcore/base/error.h"
#include "logs/match/growing_column.h"

namespace sideline::logs {

/// Number of a frame in a log: the message's position, from 0.
using FrameNumber = std::uint32_t;

/// A fault in a log, with the frame it belongs to.
struct LogIssue {
    enum class Severity : std::uint8_t {
        Note,   ///< the protocol lost something; the frames are as good as the stream
        Damage, ///< bytes are wrong or missing
    };
    Severity severity = Severity::Damage;
    FrameNumber frame = 0; ///< first frame concerned
    base::Error error;     ///< names file, line and byte, and what was expected
};

/// Where each frame of a log stands, and when it happened. Immutable once published.
class LogIndex {
public:
    [[nodiscard]] FrameNumber frameCount() const {
        return static_cast<FrameNumber>(m_start.size());
    }
    /// First frame that can still be read. Above 0 only in a growing log whose beginning was given
    /// up to keep it within a bound.
    [[nodiscard]] FrameNumber firstFrame() const { return m_firstFrame; }
    /// Byte at which the frame's line begins (draw datagrams included).
    [[nodiscard]] std::uint64_t lineStart(FrameNumber frame) const { return m_start[frame]; }
    /// Length of the line without its line break.
    [[nodiscard]] std::uint32_t lineLength(FrameNumber frame) const { return m_length[frame]; }
    /// 1-based line of the frame in the file.
    [[nodiscard]] std::uint64_t lineNumber(FrameNumber frame) const;
    /// Game clock of the frame in seconds; that of the frame before if the line does not report.
    [[nodiscard]] double gameTimeS(FrameNumber frame) const {
        return static_cast<double>(m_gameTimeS[frame]);
    }
    /// Seconds of recording since the first frame; grows even when the game clock does not.
    [[nodiscard]] double recordTimeS(FrameNumber frame) const { return m_recordTimeS[frame]; }
    [[nodiscard]] bool isFull(FrameNumber frame) const { return (m_flags[frame] & kFull) != 0; }
    /// Whether the beginning of the line could be read.
    [[nodiscard]] bool hasHeader(FrameNumber frame) const {
        return (m_flags[frame] & kNoHeader) == 0;
    }
    /// Whether RoboViz draw datagrams stand in front of the message.
    [[nodiscard]] bool hasDrawings(FrameNumber frame) const {
        return (m_flags[frame] & kDrawings) != 0;
    }
    /// Frames with a full scene, ascending.
    [[nodiscard]] std::span<const FrameNumber> fullFrames() const { return m_fullFrames; }

    /// Most frequent time between two frames in seconds: 0.2 in server logs, 0.04 in RoboViz's.
    [[nodiscard]] double stepS() const { return m_stepS; }
    /// Record time from the first to the last frame.
    [[nodiscard]] double durationS() const {
        return m_recordTimeS.empty() ? 0.0 : m_recordTimeS.back();
    }
    /// Bytes covered so far.
    [[nodiscard]] std::uint64_t byteCount() const { return m_byteCount; }
    [[nodiscard]] std::uint64_t drawingLineCount() const { return m_drawingLines; }
    /// Whether the whole log has been read.
    [[nodiscard]] bool isComplete() const { return m_complete; }
    /// Faults met while indexing, the first thousand.
    [[nodiscard]] std::span<const LogIssue> issues() const { return m_issues; }

    /// Last frame at or before `recordTimeS`; 0 if there is none.
    [[nodiscard]] FrameNumber frameAtRecordTime(double recordTimeS) const;
    /// First frame whose game clock has reached `gameTimeS`; the last frame if none has.
    [[nodiscard]] FrameNumber frameAtGameTime(double gameTimeS) const;
    /// Last full frame at or before `frame`, or nothing.
    [[nodiscard]] std::optional<FrameNumber> fullFrameBefore(FrameNumber frame) const;
    /// First frame in which a robot can be on the field: that of the first full scene that names
    /// one (rcssservermj), or is clearly longer than the first one. Nothing if there is no such
    /// scene.
    [[nodiscard]] std::optional<FrameNumber> firstActiveFrame() const;

private:
    friend class IndexBuilder;
    static constexpr std::uint8_t kFull = 1;
    static constexpr std::uint8_t kNoHeader = 2;
    static constexpr std::uint8_t kDrawings = 4;
    static constexpr std::uint8_t kRsmp = 8;
    static constexpr std::uint8_t kRobots = 16; ///< the scene names robots; only of RSMP

    GrowingColumn<std::uint64_t> m_start;
    GrowingColumn<std::uint32_t> m_length;
    GrowingColumn<float> m_gameTimeS;
    GrowingColumn<double> m_recordTimeS;
    GrowingColumn<std::uint8_t> m_flags;
    std::vector<FrameNumber> m_fullFrames;
    // Lines without a frame that stand before one, summed up: (frame, such lines so far).
    std::vector<std::pair<FrameNumber, std::uint64_t>> m_blankLines;
    std::vector<LogIssue> m_issues;
    double m_stepS = 0.2;
    FrameNumber m_firstFrame = 0;
    std::uint64_t m_byteCount = 0;
    std::uint64_t m_drawingLines = 0;
    bool m_complete = false;
};

/// The message of a line, behind the draw datagrams in front of it, and behind the byte order mark
/// that an editor may have put in front of a log.
/// @return byte in the line where the message begins; the line's length if there is none
[[nodiscard]] std::size_t messageOffset(std::string_view line);

/// A longer line is omitted: no message is as long, and it would have to be kept whole in memory.
inline constexpr std::uint64_t kMaxLineBytes = std::uint64_t{64} << 20U;

/// Record times from whoever writes a log, where the game clock alone would not determine them.
struct RecordTimes {
    /// Seconds from the first frame to this one, ascending; must know every frame whose line is in
    /// the log. Null: times are estimated from the game clock.
    std::function<double(FrameNumber)> timeS;
    /// Usual time between two frames, for a log whose own clock does not report; 0.04 s with
    /// `timeS`, unless it is set.
    std::optional<double> stepS{};
};

/// Builds an index while the bytes of a log come in. One thread.
class IndexBuilder {
public:
    /// @param fileName for the texts of issues
    explicit IndexBuilder(std::string fileName, RecordTimes times = {})
        : m_fileName(std::move(fileName)), m_times(std::move(times)) {}

    /// Indexes all complete lines among the log's bytes.
    ///
    /// @param bytes the log from byte `indexedBytes()` on
    void feed(std::string_view bytes);

    /// Omits the line that begins at `indexedBytes()`, because it is too long; this is an
    /// issue. The bytes that are fed next are dropped up to its end, without waiting for it, and
    /// the lines behind it are indexed as those behind any damaged one.
    void skipLine();

    /// Takes what is left behind the last line break: a whole message counts as a frame, a cut one
    /// is an issue. No `feed` afterwards.
    void finish(std::string_view rest);

    /// Bytes whose lines are in the index.
    [[nodiscard]] std::uint64_t indexedBytes() const { return m_index.m_byteCount; }
    [[nodiscard]] FrameNumber frameCount() const { return m_index.frameCount(); }

    /// Adds an issue found by whoever delivers the bytes.
    void addIssue(const base::Error& error);

    /// Notes that the frames in front of this one cannot be read any more.
    void dropBefore(FrameNumber frame) { m_index.m_firstFrame = frame; }

    /// The index as it stands, with record times. Costs little, however long the log is, unless the
    /// estimate of the step has changed since the last call.
    [[nodiscard]] std::shared_ptr<const LogIndex> snapshot();

private:
    void addLine(std::string_view line);
    void addLineWithoutFrame();
    void estimateStep();
    void estimateTimes();

    std::string m_fileName;
    RecordTimes m_times;
    double m_estimatedWithS = 0.0; ///< the step that the record times so far were made with
    LogIndex m_index;
    std::uint64_t m_line = 0;                  ///< lines read so far
    std::uint64_t m_blank = 0;                 ///< of them, without a frame
    bool m_isSkipping = false;                 ///< inside a line that is omitted
    std::map<int, std::uint64_t> m_stepCounts; ///< time steps in hundredths of a second
    /// What record times are estimated from: the server's clock where it is reported, else the
    /// game's.
    GrowingColumn<float> m_clockS;
};

} // namespace sideline::logs
