#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/error.h"

namespace sideline::protocol {

/// A direction and distance as the server tells them: metres and degrees; theta is positive to the
/// left, phi is positive upwards, both from the camera's forward axis.
struct Polar {
    double distanceM = 0.0;
    double thetaDeg = 0.0;
    double phiDeg = 0.0;
    [[nodiscard]] bool operator==(const Polar&) const = default;
};

/// A named vector: `(GYR (n torso) (rt 0.00 0.00 0.00))`, `(ACC ...)`.
struct VectorPercept {
    std::string_view name;
    Eigen::Vector3d value = Eigen::Vector3d::Zero(); ///< degrees per second, or m/s^2
};
/// `(HJ (n hj1) (ax 0.00))`, or one axis of `(UJ (n laj1_2) (ax1 0.00) (ax2 0.00))`.
struct JointPercept {
    std::string_view name;
    int axis = 0; ///< 0 for hinges, 1 and 2 for universal joints
    double angleDeg = 0.0;
};
/// `(FRP (n lf) (c x y z) (f x y z))`: metres and newtons in the foot's frame.
struct ForcePercept {
    std::string_view name;
    Eigen::Vector3d centerM = Eigen::Vector3d::Zero();
    Eigen::Vector3d forceN = Eigen::Vector3d::Zero();
};
/// `(TCH n bumper val 1)`.
struct TouchPercept {
    std::string_view name;
    bool isTouching = false;
};
/// A flag, a goal post, the ball, or a part of a player's body.
struct SeenObject {
    std::string_view name;
    Polar polar;
};
/// `(P (team T)(id 2)(head (pol ...)) ...)`.
struct SeenPlayer {
    std::string_view team;
    int unum = 0;                  ///< 0 if it was too far away to be read
    std::vector<SeenObject> parts; ///< one without a name for servers that tell no parts
};
/// What a vision percept tells, and the ground truth that servers add when told to.
struct Sight {
    std::vector<SeenObject> objects;
    std::vector<SeenPlayer> players;
    std::vector<std::pair<Polar, Polar>> lines;
    std::optional<Eigen::Vector3d> myPosition_S; ///< `mypos`, of the camera's body
    std::optional<double> myHeadingDeg;          ///< `myorien`
    std::optional<Eigen::Vector3d> ballPosition_S;
};
/// `(hear TEAM 12.3 self hello)`, `(hear 12.3 -30.5 hello)`.
struct Heard {
    std::string_view team; ///< empty on servers that do not label messages
    double timeS = 0.0;
    bool isOwn = false;
    double directionDeg = 0.0;
    std::string_view text;
};

/// Everything that a message from the server told an agent. Texts point into the message.
struct Percepts {
    std::optional<double> serverTimeS; ///< `time`
    std::optional<double> gameTimeS;   ///< `GS (t ...)`
    std::string_view playMode;
    std::optional<int> unum;  ///< only once, when the server gave it
    std::string_view ownSide; ///< `left` or `right`, likewise
    std::optional<int> scoreLeft;
    std::optional<int> scoreRight;
    std::vector<VectorPercept> gyros;
    std::vector<VectorPercept> accelerometers;
    std::vector<JointPercept> joints;
    std::vector<ForcePercept> forces;
    std::vector<TouchPercept> touches;
    std::optional<Sight> sight; ///< only in every third message
    std::vector<Heard> heard;
};

/// Reads a message from a SimSpark server. Words that are not known are passed over.
///
/// Errors: Malformed or Truncated with the byte, when the text is no S-expression or a number is
/// missing where the word demands one; nothing of such a message counts.
[[nodiscard]] base::Expected<Percepts> parsePercepts(std::string_view message);

} // namespace sideline::protocol
