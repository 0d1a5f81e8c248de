#include "studio/shell/main_window.h"

#include <algorithm>
#include <utility>

#include <QCloseEvent>
#include <QFileInfo>
#include <QLabel>
#include <QScreen>
#include <QToolButton>
#include <QVBoxLayout>

#include "studio/settings/stored_values.h"
#include "studio/shell/action_states.h"
#include "studio/shell/dock_sizes.h"
#include "studio/shell/file_drop.h"
#include "studio/shell/theme.h"
#include "studio/shell/window_picture.h"
#include "widgets/common/file_question.h"
#include "widgets/common/focus_ring.h"
#include "widgets/common/icons.h"
#include "widgets/common/mnemonics.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using widgets::MessageBar;

constexpr QSize kMinWindowSize(800, 500); // fits a screen of 1920x1080 at scale 2
constexpr int kEmptyButtonPx = 220;

// Creates the page shown in the middle of a workspace for matches while no match is open.
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

} // namespace

MainWindow::MainWindow(QSettings& store, QString samplePath, const WorkspaceMaker& make)
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
      m_blankPage(new QWidget),
      m_transportBar(new QToolBar(tr("Replay"))) {
    setObjectName(QStringLiteral("main"));
    setWindowIcon(widgets::icon(QStringLiteral("sideline")));
    connect(new FileDrop(this), &FileDrop::dropped, this,
            [this](const QString& path) { openFile(path); });
    widgets::rememberFolders(*this, store);
    m_session->setBookmarkFolder(folderOfSettings(store, QStringLiteral("bookmarks")));
    new widgets::FocusRing(this);
    new widgets::Mnemonics(this);
    setDockNestingEnabled(true);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    m_actions.load(store);
    addActions({m_actions.actions().begin(), m_actions.actions().end()});
    m_workspaces = make({m_actions, m_match, *m_messages, m_store, m_settings, this,
                         [this] { return m_layouts->showsMatches() ? nullptr : &view3d(); }});
    makeShell();
    placeWidgets();
    connectWorkspaces();
    connectShell();
    connectActions();
    // An explicit minimum keeps the layout from enlarging the window for panels that need more
    // room.
    setMinimumSize(kMinWindowSize);
    const QSize available = screen()->availableSize();
    resize(std::min(1440, available.width() - 20), std::min(900, available.height() - 50));
    restoreGeometry(m_store.value(QStringLiteral("window/geometry")).toByteArray());
    m_layouts->begin();
    new DockSizes(*this);
    applySettings(m_settings);
    m_opener->showClosed();
    for (Workspace* workspace : workspaces()) {
        workspace->begin();
    }
}

MainWindow::~MainWindow() {
    hide(); // called now, while the receivers of the docks' signals still exist
    m_live->disconnect(this);
    m_live->disconnect(m_switch.get());
    // Users of the log must release it before the session is closed, because the log's thread
    // reports to the session.
    for (Workspace* workspace : workspaces()) {
        workspace->stop();
    }
    m_live->stop(); // threads of the live match report to workspaces
    m_start->recent().stop();
    m_session->close();
}

void MainWindow::makeShell() {
    const std::vector<Workspace*>& all = workspaces();
    m_layouts = std::make_unique<LayoutControls>(
        LayoutControls::Parts{*this, m_actions, m_store, m_settings, *m_messages}, all);
    m_menus = std::make_unique<Menus>(*this, m_actions, *m_layouts, all);
    m_settingsControls = std::make_unique<SettingsControls>(this, m_actions, m_store, m_settings);
    m_start =
        std::make_unique<StartPage>(StartPage::Parts{m_actions, m_match, *m_layouts, all, m_store,
                                                     m_settings, *m_menus, m_samplePath},
                                    m_welcome);
    m_finder = std::make_unique<Finder>(
        Finder::Parts{this, m_actions, *m_layouts, all, m_store, *m_messages});
    m_switch = std::make_unique<MatchSwitch>(
        MatchSwitch::Parts{m_match, all, *m_layouts, m_actions, *m_messages});
    m_opener = std::make_unique<FileOpener>(FileOpener::Parts{
        this, m_actions, m_match, all, *m_layouts, *m_start, *m_switch, *m_messages});
}

