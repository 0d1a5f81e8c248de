#include "studio/workspaces/live/agent_controls.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "agentcore/field/field_model.h"
#include "agentcore/math/angles.h"
#include "agentcore/runtime/command_text.h"
#include "agents/agent_blueprint.h"
#include "studio/settings/stored_values.h"
#include "studio/workspaces/live/agent_dialog.h"
#include "studio/workspaces/live/next_agent.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using widgets::AgentView;
using Link = AgentView::Link;

constexpr double kSameLengthM = 0.01; // maximum difference between the lengths of two equal fields
constexpr double kJumpS = 0.5;        // maximum time between two frames without a seek

Link linkOf(runtime::LinkState state) {
    switch (state) {
    case runtime::LinkState::Connecting:
        return Link::Connecting;
    case runtime::LinkState::Waiting:
        return Link::Waiting;
    case runtime::LinkState::Playing:
        return Link::Playing;
    case runtime::LinkState::Silent:
        return Link::Silent;
    case runtime::LinkState::Refused:
        return Link::Refused;
    case runtime::LinkState::Stopped:
        return Link::Stopped;
    }
    return Link::None;
}

QString nameOf(const world::AgentIdentity& identity) {
    return QStringLiteral("%1 %2")
        .arg(widgets::toQt(identity.team))
        .arg(identity.robot.unum.value());
}

// Fills in the gains of a robot: the defaults, except for those that the user has set.
void showGains(const std::map<std::size_t, behavior::JointGains>& changed,
               widgets::JointView& joints) {
    if (joints.model->traits().server != game::ServerKind::Rcssservermj) {
        return;
    }
    for (const robot::Joint& joint : joints.model->joints()) {
        joints.defaultGains.push_back(runtime::defaultGains(joint));
    }
    joints.gains = joints.defaultGains;
    for (const auto& [joint, gains] : changed) {
        joints.gains[joint] = gains;
    }
}

} // namespace

AgentControls::AgentControls(ActionTable& actions, AgentHost& host, LiveSession& live,
                             AgentRecordingPlayer& replay, AgentRecordingPlayer& past,
                             widgets::MessageBar& messages, QSettings& store)
    : m_actions(actions),
      m_host(host),
      m_live(live),
      m_replay(replay),
      m_past(past),
      m_messages(messages),
      m_store(store),
      m_agentPanel(new widgets::AgentPanel),
      m_jointPanel(new widgets::JointPanel) {
    const QByteArray poses = m_store.value(storedPosesKey()).toByteArray();
    if (!poses.isEmpty()) {
        if (const auto read = m_jointPanel->setPoses(poses); !read) {
            m_messages.show(
                widgets::MessageBar::Severity::Warning,
                tr("Cannot read the stored poses: %1").arg(widgets::toQt(read.error().toString())));
        }
    }
    connectPanels();
    connectSources();
    updateActions();
}

void AgentControls::connectSources() {
    connect(&m_host, &AgentHost::agentsChanged, this, [this] {
        choose();
        refresh();
        updateActions();
    });
    connect(&m_host, &AgentHost::framesReceived, this, &AgentControls::refresh);
    connect(&m_live, &LiveSession::viewChanged, this, &AgentControls::updateActions);
    connect(&m_live, &LiveSession::sourceChanged, this, [this] {
        if (!m_live.isLive()) {
            m_host.stopAll(); // the agents would otherwise try to connect forever
        } else if (m_place != Place::Log) {
            forget(); // the beliefs belonged to a different match
        }
        updateActions();
    });
    const auto answers = [this](const AgentRecordingPlayer& source, Place place) {
        connect(&source, &AgentRecordingPlayer::frameShown, this,
                [this, place](const world::AgentFramePtr& frame, double ageS,
                              std::uint64_t request) { take(place, frame, ageS, request); });
    };
    answers(m_replay, Place::Log);
    answers(m_past, Place::Earlier);
    connect(&m_replay, &AgentRecordingPlayer::closed, this, [this] {
        if (m_place == Place::Log) {
            forget();
        }
    });
}

