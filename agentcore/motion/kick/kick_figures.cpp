#include "agentcore/motion/kick/kick_figures.h"

#include <algorithm>
#include <cmath>

#include "agentcore/base/assert.h"

namespace sideline::motion {

SwingTable::SwingTable(std::span<const Row> rows) : m_count(rows.size()) {
    SIDELINE_ASSERT(rows.size() <= kMaxRows);
    std::ranges::copy(rows, m_rows.begin());
}

double SwingTable::swingTimeFactorFor(double distanceM) const {
    if (m_count == 0 || !(distanceM < m_rows.front().distanceM)) {
        return 1.0;
    }
    for (std::size_t i = 1; i < m_count; ++i) {
        const Row& far = m_rows[i - 1];
        const Row& near = m_rows[i];
        if (distanceM >= near.distanceM && far.distanceM > near.distanceM) {
            const double fraction = (far.distanceM - distanceM) / (far.distanceM - near.distanceM);
            return std::lerp(far.swingTimeFactor, near.swingTimeFactor, fraction);
        }
    }
    return m_rows[m_count - 1].swingTimeFactor;
}

} // namespace sideline::motion
