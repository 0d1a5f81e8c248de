#include "studio/shell/layouts.h"

#include <algorithm>
#include <string>
#include <utility>

#include <QDataStream>
#include <QLayout>

namespace sideline::studio {

namespace {

const QString kArrangements = QStringLiteral("arrangements");
// Version of the docks' ids and places; other versions are rejected.
constexpr int kStateVersion = 2;

QString stateKey(const QString& name) {
    return QStringLiteral("layouts/") + name;
}

// Assigns a place to every panel, which is hidden until it is needed.
void parkDocks(QMainWindow& window, const Docks& docks, const std::vector<WorkspacePanel>& panels) {
    std::map<std::pair<Qt::DockWidgetArea, std::string>, QDockWidget*> last; // last dock of a group
    for (const WorkspacePanel& panel : panels) {
        QDockWidget* dock = docks.at(QLatin1String(panel.id));
        window.addDockWidget(panel.area, dock);
        QDockWidget*& before = last[{panel.area, panel.group}];
        if (before != nullptr) {
            window.tabifyDockWidget(before, dock);
        }
        before = dock;
        dock->hide();
    }
}

// Key for the scope of a saved layout; empty for matches.
QString scopeKey(ActionScope scope, const QString& name) {
    const QString text = ActionTable::scopeName(scope);
    return text.isEmpty() ? QString() : QStringLiteral("%1-layouts/%2").arg(text, name);
}

QList<QDockWidget*> docksOf(const QMainWindow& window) {
    return window.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly);
}

} // namespace

BuiltInLayouts::BuiltInLayouts(const std::vector<Workspace*>& workspaces) {
    for (Workspace* workspace : workspaces) {
        for (WorkspaceLayout& layout : workspace->layouts()) {
            m_layouts.push_back({std::move(layout), workspace});
        }
    }
    std::ranges::stable_sort(m_layouts, {}, [](const BuiltIn& one) { return one.layout.rank; });
}

QStringList BuiltInLayouts::names() const {
    QStringList names;
    for (const BuiltIn& one : m_layouts) {
        names << one.layout.name;
    }
    return names;
}

const BuiltInLayouts::BuiltIn* BuiltInLayouts::find(const QString& name) const {
    const auto found = std::ranges::find_if(
        m_layouts, [&](const BuiltIn& one) { return one.layout.name == name; });
    return found == m_layouts.end() ? nullptr : &*found;
}

QString BuiltInLayouts::mainOf(ActionScope scope) const {
    const auto found = std::ranges::find_if(
        m_layouts, [&](const BuiltIn& one) { return one.workspace->scope() == scope; });
    return found == m_layouts.end() ? QString() : found->layout.name;
}

QString BuiltInLayouts::forLive() const {
    const auto found = std::ranges::find_if(m_layouts, [](const BuiltIn& one) {
        return one.layout.use == WorkspaceLayout::Use::LiveFirst;
    });
    return found == m_layouts.end() ? QString() : found->layout.name;
}

WorkspaceLayout::Use BuiltInLayouts::useOf(const QString& name) const {
    const BuiltIn* found = find(name);
    return found != nullptr ? found->layout.use : WorkspaceLayout::Use::Logs;
}

bool BuiltInLayouts::isMain(const QString& name) const {
    const BuiltIn* found = find(name);
    return found != nullptr && found->workspace->layouts().front().name == name;
}

bool BuiltInLayouts::hasRoomAtSide(const QString& name) const {
    const BuiltIn* found = find(name);
    return found == nullptr || found->layout.hasRoomAtSide;
}

bool BuiltInLayouts::apply(QMainWindow& window, const Docks& docks,
                           const std::vector<WorkspacePanel>& panels, const QString& name) const {
    const BuiltIn* found = find(name);
    if (found == nullptr) {
        return false;
    }
    for (const auto& [id, dock] : docks) {
        dock->setFloating(false);
        window.removeDockWidget(dock);
    }
    parkDocks(window, docks, panels);
    found->layout.arrange(DockArranger(window, docks));
    return true;
}

ActionScope BuiltInLayouts::scopeOf(const QSettings& store, const QString& name) const {
    if (const BuiltIn* found = find(name)) {
        return found->workspace->scope();
    }
    for (const BuiltIn& one : m_layouts) {
        const QString key = scopeKey(one.workspace->scope(), name);
        if (!key.isEmpty() && store.value(key).toBool()) {
            return one.workspace->scope();
        }
    }
    return ActionScope::Match;
}

bool BuiltInLayouts::save(QSettings& store, const QMainWindow& window, const QString& name,
                          ActionScope scope) const {
    if (name.isEmpty() || name.contains(QLatin1Char('/')) || find(name) != nullptr) {
        return false;
    }
    remove(store, name);
    store.setValue(stateKey(name), arrangementOf(window));
    if (const QString key = scopeKey(scope, name); !key.isEmpty()) {
        store.setValue(key, true);
    }
    return true;
}

void BuiltInLayouts::remove(QSettings& store, const QString& name) const {
    store.remove(stateKey(name));
    for (const BuiltIn& one : m_layouts) {
        if (const QString key = scopeKey(one.workspace->scope(), name); !key.isEmpty()) {
            store.remove(key);
        }
    }
}

QStringList savedLayouts(const QSettings& store) {
    QStringList names;
    for (const QString& key : store.allKeys()) {
        if (key.startsWith(QStringLiteral("layouts/"))) {
            names << key.mid(8);
        }
    }
    return names;
}

// Contains the names of the visible docks, because Qt's state omits docks without a place and
// leaves them unchanged when it is restored.
QByteArray arrangementOf(const QMainWindow& window) {
    QStringList shown;
    for (const auto* dock : docksOf(window)) {
        if (!dock->isHidden()) {
            shown << dock->objectName();
        }
    }
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << shown << window.saveState(kStateVersion);
    return bytes;
}

bool restoreArrangement(QMainWindow& window, const QByteArray& arrangement) {
    QStringList shown;
    QByteArray state;
    QDataStream stream(arrangement);
    stream >> shown >> state;
    const QSize size = window.size();
    window.setUpdatesEnabled(false);
    // Arrangements of older programs contain only the state.
    const bool hasNames = stream.status() == QDataStream::Ok;
    const bool isGood = window.restoreState(hasNames ? state : arrangement, kStateVersion);
    if (isGood && hasNames) {
        for (auto* dock : docksOf(window)) {
            dock->setVisible(shown.contains(dock->objectName()));
        }
        window.layout()->activate();
        if (!window.isMaximized() && !window.isFullScreen()) {
            window.resize(size); // adding all docks at once may have enlarged it
        }
    }
    window.setUpdatesEnabled(true);
    return isGood;
}

void writeArrangements(QSettings& store, const Arrangements& arrangements) {
    store.remove(kArrangements);
    store.beginGroup(kArrangements);
    for (const auto& [name, arrangement] : arrangements) {
        store.setValue(name, arrangement);
    }
    store.endGroup();
}

Arrangements readArrangements(QSettings& store) {
    Arrangements arrangements;
    store.beginGroup(kArrangements);
    for (const QString& name : store.childKeys()) {
        arrangements[name] = store.value(name).toByteArray();
    }
    store.endGroup();
    return arrangements;
}

bool restoreLayout(const QSettings& store, QMainWindow& window, const QString& name) {
    const QByteArray state = store.value(stateKey(name)).toByteArray();
    return !state.isEmpty() && restoreArrangement(window, state);
}

} // namespace sideline::studio
