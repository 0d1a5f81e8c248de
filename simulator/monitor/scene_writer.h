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

/// A robot to be shown to monitors.
struct SceneRobotInput {
    game::PlayerId id;                   ///< side None without a team: no number, no colors
    int typeNumber = 0;                  ///< heterogeneous type, part of the mesh names
    robot::RobotModelPtr model;          ///< must not be null
    std::span<const math::Pose> X_SBody; ///< one per body of the model, in its order
    bool isSelected = false;             ///< whether the selection marker is visible
};

/// The scene for monitors: lights, ground, sky, goals, walls, flags, lines, ball and robots, with
/// the nodes of rcssserver3d 0.7.3. A value; one thread at a time.
///
/// Naos look like the server's with textures. Other robots are shown as their solid shapes; their
/// torso carries number and team as a Nao's does (`matNum7 matLeft`) to identify them. Transforms
/// of ground, goals and meshes are exact where the server's have rounding errors (about 1e-7).
/// Source: `soccer.rsg`, `goal.rsg`, `ball.rsg`, `nao_hetero.rsg` and their includes; full messages
/// of recorded matches.
class MonitorScene {
public:
    explicit MonitorScene(const field::FieldDimensions& field,
                          double ballRadiusM = game::kBallRadiusM);

    /// Updates all poses. The structure changes (and readers need a full message) if robots were
    /// added, removed or reordered, or changed id, type or model; otherwise nothing is allocated.
    /// @param X_SBall pose of the ball
    /// @param robots in order of arrival
    void update(const math::Pose& X_SBall, std::span<const SceneRobotInput> robots);

    /// The scene after the last `update`; initially without robots and with the ball at the center.
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
        std::size_t marker = 0;              ///< index of its node
    };
    class TreeBuilder;

    void buildField(const field::FieldDimensions& field, double ballRadiusM);
    [[nodiscard]] bool showsSameRobots(std::span<const SceneRobotInput> robots) const;
    void rebuild(std::span<const SceneRobotInput> robots);
    static ShownRobot addRobot(TreeBuilder& builder, const SceneRobotInput& robot);

    Tree m_field; ///< all static objects and the ball as the last one
    std::size_t m_ballSlot = 0;
    std::vector<ShownRobot> m_robots;
    monitor::SceneState m_state;
};

/// Field and rules in full messages, with the server's names of the play modes.
/// @param ballMassKg, ballRadiusM values of the physics
[[nodiscard]] monitor::Environment makeEnvironment(const field::FieldDimensions& field,
                                                   const game::Rules& rules,
                                                   double ballRadiusM = game::kBallRadiusM,
                                                   double ballMassKg = game::kBallMassKg);

} // namespace sideline::simulator
