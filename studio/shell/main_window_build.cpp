// The parts of the main window: center, docks, tool bar, menus.
#include "studio/shell/main_window.h"

#include <algorithm>
#include <iterator>

#include <QLabel>
#include <QMenuBar>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "studio/shell/layouts.h"

namespace sideline::studio {

namespace {

constexpr int kLeastDockPx = 120;
constexpr int kEmptyButtonPx = 220;

} // namespace

void MainWindow::buildCenter() {
    m_view = new viewer3d::MatchView;
    m_viewContainer = QWidget::createWindowContainer(m_view);
    m_viewContainer->setMinimumSize(240, 180);
    m_viewContainer->setFocusPolicy(Qt::StrongFocus);
    m_welcome = new widgets::WelcomePanel;
    m_center = new QStackedWidget;
    m_center->addWidget(m_welcome);
    m_center->addWidget(m_viewContainer);
    buildEmptyPage();
    m_scoreboard = new widgets::Scoreboard;
    m_banner = new widgets::MatchBanner(m_viewContainer);
    m_messages = new widgets::MessageBar;

    auto* center = new QWidget;
    auto* column = new QVBoxLayout(center);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_messages);
    column->addWidget(m_scoreboard);
    column->addWidget(m_center, 1);
    setCentralWidget(center);
}

QDockWidget* MainWindow::addDock(const char* id, const QString& title, QWidget* content,
                                 Qt::DockWidgetArea area) {
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(QLatin1String(id));
    dock->setWidget(content);
    addDockWidget(area, dock);
    m_docks[QLatin1String(id)] = dock;
    return dock;
}

void MainWindow::buildDocks() {
    m_field = new widgets::FieldView;
    m_objects = new widgets::ObjectPanel;
    m_events = new widgets::EventPanel;
    m_overview = new widgets::OverviewPanel;
    m_plots = new widgets::PlotPanel;
    addDock("field", tr("Field"), m_field, Qt::RightDockWidgetArea);
    addDock("events", tr("Events"), m_events, Qt::RightDockWidgetArea);
    addDock("objects", tr("Objects"), m_objects, Qt::RightDockWidgetArea);
    addDock("overview", tr("Log"), m_overview, Qt::RightDockWidgetArea);
    addDock("plots", tr("Plots"), m_plots, Qt::BottomDockWidgetArea);
    m_second = new SecondView(*m_view, m_actions, m_store);
    addDock("view2", tr("Second 3D view"), m_second, Qt::LeftDockWidgetArea)->hide();
    m_simulator = new widgets::SimulatorPanel(LiveControls::panelActions(m_actions));
    addDock("simulator", tr("Simulator"), m_simulator, Qt::LeftDockWidgetArea);
    m_workspace = std::make_unique<LiveWorkspace>(
        LiveWorkspace::Parts{m_actions, *m_live, *m_view, *m_field, *m_messages, m_store});
    m_motions = std::make_unique<MotionWorkspace>(
        MotionWorkspace::Parts{m_actions, *m_workspace, *m_messages, m_store, this});
    m_localize = std::make_unique<LocalizationWorkspace>(LocalizationWorkspace::Parts{
        m_actions, *m_workspace, *m_field, *m_messages, m_store, this});
    std::vector<WorkspacePanel> panels = m_workspace->panels();
    std::ranges::move(m_motions->panels(), std::back_inserter(panels));
    std::ranges::move(m_localize->panels(), std::back_inserter(panels));
    for (const WorkspacePanel& panel : panels) {
        QDockWidget* dock = addDock(panel.id, panel.title, panel.widget, Qt::LeftDockWidgetArea);
        dock->hide();
        connect(dock, &QDockWidget::visibilityChanged, this, [this, dock](bool isVisible) {
            if (isVisible) { // the place of docks that were hidden has shrunk to nothing
                QTimer::singleShot(0, dock, [this, dock] { giveRoom(dock); });
            }
        });
    }
}

void MainWindow::giveRoom(QDockWidget* dock) {
    if (!dock->isVisible() || dock->isFloating()) {
        return;
    }
    if (dock->height() < kLeastDockPx) {
        resizeDocks({dock}, {height() * 26 / 100}, Qt::Vertical);
    }
    if (dock->width() < kLeastDockPx) {
        resizeDocks({dock}, {width() * 26 / 100}, Qt::Horizontal);
    }
}

