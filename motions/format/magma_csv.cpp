#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/plural.h"
#include "motions/format/joint_names.h"
#include "motions/format/motion_builder.h"
#include "motions/format/readers.h"
#include "motions/format/real_nao.h"
#include "motions/format/sampled_motion.h"
#include "motions/format/text_lines.h"
#include "motions/limits.h"

namespace sideline::keyframe {

namespace {

using base::Expected;
using Kind = Finding::Kind;
using Severity = Finding::Severity;

constexpr double kDegPerRad = 180.0 / std::numbers::pi;
constexpr std::string_view kVersion = "1.0";

// Parses `MM:SS:mmm`.
std::optional<double> timeFrom(std::string_view text) {
    const auto fields = fieldsOf(text, ':');
    if (fields.size() != 3) {
        return std::nullopt;
    }
    std::array<int, 3> parts{};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto number = wholeNumberFrom(fields[i]);
        if (!number || *number < 0) {
            return std::nullopt;
        }
        parts[i] = *number;
    }
    return static_cast<double>(parts[0]) * 60.0 + static_cast<double>(parts[1]) +
           static_cast<double>(parts[2]) / 1000.0;
}

std::string timeText(double timeS) {
    const auto ms = std::llround(timeS * 1000.0);
    return fmt::format("{:02}:{:02}:{:03}", ms / 60000, ms / 1000 % 60, ms % 1000);
}

// Webots' tables are magma's with another header and joints of the real Nao. Some files name the
// joints in line 2. Version 1.1, of the Kouretes' motion editor, has rows
// `play%ANGLE%...%DURATION`.
constexpr std::string_view kWebotsVersion = "V1.0";
constexpr std::string_view kWebotsDurationVersion = "V1.1";
constexpr std::string_view kWebotsPlayWord = "play";

// A column: the server's joint, and the factor from the file's angles to the server's.
struct MagmaColumn {
    JointName joint; ///< empty if omitted
    double sign = 1.0;
};

std::optional<MagmaColumn> columnOf(Format format, std::string_view name) {
    if (format == Format::MagmaCsv) {
        const auto joint = jointFromMagma(name);
        return joint ? std::optional(MagmaColumn{*joint, 1.0}) : std::nullopt;
    }
    const RealNaoJoint* joint = realNaoJoint(name);
    return joint != nullptr ? std::optional(MagmaColumn{JointName(joint->joint), joint->sign})
                            : std::nullopt;
}

class TableReader {
public:
    TableReader(Format format, const ReadOptions& options, ReadLimits& limits)
        : m_format(format), m_builder(options, limits, stemOf(options.fileName)) {}

    /// Reads a line before the rows. Errors: Malformed if the line is not a table header.
    [[nodiscard]] Expected<void> readHead(const TextLine& line);
    [[nodiscard]] bool isHeadComplete() const { return !m_columns.empty(); }
    void readRow(const TextLine& line);
    [[nodiscard]] Expected<MotionFile> finish(int lastLine);

private:
    [[nodiscard]] Expected<void> readJoints(std::span<const std::string_view> names, int line);
    [[nodiscard]] std::optional<double> readTime(std::string_view text, int line);
    [[nodiscard]] std::optional<double> readDuration(std::span<const std::string_view> fields,
                                                     int line);
    void readAngle(std::string_view text, const MagmaColumn& column, double timeS, int line);

