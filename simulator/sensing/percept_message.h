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

/// The game state percept: `(GS (sl 0) (sr 0) (t 0.00) (pm BeforeKickOff))`.
struct GamePercept {
    double timeS = 0.0;
    game::PlayMode playMode = game::PlayMode::BeforeKickOff;
    int scoreLeft = 0;
    int scoreRight = 0;
    bool reportsScore = true; ///< the server's `ReportScore`
    /// Number and side, reported only in the first message after a robot joined a team: `(GS (unum
    /// 1) (team left) ...)`.
    std::optional<game::PlayerId> place;
    std::array<std::string_view, 2> teamNames; ///< names of the left and the right team
    bool labelsMessages = true; ///< whether `hear` contains the speaker's team: `LabelMessages`
};

/// Contact of a body with a force or touch perceptor.
struct BodyTouch {
    robot::BodyId body;
    Eigen::Vector3d center_BodyM = Eigen::Vector3d::Zero(); ///< force-weighted center
    Eigen::Vector3d force_BodyN = Eigen::Vector3d::Zero();
};

/// Rounds an angle as the server does, which stores angles in single precision, in radians and in
/// degrees.
[[nodiscard]] float serverDeg(double angleRad);

/// All percepts of an agent in one cycle. Spans and strings must be valid during the call.
struct PerceptInput {
    double timeS = 0.0; ///< simulated time
    GamePercept game;
    std::span<const HeardMessage> heard;
    std::span<const double> jointAnglesRad; ///< by JointId, one per joint
    std::span<const BodyTouch> touches;     ///< touches of bodies in contact
    const VisionScene* scene = nullptr;     ///< null in cycles without vision
    Viewer viewer;

    /// Numbers for perceptors of a kind that only reports numbers, in the units of the percept and
    /// the frame of the body: angular velocity (deg/s), acceleration without gravity (m/s^2). A
    /// kind with a single number uses the first component.
    [[nodiscard]] Eigen::Vector3f& numbers(robot::PerceptorKind kind) {
        return m_numbers[static_cast<std::size_t>(kind)];
    }
    [[nodiscard]] const Eigen::Vector3f& numbers(robot::PerceptorKind kind) const {
        return m_numbers[static_cast<std::size_t>(kind)];
    }

private:
    std::array<Eigen::Vector3f, robot::kPerceptorKinds.size()> m_numbers = [] {
        std::array<Eigen::Vector3f, robot::kPerceptorKinds.size()> zeros;
        zeros.fill(Eigen::Vector3f::Zero());
        return zeros;
    }();
};

/// Writes the message for one agent as the server does, in the order of the robot's perceptors:
/// `(time (now 1.02))(GS ...)(GYR (n torso) (rt ...))...`. Percepts missing in `input` (contacts,
/// messages, the scene) are omitted.
///
/// @param model the robot's description; `jointAnglesRad` has one angle per joint
/// @param eyes the agent's camera; only used with a scene
/// @param message replaced; no allocation once it is large enough
void writePercepts(const robot::RobotModel& model, const PerceptInput& input,
                   const SensorSwitches& switches, VisionSensor& eyes, std::string& message);

/// Fills in the same percepts as values: identical to the result of `protocol::parsePercepts` for
/// that message, without creating text. Strings in them point into `model`, `input` and the scene.
///
/// @param percepts replaced; no allocation once it is large enough
/// @return false if only text can represent the percepts, as with ground truth, with six decimals,
/// or if a number is not finite: `eyes` is then unchanged and `percepts` unusable
[[nodiscard]] bool fillPercepts(const robot::RobotModel& model, const PerceptInput& input,
                                const SensorSwitches& switches, VisionSensor& eyes,
                                protocol::Percepts& percepts);

} // namespace sideline::simulator
