#pragma once

#include <QString>

#include "training/experiment/experiment_settings.h"
#include "widgets/train/experiment_form.h"

namespace sideline::studio {

/// Everything that the program offers for an experiment.
/// @param ownMotions the user's folder of motions
[[nodiscard]] widgets::ExperimentChoices experimentChoices(const QString& ownMotions);

/// What a new experiment begins with.
[[nodiscard]] training::ExperimentSettings usualExperiment();

// The form holds texts, an experiment what they mean.
[[nodiscard]] widgets::ExperimentFormValues formValues(
    const training::ExperimentSettings& settings);
[[nodiscard]] training::ExperimentSettings settingsFrom(
    const widgets::ExperimentFormValues& values);

} // namespace sideline::studio
