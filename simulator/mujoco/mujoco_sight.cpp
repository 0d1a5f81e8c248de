#include "simulator/mujoco/mujoco_sight.h"

#include <array>
#include <string>
#include <string_view>

#include "simulator/mujoco/mujoco_library.h"

namespace sideline::simulator::mujoco {

namespace {

using Eigen::Vector3d;

constexpr double kInFrontM = 0.05;
constexpr double kShortestM = 1e-4; // MuJoCo does not cast rays of length 0
// Groups of geoms that can hide objects: drawn and colliding ones.
constexpr std::array<mjtByte, mjNGROUP> kGroups = {1, 1, 1, 1, 0, 0};
constexpr mjtByte kWithoutGround = 0;

// Returns the body of T1's camera, which the server's rays pass through; -1 for other robots.
int serversHead(const mjModel& model, int cameraSite) {
    std::string name = mj_id2name(&model, mjOBJ_SITE, cameraSite);
    const std::size_t length = std::string_view(kCameraSite).size();
    name.replace(name.size() - length, length, "H2");
    return mj_name2id(&model, mjOBJ_BODY, name.c_str());
}

// The object that a ray hits.
struct Hit {
    int body = -1; ///< -1: nothing
    double distanceM = 0.0;
};

Hit castAsServer(const mjModel& model, mjData& data, const Vector3d& from_S,
                 const Vector3d& direction_S, int excludedBody) {
    constexpr double kServersCutoffM = -1.0;
    int geom = -1;
    double distanceM = -1.0;
    mj_multiRay(&model, &data, from_S.data(), direction_S.data(), kGroups.data(), kWithoutGround,
                excludedBody, &geom, &distanceM, nullptr, 1, kServersCutoffM);
    return geom < 0 ? Hit{} : Hit{model.geom_bodyid[geom], distanceM};
}

// Passes through everything that is fixed to the camera's body.
Hit castPastHead(const mjModel& model, const mjData& data, const Vector3d& from_S,
                 const Vector3d& direction_S, int head) {
    constexpr int kMaxLayers = 16;
    constexpr double kStepM = 1e-6;
    double passedM = 0.0;
    for (int layer = 0; layer < kMaxLayers; ++layer) {
        const Vector3d at_S = from_S + passedM * direction_S;
        int geom = -1;
        const double distanceM = mj_ray(&model, &data, at_S.data(), direction_S.data(),
                                        kGroups.data(), kWithoutGround, head, &geom, nullptr);
        if (geom < 0) {
            break;
        }
        const int body = model.geom_bodyid[geom];
        if (model.body_weldid[body] != model.body_weldid[head]) {
            return {body, passedM + distanceM};
        }
        passedM += distanceM + kStepM;
    }
    return {};
}

} // namespace

std::vector<bool> hiddenTargets(const MujocoWorld& world, RobotKey observer, std::size_t camera,
                                std::span<const SightTarget> targets, Occluders occluders) {
    std::vector<bool> hidden(targets.size(), false);
    if (occluders == Occluders::None) {
        return hidden;
    }
    const MujocoWorld::Native native = world.native();
    const mjModel& model = *native.model;
    mjData& data = *native.data;
    const int cameraSite = world.siteId(observer, camera);
    const Vector3d from_S = Eigen::Map<const Vector3d>(data.site_xpos + 3 * cameraSite);
    const int head = model.site_bodyid[cameraSite];
    const int serversExcluded = serversHead(model, cameraSite);
    const int ball = mj_name2id(&model, mjOBJ_BODY, "ball");
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const SightTarget& target = targets[i];
        const Vector3d ray_S = target.p_S - from_S;
        const double lengthM = ray_S.norm();
        if (lengthM < kShortestM) {
            continue;
        }
        const Vector3d direction_S = ray_S / lengthM;
        const Hit hit = occluders == Occluders::AsServer
                            ? castAsServer(model, data, from_S, direction_S, serversExcluded)
                            : castPastHead(model, data, from_S, direction_S, head);
        const int own = target.robot != 0
                            ? model.site_bodyid[world.siteId(target.robot, target.site)]
                        : target.isBall ? ball
                                        : 0; // the ground
        hidden[i] = hit.body >= 0 && hit.body != own && hit.distanceM < lengthM - kInFrontM;
    }
    return hidden;
}

} // namespace sideline::simulator::mujoco
