#include "widgets/panels/plot_panel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <ostream>
#include <utility>

#include <QBuffer>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMouseEvent>
#include <QPageSize>
#include <QPdfWriter>
#include <QVBoxLayout>

#include "logs/match/log_export.h"
#include "widgets/format/custom_plot.h"
#include "widgets/format/icons.h"
#include "widgets/format/save_file.h"

namespace sideline::widgets {

namespace {

using logs::SignalId;

constexpr int kSignalRole = Qt::UserRole;
constexpr std::size_t kMaxCurves = 24;

const QColor& curveColour(std::size_t index) {
    // Distinct on light and on dark ground (after Okabe and Ito).
    static const std::array kColours = {QColor(0x2f, 0x8f, 0xe8), QColor(0xe6, 0x7e, 0x00),
                                        QColor(0x1c, 0xa8, 0x78), QColor(0xd6, 0x4d, 0x9f),
                                        QColor(0xc9, 0xa2, 0x00), QColor(0x8f, 0x6b, 0xe0),
                                        QColor(0xd4, 0x3d, 0x3d), QColor(0x4f, 0xb6, 0xc9)};
    return kColours[index % kColours.size()];
}

// The plot as curves, a point of the page for each of its pixels.
QByteArray pdfOf(QCustomPlot& plot) {
    constexpr int kPointsPerInch = 72;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter page(&buffer);
        page.setResolution(kPointsPerInch);
        page.setPageSize(QPageSize(QSizeF(plot.size()), QPageSize::Point));
        page.setPageMargins(QMarginsF());
        QCPPainter painter;
        painter.begin(&page);
        painter.setMode(QCPPainter::pmVectorized);
        painter.setMode(QCPPainter::pmNoCaching);
        plot.toPainter(&painter, plot.width(), plot.height());
    }
    return bytes;
}

// Labels the axis of record time with the game clock, like the ruler does.
class ClockTicker : public QCPAxisTicker {
public:
    explicit ClockTicker(std::function<double(double)> gameTimeAt)
        : m_gameTimeAt(std::move(gameTimeAt)) {}

protected:
    QString getTickLabel(double tick, const QLocale& /*locale*/, QChar /*format*/,
                         int /*precision*/) override {
        return clockText(m_gameTimeAt(tick), std::abs(tick - std::round(tick)) > 1e-6);
    }

private:
    std::function<double(double)> m_gameTimeAt;
};

} // namespace

