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
    auto* form = new QFormLayout;
    form->setSpacing(4);
    const auto spin = [&](const QString& name, int least, int most, const QString& tip) {
        auto* box = new CountField;
        box->setRange(least, most);
        box->setToolTip(tip);
        box->setKeyboardTracking(false);
        form->addRow(name, box);
        return box;
    };
    m_seed = spin(tr("Seed"), 0, kMaxSeed,
                  tr("Seed of all random numbers: the same seed and commands give the same match, "
                     "bit for bit"));
    m_agentPort = spin(tr("Agent port"), 0, kMaxPort,
                       tr("TCP port for agents; default 3100, 0 for any free port"));
    m_monitorPort =
        spin(tr("Monitor port"), 0, kMaxPort,
             tr("TCP port for RoboViz and other monitors; default 3200, 0 for any free port"));
    m_opensPorts = new QCheckBox(tr("Accept agents and monitors"));
    m_opensPorts->setToolTip(tr("When off, no port is opened: only robots added here play"));
    m_exact = new QCheckBox(tr("Exact solver"));
    m_exact->setObjectName(QStringLiteral("exactSolver"));
    m_exact->setToolTip(tr("Uses ODE's own solver like the real server: identical to the last bit, "
                           "but many times slower. The fast solver differs by rounding"));
    column->addLayout(form);
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
    const auto group = [&](const QString& title) {
        column->addSpacing(6);
        column->addWidget(setupHeading(title));
        auto* box = new QWidget;
        auto* rows = new QVBoxLayout(box);
        rows->setContentsMargins(0, 0, 0, 0);
        rows->setSpacing(4);
        column->addWidget(box);
        return box;
    };
    m_sensorBox = group(tr("Percepts"));
    m_ruleBox = group(tr("Rules"));
    column->addStretch(1);
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

void SimulatorSetup::setLive(SimulatorView::Source source) {
    for (const auto& [key, box] : m_switches) {
        box->setEnabled(source != SimulatorView::Source::Server);
    }
}

} // namespace sideline::widgets
