#include "logs/analysis/log_statistics.h"

#include <algorithm>

#include <fmt/format.h>

#include "logs/analysis/log_counter.h"

namespace sideline::logs {

base::Expected<MatchStatistics> statisticsOf(const LogParts& parts,
                                             const StatisticsOptions& options) {
    const LogIndex& index = *parts.index;
    const FrameNumber begin = index.firstFrame();
    const FrameNumber first =
        std::max(begin, options.fromS ? index.frameAtGameTime(*options.fromS) : FrameNumber{0});
    FrameNumber last = index.frameCount() - 1;
    while (options.toS && last > first && index.gameTimeS(last) > *options.toS) {
        --last;
    }
    if (index.frameCount() == 0 || (options.fromS && index.gameTimeS(first) < *options.fromS) ||
        (options.toS && index.gameTimeS(first) > *options.toS)) {
        return base::failure(
            base::ErrorCode::InvalidArgument, "the log has no frames in the given interval",
            fmt::format("game times of {:.2f} s to {:.2f} s", index.gameTimeS(begin),
                        index.gameTimeS(index.frameCount() - 1)));
    }
    LogCounter counter(first, options.windowS);
    if (auto counted = counter.countTo(parts, last + 1, options.threads, options.keepGoing);
        !counted) {
        return tl::unexpected(counted.error());
    }
    return counter.statistics();
}

} // namespace sideline::logs
