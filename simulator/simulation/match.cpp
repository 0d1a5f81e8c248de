#include "simulator/simulation/match.h"

#include <algorithm>
#include <utility>

namespace sideline::simulator {

monitor::MatchFramePtr MatchFeed::frame(std::uint32_t index, double recordTimeS,
                                        std::vector<monitor::MotorTorques> torques) {
    monitor::GameState now = game();
    now.torques = std::move(torques);
    const int lastFoul = now.fouls.empty() ? 0 : now.fouls.back().index;
    // Fouls without an index are always new.
    std::erase_if(now.fouls,
                  [&](const auto& foul) { return foul.index > 0 && foul.index <= m_lastFoul; });
    m_lastFoul = lastFoul;
    auto state = std::make_shared<monitor::SceneState>(scene());
    std::ranges::fill(state->updatedAt, index); // everything was just updated
    return monitor::makeMatchFrame(index, recordTimeS, std::move(now), std::move(state), false);
}

} // namespace sideline::simulator