void MainWindow::placeWidgets() {
    const WorkspaceCenter match = centerOf(ActionScope::Match);
    m_center->addWidget(m_welcome);
    m_center->addWidget(match.widget);
    m_center->addWidget(m_emptyPage);
    m_center->addWidget(m_blankPage);
    auto* center = new QWidget;
    auto* column = new QVBoxLayout(center);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(match.above);
    column->addWidget(m_center, 1);
    setCentralWidget(center);
    m_messages->setAnchor(*center);
    connect(m_messages, &MessageBar::bottomCovered, m_welcome, &widgets::WelcomePanel::leaveBelow);
    // A view that is shown for the first time covers the messages.
    connect(m_center, &QStackedWidget::currentChanged, m_messages, &MessageBar::comeToFront,
            Qt::QueuedConnection);
    const auto addBar = [this](QToolBar* bar, const char* id, Qt::ToolBarArea area,
                               QWidget* widget) {
        bar->setObjectName(QLatin1String(id));
        bar->setMovable(false);
        bar->setContextMenuPolicy(Qt::PreventContextMenu);
        bar->addWidget(widget);
        addToolBar(area, bar);
    };
    addBar(m_transportBar, "transport", Qt::BottomToolBarArea, match.bar);
    auto* workspaces = new QToolBar(tr("Workspaces"));
    workspaces->toggleViewAction()->setEnabled(false);
    addBar(workspaces, "workspaces", Qt::TopToolBarArea, m_layouts->bar());
    setContextMenuPolicy(Qt::NoContextMenu);
}

void MainWindow::connectWorkspaces() {
    for (const Workspace* workspace : workspaces()) {
        connect(workspace, &Workspace::panelRequested, m_layouts.get(),
                [this](const QString& id) { m_layouts->showPanel(id); });
        connect(workspace, &Workspace::guestRequested, m_layouts.get(), &LayoutControls::showGuest);
        connect(workspace, &Workspace::layoutRequested, m_layouts.get(),
                &LayoutControls::showWorkspace);
        connect(workspace, &Workspace::titleChanged, this, &MainWindow::updateTitle);
    }
}

