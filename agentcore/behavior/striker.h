#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/get_up.h"
#include "agentcore/behavior/kick.h"
#include "agentcore/behavior/known_kick.h"
#include "agentcore/behavior/look.h"

namespace sideline::behavior {

/// Scores alone: searches for the ball, goes to it, kicks it to the opponent's goal, gets up when
/// it has fallen. Of its kicks it takes the one that promises the goal soonest. Stands while the
/// rules keep it from the ball.
///
/// Publishes, beside what `Kick` does, `striker.kick` (place in the list) and `striker.goalS`.
class Striker final : public Behavior {
public:
    /// @param kicks at least one
    Striker(Walk walk, GetUp getUp, std::vector<KnownKick> kicks,
            Look::Aim aim = Look::Aim::Follow);

    [[nodiscard]] std::string_view name() const override { return "striker"; }
    void enter(const Context& context) override;
    /// The same in the middle of a walk, which goes on without a halt.
    /// @param walk of the robot so far
    void takeOver(const Context& context, const Walk& walk);
    /// How it walks; another behavior can take over if `mayHandOver`.
    [[nodiscard]] const Walk& walking() const { return m_kick.walk(); }
    /// It walks or stands: neither kicks nor rises.
    [[nodiscard]] bool mayHandOver() const {
        return !m_upFirst.isRising() && m_kick.stage() != Kick::Stage::Swing;
    }
    Status update(const Context& context, ActionRequest& request) override;
    [[nodiscard]] bool mayBeInterrupted() const override {
        return m_upFirst.isRising() ? m_upFirst.mayBeInterrupted() : m_kick.mayBeInterrupted();
    }
    void settle(bool isOn) override { m_kick.settle(isOn); }
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<Striker>(*this);
    }

private:
    void chooseKick(const Context& context, ActionRequest& request);

    Kick m_kick;
    UpFirst m_upFirst;
    Look::Aim m_aim;
    Look m_look;
    std::vector<KnownKick> m_kicks;
    std::size_t m_chosen = 0;
    robot::RobotModelPtr m_model;
};

/// How long it takes to score from a distance with a choice of kicks, as far as one can tell: each
/// kick takes its time and a moment to take aim, between two kicks the robot walks after the
/// ball, and a shot that may go wide costs as much of the time until the next one.
/// @param first the kick that is made first; the best ones follow
[[nodiscard]] double timeToGoalS(double distanceM, const std::vector<KnownKick>& kicks,
                                 std::size_t first);

} // namespace sideline::behavior
