#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "agentcore/base/number_info.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/dribble.h"
#include "agentcore/behavior/get_up.h"
#include "agentcore/behavior/kick.h"
#include "agentcore/behavior/known_kick.h"
#include "agentcore/behavior/look.h"
#include "agentcore/behavior/moving.h"
#include "agentcore/behavior/walking.h"
#include "agentcore/planning/kick_choice.h"

namespace sideline::behavior {

/// Settings of a striker's decisions.
struct StrikerNumbers {
    // Without opponents.
    double walkMps = 0.8;
    double reachRatio = 0.9;
    double minKickM = 0.5;
    double changeS = 0.5;
    double halfGoalM = 1.0;
    double wideS = 15.0;
    double aheadCos = 0.7;
    double meetsM = 0.5;
    // Pushing the ball, treated as a kick that rolls a step or two.
    double pushWithinM = 0.8;
    double pushUntilM = 1.2;
    double pushDistanceM = 0.7;
    double pushContactS = 0.05;
    double pushSpreadRad = 0.2;
    double pushStandsRatio = 0.97;
    double pushAimS = 0.6;
    double pushForwardM = 0.2;
    // Duels: an opponent is also at the ball.
    double duelM = 0.55;
    double duelAgeS = 0.6;
    double duelTurnRad = 0.7;
    double duelAwayRad = 1.75;
    double soonS = 1.0;
    double dangerM = 4.0;
    double dangerAwayRad = 1.1;

    /// Name, unit, range and meaning of each setting.
    [[nodiscard]] static std::span<const base::NumberInfo<StrikerNumbers>> numbers();
};

/// Settings of a striker. A value.
struct StrikerSettings {
    OnFeetSettings feet;
    StrikerNumbers numbers;
    KickApproach approach;
    DribbleSettings push = {.speedMps = 0.7};
    planning::KickChoiceSettings choice;
    planning::SpeedTable players;

    /// Like `MovingSettings::eachGroup`, without the groups of `feet`.
    template <typename Visit>
    void eachGroup(Visit&& visit) {
        visit("striker", numbers);
        visit("approach", approach);
        visit("push", push);
        visit("choice", choice);
        visit("player", players);
    }
};

/// Plays the ball: searches for it, walks to it, kicks it, and gets up after a fall. Stands while
/// the rules forbid it to touch the ball. Without opponents in its belief, kicks at their goal with
/// the kick that is expected to score soonest. Among opponents, compares all kicks in all
/// directions (`planning::chooseKick`) and pushing the ball with the feet, which is quicker than
/// any kick. With an opponent at the ball, does not aim but pushes the ball from where the robot
/// stands unless it can kick immediately. Intercepts a rolling ball.
///
/// Publishes, in addition to the values of `Kick` or `Dribble`, `striker.kick` (index in the list;
/// past the last one: pushing), `striker.goalS`, and among opponents `striker.inS`, `striker.free`,
/// `striker.lane`, `striker.goal` and `striker.toDeg`: see `planning::KickChoice`.
class Striker final : public Behavior, public WalkHandover {
public:
    /// @param kicks at least one straight ahead
    Striker(Walk walk, GetUp getUp, std::vector<KnownKick> kicks,
            const StrikerSettings& settings = {});

    [[nodiscard]] std::string_view name() const override { return "striker"; }
    void enter(const Context& context) override;
    /// Like `enter`, but continues a walk without a halt.
    void takeOver(const Context& context, const Walk& walk);
    /// Its walk, which another behavior can continue if `mayHandOver`.
    [[nodiscard]] const Walk& walking() const {
        return m_isPushing ? m_push.walking() : m_kick.walk();
    }
    /// Whether the robot walks or stands, that is, neither kicks nor gets up and has not just
    /// kicked.
    [[nodiscard]] bool mayHandOver() const {
        const Kick::Stage stage = m_kick.stage();
        return !m_upFirst.isRising() && (m_isPushing || stage == Kick::Stage::Approach ||
                                         stage == Kick::Stage::Halt || m_kick.mayResume());
    }
    Status update(const Context& context, ActionRequest& request) override;
    [[nodiscard]] bool mayBeInterrupted() const override {
        return m_upFirst.isRising() ? m_upFirst.mayBeInterrupted()
               : m_isPushing        ? m_push.mayBeInterrupted()
                                    : m_kick.mayBeInterrupted();
    }
    void settle(bool isOn) override {
        m_kick.settle(isOn);
        m_push.settle(isOn);
    }
    [[nodiscard]] WalkHandover* asWalkHandover() override { return this; }
    [[nodiscard]] const Walk* walkToHandOver() const override {
        return mayHandOver() ? &walking() : nullptr;
    }
    void enterWalking(const Context& context, const Walk& walk) override {
        takeOver(context, walk);
    }
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<Striker>(*this);
    }

private:
    void addOption(const planning::KickOption& option, std::size_t kick);
    void chooseKick(const Context& context, ActionRequest& request);
    void scoreAlone(const Context& context, ActionRequest& request);
    void playAmongOthers(const Context& context, ActionRequest& request);
    [[nodiscard]] std::optional<double> duelHeadingRad(const Context& context) const;
    void takeKick(const Context& context, std::size_t kick);
    Status push(const Context& context, ActionRequest& request);

    StrikerSettings m_settings;
    Kick m_kick;
    Dribble m_push;
    bool m_isPushing = false;
    UpFirst m_upFirst;
    Look m_look;
    std::vector<KnownKick> m_kicks; ///< kicks straight ahead come first
    std::size_t m_aheadCount = 0;
    std::vector<planning::KickOption> m_options; ///< all kicks in all their directions, and pushing
    std::vector<std::size_t> m_kickOf; ///< index of each option's kick; for pushing, one past the
                                       ///< last kick
    std::vector<planning::PitchPlayer> m_players;
    planning::PitchControl m_pitch;
    std::optional<planning::KickChoice> m_choice; ///< last choice among other robots
    std::size_t m_chosen = 0;
    robot::RobotModelPtr m_model;
};

/// Estimates the time to score from a distance with a choice of kicks: each kick costs the time to
/// aim and to kick, the robot walks after the ball between two kicks, and a shot costs extra
/// according to its probability of missing.
/// @param first index of the first kick; the best kicks are assumed after it
[[nodiscard]] double timeToGoalS(double distanceM, std::span<const KnownKick> kicks,
                                 std::size_t first, const StrikerNumbers& numbers = {});

} // namespace sideline::behavior
