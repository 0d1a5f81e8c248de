#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include <Eigen/Core>

#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/kick_place.h"
#include "agentcore/behavior/known_kick.h"
#include "agentcore/behavior/moving.h"
#include "agentcore/behavior/play_motion.h"
#include "agentcore/behavior/walk.h"
#include "agentcore/behavior/walk_sensing.h"
#include "agentcore/motion/kick/kick_engine.h"
#include "agentcore/planning/path/way_finder.h"

namespace sideline::behavior {

/// The target of a kick.
struct KickTarget {
    /// Field frame F; if not set, straight ahead at the start of the kick.
    std::optional<Eigen::Vector2d> p_F;
};

/// Settings of a kick. A value.
struct KickSettings {
    KickApproach approach;
    MovingSettings moving;
};

/// Walks to its place at the ball and kicks with the foot that can be placed sooner: with a
/// `KickEngine` directly from the walk, or, for a played kick, with a motion once the robot stands.
/// Then walks in place until the robot stands firmly, and is done. Requires the ball and, for a
/// target, the pose. While the ball is unknown, the robot turns in place. Far from the ball, and
/// with a known pose, it walks around other players. Publishes, in addition to the values of
/// `Walk`, `kick.toGoM`, `kick.turnDeg` and `kick.timeS`, and draws the region of ball positions
/// that it kicks from (`kick.region`) and the path around others (`kick.path`). Fails on a robot
/// that cannot walk, and while fallen.
class Kick final : public Behavior {
public:
    enum class Stage : std::uint8_t { Approach, Halt, Swing, Recover };

    Kick(Walk walk, KnownKick kick, const KickSettings& settings = {})
        : m_walk(std::move(walk)),
          m_kick(std::move(kick)),
          m_settings(settings),
          m_ways(settings.moving.ways, settings.moving.paths) {
        m_walk.landWithoutMargin();
    }

    [[nodiscard]] std::string_view name() const override { return "kick"; }
    void enter(const Context& context) override;
    Status update(const Context& context, ActionRequest& request) override;
    /// False while the foot swings.
    [[nodiscard]] bool mayBeInterrupted() const override {
        return m_stage != Stage::Swing && m_walk.mayBeInterrupted();
    }
    void settle(bool isOn) override { m_walk.settle(isOn); }
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<Kick>(*this);
    }

    /// Call before `enter` or while the robot approaches; effective from the next cycle.
    /// @param target if not set, the robot stands and waits
    void setTarget(const std::optional<KickTarget>& target) { m_target = target; }
    /// Whether the robot has kicked and stands, so that `resume` can be called before the kick is
    /// done.
    [[nodiscard]] bool mayResume() const;
    /// Approaches the ball again, without a halt; only if `mayResume`.
    void resume();
    /// Continues another behavior's walk without a halt; after `enter`.
    void takeOver(const Walk& walk) { m_walk.continueFrom(walk); }
    /// Whether the robot, without a target, steps back from a ball at its feet.
    void setKeepsOff(bool keepsOff) { m_keepsOff = keepsOff; }
    /// Sets whether the robot stands and waits where it could kick.
    void setHolds(bool holds) { m_holds = holds; }
    /// For set plays, where only the kick may touch the ball: walks around the ball at a larger
    /// distance, lines up farther back, and walks slowly near it.
    void setTakesSetPlay(bool takes) { m_takesSetPlay = takes; }
    /// Called when the ball must no longer be touched: the foot returns unless its swing has begun.
    /// Played kicks continue.
    void callOff();
    /// Where the robot reaches a rolling ball, F; if not set, the ball's position.
    void setMeeting(const std::optional<Eigen::Vector2d>& place_F) { m_meeting_F = place_F; }
    /// Whether the robot approaches the ball again after each kick; such a behavior is never done.
    void setRepeats(bool repeats) { m_repeats = repeats; }
    /// Effective from the next kick.
    void setKick(const KnownKick& kick);
    /// Distance of the kick, m, for kicks that can vary it; 0: full distance.
    void setDistance(double distanceM) { m_distanceM = distanceM; }
    [[nodiscard]] Stage stage() const { return m_stage; }
    /// Whether the robot will kick within a step or two.
    [[nodiscard]] bool isAboutToKick() const { return m_isAboutToKick; }
    /// Whether the robot is at a place from which it could kick.
    [[nodiscard]] bool isAtBall() const { return m_isAtBall; }
    [[nodiscard]] const Walk& walk() const { return m_walk; }

private:
    using Task = KickTask;
    using Place = KickPlace;

    void chooseModel(const Context& context);
    [[nodiscard]] Task taskOf(const Context& context, const motion::Footing& footing) const;
    Status approach(const Context& context, ActionRequest& request);
    [[nodiscard]] motion::WalkCommand commandTo(const Context& context, const Task& task,
                                                const Place& place, ActionRequest& request);
    void begin(const motion::WalkSenses& senses, const Task& task, const Place& place);
    Status swing(const Context& context, ActionRequest& request);
    Status recover(const Context& context, ActionRequest& request);
    [[nodiscard]] motion::WalkCommand search(const Context& context);
    [[nodiscard]] bool isStepFor(motion::Foot foot) const;

    Walk m_walk;
    KnownKick m_kick;
    KickSettings m_settings;
    double m_distanceM = 0.0;
    std::optional<KickTarget> m_target = KickTarget{};
    std::optional<Eigen::Vector2d> m_meeting_F;
    bool m_keepsOff = false;
    bool m_takesSetPlay = false;
    bool m_holds = false;
    double m_unseenS = 0.0; ///< time since the ball was last known
    robot::RobotModelPtr m_model;
    std::optional<motion::KickEngine> m_engine;
    PlayMotion m_player;     ///< plays the motion of the kick, if it is a played one
    bool m_isPlayed = false; ///< whether the current kick is a played one
    WalkSensing m_sensing;
    planning::WayFinder m_ways;
    Stage m_stage = Stage::Approach;
    std::optional<motion::Foot> m_foot; ///< foot chosen so far
    double m_stageS = 0.0;
    bool m_repeats = false;
    bool m_isAboutToKick = false;
    bool m_isAtBall = false;
};

} // namespace sideline::behavior
