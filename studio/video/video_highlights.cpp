// What a director shows.
#include <algorithm>
#include <cmath>
#include <thread>
#include <vector>

#include "logs/analysis/log_statistics.h"
#include "studio/video/video_plan.h"

namespace sideline::studio {

namespace {

constexpr double kBeforeGoalS = 6.0;
constexpr double kAfterGoalS = 2.0;
constexpr double kBeforeKickS = 1.0;
constexpr double kAfterKickS = 1.2;
constexpr double kReplaySpeed = 0.35;
constexpr double kBeforeShotS = 3.0;
constexpr double kAfterShotS = 3.0;
constexpr double kLongestShotS = 10.0; // from the kick to the goal

// The kick that became a goal; null if none is known.
const logs::Kick* kickOf(const logs::Goal& goal, const logs::MatchStatistics& statistics) {
    const logs::Kick* last = nullptr;
    for (const logs::Kick& kick : statistics.kicks) {
        const double sinceS = goal.when.recordTimeS - kick.when.recordTimeS;
        if (sinceS > 0.0 && sinceS < kLongestShotS && kick.by == goal.by) {
            last = &kick;
        }
    }
    return last;
}

} // namespace

VideoPlan highlightsOf(const logs::MatchStatistics& statistics, double durationS,
                       int framesPerSecond) {
    VideoPlan plan;
    plan.framesPerSecond = framesPerSecond;
    const auto add = [&](double fromS, double toS, double speed, VideoCamera camera) {
        fromS = std::clamp(fromS, 0.0, durationS);
        toS = std::clamp(toS, fromS, durationS);
        plan.shots.push_back({fromS, toS, speed, camera});
    };
    struct Moment {
        double recordTimeS;
        const logs::Goal* goal;      ///< null: a shot that was none
        const logs::Kick* kick = {}; ///< that led to it; null if it is not known
    };
    std::vector<Moment> moments;
    for (const logs::Goal& goal : statistics.goals) {
        moments.push_back({goal.when.recordTimeS, &goal, kickOf(goal, statistics)});
    }
    for (const logs::Kick& kick : statistics.kicks) {
        const bool isOfGoal = kick.outcome == logs::KickOutcome::InGoal ||
                              std::ranges::any_of(moments, [&](const Moment& moment) {
                                  return moment.kick == &kick;
                              });
        if (kick.shot == logs::ShotKind::OnTarget && !isOfGoal) {
            moments.push_back({kick.when.recordTimeS, nullptr});
        }
    }
    std::ranges::sort(moments, {}, &Moment::recordTimeS);
    const VideoCamera ball;
    for (const Moment& moment : moments) {
        const double atS = moment.recordTimeS;
        if (moment.goal == nullptr) {
            add(atS - kBeforeShotS, atS + kAfterShotS, 1.0, ball);
            continue;
        }
        const double kickS = moment.kick != nullptr ? moment.kick->when.recordTimeS : atS;
        add(std::min(kickS - kBeforeKickS, atS - kBeforeGoalS), atS + kAfterGoalS, 1.0, ball);
        VideoCamera again;
        if (moment.kick != nullptr) { // over the shoulder of who scored
            again.mode = viewer3d::CameraMode::ThirdPerson;
            again.player = moment.kick->by;
        }
        add(kickS - kBeforeKickS, kickS + kAfterKickS, kReplaySpeed, again);
    }
    return plan;
}

base::Expected<VideoPlan> highlightsIn(const logs::MatchLog& log, std::optional<double> fromS,
                                       std::optional<double> toS, int framesPerSecond) {
    logs::StatisticsOptions options;
    options.fromS = fromS;
    options.toS = toS;
    options.threads = std::max(1U, std::thread::hardware_concurrency());
    const auto statistics = logs::statisticsOf(log.parts(), options);
    if (!statistics) {
        return tl::unexpected(statistics.error());
    }
    VideoPlan plan = highlightsOf(*statistics, log.index()->durationS(), framesPerSecond);
    if (plan.shots.empty()) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             "the match has no goal and no shot on target to be shown");
    }
    return plan;
}

} // namespace sideline::studio
