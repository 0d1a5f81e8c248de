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

constexpr int kStepsPerCycle = 2; // examples, so that what lies between cycles is learnt too
constexpr std::uint64_t kUnseenSeed = 1'000'000;

// The part of a motion that the network shall give, in real time.
struct Part {
    double beginS; ///< in the motion's own time
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

// Angles in which the motion begins: those of its entry pose, else 0.
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
            meaning.joints.push_back(model.joint(JointId(i)).perceptor);
        }
    }
    return meaning;
}

// Examples that are added one by one.
class Examples {
public:
    void add(std::span<const float> input, std::span<const double> anglesRad,
             std::span<const JointId> joints) {
        for (const float each : input) {
            m_inputs.push_back(static_cast<double>(each));
        }
        for (const JointId joint : joints) {
            m_outputs.push_back(anglesRad[joint.index()]);
        }
        ++m_count;
    }
    [[nodiscard]] FitExamples take() const {
        const auto matrix = [this](const std::vector<double>& numbers) {
            const auto columns = static_cast<Eigen::Index>(m_count);
            return Eigen::MatrixXd(Eigen::Map<const Eigen::MatrixXd>(
                numbers.data(), static_cast<Eigen::Index>(numbers.size() / m_count), columns));
        };
        return {matrix(m_inputs), matrix(m_outputs)};
    }

private:
    std::vector<double> m_inputs;
    std::vector<double> m_outputs;
    std::size_t m_count = 0;
};

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

    // The angles over the time, a step apart.
    // @param shift by which share of a step
    [[nodiscard]] FitExamples ofTime(double shift) const {
        world::BodyBelief body;
        body.joints.resize(m_model.joints().size());
        PolicyObserver observer(m_meaning, m_model);
        std::vector<float> observation(static_cast<std::size_t>(observer.size()));
        const std::vector<double> startRad = startOf(*m_trajectory);
        std::vector<double> anglesRad(startRad.size());
        const double stepS = kStepS / kStepsPerCycle;
        const int count = std::max(static_cast<int>(std::ceil(m_meaning.periodS / stepS)), 2);
        Examples examples;
        for (int i = 0; i <= count; ++i) {
            const double timeS = std::min((i + shift) * stepS, m_meaning.periodS);
            observer.reset();
            observer.observe({body, timeS, {}}, observation);
            m_trajectory->sample(m_part.beginS + timeS * m_part.speed, startRad, anglesRad);
            examples.add(observation, anglesRad, m_joints);
        }
        return examples.take();
    }

    // What a robot observes and is asked for while it plays the motion.
    [[nodiscard]] base::Expected<FitExamples> ofTrials(
        std::uint64_t firstSeed, int count, const std::function<bool()>& isCanceled) const {
        TrialRobot robot(m_model, false);
        robot.feelAll();
        Examples examples;
        for (int i = 0; i < count; ++i) {
            if (!playTrial(robot, firstSeed + static_cast<std::uint64_t>(i), examples,
                           isCanceled)) {
                return base::failure(base::ErrorCode::Canceled, "the fit was canceled");
            }
        }
        return examples.take();
    }

