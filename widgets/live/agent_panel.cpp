#include "widgets/live/agent_panel.h"

#include <algorithm>
#include <chrono>

#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QPixmap>
#include <QShowEvent>
#include <QStyledItemDelegate>

#include "widgets/common/elided_label.h"
#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

namespace {

using Link = AgentView::Link;

QColor lampColor(Link link) {
    switch (link) {
    case Link::Playing:
        return {0x25, 0xa2, 0x5a};
    case Link::Connecting:
    case Link::Waiting:
        return {0xe0, 0xa5, 0x1a};
    case Link::Silent:
    case Link::Refused:
        return {0xd9, 0x4a, 0x3d};
    case Link::Recorded:
        return {0x4d, 0x8f, 0xe0};
    case Link::None:
    case Link::Stopped:
        break;
    }
    return {0x8c, 0x8c, 0x8c};
}

QString linkText(Link link) {
    switch (link) {
    case Link::None:
        return AgentPanel::tr("no agent");
    case Link::Connecting:
        return AgentPanel::tr("connecting");
    case Link::Waiting:
        return AgentPanel::tr("waiting to reconnect");
    case Link::Playing:
        return AgentPanel::tr("playing");
    case Link::Silent:
        return AgentPanel::tr("connected, but the server is silent");
    case Link::Refused:
        return AgentPanel::tr("refused by the server");
    case Link::Stopped:
        return AgentPanel::tr("stopped");
    case Link::Recorded:
        return AgentPanel::tr("from a recording");
    }
    return {};
}

void drawCell(QPainter& painter, const QStyleOptionViewItem& cell, const QRect& room) {
    painter.save();
    painter.setPen(cell.palette.color(QPalette::Text));
    painter.drawText(room, static_cast<int>(Qt::AlignRight | Qt::AlignVCenter),
                     cell.fontMetrics.elidedText(cell.text, Qt::ElideRight, room.width()));
    painter.restore();
}

// Lets a value extend into empty neighboring cells: that of its name on the left, and those of the
// truth on the right.
class ValueDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override {
        constexpr int kApartPx = 3; // minimum distance between distinguishable lines
        return QStyledItemDelegate::sizeHint(option, index) + QSize(0, kApartPx);
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        constexpr int kGapPx = 8;
        QStyleOptionViewItem cell = option;
        initStyleOption(&cell, index);
        const QModelIndex name = index.siblingAtColumn(AgentModel::NameColumn);
        const QFontMetrics nameMetrics(name.data(Qt::FontRole).isValid() ? bold(cell.font)
                                                                         : cell.font);
        const auto* tree = static_cast<const QTreeView*>(cell.widget);
        const QRect nameRect = tree->visualRect(name);
        QRect room = cell.rect.adjusted(4, 0, -4, 0);
        room.setLeft(
            std::min(room.left(), nameRect.left() + kGapPx +
                                      nameMetrics.horizontalAdvance(name.data().toString())));
        if (cell.fontMetrics.horizontalAdvance(cell.text) > cell.rect.width() - 8 &&
            index.siblingAtColumn(AgentModel::TruthColumn).data().toString().isEmpty()) {
            room.setRight(tree->viewport()->width() - 4);
        }
        drawCell(*painter, cell, room);
    }
};

// Lets the truth extend into the error's cell if that is empty, as for words.
class TruthDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyleOptionViewItem cell = option;
        initStyleOption(&cell, index);
        const QModelIndex beside = index.siblingAtColumn(AgentModel::DifferenceColumn);
        if (beside.data().toString().isEmpty() &&
            cell.fontMetrics.horizontalAdvance(cell.text) > cell.rect.width() - 8) {
            const auto* tree = static_cast<const QTreeView*>(cell.widget);
            cell.rect.setRight(tree->visualRect(beside).right());
        }
        const QRect room = cell.rect.adjusted(4, 0, -4, 0);
        drawCell(*painter, cell, room);
    }
};

