#include "widgets/live/ball_path_view.h"

#include <algorithm>
#include <cmath>

#include <QPainter>
#include <QPolygonF>

#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

constexpr double kHeightPartPx = 34.0;
constexpr double kBorderM = 1.0; // margin around the field
constexpr double kInAirM = 0.06; // center height of a ball in the air
const QColor kGrass(0x2f, 0x6d, 0x33);
const QColor kRolls(0xff, 0xff, 0xff);
const QColor kFlies(0xff, 0xc8, 0x3d);

} // namespace

BallPathView::BallPathView(QWidget* parent)
    : QWidget(parent), m_field(field::newestField().dimensions) {
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setToolTip(tr("White: rolling; yellow: flying. Below: height along the path. Robots and goals "
                  "in the way are ignored."));
}

void BallPathView::setField(const field::FieldDimensions& dimensions) {
    if (!(dimensions == m_field)) {
        m_field = dimensions;
        update();
    }
}

void BallPathView::setPath(const field::BallPath& path) {
    m_path = path;
    update();
}

QSize BallPathView::sizeHint() const {
    return {280, heightForWidth(280)};
}

int BallPathView::heightForWidth(int widthPx) const {
    const double ratio = (m_field.widthM + 2 * kBorderM) / (m_field.lengthM + 2 * kBorderM);
    constexpr double kHighestPx = 190.0;
    return static_cast<int>(std::min(kHighestPx, widthPx * ratio) + kHeightPartPx);
}

void BallPathView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF top(0, 0, width(), height() - kHeightPartPx);
    const double scale = std::min(top.width() / (m_field.lengthM + 2 * kBorderM),
                                  top.height() / (m_field.widthM + 2 * kBorderM));
    const auto place = [&](const Eigen::Vector3d& p_S) {
        return QPointF(top.center().x() + p_S.x() * scale, top.center().y() - p_S.y() * scale);
    };
    painter.fillRect(QRectF(top.center().x() - (m_field.lengthM / 2 + kBorderM) * scale, 0.0,
                            (m_field.lengthM + 2 * kBorderM) * scale, top.height()),
                     kGrass);
    painter.setPen(QPen(QColor(255, 255, 255, 130), 1));
    const field::FieldModel lines(m_field);
    for (const field::LineSegment& line : lines.lines()) {
        painter.drawLine(place({line.from_S.x(), line.from_S.y(), 0}),
                         place({line.to_S.x(), line.to_S.y(), 0}));
    }
    painter.setClipRect(top);
    for (std::size_t i = 1; i < m_path.points.size(); ++i) {
        const auto& from = m_path.points[i - 1];
        const auto& to = m_path.points[i];
        painter.setPen(QPen(std::max(from.p_S.z(), to.p_S.z()) > kInAirM ? kFlies : kRolls, 2));
        painter.drawLine(place(from.p_S), place(to.p_S));
    }
    if (!m_path.points.empty()) {
        painter.setPen(QPen(Qt::black, 1));
        painter.setBrush(Qt::white);
        painter.drawEllipse(place(m_path.points.front().p_S), 3.5, 3.5);
        painter.setBrush(kFlies);
        painter.drawEllipse(place(m_path.points.back().p_S), 2.5, 2.5);
    }
    painter.setClipping(false);
    drawHeight(painter, QRectF(0, top.bottom() + 2, width(), kHeightPartPx - 2));
}

void BallPathView::drawHeight(QPainter& painter, const QRectF& part) const {
    painter.setPen(QPen(palette().color(QPalette::Mid), 1));
    painter.drawLine(QPointF(part.left(), part.bottom() - 1.5),
                     QPointF(part.right(), part.bottom() - 1.5));
    if (m_path.points.size() < 2) {
        return;
    }
    std::vector<double> wayM{0.0};
    for (std::size_t i = 1; i < m_path.points.size(); ++i) {
        const Eigen::Vector3d step = m_path.points[i].p_S - m_path.points[i - 1].p_S;
        wayM.push_back(wayM.back() + step.head<2>().norm());
    }
    // Limits the magnification so that a rolling ball does not seem to jump.
    constexpr double kLowestScaleM = 0.3;
    const double heightM = std::max(kLowestScaleM, m_path.highestM);
    const double lengthM = std::max(kLowestScaleM, wayM.back());
    QPolygonF curve;
    for (std::size_t i = 0; i < m_path.points.size(); ++i) {
        curve << QPointF(part.left() + wayM[i] / lengthM * part.width(),
                         part.bottom() - 2 -
                             m_path.points[i].p_S.z() / heightM * (part.height() - 4));
    }
    painter.setPen(QPen(palette().color(QPalette::Link), 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(curve);
}

QString ballPathText(const field::BallPath& path, const field::FieldDimensions& dimensions) {
    if (path.points.empty()) {
        return BallPathView::tr("No path");
    }
    if (path.points.size() == 1) {
        return BallPathView::tr("The ball is at rest");
    }
    const Eigen::Vector3d& from = path.points.front().p_S;
    const field::BallPathPoint& last = path.points.back();
    const double farM = (last.p_S - from).head<2>().norm();
    QString text = BallPathView::tr("Rests after %1 s at (%2, %3), %4 m away")
                       .arg(last.timeS, 0, 'f', 1)
                       .arg(last.p_S.x(), 0, 'f', 2)
                       .arg(last.p_S.y(), 0, 'f', 2)
                       .arg(farM, 0, 'f', 2);
    if (!path.comesToRest) {
        text = BallPathView::tr("Still moving after %1 s, %2 m away")
                   .arg(last.timeS, 0, 'f', 1)
                   .arg(farM, 0, 'f', 2);
    }
    constexpr double kMinReportedM = 0.1;
    if (path.highestM > kMinReportedM) {
        text += BallPathView::tr(", up to %1 m high").arg(path.highestM, 0, 'f', 2);
    }
    const auto isOut = [&](const field::BallPathPoint& point) {
        return std::abs(point.p_S.x()) > dimensions.lengthM / 2 ||
               std::abs(point.p_S.y()) > dimensions.widthM / 2;
    };
    const auto out = std::ranges::find_if(path.points, isOut);
    if (out != path.points.end()) {
        text += BallPathView::tr("; leaves the field after %1 s").arg(out->timeS, 0, 'f', 1);
    }
    return text;
}

} // namespace sideline::widgets
