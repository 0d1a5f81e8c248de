#include "studio/app/layouts.h"

namespace sideline::studio {

namespace {

constexpr int kSimulatorWidthPx = 300;
constexpr int kStateVersion = 1; // of the docks' ids and places; a state of another one is not used
const QString kReplay = QStringLiteral("Replay");
const QString kPlots = QStringLiteral("Plots");
const QString kField = QStringLiteral("Field");
const QString kPicture = QStringLiteral("Picture");
const QString kSimulator = QStringLiteral("Simulator");

QString stateKey(const QString& name) {
    return QStringLiteral("layouts/") + name;
}

} // namespace

QStringList builtInLayouts() {
    return {kReplay, kPlots, kField, kPicture, kSimulator};
}

bool applyBuiltInLayout(QMainWindow& window, const Docks& docks, const QString& name) {
    if (!builtInLayouts().contains(name)) {
        return false;
    }
    QDockWidget* field = docks.at(QStringLiteral("field"));
    QDockWidget* objects = docks.at(QStringLiteral("objects"));
    QDockWidget* events = docks.at(QStringLiteral("events"));
    QDockWidget* overview = docks.at(QStringLiteral("overview"));
    QDockWidget* plots = docks.at(QStringLiteral("plots"));
    QDockWidget* simulator = docks.at(QStringLiteral("simulator"));
    for (const auto& [id, dock] : docks) {
        dock->setFloating(false);
        window.removeDockWidget(dock);
    }
    window.addDockWidget(Qt::LeftDockWidgetArea, simulator); // hidden until it is wanted
    simulator->setVisible(name == kSimulator);
    if (name == kPicture) {
        return true;
    }
    const int width = window.width();
    const int height = window.height();
    const auto showRight = [&](QDockWidget* first) {
        window.addDockWidget(Qt::RightDockWidgetArea, first);
        window.tabifyDockWidget(first, objects == first ? events : objects);
        window.tabifyDockWidget(objects, events);
        window.tabifyDockWidget(objects, overview);
    };
    if (name == kReplay) {
        window.addDockWidget(Qt::RightDockWidgetArea, field);
        window.splitDockWidget(field, events, Qt::Vertical);
        window.tabifyDockWidget(events, objects);
        window.tabifyDockWidget(objects, overview);
        for (QDockWidget* dock : {field, events, objects, overview}) {
            dock->show();
        }
        events->raise();
        window.resizeDocks({field, events}, {width * 30 / 100, width * 30 / 100}, Qt::Horizontal);
        window.resizeDocks({field, events}, {height * 32 / 100, height * 50 / 100}, Qt::Vertical);
    } else if (name == kPlots) {
        showRight(objects);
        window.addDockWidget(Qt::BottomDockWidgetArea, plots);
        for (QDockWidget* dock : {objects, events, overview, plots}) {
            dock->show();
        }
        objects->raise();
        window.resizeDocks({objects}, {width * 27 / 100}, Qt::Horizontal);
        window.resizeDocks({plots}, {height * 40 / 100}, Qt::Vertical);
    } else if (name == kSimulator) {
        window.addDockWidget(Qt::RightDockWidgetArea, field);
        window.splitDockWidget(field, objects, Qt::Vertical);
        for (QDockWidget* dock : {field, objects}) {
            dock->show();
        }
        window.resizeDocks({simulator, field}, {kSimulatorWidthPx, width * 26 / 100},
                           Qt::Horizontal);
        window.resizeDocks({field, objects}, {height * 30 / 100, height * 55 / 100}, Qt::Vertical);
    } else {
        window.addDockWidget(Qt::LeftDockWidgetArea, field);
        showRight(events);
        for (QDockWidget* dock : {field, events, objects, overview}) {
            dock->show();
        }
        events->raise();
        window.resizeDocks({field, events}, {width * 48 / 100, width * 24 / 100}, Qt::Horizontal);
    }
    return true;
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

bool saveLayout(QSettings& store, const QMainWindow& window, const QString& name) {
    if (name.isEmpty() || name.contains(QLatin1Char('/')) || builtInLayouts().contains(name)) {
        return false;
    }
    store.setValue(stateKey(name), window.saveState(kStateVersion));
    return true;
}

bool restoreLayout(const QSettings& store, QMainWindow& window, const QString& name) {
    const QByteArray state = store.value(stateKey(name)).toByteArray();
    return !state.isEmpty() && window.restoreState(state, kStateVersion);
}

} // namespace sideline::studio
