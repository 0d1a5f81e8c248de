#include <algorithm>
#include <cmath>
#include <thread>
#include <utility>
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
constexpr double kUnknownKickSlowS = 1.0; // slow motion before a goal whose kick is unknown
constexpr double kMaxShotS = 10.0;        // maximum time from the kick to the goal

// Returns the kick that led to the goal; null if it is unknown.
const logs::Kick* kickOf(const logs::Goal& goal, const logs::MatchStatistics& statistics) {
    const logs::Kick* last = nullptr;
    for (const logs::Kick& kick : statistics.kicks) {
        const double sinceS = goal.when.recordTimeS - kick.when.recordTimeS;
        if (sinceS > 0.0 && sinceS < kMaxShotS && kick.by == goal.by) {
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
        const logs::Goal* goal;      ///< null: a shot without a goal
        const logs::Kick* kick = {}; ///< kick that led to the goal; null if unknown
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
        if (moment.kick != nullptr && !moment.goal->isOwnGoal) { // shown over the scorer's shoulder
            again.mode = viewer3d::CameraMode::ThirdPerson;
            again.player = moment.kick->by;
            again.staysAtBeam = true;
        }
        add(kickS - kBeforeKickS, kickS + kAfterKickS, kReplaySpeed, again);
    }
    return plan;
}

VideoPlan withSlowGoals(const VideoPlan& plan, const logs::MatchStatistics& statistics,
                        double speed) {
    struct Slow {
        double fromS;
        double toS;
    };
    std::vector<Slow> parts;
    for (const logs::Goal& goal : statistics.goals) {
        const logs::Kick* kick = kickOf(goal, statistics);
        const double atS = goal.when.recordTimeS;
        const double kickS = kick != nullptr ? kick->when.recordTimeS : atS - kUnknownKickSlowS;
        const double fromS = kickS - kBeforeKickS;
        if (!parts.empty() && fromS < parts.back().toS) {
            parts.back().toS = std::max(parts.back().toS, atS);
        } else {
            parts.push_back({fromS, atS});
        }
    }
    VideoPlan slow;
    slow.framesPerSecond = plan.framesPerSecond;
    for (const VideoShot& shot : plan.shots) {
        const std::size_t first = slow.shots.size();
        const auto add = [&](double fromS, double toS, double factor) {
            if (toS > fromS || (slow.shots.size() == first && toS == shot.toS)) {
                VideoShot part = shot;
                part.fromS = fromS;
                part.toS = toS;
                part.speed = shot.speed * factor;
                part.isContinued = shot.isContinued || slow.shots.size() > first;
                slow.shots.push_back(part);
            }
        };
        double atS = shot.fromS;
        for (const Slow& part : parts) {
            const double fromS = std::clamp(part.fromS, atS, shot.toS);
            const double toS = std::clamp(part.toS, fromS, shot.toS);
            add(atS, fromS, 1.0);
            add(fromS, toS, speed);
            atS = toS;
        }
        add(atS, shot.toS, 1.0);
    }
    return slow;
}

base::Expected<PreparedVideo> prepareVideo(const logs::MatchLog& log, const VideoOptions& options) {
    const auto index = log.index();
    PreparedVideo video;
    video.plan.framesPerSecond = options.framesPerSecond;
    video.plan.shots = {{options.fromS, options.toS, options.speed, options.camera}};
    if (options.cutsAtBookmarks && !options.isHighlights) {
        const auto bookmarks = logs::Bookmarks::load(logs::Bookmarks::fileFor(log.path()));
        if (!bookmarks) {
            return tl::unexpected(bookmarks.error());
        }
        auto shots = cutsOf(video.plan.shots.front(), bookmarks->entries(), *index);
        if (!shots) {
            return tl::unexpected(shots.error());
        }
        video.plan.shots = std::move(*shots);
    }
    if (!options.isHighlights && !options.slowGoals && !options.hasCaptions) {
        return video;
    }
    logs::StatisticsOptions statisticsOptions;
    const auto clockAt = [&](double recordTimeS) {
        return index->gameTimeS(index->frameAtRecordTime(recordTimeS));
    };
    if (options.fromS > 0.0) {
        statisticsOptions.fromS = clockAt(options.fromS);
    }
    if (options.toS < index->durationS()) {
        statisticsOptions.toS = clockAt(options.toS);
    }
    statisticsOptions.threads = std::max(1U, std::thread::hardware_concurrency());
    const auto statistics = logs::statisticsOf(log.parts(), statisticsOptions);
    if (!statistics) {
        return tl::unexpected(statistics.error());
    }
    if (options.isHighlights) {
        video.plan = highlightsOf(*statistics, index->durationS(), options.framesPerSecond);
        if (video.plan.shots.empty()) {
            return base::failure(base::ErrorCode::InvalidArgument,
                                 "the match has no goals and no shots on target");
        }
    } else if (options.slowGoals) {
        video.plan = withSlowGoals(video.plan, *statistics, *options.slowGoals);
    }
    if (options.hasCaptions) {
        video.captions = captionsOf(*statistics);
    }
    return video;
}

} // namespace sideline::studio