void MainWindow::buildTransport() {
    const auto action = [this](const char* id) { return m_actions.action(id); };
    m_transport = new widgets::TransportBar(
        {action("replay.start"), action("replay.second-back"), action("replay.frame-back"),
         action("replay.reverse"), action("replay.forward"), action("replay.frame-forward"),
         action("replay.second-forward"), action("replay.end"), nullptr,
         action("replay.event-previous"), action("replay.event-next"), nullptr,
         action("replay.loop"), action("replay.bookmark"), action("view.trail"),
         action("file.picture")});
    auto* bar = new QToolBar(tr("Replay"));
    bar->setObjectName(QStringLiteral("transport"));
    bar->setMovable(false);
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    bar->addWidget(m_transport);
    addToolBar(Qt::BottomToolBarArea, bar);
    m_transportBar = bar;
    setContextMenuPolicy(Qt::NoContextMenu);
}

// What the middle of a workspace shows while no match is open.
void MainWindow::buildEmptyPage() {
    m_emptyPage = new QWidget;
    m_emptyPage->setObjectName(QStringLiteral("emptyPage"));
    auto* column = new QVBoxLayout(m_emptyPage);
    column->addStretch(1);
    column->addWidget(new QLabel(tr("No match is open")), 0, Qt::AlignHCenter);
    for (const char* id : {"file.open", "file.sample", "localize.open", "simulator.start",
                           "simulator.connect", "simulator.show"}) {
        auto* button = new QToolButton;
        button->setDefaultAction(m_actions.action(id));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setMinimumWidth(kEmptyButtonPx);
        column->addWidget(button, 0, Qt::AlignHCenter);
    }
    column->addStretch(1);
    m_center->addWidget(m_emptyPage);
}

void MainWindow::addToMenu(QMenu* menu, std::initializer_list<const char*> ids) {
    for (const char* id : ids) {
        if (*id == '\0') {
            menu->addSeparator();
        } else {
            menu->addAction(m_actions.action(id));
        }
    }
}

void MainWindow::buildMotionMenus() {
    m_motionEditMenu = menuBar()->addMenu(tr("&Edit"));
    addToMenu(m_motionEditMenu, {"motion.undo",
                                 "motion.redo",
                                 "",
                                 "motion.store",
                                 "motion.remove",
                                 "",
                                 "motion.cut",
                                 "motion.copy",
                                 "motion.paste",
                                 "motion.paste-flipped",
                                 "motion.duplicate",
                                 "motion.select-all",
                                 "",
                                 "motion.flip",
                                 "motion.reverse",
                                 "motion.reverse-here",
                                 "motion.extend",
                                 "motion.mirror",
                                 "",
                                 "motion.curve-hold",
                                 "motion.curve-linear",
                                 "motion.curve-smooth",
                                 "motion.curve-sine",
                                 "motion.curve-cubic",
                                 "",
                                 "motion.marker",
                                 "motion.insert-time",
                                 "",
                                 "motion.from-robot",
                                 "motion.record",
                                 "motion.parameters"});
    m_motionMenu = menuBar()->addMenu(tr("&Motion"));
    addToMenu(m_motionMenu, {"motion.play",
                             "motion.repeat",
                             "motion.try",
                             "motion.show-trial",
                             "motion.play-live",
                             "",
                             "motion.step-back",
                             "motion.step-on",
                             "motion.key-back",
                             "motion.key-on",
                             "motion.begin",
                             "motion.end",
                             "",
                             "motion.curves",
                             "motion.fit",
                             "",
                             "motion.view-front",
                             "motion.view-left",
                             "motion.view-back",
                             "motion.view-right",
                             "motion.view-top"});
}

void MainWindow::buildLocalizeMenu() {
    QMenu* menu = menuBar()->addMenu(tr("&Localize"));
    m_matchMenus.push_back(menu);
    addToMenu(menu, {"localize.open", "localize.truth", "localize.belief", "", "localize.zoom",
                     "localize.worst", "", "localize.export"});
}

