#include "widgets/localization/curve_plot.h"

#include <algorithm>
#include <cmath>

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include "widgets/localization/figure_text.h"

namespace sideline::widgets {

namespace {

constexpr int kSwatchPx = 7;
constexpr int kSamplePx = 18; // length of a line in the legend
const QColor kCursorColor(0xff, 0x8a, 0x1f);
const QColor kBeamColor(0x9a, 0x6c, 0xd8);

QColor faded(QColor color, float alpha) {
    color.setAlphaF(alpha);
    return color;
}

QFont smaller(QFont font) {
    font.setPointSizeF(std::max(0.88 * font.pointSizeF(), 6.0));
    return font;
}

QPen curvePen(const QColor& color, bool isRemovable) {
    QPen pen(color, 1.0);
    if (isRemovable) {
        pen.setDashPattern({5.0, 3.0});
    }
    return pen;
}

} // namespace

QString titleOf(LocalizeQuantity quantity, bool isAmount, const QString& valueName) {
    if (quantity == LocalizeQuantity::Value) {
        return valueName;
    }
    const bool hasSign =
        quantity == LocalizeQuantity::HeadingErrorRad || quantity == LocalizeQuantity::HeightErrorM;
    const QString name = hasSign && isAmount
                             ? LocalizeCurves::tr("%1, absolute").arg(nameOf(quantity))
                             : nameOf(quantity);
    return QStringLiteral("%1, %2").arg(name, unitOf(quantity));
}

QString shownText(LocalizeQuantity quantity, double value) {
    const bool isAngle = quantity == LocalizeQuantity::HeadingErrorRad ||
                         quantity == LocalizeQuantity::HeadingSigmaRad;
    return figureText(value, isAngle ? 3 : 2);
}

// --- a row

std::vector<const LocalizeCurve*> CurveRow::curves(const CurveState& state) const {
    std::vector<const LocalizeCurve*> found;
    if (state.set != nullptr) {
        for (const LocalizeCurve& curve : state.set->curves) {
            if (curve.quantity == quantity &&
                (quantity != LocalizeQuantity::Value || curve.valueName == state.valueName)) {
                found.push_back(&curve);
            }
        }
    }
    return found;
}

CurveWindow CurveRow::window(const CurveState& state) const {
    return {.beginS = state.beginS, .endS = state.endS, .columns = std::max(rect->width(), 1)};
}

// --- header

CurveHeader::CurveHeader(QCustomPlot* plot, const CurveState& state, const CurveRow& row)
    : QCPLayoutElement(plot), m_state(state), m_row(row) {
    setLayer(QStringLiteral("cursor"));
}

QSize CurveHeader::minimumOuterSizeHint() const {
    return {40, QFontMetrics(smaller(mParentPlot->font())).height() + 2};
}

QSize CurveHeader::maximumOuterSizeHint() const {
    return {QWIDGETSIZE_MAX, minimumOuterSizeHint().height()};
}

void CurveHeader::draw(QCPPainter* painter) {
    if (m_state.set == nullptr) {
        return;
    }
    QFont font = smaller(mParentPlot->font());
    font.setBold(true);
    painter->setFont(font);
    painter->setPen(m_state.text);
    const QRect place(m_row.rect->left(), rect().top(), m_row.rect->width(), rect().height());
    const QString title = titleOf(m_row.quantity, m_row.isLogarithmic, m_state.valueName);
    const QFontMetrics metrics(font);
    painter->drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                      metrics.elidedText(title, Qt::ElideRight, place.width()));
    painter->setFont(smaller(mParentPlot->font()));
    drawValues(*painter, place.left() + metrics.horizontalAdvance(title) + 12);
}

