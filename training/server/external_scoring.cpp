#include "training/server/external_scoring.h"

#include "training/server/external_robot.h"
#include "training/server/placing.h"
#include "training/skill/scoring_watch.h"

namespace sideline::training {

namespace {

base::Expected<void> place(ExternalRobot& robot, const ScoringTrial& start) {
    const game::Side side = robot.id().side;
    const Eigen::Vector3d p_S = serverPlaceOf(side, start.robot_F);
    const Eigen::Vector3d ball_S = serverPlaceOf(side, {start.ball_F.x(), start.ball_F.y(), 0.0});
    for (const monitor::TrainerCommand& command :
         {monitor::TrainerCommand(monitor::SetPlayMode{game::PlayMode::PlayOn}),
          monitor::TrainerCommand(monitor::SetTime{0.0}),
          placeRobotCommand(robot.id(), p_S, robot.robot().model.get(),
                            robot.robot().jointAnglesRad),
          placeBallCommand(ball_S.head<2>())}) {
        if (auto sent = robot.send(command); !sent) {
            return sent;
        }
    }
    return robot.waitUntil([&] {
        return (robot.ball() - ball_S).head<2>().norm() < 0.05 &&
               (robot.robot().X_STorso().p - p_S).head<2>().norm() < 0.3;
    });
}

} // namespace

base::Expected<ScoringTrial> scoreExternal(const ExternalScoring& settings,
                                           const ScoringTrial& start,
                                           const std::function<bool()>& isAlive) {
    auto robot = ExternalRobot::await(settings.server, isAlive, settings.stop);
    if (!robot) {
        return tl::unexpected(robot.error());
    }
    if (const auto placed = place(*robot, start); !placed) {
        return tl::unexpected(placed.error());
    }
    ScoringWatch watch(start, robot->id().side);
    const double beganS = robot->timeS();
    Eigen::Vector3d before_S = robot->ball();
    double beforeS = beganS;
    while (robot->timeS() - beganS < settings.longestS && !watch.hasGoal()) {
        if (const auto seen = robot->receive(); !seen) {
            return tl::unexpected(seen.error());
        }
        const double stepS = robot->timeS() - beforeS;
        const double ballMps = stepS > 0.0 ? (robot->ball() - before_S).norm() / stepS : 0.0;
        watch.update({robot->timeS() - beganS, ballMps, robot->ball().head<2>(),
                      robot->robot().X_STorso(), robot->robot().isFallen(), robot->playMode()});
        before_S = robot->ball();
        beforeS = robot->timeS();
    }
    return watch.finish();
}

} // namespace sideline::training
