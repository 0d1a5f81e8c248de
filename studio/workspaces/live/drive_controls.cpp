#include "studio/workspaces/live/drive_controls.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>
#include <vector>

#include "agentcore/behavior/runner.h"
#include "agentcore/math/angles.h"
#include "agentcore/motion/walk/legged_body.h"
#include "agents/agent_blueprint.h"
#include "studio/session/robot_choices.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using widgets::DriveMode;
using Gait = widgets::WalkView::Gait;

// The robot runs if the stick is pushed forward farther than this; 1: fully.
constexpr double kRunsFrom = 0.6;
constexpr double kMinWayM = 0.25; // a shorter drag counts as a click

// Returns a value that the frame's agent has published.
std::optional<double> knownValueOf(const world::AgentFrame& frame, std::string_view name) {
    const auto found = std::ranges::find(frame.values, name, &world::DebugValue::name);
    return found == frame.values.end() ? std::nullopt : std::optional(found->value);
}

double valueOf(const world::AgentFrame& frame, std::string_view name, double otherwise = 0.0) {
    return knownValueOf(frame, name).value_or(otherwise);
}

std::chrono::nanoseconds now() {
    return std::chrono::steady_clock::now().time_since_epoch();
}

// Uses published values, because a network that moves the legs is not necessarily running.
Gait gaitOf(const world::AgentFrame& frame) {
    return world::isObserved(frame)              ? Gait::Unknown
           : valueOf(frame, "walk.run") > 0.0    ? Gait::Run
           : knownValueOf(frame, "walk.phase")   ? Gait::Walk
           : knownValueOf(frame, "policy.timeS") ? Gait::Policy
                                                 : Gait::None;
}

widgets::WalkView walkOf(const world::AgentFrame& frame) {
    const Gait gait = gaitOf(frame);
    return widgets::WalkView{gait,
                             gait == Gait::None ? widgets::toQt(frame.decision.reason) : QString(),
                             valueOf(frame, "walk.phase"),
                             valueOf(frame, "walk.support") > 0.0,
                             valueOf(frame, "walk.forwardMps"),
                             valueOf(frame, "walk.leftMps"),
                             valueOf(frame, "walk.turnDps"),
                             knownValueOf(frame, "walk.stepS"),
                             knownValueOf(frame, "walk.comMps"),
                             knownValueOf(frame, "walk.marginM")};
}

double ratioOf(double value, double most) {
    return most > 0.0 ? std::clamp(value / most, -1.0, 1.0) : 0.0;
}

} // namespace

DriveControls::DriveControls(const Parts& parts)
    : m_parts(parts),
      m_panel(new widgets::DrivePanel),
      m_escape(Qt::Key_Escape, parts.window),
      m_steering(parts.view),
      m_putBackNote(parts.messages) {
    connectPanel();
    connectViews();
    connect(&m_parts.host, &AgentHost::agentsChanged, this, [this] {
        updateMost();
        refresh();
    });
    connect(&m_parts.host, &AgentHost::framesReceived, this, &DriveControls::refresh);
    connect(&m_parts.agents, &AgentControls::agentShown, this, &DriveControls::refresh);
    refresh();
}

// Returns why a robot cannot be driven; empty if it can.
QString DriveControls::whyNotDriven(const robot::RobotModel& model) const {
    const agents::BehaviorInfo* driver = m_parts.host.behaviors().find(AgentHost::kDriver);
    if (driver != nullptr && !agents::canHave(model, *driver)) {
        return tr("%1 does not walk yet: it holds poses and plays motions").arg(robotName(model));
    }
    return motion::LeggedBody::isLegged(model)
               ? QString()
               : tr("%1 does not have two legs").arg(robotName(model));
}

