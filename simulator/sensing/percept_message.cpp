#include "simulator/sensing/percept_message.h"

#include <algorithm>
#include <tuple>
#include <type_traits>

#include "agentcore/base/assert.h"
#include "agentcore/math/angles.h"
#include "agentcore/protocol/number_percepts.h"
#include "simulator/sensing/number_text.h"

namespace sideline::simulator {

namespace {

using robot::Perceptor;
using robot::PerceptorKind;

const BodyTouch* findTouch(const PerceptInput& input, robot::BodyId body) {
    const auto it = std::ranges::find(input.touches, body, &BodyTouch::body);
    return it != input.touches.end() ? &*it : nullptr;
}

std::string_view teamName(const GamePercept& game, game::Side side) {
    return game.teamNames[side == game::Side::Right ? 1 : 0];
}

// Number of values in a percept that is a single list of up to three numbers; 0 for other forms.
template <typename Row>
constexpr std::size_t kNumbersOf = 0;
template <typename Percept>
constexpr std::size_t kNumbersOf<protocol::NumberPercept<Percept, double>> = 1;
template <typename Percept>
constexpr std::size_t kNumbersOf<protocol::NumberPercept<Percept, Eigen::Vector3d>> = 3;

// Writes percepts in the server's text format.
class TextReport {
public:
    explicit TextReport(std::string& out) : m_out(out) {}

    void time(double timeS) {
        m_out += "(time (now ";
        appendTime(m_out, timeS);
        m_out += "))";
    }

    void game(const GamePercept& game) {
        m_out += "(GS ";
        if (game.place) {
            m_out += "(unum ";
            appendInteger(m_out, game.place->unum.value());
            m_out += ") (team ";
            m_out += game::sideName(game.place->side);
            m_out += ") ";
        }
        if (game.reportsScore) {
            m_out += "(sl ";
            appendInteger(m_out, game.scoreLeft);
            m_out += ") (sr ";
            appendInteger(m_out, game.scoreRight);
            m_out += ") ";
        }
        m_out += "(t ";
        appendTime(m_out, game.timeS);
        m_out += ") (pm ";
        m_out += game::playModeName(game.playMode);
        m_out += "))";
    }

    void heard(const HeardMessage& word, const GamePercept& game) {
        m_out += "(hear ";
        if (game.labelsMessages) {
            m_out += teamName(game, word.speakerSide);
            m_out += ' ';
        }
        appendTime(m_out, game.timeS);
        m_out += ' ';
        if (word.isOwn) {
            m_out += "self";
        } else {
            appendHundredths(m_out, word.directionDeg);
        }
        m_out += ' ';
        m_out += word.text.view();
        m_out += ')';
    }

    template <typename Row>
    void numbers(const Row& row, const Perceptor& perceptor, const Eigen::Vector3f& values) {
        begin(row.text.word, perceptor);
        m_out += " (";
        m_out += std::get<0>(row.numbers).key;
        for (std::size_t i = 0; i < kNumbersOf<Row>; ++i) {
            m_out += ' ';
            appendHundredths(m_out, values[static_cast<Eigen::Index>(i)]);
        }
        m_out += "))";
    }
    void hinge(const Perceptor& perceptor, float angleDeg) {
        begin("HJ", perceptor);
        angle(" (ax ", angleDeg);
        m_out += ')';
    }
    void universal(const Perceptor& perceptor, float firstDeg, float secondDeg) {
        begin("UJ", perceptor);
        angle(" (ax1 ", firstDeg);
        angle(" (ax2 ", secondDeg);
        m_out += ')';
    }
    void force(const Perceptor& perceptor, const Eigen::Vector3f& center,
               const Eigen::Vector3f& force) {
        begin("FRP", perceptor);
        numbers(" (c", center);
        numbers(") (f", force);
        m_out += "))";
    }
    void touch(const Perceptor& perceptor, bool isTouching) {
        begin("TCH", perceptor);
        m_out += " (val ";
        m_out += isTouching ? '1' : '0';
        m_out += "))";
    }
    void vision(const robot::VisionSettings& settings, const PerceptInput& input,
                const SensorSwitches& switches, VisionSensor& eyes) {
        eyes.see(*input.scene, input.viewer, settings, switches, m_out);
    }

private:
    // `(GYR (n torso)`: kind and name, with which most percepts start.
    void begin(std::string_view kind, const Perceptor& perceptor) {
        m_out += '(';
        m_out += kind;
        m_out += " (n ";
        m_out += perceptor.name;
        m_out += ')';
    }
    void angle(std::string_view key, float angleDeg) {
        m_out += key;
        appendHundredths(m_out, angleDeg);
        m_out += ')';
    }
    void numbers(std::string_view key, const Eigen::Vector3f& values) {
        m_out += key;
        for (const float value : values) {
            m_out += ' ';
            appendHundredths(m_out, value);
        }
    }

