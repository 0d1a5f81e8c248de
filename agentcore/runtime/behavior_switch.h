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

/// Decides whose turn it is: the agent's own behavior, the user who moves the joints or drives the
/// robot, or a motion that was asked for; and hands over between them.
///
/// When the user lets go, or a motion ends, the own behavior moves gently at first: it may want to
/// be far from where the joints are. A value: a copy continues from here with behaviors of its own.
/// One thread at a time; allocates nothing after warm-up.
class BehaviorSwitch {
public:
    /// @param own null: holds the joints where they are
    explicit BehaviorSwitch(std::unique_ptr<behavior::Behavior> own);

    /// A new robot: a motion ends, behaviors are entered again; who controls the joints stays.
    void reset();

    void obey(const command::Control& command);
    void obey(const command::JointTargets& command);
    void obey(const command::Freeze& command);
    void obey(const command::Behave& command);
    void obey(const command::Retune& command);
    void obey(const command::Drive& command);
    void obey(const command::Go& command);
    void obey(const command::PlayMotion& command);
    void obey(const command::StopMotion& command);

    /// Lets the one whose turn it is decide.
    /// @param request begun
    /// @return a line for display when the own behavior has done its work or failed
    std::optional<std::string> act(const behavior::Context& context,
                                   behavior::ActionRequest& request);

    /// Whether the user moves the joints.
    [[nodiscard]] bool isControlled() const { return m_isControlled; }
    /// Whether the user drives the robot.
    [[nodiscard]] bool isDriven() const { return m_isDriven && !m_isParking; }

private:
    enum class Actor : std::uint8_t { Nobody, Own, User, Driver, Motion };

    [[nodiscard]] behavior::Behavior& behaviorOf(Actor actor);
    [[nodiscard]] Actor choose();
    void handOver(Actor actor, const behavior::Context& context);
    void dismiss(Actor actor);
    void takeNext();
    void setControl(bool isOn);
    void park();
    void endDriving();
    void endMotion();
    void moveGently(const robot::RobotModel& model, behavior::ActionRequest& request);

    base::Cloned<behavior::Behavior> m_own;
    /// The own behavior of the future: until the one that acts may be interrupted.
    std::shared_ptr<const behavior::Behavior> m_next;
    base::Cloned<behavior::Behavior> m_driver; ///< while the user drives
    behavior::HoldPose m_hold;
    behavior::PlayMotion m_motion;
    Actor m_actor = Actor::Nobody;
    behavior::Status m_status = behavior::Status::Running; ///< of `m_actor` in the last cycle
    bool m_isControlled = false;
    bool m_isDriven = false;    ///< by the user, with `m_driver`
    bool m_isParking = false;   ///< comes to a halt: the user does not drive it any more
    bool m_playsMotion = false; ///< whoever controls the robot
    bool m_staysAtEnd = false;
    double m_gentleS; ///< since the user's control, or a motion, ended
};

} // namespace sideline::runtime
