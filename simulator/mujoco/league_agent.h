#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "agentcore/game/player_id.h"
#include "agentcore/protocol/mujoco_actions.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/robot/robot_model.h"
#include "simulator/mujoco/league_percepts.h"
#include "simulator/mujoco/league_vision.h"
#include "simulator/mujoco/mujoco_world.h"

namespace sideline::simulator::mujoco {

/// The actions of an agent until the next cycle. A later command of a motor replaces an earlier
/// one, as if both were executed in order.
struct LeagueActions {
    struct Beam {
        double xM;
        double yM;
        double headingRad;
    };
    struct Say {
        double volume; ///< 1 is full
        std::string base64;
        std::size_t bytes; ///< length of the payload
    };
    std::vector<std::optional<MotorCommand>> motors; ///< one per joint of the robot
    std::optional<Beam> beam;
    std::optional<Say> say;
    int messages = 0; ///< number of messages received since the last cycle

    /// Reports an action that cannot be executed.
    using Note = std::function<void(std::string)>;
    /// Adds the actions of a message.
    void read(const protocol::mujoco::Message& message, const robot::RobotModel& model,
              const Note& note);
    /// Counts a message; reports a client that sends too many.
    void count(const Note& note);
};

/// An agent of a match: what it requested, and what its robot does.
struct LeagueAgent {
    std::uint64_t messages = 0;
    bool hasAsked = false;
    bool isWaiting = false; ///< whether it waits for its robot
    std::string robot;
    std::string team;
    int unum = 0;
    std::optional<game::PlayerId> player;
    LeagueActions actions;
    /// Commands executed in every cycle for a robot that the user added, one per joint; empty for
    /// robots with a client.
    std::vector<std::optional<MotorCommand>> standing;
    HeadSites sites;
    std::vector<std::pair<std::string, std::size_t>> visibleSites;
    std::vector<std::string> colliders; ///< names; empty for colliders without a name on the server
    std::vector<robot::JointId>
        jointOrder;                 ///< order of joints in percepts; empty: the model's order
    std::optional<CameraView> view; ///< for `PerceptionVersion::Master` only
    protocol::Percepts percepts;
    std::string text;
    std::set<std::string> noted;
};

} // namespace sideline::simulator::mujoco
