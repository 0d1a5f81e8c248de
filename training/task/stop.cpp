#include <utility>

#include <fmt/format.h>

#include "agentcore/math/angles.h"
#include "training/task/figure_task.h"
#include "training/task/known_tasks.h"

namespace sideline::training {

namespace {

struct StopSettings {
    TrialStart start;
    motion::WalkCommand walk;
    double earliestS = 3.0;
    double latestS = 5.0;
    double longestS = 5.0; ///< time limit from the stop command
    double heldS = 1.0;
    double wayPrice = 1.0;
    double speedWorth = 3.0;
    double fallPrice = 5.0;
    bool forbidsSelfCollisions = true;
};

// Commands a halt at a random time during a walk; scores the preceding speed minus the time and
// distance until it stands.
class Stop final : public FigureTask {
public:
    explicit Stop(StopSettings settings)
        : FigureTask(settings.forbidsSelfCollisions), m_settings(std::move(settings)) {}

    TrialStart start(base::Rng& rng) const override {
        TrialStart start = m_settings.start;
        start.commands = {{0.0, m_settings.walk},
                          {rng.uniform(m_settings.earliestS, m_settings.latestS), {}}};
        return start;
    }
    double longestS() const override { return m_settings.latestS + m_settings.longestS; }
    Verdict verdict(const TrialFigures& figures) const override {
        if (figures.fellS) {
            return Verdict::Failure;
        }
        if (!figures.haltCommandS) {
            return Verdict::Open;
        }
        if (figures.timeS - *figures.haltedS >= m_settings.heldS && figures.uprightS) {
            return Verdict::Success;
        }
        return figures.timeS - *figures.haltCommandS >= m_settings.longestS ? Verdict::Failure
                                                                            : Verdict::Open;
    }
    double fitness(const TrialFigures& figures, Verdict verdict) const override {
        if (figures.fellS) {
            return -m_settings.longestS - m_settings.fallPrice;
        }
        if (!figures.haltCommandS) {
            return verdict == Verdict::Failure ? -m_settings.longestS : 0.0;
        }
        const double neededS = verdict == Verdict::Failure
                                   ? m_settings.longestS
                                   : *figures.haltedS - *figures.haltCommandS;
        return m_settings.speedWorth * figures.haltSpeedMps - neededS -
               m_settings.wayPrice * figures.haltDistanceM;
    }

private:
    TrialFailure unmetGoal(const TrialFigures& figures) const override {
        return {FailureKind::NotStopped, figures.timeS, figures.haltDistanceM};
    }

    StopSettings m_settings;
};

} // namespace

TaskInfo stopTask() {
    TaskInfo info;
    info.name = "stop";
    info.summary = "Walk at full speed and stop as quickly as possible at a random instant";
    info.parameters = joined(
        {{{"forward",
           "commanded forward speed before the stop; values above the maximum select full speed",
           2.0, "m/s", -5.0, 5.0},
          {"left", "commanded sideways speed before the stop", 0.0, "m/s", -5.0, 5.0},
          {"turn", "commanded turn rate before the stop", 0.0, "deg/s", -360.0, 360.0},
          {"earliest", "earliest time of the stop command", 3.0, "s", 0.1, 60.0},
          {"latest", "latest time of the stop command", 5.0, "s", 0.1, 60.0},
          {"longest", "time limit for stopping", 5.0, "s", 0.5, 60.0},
          {"held", "time for which the torso must stay within 2 cm to count as standing", 1.0, "s",
           0.1, 10.0},
          {"way-price", "penalty per meter of stopping distance, in addition to the time in s", 1.0,
           "1/m", 0.0, 100.0},
          {"speed-worth",
           "reward per m/s of speed before the stop, so that slow walking does not pay", 3.0, "s/m",
           0.0, 100.0},
          {"fall-price", "penalty for a fall, in addition to the time limit", 5.0, "", 0.0, 100.0},
          {"settle", "settling time before the robot may move", 0.4, "s", 0.0, 5.0},
          selfCollisionParameter()},
         noiseParameters(1.0, 0.0)});
    info.make = [](const agents::Parameters& parameters) -> base::Expected<TaskPtr> {
        StopSettings settings;
        settings.walk = {parameters.number("forward"), parameters.number("left"),
                         math::radFromDeg(parameters.number("turn"))};
        if (settings.walk.isZero()) {
            return base::failure(base::ErrorCode::InvalidArgument,
                                 "forward, left and turn are all 0", "a speed to stop from");
        }
        settings.earliestS = parameters.number("earliest");
        settings.latestS = parameters.number("latest");
        if (settings.latestS < settings.earliestS) {
            return base::failure(
                base::ErrorCode::InvalidArgument,
                fmt::format("latest is {} s, earliest {} s", settings.latestS, settings.earliestS),
                "a value of `latest` that is not below `earliest`");
        }
        settings.longestS = parameters.number("longest");
        settings.heldS = parameters.number("held");
        settings.wayPrice = parameters.number("way-price");
        settings.speedWorth = parameters.number("speed-worth");
        settings.fallPrice = parameters.number("fall-price");
        settings.start.settleS = parameters.number("settle");
        settings.forbidsSelfCollisions = !parameters.flag("self-collisions");
        readNoise(parameters, settings.start);
        return std::make_shared<const Stop>(std::move(settings));
    };
    return info;
}

} // namespace sideline::training
