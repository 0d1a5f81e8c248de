#pragma once

#include <optional>

#include <QObject>
#include <QString>

#include "studio/actions/action_table.h"
#include "studio/session/shown_match.h"
#include "studio/workspaces/replay/match_panels.h"

namespace sideline::studio {

/// Controls the time: connects the actions, keys and panels for playing, seeking, looping and
/// marking a match; works for logs and for recordings of live matches. GUI thread only.
class ReplayControls : public QObject {
    Q_OBJECT
public:
    /// All arguments must outlive the controls.
    ReplayControls(const MatchPanels& panels, ShownMatch& match, ActionTable& actions);

    /// Sets how long before a goal the replay starts after a jump to that goal, s.
    void setGoalLeadS(double goalLeadS) { m_goalLeadS = goalLeadS; }
    /// Discards the first end of a loop because another log or match is shown.
    void forget() { m_loopBeginS.reset(); }
    /// Shows the current speed, direction and loop.
    void showPlayback();
    void showBookmarks();
    /// Returns whether the buttons differ from the current state.
    [[nodiscard]] bool isOutdated() const { return m_match.runsForward() != m_showsRunning; }

Q_SIGNALS:
    /// A bookmark was added and should be named, so the list of bookmarks should be shown.
    void bookmarkAdded();

private:
    void connectActions();
    void connectMarks();
    void connectPanels();
    void playOrPause();
    void changeSpeed(int step);
    void jumpToEvent(bool forward, std::uint32_t kinds, double leadS, const QString& what);
    void goToEnd();
    void goToPlace(const widgets::MatchPlace& place);
    void setLoopEdge(bool begin);
    void setLooping(bool isRequested);
    void addBookmark();
    void jumpToBookmark(bool forward);
    void pauseAtEvents();
    void note(const QString& text);
    [[nodiscard]] MatchPlayer& replay() const { return m_match.replay(); }

    MatchPanels m_panels;
    ShownMatch& m_match;
    ActionTable& m_actions;
    double m_goalLeadS = 0.0;
    QString m_jumpNote; ///< last message about having no target to jump to
    std::optional<double> m_loopBeginS;
    QString m_loopNote;          ///< message about the start of a loop
    bool m_showsRunning = false; ///< whether the forward button shows the pause icon
};

} // namespace sideline::studio
