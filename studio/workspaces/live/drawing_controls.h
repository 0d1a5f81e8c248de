#pragma once

#include <memory>
#include <set>
#include <string>

#include <QObject>
#include <QPointer>
#include <QSettings>
#include <QTimer>

#include "agentcore/drawing/drawing_filter.h"
#include "logs/replay/frame_fetcher.h"
#include "studio/actions/action_table.h"
#include "studio/session/drawing_session.h"
#include "viewer3d/view/match_view.h"
#include "widgets/live/drawing_panel.h"
#include "widgets/match/field_view.h"

namespace sideline::studio {

/// Shows drawings in both views, and lets the user choose among them. GUI thread only.
class DrawingControls : public QObject {
    Q_OBJECT
public:
    /// All arguments must outlive the controls, except the panel, which belongs to its dock.
    DrawingControls(ActionTable& actions, DrawingSession& session, viewer3d::MatchView& view,
                    widgets::FieldView& field, QSettings& store);

    [[nodiscard]] widgets::DrawingPanel* panel() const { return m_panel; }
    /// Listens on the address in the settings.
    /// @param tap see `DrawingSession::listen`
    void listen(DrawingLink::Tap tap);
    /// Listens again, on the current address in the settings.
    /// @return why nothing is received; empty: success
    QString listenAgain();
    /// Receives the frame of the shown match: recorded drawings are shown with it.
    /// @param isNow whether it is the newest frame of a live match: then received drawings are
    ///     shown
    void showMatch(const logs::FetchedFrame& fetched, bool isNow);

Q_SIGNALS:
    /// A sender requested the selection of a player.
    void selectRequested(const sideline::game::PlayerId& robot);

private:
    void followSelection();
    void hideRareSets();
    void setFilter(const drawing::DrawingFilter& filter);
    void show();
    void showPanel();

    ActionTable& m_actions;
    DrawingSession& m_session;
    viewer3d::MatchView& m_view;
    widgets::FieldView& m_field;
    QSettings& m_store;
    QPointer<widgets::DrawingPanel> m_panel;
    drawing::DrawingFilter m_filter;
    std::uint64_t m_selections = 0; ///< number of selections handled
    std::set<std::string> m_met;    ///< senders with beliefs that have been seen
    std::shared_ptr<const drawing::DrawingStats> m_recordedStats;
    bool m_isNow = true;
    DrawingLink::Tap m_tap;
    QString m_fault;
    QTimer m_timer;
};

} // namespace sideline::studio
