#include "logs/match/log_export.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <ostream>
#include <utility>

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"
#include "agentcore/monitor/encoder.h"
#include "logs/match/drawings.h"

namespace sideline::logs {

namespace {

using base::ErrorCode;
using base::Expected;
using monitor::MatchFrame;
using monitor::RobotFrame;

constexpr FrameNumber kChunk = 32;

// Text with commas or quotes as a CSV field.
std::string csvField(std::string_view text) {
    if (text.find_first_of(",\"\n") == std::string_view::npos) {
        return std::string(text);
    }
    std::string result = "\"";
    for (const char c : text) {
        result += c == '"' ? "\"\"" : std::string(1, c);
    }
    return result + "\"";
}

std::string timeColumns(const MatchFrame& frame) {
    return fmt::format("{},{:.3f},{:.3f}", frame.index, frame.recordTimeS, frame.game.timeS);
}

Expected<void> checked(const std::ostream& out) {
    if (!out) {
        return base::failure(ErrorCode::Io, "cannot write the export",
                             "room on the disk and a place that may be written to");
    }
    return {};
}

// Calls `visit` for each frame of the range, in order.
template <typename Visit>
Expected<void> forEachFrame(FrameReader& reader, FrameRange range, const ExportProgress& progress,
                            Visit visit) {
    for (FrameNumber n = range.first; n <= range.last; ++n) {
        if ((n - range.first) % kChunk == 0) {
            const double done = static_cast<double>(n - range.first) /
                                static_cast<double>(range.last - range.first + 1);
            if (progress && !progress(done)) {
                return base::failure(ErrorCode::Cancelled, "the export was stopped");
            }
        }
        auto frame = reader.frame(n);
        if (!frame) {
            return tl::unexpected(std::move(frame.error()));
        }
        visit(**frame);
    }
    return {};
}

void writePose(std::ostream& out, const MatchFrame& frame, std::string_view who,
               std::string_view body, const math::Pose& pose, FrameNumber updatedAt) {
    const Eigen::Quaterniond q = math::toQuaternion(pose.R);
    out << timeColumns(frame)
        << fmt::format(",{},{},{:.6g},{:.6g},{:.6g},{:.6f},{:.6f},{:.6f},{:.6f},{}\n", who, body,
                       pose.p.x(), pose.p.y(), pose.p.z(), q.w(), q.x(), q.y(), q.z(), updatedAt);
}

std::string whoColumns(const RobotFrame& robot) {
    return fmt::format("{},{},{}", monitor::sideName(robot.id.side), robot.id.unum.value(),
                       robot.typeNumber);
}

// Names of all joints of all robots of a frame, in the order of first appearance.
void collectJointNames(const MatchFrame& frame, std::vector<std::string>& names) {
    for (const RobotFrame& robot : frame.robots) {
        if (robot.model == nullptr) {
            continue;
        }
        for (const robot::Joint& joint : robot.model->joints()) {
            if (std::ranges::find(names, joint.perceptor) == names.end()) {
                names.push_back(joint.perceptor);
            }
        }
    }
}

struct WriteCloser {
    void operator()(archive* a) const { archive_write_free(a); }
};

// A file that is packed as its name says.
class PackedWriter {
public:
    static Expected<PackedWriter> create(const std::filesystem::path& path) {
        PackedWriter writer;
        writer.m_path = path;
        writer.m_handle.reset(archive_write_new());
        archive* a = writer.m_handle.get();
        archive_write_set_format_raw(a);
        const std::string ending = path.extension().string();
        if (ending == ".gz") {
            archive_write_add_filter_gzip(a);
        } else if (ending == ".bz2") {
            archive_write_add_filter_bzip2(a);
        } else if (ending == ".xz") {
            archive_write_add_filter_xz(a);
        } else if (ending == ".zst") {
            archive_write_add_filter_zstd(a);
        }
        archive_write_set_bytes_in_last_block(a, 1); // no padding
        archive_entry* entry = archive_entry_new();
        archive_entry_set_filetype(entry, AE_IFREG);
        const bool good = archive_write_open_filename(a, path.c_str()) == ARCHIVE_OK &&
                          archive_write_header(a, entry) == ARCHIVE_OK;
        archive_entry_free(entry);
        if (!good) {
            return writer.error();
        }
        return writer;
    }

    Expected<void> write(std::string_view bytes) {
        if (archive_write_data(m_handle.get(), bytes.data(), bytes.size()) !=
            static_cast<la_ssize_t>(bytes.size())) {
            return error();
        }
        return {};
    }

    Expected<void> close() {
        if (archive_write_close(m_handle.get()) != ARCHIVE_OK) {
            return error();
        }
        return {};
    }

private:
    tl::unexpected<base::Error> error() const {
        const char* text = archive_error_string(m_handle.get());
        auto error = base::failure(ErrorCode::Io,
                                   fmt::format("cannot write: {}", text != nullptr ? text : "?"));
        return tl::unexpected(error.value().inFile(m_path.string()));
    }

