#include "studio/workspaces/live/live_layouts.h"

namespace sideline::studio {

namespace {

const QString kLive = QStringLiteral("Live");
constexpr int kSimulatorWidthPx = 300;
constexpr int kJointsWidthPx = 360;

// Places joints on the left; field, belief and decision of the agent on the right.
void arrangeDriving(const DockArranger& docks) {
    QMainWindow& window = docks.window();
    QDockWidget* field = docks.dock(kFieldDock);
    QDockWidget* agent = docks.dock(kAgentDock);
    docks.show({"simulator"});
    window.addDockWidget(Qt::RightDockWidgetArea, field);
    window.splitDockWidget(field, agent, Qt::Vertical);
    for (const char* id : {kDecisionDock, "drawings", kObjectsDock}) {
        window.tabifyDockWidget(agent, docks.dock(id));
    }
    docks.show(
        {kFieldDock, "joints", "referee", kAgentDock, kDecisionDock, "drawings", kObjectsDock});
    if (docks.isTall()) {
        docks.show({"teams", "output"});
        docks.resize({"output"}, {docks.partOfHeight(22)}, Qt::Vertical);
    }
    docks.raise("joints");
    docks.raise(kAgentDock);
    docks.resize({"joints", kFieldDock}, {kJointsWidthPx, docks.partOfWidth(29)}, Qt::Horizontal);
    docks.resize({kFieldDock, kAgentDock}, {docks.partOfHeight(22), docks.partOfHeight(58)},
                 Qt::Vertical);
}

// Places both teams at the side, and where there is room, the simulator as well.
void arrangeTeams(const DockArranger& docks) {
    QMainWindow& window = docks.window();
    QDockWidget* field = docks.dock(kFieldDock);
    window.addDockWidget(Qt::LeftDockWidgetArea, docks.dock("teams"));
    window.addDockWidget(Qt::RightDockWidgetArea, field);
    docks.show({"teams", kFieldDock});
    if (docks.isTall()) {
        QDockWidget* simulator = docks.dock("simulator");
        window.splitDockWidget(field, simulator, Qt::Vertical);
        window.tabifyDockWidget(simulator, docks.dock("referee"));
        docks.show({"referee", "simulator"});
        docks.raise("simulator");
        docks.resize({kFieldDock, "simulator"}, {docks.partOfHeight(28), docks.partOfHeight(55)},
                     Qt::Vertical);
    }
    docks.resize({"teams", kFieldDock}, {docks.partOfWidth(36), kSimulatorWidthPx}, Qt::Horizontal);
}

void arrangeSimulator(const DockArranger& docks) {
    docks.show({"simulator"});
    docks.window().addDockWidget(Qt::RightDockWidgetArea, docks.dock(kFieldDock));
    docks.window().splitDockWidget(docks.dock(kFieldDock), docks.dock(kObjectsDock), Qt::Vertical);
    docks.show({kFieldDock, kObjectsDock});
    docks.resize({"simulator", kFieldDock}, {kSimulatorWidthPx, docks.partOfWidth(26)},
                 Qt::Horizontal);
    docks.resize({kFieldDock, kObjectsDock}, {docks.partOfHeight(30), docks.partOfHeight(55)},
                 Qt::Vertical);
}

} // namespace

std::vector<WorkspaceLayout> liveLayouts() {
    return {{kLive, 1, arrangeDriving, WorkspaceLayout::Use::LiveFirst},
            {QStringLiteral("Teams"), 8, arrangeTeams, WorkspaceLayout::Use::Live, false},
            {QStringLiteral("Simulator"), 9, arrangeSimulator, WorkspaceLayout::Use::Live}};
}

// Docks that the user has closed stay closed.
void showLiveDocks(const QString& layout, bool hasRoom, const DockArranger& docks) {
    if (layout == kLive) {
        docks.raise("joints");
        docks.raise(kAgentDock);
        return;
    }
    if (!hasRoom) {
        return;
    }
    docks.raise(kObjectsDock); // events exist in logs only
    QDockWidget* simulator = docks.dock("simulator");
    if (!simulator->isVisible()) {
        simulator->show();
        docks.resize({"simulator"}, {kSimulatorWidthPx}, Qt::Horizontal);
    }
}

} // namespace sideline::studio