void AgentControls::connectPanels() {
    const auto post = [this](runtime::AgentCommand command) {
        if (const AgentHost::Agent* agent = current()) {
            m_host.post(agent->key, std::move(command));
        }
    };
    connect(m_jointPanel, &widgets::JointPanel::controlRequested, this, [this](bool isOn) {
        if (const AgentHost::Agent* agent = current()) {
            m_host.control(agent->key, isOn);
        }
    });
    connect(m_jointPanel, &widgets::JointPanel::targetsChanged, this,
            [post](const std::vector<widgets::JointTarget>& targets, double speedLimitRadPerS) {
                runtime::command::JointTargets command;
                command.speedLimitRadPerS = speedLimitRadPerS;
                for (const widgets::JointTarget& target : targets) {
                    command.targets.push_back({target.joint, target.angleRad});
                }
                post(std::move(command));
            });
    connect(m_jointPanel, &widgets::JointPanel::gainsRequested, this, &AgentControls::requestGains);
    connect(m_jointPanel, &widgets::JointPanel::freezeRequested, this,
            [post] { post(runtime::command::Freeze{}); });
    connect(m_jointPanel, &widgets::JointPanel::posesChanged, this,
            [this](const QByteArray& json) { m_store.setValue(storedPosesKey(), json); });
    connect(m_jointPanel, &widgets::JointPanel::holdTorsoRequested, this, [this](bool isHeld) {
        if (m_shown) {
            m_live.hold(m_shown->identity.robot, isHeld);
        }
    });
    connect(m_jointPanel, &widgets::JointPanel::gravityRequested, &m_live,
            &LiveSession::setGravity);
    connect(m_agentPanel, &widgets::AgentPanel::plotRequested, this, &AgentControls::requestPlot);
    connect(m_actions.action("agent.control"), &QAction::triggered, this, [this](bool isOn) {
        if (const AgentHost::Agent* agent = current()) {
            m_host.control(agent->key, isOn);
        }
    });
    connect(m_actions.action("agent.freeze"), &QAction::triggered, this, [this, post] {
        post(runtime::command::Freeze{});
        if (const AgentHost::Agent* agent = current()) {
            m_host.control(agent->key, true); // freezing gives the user control of the robot
        }
    });
    connect(m_actions.action("agent.stop"), &QAction::triggered, this, [this] {
        if (const AgentHost::Agent* agent = current()) {
            m_host.stop(agent->key);
        }
    });
}

void AgentControls::requestPlot(const QString& path) {
    if (!m_shown) {
        return;
    }
    const world::AgentIdentity& identity = m_shown->identity;
    if (identity.robot.side == game::Side::None) {
        m_messages.show(widgets::MessageBar::Severity::Note,
                        tr("%1 has not joined the match yet: its values can be plotted once the "
                           "server has assigned its side")
                            .arg(nameOf(identity)));
        return;
    }
    Q_EMIT plotRequested(logs::SignalId::ofAgent(identity.robot, path.toStdString()));
}

runtime::AgentSettings AgentControls::nextAgent() const {
    runtime::AgentSettings settings =
        nextAgentAt(m_live.view(), m_host.agents(), readLiveSettings(m_store).robot);
    const auto& frame = m_live.head().exact;
    if (frame && frame->game.environment) {
        for (const field::FieldVersion& version : field::footballFields()) {
            if (std::abs(version.dimensions.lengthM - frame->game.environment->field.lengthM) <
                kSameLengthM) {
                settings.field = version;
            }
        }
    }
    return settings;
}

void AgentControls::startAgent(const agents::AgentBlueprint& blueprint) {
    const auto started = m_host.start(blueprint);
    if (!started) {
        m_messages.show(widgets::MessageBar::Severity::Error,
                        widgets::toQt(started.error().toString()));
        return;
    }
    m_key = *started;
    m_robot.reset();
    refresh();
}

void AgentControls::askForAgent(QWidget* parent) {
    AgentDialog dialog(nextAgent(), parent, m_live.view().serverKind);
    if (dialog.exec() == QDialog::Accepted) {
        startAgent(dialog.blueprint());
    }
}