private:
    bool playTrial(TrialRobot& robot, std::uint64_t seed, Examples& examples,
                   const std::function<bool()>& isCanceled) const {
        const auto goesOn = [&] { return !isCanceled || !isCanceled(); };
        TrialSettings start;
        start.robot = m_model.shared();
        start.start = m_settings.start;
        start.jointNoiseRad = m_settings.jointNoiseRad;
        base::Rng rng(seed);
        if (!takeStartPose(robot, *m_trajectory, start, rng, [&](double) { return goesOn(); })) {
            return false;
        }
        const std::vector<double> startRad = startOf(*m_trajectory);
        std::vector<double> anglesRad(startRad.size());
        PolicyObserver observer(m_meaning, m_model);
        std::vector<float> observation(static_cast<std::size_t>(observer.size()));
        std::vector<double> wantedRad;
        for (const world::JointBelief& joint : robot.joints()) {
            wantedRad.push_back(joint.wantedRad);
        }
        // Of what repeats, three passes: the robot settles into it.
        const double lengthS = m_meaning.periodS * (m_part.repeats ? 3.0 : 1.0);
        for (double timeS = 0.0; timeS < lengthS - kStepS / 2.0;) {
            if (!goesOn()) {
                return false;
            }
            observer.observe({robot.belief(), kStepS, {}}, observation);
            timeS = observer.timeS();
            const double passS = m_part.repeats ? std::fmod(timeS, m_meaning.periodS)
                                                : std::min(timeS, m_meaning.periodS);
            m_trajectory->sample(m_part.beginS + passS * m_part.speed, startRad, anglesRad);
            examples.add(observation, anglesRad, m_joints);
            for (const JointId joint : m_joints) {
                wantedRad[joint.index()] = anglesRad[joint.index()];
            }
            robot.want(wantedRad);
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

// How far the network is off for each example, rad; a row per joint.
Eigen::MatrixXd errorsOf(const decision::PolicyNetwork& network, const FitExamples& examples) {
    Eigen::MatrixXd errors(examples.outputs.rows(), examples.outputs.cols());
    auto memory = network.memory();
    Eigen::VectorXf output(network.outputSize());
    for (Eigen::Index i = 0; i < errors.cols(); ++i) {
        const Eigen::VectorXf input = examples.inputs.col(i).cast<float>();
        network.evaluate({input.data(), static_cast<std::size_t>(input.size())}, memory,
                         {output.data(), static_cast<std::size_t>(output.size())});
        errors.col(i) = output.cast<double>() - examples.outputs.col(i);
    }
    return errors;
}

double rmsOf(const Eigen::Ref<const Eigen::MatrixXd>& errors) {
    return errors.norm() / std::sqrt(static_cast<double>(errors.size()));
}

} // namespace

base::Expected<MotionFit> fitMotion(
    const std::shared_ptr<const motion::JointTrajectory>& trajectory,
    const robot::RobotModel& model, const MotionFitSettings& settings,
    const std::function<bool()>& isCanceled) {
    if (trajectory->jointCount() != model.joints().size()) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             fmt::format("the motion has {} joints, {} has {}",
                                         trajectory->jointCount(), model.name(),
                                         model.joints().size()));
    }
    const Part part = partOf(*trajectory);
    MotionFit fit;
    fit.policy.meaning = meaningOf(*trajectory, part, model, settings);
    if (!(part.lengthS > 0.0) || fit.policy.meaning.joints.empty()) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             "the motion has no length or moves no joint",
                             "a motion that takes time");
    }
    if (auto checked = decision::check(fit.policy.meaning); !checked) {
        return tl::unexpected(std::move(checked.error()));
    }
    const MotionExamples source(trajectory, part, model, fit.policy.meaning, settings);
    const auto some = [&](std::uint64_t seed, int trials) -> base::Expected<FitExamples> {
        return settings.trials > 0 ? source.ofTrials(seed, trials, isCanceled)
                                   : source.ofTime(seed == kUnseenSeed ? 0.5 : 0.0);
    };
    const auto examples = some(settings.network.seed, settings.trials);
    if (!examples) {
        return tl::unexpected(examples.error());
    }
    auto network = fitNetwork(*examples, settings.network, isCanceled);
    if (!network) {
        return tl::unexpected(std::move(network.error()));
    }
    const auto unseen = some(kUnseenSeed, 2);
    if (!unseen) {
        return tl::unexpected(unseen.error());
    }
    fit.exampleCount = static_cast<std::size_t>(examples->inputs.cols());
    const Eigen::MatrixXd errors = errorsOf(*network, *examples);
    for (Eigen::Index i = 0; i < errors.rows(); ++i) {
        fit.joints.push_back({fit.policy.meaning.joints[static_cast<std::size_t>(i)],
                              rmsOf(errors.row(i)), errors.row(i).cwiseAbs().maxCoeff()});
    }
    fit.rmsRad = rmsOf(errors);
    fit.maxRad = errors.cwiseAbs().maxCoeff();
    fit.unseenRmsRad = rmsOf(errorsOf(*network, *unseen));
    fit.policy.network = std::make_shared<const decision::PolicyNetwork>(std::move(*network));
    if (!trajectory->entryRad.empty()) {
        fit.leftOut.emplace_back("its entry pose");
    }
    if (!trajectory->waits.empty()) {
        fit.leftOut.emplace_back("what it waits for");
    }
    if (!trajectory->branches.empty()) {
        fit.leftOut.emplace_back("its branches");
    }
    if (trajectory->drive.gainPerS > 0.0) {
        fit.leftOut.emplace_back("the gain of its drive");
    }
    if (trajectory->loop && !part.repeats) {
        fit.leftOut.emplace_back("its repetitions");
    }
    return fit;
}

} // namespace sideline::training
