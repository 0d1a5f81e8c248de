#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "agentcore/base/cloned.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/hold_pose.h"
#include "agentcore/behavior/play_motion.h"
#include "agentcore/runtime/agent_command.h"

namespace sideline::runtime {

/// Selects the controller of the robot (the agent's own behavior, the user who moves the joints or
/// drives the robot, or a requested motion), and handles the transitions.
///
/// After user control or a motion, the agent's behavior starts with limited joint speeds, since its
/// targets may be far from the current angles. A value: a copy continues independently with its own
/// behaviors. One thread at a time; allocates nothing after warm-up.
class BehaviorSwitch {
public:
    /// @param own if null, the joints hold their measured angles
    explicit BehaviorSwitch(std::unique_ptr<behavior::Behavior> own);

    /// Handles a new robot: ends a motion and re-enters behaviors; the user keeps control of the
    /// joints, if active.
    void reset();

    /// Enters the behavior that moves the robot again, after something else has moved the joints.
    void restart();

    void obey(const command::Control& command);
    void obey(const command::JointTargets& command);
    void obey(const command::Freeze& command);
    void obey(const command::Behave& command);
    void obey(const command::Retune& command);
    void obey(const command::Drive& command);
    void obey(const command::Go& command);
    void obey(const command::PlayMotion& command);
    void obey(const command::StopMotion& command);

    /// Lets the active controller decide.
    /// @param request already initialized
    /// @return a line for display when the agent's behavior has finished or failed
    std::optional<std::string> act(const behavior::Context& context,
                                   behavior::ActionRequest& request);

    /// Whether the user controls the joints.
    [[nodiscard]] bool isControlled() const { return m_isControlled; }
    /// Whether the user drives the robot.
    [[nodiscard]] bool isDriven() const { return m_isDriven && !m_isParking; }

private:
    enum class Actor : std::uint8_t { None, Own, User, Driver, Motion };

    [[nodiscard]] behavior::Behavior& behaviorOf(Actor actor);
    [[nodiscard]] Actor choose();
    void switchTo(Actor actor, const behavior::Context& context);
    void dismiss(Actor actor);
    void takeNext();
    void setControl(bool isOn);
    void park();
    void endDriving();
    void endMotion();
    void rampSpeeds(const robot::RobotModel& model, behavior::ActionRequest& request);

    base::Cloned<behavior::Behavior> m_ownBehavior;
    /// The next behavior of the agent, set until the active one can be interrupted.
    std::shared_ptr<const behavior::Behavior> m_next;
    base::Cloned<behavior::Behavior> m_driver; ///< set while the user drives
    behavior::HoldPose m_hold;
    behavior::PlayMotion m_motion;
    Actor m_actor = Actor::None;
    behavior::Status m_status = behavior::Status::Running; ///< status of `m_actor` in the last
                                                           ///< cycle
    bool m_isControlled = false;
    bool m_isDriven = false;        ///< whether the user drives the robot with `m_driver`
    bool m_isParking = false;       ///< whether the robot is stopping after the user has stopped
                                    ///< driving
    bool m_isPlayingMotion = false; ///< whether a motion is playing, regardless of the active
                                    ///< controller
    bool m_holdsAtEnd = false;
    double m_rampTimeS; ///< time since the end of user control or of a motion
};

} // namespace sideline::runtime
