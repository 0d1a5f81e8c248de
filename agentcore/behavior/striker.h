#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "agentcore/behavior/ball_player.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/walking.h"

namespace sideline::behavior {

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
    explicit Striker(BallPlayer player) : m_player(std::move(player)) {}
    /// @param kicks at least one straight ahead
    Striker(Walk walk, GetUp getUp, std::vector<KnownKick> kicks,
            const StrikerSettings& settings = {})
        : m_player(std::move(walk), std::move(getUp), std::move(kicks), settings) {}

    [[nodiscard]] std::string_view name() const override { return "striker"; }
    void enter(const Context& context) override { m_player.enter(context); }
    /// Like `enter`, but continues a walk without a halt.
    void takeOver(const Context& context, const Walk& walk) { m_player.takeOver(context, walk); }
    /// See `BallPlayer`.
    [[nodiscard]] const Walk& walking() const { return m_player.walking(); }
    [[nodiscard]] bool mayHandOver() const { return m_player.mayHandOver(); }
    Status update(const Context& context, ActionRequest& request) override;
    [[nodiscard]] bool mayBeInterrupted() const override { return m_player.mayBeInterrupted(); }
    void settle(bool isOn) override { m_player.settle(isOn); }
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
    void choose(const Context& context, ActionRequest& request);
    [[nodiscard]] std::optional<double> duelHeadingRad(const Context& context) const;

    BallPlayer m_player;
};

} // namespace sideline::behavior
