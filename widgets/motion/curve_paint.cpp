#include "widgets/motion/curve_paint.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using keyframe::KeyRef;
using Look = KeyPictures::Look;

constexpr double kTickPx = 34.0;
constexpr double kValueTextPx = 44.0;
constexpr double kDensePx = 3.0;
constexpr double kFastRatio = 1.002; // multiple of the motor's maximum speed; allows for rounding

// A line without the points that do not affect its shape: the cost of drawing depends on their
// number.
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

double CurveScale::yOf(double deg) const {
    return kEdgePx + (highDeg - deg) / (highDeg - lowDeg) * (heightPx - 2.0 * kEdgePx);
}

double CurveScale::degAt(double y) const {
    return highDeg - (y - kEdgePx) / std::max(1.0, heightPx - 2.0 * kEdgePx) * (highDeg - lowDeg);
}

void CurvePainter::paint(KeyPictures& pictures) {
    paintValueGrid();
    for (const std::size_t row : m_picture.shown) {
        paintLimits(row);
    }
    for (const std::size_t row : m_picture.shown) {
        paintPlayed(row);
        paintCurve(row);
    }
    for (const std::size_t row : m_picture.shown) {
        paintKeys(row, pictures);
    }
    paintHandles();
}

void CurvePainter::paintValueGrid() {
    const double perPx =
        (m_picture.scale.degAt(0.0) - m_picture.scale.degAt(m_picture.scale.heightPx)) /
        std::max(1.0, m_picture.scale.heightPx);
    const double stepDeg = roundTick(perPx * kTickPx);
    const auto last = std::llround(std::floor(m_picture.scale.degAt(0.0) / stepDeg));
    for (auto tick =
             std::llround(std::ceil(m_picture.scale.degAt(m_picture.scale.heightPx) / stepDeg));
         tick <= last; ++tick) {
        const double deg = static_cast<double>(tick) * stepDeg;
        const double y = std::round(m_picture.scale.yOf(deg));
        m_painter.fillRect(QRectF(m_picture.plot.left(), y, m_picture.plot.width(), 1.0),
                           tick == 0 ? m_colors.strongGrid : m_colors.grid);
        m_painter.setPen(m_colors.faint);
        m_painter.drawText(QRectF(m_picture.plot.left() + 3.0, y - 13.0, kValueTextPx, 13.0),
                           Qt::AlignLeft | Qt::AlignBottom,
                           QString::number(deg, 'f', stepDeg < 1.0 ? 1 : 0) + QChar(0x00b0));
    }
}

void CurvePainter::paintLimits(std::size_t index) {
    const JointRow& row = m_picture.state.rows()[index];
    // With many curves, their limits would clutter the plot.
    constexpr std::size_t kMaxCurves = 3;
    if (!row.id.isValid() || m_picture.state.view().model == nullptr ||
        m_picture.shown.size() > kMaxCurves) {
        return;
    }
    const robot::Joint& joint = m_picture.state.view().model->joint(row.id);
    for (const double limitRad : {joint.minRad, joint.maxRad}) {
        if (!std::isfinite(limitRad)) {
            continue;
        }
        const double y = std::round(m_picture.scale.yOf(limitRad * kDegPerRad)) + 0.5;
        QColor shade = m_colors.bad;
        shade.setAlphaF(0.07F);
        const QRectF beyond = limitRad == joint.minRad
                                  ? QRectF(m_picture.plot.left(), y, m_picture.plot.width(),
                                           m_picture.scale.heightPx - y)
                                  : QRectF(m_picture.plot.left(), 0.0, m_picture.plot.width(), y);
        if (beyond.height() > 0.0 && m_picture.shown.size() == 1) {
            m_painter.fillRect(beyond, shade);
        }
        m_painter.setPen(QPen(jointColor(index, m_picture.palette), 1.0, Qt::DashLine));
        m_painter.drawLine(QPointF(m_picture.plot.left(), y), QPointF(m_picture.plot.right(), y));
    }
}

