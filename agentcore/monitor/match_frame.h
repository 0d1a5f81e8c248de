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

/// The ball at one instant.
struct BallFrame {
    math::Pose X_SBall;
    std::uint32_t updatedAt = 0; ///< frame in which the stream last reported this pose
};

/// A robot at one instant: ground truth as the monitor stream reports it.
struct RobotFrame {
    game::PlayerId id;
    std::size_t sceneIndex = 0;               ///< its place among the scene's robots
    int typeNumber = -1;                      ///< heterogeneous type; -1 if unknown
    robot::RobotModelPtr model;               ///< null if we have no description
    std::vector<math::Pose> X_SBody;          ///< in the model's body order, torso first
    std::vector<std::uint32_t> bodyUpdatedAt; ///< frame that last reported each body's pose
    /// Derived from the body poses, in the model's joint order; empty without a model.
    std::vector<double> jointAnglesRad;
    double maxJointResidualRad = 0.0; ///< largest rotation that no hinge explains
    double maxJointGapM = 0.0;        ///< largest distance of two bodies that a joint connects
    bool selected = false;            ///< selected in the server (trainer command `select`)

    [[nodiscard]] const math::Pose& X_STorso() const { return X_SBody.front(); }
    /// Direction the torso faces on the ground, 0 along +x of S, counterclockwise, (-pi, pi].
    [[nodiscard]] double headingRad() const;
    /// Angle between the torso's up axis and the vertical, 0 upright, pi upside down.
    [[nodiscard]] double tiltRad() const;
    /// Height of the head as a share of that in a straight stance; 1 if the robot is not known.
    [[nodiscard]] double headShare() const;
    /// Lies on the ground or is about to, as `game::isFallen` defines it.
    [[nodiscard]] bool isFallen() const;
};

/// How far a frame can be trusted.
struct FrameHealth {
    bool damaged = false;   ///< the message could not be read; the frame repeats the one before
    bool outOfSync = false; ///< the scene does not fit the stream until the next full message
    bool noScene = false;   ///< no full message has been seen yet
    [[nodiscard]] bool good() const { return !damaged && !outOfSync && !noScene; }
    [[nodiscard]] bool operator==(const FrameHealth&) const = default;
};

/// Ground truth of everything at one instant of a match. Immutable once published; panels,
/// viewers and tools consume this value and nothing else of the monitor stream.
struct MatchFrame {
    std::uint32_t index = 0;  ///< number of the message in its log or stream, from 0
    double recordTimeS = 0.0; ///< time since the first message; runs on when the game clock stands
    GameState game;
    std::optional<BallFrame> ball;
    std::vector<RobotFrame> robots;          ///< in the order of the scene
    std::shared_ptr<const SceneState> scene; ///< all nodes, for whoever wants the raw tree
    FrameHealth health;

    /// The robot with this id, or nullptr.
    [[nodiscard]] const RobotFrame* findRobot(const game::PlayerId& id) const;
    /// Name of a body of one of this frame's robots: the model's, or the mesh's without a model.
    [[nodiscard]] std::string_view bodyName(const RobotFrame& robot, std::size_t body) const;
    /// Pose of the ball or of a robot's body, or nothing if it is not on the field.
    [[nodiscard]] std::optional<math::Pose> findPose(const ObjectId& id) const;
    /// Frame that last reported the pose of that object's body, or nothing if it is not there.
    [[nodiscard]] std::optional<std::uint32_t> poseUpdatedAt(const ObjectId& id) const;
};

using MatchFramePtr = std::shared_ptr<const MatchFrame>;

/// Builds the frame that panels consume from the decoder's state.
///
/// Joint angles come from the relative rotation of each joint's two bodies. Any thread.
[[nodiscard]] MatchFramePtr makeMatchFrame(std::uint32_t index, double recordTimeS, GameState game,
                                           std::shared_ptr<const SceneState> scene, bool damaged);

/// The robot of a scene as a frame entry.
/// @param sceneIndex place among the scene's robots
[[nodiscard]] RobotFrame makeRobotFrame(std::size_t sceneIndex, const SceneState& scene);

/// A frame a fraction `t` in [0, 1] of the way from `from` to `to`, for smooth drawing between
/// two messages. Robots with a description move by torso pose and joint angles, so that limbs
/// keep their length. Game state, health and everything not drawn is that of `from`; objects
/// that were put elsewhere, or are only in one of the two, stay where `from` has them.
[[nodiscard]] MatchFramePtr interpolate(const MatchFrame& from, const MatchFrame& to, double t);

/// The frame with robots put together again that the stream has torn apart, for drawing.
///
/// A server log that was written beside a monitor lacks some differences; until the next full
/// scene a robot that was beamed may have limbs left behind. Such robots (gap above 5 cm) are set
/// up again from torso pose and joint angles. Returns the same frame if nothing is torn.
[[nodiscard]] MatchFramePtr withTornRobotsMended(const MatchFramePtr& frame);

/// Whether an object was put elsewhere between two frames, by a beam, the referee, a trainer or a
/// reset, rather than moved there: it is further away than it can have moved in the time between.
/// A body of a robot was put elsewhere if its torso was. False if the object is missing in either
/// frame, or the frames are not in order of record time.
[[nodiscard]] bool hasTeleported(const MatchFrame& before, const MatchFrame& after,
                                 const ObjectId& id);

/// Speed of an object between two frames, in the server frame, meters per second; nothing if it
/// is missing in either, was put elsewhere, or the frames are not in order of record time.
[[nodiscard]] std::optional<Eigen::Vector3d> velocityMps(const MatchFrame& before,
                                                         const MatchFrame& after,
                                                         const ObjectId& id);

} // namespace sideline::monitor
