#include "studio/workspaces/train/skill_lab_controls.h"

#include <algorithm>
#include <mutex>
#include <thread>
#include <utility>

#include <QDir>
#include <QStandardPaths>

#include <fmt/format.h>

#include "studio/session/robot_choices.h"
#include "training/experiment/trial_log.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

/// Time for which a failed trial is shown before the failure.
constexpr double kLeadS = 1.0;

// Trials that worker threads have finished.
struct FinishedTrials {
    std::mutex mutex;
    std::vector<training::SkillTrial> trials;
};

std::vector<widgets::SkillLabPanel::Choice> skillChoices() {
    std::vector<widgets::SkillLabPanel::Choice> choices;
    for (const training::Skill& skill : training::skills()) {
        choices.push_back(
            {widgets::toQt(skill.name), widgets::toQt(skill.summary), skill.task == "kick"});
    }
    return choices;
}

QStringList robotNames() {
    QStringList names;
    for (const RobotChoice& robot : knownRobots()) {
        names << robot.name;
    }
    return names;
}

widgets::SkillTrialRow rowOf(const training::SkillLab& lab, const training::SkillTrial& trial) {
    widgets::SkillTrialRow row;
    row.number = trial.number;
    row.isSuccess = trial.score.isSuccess;
    row.value = lab.valueOf(trial);
    if (const auto& failure = trial.score.failure) {
        row.group = widgets::toQt(training::failureName(failure->kind));
        const QString values = widgets::toQt(training::failureValues(*failure));
        const QString time = SkillLabControls::tr("at %1 s").arg(failure->atS, 0, 'f', 1);
        row.reason = values.isEmpty() ? time : QStringLiteral("%1, %2").arg(values, time);
    }
    if (trial.ballFromFeetM) {
        row.ballM = QPointF(trial.ballFromFeetM->y(), trial.ballFromFeetM->x());
    }
    return row;
}

} // namespace

SkillLabControls::SkillLabControls(std::function<TrainStage*()> stage)
    : m_stage(std::move(stage)),
      m_panel(new widgets::SkillLabPanel(skillChoices(), robotNames())),
      m_run(BackgroundTask::Policy::Newest),
      m_record(BackgroundTask::Policy::Newest) {
    using Panel = widgets::SkillLabPanel;
    connect(m_panel, &Panel::startRequested, this, &SkillLabControls::start);
    connect(m_panel, &Panel::stopRequested, this, [this] { m_run.requestStop(); });
    connect(m_panel, &Panel::watchRequested, this, [this](int number) { record(number, false); });
    connect(m_panel, &Panel::matchRequested, this, [this](int number) { record(number, true); });
}

void SkillLabControls::show() {
    if (m_panel) {
        m_panel->setView(m_view);
    }
}

// @param trials finished trials, in any order
void SkillLabControls::takeTrials(std::vector<training::SkillTrial> trials) {
    m_trials = std::move(trials);
    std::ranges::sort(m_trials, {}, &training::SkillTrial::number);
    m_view.trials.clear();
    std::vector<training::TrialFailure> failures;
    for (const training::SkillTrial& trial : m_trials) {
        m_view.trials.push_back(rowOf(*m_lab, trial));
        if (trial.score.failure) {
            failures.push_back(*trial.score.failure);
        }
    }
    m_view.groups.clear();
    for (const training::FailureGroup& group : training::groupFailures(failures)) {
        m_view.groups.push_back({widgets::toQt(training::failureName(group.kind)),
                                 QStringLiteral("%1 %2")
                                     .arg(group.count)
                                     .arg(widgets::toQt(training::groupText(group)))});
    }
}

base::Expected<training::Skill> SkillLabControls::chosenSkill() const {
    const auto known = training::findSkill(m_panel->skill().toStdString());
    if (!known) {
        return tl::unexpected(known.error());
    }
    training::Skill skill = **known;
    if (const auto goal = m_panel->kickGoal()) {
        skill.taskSettings.emplace_back("needed", fmt::format("{}", goal->distanceM));
        skill.taskSettings.emplace_back("tolerance", fmt::format("{}", goal->toleranceDeg));
    }
    return skill;
}

