#include "studio/workspaces/replay/replay_layouts.h"

namespace sideline::studio {

namespace {

// Places objects, events and the log on the right, as tabs, and raises one of them.
void showRight(const DockArranger& docks, const char* front) {
    QDockWidget* first = docks.dock(front);
    docks.window().addDockWidget(Qt::RightDockWidgetArea, first);
    for (const char* id : {kObjectsDock, "events", "overview"}) {
        if (docks.dock(id) != first) {
            docks.window().tabifyDockWidget(first, docks.dock(id));
        }
    }
}

void arrangeMatch(const DockArranger& docks) {
    QMainWindow& window = docks.window();
    QDockWidget* events = docks.dock("events");
    window.addDockWidget(Qt::RightDockWidgetArea, docks.dock(kFieldDock));
    window.splitDockWidget(docks.dock(kFieldDock), events, Qt::Vertical);
    window.tabifyDockWidget(events, docks.dock(kObjectsDock));
    window.tabifyDockWidget(docks.dock(kObjectsDock), docks.dock("overview"));
    docks.show({kFieldDock, "events", kObjectsDock, "overview"});
    docks.raise("events");
    docks.resize({kFieldDock, "events"}, {docks.partOfWidth(30), docks.partOfWidth(30)},
                 Qt::Horizontal);
    docks.resize({kFieldDock, "events"}, {docks.partOfHeight(32), docks.partOfHeight(50)},
                 Qt::Vertical);
}

void arrangePlots(const DockArranger& docks) {
    showRight(docks, kObjectsDock);
    docks.window().addDockWidget(Qt::BottomDockWidgetArea, docks.dock("plots"));
    docks.show({kObjectsDock, "events", "overview", "plots"});
    docks.raise(kObjectsDock);
    docks.resize({kObjectsDock}, {docks.partOfWidth(27)}, Qt::Horizontal);
    docks.resize({"plots"}, {docks.partOfHeight(40)}, Qt::Vertical);
}

// Shows the picture without panels.
void arrangeNothing(const DockArranger& /*docks*/) {}

void arrangeField(const DockArranger& docks) {
    docks.window().addDockWidget(Qt::LeftDockWidgetArea, docks.dock(kFieldDock));
    showRight(docks, "events");
    docks.show({kFieldDock, "events", kObjectsDock, "overview"});
    docks.raise("events");
    docks.resize({kFieldDock, "events"}, {docks.partOfWidth(42), docks.partOfWidth(29)},
                 Qt::Horizontal);
}

} // namespace

std::vector<WorkspaceLayout> replayLayouts() {
    return {{QStringLiteral("Replay"), 0, arrangeMatch},
            {QStringLiteral("Plots"), 10, arrangePlots, WorkspaceLayout::Use::Logs, false},
            {QStringLiteral("Field"), 11, arrangeField},
            {QStringLiteral("Picture"), 12, arrangeNothing, WorkspaceLayout::Use::Logs, false}};
}

} // namespace sideline::studio