    std::string& m_out;
};

// Produces the values that a reader parses from that text.
class ValueReport {
public:
    explicit ValueReport(protocol::Percepts& percepts) : m_percepts(percepts) {}

    // Whether the values represent the text completely.
    [[nodiscard]] bool isWhole() const { return m_isWhole; }

    void time(double timeS) {
        m_percepts.serverTimeS = read(timeS);
        note(PerceptKind::Time, 1);
    }

    void game(const GamePercept& game) {
        if (game.place) {
            m_percepts.unum = game.place->unum.value();
            m_percepts.ownSide = game::sideName(game.place->side);
        }
        if (game.reportsScore) {
            m_percepts.scoreLeft = game.scoreLeft;
            m_percepts.scoreRight = game.scoreRight;
        }
        m_percepts.gameTimeS = read(game.timeS);
        m_percepts.playMode = game::playModeName(game.playMode);
        note(PerceptKind::GameState, 1);
    }

    void heard(const HeardMessage& word, const GamePercept& game) {
        protocol::Heard& heard = m_percepts.heard.emplace_back();
        if (game.labelsMessages) {
            heard.team = teamName(game, word.speakerSide);
            m_isWhole = m_isWhole && isPlainWord(heard.team);
        }
        heard.timeS = read(game.timeS);
        heard.isOwn = word.isOwn;
        heard.directionDeg = word.isOwn ? 0.0 : read(static_cast<double>(word.directionDeg));
        heard.text = word.text.view();
        note(PerceptKind::Heard, m_percepts.heard.size());
    }

    template <typename Row>
    void numbers(const Row& row, const Perceptor& perceptor, const Eigen::Vector3f& values) {
        auto& percept = (m_percepts.*row.list).emplace_back();
        percept.name = perceptor.name;
        auto& value = percept.*std::get<0>(row.numbers).member;
        if constexpr (std::is_same_v<std::remove_reference_t<decltype(value)>, double>) {
            value = read(static_cast<double>(values.x()));
        } else {
            value = read(values);
        }
        note(row.text.kind, (m_percepts.*row.list).size());
    }
    void hinge(const Perceptor& perceptor, float angleDeg) {
        m_percepts.joints.push_back({perceptor.name, 0, read(static_cast<double>(angleDeg))});
        note(PerceptKind::Hinge, m_percepts.joints.size());
    }
    void universal(const Perceptor& perceptor, float firstDeg, float secondDeg) {
        m_percepts.joints.push_back({perceptor.name, 1, read(static_cast<double>(firstDeg))});
        note(PerceptKind::UniversalJoint, m_percepts.joints.size());
        m_percepts.joints.push_back({perceptor.name, 2, read(static_cast<double>(secondDeg))});
    }
    void force(const Perceptor& perceptor, const Eigen::Vector3f& center,
               const Eigen::Vector3f& force) {
        m_percepts.forces.push_back({perceptor.name, read(center), read(force)});
        note(PerceptKind::Force, m_percepts.forces.size());
    }
    void touch(const Perceptor& perceptor, bool isTouching) {
        m_percepts.touches.push_back({perceptor.name, isTouching});
        note(PerceptKind::Touch, m_percepts.touches.size());
    }
    void vision(const robot::VisionSettings& settings, const PerceptInput& input,
                const SensorSwitches& switches, VisionSensor& eyes) {
        m_isWhole = m_isWhole && eyes.see(*input.scene, input.viewer, settings, switches,
                                          m_percepts.vision.emplace());
        note(PerceptKind::VisionPercept, 1);
    }

private:
    using PerceptKind = protocol::PerceptKind;

