#pragma once

#include <utility>

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QSettings>
#include <QTimer>

#include "studio/actions/action_table.h"
#include "studio/session/motion_document.h"
#include "studio/workspaces/motion/motion_cursor.h"
#include "studio/workspaces/motion/motion_trial_controls.h"
#include "widgets/motion/motion_panel.h"
#include "widgets/motion/motion_timeline.h"

namespace sideline::studio {

/// The clock of the motion editor: moves the cursor, plays the motion at the speed of the transport
/// bar, and synchronizes the playhead with a shown trial. GUI thread only.
class MotionPlayback : public QObject {
    Q_OBJECT
public:
    /// Objects used by this class; all but the widgets must outlive it.
    struct Parts {
        ActionTable& actions;
        const MotionDocument& document;
        MotionCursor& cursor;
        MotionTrialControls& trials;
        widgets::MotionTimeline* timeline;
        widgets::MotionPanel* panel;
        QSettings& store; ///< stores the speed
    };

    explicit MotionPlayback(const Parts& parts);

    [[nodiscard]] bool isPlaying() const { return m_isPlaying; }
    /// Plays from the cursor, or from the beginning if the cursor is at the end; a motion of length
    /// 0 does not play.
    void setPlaying(bool isPlaying);
    /// Seeks to a time of the motion, s; negative ones count as 0. A shown trial seeks, too.
    void setTime(double timeS);

Q_SIGNALS:
    /// The time has changed, playing started or stopped, or the picture switched to a trial.
    void shownChanged();

private:
    void connectActions();
    void followTrial();
    void tick();
    void showPlaying();
    void moveTo(double timeS);
    [[nodiscard]] std::pair<double, double> repeatedRange() const;

    ActionTable& m_actions;
    const MotionDocument& m_document;
    MotionCursor& m_cursor;
    MotionTrialControls& m_trials;
    QPointer<widgets::MotionTimeline> m_timeline;
    QPointer<widgets::MotionPanel> m_panel;
    QSettings& m_store;
    bool m_isPlaying = false;
    bool m_showsPause = false; ///< current icon of the play button
    QTimer m_timer;
    QElapsedTimer m_clock;
};

} // namespace sideline::studio
