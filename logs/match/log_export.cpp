#include "logs/match/log_export.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/plural.h"
#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"
#include "agentcore/monitor/encoder.h"
#include "logs/match/csv.h"
#include "logs/match/drawings.h"
#include "logs/match/packed_writer.h"

namespace sideline::logs {

namespace {

using base::ErrorCode;
using base::Expected;
using monitor::MatchFrame;
using monitor::RobotFrame;

constexpr FrameNumber kChunk = 32;

std::string timeColumns(const MatchFrame& frame) {
    return fmt::format("{},{:.3f},{:.3f}", frame.index, frame.recordTimeS, frame.game.timeS);
}

Expected<void> checked(const std::ostream& out) {
    if (!out) {
        return base::failure(ErrorCode::Io, "cannot write the export",
                             "free disk space and a writable location");
    }
    return {};
}

// Adds the issues that the index found in an interval.
void addIssues(const LogIndex& index, FrameRange range, ExportOmissions& omissions) {
    for (const LogIssue& issue : index.issues()) {
        if (issue.severity == LogIssue::Severity::Damage && issue.frame >= range.first &&
            issue.frame <= range.last) {
            omissions.add(issue.error);
        }
    }
}

// Iterates over the lines of an interval and records the unreadable ones.
class IntervalReader {
public:
    IntervalReader(FrameReader& reader, FrameRange range, ExportOmissions* omissions)
        : m_reader(reader),
          m_range(range),
          m_omissions(omissions != nullptr ? *omissions : m_own) {}

    // Calls `visit(frame, report)` for each applied line, in order.
    template <typename Visit>
    Expected<void> play(const ExportProgress& progress, Visit visit) {
        if (auto begun = begin(); !begun) {
            return begun;
        }
        const LogParts& parts = m_reader.parts();
        for (FrameNumber n = m_range.first; n <= m_range.last; ++n) {
            if (const FrameNumber at = n - m_range.first; at % kChunk == 0) {
                if (auto kept = reportProgress(at, progress); !kept) {
                    return kept;
                }
            }
            auto report = m_reducer.apply(parts, n);
            if (!report) {
                return tl::unexpected(std::move(report.error()));
            }
            if (report->error) {
                countFrame();
                m_omissions.add(*report->error);
                continue;
            }
            if (auto visited = visit(n, *report); !visited) {
                return visited;
            }
        }
        return parts.bytes->check();
    }

    // Calls `visit` for valid frames only, without those out of sync.
    template <typename Visit>
    Expected<void> playFrames(const ExportProgress& progress, Visit visit) {
        bool wasInSync = true;
        return play(progress, [&](FrameNumber n, const LineReport& report) -> Expected<void> {
            if (report.decoded.outOfSync) {
                countFrame();
                if (std::exchange(wasInSync, false)) { // one entry for the whole interval
                    m_omissions.add(*report.decoded.outOfSync);
                }
                return {};
            }
            wasInSync = true;
            LogState state = m_reducer.state();
            visit(*monitor::makeMatchFrame(n, m_reader.parts().index->recordTimeS(n),
                                           std::move(state.game), std::move(state.scene), false));
            return {};
        });
    }

    [[nodiscard]] LogStateReducer& reducer() { return m_reducer; }

private:
    void countFrame() { m_omissions.frames = std::max(m_omissions.frames, ++m_frames); }

    Expected<void> begin() {
        addIssues(*m_reader.parts().index, m_range, m_omissions);
        if (m_range.first > m_reader.parts().index->firstFrame()) {
            auto before = m_reader.state(m_range.first - 1);
            if (!before) {
                return tl::unexpected(std::move(before.error()));
            }
            m_reducer.restore(*before);
        }
        return {};
    }

    Expected<void> reportProgress(FrameNumber at, const ExportProgress& progress) const {
        const double done =
            static_cast<double>(at) / static_cast<double>(m_range.last - m_range.first + 1);
        if (progress && !progress(done)) {
            return base::failure(ErrorCode::Canceled, "the export was canceled");
        }
        return m_reader.parts().bytes->check();
    }

