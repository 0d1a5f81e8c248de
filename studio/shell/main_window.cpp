#include "studio/shell/main_window.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <utility>

#include <QCloseEvent>
#include <QFileInfo>
#include <QLabel>
#include <QScreen>
#include <QToolButton>
#include <QVBoxLayout>

#include "studio/shell/action_states.h"
#include "studio/shell/file_drop.h"
#include "studio/shell/theme.h"
#include "studio/shell/window_picture.h"
#include "widgets/common/icons.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using widgets::MessageBar;

constexpr int kEmptyButtonPx = 220;

// What the middle of a workspace shows while no match is open.
QWidget* makeEmptyPage(const ActionTable& actions) {
    auto* page = new QWidget;
    page->setObjectName(QStringLiteral("emptyPage"));
    auto* column = new QVBoxLayout(page);
    column->addStretch(1);
    column->addWidget(new QLabel(MainWindow::tr("No match is open")), 0, Qt::AlignHCenter);
    for (const char* id : {"file.open", "file.sample", "localize.open", "simulator.start",
                           "simulator.connect", "simulator.show"}) {
        auto* button = new QToolButton;
        button->setDefaultAction(actions.action(id));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setMinimumWidth(kEmptyButtonPx);
        column->addWidget(button, 0, Qt::AlignHCenter);
    }
    column->addStretch(1);
    return page;
}

std::vector<WorkspacePanel> panelsOf(std::initializer_list<const Workspace*> workspaces) {
    std::vector<WorkspacePanel> panels;
    for (const Workspace* workspace : workspaces) {
        std::ranges::move(workspace->panels(), std::back_inserter(panels));
    }
    return panels;
}

} // namespace

MainWindow::MainWindow(QSettings& store, QString samplePath)
    : m_store(store),
      m_samplePath(std::move(samplePath)),
      m_settings(readSettings(store)),
      m_session(std::make_unique<MatchPlayer>()),
      m_live(std::make_unique<LiveSession>()),
      m_match(*m_session, *m_live),
      m_center(new QStackedWidget),
      m_messages(new MessageBar),
      m_welcome(new widgets::WelcomePanel),
      m_emptyPage(makeEmptyPage(m_actions)),
      m_transportBar(new QToolBar(tr("Replay"))) {
    setObjectName(QStringLiteral("main"));
    setWindowIcon(widgets::icon(QStringLiteral("sideline")));
    connect(new FileDrop(this), &FileDrop::dropped, this,
            [this](const QString& path) { openFile(path); });
    setDockNestingEnabled(true);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    m_actions.load(store);
    addActions({m_actions.actions().begin(), m_actions.actions().end()});
    makeWorkspaces();
    makeShell();
    placeWidgets();
    connectReplay();
    connectWorkspaces();
    connectTitles();
    connectShell();
    connectActions();
    const QSize available = screen()->availableSize();
    resize(std::min(1440, available.width() - 20), std::min(900, available.height() - 50));
    restoreGeometry(m_store.value(QStringLiteral("window/geometry")).toByteArray());
    m_layouts->begin();
    applySettings(m_settings);
    m_opener->showClosed();
    m_replay->controls().showPlayback();
    m_motions->offerRecovery();
    m_robots->files().offerRecovery();
}

MainWindow::~MainWindow() {
    hide(); // while everything is there that docks report when they go out of sight
    m_live->disconnect(this);
    m_live->disconnect(m_switch.get());
    m_live->replay().disconnect(m_replay.get());
    m_live->stop(); // what comes on its threads goes to the workspace
    // Panels and loader hold the log: it must go before the session that its thread reports to.
    m_replay->stop();
    m_start->recent().stop();
    m_session->close();
}

void MainWindow::makeWorkspaces() {
    m_replay = std::make_unique<ReplayWorkspace>(
        ReplayWorkspace::Parts{m_actions, m_match, *m_messages, m_store, m_settings, this,
                               [this]() -> viewer3d::MatchView& {
                                   return m_layouts->showsMatches() ? cameraView() : view3d();
                               },
                               [this] { return m_workspace->agentValues(m_match.showsLive()); }});
    const MatchPanels& view = m_replay->view();
    m_workspace = std::make_unique<LiveWorkspace>(LiveWorkspace::Parts{
        m_actions, *m_live, *view.view, *view.field, *m_messages, m_store, this});
    m_motions = std::make_unique<MotionWorkspace>(
        MotionWorkspace::Parts{m_actions, *m_workspace, *m_messages, m_store, this});
    m_train = std::make_unique<TrainWorkspace>(
        TrainWorkspace::Parts{m_actions, *m_motions, *m_messages, m_store, this});
    m_robots = std::make_unique<RobotWorkspace>(RobotWorkspace::Parts{
        m_actions, *m_messages, m_store, this, [this] { return m_motions->document().motion(); }});
    m_localize = std::make_unique<LocalizationWorkspace>(LocalizationWorkspace::Parts{
        m_actions, *m_workspace, *view.field, *m_messages, m_store, this});
    m_analysis = std::make_unique<AnalysisWorkspace>(
        AnalysisWorkspace::Parts{m_actions, m_match, *view.field, *view.transport->ruler(),
                                 *m_messages, m_settings, m_store, this});
    m_decide = std::make_unique<DecideWorkspace>(
        DecideWorkspace::Parts{m_actions, m_match, *m_workspace, m_replay->situations(),
                               *view.transport->ruler(), *m_messages, m_settings, m_store, this});
}

