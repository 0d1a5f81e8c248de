#include <algorithm>
#include <cmath>

#include "agentcore/math/angles.h"
#include "training/task/figure_task.h"
#include "training/task/known_tasks.h"

namespace sideline::training {

namespace {

constexpr double kRestsMps = 0.05;
constexpr double kOutOfReachM = 1.5; ///< a ball this far away cannot touch the robot again

struct KickSettings {
    TrialStart start;
    double ballSpreadM = 0.0;
    double directionRad = 0.0;
    double longestS = 12.0;
    double watchedS = 1.5;
    double chaseS = 0.0;
    double offPrice = 1.0;
    double timePrice = 0.0;
    double fallPrice = 3.0;
    double missPrice = 0.0;
    double neededM = 0.0;
    double toleranceRad = math::kPi / 2.0;
    bool forbidsSelfCollisions = true;
};

class Kick final : public FigureTask {
public:
    explicit Kick(const KickSettings& settings)
        : FigureTask(settings.forbidsSelfCollisions), m_settings(settings) {}

    bool hasBall() const override { return true; }
    TrialStart start(base::Rng& rng) const override {
        return withBallSpread(m_settings.start, m_settings.ballSpreadM, rng);
    }
    double longestS() const override { return m_settings.longestS; }

    Verdict verdict(const TrialFigures& figures) const override {
        if (!isWatched(figures) || (figures.contactS && figures.ballSpeedMps > kRestsMps)) {
            return Verdict::Open;
        }
        return isGoodAtEnd(figures) ? Verdict::Success : Verdict::Failure;
    }

    bool needsOnlyBall(const TrialFigures& figures) const override {
        return isWatched(figures) && figures.ballDistanceM() > kOutOfReachM;
    }

    bool isGoodAtEnd(const TrialFigures& figures) const override {
        return figures.contactS && !figures.fellS && aheadM(figures) > 0.0 &&
               aheadM(figures) >= m_settings.neededM && !isWide(figures);
    }

    double fitness(const TrialFigures& figures, Verdict verdict) const override {
        static_cast<void>(verdict);
        const double offM = std::abs(-std::sin(m_settings.directionRad) * figures.ballForwardM +
                                     std::cos(m_settings.directionRad) * figures.ballLeftM);
        return aheadM(figures) - m_settings.offPrice * offM -
               (figures.contactS ? m_settings.timePrice * *figures.contactS
                                 : m_settings.missPrice) -
               (figures.fellS ? m_settings.fallPrice : 0.0);
    }

private:
    TrialFailure unmetGoal(const TrialFigures& figures) const override {
        if (!figures.contactS) {
            return {FailureKind::MissedBall, figures.ballGapS, figures.ballGapM};
        }
        if (aheadM(figures) <= 0.0 || isWide(figures)) {
            return {FailureKind::TooWide, *figures.contactS, math::degFromRad(offRad(figures)),
                    math::degFromRad(m_settings.toleranceRad)};
        }
        return {FailureKind::TooWeak, *figures.contactS, aheadM(figures), m_settings.neededM};
    }
    double offRad(const TrialFigures& figures) const {
        return std::abs(math::wrapRad(figures.ballDirectionRad() - m_settings.directionRad));
    }
    bool isWide(const TrialFigures& figures) const {
        return offRad(figures) > m_settings.toleranceRad;
    }
    // Whether the robot has stood long enough.
    bool isWatched(const TrialFigures& figures) const {
        return (figures.isMoverDone && figures.timeS - figures.moverEndS >= m_settings.watchedS) ||
               (m_settings.chaseS > 0.0 && figures.contactS &&
                figures.timeS - *figures.contactS >= m_settings.chaseS);
    }
    double aheadM(const TrialFigures& figures) const {
        return std::cos(m_settings.directionRad) * figures.ballForwardM +
               std::sin(m_settings.directionRad) * figures.ballLeftM;
    }

    KickSettings m_settings;
};

} // namespace

TaskInfo kickTask() {
    TaskInfo info;
    info.name = "kick";
    info.summary = "Kick the ball far in a given direction and stay upright";
    info.parameters = joined(
        {ballParameters(0.18, 0.005),
         ballSpreadParameters(0.0, 0.0),
         {{"direction", "target direction of the ball, positive to the left", 0.0, "deg", -180.0,
           180.0},
          {"off-price", "penalty per meter off the target direction", 1.0, "1/m", 0.0, 100.0},
          {"time-price", "penalty per second until contact", 0.0, "1/s", 0.0, 100.0},
          {"fall-price", "penalty for a fall", 3.0, "", 0.0, 100.0},
          {"miss-price", "penalty for missing the ball", 0.0, "", 0.0, 100.0},
          {"needed", "distance in the target direction that counts as success", 0.0, "m", 0.0,
           30.0},
          {"tolerance", "angle off the target direction that still counts as success", 90.0, "deg",
           0.5, 90.0},
          {"longest", "time limit of a trial", 12.0, "s", 0.5, 60.0},
          {"watched", "observation time after the motion", 1.5, "s", 0.0, 10.0},
          {"chase",
           "time upright after contact that suffices for success; 0: the motion must have ended",
           0.0, "s", 0.0, 10.0},
          {"settle", "settling time before the robot may move", 0.4, "s", 0.0, 5.0},
          selfCollisionParameter()},
         noiseParameters(0.5, 0.0)});
    info.make = [](const agents::Parameters& parameters) -> base::Expected<TaskPtr> {
        KickSettings settings;
        settings.start.pose = keyframe::StartPose::OnBall;
        readBall(parameters, settings.start);
        settings.ballSpreadM = parameters.number("ball-spread");
        settings.start.sightNoiseM = parameters.number("sight-noise");
        settings.start.settleS = parameters.number("settle");
        settings.directionRad = math::radFromDeg(parameters.number("direction"));
        settings.offPrice = parameters.number("off-price");
        settings.timePrice = parameters.number("time-price");
        settings.fallPrice = parameters.number("fall-price");
        settings.missPrice = parameters.number("miss-price");
        settings.neededM = parameters.number("needed");
        settings.toleranceRad = math::radFromDeg(parameters.number("tolerance"));
        settings.longestS = parameters.number("longest");
        settings.watchedS = parameters.number("watched");
        settings.chaseS = parameters.number("chase");
        settings.forbidsSelfCollisions = !parameters.flag("self-collisions");
        readNoise(parameters, settings.start);
        return std::make_shared<const Kick>(settings);
    };
    return info;
}

} // namespace sideline::training