QPixmap lamp(const QColor& color, int sizePx) {
    QPixmap pixmap(sizePx, sizePx);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color.darker(140), 1));
    painter.setBrush(color);
    painter.drawEllipse(QRectF(1, 1, sizePx - 2, sizePx - 2));
    return pixmap;
}

} // namespace

AgentPanel::AgentPanel(QWidget* parent) : QWidget(parent) {
    m_name = new ElidedLabel("name");
    m_name->setFont(bold(m_name->font()));
    m_lamp = new QLabel;
    m_lamp->setObjectName(QStringLiteral("lamp"));
    m_link = new QLabel;
    m_link->setObjectName(QStringLiteral("link"));
    m_link->setWordWrap(true);
    auto* linkRow = new QHBoxLayout;
    linkRow->setSpacing(6);
    linkRow->addWidget(m_lamp);
    linkRow->addWidget(m_link, 1);
    m_graph = new CycleGraph;
    m_timing = new ElidedLabel("timing", Qt::ElideRight);
    m_tree = new QTreeView;
    m_tree->setModel(&m_model);
    m_tree->setUniformRowHeights(true);
    m_tree->setIndentation(12);
    m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_tree->setExpandsOnDoubleClick(false);
    m_tree->setSelectionMode(QAbstractItemView::NoSelection);
    m_tree->setItemDelegateForColumn(AgentModel::ValueColumn, new ValueDelegate(m_tree));
    m_tree->setItemDelegateForColumn(AgentModel::TruthColumn, new TruthDelegate(m_tree));
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    QHeaderView* header = m_tree->header();
    header->setStretchLastSection(false);
    header->setMinimumSectionSize(40);
    header->setSectionResizeMode(QHeaderView::Interactive);
    header->setSectionResizeMode(AgentModel::NameColumn, QHeaderView::Stretch);
    const QFontMetrics metrics = fontMetrics();
    m_tree->setColumnWidth(AgentModel::ValueColumn,
                           metrics.horizontalAdvance(QStringLiteral("-12.345 m/s\u00b2  ")));
    m_widthsPx = {
        {AgentModel::TruthColumn, metrics.horizontalAdvance(QStringLiteral("-12.345  "))},
        {AgentModel::DifferenceColumn, metrics.horizontalAdvance(QStringLiteral("-0.123  "))}};
    for (const auto& [section, widthPx] : m_widthsPx) {
        m_tree->setColumnWidth(section, widthPx);
    }
    for (const AgentModel::Group group : {AgentModel::GameGroup, AgentModel::PoseGroup,
                                          AgentModel::BallGroup, AgentModel::DecisionGroup}) {
        m_tree->expand(m_model.groupIndex(group));
    }
    auto* column = columnIn(this, 4);
    column->setSpacing(4);
    column->addWidget(m_name);
    column->addLayout(linkRow);
    column->addWidget(m_graph);
    column->addWidget(m_timing);
    column->addWidget(m_tree, 1);
    connect(m_tree, &QTreeView::doubleClicked, this, &AgentPanel::requestPlot);
    connect(m_tree, &QTreeView::customContextMenuRequested, this, [this](const QPoint& pos) {
        const QModelIndex index = m_tree->indexAt(pos);
        if (!index.data(AgentModel::SignalRole).toString().isEmpty()) {
            auto* menu = new QMenu(this);
            menu->setAttribute(Qt::WA_DeleteOnClose);
            menu->addAction(tr("Plot"), this,
                            [this, index = QPersistentModelIndex(index)] { requestPlot(index); });
            menu->popup(m_tree->viewport()->mapToGlobal(pos));
        }
    });
    setView({});
}