void MainWindow::makeShell() {
    m_layouts = std::make_unique<LayoutControls>(
        LayoutControls::Parts{*this, m_actions, m_store, m_settings, *m_messages},
        panelsOf({m_workspace.get(), m_replay.get(), m_motions.get(), m_train.get(), m_robots.get(),
                  m_localize.get(), m_analysis.get(), m_decide.get()}));
    m_menus = std::make_unique<Menus>(*this, m_actions, *m_layouts, workspaces());
    m_settingsControls = std::make_unique<SettingsControls>(this, m_actions, m_store, m_settings);
    m_start =
        std::make_unique<StartPage>(StartPage::Parts{m_actions, m_match, *m_layouts, *m_workspace,
                                                     m_store, m_settings, *m_menus, m_samplePath},
                                    m_welcome);
    m_finder = std::make_unique<Finder>(
        Finder::Parts{this, m_actions, m_match, *m_layouts, *m_workspace, m_store, *m_messages});
    m_switch = std::make_unique<MatchSwitch>(MatchSwitch::Parts{
        m_match, *m_replay, *m_workspace, *m_localize, *m_layouts, m_actions, *m_messages});
    m_localizationLink = std::make_unique<LocalizationLink>(
        LocalizationLink::Parts{m_match, *m_replay, *m_localize, *m_layouts});
    m_editorLinks = std::make_unique<EditorLinks>(EditorLinks::Parts{
        *m_replay, *m_motions, *m_train, *m_robots, *m_workspace, *m_layouts, *m_messages});
    m_opener = std::make_unique<FileOpener>(
        FileOpener::Parts{this, m_actions, m_match, *m_replay, *m_workspace, *m_motions, *m_train,
                          *m_robots, *m_localize, *m_analysis, *m_decide, *m_localizationLink,
                          *m_layouts, *m_start, *m_switch, *m_messages});
}

// In the order of their menus.
std::vector<Workspace*> MainWindow::workspaces() const {
    return {m_replay.get(), m_workspace.get(), m_motions.get(),  m_train.get(),
            m_robots.get(), m_localize.get(),  m_analysis.get(), m_decide.get()};
}

void MainWindow::placeWidgets() {
    const MatchPanels& view = m_replay->view();
    m_center->addWidget(m_welcome);
    m_center->addWidget(view.viewContainer);
    m_center->addWidget(m_emptyPage);
    auto* center = new QWidget;
    auto* column = new QVBoxLayout(center);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_messages);
    column->addWidget(view.scoreboard);
    column->addWidget(m_center, 1);
    setCentralWidget(center);
    const auto addBar = [this](QToolBar* bar, const char* id, Qt::ToolBarArea area,
                               QWidget* widget) {
        bar->setObjectName(QLatin1String(id));
        bar->setMovable(false);
        bar->setContextMenuPolicy(Qt::PreventContextMenu);
        bar->addWidget(widget);
        addToolBar(area, bar);
    };
    addBar(m_transportBar, "transport", Qt::BottomToolBarArea, view.transport);
    auto* workspaces = new QToolBar(tr("Workspaces"));
    workspaces->toggleViewAction()->setEnabled(false);
    addBar(workspaces, "workspaces", Qt::TopToolBarArea, m_layouts->bar());
    setContextMenuPolicy(Qt::NoContextMenu);
}

