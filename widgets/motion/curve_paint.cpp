// How the curve view is drawn.
#include <algorithm>
#include <cmath>

#include <QPaintEvent>

#include "widgets/common/text_format.h"
#include "widgets/motion/curve_view.h"

namespace sideline::widgets {

namespace {

using keyframe::KeyRef;
using Look = KeyPictures::Look;

constexpr int kLineHeight = 17;
constexpr double kTickPx = 34.0;
constexpr double kValueTextPx = 44.0;
constexpr double kDensePx = 3.0;
constexpr double kFastShare = 1.002; // above the motor's speed by more than rounding

// Points of a line that are not needed for its shape omitted: drawing costs by the piece.
class ThinLine {
public:
    void add(const QPointF& point) {
        constexpr double kOffPx = 0.12;
        constexpr double kLongestPx = 24.0;
        const std::size_t count = m_points.size();
        if (count >= 2) {
            const QPointF from = m_points[count - 2];
            const QPointF way = point - from;
            const QPointF last = m_points[count - 1] - from;
            const double length = std::hypot(way.x(), way.y());
            const double off = std::abs(way.x() * last.y() - way.y() * last.x());
            if (off <= kOffPx * length && (way.y() == 0.0 || length < kLongestPx)) {
                m_points.back() = point;
                return;
            }
        }
        m_points.push_back(point);
    }
    void paint(QPainter& painter) const {
        painter.drawPolyline(m_points.data(), static_cast<int>(m_points.size()));
    }

private:
    std::vector<QPointF> m_points;
};

} // namespace

void CurveView::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    const TimelineColors colors(palette());
    const QRect part = event->rect();
    painter.fillRect(part, colors.base);
    painter.setFont(smallFont(font()));
    const QRectF box = plot();
    if (part.right() >= gutter()) {
        painter.setClipRect(box.intersected(QRectF(part)));
        paintTimeGrid(painter, state(), axis(), box, colors);
        paintValueGrid(painter, colors);
        for (const std::size_t row : m_shown) {
            paintLimits(painter, row, colors);
        }
        for (const std::size_t row : m_shown) {
            paintPlayed(painter, row, part);
            paintCurve(painter, row, part, colors);
        }
        for (const std::size_t row : m_shown) {
            paintRowKeys(painter, row, part, colors);
        }
        paintHandles(painter, colors);
        paintTimeLines(painter, state(), axis(), box, colors);
        painter.setClipping(false);
    }
    if (part.left() < gutter()) {
        painter.setClipRect(QRectF(0.0, 0.0, gutter(), height()));
        paintList(painter, colors);
        painter.setClipping(false);
    }
    painter.fillRect(QRect(gutter() - 1, 0, 1, height()), colors.strongGrid);
    paintOver(painter, colors);
}

void CurveView::paintValueGrid(QPainter& painter, const TimelineColors& colors) const {
    const double perPx = (degAt(0.0) - degAt(height())) / std::max(1, height());
    const double stepDeg = roundTick(perPx * kTickPx);
    const auto last = std::llround(std::floor(degAt(0.0) / stepDeg));
    for (auto tick = std::llround(std::ceil(degAt(height()) / stepDeg)); tick <= last; ++tick) {
        const double deg = static_cast<double>(tick) * stepDeg;
        const double y = std::round(yOf(deg));
        painter.fillRect(QRectF(plot().left(), y, plot().width(), 1.0),
                         tick == 0 ? colors.strongGrid : colors.grid);
        painter.setPen(colors.faint);
        painter.drawText(QRectF(plot().left() + 3.0, y - 13.0, kValueTextPx, 13.0),
                         Qt::AlignLeft | Qt::AlignBottom,
                         QString::number(deg, 'f', stepDeg < 1.0 ? 1 : 0) + QChar(0x00b0));
    }
}

void CurveView::paintLimits(QPainter& painter, std::size_t index,
                            const TimelineColors& colors) const {
    const JointRow& row = state().rows()[index];
    // With many curves, their limits would be a grid of their own.
    constexpr std::size_t kMostCurves = 3;
    if (!row.id.isValid() || state().view().model == nullptr || m_shown.size() > kMostCurves) {
        return;
    }
    const robot::Joint& joint = state().view().model->joint(row.id);
    for (const double limitRad : {joint.minRad, joint.maxRad}) {
        if (!std::isfinite(limitRad)) {
            continue;
        }
        const double y = std::round(yOf(limitRad * kDegPerRad)) + 0.5;
        QColor shade = colors.bad;
        shade.setAlphaF(0.07F);
        const QRectF beyond = limitRad == joint.minRad
                                  ? QRectF(plot().left(), y, plot().width(), height() - y)
                                  : QRectF(plot().left(), 0.0, plot().width(), y);
        if (beyond.height() > 0.0 && m_shown.size() == 1) {
            painter.fillRect(beyond, shade);
        }
        painter.setPen(QPen(jointColor(index, palette()), 1.0, Qt::DashLine));
        painter.drawLine(QPointF(plot().left(), y), QPointF(plot().right(), y));
    }
}

