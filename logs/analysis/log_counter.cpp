#include "logs/analysis/log_counter.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "agentcore/base/thread_pool.h"

namespace sideline::logs {

namespace {

using base::Expected;

constexpr FrameNumber kChunkFrames = 256; // extended to the next full scene
constexpr std::size_t kChunksPerThread = 2;

struct Chunk {
    FrameNumber first = 0;
    FrameNumber end = 0; // one past the last
    std::vector<AnalysisInstant> instants{};
    bool isExact = false; // whether the chunk was decoded on its own
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

// A full scene, or the beginning of the log, makes earlier frames irrelevant.
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
            return; // a damaged scene does not replace the previous state
        }
        chunk.instants.push_back(instantOf(frame, index.recordTimeS(frame),
                                           reducer.decoder().game(), reducer.decoder().scene(),
                                           report->error.has_value(), index.isFull(frame)));
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
                                           state->game, *state->scene, state->damaged,
                                           reader.parts().index->isFull(frame)));
    }
    return {};
}

} // namespace

bool LogCounter::fits(const LogIndex& index) const {
    return m_next <= index.frameCount() &&
           (m_lastS == kNothing || index.recordTimeS(m_next - 1) == m_lastS);
}

Expected<void> LogCounter::countTo(const LogParts& parts, FrameNumber end, unsigned threads,
                                   const std::function<bool(double)>& keepGoing) {
    m_next = std::max(m_next, parts.index->firstFrame());
    end = std::min(end, parts.index->frameCount());
    if (m_next >= end) {
        return {};
    }
    if (m_exact) {
        m_exact->setParts(parts);
    } else {
        m_exact.emplace(parts, kExactCacheBytes);
    }
    std::vector<Chunk> chunks = chunksOf(*parts.index, m_next, end - 1);
    base::ThreadPool pool(threads);
    const std::size_t atOnce = pool.threadCount() * kChunksPerThread;
    for (std::size_t from = 0; from < chunks.size(); from += atOnce) {
        const double done = static_cast<double>(from) / static_cast<double>(chunks.size());
        if (from > 0 && keepGoing && !keepGoing(done)) {
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
                if (auto read = readExactly(*m_exact, chunk); !read) {
                    return tl::unexpected(read.error());
                }
            }
            for (const AnalysisInstant& instant : chunk.instants) {
                m_analysis.add(instant);
            }
            chunk.instants = {};
            m_next = chunk.end;
            m_lastS = parts.index->recordTimeS(m_next - 1);
        }
    }
    return {};
}

} // namespace sideline::logs
