#include "agentcore/game/player_id.h"

namespace sideline::game {

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

std::string toString(const PlayerId& id) {
    return id.side == Side::None
               ? std::string("unnamed robot")
               : std::string(sideName(id.side)) + " " + std::to_string(id.unum.value());
}

} // namespace sideline::game
