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

/// A convex polygon on the ground, corners counterclockwise from above. A value; no allocation.
class SupportPolygon {
public:
    static constexpr std::size_t kMaxCorners = 24; ///< four corners for each of six soles

    SupportPolygon() = default;
    /// The convex hull of points; points beyond `kMaxCorners` are ignored.
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

/// Static balance: the position of the center of mass relative to the support polygon. Any frame A
/// with z up.
struct Balance {
    Eigen::Vector3d centerOfMass_A = Eigen::Vector3d::Zero();
    SupportPolygon support_A; ///< empty without ground contact
    /// Distance from the center of mass (projected onto the ground) to the polygon's nearest edge,
    /// m; negative outside, 0 without ground contact.
    double marginM = 0.0;
    /// Zero moment point on flat ground: the center of the vertical forces reported by the
    /// perceptors; not set without forces.
    std::optional<Eigen::Vector2d> zmp_A;
};

/// The balance of a robot according to its agent's belief. No allocation.
///
/// The support consists of the soles whose force perceptor reports a force. If there are none, as
/// between two percepts of a fall, the support consists of the sole corners nearly as low as the
/// lowest one.
/// @param X_ABody poses of all bodies of the model in A, from `forwardKinematics`
[[nodiscard]] Balance balanceOf(const robot::RobotModel& model, const BodyBelief& body,
                                std::span<const math::Pose> X_ABody);

} // namespace sideline::world
