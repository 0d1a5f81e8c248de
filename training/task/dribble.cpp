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

// Worth how far the ball comes in the time, and how near it stays.
class Dribble final : public FigureTask {
public:
    explicit Dribble(DribbleSettings settings) : m_settings(std::move(settings)) {}

    bool hasBall() const override { return true; }
    TrialStart start(base::Rng& rng) const override {
        TrialStart start = m_settings.start;
        const double spreadM = m_settings.ballSpreadM;
        if (spreadM > 0.0) {
            start.ballFromFeetM.x() += rng.uniform(-spreadM, spreadM);
            start.ballFromFeetM.y() += rng.uniform(-spreadM, spreadM);
        }
        return start;
    }
    double longestS() const override { return m_settings.longestS; }
    Verdict verdict(const TrialFigures& figures) const override {
        const bool hasFailed =
            figures.fellS || (m_settings.forbidsSelfCollisions && figures.selfCollisionCount > 0);
        return hasFailed ? Verdict::Failure : Verdict::Open;
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
    DribbleSettings m_settings;
};

} // namespace

TaskInfo dribbleTask() {
    TaskInfo info;
    info.name = "dribble";
    info.summary = "Bring the ball straight ahead, at the feet, without a fall";
    info.parameters = {
        {"ball-forward", "ball position ahead of the midpoint between the feet", 0.35, "m", -1.0,
         1.0},
        {"ball-left", "ball position to the left of that point", 0.0, "m", -1.0, 1.0},
        {"ball-noise", "standard deviation of the ball position, per axis", 0.0, "m", 0.0, 0.2},
        {"ball-spread", "maximum deviation of the ball position, per axis", 0.1, "m", 0.0, 1.0},
        {"sight-noise", "standard deviation of the observed ball position, per axis", 0.004, "m",
         0.0, 0.2},
        {"longest", "how long it dribbles", 12.0, "s", 0.5, 60.0},
        {"off-price", "fitness that each meter beside the way costs", 1.0, "1/m", 0.0, 100.0},
        {"near-worth", "fitness of a ball that stays within 0.3 m of the feet all the time", 0.0,
         "", 0.0, 100.0},
        {"fall-price", "penalty for a fall", 3.0, "", 0.0, 100.0},
        {"settle", "settling time before the robot may move", 0.4, "s", 0.0, 5.0},
        selfCollisionParameter()};
    const auto noise = noiseParameters(0.5, 0.0);
    info.parameters.insert(info.parameters.end(), noise.begin(), noise.end());
    info.make = [](const agents::Parameters& parameters) -> base::Expected<TaskPtr> {
        DribbleSettings settings;
        settings.start.pose = keyframe::StartPose::OnBall;
        settings.start.ballFromFeetM = {parameters.number("ball-forward"),
                                        parameters.number("ball-left")};
        settings.start.ballNoiseM = parameters.number("ball-noise");
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
