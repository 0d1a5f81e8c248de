#include "training/server/outside_scoring.h"

#include "training/server/outsider.h"
#include "training/server/placing.h"
#include "training/skill/scoring_watch.h"

namespace sideline::training {

namespace {

base::Expected<void> place(Outsider& outsider, const ScoringTrial& start) {
    const game::Side side = outsider.id().side;
    const Eigen::Vector3d p_S = serverPlaceOf(side, start.robot_F);
    const Eigen::Vector3d ball_S = serverPlaceOf(side, {start.ball_F.x(), start.ball_F.y(), 0.0});
    for (const monitor::TrainerCommand& command :
         {monitor::TrainerCommand(monitor::SetPlayMode{game::PlayMode::PlayOn}),
          monitor::TrainerCommand(monitor::SetTime{0.0}),
          setDown(outsider.id(), p_S, outsider.robot().model.get(),
                  outsider.robot().jointAnglesRad),
          layBall(ball_S.head<2>())}) {
        if (auto sent = outsider.send(command); !sent) {
            return sent;
        }
    }
    return outsider.lookUntil([&] {
        return (outsider.ball() - ball_S).head<2>().norm() < 0.05 &&
               (outsider.robot().X_STorso().p - p_S).head<2>().norm() < 0.3;
    });
}

} // namespace

base::Expected<ScoringTrial> scoreOutside(const OutsideScoring& settings, const ScoringTrial& start,
                                          const std::function<bool()>& isAlive) {
    auto outsider = Outsider::await(settings.server, isAlive, settings.stop);
    if (!outsider) {
        return tl::unexpected(outsider.error());
    }
    if (const auto placed = place(*outsider, start); !placed) {
        return tl::unexpected(placed.error());
    }
    ScoringWatch watch(start, outsider->id().side);
    const double beganS = outsider->timeS();
    Eigen::Vector3d before_S = outsider->ball();
    double beforeS = beganS;
    while (outsider->timeS() - beganS < settings.longestS && !watch.trial().goalS) {
        if (const auto seen = outsider->look(); !seen) {
            return tl::unexpected(seen.error());
        }
        const double stepS = outsider->timeS() - beforeS;
        const double ballMps = stepS > 0.0 ? (outsider->ball() - before_S).norm() / stepS : 0.0;
        watch.update(outsider->timeS() - beganS, ballMps, outsider->robot().isFallen(),
                     outsider->playMode());
        before_S = outsider->ball();
        beforeS = outsider->timeS();
    }
    return watch.trial();
}

} // namespace sideline::training
