#include "agentcore/protocol/percepts.h"

#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/protocol/number_percepts.h"

namespace sideline::protocol {

namespace {

// List sizes in the longest messages of a game, with a reserve: 21 other players in five parts and
// the agent's own arms, 8 flags and posts, the ball, 21 lines, 24 joints.
constexpr std::size_t kPlayers = 24;
constexpr std::size_t kPartsPerPlayer = 8;
constexpr std::size_t kObjects = 40; // capacity for rcssservermj; SimSpark has 9
constexpr std::size_t kLines = 24;
constexpr std::size_t kJoints = 32;
constexpr std::size_t kFew = 8; // capacity of short lists: gyros, feet, heard messages, ...

} // namespace

std::string_view perceptWord(PerceptKind kind) {
    return kPerceptTexts[static_cast<std::size_t>(kind)].word;
}

void VisionPercept::clear() {
    objects.clear();
    players.clear();
    lines.clear();
    cutLines.clear();
    order.clear();
}

void Percepts::clear() {
    server = game::ServerKind::SimSpark;
    serverTimeS.reset();
    gameTimeS.reset();
    playMode = {};
    unum.reset();
    ownSide = {};
    teamLeft = {};
    teamRight = {};
    scoreLeft.reset();
    scoreRight.reset();
    batteryLevel.reset();
    temperatureC.reset();
    panTiltDeg.reset();
    forEachNumberPercept([this](const auto& row) { (this->*row.list).clear(); });
    joints.clear();
    touches.clear();
    vision.reset();
    heard.clear();
    microphones.clear();
    unread.clear();
    order.clear();
}

void Percepts::reserve() {
    forEachNumberPercept([this](const auto& row) { (this->*row.list).reserve(kFew); });
    joints.reserve(kJoints);
    touches.reserve(kFew);
    heard.reserve(kFew);
    microphones.reserve(kFew);
    unread.reserve(kFew);
    order.reserve(kJoints + 4 * kFew);
    VisionPercept& seen = vision.storage();
    seen.objects.reserve(kObjects);
    seen.lines.reserve(kLines);
    seen.cutLines.reserve(kLines);
    seen.order.reserve(kObjects + kPlayers + kLines + kFew);
    seen.players.reserve(kPlayers);
    for (SeenPlayer& player : seen.players.slots()) {
        player.parts.reserve(kPartsPerPlayer);
    }
}

std::optional<math::Pose> reportedTorso(const Percepts& percepts) {
    if (percepts.rotations.empty() || percepts.positions.empty()) {
        return std::nullopt;
    }
    const Eigen::Vector4d& q = percepts.rotations.front().wxyz;
    const Eigen::Vector3d& p_S = percepts.positions.front().value;
    constexpr double kOff = 0.1; // deviation from a quaternion of length 1
    if (!p_S.allFinite() || !(std::abs(q.norm() - 1.0) < kOff)) {
        return std::nullopt;
    }
    // The server's x (forward) is our y, its y (left) our -x.
    Eigen::Matrix3d R_MujocoOurs;
    R_MujocoOurs << 0.0, 1.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 1.0;
    const Eigen::Quaterniond turn = Eigen::Quaterniond(q[0], q[1], q[2], q[3]).normalized();
    return math::Pose{turn.toRotationMatrix() * R_MujocoOurs, p_S};
}

std::optional<game::Side> sideOf(const Percepts& percepts, std::string_view team) {
    if (team.empty()) {
        return std::nullopt;
    }
    return percepts.teamLeft == team    ? std::optional(game::Side::Left)
           : percepts.teamRight == team ? std::optional(game::Side::Right)
                                        : std::nullopt;
}

} // namespace sideline::protocol
