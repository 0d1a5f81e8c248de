#include "training/experiment/recorded_trial.h"

#include <algorithm>
#include <utility>

#include "agentcore/base/rng.h"
#include "training/task/trial_runner.h"

namespace sideline::training {

namespace {

constexpr double kBallPlaysM = 6.0; ///< a ball farther away is not part of the trial

TrialMoment momentOf(const PhysicsRobot& robot, double timeS) {
    TrialMoment moment;
    moment.timeS = timeS;
    const robot::RobotModel& model = robot.model();
    for (std::size_t i = 0; i < model.bodies().size(); ++i) {
        moment.X_SBody.push_back(robot.pose(robot::BodyId(static_cast<std::int32_t>(i))));
    }
    for (std::size_t i = 0; i < model.joints().size(); ++i) {
        moment.anglesRad.push_back(
            robot.jointAngleRad(robot::JointId(static_cast<std::int32_t>(i))));
    }
    moment.p_SBall = robot.ball().X_SBall.p;
    return moment;
}

std::optional<ProgramMoment> programMomentOf(const ProgramRunner* program) {
    const auto gene = program != nullptr ? program->activeGene() : std::nullopt;
    if (!gene) {
        return {};
    }
    ProgramMoment moment;
    moment.gene = *gene;
    for (std::size_t i = 0; i < program->vocabulary().outputs().size(); ++i) {
        const auto values = program->nodeValues(i);
        moment.values.emplace_back(values.begin(), values.end());
    }
    return moment;
}

// Records the events that explain a failure.
class FailureWatch {
public:
    void add(const PhysicsRobot& robot, double timeS) {
        m_cycles.push_back(recordCycle(robot, timeS, m_actingRad));
        m_actingRad.clear(); // acts in the next cycle
        for (const world::JointBelief& joint : robot.joints()) {
            m_actingRad.push_back(joint.targetRad);
        }
    }
    void explain(RecordedTrial& trial) const {
        if (!trial.score.failure) {
            return;
        }
        const TrialFailure& failure = *trial.score.failure;
        const robot::RobotModel& model = *trial.model;
        std::vector<const RobotCycle*> cycles;
        for (const RobotCycle& cycle : m_cycles) {
            cycles.push_back(&cycle);
        }
        if (failure.kind == FailureKind::SelfCollision) {
            trial.failureEvents = selfCollisions(model, cycles);
            return;
        }
        std::optional<double> fellAtS;
        const std::vector<BalanceSample> balance = measuredBalance(model, cycles);
        if (isFall(failure.kind)) {
            fellAtS = failure.atS;
        } else if (failure.kind == FailureKind::NotUp || failure.kind == FailureKind::TooLate) {
            fellAtS = fallAfterGettingUp(model, cycles, balance);
        }
        if (fellAtS) {
            FallExplanation why = explainFall(model, cycles, balance, *fellAtS);
            trial.failureEvents = std::move(why.events);
            trial.firstCause = why.first;
        }
    }

private:
    std::vector<RobotCycle> m_cycles;
    std::vector<double> m_actingRad; ///< targets that act in the next cycle
};

// Collects all frames.
class FrameList final : public world::FrameSink {
public:
    void take(const world::AgentFramePtr& frame) override { frames.push_back(frame); }
    std::vector<world::AgentFramePtr> frames;
};

} // namespace

std::vector<TrialPlace> trialPlaces(const ExperimentSettings& settings, std::uint64_t generation,
                                    int count) {
    std::vector<TrialPlace> places;
    for (int i = 0; i < count; ++i) {
        const auto trial = static_cast<std::uint64_t>(i);
        places.push_back({trialSeed(settings.seed, generation, trial),
                          static_cast<std::uint32_t>(trial % settings.robots.size())});
    }
    return places;
}

std::vector<TrialPlace> generationPlaces(const ExperimentSettings& settings,
                                         std::uint64_t generation,
                                         std::span<const TrialPlace> hard) {
    const TrialPlan& plan = settings.trials;
    std::vector<TrialPlace> places(hard.begin(), hard.end());
    base::Rng rng(trialSeed(settings.seed, generation, kScoutSeeds));
    const std::size_t count = std::min(places.size(), static_cast<std::size_t>(plan.hard));
    for (std::size_t i = 0; i < count; ++i) {
        std::swap(places[i], places[i + rng.below(places.size() - i)]);
    }
    places.resize(count);
    const auto others = trialPlaces(settings, plan.fixedSeeds ? 0 : generation,
                                    plan.count - static_cast<int>(count));
    places.insert(places.end(), others.begin(), others.end());
    return places;
}

void rememberFailures(std::vector<TrialPlace>& hard, std::span<const TrialPlace> places,
                      std::span<const TrialScore> scores) {
    constexpr std::size_t kMax = 64;
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (!scores[i].isSuccess) {
            hard.push_back(places[i]);
        }
    }
    const std::size_t over = hard.size() - std::min(hard.size(), kMax);
    hard.erase(hard.begin(), hard.begin() + static_cast<std::ptrdiff_t>(over));
}

RecordedTrial recordTrial(const TaskPtr& task, Mover& mover, const robot::RobotModelPtr& model,
                          std::uint64_t seed, bool isExact) {
    RecordedTrial trial;
    trial.model = model;
    TrialRunner runner(task, isExact);
    runner.watchMotors();
    FailureWatch watch;
    FrameList frames;
    mover.setSink(&frames);
    trial.score = runner.run(mover, model, seed, [&](const PhysicsRobot& robot, double timeS) {
        watch.add(robot, timeS);
        trial.ballRadiusM = robot.ballRadiusM();
        trial.moments.push_back(momentOf(robot, timeS));
        trial.moments.back().program = programMomentOf(mover.program());
    });
    mover.setSink(nullptr);
    watch.explain(trial);
    trial.X_SF = runner.X_SF();
    trial.frames = std::move(frames.frames);
    const TrialMoment& first = trial.moments.front();
    if ((*first.p_SBall - first.X_SBody.front().p).head<2>().norm() > kBallPlaysM) {
        for (TrialMoment& moment : trial.moments) {
            moment.p_SBall.reset();
        }
    }
    return trial;
}

base::Expected<RecordedTrial> recordTrial(const ExperimentParts& parts, const Genome& genome,
                                          const TrialPlace& place, bool isExact) {
    const robot::RobotModelPtr& model = parts.robots.at(place.robot);
    auto mover = parts.subject->mover(genome, model);
    if (!mover) {
        return tl::unexpected(mover.error());
    }
    return recordTrial(parts.task, **mover, model, place.seed, isExact);
}

} // namespace sideline::training
