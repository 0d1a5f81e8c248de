#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "agentcore/base/rng.h"
#include "agentcore/game/player_id.h"
#include "agentcore/protocol/effectors.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/robot/robot_model.h"
#include "simulator/sensing/vision.h"
#include "simulator/simulation/agent_id.h"
#include "simulator/world/physics_world.h"

namespace sideline::simulator {

/// What an agent wants to happen in the next cycle; of each kind the last one counts.
struct AgentRequests {
    struct Body {
        std::string file;
        int type = 0;
    };
    struct Player {
        std::string team;
        int unum = 0;
    };
    std::optional<Body> body;
    std::optional<Player> player;
    std::optional<protocol::BeamEffector> beam;
    bool pass = false;
};

/// All that the simulation knows of an agent beside its body. A value: a copy of it is a saved
/// agent.
struct Agent {
    /// @param seed of its sensors and its beam noise
    Agent(AgentId agentId, std::uint64_t seed) : id(agentId), vision(seed), beamNoise(~seed) {}

    AgentId id;
    RobotKey body = 0; ///< 0 while it has none
    robot::RobotModelPtr model;
    int typeNumber = 0;
    game::PlayerId player;
    std::string team;
    bool isSelected = false;
    /// A robot of the start situation that nobody plays yet; it holds its joints.
    bool isStandIn = false;
    bool hasStartPlace = false; ///< its robot stands in the start situation: no beam moves it away
    AgentRequests requests;
    std::vector<bool> isFrozen; ///< joints that the referee holds

    std::uint64_t synCount = 0; ///< messages that ended with (syn)
    bool wantsPercepts = true;
    std::uint32_t cyclesConnected = 0;
    std::uint32_t cyclesWithBody = 0;
    bool knowsItsPlace = false; ///< whether it was assigned side and number
    VisionSensor vision;
    base::Rng beamNoise;
    std::string percepts; ///< empty while they are values
    bool wantsValues = false;
    bool hasValues = false; ///< `values` are the percepts of the last cycle
    protocol::Percepts values;
    std::set<std::string, std::less<>> noted; ///< kinds of faults reported already
};

} // namespace sideline::simulator
