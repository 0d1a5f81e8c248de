#include "widgets/match/drawing_layer.h"

#include <algorithm>
#include <cmath>

#include <QPainterPath>
#include <QPolygonF>

#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

constexpr double kFarM = 1000.0; // points beyond are not drawn
constexpr double kMaxWidthPx = 100.0;
constexpr int kTextPx = 13;
constexpr qsizetype kMaxCharacters = 200;
constexpr int kMaxTexts = 500; // labels with outlines are the slowest of all shapes

QColor toQt(const drawing::Color& color) {
    return {color.red, color.green, color.blue, color.alpha};
}

bool isNear(double x, double y) {
    return std::abs(x) < kFarM && std::abs(y) < kFarM;
}
bool isNear(const Eigen::Vector3d& p_S) {
    return isNear(p_S.x(), p_S.y());
}

// Draws outlined letters, readable on any background. `at` is the middle of the lower edge.
void paintText(QPainter& painter, const QPointF& at, const QString& text, const QColor& color) {
    QFont font = painter.font();
    font.setPixelSize(kTextPx);
    font.setBold(true);
    const QFontMetricsF metrics(font);
    const QStringList lines = text.left(kMaxCharacters).split(QLatin1Char('\n'));
    QPainterPath path;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const double up = metrics.height() * static_cast<double>(lines.size() - 1 - i);
        path.addText(at.x() - metrics.horizontalAdvance(lines[i]) / 2.0,
                     at.y() - metrics.descent() - up, font, lines[i]);
    }
    const bool isDark = qGray(color.rgb()) < 90;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(isDark ? QColor(255, 255, 255, 190) : QColor(0, 0, 0, 190), 3.0,
                        Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(path);
    painter.fillPath(path, color);
}

class ShapePainter {
public:
    ShapePainter(QPainter& painter, const QTransform& toWidget)
        : m_painter(painter),
          m_toWidget(toWidget),
          m_pxPerM(std::sqrt(std::abs(toWidget.determinant()))),
          m_seen(QRectF(painter.viewport())) {}

    void operator()(const drawing::Circle& circle) {
        paintRound({circle.center_S.x(), circle.center_S.y()}, circle.radiusM,
                   pen(circle.color, circle.thicknessPx), Qt::NoBrush);
    }
    void operator()(const drawing::Line& line) {
        if (isNear(line.from_S) && isNear(line.to_S)) {
            m_painter.setPen(pen(line.color, line.thicknessPx));
            m_painter.drawLine(at(line.from_S), at(line.to_S));
        }
    }
    void operator()(const drawing::Point& point) {
        if (isNear(point.p_S)) {
            const double radius = std::clamp(point.sizePx, 1.0, kMaxWidthPx) / 2.0;
            m_painter.setPen(Qt::NoPen);
            m_painter.setBrush(toQt(point.color));
            m_painter.drawEllipse(at(point.p_S), radius, radius);
        }
    }
    void operator()(const drawing::Sphere& sphere) {
        QColor fill = toQt(sphere.color);
        fill.setAlpha(150);
        paintRound({sphere.center_S.x(), sphere.center_S.y()}, sphere.radiusM,
                   pen(sphere.color, 1.5), fill);
    }
    void operator()(const drawing::Polygon& polygon) {
        if (!std::ranges::all_of(polygon.corners_S,
                                 [](const auto& corner) { return isNear(corner); })) {
            return;
        }
        QPolygonF corners;
        for (const Eigen::Vector3d& corner : polygon.corners_S) {
            corners << at(corner);
        }
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(toQt(polygon.color));
        m_painter.drawPolygon(corners);
    }
    void operator()(const drawing::Annotation& note) {
        if (isNear(note.p_S) && m_seen.contains(at(note.p_S)) && m_texts++ < kMaxTexts) {
            paintText(m_painter, at(note.p_S), widgets::toQt(note.text), toQt(note.color));
        }
    }

private:
    static QPen pen(const drawing::Color& color, double widthPx) {
        return {toQt(color), std::clamp(widthPx, 1.0, kMaxWidthPx), Qt::SolidLine, Qt::RoundCap,
                Qt::RoundJoin};
    }
    [[nodiscard]] QPointF at(const Eigen::Vector3d& p_S) const {
        return m_toWidget.map(QPointF(p_S.x(), p_S.y()));
    }
    void paintRound(const QPointF& center_S, double radiusM, const QPen& pen, const QBrush& brush) {
        if (isNear(center_S.x(), center_S.y()) && std::abs(radiusM) < kFarM) {
            const double radius = std::abs(radiusM) * m_pxPerM;
            m_painter.setPen(pen);
            m_painter.setBrush(brush);
            m_painter.drawEllipse(m_toWidget.map(center_S), radius, radius);
        }
    }

    QPainter& m_painter;
    const QTransform& m_toWidget;
    double m_pxPerM;
    QRectF m_seen;
    int m_texts = 0;
};

} // namespace

void paintDrawings(QPainter& painter, const drawing::DrawingBoard& board,
                   const drawing::DrawingFilter& filter, const QTransform& toWidget) {
    painter.save();
    ShapePainter paint(painter, toWidget);
    // Areas first, so that they hide nothing.
    for (const bool isArea : {true, false}) {
        for (const auto& set : board.sets) {
            if (!filter.shows(*set)) {
                continue;
            }
            for (const drawing::Shape& shape : set->shapes) {
                if (std::holds_alternative<drawing::Polygon>(shape) == isArea) {
                    std::visit(paint, shape);
                }
            }
        }
    }
    painter.restore();
}

void paintAgentNotes(QPainter& painter, const drawing::DrawingBoard& board,
                     const drawing::DrawingFilter& filter, const monitor::MatchFrame& frame,
                     const QTransform& toWidget, double abovePx) {
    painter.save();
    for (const drawing::AgentNote& note : board.agentNotes) {
        const auto side = note.agent.isRight ? game::Side::Right : game::Side::Left;
        const monitor::RobotFrame* robot =
            frame.findRobot({side, game::UniformNumber(note.agent.unum)});
        if (robot != nullptr && filter.shows(note)) {
            const Eigen::Vector3d& p_S = robot->X_STorso().p;
            paintText(painter, toWidget.map(QPointF(p_S.x(), p_S.y())) - QPointF(0.0, abovePx),
                      toQt(note.text), toQt(note.color));
        }
    }
    painter.restore();
}

} // namespace sideline::widgets
