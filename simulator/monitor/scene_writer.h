#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "agentcore/field/field_model.h"
#include "agentcore/game/constants.h"
#include "agentcore/game/player_id.h"
#include "agentcore/game/rules.h"
#include "agentcore/math/pose.h"
#include "agentcore/monitor/game_state.h"
#include "agentcore/monitor/scene.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::simulator {

/// A robot as monitors are to see it.
struct SceneRobotInput {
    game::PlayerId id;          ///< side None until the agent is in a team: no number, no colors
    int typeNumber = 0;         ///< heterogeneous type, which the meshes' names report
    robot::RobotModelPtr model; ///< must not be null
    std::span<const math::Pose> X_SBody; ///< one per body of the model, in its order
    bool isSelected = false;             ///< shows the marker
};

/// The scene that monitors are sent: lights, ground, sky, goals, walls, flags, lines, ball,
/// robots, node by node as rcssserver3d 0.7.3 has them. A value; one thread at a time.
///
/// Naos look as the server's with textures. Other robots are shown as their solid shapes; their
/// torso carries number and team as a Nao's does (`matNum7 matLeft`), so that readers know whose
/// it is. Transforms of the ground, goals and meshes are exact where the server's differ from
/// right angles by rounding (about 1e-7).
/// Source: `soccer.rsg`, `goal.rsg`, `ball.rsg`, `nao_hetero.rsg` and the files that they include;
/// full messages of recorded matches.
class MonitorScene {
public:
    explicit MonitorScene(const field::FieldDimensions& field,
                          double ballRadiusM = game::kBallRadiusM);

    /// Takes over where everything is. The structure is another one afterwards (and readers need a
    /// full message) when robots came or went or changed order, id, type or model; otherwise
    /// nothing is allocated.
    /// @param X_SBall pose of the ball
    /// @param robots in the order in which they came
    void update(const math::Pose& X_SBall, std::span<const SceneRobotInput> robots);

    /// The scene as of the last `update`; without robots, the ball on the spot, before the first.
    [[nodiscard]] const monitor::SceneState& state() const { return m_state; }

private:
    struct Tree {
        std::vector<monitor::SceneNode> nodes;
        std::vector<monitor::LocalTransform> local;
        std::vector<std::uint8_t> visible;
    };
    struct ShownRobot {
        game::PlayerId id;
        int typeNumber = 0;
        robot::RobotModelPtr model;
        std::vector<std::int32_t> bodySlots; ///< index into `SceneState::local` for each body
        std::size_t marker = 0;              ///< node
    };
    class TreeBuilder;

    void buildField(const field::FieldDimensions& field, double ballRadiusM);
    [[nodiscard]] bool showsSameRobots(std::span<const SceneRobotInput> robots) const;
    void rebuild(std::span<const SceneRobotInput> robots);
    static ShownRobot addRobot(TreeBuilder& builder, const SceneRobotInput& robot);

    Tree m_field; ///< everything that is always there, the ball last
    std::size_t m_ballSlot = 0;
    std::vector<ShownRobot> m_robots;
    monitor::SceneState m_state;
};

/// What full messages report about field and rules, with the server's names for the play modes.
/// @param ballMassKg, ballRadiusM as the physics has them
[[nodiscard]] monitor::Environment makeEnvironment(const field::FieldDimensions& field,
                                                   const game::Rules& rules,
                                                   double ballRadiusM = game::kBallRadiusM,
                                                   double ballMassKg = game::kBallMassKg);

} // namespace sideline::simulator
