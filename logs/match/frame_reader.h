#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/monitor/match_frame.h"
#include "agentcore/monitor/monitor_decoder.h"
#include "logs/match/log_bytes.h"
#include "logs/match/log_index.h"
#include "logs/match/log_state.h"

namespace sideline::logs {

/// Where a reader gets a log from. All parts are shared and only read.
struct LogParts {
    std::shared_ptr<const LogBytes> bytes;
    std::shared_ptr<const LogIndex> index;
    std::shared_ptr<const Checkpoints> checkpoints; ///< may be null
    std::string fileName;                           ///< for the texts of errors
    /// Robots that may play, besides those that the program knows; may be null.
    std::shared_ptr<const std::vector<robot::RobotModelPtr>> robots{};
};

/// What one step of a fold met in a line.
struct LineReport {
    monitor::DecodeReport decoded;    ///< meaningless if `error` is set
    std::optional<base::Error> error; ///< with line and byte; the line changed nothing but perhaps
                                      ///< the game state
};

/// Folds lines of a log one after the other. The one place where log lines meet the decoder.
class LogStateReducer {
public:
    /// Applies the line of `frame`. Errors in the line are part of the report, not of the result.
    /// Errors: of `LogBytes::read`; then nothing was applied.
    base::Expected<LineReport> apply(const LogParts& parts, FrameNumber frame);
    /// The line that was applied last, draw datagrams included; valid until the next one.
    [[nodiscard]] std::string_view line() const { return m_line; }
    /// The state after the last applied line, or after `restore`.
    [[nodiscard]] LogState state() const;
    void restore(const LogState& state);
    /// Forgets everything, as before the first line.
    void reset();
    [[nodiscard]] const monitor::MonitorDecoder& decoder() const { return m_decoder; }

private:
    monitor::MonitorDecoder m_decoder;
    ReadBuffer m_buffer;
    std::string_view m_line; // in the buffer
    bool m_damaged = false;
};

/// Random access to the frames of a log.
///
/// The state at a frame is the fold of all messages up to it, bit for bit the same however it is
/// reached: from the frame before, or from the nearest full scene or checkpoint. States are kept
/// in a cache of bounded size, so that stepping backward is as quick as forward.
/// One reader per thread; the parts may be replaced as the log is indexed further.
class FrameReader {
public:
    explicit FrameReader(LogParts parts, std::size_t cacheBytes = kDefaultCacheBytes);

    /// Continues with a longer index or with checkpoints of the same log.
    void setParts(LogParts parts) { m_parts = std::move(parts); }
    [[nodiscard]] const LogParts& parts() const { return m_parts; }

    /// The state after `frame`. Errors: InvalidArgument if there is no such frame; of
    /// `LogBytes::check` if somebody truncated the file or rewrote it. What was decoded before
    /// stays in the cache and can be had all the same.
    [[nodiscard]] base::Expected<LogState> state(FrameNumber frame);

    /// The frame as panels consume it. Errors as above.
    [[nodiscard]] base::Expected<monitor::MatchFramePtr> frame(FrameNumber frame);

    /// Lines that were decoded so far, for benchmarks.
    [[nodiscard]] std::uint64_t decodedLineCount() const { return m_decodedLines; }

    static constexpr std::size_t kDefaultCacheBytes = std::size_t{64} << 20U;

private:
    base::Expected<LogState> play(FrameNumber frame);
    base::Expected<void> rememberAll(std::vector<std::pair<FrameNumber, LogState>>& way);
    base::Expected<void> seek(FrameNumber frame);
    base::Expected<bool> startAtFull(FrameNumber frame);
    base::Expected<void> step();
    void remember(FrameNumber frame, LogState state);
    const LogState* recall(FrameNumber frame);

    struct Cached {
        FrameNumber frame;
        LogState state;
    };
    LogParts m_parts;
    LogStateReducer m_folder;
    std::optional<FrameNumber> m_at; ///< frame that the folder stands at; none before the first
    std::size_t m_cacheLimit;
    std::size_t m_cacheBytes = 0;
    std::list<Cached> m_recent; // most recently used first
    std::unordered_map<FrameNumber, std::list<Cached>::iterator> m_byFrame;
    std::uint64_t m_decodedLines = 0;
};

} // namespace sideline::logs
