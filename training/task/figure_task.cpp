#include "training/task/figure_task.h"

#include <limits>
#include <utility>

#include "agentcore/math/angles.h"

namespace sideline::training {

namespace {

struct Figure {
    MetricInfo info;
    double (*of)(const TrialFigures& figures);
};

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double degOf(double angleRad) {
    return math::degFromRad(angleRad);
}

double sinceContactS(const TrialFigures& figures) {
    return figures.contactS ? figures.timeS - *figures.contactS : 0.0;
}

const std::vector<Figure>& allFigures() {
    using F = const TrialFigures&;
    static const std::vector<Figure> kFigures = {
        {{"endS", "s", "when the trial ended"}, [](F f) { return f.timeS; }},
        {{"motionEndS", "s", "when the motion ended"},
         [](F f) { return f.isMoverDone ? f.moverEndS : kNone; }},
        {{"uprightS", "s", "time from which the robot stayed upright"},
         [](F f) { return f.uprightS.value_or(kNone); }},
        {{"uprightTotalS", "s", "total time upright"}, [](F f) { return f.uprightTotalS; }},
        {{"fellS", "s", "time of the fall"}, [](F f) { return f.fellS.value_or(kNone); }},
        {{"headShare", "", "final height of the head, as a fraction of the standing robot's"},
         [](F f) { return f.headHeightRatio; }},
        {{"bestHeadShare", "", "maximum height of the head, as a fraction of the standing robot's"},
         [](F f) { return f.bestHeadHeightRatio; }},
        {{"forwardM", "m", "displacement of the torso along its initial heading"},
         [](F f) { return f.forwardM; }},
        {{"leftM", "m", "displacement of the torso to the left of its initial heading"},
         [](F f) { return f.leftM; }},
        {{"followedM", "m", "distance walked as commanded, minus the deviation"},
         [](F f) { return f.followedM; }},
        {{"targetsReached", "", "number of targets reached"},
         [](F f) { return f.hasTargets ? f.targetsReached : kNone; }},
        {{"targetsReachedS", "s", "time of reaching the last target"},
         [](F f) { return f.targetsReached > 0 ? f.targetsReachedS : kNone; }},
        {{"targetWayM", "m", "distance from the next target, or the last one"},
         [](F f) { return f.hasTargets ? f.targetDistanceM : kNone; }},
        {{"haltSpeedMps", "m/s", "speed when the stop command came"},
         [](F f) { return f.haltCommandS ? f.haltSpeedMps : kNone; }},
        {{"haltS", "s", "time from the stop command until the robot stood"},
         [](F f) { return f.haltedS ? *f.haltedS - *f.haltCommandS : kNone; }},
        {{"haltWayM", "m", "stopping distance"},
         [](F f) { return f.haltCommandS ? f.haltDistanceM : kNone; }},
        {{"turnedDeg", "deg", "rotation of the torso, positive to the left"},
         [](F f) { return degOf(f.turnedRad); }},
        {{"pathM", "m", "path length of the torso over the ground"}, [](F f) { return f.pathM; }},
        {{"jointTravelRad", "rad", "total travel of all joints"},
         [](F f) { return f.jointTravelRad; }},
        {{"selfCollisions", "", "cycles with self-collisions forbidden by the rules"},
         [](F f) { return static_cast<double>(f.selfCollisionCount); }},
        {{"ballDistanceM", "m", "distance the ball traveled"},
         [](F f) { return f.hasBall ? f.ballDistanceM() : kNone; }},
        {{"ballForwardM", "m", "distance the ball traveled straight ahead"},
         [](F f) { return f.hasBall ? f.ballForwardM : kNone; }},
        {{"ballDirectionDeg", "deg", "direction of the ball, positive to the left"},
         [](F f) { return f.hasBall ? degOf(f.ballDirectionRad()) : kNone; }},
        {{"ballHeightM", "m", "maximum height of the ball's center"},
         [](F f) { return f.hasBall ? f.ballHeightM : kNone; }},
        {{"contactS", "s", "time of contact with the ball"},
         [](F f) { return f.contactS.value_or(kNone); }},
        {{"ballMeanMps", "m/s", "mean speed of the ball straight ahead since contact"},
         [](F f) { return sinceContactS(f) > 0.0 ? f.ballForwardM / sinceContactS(f) : kNone; }},
        {{"ballNearShare", "",
          "fraction of the time since contact with the ball within 0.3 m of the feet"},
         [](F f) { return sinceContactS(f) > 0.0 ? f.ballNearS / sinceContactS(f) : kNone; }},
    };
    return kFigures;
}

class FigureEpisode final : public Episode {
public:
    explicit FigureEpisode(std::shared_ptr<const FigureTask> task, bool hasBall)
        : m_task(std::move(task)), m_hasBall(hasBall) {}

    void begin(const PhysicsRobot& robot) override {
        m_tracker.begin(robot, m_hasBall);
        m_verdict = Verdict::Open;
        m_rewarded = fitness();
    }
    bool afterCycle(const TrialView& view) override {
        m_tracker.update(view);
        m_verdict = m_task->judge(m_tracker.figures());
        return m_verdict == Verdict::Open;
    }
    double reward() override {
        const double before = std::exchange(m_rewarded, fitness());
        return m_rewarded - before;
    }
    bool needsOnlyBall() const override { return m_task->needsOnlyBall(m_tracker.figures()); }
    bool isDecided() const override { return m_verdict != Verdict::Open; }
    TrialScore finish() const override {
        const bool isSuccess =
            m_verdict == Verdict::Success ||
            (m_verdict == Verdict::Open && m_task->isGoodAtEnd(m_tracker.figures()));
        TrialScore score{fitness(), isSuccess, 0.0, metricsOf(m_tracker.figures())};
        if (!isSuccess) {
            score.failure = m_task->failureOf(m_tracker.figures());
        }
        return score;
    }

private:
    [[nodiscard]] double fitness() const { return m_task->fitness(m_tracker.figures(), m_verdict); }

    std::shared_ptr<const FigureTask> m_task;
    bool m_hasBall;
    FigureTracker m_tracker;
    Verdict m_verdict = Verdict::Open;
    double m_rewarded = 0.0; ///< fitness included in `reward` so far
};

} // namespace

const std::vector<MetricInfo>& FigureTask::metrics() const {
    static const std::vector<MetricInfo> kInfos = [] {
        std::vector<MetricInfo> infos;
        for (const Figure& figure : allFigures()) {
            infos.push_back(figure.info);
        }
        return infos;
    }();
    return kInfos;
}

TrialFailure FigureTask::failureOf(const TrialFigures& figures) const {
    if (hasForbiddenContact(figures)) {
        return {FailureKind::SelfCollision, figures.selfCollisionS};
    }
    if (forbidsFalls() && figures.fellS) {
        return {figures.fall, *figures.fellS};
    }
    return unmetGoal(figures);
}

std::unique_ptr<Episode> FigureTask::episode() const {
    return std::make_unique<FigureEpisode>(shared_from_this(), hasBall());
}

TrialFailure notUp(const TrialFigures& figures) {
    return {FailureKind::NotUp, figures.timeS, 100.0 * figures.headHeightRatio};
}

std::vector<double> metricsOf(const TrialFigures& figures) {
    std::vector<double> values;
    values.reserve(allFigures().size());
    for (const Figure& figure : allFigures()) {
        values.push_back(figure.of(figures));
    }
    return values;
}

} // namespace sideline::training
