#include "agentcore/protocol/mujoco_actions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

#include "agentcore/protocol/base64.h"
#include "agentcore/protocol/byte_class.h"
#include "agentcore/protocol/list_reader.h"
#include "agentcore/protocol/number_text.h"

namespace sideline::protocol::mujoco {

namespace {

constexpr std::string_view kSpeaker = "say";
constexpr double kFullVolume = 100.0;
constexpr double kMaxNumber = 1e9;

bool isSendable(const Number& number) {
    return std::abs(number.value) < kMaxNumber; // also false for NaN
}

// Parses the lists of a message, each including its closing parenthesis.
class ActionReader {
public:
    ActionReader(std::string_view text, Message& message)
        : m_text(text), m_message(message), m_reader(text, m_faults), m_cursor(m_reader.cursor()) {}

    void read() {
        while (!m_cursor.isAtEnd()) {
            const char* const start = m_cursor.at();
            std::string_view name;
            if (m_cursor.open() && m_cursor.word(name) && readNamed(name)) {
                continue;
            }
            if (!m_reader.checkForm()) { // guarantees matching parentheses for the code below
                m_message.damage = m_reader.error();
                return;
            }
            ++m_message.unread;
            const auto offset = static_cast<std::size_t>(start - m_text.data());
            m_message.actions.emplace_back(Unread{m_cursor.wholeList(start), offset});
        }
    }

private:
    bool number(Number& out) {
        Number number;
        m_cursor.isAtEnd(); // skips blanks
        const char* const start = m_cursor.at();
        if (!m_cursor.number(number.value)) {
            return false;
        }
        number.text = {start, static_cast<std::size_t>(m_cursor.at() - start)};
        out = number;
        return true;
    }
    bool numbers(std::initializer_list<Number*> out) {
        return std::ranges::all_of(out, [this](Number* each) { return number(*each); });
    }
    bool add(const Action& action, bool isRead) {
        if (!isRead || !m_cursor.close()) {
            return false;
        }
        m_message.actions.push_back(action);
        return true;
    }

    bool readNamed(std::string_view name) {
        if (name == "syn") {
            return add(Sync{}, true);
        }
        if (name == "beam") {
            Beam beam;
            const bool isRead = numbers({&beam.xM, &beam.yM, &beam.headingDeg});
            return add(beam, isRead);
        }
        if (name == "init") {
            Join join;
            const bool isRead = m_cursor.word(join.robot) && m_cursor.word(join.team) &&
                                m_cursor.integer(join.unum);
            return add(join, isRead);
        }
        if (name == "SPK") {
            Speak speak;
            const bool isRead =
                m_cursor.word(speak.speaker) && number(speak.volume) && m_cursor.word(speak.base64);
            return add(speak, isRead);
        }
        Motor motor;
        motor.name = name;
        const bool isRead = numbers({&motor.angleDeg, &motor.speedDegPerS, &motor.kpNmPerRad,
                                     &motor.kdNmsPerRad, &motor.torqueNm});
        return add(motor, isRead);
    }

    std::string_view m_text;
    Message& m_message;
    std::vector<UnreadPercept> m_faults; // remains empty
    ListReader m_reader;
    Cursor& m_cursor;
};

void append(std::string& out, std::string_view name, std::initializer_list<const Number*> numbers) {
    out += '(';
    out += name;
    for (const Number* number : numbers) {
        out += ' ';
        if (number->text.empty()) {
            appendShort(out, number->value);
        } else {
            out += number->text;
        }
    }
    out += ')';
}

} // namespace

void parseMessage(std::string_view text, Message& message) {
    message.actions.clear();
    message.unread = 0;
    message.damage.reset();
    ActionReader(text, message).read();
}

std::optional<Join> joinIn(std::string_view text) {
    if (!text.starts_with("(init ")) {
        return std::nullopt;
    }
    Message message;
    parseMessage(text, message);
    const auto* join =
        message.actions.empty() ? nullptr : std::get_if<Join>(&message.actions.front());
    return join != nullptr ? std::optional(*join) : std::nullopt;
}

bool Writer::join(const Join& join) {
    if (!isWord(join.robot) || !isWord(join.team) || join.unum < 0 || join.unum > kMaxUnum) {
        return false;
    }
    m_out += "(init ";
    m_out += join.robot;
    m_out += ' ';
    m_out += join.team;
    m_out += ' ';
    appendInteger(m_out, join.unum);
    m_out += ')';
    return true;
}

bool Writer::motor(const Motor& motor) {
    const std::array numbers = {motor.angleDeg, motor.speedDegPerS, motor.kpNmPerRad,
                                motor.kdNmsPerRad, motor.torqueNm};
    if (!isWord(motor.name) || !std::ranges::all_of(numbers, isSendable)) {
        return false;
    }
    append(m_out, motor.name, {&numbers[0], &numbers[1], &numbers[2], &numbers[3], &numbers[4]});
    return true;
}

bool Writer::beam(const Beam& beam) {
    if (!isSendable(beam.xM) || !isSendable(beam.yM) || !isSendable(beam.headingDeg)) {
        return false;
    }
    append(m_out, "beam", {&beam.xM, &beam.yM, &beam.headingDeg});
    return true;
}

bool Writer::say(std::string_view payload) {
    if (payload.empty() || payload.size() > kMaxSayBytes) {
        return false;
    }
    m_out += "(SPK ";
    m_out += kSpeaker;
    m_out += ' ';
    appendShort(m_out, kFullVolume);
    m_out += ' ';
    appendBase64(m_out, payload);
    m_out += ')';
    return true;
}

bool Writer::sync() {
    m_out += "(syn)";
    return true;
}

bool Writer::write(const Action& action) {
    struct Visitor {
        Writer& writer;
        bool operator()(const Join& each) const { return writer.join(each); }
        bool operator()(const Motor& each) const { return writer.motor(each); }
        bool operator()(const Beam& each) const { return writer.beam(each); }
        bool operator()(const Speak& each) const {
            std::string name("SPK ");
            name += each.speaker;
            append(writer.m_out, name, {&each.volume});
            writer.m_out.back() = ' ';
            writer.m_out += each.base64;
            writer.m_out += ')';
            return true;
        }
        bool operator()(const Sync&) const { return writer.sync(); }
        bool operator()(const Unread& each) const {
            writer.m_out += each.text;
            return true;
        }
    };
    return std::visit(Visitor{*this}, action);
}

} // namespace sideline::protocol::mujoco
