#include "studio/session/experiment_forecast.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>
#include <utility>

#include "motions/format/format.h"
#include "training/experiment/experiment_parts.h"
#include "training/experiment/recorded_trial.h"

namespace sideline::studio {

namespace {

constexpr int kMeasuredTrials = 6;
constexpr double kMaxMeasuringS = 1.5; // measuring stops after this time

void keepOnly(std::vector<std::string>& names, const std::vector<std::string>& known) {
    std::erase_if(names, [&](const std::string& name) {
        return std::ranges::find(known, name) == known.end();
    });
}

struct MadeForecast {
    training::ExperimentSettings settings;
    Forecast forecast;
};

MadeForecast make(training::ExperimentSettings settings) {
    MadeForecast made;
    auto parts = motionParts(settings.change.motion);
    if (settings.robots.empty()) {
        made.forecast.problem = "no robot is named";
    } else if (!parts) {
        made.forecast.problem = parts.error().toString();
    } else {
        made.forecast = std::move(*parts);
        keepOnly(settings.change.freedom.joints, made.forecast.joints);
        keepOnly(settings.change.freedom.keyframes, made.forecast.keyframes);
        const auto all = training::partsOf(settings);
        if (!all) {
            made.forecast.problem = all.error().toString();
        } else {
            made.forecast.space = all->subject->space();
            made.forecast.model = all->robots.front();
            const auto optimizer = training::optimizerOf(settings, *all);
            if (!optimizer) {
                made.forecast.problem = optimizer.error().toString();
            } else {
                made.forecast.population = (*optimizer)->propose().size();
            }
        }
    }
    made.settings = std::move(settings);
    return made;
}

// Measures the duration of a trial, s.
base::Expected<double> measureTrial(const training::ExperimentSettings& settings,
                                    const TaskControl& control) {
    using Clock = std::chrono::steady_clock;
    auto parts = training::partsOf(settings);
    if (!parts) {
        return tl::unexpected(parts.error());
    }
    auto trial = training::trialsOf(*parts, settings.trials.isExact)();
    if (!trial) {
        return tl::unexpected(trial.error());
    }
    const training::Genome start{parts->subject->space().start(), {}};
    const auto begin = Clock::now();
    double passedS = 0.0;
    int done = 0;
    for (const training::TrialPlace& place :
         training::trialPlaces(settings, training::kValidationSeeds, kMeasuredTrials)) {
        static_cast<void>((*trial)(start, {0, place.robot, place.seed}));
        ++done;
        passedS = std::chrono::duration<double>(Clock::now() - begin).count();
        if (passedS > kMaxMeasuringS || control.isStopRequested()) {
            break;
        }
    }
    return passedS / done;
}

} // namespace

base::Expected<Forecast> motionParts(const std::string& file) {
    const auto read = keyframe::readMotionFile(file);
    if (!read) {
        return tl::unexpected(read.error());
    }
    const keyframe::Motion& motion = read->motions.front().motion;
    Forecast forecast;
    std::set<std::string> joints;
    for (std::size_t i = 0; i < motion.keyframes.size(); ++i) {
        forecast.keyframes.push_back(training::keyframeName(motion, i));
        for (const auto& [joint, key] : motion.keyframes[i]->joints) {
            joints.insert(joint);
        }
    }
    forecast.joints.assign(joints.begin(), joints.end());
    return forecast;
}

ExperimentForecast::ExperimentForecast(QObject* parent)
    : QObject(parent),
      m_make(BackgroundTask::Policy::Newest),
      m_measure(BackgroundTask::Policy::Newest) {}

void ExperimentForecast::start(const training::ExperimentSettings& settings) {
    m_isReady = false;
    m_measure.cancel();
    m_make.start(
        "reading the settings", [settings](const TaskControl&) { return make(settings); },
        [this](base::Expected<MadeForecast> result) {
            if (!result) {
                Forecast failed;
                failed.problem = result.error().toString();
                Q_EMIT made(failed);
                return;
            }
            m_settings = std::move(result->settings);
            m_isReady = result->forecast.problem.empty();
            Q_EMIT made(result->forecast);
            if (m_isReady) {
                measure(result->forecast);
            }
        });
}

void ExperimentForecast::measure(const Forecast& forecast) {
    m_measure.start(
        "measuring trials",
        [settings = m_settings](const TaskControl& control) {
            return measureTrial(settings, control);
        },
        [this, forecast](base::Expected<double> trialS) {
            Forecast measured = forecast;
            if (!trialS) {
                m_isReady = false;
                measured.problem = trialS.error().toString();
            } else {
                const training::TrialPlan& plan = m_settings.trials;
                const auto perGeneration = static_cast<double>(forecast.population) * plan.count +
                                           plan.scout + plan.validate;
                measured.trialS = *trialS;
                measured.durationS = *trialS * perGeneration * m_settings.generations /
                                     std::max(1U, std::thread::hardware_concurrency());
            }
            Q_EMIT made(measured);
        });
}

} // namespace sideline::studio
