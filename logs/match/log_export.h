#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
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

/// What exports had to leave out, because the log is damaged there.
struct LeftOut {
    static constexpr std::size_t kMaxCauses = 20;

    /// Whose message cannot be read, or does not fit the scene; of several exports of one interval,
    /// the most.
    std::uint64_t frames = 0;
    std::vector<base::Error> causes; ///< the first, with file and line; may concern lost bytes only

    [[nodiscard]] bool isNothing() const { return frames == 0 && causes.empty(); }
    /// Notes a cause, unless it is known.
    void add(const base::Error& cause);
    /// How much it is in one sentence, for display; empty if it is nothing.
    [[nodiscard]] std::string summary() const;
};

/// Notes what of an interval of a log its events cannot say.
/// @param leftOut is added to
void addUnreadable(const LogAnalysis& analysis, FrameRange range, LeftOut& leftOut);

/// Writes poses as CSV, one line per frame and body: frame, record_time_s, game_time_s, side,
/// unum, type, body, x_m, y_m, z_m, qw, qx, qy, qz, updated_frame. Server frame S; the quaternion
/// turns body coordinates to S.
/// Frames that are damaged, or out of sync with their scene, have no lines.
/// @param allBodies every body of every robot, or only torsos and the ball
/// @param leftOut receives which frames are missing; may be null
/// Errors: of `FrameReader::frame`; Io if the stream fails; Canceled.
[[nodiscard]] base::Expected<void> exportPoses(FrameReader& reader, FrameRange range,
                                               bool allBodies, std::ostream& out,
                                               const ExportProgress& progress,
                                               LeftOut* leftOut = nullptr);

/// Writes joint angles as CSV, one line per frame and robot: frame, record_time_s, game_time_s,
/// side, unum, type, then one column per joint in degrees (empty for joints a robot lacks). As
/// `exportPoses` otherwise.
[[nodiscard]] base::Expected<void> exportJoints(FrameReader& reader, FrameRange range,
                                                std::ostream& out, const ExportProgress& progress,
                                                LeftOut* leftOut = nullptr);

/// Writes events as CSV: frame, record_time_s, game_time_s, kind, side, unum, code, text,
/// estimated_frame.
[[nodiscard]] base::Expected<void> exportEvents(const std::vector<Event>& events, FrameRange range,
                                                std::ostream& out);

/// A column of a table of curves.
struct CurveColumn {
    std::string name;
    std::string unit; ///< may be empty
    std::vector<double> values;
};

/// Writes curves as CSV: frame, record_time_s, game_time_s, one column per curve; nothing stands
/// where a curve has no value.
/// @param table gives the frames; has as many rows as each column
[[nodiscard]] base::Expected<void> exportCurves(const SignalTable& table,
                                                const std::vector<CurveColumn>& columns,
                                                std::ostream& out);

/// Cuts an interval out of a log. The result begins with a full scene and is a log like any other;
/// RoboViz opens it. The ending of the file's name packs it: .gz, .bz2, .xz, .zst; else plain text.
///
/// The lines behind the first are copied as they are, draw datagrams included, but for those that
/// cannot be read; the first is rewritten if it is no full scene, and draws again what was drawn
/// before it.
/// @param leftOut receives which lines are missing; may be null
/// Errors:
/// InvalidArgument if the first frame has no scene; those of writing; Canceled. Then nothing is
/// left of the file.
[[nodiscard]] base::Expected<void> cutLog(FrameReader& reader, FrameRange range,
                                          base::OutputFile file, const ExportProgress& progress,
                                          LeftOut* leftOut = nullptr);

} // namespace sideline::logs
