#pragma once

#include "widgets/motion/key_canvas.h"

namespace sideline::widgets {

/// Rows of keys: one for all keyframes, which stays in place, then groups and their joints.
class DopeSheet : public KeyCanvas {
    Q_OBJECT
public:
    explicit DopeSheet(TimelineState& state, QWidget* parent = nullptr);

    [[nodiscard]] int contentHeight() const override;
    [[nodiscard]] int fixedHeight() const override { return kSummaryHeight; }
    /// Middle of the row of a joint, of a group, or of all keyframes, in pixels from the top; it
    /// may be out of sight.
    [[nodiscard]] std::optional<double> rowMiddle(const keyframe::JointName& joint) const;
    [[nodiscard]] double groupMiddle(std::size_t group) const;
    [[nodiscard]] static double summaryMiddle() { return kSummaryHeight / 2.0; }

    /// Where a joint's switches are, in the column of names: its lock, and whether it is muted.
    [[nodiscard]] QRectF lockBox(double middle) const;
    [[nodiscard]] QRectF muteBox(double middle) const;

    static constexpr int kSummaryHeight = 21;
    static constexpr int kRowHeight = 18;

protected:
    [[nodiscard]] keyframe::KeySelection keysAt(const QPointF& pos) const override;
    [[nodiscard]] keyframe::KeySelection keysIn(const QRectF& box) const override;
    [[nodiscard]] const JointRow* rowAt(const QPointF& pos) const override;
    [[nodiscard]] QString tipAt(const QPointF& pos) const override;
    void pressInGutter(const QPointF& pos, Qt::KeyboardModifiers modifiers) override;
    void doubleClickAt(const QPointF& pos) override;
    void paintEvent(QPaintEvent* event) override;

private:
    enum class LineKind { Summary, Group, Joint };
    /// One line of the sheet, as it lies on the screen.
    struct Line {
        LineKind kind = LineKind::Summary;
        std::size_t index = 0; ///< of the group or the row
        double top = 0.0;
        double height = 0.0;
        [[nodiscard]] double middle() const { return top + height / 2.0; }
    };
    [[nodiscard]] std::vector<Line> lines() const;
    [[nodiscard]] std::optional<Line> lineAt(double y) const;
    [[nodiscard]] keyframe::KeySelection keysOf(const Line& line, double fromS, double toS) const;
    void paintBackground(QPainter& painter, const Line& line, const TimelineColors& colors) const;
    void paintName(QPainter& painter, const Line& line, const TimelineColors& colors) const;
    void paintSwitches(QPainter& painter, const JointRow& row, double middle,
                       const TimelineColors& colors) const;
    void paintKeys(QPainter& painter, const JointRow& row, double y, const QRect& part,
                   const TimelineColors& colors);
    void paintMarks(QPainter& painter, const std::vector<KeyframeMark>& marks, const Line& line,
                    const QRect& part, const TimelineColors& colors);
    void paintNames(QPainter& painter, const QRect& part, const TimelineColors& colors) const;
    void paintSymbols(QPainter& painter, const KeyframeMark& mark, const Line& line, double x,
                      const TimelineColors& colors) const;
    [[nodiscard]] QString keyframeTip(std::size_t keyframe) const;

    void rebuildLines();
    std::vector<Line> m_lines; ///< tops without scrolling
};

} // namespace sideline::widgets
