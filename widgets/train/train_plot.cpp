#include "widgets/train/train_plot.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QApplication>
#include <QEvent>
#include <QGridLayout>

namespace sideline::widgets {

QCPRange withRoom(QCPRange range) {
    const double room =
        range.size() > 0.0 ? 0.06 * range.size() : std::max(0.5, 0.05 * std::abs(range.lower));
    return {range.lower - room, range.upper + room};
}

TrainPlot::TrainPlot(QWidget* parent)
    : QWidget(parent), m_plot(new QCustomPlot), m_hint(new QLabel) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->addWidget(m_plot, 0, 0);
    grid->addWidget(m_hint, 0, 0, Qt::AlignCenter);
    m_hint->setWordWrap(true);
    m_hint->setAlignment(Qt::AlignCenter);
    m_hint->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_plot->setMinimumSize(120, 80);
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->setNoAntialiasingOnDrag(true);
    connect(m_plot, &QCustomPlot::mousePress, this, &TrainPlot::press);
    connect(m_plot, &QCustomPlot::mouseRelease, this, &TrainPlot::release);
    connect(m_plot, &QCustomPlot::mouseWheel, this, [this] { m_isByHand = true; });
    connect(m_plot, &QCustomPlot::mouseDoubleClick, this, [this] {
        m_isByHand = false;
        follow();
        redraw();
    });
    setRows(1);
}

void TrainPlot::setRows(int count) {
    if (count == rowCount()) {
        return;
    }
    m_plot->clearPlottables();
    m_plot->clearItems();
    m_plot->plotLayout()->clear();
    m_rows.clear();
    auto* margins = new QCPMarginGroup(m_plot);
    for (int i = 0; i < count; ++i) {
        auto* rect = new QCPAxisRect(m_plot);
        rect->setMarginGroup(QCP::msLeft | QCP::msRight, margins);
        rect->setMinimumMargins(QMargins(4, 4, 8, 2));
        m_plot->plotLayout()->addElement(i, 0, rect);
        QCPAxis* x = rect->axis(QCPAxis::atBottom);
        x->setTickLabels(i + 1 == count);
        if (!m_rows.empty()) {
            QCPAxis* first = m_rows.front()->axis(QCPAxis::atBottom);
            connect(x, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), first,
                    qOverload<const QCPRange&>(&QCPAxis::setRange));
            connect(first, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), x,
                    qOverload<const QCPRange&>(&QCPAxis::setRange));
        }
        rect->axis(QCPAxis::atLeft)->ticker()->setTickCount(count > 2 ? 2 : 4);
        for (QCPAxis* axis : rect->axes()) {
            axis->setLayer(QStringLiteral("axes"));
            axis->grid()->setLayer(QStringLiteral("grid"));
        }
        m_rows.push_back(rect);
    }
    m_plot->plotLayout()->setRowSpacing(2);
}

void TrainPlot::follow() {
    if (!m_isByHand && m_fit) {
        m_fit();
    }
}

void TrainPlot::redraw() {
    const QColor text = palette().color(QPalette::Text);
    QColor faint = text;
    faint.setAlphaF(0.18F);
    m_plot->setBackground(palette().color(QPalette::Base));
    for (const QCPAxisRect* rect : m_rows) {
        for (QCPAxis* axis : rect->axes()) {
            axis->setBasePen(QPen(text, 1));
            axis->setTickPen(QPen(text, 1));
            axis->setSubTickPen(Qt::NoPen);
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

void TrainPlot::setHint(const QString& text) {
    m_hint->setText(text);
    m_hint->setVisible(!text.isEmpty());
}

void TrainPlot::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        redraw();
    }
    QWidget::changeEvent(event);
}

void TrainPlot::press(QMouseEvent* event) {
    m_pressed = event->pos();
}

void TrainPlot::release(QMouseEvent* event) {
    if ((event->pos() - m_pressed).manhattanLength() >= QApplication::startDragDistance()) {
        m_isByHand = true;
        return;
    }
    for (int i = 0; i < rowCount(); ++i) {
        const QCPAxisRect* rect = row(i);
        if (rect->rect().contains(event->pos()) && event->button() == Qt::LeftButton) {
            Q_EMIT clicked(i, rect->axis(QCPAxis::atBottom)->pixelToCoord(event->pos().x()),
                           rect->axis(QCPAxis::atLeft)->pixelToCoord(event->pos().y()),
                           event->pos());
        }
    }
}

} // namespace sideline::widgets
