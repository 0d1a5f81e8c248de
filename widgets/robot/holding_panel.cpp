#include "widgets/robot/holding_panel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <QEvent>
#include <QSplitter>

#include "agentcore/robot/workshop/robot_edit.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/joint_model.h"
#include "widgets/common/panel_controls.h"
#include "widgets/common/panel_parts.h"
#include "widgets/robot/row_table.h"

namespace sideline::widgets {

namespace {

constexpr std::size_t kFirstCurves = 3; // shown until the user chooses
constexpr double kWarnRatio = 0.8;      // warns above this fraction of a motor's maximum torque

QColor curveColor(std::size_t index) {
    static constexpr std::array<QRgb, 8> kColors = {0xff3a7bd5, 0xffe08a1e, 0xff2e9e4f, 0xffc94f9a,
                                                    0xff8a63d2, 0xff1aa6a6, 0xffb0662c, 0xffd0433c};
    return QColor(kColors[index % kColors.size()]);
}

} // namespace

HoldingPanel::HoldingPanel(QWidget* parent)
    : QWidget(parent),
      m_motion(panelChoice("holding-motion", {}, tr("Motion whose poses are held"))),
      m_state(new ElidedLabel("holding-state", Qt::ElideRight)),
      m_table(rowTable("holding-table", 4)),
      m_plot(new QCustomPlot) {
    auto* column = columnIn(this);
    auto* row = new QHBoxLayout;
    row->addWidget(new QLabel(tr("Motion")));
    m_motion->setMinimumContentsLength(18);
    m_motion->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    row->addWidget(m_motion);
    row->addWidget(m_state, 1);
    column->addLayout(row);
    m_table->setHorizontalHeaderLabels(
        {tr("Joint"), tr("Torque, N m"), tr("At, s"), tr("Of motor limit")});
    m_plot->setObjectName(QStringLiteral("holding-plot"));
    m_plot->setMinimumSize(220, 90);
    m_plot->plotLayout()->clear();
    auto* torques = new QCPAxisRect(m_plot);
    m_marginRect = new QCPAxisRect(m_plot);
    m_plot->plotLayout()->addElement(0, 0, torques);
    m_plot->plotLayout()->addElement(1, 0, m_marginRect);
    m_plot->plotLayout()->setRowStretchFactor(0, 1.6);
    auto* group = new QCPMarginGroup(m_plot);
    for (QCPAxisRect* rect : {torques, m_marginRect}) {
        rect->setMarginGroup(QCP::msLeft | QCP::msRight, group);
        rect->setMinimumMargins({6, 3, 10, 2});
    }
    torques->axis(QCPAxis::atLeft)->setLabel(tr("N m"));
    torques->axis(QCPAxis::atBottom)->setTickLabels(false);
    m_marginRect->axis(QCPAxis::atLeft)->setLabel(tr("mm"));
    m_marginRect->axis(QCPAxis::atBottom)->setNumberFormat(QStringLiteral("gb"));
    m_plot->setToolTip(tr("Above: torques in N m over seconds. Below: stability margin in mm, "
                          "negative outside the support polygon. Click to see the pose"));
    auto* split = new QSplitter(Qt::Horizontal);
    split->addWidget(m_table);
    split->addWidget(m_plot);
    split->setStretchFactor(0, 2);
    split->setStretchFactor(1, 3);
    split->setSizes({400, 600});
    column->addWidget(split, 1);
    connect(m_motion, &QComboBox::activated, this, &HoldingPanel::motionChosen);
    connect(m_table, &QTableWidget::itemChanged, this, [this](QTableWidgetItem* item) {
        if (m_isFilling || item->column() != 0) {
            return;
        }
        const std::size_t joint = m_order[static_cast<std::size_t>(item->row())];
        item->checkState() == Qt::Checked ? void(m_shown.insert(joint))
                                          : void(m_shown.erase(joint));
        showCurves();
    });
    connect(m_table, &QTableWidget::cellClicked, this, [this](int at) {
        Q_EMIT jointChosen(robot::JointId(m_order[static_cast<std::size_t>(at)]));
    });
    connect(m_plot, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) {
        if (!m_load.timesS.empty() && event->button() == Qt::LeftButton) {
            const double timeS =
                m_marginRect->axis(QCPAxis::atBottom)->pixelToCoord(event->pos().x());
            Q_EMIT timeChosen(std::clamp(timeS, 0.0, m_load.timesS.back()));
        }
    });
    paintPlot();
}

void HoldingPanel::setMotions(const QStringList& motions) {
    const QString before = m_motion->currentText();
    m_motion->clear();
    m_motion->addItems(motions);
    m_motion->setCurrentIndex(std::max(0, m_motion->findText(before)));
}

void HoldingPanel::setLoad(const robot::RobotModelPtr& model, const keyframe::HoldingLoad& load) {
    const bool isOther =
        !m_model || !model || m_model->joints().size() != model->joints().size() || m_shown.empty();
    m_model = model;
    m_load = load;
    if (isOther) {
        m_shown.clear();
    }
    fillTable();
    showCurves();
    setNote(m_note);
}

void HoldingPanel::setBusy(bool isBusy) {
    m_isBusy = isBusy;
    setNote(m_note);
}