    Format m_format;
    MotionBuilder m_builder;
    std::vector<MagmaColumn> m_columns;
    bool m_awaitsJoints = false; ///< whether the first line of the header names no joints
    char m_separator = ',';
    bool m_hasDurations =
        false; ///< whether rows end with a duration instead of beginning with a time
    double m_lastS = -1.0;
    int m_rows = 0;
};

Expected<void> TableReader::readHead(const TextLine& line) {
    if (m_awaitsJoints) {
        if (line.text.find('%') != std::string_view::npos) {
            m_separator = '%';
            m_hasDurations = true;
        }
        return readJoints(fieldsOf(trimmed(line.text), m_separator), line.number);
    }
    auto fields = fieldsOf(line.text, ',');
    if (m_format == Format::WebotsMotion) {
        if (fields.size() < 3 || (fields.size() == 3 && fields[2].empty())) {
            m_awaitsJoints = true;
            m_hasDurations = fields.size() > 1 && fields[1] == kWebotsDurationVersion;
            m_separator = m_hasDurations ? '%' : ',';
            return {};
        }
    } else if (fields.size() < 3) {
        return malformedAt(line.number, fmt::format("{} is not a table header", shown(line.text)),
                           "NAME,VERSION,JOINT,...");
    } else {
        m_builder.motion().name = fields[0];
    }
    return readJoints(std::span(fields).subspan(2), line.number);
}

Expected<void> TableReader::readJoints(std::span<const std::string_view> names, int line) {
    if (names.size() > kMaxKeys) {
        return malformedAt(line, fmt::format("the table has {} columns", names.size()),
                           fmt::format("at most {}", kMaxKeys));
    }
    for (const std::string_view name : names) {
        const auto column = columnOf(m_format, name);
        m_columns.push_back(column.value_or(MagmaColumn()));
        if (!column && m_format == Format::WebotsMotion && isHandOfRealNao(name)) {
            m_builder.reportOnce(Severity::Note, Kind::NotExpressible, line, kHandsOmitted);
        } else if (!column) {
            m_builder
                .report(Severity::Error, Kind::UnknownJoint, line,
                        fmt::format(
                            "unknown joint {}, whose column is ignored; expected a name such as {}",
                            shown(name),
                            m_format == Format::MagmaCsv ? "LKneePitch or lle4" : "LKneePitch"))
                .joint = name;
        }
    }
    return {};
}

std::optional<double> TableReader::readTime(std::string_view text, int line) {
    const auto timeS = timeFrom(text);
    if (!timeS) {
        m_builder.report(
            Severity::Error, Kind::Syntax, line,
            fmt::format("row with invalid time {} is ignored; expected MM:SS:mmm", shown(text)));
        return std::nullopt;
    }
    if (*timeS <= m_lastS) {
        Finding& finding = m_builder.report(
            Severity::Error, Kind::TimeOutOfOrder, line,
            fmt::format("times are out of order: {} s comes after {} s; expected a later time",
                        numberText(*timeS), numberText(m_lastS)));
        finding.timeS = *timeS;
        finding.value = *timeS;
        finding.limit = m_lastS;
    }
    return timeS;
}

// Returns the time of a pose that is reached after the row's duration. Each pose after the first
// takes at least one cycle.
std::optional<double> TableReader::readDuration(std::span<const std::string_view> fields,
                                                int line) {
    const auto durationS =
        fields.size() == m_columns.size() + 2 ? numberFrom(fields.back()) : std::optional<double>();
    if (!durationS || *durationS < 0.0) {
        m_builder.report(Severity::Error, durationS ? Kind::TimeOutOfOrder : Kind::Syntax, line,
                         fmt::format("a row of {} is ignored; expected play, {} angles and "
                                     "seconds, 0 or more",
                                     base::plural(fields.size(), "field"), m_columns.size()));
        return std::nullopt;
    }
    if (m_rows == 0) {
        return durationS;
    }
    if (*durationS < kCycleS) {
        m_builder.reportOnce(Severity::Warning, Kind::TimeOutOfOrder, line,
                             fmt::format("a duration of {} s becomes one cycle of {} s",
                                         numberText(*durationS), kCycleS));
    }
    return tidied(m_lastS + std::max(*durationS, kCycleS));
}

void TableReader::readRow(const TextLine& line) {
    const auto fields = fieldsOf(trimmed(line.text), m_separator);
    const auto timeS =
        m_hasDurations ? readDuration(fields, line.number) : readTime(fields[0], line.number);
    if (!timeS) {
        return;
    }
    m_lastS = std::max(m_lastS, *timeS);
    ++m_rows;
    Keyframe& keyframe = m_builder.keyframe(*timeS, line.number);
    if (!m_hasDurations) {
        keyframe.name = fields.size() > 1 ? fields[1] : std::string_view();
    } else if (fields[0] != kWebotsPlayWord) {
        keyframe.name = fields[0];
    }
    if (fields.size() != m_columns.size() + 2) {
        m_builder.report(
            Severity::Error, Kind::Syntax, line.number,
            fmt::format("{} in a row; expected {}",
                        base::plural(fields.size() > 2 ? fields.size() - 2 : 0, "angle"),
                        m_columns.size()));
    }
    const std::size_t first = m_hasDurations ? 1 : 2;
    for (std::size_t i = 0; i < m_columns.size() && first + i < fields.size(); ++i) {
        const bool isUntouched = m_format == Format::WebotsMotion && fields[first + i] == "*";
        if (!m_columns[i].joint.empty() && !isUntouched) {
            readAngle(fields[first + i], m_columns[i], *timeS, line.number);
        }
    }
}

void TableReader::readAngle(std::string_view text, const MagmaColumn& column, double timeS,
                            int line) {
    const auto angleRad = numberFrom(text);
    if (!angleRad) {
        Finding& finding = m_builder.report(
            Severity::Error, Kind::Syntax, line,
            fmt::format("angle {} is not a number; expected radians", shown(text)));
        finding.timeS = timeS;
        finding.joint = column.joint;
        return;
    }
    Key key;
    key.angleDeg = tidied(column.sign * *angleRad * kDegPerRad);
    m_builder.setKey(timeS, column.joint, std::move(key), line);
}

Expected<MotionFile> TableReader::finish(int lastLine) {
    if (m_rows == 0) {
        return malformedAt(lastLine, "the table has no row",
                           m_hasDurations ? "rows play%ANGLE%...%SECONDS"
                                          : "rows MM:SS:mmm,POSE,ANGLE,...");
    }
    m_builder.motion().lengthS = m_lastS;
    MotionFile file;
    file.format = m_format;
    file.motions.push_back(m_builder.finish());
    return file;
}

// Makes a name a valid field: without commas and line breaks.
std::string fieldText(std::string_view name, std::string_view fallback) {
    std::string out(name.empty() ? fallback : name);
    std::ranges::replace_if(
        out, [](char c) { return c == ',' || static_cast<unsigned char>(c) < 0x20; }, '_');
    return out;
}

} // namespace

