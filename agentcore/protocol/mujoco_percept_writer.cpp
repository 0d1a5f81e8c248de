#include "agentcore/protocol/mujoco_percept_writer.h"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

#include "agentcore/protocol/list_reader.h"
#include "agentcore/protocol/number_percepts.h"
#include "agentcore/protocol/number_text.h"

namespace sideline::protocol {

namespace {

// Appends a number as Python prints it: the shortest representation that parses to the same value,
// with at least one decimal, and with an exponent if it is below 1e-4 or at least 1e16.
void appendAsPython(std::string& out, double value) {
    const double magnitude = std::abs(value);
    const bool hasExponent = magnitude != 0.0 && (magnitude < 1e-4 || magnitude >= 1e16);
    std::array<char, 32> buffer;
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                      hasExponent ? std::chars_format::scientific : std::chars_format::fixed)
            .ptr;
    const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    out += text;
    if (!hasExponent && text.find('.') == std::string_view::npos) {
        out += ".0";
    }
}

// Converts from our axes (x right, y forward) to the server's (x forward, y left).
Eigen::Vector3d toForwardLeftUp(const Eigen::Vector3d& v) {
    return {v.y(), -v.x(), v.z()};
}

class EntryWriter {
public:
    EntryWriter(const Percepts& percepts, std::string& out) : m_percepts(percepts), m_out(out) {}

    void write(const PerceptEntry& entry) {
        const std::size_t index = entry.index;
        switch (entry.kind) {
        case PerceptKind::Time:
            put("(time (now");
            number(m_percepts.serverTimeS.value_or(0.0));
            return put("))");
        case PerceptKind::GameState:
            return writeGameState();
        case PerceptKind::Hinge:
            return writeJoint(m_percepts.joints[index]);
        case PerceptKind::Touch:
            return put("(TCH n ", m_percepts.touches[index].name, " val ",
                       m_percepts.touches[index].isTouching ? "1)" : "0)");
        case PerceptKind::Microphone:
            return writeMicrophone(m_percepts.microphones[index]);
        case PerceptKind::VisionPercept:
            return writeVision(*m_percepts.vision);
        case PerceptKind::Unread:
            return put(m_percepts.unread[index].text);
        default: // includes kinds that only SimSpark sends, which have no row for this server
            forNumberPercept(
                [&](const auto& row) {
                    return row.text.kind == entry.kind && row.isOf(game::ServerKind::Rcssservermj);
                },
                [&](const auto& row) { writeNumbers(row, (m_percepts.*row.list)[index]); });
        }
    }

private:
    template <typename... Texts>
    void put(const Texts&... texts) {
        ((m_out += texts), ...);
    }
    void numbers(std::span<const double> values) {
        for (const double value : values) {
            number(value);
        }
    }
    void number(double value) {
        m_out += ' ';
        appendAsPython(m_out, value);
    }

    template <typename Percept, typename... Values>
    void writeNumbers(const NumberPercept<Percept, Values...>& row, const Percept& percept) {
        put("(", row.text.word, " (n ", percept.name, ")");
        const auto writeList = [&](const auto& list) {
            put(" (", list.key);
            const auto& value = percept.*list.member;
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, Eigen::Vector3d>) {
                numbers(numbersOf(row.isTurned ? toForwardLeftUp(value) : value));
            } else {
                numbers(numbersOf(value));
            }
            put(")");
        };
        std::apply([&](const auto&... lists) { (writeList(lists), ...); }, row.numbers);
        put(")");
    }

    void writeJoint(const JointPercept& joint) {
        put("(HJ (n q_", joint.name, ")(ax");
        number(joint.angleDeg);
        if (joint.speedDegPerS) {
            put(")(vx");
            number(*joint.speedDegPerS);
        }
        put("))");
    }

    void writeGameState() {
        put("(GS ");
        if (m_percepts.gameTimeS) {
            put("(t");
            number(*m_percepts.gameTimeS);
            put(")");
        }
        wordField("pm", m_percepts.playMode);
        wordField("tl", m_percepts.teamLeft);
        wordField("tr", m_percepts.teamRight);
        integerField("sl", m_percepts.scoreLeft);
        integerField("sr", m_percepts.scoreRight);
        put(")");
    }
    void wordField(std::string_view key, std::string_view value) {
        if (!value.empty()) {
            put("(", key, " ", value, ")");
        }
    }
    void integerField(std::string_view key, const std::optional<int>& value) {
        if (value) {
            put("(", key, " ");
            appendInteger(m_out, *value);
            put(")");
        }
    }

    void writeMicrophone(const MicrophonePercept& microphone) {
        put("(MIC ", microphone.name, " ");
        for (std::size_t i = 0; i < microphone.count; ++i) {
            const Heard& heard = m_percepts.heard[microphone.first + i];
            put("(");
            writeAzimuth(heard.directionDeg);
            put(" ", heard.text, ")");
        }
        put(")");
    }
    // The only measurement that is rounded to whole degrees.
    void writeAzimuth(double azimuthDeg) {
        if (std::trunc(azimuthDeg) == azimuthDeg && std::abs(azimuthDeg) < Cursor::kMaxInteger) {
            appendInteger(m_out, static_cast<int>(azimuthDeg));
        } else {
            appendAsPython(m_out, azimuthDeg);
        }
    }

    void writeVision(const VisionPercept& vision) {
        put("(See ");
        for (const VisionEntry& entry : vision.order) {
            if (entry.kind == VisionKind::Object) {
                writeObject(vision.objects[entry.index]);
            } else if (entry.kind == VisionKind::Player) {
                writePlayer(vision.players[entry.index]);
            } else if (entry.kind == VisionKind::Unread) {
                put(m_percepts.unread[entry.index].text);
            }
        }
        put(")");
    }
    void writeObject(const SeenObject& object) {
        put("(", object.name, " (pol");
        number(object.polar.distanceM);
        number(object.polar.thetaDeg);
        number(object.polar.phiDeg);
        put("))");
    }
    void writePlayer(const SeenPlayer& player) {
        put("(P (team ", player.team, ")(id ");
        appendInteger(m_out, player.unum);
        put(")");
        for (const SeenObject& part : player.parts) {
            writeObject(part);
        }
        put(")");
    }

    const Percepts& m_percepts;
    std::string& m_out;
};

} // namespace

void writeMujocoPercept(const Percepts& percepts, const PerceptEntry& entry, std::string& out) {
    EntryWriter(percepts, out).write(entry);
}

} // namespace sideline::protocol
