#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agents/skill_library.h"
#include "training/task/known_tasks.h"
#include "training/task/trial_figures.h"

namespace sideline::training {

namespace {

using TrajectoryPtr = std::shared_ptr<const motion::JointTrajectory>;

struct TrackSettings {
    std::string motion;
    TrialStart start;
    double longestS = 5.0;
    double sharpnessPerDeg2 = 0.01;
};

// The motion resolved for each robot. Shared by all trials of a task.
class Reference {
public:
    explicit Reference(std::string motion) : m_motion(std::move(motion)) {}

    base::Expected<TrajectoryPtr> of(const robot::RobotModel& model) const {
        const std::lock_guard lock(m_mutex);
        TrajectoryPtr& known = m_known[model.name()];
        if (!known) {
            agents::SkillLibrary skills;
            auto found = skills.find(m_motion, model);
            if (!found) {
                return tl::unexpected(found.error());
            }
            known = std::move(*found);
        }
        return known;
    }

private:
    std::string m_motion;
    mutable std::mutex m_mutex;
    mutable std::map<std::string, TrajectoryPtr> m_known; ///< trajectories by the robot's name
};

// Each cycle contributes up to 1 / (number of cycles): a Gaussian of the root mean square error of
// the joints that the motion moves. Nothing is added after a fall.
class TrackEpisode final : public Episode {
public:
    TrackEpisode(const TrackSettings& settings, std::shared_ptr<const Reference> reference)
        : m_settings(settings), m_reference(std::move(reference)) {}

    void begin(const PhysicsRobot& robot) override {
        const auto trajectory = m_reference->of(robot.model());
        m_trajectory = trajectory ? *trajectory : nullptr; // a robot that cannot play it fails
        m_figures.begin(robot, false);
        m_startRad.clear(); // angles from which the motion moves to its first keys
        for (std::size_t i = 0; i < robot.joints().size(); ++i) {
            const double measuredRad = robot.joints()[i].measuredRad;
            m_startRad.push_back(m_trajectory
                                     ? m_trajectory->entryRadOr(robot::JointId(i), measuredRad)
                                     : measuredRad);
        }
        m_fitness = m_trajectory ? 0.0 : std::nan("");
    }

    bool afterCycle(const TrialView& view) override {
        m_figures.update(view);
        if (!m_trajectory || m_figures.figures().fellS) {
            m_isDecided = true;
            return false;
        }
        const double errorDeg = math::degFromRad(errorRad(view));
        m_errorSumDeg += errorDeg;
        m_worstDeg = std::max(m_worstDeg, errorDeg);
        ++m_cycles;
        const double earned = std::exp(-m_settings.sharpnessPerDeg2 * errorDeg * errorDeg) *
                              game::kStepS / m_settings.longestS;
        m_fitness += earned;
        m_earned += earned;
        return true;
    }

    double reward() override { return std::exchange(m_earned, 0.0); }
    bool isDecided() const override { return m_isDecided; }

    TrialScore finish() const override {
        TrialScore score;
        score.fitness = m_fitness;
        score.isSuccess = !m_isDecided && m_cycles > 0;
        if (!m_trajectory) {
            score.failure = {FailureKind::CannotPlay, 0.0};
        } else if (const auto& fellS = m_figures.figures().fellS) {
            score.failure = {m_figures.figures().fall, *fellS};
        }
        score.metrics = {m_figures.figures().timeS,
                         m_cycles > 0 ? m_errorSumDeg / m_cycles : std::nan(""), m_worstDeg,
                         m_figures.figures().fellS.value_or(std::nan(""))};
        return score;
    }

private:
    double errorRad(const TrialView& view) const {
        // Time in the motion: it begins when the robot has reached the entry pose, and targets
        // affect the measured angles two cycles later at the earliest.
        const double inMotionS =
            (view.timeS - m_trajectory->entryDurationS - 2.0 * game::kStepS) * m_trajectory->speed;
        const double timeS = std::clamp(inMotionS, 0.0, m_trajectory->lengthS);
        double sum = 0.0;
        int count = 0;
        for (std::size_t i = 0; i < view.robot.joints().size(); ++i) {
            if (m_trajectory->moves(robot::JointId(i))) {
                const double offRad =
                    view.robot.joints()[i].measuredRad -
                    m_trajectory->angleRad(robot::JointId(i), timeS, m_startRad[i]);
                sum += offRad * offRad;
                ++count;
            }
        }
        return count > 0 ? std::sqrt(sum / count) : 0.0;
    }

    const TrackSettings& m_settings;
    std::shared_ptr<const Reference> m_reference;
    TrajectoryPtr m_trajectory;
    std::vector<double> m_startRad;
    FigureTracker m_figures;
    double m_fitness = 0.0;
    double m_earned = 0.0; ///< fitness earned since the last `reward`
    double m_errorSumDeg = 0.0;
    double m_worstDeg = 0.0;
    int m_cycles = 0;
    bool m_isDecided = false;
};

class Track final : public Task {
public:
    Track(TrackSettings settings, std::shared_ptr<const Reference> reference)
        : m_settings(std::move(settings)), m_reference(std::move(reference)) {}

    const std::vector<MetricInfo>& metrics() const override { return m_metrics; }
    TrialStart start(base::Rng& rng) const override {
        static_cast<void>(rng);
        return m_settings.start;
    }
    double longestS() const override { return m_settings.longestS; }
    std::unique_ptr<Episode> episode() const override {
        return std::make_unique<TrackEpisode>(m_settings, m_reference);
    }

private:
    TrackSettings m_settings;
    std::shared_ptr<const Reference> m_reference;
    std::vector<MetricInfo> m_metrics = {
        {"endS", "s", "when the trial ended"},
        {"meanErrorDeg", "deg", "mean over time of the joints' RMS error"},
        {"worstErrorDeg", "deg", "maximum of the joints' RMS error"},
        {"fellS", "s", "time of the fall"}};
};

} // namespace

TaskInfo trackTask() {
    TaskInfo info;
    info.name = "track";
    info.summary = "Track the joint angles of a motion without falling";
    info.parameters =
        joined({{{"motion", "name of the motion, or file", std::string("squat")},
                 startParameter(false),
                 {"longest", "tracking time; after the motion's end, its last pose counts", 5.0,
                  "s", 0.5, 120.0},
                 {"sharpness", "how quickly the fitness decays with the error", 0.01, "1/deg^2",
                  1e-6, 10.0},
                 {"settle", "settling time in the start pose", 0.4, "s", 0.0, 5.0}},
                noiseParameters(1.0, 0.0)});
    info.make = [](const agents::Parameters& parameters) -> base::Expected<TaskPtr> {
        TrackSettings settings;
        settings.motion = parameters.text("motion");
        settings.start.pose = startPoseOf(parameters);
        settings.start.settleS = parameters.number("settle");
        settings.longestS = parameters.number("longest");
        settings.sharpnessPerDeg2 = parameters.number("sharpness");
        readNoise(parameters, settings.start);
        auto reference = std::make_shared<const Reference>(settings.motion);
        return std::make_shared<const Track>(std::move(settings), std::move(reference));
    };
    return info;
}

} // namespace sideline::training
