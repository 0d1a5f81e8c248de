#include "studio/session/localize_feed.h"

#include <deque>
#include <mutex>
#include <utility>

#include "studio/session/frame_tap.h"

namespace sideline::studio {

namespace {

constexpr std::size_t kMaxFrames = 1000;

} // namespace

struct LocalizeFeed::Shared {
    std::mutex mutex;
    bool isRequested = false;
    std::deque<world::AgentFramePtr> frames;

    void take(const world::AgentFramePtr& frame) {
        const std::scoped_lock lock(mutex);
        if (!isRequested) {
            return;
        }
        frames.push_back(frame);
        if (frames.size() > kMaxFrames) {
            frames.pop_front();
        }
    }
};

LocalizeFeed::LocalizeFeed() : m_shared(std::make_shared<Shared>()) {}

LocalizeFeed::~LocalizeFeed() {
    setRequested(false);
}

std::shared_ptr<world::FrameSink> LocalizeFeed::wrap(std::shared_ptr<world::FrameSink> next) {
    return std::make_shared<FrameTap>(
        [shared = m_shared](const world::AgentFramePtr& frame) { shared->take(frame); },
        std::move(next));
}

void LocalizeFeed::setRequested(bool isRequested) {
    const std::scoped_lock lock(m_shared->mutex);
    m_shared->isRequested = isRequested;
    m_shared->frames.clear();
}

std::vector<world::AgentFramePtr> LocalizeFeed::take() {
    const std::scoped_lock lock(m_shared->mutex);
    std::vector<world::AgentFramePtr> frames(m_shared->frames.begin(), m_shared->frames.end());
    m_shared->frames.clear();
    return frames;
}

} // namespace sideline::studio
