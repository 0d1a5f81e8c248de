#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>
#include <vector>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "motions/format/joint_names.h"
#include "motions/format/motion_builder.h"
#include "motions/format/readers.h"
#include "motions/format/sampled_motion.h"
#include "motions/format/text_lines.h"

namespace sideline::keyframe {

namespace {

using base::Expected;
using Kind = Finding::Kind;
using Severity = Finding::Severity;

constexpr std::string_view kAutoHead = "auto-head";

class SlotReader {
public:
    SlotReader(std::string_view text, const ReadOptions& options, ReadLimits& limits)
        : m_text(text), m_builder(options, limits, stemOf(options.fileName)) {
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] == '\n') {
                m_lineEnds.push_back(static_cast<std::ptrdiff_t>(i));
            }
        }
    }

    [[nodiscard]] Expected<MotionFile> read();

private:
    [[nodiscard]] int lineAt(std::ptrdiff_t offset) const;
    [[nodiscard]] int lineOf(const pugi::xml_node& node) const {
        return lineAt(node.offset_debug());
    }
    void readSlot(const pugi::xml_node& slot);
    void readMove(const pugi::xml_node& move, double endS);
    void reportOthers(const pugi::xml_node& node, std::initializer_list<std::string_view> known);

    std::string_view m_text;
    std::vector<std::ptrdiff_t> m_lineEnds;
    MotionBuilder m_builder;
    double m_timeS = 0.0;
    /// Time and angle of each joint's last key.
    std::map<JointName, std::pair<double, double>> m_lastKeys;
};

int SlotReader::lineAt(std::ptrdiff_t offset) const {
    const auto end = std::ranges::lower_bound(m_lineEnds, offset);
    return 1 + static_cast<int>(end - m_lineEnds.begin());
}

// Reports the attributes that are not used.
void SlotReader::reportOthers(const pugi::xml_node& node,
                              std::initializer_list<std::string_view> known) {
    for (const pugi::xml_attribute& attribute : node.attributes()) {
        m_builder.reportUnless(known, attribute.name(), fmt::format("<{}>", node.name()),
                               lineOf(node));
    }
}

Expected<MotionFile> SlotReader::read() {
    pugi::xml_document document;
    const auto result = document.load_buffer(m_text.data(), m_text.size());
    if (!result) {
        return malformedAt(lineAt(result.offset), fmt::format("bad XML: {}", result.description()),
                           "well-formed XML with <behavior>, <slot> and <move>");
    }
    const pugi::xml_node root = document.child("behavior");
    if (!root) {
        return malformedAt(1, "there is no <behavior>", "a <behavior> around <slot>s");
    }
    for (const pugi::xml_node& other : document.children()) {
        if (other != root && other.type() == pugi::node_element) {
            m_builder.report(Severity::Warning, Kind::Syntax, lineOf(other),
                             fmt::format("<{}> is ignored; expected one <behavior>", other.name()));
        }
    }
    reportOthers(root, {"description", "auto_head"});
    Motion& motion = m_builder.motion();
    motion.description = root.attribute("description").as_string();
    if (std::string_view(root.attribute("auto_head").as_string()) == "1") {
        motion.tags.emplace_back(kAutoHead);
    }
    for (const pugi::xml_node& child : root.children()) {
        if (std::string_view(child.name()) == "slot") {
            readSlot(child);
        } else {
            m_builder.report(Severity::Warning, Kind::Syntax, lineOf(child),
                             fmt::format("<{}> is ignored; expected <slot>", child.name()));
        }
    }
    motion.lengthS = m_timeS;
    MotionFile file;
    file.format = Format::FcpSlots;
    file.motions.push_back(m_builder.finish());
    if (file.motions[0].motion.keyframes.empty() && file.motions[0].findings.empty()) {
        return malformedAt(lineOf(root), "the behavior has no <slot>", "at least one <slot>");
    }
    return file;
}

