#pragma once

#include "widgets/motion/dope_sheet_paint.h"
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
    /// may be outside the view.
    [[nodiscard]] std::optional<double> rowMiddle(const keyframe::JointName& joint) const;
    [[nodiscard]] double groupMiddle(std::size_t group) const;
    [[nodiscard]] static double summaryMiddle() { return kSummaryHeight / 2.0; }

    /// Rectangles of a joint's switches in the column of names: lock and mute.
    [[nodiscard]] QRectF lockBox(double middle) const;
    [[nodiscard]] QRectF muteBox(double middle) const;

    static constexpr int kSummaryHeight = SheetPainter::kSummaryHeight;
    static constexpr int kRowHeight = SheetPainter::kRowHeight;

protected:
    [[nodiscard]] keyframe::KeySelection keysAt(const QPointF& pos) const override;
    [[nodiscard]] keyframe::KeySelection keysIn(const QRectF& box) const override;
    [[nodiscard]] const JointRow* rowAt(const QPointF& pos) const override;
    [[nodiscard]] QString tipAt(const QPointF& pos) const override;
    void pressInGutter(const QPointF& pos, Qt::KeyboardModifiers modifiers) override;
    void doubleClickAt(const QPointF& pos) override;
    void paintEvent(QPaintEvent* event) override;

private:
    using Line = SheetLine;
    [[nodiscard]] std::vector<Line> lines() const;
    [[nodiscard]] std::optional<Line> lineAt(double y) const;
    [[nodiscard]] keyframe::KeySelection keysOf(const Line& line, double fromS, double toS) const;
    [[nodiscard]] QString keyframeTip(std::size_t keyframe) const;

    void rebuildLines();
    std::vector<Line> m_lines; ///< tops are stored as if not scrolled
};

} // namespace sideline::widgets
