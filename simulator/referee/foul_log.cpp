#include "simulator/referee/foul_log.h"

#include <algorithm>

namespace sideline::simulator {

void FoulLog::record(FoulType type, const game::PlayerId& offender) {
    m_fouls.push_back({static_cast<int>(m_fouls.size()) + 1, type, offender});
}

std::span<const RecordedFoul> FoulLog::since(int index) const {
    const auto known = static_cast<std::size_t>(std::max(index, 0));
    const std::span<const RecordedFoul> all = m_fouls;
    return all.subspan(std::min(known, all.size()));
}

void FoulLog::addFoul(FoulType type, const game::PlayerId& player) {
    m_penalties[player] = {type, 1};
}

std::optional<FoulType> FoulLog::penaltyOf(const game::PlayerId& player) const {
    const auto found = m_penalties.find(player);
    return found == m_penalties.end() ? std::nullopt : std::optional(found->second.type);
}

int FoulLog::countHeldCycle(const game::PlayerId& player) {
    const auto found = m_penalties.find(player);
    return found == m_penalties.end() ? 0 : ++found->second.cycles;
}

int FoulLog::heldCycles(const game::PlayerId& player) const {
    const auto found = m_penalties.find(player);
    return found == m_penalties.end() ? 0 : found->second.cycles;
}

} // namespace sideline::simulator
