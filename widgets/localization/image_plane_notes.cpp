#include "widgets/localization/image_plane_notes.h"

#include <algorithm>
#include <vector>

#include "widgets/localization/image_plane_view.h"
#include "widgets/localization/observation_text.h"

namespace sideline::widgets {

namespace {

constexpr double kOldVisionS = 0.1;

void paintLegend(QPainter& painter, const CameraPicture& picture, const PlaneLook& look,
                 const QSize& size) {
    constexpr int kMinPx = 300;
    constexpr double kSignPx = 16.0;
    if (size.width() < kMinPx || picture.marks.empty()) {
        return;
    }
    struct Entry {
        QString text;
        QPen pen;
    };
    using localization::Verdict;
    std::vector<Entry> entries = {
        {ImagePlaneView::tr("measured"), QPen(QColor(0xff, 0xf3, 0xa8), 2)}};
    const QColor belief = look.belief.lighter(135);
    entries.push_back({ImagePlaneView::tr("expected"), QPen(belief, 5)});
    const auto has = [&](Verdict verdict) {
        return std::ranges::find(picture.marks, verdict, &PictureMark::verdict) !=
               picture.marks.end();
    };
    if (has(Verdict::Refused)) {
        entries.push_back(
            {ImagePlaneView::tr("rejected"), QPen(QColor(0xff, 0x6a, 0x55), 2, Qt::DashLine)});
    }
    if (has(Verdict::Unmatched)) {
        entries.push_back(
            {ImagePlaneView::tr("unmatched"), QPen(QColor(0xf4, 0xa3, 0xff), 2, Qt::DotLine)});
    }
    if (look.showsTruth && !picture.trueLines.empty()) {
        entries.push_back(
            {ImagePlaneView::tr("true"), QPen(QColor(0x6f, 0xf0, 0xff), 1.5, Qt::DotLine)});
    }
    const QFontMetricsF metrics(painter.font());
    double wide = 6.0;
    for (const Entry& entry : entries) {
        wide += kSignPx + 4 + metrics.horizontalAdvance(entry.text) + 10;
    }
    const double high = metrics.height() + 2;
    QRectF box(size.width() - wide - 4, size.height() - 2 * high - 4, wide, high);
    if (box.left() < 2.0) {
        return;
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0, 0, 0, 110));
    painter.drawRoundedRect(box, 3, 3);
    double x = box.left() + 6;
    for (const Entry& entry : entries) {
        const double y = box.center().y();
        QPen pen = entry.pen;
        pen.setCapStyle(Qt::FlatCap);
        painter.setPen(pen);
        painter.drawLine(QPointF(x, y), QPointF(x + kSignPx, y));
        if (pen.widthF() > 4.0) { // drawn hollow
            painter.setPen(QPen(QColor(30, 40, 34), 2.6));
            painter.drawLine(QPointF(x + 1, y), QPointF(x + kSignPx - 1, y));
        }
        x += kSignPx + 4;
        painter.setPen(QColor(255, 255, 255, 220));
        painter.drawText(QRectF(x, box.top(), 200, high), Qt::AlignLeft | Qt::AlignVCenter,
                         entry.text);
        x += metrics.horizontalAdvance(entry.text) + 10;
    }
}

} // namespace

void paintPlaneNotes(QPainter& painter, const LocalizeInstant& instant,
                     const CameraPicture& picture, const PlaneLook& look, double stretch,
                     const QSize& size) {
    const QFont plain = painter.font();
    QFont small = plain;
    small.setPointSizeF(small.pointSizeF() * 0.88);
    painter.setFont(small);
    const double row = QFontMetricsF(small).height();
    const QRectF top(6, 3, size.width() - 12.0, row);
    const QColor ink(255, 255, 255, 220);
    paintWords(painter, top, Qt::AlignLeft, visionAgeText(instant.visionAgeS),
               instant.visionAgeS > kOldVisionS ? QColor(0xff, 0xc8, 0x5a) : ink);
    QStringList scales;
    if (stretch > 1.0) {
        scales << ImagePlaneView::tr("heights \u00d7 %1").arg(stretch);
    }
    if (look.residualScale > 1) {
        scales << ImagePlaneView::tr("residuals \u00d7 %1").arg(look.residualScale);
    }
    paintWords(painter, top, Qt::AlignRight, scales.join(QStringLiteral(", ")), ink);
    if (!picture.hasPose) {
        paintWords(painter, top.translated(0, row), Qt::AlignLeft,
                   ImagePlaneView::tr("the estimator has no camera pose"),
                   QColor(0xff, 0xc8, 0x5a));
    }
    paintLegend(painter, picture, look, size);
    painter.setFont(plain);
}

} // namespace sideline::widgets
