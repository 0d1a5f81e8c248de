#include "studio/workspaces/live/drive_controls.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "agentcore/math/angles.h"
#include "agentcore/motion/walk/walk_engine.h"
#include "agents/behaviors/built_in.h"
#include "agents/behaviors/gait.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

constexpr double kLeastWayM = 0.25; // a shorter drag is a click

// A value that the frame's agent has published; 0 if it has not.
double valueOf(const world::AgentFrame& frame, std::string_view name, double otherwise = 0.0) {
    const auto found = std::ranges::find(frame.values, name, &world::DebugValue::name);
    return found == frame.values.end() ? otherwise : found->value;
}

double shareOf(double value, double most) {
    return most > 0.0 ? std::clamp(value / most, -1.0, 1.0) : 0.0;
}

} // namespace

DriveControls::DriveControls(ActionTable& actions, AgentHost& host, AgentControls& agents,
                             widgets::FieldView& field, widgets::MessageBar& messages)
    : m_actions(actions),
      m_host(host),
      m_agents(agents),
      m_field(field),
      m_messages(messages),
      m_panel(new widgets::DrivePanel),
      m_registry(agents::builtInBehaviors()) {
    connectPanel();
    connect(&m_host, &AgentHost::agentsChanged, this, &DriveControls::refresh);
    connect(&m_host, &AgentHost::framesCame, this, &DriveControls::refresh);
    connect(&m_agents, &AgentControls::agentShown, this, &DriveControls::refresh);
    refresh();
}

void DriveControls::connectPanel() {
    connect(m_panel, &widgets::DrivePanel::driveRequested, this, &DriveControls::drive);
    connect(m_actions.action("agent.drive"), &QAction::triggered, this, [this](bool isOn) {
        drive(isOn);
        if (isOn) {
            Q_EMIT shown();
        }
    });
    connect(m_panel, &widgets::DrivePanel::stickMoved, this,
            [this](const widgets::StickState& stick) { go(commandOf(stick)); });
    connect(m_panel, &widgets::DrivePanel::stopRequested, this,
            [this] { go(motion::WalkCommand{}); });
    connect(&m_gamepad, &Gamepad::moved, m_panel, &widgets::DrivePanel::setStick);
    connect(&m_gamepad, &Gamepad::stopPressed, m_panel, &widgets::DrivePanel::stopRequested);
    connect(&m_gamepad, &Gamepad::nameChanged, this, &DriveControls::refresh);
    connect(m_panel, &widgets::DrivePanel::fieldDriveChanged, this,
            [this](widgets::FieldDrive mode) {
                m_field.setSteering(mode != widgets::FieldDrive::Select);
            });
    connect(&m_field, &widgets::FieldView::steered, this,
            [this](const QPolygonF& way_S, bool isDone) {
                if (isDone) {
                    steer(way_S);
                }
            });
}

motion::WalkCommand DriveControls::commandOf(const widgets::StickState& stick) const {
    const double share = m_panel->speedShare();
    return {share * stick.forward * m_most.forwardMps, share * stick.left * m_most.leftMps,
            share * stick.turn * m_most.turnRadPerS};
}

void DriveControls::go(const behavior::DriveGoal& goal) {
    if (const AgentHost::Agent* agent = m_agents.playing(); agent != nullptr && agent->isDriven) {
        m_host.post(agent->key, runtime::command::Go{goal});
    }
}

void DriveControls::drive(bool isOn) {
    const AgentHost::Agent* agent = m_agents.playing();
    if (agent == nullptr || !agent->frame || !agent->frame->identity.model) {
        refresh();
        return;
    }
    if (!isOn) {
        m_host.drive(agent->key, nullptr);
        return;
    }
    const robot::RobotModel& model = *agent->frame->identity.model;
    auto driver = m_registry.make("drive", {}, {model, m_skills});
    if (!driver) {
        m_messages.show(widgets::MessageBar::Severity::Error,
                        widgets::toQt(driver.error().toString()));
        refresh();
        return;
    }
    if (const auto walk = agents::shippedWalk(model)) {
        m_most = {walk->forwardMps, walk->sidewardMps, walk->turnRadPerS};
    }
    m_host.drive(agent->key, std::move(*driver));
}

// A click is a place; a drag from it says which way to look, or is the way itself.
void DriveControls::steer(const QPolygonF& way_S) {
    const AgentHost::Agent* agent = m_agents.playing();
    if (agent == nullptr || !agent->frame || way_S.isEmpty()) {
        return;
    }
    const math::Pose X_FS = world::fieldFromServer(agent->frame->identity.robot.side);
    std::vector<Eigen::Vector2d> points_F;
    for (const QPointF& p_S : way_S) {
        points_F.emplace_back((X_FS * Eigen::Vector3d(p_S.x(), p_S.y(), 0.0)).head<2>());
    }
    if (m_panel->fieldDrive() == widgets::FieldDrive::Path && points_F.size() > 1) {
        go(behavior::FollowPath{std::move(points_F)});
        return;
    }
    behavior::GoToPlace place{points_F.front(), {}};
    const Eigen::Vector2d drag = points_F.back() - points_F.front();
    if (drag.norm() > kLeastWayM) {
        place.headingRad = std::atan2(drag.y(), drag.x());
    }
    go(place);
}

void DriveControls::refresh() {
    if (!m_panel) {
        return;
    }
    widgets::DriveView view;
    view.gamepad = m_gamepad.name();
    const AgentHost::Agent* agent = m_agents.playing();
    if (const auto& frame = m_agents.shown()) {
        view.robotName = QStringLiteral("%1 %2")
                             .arg(widgets::toQt(frame->identity.team))
                             .arg(frame->identity.robot.unum.value());
    }
    if (agent != nullptr && agent->frame && agent->frame->identity.model) {
        const world::AgentFrame& frame = *agent->frame;
        view.isLive = true;
        view.canWalk = motion::LeggedBody::isLegged(*frame.identity.model);
        view.isDriven = agent->isDriven;
        view.state = widgets::toQt(frame.decision.reason);
        view.remainingM = valueOf(frame, "drive.toGoM", -1.0);
        view.actual = {
            shareOf(valueOf(frame, "walk.forwardMps"), m_most.forwardMps),
            shareOf(valueOf(frame, "walk.leftMps"), m_most.leftMps),
            shareOf(math::radFromDeg(valueOf(frame, "walk.turnDps")), m_most.turnRadPerS)};
    }
    m_panel->setView(view);
    QAction* action = m_actions.action("agent.drive");
    action->setEnabled(view.isLive && view.canWalk);
    action->setChecked(view.isDriven);
}

} // namespace sideline::studio
