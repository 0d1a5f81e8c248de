#include "studio/session/simulator_overlay.h"

namespace sideline::studio {

viewer3d::PhysicsOverlay makeOverlay(const simulator::PhysicsDetails& details,
                                     const widgets::PhysicsChoice& choice) {
    viewer3d::PhysicsOverlay overlay;
    if (choice.forces) {
        for (const auto& contact : details.contacts) {
            overlay.forces.push_back({contact.p_S, contact.force_SN});
        }
    }
    if (choice.torques) {
        for (const auto& torque : details.torques) {
            overlay.torques.push_back(
                {torque.p_S, torque.axis_S, torque.torqueNm, torque.limitRatio});
        }
    }
    if (choice.masses) {
        for (const auto& mass : details.masses) {
            overlay.masses.push_back({mass.p_S, mass.massKg, mass.isCenter});
        }
    }
    if (choice.colliders) {
        for (const auto& collider : details.colliders) {
            overlay.colliders.push_back({collider.X_SBody, collider.shape, collider.isAwake});
        }
    }
    return overlay;
}

} // namespace sideline::studio
