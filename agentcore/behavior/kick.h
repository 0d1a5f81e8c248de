#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include <Eigen/Core>

#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/known_kick.h"
#include "agentcore/behavior/play_motion.h"
#include "agentcore/behavior/walk.h"
#include "agentcore/behavior/walk_sensing.h"
#include "agentcore/motion/kick/kick_engine.h"
#include "agentcore/planning/path/way_finder.h"

namespace sideline::behavior {

/// Where a ball should go.
struct KickTarget {
    /// Own field frame F; nothing: straight ahead of where the robot looks as it begins.
    std::optional<Eigen::Vector2d> p_F;
};

/// The ball and what should become of it, on the ground as the feet feel it.
struct KickTask {
    Eigen::Vector2d ball_G = Eigen::Vector2d::Zero();
    std::optional<double> directionRad; ///< where the ball should go; nothing: anywhere
};
/// Where a kick begins.
struct KickPlace {
    motion::Foot foot = motion::Foot::Right;
    Eigen::Vector2d goal_G = Eigen::Vector2d::Zero(); ///< where to stand
    double directionRad = 0.0;                        ///< where the ball should go
    double turnRad = 0.0; ///< until the robot looks as it should to kick there
    bool isNear = false;  ///< it may kick from here
};

/// Goes to the ball, takes its place beside it, and kicks with the foot to which the way is
/// shorter: with a `KickEngine` out of the walk, or, if the kick is one that is played, with a
/// motion as soon as it stands. Then walks on the spot until it stands firmly, and is done.
///
/// Needs the ball. A target needs the robot's pose as well. While nothing is known of the ball the
/// robot turns on the spot. As long as it is far from the ball, and knows where it is, it goes
/// around other players. Publishes, beside what `Walk` does, `kick.toGoM`, `kick.turnDeg` and
/// `kick.timeS`, and draws the region that it kicks from around itself (`kick.region`) and its way
/// around others (`kick.path`). Fails on a robot that cannot walk, and while fallen.
class Kick final : public Behavior {
public:
    enum class Stage : std::uint8_t { Approach, Halt, Swing, Recover };

    Kick(Walk walk, KnownKick kick) : m_walk(std::move(walk)), m_kick(std::move(kick)) {
        m_walk.landWithoutMargin();
    }

    [[nodiscard]] std::string_view name() const override { return "kick"; }
    void enter(const Context& context) override;
    Status update(const Context& context, ActionRequest& request) override;
    /// Not while the foot is on its way.
    [[nodiscard]] bool mayBeInterrupted() const override {
        return m_stage != Stage::Swing && m_walk.mayBeInterrupted();
    }
    void settle(bool isOn) override { m_walk.settle(isOn); }
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<Kick>(*this);
    }

    /// Before `enter`, or from the next cycle on while it approaches.
    /// @param target nothing: it stands and waits
    void setTarget(const std::optional<KickTarget>& target) { m_target = target; }
    /// It has kicked and stands: who has something to do need not wait until it is done.
    [[nodiscard]] bool mayGoOn() const;
    /// Goes to the ball once more, without a halt; only if `mayGoOn`.
    void goOn();
    /// Goes to the ball in the middle of a walk, which goes on without a halt; after `enter`.
    /// @param walk of the robot so far
    void takeOver(const Walk& walk) { m_walk.goOnFrom(walk); }
    /// Whether, without a target, it steps back from a ball that is at its feet.
    void setKeepsOff(bool keepsOff) { m_keepsOff = keepsOff; }
    /// A set play: nothing but the kick may touch the ball. It goes around the ball in a wider
    /// circle, lines up farther behind it, and walks slowly near it.
    void setTakesSetPlay(bool takes) { m_takesSetPlay = takes; }
    /// The ball must not be touched any more: the foot comes back unless it is on its way through
    /// the ball. Kicks that are played go on.
    void callOff();
    /// Where it will be at the ball, F; nothing: where the ball is. For balls that roll.
    void setMeeting(const std::optional<Eigen::Vector2d>& place_F) { m_meeting_F = place_F; }
    /// Whether it goes on by itself after each kick, and is never done.
    void setRepeats(bool repeats) { m_repeats = repeats; }
    /// Another kick, from the next one on.
    void setKick(const KnownKick& kick);
    /// How far the ball should go, m, of kicks that know how; 0: as far as it does.
    void setDistance(double distanceM) { m_distanceM = distanceM; }
    [[nodiscard]] Stage stage() const { return m_stage; }
    /// A step or two, and it kicks.
    [[nodiscard]] bool isAboutToKick() const { return m_isAboutToKick; }
    [[nodiscard]] const Walk& walk() const { return m_walk; }

private:
    using Task = KickTask;
    using Place = KickPlace;

    void chooseModel(const Context& context);
    [[nodiscard]] Task taskOf(const Context& context, const motion::Footing& footing) const;
    [[nodiscard]] Place placeFor(motion::Foot foot, const Task& task) const;
    [[nodiscard]] Place choosePlace(const Task& task);
    [[nodiscard]] bool isInRegion(const Eigen::Vector2d& ball) const;
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
    double m_distanceM = 0.0;
    std::optional<KickTarget> m_target = KickTarget{};
    std::optional<Eigen::Vector2d> m_meeting_F;
    bool m_keepsOff = false;
    bool m_takesSetPlay = false;
    double m_unseenS = 0.0; ///< since the ball was known
    robot::RobotModelPtr m_model;
    std::optional<motion::KickEngine> m_engine;
    PlayMotion m_player;     ///< of a kick that is played
    bool m_isPlayed = false; ///< the kick that has begun
    WalkSensing m_sensing;
    planning::WayFinder m_ways;
    Stage m_stage = Stage::Approach;
    std::optional<motion::Foot> m_foot; ///< chosen so far
    double m_stageS = 0.0;
    bool m_repeats = false;
    bool m_isAboutToKick = false;
};

} // namespace sideline::behavior