void MainWindow::connectShell() {
    connect(m_layouts.get(), &LayoutControls::entered, this, &MainWindow::showMode);
    connect(m_layouts.get(), &LayoutControls::startRequested, this,
            [this] { m_session->setPlaying(false); });
    connect(m_settingsControls.get(), &SettingsControls::changed, this, &MainWindow::applySettings);
    connect(m_settingsControls.get(), &SettingsControls::networkChanged, this,
            &MainWindow::applyNetwork);
    connect(m_start.get(), &StartPage::liveRequested, this,
            [this] { m_switch->setShowsLive(true); });
    connect(m_finder.get(), &Finder::fileRequested, this,
            [this](const QString& path) { openFile(path); });
    connect(m_switch.get(), &MatchSwitch::switched, this, &MainWindow::showOther);
    connect(m_opener.get(), &FileOpener::shown, this, &MainWindow::showOther);
    connect(m_layouts.get(), &LayoutControls::panelsChanged, this,
            &MainWindow::updateMatchWorkspaces, Qt::QueuedConnection);
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

// Every scope has a workspace with a center.
WorkspaceCenter MainWindow::centerOf(ActionScope scope) const {
    for (Workspace* workspace : workspaces()) {
        if (workspace->scope() == scope) {
            if (const auto center = workspace->center()) {
                return *center;
            }
        }
    }
    SIDELINE_ASSERT(false);
    return {};
}

viewer3d::MatchView& MainWindow::view3d() {
    return *centerOf(m_layouts->scope()).view.view;
}

void MainWindow::showFailure(const QString& text) {
    m_messages->show(MessageBar::Severity::Error, text);
}

// Selects the keys, menus and center for the current kind of work.
void MainWindow::showMode() {
    const ActionScope scope = m_layouts->scope();
    const bool hasMatch = scope == ActionScope::Match && !showsStart();
    m_actions.setScope(scope);
    m_menus->setScope(scope);
    m_transportBar->setVisible(hasMatch);
    m_messages->setPlace(showsStart() ? QString() : m_settings.layout, m_layouts->showsMatches());
    centerOf(ActionScope::Match).above->setVisible(hasMatch);
    showCenter();
    for (Workspace* workspace : workspaces()) {
        if (workspace->scope() != ActionScope::Match) {
            workspace->setActive(workspace->scope() == scope);
        }
    }
    enableActions();
    updateTitle();
    updateMatchWorkspaces();
}

// A workspace for matches is active while one of its panels is visible, in any layout.
void MainWindow::updateMatchWorkspaces() {
    for (Workspace* workspace : workspaces()) {
        if (workspace->scope() == ActionScope::Match) {
            workspace->setActive(m_layouts->showsMatches() && m_layouts->showsPanelOf(*workspace));
        }
    }
}

// Updates the window after a different match has been shown.
void MainWindow::showOther() {
    showCenter();
    enableActions();
    updateTitle();
}

void MainWindow::showCenter() {
    const WorkspaceCenter center = centerOf(m_layouts->scope());
    const bool isMatch = m_layouts->showsMatches();
    if (isMatch && (showsStart() || !m_match.isThere())) {
        m_center->setCurrentWidget(showsStart() ? m_welcome : m_emptyPage);
        return;
    }
    if (m_center->indexOf(center.widget) < 0) {
        m_center->addWidget(center.widget);
    }
    // Until it draws, a 3D view shows the widgets below it.
    if (m_center->currentWidget() == m_welcome || m_center->currentWidget() == m_emptyPage) {
        m_center->setCurrentWidget(m_blankPage);
        m_center->repaint();
    }
    m_center->setCurrentWidget(center.widget);
    center.view.widget->setFocus();
}

void MainWindow::enableActions() {
    studio::enableActions(m_actions, m_match, !showsStart(), !m_layouts->showsMatches());
}

void MainWindow::applySettings(const AppSettings& settings) {
    m_live->setRecordingPlace(spoolFolder(settings) / "live", logs::RingOptions{}.maxBytes);
    const bool newMeshes = settings.meshFolder != m_settings.meshFolder || !isVisible();
    if (settings.theme != m_settings.theme) {
        m_themeOfThisRun.reset();
    }
    m_settings = settings;
    writeSettings(m_store, m_settings);
    const bool isDark = applyThemeToApplication(m_themeOfThisRun.value_or(m_settings.theme));
    m_actions.refreshIcons();
    for (Workspace* workspace : workspaces()) {
        workspace->applySettings({m_settings, isDark, newMeshes});
    }
    m_session->setSmooth(m_settings.smoothReplay);
    applyTrail();
    m_settingsControls->showSwitches();
}

void MainWindow::applyThemeOfThisRun(Theme theme) {
    m_themeOfThisRun = theme;
    applySettings(m_settings);
}

void MainWindow::applyTrail() {
    const double trailS = m_actions.action("view.trail")->isChecked() ? m_settings.trailS : 0.0;
    m_session->setTrailS(trailS);
    m_live->setTrailS(trailS);
}

void MainWindow::applyNetwork(const NetworkSettings& settings) {
    writeNetworkSettings(m_store, settings);
    for (Workspace* workspace : workspaces()) {
        if (const QString fault = workspace->applyNetwork(); !fault.isEmpty()) {
            showFailure(fault);
        }
    }
}

void MainWindow::updateTitle() {
    // Qt warns about a modified window whose title has no placeholder for the mark.
    setWindowModified(false);
    setWindowTitle(title());
    setWindowModified(std::ranges::any_of(workspaces(), [this](const Workspace* workspace) {
        return workspace->scope() == scope() && workspace->isModified();
    }));
}

// Returns the first title that a visible workspace offers.
QString MainWindow::title() const {
    QString name;
    for (const Workspace* workspace : workspaces()) {
        if (name.isEmpty() && workspace->scope() == scope() && !showsStart()) {
            name = workspace->windowTitle();
        }
    }
    return name.isEmpty() ? tr("Sideline") : QStringLiteral("%1 - %2").arg(name, tr("Sideline"));
}

void MainWindow::takePicture(std::function<void(const QImage&)> done) {
    std::vector<PicturedView> views;
    for (const Workspace* workspace : workspaces()) {
        for (const WorkspaceView& other : workspace->otherViews()) {
            views.push_back({other.view, other.widget});
        }
    }
    const WorkspaceView center = centerOf(scope()).view;
    views.push_back({center.view, center.widget});
    takeWindowPicture(*this, std::move(views), {centerOf(ActionScope::Match).overlay, m_messages},
                      std::move(done));
}

void MainWindow::closeEvent(QCloseEvent* event) {
    const bool mayClose = std::ranges::all_of(
        workspaces(), [](Workspace* workspace) { return workspace->mayClose(); });
    if (!mayClose) {
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
