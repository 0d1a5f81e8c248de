#include "widgets/live/simulator_setup.h"

#include <algorithm>

#include <QFormLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "widgets/common/number_field.h"

namespace sideline::widgets {

namespace {

constexpr int kMaxPort = 65535;
constexpr int kMaxSeed = 999'999;

QLabel* setupHeading(const QString& text) {
    return new QLabel(QStringLiteral("<b>%1</b>").arg(text));
}

} // namespace

SimulatorSetup::SimulatorSetup(QWidget* parent) : QWidget(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->setSpacing(6);
    column->addWidget(setupHeading(tr("For the next start")));
    m_form = new QFormLayout;
    m_form->setSpacing(4);
    const auto combo = [&](const QString& text, const char* name, const QString& tip) {
        auto* box = new QComboBox;
        box->setObjectName(QLatin1String(name));
        box->setToolTip(tip);
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        m_form->addRow(text, box);
        return box;
    };
    m_robot = combo(tr("Robot"), "startRobot",
                    tr("Robot with which the simulator starts. T1, K1 and PiPlus play by the rules "
                       "and messages of rcssservermj, Naos by those of SimSpark"));
    m_ruleBook = combo(tr("Rule book"), "ruleBook",
                       tr("Rules of rcssservermj; ssim26 contains those of the league in 2026"));
    m_field = combo(tr("Field"), "field", tr("Field of rcssservermj; default: by the rule book"));
    connect(m_robot, &QComboBox::activated, this, [this](int robot) {
        setRobot(robot);
        Q_EMIT robotChosen(robot);
    });
    for (QComboBox* box : {m_ruleBook, m_field}) {
        connect(box, &QComboBox::activated, this, [this] {
            Q_EMIT leagueChosen(m_ruleBook->currentText(), m_field->currentData().toString());
        });
    }
    const auto spin = [&](const QString& name, int least, int most, const QString& tip) {
        auto* box = new CountField;
        box->setRange(least, most);
        box->setToolTip(tip);
        box->setKeyboardTracking(false);
        m_form->addRow(name, box);
        return box;
    };
    m_seed = spin(tr("Seed"), 0, kMaxSeed,
                  tr("Seed of all random numbers: the same seed and commands give the same match, "
                     "bit for bit"));
    m_agentPort =
        spin(tr("Agent port"), 0, kMaxPort,
             tr("TCP port for agents; default 3100 (60000 for T1, K1 and PiPlus); 0 for any "
                "free port"));
    m_monitorPort = spin(tr("Monitor port"), 0, kMaxPort,
                         tr("TCP port for RoboViz and other monitors; default 3200 (60001 for T1, "
                            "K1 and PiPlus); 0 for any free port"));
    m_opensPorts = new QCheckBox(tr("Accept agents and monitors"));
    m_opensPorts->setToolTip(tr("When off, no port is opened: only robots added here play"));
    m_exact = new QCheckBox(tr("Exact solver"));
    m_exact->setObjectName(QStringLiteral("exactSolver"));
    m_exact->setToolTip(tr("Uses ODE's own solver like the real server: identical to the last bit, "
                           "but many times slower. The fast solver differs by rounding"));
    column->addLayout(m_form);
    column->addWidget(m_exact);
    column->addWidget(m_opensPorts);
    m_waitsForAgents = new QCheckBox(tr("Wait for agents (sync mode)"));
    m_waitsForAgents->setObjectName(QStringLiteral("waitsForAgents"));
    m_waitsForAgents->setToolTip(tr("Every cycle waits until all agents have sent (syn), at most "
                                    "10 s, so that no agent misses a cycle at any speed"));
    column->addWidget(m_waitsForAgents);
    connect(m_waitsForAgents, &QCheckBox::toggled, this, [this](bool waits) {
        if (!m_updating) {
            Q_EMIT waitsForAgentsChanged(waits);
        }
    });
    const auto ports = [this] {
        m_agentPort->setEnabled(m_opensPorts->isChecked());
        m_monitorPort->setEnabled(m_opensPorts->isChecked());
        if (!m_updating) {
            Q_EMIT portsChanged(m_agentPort->value(), m_monitorPort->value(),
                                m_opensPorts->isChecked());
        }
    };
    connect(m_opensPorts, &QCheckBox::toggled, this, ports);
    connect(m_agentPort, &QSpinBox::valueChanged, this, ports);
    connect(m_monitorPort, &QSpinBox::valueChanged, this, ports);
    connect(m_seed, &QSpinBox::valueChanged, this, [this](int seed) {
        if (!m_updating) {
            Q_EMIT seedChanged(seed);
        }
    });
    connect(m_exact, &QCheckBox::toggled, this, &SimulatorSetup::exactToggled);
    m_switchBox = new QWidget;
    auto* groups = new QVBoxLayout(m_switchBox);
    groups->setContentsMargins(0, 0, 0, 0);
    groups->setSpacing(6);
    column->addWidget(m_switchBox);
    const auto group = [&](const QString& title) {
        groups->addSpacing(6);
        groups->addWidget(setupHeading(title));
        auto* box = new QWidget;
        auto* rows = new QVBoxLayout(box);
        rows->setContentsMargins(0, 0, 0, 0);
        rows->setSpacing(4);
        groups->addWidget(box);
        return box;
    };
    m_sensorBox = group(tr("Percepts"));
    m_ruleBox = group(tr("Rules"));
    column->addStretch(1);
    showFamily();
}

void SimulatorSetup::setChoices(const std::vector<StartRobotView>& robots,
                                const QStringList& ruleBooks, const QStringList& fields) {
    m_robots = robots;
    m_robot->clear();
    for (const StartRobotView& robot : robots) {
        m_robot->addItem(robot.name);
        m_robot->setItemData(m_robot->count() - 1, robot.about, Qt::ToolTipRole);
    }
    m_ruleBook->clear();
    m_ruleBook->addItems(ruleBooks);
    m_field->clear();
    m_field->addItem(tr("by the rule book"), QString());
    for (const QString& field : fields) {
        m_field->addItem(field, field);
    }
}

void SimulatorSetup::setRobot(int robot) {
    m_robot->setCurrentIndex(robot);
    m_isLeague = m_robots[static_cast<std::size_t>(robot)].isOfLeague;
    showFamily();
}

void SimulatorSetup::setLeague(const QString& ruleBook, const QString& field) {
    m_ruleBook->setCurrentText(ruleBook);
    m_field->setCurrentIndex(std::max(0, m_field->findData(field)));
}

void SimulatorSetup::showFamily() {
    m_form->setRowVisible(m_ruleBook, m_isLeague);
    m_form->setRowVisible(m_field, m_isLeague);
    m_exact->setVisible(!m_isLeague);
    m_switchBox->setVisible(!m_isLeagueLive.value_or(m_isLeague));
}

void SimulatorSetup::setSwitches(const std::vector<SwitchView>& sensors,
                                 const std::vector<SwitchView>& rules) {
    const auto known = [&](const std::vector<SwitchView>& switches) {
        return std::ranges::all_of(
            switches, [&](const SwitchView& view) { return m_switches.contains(view.key); });
    };
    if (m_switches.size() != sensors.size() + rules.size() || !known(sensors) || !known(rules)) {
        for (const auto& [key, box] : m_switches) {
            delete box;
        }
        m_switches.clear();
        fillSwitches(m_sensorBox, sensors);
        fillSwitches(m_ruleBox, rules);
    }
    for (const auto* switches : {&sensors, &rules}) {
        for (const SwitchView& view : *switches) {
            const QSignalBlocker blocker(m_switches[view.key]);
            m_switches[view.key]->setChecked(view.isOn);
        }
    }
}

void SimulatorSetup::fillSwitches(QWidget* box, const std::vector<SwitchView>& switches) {
    for (const SwitchView& view : switches) {
        auto* check = new QCheckBox(view.text);
        check->setToolTip(view.tip);
        check->setObjectName(view.key);
        box->layout()->addWidget(check);
        m_switches[view.key] = check;
        connect(check, &QCheckBox::toggled, this,
                [this, key = view.key](bool isOn) { Q_EMIT switchToggled(key, isOn); });
    }
}

void SimulatorSetup::setSeed(int seed) {
    const QSignalBlocker blocker(m_seed);
    m_seed->setValue(seed);
}

void SimulatorSetup::setExact(bool isExact) {
    const QSignalBlocker blocker(m_exact);
    m_exact->setChecked(isExact);
}

void SimulatorSetup::setPorts(int agentPort, int monitorPort, bool areOpened) {
    m_updating = true;
    m_agentPort->setValue(agentPort);
    m_monitorPort->setValue(monitorPort);
    m_opensPorts->setChecked(areOpened);
    m_agentPort->setEnabled(areOpened);
    m_monitorPort->setEnabled(areOpened);
    m_updating = false;
}

void SimulatorSetup::setWaitsForAgents(bool waits) {
    m_updating = true;
    m_waitsForAgents->setChecked(waits);
    m_updating = false;
}

void SimulatorSetup::setLive(const SimulatorView& view) {
    for (const auto& [key, box] : m_switches) {
        box->setEnabled(view.source != SimulatorView::Source::Server);
    }
    const std::optional<bool> isLeague =
        view.source == SimulatorView::Source::Simulator
            ? std::optional(view.serverKind == game::ServerKind::Rcssservermj)
            : std::nullopt;
    if (isLeague != m_isLeagueLive) {
        m_isLeagueLive = isLeague;
        showFamily();
    }
}

} // namespace sideline::widgets
