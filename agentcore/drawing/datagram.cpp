#include "agentcore/drawing/datagram.h"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/plural.h"

namespace sideline::drawing {

namespace {

using base::ErrorCode;

constexpr std::size_t kNumberLength = 6;
constexpr int kRightOffset = 128;

std::uint8_t byteOf(char c) {
    return static_cast<std::uint8_t>(c);
}

// Length of the valid UTF-8 character at the start of `text`, or 0.
std::size_t characterLength(std::string_view text) {
    const std::uint8_t lead = byteOf(text.front());
    const std::size_t length = lead < 0x80                   ? 1
                               : lead >= 0xc2 && lead < 0xe0 ? 2
                               : lead >= 0xe0 && lead < 0xf0 ? 3
                               : lead >= 0xf0 && lead < 0xf5 ? 4
                                                             : 0;
    if (length == 0 || length > text.size()) {
        return 0;
    }
    for (std::size_t i = 1; i < length; ++i) {
        if ((byteOf(text[i]) & 0xc0U) != 0x80U) {
            return 0;
        }
    }
    // Rejects overlong forms, surrogates and code points beyond Unicode.
    const std::uint8_t second = length > 1 ? byteOf(text[1]) : 0;
    const bool isWrong = (lead == 0xe0 && second < 0xa0) || (lead == 0xed && second >= 0xa0) ||
                         (lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second >= 0x90);
    return isWrong ? 0 : length;
}

bool isUtf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = characterLength(text);
        if (length == 0) {
            return false;
        }
        text.remove_prefix(length);
    }
    return true;
}

std::string asUtf8(std::string_view text) {
    if (isUtf8(text)) {
        return std::string(text);
    }
    std::string utf8;
    for (const char c : text) {
        const std::uint8_t code = byteOf(c);
        if (code < 0x80) {
            utf8.push_back(c);
        } else {
            utf8.push_back(static_cast<char>(0xc0U | (code >> 6U)));
            utf8.push_back(static_cast<char>(0x80U | (code & 0x3fU)));
        }
    }
    return utf8;
}

// Reads values in sequence; after the first missing or invalid one, returns defaults.
class Reader {
public:
    explicit Reader(std::string_view bytes) : m_bytes(bytes) {}

    [[nodiscard]] bool atEnd() const { return m_at == m_bytes.size(); }
    [[nodiscard]] bool isGood() const { return !m_error; }
    [[nodiscard]] std::size_t offset() const { return m_at; }
    [[nodiscard]] std::optional<base::Error> takeError() { return std::exchange(m_error, {}); }

    void fail(ErrorCode code, std::size_t offset, std::string message, std::string expected) {
        if (!m_error) {
            m_error = base::failure(code, std::move(message), std::move(expected)).value();
            m_error->byteOffset = offset;
        }
    }

    std::uint8_t byte(const char* what) {
        const std::string_view found = take(1, what);
        return found.empty() ? std::uint8_t{0} : byteOf(found.front());
    }

    double number(const char* what) {
        const std::size_t start = m_at;
        const std::string_view field = take(kNumberLength, what);
        if (field.empty()) {
            return 0.0;
        }
        std::string_view text = field;
        const auto isBlank = [](char c) { return byteOf(c) <= ' '; };
        while (!text.empty() && isBlank(text.front())) {
            text.remove_prefix(1);
        }
        while (!text.empty() && isBlank(text.back())) {
            text.remove_suffix(1);
        }
        if (text.size() > 1 && text.front() == '+' && text[1] != '-') {
            text.remove_prefix(1);
        }
        double value = 0.0;
        const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (code != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) {
            fail(ErrorCode::Malformed, start, fmt::format("{} is '{}'", what, printable(field)),
                 "a finite number in 6 characters, such as \"-12.50\"");
            return 0.0;
        }
        return value;
    }

    Eigen::Vector3d place(const char* what) {
        const double x = number(what);
        const double y = number(what);
        const double z = number(what);
        return {x, y, z};
    }

    Color color() {
        Color result;
        result.red = byte("red");
        result.green = byte("green");
        result.blue = byte("blue");
        return result;
    }

    std::string text(const char* what) {
        if (m_error) {
            return {};
        }
        const std::size_t end = m_bytes.find('\0', m_at);
        if (end == std::string_view::npos) {
            fail(ErrorCode::Truncated, m_bytes.size(), fmt::format("{} is not terminated", what),
                 "a zero byte after the text");
            return {};
        }
        const std::string_view found = m_bytes.substr(m_at, end - m_at);
        m_at = end + 1;
        return asUtf8(found);
    }

