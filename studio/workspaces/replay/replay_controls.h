#pragma once

#include <optional>

#include <QObject>
#include <QString>

#include "studio/actions/action_table.h"
#include "studio/session/shown_match.h"
#include "studio/workspaces/replay/match_panels.h"

namespace sideline::studio {

/// What time does: the actions, keys and panels with which a match is played, sought, repeated and
/// marked; the same for a log and for the recording of a live match. GUI thread only.
class ReplayControls : public QObject {
    Q_OBJECT
public:
    /// All must outlive the controls.
    ReplayControls(const MatchPanels& panels, ShownMatch& match, ActionTable& actions);

    /// How long before a goal a jump to it ends.
    void setGoalLeadS(double goalLeadS) { m_goalLeadS = goalLeadS; }
    /// Another log or match is shown: a loop that was begun has nothing to do with it.
    void forget() { m_loopBeginS.reset(); }
    /// Speed, direction and loop as they are.
    void showPlayback();
    void showBookmarks();
    /// Whether the buttons show something else than what is.
    [[nodiscard]] bool isOutdated() const { return m_match.runsForward() != m_showsRunning; }

Q_SIGNALS:
    /// A bookmark is to be named: its list is of interest now.
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
    void setLooping(bool isWanted);
    void addBookmark();
    void jumpToBookmark(bool forward);
    void pauseAtEvents();
    void note(const QString& text);
    [[nodiscard]] MatchPlayer& replay() const { return m_match.replay(); }

    MatchPanels m_panels;
    ShownMatch& m_match;
    ActionTable& m_actions;
    double m_goalLeadS = 0.0;
    QString m_jumpNote; ///< that there is nothing to jump to, as it was reported last
    std::optional<double> m_loopBeginS;
    bool m_showsRunning = false; ///< the button for forward says that it pauses
};

} // namespace sideline::studio
