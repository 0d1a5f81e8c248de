#include "studio/workspaces/train/individual_values.h"

#include <algorithm>
#include <cmath>

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include "studio/session/fall_view.h"
#include "studio/session/program_view.h"
#include "studio/workspaces/train/train_setup.h"
#include "studio/workspaces/train/train_workspace.h"
#include "training/experiment/experiment.h"
#include "training/experiment/trial_log.h"
#include "widgets/common/file_question.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

using widgets::IndividualId;
using widgets::TrainIndividual;

namespace {

constexpr const char* kMotionEnding = ".motion";

// Returns the file of an individual as text, with its origin.
base::Expected<std::string> textOf(const OpenExperiment& experiment,
                                   const training::IndividualRecord& record) {
    training::Champion origin{record.genome, record.generation, record.number, record.result};
    if (experiment.champion && experiment.champion->genome == record.genome) {
        origin = *experiment.champion;
    }
    return experiment.parts->subject->textOf(record.genome,
                                             training::originOf(experiment.settings, origin));
}

QString fileNameOf(const OpenExperiment& experiment, const training::IndividualRecord& record) {
    QString plain = widgets::toQt(experiment.settings.name).simplified();
    plain.replace(QRegularExpression(QStringLiteral("[^\\w.-]+")), QStringLiteral("-"));
    return QStringLiteral("%1-g%2-%3").arg(plain).arg(record.generation).arg(record.number);
}

QString newMotionFile(const QString& folder, const QString& name) {
    QDir().mkpath(folder);
    const QString stem = folder + QLatin1Char('/') + name;
    const QString ending = QLatin1String(kMotionEnding);
    QString file = stem + ending;
    for (int i = 2; QFileInfo::exists(file); ++i) {
        file = QStringLiteral("%1-%2%3").arg(stem).arg(i).arg(ending);
    }
    return file;
}

QString askForFile(QWidget* window, const OpenExperiment& experiment,
                   const training::IndividualRecord& record) {
    return widgets::askToSave(window,
                              {QStringLiteral("individuals"),
                               TrainWorkspace::tr("Save individual"),
                               {},
                               experiment.folder},
                              fileNameOf(experiment, record) +
                                  widgets::toQt(experiment.parts->subject->extension()));
}

} // namespace

const training::IndividualRecord* recordOf(const OpenExperimentPtr& experiment,
                                           const IndividualId& id) {
    const TrainIndividual* one = experiment ? findIndividual(*experiment->data, id) : nullptr;
    return one == nullptr ? nullptr
                          : &experiment->records.individuals[static_cast<std::size_t>(
                                one - experiment->data->individuals.data())];
}

QString nameOf(const IndividualId& id) {
    return TrainWorkspace::tr("Generation %1, number %2").arg(id.generation).arg(id.number);
}

bool isOfMotions(const OpenExperiment& experiment) {
    return !experiment.parts || experiment.parts->subject->extension() == kMotionEnding;
}

widgets::TrainTrialView trialView(const OpenExperiment& experiment,
                                  const TrainIndividual& individual, const TrialReplay& replay) {
    widgets::TrainTrialView view;
    view.title = nameOf(idOf(individual)) +
                 (individual.isChampion ? TrainWorkspace::tr(", a champion") : QString());
    QString rows;
    const auto add = [&](const QString& what, double value, const QString& unit,
                         const QString& about = {}) {
        if (std::isfinite(value)) {
            view.figuresHelp += about.isEmpty() ? QString() : about + u'\n';
            rows += QStringLiteral("<tr><td>%1 &nbsp;</td><td align='right'>%2</td></tr>")
                        .arg(what.toHtmlEscaped(),
                             (QString::number(value, 'g', 4) + u' ' + unit).toHtmlEscaped());
        }
    };
    add(TrainWorkspace::tr("Fitness"), individual.fitness, {});
    add(TrainWorkspace::tr("Success"), 100.0 * individual.successRate, QStringLiteral("%"));
    const auto& columns = experiment.data->columns;
    for (std::size_t i = experiment.data->parameterCount; i < columns.size(); ++i) {
        add(columns[i].name, individual.values[i], columns[i].unit, columns[i].about);
    }
    view.figures = QStringLiteral("<table>%1</table>").arg(rows);
    view.trials = replay.rows();
    view.shownPlace = replay.place();
    view.percent = replay.percent();
    view.hasStart = experiment.parts && !experiment.parts->subject->space().isEmpty();
    view.canSend = experiment.parts.has_value();
    view.hasTrial = replay.trial() != nullptr;
    if (view.hasTrial) {
        view.why = failureView(*replay.trial());
    }
    view.isMotion = isOfMotions(experiment);
    return view;
}

std::optional<training::Genome> ghostGenome(
    widgets::GhostChoice choice, const OpenExperiment& experiment,
    const std::optional<training::IndividualRecord>& pinned) {
    switch (choice) {
    case widgets::GhostChoice::None:
        break;
    case widgets::GhostChoice::Start:
        return training::Genome{experiment.parts->subject->space().start(), {}};
    case widgets::GhostChoice::Champion:
        return experiment.champion ? std::optional(experiment.champion->genome) : std::nullopt;
    case widgets::GhostChoice::Pinned:
        return pinned ? std::optional(pinned->genome) : std::nullopt;
    }
    return std::nullopt;
}

std::optional<IndividualId> bestOf(const OpenExperiment& experiment, quint64 generation) {
    const auto& individuals = experiment.data->individuals;
    const auto best = std::ranges::find_if(individuals, [&](const TrainIndividual& one) {
        return one.generation == generation && one.isBest;
    });
    return best == individuals.end() ? std::nullopt : std::optional(idOf(*best));
}

base::Expected<std::vector<widgets::ProgramGene>> programOf(
    const OpenExperiment& experiment, const training::IndividualRecord& record) {
    if (record.genome.program.empty() || !experiment.parts) {
        return {};
    }
    return programView(record.genome.program, experiment.parts->robots.front());
}

std::optional<widgets::ProgramMoment> programMoment(const training::TrialMoment& moment) {
    if (!moment.program) {
        return {};
    }
    widgets::ProgramMoment view;
    view.gene = moment.program->gene;
    std::ranges::copy_if(moment.program->values, std::back_inserter(view.values),
                         [](const auto& values) { return !values.empty(); });
    return view;
}

base::Expected<QString> writeIndividual(const OpenExperiment& experiment,
                                        const training::IndividualRecord& record,
                                        const QString& motionsFolder, QWidget* window) {
    const auto text = textOf(experiment, record);
    if (!text) {
        return tl::unexpected(text.error());
    }
    const bool isMotion = isOfMotions(experiment);
    const QString file = isMotion ? newMotionFile(motionsFolder, fileNameOf(experiment, record))
                                  : askForFile(window, experiment, record);
    if (file.isEmpty()) {
        return file;
    }
    if (const auto written = writeText(file, *text, !isMotion); !written) {
        return tl::unexpected(written.error());
    }
    return file;
}

base::Expected<QString> writeTrial(const OpenExperiment& experiment,
                                   const training::IndividualRecord& record,
                                   const TrialReplay& replay) {
    const QString folder = experiment.folder + QStringLiteral("/trials");
    QDir().mkpath(folder);
    const QString stem = QStringLiteral("%1/%2-trial-%3")
                             .arg(folder, fileNameOf(experiment, record))
                             .arg(replay.place() + 1);
    const auto file =
        training::writeTrials({&replay.trial(), 1}, experiment.settings.name, stem.toStdString());
    if (!file) {
        return tl::unexpected(file.error());
    }
    return widgets::toQt(file->string());
}

} // namespace sideline::studio