void MainWindow::connectReplay() {
    connect(m_replay.get(), &ReplayWorkspace::opened, this, &MainWindow::showOther);
    connect(m_replay.get(), &ReplayWorkspace::frameShown, this, &MainWindow::frameChanged);
    connect(m_replay.get(), &ReplayWorkspace::plotWanted, this, &MainWindow::plotSignal);
    connect(m_replay->view().view, &viewer3d::MatchView::filesDropped, this,
            [this](const QStringList& files) { openFile(files.front()); });
    connect(m_replay->view().events, &widgets::EventPanel::kindsChanged, this,
            [this](std::uint32_t kinds) { m_settings.eventKinds = kinds; });
    connect(&m_replay->controls(), &ReplayControls::bookmarkAdded, this,
            [this] { m_layouts->show(m_layouts->dock("events")); });
}

void MainWindow::connectWorkspaces() {
    for (const Workspace* workspace : workspaces()) {
        connect(workspace, &Workspace::panelWanted, m_layouts.get(),
                [this](const QString& id) { m_layouts->showPanel(id); });
    }
    LiveWorkspace* live = m_workspace.get();
    connect(live, &LiveWorkspace::agentAwaited, m_switch.get(), &MatchSwitch::awaitAgent);
    connect(&live->agentControls(), &AgentControls::plotRequested, this, &MainWindow::plotSignal);
}

void MainWindow::connectTitles() {
    connect(m_motions.get(), &MotionWorkspace::titleChanged, this, &MainWindow::updateTitle);
    connect(m_localize.get(), &LocalizationWorkspace::titleChanged, this, &MainWindow::updateTitle);
    connect(m_train.get(), &TrainWorkspace::titleChanged, this, &MainWindow::updateTitle);
    connect(m_robots.get(), &RobotWorkspace::titleChanged, this, &MainWindow::updateTitle);
}

void MainWindow::connectShell() {
    connect(m_layouts.get(), &LayoutControls::entered, this, &MainWindow::showMode);
    connect(m_layouts.get(), &LayoutControls::startWanted, this,
            [this] { m_session->setPlaying(false); });
    connect(m_settingsControls.get(), &SettingsControls::changed, this, &MainWindow::applySettings);
    connect(m_settingsControls.get(), &SettingsControls::networkChanged, this,
            &MainWindow::applyNetwork);
    connect(m_start.get(), &StartPage::liveWanted, this, [this] { m_switch->setShowsLive(true); });
    connect(m_finder.get(), &Finder::fileWanted, this,
            [this](const QString& path) { openFile(path); });
    connect(m_finder.get(), &Finder::plotWanted, this, &MainWindow::plotSignal);
    connect(m_switch.get(), &MatchSwitch::switched, this, &MainWindow::showOther);
    connect(m_switch.get(), &MatchSwitch::possibilitiesChanged, this, &MainWindow::enableActions);
}

void MainWindow::connectActions() {
    const auto on = [this](const char* id, auto slot) {
        connect(m_actions.action(id), &QAction::triggered, this, slot);
    };
    on("file.quit", [this] { close(); });
    on("view.full-screen", [this](bool isOn) { isOn ? showFullScreen() : showNormal(); });
    m_actions.action("view.trail")->setChecked(true);
    connect(m_actions.action("view.trail"), &QAction::toggled, this, &MainWindow::applyTrail);
}

// The workspace on the screen, if it has a center of its own.
Workspace* MainWindow::ownWorkspace() const {
    for (Workspace* each : workspaces()) {
        if (each->kind() == m_layouts->kind() && !m_layouts->showsMatches()) {
            return each;
        }
    }
    return nullptr;
}

std::optional<WorkspaceCenter> MainWindow::ownCenter() const {
    Workspace* workspace = ownWorkspace();
    return workspace != nullptr ? workspace->center() : std::nullopt;
}

viewer3d::MatchView& MainWindow::view3d() {
    const auto own = ownCenter();
    return own ? *own->view : *m_replay->view().view;
}

void MainWindow::showFailure(const QString& text) {
    m_messages->show(MessageBar::Severity::Error, text);
}

// Matches and motions have keys, menus and a center of their own.
void MainWindow::showMode() {
    const LayoutKind kind = m_layouts->kind();
    const bool hasMatch = kind == LayoutKind::Match && !showsStart();
    m_actions.setScope(kind == LayoutKind::Motion  ? ActionScope::Motion
                       : kind == LayoutKind::Train ? ActionScope::Train
                       : kind == LayoutKind::Robot ? ActionScope::Robot
                                                   : ActionScope::Match);
    m_menus->setKind(kind);
    m_transportBar->setVisible(hasMatch);
    m_replay->view().scoreboard->setVisible(hasMatch);
    showCenter();
    m_motions->setActive(kind == LayoutKind::Motion);
    m_train->setActive(kind == LayoutKind::Train);
    m_robots->setActive(kind == LayoutKind::Robot);
    enableActions();
    updateTitle();
    m_localizationLink->update();
}

