#pragma once

#include <limits>
#include <optional>

#include <Eigen/Core>

#include "agentcore/field/field_model.h"
#include "agentcore/game/server_kind.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/world/agent_frame.h"
#include "agentcore/world/viewpoint.h"

namespace sideline::world {

/// Selects the true ball among those of a vision frame. SimSpark reports one ball or none.
/// rcssservermj also reports false balls: random sightings anywhere in the view, and landmarks
/// labeled as a ball (1 in 20). The sighting that matches the belief is chosen; an outlier is
/// accepted after a second one at the same place. Allocates nothing.
class BallChoice {
public:
    BallChoice(game::ServerKind server, const field::FieldDimensions& field)
        : m_checksPlausibility(server == game::ServerKind::Rcssservermj), m_field(field) {}

    /// Advances the age of the last outlier.
    void predict(double stepS) { m_outlierAgeS += stepS; }
    void reset() { m_outlierAgeS = std::numeric_limits<double>::infinity(); }

    /// @param view the camera's viewpoint; null while the pose is unknown
    /// @param believed belief about the ball before this frame
    /// @return the sighting of the ball, a reference into `vision`; null if there is none
    [[nodiscard]] const protocol::SeenObject* choose(const protocol::VisionPercept& vision,
                                                     const Viewpoint* view,
                                                     const BallBelief& believed);

private:
    [[nodiscard]] bool isPossible(const SeenPoint& seen) const;

    bool m_checksPlausibility;
    field::FieldDimensions m_field;
    Eigen::Vector3d m_outlier_F =
        Eigen::Vector3d::Zero(); ///< the last sighting that matched nothing
    double m_outlierAgeS = std::numeric_limits<double>::infinity();
};

} // namespace sideline::world