void CurveView::paintCurve(QPainter& painter, std::size_t index, const QRect& part,
                           const TimelineColors& colors) const {
    const JointRow& row = state().rows()[index];
    const Curve curve = curveOf(index);
    if (!curve.trajectory->moves(curve.joint)) {
        return;
    }
    const TimeAxis times = axis();
    const double start = startRad(row);
    const double firstX = times.xOf(curve.trajectory->keys(curve.joint).front().timeS);
    const double endX = times.xOf(state().motion().endS());
    const double from = std::max<double>(part.left() - 2, times.xOf(0.0));
    const double to = std::min<double>(part.right() + 2, endX);
    const double fastest = row.id.isValid() && state().view().model != nullptr
                               ? state().view().model->joint(row.id).maxSpeedRadPerS * kFastShare
                               : std::numeric_limits<double>::infinity();
    ThinLine line;
    ThinLine before; // on the way from the start pose to the first key
    std::vector<ThinLine> fast;
    QPointF last;
    bool wasFast = false;
    for (double x = from; x <= to; x += 1.0) {
        const double timeS = times.timeAt(x);
        const QPointF point(
            x, yOf(curve.trajectory->angleRad(curve.joint, timeS, start) * kDegPerRad));
        const double speed = curve.trajectory->speedRadPerS(curve.joint, timeS, start);
        const bool isFast = std::abs(speed) * state().motion().speed > fastest && x > from;
        if (isFast) {
            if (!wasFast) {
                fast.emplace_back();
                fast.back().add(last);
            }
            fast.back().add(point);
        }
        (x < firstX ? before : line).add(point);
        wasFast = isFast;
        last = point;
    }
    const bool isDense = static_cast<double>(row.keys.size()) * 4.0 > (endX - firstX);
    painter.setRenderHint(QPainter::Antialiasing, !isDense);
    const QColor color = jointColor(index, palette());
    const bool isChosen = state().chosenJoints().contains(row.joint);
    painter.setPen(QPen(color, isDense ? 1.0 : isChosen ? 2.0 : 1.4));
    line.paint(painter);
    QColor faint = color;
    faint.setAlphaF(0.45F);
    painter.setPen(QPen(faint, 1.0));
    before.paint(painter);
    painter.setPen(QPen(colors.bad, isDense ? 1.0 : 2.6));
    for (const ThinLine& interval : fast) {
        interval.paint(painter);
    }
}

void CurveView::paintPlayed(QPainter& painter, std::size_t index, const QRect& part) const {
    const JointRow& row = state().rows()[index];
    const auto& played = state().view().played;
    constexpr std::size_t kMostCurves = 6; // more would be a thicket
    if (!played || !row.id.isValid() || m_shown.size() > kMostCurves) {
        return;
    }
    const TimeAxis times = axis();
    const auto paintRows = [&](const std::vector<std::vector<double>>& angles, const QPen& pen) {
        std::vector<QPointF> points;
        double lastX = -1e9;
        const auto first = std::ranges::lower_bound(played->timesS, times.timeAt(part.left() - 20));
        for (auto i = static_cast<std::size_t>(first - played->timesS.begin());
             i < played->timesS.size() && i < angles.size(); ++i) {
            const double x = times.xOf(played->timesS[i]);
            if (x > part.right() + 20) {
                break;
            }
            if (row.id.index() < angles[i].size() && std::isfinite(angles[i][row.id.index()]) &&
                x - lastX >= 1.0) {
                points.emplace_back(x, yOf(angles[i][row.id.index()] * kDegPerRad));
                lastX = x;
            }
        }
        painter.setPen(pen);
        painter.drawPolyline(points.data(), static_cast<int>(points.size()));
    };
    painter.setRenderHint(QPainter::Antialiasing);
    QColor color = jointColor(index, palette());
    color.setAlphaF(0.5F);
    paintRows(played->commandedRad, QPen(color, 1.0, Qt::DotLine));
    color.setAlphaF(0.85F);
    paintRows(played->measuredRad, QPen(color, 1.4, Qt::DashLine));
}

