#include "studio/session/live_agent_values.h"

#include <algorithm>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

#include "studio/session/frame_tap.h"

namespace sideline::studio {

namespace {

constexpr std::size_t kMaxFramesOfAll = 5500; ///< ten seconds of a whole team
constexpr std::size_t kMaxFramesOfOne = 500;  ///< ten seconds of one agent
constexpr std::chrono::milliseconds kArrivalMargin{200};

} // namespace

struct AgentFrameTap::Shared {
    std::mutex mutex;
    std::weak_ptr<logs::AgentValues> reader;
    std::deque<world::AgentFramePtr> frames; ///< latest frames, oldest first
    std::uint64_t count = 0;                 ///< number of frames received so far

    void take(const world::AgentFramePtr& frame) {
        const std::scoped_lock lock(mutex);
        if (reader.expired()) {
            frames.clear();
            return;
        }
        frames.push_back(frame);
        ++count;
        if (frames.size() > kMaxFramesOfAll) {
            frames.pop_front();
        }
    }
};

class AgentFrameTap::Values final : public logs::AgentValues {
public:
    using Arrival = std::function<std::optional<std::chrono::nanoseconds>(logs::FrameNumber)>;
    Values(std::shared_ptr<Shared> shared, Arrival arrivalOf, bool isServerClock)
        : m_shared(std::move(shared)),
          m_arrivalOf(std::move(arrivalOf)),
          m_isServerClock(isServerClock) {}

    base::Expected<void> refresh() override {
        std::vector<world::AgentFramePtr> frames;
        {
            const std::scoped_lock lock(m_shared->mutex);
            const auto& kept = m_shared->frames;
            const std::uint64_t missing = m_shared->count - m_taken;
            const auto isNew = std::min(static_cast<std::size_t>(missing), kept.size());
            frames.assign(kept.end() - static_cast<std::ptrdiff_t>(isNew), kept.end());
            m_taken = m_shared->count;
        }
        for (world::AgentFramePtr& frame : frames) {
            const auto at = frame->timing.receivedAt;
            m_oldest = std::min(m_oldest.value_or(at), at);
            m_newest = std::max(m_newest.value_or(at), at);
            auto& own = m_frames[frame->identity.robot];
            own.push_back(std::move(frame));
            if (own.size() > kMaxFramesOfOne) {
                own.pop_front();
                m_oldest = std::max(*m_oldest, own.front()->timing.receivedAt);
            }
        }
        return {};
    }
    bool isGrowing() const override { return true; }

    Answer read(const logs::MatchInstant& instant, const game::PlayerId& agent,
                std::span<const std::string> paths, std::span<double> values) override {
        const auto at = m_arrivalOf(instant.frame);
        if (!at || !m_oldest || *at < *m_oldest) {
            return Answer::Nothing;
        }
        std::ranges::fill(values, std::numeric_limits<double>::quiet_NaN());
        const Answer answer = *at > *m_newest - kArrivalMargin ? Answer::SoFar : Answer::Final;
        const auto& own = m_frames[agent];
        const auto behind = std::ranges::upper_bound(
            own, *at, {}, [](const auto& frame) { return frame->timing.receivedAt; });
        if (behind == own.begin() || *at > *m_newest) {
            return answer;
        }
        const logs::MatchClock clock{m_isServerClock ? instant.recordTimeS : instant.gameTimeS,
                                     m_isServerClock};
        const auto place = logs::placeOfClock(
            static_cast<std::uint64_t>(behind - own.begin()) - 1, own.size(), clock,
            [&own](std::uint64_t near) { return own[static_cast<std::size_t>(near)]; });
        const world::AgentFrame& found = *own[static_cast<std::size_t>(place)];
        if (logs::isStillValid(found, *at - found.timing.receivedAt, clock)) {
            logs::readAgentFrame(found, paths, values);
        }
        return answer;
    }

private:
    std::shared_ptr<Shared> m_shared;
    Arrival m_arrivalOf;
    bool m_isServerClock = false;
    std::uint64_t m_taken = 0; ///< value of `count` at the last refresh
    std::map<game::PlayerId, std::deque<world::AgentFramePtr>> m_frames; ///< oldest first
    std::optional<std::chrono::nanoseconds> m_oldest; ///< time of the oldest frame that is kept
    std::optional<std::chrono::nanoseconds> m_newest;
};

AgentFrameTap::AgentFrameTap() : m_shared(std::make_shared<Shared>()) {}

std::shared_ptr<world::FrameSink> AgentFrameTap::wrap(std::shared_ptr<world::FrameSink> next) {
    return std::make_shared<FrameTap>(
        [shared = m_shared](const world::AgentFramePtr& frame) { shared->take(frame); },
        std::move(next));
}

std::shared_ptr<logs::AgentValues> AgentFrameTap::values(Values::Arrival arrivalOf,
                                                         bool isServerClock) {
    auto values = std::make_shared<Values>(m_shared, std::move(arrivalOf), isServerClock);
    const std::scoped_lock lock(m_shared->mutex);
    m_shared->reader = values;
    return values;
}

} // namespace sideline::studio
