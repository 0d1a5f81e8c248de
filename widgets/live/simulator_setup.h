#pragma once

#include <map>
#include <vector>

#include <QCheckBox>
#include <QSpinBox>
#include <QWidget>

#include "widgets/live/simulator_view.h"

namespace sideline::widgets {

/// Start settings of the simulator, and switches of its noise and rules.
class SimulatorSetup : public QWidget {
    Q_OBJECT
public:
    explicit SimulatorSetup(QWidget* parent = nullptr);

    /// Sets the switches of perception and rules, in the order in which they are shown.
    void setSwitches(const std::vector<SwitchView>& sensors, const std::vector<SwitchView>& rules);
    void setSeed(int seed);
    /// Sets whether the next start uses ODE's own solver.
    void setExact(bool isExact);
    /// Sets the ports for agents and monitors for the next start, and whether they are opened at
    /// all.
    void setPorts(int agentPort, int monitorPort, bool areOpened);
    /// Sets whether cycles wait for agents (sync mode) after the next start.
    void setWaitsForAgents(bool waits);
    /// Enables the switches, except for a server, which does not have them.
    void setLive(SimulatorView::Source source);

Q_SIGNALS:
    void seedChanged(int seed);
    void exactToggled(bool isExact);
    void portsChanged(int agentPort, int monitorPort, bool areOpened);
    void waitsForAgentsChanged(bool waits);
    void switchToggled(const QString& key, bool isOn);

private:
    void fillSwitches(QWidget* box, const std::vector<SwitchView>& switches);

    QSpinBox* m_seed;
    QCheckBox* m_exact;
    QSpinBox* m_agentPort;
    QSpinBox* m_monitorPort;
    QCheckBox* m_opensPorts;
    QCheckBox* m_waitsForAgents;
    QWidget* m_sensorBox;
    QWidget* m_ruleBox;
    std::map<QString, QCheckBox*> m_switches;
    bool m_updating = false;
};

} // namespace sideline::widgets
