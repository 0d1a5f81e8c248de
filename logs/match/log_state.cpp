#include "logs/match/log_state.h"

#include <algorithm>

namespace sideline::logs {

std::size_t LogState::byteSize() const {
    constexpr std::size_t kFixed = 512; // the structs themselves and their allocations
    return kFixed + scene->local.size() * sizeof(monitor::LocalTransform) +
           scene->updatedAt.size() * sizeof(std::uint32_t) + scene->visible.size();
}

const Checkpoints::Entry* Checkpoints::before(FrameNumber frame) const {
    const auto behind = std::ranges::upper_bound(m_entries, frame, {}, &Entry::frame);
    return behind == m_entries.begin() ? nullptr : &*std::prev(behind);
}

void CheckpointBuilder::offer(FrameNumber frame, FrameNumber lastFull, const LogState& state) {
    auto& entries = m_checkpoints.m_entries;
    const FrameNumber last = entries.empty() ? lastFull : std::max(lastFull, entries.back().frame);
    if (frame - last < m_spacing) {
        return;
    }
    entries.push_back({frame, state});
    m_checkpoints.m_byteSize += state.byteSize();
    if (m_checkpoints.m_byteSize <= m_maxBytes) {
        return;
    }
    m_spacing *= 2;
    std::size_t kept = 0;
    m_checkpoints.m_byteSize = 0;
    for (std::size_t i = 1; i < entries.size(); i += 2) {
        m_checkpoints.m_byteSize += entries[i].state.byteSize();
        std::swap(entries[kept++], entries[i]);
    }
    entries.resize(kept);
}

} // namespace sideline::logs