void CurvePainter::paintCurve(std::size_t index) {
    const JointRow& row = m_picture.state.rows()[index];
    const JointCurves::Curve& curve = m_picture.curves.of(index);
    if (!curve.trajectory->moves(curve.joint)) {
        return;
    }
    const TimeAxis times = m_picture.axis;
    const double firstX = times.xOf(curve.trajectory->keys(curve.joint).front().timeS);
    const double endX = times.xOf(m_picture.state.motion().endS());
    const double from = std::max<double>(m_picture.part.left() - 2, times.xOf(0.0));
    const double to = std::min<double>(m_picture.part.right() + 2, endX);
    const double fastest =
        row.id.isValid() && m_picture.state.view().model != nullptr
            ? m_picture.state.view().model->joint(row.id).maxSpeedRadPerS * kFastRatio
            : std::numeric_limits<double>::infinity();
    ThinLine line;
    ThinLine before; // from the start pose to the first key
    std::vector<ThinLine> fast;
    QPointF last;
    bool wasFast = false;
    for (double x = from; x <= to; x += 1.0) {
        const double timeS = times.timeAt(x);
        const QPointF point(x, m_picture.scale.yOf(curve.degAt(timeS)));
        const double speed = curve.speedRadPerS(timeS);
        const bool isFast = std::abs(speed) * m_picture.state.motion().speed > fastest && x > from;
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
    m_painter.setRenderHint(QPainter::Antialiasing, !isDense);
    const QColor color = jointColor(index, m_picture.palette);
    const bool isChosen = m_picture.state.chosenJoints().contains(row.joint);
    m_painter.setPen(QPen(color, isDense ? 1.0 : isChosen ? 2.0 : 1.4));
    line.paint(m_painter);
    QColor faint = color;
    faint.setAlphaF(0.45F);
    m_painter.setPen(QPen(faint, 1.0));
    before.paint(m_painter);
    m_painter.setPen(QPen(m_colors.bad, isDense ? 1.0 : 2.6));
    for (const ThinLine& interval : fast) {
        interval.paint(m_painter);
    }
}

void CurvePainter::paintPlayed(std::size_t index) {
    const JointRow& row = m_picture.state.rows()[index];
    const auto& played = m_picture.state.view().played;
    constexpr std::size_t kMaxCurves = 6; // more would be unreadable
    if (!played || !row.id.isValid() || m_picture.shown.size() > kMaxCurves) {
        return;
    }
    const TimeAxis times = m_picture.axis;
    const auto paintRows = [&](const std::vector<std::vector<double>>& angles, const QPen& pen) {
        std::vector<QPointF> points;
        double lastX = -1e9;
        const auto first =
            std::ranges::lower_bound(played->timesS, times.timeAt(m_picture.part.left() - 20));
        for (auto i = static_cast<std::size_t>(first - played->timesS.begin());
             i < played->timesS.size() && i < angles.size(); ++i) {
            const double x = times.xOf(played->timesS[i]);
            if (x > m_picture.part.right() + 20) {
                break;
            }
            if (row.id.index() < angles[i].size() && std::isfinite(angles[i][row.id.index()]) &&
                x - lastX >= 1.0) {
                points.emplace_back(x, m_picture.scale.yOf(angles[i][row.id.index()] * kDegPerRad));
                lastX = x;
            }
        }
        m_painter.setPen(pen);
        m_painter.drawPolyline(points.data(), static_cast<int>(points.size()));
    };
    m_painter.setRenderHint(QPainter::Antialiasing);
    QColor color = jointColor(index, m_picture.palette);
    color.setAlphaF(0.5F);
    paintRows(played->commandedRad, QPen(color, 1.0, Qt::DotLine));
    color.setAlphaF(0.85F);
    paintRows(played->measuredRad, QPen(color, 1.4, Qt::DashLine));
}

void CurvePainter::paintKeys(std::size_t index, KeyPictures& pictures) {
    const JointRow& row = m_picture.state.rows()[index];
    const TimeAxis times = m_picture.axis;
    const double roomS = KeyPictures::kSizePx * times.secondsPerPx();
    const double lastS = times.timeAt(m_picture.part.right()) + roomS;
    QPointF last(-1e9, 0.0);
    bool lastSelected = false;
    for (auto key = firstFrom(row.keys, times.timeAt(m_picture.part.left()) - roomS);
         key != row.keys.end() && key->timeS <= lastS; ++key) {
        if (!std::isfinite(key->angleDeg)) {
            continue;
        }
        const QPointF place(times.xOf(key->timeS), m_picture.scale.yOf(key->angleDeg));
        const bool isSame = key->isSelected == lastSelected && place.x() - last.x() < kDensePx &&
                            std::abs(place.y() - last.y()) < kDensePx;
        if (isSame || place.y() < -kDensePx || place.y() > m_picture.scale.heightPx + kDensePx) {
            continue;
        }
        last = place;
        lastSelected = key->isSelected;
        pictures.paint(m_painter, place.x(), place.y(), key->curve,
                       key->isSelected     ? Look::Selected
                       : key->isExpression ? Look::Expression
                                           : Look::Plain,
                       m_colors);
    }
}

void CurvePainter::paintHandles() {
    constexpr std::size_t kMaxKeys = 200;
    if (m_picture.state.selection().size() > kMaxKeys) {
        return;
    }
    m_painter.setRenderHint(QPainter::Antialiasing);
    for (const KeyRef& at : m_picture.state.selection()) {
        const JointRow* row = m_picture.state.rowOf(at.joint);
        const KeyMark* mark =
            row != nullptr ? nearestMark(row->keys, at.timeS, keyframe::kSameTimeS) : nullptr;
        for (const bool isIn : {true, false}) {
            const auto end = mark != nullptr ? handleEnd(m_picture.state, at, isIn) : std::nullopt;
            if (end) {
                const QPointF place(m_picture.axis.xOf(end->timeS), m_picture.scale.yOf(end->deg));
                m_painter.setPen(QPen(m_colors.selected, 1.2));
                m_painter.drawLine(
                    QPointF(m_picture.axis.xOf(mark->timeS), m_picture.scale.yOf(mark->angleDeg)),
                    place);
                m_painter.setBrush(m_colors.base);
                m_painter.drawEllipse(place, 4.0, 4.0);
            }
        }
    }
}

void CurvePainter::paintList(const std::vector<CurveListLine>& list, int widthPx, int scrollPx) {
    m_painter.fillRect(QRectF(0.0, 0.0, widthPx, m_picture.scale.heightPx), m_colors.gutter);
    for (std::size_t i = 0; i < list.size(); ++i) {
        const QRectF box(0.0, static_cast<double>(i) * kLineHeight - scrollPx, widthPx,
                         kLineHeight);
        if (box.bottom() <= 0.0 || box.top() >= m_picture.scale.heightPx) {
            continue;
        }
        if (list[i].row) {
            paintLine(*list[i].row, box);
        } else {
            paintHeading(m_picture.state.groups()[list[i].group], box);
        }
    }
}

void CurvePainter::paintHeading(const RowGroup& group, const QRectF& box) {
    const QFont plain = m_painter.font();
    QFont bold = plain;
    bold.setBold(true);
    m_painter.fillRect(box, m_colors.groupRow);
    m_painter.setFont(bold);
    m_painter.setPen(m_colors.text);
    m_painter.drawText(box.adjusted(6, 0, -4, 0), Qt::AlignVCenter | Qt::AlignLeft, group.name);
    m_painter.setFont(plain);
}

void CurvePainter::paintLine(std::size_t index, const QRectF& box) {
    const JointRow& row = m_picture.state.rows()[index];
    const bool isShown = std::ranges::find(m_picture.shown, index) != m_picture.shown.end();
    if (m_picture.state.chosenJoints().contains(row.joint)) {
        m_painter.fillRect(box, m_colors.chosen);
    }
    const QColor color = jointColor(index, m_picture.palette);
    const QRectF swatch(8.5, box.top() + 4.5, 8.0, 8.0);
    m_painter.setPen(QPen(isShown ? color : m_colors.faint, 1.0));
    m_painter.setBrush(isShown ? QBrush(color) : QBrush(Qt::NoBrush));
    m_painter.drawRect(swatch);
    m_painter.setPen(row.keys.empty() ? m_colors.faint : m_colors.text);
    const QString detail = row.id.isValid() ? toQt(row.joint) : QString();
    const QFontMetrics metrics = m_painter.fontMetrics();
    const int detailPx = metrics.horizontalAdvance(detail) + 10;
    const int namePx = static_cast<int>(box.width()) - 23 - detailPx;
    m_painter.drawText(box.adjusted(23, 0, -detailPx, 0), Qt::AlignVCenter | Qt::AlignLeft,
                       metrics.elidedText(row.name, Qt::ElideRight, namePx));
    m_painter.setPen(m_colors.faint);
    m_painter.drawText(box.adjusted(0, 0, -6, 0), Qt::AlignVCenter | Qt::AlignRight, detail);
}

} // namespace sideline::widgets
