#include "studio/workspaces/live/agent_dialog.h"

#include <algorithm>
#include <limits>

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QPushButton>

#include "agents/agent_blueprint.h"
#include "agents/behaviors/built_in.h"
#include "widgets/common/name_text.h"
#include "widgets/common/number_field.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

AgentDialog::AgentDialog(const runtime::AgentSettings& offered, QWidget* parent,
                         const std::optional<game::ServerKind>& server)
    : QDialog(parent),
      m_offered(offered),
      m_team(new QLineEdit(widgets::toQt(offered.team))),
      m_unum(new widgets::CountField),
      m_robots(playableRobots(server)),
      m_robot(new QComboBox),
      m_behavior(new QComboBox),
      m_parameters(new QLineEdit),
      m_host(new QLineEdit(widgets::toQt(offered.host))),
      m_port(new widgets::CountField) {
    setWindowTitle(tr("Start agent"));
    for (const RobotChoice& choice : m_robots) {
        m_robot->addItem(choice.about);
    }
    m_robot->setObjectName(QStringLiteral("robot"));
    m_robot->setCurrentIndex(indexOf(m_robots, runtime::modelOf(offered)));
    m_behavior->setObjectName(QStringLiteral("behavior"));
    m_parameters->setObjectName(QStringLiteral("parameters"));
    m_port->setRange(1, std::numeric_limits<std::uint16_t>::max());
    m_port->setValue(offered.port);
    auto* form = new QFormLayout(this);
    form->addRow(tr("Team"), m_team);
    form->addRow(tr("Number"), m_unum);
    form->addRow(tr("Robot"), m_robot);
    form->addRow(tr("Behavior"), m_behavior);
    form->addRow(tr("Parameters"), m_parameters);
    form->addRow(tr("Server"), m_host);
    form->addRow(tr("Agent port"), m_port);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    m_ok = buttons->button(QDialogButtonBox::Ok);
    m_ok->setText(tr("Start"));
    form->addRow(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_behavior, &QComboBox::currentIndexChanged, this, [this] {
        m_parameters->clear();
        showBehavior();
    });
    connect(m_parameters, &QLineEdit::textChanged, this, &AgentDialog::check);
    connect(m_robot, &QComboBox::currentIndexChanged, this, [this] {
        showRobot();
        check();
    });
    showRobot();
    m_unum->setValue(offered.unum);
    m_port->setValue(offered.port);
    connect(m_team, &QLineEdit::textChanged, this, &AgentDialog::check);
    connect(m_host, &QLineEdit::textChanged, this, &AgentDialog::check);
    check();
}

runtime::AgentSettings AgentDialog::settings() const {
    runtime::AgentSettings settings = m_offered;
    settings.team = m_team->text().trimmed().toStdString();
    settings.unum = m_unum->value();
    const RobotChoice& choice = m_robots[static_cast<std::size_t>(m_robot->currentIndex())];
    settings.typeNumber = choice.typeNumber;
    settings.model = choice.model;
    if (choice.model->traits().server != runtime::serverOf(m_offered)) {
        settings.field = runtime::defaultField(choice.model->traits().server);
        settings.isSync =
            m_offered.isSync || choice.model->traits().server == game::ServerKind::Rcssservermj;
    }
    settings.host = m_host->text().trimmed().toStdString();
    settings.port = static_cast<std::uint16_t>(m_port->value());
    return settings;
}

agents::AgentBlueprint AgentDialog::blueprint() const {
    agents::AgentBlueprint blueprint{
        settings(), m_behavior->currentData().toString().toStdString(), {}};
    for (const QString& word : m_parameters->text().split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        // A word without `=` is reported as an unknown key of the behavior.
        blueprint.parameters.emplace_back(word.section(QLatin1Char('='), 0, 0).toStdString(),
                                          word.section(QLatin1Char('='), 1).toStdString());
    }
    return blueprint;
}

void AgentDialog::showRobot() {
    const RobotChoice& choice = m_robots[static_cast<std::size_t>(m_robot->currentIndex())];
    const game::ServerKind server = choice.model->traits().server;
    const bool isSimSpark = server == game::ServerKind::SimSpark;
    m_unum->setRange(isSimSpark ? 0 : 1, isSimSpark ? 11 : 99);
    m_unum->setSpecialValueText(isSimSpark ? tr("any free") : QString());
    for (const game::ServerKind other : game::kServerKinds) {
        if (other != server && m_port->value() == game::defaultAgentPort(other)) {
            m_port->setValue(game::defaultAgentPort(server));
        }
    }
    const QString before = m_behavior->currentData().toString();
    const agents::BehaviorRegistry registry = agents::builtInBehaviors();
    m_behavior->clear();
    for (const agents::BehaviorInfo& info : registry.behaviors()) {
        if (agents::canHave(*choice.model, info)) {
            const QString name = widgets::toQt(info.name);
            m_behavior->addItem(widgets::plainName(name), name);
            m_behavior->setItemData(m_behavior->count() - 1, widgets::toQt(info.summary),
                                    Qt::ToolTipRole);
        }
    }
    const int same = m_behavior->findData(before);
    m_behavior->setCurrentIndex(same >= 0
                                    ? same
                                    : std::max(0, m_behavior->findData(widgets::toQt(std::string(
                                                      agents::defaultBehavior(*choice.model))))));
    showBehavior();
}

// Shows the description and the parameters of the chosen behavior.
void AgentDialog::showBehavior() {
    const agents::BehaviorRegistry registry = agents::builtInBehaviors();
    const agents::BehaviorInfo* info =
        registry.find(m_behavior->currentData().toString().toStdString());
    if (info == nullptr) {
        return;
    }
    m_behavior->setToolTip(widgets::toQt(info->summary));
    QStringList defaults;
    QStringList descriptions;
    for (const agents::ParameterInfo& parameter : info->parameters) {
        defaults << widgets::toQt(parameter.name + "=" + agents::valueText(parameter.defaultValue));
        descriptions << widgets::toQt(parameter.name + ": " + parameter.description + " (" +
                                      agents::expectedText(parameter) + ")");
    }
    m_parameters->setEnabled(!defaults.isEmpty());
    m_parameters->setPlaceholderText(defaults.isEmpty() ? tr("none")
                                                        : defaults.join(QLatin1Char(' ')));
    constexpr qsizetype kMaxLines = 40; // longest tool tip that fits on the screen
    if (descriptions.size() > kMaxLines) {
        descriptions.resize(kMaxLines);
        descriptions << QStringLiteral("...");
    }
    m_parameters->setToolTip(descriptions.join(QLatin1Char('\n')));
}

void AgentDialog::check() {
    auto good = runtime::check(settings());
    if (good) {
        const agents::AgentBlueprint requested = blueprint();
        const auto checked =
            agents::builtInBehaviors().check(requested.behavior, requested.parameters);
        if (!checked) {
            good = tl::unexpected(checked.error());
        }
    }
    const bool isGood = good.has_value() && !m_host->text().trimmed().isEmpty();
    m_ok->setEnabled(isGood);
    m_ok->setToolTip(good ? QString() : widgets::toQt(good.error().toString()));
}

} // namespace sideline::studio
