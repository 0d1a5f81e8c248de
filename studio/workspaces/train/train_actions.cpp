#include "studio/workspaces/train/train_actions.h"

#include <QAction>
#include <QDir>
#include <QMessageBox>

#include "studio/workspaces/train/train_workspace.h"

namespace sideline::studio {

void enableTrainActions(ActionTable& actions, const widgets::ExperimentRow* row,
                        const OpenExperimentPtr& experiment, const TrialReplay& replay,
                        bool isWatched) {
    using State = widgets::ExperimentState;
    const auto enable = [&](const char* id, bool isOn) { actions.action(id)->setEnabled(isOn); };
    enable("train.start",
           row != nullptr && (row->state == State::New || row->state == State::Paused ||
                              row->state == State::Failed));
    enable("train.pause", row != nullptr && row->state == State::Running && !row->isElsewhere);
    for (const char* id : {"train.play", "train.step-back", "train.step-on"}) {
        enable(id, replay.trial() != nullptr);
    }
    enable("train.worst", !replay.rows().empty());
    enable("train.best", experiment && experiment->champion && experiment->parts);
    enable("train.match", isWatched && experiment && replay.trial() != nullptr);
    enable("train.send", isWatched && experiment && experiment->parts);
}

bool confirmDeletion(QWidget* window, const QString& folder) {
    return QMessageBox::question(window, TrainWorkspace::tr("Delete experiment"),
                                 TrainWorkspace::tr("Move %1 with all individuals to the trash?")
                                     .arg(QDir::toNativeSeparators(folder))) == QMessageBox::Yes;
}

} // namespace sideline::studio
