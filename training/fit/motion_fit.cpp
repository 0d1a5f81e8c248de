#include "training/fit/motion_fit.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/rng.h"
#include "agentcore/decision/policy_observation.h"
#include "agentcore/game/constants.h"
#include "agentcore/motion/trajectory_player.h"
#include "training/trial/start_pose.h"
#include "training/trial/trial_robot.h"

namespace sideline::training {

using decision::ObservationKind;
using decision::PolicyInterface;
using decision::PolicyObserver;
using game::kStepS;
using robot::JointId;

namespace {

constexpr int kStepsPerCycle = 2; // examples per cycle, so that times between cycles are included

// The part of a motion that the network reproduces, in real time.
struct Part {
    double beginS; ///< beginning in motion time
    double lengthS;
    double speed;
    bool repeats;
};

Part partOf(const motion::JointTrajectory& trajectory) {
    if (trajectory.loop && trajectory.loop->count == 0) {
        return {trajectory.loop->beginS, trajectory.loop->endS - trajectory.loop->beginS,
                trajectory.speed, true};
    }
    return {0.0, trajectory.lengthS, trajectory.speed, false};
}

// Initial joint angles: those of the entry pose, otherwise 0.
std::vector<double> startOf(const motion::JointTrajectory& trajectory) {
    std::vector<double> startRad(trajectory.jointCount(), 0.0);
    for (std::size_t i = 0; i < startRad.size(); ++i) {
        startRad[i] = trajectory.entryRadOr(robot::JointId(i), 0.0);
    }
    return startRad;
}

PolicyInterface meaningOf(const motion::JointTrajectory& trajectory, const Part& part,
                          const robot::RobotModel& model, const MotionFitSettings& settings) {
    PolicyInterface meaning;
    meaning.robot = model.name();
    meaning.note = settings.note;
    meaning.periodS = part.lengthS / part.speed;
    meaning.observation = {
        {part.repeats ? ObservationKind::Phase : ObservationKind::Progress, 1.0}};
    if (settings.trials > 0) {
        for (const ObservationKind kind : {ObservationKind::JointAngles, ObservationKind::Gyro,
                                           ObservationKind::Up, ObservationKind::FootForces}) {
            meaning.observation.push_back({kind, 1.0});
        }
    }
    for (std::size_t i = 0; i < model.joints().size(); ++i) {
        if (trajectory.moves(JointId(i))) {
            meaning.joints.push_back(model.perceptorName(JointId(i)));
        }
    }
    return meaning;
}

class MotionExamples {
public:
    MotionExamples(std::shared_ptr<const motion::JointTrajectory> trajectory, const Part& part,
                   const robot::RobotModel& model, const PolicyInterface& meaning,
                   const MotionFitSettings& settings)
        : m_trajectory(std::move(trajectory)),
          m_part(part),
          m_model(model),
          m_meaning(meaning),
          m_settings(settings) {
        for (const std::string& name : meaning.joints) {
            m_joints.push_back(model.findJoint(name));
        }
    }

    // Samples the angles over time, one step apart. @param shift fraction of a step
    [[nodiscard]] FitExamples ofTime(double shift) const {
        world::BodyBelief body;
        body.joints.resize(m_model.joints().size());
        PolicyObserver observer(m_meaning, m_model);
        std::vector<float> observation(static_cast<std::size_t>(observer.size()));
        const std::vector<double> startRad = startOf(*m_trajectory);
        std::vector<double> anglesRad(startRad.size());
        const double stepS = kStepS / kStepsPerCycle;
        const int count = std::max(static_cast<int>(std::ceil(m_meaning.periodS / stepS)), 2);
        ExampleList examples;
        for (int i = 0; i <= count; ++i) {
            const double timeS = std::min((i + shift) * stepS, m_meaning.periodS);
            observer.reset();
            observer.observe({body, timeS, {}}, observation);
            m_trajectory->sample(m_part.beginS + timeS * m_part.speed, startRad, anglesRad);
            examples.add(observation, anglesRad, m_joints);
        }
        return examples.take();
    }

