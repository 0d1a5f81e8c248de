#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "logs/match/events.h"
#include "logs/match/frame_reader.h"
#include "logs/match/signals.h"

namespace sideline::logs {

/// A stretch of a log, both ends included.
struct FrameRange {
    FrameNumber first = 0;
    FrameNumber last = 0;
};

/// Told how far an export is, 0 to 1; returns false to stop it.
using ExportProgress = std::function<bool(double)>;

/// Refuses to write an export over the log that it comes from, whatever names both go by.
/// Errors: InvalidArgument.
[[nodiscard]] base::Expected<void> checkExportTarget(const std::filesystem::path& log,
                                                     const std::filesystem::path& out);

/// Writes poses as CSV, one line per frame and body: frame, record_time_s, game_time_s, side,
/// unum, type, body, x_m, y_m, z_m, qw, qx, qy, qz, updated_frame. Server frame S; the quaternion
/// turns body coordinates to S.
/// @param allBodies every body of every robot, or only torsos and the ball
/// Errors: of `FrameReader::frame`; Io if the stream fails; Cancelled.
[[nodiscard]] base::Expected<void> exportPoses(FrameReader& reader, FrameRange range,
                                               bool allBodies, std::ostream& out,
                                               const ExportProgress& progress);

/// Writes joint angles as CSV, one line per frame and robot: frame, record_time_s, game_time_s,
/// side, unum, type, then one column per joint in degrees (empty for joints a robot lacks).
[[nodiscard]] base::Expected<void> exportJoints(FrameReader& reader, FrameRange range,
                                                std::ostream& out, const ExportProgress& progress);

/// Writes events as CSV: frame, record_time_s, game_time_s, kind, side, unum, code, text,
/// estimated_frame.
[[nodiscard]] base::Expected<void> exportEvents(const std::vector<Event>& events, FrameRange range,
                                                std::ostream& out);

/// Writes a signal table as CSV: frame, record_time_s, game_time_s, one column per signal.
/// @param frame names joints; may be null
[[nodiscard]] base::Expected<void> exportSignals(const SignalTable& table,
                                                 const monitor::MatchFrame* frame,
                                                 std::ostream& out);

/// Cuts a stretch out of a log. The result begins with a full scene and is a log like any other;
/// RoboViz opens it. The name's ending packs it: .gz, .bz2, .xz, .zst; else plain text.
///
/// The lines behind the first are copied as they are, draw datagrams included; the first is
/// written anew if it is no full scene, and draws anew what was drawn before it. Errors:
/// InvalidArgument if the first frame has no scene; Io; Cancelled. A half-written file is removed.
[[nodiscard]] base::Expected<void> cutLog(FrameReader& reader, FrameRange range,
                                          const std::filesystem::path& out,
                                          const ExportProgress& progress);

} // namespace sideline::logs