PlotPanel::PlotPanel(QWidget* parent)
    : QWidget(parent),
      m_plot(new QCustomPlot),
      m_tree(new QTreeWidget),
      m_filter(new QLineEdit),
      m_legend(new QTreeWidget) {
    m_filter->setPlaceholderText(tr("Find a signal, as rlj4 or left 7"));
    m_filter->setClearButtonEnabled(true);
    m_tree->setHeaderHidden(true);
    m_tree->setUniformRowHeights(true);
    m_legend->setHeaderLabels({tr("Curve"), tr("At the cursor"), tr("Told")});
    m_legend->setRootIsDecorated(false);
    m_legend->setUniformRowHeights(true);
    m_legend->header()->setStretchLastSection(false);
    m_legend->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_legend->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_legend->header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    m_legend->setToolTip(tr("Double click takes a curve away"));

    auto* buttons = new QHBoxLayout;
    const auto addButton = [&](const char* iconName, const QString& tip, auto slot) {
        auto* button = new QToolButton;
        button->setToolTip(tip);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::NoFocus);
        buttons->addWidget(button);
        m_buttons.emplace_back(button, QLatin1String(iconName));
        connect(button, &QToolButton::clicked, this, slot);
    };
    addButton("fit", tr("Show all of the time"), &PlotPanel::showAllRequested);
    addButton("clear", tr("Take all curves away"), &PlotPanel::clearSignals);
    addButton("export", tr("Save the values as CSV"), &PlotPanel::exportCsv);
    addButton("camera", tr("Save the plot as a picture (PNG or PDF)"), &PlotPanel::exportImage);
    buttons->addStretch(1);

    auto* side = new QWidget;
    auto* sideColumn = new QVBoxLayout(side);
    sideColumn->setContentsMargins(0, 0, 0, 0);
    sideColumn->setSpacing(4);
    sideColumn->addLayout(buttons);
    sideColumn->addWidget(m_filter);
    sideColumn->addWidget(m_tree, 3);
    sideColumn->addWidget(m_legend, 2);
    auto* splitter = new QSplitter;
    splitter->addWidget(side);
    splitter->addWidget(m_plot);
    splitter->setStretchFactor(0, 0);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({230, 600});
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 4, 4);
    column->addWidget(splitter);

    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->setMinimumSize(120, 80);
    m_plot->setNoAntialiasingOnDrag(true);

    connect(m_filter, &QLineEdit::textChanged, this, &PlotPanel::filterTree);
    connect(m_tree, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item) {
        if (m_fillingTree || !item->data(0, kSignalRole).isValid()) {
            return;
        }
        const auto id = item->data(0, kSignalRole).value<SignalId>();
        item->checkState(0) == Qt::Checked ? addSignal(id) : removeSignal(id);
    });
    connect(m_legend, &QTreeWidget::itemDoubleClicked, this, [this](QTreeWidgetItem* item) {
        removeSignal(item->data(0, kSignalRole).value<SignalId>());
    });
    connect(m_plot, &QCustomPlot::mouseRelease, this, [this](QMouseEvent* event) {
        const QPoint pressed = m_plot->property("pressedAt").toPoint();
        if (event->button() == Qt::LeftButton && !m_rects.empty() &&
            (event->pos() - pressed).manhattanLength() < 4) {
            const QCPAxis* axis = m_rects.front()->axis(QCPAxis::atBottom);
            Q_EMIT seekRequested(axis->pixelToCoord(event->pos().x()));
        }
    });
    connect(m_plot, &QCustomPlot::mousePress, this,
            [this](QMouseEvent* event) { m_plot->setProperty("pressedAt", event->pos()); });
    connect(m_plot, &QCustomPlot::mouseDoubleClick, this, &PlotPanel::showAllRequested);
    rebuildPlots();
}

PlotPanel::~PlotPanel() = default;

QString PlotPanel::nameOf(const SignalId& id) const {
    return QString::fromStdString(logs::signalName(id, m_frame.get()));
}

void PlotPanel::setFrame(const logs::FetchedFrame& fetched) {
    m_frame = fetched.exact;
    std::string signature = "game";
    for (const monitor::RobotFrame& robot : m_frame->robots) {
        signature += monitor::toString(robot.id) + std::to_string(robot.jointAnglesRad.size());
    }
    signature += m_frame->ball ? "b" : "";
    if (signature != m_treeSignature) {
        m_treeSignature = signature;
        fillTree(*m_frame);
    }
    setTime(m_frame->recordTimeS);
}

void PlotPanel::clearFrame() {
    m_frame = nullptr;
    m_treeSignature.clear();
    m_tree->clear();
    m_table = nullptr;
    clearSignals();
}

// Names have the form `left.7.rlj4`: a level of the tree for each part.
void PlotPanel::fillTree(const monitor::MatchFrame& frame) {
    m_fillingTree = true;
    m_tree->clear();
    std::map<QString, QTreeWidgetItem*> groups;
    for (const SignalId& id : logs::availableSignals(frame)) {
        QStringList parts = nameOf(id).split(QLatin1Char('.'));
        const QString leaf = parts.takeLast();
        QTreeWidgetItem* parent = m_tree->invisibleRootItem();
        QString path;
        for (const QString& part : parts) {
            path += part + QLatin1Char('.');
            QTreeWidgetItem*& group = groups[path];
            if (group == nullptr) {
                group = new QTreeWidgetItem(parent, {part});
            }
            parent = group;
        }
        const QString unit = toQt(logs::signalUnit(id.quantity));
        auto* item = new QTreeWidgetItem(
            parent, {unit.isEmpty() ? leaf : QStringLiteral("%1 [%2]").arg(leaf, unit)});
        item->setData(0, kSignalRole, QVariant::fromValue(id));
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
    }
    m_fillingTree = false;
    tickTree();
    filterTree(m_filter->text());
}