void DriveControls::connectPanel() {
    connect(m_panel, &widgets::DrivePanel::modeRequested, this, &DriveControls::choose);
    connect(m_parts.actions.action("agent.drive"), &QAction::triggered, this, [this](bool isOn) {
        choose(isOn ? m_mode : DriveMode::Own);
        if (isOn) {
            Q_EMIT shown();
        }
    });
    connect(m_panel, &widgets::DrivePanel::truthRequested, this, [this](bool isOn) {
        if (const AgentHost::Agent* agent = m_parts.agents.playing()) {
            m_parts.host.setUsesMonitorPose(agent->key, isOn);
        }
    });
    connect(m_panel, &widgets::DrivePanel::parametersRequested, this,
            &DriveControls::parametersRequested);
    connect(m_panel, &widgets::DrivePanel::stickMoved, this,
            [this](const widgets::StickState& stick) { go(commandOf(stick)); });
    connect(m_panel, &widgets::DrivePanel::stopRequested, this,
            [this] { go(motion::WalkCommand{}); });
    connect(&m_gamepad, &Gamepad::moved, m_panel, &widgets::DrivePanel::setStick);
    connect(&m_gamepad, &Gamepad::stopPressed, m_panel, &widgets::DrivePanel::stopRequested);
    connect(&m_gamepad, &Gamepad::nameChanged, this, &DriveControls::refresh);
}

void DriveControls::connectViews() {
    connect(&m_parts.field, &widgets::FieldView::steered, this,
            [this](const QPolygonF& way_S, bool isDone) {
                if (isDone) {
                    steer(way_S);
                }
            });
    connect(&m_steering, &viewer3d::GroundSteering::steered, this, &DriveControls::steer);
    m_escape.setEnabled(false);
    connect(&m_escape, &QShortcut::activated, this, [this] { choose(DriveMode::Stick); });
    connect(&m_parts.live, &LiveSession::headReceived, this,
            [this](const monitor::MatchFramePtr& frame) {
                const auto at = m_parts.live.arrivalOf(static_cast<double>(frame->index));
                m_parts.host.takeMonitorFrame(*frame, at.value_or(now()));
                watchReferee(frame);
            });
    connect(&m_parts.live, &LiveSession::sourceChanged, this, [this] {
        m_headBefore = nullptr;
        m_reportedRule.reset();
        m_putBackNote.withdraw();
    });
}

// Reports why the referee has moved the driven robot.
void DriveControls::watchReferee(const monitor::MatchFramePtr& frame) {
    const monitor::MatchFramePtr before = std::exchange(m_headBefore, frame);
    const AgentHost::Agent* agent = m_parts.agents.playing();
    const bool isDriven = agent != nullptr && agent->frame && agent->isDriven;
    if (!isDriven || !before || before->game.playMode != frame->game.playMode) {
        m_reportedRule.reset();
        m_putBackNote.withdraw();
    }
    if (!isDriven || !before) {
        return;
    }
    const game::PlayerId robot = agent->frame->identity.robot;
    const auto rule = putBackBetween(*before, *frame, robot);
    if (rule && rule != m_reportedRule) {
        m_reportedRule = rule;
        sayWhy(*rule, robot);
    }
}

void DriveControls::sayWhy(PutBack rule, const game::PlayerId& robot) {
    using Severity = widgets::MessageBar::Severity;
    const auto kickOff = [this, side = robot.side] { Q_EMIT kickOffRequested(side); };
    switch (rule) {
    case PutBack::OwnHalf:
        return m_putBackNote.show(
            Severity::Note,
            tr("The referee has put number %1 back: before kick-off, robots stay in "
               "their own half")
                .arg(robot.unum.value()),
            tr("Kick off"), kickOff);
    case PutBack::TheirStart:
        return m_putBackNote.show(
            Severity::Note,
            tr("The referee has put number %1 back: until the opponents have kicked "
               "off, it stays in its own half and out of the center circle")
                .arg(robot.unum.value()));
    case PutBack::OwnStart:
        return m_putBackNote.show(
            Severity::Note, tr("The referee has put number %1 back: until the ball has been kicked "
                               "off, it stays in its own half or in the center circle")
                                .arg(robot.unum.value()));
    case PutBack::TheirKick:
        return m_putBackNote.show(
            Severity::Note, tr("The referee has put number %1 back: until the opponents have taken "
                               "their kick, it stays away from the ball")
                                .arg(robot.unum.value()));
    }
}

