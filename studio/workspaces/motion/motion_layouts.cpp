#include "studio/workspaces/motion/motion_layouts.h"

#include <algorithm>

namespace sideline::studio {

namespace {

constexpr int kLibraryWidthPx = 280;
constexpr int kPoseWidthPx = 360;

// Places the robot in the middle, joints at the side, the timeline below, and the library on the
// left.
void arrangeMotions(const DockArranger& docks) {
    docks.show(
        {"motion-library", "motion-pose", "motion-details", "motion-trial", "motion-timeline"});
    docks.raise("motion-pose");
    docks.resize({"motion-library", "motion-pose"},
                 {std::min(kLibraryWidthPx, docks.partOfWidth(22)), kPoseWidthPx}, Qt::Horizontal);
    docks.resize({"motion-timeline"}, {docks.partOfHeight(32)}, Qt::Vertical);
}

} // namespace

std::vector<WorkspaceLayout> motionLayouts() {
    return {{QStringLiteral("Motion"), 2, arrangeMotions}};
}

} // namespace sideline::studio