void AgentPanel::requestPlot(const QModelIndex& index) {
    const QString path = index.data(AgentModel::SignalRole).toString();
    if (!path.isEmpty()) {
        Q_EMIT plotRequested(path);
        const QString second = index.data(AgentModel::SecondSignalRole).toString();
        if (!second.isEmpty()) {
            Q_EMIT plotRequested(second);
        }
    } else if (index.isValid() && !index.parent().isValid()) {
        m_tree->setExpanded(index.siblingAtColumn(0),
                            !m_tree->isExpanded(index.siblingAtColumn(0)));
    }
}

void AgentPanel::setView(const AgentView& view, const monitor::MatchFramePtr& truth) {
    const bool isOther = !view.frame || !m_view.frame ||
                         view.frame->identity.team != m_view.frame->identity.team ||
                         view.frame->identity.robot != m_view.frame->identity.robot;
    const bool isNew = view.frame != m_view.frame;
    m_view = view;
    m_truth = truth;
    if (isOther) {
        m_graph->clear();
    }
    if (isVisible()) {
        m_model.setInstant(view.frame, truth);
    }
    if (view.frame && isNew) {
        m_graph->add(*view.frame);
    }
    fitColumns();
    showHead();
}

// Names come first: without room for them, the error is hidden, then the truth.
void AgentPanel::fitColumns() {
    const int minNamePx = fontMetrics().horizontalAdvance(QStringLiteral("Score, own : other"));
    int leftPx =
        m_tree->viewport()->width() - minNamePx - m_tree->columnWidth(AgentModel::ValueColumn);
    bool isShown = m_truth != nullptr;
    for (const int column : {AgentModel::TruthColumn, AgentModel::DifferenceColumn}) {
        leftPx -= m_widthsPx[column];
        isShown = isShown && leftPx >= 0;
        m_tree->setColumnHidden(column, !isShown);
    }
}

void AgentPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitColumns();
}

void AgentPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_model.setInstant(m_view.frame, m_truth); // catches up with frames received while hidden
}

void AgentPanel::showHead() {
    QString name = tr("No agent");
    QString timing;
    if (m_view.frame) {
        const world::AgentIdentity& identity = m_view.frame->identity;
        const QString side = identity.robot.side != game::Side::None
                                 ? toQt(game::sideName(identity.robot.side)).toLower()
                                 : tr("side unknown");
        const bool hasTypes =
            !identity.model || identity.model->traits().server == game::ServerKind::SimSpark;
        name = tr("%1 %2 \u2013 %3, %4")
                   .arg(toQt(identity.team))
                   .arg(identity.robot.unum.value())
                   .arg(side, hasTypes ? tr("type %1").arg(identity.typeNumber)
                                       : toQt(std::string(identity.model->name())));
        const double ms =
            std::chrono::duration<double, std::milli>(m_view.frame->timing.senseToAct).count();
        timing = tr("Sense to act %1 ms, max %2, missed %3, late %4")
                     .arg(ms, 0, 'f', 2)
                     .arg(m_graph->longestMs(), 0, 'f', 2)
                     .arg(m_graph->missed())
                     .arg(m_graph->late());
    }
    showText(m_name, name);
    showText(m_timing, timing);
    const bool isLate = m_view.link == Link::Playing && m_graph->late() > 0;
    QString link = linkText(m_view.link);
    if (isLate) {
        link += tr(", late answers: %1").arg(m_graph->late());
    }
    if (!m_view.fault.isEmpty()) {
        link += QStringLiteral(": ") + m_view.fault;
    }
    constexpr double kStaleS = 0.5;
    if (m_view.frame && m_view.ageS > kStaleS) {
        link += u' ' + ageText(m_view.ageS);
    }
    if (link != m_link->text() || m_lamp->pixmap().isNull()) {
        m_link->setText(link);
        m_lamp->setPixmap(
            lamp(isLate ? kLateColor : lampColor(m_view.link), fontMetrics().height() - 2));
        m_lamp->setToolTip(isLate ? tr("In the last five seconds, commands were sent after their "
                                       "cycle: this computer is too slow for the agent, or busy. "
                                       "Its motions suffer.")
                                  : QString());
    }
}

} // namespace sideline::widgets