// Another match is on the screen.
void MainWindow::showOther() {
    showCenter();
    enableActions();
    updateTitle();
}

void MainWindow::showCenter() {
    if (const auto own = ownCenter()) {
        if (m_center->indexOf(own->widget) < 0) {
            m_center->addWidget(own->widget);
        }
        m_center->setCurrentWidget(own->widget);
        own->viewWidget->setFocus();
        return;
    }
    QWidget* view = m_replay->view().viewContainer;
    const bool hasMatch = m_match.isThere();
    m_center->setCurrentWidget(showsStart() ? m_welcome : hasMatch ? view : m_emptyPage);
    if (hasMatch && !showsStart()) {
        view->setFocus();
    }
}

void MainWindow::plotSignal(const logs::SignalId& id) {
    m_layouts->show(m_layouts->dock("plots"));
    plots().addSignal(id);
}

void MainWindow::enableActions() {
    studio::enableActions(m_actions, m_match, !showsStart(), !m_layouts->showsMatches());
}

void MainWindow::applySettings(const AppSettings& settings) {
    m_live->setRecordingPlace(spoolFolder(settings) / "live", logs::RingOptions{}.maxBytes);
    const bool newMeshes = settings.meshFolder != m_settings.meshFolder || !isVisible();
    m_settings = settings;
    writeSettings(m_store, m_settings);
    m_replay->controls().setGoalLeadS(m_settings.goalLeadS);
    m_replay->display().applySettings(newMeshes);
    applyTheme();
    m_session->setSmooth(m_settings.smoothReplay);
    applyTrail();
    m_settingsControls->showSwitches();
    m_analysis->showColors();
    m_decide->showColors();
}

void MainWindow::applyTrail() {
    const double trailS = m_actions.action("view.trail")->isChecked() ? m_settings.trailS : 0.0;
    m_session->setTrailS(trailS);
    m_live->setTrailS(trailS);
}

void MainWindow::applyTheme() {
    const bool isDark = applyThemeToApplication(m_settings.theme);
    m_actions.refreshIcons();
    m_replay->display().applyTheme(isDark);
    m_motions->setOptions(m_settings.sceneOptions(isDark, m_settings.colors));
    m_train->setOptions(m_settings.sceneOptions(isDark, m_settings.colors));
    m_robots->setOptions(m_settings.sceneOptions(isDark, m_settings.colors));
    m_replay->controls().showPlayback();
}

void MainWindow::applyNetwork(const NetworkSettings& settings) {
    writeNetworkSettings(m_store, settings);
    for (const QString& fault :
         {m_workspace->drawingControls().listenAgain(), m_localize->receiveBeliefs()}) {
        if (!fault.isEmpty()) {
            showFailure(fault);
        }
    }
}

void MainWindow::updateTitle() {
    setWindowModified(false); // a title without the mark's place must not ask for it
    setWindowTitle(title());
    setWindowModified(
        (editsMotions() && m_motions->document().isModified()) ||
        (m_layouts->kind() == LayoutKind::Robot && m_robots->document().isModified()));
}

QString MainWindow::title() const {
    const Workspace* own = ownWorkspace();
    const Workspace* match = showsLive() ? static_cast<Workspace*>(m_workspace.get())
                                         : static_cast<Workspace*>(m_replay.get());
    const QString name = showsStart() ? QString() : (own != nullptr ? own : match)->windowTitle();
    return name.isEmpty() ? tr("Sideline") : QStringLiteral("%1 - %2").arg(name, tr("Sideline"));
}

void MainWindow::takePicture(std::function<void(const QImage&)> done) {
    const MatchPanels& view = m_replay->view();
    std::vector<PicturedView> views = {{view.second->view(), view.second->viewWidget()}};
    const auto own = ownCenter();
    views.push_back(own ? PicturedView{own->view, own->viewWidget}
                        : PicturedView{view.view, view.viewContainer});
    takeWindowPicture(*this, std::move(views), view.banner, std::move(done));
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!m_motions->mayClose() || !m_robots->mayClose() ||
        !m_workspace->teamControls().mayClose()) {
        event->ignore();
        return;
    }
    m_layouts->keep();
    m_store.setValue(QStringLiteral("window/geometry"), saveGeometry());
    writeSettings(m_store, m_settings);
    m_actions.save(m_store);
    QMainWindow::closeEvent(event);
}

void MainWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::WindowStateChange) {
        m_actions.action("view.full-screen")->setChecked(isFullScreen());
    }
    QMainWindow::changeEvent(event);
}

} // namespace sideline::studio
