#include "agentcore/behavior/beam_to.h"

#include <cmath>

namespace sideline::behavior {

namespace {

constexpr double kBeamNearM = 0.2;
constexpr double kBeamEveryS = 1.0;

} // namespace

void BeamTo::enter(const Context& context) {
    m_nextS = context.timeS;
}

Status BeamTo::update(const Context& context, ActionRequest& request) {
    const argument::Beliefs beliefs = beliefsOf(context);
    const world::AgentFrame& frame = context.frame;
    const auto place_F = placeOf_F(m_place, beliefs);
    const bool isThere = place_F && frame.body.pose.isValid && !frame.body.isFallen &&
                         (frame.body.X_FT.p.head<2>() - *place_F).norm() < kBeamNearM;
    std::string& reason = request.decision.reason;
    if (isThere) {
        reason = "at its target";
    } else if (!frame.situation.mayBeam) {
        reason = "the rules forbid beams now";
    } else {
        reason = "beaming";
        if (place_F && context.timeS >= m_nextS) {
            m_nextS = context.timeS + kBeamEveryS;
            const auto facing_F = placeOf_F(m_facing, beliefs);
            const Eigen::Vector2d way_F =
                facing_F ? Eigen::Vector2d(*facing_F - *place_F) : Eigen::Vector2d(1.0, 0.0);
            request.beam_F =
                Eigen::Vector3d(place_F->x(), place_F->y(), std::atan2(way_F.y(), way_F.x()));
        }
    }
    describe("at", m_place, beliefs, reason);
    return isThere ? Status::Done : Status::Running;
}

} // namespace sideline::behavior
