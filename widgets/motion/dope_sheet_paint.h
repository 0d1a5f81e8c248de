#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <QCoreApplication>
#include <QPainter>
#include <QPalette>
#include <QRect>

#include "widgets/motion/timeline_paint.h"
#include "widgets/motion/timeline_state.h"

namespace sideline::widgets {

/// One line of a dope sheet.
struct SheetLine {
    enum class Kind : std::uint8_t { Summary, Group, Joint };
    Kind kind = Kind::Summary;
    std::size_t index = 0; ///< index of the group or the row
    double top = 0.0;
    double height = 0.0;
    [[nodiscard]] double middle() const { return top + height / 2.0; }
};

/// Content of a dope sheet.
struct SheetPicture {
    const TimelineState& state;
    TimeAxis axis;
    QRectF plot; ///< the part with keys
    QRect part;  ///< area to be painted
    int gutterPx = 0;
    QPalette palette;
};

/// Paints the lines of a dope sheet: names at the left, keys at the right.
class SheetPainter {
    Q_DECLARE_TR_FUNCTIONS(SheetPainter)
public:
    static constexpr int kSummaryHeight = 21;
    static constexpr int kRowHeight = 18;

    SheetPainter(QPainter& painter, const SheetPicture& picture, const TimelineColors& colors,
                 KeyPictures& pictures)
        : m_painter(painter), m_picture(picture), m_colors(colors), m_pictures(pictures) {}

    void paint(const SheetLine& line);

    /// Boxes of a joint's lock and mute switches in the column of names.
    [[nodiscard]] static QRectF lockBox(int gutterPx, double middle);
    [[nodiscard]] static QRectF muteBox(int gutterPx, double middle);

private:
    void paintBackground(const SheetLine& line);
    void paintName(const SheetLine& line);
    void paintSwitches(const JointRow& row, double middle);
    void paintKeys(const JointRow& row, double y);
    void paintMarks(const std::vector<KeyframeMark>& marks, const SheetLine& line);
    void paintNames();
    void paintSymbols(const KeyframeMark& mark, const SheetLine& line, double x);

    QPainter& m_painter;
    SheetPicture m_picture;
    const TimelineColors& m_colors;
    KeyPictures& m_pictures;
};

} // namespace sideline::widgets
