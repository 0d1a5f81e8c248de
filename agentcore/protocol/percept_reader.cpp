#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "agentcore/protocol/ground_truth.h"
#include "agentcore/protocol/list_reader.h"
#include "agentcore/protocol/number_percepts.h"
#include "agentcore/protocol/percepts.h"

namespace sideline::protocol {

namespace {

constexpr std::string_view kJointPrefix = "q_"; // begins joint names of rcssservermj

// The origin of a message: only rcssservermj reports all joints with prefixed names.
game::ServerKind serverOf(std::string_view message) {
    constexpr std::string_view kJoint = "(HJ (n ";
    const std::size_t at = message.find(kJoint);
    return at != std::string_view::npos &&
                   message.substr(at + kJoint.size()).starts_with(kJointPrefix)
               ? game::ServerKind::Rcssservermj
               : game::ServerKind::SimSpark;
}

// Converts from the axes of rcssservermj (x forward, y left) to ours (x right, y forward).
Eigen::Vector3d fromForwardLeftUp(const Eigen::Vector3d& v) {
    return {-v.y(), v.x(), v.z()};
}

// Parses single lists into values. Every `read...` function starts after the word that names the
// list and consumes its closing parenthesis.
class PerceptLists {
public:
    explicit PerceptLists(ListReader& reader) : m_reader(reader), m_cursor(reader.cursor()) {}

    // Reads the name and the numbers of a row.
    template <typename Percept, typename... Values>
    bool readNumbers(const NumberPercept<Percept, Values...>& row, Percept& percept) {
        std::array<bool, sizeof...(Values)> has{};
        const bool isGood = m_reader.lists([&](std::string_view key, const char* start) {
            if (key == "n") {
                return m_reader.name(percept.name);
            }
            std::size_t place = 0;
            bool isKnown = false;
            const auto take = [&](const auto& numbers) {
                if (key == numbers.key) {
                    isKnown = true;
                    has[place] = readValue(percept.*numbers.member) && m_cursor.close();
                } else if (!isKnown) {
                    ++place;
                }
            };
            std::apply([&](const auto&... numbers) { (take(numbers), ...); }, row.numbers);
            return isKnown ? has[place] : m_reader.skipUnknown(start, key);
        });
        return isGood && std::ranges::all_of(has, std::identity()) && !percept.name.empty();
    }

    // `n NAME val 1`, with or without parentheses around the pairs.
    bool readTouch(TouchPercept& percept) {
        int value = -1;
        while (!m_cursor.close()) {
            const bool isList = m_cursor.open();
            std::string_view key;
            const bool isGood = m_cursor.word(key) && (key == "n"     ? m_cursor.word(percept.name)
                                                       : key == "val" ? m_cursor.integer(value)
                                                                      : false);
            if (!isGood || (isList && !m_cursor.close())) {
                return false;
            }
        }
        if (percept.name.empty() || value < 0) {
            return false;
        }
        percept.isTouching = value != 0;
        return true;
    }

    bool readHeard(Heard& heard) {
        std::array<std::string_view, 4> words{};
        std::size_t count = 0;
        while (!m_cursor.close()) {
            if (count == words.size() || !m_cursor.word(words[count])) {
                return false;
            }
            ++count;
        }
        if (count < 3) {
            return false;
        }
        const std::size_t first = count - 3;
        heard.team = first == 0 ? std::string_view{} : words[0];
        heard.isOwn = words[first + 1] == "self";
        heard.text = words[first + 2];
        const auto timeS = parseNumber(words[first]);
        const auto directionDeg = heard.isOwn ? std::optional(0.0) : parseNumber(words[first + 1]);
        if (!timeS || !std::isfinite(*timeS) || !directionDeg || !std::isfinite(*directionDeg)) {
            return false;
        }
        heard.timeS = *timeS;
        heard.directionDeg = *directionDeg;
        return true;
    }

private:
    bool readValue(double& value) { return m_cursor.number(value); }
    template <int kSize>
    bool readValue(Eigen::Matrix<double, kSize, 1>& value) {
        return std::all_of(value.data(), value.data() + kSize,
                           [this](double& number) { return m_cursor.number(number); });
    }