motion::WalkCommand DriveControls::commandOf(const widgets::StickState& stick) const {
    const double ratio = m_panel->speedRatio();
    if (m_panel->isRunRequested() && stick.forward > kRunsFrom) {
        using behavior::Runner;
        return {Runner::kMaxMps, 0.0,
                Runner::kMaxTurnRadPerS * std::clamp(stick.turn + stick.left, -1.0, 1.0)};
    }
    return {ratio * stick.forward * m_most.forwardMps, ratio * stick.left * m_most.leftMps,
            ratio * stick.turn * m_most.turnRadPerS};
}

void DriveControls::go(const behavior::DriveGoal& goal) {
    const AgentHost::Agent* agent = m_parts.agents.playing();
    if (agent != nullptr && agent->isDriven) {
        m_parts.host.post(agent->key, runtime::command::Go{goal});
    }
}

void DriveControls::choose(DriveMode mode) {
    const AgentHost::Agent* agent = m_parts.agents.playing();
    const bool isOn = mode != DriveMode::Own;
    if (isOn) {
        m_mode = mode;
    }
    if (agent != nullptr && agent->frame && agent->isDriven != isOn) {
        if (const auto done = m_parts.host.drive(agent->key, isOn); !done) {
            m_parts.messages.show(widgets::MessageBar::Severity::Error,
                                  widgets::toQt(done.error().toString()));
        }
    }
    refresh();
}

// Sets the speed at full deflection of the stick to the maximum of the current gait.
void DriveControls::updateMost() {
    const AgentHost::Agent* agent = m_parts.agents.playing();
    if (agent == nullptr || (agent->key == m_mostOf && agent->driverSet == m_mostFor)) {
        return;
    }
    m_mostOf = agent->key;
    m_mostFor = agent->driverSet;
    const agents::BehaviorRegistry& behaviors = m_parts.host.behaviors();
    const auto complete = behaviors.complete(AgentHost::kDriver, agent->driverSet,
                                             runtime::modelOf(agent->blueprint.settings));
    const auto values = complete ? behaviors.check(AgentHost::kDriver, *complete)
                                 : tl::unexpected(complete.error());
    if (values) {
        m_most = {values->number("forward"), values->number("sideward"), values->number("turn")};
    }
}

// While running, there is no step plan, and the robot only moves forward.
widgets::StickState DriveControls::actualOf(const world::AgentFrame& frame) const {
    if (valueOf(frame, "walk.run") > 0.0) {
        return {ratioOf(valueOf(frame, "walk.comMps"), behavior::Runner::kMaxMps), 0.0, 0.0};
    }
    return {ratioOf(valueOf(frame, "walk.forwardMps"), m_most.forwardMps),
            ratioOf(valueOf(frame, "walk.leftMps"), m_most.leftMps),
            ratioOf(math::radFromDeg(valueOf(frame, "walk.turnDps")), m_most.turnRadPerS)};
}

bool DriveControls::isSteering() const {
    return m_panel->isMovable() && m_panel->view().mode != DriveMode::Stick;
}

// Shows the meaning of a click in both views.
void DriveControls::showSteering() {
    m_steering.lookForTwin();
    const auto mode = isSteering() ? std::optional(m_panel->view().mode) : std::nullopt;
    if (mode == m_steered) {
        return;
    }
    m_steered = mode;
    const bool isArrow = mode != DriveMode::Path;
    m_parts.field.setSteering(mode.has_value(), isArrow);
    m_steering.setOn(mode.has_value(), isArrow);
    m_escape.setEnabled(mode.has_value());
    m_parts.actions.action("select.none")->setEnabled(!mode); // both use Escape
}

