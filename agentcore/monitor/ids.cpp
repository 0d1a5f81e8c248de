#include "agentcore/monitor/ids.h"

namespace sideline::monitor {

std::string_view sideName(Side side) {
    switch (side) {
    case Side::Left:
        return "left";
    case Side::Right:
        return "right";
    case Side::None:
        break;
    }
    return "none";
}

std::string toString(const RobotId& id) {
    return id.side == Side::None
               ? std::string("unnamed robot")
               : std::string(sideName(id.side)) + " " + std::to_string(id.unum.value());
}

} // namespace sideline::monitor
