#pragma once

#include <QDialog>
#include <QPushButton>
#include <QTimer>

#include "studio/session/experiment_forecast.h"
#include "training/experiment/experiment_settings.h"
#include "widgets/train/experiment_form.h"

namespace sideline::studio {

/// Asks for the settings of a new experiment, and says what they come to. GUI thread only.
class ExperimentDialog : public QDialog {
    Q_OBJECT
public:
    /// @param settings to begin with; its motion is a file
    /// @param ownMotions the user's folder of motions
    /// @param note what was left out, if something was; may be empty
    ExperimentDialog(const training::ExperimentSettings& settings, const QString& ownMotions,
                     const QString& note, QWidget* parent);

    /// As they were filled in. They can be run when the dialog was accepted.
    [[nodiscard]] const training::ExperimentSettings& settings() const {
        return m_forecast.settings();
    }

private:
    void judge();
    void take(const Forecast& forecast);
    void askForMotion();

    /// What the form does not show stays as it was.
    training::ExperimentSettings m_before;
    widgets::ExperimentForm* m_form;
    QPushButton* m_start;
    ExperimentForecast m_forecast;
    QTimer m_pause; ///< after a change, before it is judged
};

} // namespace sideline::studio
