#pragma once

#include <QDialog>
#include <QPushButton>
#include <QTimer>

#include "studio/session/experiment_forecast.h"
#include "training/experiment/experiment_settings.h"
#include "widgets/train/experiment_form.h"

namespace sideline::studio {

/// Asks for the settings of a new experiment, and shows their effects. GUI thread only.
class ExperimentDialog : public QDialog {
    Q_OBJECT
public:
    /// @param settings initial values; their motion must be a file
    /// @param ownMotions the user's folder of motions
    /// @param note description of omitted data; may be empty
    ExperimentDialog(const training::ExperimentSettings& settings, const QString& ownMotions,
                     const QString& note, QWidget* parent);

    /// Returns the settings from the form, which are valid once the dialog has been accepted.
    [[nodiscard]] const training::ExperimentSettings& settings() const {
        return m_forecast.settings();
    }

private:
    void judge();
    void take(const Forecast& forecast);
    void askForMotion();

    /// Settings that the form does not show keep these values.
    training::ExperimentSettings m_before;
    QString m_ownMotions;
    widgets::ExperimentForm* m_form;
    QPushButton* m_start;
    ExperimentForecast m_forecast;
    QTimer m_pause; ///< delay after a change before it is checked
};

} // namespace sideline::studio
