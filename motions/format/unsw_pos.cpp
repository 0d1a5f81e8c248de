#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "motions/format/motion_builder.h"
#include "motions/format/readers.h"
#include "motions/format/real_nao.h"
#include "motions/format/text_lines.h"

namespace sideline::keyframe {

namespace {

using base::Expected;
using Kind = Finding::Kind;
using Severity = Finding::Severity;

// A column of the file: a joint of the real Nao (see `RealNaoJoint`), and the corresponding joints
// of the simulated one. Hip yaw-pitch moves both legs, since the real robot has one motor for both.
struct UnswColumn {
    std::string_view name;
    std::array<std::string_view, 2> joints;
    double sign = 1.0;
};

constexpr std::array kColumns = {
    UnswColumn{"HY", {"he1", ""}, 1.0},    UnswColumn{"HP", {"he2", ""}, -1.0},
    UnswColumn{"LSP", {"lae1", ""}, -1.0}, UnswColumn{"LSR", {"lae2", ""}, 1.0},
    UnswColumn{"LEY", {"lae3", ""}, 1.0},  UnswColumn{"LER", {"lae4", ""}, 1.0},
    UnswColumn{"LWY", {"", ""}, 0.0},      UnswColumn{"LHYP", {"lle1", "rle1"}, 1.0},
    UnswColumn{"LHR", {"lle2", ""}, 1.0},  UnswColumn{"LHP", {"lle3", ""}, -1.0},
    UnswColumn{"LKP", {"lle4", ""}, -1.0}, UnswColumn{"LAP", {"lle5", ""}, -1.0},
    UnswColumn{"LAR", {"lle6", ""}, 1.0},  UnswColumn{"RHR", {"rle2", ""}, 1.0},
    UnswColumn{"RHP", {"rle3", ""}, -1.0}, UnswColumn{"RKP", {"rle4", ""}, -1.0},
    UnswColumn{"RAP", {"rle5", ""}, -1.0}, UnswColumn{"RAR", {"rle6", ""}, 1.0},
    UnswColumn{"RSP", {"rae1", ""}, -1.0}, UnswColumn{"RSR", {"rae2", ""}, 1.0},
    UnswColumn{"REY", {"rae3", ""}, 1.0},  UnswColumn{"RER", {"rae4", ""}, 1.0},
    UnswColumn{"RWY", {"", ""}, 0.0},      UnswColumn{"LH", {"", ""}, 0.0},
    UnswColumn{"RH", {"", ""}, 0.0},
};

class PosReader {
public:
    PosReader(const ReadOptions& options, ReadLimits& limits)
        : m_builder(options, limits, stemOf(options.fileName)) {}

    void readPose(const TextLine& line);
    void readStiffness(int line) {
        m_builder.reportOnce(Severity::Note, Kind::NotExpressible, line, kStiffnessIgnored);
    }
    /// The comment above a pose becomes its name.
    void readComment(std::string_view text) { m_comment = text; }
    [[nodiscard]] Expected<MotionFile> finish(int lastLine);

private:
    void readAngle(const UnswColumn& column, std::string_view text, int line);

    MotionBuilder m_builder;
    std::string m_comment;
    double m_timeS = 0.0;
    int m_poses = 0;
};

void PosReader::readPose(const TextLine& line) {
    auto words = wordsOf(trimmed(line.text).substr(1));
    const auto durationMs =
        words.size() == kColumns.size() + 1 ? numberFrom(words.back()) : std::nullopt;
    if (words.size() != kColumns.size() + 1 || !durationMs) {
        m_builder.report(
            Severity::Error, Kind::Syntax, line.number,
            fmt::format(
                "{} numbers in a pose, which is ignored; expected {} angles and milliseconds",
                words.size(), kColumns.size()));
        return;
    }
    if (*durationMs <= 0.0) {
        m_builder.report(
            Severity::Error, Kind::TimeOutOfOrder, line.number,
            fmt::format(
                "invalid time {} of a pose, which is ignored; expected milliseconds above 0",
                shown(words.back())));
        return;
    }
    m_timeS = tidied(m_timeS + *durationMs / 1000.0);
    ++m_poses;
    m_builder.keyframe(m_timeS, line.number).name = m_comment;
    m_comment.clear();
    for (std::size_t i = 0; i < kColumns.size(); ++i) {
        readAngle(kColumns[i], words[i], line.number);
    }
}

void PosReader::readAngle(const UnswColumn& column, std::string_view text, int line) {
    const auto angle = numberFrom(text);
    if (!angle) {
        Finding& finding =
            m_builder.report(Severity::Error, Kind::Syntax, line,
                             fmt::format("angle {} of {} is not a number; expected degrees",
                                         shown(text), column.name));
        finding.timeS = m_timeS;
        finding.joint = column.joints[0];
        return;
    }
    if (column.joints[0].empty()) {
        m_builder.reportOnce(Severity::Note, Kind::NotExpressible, line, kHandsOmitted);
        return;
    }
    for (const std::string_view joint : column.joints) {
        if (!joint.empty()) {
            Key key;
            key.angleDeg = column.sign * *angle;
            m_builder.setKey(m_timeS, JointName(joint), std::move(key), line);
        }
    }
}

Expected<MotionFile> PosReader::finish(int lastLine) {
    if (m_poses == 0) {
        return malformedAt(
            lastLine, "there is no pose",
            fmt::format("lines of '!', {} angles and milliseconds", kColumns.size()));
    }
    m_builder.motion().lengthS = m_timeS;
    MotionFile file;
    file.format = Format::UnswPos;
    file.motions.push_back(m_builder.finish());
    return file;
}

// Whether a line is the one that names the columns.
bool isHeader(std::string_view text) {
    const auto words = wordsOf(text);
    return !words.empty() && words.front() == kColumns.front().name && words.back() == "DUR";
}

} // namespace

Expected<MotionFile> readUnswPos(std::string_view text, const ReadOptions& options,
                                 ReadLimits& limits) {
    PosReader reader(options, limits);
    int lastLine = 0;
    for (const TextLine& line : textLines(text)) {
        lastLine = line.number;
        const std::string_view content = trimmed(line.text);
        if (content.starts_with('!')) {
            reader.readPose(line);
        } else if (content.starts_with('$')) {
            reader.readStiffness(line.number);
        } else if (!content.empty() && !content.starts_with('#') && !isHeader(content)) {
            reader.readComment(content);
        }
    }
    return reader.finish(lastLine);
}

} // namespace sideline::keyframe
