#include "widgets/localization/image_plane_paint.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <QRegion>

#include "agentcore/math/angles.h"

namespace sideline::widgets {

namespace {

using localization::ObservationKind;
using localization::Verdict;

const QColor kCasing(0, 0, 0, 150);
const QColor kPictureGold(0xff, 0xd2, 0x33);
const QColor kTruth(0x6f, 0xf0, 0xff);
constexpr double kFlagPx = 15.0;

QColor faded(QColor color, int alpha) {
    color.setAlpha(alpha);
    return color;
}

double lengthOf(const QPointF& v) {
    return std::hypot(v.x(), v.y());
}

// The style of a measured object: color and pattern show the estimator's verdict.
QPen measuredPen(Verdict verdict, double widthPx) {
    switch (verdict) {
    case Verdict::Refused:
        return QPen(QColor(0xff, 0x6a, 0x55), widthPx, Qt::DashLine, Qt::FlatCap);
    case Verdict::Unmatched:
        return QPen(QColor(0xf4, 0xa3, 0xff), widthPx, Qt::DotLine, Qt::FlatCap);
    case Verdict::Unused:
        return QPen(QColor(0xb4, 0xba, 0xc2), widthPx, Qt::SolidLine, Qt::FlatCap);
    case Verdict::Used:
        break;
    }
    return QPen(QColor(0xff, 0xf3, 0xa8), widthPx, Qt::SolidLine, Qt::RoundCap);
}

// The outline of a wide line along a curve.
QPolygonF tubeAround(const QPolygonF& curve, double halfPx) {
    QPolygonF tube(2 * curve.size());
    for (qsizetype i = 0; i < curve.size(); ++i) {
        const QPointF along =
            curve[std::min(i + 1, curve.size() - 1)] - curve[std::max<qsizetype>(i - 1, 0)];
        const double length = std::max(1e-9, lengthOf(along));
        const QPointF lateral = QPointF(-along.y(), along.x()) * (halfPx / length);
        tube[i] = curve[i] + lateral;
        tube[2 * curve.size() - 1 - i] = curve[i] - lateral;
    }
    return tube;
}

// The vector from a landmark's position to the other end of its symbol: up a flag's staff, down a
// post.
QPointF stemOf(const PictureMark& mark, const PlaneTransform& transform) {
    if (mark.kind != ObservationKind::GoalPost) {
        return {0.0, -kFlagPx};
    }
    const QPointF down = transform.wayOf(mark.foot);
    return lengthOf(down) > 4.0 ? down : QPointF(0.0, kFlagPx);
}

class PicturePainter {
public:
    PicturePainter(QPainter& painter, const PlaneTransform& transform, const PlaneLook& look,
                   const QSize& size)
        : m_painter(painter),
          m_transform(transform),
          m_look(look),
          m_size(size),
          m_room(QRectF(QPointF(0, 0), QSizeF(size)).adjusted(-60, -60, 60, 60)) {}

    void curves(const std::vector<QPolygonF>& all, const QPen& pen) {
        m_painter.setPen(pen);
        m_painter.setBrush(Qt::NoBrush);
        for (const QPolygonF& curve : all) {
            const QPolygonF px = m_transform.toWidget(curve);
            if (px.boundingRect().adjusted(-1, -1, 1, 1).intersects(m_room)) {
                m_painter.drawPolyline(px);
            }
        }
    }
    void things(const std::vector<SeenObject>& all);
    void rim();
    void grid();
    void noise(const PictureMark& mark);
    void glow(const PictureMark& mark, int alpha);
    void predicted(const PictureMark& mark);
    void measured(const PictureMark& mark);
    void residual(const PictureMark& mark);
    void names(const CameraPicture& picture);

private:
    QPointF px(const QPointF& deg) const { return m_transform.toWidget(deg); }
    QPointF stem(const PictureMark& mark) const { return stemOf(mark, m_transform); }
    void symbol(const PictureMark& mark, const QPen& pen, bool isFilled);

