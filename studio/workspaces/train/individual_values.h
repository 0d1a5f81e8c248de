#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QString>
#include <QWidget>

#include "agentcore/base/error.h"
#include "studio/session/experiment_reader.h"
#include "studio/session/trial_replay.h"
#include "widgets/train/program_tree.h"
#include "widgets/train/train_trial_panel.h"
#include "widgets/train/train_view.h"

namespace sideline::studio {

// What can be said of an individual of an experiment that is open.

/// Null for none.
[[nodiscard]] const training::IndividualRecord* recordOf(const OpenExperimentPtr& experiment,
                                                         const widgets::IndividualId& id);
/// For people, such as `Generation 3, number 7`.
[[nodiscard]] QString nameOf(const widgets::IndividualId& id);
/// Whether individuals of the experiment are motions; also while that is not known.
[[nodiscard]] bool isOfMotions(const OpenExperiment& experiment);

/// As the panel of its trials shows it, but for what is pinned.
[[nodiscard]] widgets::TrainTrialView trialView(const OpenExperiment& experiment,
                                                const widgets::TrainIndividual& individual,
                                                const TrialReplay& replay);
/// Who is seen beside it.
/// @param experiment with its parts
[[nodiscard]] std::optional<training::Genome> ghostGenome(
    widgets::GhostChoice choice, const OpenExperiment& experiment,
    const std::optional<training::IndividualRecord>& pinned);

/// The best of a generation; nothing for none.
[[nodiscard]] std::optional<widgets::IndividualId> bestOf(const OpenExperiment& experiment,
                                                          quint64 generation);
/// Its program as trees; empty for what is none, or cannot be made.
/// Errors: those of reading it.
[[nodiscard]] base::Expected<std::vector<widgets::ProgramGene>> programOf(
    const OpenExperiment& experiment, const training::IndividualRecord& record);

/// Its file, with where it came from.
/// @param experiment with its parts
/// Errors: as of `Subject::textOf`.
[[nodiscard]] base::Expected<std::string> textOf(const OpenExperiment& experiment,
                                                 const training::IndividualRecord& record);
/// Name of its file, without folder and ending.
[[nodiscard]] QString fileNameOf(const OpenExperiment& experiment,
                                 const training::IndividualRecord& record);
/// A file in a folder of motions, which is made if need be, where nothing is replaced.
[[nodiscard]] QString newMotionFile(const QString& folder, const QString& name);
/// A match log of a trial, in the experiment's folder; folders are made if need be.
/// @param place as `TrialReplay::place`
[[nodiscard]] QString newTrialFile(const OpenExperiment& experiment,
                                   const training::IndividualRecord& record, int place);
/// A file that the user names; empty if none.
/// @param experiment with its parts
[[nodiscard]] QString askForFile(QWidget* window, const OpenExperiment& experiment,
                                 const training::IndividualRecord& record);

} // namespace sideline::studio
