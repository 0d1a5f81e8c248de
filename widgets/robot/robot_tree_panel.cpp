#include "widgets/robot/robot_tree_panel.h"

#include <cmath>

#include <QHeaderView>
#include <QPainter>
#include <QPixmap>
#include <QSignalBlocker>
#include <QToolButton>

#include "agentcore/math/angles.h"
#include "agentcore/robot/workshop/robot_edit.h"
#include "widgets/common/panel_parts.h"
#include "widgets/robot/robot_text.h"

namespace sideline::widgets {

namespace {

constexpr int kMarkPx = 14;
const QColor kBodyColor(0x8a, 0x94, 0xa6);
const QColor kJointColor(0x2f, 0x7d, 0xd1);
const QColor kSensorColor(0x2e, 0x9e, 0x4f);

// A square for a body, a ring for a joint, a diamond for a sensor.
QIcon markOf(RobotPart::Kind kind) {
    QPixmap pixmap(2 * kMarkPx, 2 * kMarkPx);
    pixmap.setDevicePixelRatio(2.0);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area(2.5, 2.5, kMarkPx - 5.0, kMarkPx - 5.0);
    if (kind == RobotPart::Kind::Joint) {
        painter.setPen(QPen(kJointColor, 2.0));
        painter.drawEllipse(area);
    } else if (kind == RobotPart::Kind::Sensor) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(kSensorColor);
        painter.drawPolygon(QPolygonF({{area.center().x(), area.top()},
                                       {area.right(), area.center().y()},
                                       {area.center().x(), area.bottom()},
                                       {area.left(), area.center().y()}}));
    } else {
        painter.setPen(Qt::NoPen);
        painter.setBrush(kBodyColor);
        painter.drawRoundedRect(area, 2.0, 2.0);
    }
    return pixmap;
}

} // namespace

RobotTreePanel::RobotTreePanel(const std::vector<QAction*>& actions, QWidget* parent)
    : QWidget(parent), m_tree(new QTreeWidget) {
    auto* column = columnIn(this);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(2);
    for (QAction* action : actions) {
        auto* button = new QToolButton;
        button->setDefaultAction(action);
        button->setToolButtonStyle(action->icon().isNull() ? Qt::ToolButtonTextOnly
                                                           : Qt::ToolButtonIconOnly);
        button->setFocusPolicy(Qt::TabFocus);
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    column->addLayout(buttons);
    m_tree->setObjectName(QStringLiteral("robot-tree"));
    m_tree->setColumnCount(2);
    m_tree->setHeaderLabels({tr("Body, joint, sensor"), tr("Mass, range")});
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_tree->setIndentation(9);
    m_tree->setUniformRowHeights(true);
    m_tree->setIconSize({kMarkPx, kMarkPx});
    column->addWidget(m_tree, 1);
    connect(m_tree, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        for (std::size_t i = 0; i < m_items.size(); ++i) {
            if (m_items[i] == item && m_rows[i].part != m_part) {
                m_part = m_rows[i].part;
                Q_EMIT partChosen(m_part);
            }
        }
    });
    connect(m_tree, &QTreeWidget::itemDoubleClicked, this,
            [this] { Q_EMIT nameRequested(m_part); });
    m_tree->setExpandsOnDoubleClick(false);
}

void RobotTreePanel::addBody(const robot::RobotModel& model, robot::BodyId id, int parent,
                             std::vector<Row>& rows) const {
    const robot::Body& body = model.body(id);
    const int own = static_cast<int>(rows.size());
    rows.push_back({RobotPart::of(id), parent, toQt(body.name),
                    numberText(body.massKg, 3, QStringLiteral("kg")), bodySummary(model, id)});
    for (std::size_t i = 0; i < model.joints().size(); ++i) {
        if (model.joints()[i].child == id) {
            const robot::JointId joint(i);
            rows.push_back({RobotPart::of(joint), own, toQt(robot::axisName(model, joint)),
                            rangeText(model.joint(joint)), jointSummary(model, joint)});
        }
    }
    const auto& percepts = model.percepts().perceptors;
    for (std::size_t i = 0; i < percepts.size(); ++i) {
        const RobotPart sensor{RobotPart::Kind::Sensor, static_cast<int>(i)};
        // Sensors of joints are described with their joints.
        if (!percepts[i].joint.isValid() && bodyOf(model, sensor) == id) {
            const QString kind = sensorText(percepts[i].kind);
            rows.push_back({sensor, own, percepts[i].name.empty() ? kind : toQt(percepts[i].name),
                            percepts[i].name.empty() ? QString() : kind, kind});
        }
    }
    for (std::size_t i = id.index() + 1; i < model.bodies().size(); ++i) {
        if (model.bodies()[i].parent == id) {
            addBody(model, robot::BodyId(i), own, rows);
        }
    }
}

void RobotTreePanel::setRobot(const robot::RobotModelPtr& model) {
    std::vector<Row> rows;
    if (model) {
        rows.push_back({{},
                        -1,
                        toQt(model->name()),
                        numberText(model->massKg(), 3, QStringLiteral("kg")),
                        robotSummary(*model)});
        addBody(*model, robot::BodyId(std::size_t{0}), 0, rows);
    }
    show(rows);
}

void RobotTreePanel::show(const std::vector<Row>& rows) {
    const QSignalBlocker blocker(m_tree);
    const bool isSame = rows.size() == m_rows.size() &&
                        std::equal(rows.begin(), rows.end(), m_rows.begin(),
                                   [](const Row& a, const Row& b) { return a.sameAs(b); });
    if (!isSame) {
        m_tree->clear();
        m_items.clear();
        for (const Row& row : rows) {
            auto* item = row.parent < 0
                             ? new QTreeWidgetItem(m_tree)
                             : new QTreeWidgetItem(m_items[static_cast<std::size_t>(row.parent)]);
            item->setIcon(0, markOf(row.part.kind));
            item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
            m_items.push_back(item);
        }
        m_tree->expandAll();
    }
    m_rows = rows;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        m_items[i]->setText(0, rows[i].name);
        m_items[i]->setText(1, rows[i].value);
        m_items[i]->setToolTip(0, rows[i].tip);
    }
    setPart(m_part);
}

void RobotTreePanel::setPart(const RobotPart& part) {
    m_part = part;
    const QSignalBlocker blocker(m_tree);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (m_rows[i].part == part) {
            m_tree->setCurrentItem(m_items[i]);
            m_tree->scrollToItem(m_items[i]);
        }
    }
}

} // namespace sideline::widgets
