#include "agentcore/world/balance.h"

#include <algorithm>
#include <limits>

#include "agentcore/base/assert.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/posture.h"

namespace sideline::world {

namespace {

// A corner this little above the lowest one still touches: soles lie on soft contacts.
constexpr double kTouchM = 0.006;

// The four corners of a body's lower side, as its shape has them.
void appendSole(const robot::Body& body, const math::Pose& X_SBody,
                std::vector<Eigen::Vector3d>& corners_S) {
    const auto* box = std::get_if<robot::Box>(&body.shape);
    if (box == nullptr) {
        return;
    }
    const Eigen::Vector3d half = 0.5 * box->sizeM;
    for (const double x : {-half.x(), half.x()}) {
        for (const double y : {-half.y(), half.y()}) {
            corners_S.push_back(X_SBody * Eigen::Vector3d(x, y, -half.z()));
        }
    }
}

bool isLoaded(const BodyBelief& belief, robot::BodyId body) {
    return std::ranges::any_of(belief.forces, [&](const ForceBelief& force) {
        return force.body == body && force.force_BodyN.norm() > 0.0;
    });
}

// Corners of the soles: of those that report a force, or of all if none does.
std::vector<Eigen::Vector3d> soleCorners(const robot::RobotModel& model, const BodyBelief& belief,
                                         std::span<const math::Pose> X_SBody) {
    std::vector<Eigen::Vector3d> loaded_S;
    std::vector<Eigen::Vector3d> all_S;
    for (const robot::Perceptor& perceptor : model.percepts().perceptors) {
        if (perceptor.kind == robot::PerceptorKind::ForceResistance) {
            const std::size_t i = perceptor.body.index();
            appendSole(model.bodies()[i], X_SBody[i], all_S);
            if (isLoaded(belief, perceptor.body)) {
                appendSole(model.bodies()[i], X_SBody[i], loaded_S);
            }
        }
    }
    return loaded_S.empty() ? all_S : loaded_S;
}

} // namespace

Balance balanceOf(const robot::RobotModel& model, const BodyBelief& body,
                  std::span<const math::Pose> X_SBody) {
    SIDELINE_ASSERT(X_SBody.size() == model.bodies().size());
    Balance balance;
    balance.centerOfMass_S = robot::centerOfMass(model, X_SBody);
    const std::vector<Eigen::Vector3d> corners_S = soleCorners(model, body, X_SBody);
    double lowestM = std::numeric_limits<double>::infinity();
    for (const Eigen::Vector3d& corner : corners_S) {
        lowestM = std::min(lowestM, corner.z());
    }
    std::vector<Eigen::Vector2d> touching_S;
    for (const Eigen::Vector3d& corner : corners_S) {
        if (corner.z() <= lowestM + kTouchM) {
            touching_S.emplace_back(corner.head<2>());
        }
    }
    balance.support_S = robot::convexHull(std::move(touching_S));
    balance.marginM = robot::marginM(balance.support_S, balance.centerOfMass_S.head<2>());
    return balance;
}

} // namespace sideline::world
