#pragma once

#include "studio/actions/action_table.h"
#include "studio/session/experiment_reader.h"
#include "studio/session/trial_replay.h"
#include "widgets/train/train_view.h"

namespace sideline::studio {

/// Which actions of training are possible now.
/// @param row of the experiment that is shown; may be null
/// @param experiment may be null
/// @param isWatched whether an individual is
void enableTrainActions(ActionTable& actions, const widgets::ExperimentRow* row,
                        const OpenExperimentPtr& experiment, const TrialReplay& replay,
                        bool isWatched);

/// Asks whether an experiment may go to the trash.
[[nodiscard]] bool confirmDeletion(QWidget* window, const QString& folder);

} // namespace sideline::studio