// A click sets the target; a drag also sets the heading at the target, or draws the path.
void DriveControls::steer(const QPolygonF& way_S) {
    const AgentHost::Agent* agent = m_parts.agents.playing();
    if (agent == nullptr || !agent->frame || way_S.isEmpty() || !isSteering()) {
        return;
    }
    const math::Pose X_FS = world::fieldFromServer(agent->frame->identity.robot.side);
    std::vector<Eigen::Vector2d> points_F;
    for (const QPointF& p_S : way_S) {
        points_F.emplace_back((X_FS * Eigen::Vector3d(p_S.x(), p_S.y(), 0.0)).head<2>());
    }
    const Eigen::Vector2d drag = points_F.back() - points_F.front();
    switch (m_mode) {
    case DriveMode::Path:
        if (points_F.size() > 1) {
            go(behavior::FollowPath{std::move(points_F)});
            return;
        }
        break;
    case DriveMode::Face:
        go(behavior::FaceTo{points_F.back()});
        return;
    case DriveMode::Kick:
        go(behavior::KickTo{points_F.back()});
        return;
    default:
        break;
    }
    behavior::GoToPlace place{points_F.front(), {}};
    if (drag.norm() > kMinWayM) {
        place.headingRad = std::atan2(drag.y(), drag.x());
    }
    go(place);
}

// Measures without localization: from the current velocity of the center of mass.
void DriveControls::measureTravel(const world::AgentFrame& frame, widgets::WalkView& walk) {
    if (frame.identity != m_traveler || !frame.body.pose.isValid) {
        m_travel.reset();
        m_traveler = frame.identity;
    }
    if (frame.body.pose.isValid) {
        const auto speed =
            m_travel.follow(frame.game.serverTimeS, frame.body.pose.X_ST.p.head<2>());
        walk.measuredMps = speed ? speed : walk.measuredMps;
    }
    if (walk.gait != Gait::Walk) {
        walk.marginM.reset(); // no margin while running, which is not statically balanced
    }
}

void DriveControls::refresh() {
    if (!m_panel) {
        return;
    }
    widgets::DriveView view;
    view.gamepad = m_gamepad.name();
    const AgentHost::Agent* agent = m_parts.agents.playing();
    if (!m_parts.agents.shown() && m_parts.agents.isAsking()) {
        return; // keeps the old state until the answer arrives
    }
    if (const auto& frame = m_parts.agents.shown()) {
        view.robotName = QStringLiteral("%1 %2")
                             .arg(widgets::toQt(frame->identity.team))
                             .arg(frame->identity.robot.unum.value());
        view.walk = walkOf(*frame);
        measureTravel(*frame, *view.walk);
    }
    if (agent != nullptr && agent->frame && agent->frame->identity.model) {
        updateMost();
        const world::AgentFrame& frame = *agent->frame;
        view.isLive = true;
        view.whyNot = whyNotDriven(*frame.identity.model);
        view.mode = agent->isDriven ? m_mode : DriveMode::Own;
        view.state = widgets::toQt(frame.decision.reason);
        view.remainingM = valueOf(frame, "drive.toGoM", valueOf(frame, "kick.toGoM", -1.0));
        if (frame.decision.behavior != AgentHost::kDriver || knownValueOf(frame, "walk.phase")) {
            m_canRun = knownValueOf(frame, "walk.run").has_value(); // false while lying
        }
        view.canRun = m_canRun || knownValueOf(frame, "walk.run");
        view.actual = actualOf(frame);
        const monitor::MatchFramePtr& head = m_parts.live.head().exact;
        view.hasTruth = head && head->findRobot(frame.identity.robot) != nullptr;
        view.believesTruth = agent->usesMonitorPose;
        view.isTruthLate = valueOf(frame, "pose.external", 0.0) == 0.0;
    }
    m_panel->setView(view);
    showSteering();
    QAction* action = m_parts.actions.action("agent.drive");
    action->setEnabled(view.isLive && view.whyNot.isEmpty());
    action->setChecked(view.isDriven());
    ActionTable::setToolTip(action,
                            view.whyNot.isEmpty()
                                ? action->text()
                                : tr("%1. Not available: %2").arg(action->text(), view.whyNot),
                            action->shortcuts());
}

} // namespace sideline::studio
