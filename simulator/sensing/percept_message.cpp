#include "simulator/sensing/percept_message.h"

#include <algorithm>

#include "agentcore/base/assert.h"
#include "agentcore/math/angles.h"
#include "simulator/sensing/number_text.h"

namespace sideline::simulator {

namespace {

using robot::Perceptor;
using robot::PerceptorKind;

// The server holds angles in single precision, in radians and in degrees.
float serverDeg(double angleRad) {
    return static_cast<float>(math::degFromRad(static_cast<double>(static_cast<float>(angleRad))));
}

void appendNumbers(std::string& out, const Eigen::Vector3f& values) {
    for (const float value : values) {
        out += ' ';
        appendHundredths(out, value);
    }
}

void appendTeamName(std::string& out, const GamePercept& game, game::Side side) {
    out += game.teamNames[side == game::Side::Right ? 1 : 0];
}

void appendGame(std::string& out, const GamePercept& game) {
    out += "(GS ";
    if (game.place) {
        out += "(unum ";
        appendInteger(out, game.place->unum.value());
        out += ") (team ";
        out += game::sideName(game.place->side);
        out += ") ";
    }
    if (game.reportsScore) {
        out += "(sl ";
        appendInteger(out, game.scoreLeft);
        out += ") (sr ";
        appendInteger(out, game.scoreRight);
        out += ") ";
    }
    out += "(t ";
    appendTime(out, game.timeS);
    out += ") (pm ";
    out += game::playModeName(game.playMode);
    out += "))";
}

void appendHeard(std::string& out, const PerceptInput& input) {
    for (const HeardWord& word : input.heard) {
        out += "(hear ";
        if (input.game.labelsWords) {
            appendTeamName(out, input.game, word.speakerSide);
            out += ' ';
        }
        appendTime(out, input.game.timeS);
        out += ' ';
        if (word.isOwn) {
            out += "self";
        } else {
            appendHundredths(out, word.directionDeg);
        }
        out += ' ';
        out += word.text.view();
        out += ')';
    }
}

// `(GYR (n torso)`: kind and name, which most percepts begin with.
void appendName(std::string& out, std::string_view kind, const Perceptor& perceptor) {
    out += '(';
    out += kind;
    out += " (n ";
    out += perceptor.name;
    out += ')';
}

void appendAngle(std::string& out, std::string_view word, double angleRad) {
    out += " (";
    out += word;
    out += ' ';
    appendHundredths(out, serverDeg(angleRad));
    out += ')';
}

const BodyTouch* findTouch(const PerceptInput& input, robot::BodyId body) {
    const auto it = std::ranges::find(input.touches, body, &BodyTouch::body);
    return it != input.touches.end() ? &*it : nullptr;
}

void appendForce(std::string& out, const Perceptor& perceptor, const BodyTouch& touch) {
    appendName(out, "FRP", perceptor);
    out += " (c";
    appendNumbers(out, touch.center_BodyM.cast<float>());
    out += ") (f";
    appendNumbers(out, touch.force_BodyN.cast<float>());
    out += "))";
}

void appendPercept(std::string& out, const Perceptor& perceptor, const PerceptInput& input) {
    switch (perceptor.kind) {
    case PerceptorKind::Time:
        out += "(time (now ";
        appendTime(out, input.timeS);
        out += "))";
        return;
    case PerceptorKind::GameState:
        return appendGame(out, input.game);
    case PerceptorKind::Hear:
        return appendHeard(out, input);
    case PerceptorKind::Gyro: {
        const Eigen::Vector3d& rate = input.turning_BodyRadPerS;
        appendName(out, "GYR", perceptor);
        out += " (rt";
        appendNumbers(out, {serverDeg(rate.x()), serverDeg(rate.y()), serverDeg(rate.z())});
        out += "))";
        return;
    }
    case PerceptorKind::Accelerometer:
        appendName(out, "ACC", perceptor);
        out += " (a";
        appendNumbers(out, input.acceleration_BodyMps2.cast<float>());
        out += "))";
        return;
    case PerceptorKind::Hinge:
        appendName(out, "HJ", perceptor);
        appendAngle(out, "ax", input.jointAnglesRad[perceptor.joint.index()]);
        out += ')';
        return;
    case PerceptorKind::Universal:
        appendName(out, "UJ", perceptor);
        appendAngle(out, "ax1", input.jointAnglesRad[perceptor.joint.index()]);
        appendAngle(out, "ax2", input.jointAnglesRad[perceptor.joint.index() + 1]);
        out += ')';
        return;
    case PerceptorKind::ForceResistance:
        if (const BodyTouch* touch = findTouch(input, perceptor.body)) {
            appendForce(out, perceptor, *touch);
        }
        return;
    case PerceptorKind::Touch:
        appendName(out, "TCH", perceptor);
        out += " (val ";
        out += findTouch(input, perceptor.body) != nullptr ? '1' : '0';
        out += "))";
        return;
    case PerceptorKind::Vision:
        return; // written by the caller, who has the camera
    }
}

} // namespace

void writePercepts(const robot::RobotModel& model, const PerceptInput& input,
                   const SensorSwitches& switches, VisionSensor& eyes, std::string& message) {
    SIDELINE_ASSERT(input.jointAnglesRad.size() == model.joints().size());
    message.clear();
    for (const Perceptor& perceptor : model.percepts().perceptors) {
        if (perceptor.kind != PerceptorKind::Vision) {
            appendPercept(message, perceptor, input);
        } else if (input.scene != nullptr) {
            eyes.see(*input.scene, input.viewer, model.percepts().vision, switches, message);
        }
    }
}

} // namespace sideline::simulator
