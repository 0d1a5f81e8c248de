#include "studio/session/localize_feed.h"

#include <deque>
#include <mutex>
#include <utility>

namespace sideline::studio {

namespace {

constexpr std::size_t kMaxFrames = 1000;

} // namespace

struct LocalizeFeed::Shared {
    std::mutex mutex;
    bool isRequested = false;
    std::deque<world::AgentFramePtr> frames;
};

class LocalizeFeed::Sink final : public world::FrameSink {
public:
    Sink(std::shared_ptr<Shared> shared, std::shared_ptr<world::FrameSink> next)
        : m_shared(std::move(shared)), m_next(std::move(next)) {}

    void take(const world::AgentFramePtr& frame) override {
        if (m_next) {
            m_next->take(frame);
        }
        const std::scoped_lock lock(m_shared->mutex);
        if (!m_shared->isRequested) {
            return;
        }
        m_shared->frames.push_back(frame);
        if (m_shared->frames.size() > kMaxFrames) {
            m_shared->frames.pop_front();
        }
    }

private:
    std::shared_ptr<Shared> m_shared;
    std::shared_ptr<world::FrameSink> m_next;
};

LocalizeFeed::LocalizeFeed() : m_shared(std::make_shared<Shared>()) {}

LocalizeFeed::~LocalizeFeed() {
    setRequested(false);
}

std::shared_ptr<world::FrameSink> LocalizeFeed::wrap(std::shared_ptr<world::FrameSink> next) {
    return std::make_shared<Sink>(m_shared, std::move(next));
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