    ListReader& m_reader;
    Cursor& m_cursor;
};

// Parses one message; every `read...` function starts after the word that names the list and
// consumes its closing parenthesis.
class PerceptReader {
public:
    PerceptReader(std::string_view message, Percepts& percepts, GroundTruth& truth)
        : m_percepts(percepts),
          m_truth(truth),
          m_reader(message, percepts.unread),
          m_cursor(m_reader.cursor()),
          m_lists(m_reader) {
        percepts.clear();
        percepts.server = serverOf(message);
        m_isMujoco = percepts.server == game::ServerKind::Rcssservermj;
    }

    base::Expected<void> read(std::size_t messageBytes) {
        if (messageBytes > kPerceptLimits.maxBytes) {
            m_reader.checkForm();
        }
        while (!m_reader.error() && !m_cursor.isAtEnd()) {
            readTopLevel();
        }
        if (m_reader.error()) {
            m_percepts.clear();
            return tl::unexpected(*m_reader.error());
        }
        return {};
    }

private:
    void readTopLevel() {
        const char* const start = m_cursor.at();
        std::string_view word;
        if (!m_cursor.open()) {
            m_reader.checkForm();
            return;
        }
        const bool hasWord = m_cursor.word(word);
        const auto kind = hasWord ? kindOf(word) : std::nullopt;
        const std::size_t unreadBefore = m_percepts.unread.size();
        if (!kind) {
            if (m_reader.skipList(start, word, UnreadPercept::Reason::Unknown, "")) {
                note(PerceptKind::Unread, m_percepts.unread.size());
            }
        } else if (!readKind(*kind)) {
            m_percepts.unread.resize(unreadBefore);
            if (m_reader.skipList(start, word, UnreadPercept::Reason::Failed,
                                  kPerceptTexts[static_cast<std::size_t>(*kind)].form)) {
                note(PerceptKind::Unread, m_percepts.unread.size());
            }
        }
    }

    static std::optional<PerceptKind> kindOf(std::string_view word) {
        if (word == "HJ") { // the most frequent percept
            return PerceptKind::Hinge;
        }
        for (std::size_t i = 0; i < kPerceptKindCount - 1; ++i) {
            const auto kind = static_cast<PerceptKind>(i);
            if (word == perceptWord(kind)) {
                return kind;
            }
        }
        return std::nullopt;
    }

    bool readKind(PerceptKind kind) {
        switch (kind) {
        case PerceptKind::Time:
            return readTime();
        case PerceptKind::GameState:
            return readGameState();
        case PerceptKind::AgentState:
            return readAgentState();
        case PerceptKind::Microphone:
            return readMicrophone();
        case PerceptKind::Hinge:
            return readHinge();
        case PerceptKind::UniversalJoint:
            return readUniversalJoint();
        case PerceptKind::Touch:
            return add(kind, m_percepts.touches,
                       [this](TouchPercept& value) { return m_lists.readTouch(value); });
        case PerceptKind::VisionPercept:
            return readVisionPercept();
        case PerceptKind::Heard:
            return add(kind, m_percepts.heard,
                       [this](Heard& value) { return m_lists.readHeard(value); });
        default:
            return readNumbers(kind);
        }
    }

    // Reads a percept that consists of a name and numbers.
    bool readNumbers(PerceptKind kind) {
        bool isRead = false;
        forNumberPercept([&](const auto& row) { return row.text.kind == kind; },
                         [&](const auto& row) {
                             isRead = add(kind, m_percepts.*row.list, [&](auto& percept) {
                                 if (!m_lists.readNumbers(row, percept)) {
                                     return false;
                                 }
                                 if (m_isMujoco && row.isTurned) {
                                     turnNumbers(row, percept);
                                 }
                                 return true;
                             });
                         });
        return isRead;
    }
    template <typename Percept, typename... Values>
    static void turnNumbers(const NumberPercept<Percept, Values...>& row, Percept& percept) {
        const auto turn = [&](const auto& numbers) {
            auto& value = percept.*numbers.member;
            if constexpr (std::is_same_v<std::remove_reference_t<decltype(value)>,
                                         Eigen::Vector3d>) {
                value = fromForwardLeftUp(value);
            }
        };
        std::apply([&](const auto&... numbers) { (turn(numbers), ...); }, row.numbers);
    }

    // Records the position of the newest element of a list that now has `size` elements.
    void note(PerceptKind kind, std::size_t size) {
        m_percepts.order.push_back({kind, static_cast<std::uint32_t>(size - 1)});
    }