void SkillLabControls::start() {
    m_record.cancel();
    m_view = {};
    m_trials.clear();
    m_lab.reset();
    const auto skill = chosenSkill();
    const RobotChoice robot = knownRobots()[static_cast<std::size_t>(m_panel->robot())];
    auto lab = skill ? training::SkillLab::make(*skill, robot.model)
                     : base::Expected<training::SkillLab>(tl::unexpected(skill.error()));
    if (!lab) {
        m_view.fault = widgets::toQt(lab.error().toString());
        show();
        return;
    }
    m_lab = std::make_shared<const training::SkillLab>(std::move(*lab));
    m_title = m_panel->skill() + QStringLiteral(", ") + robot.name;
    m_view.valueName = widgets::toQt(m_lab->skill().valueName);
    m_view.unit = widgets::toQt(m_lab->valueInfo().unit);
    training::SkillLabSettings settings;
    settings.trials = m_panel->trials();
    settings.seed = m_panel->seed();
    settings.isExact = m_isExact = m_panel->isExact();
    settings.workers = std::max(2U, std::thread::hardware_concurrency()) - 1; // one is for drawing
    m_view.planned = settings.trials;
    m_view.isRunning = true;
    show();

    auto finished = std::make_shared<FinishedTrials>();
    QObject::disconnect(&m_run, &BackgroundTask::progressed, this, nullptr);
    connect(&m_run, &BackgroundTask::progressed, this, [this, finished] {
        const std::scoped_lock lock(finished->mutex);
        takeTrials(finished->trials);
        show();
    });
    m_run.start(
        "trying the skill",
        [lab = m_lab, settings, finished](const TaskControl& control) {
            std::stop_source stop;
            return lab->run(
                settings,
                [&](const training::SkillTrial& trial) {
                    double fraction = 0.0;
                    {
                        const std::scoped_lock lock(finished->mutex);
                        finished->trials.push_back(trial);
                        fraction = static_cast<double>(finished->trials.size()) / settings.trials;
                    }
                    if (!control.report(fraction)) {
                        stop.request_stop();
                    }
                },
                stop.get_token());
        },
        [this](base::Expected<std::vector<training::SkillTrial>> trials) {
            m_view.isRunning = false;
            if (trials) {
                takeTrials(std::move(*trials));
            } else {
                m_view.fault = widgets::toQt(trials.error().toString());
            }
            show();
        });
}

void SkillLabControls::record(int number, bool asMatch) {
    const auto found = std::ranges::find(m_trials, number, &training::SkillTrial::number);
    if (found == m_trials.end() || !m_lab) {
        return;
    }
    m_record.start(
        "running the trial again",
        [lab = m_lab, seed = found->seed, isExact = m_isExact](const TaskControl&) {
            return lab->record(seed, isExact);
        },
        [this, number, asMatch](base::Expected<training::RecordedTrial> trial) {
            if (!trial) {
                Q_EMIT failed(widgets::toQt(trial.error().toString()));
                return;
            }
            const auto recorded =
                std::make_shared<const training::RecordedTrial>(std::move(*trial));
            if (asMatch) {
                writeMatch(recorded, number);
            } else {
                watch(recorded, number);
            }
        });
}

// Shows a trial until another trial or individual is chosen.
void SkillLabControls::watch(const training::RecordedTrialPtr& trial, int number) {
    TrainStage* stage = m_stage();
    const auto& failure = trial->score.failure;
    const QString which = tr("Trial %1").arg(number + 1);
    stage->setTitle(m_title, failure ? QStringLiteral("%1: %2").arg(
                                           which, widgets::toQt(training::failureText(*failure)))
                                     : which);
    stage->setTrial(trial, nullptr, failure ? failure->atS - kLeadS : 0.0);
}

void SkillLabControls::writeMatch(const training::RecordedTrialPtr& trial, int number) {
    const QString folder =
        QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + QStringLiteral("/trials");
    QDir().mkpath(folder);
    const QString name = widgets::toQt(m_lab->skill().name);
    const QString stem = QStringLiteral("%1/%2-%3").arg(folder, name).arg(number + 1);
    const auto file = training::writeTrials({&trial, 1}, m_lab->skill().name, stem.toStdString());
    if (!file) {
        Q_EMIT failed(widgets::toQt(file.error().toString()));
        return;
    }
    Q_EMIT openRequested(matchRequest(*trial, widgets::toQt(file->string())));
}

OpenRequest matchRequest(const training::RecordedTrial& trial, const QString& file) {
    OpenRequest request{file};
    if (const auto& failure = trial.score.failure) {
        request.showS = failure->atS;
        request.showRobot = game::PlayerId{game::Side::Left, game::UniformNumber(1)};
    }
    return request;
}

} // namespace sideline::studio
