#include "studio/workspaces/analysis/analysis_layouts.h"

namespace sideline::studio {

namespace {

constexpr int kStatisticsWidthPx = 330;

// Places statistics on the left, the field with its events and the list of moments on the right,
// and the timeline of the match below.
void arrangeAnalysis(const DockArranger& docks) {
    docks.window().addDockWidget(Qt::RightDockWidgetArea, docks.dock(kFieldDock));
    docks.window().splitDockWidget(docks.dock(kFieldDock), docks.dock("analysis-playlist"),
                                   Qt::Vertical);
    docks.show({"analysis-teams", kFieldDock, "analysis-playlist", "analysis-dominance",
                "analysis-players", "analysis-matches"});
    docks.raise("analysis-dominance");
    docks.resize({"analysis-teams", kFieldDock}, {kStatisticsWidthPx, docks.partOfWidth(35)},
                 Qt::Horizontal);
    docks.resize({kFieldDock, "analysis-playlist"},
                 {docks.partOfHeight(26), docks.partOfHeight(31)}, Qt::Vertical);
    docks.resize({"analysis-dominance"}, {docks.partOfHeight(19)}, Qt::Vertical);
}

} // namespace

std::vector<WorkspaceLayout> analysisLayouts() {
    return {{QStringLiteral("Analysis"), 6, arrangeAnalysis, WorkspaceLayout::Use::Logs, false}};
}

} // namespace sideline::studio
