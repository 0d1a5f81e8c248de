#include "studio/workspaces/replay/replay_layouts.h"

namespace sideline::studio {

namespace {

const QString kReplay = QStringLiteral("Replay");
const QString kPlots = QStringLiteral("Plots");
const QString kField = QStringLiteral("Field");
const QString kPicture = QStringLiteral("Picture");

// Objects, events and the log at the right, as tabs, one of them in front.
void showRight(DockArranger& docks, const char* front) {
    QDockWidget* first = docks.dock(front);
    docks.window().addDockWidget(Qt::RightDockWidgetArea, first);
    for (const char* id : {kObjectsDock, "events", "overview"}) {
        if (docks.dock(id) != first) {
            docks.window().tabifyDockWidget(first, docks.dock(id));
        }
    }
}

void arrangeMatch(DockArranger& docks) {
    QMainWindow& window = docks.window();
    QDockWidget* events = docks.dock("events");
    window.addDockWidget(Qt::RightDockWidgetArea, docks.dock(kFieldDock));
    window.splitDockWidget(docks.dock(kFieldDock), events, Qt::Vertical);
    window.tabifyDockWidget(events, docks.dock(kObjectsDock));
    window.tabifyDockWidget(docks.dock(kObjectsDock), docks.dock("overview"));
    docks.show({kFieldDock, "events", kObjectsDock, "overview"});
    events->raise();
    docks.resize({kFieldDock, "events"}, {docks.partOfWidth(30), docks.partOfWidth(30)},
                 Qt::Horizontal);
    docks.resize({kFieldDock, "events"}, {docks.partOfHeight(32), docks.partOfHeight(50)},
                 Qt::Vertical);
}

void arrangePlots(DockArranger& docks) {
    showRight(docks, kObjectsDock);
    docks.window().addDockWidget(Qt::BottomDockWidgetArea, docks.dock("plots"));
    docks.show({kObjectsDock, "events", "overview", "plots"});
    docks.raise(kObjectsDock);
    docks.resize({kObjectsDock}, {docks.partOfWidth(27)}, Qt::Horizontal);
    docks.resize({"plots"}, {docks.partOfHeight(40)}, Qt::Vertical);
}

void arrangeField(DockArranger& docks) {
    docks.window().addDockWidget(Qt::LeftDockWidgetArea, docks.dock(kFieldDock));
    showRight(docks, "events");
    docks.show({kFieldDock, "events", kObjectsDock, "overview"});
    docks.raise("events");
    docks.resize({kFieldDock, "events"}, {docks.partOfWidth(42), docks.partOfWidth(29)},
                 Qt::Horizontal);
}

} // namespace

std::vector<WorkspaceLayout> replayLayouts() {
    return {{kReplay, 0},
            {kPlots, 10, WorkspaceLayout::Use::Logs, false},
            {kField, 11},
            {kPicture, 12, WorkspaceLayout::Use::Logs, false}};
}

void arrangeReplay(const QString& layout, DockArranger& docks) {
    if (layout == kReplay) {
        arrangeMatch(docks);
    } else if (layout == kPlots) {
        arrangePlots(docks);
    } else if (layout == kField) {
        arrangeField(docks);
    } // the picture stands alone
}

} // namespace sideline::studio