void SlotReader::readSlot(const pugi::xml_node& slot) {
    const std::string_view text = slot.attribute("delta").as_string();
    const auto deltaS = numberFrom(trimmed(text));
    if (!deltaS || *deltaS <= 0.0) {
        m_builder.report(
            Severity::Error, deltaS ? Kind::TimeOutOfOrder : Kind::Syntax, lineOf(slot),
            fmt::format("invalid delta {} of a slot, which is ignored; expected seconds above 0",
                        shown(text)));
        return;
    }
    reportOthers(slot, {"delta"});
    const double endS = tidied(m_timeS + *deltaS);
    (void)m_builder.keyframe(endS, lineOf(slot));
    for (const pugi::xml_node& child : slot.children()) {
        if (std::string_view(child.name()) == "move") {
            readMove(child, endS);
        } else {
            m_builder.report(Severity::Warning, Kind::Syntax, lineOf(child),
                             fmt::format("<{}> is ignored; expected <move>", child.name()));
        }
    }
    m_timeS = endS;
}

void SlotReader::readMove(const pugi::xml_node& move, double endS) {
    const int line = lineOf(move);
    reportOthers(move, {"id", "angle"});
    const std::string_view idText = move.attribute("id").as_string();
    const auto id = wholeNumberFrom(trimmed(idText));
    if (!id || *id < 0 || *id >= static_cast<int>(kFcpJoints.size())) {
        Finding& finding = m_builder.report(Severity::Error, Kind::UnknownJoint, line,
                                            fmt::format("unknown joint id {}; expected 0 to {}",
                                                        shown(idText), kFcpJoints.size() - 1));
        finding.timeS = endS;
        finding.joint = idText;
        return;
    }
    const JointName joint(kFcpJoints[static_cast<std::size_t>(*id)]);
    const std::string_view angleText = move.attribute("angle").as_string();
    const auto angle = numberFrom(trimmed(angleText));
    if (!angle) {
        Finding& finding = m_builder.report(
            Severity::Error, Kind::Syntax, line,
            fmt::format("angle {} is not a number; expected degrees", shown(angleText)));
        finding.timeS = endS;
        finding.joint = joint;
        return;
    }
    const double angleDeg = isTurnedForFcp(joint) ? -*angle : *angle;
    const auto last = m_lastKeys.find(joint);
    if (last != m_lastKeys.end() && last->second.first < m_timeS - kSameTimeS) {
        // The joint keeps its angle until the slot that names it begins.
        Key stays;
        stays.angleDeg = last->second.second;
        m_builder.setKey(m_timeS, joint, std::move(stays), line);
    } else if (last == m_lastKeys.end() && m_timeS > 0.0) {
        m_builder.reportOnce(Severity::Note, Kind::NotExpressible, line,
                             "FC Portugal leaves a joint where it is until a slot names it; here "
                             "its movement to the first key starts at 0 s");
    }
    Key key;
    key.angleDeg = angleDeg;
    m_builder.setKey(endS, joint, std::move(key), line);
    m_lastKeys.insert_or_assign(joint, std::pair(endS, angleDeg));
}

std::string xmlText(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '&') {
            out += "&amp;";
        } else if (c == '<') {
            out += "&lt;";
        } else if (c == '"') {
            out += "&quot;";
        } else if (c == '\n' || c == '\t') {
            out += fmt::format("&#{};", static_cast<int>(byte));
        } else {
            out += byte < 0x20 ? '?' : c;
        }
    }
    return out;
}

// Reports the joints, with their id, that would start later in FC Portugal's interpretation.
void reportLateStarts(SampledMotion& sampled, const std::vector<double>& rows) {
    std::string late;
    for (const std::string_view joint : kFcpJoints) {
        if (!rows.empty() && sampled.startsLate(joint, rows.front())) {
            late += late.empty() ? "" : " ";
            late += joint;
        }
    }
    if (!late.empty()) {
        sampled.findings.push_back(
            notExpressible(fmt::format("the movement to the first key starts with the slot that "
                                       "names the joint, not at 0 s: {}",
                                       late),
                           Severity::Note));
    }
}