void AgentControls::setSelection(const monitor::ObjectId& id) {
    m_robot = id.kind == monitor::ObjectId::Kind::Robot ? std::optional(id.robot) : std::nullopt;
    choose();
    refresh();
    if (m_place != Place::Now && m_truth) {
        ask();
    }
}

const AgentHost::Agent* AgentControls::current() const {
    return m_host.find(m_key);
}

const AgentHost::Agent* AgentControls::playing() const {
    const AgentHost::Agent* agent = m_place == Place::Now ? current() : nullptr;
    return agent != nullptr && !agent->isProgram && agent->state.link == runtime::LinkState::Playing
               ? agent
               : nullptr;
}

// Chooses the agent of the selected robot; without a selection, the previous agent, or any agent.
void AgentControls::choose() {
    if (m_robot) {
        const AgentHost::Agent* agent = m_host.findRobot(*m_robot);
        m_key = agent != nullptr ? agent->key : AgentKey{};
    } else if (m_host.find(m_key) == nullptr) {
        m_key = m_host.agents().empty() ? AgentKey{} : m_host.agents().front().key;
    }
}

void AgentControls::showMatch(const logs::FetchedFrame& fetched, Place place) {
    if ((place == Place::Log) != (m_place == Place::Log)) {
        forget();
        choose();
    }
    if (place != m_place) {
        m_place = place;
        m_asked.clear();
        updateActions();
    }
    m_truth = fetched.drawn;
    m_frame = fetched.exact->index + fetched.request.fraction;
    m_place == Place::Now ? refresh() : ask();
}

// Passes belief and truth to the panel together; until the answer arrives, removes drawings over
// the match that belong to another position.
void AgentControls::ask() {
    const std::optional<game::PlayerId> robot = m_robot ? m_robot : m_shownRobot;
    // The clock of the built-in simulator continues while the game's clock is stopped.
    const bool isOfServer = m_place == Place::Earlier && m_live.serverName().isEmpty();
    std::optional<AgentRecordingPlayer::Clock> clock;
    if (m_frame == std::floor(m_frame)) { // beliefs between two frames are approximate
        clock = AgentRecordingPlayer::Clock{isOfServer ? m_truth->recordTimeS : m_truth->game.timeS,
                                            isOfServer};
    }
    std::optional<std::uint64_t> request;
    if (m_place == Place::Log) {
        request = m_replay.showMatchFrame(m_frame, clock, robot);
    } else if (const auto at = m_live.arrivalOf(m_frame)) {
        request = m_past.showTime(*at, clock, robot);
    }
    if (!request) {
        AgentView view;
        if (m_place == Place::Earlier && m_shownRobot) {
            view.fault = tr("agents' beliefs were not recorded");
        }
        m_asked.clear();
        if (m_agentPanel->view().frame || m_agentPanel->view().fault != view.fault) {
            show(view, nullptr);
        }
        return;
    }
    m_asked.push_back({*request, m_truth});
    if (m_shown && std::abs(m_truth->recordTimeS - m_shownTimeS) > kJumpS) {
        m_shown = nullptr;
        Q_EMIT agentShown(nullptr);
    }
}

void AgentControls::take(Place place, const world::AgentFramePtr& frame, double ageS,
                         std::uint64_t request) {
    while (!m_asked.empty() && m_asked.front().request < request) {
        m_asked.pop_front();
    }
    if (place != m_place || m_asked.empty() || m_asked.front().request != request) {
        return; // answer for a different match
    }
    const monitor::MatchFramePtr truth = std::move(m_asked.front().truth);
    m_asked.pop_front();
    m_shownTimeS = truth->recordTimeS;
    AgentView view;
    view.link = frame ? Link::Recorded : Link::None;
    view.frame = frame;
    view.ageS = ageS;
    const bool isSame = m_shown == frame;
    const bool isStream = place == Place::Log && m_replay.overview()->isStream();
    show(view, frame && !isStream ? truth : nullptr); // a match made from a stream is not the truth
    if (isSame) {
        Q_EMIT agentShown(m_shown); // emitted even if the belief is unchanged
    }
}

