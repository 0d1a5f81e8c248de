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

// What can be said of an individual of an experiment that is open, and what can be made of it.

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
/// What its program does at a moment of a trial; nothing if none is at work.
[[nodiscard]] std::optional<widgets::ProgramMoment> programMoment(
    const training::TrialMoment& moment);

/// Writes an individual with where it came from: a motion into a folder of motions, where nothing
/// is replaced, anything else into a file that the user names.
/// @param experiment with its parts
/// @return the file; empty if the user names none
/// Errors: as of `Subject::textOf`, and of writing.
[[nodiscard]] base::Expected<QString> writeIndividual(const OpenExperiment& experiment,
                                                      const training::IndividualRecord& record,
                                                      const QString& motionsFolder,
                                                      QWidget* window);
/// Writes the trial that is shown as a match, with what an agent in it perceived, believed and
/// decided, in the experiment's folder.
/// @param replay has a trial
/// @return the file
/// Errors: as of `training::writeTrials`.
[[nodiscard]] base::Expected<QString> writeTrial(const OpenExperiment& experiment,
                                                 const training::IndividualRecord& record,
                                                 const TrialReplay& replay);

} // namespace sideline::studio
