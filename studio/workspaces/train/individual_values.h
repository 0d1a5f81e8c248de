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

// Data about an individual of an open experiment, and its exports.

/// Returns the record of an individual; null for none.
[[nodiscard]] const training::IndividualRecord* recordOf(const OpenExperimentPtr& experiment,
                                                         const widgets::IndividualId& id);
/// Returns a name for display, such as `Generation 3, number 7`.
[[nodiscard]] QString nameOf(const widgets::IndividualId& id);
/// Returns whether individuals of the experiment are motions; true while that is unknown.
[[nodiscard]] bool isOfMotions(const OpenExperiment& experiment);

/// Returns the contents of the panel with the trials of an individual; the caller adds the pinned
/// individual.
[[nodiscard]] widgets::TrainTrialView trialView(const OpenExperiment& experiment,
                                                const widgets::TrainIndividual& individual,
                                                const TrialReplay& replay);
/// Returns the genome of the individual that is shown as a ghost.
/// @param experiment experiment with its parts
[[nodiscard]] std::optional<training::Genome> ghostGenome(
    widgets::GhostChoice choice, const OpenExperiment& experiment,
    const std::optional<training::IndividualRecord>& pinned);

/// Returns the best individual of a generation; nullopt if there is none.
[[nodiscard]] std::optional<widgets::IndividualId> bestOf(const OpenExperiment& experiment,
                                                          quint64 generation);
/// Returns the program of an individual as trees; empty if it is not a program or cannot be built.
/// Errors: those of reading the program.
[[nodiscard]] base::Expected<std::vector<widgets::ProgramGene>> programOf(
    const OpenExperiment& experiment, const training::IndividualRecord& record);
/// Returns the program's state at an instant of a trial; nullopt if no program is active.
[[nodiscard]] std::optional<widgets::ProgramMoment> programMoment(
    const training::TrialMoment& moment);

/// Writes an individual with its origin: a motion into a folder of motions, without replacing
/// files, any other kind into a file that the user names.
/// @param experiment experiment with its parts
/// @return the file; empty if the user cancels
/// Errors: as for `Subject::textOf`, and of writing.
[[nodiscard]] base::Expected<QString> writeIndividual(const OpenExperiment& experiment,
                                                      const training::IndividualRecord& record,
                                                      const QString& motionsFolder,
                                                      QWidget* window);
/// Writes the shown trial as a match, with the percepts, beliefs and decisions of an agent, into
/// the experiment's folder.
/// @param replay must have a trial
/// @return the file
/// Errors: as for `training::writeTrials`.
[[nodiscard]] base::Expected<QString> writeTrial(const OpenExperiment& experiment,
                                                 const training::IndividualRecord& record,
                                                 const TrialReplay& replay);

} // namespace sideline::studio
