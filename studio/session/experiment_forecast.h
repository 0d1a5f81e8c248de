#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <QObject>

#include "studio/session/background_task.h"
#include "training/experiment/experiment_settings.h"
#include "training/genome/motion_genome.h"
#include "training/genome/parameter_space.h"

namespace sideline::studio {

/// Values derived from the settings of an experiment.
struct Forecast {
    std::vector<std::string> joints;    ///< joints that the motion moves
    std::vector<std::string> keyframes; ///< names of the keyframes, or times of unnamed ones
    training::ParameterSpace space;
    robot::RobotModelPtr model; ///< the first robot; null if the settings are invalid
    std::string problem;        ///< why the experiment cannot run; empty if it can
    std::size_t population = 0; ///< number of individuals in the first generation
    /// Maximum duration of the whole search on this machine, s, estimated from a few measured
    /// trials. The search is shorter if trials are dropped. Empty until measured.
    std::optional<double> durationS;
    double trialS = 0.0; ///< duration of one trial, s
};

/// Builds the parts that the settings name, and measures a few trials of the initial individual, in
/// the background, for the newest settings only. GUI thread only.
class ExperimentForecast : public QObject {
    Q_OBJECT
public:
    explicit ExperimentForecast(QObject* parent = nullptr);

    /// @param settings settings with a motion file. Joints and keyframes that the motion lacks are
    ///     left out
    void start(const training::ExperimentSettings& settings);
    /// Returns the settings that the forecast is made for, without joints and keyframes that the
    /// motion lacks.
    [[nodiscard]] const training::ExperimentSettings& settings() const { return m_settings; }
    [[nodiscard]] bool isReady() const { return m_isReady; }

Q_SIGNALS:
    /// Emitted twice: first without, then with the duration.
    void made(const sideline::studio::Forecast& forecast);

private:
    void measure(const Forecast& forecast);

    training::ExperimentSettings m_settings;
    bool m_isReady = false; ///< the settings can be run
    BackgroundTask m_make;
    BackgroundTask m_measure;
};

/// Returns the names of keyframes for `MotionFreedom`, and of joints that have keys, in order.
/// Errors: those of reading the motion.
[[nodiscard]] base::Expected<Forecast> motionParts(const std::string& file);

} // namespace sideline::studio
