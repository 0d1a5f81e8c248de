#include <initializer_list>

#include "agentcore/base/assert.h"
#include "agentcore/protocol/ground_truth.h"
#include "agentcore/protocol/mujoco_percept_writer.h"
#include "agentcore/protocol/number_percepts.h"
#include "agentcore/protocol/number_text.h"
#include "agentcore/protocol/percepts.h"

namespace sideline::protocol {

namespace {

template <typename Entry, typename Kind>
void add(std::vector<Entry>& order, Kind kind, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        order.push_back({kind, static_cast<std::uint32_t>(i)});
    }
}

// The order of percept kinds on the server for a Nao or for the robots of rcssservermj.
std::vector<PerceptEntry> defaultOrder(const Percepts& percepts) {
    std::vector<PerceptEntry> order;
    const bool hasGame = percepts.gameTimeS || percepts.scoreLeft || percepts.scoreRight ||
                         percepts.unum || !percepts.playMode.empty() || !percepts.ownSide.empty();
    const bool hasState =
        percepts.batteryLevel || percepts.temperatureC || percepts.panTiltDeg.has_value();
    add(order, PerceptKind::Time, percepts.serverTimeS ? 1 : 0);
    add(order, PerceptKind::GameState, hasGame ? 1 : 0);
    add(order, PerceptKind::AgentState, hasState ? 1 : 0);
    const auto addNumbers = [&](bool isLate) {
        forEachNumberPercept([&](const auto& row) {
            add(order, row.text.kind, row.isLate == isLate ? (percepts.*row.list).size() : 0);
        });
    };
    addNumbers(false);
    const bool isMujoco = percepts.server == game::ServerKind::Rcssservermj;
    add(order, PerceptKind::VisionPercept, percepts.vision && !isMujoco ? 1 : 0);
    for (std::size_t i = 0; i < percepts.joints.size(); ++i) {
        const int axis = percepts.joints[i].axis;
        if (axis < 2) { // the second axis is written with the first
            order.push_back({axis == 0 ? PerceptKind::Hinge : PerceptKind::UniversalJoint,
                             static_cast<std::uint32_t>(i)});
        }
    }
    addNumbers(true);
    add(order, PerceptKind::Touch, percepts.touches.size());
    add(order, PerceptKind::Heard, percepts.heard.size());
    add(order, PerceptKind::Microphone, percepts.microphones.size());
    add(order, PerceptKind::VisionPercept, percepts.vision && isMujoco ? 1 : 0);
    add(order, PerceptKind::Unread, percepts.unread.size());
    return order;
}

std::vector<VisionEntry> defaultOrder(const VisionPercept& vision, const GroundTruth& truth) {
    std::vector<VisionEntry> order;
    add(order, VisionKind::Object, vision.objects.size());
    add(order, VisionKind::Player, vision.players.size());
    add(order, VisionKind::MyPosition, truth.myPosition_S ? 1 : 0);
    add(order, VisionKind::MyHeading, truth.myHeadingDeg ? 1 : 0);
    add(order, VisionKind::BallPosition, truth.ballPosition_S ? 1 : 0);
    add(order, VisionKind::Line, vision.lines.size());
    add(order, VisionKind::CutLine, vision.cutLines.size());
    return order;
}

class PerceptWriter {
public:
    PerceptWriter(const Percepts& percepts, const GroundTruth& truth, std::string& out)
        : m_percepts(percepts), m_truth(truth), m_out(out) {}

    void write() {
        if (!m_percepts.order.empty()) {
            writeAll(m_percepts.order);
        } else {
            writeAll(defaultOrder(m_percepts));
        }
    }

private:
    void writeAll(const std::vector<PerceptEntry>& order) {
        for (const PerceptEntry& entry : order) {
            if (m_percepts.server == game::ServerKind::Rcssservermj) {
                writeMujocoPercept(m_percepts, entry, m_out);
            } else {
                writeEntry(entry.kind, entry.index);
            }
        }
    }

