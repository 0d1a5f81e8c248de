#include "studio/workspaces/train/experiment_values.h"

#include <array>
#include <utility>

#include <QStringList>

#include "motions/library/library.h"
#include "studio/session/live_views.h"
#include "studio/session/robot_choices.h"
#include "training/optimizer/optimizer_registry.h"
#include "training/task/task_registry.h"
#include "widgets/common/name_text.h"
#include "widgets/common/text_format.h"
#include "widgets/train/figure_text.h"

namespace sideline::studio {

namespace {

using training::Summary;
using widgets::SettingField;

constexpr std::array kSummaries = {Summary::Mean, Summary::Median, Summary::Worst,
                                   Summary::MeanLessDeviation};

SettingField fieldOf(const agents::ParameterInfo& info) {
    SettingField field;
    field.name = widgets::toQt(info.name);
    field.title = widgets::firstClause(widgets::toQt(info.description));
    field.about = widgets::ExperimentForm::tr("%1 (%2); `%3` in files")
                      .arg(widgets::toQt(info.description),
                           widgets::toQt(agents::expectedText(info)), field.name);
    field.choices = toQtList(info.choices);
    field.takesSeveral = info.takesSeveral;
    field.unit = widgets::toQt(info.unit);
    field.kind = std::holds_alternative<double>(info.defaultValue) ? SettingField::Kind::Number
                 : std::holds_alternative<bool>(info.defaultValue) ? SettingField::Kind::Switch
                                                                   : SettingField::Kind::Text;
    field.defaultValue = widgets::toQt(agents::valueText(info.defaultValue));
    field.least = info.least;
    field.most = info.most;
    return field;
}

template <typename Info>
widgets::SettingKind kindOf(const Info& info, const QString& title) {
    widgets::SettingKind kind{widgets::toQt(info.name), title, widgets::toQt(info.summary), {}};
    for (const agents::ParameterInfo& parameter : info.parameters) {
        kind.fields.push_back(fieldOf(parameter));
    }
    return kind;
}

void addMotions(const std::filesystem::path& folder, const QString& title,
                std::vector<std::pair<QString, QString>>& motions) {
    const auto files = keyframe::listMotions(folder);
    if (!files) {
        return; // the user's own folder may not exist
    }
    for (const keyframe::LibraryFile& file : *files) {
        motions.emplace_back(QStringLiteral("%1 (%2)").arg(widgets::toQt(file.name), title),
                             widgets::toQt(file.path.string()));
    }
}

std::vector<std::string> stdList(const QStringList& list) {
    std::vector<std::string> texts;
    for (const QString& text : list) {
        texts.push_back(text.toStdString());
    }
    return texts;
}

widgets::SettingTexts qtTexts(const agents::ParameterTexts& texts) {
    widgets::SettingTexts settings;
    for (const auto& [name, text] : texts) {
        settings[widgets::toQt(name)] = widgets::toQt(text);
    }
    return settings;
}

agents::ParameterTexts stdTexts(const widgets::SettingTexts& settings) {
    agents::ParameterTexts texts;
    for (const auto& [name, text] : settings) {
        texts.emplace_back(name.toStdString(), text.toStdString());
    }
    return texts;
}

} // namespace

widgets::ExperimentChoices experimentChoices(const QString& ownMotions) {
    widgets::ExperimentChoices choices;
    for (const training::TaskInfo& task : training::taskInfos()) {
        choices.tasks.push_back(kindOf(task, widgets::titleText(widgets::toQt(task.name))));
    }
    for (const training::OptimizerInfo& optimizer : training::optimizerInfos()) {
        if (optimizer.takesNumbers) {
            choices.optimizers.push_back(
                kindOf(optimizer, widgets::firstClause(widgets::toQt(optimizer.summary))));
        }
    }
    for (const RobotChoice& robot : playableRobots()) {
        choices.robots.emplace_back(widgets::toQt(robot.model->name()), robot.name);
    }
    addMotions(keyframe::ownMotionsFolder(), widgets::ExperimentForm::tr("shipped"),
               choices.motions);
    addMotions(ownMotions.toStdString(), widgets::ExperimentForm::tr("my motions"),
               choices.motions);
    for (const Summary summary : kSummaries) {
        const QString name = widgets::toQt(training::summaryName(summary));
        choices.summaries.emplace_back(name, widgets::titleText(name));
    }
    return choices;
}

training::ExperimentSettings defaultExperiment() {
    training::ExperimentSettings settings;
    settings.name = widgets::ExperimentForm::tr("New experiment").toStdString();
    settings.task = "get-up";
    if (const auto file = keyframe::findMotion(keyframe::ownMotionsFolder(), "getup-front", 0)) {
        settings.change.motion = file->path.string();
    }
    return settings;
}

widgets::ExperimentFormValues formValues(const training::ExperimentSettings& settings) {
    widgets::ExperimentFormValues values;
    values.name = widgets::toQt(settings.name);
    values.motion = widgets::toQt(settings.change.motion);
    const training::MotionFreedom& freedom = settings.change.freedom;
    values.joints = toQtList(freedom.joints);
    values.keyframes = toQtList(freedom.keyframes);
    values.angles = freedom.angles;
    values.angleRangeDeg = freedom.angleRangeDeg;
    values.times = freedom.times;
    values.timeFactor = freedom.timeFactor;
    values.speeds = freedom.speeds;
    values.speedFactor = freedom.speedFactor;
    values.gains = freedom.gains;
    values.gainFactor = freedom.gainFactor;
    values.parameters = freedom.parameters;
    values.keepsSymmetry = freedom.keepsSymmetry;
    values.keepsHolds = freedom.keepsHolds;
    values.robots = toQtList(settings.robots);
    values.task = widgets::toQt(settings.task);
    values.taskSettings = qtTexts(settings.taskSettings);
    values.optimizer = widgets::toQt(settings.optimizer);
    values.optimizerSettings = qtTexts(settings.optimizerSettings);
    values.seed = static_cast<int>(settings.seed);
    values.generations = settings.generations;
    values.target = settings.target;
    values.trials = settings.trials.count;
    values.raceAfter = settings.trials.raceAfter;
    values.hard = settings.trials.hard;
    values.scout = settings.trials.scout;
    values.validate = settings.trials.validate;
    values.fixedSeeds = settings.trials.fixedSeeds;
    values.isExact = settings.trials.isExact;
    values.summary = widgets::toQt(training::summaryName(settings.trials.summary));
    return values;
}

training::ExperimentSettings settingsFrom(const widgets::ExperimentFormValues& values) {
    training::ExperimentSettings settings;
    settings.name = values.name.toStdString();
    settings.change.motion = values.motion.toStdString();
    training::MotionFreedom& freedom = settings.change.freedom;
    freedom.joints = stdList(values.joints);
    freedom.keyframes = stdList(values.keyframes);
    freedom.angles = values.angles;
    freedom.angleRangeDeg = values.angleRangeDeg;
    freedom.times = values.times;
    freedom.timeFactor = values.timeFactor;
    freedom.speeds = values.speeds;
    freedom.speedFactor = values.speedFactor;
    freedom.gains = values.gains;
    freedom.gainFactor = values.gainFactor;
    freedom.parameters = values.parameters;
    freedom.keepsSymmetry = values.keepsSymmetry;
    freedom.keepsHolds = values.keepsHolds;
    settings.robots = stdList(values.robots);
    settings.task = values.task.toStdString();
    settings.taskSettings = stdTexts(values.taskSettings);
    settings.optimizer = values.optimizer.toStdString();
    settings.optimizerSettings = stdTexts(values.optimizerSettings);
    settings.seed = static_cast<std::uint64_t>(values.seed);
    settings.generations = values.generations;
    settings.target = values.target;
    settings.trials.count = values.trials;
    settings.trials.raceAfter = values.raceAfter;
    settings.trials.hard = values.hard;
    settings.trials.scout = values.scout;
    settings.trials.validate = values.validate;
    settings.trials.fixedSeeds = values.fixedSeeds;
    settings.trials.isExact = values.isExact;
    for (const Summary summary : kSummaries) {
        if (values.summary == widgets::toQt(training::summaryName(summary))) {
            settings.trials.summary = summary;
        }
    }
    return settings;
}

} // namespace sideline::studio
