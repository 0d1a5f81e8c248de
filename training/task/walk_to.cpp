#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "agentcore/math/angles.h"
#include "training/task/figure_task.h"
#include "training/task/known_tasks.h"

namespace sideline::training {

namespace {

struct WalkToTaskSettings {
    TrialStart start; ///< includes the tolerance of targets
    int targets = 3;
    double nearestM = 0.5;
    double farthestM = 3.0;
    bool hasHeadings = true;
    double longestS = 30.0;
    double timePrice = 0.1;
    double fallPrice = 1.0;
    bool forbidsSelfCollisions = true;
};

// Sets a sequence of targets; scores the number of targets reached, and more the sooner they are
// reached.
class WalkTo final : public FigureTask {
public:
    explicit WalkTo(WalkToTaskSettings settings)
        : FigureTask(settings.forbidsSelfCollisions), m_settings(std::move(settings)) {}

    TrialStart start(base::Rng& rng) const override {
        TrialStart start = m_settings.start;
        Eigen::Vector2d from = Eigen::Vector2d::Zero();
        for (int i = 0; i < m_settings.targets; ++i) {
            const double wayM = rng.uniform(m_settings.nearestM, m_settings.farthestM);
            const double directionRad = rng.uniform(-math::kPi, math::kPi);
            const double headingRad = rng.uniform(-math::kPi, math::kPi);
            from += wayM * Eigen::Vector2d(std::cos(directionRad), std::sin(directionRad));
            behavior::GoToPlace place{from, {}};
            if (m_settings.hasHeadings) {
                place.headingRad = headingRad;
            }
            start.targets.places.push_back(place);
        }
        return start;
    }
    double longestS() const override { return m_settings.longestS; }
    Verdict verdict(const TrialFigures& figures) const override {
        if (figures.fellS) {
            return Verdict::Failure;
        }
        return figures.hasTargets && figures.targetsReached == figures.targetCount
                   ? Verdict::Success
                   : Verdict::Open;
    }
    double fitness(const TrialFigures& figures, Verdict verdict) const override {
        const double reached = figures.targetsReached;
        switch (verdict) {
        case Verdict::Success:
            return reached + m_settings.timePrice * (m_settings.longestS - figures.timeS);
        case Verdict::Failure:
            return reached + figures.targetProgress - m_settings.fallPrice;
        case Verdict::Open:
            break;
        }
        return reached + figures.targetProgress;
    }

private:
    TrialFailure unmetGoal(const TrialFigures& figures) const override {
        return figures.targetCount == 1
                   ? TrialFailure{FailureKind::NotThere, figures.timeS, figures.targetDistanceM}
                   : TrialFailure{FailureKind::TooFewTargets, figures.timeS,
                                  static_cast<double>(figures.targetsReached),
                                  static_cast<double>(figures.targetCount)};
    }

    WalkToTaskSettings m_settings;
};

} // namespace

TaskInfo walkToTask() {
    TaskInfo info;
    info.name = "walk-to";
    info.summary = "Walk to one target after another and stand there facing a given direction";
    info.parameters =
        joined({{{"targets", "number of targets", 3.0, "", 1.0, 100.0},
                 {"nearest", "minimum distance between targets", 0.5, "m", 0.0, 20.0},
                 {"farthest", "maximum distance between targets", 3.0, "m", 0.0, 20.0},
                 {"headings", "require a final heading at each target", true},
                 {"reach", "position tolerance at a target", 0.1, "m", 0.01, 5.0},
                 {"reach-heading", "heading tolerance at a target", 10.0, "deg", 0.5, 180.0},
                 {"held", "time the robot has to stay at a target", 0.3, "s", 0.0, 10.0},
                 {"longest", "time limit of a trial", 30.0, "s", 0.5, 600.0},
                 {"time-price", "penalty per second until the last target", 0.1, "1/s", 0.0, 100.0},
                 {"fall-price", "penalty for a fall", 1.0, "", 0.0, 100.0},
                 {"settle", "settling time before the robot may move", 0.4, "s", 0.0, 5.0},
                 selfCollisionParameter()},
                pushParameters(0.0, 5.0),
                noiseParameters(1.0, 0.0)});
    info.make = [](const agents::Parameters& parameters) -> base::Expected<TaskPtr> {
        WalkToTaskSettings settings;
        settings.targets = static_cast<int>(std::lround(parameters.number("targets")));
        settings.nearestM = parameters.number("nearest");
        settings.farthestM = parameters.number("farthest");
        if (settings.farthestM < settings.nearestM) {
            return base::failure(base::ErrorCode::InvalidArgument,
                                 fmt::format("farthest is {} m, nearest {} m", settings.farthestM,
                                             settings.nearestM),
                                 "a value of `farthest` that is not below `nearest`");
        }
        settings.hasHeadings = parameters.flag("headings");
        settings.start.targets.nearM = parameters.number("reach");
        settings.start.targets.nearRad = math::radFromDeg(parameters.number("reach-heading"));
        settings.start.targets.heldS = parameters.number("held");
        settings.longestS = parameters.number("longest");
        settings.timePrice = parameters.number("time-price");
        settings.fallPrice = parameters.number("fall-price");
        readPushes(parameters, settings.start);
        settings.start.settleS = parameters.number("settle");
        settings.forbidsSelfCollisions = !parameters.flag("self-collisions");
        readNoise(parameters, settings.start);
        return std::make_shared<const WalkTo>(std::move(settings));
    };
    return info;
}

} // namespace sideline::training
