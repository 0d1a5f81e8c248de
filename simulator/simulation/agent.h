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

/// Requests of an agent for the next cycle; the last one of each kind counts.
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

/// The state of an agent without its body. A value: a copy of it is a saved state.
struct Agent {
    /// @param seed for its sensors and its beam noise
    Agent(AgentId agentId, std::uint64_t seed) : id(agentId), vision(seed), beamNoise(~seed) {}

    AgentId id;
    RobotKey body = 0; ///< 0 without a robot
    robot::RobotModelPtr model;
    int typeNumber = 0;
    game::PlayerId player;
    std::string team;
    bool isSelected = false;
    /// A robot of the start situation without a player; it holds its joints.
    bool isStandIn = false;
    bool hasStartPlace =
        false; ///< its robot is part of the start situation and cannot be beamed away
    AgentRequests requests;
    std::vector<bool> isFrozen; ///< joints held by the referee

    std::uint64_t synCount = 0; ///< number of messages that ended with (syn)
    bool needsPercepts = true;
    std::uint32_t cyclesConnected = 0;
    std::uint32_t cyclesWithBody = 0;
    bool hasAssignedPlace = false; ///< whether its side and number were reported
    VisionSensor vision;
    base::Rng beamNoise;
    std::string percepts; ///< empty if they are values
    bool usesValues = false;
    bool hasValues = false; ///< `values` are the percepts of the last cycle
    protocol::Percepts values;
    std::set<std::string, std::less<>> noted; ///< kinds of errors already reported
};

} // namespace sideline::simulator
