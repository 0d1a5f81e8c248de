#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QSlider>
#include <QToolButton>
#include <QWidget>

#include "widgets/match/place_text.h"
#include "widgets/match/time_ruler.h"

namespace sideline::widgets {

/// Delay of the view of a live match, and state of its server; for a lamp and a button.
struct LiveMark {
    enum class Lamp : std::uint8_t { Good, Warning, Bad };
    bool isAtHead = true;
    double behindS = 0.0; ///< record time of the newest frame minus that of the view
    Lamp lamp = Lamp::Good;
    QString state; ///< one or two words, such as `in sync, 1.00\u00d7`
    QString tip;   ///< tooltip: the state in full
    [[nodiscard]] bool operator==(const LiveMark&) const = default;
};

/// The playback controls: buttons for actions that the bar does not own, speed, clock, ruler.
class TransportBar : public QWidget {
    Q_OBJECT
public:
    /// @param actions buttons from left to right; null for a gap
    explicit TransportBar(const std::vector<QAction*>& actions, QWidget* parent = nullptr);

    [[nodiscard]] TimeRuler* ruler() const { return m_ruler; }

    /// Shows the playback speed; the buttons show the direction.
    void setSpeed(double speed);
    /// @param frame, frameCount shown beside the clock; an empty log shows dashes
    void setPosition(double recordTimeS, double gameTimeS, logs::FrameNumber frame,
                     logs::FrameNumber frameCount);
    /// Shows the progress of background work, with a button to stop it; empty when it is done.
    void setActivity(const QString& text, bool canStop = true);
    /// Shows the state of a live match; nullopt for a recording.
    void setLive(const std::optional<LiveMark>& mark);
    /// Opens a field in place of the clock, in which the user types a time to seek to; a click on
    /// the clock does so, too. Does nothing without a log.
    void askForPlace();

Q_SIGNALS:
    /// The user chose a speed as a multiple of real time, above 0; the direction stays.
    void speedRequested(double speed);
    void stopRequested();
    /// The user wants to see the newest frame.
    void liveRequested();
    /// The user typed a time; it may be beyond the log.
    void placeRequested(const sideline::widgets::MatchPlace& place);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void takePlace();
    void showClock();
    void fit();

    QHBoxLayout* m_row;
    TimeRuler* m_ruler;
    QSlider* m_speed;
    QLabel* m_speedText;
    QLabel* m_clock;
    QLabel* m_frame;
    QLineEdit* m_place;
    QPointer<QWidget> m_focusBefore; ///< widget that had the focus before the field
    QLabel* m_activity;
    QToolButton* m_stop;
    QToolButton* m_live;
    QLabel* m_lamp;
    std::optional<LiveMark> m_mark;
};

/// The speeds of the slider, from slow to fast, in either direction.
[[nodiscard]] const std::vector<double>& replaySpeeds();
/// Speed as text, with a multiplication sign: `1×`, `0.25×`.
[[nodiscard]] QString speedText(double speed);

} // namespace sideline::widgets
