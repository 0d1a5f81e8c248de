#include "widgets/live/referee_players_page.h"

#include <algorithm>
#include <utility>

#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>

#include "agentcore/math/angles.h"
#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

RefereePlayersPage::RefereePlayersPage(RefereeCommands& commands, QWidget* parent)
    : QWidget(parent), m_commands(commands) {
    auto* column = columnIn(this);
    m_robot = new QComboBox;
    m_robot->setObjectName(QStringLiteral("robot"));
    m_robot->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    column->addWidget(m_robot);
    connect(m_robot, &QComboBox::currentIndexChanged, &m_commands, &RefereeCommands::updateButtons);
    connect(m_robot, &QComboBox::currentIndexChanged, this, &RefereePlayersPage::suggestHeight);
    QGridLayout* grid = gridIn(column);
    m_place = vectorFields(grid, 0, "agent", tr("Position, m"), kMaxAcrossM, 0.0, kMaxHeightM,
                           tr("Torso position in meters"));
    suggestHeight();
    m_heading = numberField("heading", -180.0, 180.0, 1, 15.0, QStringLiteral("\u00b0"));
    m_heading->setToolTip(tr("Heading: 0\u00b0 is along x, toward the right goal"));
    grid->addWidget(new QLabel(tr("Heading")), 1, 0);
    grid->addWidget(m_heading, 1, 1, 1, 3);
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    const auto put = [this](const game::PlayerId& id) {
        // A body at yaw 0 faces +y, a robot with heading 0 faces +x.
        const double yawRad = math::wrapRad(math::radFromDeg(m_heading->value()) - math::kPi / 2.0);
        return monitor::AgentCommand{id, {}, monitor::AgentMove{vectorOf(m_place), yawRad}, {}, {}};
    };
    const auto shift = [this](const game::PlayerId& id) {
        return monitor::AgentCommand{id, vectorOf(m_place), {}, {}, {}};
    };
    row->addWidget(robotButton("placeAgent", tr("Place upright"),
                               tr("Puts the robot there, upright and at rest"), put),
                   1);
    row->addWidget(robotButton("shiftAgent", tr("Move"),
                               tr("Moves the robot there, keeping its posture"), shift),
                   1);
    auto* take = m_commands.openButton("takeAgent", tr("From field"),
                                       tr("Fills in the robot's current position"));
    row->addWidget(take, 1);
    column->addLayout(row);
    connect(take, &QPushButton::clicked, this, [this] {
        for (const RefereeRobot& robot : m_commands.view().robots) {
            if (robot.id == chosenRobot()) {
                for (std::size_t i = 0; i < m_place.size(); ++i) {
                    m_place[i]->setValue(robot.p_STorso[static_cast<Eigen::Index>(i)]);
                }
                m_heading->setValue(math::degFromRad(math::wrapRad(robot.headingRad)));
            }
        }
    });
    buildRobotVerbs(column);
    buildMarks(column);
    column->addStretch(1);
}

QPushButton* RefereePlayersPage::robotButton(const char* name, const QString& text,
                                             const QString& tip, CommandForRobot makeCommand) {
    QPushButton* button = m_commands.commandButton(name, text, tip, [this] {
        return chosenRobot() ? QString() : tr("No robot is on the field");
    });
    connect(button, &QPushButton::clicked, this, [this, makeCommand = std::move(makeCommand)] {
        if (const auto id = chosenRobot()) {
            m_commands.send(makeCommand(*id));
        }
    });
    return button;
}

