#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "agentcore/drawing/datagram.h"

namespace sideline::drawing {

namespace {

using base::ErrorCode;

constexpr std::size_t kNumberBytes = 6;
constexpr double kMaxNumber = 99999.0;
constexpr std::size_t kMaxCorners = 255;
constexpr int kRightTeamOffset = 128;
constexpr std::size_t kPolygonBytes = 8; // in addition to corners and name
constexpr std::size_t kCornerBytes = 3 * kNumberBytes;
constexpr std::size_t kMinCorners = 3;

// Writes values in sequence and records whether one of them cannot be represented.
class Writer {
public:
    explicit Writer(std::string& out) : m_out(out), m_start(out.size()) {}

    Writer& byte(int value) {
        m_out.push_back(static_cast<char>(static_cast<unsigned char>(value)));
        return *this;
    }
    Writer& number(double value) {
        if (std::isfinite(value)) {
            m_out += numberText(value);
        } else {
            fail("a number is not finite", "numbers in meters or pixels");
        }
        return *this;
    }
    Writer& place(const Eigen::Vector3d& p) { return number(p.x()).number(p.y()).number(p.z()); }
    Writer& color(const Color& color) { return byte(color.red).byte(color.green).byte(color.blue); }
    Writer& text(std::string_view text) {
        m_out += text.substr(0, text.find('\0'));
        m_out.push_back('\0');
        return *this;
    }
    Writer& agent(const AgentRef& agent) {
        if (agent.unum < 1 || agent.unum > kRightTeamOffset) {
            fail(fmt::format("unknown agent {}", agent.unum), "1 to 128");
        }
        return byte(agent.unum - 1 + (agent.isRight ? kRightTeamOffset : 0));
    }
    void fail(std::string message, std::string expected) {
        if (!m_error) {
            m_error =
                base::failure(ErrorCode::InvalidArgument, std::move(message), std::move(expected))
                    .value();
        }
    }
    base::Expected<void> finish() {
        if (m_error) {
            m_out.resize(m_start);
            return tl::unexpected(std::move(*m_error));
        }
        return {};
    }

private:
    std::string& m_out;
    std::size_t m_start;
    std::optional<base::Error> m_error;
};

void writeShape(Writer& out, const Circle& circle) {
    out.byte(1).byte(0).number(circle.center_S.x()).number(circle.center_S.y());
    out.number(circle.radiusM).number(circle.thicknessPx).color(circle.color);
}
void writeShape(Writer& out, const Line& line) {
    out.byte(1).byte(1).place(line.from_S).place(line.to_S).number(line.thicknessPx);
    out.color(line.color);
}
void writeShape(Writer& out, const Point& point) {
    out.byte(1).byte(2).place(point.p_S).number(point.sizePx).color(point.color);
}
void writeShape(Writer& out, const Sphere& sphere) {
    out.byte(1).byte(3).place(sphere.center_S).number(sphere.radiusM).color(sphere.color);
}
void writeShape(Writer& out, const Polygon& polygon) {
    const std::size_t count = std::min(polygon.corners_S.size(), kMaxCorners);
    if (count == 0) {
        out.fail("a polygon has no corners", "at least one");
    }
    out.byte(1).byte(4).byte(static_cast<int>(count)).color(polygon.color);
    out.byte(polygon.color.alpha);
    for (std::size_t i = 0; i < count; ++i) {
        out.place(polygon.corners_S[i]);
    }
}
void writeShape(Writer& out, const Annotation& note) {
    out.byte(2).byte(0).place(note.p_S).color(note.color).text(note.text);
}

void write(Writer& out, const NamedShape& named) {
    std::visit([&](const auto& shape) { writeShape(out, shape); }, named.shape);
    out.text(named.set);
}
void write(Writer& out, const SwapBuffers& swap) {
    out.byte(0).byte(0).text(swap.prefix);
}
void write(Writer& out, const AgentAnnotation& note) {
    out.byte(2).byte(1).agent(note.agent).color(note.color).text(note.text);
}
void write(Writer& out, const ClearAgentAnnotation& clear) {
    out.byte(2).byte(2).agent(clear.agent);
}
void write(Writer& out, const SelectAgent& select) {
    out.byte(3).byte(0).agent(select.agent);
}

// The longest prefix of a text with at most `maxBytes` bytes that ends between characters.
std::string_view cutText(std::string_view text, std::size_t maxBytes) {
    if (text.size() <= maxBytes) {
        return text;
    }
    while (maxBytes > 0 && (static_cast<unsigned char>(text[maxBytes]) & 0xc0U) == 0x80U) {
        --maxBytes;
    }
    return text.substr(0, maxBytes);
}

// Splits a drawing into several commands, or shortens it; each is then at most `maxBytes` long.
std::vector<Command> fitToBytes(const Command& command, std::size_t bytes, std::size_t maxBytes) {
    const std::size_t excess = bytes - maxBytes;
    if (const auto* note = std::get_if<AgentAnnotation>(&command)) {
        AgentAnnotation cut = *note;
        cut.text = cutText(cut.text, cut.text.size() - std::min(cut.text.size(), excess));
        return {cut};
    }
    const auto* named = std::get_if<NamedShape>(&command);
    if (named == nullptr) {
        return {};
    }
    if (const auto* note = std::get_if<Annotation>(&named->shape)) {
        Annotation cut = *note;
        cut.text = cutText(cut.text, cut.text.size() - std::min(cut.text.size(), excess));
        return {NamedShape{named->set, cut}};
    }
    const auto* polygon = std::get_if<Polygon>(&named->shape);
    const std::size_t fixed = kPolygonBytes + named->set.size();
    if (polygon == nullptr || fixed + kMinCorners * kCornerBytes > maxBytes) {
        return {};
    }
    const std::size_t most = std::min((maxBytes - fixed) / kCornerBytes, kMaxCorners);
    std::vector<Command> parts;
    const auto& corners = polygon->corners_S;
    for (std::size_t from = 1; from + 1 < corners.size(); from += most - 2) {
        Polygon part;
        part.color = polygon->color;
        part.corners_S.push_back(corners.front());
        const std::size_t count = std::min(most - 1, corners.size() - from);
        for (std::size_t i = 0; i < count; ++i) {
            part.corners_S.push_back(corners[from + i]);
        }
        parts.emplace_back(NamedShape{named->set, std::move(part)});
    }
    return parts;
}

} // namespace

std::string numberText(double value) {
    const double cut = std::clamp(value, -kMaxNumber, kMaxNumber);
    for (int decimals = 4; decimals > 0; --decimals) {
        std::string text = fmt::format("{:.{}f}", cut, decimals);
        if (text.size() <= kNumberBytes) {
            return text;
        }
    }
    return fmt::format("{:6.0f}", cut);
}

base::Expected<void> appendCommand(std::string& bytes, const Command& command) {
    Writer out(bytes);
    std::visit([&](const auto& value) { write(out, value); }, command);
    return out.finish();
}

EncodedDrawings encodeDatagrams(std::span<const Command> commands, std::size_t maxBytes) {
    EncodedDrawings result;
    std::string current;
    const auto add = [&](const std::string& bytes) {
        if (current.size() + bytes.size() > maxBytes) {
            result.datagrams.push_back(std::exchange(current, {}));
        }
        current += bytes;
    };
    std::string bytes;
    for (const Command& command : commands) {
        bytes.clear();
        const auto* named = std::get_if<NamedShape>(&command);
        const auto* polygon = named != nullptr ? std::get_if<Polygon>(&named->shape) : nullptr;
        const bool isLarge = polygon != nullptr && polygon->corners_S.size() > kMaxCorners;
        if (!appendCommand(bytes, command)) {
            ++result.leftOut;
        } else if (bytes.size() <= maxBytes && !isLarge) {
            add(bytes);
        } else {
            bool isWritten = false;
            for (const Command& part :
                 fitToBytes(command, std::max(bytes.size(), maxBytes), maxBytes)) {
                bytes.clear();
                if (appendCommand(bytes, part) && bytes.size() <= maxBytes) {
                    add(bytes);
                    isWritten = true;
                }
            }
            result.leftOut += isWritten ? 0 : 1;
        }
    }
    if (!current.empty()) {
        result.datagrams.push_back(std::move(current));
    }
    return result;
}

} // namespace sideline::drawing