void CurveView::paintRowKeys(QPainter& painter, std::size_t index, const QRect& part,
                             const TimelineColors& colors) {
    const JointRow& row = state().rows()[index];
    const TimeAxis times = axis();
    const double roomS = KeyPictures::kSizePx * times.secondsPerPx();
    const double lastS = times.timeAt(part.right()) + roomS;
    QPointF last(-1e9, 0.0);
    bool lastSelected = false;
    for (auto key = firstFrom(row.keys, times.timeAt(part.left()) - roomS);
         key != row.keys.end() && key->timeS <= lastS; ++key) {
        if (!std::isfinite(key->angleDeg)) {
            continue;
        }
        const QPointF place(times.xOf(key->timeS), yOf(key->angleDeg));
        const bool isSame = key->isSelected == lastSelected && place.x() - last.x() < kDensePx &&
                            std::abs(place.y() - last.y()) < kDensePx;
        if (isSame || place.y() < -kDensePx || place.y() > height() + kDensePx) {
            continue;
        }
        last = place;
        lastSelected = key->isSelected;
        pictures().paint(painter, place.x(), place.y(), key->curve,
                         key->isSelected     ? Look::Selected
                         : key->isExpression ? Look::Expression
                                             : Look::Plain,
                         colors);
    }
}

void CurveView::paintHandles(QPainter& painter, const TimelineColors& colors) const {
    constexpr std::size_t kMostKeys = 200;
    if (state().selection().size() > kMostKeys) {
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    for (const KeyRef& at : state().selection()) {
        const JointRow* row = state().rowOf(at.joint);
        const KeyMark* mark =
            row != nullptr ? nearestMark(row->keys, at.timeS, keyframe::kSameTimeS) : nullptr;
        for (const bool isIn : {true, false}) {
            const auto place = mark != nullptr ? handlePlace(at, isIn) : std::nullopt;
            if (place) {
                painter.setPen(QPen(colors.selected, 1.2));
                painter.drawLine(QPointF(axis().xOf(mark->timeS), yOf(mark->angleDeg)), *place);
                painter.setBrush(colors.base);
                painter.drawEllipse(*place, 4.0, 4.0);
            }
        }
    }
}

void CurveView::paintList(QPainter& painter, const TimelineColors& colors) const {
    painter.fillRect(QRectF(0.0, 0.0, gutter(), height()), colors.gutter);
    const QFont plain = painter.font();
    QFont bold = plain;
    bold.setBold(true);
    std::size_t heading = 0;
    for (std::size_t line = 0; line < m_list.size(); ++line) {
        const QRectF box(0.0, static_cast<double>(line) * kLineHeight - scroll(), gutter(),
                         kLineHeight);
        const bool isSeen = box.bottom() > 0.0 && box.top() < height();
        if (!m_list[line]) {
            const RowGroup& group = state().groups()[m_headings[heading++]];
            if (isSeen) {
                painter.fillRect(box, colors.groupRow);
                painter.setFont(bold);
                painter.setPen(colors.text);
                painter.drawText(box.adjusted(6, 0, -4, 0), Qt::AlignVCenter | Qt::AlignLeft,
                                 group.name);
                painter.setFont(plain);
            }
            continue;
        }
        if (!isSeen) {
            continue;
        }
        const std::size_t index = *m_list[line];
        const JointRow& row = state().rows()[index];
        const bool isShown = std::ranges::find(m_shown, index) != m_shown.end();
        if (state().chosenJoints().contains(row.joint)) {
            painter.fillRect(box, colors.chosen);
        }
        const QColor color = jointColor(index, palette());
        const QRectF swatch(8.5, box.top() + 4.5, 8.0, 8.0);
        painter.setPen(QPen(isShown ? color : colors.faint, 1.0));
        painter.setBrush(isShown ? QBrush(color) : QBrush(Qt::NoBrush));
        painter.drawRect(swatch);
        painter.setPen(row.keys.empty() ? colors.faint : colors.text);
        const QString detail = row.id.isValid() ? toQt(row.joint) : QString();
        const int detailPx = painter.fontMetrics().horizontalAdvance(detail) + 10;
        painter.drawText(
            box.adjusted(23, 0, -detailPx, 0), Qt::AlignVCenter | Qt::AlignLeft,
            painter.fontMetrics().elidedText(row.name, Qt::ElideRight, gutter() - 23 - detailPx));
        painter.setPen(colors.faint);
        painter.drawText(box.adjusted(0, 0, -6, 0), Qt::AlignVCenter | Qt::AlignRight, detail);
    }
}

} // namespace sideline::widgets
