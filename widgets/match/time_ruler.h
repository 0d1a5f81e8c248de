#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QWidget>

#include "logs/match/log_index.h"
#include "logs/match/match_log.h"
#include "logs/replay/bookmarks.h"
#include "logs/replay/replay_clock.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

/// The time of a log as a strip: clock, play modes, activity, events, bookmarks, loop, cursor.
///
/// The axis is record time, so that stretches in which the game clock stands still or jumps have
/// their place; the labels show the game clock. Wheel zooms at the mouse, drag with the right or
/// middle button moves, click or drag with the left one seeks.
class TimeRuler : public QWidget {
    Q_OBJECT
public:
    explicit TimeRuler(QWidget* parent = nullptr);

    /// Null empties the ruler. The first index of a log shows the part with robots.
    void setIndex(std::shared_ptr<const logs::LogIndex> index);
    void setAnalysis(std::shared_ptr<const logs::LogAnalysis> analysis);
    void setPlayModes(std::vector<std::string> names) {
        m_playModes = std::move(names);
        update();
    }
    void setBookmarks(std::vector<logs::Bookmark> bookmarks);
    void setLoop(std::optional<logs::LoopRange> loop);
    void setTime(double recordTimeS);
    void setColors(const TeamColors& colors);

    /// Whether the log grows and its end is what is followed: an interval that ends with the log,
    /// also one that did when it was last followed, then continues with it. The mouse wheel keeps
    /// its end.
    void setRolling(bool isRolling);

    /// Shows this interval of record time; clamped to the log.
    void showRange(double beginS, double endS);
    void showAll();
    /// The last seconds of the log, or all while it has less.
    void showLast(double lengthS);
    /// The part of the log in which robots are on the field.
    void showMatch();
    /// Whether the user drags the time over the ruler now.
    [[nodiscard]] bool isScrubbing() const { return m_isScrubbing; }
    [[nodiscard]] double visibleBeginS() const { return m_beginS; }
    [[nodiscard]] double visibleEndS() const { return m_endS; }

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
    void paintTicks(QPainter& painter) const;
    void paintPlayModes(QPainter& painter) const;
    void paintActivity(QPainter& painter) const;
    void paintEvents(QPainter& painter) const;
    void paintLoop(QPainter& painter) const;
    void paintCursor(QPainter& painter) const;
    [[nodiscard]] QString toolTipAt(const QPoint& pos) const;

    std::shared_ptr<const logs::LogIndex> m_index;
    std::shared_ptr<const logs::LogAnalysis> m_analysis;
    std::vector<std::string> m_playModes;
    std::vector<logs::Bookmark> m_bookmarks;
    std::optional<logs::LoopRange> m_loop;
    TeamColors m_colors;
    double m_timeS = 0.0;
    double m_beginS = 0.0;
    double m_endS = 1.0;
    bool m_userZoomed = false;
    bool m_isRolling = false;
    std::optional<double>
        m_lastS; ///< length of what the user has zoomed to, if it ends with the log
    bool m_isScrubbing = false;
    std::optional<double> m_panX;
    std::optional<double> m_hoverX;
};

/// Color of a play mode's stretch on the ruler.
[[nodiscard]] QColor playModeColor(std::string_view playMode, const TeamColors& colors);

/// Color of an event's mark.
[[nodiscard]] QColor eventColor(const logs::Event& event, const TeamColors& colors,
                                const QPalette& palette);

} // namespace sideline::widgets
