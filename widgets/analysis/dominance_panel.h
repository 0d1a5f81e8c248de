#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <QComboBox>
#include <QLabel>
#include <QWidget>

#include "widgets/analysis/match_numbers.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

/// Dominance of the teams in an interval of the match.
struct DominanceWindow {
    double fromS = 0.0; ///< record time
    double toS = 0.0;
    double gameFromS = 0.0;
    double gameToS = 0.0;
    double leftS =
        0.0; ///< time in which the left team had the ball, or the ball was in the opponents' half
    double rightS = 0.0;
    /// Ratio from 0 (right team only) to 1 (left team only); nullopt if both times are 0.
    [[nodiscard]] std::optional<double> leftRatio() const {
        return leftS + rightS > 0.0 ? std::optional(leftS / (leftS + rightS)) : std::nullopt;
    }
};

enum class DominanceQuantity : std::uint8_t { Possession, Territory };

/// Merges the windows of a match into longer ones, each within one half.
[[nodiscard]] std::vector<DominanceWindow> dominanceOf(
    const std::vector<logs::PeriodStatistics>& windows, DominanceQuantity quantity, double lengthS);

/// Dominance over time: bars over the interval of the ruler, up for the left team, down for the
/// right one, with goals and shots.
class DominanceView : public QWidget {
    Q_OBJECT
public:
    explicit DominanceView(QWidget* parent = nullptr);

    void setWindows(std::vector<DominanceWindow> windows, const MatchNumbersPtr& numbers);
    void setColors(const TeamColors& colors);
    void showRange(double beginS, double endS);
    void setTime(double recordTimeS);

    [[nodiscard]] QSize sizeHint() const override { return {600, 120}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {200, 70}; }

Q_SIGNALS:
    void seekRequested(double recordTimeS);
    /// The user wants to see what happened in this window.
    void windowChosen(double fromS, double toS);
    void rangeRequested(double beginS, double endS);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] double xOf(double recordTimeS) const;
    [[nodiscard]] double timeAt(double x) const;
    [[nodiscard]] const DominanceWindow* windowAt(double x) const;
    [[nodiscard]] QString tipAt(double x) const;
    void paintMarks(QPainter& painter) const;

    std::vector<DominanceWindow> m_windows;
    MatchNumbersPtr m_numbers;
    TeamColors m_colors;
    double m_beginS = 0.0;
    double m_endS = 1.0;
    double m_timeS = 0.0;
};

/// The dominance timeline, with controls for its contents.
class DominancePanel : public QWidget {
    Q_OBJECT
public:
    explicit DominancePanel(QWidget* parent = nullptr);

    void setNumbers(const MatchNumbersPtr& numbers);
    [[nodiscard]] DominanceView* view() const { return m_view; }

private:
    void show();

    MatchNumbersPtr m_numbers;
    QComboBox* m_quantity;
    QComboBox* m_length;
    QLabel* m_about;
    DominanceView* m_view;
};

} // namespace sideline::widgets