void RefereePlayersPage::buildRobotVerbs(QVBoxLayout* column) {
    QGridLayout* verbs = gridIn(column);
    verbs->addWidget(
        robotButton("reposition", tr("To sideline"),
                    tr("Puts the robot outside the field, as after a foul"),
                    [](const game::PlayerId& id) { return monitor::RepositionAgent{id}; }),
        0, 0);
    verbs->addWidget(robotButton("kill", tr("Remove"), tr("Removes the robot from the game"),
                                 [](const game::PlayerId& id) { return monitor::KillAgent{id}; }),
                     0, 1);
    m_battery = numberField("battery", 0.0, 1e6, 0, 10.0, {});
    m_battery->setValue(100.0);
    m_temperature = numberField("temperature", -50.0, 200.0, 0, 1.0, QStringLiteral("\u00b0C"));
    m_temperature->setValue(20.0);
    verbs->addWidget(m_battery, 1, 0);
    verbs->addWidget(
        robotButton("setBattery", tr("Set battery"), tr("Sets the robot's battery"),
                    [this](const game::PlayerId& id) {
                        return monitor::AgentCommand{id, {}, {}, m_battery->value(), {}};
                    }),
        1, 1);
    verbs->addWidget(m_temperature, 2, 0);
    verbs->addWidget(
        robotButton("setTemperature", tr("Set temperature"),
                    tr("Sets the temperature; rcssserver3d 0.7 applies it to the battery"),
                    [this](const game::PlayerId& id) {
                        return monitor::AgentCommand{id, {}, {}, {}, m_temperature->value()};
                    }),
        2, 1);
}

void RefereePlayersPage::buildMarks(QVBoxLayout* column) {
    column->addWidget(panelHeading(tr("Selection in the server")));
    QGridLayout* marks = gridIn(column);
    auto* select =
        m_commands.openButton("select", tr("Select"), tr("Selects the robot in the server"));
    auto* next = m_commands.openButton("selectNext", tr("Select next"),
                                       tr("Selects the robot after the selected one"));
    auto* none = m_commands.openButton("selectNone", tr("Select none"), tr("Clears the selection"));
    auto* clear = m_commands.commandButton("clearSelected", tr("Move away"),
                                           tr("Moves selected robots 2.5 m toward their own half"));
    marks->addWidget(select, 0, 0);
    marks->addWidget(next, 0, 1);
    marks->addWidget(none, 1, 0);
    marks->addWidget(clear, 1, 1);
    connect(select, &QPushButton::clicked, this, [this] {
        if (const auto id = chosenRobot()) {
            m_commands.send(monitor::SelectAgent{*id});
        }
    });
    connect(next, &QPushButton::clicked, this,
            [this] { m_commands.send(monitor::SelectNextAgent{}); });
    connect(none, &QPushButton::clicked, this,
            [this] { m_commands.send(monitor::ClearSelection{}); });
    connect(clear, &QPushButton::clicked, this,
            [this] { m_commands.send(monitor::ClearSelectedAgents{}); });
}

void RefereePlayersPage::showRobots() {
    QStringList names;
    for (const RefereeRobot& robot : m_commands.view().robots) {
        names << (robot.isSelected ? robot.name + tr(" (selected)") : robot.name);
    }
    QStringList shown;
    for (int i = 0; i < m_robot->count(); ++i) {
        shown << m_robot->itemText(i);
    }
    if (names == shown) {
        suggestHeight();
        return;
    }
    const QVariant before = m_robot->currentData();
    const QSignalBlocker blocker(m_robot);
    m_robot->clear();
    for (int i = 0; i < names.size(); ++i) {
        const game::PlayerId& id = m_commands.view().robots[static_cast<std::size_t>(i)].id;
        m_robot->addItem(names[i], toQt(game::toString(id)));
    }
    m_robot->setCurrentIndex(std::max(0, m_robot->findData(before)));
    suggestHeight();
}

void RefereePlayersPage::suggestHeight() {
    if (m_place[2]->value() != m_suggestedHeightM) {
        return;
    }
    const auto index = static_cast<std::size_t>(m_robot->currentIndex());
    const auto& robots = m_commands.view().robots;
    m_place[2]->setValue((index < robots.size() ? robots[index] : RefereeRobot{}).placingHeightM);
    m_suggestedHeightM = m_place[2]->value(); // as rounded by the field
}

std::optional<game::PlayerId> RefereePlayersPage::chosenRobot() const {
    const auto index = static_cast<std::size_t>(m_robot->currentIndex());
    return index < m_commands.view().robots.size()
               ? std::optional(m_commands.view().robots[index].id)
               : std::nullopt;
}

} // namespace sideline::widgets