void CurveHeader::drawValues(QPainter& painter, int left) const {
    struct Value {
        const LocalizeCurve* curve;
        QString text;
    };
    const QFontMetrics metrics = painter.fontMetrics();
    const QRect place(m_row.rect->left(), rect().top(), m_row.rect->width(), rect().height());
    // Equal widths, so that the values do not move as time advances.
    const bool hasSign = m_row.quantity == LocalizeQuantity::HeadingErrorRad ||
                         m_row.quantity == LocalizeQuantity::HeightErrorM;
    const int width =
        metrics.horizontalAdvance(hasSign ? QStringLiteral("-0.000") : QStringLiteral("0.000")) +
        kSwatchPx + 12;
    std::vector<Value> values;
    for (const LocalizeCurve* curve : m_row.curves(m_state)) {
        const auto value = shownValueAt(m_state.set->timeS, *curve, m_state.timeS);
        values.push_back({curve, value ? shownText(m_row.quantity, *value) : QStringLiteral("-")});
    }
    // If there is not enough room for all, shows the last ones, which are also drawn on top.
    const int fitting = std::max((place.right() - left) / width, 0);
    if (static_cast<int>(values.size()) > fitting) {
        values.erase(values.begin(), values.end() - fitting);
    }
    int x = place.right() + 1 - width * static_cast<int>(values.size());
    for (const Value& value : values) {
        const QRect swatch(x + 8, place.center().y() - kSwatchPx / 2, kSwatchPx, kSwatchPx);
        if (value.curve->isRemovable) {
            painter.setPen(value.curve->color);
            painter.drawRect(swatch.adjusted(0, 0, -1, -1));
        } else {
            painter.fillRect(swatch, value.curve->color);
        }
        painter.setPen(m_state.text);
        painter.drawText(QRect(swatch.right() + 4, place.top(), width, place.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, value.text);
        x += width;
    }
}

// --- curves

CurveArea::CurveArea(QCustomPlot* plot, const CurveState& state, const CurveRow& row)
    : QCPLayerable(plot, QStringLiteral("main")), m_state(state), m_row(row) {}

void CurveArea::applyDefaultAntialiasingHint(QCPPainter* painter) const {
    painter->setAntialiasing(true);
}

void CurveArea::draw(QCPPainter* painter) {
    if (m_state.set == nullptr) {
        return;
    }
    drawInterval(*painter);
    drawBeams(*painter);
    const auto curves = m_row.curves(m_state);
    const bool hasValues = std::ranges::any_of(curves, [](const LocalizeCurve* curve) {
        return std::ranges::any_of(curve->values, [](float value) { return std::isfinite(value); });
    });
    if (!hasValues) {
        drawNothing(*painter);
        return;
    }
    for (const LocalizeCurve* curve : curves) {
        drawCurve(*painter, *curve);
    }
}

void CurveArea::drawNothing(QPainter& painter) const {
    const bool isError = m_row.quantity == LocalizeQuantity::GroundErrorM ||
                         m_row.quantity == LocalizeQuantity::HeadingErrorRad ||
                         m_row.quantity == LocalizeQuantity::HeightErrorM;
    painter.setPen(faded(m_state.text, 0.6F));
    painter.setFont(smaller(mParentPlot->font()));
    painter.drawText(m_row.rect->rect(), Qt::AlignCenter | Qt::TextWordWrap,
                     isError ? LocalizeCurves::tr("No ground truth to compare with")
                             : LocalizeCurves::tr("No curve has values of this quantity"));
}

void CurveArea::drawInterval(QPainter& painter) const {
    if (!m_state.intervalS) {
        return;
    }
    const QCPAxis* time = m_row.rect->axis(QCPAxis::atBottom);
    const QRectF all = m_row.rect->rect();
    const double left = time->coordToPixel(m_state.intervalS->first);
    const double right = time->coordToPixel(m_state.intervalS->second);
    const QColor color = mParentPlot->palette().color(QPalette::Highlight);
    painter.fillRect(QRectF(left, all.top(), right - left, all.height()), faded(color, 0.16F));
    painter.setPen(QPen(faded(color, 0.8F), 1.0));
    for (const double x : {left, right}) {
        painter.drawLine(QPointF(x, all.top()), QPointF(x, all.bottom()));
    }
}

void CurveArea::drawBeams(QPainter& painter) const {
    const QCPAxis* time = m_row.rect->axis(QCPAxis::atBottom);
    const QRectF all = m_row.rect->rect();
    painter.setPen(QPen(faded(kBeamColor, 0.85F), 1.0));
    for (const double beamS : m_state.set->beamsS) {
        if (beamS >= m_state.beginS && beamS <= m_state.endS) {
            const double x = std::round(time->coordToPixel(beamS)) + 0.5;
            painter.drawLine(QPointF(x, all.top()), QPointF(x, all.bottom()));
        }
    }
}

void CurveArea::drawCurve(QPainter& painter, const LocalizeCurve& curve) const {
    constexpr double kFarPx = 200.0; // longer lines are cut, because they slow down painting
    constexpr double kArrowPx = 7.0; // space for an arrow
    const QCPAxis* time = m_row.rect->axis(QCPAxis::atBottom);
    const QCPAxis* value = m_row.rect->axis(QCPAxis::atLeft);
    const QRectF all = m_row.rect->rect();
    QPolygonF arrows; // at the edge where the curve leaves the plot
    const auto markAt = [&](double x, double edge) {
        if (x >= all.left() && x <= all.right() &&
            (arrows.isEmpty() || arrows.back().y() != edge || x - arrows.back().x() >= kArrowPx)) {
            arrows << QPointF(x, edge);
        }
    };
    // Dense curves look the same without smoothing, at a fraction of the time.
    const std::size_t shown = valuesIn(m_state.set->timeS, m_row.window(m_state));
    painter.setRenderHint(QPainter::Antialiasing,
                          shown < 2 * static_cast<std::size_t>(m_row.rect->width()));
    painter.setPen(curvePen(curve.color, curve.isRemovable));
    painter.setBrush(Qt::NoBrush);
    const bool isCut = m_row.kind == RangeKind::Robust || m_row.byHand;
    for (QPolygonF& run :
         traceOf(m_state.set->timeS, curve, m_row.window(m_state), m_row.isLogarithmic)) {
        for (QPointF& point : run) {
            point.setX(time->coordToPixel(point.x()));
            const double y = value->coordToPixel(point.y());
            if (isCut && y < all.top() - 1.0) {
                markAt(point.x(), all.top());
            } else if (isCut && y > all.bottom() + 2.0) {
                markAt(point.x(), all.bottom());
            }
            point.setY(std::clamp(y, all.top() - kFarPx, all.bottom() + kFarPx));
        }
        if (run.size() == 1) {
            painter.drawEllipse(run.front(), 1.2, 1.2);
        } else {
            painter.drawPolyline(run);
        }
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(curve.color);
    for (const QPointF& tip : arrows) {
        const double down = tip.y() == all.top() ? 1.0 : -1.0;
        painter.drawPolygon(QPolygonF{tip + QPointF(0.0, down), tip + QPointF(-3.0, 6.0 * down),
                                      tip + QPointF(3.0, 6.0 * down)});
    }
}

// --- cursor

CurveCursor::CurveCursor(QCustomPlot* plot, const CurveState& state, const CurveRow& row)
    : QCPLayerable(plot, QStringLiteral("cursor")), m_state(state), m_row(row) {}

void CurveCursor::applyDefaultAntialiasingHint(QCPPainter* painter) const {
    painter->setAntialiasing(true);
}

void CurveCursor::draw(QCPPainter* painter) {
    if (m_state.set == nullptr) {
        return;
    }
    const QCPAxis* value = m_row.rect->axis(QCPAxis::atLeft);
    const QRectF all = m_row.rect->rect();
    const double x = m_row.rect->axis(QCPAxis::atBottom)->coordToPixel(m_state.timeS);
    painter->setPen(QPen(kCursorColor, 1.5));
    painter->drawLine(QPointF(x, all.top()), QPointF(x, all.bottom()));
    for (const LocalizeCurve* curve : m_row.curves(m_state)) {
        auto shown = shownValueAt(m_state.set->timeS, *curve, m_state.timeS);
        if (!shown) {
            continue;
        }
        if (m_row.isLogarithmic) {
            shown = std::abs(*shown);
        }
        const QPointF center(x, value->coordToPixel(*shown));
        if (all.contains(center)) {
            painter->setPen(QPen(m_state.base, 1.0));
            painter->setBrush(curve->color);
            painter->drawEllipse(center, 3.0, 3.0);
        }
    }
}

// --- legend

void CurveLegend::setCurves(const LocalizeCurveSet* set) {
    std::vector<Entry> entries;
    if (set != nullptr) {
        for (const LocalizeCurve& curve : set->curves) {
            if (std::ranges::find(entries, curve.id, &Entry::id) == entries.end()) {
                entries.push_back({curve.id, curve.name, curve.color, curve.isRemovable});
            }
        }
    }
    if (entries != m_entries) {
        m_entries = std::move(entries);
        updateGeometry();
        update();
    }
}

QStringList CurveLegend::names() const {
    QStringList names;
    for (const Entry& entry : m_entries) {
        names << entry.name;
    }
    return names;
}

std::vector<QRect> CurveLegend::places(int width) const {
    constexpr int kGapPx = 14;
    std::vector<QRect> places;
    int x = 0;
    int y = 0;
    for (const Entry& entry : m_entries) {
        const int neededPx =
            kSamplePx + 5 + fontMetrics().horizontalAdvance(entry.name + QLatin1Char(' '));
        const int taken = std::min(neededPx, width);
        if (x > 0 && x + taken > width) {
            x = 0;
            y += lineHeight();
        }
        places.emplace_back(x, y, taken, lineHeight());
        x += taken + kGapPx;
    }
    return places;
}

int CurveLegend::heightForWidth(int width) const {
    const auto rects = places(width);
    return rects.empty() ? lineHeight() : rects.back().bottom() + 1;
}

QSize CurveLegend::sizeHint() const {
    return {300, heightForWidth(300)};
}

void CurveLegend::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto rects = places(width());
    for (std::size_t i = 0; i < rects.size(); ++i) {
        const QRect& place = rects[i];
        const Entry& entry = m_entries[i];
        QPen pen = curvePen(entry.color, entry.isRemovable);
        pen.setWidthF(2.0);
        if (entry.isRemovable) {
            pen.setDashPattern({2.5, 1.5});
        }
        painter.setPen(pen);
        const double y = place.center().y() + 0.5;
        painter.drawLine(QPointF(place.left(), y), QPointF(place.left() + kSamplePx, y));
        painter.setPen(palette().color(QPalette::WindowText));
        const QRect room = place.adjusted(kSamplePx + 5, 0, 0, 0);
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(entry.name, Qt::ElideRight, room.width()));
    }
}

bool CurveLegend::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto rects = places(width());
        const auto hit = std::ranges::find_if(
            rects, [&](const QRect& place) { return place.contains(help->pos()); });
        QToolTip::showText(help->globalPos(),
                           hit == rects.end()
                               ? QString()
                               : m_entries[static_cast<std::size_t>(hit - rects.begin())].name,
                           this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace sideline::widgets
