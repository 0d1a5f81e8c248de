#include "widgets/live/simulator_robots.h"

#include <algorithm>
#include <initializer_list>

#include "agentcore/robot/mujoco_robots.h"
#include "widgets/common/number_field.h"
#include "widgets/common/panel_parts.h"
#include "widgets/common/text_format.h"
#include <QGridLayout>
#include <QVBoxLayout>

namespace sideline::widgets {

namespace {

using Source = SimulatorView::Source;

constexpr int kMaxUnum = 11;
constexpr int kMaxType = 4;

QString robotLine(const LiveRobotView& robot) {
    QString text = robotName(robot);
    if (!robot.model.isEmpty()) {
        text += QStringLiteral(", ") + robot.model;
    } else if (robot.typeNumber >= 0) {
        text += SimulatorRobots::tr(", type %1").arg(robot.typeNumber);
    }
    if (!robot.hasAgent) {
        text += SimulatorRobots::tr(", no agent");
    }
    if (robot.isHeld) {
        text += SimulatorRobots::tr(", pinned");
    }
    if (robot.waitingS > 0) {
        text += SimulatorRobots::tr(", delaying all others for %1 s").arg(robot.waitingS);
    } else if (robot.waitMs > 0) {
        text += SimulatorRobots::tr(", delays all others by %1 ms per cycle").arg(robot.waitMs);
    }
    return robot.isSkipped ? text + SimulatorRobots::tr(", match continues without it") : text;
}

} // namespace

QString robotName(const LiveRobotView& robot) {
    const QString side = robot.id.side == game::Side::Left    ? SimulatorRobots::tr("left")
                         : robot.id.side == game::Side::Right ? SimulatorRobots::tr("right")
                                                              : SimulatorRobots::tr("no team");
    return QStringLiteral("%1 %2").arg(robot.team.isEmpty() ? side : robot.team,
                                       QString::number(robot.id.unum.value()));
}

SimulatorRobots::SimulatorRobots(QWidget* parent) : QWidget(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->setSpacing(6);
    m_list = new QListWidget;
    m_list->setObjectName(QStringLiteral("robots"));
    column->addWidget(m_list, 1);
    m_noRobots = new QLabel;
    m_noRobots->setWordWrap(true);
    column->addWidget(m_noRobots);
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    m_hold = pushButton(tr("Pin in the air"), tr("Lifts the robot until its legs hang free and "
                                                 "holds the torso there; joints keep moving"));
    m_hold->setCheckable(true);
    m_remove = pushButton(tr("Remove"),
                          tr("Removes the robot from the field and disconnects its agent, if any"));
    row->addWidget(m_hold);
    row->addWidget(m_remove);
    column->addLayout(row);

    column->addWidget(new QLabel(tr("<b>New robot without an agent</b>")));
    auto* form = new QGridLayout;
    form->setSpacing(4);
    form->setColumnStretch(1, 1);
    form->setColumnStretch(3, 1);
    m_team = new QComboBox;
    m_team->setEditable(true);
    m_team->setInsertPolicy(QComboBox::NoInsert);
    m_team->setToolTip(
        tr("The first team plays from left to right, the second from right to left"));
    m_team->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_unum = new CountField;
    m_unum->setRange(1, kMaxUnum);
    m_unum->setToolTip(tr("Uniform number"));
    m_type = new CountField;
    m_type->setRange(0, kMaxType);
    m_type->setToolTip(tr("Nao type, 0 to 4: 1 has longer legs and arms, 2 faster ankles, 3 the "
                          "longest legs and a wide hip, 4 has toes"));
    m_model = new QComboBox;
    m_model->setObjectName(QStringLiteral("newModel"));
    for (const robot::MujocoRobot robot : robot::kMujocoRobots) {
        m_model->addItem(toQt(robot::mujocoRobotModel(robot).name()));
    }
    m_add = pushButton(tr("Add robot"),
                       tr("Places it in its own half, standing with all joints at zero"));
    form->addWidget(new QLabel(tr("Team")), 0, 0);
    form->addWidget(m_team, 0, 1, 1, 3);
    form->addWidget(new QLabel(tr("Number")), 1, 0);
    form->addWidget(m_unum, 1, 1);
    m_typeLabel = new QLabel;
    form->addWidget(m_typeLabel, 1, 2);
    form->addWidget(m_type, 1, 3);
    form->addWidget(m_model, 1, 3);
    form->addWidget(m_add, 2, 0, 1, 4);
    column->addLayout(form);

    connect(m_list, &QListWidget::currentRowChanged, this, [this] {
        updateButtons();
        const LiveRobotView* robot = selectedRobot();
        if (!m_updating && robot != nullptr) {
            Q_EMIT robotSelected(robot->id);
        }
    });
    connect(m_hold, &QPushButton::clicked, this, [this](bool isHeld) {
        if (const LiveRobotView* robot = selectedRobot()) {
            Q_EMIT holdRequested(robot->id, isHeld);
        }
    });
    connect(m_remove, &QPushButton::clicked, this, [this] {
        if (const LiveRobotView* robot = selectedRobot()) {
            Q_EMIT removeRequested(robot->id);
        }
    });
    connect(m_add, &QPushButton::clicked, this, [this] {
        Q_EMIT robotRequested({m_team->currentText().trimmed(), m_unum->value(), m_type->value(),
                               m_isLeague ? m_model->currentText() : QString()});
    });
    connect(m_team, &QComboBox::currentTextChanged, this, [this] {
        suggestNumber();
        updateButtons();
    });
    setView({});
}

void SimulatorRobots::setView(const SimulatorView& view) {
    const bool changed = view.source != m_source || view.robots != m_shown || m_team->count() == 0;
    m_source = view.source;
    m_isLeague = view.serverKind == game::ServerKind::Rcssservermj;
    m_typeLabel->setText(m_isLeague ? tr("Robot") : tr("Type"));
    m_type->setVisible(!m_isLeague);
    m_model->setVisible(m_isLeague);
    m_shown = view.robots;
    if (changed) {
        showRobots();
    }
    updateButtons();
}

void SimulatorRobots::setSelection(const monitor::ObjectId& selection) {
    m_selection = selection;
    m_updating = true;
    int row = -1;
    for (std::size_t i = 0; i < m_shown.size(); ++i) {
        if (selection.sameObject(monitor::ObjectId::ofRobot(m_shown[i].id))) {
            row = static_cast<int>(i);
        }
    }
    m_list->setCurrentRow(row);
    m_updating = false;
    updateButtons();
}

void SimulatorRobots::showRobots() {
    m_updating = true;
    m_list->clear();
    const QString before = m_team->currentText();
    const bool isTyped = m_team->findText(before) < 0;
    QStringList teams;
    for (const LiveRobotView& robot : m_shown) {
        m_list->addItem(robotLine(robot));
        if (!robot.team.isEmpty() && !teams.contains(robot.team)) {
            teams << robot.team;
        }
    }
    for (const auto& [side, fallback] :
         {std::pair(game::Side::Left, tr("Left")), std::pair(game::Side::Right, tr("Right"))}) {
        const bool isTaken = std::ranges::any_of(
            m_shown, [&](const LiveRobotView& robot) { return robot.id.side == side; });
        if (!isTaken && teams.size() < 2) {
            teams << fallback;
        }
    }
    m_team->clear();
    m_team->addItems(teams);
    const bool stays = !before.isEmpty() && (isTyped || teams.contains(before));
    m_team->setCurrentText(stays ? before : teams.front());
    m_noRobots->setVisible(m_shown.empty());
    m_list->setVisible(!m_shown.empty());
    m_noRobots->setText(
        m_source == Source::None
            ? tr("Robots appear here while a match is running.")
            : tr("No robots on the field. Connect an agent, or add a robot below."));
    m_updating = false;
    suggestNumber();
    setSelection(m_selection);
}

// Suggests the lowest number that is free in the team.
void SimulatorRobots::suggestNumber() {
    if (m_updating) {
        return;
    }
    for (int unum = 1; unum <= kMaxUnum; ++unum) {
        const bool isTaken = std::ranges::any_of(m_shown, [&](const LiveRobotView& robot) {
            return robot.team == m_team->currentText() && robot.id.unum.value() == unum;
        });
        if (!isTaken) {
            m_unum->setValue(unum);
            return;
        }
    }
}

const LiveRobotView* SimulatorRobots::selectedRobot() const {
    const int row = m_list->currentRow();
    return row >= 0 && row < static_cast<int>(m_shown.size())
               ? &m_shown[static_cast<std::size_t>(row)]
               : nullptr;
}

void SimulatorRobots::updateButtons() {
    const bool isOurs = m_source == Source::Simulator;
    const LiveRobotView* robot = selectedRobot();
    m_hold->setEnabled(isOurs && robot != nullptr);
    m_hold->setChecked(robot != nullptr && robot->isHeld);
    m_hold->setText(robot != nullptr && robot->isHeld ? tr("Release") : tr("Pin in the air"));
    m_remove->setEnabled(robot != nullptr && m_source != Source::None);
    for (QWidget* field : std::initializer_list<QWidget*>{m_team, m_unum, m_type, m_model}) {
        field->setEnabled(isOurs);
    }
    m_add->setEnabled(isOurs && !m_team->currentText().trimmed().isEmpty());
}

} // namespace sideline::widgets