// The tree shows which signals have a curve, whoever added or removed it.
void PlotPanel::tickTree() {
    m_fillingTree = true;
    for (QTreeWidgetItemIterator it(m_tree); *it != nullptr; ++it) {
        const QVariant signal = (*it)->data(0, kSignalRole);
        if (signal.isValid()) {
            const bool shown = std::ranges::find(m_ids, signal.value<SignalId>()) != m_ids.end();
            (*it)->setCheckState(0, shown ? Qt::Checked : Qt::Unchecked);
        }
    }
    m_fillingTree = false;
}

void PlotPanel::filterTree(const QString& text) {
    const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    QTreeWidgetItemIterator it(m_tree);
    for (; *it != nullptr; ++it) {
        QTreeWidgetItem* item = *it;
        if (!item->data(0, kSignalRole).isValid()) {
            item->setHidden(!words.isEmpty());
            continue;
        }
        QString path = item->text(0);
        for (QTreeWidgetItem* p = item->parent(); p != nullptr; p = p->parent()) {
            path = p->text(0) + QLatin1Char(' ') + path;
        }
        const bool matches = std::ranges::all_of(
            words, [&](const QString& word) { return path.contains(word, Qt::CaseInsensitive); });
        item->setHidden(!matches);
        for (QTreeWidgetItem* p = item->parent(); matches && p != nullptr; p = p->parent()) {
            p->setHidden(false);
            p->setExpanded(!words.isEmpty());
        }
    }
}

void PlotPanel::addSignal(const SignalId& id) {
    if (std::ranges::find(m_ids, id) != m_ids.end()) {
        return;
    }
    if (m_ids.size() == kMaxCurves) {
        tickTree();
        Q_EMIT messageRequested(tr("No more than %1 curves at a time").arg(kMaxCurves), false);
        return;
    }
    m_ids.push_back(id);
    rebuildPlots();
    Q_EMIT signalsWanted(m_ids);
}

void PlotPanel::removeSignal(const SignalId& id) {
    if (std::erase(m_ids, id) > 0) {
        rebuildPlots();
        Q_EMIT signalsWanted(m_ids);
    }
}

void PlotPanel::clearSignals() {
    m_ids.clear();
    rebuildPlots();
    Q_EMIT signalsWanted(m_ids);
}

void PlotPanel::setTable(std::shared_ptr<const logs::SignalTable> table) {
    m_table = std::move(table);
    fillCurves();
}