    FrameReader& m_reader;
    FrameRange m_range;
    ExportOmissions m_own; ///< used if the caller passes none
    ExportOmissions& m_omissions;
    LogStateReducer m_reducer;
    std::uint64_t m_frames = 0; ///< number of skipped frames
};

void writePose(std::ostream& out, const MatchFrame& frame, std::string_view player,
               std::string_view body, const math::Pose& pose, FrameNumber updatedAt) {
    const Eigen::Quaterniond q = math::toQuaternion(pose.R);
    out << timeColumns(frame)
        << fmt::format(",{},{},{:.6g},{:.6g},{:.6g},{:.6f},{:.6f},{:.6f},{:.6f},{}\n", player, body,
                       pose.p.x(), pose.p.y(), pose.p.z(), q.w(), q.x(), q.y(), q.z(), updatedAt);
}

std::string playerColumns(const RobotFrame& robot) {
    return fmt::format("{},{},{}", game::sideName(robot.id.side), robot.id.unum.value(),
                       robot.typeNumber);
}

// Names of the joints of all robots in a frame, in the order of first appearance.
void collectJointNames(const MatchFrame& frame, std::vector<std::string>& names) {
    for (const RobotFrame& robot : frame.robots) {
        if (robot.model == nullptr) {
            continue;
        }
        for (std::size_t i = 0; i < robot.model->joints().size(); ++i) {
            const std::string& name = robot.model->perceptorName(robot::JointId(i));
            if (!name.empty() && std::ranges::find(names, name) == names.end()) {
                names.push_back(name);
            }
        }
    }
}

// Returns the first line of a clip: a full scene, with the drawings at that frame.
Expected<std::string> firstLine(const LogParts& parts, FrameNumber n,
                                const LogStateReducer& reducer) {
    const LogState state = reducer.state();
    if (state.scene->structure == nullptr) {
        return base::failure(ErrorCode::InvalidArgument,
                             fmt::format("frame {} has no scene to start from", n),
                             "a frame after the first full scene of the log");
    }
    DrawingReader drawings(parts);
    if (auto reached = drawings.seek(n); !reached) {
        return tl::unexpected(std::move(reached.error()));
    }
    const std::string_view line = reducer.line();
    return drawings.prefix() + (parts.index->isFull(n)
                                    ? std::string(line.substr(messageOffset(line)))
                                    : monitor::encodeFullMessage(state.game, *state.scene));
}

Expected<void> writeCut(FrameReader& reader, FrameRange range, PackedWriter& writer,
                        const ExportProgress& progress, ExportOmissions* omissions) {
    IntervalReader player(reader, range, omissions);
    bool hasBegun = false;
    auto done =
        player.play(progress, [&](FrameNumber n, const LineReport& /*report*/) -> Expected<void> {
            auto written = Expected<void>();
            if (hasBegun) {
                written = writer.write(player.reducer().line());
            } else if (auto first = firstLine(reader.parts(), n, player.reducer()); first) {
                written = writer.write(*first);
                hasBegun = true;
            } else {
                return tl::unexpected(std::move(first.error()));
            }
            return written ? writer.write("\n") : written;
        });
    if (done && !hasBegun) {
        return base::failure(ErrorCode::Malformed, "no frame of the interval can be read",
                             "at least one frame that is not damaged");
    }
    return done ? writer.close() : done;
}

} // namespace

void ExportOmissions::add(const base::Error& cause) {
    const auto isSame = [&](const base::Error& known) {
        return known.line == cause.line && known.byteOffset == cause.byteOffset &&
               known.message == cause.message;
    };
    if (causes.size() < kMaxCauses && std::ranges::none_of(causes, isSame)) {
        causes.push_back(cause);
    }
}

std::string ExportOmissions::summary() const {
    return isNothing()  ? std::string()
           : frames > 0 ? base::plural(frames, "damaged frame") + " omitted"
                        : std::string("the log is damaged; unreadable parts are omitted");
}

void addUnreadable(const LogAnalysis& analysis, FrameRange range, ExportOmissions& omissions) {
    for (const LogIssue& issue : analysis.issues) {
        if (issue.severity == LogIssue::Severity::Damage && issue.frame >= range.first &&
            issue.frame <= range.last) {
            omissions.add(issue.error);
        }
    }
}

Expected<void> exportPoses(FrameReader& reader, FrameRange range, bool allBodies, std::ostream& out,
                           const ExportProgress& progress, ExportOmissions* omissions) {
    out << "frame,record_time_s,game_time_s,side,unum,type,body,x_m,y_m,z_m,qw,qx,qy,qz,"
           "updated_frame\n";
    IntervalReader player(reader, range, omissions);
    auto done = player.playFrames(progress, [&](const MatchFrame& frame) {
        if (frame.ball) {
            writePose(out, frame, "none,0,-1", "ball", frame.ball->X_SBall, frame.ball->updatedAt);
        }
        for (const RobotFrame& robot : frame.robots) {
            const std::size_t count = allBodies ? robot.X_SBody.size() : 1;
            for (std::size_t i = 0; i < count; ++i) {
                writePose(out, frame, playerColumns(robot), frame.bodyName(robot, i),
                          robot.X_SBody[i], robot.bodyUpdatedAt[i]);
            }
        }
    });
    return done ? checked(out) : done;
}

Expected<void> exportJoints(FrameReader& reader, FrameRange range, std::ostream& out,
                            const ExportProgress& progress, ExportOmissions* omissions) {
    // A first pass over the full scenes collects the columns: robots join and leave only in those.
    std::vector<std::string> names;
    for (const FrameNumber n : reader.parts().index->fullFrames()) {
        if (n > range.last) {
            break;
        }
        if (n >= range.first || n == reader.parts().index->fullFrameBefore(range.first)) {
            if (auto frame = reader.frame(n)) {
                collectJointNames(**frame, names);
            }
        }
    }
    out << "frame,record_time_s,game_time_s,side,unum,type";
    for (const std::string& name : names) {
        out << ',' << name << "_deg";
    }
    out << '\n';
    IntervalReader player(reader, range, omissions);
    auto done = player.playFrames(progress, [&](const MatchFrame& frame) {
        for (const RobotFrame& robot : frame.robots) {
            if (robot.model == nullptr) {
                continue;
            }
            out << timeColumns(frame) << ',' << playerColumns(robot);
            for (const std::string& name : names) {
                const robot::JointId joint = robot.model->findJoint(name);
                out << ',';
                if (joint.isValid()) {
                    const double angleRad = robot.jointAnglesRad[joint.index()];
                    out << fmt::format("{:.4f}", math::degFromRad(angleRad));
                }
            }
            out << '\n';
        }
    });
    return done ? checked(out) : done;
}

Expected<void> exportEvents(const std::vector<Event>& events, FrameRange range, std::ostream& out) {
    out << "frame,record_time_s,game_time_s,kind,side,unum,code,text,reported_frame\n";
    for (const Event& event : events) {
        if (event.frame < range.first || event.frame > range.last) {
            continue;
        }
        out << fmt::format("{},{:.3f},{:.3f},{},{},{},{},{},{}\n", event.frame, event.recordTimeS,
                           event.gameTimeS, eventKindName(event.kind), game::sideName(event.side),
                           event.robot.unum.value(), event.code, csvField(event.text),
                           event.reportedFrame ? std::to_string(*event.reportedFrame) : "");
    }
    return checked(out);
}

Expected<void> exportCurves(const SignalTable& table, const std::vector<CurveColumn>& columns,
                            std::ostream& out, std::optional<TableRows> rows) {
    out << "frame,record_time_s,game_time_s";
    for (const CurveColumn& column : columns) {
        out << ','
            << csvField(column.unit.empty() ? column.name
                                            : fmt::format("{} [{}]", column.name, column.unit));
    }
    out << '\n';
    const TableRows written = rows.value_or(TableRows{0, table.frames.size()});
    for (std::size_t row = written.first; row < written.end; ++row) {
        out << fmt::format("{},{:.3f},{:.3f}", table.frames[row], table.recordTimeS[row],
                           table.gameTimeS[row]);
        for (const CurveColumn& column : columns) {
            out << ',';
            if (!std::isnan(column.values[row])) {
                out << fmt::format("{:.7g}", column.values[row]);
            }
        }
        out << '\n';
    }
    return checked(out);
}

Expected<void> cutLog(FrameReader& reader, FrameRange range, base::OutputFile file,
                      const ExportProgress& progress, ExportOmissions* omissions) {
    auto writer = PackedWriter::create(std::move(file));
    if (!writer) {
        return tl::unexpected(std::move(writer.error()));
    }
    return writeCut(reader, range, *writer, progress, omissions);
}

} // namespace sideline::logs
