#include "widgets/localization/label_layout.h"

#include <algorithm>
#include <array>
#include <limits>

#include <QFontMetricsF>

namespace sideline::widgets {

namespace {

constexpr int kTextPx = 11;
constexpr double kPadX = 4.0;
constexpr double kPadY = 1.0;
constexpr double kMinOpacity = 0.3; // fainter labels are unreadable and only distract
constexpr std::array<double, 5> kRingsPx = {0.0, 10.0, 22.0, 36.0, 54.0};
// The right side comes first, following the reading direction.
constexpr std::array<std::array<double, 2>, 8> kSides = {
    {{1, 0}, {1, -1}, {1, 1}, {-1, 0}, {-1, -1}, {-1, 1}, {0, -1}, {0, 1}}};

} // namespace

LabelLayout::LabelLayout(const QRectF& view, const QFont& font) : m_view(view), m_font(font) {
    m_font.setPixelSize(kTextPx);
}

QFont LabelLayout::fontOf(const PictureLabel& label) const {
    QFont font = m_font;
    font.setBold(label.isBold);
    return font;
}

// Area of a box that is already covered, square pixels.
double LabelLayout::covered(const QRectF& box) const {
    double area = 0.0;
    for (const QRectF& taken : m_taken) {
        const QRectF common = taken.intersected(box);
        area += common.width() * common.height();
    }
    return area;
}

bool LabelLayout::add(const PictureLabel& label) {
    if (label.text.isEmpty() || label.opacity < kMinOpacity || !m_view.contains(label.anchor)) {
        return false;
    }
    const QFontMetricsF metrics(fontOf(label));
    const double width = metrics.horizontalAdvance(label.text) + 2 * kPadX;
    const double height = metrics.height() + 2 * kPadY;
    Placed best;
    double bestCovered = std::numeric_limits<double>::infinity();
    for (std::size_t ring = 0; ring < kRingsPx.size() && bestCovered > 0.0; ++ring) {
        const double away = label.clearPx + kRingsPx.at(ring);
        for (const auto& [sideX, sideY] : kSides) {
            const double slant = sideX != 0.0 && sideY != 0.0 ? 0.75 : 1.0;
            const QPointF middle = label.anchor + QPointF(sideX * (away * slant + width / 2),
                                                          sideY * (away * slant + height / 2));
            const QRectF box(middle.x() - width / 2, middle.y() - height / 2, width, height);
            const double here = covered(box);
            if (m_view.contains(box) && here < bestCovered) {
                best = {label, box, ring > 0};
                bestCovered = here;
            }
        }
    }
    const bool fits = bestCovered <= 0.0 || (label.mustShow && !best.box.isEmpty());
    if (fits) {
        m_taken.push_back(best.box);
        m_placed.push_back(best);
    }
    return fits;
}

void LabelLayout::paint(QPainter& painter) const {
    painter.save();
    for (const Placed& placed : m_placed) {
        if (placed.hasLeader) {
            const QRectF& box = placed.box;
            const QPointF& anchor = placed.label.anchor;
            const QPointF nearest(std::clamp(anchor.x(), box.left(), box.right()),
                                  std::clamp(anchor.y(), box.top(), box.bottom()));
            QColor color = placed.label.color;
            color.setAlphaF(static_cast<float>(0.6 * placed.label.opacity));
            painter.setPen(QPen(color, 1.0));
            painter.drawLine(anchor, nearest);
        }
    }
    for (const Placed& placed : m_placed) {
        painter.setOpacity(placed.label.opacity);
        painter.setPen(Qt::NoPen);
        painter.setBrush(QColor(0, 0, 0, 150));
        painter.drawRoundedRect(placed.box, 3, 3);
        painter.setFont(fontOf(placed.label));
        painter.setPen(placed.label.color);
        painter.drawText(placed.box, Qt::AlignCenter, placed.label.text);
    }
    painter.restore();
}

} // namespace sideline::widgets
