#include "studio/workspaces/live/referee_controls.h"

#include <utility>

#include "agentcore/field/ball_flight.h"
#include "agentcore/field/ball_throw.h"
#include "agentcore/game/play_mode.h"
#include "agentcore/math/angles.h"
#include "agentcore/monitor/game_summary.h"
#include "agentcore/monitor/trainer_support.h"
#include "agentcore/robot/built_in_robots.h"
#include "agentcore/robot/posture.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

constexpr double kStepRad = math::radFromDeg(5.0); // rotation of the throw per step of the wheel
constexpr drawing::Color kPathColor{255, 230, 90, 255};

std::vector<drawing::Shape> pathShapes(const std::vector<Eigen::Vector3d>& path_S) {
    std::vector<drawing::Shape> shapes;
    for (std::size_t i = 1; i < path_S.size(); ++i) {
        shapes.push_back(drawing::Line{path_S[i - 1], path_S[i], 3.0, kPathColor});
    }
    if (!path_S.empty()) {
        shapes.push_back(drawing::Circle{path_S.back().head<2>(), 0.1, 2.0, kPathColor});
    }
    return shapes;
}

widgets::RefereeView viewOf(const LiveSession& live) {
    widgets::RefereeView view;
    const bool isServer = live.source() == LiveSession::Source::Server;
    view.isConnected = live.isLive() && live.view().isConnected;
    view.server = live.view().serverKind;
    view.isOurs = live.source() == LiveSession::Source::Simulator;
    view.serverName =
        isServer ? live.view().serverName : RefereeControls::tr("the simulator in this window");
    const auto& frame = live.head().exact;
    if (!frame) {
        return view;
    }
    view.leftTeam = widgets::toQt(frame->game.teamLeft);
    view.rightTeam = widgets::toQt(frame->game.teamRight);
    view.playMode = frame->game.playMode;
    view.playModeName = widgets::toQt(std::string(frame->game.playModeName()));
    view.leftScore = frame->game.scoreLeft;
    view.rightScore = frame->game.scoreRight;
    view.gameTimeS = frame->game.timeS;
    if (frame->game.environment) {
        view.field = frame->game.environment->field;
    }
    if (frame->ball) {
        view.p_SBall = frame->ball->X_SBall.p;
    }
    for (const monitor::RobotFrame& robot : frame->robots) {
        const QString team = widgets::toQt(frame->game.teamName(robot.id.side));
        view.robots.push_back(
            {robot.id, QStringLiteral("%1 %2").arg(team).arg(robot.id.unum.value()),
             robot.X_STorso().p, robot.headingRad(), robot.selected,
             robot::placingHeightM(robot.model != nullptr ? *robot.model : robot::defaultRobot())});
    }
    return view;
}

} // namespace

RefereeControls::RefereeControls(ActionTable& actions, LiveSession& live, DrawingSession& drawings,
                                 SessionRecorder& recorder, viewer3d::MatchView& view,
                                 widgets::FieldView& field, widgets::MessageBar& messages)
    : m_actions(actions),
      m_live(live),
      m_drawings(drawings),
      m_recorder(recorder),
      m_view(view),
      m_field(field),
      m_messages(messages),
      m_panel(new widgets::RefereePanel) {
    connectPanel();
    connectActions();
    connectMouse();
    connect(&m_live, &LiveSession::viewChanged, this, &RefereeControls::showView);
    connect(&m_live, &LiveSession::sourceChanged, this, [this] {
        m_panel->enableCommands(false); // in a new match, commands must be enabled again
        showView();
    });
    showView();
}

void RefereeControls::connectPanel() {
    connect(m_panel, &widgets::RefereePanel::commandsEnabledChanged, this,
            &RefereeControls::updateEnabled);
    connect(m_panel, &widgets::RefereePanel::commandRequested, this,
            [this](const monitor::TrainerCommand& command) { send(command, tr("referee panel")); });
    connect(m_panel, &widgets::RefereePanel::rawCommandRequested, this, &RefereeControls::sendText);
    connect(m_panel, &widgets::RefereePanel::ballPathChanged, this,
            [this](const std::vector<Eigen::Vector3d>& path_S) {
                m_drawings.setPreview(pathShapes(path_S));
            });
}

void RefereeControls::connectActions() {
    const auto on = [this](const char* id, auto slot) {
        connect(m_actions.action(id), &QAction::triggered, this, slot);
    };
    on("referee.enable", [this](bool isOn) { m_panel->enableCommands(isOn); });
    on("simulator.kick-off-left",
       [this] { send(monitor::KickOff{game::Side::Left}, tr("key or menu")); });
    on("simulator.kick-off-right",
       [this] { send(monitor::KickOff{game::Side::Right}, tr("key or menu")); });
    on("simulator.drop-ball", [this] { send(monitor::DropBall{}, tr("key or menu")); });
    on("referee.reset-clock", [this] { resetClock(); });
    on("referee.full-state", [this] { send(monitor::RequestFullState{}, tr("key or menu")); });
}

