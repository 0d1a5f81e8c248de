#include "studio/workspaces/decide/decide_layouts.h"

namespace sideline::studio {

namespace {

constexpr int kDecisionWidthPx = 290;

// Places the decision of a player on the left; its graph, field, formation and file on the right;
// and the timeline of all players below.
void arrangeDecisions(const DockArranger& docks) {
    QMainWindow& window = docks.window();
    QDockWidget* field = docks.dock(kFieldDock);
    QDockWidget* formation = docks.dock("decide-formation");
    window.addDockWidget(Qt::LeftDockWidgetArea, docks.dock(kDecisionDock));
    window.addDockWidget(Qt::RightDockWidgetArea, field);
    const bool isTall = docks.isTall();
    if (isTall) {
        window.splitDockWidget(field, formation, Qt::Vertical);
    } else {
        window.tabifyDockWidget(field, formation);
    }
    window.tabifyDockWidget(formation, docks.dock("decide-text"));
    window.tabifyDockWidget(field, docks.dock("decide-graph"));
    docks.show({kDecisionDock, kFieldDock, "decide-graph", "decide-formation", "decide-text",
                "decide-timeline", "decide-what-if"});
    if (isTall) {
        docks.raise("decide-formation");
    }
    docks.raise("decide-graph");
    docks.raise("decide-timeline");
    docks.resize({kDecisionDock, kFieldDock}, {kDecisionWidthPx, docks.partOfWidth(38)},
                 Qt::Horizontal);
    if (isTall) {
        docks.resize({kFieldDock, "decide-formation"},
                     {docks.partOfHeight(36), docks.partOfHeight(28)}, Qt::Vertical);
    }
    docks.resize({"decide-timeline"}, {docks.partOfHeight(isTall ? 28 : 27)}, Qt::Vertical);
}

} // namespace

std::vector<WorkspaceLayout> decideLayouts() {
    return {{QStringLiteral("Decide"), 7, arrangeDecisions, WorkspaceLayout::Use::Logs, false}};
}

} // namespace sideline::studio
