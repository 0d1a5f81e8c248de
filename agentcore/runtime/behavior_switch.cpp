#include "agentcore/runtime/behavior_switch.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "agentcore/behavior/drive.h"
#include "agentcore/game/constants.h"

namespace sideline::runtime {

namespace {

constexpr double kRampS = 1.0;
constexpr double kUnlimitedJointRadPerS = 7.0; // speed limit assumed for joints without one
constexpr double kInitialSpeedRatio = 0.05;    // fraction of the speed limit allowed at first

} // namespace

BehaviorSwitch::BehaviorSwitch(std::unique_ptr<behavior::Behavior> own)
    : m_ownBehavior(own ? std::move(own) : std::make_unique<behavior::HoldPose>()),
      m_driver(std::make_unique<behavior::HoldPose>()),
      m_rampTimeS(kRampS) {}

void BehaviorSwitch::reset() {
    endMotion();
    dismiss(m_actor);
    if (m_isControlled) {
        m_hold.freeze(); // a new robot starts with different joint angles
    }
}

void BehaviorSwitch::restart() {
    if (m_actor == Actor::Own || m_actor == Actor::Driver) {
        dismiss(m_actor);
    }
}

void BehaviorSwitch::setControl(bool isOn) {
    if (isOn == m_isControlled) {
        return;
    }
    m_isControlled = isOn;
    if (isOn) {
        m_hold.freeze();
    } else {
        m_rampTimeS = 0.0;
    }
}

// The previous controller continues from the angles reached by the motion.
void BehaviorSwitch::endMotion() {
    if (!m_isPlayingMotion) {
        return;
    }
    m_isPlayingMotion = false;
    m_motion.stop();
    m_hold.takePose();
    m_rampTimeS = 0.0;
}

// Changing the behavior in the middle of a step would make the robot fall.
void BehaviorSwitch::park() {
    if (m_isDriven) {
        m_isParking = true;
        if (auto* driven = m_driver->asDriven()) {
            driven->go(motion::WalkCommand{});
        }
    }
}

void BehaviorSwitch::endDriving() {
    m_isParking = false;
    if (m_isDriven) {
        m_isDriven = false;
        m_rampTimeS = 0.0;
    }
}

void BehaviorSwitch::obey(const command::Drive& command) {
    endMotion();
    if (!command.driver) {
        park();
        return;
    }
    m_isParking = false;
    setControl(false);
    dismiss(Actor::Driver);
    m_driver = command.driver->clone();
    m_isDriven = true;
}

void BehaviorSwitch::obey(const command::Go& command) {
    if (m_isParking) {
        return;
    }
    behavior::Behavior& behavior = m_isDriven ? *m_driver : *m_ownBehavior;
    if (auto* driven = behavior.asDriven()) {
        driven->go(command.goal);
    }
}

void BehaviorSwitch::obey(const command::Control& command) {
    endMotion();
    endDriving();
    setControl(command.isOn);
}

void BehaviorSwitch::obey(const command::JointTargets& command) {
    if (!m_isControlled) {
        return;
    }
    for (const auto& target : command.targets) {
        m_hold.setTarget(target.joint, target.angleRad, command.speedLimitRadPerS);
    }
}

void BehaviorSwitch::obey(const command::Freeze& /*command*/) {
    endMotion();
    endDriving();
    setControl(true);
    m_hold.freeze();
}

void BehaviorSwitch::obey(const command::Behave& command) {
    if (command.behavior) {
        endMotion();
        park();
        m_next = command.behavior;
    }
}

void BehaviorSwitch::obey(const command::Retune& command) {
    if (!command.behavior) {
        return;
    }
    if (command.isOfDriver) {
        m_driver->takeSettings(*command.behavior);
    } else if (m_next || !m_ownBehavior->takeSettings(*command.behavior)) {
        m_next = command.behavior;
    }
}

void BehaviorSwitch::obey(const command::PlayMotion& command) {
    if (command.trajectory) {
        m_motion.play(command.trajectory, command.name);
        m_isPlayingMotion = true;
        m_holdsAtEnd = command.holdsAtEnd;
    }
}

void BehaviorSwitch::obey(const command::StopMotion& /*command*/) {
    endMotion();
}

behavior::Behavior& BehaviorSwitch::behaviorOf(Actor actor) {
    switch (actor) {
    case Actor::User:
        return m_hold;
    case Actor::Driver:
        return *m_driver;
    case Actor::Motion:
        return m_motion;
    case Actor::None:
    case Actor::Own:
        break;
    }
    return *m_ownBehavior;
}

BehaviorSwitch::Actor BehaviorSwitch::choose() {
    if (m_isPlayingMotion && !m_motion.isPlaying() && !m_holdsAtEnd) {
        endMotion();
    }
    takeNext();
    if (m_isPlayingMotion) {
        return Actor::Motion;
    }
    if (m_isParking && (m_actor != Actor::Driver || m_driver->mayBeInterrupted())) {
        endDriving();
    }
    if (m_isDriven) {
        return Actor::Driver;
    }
    return m_isControlled ? Actor::User : Actor::Own;
}

void BehaviorSwitch::takeNext() {
    const bool isBusy = m_actor == Actor::Own && !m_ownBehavior->mayBeInterrupted();
    if (m_next && isBusy) {
        m_ownBehavior->settle(true);
    }
    if (m_next && !isBusy) {
        dismiss(Actor::Own);
        m_ownBehavior = m_next->clone();
        m_next.reset();
        m_rampTimeS = 0.0;
    }
}

void BehaviorSwitch::dismiss(Actor actor) {
    if (actor != Actor::None && m_actor == actor) {
        behaviorOf(actor).leave();
        m_actor = Actor::None;
    }
}

void BehaviorSwitch::switchTo(Actor actor, const behavior::Context& context) {
    if (actor != m_actor) {
        dismiss(m_actor);
        m_actor = actor;
        m_status = behavior::Status::Running;
        behaviorOf(actor).enter(context);
    }
}

std::optional<std::string> BehaviorSwitch::act(const behavior::Context& context,
                                               behavior::ActionRequest& request) {
    switchTo(choose(), context);
    behavior::Behavior& actor = behaviorOf(m_actor);
    request.decision.behavior = actor.name();
    const behavior::Status before = std::exchange(m_status, actor.update(context, request));
    // A user who holds a pose controls the joints, even without a command from the agent.
    request.decision.isUserControlled = m_isControlled || isDriven();
    rampSpeeds(context.model(), request);
    const bool isNews = (m_actor == Actor::Own || m_actor == Actor::Driver) && m_status != before;
    if (!isNews || m_status == behavior::Status::Running) {
        return std::nullopt;
    }
    if (m_status == behavior::Status::Done) {
        return fmt::format("{} is done", actor.name());
    }
    const std::string& reason = request.decision.reason;
    return fmt::format("{} has failed{}{}", actor.name(), reason.empty() ? "" : ": ", reason);
}

void BehaviorSwitch::rampSpeeds(const robot::RobotModel& model, behavior::ActionRequest& request) {
    if (m_isControlled || m_isPlayingMotion || m_rampTimeS >= kRampS) {
        return;
    }
    const double ratio = kInitialSpeedRatio + (1.0 - kInitialSpeedRatio) * m_rampTimeS / kRampS;
    for (std::size_t i = 0; i < request.speedLimitRadPerS.size(); ++i) {
        double& limit = request.speedLimitRadPerS[i];
        limit = std::min(
            limit, std::min(model.joints()[i].maxSpeedRadPerS, kUnlimitedJointRadPerS) * ratio);
    }
    m_rampTimeS += game::kStepS;
}

} // namespace sideline::runtime
