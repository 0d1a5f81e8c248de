#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QWidget>

#include "widgets/match/time_ruler_paint.h"

namespace sideline::widgets {

/// The time of a log as a strip: clock, play modes, activity, events, bookmarks, loop, cursor.
///
/// The axis is record time, so that intervals in which the game clock is stopped or jumps are
/// visible; the labels show the game clock. The wheel zooms at the mouse, a drag with the right or
/// middle button moves, a click or drag with the left button seeks.
class TimeRuler : public QWidget {
    Q_OBJECT
public:
    explicit TimeRuler(QWidget* parent = nullptr);

    /// Sets the log; null empties the ruler. The first index of a log shows the part with robots.
    void setIndex(std::shared_ptr<const logs::LogIndex> index);
    void setAnalysis(std::shared_ptr<const logs::LogAnalysis> analysis);
    void setPlayModes(std::vector<std::string> names) {
        m_scene.playModes = std::move(names);
        update();
    }
    void setBookmarks(std::vector<logs::Bookmark> bookmarks);
    void setLoop(std::optional<logs::LoopRange> loop);
    void setTime(double recordTimeS);
    void setColors(const TeamColors& colors);

    /// Whether the log grows and its end is followed: an interval that ends with the log, or ended
    /// with it when it was last followed, then moves with the end. In that case, zooming with the
    /// mouse wheel keeps the interval's end fixed.
    void setRolling(bool isRolling);

    /// Shows this interval of record time; clamped to the log.
    void showRange(double beginS, double endS);
    void showAll();
    /// Shows the last few seconds of the log, or all while it is shorter.
    void showLast(double lengthS);
    /// Shows the part of the log in which robots are on the field.
    void showMatch();
    /// Whether the user is dragging the time.
    [[nodiscard]] bool isScrubbing() const { return m_isScrubbing; }
    [[nodiscard]] double visibleBeginS() const { return m_scene.beginS; }
    [[nodiscard]] double visibleEndS() const { return m_scene.endS; }

    [[nodiscard]] QSize sizeHint() const override { return {600, 74}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {200, 74}; }

Q_SIGNALS:
    void seekRequested(double recordTimeS);
    void visibleRangeChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] double xOf(double recordTimeS) const;
    [[nodiscard]] double timeAt(double x) const;
    [[nodiscard]] double durationS() const;
    void roll();
    void seekTo(double x);
    [[nodiscard]] QString toolTipAt(const QPoint& pos) const;

    TimeRulerScene m_scene;
    bool m_userZoomed = false;
    bool m_isRolling = false;
    std::optional<double>
        m_lastS; ///< length of the range that the user has zoomed to, if it ends with the log
    bool m_isScrubbing = false;
    std::optional<double> m_panX;
};

} // namespace sideline::widgets
