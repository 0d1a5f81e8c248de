#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/dribble.h"
#include "agentcore/behavior/get_up.h"
#include "agentcore/behavior/kick.h"
#include "agentcore/behavior/known_kick.h"
#include "agentcore/behavior/look.h"
#include "agentcore/planning/kick_choice.h"

namespace sideline::behavior {

/// Plays the ball: searches for it, goes to it, kicks it, gets up when it has fallen. Stands while
/// the rules keep it from the ball.
///
/// Where it knows of no opponent it kicks to their goal, with the kick that promises the goal
/// soonest. Among opponents it weighs all kicks in all directions (`planning::chooseKick`), and
/// pushing the ball on with its feet, which is sooner than any kick. With an opponent at the ball
/// as well it does not take aim, but pushes the ball on from where it stands, unless it kicks at
/// once. It goes to where it meets a rolling ball.
///
/// Publishes, beside what `Kick` or `Dribble` does, `striker.kick` (place in the list; after the
/// last one: it pushes), `striker.goalS`, and among opponents `striker.inS`, `striker.free`,
/// `striker.lane`, `striker.goal` and `striker.toDeg`: see `planning::KickChoice`.
class Striker final : public Behavior {
public:
    /// @param kicks at least one straight ahead
    Striker(Walk walk, GetUp getUp, std::vector<KnownKick> kicks,
            Look::Aim aim = Look::Aim::Follow);

    [[nodiscard]] std::string_view name() const override { return "striker"; }
    void enter(const Context& context) override;
    /// The same in the middle of a walk, which goes on without a halt.
    /// @param walk of the robot so far
    void takeOver(const Context& context, const Walk& walk);
    /// How it walks; another behavior can take over if `mayHandOver`.
    [[nodiscard]] const Walk& walking() const {
        return m_isPushing ? m_push.walking() : m_kick.walk();
    }
    /// It walks or stands: neither kicks nor rises, nor has it just kicked.
    [[nodiscard]] bool mayHandOver() const {
        const Kick::Stage stage = m_kick.stage();
        return !m_upFirst.isRising() && (m_isPushing || stage == Kick::Stage::Approach ||
                                         stage == Kick::Stage::Halt || m_kick.mayGoOn());
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
    [[nodiscard]] const Walk* walkToHandOver() const override {
        return mayHandOver() ? &walking() : nullptr;
    }
    bool enterWalking(const Context& context, const Walk& walk) override {
        takeOver(context, walk);
        return true;
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

    Kick m_kick;
    Dribble m_push;
    bool m_isPushing = false;
    UpFirst m_upFirst;
    Look::Aim m_aim;
    Look m_look;
    std::vector<KnownKick> m_kicks; ///< those straight ahead first
    std::size_t m_aheadCount = 0;
    std::vector<planning::KickOption> m_options; ///< these to all their sides, and pushing
    std::vector<std::size_t> m_kickOf;           ///< index of each option's kick; of pushing: none
    std::vector<planning::PitchPlayer> m_players;
    planning::PitchControl m_pitch;
    std::optional<planning::KickChoice> m_choice; ///< among others, so far
    std::size_t m_chosen = 0;
    robot::RobotModelPtr m_model;
};

/// How long it takes to score from a distance with a choice of kicks, as far as one can tell: each
/// kick takes its time and a moment to take aim, between two kicks the robot walks after the
/// ball, and a shot that may go wide costs as much of the time until the next one.
/// @param first the kick that is made first; the best ones follow
[[nodiscard]] double timeToGoalS(double distanceM, std::span<const KnownKick> kicks,
                                 std::size_t first);

} // namespace sideline::behavior
