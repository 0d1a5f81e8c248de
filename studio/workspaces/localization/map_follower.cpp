#include "studio/workspaces/localization/map_follower.h"

namespace sideline::studio {

namespace {

constexpr double kZoomWidthM = 6.0;

} // namespace

void MapFollower::toggle(const std::optional<QPointF>& robot_S) {
    if (m_followed_S && !m_field.isFitted()) {
        m_followed_S.reset();
        m_field.fit();
    } else if (robot_S) {
        m_followed_S = robot_S;
        m_field.zoomTo(*robot_S, kZoomWidthM);
    }
}

void MapFollower::follow(const std::optional<QPointF>& robot_S) {
    if (m_followed_S && m_field.isFitted()) {
        m_followed_S.reset();
    }
    if (robot_S && m_followed_S && robot_S != m_followed_S) {
        m_field.moveBy(*robot_S - *m_followed_S);
        m_followed_S = robot_S;
    }
}

} // namespace sideline::studio
