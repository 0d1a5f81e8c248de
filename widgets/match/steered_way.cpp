#include "widgets/match/steered_way.h"

#include <cmath>

namespace sideline::widgets {

bool SteeredWay::add(const QPointF& pos, const FieldCamera& camera, bool isLast) {
    const double minStepPx = isLast ? 0.5 : 4.0;
    if (!m_way_S.isEmpty()) {
        const QPointF moved = camera.toWidget().map(m_way_S.last()) - pos;
        if (std::hypot(moved.x(), moved.y()) <= minStepPx) {
            return false;
        }
    }
    if (m_isArrow && m_way_S.size() > 1) {
        m_way_S.back() = camera.toField(pos);
    } else {
        m_way_S << camera.toField(pos);
    }
    return true;
}

} // namespace sideline::widgets
