#include "logs/analysis/log_statistics.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "agentcore/base/thread_pool.h"

namespace sideline::logs {

namespace {

using base::Expected;

constexpr FrameNumber kChunkFrames = 256; // and on to the next full scene
constexpr std::size_t kChunksPerThread = 2;
constexpr std::size_t kExactCacheBytes = std::size_t{8} << 20U;

struct Chunk {
    FrameNumber first = 0;
    FrameNumber end = 0; // one past the last
    std::vector<MatchInstant> instants{};
    bool isExact = false; // whether it could be read on its own
    std::optional<base::Error> error{};
};

std::vector<Chunk> chunksOf(const LogIndex& index, FrameNumber first, FrameNumber last) {
    std::vector<Chunk> chunks;
    chunks.push_back({.first = first, .end = last + 1});
    for (const FrameNumber full : index.fullFrames()) {
        if (full <= last && full >= chunks.back().first + kChunkFrames) {
            chunks.back().end = full;
            chunks.push_back({.first = full, .end = last + 1});
        }
    }
    return chunks;
}

// From a full scene on, or from the begin of the log, nothing that was before matters.
void readAlone(const LogParts& parts, Chunk& chunk) {
    const LogIndex& index = *parts.index;
    if (chunk.first != 0 && !index.isFull(chunk.first)) {
        return;
    }
    LogStateReducer reducer;
    chunk.instants.reserve(chunk.end - chunk.first);
    for (FrameNumber frame = chunk.first; frame < chunk.end; ++frame) {
        const auto report = reducer.apply(parts, frame);
        if (!report) {
            chunk.error = report.error();
            return;
        }
        if (frame == chunk.first && frame != 0 && report->error) {
            return; // a damaged scene does not replace what was before
        }
        chunk.instants.push_back(instantOf(frame, index.recordTimeS(frame),
                                           reducer.decoder().game(), reducer.decoder().scene(),
                                           report->error.has_value()));
    }
    chunk.isExact = true;
}

Expected<void> readExactly(FrameReader& reader, Chunk& chunk) {
    chunk.instants.clear();
    for (FrameNumber frame = chunk.first; frame < chunk.end; ++frame) {
        const auto state = reader.state(frame);
        if (!state) {
            return tl::unexpected(state.error());
        }
        chunk.instants.push_back(instantOf(frame, reader.parts().index->recordTimeS(frame),
                                           state->game, *state->scene, state->damaged));
    }
    return {};
}

} // namespace

Expected<MatchStatistics> statisticsOf(const LogParts& parts, const StatisticsOptions& options) {
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
            base::ErrorCode::InvalidArgument, "the log has no frame in the given span",
            fmt::format("game times of {:.2f} s to {:.2f} s", index.gameTimeS(begin),
                        index.gameTimeS(index.frameCount() - 1)));
    }
    std::vector<Chunk> chunks = chunksOf(index, first, last);
    base::ThreadPool pool(options.threads);
    FrameReader exact(parts, kExactCacheBytes);
    MatchAnalysis analysis(options.windowS);
    const std::size_t atOnce = pool.threadCount() * kChunksPerThread;
    for (std::size_t from = 0; from < chunks.size(); from += atOnce) {
        if (options.keepGoing && !options.keepGoing()) {
            break;
        }
        const std::size_t count = std::min(atOnce, chunks.size() - from);
        pool.parallelFor(count,
                         [&](std::size_t i, unsigned) { readAlone(parts, chunks[from + i]); });
        for (std::size_t i = from; i < from + count; ++i) {
            Chunk& chunk = chunks[i];
            if (chunk.error) {
                return tl::unexpected(*chunk.error);
            }
            if (!chunk.isExact) {
                if (auto read = readExactly(exact, chunk); !read) {
                    return tl::unexpected(read.error());
                }
            }
            for (const MatchInstant& instant : chunk.instants) {
                analysis.add(instant);
            }
            chunk.instants = {};
        }
    }
    return analysis.statistics();
}

} // namespace sideline::logs
