#include <cmath>

#include "training/task/figure_task.h"
#include "training/task/known_tasks.h"

namespace sideline::training {

namespace {

struct DribbleSettings {
    TrialStart start;
    double ballSpreadM = 0.0;
    double longestS = 12.0;
    double offPrice = 1.0;
    double nearWorthM = 0.0;
    double fallPrice = 3.0;
    bool forbidsSelfCollisions = false;
};

// Scores the distance of the ball within the time limit, and the time that it stays close.
class Dribble final : public FigureTask {
public:
    explicit Dribble(DribbleSettings settings)
        : FigureTask(settings.forbidsSelfCollisions), m_settings(std::move(settings)) {}

    bool hasBall() const override { return true; }
    TrialStart start(base::Rng& rng) const override {
        return withBallSpread(m_settings.start, m_settings.ballSpreadM, rng);
    }
    double longestS() const override { return m_settings.longestS; }
    Verdict verdict(const TrialFigures& figures) const override {
        return figures.fellS ? Verdict::Failure : Verdict::Open;
    }
    double fitness(const TrialFigures& figures, Verdict verdict) const override {
        return figures.ballForwardM - m_settings.offPrice * std::abs(figures.ballLeftM) +
               m_settings.nearWorthM * figures.ballNearS / m_settings.longestS -
               (verdict == Verdict::Failure ? m_settings.fallPrice : 0.0);
    }
    bool isGoodAtEnd(const TrialFigures& figures) const override {
        return figures.contactS.has_value();
    }

private:
    TrialFailure unmetGoal(const TrialFigures& figures) const override {
        return {FailureKind::MissedBall, figures.ballGapS, figures.ballGapM};
    }

    DribbleSettings m_settings;
};

} // namespace

TaskInfo dribbleTask() {
    TaskInfo info;
    info.name = "dribble";
    info.summary = "Dribble straight ahead, with the ball at the feet, without falling";
    info.parameters = joined(
        {ballParameters(0.35, 0.0),
         ballSpreadParameters(0.1, 0.004),
         {{"longest", "duration of the trial", 12.0, "s", 0.5, 60.0},
          {"off-price", "penalty per meter off the target direction", 1.0, "1/m", 0.0, 100.0},
          {"near-worth", "reward for a ball that stays within 0.3 m of the feet throughout", 0.0,
           "", 0.0, 100.0},
          {"fall-price", "penalty for a fall", 3.0, "", 0.0, 100.0},
          {"settle", "settling time before the robot may move", 0.4, "s", 0.0, 5.0},
          selfCollisionParameter()},
         noiseParameters(0.5, 0.0)});
    info.make = [](const agents::Parameters& parameters) -> base::Expected<TaskPtr> {
        DribbleSettings settings;
        settings.start.pose = keyframe::StartPose::OnBall;
        readBall(parameters, settings.start);
        settings.ballSpreadM = parameters.number("ball-spread");
        settings.start.sightNoiseM = parameters.number("sight-noise");
        settings.start.settleS = parameters.number("settle");
        settings.longestS = parameters.number("longest");
        settings.offPrice = parameters.number("off-price");
        settings.nearWorthM = parameters.number("near-worth");
        settings.fallPrice = parameters.number("fall-price");
        settings.forbidsSelfCollisions = !parameters.flag("self-collisions");
        readNoise(parameters, settings.start);
        return std::make_shared<const Dribble>(std::move(settings));
    };
    return info;
}

} // namespace sideline::training
