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

/// A fault in a log, with its frame.
struct LogIssue {
    enum class Severity : std::uint8_t {
        Note,   ///< the stream itself lacks data; nothing was lost while reading it
        Damage, ///< bytes are wrong or missing
    };
    Severity severity = Severity::Damage;
    FrameNumber frame = 0; ///< first affected frame
    base::Error error;     ///< names file, line and byte, and what was expected
};

/// Position and time of each frame in a log. Immutable once published.
class LogIndex {
public:
    [[nodiscard]] FrameNumber frameCount() const {
        return static_cast<FrameNumber>(m_start.size());
    }
    /// First readable frame. Above 0 only in a growing log whose beginning was dropped to limit its
    /// size.
    [[nodiscard]] FrameNumber firstFrame() const { return m_firstFrame; }
    /// Byte at which the frame's line begins (draw datagrams included).
    [[nodiscard]] std::uint64_t lineStart(FrameNumber frame) const { return m_start[frame]; }
    /// Length of the line, without its line break.
    [[nodiscard]] std::uint32_t lineLength(FrameNumber frame) const { return m_length[frame]; }
    /// Line number of the frame in the file, from 1.
    [[nodiscard]] std::uint64_t lineNumber(FrameNumber frame) const;
    /// Game clock of the frame in seconds; the preceding value if the line has none.
    [[nodiscard]] double gameTimeS(FrameNumber frame) const {
        return static_cast<double>(m_gameTimeS[frame]);
    }
    /// Seconds of recording since the first frame; increases even while the game clock is stopped.
    [[nodiscard]] double recordTimeS(FrameNumber frame) const { return m_recordTimeS[frame]; }
    [[nodiscard]] bool isFull(FrameNumber frame) const { return (m_flags[frame] & kFull) != 0; }
    /// Whether the beginning of the line was readable.
    [[nodiscard]] bool hasHeader(FrameNumber frame) const {
        return (m_flags[frame] & kNoHeader) == 0;
    }
    /// Whether RoboViz draw datagrams precede the message.
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
    /// Number of bytes indexed so far.
    [[nodiscard]] std::uint64_t byteCount() const { return m_byteCount; }
    [[nodiscard]] std::uint64_t drawingLineCount() const { return m_drawingLines; }
    /// Whether the whole log is indexed.
    [[nodiscard]] bool isComplete() const { return m_complete; }
    /// Faults found during indexing, at most a thousand.
    [[nodiscard]] std::span<const LogIssue> issues() const { return m_issues; }

    /// Last frame at or before `recordTimeS`; 0 if there is none.
    [[nodiscard]] FrameNumber frameAtRecordTime(double recordTimeS) const;
    /// First frame whose game clock has reached `gameTimeS`; the last frame if none has.
    [[nodiscard]] FrameNumber frameAtGameTime(double gameTimeS) const;
    /// Last full frame at or before `frame`, or nullopt.
    [[nodiscard]] std::optional<FrameNumber> fullFrameBefore(FrameNumber frame) const;
    /// First frame in which a robot can be on the field: that of the first full scene that names
    /// one (rcssservermj), or is clearly longer than the first one. None if there is no such scene.
    [[nodiscard]] std::optional<FrameNumber> firstActiveFrame() const;

private:
    friend class IndexBuilder;
    static constexpr std::uint8_t kFull = 1;
    static constexpr std::uint8_t kNoHeader = 2;
    static constexpr std::uint8_t kDrawings = 4;
    static constexpr std::uint8_t kRsmp = 8;
    static constexpr std::uint8_t kRobots = 16; ///< the scene names robots; RSMP only

    GrowingColumn<std::uint64_t> m_start;
    GrowingColumn<std::uint32_t> m_length;
    GrowingColumn<float> m_gameTimeS;
    GrowingColumn<double> m_recordTimeS;
    GrowingColumn<std::uint8_t> m_flags;
    std::vector<FrameNumber> m_fullFrames;
    // Cumulative count of lines without a frame: (frame, number of such lines before it).
    std::vector<std::pair<FrameNumber, std::uint64_t>> m_blankLines;
    std::vector<LogIssue> m_issues;
    double m_stepS = 0.2;
    FrameNumber m_firstFrame = 0;
    std::uint64_t m_byteCount = 0;
    std::uint64_t m_drawingLines = 0;
    bool m_complete = false;
};

/// Locates the message of a line, after draw datagrams and a byte order mark that an editor may
/// have inserted.
/// @return byte offset of the message in the line; the line's length if there is none
[[nodiscard]] std::size_t messageOffset(std::string_view line);

/// Longer lines are skipped: no message is that long, and a whole line must fit in memory.
inline constexpr std::uint64_t kMaxLineBytes = std::uint64_t{64} << 20U;

/// Record times provided by the writer of a log, more precise than estimates from the game clock.
struct RecordTimes {
    /// Seconds from the first frame to this one, ascending; must be defined for every frame whose
    /// line is in the log. Null: times are estimated from the game clock.
    std::function<double(FrameNumber)> timeS;
    /// Typical time between two frames, for a log without clock values; with `timeS`, the default
    /// is 0.04 s.
    std::optional<double> stepS{};
};

/// Builds an index while the bytes of a log arrive. One thread.
class IndexBuilder {
public:
    /// @param fileName for issue messages
    explicit IndexBuilder(std::string fileName, RecordTimes times = {})
        : m_fileName(std::move(fileName)), m_times(std::move(times)) {}

    /// Indexes all complete lines of the given bytes.
    /// @param bytes the log from byte `indexedBytes()` on
    void feed(std::string_view bytes);

    /// Skips the line that begins at `indexedBytes()` because it is too long, and reports an issue.
    /// The bytes fed next are dropped up to the end of that line, and the lines after it are
    /// indexed like those after a damaged line.
    void skipLine();

    /// Indexes the rest after the last line break: a complete message counts as a frame, a
    /// truncated one is an issue. `feed` must not be called afterward.
    void finish(std::string_view rest);

    /// Number of bytes whose lines are indexed.
    [[nodiscard]] std::uint64_t indexedBytes() const { return m_index.m_byteCount; }
    [[nodiscard]] FrameNumber frameCount() const { return m_index.frameCount(); }

    /// Adds an issue found by the provider of the bytes.
    void addIssue(const base::Error& error);

    /// Marks the frames before this one as dropped.
    void dropBefore(FrameNumber frame) { m_index.m_firstFrame = frame; }

    /// Returns the current index, with record times. Cheap even for long logs, unless the estimated
    /// step has changed since the last call.
    [[nodiscard]] std::shared_ptr<const LogIndex> snapshot();

private:
    void addLine(std::string_view line);
    void addLineWithoutFrame();
    void estimateStep();
    void estimateTimes();

    std::string m_fileName;
    RecordTimes m_times;
    double m_estimatedWithS = 0.0; ///< step used for the current record times
    LogIndex m_index;
    std::uint64_t m_line = 0;                  ///< lines read so far
    std::uint64_t m_blank = 0;                 ///< lines without a frame
    bool m_isSkipping = false;                 ///< inside a skipped line
    std::map<int, std::uint64_t> m_stepCounts; ///< time steps in hundredths of a second
    /// Source of estimated record times: the server's clock where present, otherwise the game
    /// clock.
    GrowingColumn<float> m_clockS;
};

} // namespace sideline::logs
