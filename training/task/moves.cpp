// Tasks of an upright robot without a ball: stand, walk, turn, dive.
#include <cmath>
#include <functional>

#include "agentcore/math/angles.h"
#include "training/task/figure_task.h"
#include "training/task/known_tasks.h"

namespace sideline::training {

namespace {

// A task that begins upright, with a formula for the fitness.
class Move final : public FigureTask {
public:
    struct Settings {
        TrialStart start;
        double longestS = 5.0;
        bool endsWithFall = true;
        double reachM = 0.0; ///< displacement that `isGood` requires
        bool forbidsSelfCollisions = true;
        std::function<double(const TrialFigures&)> fitness;
        std::function<bool(const TrialFigures&)> isGood;
    };
    explicit Move(Settings settings)
        : FigureTask(settings.forbidsSelfCollisions), m_settings(std::move(settings)) {}

    TrialStart start(base::Rng& rng) const override {
        static_cast<void>(rng);
        return m_settings.start;
    }
    double longestS() const override { return m_settings.longestS; }
    Verdict verdict(const TrialFigures& figures) const override {
        return m_settings.endsWithFall && figures.fellS ? Verdict::Failure : Verdict::Open;
    }
    double fitness(const TrialFigures& figures, Verdict verdict) const override {
        static_cast<void>(verdict);
        return m_settings.fitness(figures);
    }
    bool isGoodAtEnd(const TrialFigures& figures) const override {
        return m_settings.isGood(figures);
    }

private:
    TrialFailure unmetGoal(const TrialFigures& figures) const override {
        return {FailureKind::TooShort, figures.timeS, m_settings.fitness(figures),
                m_settings.reachM};
    }
    bool forbidsFalls() const override { return m_settings.endsWithFall; }

    Settings m_settings;
};

bool hasNotFallen(const TrialFigures& figures) {
    return !figures.fellS;
}

std::vector<agents::ParameterInfo> withNoise(std::vector<agents::ParameterInfo> parameters,
                                             double jointDeg) {
    parameters.push_back({"settle", "settling time before the robot may move", 0.4, "s", 0.0, 5.0});
    parameters.push_back(selfCollisionParameter());
    return joined({parameters, noiseParameters(jointDeg, 0.0)});
}

Move::Settings moveSettings(const agents::Parameters& parameters, const char* longest) {
    Move::Settings settings;
    settings.longestS = parameters.number(longest);
    settings.start.settleS = parameters.number("settle");
    settings.forbidsSelfCollisions = !parameters.flag("self-collisions");
    readNoise(parameters, settings.start);
    settings.isGood = hasNotFallen;
    return settings;
}

} // namespace

TaskInfo standTask() {
    TaskInfo info;
    info.name = "stand";
    info.summary = "Stay upright while being pushed from all sides";
    info.parameters =
        withNoise(joined({{{"longest", "duration of the trial", 10.0, "s", 0.5, 120.0}},
                          pushParameters(0.3, 1.0)}),
                  3.0);
    info.make = [](const agents::Parameters& parameters) -> base::Expected<TaskPtr> {
        Move::Settings settings = moveSettings(parameters, "longest");
        readPushes(parameters, settings.start);
        settings.fitness = [](const TrialFigures& figures) { return figures.uprightTotalS; };
        return std::make_shared<const Move>(std::move(settings));
    };
    return info;
}

TaskInfo walkTask() {
    TaskInfo info;
    info.name = "walk";
    info.summary = "Move far in a direction without falling";
    info.parameters = withNoise(
        {{"longest", "duration of the trial", 10.0, "s", 0.5, 120.0},
         {"direction", "target direction, positive to the left", 0.0, "deg", -180.0, 180.0},
         {"off-price", "penalty per meter off the target direction", 0.5, "1/m", 0.0, 100.0},
         {"turn-price", "penalty per rad of rotation", 0.2, "1/rad", 0.0, 100.0},
         {"fall-price", "penalty for a fall", 1.0, "", 0.0, 100.0}},
        1.0);
    info.make = [](const agents::Parameters& parameters) -> base::Expected<TaskPtr> {
        Move::Settings settings = moveSettings(parameters, "longest");
        const double directionRad = math::radFromDeg(parameters.number("direction"));
        settings.fitness = [cosine = std::cos(directionRad), sine = std::sin(directionRad),
                            offPrice = parameters.number("off-price"),
                            turnPrice = parameters.number("turn-price"),
                            fallPrice = parameters.number("fall-price")](const TrialFigures& f) {
            return cosine * f.forwardM + sine * f.leftM -
                   offPrice * std::abs(-sine * f.forwardM + cosine * f.leftM) -
                   turnPrice * std::abs(f.turnedRad) - (f.fellS ? fallPrice : 0.0);
        };
        return std::make_shared<const Move>(std::move(settings));
    };
    return info;
}

TaskInfo turnTask() {
    TaskInfo info;
    info.name = "turn";
    info.summary = "Turn far about the vertical axis without falling or drifting";
    info.parameters =
        withNoise({{"longest", "duration of the trial", 5.0, "s", 0.5, 120.0},
                   {"to-the-left", "turn to the left", true},
                   {"way-price", "penalty per meter of drift", 1.0, "1/m", 0.0, 100.0},
                   {"fall-price", "penalty for a fall", 1.0, "", 0.0, 100.0}},
                  1.0);
    info.make = [](const agents::Parameters& parameters) -> base::Expected<TaskPtr> {
        Move::Settings settings = moveSettings(parameters, "longest");
        settings.fitness = [sign = parameters.flag("to-the-left") ? 1.0 : -1.0,
                            wayPrice = parameters.number("way-price"),
                            fallPrice = parameters.number("fall-price")](const TrialFigures& f) {
            return sign * f.turnedRad - wayPrice * std::hypot(f.forwardM, f.leftM) -
                   (f.fellS ? fallPrice : 0.0);
        };
        return std::make_shared<const Move>(std::move(settings));
    };
    return info;
}

TaskInfo diveTask() {
    TaskInfo info;
    info.name = "dive";
    info.summary = "Dive to a side: move the torso far sideways in a short time";
    info.parameters =
        withNoise({{"to-the-left", "dive to the left", true},
                   {"within", "time limit of the dive", 1.0, "s", 0.2, 5.0},
                   {"reach", "sideways displacement that counts as success", 0.25, "m", 0.0, 2.0}},
                  1.0);
    info.make = [](const agents::Parameters& parameters) -> base::Expected<TaskPtr> {
        Move::Settings settings = moveSettings(parameters, "within");
        settings.endsWithFall = false;
        const double sign = parameters.flag("to-the-left") ? 1.0 : -1.0;
        settings.fitness = [sign](const TrialFigures& figures) { return sign * figures.leftM; };
        settings.reachM = parameters.number("reach");
        settings.isGood = [sign, reachM = settings.reachM](const TrialFigures& figures) {
            return sign * figures.leftM >= reachM;
        };
        return std::make_shared<const Move>(std::move(settings));
    };
    return info;
}

} // namespace sideline::training