    void writeEntry(PerceptKind kind, std::size_t index) {
        switch (kind) {
        case PerceptKind::Time:
            begin("(time (now");
            number(m_percepts.serverTimeS.value_or(0.0));
            m_out += "))";
            return;
        case PerceptKind::GameState:
            return writeGameState();
        case PerceptKind::AgentState:
            return writeAgentState();
        case PerceptKind::Hinge:
            begin("(HJ (n ", m_percepts.joints[index].name, ") (ax");
            number(m_percepts.joints[index].angleDeg);
            m_out += "))";
            return;
        case PerceptKind::UniversalJoint:
            return writeUniversalJoint(index);
        case PerceptKind::Touch:
            begin("(TCH (n ", m_percepts.touches[index].name, ") (val ");
            m_out += m_percepts.touches[index].isTouching ? "1))" : "0))";
            return;
        case PerceptKind::VisionPercept:
            return writeVision(*m_percepts.vision);
        case PerceptKind::Heard:
            return writeHeard(m_percepts.heard[index]);
        case PerceptKind::Microphone: // sent only by rcssservermj
            return;
        case PerceptKind::Unread:
            m_out += m_percepts.unread[index].text;
            return;
        default:
            forNumberPercept(
                [&](const auto& row) {
                    return row.text.kind == kind && row.isOf(game::ServerKind::SimSpark);
                },
                [&](const auto& row) { writeNumbers(row, (m_percepts.*row.list)[index]); });
            return;
        }
    }

    template <typename... Texts>
    void begin(const Texts&... texts) {
        ((m_out += texts), ...);
    }
    void number(double value) {
        m_out += ' ';
        appendHundredths(m_out, value);
    }
    void numbers(const Eigen::Vector3d& values) {
        number(values.x());
        number(values.y());
        number(values.z());
    }
    void polar(const Polar& polar) {
        m_out += "(pol";
        number(polar.distanceM);
        number(polar.thetaDeg);
        number(polar.phiDeg);
        m_out += ')';
    }

    void line(const std::pair<Polar, Polar>& ends) {
        m_out += "(L ";
        polar(ends.first);
        m_out += ' ';
        polar(ends.second);
    }

    // Begins a list of a percept; the server separates these lists with a blank.
    void field(std::string_view word, bool& isFirst) {
        begin(isFirst ? "(" : " (", word);
        isFirst = false;
    }
    void integerField(std::string_view word, const std::optional<int>& value, bool& isFirst) {
        if (value) {
            field(word, isFirst);
            appendInteger(m_out, *value);
            m_out += ')';
        }
    }
    void numberField(std::string_view word, const std::optional<double>& value, bool& isFirst) {
        if (value) {
            field(word, isFirst);
            appendHundredths(m_out, *value);
            m_out += ')';
        }
    }
    void wordField(std::string_view word, std::string_view value, bool& isFirst) {
        if (!value.empty()) {
            field(word, isFirst);
            begin(value, ")");
        }
    }

    void writeGameState() {
        bool isFirst = true;
        m_out += "(GS ";
        integerField("unum ", m_percepts.unum, isFirst);
        wordField("team ", m_percepts.ownSide, isFirst);
        integerField("sl ", m_percepts.scoreLeft, isFirst);
        integerField("sr ", m_percepts.scoreRight, isFirst);
        numberField("t ", m_percepts.gameTimeS, isFirst);
        wordField("pm ", m_percepts.playMode, isFirst);
        m_out += ')';
    }

    void writeAgentState() {
        bool isFirst = true;
        m_out += "(AgentState ";
        if (m_percepts.panTiltDeg) {
            field("pan_tilt ", isFirst);
            appendInteger(m_out, m_percepts.panTiltDeg->x());
            m_out += ' ';
            appendInteger(m_out, m_percepts.panTiltDeg->y());
            m_out += ')';
        }
        numberField("battery ", m_percepts.batteryLevel, isFirst);
        numberField("temp ", m_percepts.temperatureC, isFirst);
        m_out += ')';
    }

    template <typename Percept, typename... Values>
    void writeNumbers(const NumberPercept<Percept, Values...>& row, const Percept& percept) {
        begin("(", row.text.word, " (n ", percept.name, ")");
        const auto writeList = [&](const auto& list) {
            begin(" (", list.key);
            for (const double value : numbersOf(percept.*list.member)) {
                number(value);
            }
            m_out += ')';
        };
        std::apply([&](const auto&... lists) { (writeList(lists), ...); }, row.numbers);
        m_out += ')';
    }

