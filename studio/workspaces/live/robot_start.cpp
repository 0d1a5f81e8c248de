#include "studio/workspaces/live/robot_start.h"

#include <algorithm>
#include <string>

#include "agentcore/field/field_model.h"
#include "launcher/server_program.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

RobotStart::RobotStart(ActionTable& actions, widgets::SimulatorSetup& setup, LiveSettings& settings)
    : m_actions(actions), m_setup(setup), m_settings(settings) {
    QStringList fields;
    for (const std::string& name : launcher::mujocoFields()) {
        if (field::findField(name) != nullptr) {
            fields << widgets::toQt(name);
        }
    }
    QStringList ruleBooks;
    for (const std::string& name : launcher::mujocoRules()) {
        ruleBooks << widgets::toQt(name);
    }
    std::vector<widgets::StartRobotView> views;
    for (const RobotChoice& choice : m_robots) {
        views.push_back({choice.name, choice.about,
                         choice.model->traits().server == game::ServerKind::Rcssservermj});
    }
    m_setup.setChoices(views, ruleBooks, fields);
    m_setup.setLeague(widgets::toQt(m_settings.ruleBook), widgets::toQt(m_settings.field));
    connect(&m_setup, &widgets::SimulatorSetup::robotChosen, this,
            [this](int robot) { choose(*m_robots[static_cast<std::size_t>(robot)].model); });
    connect(&m_setup, &widgets::SimulatorSetup::leagueChosen, this,
            [this](const QString& ruleBook, const QString& field) {
                m_settings.ruleBook = ruleBook.toStdString();
                m_settings.field = field.toStdString();
                Q_EMIT changed();
            });
    connectActions();
    show();
}

void RobotStart::connectActions() {
    for (const RobotChoice& choice : m_robots) {
        QAction* action = m_actions.find(QStringLiteral("simulator.with-") +
                                         widgets::toQt(std::string(choice.model->name())));
        if (action != nullptr) {
            connect(action, &QAction::triggered, this, [this, model = choice.model] {
                choose(*model);
                Q_EMIT startRequested();
            });
        }
    }
}

void RobotStart::choose(const robot::RobotModel& model) {
    m_settings.chooseRobot(std::string(model.name()));
    Q_EMIT changed();
    show();
}

void RobotStart::show() {
    auto chosen = std::ranges::find_if(m_robots, [&](const RobotChoice& choice) {
        return choice.model->name() == m_settings.robot;
    });
    if (chosen == m_robots.end()) { // a robot of the catalog that the simulator does not offer
        chosen = m_robots.begin();
    }
    m_setup.setRobot(static_cast<int>(chosen - m_robots.begin()));
    m_setup.setPorts(m_settings.agentPort, m_settings.monitorPort, m_settings.opensPorts);
    m_actions.setText(QStringLiteral("simulator.with-agent"),
                      tr("Start with one robot (%1)").arg(chosen->name));
    m_actions.action("simulator.with-agent")->setData(chosen->name); // shown on the first page
}

} // namespace sideline::studio
