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

/// Which of the balls of a vision frame is the ball. SimSpark reports one, or none. rcssservermj
/// reports balls that are none as well: false sightings anywhere in the view, and landmarks that it
/// calls a ball (1 in 20). Of several the one that fits the belief is taken; one that fits nothing
/// is believed when a second one is seen there. Allocates nothing.
class BallChoice {
public:
    BallChoice(game::ServerKind server, const field::FieldDimensions& field)
        : m_isDoubted(server == game::ServerKind::Rcssservermj), m_field(field) {}

    /// Lets time pass.
    void predict(double stepS) { m_oddAgeS += stepS; }
    void reset() { m_oddAgeS = std::numeric_limits<double>::infinity(); }

    /// @param view where the robot looks from; null while it does not know
    /// @param believed the ball as it is believed in before this frame
    /// @return the sighting of the ball, which is one of `vision`; null if there is none
    [[nodiscard]] const protocol::SeenObject* choose(const protocol::VisionPercept& vision,
                                                     const Viewpoint* view,
                                                     const BallBelief& believed);

private:
    [[nodiscard]] bool isPossible(const SeenPoint& seen) const;

    bool m_isDoubted;
    field::FieldDimensions m_field;
    Eigen::Vector3d m_odd_F = Eigen::Vector3d::Zero(); ///< the last one that fitted nothing
    double m_oddAgeS = std::numeric_limits<double>::infinity();
};

} // namespace sideline::world
