#include "agentcore/runtime/behavior_switch.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "agentcore/game/constants.h"

namespace sideline::runtime {

namespace {

constexpr double kGentleForS = 1.0;
constexpr double kBriskRadPerS = 7.0; // what counts as full speed of joints without a limit
constexpr double kGentlest = 0.05;    // share of the speed that is allowed at first

} // namespace

BehaviorSwitch::BehaviorSwitch(std::unique_ptr<behavior::Behavior> own)
    : m_own(own ? std::move(own) : std::make_unique<behavior::HoldPose>()),
      m_driver(std::make_unique<behavior::HoldPose>()),
      m_gentleS(kGentleForS) {}

void BehaviorSwitch::reset() {
    endMotion();
    dismiss(m_actor);
    if (m_isControlled) {
        m_hold.freeze(); // it is a new robot, with joints somewhere else
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
        m_gentleS = 0.0;
    }
}

// Who controlled the robot before continues from where the motion has brought it.
void BehaviorSwitch::endMotion() {
    if (!m_playsMotion) {
        return;
    }
    m_playsMotion = false;
    m_motion.stop();
    m_hold.takePose();
    m_gentleS = 0.0;
}

// In the middle of a step another behavior would make it fall.
void BehaviorSwitch::park() {
    if (m_isDriven) {
        m_isParking = true;
        if (auto* driven = dynamic_cast<behavior::Driven*>(m_driver.get())) {
            driven->go(motion::WalkCommand{});
        }
    }
}

void BehaviorSwitch::endDriving() {
    m_isParking = false;
    if (m_isDriven) {
        m_isDriven = false;
        m_gentleS = 0.0;
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
    behavior::Behavior& behavior = m_isDriven ? *m_driver : *m_own;
    if (auto* driven = dynamic_cast<behavior::Driven*>(&behavior)) {
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
    } else if (m_next || !m_own->takeSettings(*command.behavior)) {
        m_next = command.behavior;
    }
}

void BehaviorSwitch::obey(const command::PlayMotion& command) {
    if (command.trajectory) {
        m_motion.play(command.trajectory, command.name);
        m_playsMotion = true;
        m_staysAtEnd = command.staysAtEnd;
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
    case Actor::Nobody:
    case Actor::Own:
        break;
    }
    return *m_own;
}

BehaviorSwitch::Actor BehaviorSwitch::choose() {
    if (m_playsMotion && !m_motion.isPlaying() && !m_staysAtEnd) {
        endMotion();
    }
    takeNext();
    if (m_playsMotion) {
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
    const bool isBusy = m_actor == Actor::Own && !m_own->mayBeInterrupted();
    if (m_next && isBusy) {
        m_own->settle(true);
    }
    if (m_next && !isBusy) {
        dismiss(Actor::Own);
        m_own = m_next->clone();
        m_next.reset();
        m_gentleS = 0.0;
    }
}

void BehaviorSwitch::dismiss(Actor actor) {
    if (actor != Actor::Nobody && m_actor == actor) {
        behaviorOf(actor).leave();
        m_actor = Actor::Nobody;
    }
}

void BehaviorSwitch::handOver(Actor actor, const behavior::Context& context) {
    if (actor != m_actor) {
        dismiss(m_actor);
        m_actor = actor;
        m_status = behavior::Status::Running;
        behaviorOf(actor).enter(context);
    }
}

std::optional<std::string> BehaviorSwitch::act(const behavior::Context& context,
                                               behavior::ActionRequest& request) {
    handOver(choose(), context);
    behavior::Behavior& actor = behaviorOf(m_actor);
    request.decision.behavior = actor.name();
    const behavior::Status before = std::exchange(m_status, actor.update(context, request));
    request.decision.isUserControlled =
        m_isControlled || isDriven(); // who holds a pose cannot know for whom
    moveGently(context.model(), request);
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

void BehaviorSwitch::moveGently(const robot::RobotModel& model, behavior::ActionRequest& request) {
    if (m_isControlled || m_playsMotion || m_gentleS >= kGentleForS) {
        return;
    }
    const double share = kGentlest + (1.0 - kGentlest) * m_gentleS / kGentleForS;
    for (std::size_t i = 0; i < request.speedLimitRadPerS.size(); ++i) {
        double& limit = request.speedLimitRadPerS[i];
        limit = std::min(limit, std::min(model.joints()[i].maxSpeedRadPerS, kBriskRadPerS) * share);
    }
    m_gentleS += game::kStepS;
}

} // namespace sideline::runtime
