#pragma once

#include <map>
#include <string>
#include <utility>

#include <QColor>
#include <QLabel>
#include <QScrollArea>
#include <QString>
#include <QWidget>

#include "widgets/common/text_format.h"
#include "widgets/decide/decision_rows.h"

namespace sideline::widgets {

/// What all players did, over the interval that the ruler shows: a row for each, a color for each
/// behavior. A click goes to the time and selects the player, the wheel zooms.
class DecisionTimeline : public QWidget {
    Q_OBJECT
public:
    explicit DecisionTimeline(QWidget* parent = nullptr);

    /// Null for none. @param why there are none, for display
    void setRows(const DecisionRowsPtr& rows, const QString& why);
    [[nodiscard]] const DecisionRowsPtr& rows() const { return m_rows; }
    void setColors(const TeamColors& colors);
    void showRange(double beginS, double endS);
    void setTime(double recordTimeS);
    void setSelection(const game::PlayerId& robot);

    /// Of a behavior, in this window; the same as long as rows of the same match come.
    [[nodiscard]] QColor colorOf(const std::string& does) const;
    /// Behaviors that were seen, in the order in which they came up, with their colors.
    [[nodiscard]] std::vector<std::pair<QString, QColor>> legend() const;
    /// Where on the widget the row of a player is at a time.
    [[nodiscard]] QPointF placeOf(const game::PlayerId& robot, double timeS) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void seekRequested(double recordTimeS);
    void robotSelected(const sideline::game::PlayerId& robot);
    void rangeRequested(double beginS, double endS);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] double xOf(double recordTimeS) const;
    [[nodiscard]] double timeAt(double x) const;
    [[nodiscard]] double rowHeight() const;
    [[nodiscard]] const DecisionRow* rowAt(double y) const;
    [[nodiscard]] QString tipAt(const QPointF& pos) const;
    void paintRow(QPainter& painter, const DecisionRow& row, double top) const;
    void noteColors();

    DecisionRowsPtr m_rows;
    QString m_why;
    TeamColors m_colors;
    std::map<std::string, int, std::less<>> m_places; ///< of behaviors among the colors
    game::PlayerId m_selection;
    double m_beginS = 0.0;
    double m_endS = 1.0;
    double m_timeS = 0.0;
};

/// The timeline with its legend.
class DecisionTimelinePanel : public QWidget {
    Q_OBJECT
public:
    explicit DecisionTimelinePanel(QWidget* parent = nullptr);

    void setRows(const DecisionRowsPtr& rows, const QString& why);
    /// A word about what is being read; empty: nothing is.
    void setProgress(const QString& text);
    [[nodiscard]] DecisionTimeline* view() const { return m_view; }

private:
    DecisionTimeline* m_view;
    QLabel* m_legend;
    QLabel* m_progress;
};

} // namespace sideline::widgets
