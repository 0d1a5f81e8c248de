#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include <Qt3DCore/QEntity>

#include "viewer3d/scene/drawables.h"
#include "viewer3d/scene/materials.h"
#include "viewer3d/scene/physics_overlay.h"

namespace sideline::viewer3d {

/// Draws contacts, forces and axes of the simulated world: arrows, arcs, spheres, colliders; and
/// the arrow of the mouse. GUI thread only.
class OverlayScene : public Qt3DCore::QEntity {
    Q_OBJECT
public:
    OverlayScene(const Materials& materials, Qt3DCore::QNode* parent);

    /// Replaces the overlay.
    void setOverlay(const PhysicsOverlay& overlay);

    /// The point that the mouse grips, and the target to which it pulls or pushes the point. Server
    /// frame S.
    struct Handle {
        Eigen::Vector3d from_S;
        Eigen::Vector3d to_S;
        bool isPush = false;
        std::optional<Eigen::Vector3d> facing_S = {}; ///< unit; future heading of a robot
    };
    void setHandle(const std::optional<Handle>& handle);

private:
    static constexpr std::size_t kArcCount = 12; ///< number of possible arc lengths
    struct Shapes {
        std::unique_ptr<InstancedMesh> mesh;
        std::vector<Instance> instances;
        void flush();
    };
    void addForce(const PhysicsOverlay::Force& force);
    void addTorque(const PhysicsOverlay::Torque& torque);
    void addMass(const PhysicsOverlay::Mass& mass);
    void addCollider(const PhysicsOverlay::Collider& collider);
    void addHandleArrow(const Eigen::Vector3d& from_S, const Eigen::Vector3d& to_S,
                        const Eigen::Vector3f& color);

    Shapes m_shafts;
    Shapes m_heads;
    std::array<Shapes, kArcCount> m_arcs;
    Shapes m_spheres;
    Shapes m_centers;
    Shapes m_footprints; ///< centers of mass, on the ground
    Shapes m_boxes;
    Shapes m_balls;
    Shapes m_tubes;
    Shapes m_handleShaft;
    Shapes m_handleHead;
};

} // namespace sideline::viewer3d
