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

/// The parts of a log that a reader uses. All are shared and read-only.
struct LogParts {
    std::shared_ptr<const LogBytes> bytes;
    std::shared_ptr<const LogIndex> index;
    std::shared_ptr<const Checkpoints> checkpoints; ///< may be null
    std::string fileName;                           ///< for error messages
    /// Robots that may appear in addition to the built-in ones; may be null.
    std::shared_ptr<const std::vector<robot::RobotModelPtr>> robots{};
};

/// Result of applying one line.
struct LineReport {
    monitor::DecodeReport decoded; ///< meaningless if `error` is set
    /// Names line and byte; the line then changed at most the game state.
    std::optional<base::Error> error;
};

/// Applies the lines of a log in order. The only caller of the monitor decoder for log lines.
class LogStateReducer {
public:
    /// Applies the line of `frame`. Errors within the line are part of the report, not of the
    /// result.
    /// Errors: those of `LogBytes::read`; then nothing was applied.
    base::Expected<LineReport> apply(const LogParts& parts, FrameNumber frame);
    /// The last applied line, including draw datagrams; valid until the next one.
    [[nodiscard]] std::string_view line() const { return m_line; }
    /// The state after the last applied line, or after `restore`.
    [[nodiscard]] LogState state() const;
    void restore(const LogState& state);
    /// Resets to the state before the first line.
    void reset();
    [[nodiscard]] const monitor::MonitorDecoder& decoder() const { return m_decoder; }

private:
    monitor::MonitorDecoder m_decoder;
    ReadBuffer m_buffer;
    std::string_view m_line; // line in the buffer
    bool m_damaged = false;
};

/// Random access to the frames of a log.
///
/// The state at a frame is the result of all messages up to it, bit for bit identical wherever
/// decoding begins: at the preceding frame, or at the nearest full scene or checkpoint. States are
/// kept in a cache of bounded size, so that stepping backward is as fast as forward. One reader per
/// thread; the parts may be replaced as indexing continues.
class FrameReader {
public:
    explicit FrameReader(LogParts parts, std::size_t cacheBytes = kDefaultCacheBytes);

    /// Replaces the parts with a longer index or checkpoints of the same log.
    void setParts(LogParts parts) { m_parts = std::move(parts); }
    [[nodiscard]] const LogParts& parts() const { return m_parts; }

    /// Returns the state after `frame`. Errors: InvalidArgument if there is no such frame; those of
    /// `LogBytes::check` if the file was truncated or rewritten. Frames decoded earlier stay
    /// available in the cache.
    [[nodiscard]] base::Expected<LogState> state(FrameNumber frame);

    /// Returns the frame in the form that panels show. Errors: those of `state`.
    [[nodiscard]] base::Expected<monitor::MatchFramePtr> frame(FrameNumber frame);

    /// Number of lines decoded so far, for benchmarks.
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
    std::optional<FrameNumber> m_at; ///< frame of the reducer's state; none before the first
    std::size_t m_cacheLimit;
    std::size_t m_cacheBytes = 0;
    std::list<Cached> m_recent; // most recently used first
    std::unordered_map<FrameNumber, std::list<Cached>::iterator> m_byFrame;
    std::uint64_t m_decodedLines = 0;
};

} // namespace sideline::logs
