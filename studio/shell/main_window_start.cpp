// The first page and the row of workspaces in the main window.
#include <algorithm>
#include <utility>

#include <QCoreApplication>
#include <QScopedValueRollback>

#include "motions/library/library.h"
#include "studio/shell/layouts.h"
#include "studio/shell/main_window.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

const QString kStartTab = QStringLiteral("/start"); ///< of its tab; no layout is called that

using widgets::Job;

// What the cards of the first page show; empty if it is not installed.
QString sampleStream() {
    return findShipped(QStringLiteral("sample-stream.rec.gz"),
                       QStringLiteral(SIDELINE_DATA_PATH "/sample-stream.rec.gz"));
}

QString sampleMotion() {
    const auto folder =
        keyframe::shippedMotionsFolder(QCoreApplication::applicationDirPath().toStdString());
    return widgets::toQt((folder / "Kick" / "kick-right.motion").string());
}

QString workspaceAction(const QString& layout) {
    return QStringLiteral("workspace.") + layout.toLower();
}

QString savedAction(int index) {
    return QStringLiteral("workspace.saved%1").arg(index + 1);
}

} // namespace

void MainWindow::buildWorkspaces() {
    m_workspaces = new widgets::WorkspaceBar;
    auto* bar = new QToolBar(tr("Workspaces"));
    bar->setObjectName(QStringLiteral("workspaces"));
    bar->setMovable(false);
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    bar->toggleViewAction()->setEnabled(false);
    bar->addWidget(m_workspaces);
    addToolBar(Qt::TopToolBarArea, bar);
}

void MainWindow::connectWorkspaces() {
    connect(m_workspaces, &widgets::WorkspaceBar::chosen, this,
            [this](const QString& id) { id == kStartTab ? showStart() : showWorkspace(id); });
    connect(m_workspaces, &widgets::WorkspaceBar::deleteRequested, this, &MainWindow::deleteLayout);
    connect(m_workspaces, &widgets::WorkspaceBar::lampClicked, this, &MainWindow::followLamp);
    connect(m_actions.action("view.start"), &QAction::triggered, this, &MainWindow::showStart);
    for (const QString& name : builtInLayouts()) {
        connect(m_actions.action(workspaceAction(name)), &QAction::triggered, this,
                [this, name] { showWorkspace(name); });
    }
    for (int i = 0; i < kSavedActions; ++i) {
        connect(m_actions.action(savedAction(i)), &QAction::triggered, this,
                [this, i] { showWorkspace(savedLayouts(m_store).value(i)); });
    }
    connect(m_actions.action("workspace.next"), &QAction::triggered, this,
            [this] { stepWorkspace(1); });
    connect(m_actions.action("workspace.previous"), &QAction::triggered, this,
            [this] { stepWorkspace(-1); });
    connect(m_live.get(), &LiveSession::viewChanged, this, &MainWindow::showLamp);
    connect(m_live.get(), &LiveSession::sourceChanged, this, &MainWindow::showLamp);
    for (const auto& [id, dock] : m_docks) {
        // Somebody shows a panel: there is no place for it beside the first page.
        connect(dock, &QDockWidget::visibilityChanged, this, [this, dock](bool isVisible) {
            if (isVisible && m_showsStart && !m_isArranging) {
                leaveStart();
                dock->show();
                dock->raise();
            }
        });
    }
    showLamp();
}

// Tabs and keys of all workspaces; which one is there.
void MainWindow::fillWorkspaces() {
    std::vector<widgets::WorkspaceTab> tabs = {
        {kStartTab, tr("Start"), m_actions.action("view.start")->toolTip()}};
    for (const QString& name : builtInLayouts()) {
        tabs.push_back({name, name, m_actions.action(workspaceAction(name))->toolTip()});
    }
    const QStringList saved = savedLayouts(m_store);
    for (int i = 0; i < saved.size(); ++i) {
        if (i < kSavedActions) {
            m_actions.setText(savedAction(i), saved[i]);
        }
        tabs.push_back({saved[i], saved[i],
                        i < kSavedActions ? m_actions.action(savedAction(i))->toolTip() : saved[i],
                        true});
    }
    for (int i = 0; i < kSavedActions; ++i) {
        m_actions.action(savedAction(i))->setEnabled(i < saved.size());
    }
    m_workspaces->setTabs(tabs);
    m_workspaces->setCurrent(m_showsStart ? kStartTab : m_settings.layout);
    m_actions.action("view.save-layout")->setEnabled(!m_showsStart);
    m_actions.action("view.reset-layout")->setEnabled(!m_showsStart);
}

