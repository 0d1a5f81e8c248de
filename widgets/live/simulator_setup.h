#pragma once

#include <map>
#include <optional>
#include <vector>

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QSpinBox>
#include <QStringList>
#include <QWidget>

#include "widgets/live/simulator_view.h"

namespace sideline::widgets {

/// A robot with which the simulator can start.
struct StartRobotView {
    QString name;
    QString about;           ///< name with a remark
    bool isOfLeague = false; ///< plays on rcssservermj
};

/// Start settings of the simulator, and switches of its noise and rules.
class SimulatorSetup : public QWidget {
    Q_OBJECT
public:
    explicit SimulatorSetup(QWidget* parent = nullptr);

    /// Sets the robots that can be chosen, and the rule books and fields for those of rcssservermj.
    void setChoices(const std::vector<StartRobotView>& robots, const QStringList& ruleBooks,
                    const QStringList& fields);
    /// Sets the robot of the next start.
    /// @param robot index among the choices
    void setRobot(int robot);
    /// Sets rule book and field of the next start; if `field` is empty, the rule book determines
    /// it.
    void setLeague(const QString& ruleBook, const QString& field);
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
    /// Shows the switches of the match, or without a match, those of the next one.
    void setLive(const SimulatorView& view);

Q_SIGNALS:
    void robotChosen(int robot);
    void leagueChosen(const QString& ruleBook, const QString& field);
    void seedChanged(int seed);
    void exactToggled(bool isExact);
    void portsChanged(int agentPort, int monitorPort, bool areOpened);
    void waitsForAgentsChanged(bool waits);
    void switchToggled(const QString& key, bool isOn);

private:
    void fillSwitches(QWidget* box, const std::vector<SwitchView>& switches);

    /// Shows the settings that apply to the chosen robot and the match.
    void showFamily();

    std::vector<StartRobotView> m_robots;
    bool m_isLeague = false;            ///< the chosen robot plays on rcssservermj
    std::optional<bool> m_isLeagueLive; ///< whether the running simulator is that of rcssservermj;
                                        ///< not set if none is running
    QFormLayout* m_form;
    QComboBox* m_robot;
    QComboBox* m_ruleBook;
    QComboBox* m_field;
    QSpinBox* m_seed;
    QCheckBox* m_exact;
    QSpinBox* m_agentPort;
    QSpinBox* m_monitorPort;
    QCheckBox* m_opensPorts;
    QCheckBox* m_waitsForAgents;
    QWidget* m_switchBox; ///< both groups
    QWidget* m_sensorBox;
    QWidget* m_ruleBox;
    std::map<QString, QCheckBox*> m_switches;
    bool m_updating = false;
};

} // namespace sideline::widgets
