#include "studio/workspaces/replay/live_place.h"

#include <memory>
#include <optional>

#include "studio/session/live_mark.h"

namespace sideline::studio {

LivePlace::LivePlace(const MatchPanels& panels, ShownMatch& match, const ActionTable& actions,
                     ReplayControls& controls)
    : m_panels(panels), m_match(match), m_actions(actions) {
    LiveSession& live = match.live();
    connect(&live, &LiveSession::physicsShown, this,
            [this](const std::shared_ptr<const viewer3d::PhysicsOverlay>& overlay) {
                m_panels.view->setPhysicsOverlay(m_match.showsLive() ? overlay : nullptr);
            });
    connect(&live, &LiveSession::atHeadChanged, this, [this, &controls] {
        m_panels.banner->forget();
        controls.showPlayback();
    });
    connect(&live, &LiveSession::viewChanged, this, [this, &controls] {
        if (m_match.showsLive() && controls.isOutdated()) {
            controls.showPlayback(); // playing may have been paused by another control
        }
    });
    connect(m_panels.transport, &widgets::TransportBar::liveRequested, &live,
            &LiveSession::returnToLive);
    connect(m_panels.view, &viewer3d::MatchView::pulled, &live, &LiveSession::pull);
    connect(m_panels.view, &viewer3d::MatchView::released, &live, &LiveSession::letGo);
    connect(m_panels.view, &viewer3d::MatchView::pushed, &live, &LiveSession::push);
}

void LivePlace::show() {
    const LiveSession& live = m_match.live();
    // Objects can be dragged only at the newest frame.
    const bool isNow = m_match.isAtHead();
    m_panels.transport->ruler()->setRolling(isNow);
    m_actions.action("replay.show-last-ten")->setEnabled(isNow);
    m_actions.action("replay.show-last-minute")->setEnabled(isNow);
    m_panels.view->setGrabbing(isNow && m_match.isOfSimulator());
    const bool isLive = m_match.showsLive() && live.isLive();
    m_panels.transport->setLive(isLive ? std::optional(liveMark(live)) : std::nullopt);
}

} // namespace sideline::studio