void AgentControls::forget() {
    m_asked.clear();
    m_truth = nullptr;
    show({}, nullptr);
    m_shownRobot.reset();
}

void AgentControls::show(const AgentView& view, const monitor::MatchFramePtr& truth) {
    m_agentPanel->setView(view, truth);
    const bool isNew = m_shown != view.frame;
    m_shown = view.frame;
    if (m_shown) {
        m_shownRobot = m_shown->identity.robot;
    }
    showJoints(m_place == Place::Now ? current() : nullptr);
    if (isNew) {
        Q_EMIT agentShown(m_shown);
    }
}

void AgentControls::refresh() {
    if (m_place == Place::Now) {
        showLive();
    }
}

void AgentControls::showLive() {
    if (m_robot && !current()) {
        choose(); // the agent's first frame contains its robot
    }
    const AgentHost::Agent* agent = current();
    AgentView view;
    if (agent != nullptr) {
        view.link = linkOf(agent->state.link);
        view.fault = widgets::toQt(agent->state.fault);
        view.frame = agent->frame;
        const auto now = std::chrono::steady_clock::now().time_since_epoch();
        if (agent->frame) {
            view.ageS =
                std::chrono::duration<double>(now - agent->frame->timing.receivedAt).count();
        }
    }
    m_shownTimeS = m_truth ? m_truth->recordTimeS : 0.0;
    show(view, view.frame ? m_truth : nullptr);
}

void AgentControls::showJoints(const AgentHost::Agent* agent) {
    widgets::JointView joints;
    if (m_shown) {
        joints.robotName = nameOf(m_shown->identity);
        joints.model = m_shown->identity.model;
        joints.joints = m_shown->body.joints;
    }
    if (agent != nullptr) {
        joints.isLive = !agent->isProgram && agent->state.link == runtime::LinkState::Playing;
        joints.isObserved = agent->isProgram;
        joints.isControlled = agent->isControlled;
    }
    if (agent != nullptr && joints.model != nullptr) {
        showGains(m_gains[agent->key], joints);
    }
    const widgets::SimulatorView& view = m_live.view();
    joints.isInSimulator =
        agent != nullptr && view.source == LiveSession::Source::Simulator && m_shown;
    if (joints.isInSimulator) {
        joints.hasGravity = m_live.hasGravity();
        const auto robot =
            std::ranges::find(view.robots, m_shown->identity.robot, &widgets::LiveRobotView::id);
        joints.isTorsoHeld = robot != view.robots.end() && robot->isHeld;
    }
    m_jointPanel->setView(joints);
}

void AgentControls::requestGains(const std::vector<widgets::JointGainRequest>& requests) {
    const AgentHost::Agent* agent = current();
    if (agent == nullptr) {
        return;
    }
    runtime::command::Gains command;
    for (const widgets::JointGainRequest& request : requests) {
        command.joints.push_back({request.joint, request.gains});
        if (request.gains) {
            m_gains[agent->key][request.joint.index()] = *request.gains;
        } else {
            m_gains[agent->key].erase(request.joint.index());
        }
    }
    m_host.post(agent->key, std::move(command));
    showJoints(agent);
}

void AgentControls::updateActions() {
    const AgentHost::Agent* agent = m_place == Place::Log ? nullptr : current();
    const bool isPlaying =
        agent != nullptr && !agent->isProgram && agent->state.link == runtime::LinkState::Playing;
    m_actions.action("agent.start")->setEnabled(m_live.isLive());
    m_actions.action("agent.stop")->setEnabled(agent != nullptr && !agent->isTeamPlayer);
    m_actions.action("agent.control")->setEnabled(isPlaying);
    m_actions.action("agent.control")->setChecked(agent != nullptr && agent->isControlled);
    m_actions.action("agent.freeze")->setEnabled(isPlaying);
}

} // namespace sideline::studio
