#include "studio/session/experiment_reader.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <span>
#include <utility>

#include "agentcore/robot/built_in_robots.h"
#include "widgets/common/text_format.h"
#include "widgets/train/figure_text.h"

namespace sideline::studio {

namespace {

using training::ExperimentRecords;
using widgets::TrainColumn;
using widgets::TrainData;
using widgets::TrainIndividual;

constexpr std::size_t kMaxIndividuals = 100'000; // more would take hundreds of megabytes
// Importance is computed over the most recent generations, with at least this many individuals.
constexpr std::size_t kImportantIndividuals = 400;

void addColumns(const ExperimentRecords& records, const robot::RobotModel& model, TrainData& data) {
    std::span<const training::IndividualRecord> last = records.individuals;
    std::size_t count = std::min(kImportantIndividuals, last.size());
    while (count < last.size() &&
           last[last.size() - count].generation == last[last.size() - count - 1].generation) {
        ++count;
    }
    last = last.last(count);
    data.importanceGenerations =
        last.empty() ? 0 : static_cast<int>(last.back().generation - last.front().generation + 1);
    const std::vector<double> importance = training::rankCorrelations(last);
    for (std::size_t i = 0; i < records.parameters.size(); ++i) {
        const training::TrainedParameter& parameter = records.parameters[i];
        data.columns.push_back({widgets::trainedText(widgets::toQt(parameter.name), model),
                                widgets::toQt(parameter.unit),
                                ExperimentReader::tr("%1 to %2 %3")
                                    .arg(parameter.minimum, 0, 'g', 4)
                                    .arg(parameter.maximum, 0, 'g', 4)
                                    .arg(widgets::toQt(parameter.unit)),
                                parameter.minimum, parameter.maximum,
                                i < importance.size() ? importance[i] : 0.0});
    }
    data.parameterCount = data.columns.size();
    for (const training::MetricInfo& metric : records.metrics) {
        data.columns.push_back({widgets::figureText(metric.name), widgets::toQt(metric.unit),
                                widgets::toQt(metric.name + ": " + metric.description)});
    }
}

void addIndividuals(const ExperimentRecords& records, TrainData& data) {
    for (const training::IndividualRecord& record : records.individuals) {
        TrainIndividual& one = data.individuals.emplace_back();
        one.generation = record.generation;
        one.number = record.number;
        one.fitness = record.result.fitness;
        one.successRate = record.result.successRate;
        one.trials = record.result.trials;
        one.failedTrials = record.result.failedTrials;
        one.values = record.genome.values;
        one.values.insert(one.values.end(), record.result.metrics.begin(),
                          record.result.metrics.end());
        one.values.resize(data.columns.size(), std::numeric_limits<double>::quiet_NaN());
    }
    // The best individual of each generation was tried again with other seeds; some of these became
    // champions.
    std::size_t begin = 0;
    for (const training::GenerationFigures& figures : records.generations) {
        while (begin < data.individuals.size() &&
               data.individuals[begin].generation < figures.generation) {
            ++begin;
        }
        TrainIndividual* best = nullptr;
        for (std::size_t i = begin;
             i < data.individuals.size() && data.individuals[i].generation == figures.generation;
             ++i) {
            TrainIndividual& one = data.individuals[i];
            if (std::isfinite(one.fitness) && (best == nullptr || one.fitness > best->fitness)) {
                best = &one;
            }
        }
        if (best != nullptr) {
            best->isBest = true;
            best->isChampion =
                figures.championGeneration == static_cast<double>(figures.generation);
        }
    }
}

widgets::TrainDataPtr dataOf(const OpenExperiment& experiment) {
    auto data = std::make_shared<TrainData>();
    const ExperimentRecords& records = experiment.records;
    data->folder = experiment.folder;
    data->generations = static_cast<quint64>(experiment.settings.generations);
    data->isCut = records.isCut;
    for (const training::GenerationFigures& figures : records.generations) {
        data->done.push_back({static_cast<double>(figures.generation), figures.best, figures.q75,
                              figures.median, figures.q25, figures.champion, figures.successRate,
                              figures.championSuccessRate});
    }
    addColumns(records,
               experiment.parts ? *experiment.parts->robots.front() : robot::defaultRobot(), *data);
    addIndividuals(records, *data);
    return data;
}

base::Expected<OpenExperimentPtr> beginReading(const QString& folder) {
    const std::filesystem::path path = folder.toStdString();
    auto settings = training::readExperiment(path / "experiment.toml");
    if (!settings) {
        return tl::unexpected(settings.error().front());
    }
    auto experiment = std::make_shared<OpenExperiment>();
    experiment->folder = folder;
    experiment->settings = std::move(*settings);
    if (auto parts = training::partsOf(experiment->settings)) {
        experiment->parts = std::move(*parts);
    } else {
        experiment->fault = widgets::toQt(parts.error().toString());
    }
    return experiment;
}

// Extends an experiment with the data added to its files.
base::Expected<OpenExperimentPtr> readNewRecords(const OpenExperiment& before) {
    auto experiment = std::make_shared<OpenExperiment>(before);
    const std::filesystem::path path = experiment->folder.toStdString();
    auto checkpoint = training::ExperimentFolder::readCheckpoint(path);
    if (!checkpoint) {
        return tl::unexpected(checkpoint.error());
    }
    if (checkpoint->generation < experiment->generation) { // the experiment was restarted
        experiment->generation = 0;
        experiment->records = {};
    }
    auto came = training::readRecords(path, experiment->generation, checkpoint->generation,
                                      kMaxIndividuals);
    if (!came) {
        return tl::unexpected(came.error());
    }
    ExperimentRecords& records = experiment->records;
    records.parameters = std::move(came->parameters);
    records.metrics = std::move(came->metrics);
    std::ranges::move(came->generations, std::back_inserter(records.generations));
    std::ranges::move(came->individuals, std::back_inserter(records.individuals));
    records.isCut = records.isCut || came->isCut;
    if (records.individuals.size() > kMaxIndividuals) {
        const auto extra = records.individuals.size() - kMaxIndividuals;
        records.individuals.erase(records.individuals.begin(),
                                  records.individuals.begin() + static_cast<std::ptrdiff_t>(extra));
        records.isCut = true;
    }
    experiment->generation = checkpoint->generation;
    experiment->champion = std::move(checkpoint->champion);
    experiment->data = dataOf(*experiment);
    return experiment;
}

} // namespace

ExperimentReader::ExperimentReader(QObject* parent)
    : QObject(parent), m_read(BackgroundTask::Policy::Newest) {}

void ExperimentReader::open(const QString& folder) {
    close();
    m_folder = folder;
    read();
}

void ExperimentReader::refresh() {
    if (!m_folder.isEmpty() && !m_read.isRunning()) {
        read();
    }
}

void ExperimentReader::close() {
    m_read.cancel();
    m_folder.clear();
    m_fault.clear();
    if (std::exchange(m_experiment, nullptr)) {
        Q_EMIT changed();
    }
}

void ExperimentReader::read() {
    m_read.start(
        "reading the experiment",
        [folder = m_folder, before = m_experiment](const TaskControl&) {
            auto from = before ? base::Expected<OpenExperimentPtr>(before) : beginReading(folder);
            return from ? readNewRecords(**from) : from;
        },
        [this](base::Expected<OpenExperimentPtr> read) {
            if (!read) {
                const QString text = widgets::toQt(read.error().toString());
                if (std::exchange(m_fault, text) != text) {
                    Q_EMIT failed(text);
                }
                return;
            }
            m_fault.clear();
            m_experiment = std::move(*read);
            Q_EMIT changed();
        });
}

} // namespace sideline::studio
