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

/// The activities of all players over the interval of the ruler: a row for each player, a color for
/// each behavior. A click seeks to the time and selects the player, the wheel zooms.
class DecisionTimeline : public QWidget {
    Q_OBJECT
public:
    explicit DecisionTimeline(QWidget* parent = nullptr);

    /// Sets the rows; null for none. @param why reason for their absence, for display
    void setRows(const DecisionRowsPtr& rows, const QString& why);
    [[nodiscard]] const DecisionRowsPtr& rows() const { return m_rows; }
    void setColors(const TeamColors& colors);
    void showRange(double beginS, double endS);
    void setTime(double recordTimeS);
    void setSelection(const game::PlayerId& robot);

    /// Color of a behavior in this window; stable for the rows of one match.
    [[nodiscard]] QColor colorOf(const std::string& does) const;
    /// Behaviors in the order of their first appearance, with their colors.
    [[nodiscard]] std::vector<std::pair<QString, QColor>> legend() const;
    /// Place on the widget of a player's row at the given time.
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
    std::map<std::string, int, std::less<>> m_places; ///< color index of each behavior
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
    /// Note about what is being read; empty for none.
    void setProgress(const QString& text);
    [[nodiscard]] DecisionTimeline* view() const { return m_view; }

private:
    DecisionTimeline* m_view;
    QLabel* m_legend;
    QLabel* m_progress;
};

} // namespace sideline::widgets
