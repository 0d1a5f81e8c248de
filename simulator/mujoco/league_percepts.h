#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/rng.h"
#include "agentcore/field/field_model.h"
#include "agentcore/game/player_id.h"
#include "agentcore/protocol/percepts.h"
#include "simulator/mujoco/league_game.h"
#include "simulator/mujoco/mujoco_world.h"

namespace sideline::simulator::mujoco {

/// An object that agents see: a landmark or the ball.
struct SeenPoint {
    std::string name; ///< `l_luf`, `B`
    Eigen::Vector3d p_S = Eigen::Vector3d::Zero();
};

/// A player that others see.
struct VisiblePlayer {
    game::PlayerId id;
    std::string_view team;
    std::vector<std::pair<std::string_view, Eigen::Vector3d>> parts; ///< name, position in S
};

/// A message that a player said in the last cycle.
struct SpokenWords {
    RobotKey speaker = 0;
    Eigen::Vector3d p_S = Eigen::Vector3d::Zero();
    double volume = 1.0;   ///< 0 to 1
    std::string base64;    ///< the payload in the encoding in which it was sent
    std::size_t bytes = 0; ///< length of the payload
};

/// The landmarks of a field in the server's order. Corners of goal and penalty areas have the
/// positions that the server reports: at twice their distance from the x axis.
[[nodiscard]] std::vector<SeenPoint> landmarksOf(const field::FieldDimensions& field);

/// Indices of a robot's microphone, camera and visible sites in its `RobotPhysics::sites`.
struct HeadSites {
    std::size_t camera = 0;
    std::size_t speaker = 0;
    std::size_t microphone = 0;
};

/// Generates percepts as rcssservermj does (`simulation.py` of `rcsssmj` 0.2.1): values are
/// truncated, to two decimals (to three in the torso's pose).
class LeaguePercepts {
public:
    /// Clears the percepts and adds time and state of the game.
    static void begin(protocol::Percepts& percepts, double timeS, const LeagueGame& game);
    /// Adds torso, gyro, accelerometer and joints.
    /// @param order order of the joints; empty: the model's order
    static void addBody(protocol::Percepts& percepts, const robot::RobotModel& model,
                        std::span<const robot::JointId> order, const SensorReadings& readings);
    /// Adds the messages that a player hears: none of its own; beyond the three loudest, messages
    /// are heard at random.
    static void addHearing(protocol::Percepts& percepts, std::span<const SpokenWords> words,
                           RobotKey listener, const math::Pose& X_SMicrophone, base::Rng& random);
    /// Adds the objects that a camera sees.
    /// @param points landmarks and ball @param players all players, including the observing one
    static void addVision(protocol::Percepts& percepts, const math::Pose& X_SCamera,
                          std::span<const SeenPoint> points,
                          std::span<const VisiblePlayer> players);
};

} // namespace sideline::simulator::mujoco
