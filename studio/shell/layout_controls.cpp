#include "studio/shell/layout_controls.h"

#include <algorithm>
#include <utility>

#include <QInputDialog>
#include <QScopedValueRollback>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>

#include "widgets/common/panel_parts.h"

namespace sideline::studio {

namespace {

const QString kStartTab = QStringLiteral("/start"); ///< of its tab; no layout is called that
constexpr int kLeastDockPx = 120;
constexpr int kDockPercent = 26;       // of the window
constexpr int kSecondViewPercent = 36; // of the window's width
constexpr int kTallPanelPx = 160;      // higher ones at the side leave no room for a row below them

QString workspaceAction(const QString& layout) {
    return QStringLiteral("workspace.") + layout.toLower();
}

// What is too high is scrolled, so that a panel below it finds room on a small screen.
QWidget* inDock(const WorkspacePanel& panel) {
    const QSize least = panel.widget->minimumSizeHint();
    if (panel.area == Qt::BottomDockWidgetArea || least.height() <= kTallPanelPx) {
        return panel.widget;
    }
    QScrollArea* area = widgets::scrolled(panel.widget);
    area->setMinimumWidth(least.width() + area->verticalScrollBar()->sizeHint().width());
    return area;
}

QString savedAction(int index) {
    return QStringLiteral("workspace.saved%1").arg(index + 1);
}

} // namespace

LayoutControls::LayoutControls(const Parts& parts, std::vector<WorkspacePanel> panels)
    : m_parts(parts),
      m_actions(parts.actions),
      m_store(parts.store),
      m_settings(parts.settings),
      m_panels(std::move(panels)),
      m_bar(new widgets::WorkspaceBar) {
    for (const WorkspacePanel& panel : m_panels) {
        addDock(panel);
    }
    connectActions();
    connectSecondView();
}

void LayoutControls::addDock(const WorkspacePanel& panel) {
    auto* dock = new QDockWidget(panel.title, &m_parts.window);
    dock->setObjectName(QLatin1String(panel.id));
    dock->setWidget(inDock(panel));
    m_parts.window.addDockWidget(panel.area, dock);
    dock->hide();
    m_docks[QLatin1String(panel.id)] = dock;
    connect(dock, &QDockWidget::visibilityChanged, this, [this, dock](bool isVisible) {
        if (!isVisible) {
            return;
        }
        // The place of docks that were hidden has shrunk to nothing.
        QTimer::singleShot(0, dock, [this, dock] { giveRoom(dock); });
        // Somebody shows a panel: there is no place for it beside the first page.
        if (m_showsStart && !m_isArranging) {
            show(dock);
        }
    });
}

void LayoutControls::connectActions() {
    const auto on = [this](const QString& id, auto slot) {
        connect(m_actions.action(id), &QAction::triggered, this, slot);
    };
    connect(m_bar, &widgets::WorkspaceBar::chosen, this,
            [this](const QString& id) { id == kStartTab ? showStart() : showWorkspace(id); });
    connect(m_bar, &widgets::WorkspaceBar::deleteRequested, this, &LayoutControls::deleteLayout);
    on(QStringLiteral("view.start"), [this] { showStart(); });
    for (const QString& name : builtInLayouts()) {
        on(workspaceAction(name), [this, name] { showWorkspace(name); });
    }
    for (int i = 0; i < kSavedActions; ++i) {
        on(savedAction(i), [this, i] { showWorkspace(savedLayouts(m_store).value(i)); });
    }
    on(QStringLiteral("workspace.next"), [this] { step(1); });
    on(QStringLiteral("workspace.previous"), [this] { step(-1); });
    on(QStringLiteral("view.save-layout"), [this] { saveShown(); });
    on(QStringLiteral("view.reset-layout"), [this] { showLayout(m_settings.layout); });
}

void LayoutControls::connectSecondView() {
    QDockWidget* second = dock("view2");
    QAction* action = m_actions.action("view.second");
    connect(action, &QAction::triggered, second, [second](bool isOn) {
        second->setVisible(isOn);
        second->raise();
    });
    connect(second, &QDockWidget::visibilityChanged, this,
            [second, action] { action->setChecked(!second->isHidden()); });
}

std::vector<QDockWidget*> LayoutControls::listedDocks() const {
    std::vector<QDockWidget*> listed;
    for (const auto& [id, dock] : m_docks) {
        const auto panel = std::ranges::find_if(
            m_panels, [&](const WorkspacePanel& one) { return QLatin1String(one.id) == id; });
        if (panel != m_panels.end() && !panel->hasOwnAction) {
            listed.push_back(dock);
        }
    }
    return listed;
}

// Makes a dock larger that came up too small to be used.
void LayoutControls::giveRoom(QDockWidget* dock) {
    QMainWindow& window = m_parts.window;
    if (!dock->isVisible() || dock->isFloating()) {
        return;
    }
    const bool isSecond = dock == m_docks.at(QStringLiteral("view2")); // wants more than others
    const int widthPx = window.width() * (isSecond ? kSecondViewPercent : kDockPercent) / 100;
    if (dock->height() < kLeastDockPx) {
        window.resizeDocks({dock}, {window.height() * kDockPercent / 100}, Qt::Vertical);
    }
    if (dock->width() < (isSecond ? widthPx / 2 : kLeastDockPx)) {
        window.resizeDocks({dock}, {widthPx}, Qt::Horizontal);
    }
}

void LayoutControls::setWidth(QDockWidget* dock, int widthPx) {
    m_parts.window.resizeDocks({dock}, {widthPx}, Qt::Horizontal);
}

void LayoutControls::showPanel(const QString& id, int leastHeightPx) {
    QDockWidget* dock = m_docks.at(id);
    show(dock);
    const int wantedPx = std::min(leastHeightPx, m_parts.window.height() / 3);
    if (dock->height() < wantedPx && !dock->isFloating()) {
        m_parts.window.resizeDocks({dock}, {wantedPx}, Qt::Vertical);
    }
}

void LayoutControls::show(QDockWidget* dock) {
    leaveStart();
    dock->show();
    dock->raise();
}

void LayoutControls::begin() {
    m_arrangements = readArrangements(m_store);
    const bool isForMatches = names().contains(m_settings.layout) &&
                              layoutKind(m_store, m_settings.layout) == LayoutKind::Match;
    m_matchLayout = isForMatches ? m_settings.layout : builtInLayouts().front();
    hideForStart();
}

void LayoutControls::keep() {
    keepArrangement();
    writeArrangements(m_store, m_arrangements);
}

QStringList LayoutControls::names() const {
    return builtInLayouts() + savedLayouts(m_store);
}

// Tabs and keys of all workspaces; which one is there.
void LayoutControls::fillTabs() {
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
    m_bar->setTabs(tabs);
    m_bar->setCurrent(m_showsStart ? kStartTab : m_settings.layout);
    m_actions.action("view.save-layout")->setEnabled(!m_showsStart);
    m_actions.action("view.reset-layout")->setEnabled(!m_showsStart);
}

void LayoutControls::fillMenu(QMenu& menu) {
    menu.clear();
    const QStringList builtIn = builtInLayouts();
    const QStringList all = names();
    for (int i = 0; i < all.size(); ++i) {
        const auto saved = static_cast<int>(i - builtIn.size());
        if (saved == 0) {
            menu.addSeparator();
        }
        if (saved < kSavedActions) {
            menu.addAction(
                m_actions.action(saved < 0 ? workspaceAction(all[i]) : savedAction(saved)));
        } else {
            menu.addAction(all[i], this, [this, name = all[i]] { showWorkspace(name); });
        }
    }
    menu.addSeparator();
    menu.addAction(m_actions.action("workspace.next"));
    menu.addAction(m_actions.action("workspace.previous"));
}

void LayoutControls::step(int step) {
    const QStringList all = names();
    const auto count = all.size() + 1; // the first page comes before them
    const auto at = m_showsStart ? 0 : all.indexOf(m_settings.layout) + 1;
    const auto next = (at + step + count) % count;
    next == 0 ? showStart() : showWorkspace(all[next - 1]);
}

void LayoutControls::saveShown() {
    bool good = false;
    const QString name = QInputDialog::getText(&m_parts.window, tr("Save layout"), tr("Name"),
                                               QLineEdit::Normal, {}, &good);
    if (good && saveLayout(m_store, m_parts.window, name, m_kind)) {
        enter(name);
    } else if (good) {
        m_parts.messages.show(widgets::MessageBar::Severity::Warning,
                              tr("'%1' cannot be used as a layout name").arg(name));
    }
}

// What the user has moved in a workspace is there again when they come back to it.
void LayoutControls::keepArrangement() {
    if (!m_showsStart) {
        m_arrangements[m_settings.layout] = arrangementOf(m_parts.window);
    }
}

void LayoutControls::showWorkspace(const QString& name) {
    if (!m_showsStart && name == m_settings.layout) {
        return;
    }
    keepArrangement();
    const auto kept = m_arrangements.find(name);
    if (kept != m_arrangements.end() &&
        arrange([&] { return restoreArrangement(m_parts.window, kept->second); })) {
        enter(name);
    } else if (!showLayout(name)) {
        m_parts.messages.show(
            widgets::MessageBar::Severity::Warning,
            tr("The layout '%1' was saved by a different version of Sideline").arg(name));
        fillTabs(); // with the tab that is still shown
    }
}

bool LayoutControls::showLayout(const QString& name) {
    keepArrangement();
    const bool isThere = arrange([&] {
        return applyBuiltInLayout(m_parts.window, m_docks, m_panels, name) ||
               restoreLayout(m_store, m_parts.window, name);
    });
    if (isThere) {
        enter(name);
    }
    return isThere;
}

// Panels that come meanwhile come with their workspace.
bool LayoutControls::arrange(const std::function<bool()>& how) {
    const QScopedValueRollback arranging(m_isArranging, true);
    return how();
}

void LayoutControls::deleteLayout(const QString& name) {
    removeLayout(m_store, name);
    if (m_matchLayout == name) {
        m_matchLayout = builtInLayouts().front();
    }
    if (m_settings.layout == name) {
        m_showsStart ? void(m_settings.layout = m_matchLayout) : showWorkspace(m_matchLayout);
    }
    m_arrangements.erase(name);
    fillTabs();
}

void LayoutControls::enter(const QString& name) {
    m_showsStart = false;
    m_kind = layoutKind(m_store, name);
    if (m_kind == LayoutKind::Match) {
        m_matchLayout = name;
    }
    m_settings.layout = name;
    Q_EMIT entered();
    fillTabs();
}

void LayoutControls::showStart() {
    if (m_showsStart) {
        return;
    }
    keepArrangement();
    Q_EMIT startWanted();
    hideForStart();
}

void LayoutControls::hideForStart() {
    m_showsStart = true;
    m_kind = LayoutKind::Match;
    arrange([this] {
        for (const auto& [id, dock] : m_docks) {
            dock->hide();
        }
        return true;
    });
    Q_EMIT entered();
    fillTabs();
}

void LayoutControls::leaveStart() {
    if (m_showsStart) {
        showWorkspace(m_matchLayout);
    }
}

} // namespace sideline::studio
