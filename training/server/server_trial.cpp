#include "training/server/server_trial.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "agentcore/base/assert.h"
#include "agentcore/game/constants.h"
#include "agentcore/math/rotation.h"
#include "agentcore/motion/walk/walk_to.h"
#include "simulator/world/physics_world.h"
#include "training/task/target_run.h"
#include "training/task/trial.h"
#include "training/trial/trial_robot.h"

namespace sideline::training {

namespace {

using game::kStepS;

// With room for a kick ahead and for a walk in every direction.
const Eigen::Vector3d kStartsFrom_F(-5.0, 0.0, 0.0);
const Eigen::Vector2d kBallLateral_S(10.0, -9.0);

// State of robot and ball at one time.
struct Truth {
    double timeS = 0.0;
    math::Pose X_STorso;
    std::vector<double> jointsRad;
    simulator::BallState ball;
};

Truth truthOf(const ServerRobot& robot) {
    Truth truth{robot.timeS(), robot.torso(), {}, {}};
    for (const world::JointBelief& joint : robot.joints()) {
        truth.jointsRad.push_back(joint.measuredRad);
    }
    truth.ball.X_SBall.p = robot.ball_S();
    truth.ball.velocity_SMps = robot.ball_SMps();
    return truth;
}

// Interpolates between two states. @param ratio 0 to 1
Truth between(const Truth& from, const Truth& to, double ratio) {
    Truth truth = to;
    truth.timeS = std::lerp(from.timeS, to.timeS, ratio);
    truth.X_STorso = math::interpolate(from.X_STorso, to.X_STorso, ratio);
    for (std::size_t i = 0; i < truth.jointsRad.size(); ++i) {
        truth.jointsRad[i] = std::lerp(from.jointsRad[i], to.jointsRad[i], ratio);
    }
    truth.ball.X_SBall.p += (1.0 - ratio) * (from.ball.X_SBall.p - to.ball.X_SBall.p);
    return truth;
}

// Runs trials sequentially with the same agent.
class Trials {
public:
    Trials(const ServerTrialSettings& settings, ServerRobot& robot)
        : m_settings(settings),
          m_isDriven(settings.behavior && settings.behavior->clone()->asDriven() != nullptr),
          m_robot(robot),
          m_shadow(*settings.robot.model, false) {}

    base::Expected<TrialScore> run(std::uint64_t seed) {
        base::Rng rng(seed);
        m_start = m_settings.task->start(rng);
        if (const auto ready = prepare(rng); !ready) {
            return tl::unexpected(ready.error());
        }
        m_robot.begin(m_settings.behavior);
        m_last = truthOf(m_robot);
        show(m_last);
        m_view.emplace(TrialView{m_shadow});
        m_targets.begin(m_start.targets, m_robot.ground());
        m_view->targets = m_targets.count() > 0 ? &m_targets : nullptr;
        m_sentTarget = nullptr;
        const auto episode = m_settings.task->episode();
        episode->begin(m_shadow);
        while (advance(*episode)) {
        }
        if (const auto& fault = m_robot.fault()) {
            return tl::unexpected(*fault);
        }
        TrialScore score = episode->finish();
        score.simulatedS = m_view->timeS + m_start.settleS;
        return score;
    }

private:
    base::Expected<void> prepare(base::Rng& rng) {
        if (const auto lateral = m_robot.placeBall(kBallLateral_S); !lateral) {
            return lateral;
        }
        ServerStart start;
        start.pose = m_start.pose;
        start.p_F = kStartsFrom_F;
        start.p_F.z() = rng.normal(m_start.headingNoiseRad);
        if (!keyframe::isLying(m_start.pose)) {
            start.jointsRad = m_settings.startRad;
        }
        start.jointNoiseRad = m_start.jointNoiseRad;
        // Time for a standing agent to localize.
        start.settleS = std::max(m_start.settleS, keyframe::isLying(m_start.pose) ? 0.0 : 1.0);
        if (const auto ready = m_robot.setPosture(start, rng); !ready) {
            return ready;
        }
        if (m_start.pose != keyframe::StartPose::OnBall) {
            return {};
        }
        const Eigen::Vector3d ball_R(m_start.ballFromFeetM.x() + rng.normal(m_start.ballNoiseM),
                                     m_start.ballFromFeetM.y() + rng.normal(m_start.ballNoiseM),
                                     0.0);
        return m_robot.placeBall((m_robot.ground() * ball_R).head<2>());
    }

    void show(const Truth& truth) {
        m_shadow.setPosture(truth.X_STorso, truth.jointsRad);
        m_shadow.setBall(truth.ball);
    }

    void sendCommands() {
        takeCommand(m_start, *m_view);
        if (m_view->targets == nullptr) {
            return;
        }
        if (const behavior::GoToPlace* target = m_targets.target();
            target != nullptr && target != m_sentTarget) {
            m_sentTarget = target;
            m_robot.goTo(*target);
        }
        if (!m_isDriven) {
            m_view->command = motion::walkTo(m_targets.goal_R(), m_targets.turnRad());
        }
    }

    // Runs until the next monitor message. @return whether the trial continues
    bool advance(Episode& episode) {
        sendCommands();
        if (!m_robot.cycle(m_view->command)) {
            return false;
        }
        if (m_robot.isDone() && !m_view->isMoverDone) {
            m_view->isMoverDone = true;
            m_view->moverEndS = m_robot.timeS();
        }
        const Truth now = truthOf(m_robot);
        const int cycles = static_cast<int>(std::lround((now.timeS - m_last.timeS) / kStepS));
        for (int i = 1; i <= cycles; ++i) {
            const Truth truth = between(m_last, now, static_cast<double>(i) / cycles);
            show(truth);
            m_view->timeS = truth.timeS;
            if (m_view->targets != nullptr) {
                m_targets.update(m_shadow.ground(), truth.timeS);
            }
            if (!episode.afterCycle(*m_view) || truth.timeS >= m_settings.task->longestS()) {
                return false;
            }
            m_view->isBallAlone = m_view->isBallAlone || episode.needsOnlyBall();
        }
        if (cycles > 0) {
            m_last = now;
        }
        return true;
    }

    const ServerTrialSettings& m_settings;
    bool m_isDriven; ///< goes to targets on its own; otherwise it receives velocity commands
    ServerRobot& m_robot;
    TrialRobot m_shadow; ///< mirrors the robot on the server; never simulated
    TrialStart m_start;
    std::optional<TrialView> m_view; ///< view of the current trial
    TargetRun m_targets;
    const behavior::GoToPlace* m_sentTarget = nullptr; ///< of `m_targets`
    Truth m_last;
};

} // namespace

base::Expected<std::vector<TrialScore>> runServerTrials(
    const ServerTrialSettings& settings, const std::function<void(const TrialScore&)>& onTrial) {
    SIDELINE_ASSERT(settings.task != nullptr && settings.behavior != nullptr);
    if (base::Rng rng(settings.seed); settings.task->start(rng).pushMps > 0.0) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             "the task pushes the robot, which cannot be done on a server",
                             "the setting push=0");
    }
    const auto robot = ServerRobot::join(settings.robot);
    if (!robot) {
        return tl::unexpected(robot.error());
    }
    Trials trials(settings, **robot);
    std::vector<TrialScore> scores;
    for (int i = 0; i < settings.trials; ++i) {
        const auto score =
            trials.run(base::Rng(settings.seed).next() + static_cast<std::uint64_t>(i));
        if (!score) {
            return tl::unexpected(score.error());
        }
        if (onTrial) {
            onTrial(*score);
        }
        scores.push_back(*score);
    }
    return scores;
}

} // namespace sideline::training