Expected<MotionFile> readJointTable(std::string_view text, Format format,
                                    const ReadOptions& options, ReadLimits& limits) {
    TableReader reader(format, options, limits);
    bool hasBegun = false;
    int lastLine = 0;
    for (const TextLine& line : textLines(text)) {
        lastLine = line.number;
        const std::string_view content = trimmed(line.text);
        if (content.empty() || (hasBegun && (content[0] == '#' || content[0] == '%'))) {
            continue; // the first line of Webots' tables begins with # as well
        }
        hasBegun = true;
        if (reader.isHeadComplete()) {
            reader.readRow(line);
        } else if (auto head = reader.readHead(line); !head) {
            return tl::unexpected(std::move(head.error()));
        }
    }
    return reader.finish(lastLine);
}

Expected<WrittenMotion> writeJointTable(const Motion& motion, Format format,
                                        const robot::RobotModel& model) {
    auto sampled = SampledMotion::of(motion, model);
    if (!sampled) {
        return tl::unexpected(std::move(sampled.error()));
    }
    Holds holds;
    holds.name = format == Format::MagmaCsv;
    holds.keyframeNames = true;
    reportLosses(motion, holds, sampled->findings);
    const auto times = sampled->rowTimes(motion, {0.001, 0.0, false});
    WrittenMotion written;
    written.text = format == Format::MagmaCsv
                       ? fmt::format("{},{}", fieldText(motion.name, "motion"), kVersion)
                       : fmt::format("{},{}", kWebotsWord, kWebotsVersion);
    std::vector<MagmaColumn> joints;
    std::string late;
    for (const std::string& joint : sampled->joints()) {
        const RealNaoJoint* real = realNaoJointOf(joint);
        const auto magma = magmaJoint(joint);
        if (format == Format::MagmaCsv && magma) {
            written.text += ',' + *magma;
            joints.push_back({joint, 1.0});
        } else if (format == Format::WebotsMotion && real != nullptr) {
            written.text += fmt::format(",{}", real->name);
            joints.push_back({joint, real->sign});
        } else {
            sampled->findings.push_back(omittedJoint(joint));
        }
        if (!times.empty() && sampled->startsLate(joint, times.front())) {
            late += (late.empty() ? "" : " ") + joint;
        }
    }
    if (!late.empty()) {
        sampled->findings.push_back(notExpressible(fmt::format(
            "every row names every joint; 0 degrees before the first key of {}", late)));
    }
    written.text += '\n';
    int pose = 0;
    for (const double timeS : times) {
        const auto index = motion.keyframeAt(timeS * motion.speed);
        written.text += timeText(timeS) + ',' +
                        fieldText(index ? motion.keyframes[*index]->name : std::string(),
                                  fmt::format("pose{}", ++pose));
        for (const MagmaColumn& column : joints) {
            const double angleDeg = column.sign * sampled->angleDeg(column.joint, timeS);
            written.text += ',' + roundedText(angleDeg / kDegPerRad, 9);
        }
        written.text += '\n';
    }
    written.findings = std::move(sampled->findings);
    return written;
}

} // namespace sideline::keyframe
