#include "simulator/mujoco/league_percepts.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>
#include <utility>

#include "agentcore/math/angles.h"
#include "agentcore/protocol/mujoco_actions.h"
#include "simulator/mujoco/server_axes.h"
#include "simulator/mujoco/truncation.h"

namespace sideline::simulator::mujoco {

namespace {

using Eigen::Vector3d;
using protocol::PerceptKind;
using protocol::Percepts;

constexpr double kHalfViewDeg = 60.0;
constexpr std::size_t kMaxSayBytes = protocol::mujoco::Writer::kMaxSayBytes;
constexpr std::size_t kClearlyHeard = 3; // number of the loudest messages that are always heard

Vector3d cut2(const Vector3d& v) {
    return {truncated(v.x()), truncated(v.y()), truncated(v.z())};
}

template <typename List>
void addEntry(Percepts& percepts, PerceptKind kind, const List& list) {
    percepts.order.push_back({kind, static_cast<std::uint32_t>(list.size() - 1)});
}

// Returns azimuth, elevation and distance of a point; nullopt if it is not in view.
std::optional<protocol::Polar> seen(const Eigen::Matrix3d& R_CameraS, const Vector3d& p_SCamera,
                                    const Vector3d& p_S) {
    const Vector3d p = R_CameraS * (p_S - p_SCamera);
    const double distanceM = p.norm();
    const double azimuthDeg = truncated(math::degFromRad(std::atan2(p.y(), p.x())));
    const double elevationDeg = truncated(math::degFromRad(std::asin(p.z() / distanceM)));
    if (std::abs(azimuthDeg) > kHalfViewDeg || std::abs(elevationDeg) > kHalfViewDeg ||
        !std::isfinite(elevationDeg)) {
        return std::nullopt;
    }
    return protocol::Polar{truncated(distanceM), azimuthDeg, elevationDeg};
}

} // namespace

std::vector<SeenPoint> landmarksOf(const field::FieldDimensions& field) {
    const double x = field.lengthM / 2.0;
    const double y = field.widthM / 2.0;
    const double goalY = field.goalWidthM / 2.0;
    const double penaltyX = x - field.penaltySpotM;
    std::vector<SeenPoint> points = {{"l_luf", {-x, y, 0.0}},
                                     {"l_llf", {-x, -y, 0.0}},
                                     {"l_ruf", {x, y, 0.0}},
                                     {"l_rlf", {x, -y, 0.0}},
                                     {"t_cuf", {0.0, y, 0.0}},
                                     {"t_clf", {0.0, -y, 0.0}},
                                     {"x_cuc", {0.0, field.circleRadiusM, 0.0}},
                                     {"x_clc", {0.0, -field.circleRadiusM, 0.0}},
                                     {"p_lpm", {-penaltyX, 0.0, 0.0}},
                                     {"p_rpm", {penaltyX, 0.0, 0.0}},
                                     {"g_lup", {-x, goalY, field.goalHeightM}},
                                     {"g_llp", {-x, -goalY, field.goalHeightM}},
                                     {"g_rup", {x, goalY, field.goalHeightM}},
                                     {"g_rlp", {x, -goalY, field.goalHeightM}}};
    const auto addArea = [&](const std::string& suffix, double lengthM, double widthM) {
        for (const char kind : {'l', 't'}) {
            const double atM = kind == 'l' ? x - lengthM : x;
            for (const char side : {'l', 'r'}) {
                for (const char half : {'u', 'l'}) {
                    points.push_back(
                        {std::string(1, kind) + "_" + side + half + suffix,
                         {side == 'l' ? -atM : atM, half == 'u' ? widthM : -widthM, 0.0}});
                }
            }
        }
    };
    addArea("ga", field.goalAreaLengthM, field.goalAreaWidthM);
    if (field.penaltyLengthM > 0.0) {
        addArea("pa", field.penaltyLengthM, field.penaltyWidthM);
    }
    return points;
}

void LeaguePercepts::begin(Percepts& percepts, double timeS, const LeagueGame& game) {
    percepts.clear();
    percepts.server = game::ServerKind::Rcssservermj;
    percepts.serverTimeS = truncated(timeS);
    percepts.gameTimeS = game.gameTimeS();
    percepts.playMode = game::playModeName(game.playMode());
    percepts.teamLeft = game.team(game::Side::Left);
    percepts.teamRight = game.team(game::Side::Right);
    percepts.scoreLeft = game.score(game::Side::Left);
    percepts.scoreRight = game.score(game::Side::Right);
    percepts.order.push_back({PerceptKind::Time, 0});
    percepts.order.push_back({PerceptKind::GameState, 0});
}

void LeaguePercepts::addBody(Percepts& percepts, const robot::RobotModel& model,
                             std::span<const robot::JointId> order,
                             const SensorReadings& readings) {
    const auto cut3 = [](double value) { return truncated(value, 1000.0); };
    percepts.rotations.push_back({"torso_quat",
                                  {cut3(readings.torsoTurn[0]), cut3(readings.torsoTurn[1]),
                                   cut3(readings.torsoTurn[2]), cut3(readings.torsoTurn[3])}});
    addEntry(percepts, PerceptKind::Rotation, percepts.rotations);
    const Vector3d& p = readings.p_STorso;
    percepts.positions.push_back({"torso_pos", {cut3(p.x()), cut3(p.y()), cut3(p.z())}});
    addEntry(percepts, PerceptKind::Position, percepts.positions);
    const Vector3d gyroDegPerS(math::degFromRad(readings.gyro_TRadPerS.x()),
                               math::degFromRad(readings.gyro_TRadPerS.y()),
                               math::degFromRad(readings.gyro_TRadPerS.z()));
    percepts.gyros.push_back({"torso_gyro", fromServer(cut2(gyroDegPerS))});
    addEntry(percepts, PerceptKind::Gyro, percepts.gyros);
    percepts.accelerometers.push_back({"torso_acc", fromServer(cut2(readings.acceleration_TMps2))});
    addEntry(percepts, PerceptKind::Accelerometer, percepts.accelerometers);
    for (std::size_t i = 0; i < readings.jointRad.size(); ++i) {
        const robot::JointId joint = i < order.size() ? order[i] : robot::JointId(i);
        if (!model.joint(joint).perceptor.empty()) {
            percepts.joints.push_back(
                {.name = model.perceptorName(joint),
                 .angleDeg = truncated(math::degFromRad(readings.jointRad[joint.index()])),
                 .speedDegPerS =
                     truncated(math::degFromRad(readings.jointRadPerS[joint.index()]))});
            addEntry(percepts, PerceptKind::Hinge, percepts.joints);
        }
    }
}

void LeaguePercepts::addHearing(Percepts& percepts, std::span<const SpokenWords> words,
                                RobotKey listener, const math::Pose& X_SMicrophone,
                                base::Rng& random) {
    if (words.empty()) {
        return;
    }
    const math::Pose X_S = poseToServer(X_SMicrophone);
    std::vector<double> volumes;
    std::vector<double> valid;
    for (const SpokenWords& said : words) {
        const double distanceM = std::max((said.p_S - X_S.p).norm(), 1.0);
        volumes.push_back(said.volume * std::pow(10.0, std::log2(distanceM) * -6.0 / 20.0));
        if (said.bytes <= kMaxSayBytes) {
            valid.push_back(volumes.back());
        }
    }
    double floor = 0.0; // 0: all messages are heard
    if (valid.size() > kClearlyHeard) {
        std::ranges::sort(valid, std::greater());
        floor = valid[kClearlyHeard - 1];
    }
    protocol::MicrophonePercept microphone{
        .name = "hear", .first = static_cast<std::uint32_t>(percepts.heard.size()), .count = 0};
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool getsThrough =
            floor <= 0.0 ||
            random.uniform() <
                std::clamp(std::log(volumes[i] * (std::numbers::e - 1.0) / floor + 1.0), 0.0, 1.0);
        if (!getsThrough || words[i].bytes > kMaxSayBytes || words[i].speaker == listener) {
            continue;
        }
        const Vector3d p = X_S.R.transpose() * (words[i].p_S - X_S.p);
        percepts.heard.push_back(
            {.team = {},
             .directionDeg = std::trunc(math::degFromRad(std::atan2(p.y(), p.x()))),
             .text = words[i].base64,
             .isBase64 = true});
        ++microphone.count;
    }
    percepts.microphones.push_back(microphone);
    addEntry(percepts, PerceptKind::Microphone, percepts.microphones);
}

