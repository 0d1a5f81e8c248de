#include "studio/workspaces/robot/robot_layouts.h"

#include <algorithm>

namespace sideline::studio {

namespace {

constexpr int kPartsWidthPx = 290;
constexpr int kValuesWidthPx = 330;

// Places the robot in the middle, its parts and values beside it, results of analyses below.
void arrangeRobots(const DockArranger& docks) {
    docks.show({"robot-parts", "robot-values", "robot-checks", "robot-reach", "robot-torques",
                "robot-compare", "robot-dh"});
    docks.raise("robot-checks");
    docks.resize({"robot-parts", "robot-values"},
                 {std::min(kPartsWidthPx, docks.partOfWidth(23)), kValuesWidthPx}, Qt::Horizontal);
    docks.resize({"robot-checks"}, {docks.partOfHeight(30)}, Qt::Vertical);
}

} // namespace

std::vector<WorkspaceLayout> robotLayouts() {
    return {{QStringLiteral("Robot"), 4, arrangeRobots}};
}

} // namespace sideline::studio
