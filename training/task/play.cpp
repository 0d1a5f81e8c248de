#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "motions/value.h"
#include "training/task/figure_task.h"
#include "training/task/known_tasks.h"

namespace sideline::training {

namespace {

// Custom task: any start, scored by an expression of the figures.
class Play final : public FigureTask {
public:
    Play(const TrialStart& start, double longestS, double watchedS, bool forbidsSelfCollisions,
         keyframe::Value score, keyframe::Value success)
        : FigureTask(forbidsSelfCollisions),
          m_start(start),
          m_longestS(longestS),
          m_watchedS(watchedS),
          m_score(std::move(score)),
          m_success(std::move(success)) {}

    bool hasBall() const override { return m_start.pose == keyframe::StartPose::OnBall; }
    TrialStart start(base::Rng& rng) const override {
        static_cast<void>(rng);
        return m_start;
    }
    double longestS() const override { return m_longestS; }
    Verdict verdict(const TrialFigures& figures) const override {
        const bool isOver = figures.isMoverDone && figures.timeS - figures.moverEndS >= m_watchedS;
        return !isOver ? Verdict::Open : isGoodAtEnd(figures) ? Verdict::Success : Verdict::Failure;
    }
    bool isGoodAtEnd(const TrialFigures& figures) const override {
        return valueOf(m_success, figures) > 0.0;
    }
    double fitness(const TrialFigures& figures, Verdict verdict) const override {
        static_cast<void>(verdict);
        return valueOf(m_score, figures);
    }

private:
    // The user's condition may allow falls, so that a fall need not be the reason.
    bool forbidsFalls() const override { return false; }
    TrialFailure unmetGoal(const TrialFigures& figures) const override {
        return {FailureKind::BadScore, figures.fellS.value_or(figures.timeS),
                valueOf(m_success, figures)};
    }
    // Undefined figures count as 0.
    double valueOf(const keyframe::Value& value, const TrialFigures& figures) const {
        if (value.isNumber()) {
            return value.number();
        }
        keyframe::Parameters names;
        const std::vector<double> values = metricsOf(figures);
        for (std::size_t i = 0; i < values.size(); ++i) {
            names[metrics()[i].name] = std::isfinite(values[i]) ? values[i] : 0.0;
        }
        return value.evaluate(names).value_or(std::numeric_limits<double>::quiet_NaN());
    }

    TrialStart m_start;
    double m_longestS;
    double m_watchedS;
    keyframe::Value m_score;
    keyframe::Value m_success;
};

base::Expected<keyframe::Value> expression(const std::string& key, const std::string& text,
                                           const std::vector<MetricInfo>& metrics) {
    auto value = keyframe::Value::parse(text);
    if (!value) {
        value.error().message =
            fmt::format("invalid expression for {}: {}", key, value.error().message);
        return value;
    }
    for (const std::string& name : value->parameters()) {
        if (std::ranges::find(metrics, name, &MetricInfo::name) == metrics.end()) {
            std::string names;
            for (const MetricInfo& metric : metrics) {
                names += (names.empty() ? "$" : ", $") + metric.name;
            }
            return base::failure(base::ErrorCode::InvalidArgument,
                                 fmt::format("unknown figure '${}' in {}", name, key), names);
        }
    }
    return value;
}

} // namespace

TaskInfo playTask() {
    TaskInfo info;
    info.name = "play";
    info.summary = "Any start, scored by an expression over the figures of the trial";
    info.parameters =
        joined({{startParameter(true),
                 {"score", "fitness, such as `$ballForwardM - $jointTravelRad / 100`",
                  std::string("$uprightTotalS")},
                 {"success", "expression that is above 0 if the trial succeeded",
                  std::string("$headShare - 0.75")},
                 {"longest", "time limit of a trial", 10.0, "s", 0.5, 120.0},
                 {"watched", "observation time after the motion", 1.0, "s", 0.0, 60.0},
                 {"settle", "settling time in the start pose", 0.5, "s", 0.0, 5.0},
                 selfCollisionParameter()},
                ballParameters(0.18, 0.0),
                pushParameters(0.0, 1.0),
                noiseParameters(1.0, 0.0)});
    info.make = [](const agents::Parameters& parameters) -> base::Expected<TaskPtr> {
        TrialStart start;
        start.pose = startPoseOf(parameters);
        readBall(parameters, start);
        start.settleS = parameters.number("settle");
        readPushes(parameters, start);
        readNoise(parameters, start);
        // All figure tasks have the same metrics.
        const Play any(start, 1.0, 0.0, false, 0.0, 0.0);
        auto score = expression("score", parameters.text("score"), any.metrics());
        auto success = expression("success", parameters.text("success"), any.metrics());
        if (!score || !success) {
            return tl::unexpected(!score ? score.error() : success.error());
        }
        return std::make_shared<const Play>(
            start, parameters.number("longest"), parameters.number("watched"),
            !parameters.flag("self-collisions"), std::move(*score), std::move(*success));
    };
    return info;
}

} // namespace sideline::training
