#include "studio/session/decision_tap.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "studio/session/frame_tap.h"

namespace sideline::studio {

struct DecisionTap::Shared {
    struct Player {
        std::string team;
        logs::DecisionSpans spans;
        std::size_t taken = 0; ///< number of spans unchanged since the last call
    };
    std::mutex mutex;
    std::map<game::PlayerId, Player> players;

    void take(const world::AgentFramePtr& frame) {
        if (frame->identity.robot.side == game::Side::None) {
            return;
        }
        const std::scoped_lock lock(mutex);
        Player& player = players[frame->identity.robot];
        if (player.team != frame->identity.team) { // another agent has taken the number
            player = {frame->identity.team, {}, 0};
        }
        player.spans.add(*frame, frame->timing.receivedAt);
    }
};

DecisionTap::DecisionTap() : m_shared(std::make_shared<Shared>()) {}

std::shared_ptr<world::FrameSink> DecisionTap::wrap(std::shared_ptr<world::FrameSink> next) {
    return std::make_shared<FrameTap>(
        [shared = m_shared](const world::AgentFramePtr& frame) { shared->take(frame); },
        std::move(next));
}

void DecisionTap::clear() {
    const std::scoped_lock lock(m_shared->mutex);
    m_shared->players.clear();
}

std::vector<DecisionTap::News> DecisionTap::take() {
    std::vector<News> news;
    const std::scoped_lock lock(m_shared->mutex);
    for (auto& [robot, player] : m_shared->players) {
        const auto& spans = player.spans.spans();
        news.push_back({robot,
                        player.team,
                        player.taken,
                        {spans.begin() + static_cast<std::ptrdiff_t>(player.taken), spans.end()}});
        player.taken = spans.empty() ? 0 : spans.size() - 1; // the last span may still grow
    }
    return news;
}

} // namespace sideline::studio
