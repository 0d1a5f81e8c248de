#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "agentcore/behavior/ball_player.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/computed_parts.h"
#include "agentcore/behavior/walking.h"

namespace sideline::behavior {

/// What `BallSkill` does with the ball.
enum class BallAct : std::uint8_t {
    KickTo,
    PassIntoRun,
    Shoot,
    Clear,
    SetPlay, ///< takes a restart of its own team, and stands otherwise
    Intercept,
    DribbleTo,
};

/// Settings of `BallSkill`.
struct BallSkillSettings {
    double leadM = 1.0;
    double runningMps = 0.2;
    double awayRad = 1.2;
    double stillMps = 0.2;
    double missedM = 0.5;

    /// Name, unit, range and meaning of each setting.
    [[nodiscard]] static std::span<const base::NumberInfo<BallSkillSettings>> numbers();
};

/// What a robot does with the ball, computed from the belief in each cycle.
struct BallGoal {
    BallAct act = BallAct::KickTo;
    /// Target of the ball; for `PassIntoRun` the receiver, a player; for `Intercept` the place that
    /// the robot faces. Optional for `SetPlay` and `Intercept`.
    Computed place;
    Computed passingMps; ///< speed of the ball at its target; omitted: it comes to rest there
    Computed durationS;  ///< for `KickTo`: time from `enter` until the ball is at its target
    /// For `SetPlay`: the only restart that it takes; not set: any.
    std::optional<world::SetPiece> setPiece;
    bool repeats = false; ///< whether it follows the ball and kicks again
    Besides besides;
    BallSkillSettings settings;
};

/// One skill with the ball: kicks it to a place or into the run of a teammate, shoots, clears,
/// takes a set play, intercepts a rolling ball or dribbles to a place; all as `BallPlayer` does it
/// for a `Striker`. Stands while the rules forbid its team to touch the ball, and while its pose or
/// the place is unknown; turns in place to search for the ball.
///
/// Done after a kick that moved the ball, and then stands; if it repeats, never. `Intercept` is
/// done while the robot has the ball at its feet and the ball hardly moves, `DribbleTo` while the
/// ball is at its place.
class BallSkill final : public Behavior, public WalkHandover {
public:
    BallSkill(std::string name, BallPlayer player, BallGoal goal)
        : m_name(std::move(name)), m_player(std::move(player)), m_goal(std::move(goal)) {}

    [[nodiscard]] std::string_view name() const override { return m_name; }
    void enter(const Context& context) override;
    Status update(const Context& context, ActionRequest& request) override;
    [[nodiscard]] bool mayBeInterrupted() const override { return m_player.mayBeInterrupted(); }
    void settle(bool isOn) override { m_player.settle(isOn); }
    [[nodiscard]] WalkHandover* asWalkHandover() override { return this; }
    [[nodiscard]] const Walk* walkToHandOver() const override {
        return m_player.mayHandOver() ? &m_player.walking() : nullptr;
    }
    void enterWalking(const Context& context, const Walk& walk) override;
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<BallSkill>(*this);
    }

private:
    void start(const Context& context);
    void choose(const Context& context, ActionRequest& request);
    [[nodiscard]] bool hasMissed(const Context& context) const;
    [[nodiscard]] bool isItsTurn(const world::SituationBelief& situation) const;
    [[nodiscard]] std::optional<Eigen::Vector2d> target_F(const Context& context) const;
    [[nodiscard]] Eigen::Vector2d runTarget_F(const Context& context,
                                              const world::PlayerBelief& receiver) const;

    std::string m_name;
    BallPlayer m_player;
    BallGoal m_goal;
    std::optional<double> m_arrivalS;                   ///< server time
    Eigen::Vector2d m_ball_F = Eigen::Vector2d::Zero(); ///< where the ball was before the kick
    bool m_hasKicked = false;
};

/// The directions from a place into the opponents' goal, and those away from the robot's own goal.
/// @param place_F inside the field, m @param halfRad to each side
[[nodiscard]] planning::DirectionRange goalMouth(const field::FieldDimensions& field,
                                                 const Eigen::Vector2d& place_F);
[[nodiscard]] planning::DirectionRange awayFromGoal(const field::FieldDimensions& field,
                                                    const Eigen::Vector2d& place_F, double halfRad);

} // namespace sideline::behavior
