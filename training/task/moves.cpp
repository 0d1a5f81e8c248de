// Tasks of a robot that stands and moves without a ball: stand, walk, turn, dive.
#include <cmath>
#include <functional>

#include "agentcore/math/angles.h"
#include "training/task/figure_task.h"
#include "training/task/known_tasks.h"

namespace sideline::training {

namespace {

// A robot that begins upright; what it is worth is a formula.
class Move final : public FigureTask {
public:
    struct Settings {
        TrialStart start;
        double longestS = 5.0;
        bool endsWithFall = true;
        bool forbidsSelfCollisions = true;
        std::function<double(const TrialFigures&)> fitness;
        std::function<bool(const TrialFigures&)> isGood;
    };
    explicit Move(Settings settings) : m_settings(std::move(settings)) {}

    TrialStart start(base::Rng& rng) const override {
        static_cast<void>(rng);
        return m_settings.start;
    }
    double longestS() const override { return m_settings.longestS; }
    Verdict verdict(const TrialFigures& figures) const override {
        const bool hasFailed = (m_settings.endsWithFall && figures.fellS) ||
                               (m_settings.forbidsSelfCollisions && figures.selfCollisionCount > 0);
        return hasFailed ? Verdict::Failure : Verdict::Open;
    }
    double fitness(const TrialFigures& figures, Verdict verdict) const override {
        static_cast<void>(verdict);
        return m_settings.fitness(figures);
    }
    bool isGoodAtEnd(const TrialFigures& figures) const override {
        return m_settings.isGood(figures);
    }

private:
    Settings m_settings;
};

bool hasNotFallen(const TrialFigures& figures) {
    return !figures.fellS;
}

std::vector<agents::ParameterInfo> withNoise(std::vector<agents::ParameterInfo> parameters,
                                             double jointDeg) {
    parameters.push_back({"settle", "how long it stands before it may move", 0.4, "s", 0.0, 5.0});
    parameters.push_back(selfCollisionParameter());
    const auto noise = noiseParameters(jointDeg, 0.0);
    parameters.insert(parameters.end(), noise.begin(), noise.end());
    return parameters;
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
    info.parameters = withNoise(
        {{"longest", "how long it has to stand", 10.0, "s", 0.5, 120.0},
         {"push", "by how much each push changes the robot's speed", 0.3, "m/s", 0.0, 3.0},
         {"push-every", "time from push to push", 1.0, "s", 0.1, 60.0}},
        3.0);
    info.make = [](const agents::Parameters& parameters) -> base::Expected<TaskPtr> {
        Move::Settings settings = moveSettings(parameters, "longest");
        settings.start.pushMps = parameters.number("push");
        settings.start.pushEveryS = parameters.number("push-every");
        settings.fitness = [](const TrialFigures& figures) { return figures.uprightTotalS; };
        return std::make_shared<const Move>(std::move(settings));
    };
    return info;
}

TaskInfo walkTask() {
    TaskInfo info;
    info.name = "walk";
    info.summary = "Get far in a direction without falling";
    info.parameters = withNoise(
        {{"longest", "how long it may move", 10.0, "s", 0.5, 120.0},
         {"direction", "where to, positive to the left", 0.0, "deg", -180.0, 180.0},
         {"off-price", "fitness that each meter beside that direction costs", 0.5, "1/m", 0.0,
          100.0},
         {"turn-price", "fitness that each rad of turning costs", 0.2, "1/rad", 0.0, 100.0},
         {"fall-price", "fitness that a fall costs", 1.0, "", 0.0, 100.0}},
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
    info.summary = "Turn far about the vertical axis without falling or leaving the place";
    info.parameters = withNoise(
        {{"longest", "how long it may move", 5.0, "s", 0.5, 120.0},
         {"to-the-left", "whether it should turn to the left", true},
         {"way-price", "fitness that each meter away from its place costs", 1.0, "1/m", 0.0, 100.0},
         {"fall-price", "fitness that a fall costs", 1.0, "", 0.0, 100.0}},
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
    info.summary = "Throw itself to a side: the torso gets far to it within a short time";
    info.parameters =
        withNoise({{"to-the-left", "whether it should dive to the left", true},
                   {"within", "time in which it counts", 1.0, "s", 0.2, 5.0},
                   {"reach", "way of the torso to the side from which on it is a success", 0.25,
                    "m", 0.0, 2.0}},
                  1.0);
    info.make = [](const agents::Parameters& parameters) -> base::Expected<TaskPtr> {
        Move::Settings settings = moveSettings(parameters, "within");
        settings.endsWithFall = false;
        const double sign = parameters.flag("to-the-left") ? 1.0 : -1.0;
        settings.fitness = [sign](const TrialFigures& figures) { return sign * figures.leftM; };
        settings.isGood = [sign, reachM = parameters.number("reach")](const TrialFigures& figures) {
            return sign * figures.leftM >= reachM;
        };
        return std::make_shared<const Move>(std::move(settings));
    };
    return info;
}

} // namespace sideline::training
