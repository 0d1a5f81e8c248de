#include "studio/workspaces/localization/localization_layouts.h"

namespace sideline::studio {

namespace {

constexpr int kEstimatorsWidthPx = 340;

// Assigns most of the space to the map and the camera image; places estimators at the side, and
// curves and table below.
void arrangeLocalization(const DockArranger& docks) {
    QMainWindow& window = docks.window();
    QDockWidget* field = docks.dock(kFieldDock);
    QDockWidget* picture = docks.dock("localize-picture");
    QDockWidget* curves = docks.dock("localize-curves");
    window.addDockWidget(Qt::RightDockWidgetArea, field);
    window.splitDockWidget(field, picture, Qt::Vertical);
    window.tabifyDockWidget(picture, docks.dock(kAgentDock));
    window.addDockWidget(Qt::BottomDockWidgetArea, curves);
    window.splitDockWidget(curves, docks.dock("localize-observations"), Qt::Horizontal);
    docks.show({"localize-estimators", kFieldDock, "localize-picture", "localize-curves",
                "localize-observations"});
    docks.raise("localize-picture");
    docks.resize({"localize-estimators", kFieldDock}, {kEstimatorsWidthPx, docks.partOfWidth(44)},
                 Qt::Horizontal);
    docks.resize({kFieldDock, "localize-picture"}, {docks.partOfHeight(34), docks.partOfHeight(28)},
                 Qt::Vertical);
    docks.resize({"localize-curves", "localize-observations"},
                 {docks.partOfWidth(55), docks.partOfWidth(45)}, Qt::Horizontal);
    docks.resize({"localize-curves"}, {docks.partOfHeight(34)}, Qt::Vertical);
}

} // namespace

std::vector<WorkspaceLayout> localizationLayouts() {
    return {
        {QStringLiteral("Localize"), 5, arrangeLocalization, WorkspaceLayout::Use::LiveToo, false}};
}

} // namespace sideline::studio
