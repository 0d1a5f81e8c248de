#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "agentcore/game/player_id.h"
#include "agentcore/math/pose.h"
#include "agentcore/monitor/game_state.h"
#include "agentcore/monitor/object_id.h"
#include "agentcore/monitor/scene.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::monitor {

/// The ball in one frame.
struct BallFrame {
    math::Pose X_SBall;
    std::uint32_t updatedAt = 0; ///< frame in which the stream last reported the pose
};

/// A robot in one frame: ground truth from the monitor stream.
struct RobotFrame {
    game::PlayerId id;
    std::size_t sceneIndex = 0;               ///< index among the scene's robots
    int typeNumber = -1;                      ///< heterogeneous type; -1 if unknown
    robot::RobotModelPtr model;               ///< null if the robot has no description
    std::vector<math::Pose> X_SBody;          ///< pose of each body, in the model's order, torso
                                              ///< first
    std::vector<std::uint32_t> bodyUpdatedAt; ///< frame in which each body's pose was last reported
    /// Computed from the body poses, in the model's joint order; empty without a model.
    std::vector<double> jointAnglesRad;
    double maxJointResidualRad = 0.0; ///< largest rotation not explained by a hinge
    double maxJointGapM = 0.0;        ///< largest gap between two bodies at their joint
    bool selected = false;            ///< whether it is selected on the server (trainer command
                                      ///< `select`)

    [[nodiscard]] const math::Pose& X_STorso() const { return X_SBody.front(); }
    /// Heading of the torso, 0 along +x of S, counterclockwise, (-pi, pi].
    [[nodiscard]] double headingRad() const;
    /// Angle between the torso's up axis and the vertical, 0 upright, pi upside down.
    [[nodiscard]] double tiltRad() const;
    /// Height of the head relative to a straight stance; 1 if the robot model is unknown.
    [[nodiscard]] double headHeightRatio() const;
    /// Whether the robot lies or is falling, by `game::isFallen`.
    [[nodiscard]] bool isFallen() const;
};

/// How reliable a frame is.
struct FrameHealth {
    bool damaged = false;   ///< whether the message is unreadable; the frame then repeats the
                            ///< previous one
    bool outOfSync = false; ///< whether the scene does not match the stream until the next full
                            ///< message
    bool noScene = false;   ///< whether no full message has been received yet
    [[nodiscard]] bool good() const { return !damaged && !outOfSync && !noScene; }
    [[nodiscard]] bool operator==(const FrameHealth&) const = default;
};

/// Ground truth of all objects in one frame of a match. Immutable once published; panels, viewers
/// and tools use this value and nothing else from the monitor stream.
struct MatchFrame {
    std::uint32_t index = 0; ///< number of the message in its log or stream, from 0
    double recordTimeS =
        0.0; ///< time since the first message; continues while the game clock stops
    GameState game;
    std::optional<BallFrame> ball;
    std::vector<RobotFrame> robots;          ///< robots in the order of the scene
    std::shared_ptr<const SceneState> scene; ///< all nodes, for users of the raw tree
    FrameHealth health;

    /// The robot with this id, or nullptr.
    [[nodiscard]] const RobotFrame* findRobot(const game::PlayerId& id) const;
    /// Name of a robot's body: the name in the model or, without a model, that of the body's mesh.
    [[nodiscard]] std::string_view bodyName(const RobotFrame& robot, std::size_t body) const;
    /// Pose of the ball or of a robot's body; not set if the object is not in the scene.
    [[nodiscard]] std::optional<math::Pose> findPose(const ObjectId& id) const;
    /// Frame in which that body's pose was last reported; not set if the object is not in the
    /// scene.
    [[nodiscard]] std::optional<std::uint32_t> poseUpdatedAt(const ObjectId& id) const;
};

using MatchFramePtr = std::shared_ptr<const MatchFrame>;

/// Builds a frame from the decoder's state.
///
/// Joint angles are computed from the relative rotation of the two bodies of each joint. Any
/// thread.
[[nodiscard]] MatchFramePtr makeMatchFrame(std::uint32_t index, double recordTimeS, GameState game,
                                           std::shared_ptr<const SceneState> scene, bool damaged);

/// The frame entry for one robot of a scene.
/// @param sceneIndex index among the scene's robots
[[nodiscard]] RobotFrame makeRobotFrame(std::size_t sceneIndex, const SceneState& scene);

/// Interpolates between `from` (`t` = 0) and `to` (`t` = 1) for smooth drawing. Robots with a
/// description move by torso pose and joint angles, which preserves the length of their limbs. Game
/// state, health and everything not drawn come from `from`; objects that were teleported or that
/// are in only one of the frames keep their pose in `from`.
[[nodiscard]] MatchFramePtr interpolate(const MatchFrame& from, const MatchFrame& to, double t);

/// A frame in which inconsistent robots are reassembled for drawing.
///
/// A server log written next to a monitor misses some differences; until the next full scene, limbs
/// of a beamed robot can remain at the old position. Such robots (gap above 5 cm) are rebuilt from
/// torso pose and joint angles. Returns the same frame if there are no such robots.
[[nodiscard]] MatchFramePtr withTornRobotsRepaired(const MatchFramePtr& frame);

/// Whether an object was teleported between two frames by a beam, the referee, a trainer or a
/// reset: its displacement exceeds what motion allows in that time. A body of a robot was
/// teleported if its torso was. False if the object is missing in either frame or the frames are
/// not in order of record time.
[[nodiscard]] bool hasTeleported(const MatchFrame& before, const MatchFrame& after,
                                 const ObjectId& id);

/// Velocity of an object between two frames, in the server frame, m/s; not set if the object is
/// missing in either frame or was teleported, or if the frames are not in order of record time.
[[nodiscard]] std::optional<Eigen::Vector3d> velocityMps(const MatchFrame& before,
                                                         const MatchFrame& after,
                                                         const ObjectId& id);

} // namespace sideline::monitor
