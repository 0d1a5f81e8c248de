#include "studio/workspaces/replay/trail.h"

#include <algorithm>
#include <span>

namespace sideline::studio {

using monitor::ObjectId;

viewer3d::Trail makeTrail(const logs::FetchedFrame& fetched, const ObjectId& id) {
    constexpr std::size_t kGhosts = 5;
    viewer3d::Trail trail;
    // The trail restarts where the object was repositioned.
    std::size_t begin = fetched.trail.empty() ? 0 : fetched.trail.size() - 1;
    while (begin > 0 &&
           !monitor::hasTeleported(*fetched.trail[begin - 1], *fetched.trail[begin], id)) {
        --begin;
    }
    const std::span frames = std::span(fetched.trail).subspan(begin);
    for (const auto& frame : frames) {
        if (const auto pose = frame->findPose(id)) {
            trail.path_S.push_back(pose->p);
        }
    }
    const std::size_t stride = std::max<std::size_t>(1, frames.size() / kGhosts);
    for (std::size_t i = 0; i + stride < frames.size(); i += stride) {
        if (id.kind == ObjectId::Kind::Ball && frames[i]->ball) {
            trail.ballGhosts_S.push_back(frames[i]->ball->X_SBall.p);
        } else if (const auto* robot = frames[i]->findRobot(id.robot); robot != nullptr) {
            trail.ghosts.push_back(*robot);
        }
    }
    return trail;
}

} // namespace sideline::studio
