#include "studio/shell/layout_controls.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <QInputDialog>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QTimer>

#include "widgets/common/panel_area.h"

namespace sideline::studio {

namespace {

const QString kStartTab = QStringLiteral("/start"); ///< id of its tab, which no layout can have
constexpr int kMinDockPx = 120;
constexpr int kDockPercent = 26;  // percentage of the window's size
constexpr int kMinAreaPx = 48;    // height of a panel that scrolls
constexpr int kTallPanelPx = 160; // a taller panel is likely to scroll

QString workspaceAction(const QString& layout) {
    return QStringLiteral("workspace.") + layout.toLower();
}

std::vector<WorkspacePanel> panelsOf(const std::vector<Workspace*>& workspaces) {
    std::vector<WorkspacePanel> panels;
    for (const Workspace* workspace : workspaces) {
        std::ranges::move(workspace->panels(), std::back_inserter(panels));
    }
    return panels;
}

// A panel at the side scrolls if it is too tall, so that there is room for a panel below it on a
// small screen; without room for both, Qt would draw one over the other. Views, which have no
// layout or a width of their own, can be small.
QWidget* inDock(const WorkspacePanel& panel) {
    const bool isView = panel.widget->layout() == nullptr || panel.widthPercent > 0;
    if (isView || (panel.area == Qt::BottomDockWidgetArea && !panel.scrollsAtBottom)) {
        return panel.widget;
    }
    const QSize minimum = panel.widget->minimumSizeHint();
    auto* area = new widgets::PanelArea(panel.widget);
    area->setMinimumHeight(kMinAreaPx);
    const int barPx = area->verticalScrollBar()->sizeHint().width();
    area->setMinimumWidth(minimum.width() + (minimum.height() > kTallPanelPx ? barPx : 0));
    return area;
}

QString savedAction(int index) {
    return QStringLiteral("workspace.saved%1").arg(index + 1);
}

} // namespace

LayoutControls::LayoutControls(const Parts& parts, const std::vector<Workspace*>& workspaces)
    : m_parts(parts),
      m_actions(parts.actions),
      m_store(parts.store),
      m_settings(parts.settings),
      m_builtIn(workspaces),
      m_panels(panelsOf(workspaces)),
      m_bar(new widgets::WorkspaceBar) {
    for (const WorkspacePanel& panel : m_panels) {
        addDock(panel);
        if (panel.action != nullptr) {
            connectOwnAction(panel);
        }
    }
    connectActions();
}

void LayoutControls::addDock(const WorkspacePanel& panel) {
    auto* dock = new QDockWidget(panel.title, &m_parts.window);
    dock->setObjectName(QLatin1String(panel.id));
    dock->setWidget(inDock(panel));
    m_parts.window.addDockWidget(panel.area, dock);
    dock->hide();
    m_docks[QLatin1String(panel.id)] = dock;
    connect(dock, &QDockWidget::visibilityChanged, this, [this, dock, &panel](bool isVisible) {
        Q_EMIT panelsChanged();
        if (!isVisible) {
            return;
        }
        // Qt may have shrunk the dock to nothing while it was hidden.
        QTimer::singleShot(0, dock, [this, &panel] { giveRoom(panel); });
        // There are no panels beside the first page.
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
    connect(m_bar, &widgets::WorkspaceBar::deleteRequested, this, &LayoutControls::deleteSaved);
    on(QStringLiteral("view.start"), [this] { showStart(); });
    for (const QString& name : m_builtIn.names()) {
        if (QAction* action = m_actions.find(workspaceAction(name))) {
            connect(action, &QAction::triggered, this, [this, name] { showWorkspace(name); });
        }
    }
    for (int i = 0; i < kSavedActions; ++i) {
        on(savedAction(i), [this, i] { showWorkspace(savedLayouts(m_store).value(i)); });
    }
    on(QStringLiteral("workspace.next"), [this] { step(1); });
    on(QStringLiteral("workspace.previous"), [this] { step(-1); });
    on(QStringLiteral("view.save-layout"), [this] { saveShown(); });
    on(QStringLiteral("view.reset-layout"), [this] { showLayout(m_settings.layout); });
}

void LayoutControls::connectOwnAction(const WorkspacePanel& panel) {
    QDockWidget* dock = m_docks.at(QLatin1String(panel.id));
    QAction* action = m_actions.action(panel.action);
    connect(action, &QAction::triggered, dock, [dock](bool isOn) {
        dock->setVisible(isOn);
        dock->raise();
    });
    connect(dock, &QDockWidget::visibilityChanged, this,
            [dock, action] { action->setChecked(!dock->isHidden()); });
}

std::vector<QDockWidget*> LayoutControls::listedDocks(const Workspace& workspace) const {
    std::vector<QDockWidget*> listed;
    for (const WorkspacePanel& panel : workspace.panels()) {
        if (panel.action == nullptr) {
            listed.push_back(m_docks.at(QLatin1String(panel.id)));
        }
    }
    return listed;
}

bool LayoutControls::showsPanelOf(const Workspace& workspace) const {
    return std::ranges::any_of(workspace.panels(), [this](const WorkspacePanel& panel) {
        return !m_docks.at(QLatin1String(panel.id))->isHidden();
    });
}

// Enlarges a dock that is too small to be used.
void LayoutControls::giveRoom(const WorkspacePanel& panel) {
    QMainWindow& window = m_parts.window;
    QDockWidget* dock = m_docks.at(QLatin1String(panel.id));
    if (!dock->isVisible() || dock->isFloating()) {
        return;
    }
    const bool hasOwnWidth = panel.widthPercent > 0;
    const int widthPx = window.width() * (hasOwnWidth ? panel.widthPercent : kDockPercent) / 100;
    if (dock->height() < kMinDockPx) {
        window.resizeDocks({dock}, {window.height() * kDockPercent / 100}, Qt::Vertical);
    }
    if (dock->width() < (hasOwnWidth ? widthPx / 2 : kMinDockPx)) {
        window.resizeDocks({dock}, {widthPx}, Qt::Horizontal);
    }
}

void LayoutControls::showPanel(const QString& id, int minHeightPx) {
    QDockWidget* dock = m_docks.at(id);
    show(dock);
    const int targetPx = std::min(minHeightPx, m_parts.window.height() / 3);
    if (dock->height() < targetPx && !dock->isFloating()) {
        m_parts.window.resizeDocks({dock}, {targetPx}, Qt::Vertical);
    }
}

void LayoutControls::show(QDockWidget* dock) {
    leaveStart();
    dock->show();
    dock->raise();
}

void LayoutControls::showGuest(const QString& id) {
    if (showsMatches()) {
        leaveStart(); // called first, because docks that `leaveStart` shows are not guests
        showGuests([&] { showPanel(id); });
    }
}

void LayoutControls::showGuests(const std::function<void()>& show) {
    std::vector<QDockWidget*> hidden;
    for (const auto& [id, dock] : m_docks) {
        if (dock->isHidden()) {
            hidden.push_back(dock);
        }
    }
    show();
    std::ranges::copy_if(hidden, std::back_inserter(m_guests),
                         [](const QDockWidget* dock) { return !dock->isHidden(); });
}

void LayoutControls::dismissGuests() {
    for (QDockWidget* dock : std::exchange(m_guests, {})) {
        dock->hide();
    }
}

void LayoutControls::begin() {
    m_arrangements = readArrangements(m_store);
    const bool isForMatches = names().contains(m_settings.layout) &&
                              m_builtIn.scopeOf(m_store, m_settings.layout) == ActionScope::Match;
    m_matchLayout = isForMatches ? m_settings.layout : m_builtIn.names().front();
    hideForStart();
}

void LayoutControls::keep() {
    keepArrangement();
    writeArrangements(m_store, m_arrangements);
}

QStringList LayoutControls::names() const {
    return m_builtIn.names() + savedLayouts(m_store);
}

// Fills the tabs with all workspaces and their keys, and selects the current one.
void LayoutControls::fillTabs() {
    std::vector<widgets::WorkspaceTab> tabs = {
        {kStartTab, tr("Start"), m_actions.action("view.start")->toolTip()}};
    for (const QString& name : m_builtIn.names()) {
        const QAction* action = m_actions.find(workspaceAction(name));
        tabs.push_back(
            {name, name, action != nullptr ? action->toolTip() : name, !m_builtIn.isMain(name)});
    }
    const QStringList saved = savedLayouts(m_store);
    for (int i = 0; i < saved.size(); ++i) {
        if (i < kSavedActions) {
            m_actions.setText(savedAction(i), saved[i]);
        }
        tabs.push_back({saved[i], saved[i],
                        i < kSavedActions ? m_actions.action(savedAction(i))->toolTip() : saved[i],
                        true, true});
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
    const QStringList builtIn = m_builtIn.names();
    const QStringList all = names();
    for (int i = 0; i < all.size(); ++i) {
        const auto saved = static_cast<int>(i - builtIn.size());
        const bool isLayout = saved >= 0 || !m_builtIn.isMain(all[i]);
        if (saved == 0 || (isLayout && m_builtIn.isMain(all[i - 1]))) {
            menu.addSeparator();
        }
        QAction* action = m_actions.find(saved < 0 ? workspaceAction(all[i]) : savedAction(saved));
        if (action != nullptr) {
            menu.addAction(action);
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
    const auto count = all.size() + 1; // the first page precedes the layouts
    const auto at = m_showsStart ? 0 : all.indexOf(m_settings.layout) + 1;
    const auto next = (at + step + count) % count;
    next == 0 ? showStart() : showWorkspace(all[next - 1]);
}

void LayoutControls::saveShown() {
    bool good = false;
    const QString name = QInputDialog::getText(&m_parts.window, tr("Save layout"), tr("Name"),
                                               QLineEdit::Normal, {}, &good);
    if (good && save(name)) {
        enter(name);
    } else if (good) {
        m_parts.messages.show(widgets::MessageBar::Severity::Warning,
                              tr("'%1' cannot be used as a layout name").arg(name));
    }
}

bool LayoutControls::save(const QString& name) {
    m_guests.clear(); // the user keeps the shown layout
    return m_builtIn.save(m_store, m_parts.window, name, m_scope);
}

// Stores the current arrangement of a layout, which is restored when the user returns to it.
void LayoutControls::keepArrangement() {
    dismissGuests();
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
        fillTabs(); // selects the tab of the layout that is still shown
    }
}

bool LayoutControls::showLayout(const QString& name) {
    keepArrangement();
    const bool isThere = arrange([&] {
        return m_builtIn.apply(m_parts.window, m_docks, m_panels, name) ||
               restoreLayout(m_store, m_parts.window, name);
    });
    if (isThere) {
        enter(name);
    }
    return isThere;
}

// Panels that appear during the call belong to the layout.
bool LayoutControls::arrange(const std::function<bool()>& how) {
    const QScopedValueRollback arranging(m_isArranging, true);
    return how();
}

void LayoutControls::deleteSaved(const QString& name) {
    m_builtIn.remove(m_store, name);
    if (m_matchLayout == name) {
        m_matchLayout = m_builtIn.names().front();
    }
    if (m_settings.layout == name) {
        m_showsStart ? void(m_settings.layout = m_matchLayout) : showWorkspace(m_matchLayout);
    }
    m_arrangements.erase(name);
    fillTabs();
}

void LayoutControls::enter(const QString& name) {
    m_showsStart = false;
    m_scope = m_builtIn.scopeOf(m_store, name);
    if (m_scope == ActionScope::Match) {
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
    Q_EMIT startRequested();
    hideForStart();
}

void LayoutControls::hideForStart() {
    m_showsStart = true;
    m_scope = ActionScope::Match;
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
