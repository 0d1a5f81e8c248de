#pragma once

#include <QString>

#include "training/experiment/experiment_settings.h"
#include "widgets/train/experiment_form.h"

namespace sideline::studio {

/// Returns the choices that the program offers for an experiment.
/// @param ownMotions the user's folder of motions
[[nodiscard]] widgets::ExperimentChoices experimentChoices(const QString& ownMotions);

/// Returns the default settings of a new experiment.
[[nodiscard]] training::ExperimentSettings defaultExperiment();

// Converts between the strings of the form and the settings of an experiment.
[[nodiscard]] widgets::ExperimentFormValues formValues(
    const training::ExperimentSettings& settings);
[[nodiscard]] training::ExperimentSettings settingsFrom(
    const widgets::ExperimentFormValues& values);

} // namespace sideline::studio
