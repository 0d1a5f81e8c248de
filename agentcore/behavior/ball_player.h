#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <Eigen/Core>

#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/dribble.h"
#include "agentcore/behavior/get_up.h"
#include "agentcore/behavior/kick.h"
#include "agentcore/behavior/known_kick.h"
#include "agentcore/behavior/look.h"
#include "agentcore/behavior/striker_settings.h"
#include "agentcore/planning/kick_choice.h"
#include "agentcore/planning/pitch_control.h"

namespace sideline::behavior {

/// A kick to a place.
struct PlacedKick {
    Eigen::Vector2d p_F = Eigen::Vector2d::Zero();
    double passingMps = 0.0;        ///< speed of the ball at the place; 0: it comes to rest there
    std::optional<double> arrivalS; ///< server time at which the ball gets there; not set: as soon
                                    ///< as possible
};

/// Moves a robot that plays the ball: gets up, walks to the ball, kicks it, pushes it, intercepts a
/// rolling ball, and looks around. A component of behaviors; a value.
///
/// Once per cycle, its owner calls `rise`; if that returns no status and `mayChoose` holds, it
/// calls one of the skills: `wait`, `search`, `shootAlone`, `choose` and `takeChoice`, `kickTo`,
/// `pushAlong`, `pushTo`, `intercept`; then `move`. `wait`, `search` and `pushTo` do not need the
/// pose.
class BallPlayer {
public:
    /// @param kicks at least one straight ahead
    BallPlayer(Walk walk, GetUp getUp, std::vector<KnownKick> kicks,
               const StrikerSettings& settings = {});

    void enter(const Context& context);
    /// Like `enter`, but continues a walk without a halt.
    void takeOver(const Context& context, const Walk& walk);
    /// The robot's walk, which another behavior can continue if `mayHandOver`.
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
    [[nodiscard]] bool mayBeInterrupted() const {
        return m_upFirst.isRising() ? m_upFirst.mayBeInterrupted()
               : m_isPushing        ? m_push.mayBeInterrupted()
                                    : m_kick.mayBeInterrupted();
    }
    void settle(bool isOn) {
        m_kick.settle(isOn);
        m_push.settle(isOn);
    }
    /// See `Look::lookAt`.
    void lookAt(const std::optional<Eigen::Vector3d>& place_F);
    [[nodiscard]] const StrikerSettings& settings() const { return m_settings; }

    /// @return the status while the robot lies or gets up; not set while it stands
    std::optional<Status> rise(const Context& context, ActionRequest& request);
    [[nodiscard]] bool isRising() const { return m_upFirst.isRising(); }
    /// Whether no kick is under way, so that a skill may be called.
    [[nodiscard]] bool mayChoose() const {
        return m_isPushing || m_kick.stage() == Kick::Stage::Approach ||
               m_kick.stage() == Kick::Stage::Halt;
    }
    /// Moves the robot as the last skill requested; withdraws a kick that the rules have forbidden
    /// in the meantime.
    /// @return `Done` once after each kick, and as long as a ball pushed to a place is there
    Status move(const Context& context, ActionRequest& request);

    /// Stands, and steps back from a ball at its feet if `keepsOff`.
    void wait(const Context& context, bool keepsOff);
    /// Looks around for the ball and turns in place while it is unknown.
    void search(const Context& context);
    /// Aims at the center of the opponents' goal with the kick that is expected to score soonest
    /// without opponents. Publishes `striker.kick` (index of the kick) and `striker.goalS`.
    void shootAlone(const Context& context, ActionRequest& request);
    /// The kick that helps the team most (`planning::chooseKick`), for `takeChoice`: among all
    /// directions, or within a range. A rolling ball is intercepted on its way.
    /// @param mayPush whether pushing the ball is considered as well; never in a set play
    const planning::KickChoice& choose(const Context& context,
                                       const std::optional<planning::DirectionRange>& within,
                                       bool mayPush);
    /// Carries out the last choice. Publishes `striker.kick` (past the last kick: pushing),
    /// `striker.goalS`, `striker.inS`, `striker.free`, `striker.lane`, `striker.goal` and
    /// `striker.toDeg`: see `planning::KickChoice`.
    void takeChoice(const Context& context, ActionRequest& request);
    /// Whether the last choice is a kick rather than a push.
    [[nodiscard]] bool choseKick() const {
        return m_choice && m_kickOf[m_choice->kick] < m_kicks.size();
    }
    /// Kicks the ball to a place, with the kick whose distance fits it; waits at the ball until the
    /// time for the kick has come.
    void kickTo(const Context& context, const PlacedKick& kick, ActionRequest& request);
    /// Pushes the ball in a direction, in F.
    /// @param hurries see `Dribble::setHurries`
    void pushAlong(const Context& context, double headingRad, bool hurries);
    /// Pushes the ball to a place.
    void pushTo(const Context& context, const Eigen::Vector2d& place_F);
    /// Goes to the place where the robot can reach the ball first, and stands there so that it
    /// could kick.
    /// @param toward_F place beyond the ball that the robot faces there; not set: any heading
    void intercept(const Context& context, const std::optional<Eigen::Vector2d>& toward_F,
                   ActionRequest& request);

    [[nodiscard]] bool isPushing() const { return m_isPushing; }
    /// Whether the robot will kick within a step or two.
    [[nodiscard]] bool isAboutToKick() const { return !m_isPushing && m_kick.isAboutToKick(); }
    /// Whether the robot is at a place from which it could kick.
    [[nodiscard]] bool isAtBall() const { return !m_isPushing && m_kick.isAtBall(); }

private:
    void addOption(const planning::KickOption& option, std::size_t kick);
    void takeKick(const Context& context, std::size_t kick);
    void readyKick(const Context& context, const std::optional<Eigen::Vector2d>& target_F);
    [[nodiscard]] Eigen::Vector2d meetBall(const Context& context);
    [[nodiscard]] std::size_t kickFor(double reachM) const;

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
    std::optional<planning::KickChoice> m_choice;       ///< last choice among other robots
    Eigen::Vector2d m_ball_F = Eigen::Vector2d::Zero(); ///< where the chosen kick reaches the ball
    bool m_meets = false; ///< whether that place is on the path of a rolling ball
    std::size_t m_chosen = 0;
    robot::RobotModelPtr m_model;
};

} // namespace sideline::behavior