void RefereeControls::connectMouse() {
    const auto place = [this](const monitor::ObjectId& id, double x_S, double y_S, double turnRad,
                              const QString& source) {
        if (const auto command = m_live.placeCommand(id, x_S, y_S, turnRad)) {
            send(*command, source);
        }
    };
    connect(&m_view, &viewer3d::MatchView::placed, this,
            [place](const monitor::ObjectId& id, const Eigen::Vector3d& p_S, double turnRad) {
                place(id, p_S.x(), p_S.y(), turnRad, tr("3D view"));
            });
    connect(&m_field, &widgets::FieldView::moveRequested, this,
            [place](const monitor::ObjectId& id, double x_S, double y_S, double turnRad) {
                place(id, x_S, y_S, turnRad, tr("field view"));
            });
    const auto refuse = [this] {
        reportDisabled(tr("Enable referee commands to move robots and the ball"));
    };
    connect(&m_view, &viewer3d::MatchView::placingRefused, this, refuse);
    connect(&m_field, &widgets::FieldView::moveRefused, this, refuse);
    connect(&m_view, &viewer3d::MatchView::aimed, this, &RefereeControls::aim);
    connect(&m_view, &viewer3d::MatchView::aimCanceled, this,
            [this] { m_drawings.setPreview({}); });
    connect(&m_field, &widgets::FieldView::aimed, this,
            [this](double x_S, double y_S, int steps, bool isDone) {
                aim({x_S, y_S, 0.0}, steps, isDone);
            });
    connect(&m_field, &widgets::FieldView::aimCanceled, this,
            [this] { m_drawings.setPreview({}); });
}

void RefereeControls::aim(const Eigen::Vector3d& target_S, int steps, bool isDone) {
    const auto& frame = m_live.head().exact;
    if (!frame || !frame->ball) {
        return;
    }
    const Eigen::Vector3d p_SBall = frame->ball->X_SBall.p;
    const Eigen::Vector3d velocity = field::throwVelocity_SMps(p_SBall, target_S, steps * kStepRad);
    if (isDone) {
        m_drawings.setPreview({});
        send(monitor::BallCommand{std::nullopt, velocity}, tr("aimed throw"));
        return;
    }
    std::vector<Eigen::Vector3d> path_S;
    const field::BallPath path = field::ballFlight(p_SBall, velocity);
    for (std::size_t i = 0; i < path.points.size(); i += 2) {
        path_S.push_back(path.points[i].p_S);
    }
    m_drawings.setPreview(pathShapes(path_S));
}

void RefereeControls::send(const monitor::TrainerCommand& command, const QString& source) {
    if (widgets::changesMatch(command) && !m_panel->areCommandsEnabled()) {
        note(widgets::toQt(monitor::encodeTrainerCommand(command)), source,
             tr("referee commands are not enabled"));
        reportDisabled(tr("Enable referee commands to change the match"));
    } else {
        sendAnyway(command, source);
    }
}

void RefereeControls::sendAnyway(const monitor::TrainerCommand& command, const QString& source) {
    const bool isThere = m_live.isLive() && m_live.view().isConnected;
    const game::ServerKind server = m_live.view().serverKind.value_or(game::ServerKind::SimSpark);
    const auto why = monitor::unsupportedReason(server, command, isOurs());
    const monitor::TrainerCommand sent =
        monitor::adapted(server, command, m_live.head().exact.get());
    if (isThere && !why) {
        m_live.command(sent);
    }
    note(widgets::toQt(monitor::encodeTrainerCommand(sent)), source,
         !isThere ? tr("no server")
         : why    ? widgets::toQt(std::string(*why))
                  : QString());
}

void RefereeControls::sendText(const QString& text) {
    if (!m_live.isLive() || !m_live.view().isConnected) {
        note(text, tr("command line"), tr("no server"));
        return;
    }
    const QString fault = m_live.commandText(text);
    note(text, tr("command line"), fault);
}

void RefereeControls::note(const QString& text, const QString& source, const QString& fault) {
    const auto& frame = m_live.head().exact;
    m_panel->addLogLine({frame ? frame->game.timeS : 0.0, text, source, fault});
    if (fault.isEmpty()) {
        m_recorder.addOrder(text.toStdString(), source.toStdString());
    }
}

