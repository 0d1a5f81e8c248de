#include "agentcore/monitor/ruler.h"

#include <cmath>

namespace sideline::monitor {

namespace {

std::string nameOf(const RulerEnd& end) {
    switch (end.object.kind) {
    case ObjectId::Kind::Ball:
        return "ball";
    case ObjectId::Kind::Robot:
        return toString(end.object.robot);
    case ObjectId::Kind::None:
        break;
    }
    return end.mark;
}

} // namespace

double RulerReading::directionRad() const {
    return std::atan2(offset_S().y(), offset_S().x());
}

RulerReading readRuler(const Ruler& ruler, const MatchFrame* frame) {
    const auto placeOf = [&](const RulerEnd& end) -> Eigen::Vector2d {
        const auto pose = frame != nullptr ? frame->findPose(end.object) : std::nullopt;
        return pose ? Eigen::Vector2d(pose->p.head<2>()) : end.p_S;
    };
    return {placeOf(ruler.from), placeOf(ruler.to), nameOf(ruler.from), nameOf(ruler.to)};
}

} // namespace sideline::monitor
