#include "studio/workspaces/train/experiment_dialog.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QDialogButtonBox>
#include <QLabel>
#include <QVBoxLayout>

#include "agentcore/robot/built_in_robots.h"
#include "agentcore/robot/catalog/robot_catalog.h"
#include "studio/session/file_kinds.h"
#include "studio/workspaces/train/experiment_values.h"
#include "widgets/common/file_question.h"
#include "widgets/common/joint_model.h"
#include "widgets/common/text_format.h"
#include "widgets/train/figure_text.h"

namespace sideline::studio {

namespace {

constexpr QSize kDialogSize(1060, 700);
constexpr int kPauseMs = 250;

QString durationText(double s) {
    if (s < 90.0) {
        return ExperimentDialog::tr("%1 s").arg(std::max(1.0, std::round(s)), 0, 'f', 0);
    }
    const auto minutes = static_cast<qint64>(std::llround(s / 60.0));
    return minutes < 90 ? ExperimentDialog::tr("%1 min").arg(minutes)
                        : ExperimentDialog::tr("%1 h %2 min").arg(minutes / 60).arg(minutes % 60);
}

} // namespace

ExperimentDialog::ExperimentDialog(const training::ExperimentSettings& settings,
                                   const QString& ownMotions, const QString& note, QWidget* parent)
    : QDialog(parent),
      m_before(settings),
      m_ownMotions(ownMotions),
      m_form(new widgets::ExperimentForm(experimentChoices(ownMotions))) {
    setWindowTitle(tr("New experiment"));
    setObjectName(QStringLiteral("experiment-dialog"));
    resize(kDialogSize.boundedTo(parent->size()));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    m_start = buttons->button(QDialogButtonBox::Ok);
    m_start->setText(tr("Start"));
    m_start->setEnabled(false);
    auto* column = new QVBoxLayout(this);
    if (!note.isEmpty()) {
        auto* label = new QLabel(note);
        label->setWordWrap(true);
        column->addWidget(label);
    }
    column->addWidget(m_form, 1);
    column->addWidget(buttons);
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPauseMs);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(&m_pause, &QTimer::timeout, this, &ExperimentDialog::judge);
    connect(m_form, &widgets::ExperimentForm::changed, this, [this] {
        m_start->setEnabled(false);
        m_pause.start();
    });
    connect(m_form, &widgets::ExperimentForm::motionFileRequested, this,
            &ExperimentDialog::askForMotion);
    connect(&m_forecast, &ExperimentForecast::made, this, &ExperimentDialog::take);
    m_form->setValues(formValues(settings));
    // The lists are filled before the dialog appears; the rest takes longer.
    if (auto parts = motionParts(settings.change.motion)) {
        const auto model = settings.robots.empty()
                               ? base::Expected<robot::RobotModelPtr>()
                               : robot::RobotCatalog().namedOfAny(settings.robots.front());
        parts->model = model ? *model : nullptr;
        take(*parts);
    }
}

void ExperimentDialog::askForMotion() {
    const QString file =
        widgets::askForFile(this, {QStringLiteral("motions"), tr("Choose a motion"),
                                   motionFileFilter(), m_form->values().motion, m_ownMotions});
    if (!file.isEmpty()) {
        widgets::ExperimentFormValues values = m_form->values();
        values.motion = file;
        m_form->setValues(values);
    }
}

void ExperimentDialog::judge() {
    training::ExperimentSettings settings = settingsFrom(m_form->values());
    settings.objectives = m_before.objectives;
    m_forecast.start(settings);
}

void ExperimentDialog::take(const Forecast& forecast) {
    widgets::ExperimentForecast view;
    const robot::RobotModel& model = forecast.model ? *forecast.model : robot::defaultRobot();
    for (const std::string& joint : forecast.joints) {
        view.joints.emplace_back(widgets::toQt(joint), widgets::jointText(model, joint));
    }
    for (const std::string& keyframe : forecast.keyframes) {
        view.keyframes.emplace_back(widgets::toQt(keyframe), widgets::toQt(keyframe));
    }
    for (const training::TrainedParameter& parameter : forecast.space.parameters()) {
        view.parameters.push_back({widgets::trainedText(widgets::toQt(parameter.name), model),
                                   widgets::toQt(parameter.unit), parameter.minimum,
                                   parameter.start, parameter.maximum});
    }
    const bool isNamed = !m_form->values().name.trimmed().isEmpty();
    const bool hasRobot = !m_form->values().robots.isEmpty();
    view.problem = !isNamed    ? tr("Enter a name for the experiment")
                   : !hasRobot ? tr("Select at least one robot")
                               : widgets::toQt(forecast.problem);
    if (forecast.durationS) {
        view.duration =
            tr("%1 individuals per generation, at most %2 on this computer (%3 ms per trial)")
                .arg(forecast.population)
                .arg(durationText(*forecast.durationS))
                .arg(1000.0 * forecast.trialS, 0, 'g', 2);
    }
    m_form->setForecast(view);
    m_start->setEnabled(view.problem.isEmpty() && m_forecast.isReady());
}

} // namespace sideline::studio