void RefereeControls::reportDisabled(const QString& text) {
    if (!m_live.isLive() || !m_live.view().isConnected) {
        return;
    }
    m_messages.dismiss(m_disabledNote);
    m_disabledNote = text;
    m_messages.show(widgets::MessageBar::Severity::Note, text, tr("Enable referee commands"),
                    [this] { m_panel->enableCommands(true); });
}

// Also leaves the play mode GameOver, in which no match continues.
void RefereeControls::resetClock() {
    const auto& frame = m_live.head().exact;
    const bool isOver = frame && monitor::playModeOf(frame->game) == game::PlayMode::GameOver;
    send(monitor::SetTime{0.0}, tr("key or menu"));
    if (isOver && m_panel->areCommandsEnabled()) {
        send(monitor::SetPlayMode{game::PlayMode::BeforeKickOff}, tr("key or menu"));
    }
}

std::vector<widgets::PaletteEntry> RefereeControls::paletteEntries(
    const monitor::ObjectId& selection) {
    std::vector<widgets::PaletteEntry> entries;
    const auto& frame = m_live.head().exact;
    if (!m_live.isLive() || !m_live.view().isConnected || !frame) {
        return entries;
    }
    const auto add = [&](const QString& text, const monitor::TrainerCommand& command,
                         const QString& otherNames = {}) {
        entries.push_back({text,
                           ActionTable::groupText(QStringLiteral("referee")),
                           {},
                           true,
                           [this, command] { send(command, tr("command palette")); },
                           otherNames});
    };
    const auto server = m_live.view().serverKind.value_or(game::ServerKind::SimSpark);
    for (std::size_t i = 0; i < game::kPlayModeNames.size(); ++i) {
        if (monitor::unsupportedReason(server, monitor::SetPlayMode{static_cast<game::PlayMode>(i)},
                                       isOurs())) {
            continue;
        }
        add(tr("Play mode: %1").arg(widgets::playModeText(game::kPlayModeNames[i])),
            monitor::SetPlayMode{static_cast<game::PlayMode>(i)},
            widgets::toQt(game::kPlayModeNames[i]));
    }
    add(tr("Kick-off: toss a coin"), monitor::KickOff{game::Side::None});
    if (const auto toCenter = m_live.placeCommand(monitor::ObjectId::ball(), 0.0, 0.0)) {
        add(tr("Put ball at center"), *toCenter);
    }
    if (selection.kind == monitor::ObjectId::Kind::Robot &&
        frame->findRobot(selection.robot) != nullptr) {
        const QString name = widgets::robotText(selection.robot, frame->game);
        if (server == game::ServerKind::SimSpark) {
            add(tr("Put %1 beside the field").arg(name), monitor::RepositionAgent{selection.robot});
            add(tr("Remove %1 from the game").arg(name), monitor::KillAgent{selection.robot});
        }
    }
    return entries;
}

void RefereeControls::setShown(bool isShown) {
    m_isShown = isShown;
    if (!isShown) {
        m_drawings.setPreview({});
    }
    updateEnabled();
}

void RefereeControls::showView() {
    m_panel->setView(viewOf(m_live));
    updateEnabled();
}

void RefereeControls::updateEnabled() {
    const bool isConnected = m_live.isLive() && m_live.view().isConnected;
    const bool isEnabled = isConnected && m_panel->areCommandsEnabled();
    m_actions.action("referee.enable")->setEnabled(isConnected);
    m_actions.action("referee.enable")->setChecked(isEnabled);
    const auto allow = [&](const char* id, const monitor::TrainerCommand& command) {
        const auto why =
            m_live.view().serverKind
                ? monitor::unsupportedReason(*m_live.view().serverKind, command, isOurs())
                : std::nullopt;
        QAction* action = m_actions.action(id);
        action->setEnabled(isConnected && !why); // the message bar offers to enable commands
        ActionTable::setToolTip(
            action,
            !isConnected ? tr("%1. Not available: no live match").arg(action->text())
            : why
                ? tr("%1. Not available: %2").arg(action->text(), widgets::toQt(std::string(*why)))
                : action->text(),
            action->shortcuts());
    };
    allow("simulator.kick-off-left", monitor::KickOff{});
    allow("simulator.kick-off-right", monitor::KickOff{});
    allow("simulator.drop-ball", monitor::DropBall{});
    allow("referee.reset-clock", monitor::SetTime{});
    allow("referee.full-state", monitor::RequestFullState{});
    if (isEnabled || !isConnected) {
        m_messages.dismiss(m_disabledNote);
    }
    m_view.setPlacing(m_isShown && isEnabled);
    m_view.setPlacingRefused(m_isShown && isConnected && !isEnabled);
    m_field.setObjectsMovable(m_isShown && isEnabled);
    m_field.setMovesRefused(m_isShown && isConnected && !isEnabled);
}

} // namespace sideline::studio
