#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/base/output_file.h"
#include "logs/match/events.h"
#include "logs/match/frame_reader.h"
#include "logs/match/log_analyzer.h"
#include "logs/match/log_index.h"
#include "logs/match/signals.h"

namespace sideline::logs {

/// An interval of a log, both ends included.
struct FrameRange {
    FrameNumber first = 0;
    FrameNumber last = 0;
};

/// Receives the progress of an export, 0 to 1; returns false to stop it.
using ExportProgress = std::function<bool(double)>;

/// Frames missing from an export because the log is damaged.
struct ExportOmissions {
    static constexpr std::size_t kMaxCauses = 20;

    /// Frames whose messages are unreadable or do not match the scene; the maximum over several
    /// exports of one interval.
    std::uint64_t frames = 0;
    std::vector<base::Error>
        causes; ///< the first few causes, with file and line; some may concern lost bytes only

    [[nodiscard]] bool isNothing() const { return frames == 0 && causes.empty(); }
    /// Adds a cause unless it is already listed.
    void add(const base::Error& cause);
    /// Describes the loss in one sentence for display; empty without a loss.
    [[nodiscard]] std::string summary() const;
};

/// Adds to `omissions` the frames of an interval in which events could not be detected.
void addUnreadable(const LogAnalysis& analysis, FrameRange range, ExportOmissions& omissions);

/// Writes poses as CSV, one line per frame and body: frame, record_time_s, game_time_s, side, unum,
/// type, body, x_m, y_m, z_m, qw, qx, qy, qz, updated_frame. Server frame S; the quaternion rotates
/// body coordinates to S. Frames that are damaged, or out of sync with their scene, have no lines.
/// @param allBodies every body of every robot, or only torsos and the ball
/// @param omissions receives the missing frames; may be null
/// Errors: those of `FrameReader::frame`; Io if the stream fails; Canceled.
[[nodiscard]] base::Expected<void> exportPoses(FrameReader& reader, FrameRange range,
                                               bool allBodies, std::ostream& out,
                                               const ExportProgress& progress,
                                               ExportOmissions* omissions = nullptr);

/// Writes joint angles as CSV, one line per frame and robot: frame, record_time_s, game_time_s,
/// side, unum, type, then one column per joint in degrees (empty for joints that a robot lacks).
/// Otherwise as `exportPoses`.
[[nodiscard]] base::Expected<void> exportJoints(FrameReader& reader, FrameRange range,
                                                std::ostream& out, const ExportProgress& progress,
                                                ExportOmissions* omissions = nullptr);

/// Writes events as CSV: frame, record_time_s, game_time_s, kind, side, unum, code, text,
/// reported_frame.
[[nodiscard]] base::Expected<void> exportEvents(const std::vector<Event>& events, FrameRange range,
                                                std::ostream& out);

/// A column of exported curves.
struct CurveColumn {
    std::string name;
    std::string unit; ///< may be empty
    std::vector<double> values;
};

/// Writes curves as CSV: frame, record_time_s, game_time_s, one column per curve, empty where a
/// curve is undefined.
/// @param table provides the frames; has as many rows as each column
/// @param rows rows to write; if not set, all
[[nodiscard]] base::Expected<void> exportCurves(const SignalTable& table,
                                                const std::vector<CurveColumn>& columns,
                                                std::ostream& out,
                                                std::optional<TableRows> rows = std::nullopt);

/// Writes a clip of a log. The result begins with a full scene and is a complete log that RoboViz
/// can open. The file extension selects the compression: .gz, .bz2, .xz, .zst; otherwise plain
/// text.
///
/// Copies the lines after the first unchanged, including draw datagrams, and omits unreadable ones.
/// The first line is rewritten if it is not a full scene, and repeats the current drawings.
/// @param omissions receives the missing lines; may be null
/// Errors: InvalidArgument if the first frame has no scene; those of writing; Canceled. After an
/// error the file is removed.
[[nodiscard]] base::Expected<void> cutLog(FrameReader& reader, FrameRange range,
                                          base::OutputFile file, const ExportProgress& progress,
                                          ExportOmissions* omissions = nullptr);

} // namespace sideline::logs
