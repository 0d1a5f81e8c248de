#include "simulator/referee/foul_book.h"

#include <algorithm>

namespace sideline::simulator {

void FoulBook::record(FoulType type, const monitor::RobotId& offender) {
    m_fouls.push_back({static_cast<int>(m_fouls.size()) + 1, type, offender});
}

std::span<const RecordedFoul> FoulBook::since(int index) const {
    const auto known = static_cast<std::size_t>(std::max(index, 0));
    const std::span<const RecordedFoul> all = m_fouls;
    return all.subspan(std::min(known, all.size()));
}

void FoulBook::accuse(FoulType type, const monitor::RobotId& player) {
    m_penalties[player] = {type, 1};
}

std::optional<FoulType> FoulBook::penaltyOf(const monitor::RobotId& player) const {
    const auto found = m_penalties.find(player);
    return found == m_penalties.end() ? std::nullopt : std::optional(found->second.type);
}

int FoulBook::countHeldCycle(const monitor::RobotId& player) {
    const auto found = m_penalties.find(player);
    return found == m_penalties.end() ? 0 : ++found->second.cycles;
}

int FoulBook::heldCycles(const monitor::RobotId& player) const {
    const auto found = m_penalties.find(player);
    return found == m_penalties.end() ? 0 : found->second.cycles;
}

} // namespace sideline::simulator
