#include "training/task/trial_runner.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "agentcore/base/assert.h"
#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "training/trial/start_pose.h"

namespace sideline::training {

namespace {

using game::kStepS;

// Random numbers of different uses do not disturb each other.
enum class Stream : std::uint64_t { Start = 1, Pose = 2, Ball = 3, Pushes = 4 };

base::Rng rngOf(std::uint64_t seed, Stream stream) {
    return base::Rng(base::Rng(seed ^ (static_cast<std::uint64_t>(stream) << 56U)).next());
}

// A start pose that has been taken before, as far as it can be known in advance.
struct StartKey {
    keyframe::StartPose pose{};
    double settleS = 0.0;
    double jointNoiseRad = 0.0;
    double headingNoiseRad = 0.0;
    std::uint64_t seed = 0;
    std::vector<double> startRad;
    [[nodiscard]] auto operator<=>(const StartKey&) const = default;
};

constexpr std::size_t kMostStarts = 2048;

} // namespace

struct TrialRunner::Place {
    explicit Place(const robot::RobotModelPtr& robotModel, bool isExact)
        : model(robotModel),
          robot(*robotModel, isExact),
          still(robotModel->joints().size()),
          wantedRad(robotModel->joints().size()) {
        simulator::BallState ball;
        ball.X_SBall.p = {0.0, 9.0, game::kBallRadiusM};
        robot.physics().setBall(ball);
        fresh = robot.save();
    }

    robot::RobotModelPtr model;
    TrialRobot robot;
    std::optional<TrialRobot::State> fresh; ///< always there
    motion::JointTrajectory still;          ///< moves nothing
    std::vector<double> wantedRad;
    std::map<StartKey, TrialRobot::State> starts;
};

TrialRunner::TrialRunner(TaskPtr task, bool isExact) : m_task(std::move(task)), m_isExact(isExact) {
    SIDELINE_ASSERT(m_task != nullptr);
}

TrialRunner::~TrialRunner() = default;

TrialRunner::Place& TrialRunner::placeOf(const robot::RobotModelPtr& model) {
    const auto known =
        std::ranges::find_if(m_places, [&](const auto& place) { return place->model == model; });
    if (known != m_places.end()) {
        return **known;
    }
    return *m_places.emplace_back(std::make_unique<Place>(model, m_isExact));
}

void TrialRunner::takeStart(Place& place, const TrialStart& start, std::span<const double> startRad,
                            std::uint64_t seed) {
    StartKey key{start.pose,
                 start.settleS,
                 start.jointNoiseRad,
                 start.headingNoiseRad,
                 seed,
                 {startRad.begin(), startRad.end()}};
    key.startRad.resize(place.model->joints().size(), 0.0);
    if (const auto known = place.starts.find(key); known != place.starts.end()) {
        place.robot.restore(known->second);
        return;
    }
    place.robot.restore(*place.fresh);
    TrialSettings settings;
    settings.start = start.pose;
    settings.startRad = key.startRad;
    settings.settleS = start.settleS;
    settings.jointNoiseRad = start.jointNoiseRad;
    settings.headingNoiseRad = start.headingNoiseRad;
    base::Rng rng = rngOf(seed, Stream::Pose);
    takeStartPose(place.robot, place.still, settings, rng, [](double) { return true; });
    if (place.starts.size() >= kMostStarts) {
        place.starts.clear(); // seeds of old generations do not come again
    }
    place.starts.emplace(std::move(key), place.robot.save());
}

TrialScore TrialRunner::run(Mover& mover, const robot::RobotModelPtr& model, std::uint64_t seed,
                            const Observer& observer) {
    Place& place = placeOf(model);
    TrialRobot& robot = place.robot;
    if (mover.feelsAll()) {
        robot.feelAll();
    }
    base::Rng startRng = rngOf(seed, Stream::Start);
    const TrialStart start = m_task->start(startRng);
    SIDELINE_ASSERT(mover.startRad().empty() || mover.startRad().size() == model->joints().size());
    takeStart(place, start,
              keyframe::isLying(start.pose) ? std::span<const double>{} : mover.startRad(), seed);
    if (start.pose == keyframe::StartPose::OnBall) {
        base::Rng rng = rngOf(seed, Stream::Ball);
        TrialSettings settings;
        settings.ballFromFeetM = start.ballFromFeetM;
        settings.placeNoiseM = start.ballNoiseM;
        simulator::BallState ball;
        ball.X_SBall.p = ballPlace_S(robot, settings, rng);
        robot.physics().setBall(ball);
    }
    base::Rng pushRng = rngOf(seed, Stream::Pushes);
    for (std::size_t i = 0; i < place.wantedRad.size(); ++i) {
        place.wantedRad[i] = robot.joints()[i].wantedRad;
    }
    const auto episode = m_task->episode();
    episode->begin(robot);
    mover.begin(robot);
    TrialView view{robot};
    const auto cycles = static_cast<int>(std::lround(m_task->longestS() / kStepS));
    const auto pushCycles = std::max(1, static_cast<int>(std::lround(start.pushEveryS / kStepS)));
    int done = 0;
    for (bool goesOn = true; goesOn && done < cycles; ++done) {
        if (!view.isMoverDone && !mover.step(robot, view.timeS, place.wantedRad)) {
            view.isMoverDone = true;
            view.moverEndS = view.timeS + kStepS;
        }
        robot.want(place.wantedRad);
        if (start.pushMps > 0.0 && (done + 1) % pushCycles == 0) {
            const double directionRad = pushRng.uniform(-math::kPi, math::kPi);
            robot.hit(start.pushMps *
                      Eigen::Vector3d(std::cos(directionRad), std::sin(directionRad), 0.0));
        }
        robot.cycle();
        view.timeS = (done + 1) * kStepS;
        goesOn = episode->afterCycle(view);
        if (observer) {
            observer(robot, view.timeS);
        }
    }
    TrialScore score = episode->finish();
    score.simulatedS = done * kStepS + start.settleS;
    return score;
}

} // namespace sideline::training