    void writeUniversalJoint(std::size_t index) {
        SIDELINE_ASSERT(index + 1 < m_percepts.joints.size());
        begin("(UJ (n ", m_percepts.joints[index].name, ") (ax1");
        number(m_percepts.joints[index].angleDeg);
        m_out += ") (ax2";
        number(m_percepts.joints[index + 1].angleDeg);
        m_out += "))";
    }

    void writeVision(const VisionPercept& vision) {
        m_out += "(See ";
        bool isFirst = true;
        const auto writeAll = [&](const std::vector<VisionEntry>& order) {
            for (const VisionEntry& entry : order) {
                if (isMissing(entry.kind)) {
                    continue;
                }
                m_out += isFirst ? "" : " ";
                isFirst = false;
                writeSeen(vision, entry);
            }
        };
        if (vision.order.empty()) {
            writeAll(defaultOrder(vision, m_truth));
        } else {
            writeAll(vision.order);
        }
        m_out += ')';
    }

    // Whether an entry is ground truth that was not requested.
    [[nodiscard]] bool isMissing(VisionKind kind) const {
        return (kind == VisionKind::MyPosition && !m_truth.myPosition_S) ||
               (kind == VisionKind::MyHeading && !m_truth.myHeadingDeg) ||
               (kind == VisionKind::BallPosition && !m_truth.ballPosition_S);
    }

    void writeSeen(const VisionPercept& vision, const VisionEntry& entry) {
        switch (entry.kind) {
        case VisionKind::Object:
            begin("(", vision.objects[entry.index].name, " ");
            polar(vision.objects[entry.index].polar);
            break;
        case VisionKind::Player:
            writePlayer(vision.players[entry.index]);
            break;
        case VisionKind::Line:
            line(vision.lines[entry.index]);
            break;
        case VisionKind::CutLine:
            line(vision.cutLines[entry.index]);
            break;
        case VisionKind::MyPosition:
            begin("(mypos");
            numbers(*m_truth.myPosition_S);
            break;
        case VisionKind::MyHeading:
            begin("(myorien");
            number(*m_truth.myHeadingDeg);
            break;
        case VisionKind::BallPosition:
            begin("(ballpos");
            numbers(*m_truth.ballPosition_S);
            break;
        case VisionKind::Unread:
            m_out += m_percepts.unread[entry.index].text;
            return;
        }
        m_out += ')';
    }

    // Writes a player without the closing parenthesis.
    void writePlayer(const SeenPlayer& player) {
        const bool isUnnamed = player.team.empty();
        if (isUnnamed) {
            m_out += '(';
        } else {
            begin("(P (team ", player.team, ")");
        }
        const bool hasNamedPart = !player.parts.empty() && !player.parts.front().name.empty();
        if (player.unum != 0 || (isUnnamed && !hasNamedPart)) {
            m_out += " (id ";
            appendInteger(m_out, player.unum);
            m_out += ')';
        }
        for (const SeenObject& part : player.parts) {
            if (part.name.empty()) {
                m_out += ' ';
                polar(part.polar);
            } else if (isUnnamed) {
                begin(" (id ", part.name, ") ");
                polar(part.polar);
            } else {
                begin(" (", part.name, " ");
                polar(part.polar);
                m_out += ')';
            }
        }
    }

    void writeHeard(const Heard& heard) {
        m_out += "(hear ";
        if (!heard.team.empty()) {
            begin(heard.team, " ");
        }
        appendHundredths(m_out, heard.timeS);
        if (heard.isOwn) {
            m_out += " self";
        } else {
            number(heard.directionDeg);
        }
        begin(" ", heard.text, ")");
    }

    const Percepts& m_percepts;
    const GroundTruth& m_truth;
    std::string& m_out;
};

} // namespace

void writePercepts(const Percepts& percepts, std::string& out) {
    PerceptWriter(percepts, GroundTruth{}, out).write();
}

void writePercepts(const Percepts& percepts, const GroundTruth& truth, std::string& out) {
    PerceptWriter(percepts, truth, out).write();
}

} // namespace sideline::protocol