class SlotWriter {
public:
    explicit SlotWriter(SampledMotion& sampled) : m_sampled(sampled) {}
    [[nodiscard]] std::string slots(const std::vector<double>& rows);

private:
    [[nodiscard]] std::string moves(double beginS, double endS);

    SampledMotion& m_sampled;
    std::map<std::size_t, double> m_written; ///< degrees by joint id
};

std::string moveText(std::size_t id, double angleDeg) {
    const double angle = isTurnedForFcp(kFcpJoints[id]) ? -angleDeg : angleDeg;
    const std::string move =
        fmt::format("<move id=\"{}\" angle=\"{}\"/>", id, roundedText(angle, 6));
    return fmt::format("        {:<33} <!-- {} -->\n", move, fcpJointText(id));
}

std::string SlotWriter::moves(double beginS, double endS) {
    std::string out;
    for (std::size_t id = 0; id < kFcpJoints.size(); ++id) {
        const std::string_view joint = kFcpJoints[id];
        const auto& points = m_sampled.points(joint);
        if (points.empty() ||
            (!m_sampled.startIsKnown(joint) && points.front().timeS > endS + kSameTimeS)) {
            continue;
        }
        const double angleDeg = m_sampled.angleDeg(joint, endS);
        const auto key = std::ranges::upper_bound(points, beginS + kSameTimeS / 2, {},
                                                  &SampledMotion::Point::timeS);
        const bool hasKey = key != points.end() && key->timeS < endS + kSameTimeS / 2;
        const auto written = m_written.find(id);
        if (hasKey || written == m_written.end() || std::abs(written->second - angleDeg) > 1e-7) {
            out += moveText(id, angleDeg);
            m_written.insert_or_assign(id, angleDeg);
        }
    }
    // A slot without a move would take no time.
    if (out.empty() && !m_written.empty()) {
        out = moveText(m_written.begin()->first, m_written.begin()->second);
    }
    return out;
}

std::string SlotWriter::slots(const std::vector<double>& rows) {
    std::string out;
    double beginS = 0.0;
    for (const double endS : rows) {
        out += fmt::format("    <slot delta=\"{}\">\n{}    </slot>\n",
                           roundedText(endS - beginS, 9), moves(beginS, endS));
        beginS = endS;
    }
    return out;
}

} // namespace

Expected<MotionFile> readFcpSlots(std::string_view text, const ReadOptions& options,
                                  ReadLimits& limits) {
    return SlotReader(text, options, limits).read();
}

Expected<WrittenMotion> writeFcpSlots(const Motion& motion, const robot::RobotModel& model) {
    auto sampled = SampledMotion::of(motion, model);
    if (!sampled) {
        return tl::unexpected(std::move(sampled.error()));
    }
    const bool isAutoHead = std::ranges::find(motion.tags, kAutoHead) != motion.tags.end();
    Holds holds;
    holds.name = true; // stored as the file name
    holds.description = true;
    holds.tags = isAutoHead && motion.tags.size() == 1;
    reportLosses(motion, holds, sampled->findings);
    const auto rows = sampled->rowTimes(motion, {0.0, kCycleS, true});
    reportLateStarts(*sampled, rows);
    for (const std::string& joint : sampled->joints()) {
        if (std::ranges::find(kFcpJoints, joint) == kFcpJoints.end()) {
            sampled->findings.push_back(omittedJoint(joint));
        }
    }
    WrittenMotion written;
    written.text =
        fmt::format("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\n"
                    "<behavior description=\"{}\" auto_head=\"{}\">\n{}</behavior>\n",
                    xmlText(motion.description.empty() ? motion.name : motion.description),
                    isAutoHead ? 1 : 0, SlotWriter(*sampled).slots(rows));
    written.findings = std::move(sampled->findings);
    return written;
}

} // namespace sideline::keyframe