void MainWindow::fillLayoutMenu() {
    m_layoutMenu->clear();
    const QStringList builtIn = builtInLayouts();
    const QStringList names = layoutNames();
    for (int i = 0; i < names.size(); ++i) {
        const auto saved = static_cast<int>(i - builtIn.size());
        if (saved == 0) {
            m_layoutMenu->addSeparator();
        }
        if (saved < kSavedActions) {
            m_layoutMenu->addAction(
                m_actions.action(saved < 0 ? workspaceAction(names[i]) : savedAction(saved)));
        } else {
            m_layoutMenu->addAction(names[i], this,
                                    [this, name = names[i]] { showWorkspace(name); });
        }
    }
    m_layoutMenu->addSeparator();
    addToMenu(m_layoutMenu, {"workspace.next", "workspace.previous"});
}

void MainWindow::stepWorkspace(int step) {
    const QStringList names = layoutNames();
    const auto count = names.size() + 1; // the first page comes before them
    const auto at = m_showsStart ? 0 : names.indexOf(m_settings.layout) + 1;
    const auto next = (at + step + count) % count;
    next == 0 ? showStart() : showWorkspace(names[next - 1]);
}

// What the user has moved in a workspace is there again when they come back to it.
void MainWindow::keepArrangement() {
    if (!m_showsStart) {
        m_arrangements[m_settings.layout] = arrangementOf(*this);
    }
}

void MainWindow::showWorkspace(const QString& name) {
    if (!m_showsStart && name == m_settings.layout) {
        return;
    }
    keepArrangement();
    const auto kept = m_arrangements.find(name);
    if (kept != m_arrangements.end() &&
        arrange([&] { return restoreArrangement(*this, kept->second); })) {
        enterWorkspace(name);
    } else if (!showLayout(name)) {
        m_messages->show(
            widgets::MessageBar::Severity::Warning,
            tr("The layout '%1' was saved by a different version of Sideline").arg(name));
        fillWorkspaces(); // with the tab that is still shown
    }
}

bool MainWindow::showLayout(const QString& name) {
    keepArrangement();
    const bool isThere = arrange([&] {
        return applyBuiltInLayout(*this, m_docks, name) || restoreLayout(m_store, *this, name);
    });
    if (isThere) {
        enterWorkspace(name);
    }
    return isThere;
}

// Panels that come meanwhile come with their workspace.
bool MainWindow::arrange(const std::function<bool()>& how) {
    const QScopedValueRollback arranging(m_isArranging, true);
    return how();
}

void MainWindow::deleteLayout(const QString& name) {
    removeLayout(m_store, name);
    if (m_matchLayout == name) {
        m_matchLayout = builtInLayouts().front();
    }
    if (m_settings.layout == name) {
        m_showsStart ? void(m_settings.layout = m_matchLayout) : showWorkspace(m_matchLayout);
    }
    m_arrangements.erase(name);
    fillWorkspaces();
}

void MainWindow::enterWorkspace(const QString& name) {
    m_showsStart = false;
    if (!isMotionLayout(m_store, name)) {
        m_matchLayout = name;
    }
    m_settings.layout = name;
    setEditsMotions(isMotionLayout(m_store, name));
    updateLocalizing();
    fillWorkspaces();
}

void MainWindow::showStart() {
    if (m_showsStart) {
        return;
    }
    keepArrangement();
    m_session->setPlaying(false);
    hideForStart();
}

void MainWindow::hideForStart() {
    m_showsStart = true;
    arrange([this] {
        for (const auto& [id, dock] : m_docks) {
            dock->hide();
        }
        return true;
    });
    setEditsMotions(false);
    updateLocalizing();
    fillWorkspaces();
}