    template <typename Value, typename Read>
    bool add(PerceptKind kind, std::vector<Value>& list, Read read) {
        Value value;
        if (!read(value)) {
            return false;
        }
        list.push_back(value);
        note(kind, list.size());
        return true;
    }

    bool readTime() {
        std::optional<double> now;
        const bool isGood = m_reader.lists([&](std::string_view key, const char* start) {
            if (key != "now") {
                return m_reader.skipUnknown(start, key);
            }
            return m_cursor.number(now.emplace()) && m_cursor.close();
        });
        if (!isGood || !now) {
            return false;
        }
        m_percepts.serverTimeS = now;
        note(PerceptKind::Time, 1);
        return true;
    }

    bool readGameState() {
        struct Game {
            std::optional<double> timeS;
            std::string_view mode;
            std::optional<int> unum;
            std::string_view side;
            std::optional<int> left;
            std::optional<int> right;
            std::string_view teamLeft;
            std::string_view teamRight;
        } game{m_percepts.gameTimeS, m_percepts.playMode,  m_percepts.unum,
               m_percepts.ownSide,   m_percepts.scoreLeft, m_percepts.scoreRight,
               m_percepts.teamLeft,  m_percepts.teamRight};
        const bool isGood = m_reader.lists([&](std::string_view key, const char* start) {
            if (key == "sl") {
                return m_reader.integerField(game.left, key, start);
            }
            if (key == "sr") {
                return m_reader.integerField(game.right, key, start);
            }
            if (key == "t") {
                return m_reader.numberField(game.timeS, key, start);
            }
            if (key == "pm") {
                return m_reader.wordField(game.mode, key, start);
            }
            if (key == "unum") {
                return m_reader.integerField(game.unum, key, start);
            }
            if (key == "team") {
                return m_reader.wordField(game.side, key, start);
            }
            if (m_isMujoco && key == "tl") {
                return m_reader.wordField(game.teamLeft, key, start);
            }
            if (m_isMujoco && key == "tr") {
                return m_reader.wordField(game.teamRight, key, start);
            }
            return m_reader.skipUnknown(start, key);
        });
        if (!isGood) {
            return false;
        }
        m_percepts.gameTimeS = game.timeS;
        m_percepts.playMode = game.mode;
        m_percepts.unum = game.unum;
        m_percepts.ownSide = game.side;
        m_percepts.scoreLeft = game.left;
        m_percepts.scoreRight = game.right;
        m_percepts.teamLeft = game.teamLeft;
        m_percepts.teamRight = game.teamRight;
        note(PerceptKind::GameState, 1);
        return true;
    }

    bool readAgentState() {
        std::optional<double> battery = m_percepts.batteryLevel;
        std::optional<double> temperature = m_percepts.temperatureC;
        std::optional<Eigen::Vector2i> panTilt = m_percepts.panTiltDeg;
        const bool isGood = m_reader.lists([&](std::string_view key, const char* start) {
            if (key == "battery") {
                return m_reader.numberField(battery, key, start);
            }
            if (key == "temp") {
                return m_reader.numberField(temperature, key, start);
            }
            if (key == "pan_tilt") {
                return m_reader.field(panTilt, key, start, [&](Eigen::Vector2i& value) {
                    return m_cursor.integer(value[0]) && m_cursor.integer(value[1]);
                });
            }
            return m_reader.skipUnknown(start, key);
        });
        if (!isGood) {
            return false;
        }
        m_percepts.batteryLevel = battery;
        m_percepts.temperatureC = temperature;
        m_percepts.panTiltDeg = panTilt;
        note(PerceptKind::AgentState, 1);
        return true;
    }

    bool readMicrophone() {
        MicrophonePercept percept;
        percept.first = static_cast<std::uint32_t>(m_percepts.heard.size());
        if (!m_cursor.word(percept.name)) {
            return false;
        }
        while (!m_cursor.close()) {
            Heard heard;
            heard.isBase64 = true;
            // The message text may be empty: `(-30 )`.
            if (!m_cursor.open() || !m_cursor.number(heard.directionDeg) ||
                !(m_cursor.close() || (m_cursor.word(heard.text) && m_cursor.close()))) {
                m_percepts.heard.resize(percept.first);
                return false;
            }
            m_percepts.heard.push_back(heard);
            ++percept.count;
        }
        m_percepts.microphones.push_back(percept);
        note(PerceptKind::Microphone, m_percepts.microphones.size());
        return true;
    }

