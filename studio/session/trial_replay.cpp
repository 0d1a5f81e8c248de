#include "studio/session/trial_replay.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "studio/session/fall_view.h"
#include "studio/session/robot_choices.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using widgets::TrialRow;

base::Expected<std::vector<TrialRow>> runAll(const OpenExperiment& experiment,
                                             const training::Genome& genome,
                                             const std::vector<training::TrialPlace>& places,
                                             const TaskControl& control) {
    auto trial = training::trialsOf(*experiment.parts, experiment.settings.trials.isExact)();
    if (!trial) {
        return tl::unexpected(trial.error());
    }
    std::vector<TrialRow> rows;
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (!control.report(static_cast<double>(i) / static_cast<double>(places.size()))) {
            break;
        }
        const auto score = (*trial)(genome, {0, places[i].robot, places[i].seed});
        rows.push_back({static_cast<int>(i), robotName(*experiment.parts->robots[places[i].robot]),
                        score.fitness, score.isSuccess,
                        score.failure ? failureLine(*score.failure) : QString()});
    }
    std::ranges::stable_sort(rows, [](const TrialRow& a, const TrialRow& b) {
        const auto worth = [](const TrialRow& row) {
            return std::isfinite(row.fitness) ? row.fitness
                                              : -std::numeric_limits<double>::infinity();
        };
        return std::pair(a.isSuccess, worth(a)) < std::pair(b.isSuccess, worth(b));
    });
    return rows;
}

} // namespace

TrialReplay::TrialReplay(QObject* parent)
    : QObject(parent),
      m_record(BackgroundTask::Policy::Newest),
      m_recordGhost(BackgroundTask::Policy::Newest),
      m_series(BackgroundTask::Policy::Newest) {
    connect(&m_series, &BackgroundTask::progressed, this, &TrialReplay::rowsChanged);
}

void TrialReplay::watch(const OpenExperimentPtr& experiment, const training::Genome& genome) {
    m_experiment = experiment;
    m_genome = genome;
    m_rows.clear();
    const int count = std::max(1, experiment->settings.trials.validate);
    m_places = training::trialPlaces(experiment->settings, training::kValidationSeeds, count);
    m_place = std::min(m_place, count - 1);
    record(m_record, m_genome, m_trial);
    if (m_ghostGenome) {
        record(m_recordGhost, *m_ghostGenome, m_ghost);
    }
    runSeries();
}

void TrialReplay::show(int place) {
    if (!m_experiment || place < 0 || place >= static_cast<int>(m_places.size())) {
        return;
    }
    m_place = place;
    record(m_record, m_genome, m_trial);
    if (m_ghostGenome) {
        record(m_recordGhost, *m_ghostGenome, m_ghost);
    }
}

void TrialReplay::setGhost(std::optional<training::Genome> genome) {
    m_ghostGenome = std::move(genome);
    m_recordGhost.cancel();
    m_ghost.reset();
    if (m_ghostGenome && m_experiment) {
        record(m_recordGhost, *m_ghostGenome, m_ghost);
    }
    Q_EMIT trialChanged();
}

void TrialReplay::clear() {
    m_record.cancel();
    m_recordGhost.cancel();
    m_series.cancel();
    m_experiment.reset();
    m_ghostGenome.reset();
    m_trial.reset();
    m_ghost.reset();
    m_rows.clear();
    m_place = 0;
    Q_EMIT rowsChanged();
    Q_EMIT trialChanged();
}

void TrialReplay::record(BackgroundTask& task, const training::Genome& genome,
                         training::RecordedTrialPtr& into) {
    task.start(
        "running the trial again",
        [experiment = m_experiment, genome,
         place = m_places[static_cast<std::size_t>(m_place)]](const TaskControl&) {
            return training::recordTrial(*experiment->parts, genome, place,
                                         experiment->settings.trials.isExact);
        },
        [this, &into](base::Expected<training::RecordedTrial> trial) {
            into.reset();
            if (trial) {
                into = std::make_shared<const training::RecordedTrial>(std::move(*trial));
            } else {
                Q_EMIT failed(widgets::toQt(trial.error().toString()));
            }
            Q_EMIT trialChanged();
        });
}

void TrialReplay::runSeries() {
    m_series.start(
        "running the trials again",
        [experiment = m_experiment, genome = m_genome, places = m_places](
            const TaskControl& control) { return runAll(*experiment, genome, places, control); },
        [this](base::Expected<std::vector<TrialRow>> rows) {
            if (rows) {
                m_rows = std::move(*rows);
            } else {
                Q_EMIT failed(widgets::toQt(rows.error().toString()));
            }
            Q_EMIT rowsChanged();
        });
    Q_EMIT rowsChanged();
}

} // namespace sideline::studio
