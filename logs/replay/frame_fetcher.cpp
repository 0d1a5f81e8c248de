#include "logs/replay/frame_fetcher.h"

#include <algorithm>
#include <utility>

namespace sideline::logs {

namespace {
constexpr FrameNumber kMaxTrailFrames = 400;
constexpr std::uint64_t kDrawingLinesAtOnce = 50; // up to 30 ms, the longest that a frame waits
} // namespace

FrameFetcher::FrameFetcher(std::shared_ptr<const MatchLog> log, std::function<void()> ready)
    : m_log(std::move(log)),
      m_ready(std::move(ready)),
      m_worker(
          "reading frames", [this](const std::stop_token& stop) { work(stop); },
          [this](const base::Error& error) {
              FetchedFrame answer;
              answer.error = error;
              m_answers.put(std::move(answer));
              m_ready();
          }) {}

FrameFetcher::~FrameFetcher() = default;

void FrameFetcher::request(const FrameRequest& request) {
    {
        const std::scoped_lock lock(m_mutex);
        m_request = request;
    }
    m_requested.notify_one();
}

void FrameFetcher::work(const std::stop_token& stop) {
    FrameReader reader = m_log->makeReader();
    DrawingReader drawings(m_log->parts());
    std::optional<FetchedFrame> pending; // an answer whose drawings are read in several steps
    bool isDrawingFaultReported = false;
    while (true) {
        std::optional<FrameRequest> request;
        {
            std::unique_lock lock(m_mutex);
            if (!pending &&
                !m_requested.wait(lock, stop, [this] { return m_request.has_value(); })) {
                return;
            }
            request = std::exchange(m_request, std::nullopt);
        }
        if (stop.stop_requested()) {
            return;
        }
        if (request) {
            auto fetched = base::attempt("reading a frame", [&] {
                reader.setParts(m_log->parts());
                drawings.setParts(reader.parts());
                return fetch(reader, *request);
            });
            pending = fetched ? std::move(*fetched) : FetchedFrame{};
            if (!fetched) {
                pending->request = *request;
                pending->error = fetched.error();
            }
        }
        const auto drawn =
            base::attempt("reading drawings", [&] { return addDrawings(drawings, *pending); });
        if (!drawn && !std::exchange(isDrawingFaultReported, true)) {
            pending->error = drawn.error(); // reported once; the frames themselves are valid
        }
        const bool isComplete = drawn.value_or(true);
        if (request || isComplete) {
            m_answers.put(*pending);
            m_ready();
        }
        if (isComplete) {
            pending.reset();
        }
    }
}

// Adds drawings. @return whether the answer has all drawings available
bool FrameFetcher::addDrawings(DrawingReader& drawings, FetchedFrame& answer) {
    if (!answer.exact || !drawings.hasDrawings()) {
        return true;
    }
    const auto reached = drawings.seek(answer.exact->index, kDrawingLinesAtOnce);
    if (!reached) {
        return true; // errors of the frames are reported separately
    }
    if (*reached) {
        answer.drawings = drawings.board();
        answer.drawingStats = std::make_shared<const drawing::DrawingStats>(drawings.stats());
    }
    return *reached;
}

// During continuous replay, most frames of a trail are in the previous answer.
base::Expected<monitor::MatchFramePtr> FrameFetcher::frameOnce(FrameReader& reader,
                                                               FrameNumber frame) {
    const double recordTimeS = reader.parts().index->recordTimeS(frame);
    for (const monitor::MatchFramePtr& known : m_last) {
        if (known->index == frame && known->recordTimeS == recordTimeS) {
            return known;
        }
    }
    return reader.frame(frame);
}

FetchedFrame FrameFetcher::fetch(FrameReader& reader, const FrameRequest& request) {
    FetchedFrame result;
    result.request = request;
    const LogIndex& index = *reader.parts().index;
    const FrameNumber last = index.frameCount() - 1;
    const FrameNumber target = std::clamp(request.frame, index.firstFrame(), last);

    // Ascending, so that each line is decoded once.
    FrameNumber first = target == 0 ? 0 : target - 1;
    if (request.trailS > 0.0) {
        const double fromS = index.recordTimeS(target) - request.trailS;
        first = std::min(first, std::max(index.frameAtRecordTime(fromS),
                                         target - std::min(target, kMaxTrailFrames)));
    }
    first = std::max(first, index.firstFrame());
    for (FrameNumber n = first; n <= target; ++n) {
        auto frame = frameOnce(reader, n);
        if (!frame) {
            result.error = std::move(frame.error());
            return result;
        }
        result.trail.push_back(std::move(*frame));
    }
    m_last = result.trail;
    result.exact = result.trail.back();
    result.drawn = monitor::withTornRobotsRepaired(result.exact);
    if (result.trail.size() > 1) {
        result.before = result.trail[result.trail.size() - 2];
    }
    if (request.trailS <= 0.0) {
        result.trail.clear();
    }
    if (request.fraction > 0.0 && target < last) {
        if (auto next = frameOnce(reader, target + 1); next) {
            m_last.push_back(*next);
            result.drawn = monitor::interpolate(*result.exact, **next, request.fraction);
        }
    }
    return result;
}

} // namespace sideline::logs