    QPainter& m_painter;
    const PlaneTransform& m_transform;
    const PlaneLook& m_look;
    QSize m_size;
    QRectF m_room;
};

void PicturePainter::things(const std::vector<SeenObject>& all) {
    for (const SeenObject& thing : all) {
        const double radius =
            std::max(thing.isBall ? 3.0 : 3.5, thing.radiusDeg * m_transform.pxPerDeg);
        const QPointF low = px(thing.low);
        const QPointF high = px(thing.high);
        if (!m_room.contains(low) && !m_room.contains(high)) {
            continue;
        }
        if (thing.isBall) {
            m_painter.setPen(QPen(faded(Qt::black, 130), 1));
            m_painter.setBrush(faded(thing.color, 200));
            m_painter.drawEllipse(low, radius, radius);
        } else {
            m_painter.setBrush(Qt::NoBrush);
            const QPointF inset(0.0, std::min(radius, lengthOf(high - low) / 2));
            m_painter.setPen(QPen(faded(thing.color.lighter(130), 110), 2 * radius, Qt::SolidLine,
                                  Qt::RoundCap));
            m_painter.drawLine(low - inset, high + inset + QPointF(0.01, 0.0));
        }
    }
}

void PicturePainter::rim() {
    const QRectF view(px(m_look.halfViewDeg), px(-m_look.halfViewDeg));
    const QRect inside = view.toAlignedRect();
    for (const QRect& part : QRegion(QRect(QPoint(0, 0), m_size)).subtracted(inside)) {
        m_painter.fillRect(part, QColor(8, 12, 16, 105));
    }
    m_painter.setPen(QPen(QColor(255, 255, 255, 170), 1.2));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRect(view);
}

void PicturePainter::grid() {
    constexpr std::array kStepsDeg = {0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 15.0, 30.0, 60.0};
    constexpr double kMinPx = 52.0;
    const auto stepFor = [&](double pxPerDeg) {
        const auto wide = std::ranges::find_if(
            kStepsDeg, [&](double stepDeg) { return stepDeg * pxPerDeg >= kMinPx; });
        return wide == kStepsDeg.end() ? kStepsDeg.back() : *wide;
    };
    const QPointF topLeft = m_transform.toDirection({0, 0});
    const QPointF bottomRight = m_transform.toDirection(QPointF(m_size.width(), m_size.height()));
    QFont font = m_painter.font();
    font.setPointSizeF(font.pointSizeF() * 0.78);
    m_painter.save();
    m_painter.setFont(font);
    const double rowPx = m_painter.fontMetrics().height();
    const auto pen = [](double deg) {
        return QPen(QColor(255, 255, 255, std::abs(deg) < 1e-9 ? 75 : 34), 1);
    };
    const auto label = [](double deg, double stepDeg) {
        // Due to rounding, summed steps may not be exactly zero.
        const double shown = std::abs(deg) < 1e-9 ? 0.0 : deg;
        return QString::number(shown, 'f', stepDeg < 1.0 ? 1 : 0) + QStringLiteral("\u00b0");
    };
    const QColor ink(255, 255, 255, 175);
    constexpr double kFarthestDeg = 180.0;
    const auto first = [](double lowDeg, double stepDeg) {
        return std::ceil(lowDeg / stepDeg) * stepDeg;
    };
    const double acrossDeg = stepFor(m_transform.pxPerDeg);
    for (double deg = first(std::max(bottomRight.x(), -kFarthestDeg), acrossDeg);
         deg <= std::min(topLeft.x(), kFarthestDeg); deg += acrossDeg) {
        const double x = px({deg, 0.0}).x();
        m_painter.setPen(pen(deg));
        m_painter.drawLine(QPointF(x, 0), QPointF(x, m_size.height()));
        if (x > 40 && x < m_size.width() - 20) {
            paintWords(m_painter, {x - 30, m_size.height() - rowPx - 1.0, 60, rowPx},
                       Qt::AlignCenter, label(deg, acrossDeg), ink);
        }
    }
    constexpr double kHighestDeg = 90.0;
    const double upDeg = stepFor(m_transform.pxPerDegUp());
    for (double deg = first(std::max(bottomRight.y(), -kHighestDeg), upDeg);
         deg <= std::min(topLeft.y(), kHighestDeg); deg += upDeg) {
        const double y = px({0.0, deg}).y();
        m_painter.setPen(pen(deg));
        m_painter.drawLine(QPointF(0, y), QPointF(m_size.width(), y));
        if (y > 1.6 * rowPx && y < m_size.height() - 2 * rowPx) {
            paintWords(m_painter, {3, y - rowPx / 2, 60, rowPx}, Qt::AlignLeft | Qt::AlignVCenter,
                       label(deg, upDeg), ink);
        }
    }
    m_painter.restore();
}

void PicturePainter::noise(const PictureMark& mark) {
    constexpr double kSeenPx = 5.0;
    for (std::size_t end = 0; mark.hasPrediction && end < mark.pointCount; ++end) {
        const double across = 2.0 * mark.sigma[end].x() * m_transform.pxPerDeg;
        const double up = 2.0 * mark.sigma[end].y() * m_transform.pxPerDegUp();
        if (across > kSeenPx) {
            m_painter.setPen(QPen(faded(m_look.belief.lighter(140), 150), 1, Qt::DashLine));
            m_painter.setBrush(faded(m_look.belief, 40));
            m_painter.drawEllipse(px(mark.predicted[end]), across, up);
        }
    }
}

void PicturePainter::glow(const PictureMark& mark, int alpha) {
    m_painter.setBrush(Qt::NoBrush);
    for (const double widthPx : {13.0, 8.0}) {
        const QPen pen(faded(kPictureGold, alpha), widthPx, Qt::SolidLine, Qt::RoundCap);
        if (mark.pointCount == 2) {
            curves(mark.measuredCurve, pen);
        } else {
            m_painter.setPen(pen);
            const QPointF at = px(mark.measured[0]);
            m_painter.drawLine(at, at + stem(mark));
        }
    }
}

// Draws a flag as a staff with a pennant, and a post as an upright below its top.
void PicturePainter::symbol(const PictureMark& mark, const QPen& pen, bool isFilled) {
    const QPointF at = px(mark.measured[0]);
    const QPointF end = at + stem(mark);
    m_painter.setPen(pen);
    m_painter.drawLine(at, end);
    if (mark.kind == ObservationKind::GoalPost) {
        const QPointF along = (end - at) / std::max(1.0, lengthOf(end - at));
        const QPointF cap(-along.y() * 4.5, along.x() * 4.5);
        m_painter.drawLine(at - cap, at + cap);
        return;
    }
    QPen solid = pen;
    solid.setStyle(Qt::SolidLine);
    m_painter.setPen(solid);
    m_painter.setBrush(isFilled ? QBrush(faded(pen.color(), 210)) : QBrush(Qt::NoBrush));
    m_painter.drawPolygon(QPolygonF{end, end + QPointF(9.0, 3.2), end + QPointF(0.0, 6.5)});
}

void PicturePainter::predicted(const PictureMark& mark) {
    if (!mark.hasPrediction) {
        return;
    }
    if (mark.pointCount == 2) {
        // The tube that should contain the measurement.
        m_painter.setBrush(faded(m_look.belief, 45));
        m_painter.setPen(QPen(faded(m_look.belief.lighter(135), 170), 1));
        for (const QPolygonF& curve : mark.predictedCurve) {
            const QPolygonF tube = tubeAround(m_transform.toWidget(curve), 3.2);
            if (tube.boundingRect().intersects(m_room)) {
                m_painter.drawPolygon(tube);
            }
        }
        return;
    }
    m_painter.setBrush(Qt::NoBrush);
    const QPointF at = px(mark.predicted[0]);
    m_painter.setPen(QPen(kCasing, 3.5));
    m_painter.drawEllipse(at, 5.5, 5.5);
    m_painter.setPen(QPen(m_look.belief.lighter(135), 1.6));
    m_painter.drawEllipse(at, 5.5, 5.5);
}

void PicturePainter::measured(const PictureMark& mark) {
    const QPen casing(kCasing, 3.6, Qt::SolidLine, Qt::RoundCap);
    if (mark.pointCount == 2) {
        curves(mark.measuredCurve, casing);
        curves(mark.measuredCurve, measuredPen(mark.verdict, 1.8));
        for (std::size_t end = 0; end < 2; ++end) {
            m_painter.setPen(QPen(kCasing, 1));
            m_painter.setBrush(measuredPen(mark.verdict, 1).color());
            m_painter.drawEllipse(px(mark.measured[end]), 2.6, 2.6);
        }
        return;
    }
    symbol(mark, casing, false);
    symbol(mark, measuredPen(mark.verdict, 1.8), true);
}

// Draws an arrow from the expected point toward the measured one, with scaled length.
void PicturePainter::residual(const PictureMark& mark) {
    for (std::size_t end = 0; mark.hasPrediction && end < mark.pointCount; ++end) {
        const QPointF way = m_transform.wayOf(mark.residual[end]) * m_look.residualScale;
        const double length = lengthOf(way);
        constexpr double kSeenPx = 2.0;
        if (!(length > kSeenPx) || !std::isfinite(length)) {
            continue;
        }
        const QPointF from = px(mark.predicted[end]);
        const QPointF to = from + way;
        const double head = std::min(6.0, 0.5 * length);
        const QPointF along = way / length * head;
        const QPointF lateral = QPointF(-along.y(), along.x()) * 0.55;
        const double widthPx = mark.sigmas > 2.0 ? 2.8 : 2.0;
        for (const QPen& pen :
             {QPen(kCasing, widthPx + 2.0, Qt::SolidLine, Qt::RoundCap),
              QPen(residualColor(mark.sigmas), widthPx, Qt::SolidLine, Qt::RoundCap)}) {
            m_painter.setPen(pen);
            m_painter.drawLine(from, to);
            m_painter.drawLine(to, to - along + lateral);
            m_painter.drawLine(to, to - along - lateral);
        }
    }
}

// Names of landmarks and of the highlighted line, where they cover no other name.
void PicturePainter::names(const CameraPicture& picture) {
    QFont font = m_painter.font();
    font.setPointSizeF(font.pointSizeF() * 0.9);
    m_painter.save();
    m_painter.setFont(font);
    const QFontMetricsF metrics(font);
    const QRectF room(0, 0, m_size.width(), m_size.height());
    std::vector<QRectF> taken;
    const auto put = [&](const QString& name, const QPointF& at, const QPointF& gap,
                         const QColor& color) {
        const double wide = metrics.horizontalAdvance(name) + 4;
        const double high = metrics.height();
        const double left = at.x() - wide - gap.x();
        const double right = at.x() + gap.x();
        const double above = at.y() - high - gap.y();
        const double below = at.y() + gap.y();
        for (const QPointF& corner : {QPointF(right, above), QPointF(left, above),
                                      QPointF(right, below), QPointF(left, below)}) {
            const QRectF box(corner, QSizeF(wide, high));
            if (room.contains(box) && std::ranges::none_of(taken, [&](const QRectF& other) {
                    return other.intersects(box);
                })) {
                taken.push_back(box);
                paintWords(m_painter, box, Qt::AlignCenter, name, color);
                return;
            }
        }
    };
    for (const PictureMark& mark : picture.marks) {
        const bool isMarked =
            mark.observation == m_look.highlighted || mark.observation == m_look.hovered;
        if (mark.pointCount == 2 && !isMarked) {
            continue;
        }
        QPointF at = px(mark.measured[0]);
        if (mark.pointCount == 2) {
            if (mark.measuredCurve.empty()) {
                continue;
            }
            const QPolygonF& curve = mark.measuredCurve.front();
            at = px(curve[curve.size() / 2]);
        }
        put(mark.name, at, {11.0, 3.0}, isMarked ? kPictureGold : QColor(255, 255, 255, 235));
    }
    for (const SeenObject& thing : picture.things) {
        const double radius = thing.radiusDeg * m_transform.pxPerDeg;
        put(thing.name, px(thing.low), {radius + 5.0, 2.0}, QColor(255, 255, 255, 150));
    }
    m_painter.restore();
}

double distanceToCurve(const QPolygonF& curve, const QPointF& px) {
    double best = std::numeric_limits<double>::infinity();
    for (qsizetype i = 1; i < curve.size(); ++i) {
        const QPointF along = curve[i] - curve[i - 1];
        const double squared = QPointF::dotProduct(along, along);
        const double ratio =
            squared > 0.0
                ? std::clamp(QPointF::dotProduct(px - curve[i - 1], along) / squared, 0.0, 1.0)
                : 0.0;
        best = std::min(best, lengthOf(px - curve[i - 1] - along * ratio));
    }
    return best;
}

} // namespace

QImage paintGround(const QSize& size, const PlaneTransform& transform, const CameraPicture& picture,
                   const field::FieldDimensions& field, bool isDark) {
    constexpr int kCellPx = kGroundCellPx;
    QImage image(size.width() / kCellPx + 1, size.height() / kCellPx + 1, QImage::Format_RGB32);
    const auto mix = [](const QColor& from, const QColor& to, double ratio) {
        const auto part = [&](int a, int b) { return a + static_cast<int>((b - a) * ratio); };
        return qRgb(part(from.red(), to.red()), part(from.green(), to.green()),
                    part(from.blue(), to.blue()));
    };
    const QColor zenith = isDark ? QColor(0x25, 0x30, 0x3d) : QColor(0x55, 0x6d, 0x87);
    const QColor haze = isDark ? QColor(0x3d, 0x4d, 0x5e) : QColor(0x7d, 0x95, 0xac);
    const QColor grass = isDark ? QColor(0x25, 0x4f, 0x2b) : QColor(0x2f, 0x69, 0x36);
    const QColor mown = isDark ? QColor(0x29, 0x56, 0x2f) : QColor(0x34, 0x71, 0x3b);
    const QColor apron = isDark ? QColor(0x1d, 0x38, 0x22) : QColor(0x26, 0x4d, 0x2c);
    if (!picture.hasPose) {
        image.fill(isDark ? QColor(0x2a, 0x2f, 0x36) : QColor(0x4a, 0x52, 0x5c));
        return image;
    }
    const QColor beyond = isDark ? QColor(0x12, 0x15, 0x19) : QColor(0x22, 0x28, 0x2e);
    const Eigen::Matrix3d& R = picture.X_SC.R;
    const double highM = std::max(0.0, picture.X_SC.p.z());
    const double halfX = field.lengthM / 2 + 0.7;
    const double halfY = field.widthM / 2 + 0.7;
    const double cellRad = math::radFromDeg(kCellPx / transform.pxPerDegUp());
    std::vector<std::array<double, 3>> across; // theta in degrees, its sine and cosine, by column
    for (int column = 0; column < image.width(); ++column) {
        const double thetaDeg = transform.toDirection({(column + 0.5) * kCellPx, 0.0}).x();
        const double thetaRad = math::radFromDeg(thetaDeg);
        across.push_back({thetaDeg, std::sin(thetaRad), std::cos(thetaRad)});
    }
    const auto groundAt = [&](const Eigen::Vector3d& ray) {
        const double down = std::min(ray.z(), -1e-6);
        const double x = picture.X_SC.p.x() - ray.x() * highM / down;
        const double y = picture.X_SC.p.y() - ray.y() * highM / down;
        // Stripes suggest depth; toward the horizon they would flicker.
        const bool isStripe = static_cast<int>(std::floor(x / 2.0)) % 2 != 0;
        const QColor inside =
            QColor::fromRgb(mix(grass, mown, isStripe ? std::clamp(-down * 8.0, 0.0, 1.0) : 0.0));
        const double insideM = std::min(halfX - std::abs(x), halfY - std::abs(y));
        const double cellM = highM * cellRad / (down * down) + 1e-9; // ground that a cell covers
        return mix(apron, inside, std::clamp(0.5 + insideM / cellM, 0.0, 1.0));
    };
    for (int row = 0; row < image.height(); ++row) {
        auto* cells = reinterpret_cast<QRgb*>(image.scanLine(row));
        const double phiDeg = transform.toDirection({0.0, (row + 0.5) * kCellPx}).y();
        const double sine = std::sin(math::radFromDeg(phiDeg));
        const double cosine = std::cos(math::radFromDeg(phiDeg));
        for (int column = 0; column < image.width(); ++column) {
            const auto [thetaDeg, side, ahead] = across[static_cast<std::size_t>(column)];
            if (std::abs(phiDeg) > 90.0 || std::abs(thetaDeg) > 180.0) {
                cells[column] = beyond.rgb();
                continue;
            }
            const Eigen::Vector3d ray = R * Eigen::Vector3d(-cosine * side, cosine * ahead, sine);
            const double ratio =
                std::clamp(0.5 + ray.z() / cellRad, 0.0, 1.0); // fraction of the cell that is sky
            const QRgb sky =
                ratio > 0.0 ? mix(haze, zenith, std::clamp(ray.z() * 2.5, 0.0, 1.0)) : haze.rgb();
            cells[column] = ratio >= 1.0 ? sky
                            : ratio <= 0.0
                                ? groundAt(ray)
                                : mix(QColor::fromRgb(groundAt(ray)), QColor::fromRgb(sky), ratio);
        }
    }
    return image;
}

void paintPicture(QPainter& painter, const PlaneTransform& transform, const CameraPicture& picture,
                  const PlaneLook& look, const QSize& size) {
    PicturePainter pen(painter, transform, look, size);
    pen.curves(picture.lines, QPen(QColor(255, 255, 255, 105), 1.2));
    pen.curves(picture.goals, QPen(QColor(255, 255, 255, 130), 1.2));
    pen.things(picture.things);
    if (look.showsTruth) {
        pen.curves(picture.trueLines, QPen(faded(kTruth, 190), 1.2, Qt::DotLine));
    }
    pen.rim();
    pen.grid();
    for (const PictureMark& mark : picture.marks) {
        if (mark.observation == look.hovered || mark.observation == look.highlighted) {
            pen.glow(mark, mark.observation == look.highlighted ? 95 : 40);
        }
    }
    for (const PictureMark& mark : picture.marks) {
        pen.noise(mark);
        pen.predicted(mark);
    }
    for (const PictureMark& mark : picture.marks) {
        pen.measured(mark);
    }
    for (const PictureMark& mark : picture.marks) {
        pen.residual(mark);
    }
    pen.names(picture);
}

void paintTip(QPainter& painter, const ObservationTip& tip, const QPointF& at, const QSize& size) {
    constexpr double kGapPx = 12.0;
    QFont strong = painter.font();
    strong.setBold(true);
    const QFontMetricsF metrics(painter.font());
    std::array<double, 5> widths{};
    for (const ObservationTip::Row& row : tip.rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], metrics.horizontalAdvance(row[i]));
        }
    }
    double wide = QFontMetricsF(strong).horizontalAdvance(tip.title);
    double table = 4 * kGapPx;
    for (const double width : widths) {
        table += width;
    }
    wide = std::max(wide, tip.rows.empty() ? 0.0 : table);
    const double notesWide = std::max(wide, 260.0);
    double notesHigh = 0.0;
    const QString notes = tip.notes.join(QLatin1Char('\n'));
    QRectF noteBox;
    if (!notes.isEmpty()) {
        noteBox = metrics.boundingRect(QRectF(0, 0, notesWide, 1000),
                                       Qt::AlignLeft | Qt::TextWordWrap, notes);
        wide = std::max(wide, noteBox.width());
        notesHigh = noteBox.height() + 3;
    }
    const double line = metrics.height();
    QRectF box(
        at + QPointF(16, 14),
        QSizeF(wide + 14, line * (1.0 + static_cast<double>(tip.rows.size())) + notesHigh + 11));
    box.moveRight(std::min(box.right(), size.width() - 2.0));
    if (box.bottom() > size.height() - 2.0) {
        box.moveBottom(std::max(at.y() - 10.0, box.height()));
    }
    box.moveLeft(std::max(box.left(), 2.0));
    box.moveTop(std::max(box.top(), 2.0));
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0, 0, 0, 205));
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(Qt::white);
    painter.save();
    painter.setFont(strong);
    QPointF corner = box.topLeft() + QPointF(7, 4);
    painter.drawText(QRectF(corner, QSizeF(wide, line)), Qt::AlignLeft, tip.title);
    painter.restore();
    for (std::size_t r = 0; r < tip.rows.size(); ++r) {
        corner.ry() += line;
        double x = corner.x();
        for (std::size_t i = 0; i < widths.size(); ++i) {
            painter.setPen(r == 0 || i == 0 ? QColor(255, 255, 255, 165) : QColor(Qt::white));
            painter.drawText(QRectF(x, corner.y(), widths[i] + 1, line),
                             i == 0 ? Qt::AlignLeft : Qt::AlignRight, tip.rows[r][i]);
            x += widths[i] + kGapPx;
        }
    }
    painter.setPen(QColor(255, 255, 255, 215));
    painter.drawText(QRectF(corner.x(), corner.y() + line + 3, notesWide, notesHigh + 2),
                     Qt::AlignLeft | Qt::TextWordWrap, notes);
}