// To where matches are looked at.
void MainWindow::leaveStart() {
    if (m_showsStart) {
        showWorkspace(m_matchLayout);
    }
}

// A log wants to be seen: not beside the motion editor, nor in what is made for live matches. What
// agents believed, which is in sessions, stands there.
void MainWindow::showForLog() {
    if (m_editsMotions) {
        showWorkspace(m_matchLayout);
    } else if (m_showsStart && m_workspace->sessionReplay().isOpen()) {
        showWorkspace(liveLayout());
    } else if (m_showsStart) {
        showWorkspace(isLiveLayout(m_matchLayout) ? builtInLayouts().front() : m_matchLayout);
    }
}

void MainWindow::connectStart() {
    connect(m_welcome, &widgets::WelcomePanel::fileRequested, this,
            [this](const QString& file) { openFile(file); });
    connect(m_welcome, &widgets::WelcomePanel::sampleRequested, this, &MainWindow::showSample);
    connect(m_welcome, &widgets::WelcomePanel::ownRequested, this, &MainWindow::askForOwn);
    connect(m_welcome, &widgets::WelcomePanel::paletteRequested, m_actions.action("help.palette"),
            &QAction::trigger);
    connect(m_welcome, &widgets::WelcomePanel::helpRequested, m_actions.action("help.docs"),
            &QAction::trigger);
    m_welcome->card(Job::Replay)->setSampleEnabled(!m_samplePath.isEmpty());
    m_welcome->card(Job::Localize)->setSampleEnabled(!sampleStream().isEmpty());
    m_welcome->card(Job::Teams)
        ->setSampleEnabled(
            !findShipped(QStringLiteral("teams"), QStringLiteral(SIDELINE_TEAMS_PATH)).isEmpty());
}

void MainWindow::showSample(Job job) {
    switch (job) {
    case Job::Replay:
        openFile(m_samplePath);
        break;
    case Job::Drive:
        showWorkspace(liveLayout());
        if (m_live->isLive()) {
            setShowsLive(true);
        } else {
            m_liveControls->startSimulator(LiveControls::Agents::One);
        }
        break;
    case Job::Motion:
        m_motions->openFile(sampleMotion());
        break;
    case Job::Localize:
        openFile(sampleStream());
        break;
    case Job::Teams:
        showWorkspace(teamsLayout());
        m_workspace->teamControls().openExamples();
        break;
    }
}

void MainWindow::askForOwn(Job job) {
    switch (job) {
    case Job::Replay:
        m_actions.action("file.open")->trigger();
        break;
    case Job::Drive:
        m_actions.action("simulator.connect")->trigger();
        break;
    case Job::Motion:
        showWorkspace(motionLayout());
        m_actions.action("motion.new")->trigger();
        break;
    case Job::Localize:
        m_actions.action("localize.open")->trigger();
        break;
    case Job::Teams:
        m_actions.action("team.open")->trigger();
        break;
    }
}

void MainWindow::showLamp() {
    using State = widgets::SimulatorLamp::State;
    const widgets::SimulatorView& view = m_live->view();
    widgets::SimulatorLamp lamp;
    lamp.tip = tr("Show live match");
    if (!m_live->isLive()) {
        lamp.text = tr("Simulator: stopped");
        lamp.tip = tr("Start the simulator");
    } else if (m_live->source() == LiveSession::Source::Simulator) {
        lamp.state = view.isPaused ? State::Paused : State::Running;
        lamp.text = view.isPaused ? tr("Simulator: paused") : tr("Simulator: running");
    } else {
        lamp.state = view.isConnected ? State::Connected : State::Away;
        lamp.text = view.isConnected ? tr("Connected: %1").arg(view.serverName)
                                     : tr("No connection: %1").arg(view.serverName);
    }
    m_workspaces->setLamp(lamp);
}

void MainWindow::followLamp() {
    if (!m_live->isLive()) {
        startSimulator();
        return;
    }
    if (m_showsStart || m_editsMotions) {
        showWorkspace(m_matchLayout);
    }
    if (!m_showsLive) {
        setShowsLive(true);
    }
    m_docks[QStringLiteral("simulator")]->show();
    m_docks[QStringLiteral("simulator")]->raise();
}

} // namespace sideline::studio