void LeaguePercepts::addVision(Percepts& percepts, const math::Pose& X_SCamera,
                               std::span<const SeenPoint> points,
                               std::span<const VisiblePlayer> players) {
    const math::Pose X_S = poseToServer(X_SCamera);
    const Eigen::Matrix3d R_CameraS = X_S.R.transpose();
    protocol::VisionPercept& vision = percepts.vision.emplace();
    vision.clear();
    for (const SeenPoint& point : points) {
        if (const auto polar = seen(R_CameraS, X_S.p, point.p_S)) {
            vision.order.push_back(
                {protocol::VisionKind::Object, static_cast<std::uint32_t>(vision.objects.size())});
            vision.objects.push_back({point.name, *polar});
        }
    }
    for (const VisiblePlayer& player : players) {
        protocol::SeenPlayer* entry = nullptr;
        for (const auto& [name, p_S] : player.parts) {
            const auto polar = seen(R_CameraS, X_S.p, p_S);
            if (!polar) {
                continue;
            }
            if (entry == nullptr) {
                vision.order.push_back({protocol::VisionKind::Player,
                                        static_cast<std::uint32_t>(vision.players.size())});
                entry = &vision.players.append();
                entry->team = player.team;
                entry->unum = player.id.unum.value();
                entry->parts.clear();
            }
            entry->parts.push_back({name, *polar});
        }
    }
    percepts.order.push_back({PerceptKind::VisionPercept, 0});
}

} // namespace sideline::simulator::mujoco
