#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <Eigen/Core>

#include "agentcore/game/play_mode.h"
#include "agentcore/game/player_id.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/robot/robot_model.h"
#include "simulator/sensing/hear.h"
#include "simulator/sensing/vision.h"

namespace sideline::simulator {

/// What is notified of the game: `(GS (sl 0) (sr 0) (t 0.00) (pm BeforeKickOff))`.
struct GamePercept {
    double timeS = 0.0;
    game::PlayMode playMode = game::PlayMode::BeforeKickOff;
    int scoreLeft = 0;
    int scoreRight = 0;
    bool reportsScore = true; ///< the server's `ReportScore`
    /// Number and side, reported in the first message of a robot that is in a team, and never
    /// again:
    /// `(GS (unum 1) (team left) ...)`.
    std::optional<game::PlayerId> place;
    std::array<std::string_view, 2> teamNames; ///< of the left and the right team
    bool labelsWords = true; ///< whether `hear` names the speaker's team: `LabelMessages`
};

/// What a body with a force or touch perceptor feels.
struct BodyTouch {
    robot::BodyId body;
    Eigen::Vector3d center_BodyM = Eigen::Vector3d::Zero(); ///< force-weighted middle
    Eigen::Vector3d force_BodyN = Eigen::Vector3d::Zero();
};

/// Everything an agent receives in one cycle. Spans and texts live as long as the call that takes
/// it.
struct PerceptInput {
    double timeS = 0.0; ///< of the simulation
    GamePercept game;
    std::span<const HeardWord> heard;
    Eigen::Vector3d turning_BodyRadPerS = Eigen::Vector3d::Zero();   ///< of the gyro's body
    Eigen::Vector3d acceleration_BodyMps2 = Eigen::Vector3d::Zero(); ///< less gravity
    std::span<const double> jointAnglesRad;                          ///< by JointId, one per joint
    std::span<const BodyTouch> touches;                              ///< of bodies that are touched
    const VisionScene* scene = nullptr; ///< null in cycles in which it does not see
    Viewer viewer;
};

/// Writes the message for one agent as the server does, in the order of the robot's perceptors:
/// `(time (now 1.02))(GS ...)(GYR (n torso) (rt ...))...`. What is missing in `input` (touches,
/// heard words, the scene) is omitted as the server leaves it out.
///
/// @param model the robot's description; `jointAnglesRad` has an angle for each of its joints
/// @param eyes the agent's camera; only used when there is a scene
/// @param message replaced; no allocation once it is large enough
void writePercepts(const robot::RobotModel& model, const PerceptInput& input,
                   const SensorSwitches& switches, VisionSensor& eyes, std::string& message);

/// The same as values: exactly what `protocol::parsePercepts` reads from that message, without the
/// way over text. The texts in it are those of `model`, `input` and the scene.
///
/// @param percepts replaced; no allocation once it is large enough
/// @return false if only the message can carry it, as with ground truth, with six decimals, or when
///     a number is not finite: `eyes` is then as it was, and `percepts` is of no use
[[nodiscard]] bool fillPercepts(const robot::RobotModel& model, const PerceptInput& input,
                                const SensorSwitches& switches, VisionSensor& eyes,
                                protocol::Percepts& percepts);

} // namespace sideline::simulator