    std::filesystem::path m_path;
    std::unique_ptr<archive, WriteCloser> m_handle;
};

Expected<void> writeCut(FrameReader& reader, FrameRange range, PackedWriter& writer,
                        const ExportProgress& progress) {
    auto state = reader.state(range.first);
    if (!state) {
        return tl::unexpected(std::move(state.error()));
    }
    if (state->scene->structure == nullptr) {
        return base::failure(ErrorCode::InvalidArgument,
                             fmt::format("frame {} has no scene to begin with", range.first),
                             "a frame behind the first full scene of the log");
    }
    const LogParts& parts = reader.parts();
    const auto line = [&](FrameNumber n) {
        return parts.bytes->view(parts.index->lineStart(n), parts.index->lineLength(n));
    };
    const bool asItIs = parts.index->isFull(range.first) && !state->damaged;
    // What was drawn before the cut is still seen behind it.
    DrawingReader drawings(parts);
    if (auto reached = drawings.seek(range.first); !reached) {
        return tl::unexpected(std::move(reached.error()));
    }
    std::string first = drawings.prefix();
    if (asItIs) {
        const std::string_view old = line(range.first);
        first += old.substr(messageOffset(old));
    } else {
        first += monitor::encodeFullMessage(state->game, *state->scene);
    }
    if (auto written = writer.write(first + "\n"); !written) {
        return written;
    }
    for (FrameNumber n = range.first + 1; n <= range.last; ++n) {
        if (n % kChunk == 0 && progress &&
            !progress(static_cast<double>(n - range.first) /
                      static_cast<double>(range.last - range.first))) {
            return base::failure(ErrorCode::Cancelled, "the export was stopped");
        }
        auto written = writer.write(line(n));
        if (written) {
            written = writer.write("\n");
        }
        if (!written) {
            return written;
        }
    }
    return writer.close();
}

} // namespace

Expected<void> exportPoses(FrameReader& reader, FrameRange range, bool allBodies, std::ostream& out,
                           const ExportProgress& progress) {
    out << "frame,record_time_s,game_time_s,side,unum,type,body,x_m,y_m,z_m,qw,qx,qy,qz,"
           "updated_frame\n";
    auto done = forEachFrame(reader, range, progress, [&](const MatchFrame& frame) {
        if (frame.ball) {
            writePose(out, frame, "none,0,-1", "ball", frame.ball->X_SBall, frame.ball->updatedAt);
        }
        for (const RobotFrame& robot : frame.robots) {
            const std::size_t count = allBodies ? robot.X_SBody.size() : 1;
            for (std::size_t i = 0; i < count; ++i) {
                writePose(out, frame, whoColumns(robot), frame.bodyName(robot, i), robot.X_SBody[i],
                          robot.bodyUpdatedAt[i]);
            }
        }
    });
    return done ? checked(out) : done;
}

Expected<void> exportJoints(FrameReader& reader, FrameRange range, std::ostream& out,
                            const ExportProgress& progress) {
    // A first pass over full scenes finds the columns: robots come and go only with those.
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
    auto done = forEachFrame(reader, range, progress, [&](const MatchFrame& frame) {
        for (const RobotFrame& robot : frame.robots) {
            if (robot.model == nullptr) {
                continue;
            }
            out << timeColumns(frame) << ',' << whoColumns(robot);
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
    out << "frame,record_time_s,game_time_s,kind,side,unum,code,text,estimated_frame\n";
    for (const Event& event : events) {
        if (event.frame < range.first || event.frame > range.last) {
            continue;
        }
        out << fmt::format("{},{:.3f},{:.3f},{},{},{},{},{},{}\n", event.frame, event.recordTimeS,
                           event.gameTimeS, eventKindName(event.kind),
                           monitor::sideName(event.side), event.robot.unum.value(), event.code,
                           csvField(event.text),
                           event.estimatedFrame ? std::to_string(*event.estimatedFrame) : "");
    }
    return checked(out);
}

Expected<void> exportSignals(const SignalTable& table, const MatchFrame* frame, std::ostream& out) {
    out << "frame,record_time_s,game_time_s";
    for (const SignalId& id : table.signals) {
        const std::string_view unit = signalUnit(id.quantity);
        out << ',' << signalName(id, frame);
        if (!unit.empty()) {
            out << " [" << unit << ']';
        }
    }
    out << '\n';
    for (std::size_t row = 0; row < table.frames.size(); ++row) {
        out << fmt::format("{},{:.3f},{:.3f}", table.frames[row], table.recordTimeS[row],
                           table.gameTimeS[row]);
        for (const auto& values : table.values) {
            out << ',';
            if (!std::isnan(values[row])) {
                out << fmt::format("{:.6g}", values[row]);
            }
        }
        out << '\n';
    }
    return checked(out);
}

Expected<void> checkExportTarget(const std::filesystem::path& log,
                                 const std::filesystem::path& out) {
    std::error_code differs;
    if (std::filesystem::equivalent(log, out, differs)) {
        return tl::unexpected(base::Error{.code = ErrorCode::InvalidArgument,
                                          .message = "this is the log itself, which stays as it is",
                                          .expected = "another file to write to",
                                          .file = out.string(),
                                          .line = {},
                                          .byteOffset = {}});
    }
    return {};
}

Expected<void> cutLog(FrameReader& reader, FrameRange range, const std::filesystem::path& out,
                      const ExportProgress& progress) {
    auto writer = PackedWriter::create(out);
    if (!writer) {
        return tl::unexpected(std::move(writer.error()));
    }
    auto done = writeCut(reader, range, *writer, progress);
    if (!done) {
        std::error_code ignored;
        std::filesystem::remove(out, ignored);
    }
    return done;
}

} // namespace sideline::logs
