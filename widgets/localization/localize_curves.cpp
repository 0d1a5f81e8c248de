#include "widgets/localization/localize_curves.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QVBoxLayout>

#include "widgets/common/icons.h"
#include "widgets/common/panel_parts.h"
#include "widgets/common/text_format.h"
#include "widgets/localization/localize_curves_parts.h"

namespace sideline::widgets {

namespace {

constexpr double kShortestS = 0.2; // shortest time range
constexpr double kAtEnd = 0.02;    // fraction of the visible range that counts as its end
class SecondsTicker : public QCPAxisTicker {
protected:
    QString getTickLabel(double tick, const QLocale& /*locale*/, QChar /*format*/,
                         int /*precision*/) override {
        return clockText(tick, std::abs(tick - std::round(tick)) > 1e-6);
    }
};

// At most `tickCount` ticks, at round values and at 0.
class RoundTicker : public QCPAxisTicker {
protected:
    int getSubTickCount(double /*tickStep*/) override { return 0; }
    QVector<double> createTickVector(double /*tickStep*/, const QCPRange& range) override {
        QVector<double> ticks;
        if (!(range.size() > 0.0)) {
            return ticks;
        }
        static constexpr std::array kSteps = {1.0, 2.0, 2.5, 5.0};
        double decade = std::pow(10.0, std::floor(std::log10(range.size())) - 1.0);
        for (std::size_t i = 0;; ++i) {
            if (i == kSteps.size()) {
                i = 0;
                decade *= 10.0;
            }
            const double step = kSteps[i] * decade;
            const auto first = std::lround(std::ceil(range.lower / step - 1e-9));
            const auto last = std::lround(std::floor(range.upper / step + 1e-9));
            if (last - first < tickCount()) {
                for (auto tick = first; tick <= last; ++tick) {
                    ticks << static_cast<double>(tick) * step;
                }
                return ticks;
            }
        }
    }
};

// Full decades; if there are few, also their halves and fifths.
class DecadeTicker : public QCPAxisTicker {
protected:
    int getSubTickCount(double /*tickStep*/) override { return 0; }
    QVector<double> createTickVector(double /*tickStep*/, const QCPRange& range) override {
        QVector<double> ticks;
        if (!(range.lower > 0.0) || !(range.upper > range.lower)) {
            return ticks;
        }
        const double first = std::floor(std::log10(range.lower) + 1e-9);
        const double last = std::ceil(std::log10(range.upper) - 1e-9);
        const int decades = static_cast<int>(last - first);
        const int step = std::max((decades + 1) / std::max(tickCount(), 1), 1);
        for (int i = 0; i <= decades; i += step) {
            const double decade = std::pow(10.0, first + i);
            ticks << decade;
            if (decades <= 1 && tickCount() > 3) {
                ticks << 2.0 * decade << 5.0 * decade;
            }
        }
        return ticks;
    }
};

} // namespace

std::optional<std::pair<double, double>> extentOf(const LocalizeCurveSet* set) {
    if (set == nullptr || set->timeS.empty()) {
        return std::nullopt;
    }
    return std::pair(set->timeS.front(), std::max(set->timeS.back(), set->timeS.front() + 1.0));
}

QString nameOf(LocalizeQuantity quantity) {
    switch (quantity) {
    case LocalizeQuantity::GroundErrorM:
        return LocalizeCurves::tr("Ground error");
    case LocalizeQuantity::HeadingErrorRad:
        return LocalizeCurves::tr("Heading error");
    case LocalizeQuantity::HeightErrorM:
        return LocalizeCurves::tr("Height error");
    case LocalizeQuantity::GroundSigmaM:
        return LocalizeCurves::tr("Position std. dev.");
    case LocalizeQuantity::HeadingSigmaRad:
        return LocalizeCurves::tr("Heading std. dev.");
    case LocalizeQuantity::Value:
        return LocalizeCurves::tr("The agent's own value");
    case LocalizeQuantity::Residual:
        break;
    }
    return LocalizeCurves::tr("Residual");
}

QString unitOf(LocalizeQuantity quantity) {
    switch (quantity) {
    case LocalizeQuantity::GroundErrorM:
    case LocalizeQuantity::HeightErrorM:
    case LocalizeQuantity::GroundSigmaM:
        return LocalizeCurves::tr("mm");
    case LocalizeQuantity::HeadingErrorRad:
    case LocalizeQuantity::HeadingSigmaRad:
        return LocalizeCurves::tr("deg");
    case LocalizeQuantity::Value:
        return {};
    case LocalizeQuantity::Residual:
        break;
    }
    return LocalizeCurves::tr("sigmas");
}

// --- building

void LocalizeCurves::Parts::build() {
    logarithmic[static_cast<std::size_t>(LocalizeQuantity::GroundSigmaM)] = true;
    logarithmic[static_cast<std::size_t>(LocalizeQuantity::HeadingSigmaRad)] = true;
    plot = new QCustomPlot;
    plot->setObjectName(QStringLiteral("plot"));
    plot->setFocusPolicy(Qt::ClickFocus);
    plot->setContextMenuPolicy(Qt::CustomContextMenu);
    plot->addLayer(QStringLiteral("cursor"), plot->layer(QStringLiteral("overlay")),
                   QCustomPlot::limBelow);
    plot->layer(QStringLiteral("cursor"))->setMode(QCPLayer::lmBuffered);
    margins = new QCPMarginGroup(plot);
    plot->plotLayout()->setRowSpacing(0);
    plot->plotLayout()->setAutoMargins(QCP::msNone);
    legend = new CurveLegend;
    legend->setObjectName(QStringLiteral("legend"));
    menu = new QMenu(&owner);
    gear = new QToolButton;
    gear->setObjectName(QStringLiteral("gear"));
    gear->setIcon(icon(QStringLiteral("settings")));
    gear->setToolTip(tr("Quantities and scale"));
    gear->setAccessibleName(gear->toolTip());
    gear->setAutoRaise(true);
    gear->setFocusPolicy(Qt::TabFocus);
    gear->setPopupMode(QToolButton::InstantPopup);
    gear->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
    gear->setMenu(menu);
    hint = new QLabel(plot);
    hint->setObjectName(QStringLiteral("hint"));
    hint->setAlignment(Qt::AlignCenter);
    hint->setWordWrap(true);
    hint->setAttribute(Qt::WA_TransparentForMouseEvents);
    hint->setMargin(12);
    auto* plotColumn = new QVBoxLayout(plot);
    plotColumn->setContentsMargins(0, 0, 0, 0);
    plotColumn->addWidget(hint);

    auto* top = new QHBoxLayout;
    top->setContentsMargins(6, 0, 0, 0);
    top->setSpacing(4);
    top->addWidget(legend, 1);
    clocks = new QLabel;
    clocks->setObjectName(QStringLiteral("clocks"));
    clocks->setToolTip(tr(
        "The instant shown: time since the recording began, as on the axis below, and game clock"));
    top->addWidget(clocks, 0, Qt::AlignTop);
    top->addWidget(gear, 0, Qt::AlignTop);
    auto* column = new QVBoxLayout(&owner);
    column->setContentsMargins(4, 2, 4, 4);
    column->setSpacing(2);
    column->addLayout(top);
    column->addWidget(scrolled(plot), 1);

    QObject::connect(menu, &QMenu::aboutToShow, &owner, [this] { fillMenu(); });
    QObject::connect(plot, &QWidget::customContextMenuRequested, &owner,
                     [this](const QPoint& pos) { menu->popup(plot->mapToGlobal(pos)); });
    connectMouse();
}

void LocalizeCurves::Parts::connectMouse() {
    QObject::connect(plot, &QCustomPlot::mousePress, &owner,
                     [this](const QMouseEvent* event) { press(*event); });
    QObject::connect(plot, &QCustomPlot::mouseMove, &owner,
                     [this](const QMouseEvent* event) { move(*event); });
    QObject::connect(plot, &QCustomPlot::mouseRelease, &owner,
                     [this](const QMouseEvent* event) { release(*event); });
    QObject::connect(plot, &QCustomPlot::mouseWheel, &owner,
                     [this](const QWheelEvent* event) { turnWheel(*event); });
    QObject::connect(plot, &QCustomPlot::mouseDoubleClick, &owner, [this](QMouseEvent* event) {
        CurveRow* row = rowAt(event->pos());
        if (isEmpty() || event->button() != Qt::LeftButton) {
            return;
        }
        if (!isOnValueAxis(event->pos()) || row == nullptr) {
            showAll();
            return;
        }
        const bool wasRobust = row->kind == RangeKind::Robust && !row->byHand;
        row->kind = wasRobust ? RangeKind::Full : RangeKind::Robust;
        row->byHand.reset();
        rescale();
    });
}

void LocalizeCurves::Parts::rebuildPlots() {
    plot->plotLayout()->clear();
    // Items that draw in a rect are deleted with it.
    rows.clear();
    int line = 0;
    for (const LocalizeQuantity quantity : quantities) {
        auto& row = *rows.emplace_back(std::make_unique<CurveRow>());
        row.quantity = quantity;
        row.isLogarithmic = logarithmic[static_cast<std::size_t>(quantity)];
        row.rect = new QCPAxisRect(plot);
        row.rect->setMarginGroup(QCP::msLeft | QCP::msRight, margins);
        row.rect->setMinimumMargins(QMargins(0, 0, 10, 0));
        row.rect->setMinimumSize(30, 16);
        QCPAxis* time = row.rect->axis(QCPAxis::atBottom);
        time->setTicker(QSharedPointer<SecondsTicker>::create());
        time->setRange(state.beginS, state.endS);
        const bool isLast = quantity == quantities.back();
        time->setTickLabels(isLast);
        if (isLast) {
            time->setLabel(tr("time of the recording, min:s"));
            time->setLabelPadding(0);
        }
        if (!isLast) {
            row.rect->setAutoMargins(QCP::msLeft | QCP::msRight);
            row.rect->setMargins(QMargins(0, 0, 0, 3));
        }
        QCPAxis* value = row.rect->axis(QCPAxis::atLeft);
        value->setTickLabelPadding(3);
        value->setTicker(QSharedPointer<RoundTicker>::create());
        if (row.isLogarithmic) {
            value->setScaleType(QCPAxis::stLogarithmic);
            value->setTicker(QSharedPointer<DecadeTicker>::create());
            value->setNumberFormat(QStringLiteral("g"));
        }
        plot->plotLayout()->addElement(line++, 0, new CurveHeader(plot, state, row));
        plot->plotLayout()->addElement(line++, 0, row.rect);
        // The rect owns the items, so that they do not outlive it.
        (new CurveArea(plot, state, row))->setParent(row.rect);
        (new CurveCursor(plot, state, row))->setParent(row.rect);
    }
    constexpr int kMinCurvePx = 70; // height including the heading
    constexpr int kTimeAxisPx = 30;
    constexpr int kMinWidthPx = 120;
    plot->setMinimumSize(kMinWidthPx,
                         kMinCurvePx * std::max(static_cast<int>(rows.size()), 1) + kTimeAxisPx);
    styleAxes();
    showState();
}

void LocalizeCurves::Parts::styleAxes() {
    state.text = owner.palette().color(QPalette::Text);
    state.base = owner.palette().color(QPalette::Base);
    QColor faint = state.text;
    faint.setAlphaF(0.14F);
    QColor frame = state.text;
    frame.setAlphaF(0.55F);
    QFont small = owner.font();
    small.setPointSizeF(std::max(0.85 * small.pointSizeF(), 6.0));
    plot->setBackground(state.base);
    for (const auto& row : rows) {
        for (QCPAxis* axis : row->rect->axes()) {
            axis->setBasePen(QPen(frame, 1));
            axis->setTickPen(QPen(frame, 1));
            axis->setSubTickPen(QPen(frame, 1));
            axis->setTickLengthIn(0);
            axis->setTickLengthOut(3);
            axis->setSubTickLengthIn(0);
            axis->setSubTickLengthOut(0);
            axis->setTickLabelColor(state.text);
            axis->setTickLabelFont(small);
            axis->setLabelFont(small);
            axis->setLabelColor(state.text);
            axis->grid()->setPen(QPen(faint, 1));
            axis->grid()->setZeroLinePen(QPen(frame, 1));
        }
    }
}

// --- showing

void LocalizeCurves::Parts::showState() {
    const bool isNothing = isEmpty();
    hint->setVisible(isNothing);
    hint->setText(rows.empty() ? tr("No quantity selected: choose one with the gear above.")
                               : tr("No curves yet. Open a recorded stream to see its estimators' "
                                    "errors, uncertainties and residuals here."));
    plot->plotLayout()->setVisible(!isNothing);
    for (const auto& row : rows) {
        row->rect->setVisible(!isNothing);
    }
    legend->setCurves(state.set.get());
    rescale();
}

void LocalizeCurves::Parts::rescale() {
    for (const auto& row : rows) {
        QCPAxis* value = row->rect->axis(QCPAxis::atLeft);
        std::optional<ValueRange> range = row->byHand;
        if (!range && state.set != nullptr) {
            range = rangeOf(state.set->timeS, row->curves(state), row->window(state), row->kind,
                            row->isLogarithmic);
        }
        value->setTickLabels(range.has_value());
        if (range) {
            value->setRange(range->lower, range->upper);
        }
        // About one number every two text lines.
        const int room =
            plot->height() / (2 * owner.fontMetrics().height() * static_cast<int>(rows.size()));
        value->ticker()->setTickCount(std::clamp(room + 1, 3, 6));
    }
    replot();
}

void LocalizeCurves::Parts::showTime(double beginS, double endS) {
    state.beginS = beginS;
    state.endS = std::max(endS, beginS + kShortestS);
    for (const auto& row : rows) {
        row->rect->axis(QCPAxis::atBottom)->setRange(state.beginS, state.endS);
    }
    rescale();
}

void LocalizeCurves::Parts::userShowsTime(double beginS, double endS) {
    const auto extent = extentOf(state.set.get());
    if (!extent || isEmpty()) {
        return;
    }
    const double lengthS =
        std::clamp(endS - beginS, kShortestS, std::max(extent->second - extent->first, kShortestS));
    const double fromS = std::clamp(beginS, extent->first, extent->second - lengthS);
    // A view that includes the end follows it.
    const bool isAtEnd = fromS + lengthS >= extent->second - kAtEnd * lengthS;
    wasRangeSet = !(rollingS && isAtEnd);
    if (!wasRangeSet) {
        rollingS = lengthS;
    }
    showTime(fromS, fromS + lengthS);
    Q_EMIT owner.rangeChanged(state.beginS, state.endS);
}

void LocalizeCurves::Parts::showAll() {
    if (const auto extent = extentOf(state.set.get())) {
        userShowsTime(extent->first, extent->second);
    }
}

// The current end of the curves.
void LocalizeCurves::Parts::follow() {
    const auto extent = extentOf(state.set.get());
    if (extent && rollingS && !wasRangeSet) {
        showTime(std::max(extent->second - *rollingS, extent->first),
                 std::max(extent->second, extent->first + *rollingS));
    }
}

CurveRow* LocalizeCurves::Parts::rowAt(const QPoint& pos) const {
    for (const auto& row : rows) {
        if (pos.y() >= row->rect->top() && pos.y() <= row->rect->bottom()) {
            return row.get();
        }
    }
    return nullptr;
}

CurveRow* LocalizeCurves::Parts::find(LocalizeQuantity quantity) const {
    const auto found =
        std::ranges::find_if(rows, [&](const auto& row) { return row->quantity == quantity; });
    return found == rows.end() ? nullptr : found->get();
}

// --- the widget

LocalizeCurves::LocalizeCurves(QWidget* parent)
    : QWidget(parent), m_parts(std::make_unique<Parts>(*this)) {
    m_parts->build();
    m_parts->rebuildPlots();
}

LocalizeCurves::~LocalizeCurves() {
    delete m_parts->plot; // its parts use other members of m_parts
}

void LocalizeCurves::setCurves(std::shared_ptr<const LocalizeCurveSet> curves) {
    const auto before = extentOf(m_parts->state.set.get());
    const auto now = extentOf(curves.get());
    m_parts->state.set = std::move(curves);
    // A range that is set before there are curves does not turn off scrolling to the end.
    const bool beginsToRoll = !before && m_parts->rollingS;
    if (now && (!m_parts->wasRangeSet || beginsToRoll || (before && before->first != now->first))) {
        m_parts->wasRangeSet = false;
        m_parts->showTime(now->first, now->second);
    }
    m_parts->follow();
    m_parts->showState();
}

void LocalizeCurves::setRolling(std::optional<double> lengthS) {
    m_parts->rollingS = lengthS;
    m_parts->wasRangeSet = m_parts->wasRangeSet && !lengthS;
    m_parts->follow();
}

void LocalizeCurves::setTime(double recordTimeS, std::optional<double> gameTimeS) {
    showText(m_parts->clocks,
             gameTimeS ? tr("recording %1, game %2")
                             .arg(clockText(recordTimeS, true), clockText(*gameTimeS, true))
                       : tr("recording %1").arg(clockText(recordTimeS, true)));
    if (recordTimeS != m_parts->state.timeS) {
        m_parts->state.timeS = recordTimeS;
        m_parts->plot->layer(QStringLiteral("cursor"))->replot();
    }
}

void LocalizeCurves::showRange(double beginS, double endS) {
    m_parts->wasRangeSet = true;
    m_parts->showTime(beginS, endS);
}

void LocalizeCurves::setQuantities(const std::vector<LocalizeQuantity>& quantities) {
    std::vector<LocalizeQuantity> once;
    for (const LocalizeQuantity quantity : quantities) {
        if (std::ranges::find(once, quantity) == once.end()) {
            once.push_back(quantity);
        }
    }
    if (once != m_parts->quantities) {
        m_parts->quantities = std::move(once);
        m_parts->rebuildPlots();
    }
}

void LocalizeCurves::setValueName(const QString& name) {
    if (name == m_parts->state.valueName) {
        return;
    }
    m_parts->state.valueName = name;
    std::vector<LocalizeQuantity> chosen = m_parts->quantities;
    std::erase(chosen, LocalizeQuantity::Value);
    if (!name.isEmpty()) {
        chosen.push_back(LocalizeQuantity::Value);
    }
    m_parts->quantities = std::move(chosen);
    m_parts->rebuildPlots();
}

QString LocalizeCurves::valueName() const {
    return m_parts->state.valueName;
}

QStringList LocalizeCurves::valueNames() const {
    QStringList names;
    if (m_parts->state.set != nullptr) {
        for (const LocalizeCurve& curve : m_parts->state.set->curves) {
            if (!curve.valueName.isEmpty() && !names.contains(curve.valueName)) {
                names << curve.valueName;
            }
        }
    }
    return names;
}

std::vector<LocalizeQuantity> LocalizeCurves::quantities() const {
    return m_parts->quantities;
}

void LocalizeCurves::setLogarithmic(LocalizeQuantity quantity, bool isLogarithmic) {
    bool& now = m_parts->logarithmic[static_cast<std::size_t>(quantity)];
    if (now != isLogarithmic) {
        now = isLogarithmic;
        m_parts->rebuildPlots();
    }
}

bool LocalizeCurves::isLogarithmic(LocalizeQuantity quantity) const {
    return m_parts->logarithmic[static_cast<std::size_t>(quantity)];
}

void LocalizeCurves::setInterval(std::optional<std::pair<double, double>> intervalS) {
    m_parts->state.intervalS = intervalS;
    m_parts->replot();
}

std::optional<std::pair<double, double>> LocalizeCurves::interval() const {
    return m_parts->state.intervalS;
}

std::optional<double> LocalizeCurves::valueAtCursor(int id, LocalizeQuantity quantity) const {
    if (m_parts->state.set != nullptr) {
        for (const LocalizeCurve& curve : m_parts->state.set->curves) {
            if (curve.id == id && curve.quantity == quantity) {
                return shownValueAt(m_parts->state.set->timeS, curve, m_parts->state.timeS);
            }
        }
    }
    return std::nullopt;
}

std::optional<std::pair<double, double>> LocalizeCurves::shownValues(
    LocalizeQuantity quantity) const {
    const CurveRow* row = m_parts->find(quantity);
    if (row == nullptr) {
        return std::nullopt;
    }
    const QCPRange range = row->rect->axis(QCPAxis::atLeft)->range();
    return std::pair(range.lower, range.upper);
}

std::pair<double, double> LocalizeCurves::shownTime() const {
    return {m_parts->state.beginS, m_parts->state.endS};
}

void LocalizeCurves::applyPalette() {
    m_parts->styleAxes();
    m_parts->replot();
}

bool LocalizeCurves::event(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        applyPalette();
    }
    if (event->type() == QEvent::ShortcutOverride && m_parts->state.intervalS &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void LocalizeCurves::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_parts->rescale();
}

void LocalizeCurves::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && m_parts->state.intervalS) {
        m_parts->clearMark();
        return;
    }
    QWidget::keyPressEvent(event);
}

} // namespace sideline::widgets