void HoldingPanel::setNote(const QString& note) {
    m_note = note;
    QString text = note;
    if (m_isBusy) {
        text = tr("Computing...");
    } else if (note.isEmpty() && !m_load.timesS.empty()) {
        const auto least = m_load.minMargin();
        text = tr("Held still, with the lower sole flat on the ground. Minimum stability margin %1 "
                  "mm, at %2 s")
                   .arg(1000.0 * least.marginM, 0, 'f', 0)
                   .arg(least.timeS, 0, 'f', 2);
    }
    showText(m_state, text);
    m_state->setToolTip(text);
}

void HoldingPanel::fillTable() {
    const auto extremes = m_load.extremes();
    m_order.resize(m_model ? extremes.size() : 0);
    std::iota(m_order.begin(), m_order.end(), std::size_t{0});
    std::ranges::stable_sort(m_order, std::ranges::greater(),
                             [&](std::size_t joint) { return std::abs(extremes[joint].torqueNm); });
    if (m_shown.empty()) {
        m_shown.insert(m_order.begin(), m_order.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                              kFirstCurves, m_order.size())));
    }
    m_isFilling = true;
    m_table->setRowCount(static_cast<int>(m_order.size()));
    for (std::size_t at = 0; at < m_order.size(); ++at) {
        const int row = static_cast<int>(at);
        const std::size_t joint = m_order[at];
        const double motorNm = m_model->joints()[joint].dynamics.maxTorqueNm;
        const double ratio = motorNm > 0.0 ? std::abs(extremes[joint].torqueNm) / motorNm : 0.0;
        auto* name = new QTableWidgetItem(jointText(*m_model, robot::JointId(joint)));
        name->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        name->setCheckState(m_shown.contains(joint) ? Qt::Checked : Qt::Unchecked);
        name->setToolTip(toQt(robot::axisName(*m_model, robot::JointId(joint))) + u'\n' +
                         tr("Check to show its curve"));
        m_table->setItem(row, 0, name);
        m_table->setItem(row, 1,
                         new QTableWidgetItem(QString::number(extremes[joint].torqueNm, 'f', 3)));
        m_table->setItem(row, 2,
                         new QTableWidgetItem(QString::number(extremes[joint].timeS, 'f', 2)));
        auto* of = new QTableWidgetItem(motorNm > 0.0 ? tr("%1 %").arg(100.0 * ratio, 0, 'f', 0)
                                                      : QStringLiteral("-"));
        if (ratio > kWarnRatio) {
            of->setForeground(kFaultColor);
        }
        m_table->setItem(row, 3, of);
        for (int cell = 1; cell < 4; ++cell) {
            m_table->item(row, cell)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        }
    }
    m_isFilling = false;
}

void HoldingPanel::showCurves() {
    m_plot->clearGraphs();
    const QVector<double> times(m_load.timesS.begin(), m_load.timesS.end());
    QCPAxisRect* torques = m_plot->axisRect(0);
    const auto add = [&](QCPAxisRect* rect, const QColor& color, const auto& valueOf) {
        QVector<double> values;
        for (const robot::HoldingTorques& held : m_load.held) {
            values << valueOf(held);
        }
        QCPGraph* graph =
            m_plot->addGraph(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
        graph->setData(times, values, true);
        graph->setPen(QPen(color, 1.6));
    };
    std::size_t curve = 0;
    m_isFilling = true;
    for (std::size_t at = 0; at < m_order.size(); ++at) {
        const std::size_t joint = m_order[at];
        QTableWidgetItem* name = m_table->item(static_cast<int>(at), 0);
        if (!m_shown.contains(joint)) {
            name->setData(Qt::ForegroundRole, {});
            continue;
        }
        const QColor color = curveColor(curve++);
        name->setForeground(color);
        add(torques, color,
            [joint](const robot::HoldingTorques& held) { return held.torquesNm[joint]; });
    }
    m_isFilling = false;
    add(m_marginRect, curveColor(2),
        [](const robot::HoldingTorques& held) { return 1000.0 * held.marginM; });
    for (QCPAxisRect* rect : {torques, m_marginRect}) {
        rect->axis(QCPAxis::atBottom)
            ->setRange(0.0, times.isEmpty() ? 1.0 : std::max(times.last(), 0.02));
        rect->axis(QCPAxis::atLeft)->rescale();
        rect->axis(QCPAxis::atLeft)->scaleRange(1.15);
    }
    paintPlot();
}

void HoldingPanel::paintPlot() {
    const QColor ink = palette().color(QPalette::Text);
    QColor faint = ink;
    faint.setAlphaF(0.25F);
    m_plot->setBackground(palette().color(QPalette::Base));
    for (QCPAxisRect* rect : {m_plot->axisRect(0), m_marginRect}) {
        for (QCPAxis* axis : rect->axes()) {
            axis->setBasePen(faint);
            axis->setTickPen(faint);
            axis->setSubTickPen(Qt::NoPen);
            axis->setTickLabelColor(ink);
            axis->setLabelColor(ink);
            axis->setTickLabelFont(font());
            axis->setLabelFont(font());
            axis->grid()->setPen(QPen(faint, 1.0, Qt::DotLine));
            axis->grid()->setZeroLinePen(faint);
            axis->ticker()->setTickCount(axis->orientation() == Qt::Vertical ? 3 : 6);
        }
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void HoldingPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        paintPlot();
    }
    QWidget::changeEvent(event);
}

} // namespace sideline::widgets