    void note(PerceptKind kind, std::size_t size) {
        m_percepts.order.push_back({kind, static_cast<std::uint32_t>(size - 1)});
    }
    double read(double value) {
        const auto reported = inHundredths(value);
        m_isWhole = m_isWhole && reported.has_value();
        return reported.value_or(0.0);
    }
    Eigen::Vector3d read(const Eigen::Vector3f& values) {
        const Eigen::Vector3d exact = values.cast<double>();
        return {read(exact.x()), read(exact.y()), read(exact.z())};
    }

    protocol::Percepts& m_percepts;
    bool m_isWhole = true;
};

// Reports a percept that consists only of numbers, using the table row for its word.
template <typename Report>
void reportNumbers(Report& report, const Perceptor& perceptor, const Eigen::Vector3f& values) {
    const std::string_view word = robot::perceptorInfo(perceptor.kind).word;
    protocol::forEachNumberPercept([&](const auto& row) {
        if constexpr (kNumbersOf < std::remove_cvref_t < decltype(row) >>> 0) {
            if (row.text.word == word) {
                report.numbers(row, perceptor, values);
            }
        }
    });
}

// All percepts except vision.
template <typename Report>
void reportPercept(Report& report, const Perceptor& perceptor, const PerceptInput& input) {
    const auto angleDeg = [&](std::size_t axis) {
        return serverDeg(input.jointAnglesRad[perceptor.joint.index() + axis]);
    };
    switch (perceptor.kind) {
    case PerceptorKind::Time:
        return report.time(input.timeS);
    case PerceptorKind::GameState:
        return report.game(input.game);
    case PerceptorKind::Hear:
        for (const HeardMessage& word : input.heard) {
            report.heard(word, input.game);
        }
        return;
    case PerceptorKind::Hinge:
        return report.hinge(perceptor, angleDeg(0));
    case PerceptorKind::Universal:
        return report.universal(perceptor, angleDeg(0), angleDeg(1));
    case PerceptorKind::ForceResistance:
        if (const BodyTouch* touch = findTouch(input, perceptor.body)) {
            report.force(perceptor, touch->center_BodyM.cast<float>(),
                         touch->force_BodyN.cast<float>());
        }
        return;
    case PerceptorKind::Touch:
        return report.touch(perceptor, findTouch(input, perceptor.body) != nullptr);
    case PerceptorKind::Vision:
        return; // vision is handled by the caller, which has the camera
    default:
        return reportNumbers(report, perceptor, input.numbers(perceptor.kind));
    }
}

template <typename Report>
void reportAll(Report& report, const robot::RobotModel& model, const PerceptInput& input,
               const SensorSwitches& switches, VisionSensor& eyes) {
    SIDELINE_ASSERT(input.jointAnglesRad.size() == model.joints().size());
    for (const Perceptor& perceptor : model.percepts().perceptors) {
        if (perceptor.kind != PerceptorKind::Vision) {
            reportPercept(report, perceptor, input);
        } else if (input.scene != nullptr) {
            report.vision(model.percepts().vision, input, switches, eyes);
        }
    }
}

} // namespace

float serverDeg(double angleRad) {
    return static_cast<float>(math::degFromRad(static_cast<double>(static_cast<float>(angleRad))));
}

void writePercepts(const robot::RobotModel& model, const PerceptInput& input,
                   const SensorSwitches& switches, VisionSensor& eyes, std::string& message) {
    message.clear();
    TextReport report(message);
    reportAll(report, model, input, switches, eyes);
}

bool fillPercepts(const robot::RobotModel& model, const PerceptInput& input,
                  const SensorSwitches& switches, VisionSensor& eyes,
                  protocol::Percepts& percepts) {
    const VisionSensor before = eyes;
    percepts.clear();
    ValueReport report(percepts);
    reportAll(report, model, input, switches, eyes);
    if (!report.isWhole()) {
        eyes = before;
    }
    return report.isWhole();
}

} // namespace sideline::simulator