void MainWindow::buildMenus() {
    const auto add = [this](QMenu* menu, std::initializer_list<const char*> ids) {
        addToMenu(menu, ids);
    };
    QMenu* file = menuBar()->addMenu(tr("&File"));
    add(file, {"motion.new", "motion.open", "motion.save", "motion.save-as", "motion.export", "",
               "file.open"});
    add(file, {"localize.open"});
    m_recentMenu = file->addMenu(tr("Open recent"));
    m_recentMenu->setToolTipsVisible(true);
    add(file,
        {"file.sample", "file.close", "", "file.cut", "file.poses", "file.joints", "file.events",
         "file.picture", "file.copy-picture", "", "file.settings", "", "file.quit"});
    QMenu* replay = menuBar()->addMenu(tr("&Replay"));
    m_matchMenus.push_back(replay);
    add(replay, {"replay.play",
                 "replay.forward",
                 "replay.reverse",
                 "replay.faster",
                 "replay.slower",
                 "replay.normal-speed",
                 "",
                 "replay.frame-back",
                 "replay.frame-forward",
                 "replay.second-back",
                 "replay.second-forward",
                 "replay.ten-back",
                 "replay.ten-forward",
                 "replay.minute-back",
                 "replay.minute-forward",
                 "replay.start",
                 "replay.end",
                 "replay.go-to",
                 "",
                 "replay.event-previous",
                 "replay.event-next",
                 "replay.goal-previous",
                 "replay.goal-next",
                 "replay.pause-at-events",
                 "",
                 "replay.loop-begin",
                 "replay.loop-end",
                 "replay.loop",
                 "",
                 "replay.bookmark",
                 "replay.bookmark-previous",
                 "replay.bookmark-next",
                 "replay.to-motion",
                 "",
                 "replay.show-match",
                 "replay.show-all",
                 "replay.show-last-ten",
                 "replay.show-last-minute"});
    add(menuBar()->addMenu(tr("S&imulator")), {"simulator.start",
                                               "simulator.with-agent",
                                               "simulator.pause",
                                               "simulator.step",
                                               "simulator.slower",
                                               "simulator.faster",
                                               "",
                                               "simulator.save-moment",
                                               "simulator.restore-moment",
                                               "",
                                               "referee.arm",
                                               "simulator.kick-off-left",
                                               "simulator.kick-off-right",
                                               "simulator.drop-ball",
                                               "referee.reset-clock",
                                               "",
                                               "simulator.record",
                                               "",
                                               "simulator.connect",
                                               "simulator.disconnect",
                                               "",
                                               "simulator.show"});
    add(menuBar()->addMenu(tr("&Team")),
        {"agent.start", "agent.stop", "agent.control", "agent.freeze", "", "team.open", "team.new",
         "team.edit", "team.start", "team.stop", "", "referee.arm", "referee.full-state", "",
         "live.return", "live.save", "", "session.record", "session.folder"});
    buildMotionMenus();
    buildLocalizeMenu();
    QMenu* camera = menuBar()->addMenu(tr("&Camera"));
    m_matchMenus.push_back(camera);
    add(camera,
        {"camera.preset1", "camera.preset2", "camera.preset3", "camera.preset4", "camera.preset5",
         "camera.preset6", "camera.preset7", "camera.preset8", "", "camera.free",
         "camera.follow-ball", "camera.follow-player", "camera.follow-player-turning",
         "camera.first-person", "camera.third-person", "camera.top"});
    QMenu* select = menuBar()->addMenu(tr("&Selection"));
    m_matchMenus.push_back(select);
    add(select,
        {"select.ball", "select.next", "select.previous", "select.other-team", "select.none"});
    for (const char* side : {"select.left", "select.right"}) {
        QMenu* numbers = select->addMenu(side == std::string("select.left") ? tr("Left player")
                                                                            : tr("Right player"));
        for (int i = 1; i <= 11; ++i) {
            numbers->addAction(m_actions.action(QLatin1String(side) + QString::number(i)));
        }
    }
    QMenu* view = menuBar()->addMenu(tr("&View"));
    for (const auto& [id, dock] : m_docks) {
        if (!hasActionOfItsOwn(id)) {
            view->addAction(dock->toggleViewAction());
        }
    }
    view->addSeparator();
    add(view, {"view.start"});
    m_layoutMenu = view->addMenu(tr("Workspace"));
    connect(m_layoutMenu, &QMenu::aboutToShow, this, &MainWindow::fillLayoutMenu);
    add(view, {"view.save-layout", "view.reset-layout", "",
               "view.second",      "view.measure",      "view.regions",
               "view.offside",     "view.keep-out",     "view.cones",
               "view.flip",        "view.follow",       "",
               "view.drawings",    "view.agent-eyes",   "view.trail",
               "view.labels",      "view.team-names",   "view.shadows",
               "view.wireframe",   "view.smooth",       "",
               "view.full-screen"});
    add(menuBar()->addMenu(tr("&Help")), {"help.palette", "help.docs", "help.keys", "help.about"});
}

} // namespace sideline::studio
