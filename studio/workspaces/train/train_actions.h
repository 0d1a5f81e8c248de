#pragma once

#include "studio/actions/action_table.h"
#include "studio/session/experiment_reader.h"
#include "studio/session/trial_replay.h"
#include "widgets/train/train_view.h"

namespace sideline::studio {

/// Enables the training actions that are currently possible.
/// @param row row of the shown experiment; may be null
/// @param experiment may be null
/// @param isWatched whether an individual is being watched
void enableTrainActions(ActionTable& actions, const widgets::ExperimentRow* row,
                        const OpenExperimentPtr& experiment, const TrialReplay& replay,
                        bool isWatched);

/// Asks the user to confirm moving an experiment to the trash.
[[nodiscard]] bool confirmDeletion(QWidget* window, const QString& folder);

} // namespace sideline::studio
