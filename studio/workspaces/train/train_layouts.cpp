#include "studio/workspaces/train/train_layouts.h"

namespace sideline::studio {

namespace {

constexpr int kExperimentsWidthPx = 310;
constexpr int kTrialWidthPx = 290;

// Places the robot in the middle, experiments and trials beside it, curves and individuals below.
void arrangeTraining(const DockArranger& docks) {
    docks.show({"train-experiments", "train-trial", "train-program", "train-curves",
                "train-parameters", "train-scatter", "train-individuals", "train-skills"});
    docks.raise("train-trial");
    docks.raise("train-curves");
    docks.raise("train-individuals");
    docks.resize({"train-experiments", "train-trial"}, {kExperimentsWidthPx, kTrialWidthPx},
                 Qt::Horizontal);
    docks.resize({"train-curves", "train-individuals"},
                 {docks.partOfWidth(56), docks.partOfWidth(44)}, Qt::Horizontal);
    docks.resize({"train-curves"}, {docks.partOfHeight(40)}, Qt::Vertical);
}

} // namespace

std::vector<WorkspaceLayout> trainLayouts() {
    return {{QStringLiteral("Train"), 3, arrangeTraining}};
}

} // namespace sideline::studio