void PlotPanel::rebuildPlots() {
    m_plot->clearGraphs();
    m_plot->clearItems();
    m_plot->plotLayout()->clear();
    m_curves.clear();
    m_rects.clear();
    m_cursors.clear();
    auto* margins = new QCPMarginGroup(m_plot);
    std::vector<std::string_view> units;
    for (std::size_t i = 0; i < m_ids.size(); ++i) {
        const std::string_view unit = logs::signalUnit(m_ids[i].quantity);
        auto known = std::ranges::find(units, unit);
        if (known == units.end()) {
            units.push_back(unit);
            known = std::prev(units.end());
            auto* rect = new QCPAxisRect(m_plot);
            rect->setMarginGroup(QCP::msLeft | QCP::msRight, margins);
            rect->setRangeDrag(Qt::Horizontal);
            rect->setRangeZoom(Qt::Horizontal);
            rect->axis(QCPAxis::atBottom)
                ->setTicker(QSharedPointer<ClockTicker>::create(
                    [this](double recordTimeS) { return gameTimeAt(recordTimeS); }));
            rect->axis(QCPAxis::atLeft)->setLabel(toQt(unit));
            m_plot->plotLayout()->addElement(static_cast<int>(m_rects.size()), 0, rect);
            m_rects.push_back(rect);
        }
        QCPAxisRect* rect = m_rects[static_cast<std::size_t>(known - units.begin())];
        QCPGraph* graph =
            m_plot->addGraph(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
        graph->setAdaptiveSampling(true);
        graph->setPen(QPen(curveColour(i), 1.6));
        graph->setName(nameOf(m_ids[i]));
        m_curves[m_ids[i]] = {graph, curveColour(i)};
    }
    for (QCPAxisRect* rect : m_rects) {
        QCPAxis* time = rect->axis(QCPAxis::atBottom);
        time->setRange(m_beginS, m_endS);
        connect(time, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this,
                [this](const QCPRange& range) {
                    if (!m_settingRange) {
                        showRange(range.lower, range.upper);
                        Q_EMIT rangeChanged(m_beginS, m_endS);
                    }
                });
        auto* cursor = new QCPItemLine(m_plot);
        cursor->setClipAxisRect(rect);
        cursor->start->setAxes(time, rect->axis(QCPAxis::atLeft));
        cursor->end->setAxes(time, rect->axis(QCPAxis::atLeft));
        cursor->start->setAxisRect(rect);
        cursor->end->setAxisRect(rect);
        cursor->start->setTypeX(QCPItemPosition::ptPlotCoords);
        cursor->start->setTypeY(QCPItemPosition::ptAxisRectRatio);
        cursor->end->setTypeX(QCPItemPosition::ptPlotCoords);
        cursor->end->setTypeY(QCPItemPosition::ptAxisRectRatio);
        cursor->setPen(QPen(QColor(0xff, 0x8a, 0x1f), 1.5));
        m_cursors.push_back(cursor);
    }
    applyPalette();
    tickTree();
    fillCurves();
}

void PlotPanel::fillCurves() {
    if (m_table) {
        for (std::size_t row = 0; row < m_table->signals.size(); ++row) {
            const auto curve = m_curves.find(m_table->signals[row]);
            if (curve == m_curves.end()) {
                continue;
            }
            const auto& times = m_table->recordTimeS;
            const auto& values = m_table->values[row];
            curve->second.graph->setData(QVector<double>(times.begin(), times.end()),
                                         QVector<double>(values.begin(), values.end()), true);
        }
    }
    rescaleValues();
    updateLegend();
    updateCursors();
}

void PlotPanel::showRange(double beginS, double endS) {
    m_beginS = beginS;
    m_endS = std::max(endS, beginS + 0.1);
    m_settingRange = true;
    for (QCPAxisRect* rect : m_rects) {
        rect->axis(QCPAxis::atBottom)->setRange(m_beginS, m_endS);
    }
    m_settingRange = false;
    rescaleValues();
}

void PlotPanel::rescaleValues() {
    for (QCPAxisRect* rect : m_rects) {
        QCPAxis* axis = rect->axis(QCPAxis::atLeft);
        const QCPRange shown = rect->axis(QCPAxis::atBottom)->range();
        bool found = false;
        QCPRange range;
        for (QCPGraph* graph : rect->graphs()) {
            bool any = false;
            const QCPRange values = graph->getValueRange(any, QCP::sdBoth, shown);
            if (any && std::isfinite(values.lower) && std::isfinite(values.upper)) {
                range = found ? range.expanded(values) : values;
                found = true;
            }
        }
        if (found) {
            const double margin = std::max(0.06 * range.size(), 1e-3);
            axis->setRange(range.lower - margin, range.upper + margin);
        }
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void PlotPanel::setTime(double recordTimeS) {
    m_timeS = recordTimeS;
    updateLegend();
    updateCursors();
}

void PlotPanel::setLoop(std::optional<logs::LoopRange> loop) {
    m_loop = loop;
    updateLegend();
}

void PlotPanel::updateCursors() {
    for (QCPItemLine* cursor : m_cursors) {
        cursor->start->setCoords(m_timeS, 0.0);
        cursor->end->setCoords(m_timeS, 1.0);
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

std::optional<std::pair<double, double>> PlotPanel::valueAt(const SignalId& id,
                                                            double recordTimeS) const {
    if (!m_table) {
        return std::nullopt;
    }
    const auto row = std::ranges::find(m_table->signals, id);
    if (row == m_table->signals.end()) {
        return std::nullopt;
    }
    const auto& times = m_table->recordTimeS;
    const auto& values = m_table->values[static_cast<std::size_t>(row - m_table->signals.begin())];
    auto behind = std::ranges::upper_bound(times, recordTimeS + 1e-6);
    while (behind != times.begin()) {
        --behind;
        const double value = values[static_cast<std::size_t>(behind - times.begin())];
        if (!std::isnan(value)) {
            return std::pair(value, *behind);
        }
    }
    return std::nullopt;
}

double PlotPanel::gameTimeAt(double recordTimeS) const {
    if (!m_table || m_table->recordTimeS.empty()) {
        return recordTimeS;
    }
    const auto& times = m_table->recordTimeS;
    const auto behind = std::ranges::upper_bound(times, recordTimeS + 1e-6);
    const auto row = behind == times.begin() ? 0 : behind - times.begin() - 1;
    return m_table->gameTimeS[static_cast<std::size_t>(row)];
}

void PlotPanel::updateLegend() {
    if (m_legend->topLevelItemCount() != static_cast<int>(m_ids.size())) {
        m_legend->clear();
        for (std::size_t i = 0; i < m_ids.size(); ++i) {
            new QTreeWidgetItem(m_legend);
        }
    }
    for (std::size_t i = 0; i < m_ids.size(); ++i) {
        const SignalId& id = m_ids[i];
        QTreeWidgetItem* item = m_legend->topLevelItem(static_cast<int>(i));
        item->setData(0, kSignalRole, QVariant::fromValue(id));
        item->setText(0, nameOf(id));
        item->setForeground(0, m_curves[id].colour);
        const QString unit = toQt(logs::signalUnit(id.quantity));
        const auto value = valueAt(id, m_timeS);
        QString text = value ? numberText(value->first, 3, unit) : QStringLiteral("-");
        if (m_loop) { // with two cursors: how much it changes between them
            const auto a = valueAt(id, m_loop->beginS);
            const auto b = valueAt(id, m_loop->endS);
            if (a && b) {
                text += tr("  B-A %1").arg(numberText(b->first - a->first, 3, unit));
            }
        }
        item->setText(1, text);
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        item->setText(2, value ? ageText(m_timeS - value->second) : QString());
    }
}

void PlotPanel::applyPalette() {
    const QColor text = palette().color(QPalette::Text);
    const QColor base = palette().color(QPalette::Base);
    QColor faint = text;
    faint.setAlphaF(0.18F);
    for (const auto& [button, iconName] : m_buttons) {
        button->setIcon(icon(iconName, palette().color(QPalette::ButtonText)));
    }
    m_plot->setBackground(base);
    for (QCPAxisRect* rect : m_rects) {
        for (QCPAxis* axis : rect->axes()) {
            axis->setBasePen(QPen(text, 1));
            axis->setTickPen(QPen(text, 1));
            axis->setSubTickPen(QPen(text, 1));
            axis->setTickLabelColor(text);
            axis->setLabelColor(text);
            axis->setTickLabelFont(font());
            axis->setLabelFont(font());
            axis->grid()->setPen(QPen(faint, 1));
            axis->grid()->setZeroLinePen(QPen(faint, 1));
        }
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void PlotPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        applyPalette();
    }
    QWidget::changeEvent(event);
}

void PlotPanel::exportCsv() {
    if (!m_table || m_ids.empty()) {
        Q_EMIT messageRequested(tr("Choose a signal first"), false);
        return;
    }
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Save the values"), QStringLiteral("signals.csv"), tr("CSV tables (*.csv)"));
    if (file.isEmpty()) {
        return;
    }
    auto created = createSaved(file);
    const auto saved =
        created ? base::writeWhole(std::move(*created),
                                   [&](std::ostream& out) {
                                       return logs::exportSignals(*m_table, m_frame.get(), out);
                                   })
                : base::Expected<void>(tl::unexpected(created.error()));
    const std::uint64_t unreadable = m_table->unreadableFrames;
    if (saved && unreadable > 0) {
        Q_EMIT messageRequested(
            tr("Saved %1, but %2 damaged frames have no values").arg(file).arg(unreadable), true);
    } else {
        tellSaved(file, saved);
    }
}

void PlotPanel::exportImage() {
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Save the plot"), QStringLiteral("plot.png"), tr("Pictures (*.png *.pdf)"));
    if (file.isEmpty()) {
        return;
    }
    constexpr double kPixelsPerPoint = 2.0;
    tellSaved(file, file.endsWith(QStringLiteral(".pdf"), Qt::CaseInsensitive)
                        ? saveBytes(pdfOf(*m_plot), file)
                        : savePicture(m_plot->toPixmap(0, 0, kPixelsPerPoint).toImage(), file));
}

void PlotPanel::tellSaved(const QString& file, const base::Expected<void>& saved) {
    Q_EMIT messageRequested(saved ? tr("Saved %1").arg(file)
                                  : QString::fromStdString(saved.error().toString()),
                            !saved);
}

} // namespace sideline::widgets
