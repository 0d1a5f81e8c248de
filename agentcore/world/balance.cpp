#include "agentcore/world/balance.h"

#include <algorithm>
#include <limits>

#include "agentcore/base/assert.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/posture.h"

namespace sideline::world {

namespace {

// Corners within this height of the lowest one touch the ground: sole contacts are soft.
constexpr double kTouchM = 0.006;

// The corners of soles, up to a maximum number.
struct Soles {
    std::array<Eigen::Vector3d, SupportPolygon::kMaxCorners> corners_A;
    std::size_t count = 0;

    // The four corners of the lower side of a body's shape.
    void append(const robot::Body& body, const math::Pose& X_ABody) {
        const auto* box = std::get_if<robot::Box>(&body.shape);
        if (box == nullptr || count + 4 > corners_A.size()) {
            return;
        }
        const Eigen::Vector3d half = 0.5 * box->sizeM;
        for (const double x : {-half.x(), half.x()}) {
            for (const double y : {-half.y(), half.y()}) {
                corners_A[count++] = X_ABody * Eigen::Vector3d(x, y, -half.z());
            }
        }
    }
};

bool isLoaded(const BodyBelief& belief, robot::BodyId body) {
    return std::ranges::any_of(belief.forces, [&](const ForceBelief& force) {
        return force.body == body && force.force_BodyN.norm() > 0.0;
    });
}

// The soles that report a force, or all soles if none does.
Soles solesOf(const robot::RobotModel& model, const BodyBelief& belief,
              std::span<const math::Pose> X_ABody) {
    const auto isSole = [](const robot::Perceptor& perceptor) {
        return perceptor.kind == robot::PerceptorKind::ForceResistance;
    };
    const bool isAnyLoaded =
        std::ranges::any_of(model.percepts().perceptors, [&](const robot::Perceptor& perceptor) {
            return isSole(perceptor) && isLoaded(belief, perceptor.body);
        });
    Soles soles;
    for (const robot::Perceptor& perceptor : model.percepts().perceptors) {
        if (isSole(perceptor) && (!isAnyLoaded || isLoaded(belief, perceptor.body))) {
            const std::size_t i = perceptor.body.index();
            soles.append(model.bodies()[i], X_ABody[i]);
        }
    }
    return soles;
}

std::optional<Eigen::Vector2d> zmpOf(const BodyBelief& belief,
                                     std::span<const math::Pose> X_ABody) {
    Eigen::Vector2d sum = Eigen::Vector2d::Zero();
    double weightN = 0.0;
    for (const ForceBelief& force : belief.forces) {
        if (!force.body.isValid() || force.body.index() >= X_ABody.size()) {
            continue; // occurs in damaged recordings
        }
        const math::Pose& X_AThis = X_ABody[force.body.index()];
        const double upN = (X_AThis.R * force.force_BodyN).z();
        if (upN > 0.0) {
            sum += upN * (X_AThis * force.center_Body).head<2>();
            weightN += upN;
        }
    }
    return weightN > 0.0 ? std::optional<Eigen::Vector2d>(sum / weightN) : std::nullopt;
}

} // namespace

SupportPolygon::SupportPolygon(std::span<const Eigen::Vector2d> points_A) {
    std::array<Eigen::Vector2d, kMaxCorners> points;
    const std::size_t count = std::min(points_A.size(), points.size());
    std::ranges::copy(points_A.first(count), points.begin());
    m_count = robot::convexHull(std::span(points).first(count), m_corners_A);
}

Balance balanceOf(const robot::RobotModel& model, const BodyBelief& body,
                  std::span<const math::Pose> X_ABody) {
    SIDELINE_ASSERT(X_ABody.size() == model.bodies().size());
    Balance balance;
    balance.centerOfMass_A = robot::centerOfMass(model, X_ABody);
    const Soles soles = solesOf(model, body, X_ABody);
    const std::span corners_A = std::span(soles.corners_A).first(soles.count);
    double lowestM = std::numeric_limits<double>::infinity();
    for (const Eigen::Vector3d& corner : corners_A) {
        lowestM = std::min(lowestM, corner.z());
    }
    std::array<Eigen::Vector2d, SupportPolygon::kMaxCorners> touching_A;
    std::size_t count = 0;
    for (const Eigen::Vector3d& corner : corners_A) {
        if (corner.z() <= lowestM + kTouchM) {
            touching_A[count++] = corner.head<2>();
        }
    }
    balance.support_A = SupportPolygon(std::span(touching_A).first(count));
    balance.marginM =
        robot::marginM(balance.support_A.corners_A(), balance.centerOfMass_A.head<2>());
    balance.zmp_A = zmpOf(body, X_ABody);
    return balance;
}

} // namespace sideline::world
