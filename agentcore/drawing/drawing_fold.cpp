#include "agentcore/drawing/drawing_fold.h"

#include <algorithm>
#include <utility>

namespace sideline::drawing {

namespace {
constexpr std::uint64_t kFirstSpacing = 32;
} // namespace

DrawingFold::DrawingFold(ApplyStep applyStep, std::size_t maxBytes, DrawingLimits limits)
    : m_applyStep(std::move(applyStep)),
      m_maxBytes(maxBytes),
      m_empty(limits),
      m_builder(limits),
      m_spacing(kFirstSpacing) {}

bool DrawingFold::seek(std::uint64_t steps, std::uint64_t maxApplied) {
    startNear(steps);
    for (std::uint64_t i = 0; m_at < steps && i < maxApplied; ++i) {
        m_applyStep(m_at, m_builder);
        ++m_at;
        ++m_applied;
        remember();
    }
    return m_at == steps;
}

void DrawingFold::startNear(std::uint64_t steps) {
    const auto behind = std::ranges::upper_bound(m_checkpoints, steps, {}, &Checkpoint::at);
    const bool isFirst = behind == m_checkpoints.begin();
    const std::uint64_t start = isFirst ? 0 : std::prev(behind)->at;
    if (m_at <= steps && m_at >= start) {
        return;
    }
    m_builder = isFirst ? m_empty : std::prev(behind)->builder;
    m_at = start;
}

// When memory is full, every second checkpoint is removed and the spacing doubles.
void DrawingFold::remember() {
    const std::uint64_t last = m_checkpoints.empty() ? 0 : m_checkpoints.back().at;
    if (m_at < last + m_spacing) {
        return;
    }
    m_checkpoints.push_back({m_at, m_builder, m_builder.byteSize()});
    m_checkpointBytes += m_checkpoints.back().bytes;
    while (m_checkpointBytes > m_maxBytes && !m_checkpoints.empty()) {
        m_spacing *= 2;
        std::vector<Checkpoint> kept;
        m_checkpointBytes = 0;
        for (std::size_t i = 1; i < m_checkpoints.size(); i += 2) {
            m_checkpointBytes += m_checkpoints[i].bytes;
            kept.push_back(std::move(m_checkpoints[i]));
        }
        m_checkpoints = std::move(kept);
    }
}

} // namespace sideline::drawing
