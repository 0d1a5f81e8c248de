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

/// What the settings of an experiment come to.
struct Forecast {
    std::vector<std::string> joints;    ///< that the motion moves
    std::vector<std::string> keyframes; ///< by name, or by time
    training::ParameterSpace space;
    std::string problem;        ///< why it cannot be run; empty if it can
    std::size_t population = 0; ///< individuals of the first generation
    /// Of the whole search on this machine, s, by a few trials that were measured: at most so much,
    /// as trials may be dropped. Nothing before it is measured.
    std::optional<double> durationS;
    double trialS = 0.0; ///< that one trial takes
};

/// Makes what settings name, and measures a few trials with what the search begins with. GUI thread
/// only; the work is done in the background, for the newest settings.
class ExperimentForecast : public QObject {
    Q_OBJECT
public:
    explicit ExperimentForecast(QObject* parent = nullptr);

    /// @param settings whose motion is a file. Joints and keyframes that it does not have are left
    ///     out
    void start(const training::ExperimentSettings& settings);
    /// The settings as they are judged: without what the motion does not have.
    [[nodiscard]] const training::ExperimentSettings& settings() const { return m_settings; }
    [[nodiscard]] bool isReady() const { return m_isReady; }

Q_SIGNALS:
    /// First without, then with the duration.
    void made(const sideline::studio::Forecast& forecast);

private:
    void measure(const Forecast& forecast);

    training::ExperimentSettings m_settings;
    bool m_isReady = false; ///< the settings can be run
    BackgroundTask m_make;
    BackgroundTask m_measure;
};

/// Names that keyframes have for `MotionFreedom`, and joints that have keys, in order.
/// Errors: those of reading the motion.
[[nodiscard]] base::Expected<Forecast> motionParts(const std::string& file);

} // namespace sideline::studio
