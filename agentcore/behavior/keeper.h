#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/number_info.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/dive.h"
#include "agentcore/behavior/goal_cover.h"
#include "agentcore/behavior/on_feet.h"
#include "agentcore/behavior/striker.h"
#include "agentcore/behavior/walking.h"
#include "agentcore/planning/pitch_control.h"

namespace sideline::behavior {

/// Settings of a goalkeeper.
struct KeeperSettings {
    bool blocks = true;
    bool dives = true;
    planning::SpeedTable players;
    CoverSettings cover;
    double clearM = 3.0;
    double blockReachM = 0.3;
    double blockBeforeS = 0.3;
    double diveFromM = 0.25;
    double diveReachM = 0.9;
    double diveBeforeS = 0.9;
    double walkMps = 0.4;
    double stepDelayS = 0.2;
    double lateralPerS = 4.0;
    double stepFromM = 0.03;
    double hurryTiltRad = 0.12;
    double hurryPerRad = 4.0;
    // Reaction to shots.
    double lookAheadS = 3.0;
    double minShotMps = 0.3;
    double maxSigmaM = 0.35;
    double standReachM = 0.09;
    double stepReachM = 0.18;
    double betweenFeetM = 0.1;
    // Dives and blocks.
    double lieS = 0.4;
    double holdS = 0.8;
    double stanceS = 0.16;
    double stanceHeightRatio = 0.78;
    double stanceLiftM = 0.015;
    double stanceLeanRad = 0.1;
    double stanceShiftRatio = 0.4;
    double stanceArmRad = -1.2;
    double stanceArmOutRad = 0.8;
    double stanceElbowRad = 0.1;
    // Clearing.
    double stillMps = 0.4;
    double rollingMps = 1.0;
    double soonerS = 0.3;
    double laterS = 0.8;
    double keepRatio = 1.3;
    double byLineM = 1.5;

    /// Name, unit, range and meaning of each setting.
    [[nodiscard]] static std::span<const base::NumberInfo<KeeperSettings>> numbers();
};

/// Guards its own goal: stands between ball and goal, and looks at the ball. Predicts where and
/// when a ball on its way to the goal will pass the robot (`world::ballCrossing`). The robot steps
/// there if there is time; otherwise it dives, gets up and continues. It blocks balls that pass
/// nearby with a wide stance: one foot in the path, or the feet together. It clears a ball at rest
/// in front of its goal like a striker if it is the first to reach it.
///
/// Needs the ball and the robot's pose. Publishes, in addition to the values of `Walk`, while a
/// ball is on its way, `keeper.inS` and `keeper.asideM`, and the drawing `keeper.crossing`. Fails
/// on a robot that cannot walk.
class Keeper final : public Behavior, public WalkHandover {
public:
    using TrajectoryPtr = DiveMotion::TrajectoryPtr;
    enum class Stage : std::uint8_t { Guard, Block, Dive, Clear };

    /// @param diveLeft,diveRight motions made for the agent's robot; null if it does not dive
    /// @param clears the behavior that clears balls; if absent, the keeper does not clear them
    Keeper(OnFeet feet, TrajectoryPtr diveLeft, TrajectoryPtr diveRight,
           const KeeperSettings& settings, std::optional<Striker> clears = {})
        : m_feet(std::move(feet)),
          m_clears(std::move(clears)),
          m_diveLeft(std::move(diveLeft)),
          m_diveRight(std::move(diveRight)),
          m_settings(settings) {
        m_feet.hurry(settings.hurryTiltRad, settings.hurryPerRad);
    }

    [[nodiscard]] std::string_view name() const override { return "keeper"; }
    void enter(const Context& context) override;
    Status update(const Context& context, ActionRequest& request) override;
    /// False while it blocks, dives or kicks.
    [[nodiscard]] bool mayBeInterrupted() const override {
        return m_stage == Stage::Clear ? m_clears->mayBeInterrupted()
                                       : m_stage == Stage::Guard && m_feet.mayBeInterrupted();
    }
    void settle(bool isOn) override;
    [[nodiscard]] WalkHandover* asWalkHandover() override { return this; }
    [[nodiscard]] const Walk* walkToHandOver() const override {
        return m_stage == Stage::Clear   ? m_clears->walkToHandOver()
               : m_stage == Stage::Guard ? m_feet.walkToHandOver()
                                         : nullptr;
    }
    void enterWalking(const Context& context, const Walk& walk) override {
        enter(context);
        m_feet.takeOver(context, walk);
    }
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<Keeper>(*this);
    }
    [[nodiscard]] Stage stage() const { return m_stage; }

private:
    // A ball on its way to the goal.
    struct Shot {
        double inS = 0.0;
        double lateralM = 0.0; ///< where it passes the robot, positive to the left
        Eigen::Vector3d p_F = Eigen::Vector3d::Zero();
    };

    [[nodiscard]] std::optional<Shot> shotAt(const Context& context) const;
    [[nodiscard]] bool shouldClear(const Context& context);
    Status clear(const Context& context, ActionRequest& request);
    Status guard(const Context& context, ActionRequest& request);
    Status dive(const Context& context, ActionRequest& request);
    Status block(const Context& context, ActionRequest& request);
    [[nodiscard]] motion::WalkCommand toPlace(const Context& context) const;
    void takeStance(double ratio, ActionRequest& request) const;

    OnFeet m_feet;
    std::optional<Striker> m_clears;
    std::vector<planning::PitchPlayer> m_players;
    TrajectoryPtr m_diveLeft;
    TrajectoryPtr m_diveRight;
    KeeperSettings m_settings;
    DiveMotion m_dive;
    Stage m_stage = Stage::Guard;
    double m_stageS = 0.0;
    double m_blockLateralM = 0.0; ///< where the robot blocks the ball, positive to the left
    std::array<double, robot::kMaxJoints> m_fromRad{}; ///< posture before the wide stance
};

} // namespace sideline::behavior