    AgentRef agent() {
        const int code = byte("the agent");
        return {code >= kRightOffset, code % kRightOffset + 1};
    }

private:
    std::string_view take(std::size_t length, const char* what) {
        if (m_error) {
            return {};
        }
        if (m_bytes.size() - m_at < length) {
            fail(ErrorCode::Truncated, m_bytes.size(),
                 fmt::format("the datagram ends within {}", what),
                 base::plural(length - (m_bytes.size() - m_at), "more byte"));
            return {};
        }
        const std::string_view found = m_bytes.substr(m_at, length);
        m_at += length;
        return found;
    }

    static std::string printable(std::string_view text) {
        std::string result;
        for (const char c : text) {
            result.push_back(c >= ' ' && c < 0x7f ? c : '?');
        }
        return result;
    }

    std::string_view m_bytes;
    std::size_t m_at = 0;
    std::optional<base::Error> m_error;
};

Shape readCircle(Reader& in) {
    Circle circle;
    circle.center_S.x() = in.number("the circle's x");
    circle.center_S.y() = in.number("the circle's y");
    circle.radiusM = in.number("the circle's radius");
    circle.thicknessPx = in.number("the circle's thickness");
    circle.color = in.color();
    return circle;
}

Shape readLine(Reader& in) {
    Line line;
    line.from_S = in.place("the line's start");
    line.to_S = in.place("the line's end");
    line.thicknessPx = in.number("the line's thickness");
    line.color = in.color();
    return line;
}

Shape readPoint(Reader& in) {
    Point point;
    point.p_S = in.place("the point's position");
    point.sizePx = in.number("the point's size");
    point.color = in.color();
    return point;
}

Shape readSphere(Reader& in) {
    Sphere sphere;
    sphere.center_S = in.place("the sphere's center");
    sphere.radiusM = in.number("the sphere's radius");
    sphere.color = in.color();
    return sphere;
}

Shape readPolygon(Reader& in) {
    Polygon polygon;
    const std::size_t count = in.byte("the polygon's number of corners");
    polygon.color = in.color();
    polygon.color.alpha = in.byte("opacity");
    polygon.corners_S.reserve(count);
    for (std::size_t i = 0; i < count && in.isGood(); ++i) {
        polygon.corners_S.push_back(in.place("a corner of the polygon"));
    }
    return polygon;
}

Command readShape(Reader& in, std::uint8_t kind) {
    using Read = Shape (*)(Reader&);
    constexpr std::array<Read, 5> kKinds = {readCircle, readLine, readPoint, readSphere,
                                            readPolygon};
    NamedShape named;
    if (kind < kKinds.size()) {
        named.shape = kKinds[kind](in);
        named.set = in.text("the set's name");
    } else {
        in.fail(ErrorCode::Malformed, in.offset() - 1,
                fmt::format("shape kind {} is unknown", kind),
                "0 circle, 1 line, 2 point, 3 sphere, 4 polygon");
    }
    return named;
}

Command readText(Reader& in, std::uint8_t kind) {
    if (kind == 0) {
        Annotation note;
        NamedShape named;
        note.p_S = in.place("the annotation's position");
        note.color = in.color();
        note.text = in.text("the annotation");
        named.shape = std::move(note);
        named.set = in.text("the set's name");
        return named;
    }
    if (kind == 1) {
        AgentAnnotation note;
        note.agent = in.agent();
        note.color = in.color();
        note.text = in.text("the agent's annotation");
        return note;
    }
    if (kind != 2) {
        in.fail(ErrorCode::Malformed, in.offset() - 1, fmt::format("text kind {} is unknown", kind),
                "0 annotation, 1 agent annotation, 2 clear agent annotation");
    }
    return ClearAgentAnnotation{in.agent()};
}

Command readCommand(Reader& in) {
    const std::uint8_t command = in.byte("the command");
    const std::uint8_t kind = in.byte("the command's kind");
    if (!in.isGood()) {
        return {};
    }
    switch (command) {
    case 0:
        if (kind != 0) {
            in.fail(ErrorCode::Malformed, in.offset() - 1,
                    fmt::format("buffer command {} is unknown", kind), "0 0 swap buffers");
        }
        return SwapBuffers{in.text("the set's name")};
    case 1:
        return readShape(in, kind);
    case 2:
        return readText(in, kind);
    case 3:
        if (kind != 0) {
            in.fail(ErrorCode::Malformed, in.offset() - 1,
                    fmt::format("selection kind {} is unknown", kind), "3 0 select agent");
        }
        return SelectAgent{in.agent()};
    default:
        in.fail(ErrorCode::Malformed, in.offset() - 2,
                fmt::format("command {} is unknown", command),
                "0 (buffers), 1 (shape), 2 (text) or 3 (selection)");
        return {};
    }
}

} // namespace

ParsedDatagram parseDatagram(std::string_view bytes) {
    ParsedDatagram result;
    Reader in(bytes);
    while (!in.atEnd()) {
        Command command = readCommand(in);
        if (!in.isGood()) {
            result.error = in.takeError();
            break;
        }
        result.commands.push_back(std::move(command));
    }
    return result;
}

} // namespace sideline::drawing
