#pragma once

#include <QComboBox>
#include <QLabel>
#include <QToolButton>
#include <QWidget>

#include "widgets/common/scrub_bar.h"

namespace sideline::widgets {

/// Playback controls below a 3D view: play, scrub, speed. GUI thread only.
class PlayBar : public QWidget {
    Q_OBJECT
public:
    explicit PlayBar(QWidget* parent = nullptr);

    /// @param lengthS 0: nothing to play
    void setState(double timeS, double lengthS, bool isPlaying);
    [[nodiscard]] double speed() const { return m_speed->currentData().toDouble(); }

Q_SIGNALS:
    void playRequested(bool isOn);
    void timeRequested(double timeS);

private:
    QToolButton* m_play;
    ScrubBar* m_scrub;
    QLabel* m_time;
    QComboBox* m_speed;
    bool m_isPlaying = false;
    bool m_isShowing = false;
};

} // namespace sideline::widgets
