// What a director shows.
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
constexpr double kLoneGoalS = 1.0;     // slow before a goal whose kick is not known
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
        const double kickS = kick != nullptr ? kick->when.recordTimeS : atS - kLoneGoalS;
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

base::Expected<PreparedVideo> prepareVideo(const logs::MatchLog& log, const VideoWishes& wishes) {
    const auto index = log.index();
    PreparedVideo video;
    video.plan.framesPerSecond = wishes.framesPerSecond;
    video.plan.shots = {{wishes.fromS, wishes.toS, wishes.speed, wishes.camera}};
    if (wishes.cutsAtBookmarks && !wishes.isHighlights) {
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
    if (!wishes.isHighlights && !wishes.slowGoals && !wishes.hasCaptions) {
        return video;
    }
    logs::StatisticsOptions options;
    const auto clockAt = [&](double recordTimeS) {
        return index->gameTimeS(index->frameAtRecordTime(recordTimeS));
    };
    if (wishes.fromS > 0.0) {
        options.fromS = clockAt(wishes.fromS);
    }
    if (wishes.toS < index->durationS()) {
        options.toS = clockAt(wishes.toS);
    }
    options.threads = std::max(1U, std::thread::hardware_concurrency());
    const auto statistics = logs::statisticsOf(log.parts(), options);
    if (!statistics) {
        return tl::unexpected(statistics.error());
    }
    if (wishes.isHighlights) {
        video.plan = highlightsOf(*statistics, index->durationS(), wishes.framesPerSecond);
        if (video.plan.shots.empty()) {
            return base::failure(base::ErrorCode::InvalidArgument,
                                 "there is no goal and no shot on target to be shown");
        }
    } else if (wishes.slowGoals) {
        video.plan = withSlowGoals(video.plan, *statistics, *wishes.slowGoals);
    }
    if (wishes.hasCaptions) {
        video.captions = captionsOf(*statistics);
    }
    return video;
}

} // namespace sideline::studio