    // Records observations and target angles while a robot plays the motion.
    [[nodiscard]] base::Expected<FitExamples> ofTrials(
        std::uint64_t firstSeed, int count, const std::function<bool()>& isCanceled) const {
        TrialRobot robot(m_model, false);
        robot.enableAllPercepts();
        ExampleList examples;
        for (int i = 0; i < count; ++i) {
            if (!playTrial(robot, firstSeed + static_cast<std::uint64_t>(i), examples,
                           isCanceled)) {
                return base::failure(base::ErrorCode::Canceled, "the fit was canceled");
            }
        }
        return examples.take();
    }

private:
    bool playTrial(TrialRobot& robot, std::uint64_t seed, ExampleList& examples,
                   const std::function<bool()>& isCanceled) const {
        const auto isContinued = [&] { return !isCanceled || !isCanceled(); };
        TrialSettings start;
        start.robot = m_model.shared();
        start.start = m_settings.start;
        start.jointNoiseRad = m_settings.jointNoiseRad;
        base::Rng rng(seed);
        if (!takeStartPose(robot, *m_trajectory, start, rng,
                           [&](double) { return isContinued(); })) {
            return false;
        }
        const std::vector<double> startRad = startOf(*m_trajectory);
        std::vector<double> anglesRad(startRad.size());
        PolicyObserver observer(m_meaning, m_model);
        std::vector<float> observation(static_cast<std::size_t>(observer.size()));
        std::vector<double> targetRad;
        for (const world::JointBelief& joint : robot.joints()) {
            targetRad.push_back(joint.targetRad);
        }
        // Runs a repeated motion three times, so that the robot settles into it.
        const double lengthS = m_meaning.periodS * (m_part.repeats ? 3.0 : 1.0);
        for (double timeS = 0.0; timeS < lengthS - kStepS / 2.0;) {
            if (!isContinued()) {
                return false;
            }
            observer.observe({robot.belief(), kStepS, {}}, observation);
            timeS = observer.timeS();
            const double passS = m_part.repeats ? std::fmod(timeS, m_meaning.periodS)
                                                : std::min(timeS, m_meaning.periodS);
            m_trajectory->sample(m_part.beginS + passS * m_part.speed, startRad, anglesRad);
            examples.add(observation, anglesRad, m_joints);
            for (const JointId joint : m_joints) {
                targetRad[joint.index()] = anglesRad[joint.index()];
            }
            robot.setTargets(targetRad);
            robot.cycle();
        }
        return true;
    }

    std::shared_ptr<const motion::JointTrajectory> m_trajectory;
    Part m_part;
    const robot::RobotModel& m_model;
    const PolicyInterface& m_meaning;
    const MotionFitSettings& m_settings;
    std::vector<JointId> m_joints;
};

} // namespace

base::Expected<PolicyFit> fitMotion(
    const std::shared_ptr<const motion::JointTrajectory>& trajectory,
    const robot::RobotModel& model, const MotionFitSettings& settings,
    const std::function<bool()>& isCanceled) {
    if (trajectory->jointCount() != model.joints().size()) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             fmt::format("the motion has {} joints, but {} has {}",
                                         trajectory->jointCount(), model.name(),
                                         model.joints().size()));
    }
    const Part part = partOf(*trajectory);
    PolicyInterface meaning = meaningOf(*trajectory, part, model, settings);
    if (!(part.lengthS > 0.0) || meaning.joints.empty()) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             "the motion has no duration or moves no joint",
                             "a motion that moves joints over time");
    }
    if (auto checked = decision::check(meaning); !checked) {
        return tl::unexpected(std::move(checked.error()));
    }
    const MotionExamples source(trajectory, part, model, meaning, settings);
    const auto some = [&](std::uint64_t seed, int trials) -> base::Expected<FitExamples> {
        return settings.trials > 0 ? source.ofTrials(seed, trials, isCanceled)
                                   : source.ofTime(seed == kUnseenSeed ? 0.5 : 0.0);
    };
    const auto examples = some(settings.network.seed, settings.trials);
    if (!examples) {
        return tl::unexpected(examples.error());
    }
    const auto unseen = some(kUnseenSeed, 2);
    if (!unseen) {
        return tl::unexpected(unseen.error());
    }
    auto fit = fitPolicy(meaning, *examples, *unseen, settings.network, isCanceled);
    if (!fit) {
        return fit;
    }
    if (!trajectory->entryRad.empty()) {
        fit->omitted.emplace_back("its entry pose");
    }
    if (!trajectory->waits.empty()) {
        fit->omitted.emplace_back("its waits");
    }
    if (!trajectory->branches.empty()) {
        fit->omitted.emplace_back("its branches");
    }
    if (trajectory->drive.gainPerS > 0.0) {
        fit->omitted.emplace_back("its drive gain");
    }
    if (trajectory->loop && !part.repeats) {
        fit->omitted.emplace_back("its repetitions");
    }
    return fit;
}

} // namespace sideline::training
