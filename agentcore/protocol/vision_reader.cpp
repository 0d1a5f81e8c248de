#include "agentcore/protocol/ground_truth.h"
#include "agentcore/protocol/list_reader.h"

namespace sideline::protocol {

namespace {

// Parses one vision percept; only the unreadable lists in it are skipped.
class VisionReader {
public:
    VisionReader(ListReader& reader, game::ServerKind server, VisionPercept& vision,
                 GroundTruth& truth)
        : m_reader(reader),
          m_cursor(reader.cursor()),
          m_vision(vision),
          m_truth(truth),
          m_isMujoco(server == game::ServerKind::Rcssservermj) {}

    bool read() {
        return m_reader.lists([&](std::string_view key, const char* start) {
            const char* expected = "(NAME (pol DISTANCE DEG DEG)) with finite numbers";
            if (m_isMujoco ? readMarkOrPlayer(key) : readSeen(key, expected)) {
                return true;
            }
            if (!m_reader.skipList(start, key, UnreadPercept::Reason::Failed, expected)) {
                return false;
            }
            note(VisionKind::Unread, m_reader.unread().size());
            return true;
        });
    }

private:
    // Records the position of the newest element of a list that now has `size` elements.
    void note(VisionKind kind, std::size_t size) {
        m_vision.order.push_back({kind, static_cast<std::uint32_t>(size - 1)});
    }

    bool readSeen(std::string_view key, const char*& expected) {
        if (key == "L") {
            expected = "(L (pol DISTANCE DEG DEG) (pol DISTANCE DEG DEG))";
            return readLine();
        }
        if (key == "P" || key.empty()) {
            expected = "(P (team NAME) (id N) (PART (pol DISTANCE DEG DEG)) ...)";
            return readPlayer(key.empty());
        }
        if (key == "mypos") {
            expected = "(mypos X Y Z) with finite numbers";
            return readPoint(m_truth.myPosition_S, VisionKind::MyPosition);
        }
        if (key == "ballpos") {
            expected = "(ballpos X Y Z) with finite numbers";
            return readPoint(m_truth.ballPosition_S, VisionKind::BallPosition);
        }
        if (key == "myorien") {
            expected = "(myorien DEGREES) with a finite number";
            double headingDeg = 0.0;
            if (!m_cursor.number(headingDeg) || !m_cursor.close()) {
                return false;
            }
            m_truth.myHeadingDeg = headingDeg;
            note(VisionKind::MyHeading, 1);
            return true;
        }
        return readObject(key);
    }

    bool readObject(std::string_view name) {
        SeenObject object{name, {}};
        if (!readPolar(object.polar) || !m_cursor.close()) {
            return false;
        }
        m_vision.objects.push_back(object);
        note(VisionKind::Object, m_vision.objects.size());
        return true;
    }

    // On rcssservermj, which reports no lines, `L` is a crossing, and `P` is also the penalty mark.
    bool readMarkOrPlayer(std::string_view key) {
        if (key.empty()) {
            return false;
        }
        const char* const start = m_cursor.at();
        if (readObject(key)) {
            return true;
        }
        m_cursor.goTo(start);
        return key == "P" && readPlayer(false);
    }

    bool readPoint(std::optional<Eigen::Vector3d>& point, VisionKind kind) {
        Eigen::Vector3d value;
        if (!m_cursor.vector(value) || !m_cursor.close()) {
            return false;
        }
        point = value;
        note(kind, 1);
        return true;
    }

    bool readPlayer(bool isUnnamed) {
        SeenPlayer& player = m_vision.players.append();
        player.team = {};
        player.unum = 0;
        player.parts.clear();
        std::string_view unnamedPart;
        const bool isGood = m_reader.lists([&](std::string_view key, const char*) {
            if (key == "team") {
                return m_reader.name(player.team);
            }
            if (key == "id") {
                const char* const start = m_cursor.at();
                if (m_cursor.integer(player.unum)) {
                    return m_cursor.close();
                }
                m_cursor.goTo(start);
                return isUnnamed && m_reader.name(unnamedPart);
            }
            SeenObject part{key, {}};
            if (key == "pol") {
                part.name = unnamedPart;
                if (!readPolarValues(part.polar)) {
                    return false;
                }
            } else if (!readPolar(part.polar) || !m_cursor.close()) {
                return false;
            }
            player.parts.push_back(part);
            return true;
        });
        if (!isGood || player.parts.empty() || isUnnamed != player.team.empty()) {
            m_vision.players.dropLast();
            return false;
        }
        note(VisionKind::Player, m_vision.players.size());
        return true;
    }

    bool readLine() {
        const char* const start = m_cursor.at();
        std::pair<Polar, Polar> line;
        if (!readPolar(line.first) || !readPolar(line.second) || !m_cursor.close()) {
            m_cursor.goTo(start);
            return readCutLine();
        }
        m_vision.lines.push_back(line);
        note(VisionKind::Line, m_vision.lines.size());
        return true;
    }

    // Like the function above, for lines whose ends may be NaN.
    bool readCutLine() {
        std::pair<Polar, Polar> line;
        for (Polar* end : {&line.first, &line.second}) {
            if (!m_cursor.open() || !readPolarWord() || !m_cursor.anyNumber(end->distanceM) ||
                !m_cursor.anyNumber(end->thetaDeg) || !m_cursor.anyNumber(end->phiDeg) ||
                !m_cursor.close()) {
                return false;
            }
        }
        if (!m_cursor.close()) {
            return false;
        }
        m_vision.cutLines.push_back(line);
        note(VisionKind::CutLine, m_vision.cutLines.size());
        return true;
    }

    // ` (pol DISTANCE DEG DEG)`.
    bool readPolar(Polar& polar) {
        return (m_cursor.literal(" (pol ") || (m_cursor.open() && readPolarWord())) &&
               readPolarValues(polar);
    }
    bool readPolarWord() {
        std::string_view word;
        return m_cursor.word(word) && word == "pol";
    }
    bool readPolarValues(Polar& polar) {
        return m_cursor.number(polar.distanceM) && m_cursor.number(polar.thetaDeg) &&
               m_cursor.number(polar.phiDeg) && m_cursor.close();
    }

    ListReader& m_reader;
    Cursor& m_cursor;
    VisionPercept& m_vision;
    GroundTruth& m_truth;
    bool m_isMujoco;
};

} // namespace

bool readVision(ListReader& reader, game::ServerKind server, VisionPercept& vision,
                GroundTruth& truth) {
    return VisionReader(reader, server, vision, truth).read();
}

} // namespace sideline::protocol
