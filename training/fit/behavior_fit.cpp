#include "training/fit/behavior_fit.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "agentcore/decision/policy_observation.h"
#include "agentcore/decision/run_policy.h"
#include "agentcore/game/constants.h"
#include "training/task/behavior_mover.h"
#include "training/task/trial_runner.h"

namespace sideline::training {

namespace {

using decision::ObservationKind;
using robot::JointId;

constexpr double kMovesRad = 1e-4;

// Percepts and joint targets of a behavior in a cycle.
struct Seen {
    world::BodyBelief body;
    Eigen::Vector3d command;
    std::vector<double> targetRad;
};
using Run = std::vector<Seen>;

// Records a behavior while it moves a robot.
class RecordingMover final : public Mover {
public:
    explicit RecordingMover(BehaviorMover mover) : m_mover(std::move(mover)) {}

    bool needsAllPercepts() const override { return m_mover.needsAllPercepts(); }
    void setCommand(const motion::WalkCommand& command) override {
        m_command = {command.forwardMps, command.leftMps, command.turnRadPerS};
        m_mover.setCommand(command);
    }
    void setBall(const std::optional<Eigen::Vector2d>& error_SM) override {
        m_mover.setBall(error_SM);
    }
    void begin(const PhysicsRobot& robot) override {
        run.clear();
        m_command.setZero();
        m_mover.begin(robot);
    }
    bool step(const PhysicsRobot& robot, double timeS, std::span<double> targetRad) override {
        const bool isContinued = m_mover.step(robot, timeS, targetRad);
        run.push_back({robot.belief(), m_command, {targetRad.begin(), targetRad.end()}});
        return isContinued;
    }
    std::span<const std::optional<motion::JointGains>> gains() const override {
        return m_mover.gains();
    }

    Run run; ///< run of the current trial

private:
    BehaviorMover m_mover;
    Eigen::Vector3d m_command = Eigen::Vector3d::Zero();
};

class Watching {
public:
    Watching(const behavior::Behavior& behavior, const TaskPtr& task, robot::RobotModelPtr model,
             const std::function<bool()>& isCanceled)
        : m_model(std::move(model)),
          m_runner(task),
          m_mover(BehaviorMover(behavior.clone(), *m_model)),
          m_isCanceled(isCanceled) {}

    // Returns the runs of successful trials.
    base::Expected<std::vector<Run>> watch(std::uint64_t firstSeed, int count, FitTrials& trials) {
        std::vector<Run> runs;
        for (int i = 0; i < count; ++i) {
            if (m_isCanceled && m_isCanceled()) {
                return base::failure(base::ErrorCode::Canceled, "the fit was canceled");
            }
            const TrialScore score =
                m_runner.run(m_mover, m_model, firstSeed + static_cast<std::uint64_t>(i));
            trials.fitness += score.fitness / count;
            if (score.isSuccess) {
                ++trials.succeeded;
                runs.push_back(std::move(m_mover.run));
            }
        }
        return runs;
    }

private:
    robot::RobotModelPtr m_model;
    TrialRunner m_runner;
    RecordingMover m_mover;
    const std::function<bool()>& m_isCanceled;
};

std::vector<JointId> movedJoints(const std::vector<Run>& runs, const robot::RobotModel& model) {
    std::vector<JointId> moved;
    for (std::size_t i = 0; i < model.joints().size(); ++i) {
        const bool moves = std::ranges::any_of(runs, [&](const Run& run) {
            return std::ranges::any_of(run, [&](const Seen& seen) {
                return std::abs(seen.targetRad[i] - run.front().targetRad[i]) > kMovesRad;
            });
        });
        if (moves) {
            moved.emplace_back(i);
        }
    }
    return moved;
}

decision::PolicyInterface meaningOf(const std::vector<Run>& runs,
                                    const std::vector<JointId>& joints,
                                    const robot::RobotModel& model, const std::string& note) {
    decision::PolicyInterface meaning;
    meaning.robot = model.name();
    meaning.note = note;
    for (const JointId joint : joints) {
        meaning.joints.push_back(model.perceptorName(joint));
    }
    for (const ObservationKind kind :
         {ObservationKind::JointAngles, ObservationKind::Gyro, ObservationKind::Up,
          ObservationKind::FootForces, ObservationKind::LastAction}) {
        meaning.observation.push_back({kind, 1.0});
    }
    if (std::ranges::any_of(runs, [](const Run& run) {
            return std::ranges::any_of(run,
                                       [](const Seen& seen) { return !seen.command.isZero(); });
        })) {
        meaning.observation.push_back({ObservationKind::Command, 1.0});
    }
    return meaning;
}

FitExamples examplesOf(const std::vector<Run>& runs, const decision::PolicyInterface& meaning,
                       const std::vector<JointId>& joints, const robot::RobotModel& model) {
    ExampleList examples;
    decision::PolicyObserver observer(meaning, model);
    std::vector<float> observation(static_cast<std::size_t>(observer.size()));
    std::vector<float> lastAction(joints.size());
    for (const Run& run : runs) {
        observer.reset();
        std::ranges::fill(lastAction, 0.0F);
        for (const Seen& seen : run) {
            observer.observe({.body = seen.body,
                              .stepS = game::kStepS,
                              .lastAction = lastAction,
                              .command = seen.command},
                             observation);
            examples.add(observation, seen.targetRad, joints);
            std::ranges::transform(joints, lastAction.begin(), [&](JointId joint) {
                return static_cast<float>(seen.targetRad[joint.index()]);
            });
        }
    }
    return examples.take();
}

} // namespace

base::Expected<BehaviorFit> fitBehavior(const behavior::Behavior& behavior, const TaskPtr& task,
                                        const robot::RobotModelPtr& model,
                                        const BehaviorFitSettings& settings,
                                        const std::function<bool()>& isCanceled) {
    BehaviorFit fit;
    Watching watching(behavior, task, model, isCanceled);
    FitTrials trainingResults;
    const auto runs = watching.watch(settings.network.seed, settings.trials, trainingResults);
    const auto unseen =
        runs ? watching.watch(kUnseenSeed, settings.testTrials, fit.behavior) : runs;
    if (!unseen) {
        return tl::unexpected(unseen.error());
    }
    if (runs->empty() || unseen->empty()) {
        return base::failure(base::ErrorCode::InvalidArgument, "the behavior failed in all trials",
                             "a task at which the behavior succeeds");
    }
    fit.trainingTrials = trainingResults.succeeded;
    const std::vector<JointId> joints = movedJoints(*runs, *model);
    if (joints.empty()) {
        return base::failure(base::ErrorCode::InvalidArgument, "the behavior moves no joint",
                             "a behavior that moves joints");
    }
    const decision::PolicyInterface meaning = meaningOf(*runs, joints, *model, settings.note);
    auto fitted =
        fitPolicy(meaning, examplesOf(*runs, meaning, joints, *model),
                  examplesOf(*unseen, meaning, joints, *model), settings.network, isCanceled);
    if (!fitted) {
        return tl::unexpected(std::move(fitted.error()));
    }
    static_cast<PolicyFit&>(fit) = std::move(*fitted);
    const decision::RunPolicy network(std::make_shared<const decision::Policy>(fit.policy), *model,
                                      {});
    Watching testing(network, task, model, isCanceled);
    if (const auto testTrials = testing.watch(kUnseenSeed, settings.testTrials, fit.network);
        !testTrials) {
        return tl::unexpected(testTrials.error());
    }
    return fit;
}

} // namespace sideline::training
