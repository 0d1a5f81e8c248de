#include "simulator/mujoco/league_vision.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "agentcore/math/angles.h"
#include "simulator/mujoco/server_axes.h"
#include "simulator/mujoco/truncation.h"

namespace sideline::simulator::mujoco {

namespace {

using Eigen::Vector3d;
using protocol::Polar;

constexpr double kHalfFieldOfViewDeg = 60.0;
constexpr double kNearestFalseM = 0.5;
constexpr double kFarthestFalseM = 15.0;

// Returns the letter that represents a name: `L` for `l_luf`.
std::string_view letterOf(std::string_view name) {
    constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const char first = name.empty() ? 'A' : name.front();
    const int index = first >= 'a' && first <= 'z' ? first - 'a' : first - 'A';
    return kLetters.substr(static_cast<std::size_t>(std::clamp(index, 0, 25)), 1);
}

Polar polarOf(const Vector3d& p) {
    constexpr double kNearestM = 1e-6;
    const double distanceM = p.norm();
    const double sine = std::clamp(p.z() / std::max(distanceM, kNearestM), -1.0, 1.0);
    return {distanceM, math::degFromRad(std::atan2(p.y(), p.x())),
            math::degFromRad(std::asin(sine))};
}

bool isInFieldOfView(const Polar& polar) {
    return std::abs(polar.thetaDeg) <= kHalfFieldOfViewDeg &&
           std::abs(polar.phiDeg) <= kHalfFieldOfViewDeg;
}

} // namespace

void sortAsMaster(std::vector<VisibleRobot>& players) {
    const auto key = [](const VisibleRobot& player) {
        return std::pair(player.id.side == game::Side::Right,
                         std::to_string(player.id.unum.value()) + "-");
    };
    std::ranges::sort(players, {}, key);
}

CameraView lookAround(const MujocoWorld& world, RobotKey observer, std::size_t camera,
                      std::span<const SeenPoint> points, std::span<const VisibleRobot> players,
                      Occluders occluders) {
    const math::Pose X_SCamera = poseToServer(world.site(observer, camera));
    CameraView inView;
    std::vector<SightTarget> targets;
    const auto look = [&](std::string_view name, const std::optional<game::PlayerId>& owner,
                          const SightTarget& target) {
        const Polar polar = polarOf(X_SCamera.R.transpose() * (target.p_S - X_SCamera.p));
        if (isInFieldOfView(polar)) {
            inView.push_back({std::string(name), owner, polar});
            targets.push_back(target);
        }
    };
    for (std::size_t i = 0; i < points.size(); ++i) {
        look(points[i].name, {}, {.p_S = points[i].p_S, .isBall = i + 1 == points.size()});
    }
    for (const VisibleRobot& player : players) {
        if (player.robot == observer) {
            continue;
        }
        for (const auto& [name, site] : player.parts) {
            look(name, player.id,
                 {.p_S = world.site(player.robot, site).p, .robot = player.robot, .site = site});
        }
    }
    const std::vector<bool> hidden = hiddenTargets(world, observer, camera, targets, occluders);
    CameraView seen;
    for (std::size_t i = 0; i < inView.size(); ++i) {
        if (!hidden[i]) {
            seen.push_back(std::move(inView[i]));
        }
    }
    return seen;
}

NoisyVision::NoisyVision(std::span<const SeenPoint> points, const VisionErrors& errors)
    : m_errors(errors) {
    for (const SeenPoint& point : points) {
        m_names.push_back(point.name);
    }
}

std::string_view NoisyVision::anyLetterBut(std::string_view name, base::Rng& random) const {
    const auto own = std::ranges::find(m_names, name);
    const auto others = m_names.size() - (own == m_names.end() ? 0 : 1);
    auto index = static_cast<std::size_t>(random.below(others));
    if (own != m_names.end() && index >= static_cast<std::size_t>(own - m_names.begin())) {
        ++index;
    }
    return letterOf(m_names[index]);
}

void NoisyVision::add(protocol::Percepts& percepts, const std::optional<CameraView>& view,
                      base::Rng& random) const {
    protocol::VisionPercept& vision = percepts.vision.emplace();
    vision.clear();
    percepts.order.push_back({protocol::PerceptKind::VisionPercept, 0});
    if (!view) {
        return;
    }
    std::vector<protocol::SeenObject> things;
    for (int i = 0; i < m_errors.maxFalse; ++i) {
        if (random.uniform() < m_errors.falseRate) {
            const double azimuthDeg = random.uniform(-kHalfFieldOfViewDeg, kHalfFieldOfViewDeg);
            const double elevationDeg = random.uniform(-kHalfFieldOfViewDeg, kHalfFieldOfViewDeg);
            const double distanceM = random.uniform(kNearestFalseM, kFarthestFalseM);
            things.push_back({anyLetterBut({}, random), {distanceM, azimuthDeg, elevationDeg}});
        }
    }
    const auto withNoise = [&](const Polar& polar) {
        const double distanceM =
            polar.distanceM + random.normal(polar.distanceM * m_errors.distanceFraction);
        return Polar{truncated(std::max(0.0, distanceM)),
                     truncated(polar.thetaDeg + random.normal(m_errors.angleDeg)),
                     truncated(polar.phiDeg + random.normal(m_errors.angleDeg))};
    };
    protocol::SeenPlayer* player = nullptr;
    std::optional<game::PlayerId> owner;
    for (const TrueView& thing : *view) {
        if (random.uniform() < m_errors.missRate) {
            continue;
        }
        const Polar polar = withNoise(thing.polar);
        if (!thing.owner) {
            const bool isConfused = m_names.size() > 1 && random.uniform() < m_errors.confusionRate;
            things.push_back(
                {isConfused ? anyLetterBut(thing.name, random) : letterOf(thing.name), polar});
            continue;
        }
        if (player == nullptr || owner != thing.owner) {
            owner = thing.owner;
            player = &vision.players.append();
            player->team = owner->side == game::Side::Right ? "1" : "0";
            player->unum = owner->unum.value();
            player->parts.clear();
        }
        player->parts.push_back({thing.name, polar});
    }
    if (!things.empty()) {
        const auto places = static_cast<std::ptrdiff_t>(random.below(things.size()));
        std::rotate(things.begin(), things.end() - places, things.end());
    }
    for (const protocol::SeenObject& thing : things) {
        vision.order.push_back(
            {protocol::VisionKind::Object, static_cast<std::uint32_t>(vision.objects.size())});
        vision.objects.push_back(thing);
    }
    for (std::size_t i = 0; i < vision.players.size(); ++i) {
        vision.order.push_back({protocol::VisionKind::Player, static_cast<std::uint32_t>(i)});
    }
}

} // namespace sideline::simulator::mujoco