    bool readHinge() { return m_isMujoco ? readJointState() : readSimSparkHinge(); }

    bool readJointState() {
        JointPercept joint;
        const char* const start = m_cursor.at();
        const bool isDefault =
            m_cursor.literal(" (n ") && m_cursor.word(joint.name) && m_cursor.literal(")(ax ") &&
            m_cursor.number(joint.angleDeg) && m_cursor.literal(")(vx ") &&
            m_cursor.number(joint.speedDegPerS.emplace()) && m_cursor.literal("))");
        if (!isDefault) {
            m_cursor.goTo(start);
            if (!readAnyHinge(joint)) {
                return false;
            }
        }
        if (!joint.name.starts_with(kJointPrefix) || joint.name.size() == kJointPrefix.size()) {
            return false;
        }
        joint.name.remove_prefix(kJointPrefix.size());
        m_percepts.joints.push_back(joint);
        note(PerceptKind::Hinge, m_percepts.joints.size());
        return true;
    }

    bool readSimSparkHinge() {
        JointPercept joint;
        const char* const start = m_cursor.at();
        const bool isDefault = m_cursor.literal(" (n ") && m_cursor.word(joint.name) &&
                               m_cursor.literal(") (ax ") && m_cursor.number(joint.angleDeg) &&
                               m_cursor.literal("))");
        if (!isDefault) {
            m_cursor.goTo(start);
            if (!readAnyHinge(joint)) {
                return false;
            }
        }
        m_percepts.joints.push_back(joint);
        note(PerceptKind::Hinge, m_percepts.joints.size());
        return true;
    }

    bool readAnyHinge(JointPercept& joint) {
        joint = {};
        bool hasAngle = false;
        const bool isGood = m_reader.lists([&](std::string_view key, const char* start) {
            if (key == "n") {
                return m_reader.name(joint.name);
            }
            if (key == "ax") {
                hasAngle = m_cursor.number(joint.angleDeg) && m_cursor.close();
                return hasAngle;
            }
            if (key == "vx" && m_isMujoco) {
                return m_cursor.number(joint.speedDegPerS.emplace()) && m_cursor.close();
            }
            return m_reader.skipUnknown(start, key);
        });
        return isGood && hasAngle && !joint.name.empty();
    }

    bool readUniversalJoint() {
        std::string_view joint;
        std::array<std::optional<double>, 2> anglesDeg;
        const bool isGood = m_reader.lists([&](std::string_view key, const char* start) {
            if (key == "n") {
                return m_reader.name(joint);
            }
            if (key == "ax1" || key == "ax2") {
                auto& angleDeg = anglesDeg[key == "ax1" ? 0 : 1];
                return m_cursor.number(angleDeg.emplace()) && m_cursor.close();
            }
            return m_reader.skipUnknown(start, key);
        });
        if (!isGood || joint.empty() || !anglesDeg[0] || !anglesDeg[1]) {
            return false;
        }
        m_percepts.joints.push_back({joint, 1, *anglesDeg[0]});
        note(PerceptKind::UniversalJoint, m_percepts.joints.size());
        m_percepts.joints.push_back({joint, 2, *anglesDeg[1]});
        return true;
    }

    bool readVisionPercept() {
        if (m_percepts.vision) {
            return false; // only the first vision percept counts
        }
        if (!readVision(m_reader, m_percepts.server, m_percepts.vision.emplace(), m_truth)) {
            m_percepts.vision.reset();
            return false;
        }
        note(PerceptKind::VisionPercept, 1);
        return true;
    }

    Percepts& m_percepts;
    GroundTruth& m_truth;
    ListReader m_reader;
    Cursor& m_cursor;
    PerceptLists m_lists;
    bool m_isMujoco = false;
};

} // namespace

base::Expected<void> parsePercepts(std::string_view message, Percepts& percepts) {
    GroundTruth discardedTruth;
    return parsePercepts(message, percepts, discardedTruth);
}

base::Expected<void> parsePercepts(std::string_view message, Percepts& percepts,
                                   GroundTruth& truth) {
    truth = {};
    return PerceptReader(message, percepts, truth).read(message.size());
}

base::Expected<Percepts> parsePercepts(std::string_view message) {
    Percepts percepts;
    if (auto read = parsePercepts(message, percepts); !read) {
        return tl::unexpected(std::move(read.error()));
    }
    return percepts;
}

} // namespace sideline::protocol
