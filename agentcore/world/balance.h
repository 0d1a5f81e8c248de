#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::world {

/// Corners of a convex polygon on the ground, counterclockwise seen from above. A value, no
/// allocation.
class SupportPolygon {
public:
    static constexpr std::size_t kMaxCorners = 24; ///< four for each of six soles

    SupportPolygon() = default;
    /// The hull of points; those beyond `kMaxCorners` are left out.
    explicit SupportPolygon(std::span<const Eigen::Vector2d> points_A);

    [[nodiscard]] std::size_t size() const { return m_count; }
    [[nodiscard]] const Eigen::Vector2d* begin() const { return m_corners_A.data(); }
    [[nodiscard]] const Eigen::Vector2d* end() const { return begin() + m_count; }
    [[nodiscard]] const Eigen::Vector2d& operator[](std::size_t i) const { return m_corners_A[i]; }
    [[nodiscard]] std::span<const Eigen::Vector2d> corners_A() const { return {begin(), m_count}; }

private:
    std::array<Eigen::Vector2d, kMaxCorners + 1> m_corners_A;
    std::size_t m_count = 0;
};

/// Whether a robot would stand: its center of mass over the polygon that carries it. Any frame A
/// with z up.
struct Balance {
    Eigen::Vector3d centerOfMass_A = Eigen::Vector3d::Zero();
    SupportPolygon support_A; ///< empty if nothing of the robot carries it
    /// Distance from the center of mass (put straight down) to the polygon's nearest edge, m;
    /// negative outside, and 0 where nothing carries it.
    double marginM = 0.0;
    /// Zero moment point on flat ground: the center of the vertical forces that the perceptors
    /// report; nothing if they report none.
    std::optional<Eigen::Vector2d> zmp_A;
};

/// The balance of a robot as its agent believes it. No allocation.
///
/// The soles of the bodies with a force perceptor that reports a force carry the robot. Where none
/// does, as between two percepts of a fall, those sole corners that are nearly as low as the lowest
/// one.
/// @param X_ABody poses of all bodies of the model in A, by `forwardKinematics`
[[nodiscard]] Balance balanceOf(const robot::RobotModel& model, const BodyBelief& body,
                                std::span<const math::Pose> X_ABody);

} // namespace sideline::world
