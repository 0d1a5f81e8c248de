#include "widgets/localization/map_legend.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLinearGradient>
#include <QPolygonF>

#include "agentcore/math/angles.h"
#include "widgets/localization/map_scene.h"

namespace sideline::widgets {

namespace {

constexpr int kLegendTextPx = 11;
constexpr double kRowPx = 15.0;
constexpr double kTitlePx = 17.0;
constexpr double kSymbolPx = 30.0;
constexpr double kPadPx = 6.0;
constexpr double kMarginPx = 6.0;
const QColor kRefused(0xff, 0x3b, 0x2f);
const QColor kText(0xf2, 0xf4, 0xf2);

QString words(const char* text) {
    return QCoreApplication::translate("Localize", text);
}

QFont legendFont(QFont font) {
    font.setPixelSize(kLegendTextPx);
    font.setBold(false);
    return font;
}

QString beliefText(const BeliefMark& belief) {
    if (!belief.estimate.isValid) {
        return words("%1: no pose").arg(belief.name);
    }
    if (!belief.error) {
        return belief.name;
    }
    return QStringLiteral("%1  %2, %3\u00b0")
        .arg(belief.name, lengthText(belief.error->groundM))
        .arg(math::degFromRad(std::abs(belief.error->headingRad)), 0, 'f', 2);
}

void paintArrow(QPainter& painter, const QPointF& middle, const QColor& color, bool isChosen) {
    const QPolygonF arrow({middle + QPointF(8, 0), middle + QPointF(-5, -5),
                           middle + QPointF(-2.5, 0), middle + QPointF(-5, 5)});
    painter.setPen(isChosen ? QPen(Qt::white, 1.4) : QPen(Qt::NoPen));
    painter.setBrush(color);
    painter.drawPolygon(arrow);
}

void paintRing(QPainter& painter, const QPointF& middle, double radiusPx) {
    painter.setBrush(Qt::NoBrush);
    for (const auto& [color, widthPx] :
         {std::pair(QColor(Qt::black), 3.6), std::pair(QColor(Qt::white), 1.6)}) {
        painter.setPen(QPen(color, widthPx));
        painter.drawEllipse(middle, radiusPx, radiusPx);
    }
}

void paintPair(QPainter& painter, const QRectF& part, const QColor& color, double radiusPx) {
    const QPointF left(part.left() + 7.0, part.center().y());
    const QPointF right(part.right() - 8.0, part.center().y());
    painter.setPen(QPen(Qt::white, 1.0));
    painter.drawLine(left, right);
    painter.setPen(QPen(Qt::black, 0.8));
    painter.setBrush(color);
    painter.drawEllipse(left, radiusPx, radiusPx);
    paintRing(painter, right, radiusPx);
}

void paintBar(QPainter& painter, const QRectF& part, const QPen& pen) {
    painter.setPen(pen);
    painter.drawLine(QPointF(part.left(), part.center().y()),
                     QPointF(part.right() - 4.0, part.center().y()));
}

void paintRamp(QPainter& painter, const QRectF& part) {
    QLinearGradient ramp(part.topLeft(), part.topRight());
    for (int sigmas = 0; sigmas <= 4; ++sigmas) {
        ramp.setColorAt(sigmas / 4.0, residualColor(sigmas));
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(ramp);
    painter.drawRect(QRectF(part.left(), part.center().y() - 3.0, part.width() - 4.0, 6.0));
}

void paintSymbol(QPainter& painter, const LegendRow& row, const QRectF& part) {
    const QPointF middle = part.center() - QPointF(2.0, 0.0);
    switch (row.symbol) {
    case LegendSymbol::Belief:
    case LegendSymbol::ChosenBelief:
        paintArrow(painter, middle, row.color, row.symbol == LegendSymbol::ChosenBelief);
        break;
    case LegendSymbol::Truth:
        paintRing(painter, middle, 4.5);
        break;
    case LegendSymbol::Spread:
        painter.setPen(QPen(Qt::white, 1.2));
        painter.setBrush(QColor(255, 255, 255, 50));
        painter.drawEllipse(middle, 10.0, 4.5);
        break;
    case LegendSymbol::Trail:
        paintBar(painter, part, QPen(QColor(255, 255, 255, 170), 2.4));
        break;
    case LegendSymbol::Candidate:
        painter.setPen(QPen(row.color, 1.2));
        painter.drawLine(middle, middle + QPointF(8.0, 0.0));
        painter.setBrush(row.color);
        painter.drawEllipse(middle, 2.0, 2.0);
        break;
    case LegendSymbol::Residuals:
        paintRamp(painter, part);
        break;
    case LegendSymbol::Enlarged: {
        paintBar(painter, part, QPen(residualColor(0.0), 1.2));
        const QPointF tip(part.right() - 4.0, part.center().y());
        painter.drawLine(tip, tip + QPointF(-5.0, -3.0));
        painter.drawLine(tip, tip + QPointF(-5.0, 3.0));
        break;
    }
    case LegendSymbol::SeenLine: {
        QColor broad = residualColor(0.0);
        broad.setAlphaF(0.6F);
        paintBar(painter, part, QPen(QColor(Qt::white), 1.6));
        paintBar(painter, part, QPen(broad, 5.0, Qt::SolidLine, Qt::FlatCap));
        break;
    }
    case LegendSymbol::RefusedLine:
        paintBar(painter, part, QPen(kRefused, 4.0, Qt::SolidLine, Qt::FlatCap));
        break;
    case LegendSymbol::UnmatchedLine:
        paintBar(painter, part, QPen(kRefused, 2.2, Qt::DashLine, Qt::FlatCap));
        break;
    case LegendSymbol::View:
        painter.setPen(QPen(QColor(255, 252, 220, 150), 1.0));
        painter.setBrush(QColor(255, 252, 220, 70));
        painter.drawRect(QRectF(part.left() + 2, part.top() + 3, part.width() - 8, 9));
        break;
    case LegendSymbol::Ball:
        paintPair(painter, part, row.color, 3.4);
        break;
    case LegendSymbol::Player:
        paintPair(painter, part, row.color, 4.4);
        break;
    }
}

const ObjectMark* firstObject(const LocalizeInstant& instant, bool isBall) {
    const auto thing = std::ranges::find(instant.things, isBall, &ObjectMark::isBall);
    return thing == instant.things.end() ? nullptr : &*thing;
}

void addVisionRows(const LocalizeInstant& instant, const LocalizeLayers& layers, bool hasEnlarged,
                   std::vector<LegendRow>& rows) {
    using localization::ObservationKind;
    using localization::Verdict;
    const auto& observations = instant.vision.observations;
    const auto hasLine = [&](Verdict verdict) {
        return std::ranges::any_of(observations, [&](const auto& report) {
            return report.kind == ObservationKind::Line && report.verdict == verdict;
        });
    };
    const bool withLines = has(layers, LocalizeLayer::Lines);
    if (!isVisionPlaced(instant) || observations.empty()) {
        return;
    }
    if (withLines || has(layers, LocalizeLayer::Landmarks)) {
        rows.push_back({LegendSymbol::Residuals, words("error 0 to 4 sigma"), {}});
        if (hasEnlarged) {
            rows.push_back({LegendSymbol::Enlarged, words("error, x 10"), {}});
        }
    }
    if (withLines) {
        if (hasLine(Verdict::Used)) {
            rows.push_back({LegendSymbol::SeenLine, words("observed line on its field line"), {}});
        }
        if (hasLine(Verdict::Refused)) {
            rows.push_back({LegendSymbol::RefusedLine, words("line, rejected"), {}});
        }
        if (hasLine(Verdict::Unmatched)) {
            rows.push_back({LegendSymbol::UnmatchedLine, words("line, unmatched"), {}});
        }
    }
}

} // namespace

std::vector<LegendRow> legendRows(const LocalizeInstant& instant, const LocalizeLayers& layers,
                                  bool hasEnlarged) {
    std::vector<LegendRow> rows;
    const bool withBeliefs = has(layers, LocalizeLayer::Beliefs);
    if (has(layers, LocalizeLayer::Truth) && instant.truth) {
        rows.push_back({LegendSymbol::Truth, words("ground truth"), {}});
    }
    QColor chosenColor(Qt::white);
    for (std::size_t i = 0; i < instant.beliefs.size(); ++i) {
        const BeliefMark& belief = instant.beliefs[i];
        const bool isChosen = std::cmp_equal(i, instant.chosen);
        chosenColor = isChosen ? belief.color : chosenColor;
        if (withBeliefs) {
            rows.push_back({isChosen ? LegendSymbol::ChosenBelief : LegendSymbol::Belief,
                            beliefText(belief), belief.color});
        }
    }
    if (has(layers, LocalizeLayer::Ellipses) && !instant.beliefs.empty()) {
        rows.push_back({LegendSymbol::Spread, words("two sigma"), {}});
    }
    if (has(layers, LocalizeLayer::Trails) &&
        ((withBeliefs && !instant.beliefs.empty()) ||
         (instant.truth && has(layers, LocalizeLayer::Truth)))) {
        rows.push_back({LegendSymbol::Trail, words("last seconds"), {}});
    }
    if (has(layers, LocalizeLayer::Candidates) && !instant.vision.candidates_ST.empty()) {
        rows.push_back({LegendSymbol::Candidate, words("candidates"), chosenColor.lighter(130)});
    }
    addVisionRows(instant, layers, hasEnlarged, rows);
    if (has(layers, LocalizeLayer::ViewCone) && isVisionPlaced(instant)) {
        rows.push_back({LegendSymbol::View, words("in view"), {}});
    }
    const ObjectMark* ball = firstObject(instant, true);
    if (has(layers, LocalizeLayer::Ball) && ball != nullptr) {
        rows.push_back({LegendSymbol::Ball, words("ball: believed, true"), ball->color});
    }
    if (has(layers, LocalizeLayer::Players) && firstObject(instant, false) != nullptr) {
        rows.push_back(
            {LegendSymbol::Player, words("players: believed, true"), {0x80, 0x90, 0xa8}});
    }
    return rows;
}

LegendPlace placeLegend(const std::vector<LegendRow>& rows, bool isFolded, const QRectF& view,
                        const QFont& font) {
    const QFontMetricsF metrics(legendFont(font));
    double widthPx = metrics.horizontalAdvance(words("Legend")) + 14.0;
    double heightPx = kTitlePx;
    if (!isFolded) {
        for (const LegendRow& row : rows) {
            widthPx = std::max(widthPx, kSymbolPx + metrics.horizontalAdvance(row.text));
        }
        heightPx += kRowPx * static_cast<double>(rows.size()) + 4.0;
    }
    LegendPlace place;
    // In a short view, cuts off the last rows rather than the title, which folds the legend.
    const double topPx = std::max(view.bottom() - kMarginPx - heightPx, view.top() + kMarginPx);
    place.box = QRectF(view.left() + kMarginPx, topPx, widthPx + 2 * kPadPx,
                       std::min(heightPx, view.bottom() - kMarginPx - topPx));
    place.title = QRectF(place.box.topLeft(), QSizeF(place.box.width(), kTitlePx));
    return place;
}

void paintLegend(QPainter& painter, const std::vector<LegendRow>& rows, bool isFolded,
                 const LegendPlace& place) {
    painter.save();
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0, 0, 0, 170));
    painter.drawRoundedRect(place.box, 4, 4);
    painter.setFont(legendFont(painter.font()));
    const QPointF mark(place.title.left() + kPadPx + 4.0, place.title.center().y());
    painter.setBrush(kText);
    painter.drawPolygon(
        isFolded
            ? QPolygonF({mark + QPointF(-2, -4), mark + QPointF(3, 0), mark + QPointF(-2, 4)})
            : QPolygonF({mark + QPointF(-4, -2), mark + QPointF(4, -2), mark + QPointF(0, 3)}));
    painter.setPen(kText);
    painter.drawText(place.title.adjusted(kPadPx + 14.0, 0, 0, 0), Qt::AlignVCenter,
                     words("Legend"));
    if (!isFolded) {
        double top = place.title.bottom();
        for (const LegendRow& row : rows) {
            if (top + kRowPx > place.box.bottom()) {
                break;
            }
            const QRectF part(place.box.left() + kPadPx, top, kSymbolPx, kRowPx);
            paintSymbol(painter, row, part);
            painter.setPen(kText);
            painter.setBrush(Qt::NoBrush);
            painter.drawText(QRectF(part.right(), top, place.box.right() - part.right(), kRowPx),
                             Qt::AlignVCenter | Qt::AlignLeft, row.text);
            top += kRowPx;
        }
    }
    painter.restore();
}

} // namespace sideline::widgets