void paintWords(QPainter& painter, const QRectF& box, Qt::Alignment alignment, const QString& text,
                const QColor& color) {
    const auto flags = static_cast<int>(alignment);
    painter.setPen(QColor(0, 0, 0, color.alpha() * 3 / 4));
    painter.drawText(box.translated(1, 1), flags, text);
    painter.setPen(color);
    painter.drawText(box, flags, text);
}

double distanceOf(const PictureMark& mark, const PlaneTransform& transform, const QPointF& px) {
    double best = std::numeric_limits<double>::infinity();
    if (mark.pointCount == 2) {
        for (const auto* curves : {&mark.measuredCurve, &mark.predictedCurve}) {
            for (const QPolygonF& curve : *curves) {
                best = std::min(best, distanceToCurve(transform.toWidget(curve), px));
            }
        }
        return best;
    }
    const QPointF at = transform.toWidget(mark.measured[0]);
    const QPointF end = at + stemOf(mark, transform);
    best = distanceToCurve(QPolygonF{at, end}, px);
    if (mark.hasPrediction) {
        best = std::min(best, lengthOf(transform.toWidget(mark.predicted[0]) - px));
    }
    // A symbol takes precedence over the line below it.
    return std::max(0.0, best - 4.0);
}

} // namespace sideline::widgets
