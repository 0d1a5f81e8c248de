#include "studio/workspaces/live/server_setup_dialog.h"

#include <limits>
#include <utility>

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "launcher/team_text.h"
#include "widgets/common/file_question.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

constexpr QSize kFormSize(600, 560);
constexpr double kLongestTimeS = 3600.0;

QComboBox* wordBox(const char* name, const std::vector<std::string>& words,
                   const QString& placeholder, const QString& tip) {
    auto* box = new QComboBox;
    box->setObjectName(QLatin1String(name));
    box->setEditable(true); // versions differ
    box->lineEdit()->setPlaceholderText(placeholder);
    box->setToolTip(tip);
    box->addItem(QString());
    for (const std::string& word : words) {
        box->addItem(widgets::toQt(word));
    }
    return box;
}

QCheckBox* flagBox(const char* name, const QString& text, const QString& tip) {
    auto* box = new QCheckBox(text);
    box->setObjectName(QLatin1String(name));
    box->setToolTip(tip);
    return box;
}

QLabel* wrappedLabel(const char* name) {
    auto* label = new QLabel;
    label->setObjectName(QLatin1String(name));
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    return label;
}

QWidget* withButton(QLineEdit* field, QPushButton* button) {
    auto* widget = new QWidget;
    auto* row = new QHBoxLayout(widget);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(field, 1);
    row->addWidget(button);
    button->setAutoDefault(false);
    return widget;
}

widgets::CountField* portField(const char* name) {
    auto* field = new widgets::CountField;
    field->setObjectName(QLatin1String(name));
    field->setRange(1, std::numeric_limits<std::uint16_t>::max());
    return field;
}

} // namespace

ServerSetupDialog::ServerSetupDialog(const ChosenServer& chosen, launcher::SearchPlaces places,
                                     bool isRunning, QWidget* parent)
    : QDialog(parent),
      m_chosen(chosen),
      m_places(std::move(places)),
      m_which(new QComboBox),
      m_about(new QLabel),
      m_installed(new QWidget),
      m_program(new QLineEdit),
      m_verdict(wrappedLabel("verdict")),
      m_agentPort(portField("agentPort")),
      m_monitorPort(portField("monitorPort")),
      m_mujoco(new QWidget),
      m_arguments(new QLineEdit),
      m_folder(new QLineEdit),
      m_command(wrappedLabel("command")) {
    setWindowTitle(tr("Server of the next match"));
    setObjectName(QStringLiteral("server-setup"));
    resize(kFormSize);
    m_which->setObjectName(QStringLiteral("which"));
    m_which->addItems({tr("Simulator in this window"), tr("installed rcssserver3d (SimSpark)"),
                       tr("installed rcssservermj (MuJoCo)")});
    m_about->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_which);
    column->addWidget(m_about);
    column->addWidget(m_installed);
    auto* form = new QFormLayout(m_installed);
    form->setContentsMargins(0, 0, 0, 0);
    buildProgram(form);
    buildMujoco(form);
    buildRest(form);
    column->addStretch(1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_keep = buttons->addButton(tr("Save"), QDialogButtonBox::ApplyRole);
    m_keep->setObjectName(QStringLiteral("save"));
    m_keep->setToolTip(tr("F5 and the Match button start this server from now on"));
    m_start = buttons->addButton(tr("Start"), QDialogButtonBox::AcceptRole);
    m_start->setObjectName(QStringLiteral("start"));
    m_start->setDefault(true);
    if (isRunning) {
        m_start->setToolTip(tr("Ends the live match"));
    }
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_keep, &QPushButton::clicked, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        m_isStartRequested = true;
        accept();
    });
    m_which->setCurrentIndex(static_cast<int>(chosen.which));
    connectFields();
    showOptions();
    m_which->setFocus();
}

void ServerSetupDialog::buildProgram(QFormLayout* form) {
    m_program->setObjectName(QStringLiteral("program"));
    m_program->setClearButtonEnabled(true);
    auto* browse = new QPushButton(tr("Choose..."));
    connect(browse, &QPushButton::clicked, this, &ServerSetupDialog::chooseFile);
    form->addRow(tr("&Program"), withButton(m_program, browse));
    static_cast<QLabel*>(form->labelForField(m_program->parentWidget()))->setBuddy(m_program);
    form->addRow(QString(), m_verdict);
    auto* ports = new QWidget;
    auto* row = new QHBoxLayout(ports);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(new QLabel(tr("agents")));
    row->addWidget(m_agentPort);
    row->addWidget(new QLabel(tr("monitors")));
    row->addWidget(m_monitorPort);
    row->addStretch(1);
    form->addRow(tr("Ports"), ports);
}

void ServerSetupDialog::buildMujoco(QFormLayout* form) {
    m_rules = wordBox("rules", launcher::mujocoRules(), tr("the server's own"),
                      tr("Rule book, passed to rcssservermj as --rules"));
    m_field = wordBox("field", launcher::mujocoFields(), tr("default of the rule book"),
                      tr("Field, passed to rcssservermj as --field"));
    m_phase = new QComboBox;
    m_phase->setObjectName(QStringLiteral("phase"));
    m_phase->addItems({tr("First half"), tr("Second half"), tr("First half of extra time"),
                       tr("Second half of extra time"), tr("Penalty shoot-out")});
    m_phase->setToolTip(tr("rcssservermj plays one phase per start"));
    m_time = new QDoubleSpinBox;
    m_time->setObjectName(QStringLiteral("time"));
    m_time->setRange(0.0, kLongestTimeS);
    m_time->setDecimals(1);
    m_time->setSuffix(tr(" s"));
    m_time->setSpecialValueText(tr("from the beginning"));
    m_time->setToolTip(tr("Game clock at the start"));
    m_sync = flagBox("sync", tr("Wait for agents"),
                     tr("Each cycle waits for the answers of all agents (--sync); one that is "
                        "silent for 5 s is dropped. Players must end their messages with (syn)"));
    m_realtime =
        flagBox("realtime", tr("Real time"),
                tr("When off, the server waits for the agents and runs as fast as they respond "
                   "(--no-realtime)"));
    m_sequential =
        flagBox("sequential", tr("Sequential"),
                tr("Physics waits for the agents' commands of the same cycle (--sequential)"));
    m_render = flagBox("render", tr("Server window"),
                       tr("Also opens the server's viewer, which slows it down"));
    auto* grid = new QFormLayout(m_mujoco);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->addRow(tr("&Rules"), m_rules);
    grid->addRow(tr("&Field"), m_field);
    grid->addRow(tr("P&hase"), m_phase);
    grid->addRow(tr("&Clock"), m_time);
    auto* flags = new QHBoxLayout;
    for (QCheckBox* box : {m_sync, m_realtime, m_sequential, m_render}) {
        flags->addWidget(box);
    }
    flags->addStretch(1);
    grid->addRow(flags);
    m_mujoco->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed); // avoids clipped rows
    form->addRow(m_mujoco);
}

void ServerSetupDialog::buildRest(QFormLayout* form) {
    m_arguments->setObjectName(QStringLiteral("arguments"));
    m_arguments->setPlaceholderText(tr("more options, as on a command line"));
    form->addRow(tr("&Options"), m_arguments);
    m_folder->setObjectName(QStringLiteral("folder"));
    m_folder->setPlaceholderText(tr("Sideline's own folder for servers"));
    m_folder->setToolTip(tr("The server runs in this folder and writes its logs there"));
    auto* browse = new QPushButton(tr("Choose..."));
    connect(browse, &QPushButton::clicked, this, &ServerSetupDialog::chooseFolder);
    form->addRow(tr("&Log folder"), withButton(m_folder, browse));
    static_cast<QLabel*>(form->labelForField(m_folder->parentWidget()))->setBuddy(m_folder);
    form->addRow(tr("Command"), m_command);
}

void ServerSetupDialog::connectFields() {
    connect(m_which, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_chosen.which = static_cast<ServerChoice>(index);
        showOptions();
    });
    for (QLineEdit* field : {m_program, m_arguments, m_folder}) {
        connect(field, &QLineEdit::textChanged, this, &ServerSetupDialog::take);
    }
    for (QSpinBox* field : {m_agentPort, m_monitorPort}) {
        connect(field, &QSpinBox::valueChanged, this, &ServerSetupDialog::take);
    }
    connect(m_time, &QDoubleSpinBox::valueChanged, this, &ServerSetupDialog::take);
    connect(m_phase, &QComboBox::currentIndexChanged, this, &ServerSetupDialog::take);
    for (QComboBox* box : {m_rules, m_field}) {
        connect(box, &QComboBox::currentTextChanged, this, &ServerSetupDialog::take);
    }
    for (QCheckBox* box : {m_sync, m_realtime, m_sequential, m_render}) {
        connect(box, &QCheckBox::toggled, this, &ServerSetupDialog::take);
    }
}

launcher::ServerOptions& ServerSetupDialog::options() {
    return m_chosen.which == ServerChoice::Rcssserver3d ? m_chosen.simSpark : m_chosen.mujoco;
}

void ServerSetupDialog::showOptions() {
    const bool isMujoco = m_chosen.which == ServerChoice::Rcssservermj;
    m_about->setText(
        m_chosen.isInstalled()
            ? tr("The studio starts the server, shows its lines in Output, and stops it with the "
                 "match.")
            : tr("Needs no other software; pauses, steps and takes snapshots. Its robot (a Nao, "
                 "T1, "
                 "K1, PiPlus) and its settings are on the Setup page of the Simulator panel."));
    m_installed->setVisible(m_chosen.isInstalled());
    m_mujoco->setVisible(isMujoco);
    const launcher::ServerOptions& o = options();
    m_isShowing = true;
    m_program->setText(widgets::toQt(o.program));
    m_program->setPlaceholderText(isMujoco ? tr("rcssservermj in the PATH or a Python environment")
                                           : tr("rcssserver3d in the PATH"));
    m_agentPort->setValue(o.agentPort);
    m_monitorPort->setValue(o.monitorPort);
    m_rules->setCurrentText(widgets::toQt(o.rules));
    m_field->setCurrentText(widgets::toQt(o.field));
    m_phase->setCurrentIndex(o.phase);
    m_time->setValue(o.startTimeS);
    m_sync->setChecked(o.isSync);
    m_realtime->setChecked(o.isRealtime);
    m_sequential->setChecked(o.isSequential);
    m_render->setChecked(o.isRendered);
    m_arguments->setText(widgets::toQt(o.arguments));
    m_folder->setText(widgets::toQt(o.folder.string()));
    m_isShowing = false;
    check();
}

void ServerSetupDialog::take() {
    if (m_isShowing) {
        return;
    }
    launcher::ServerOptions& o = options();
    o.program = m_program->text().trimmed().toStdString();
    o.agentPort = static_cast<std::uint16_t>(m_agentPort->value());
    o.monitorPort = static_cast<std::uint16_t>(m_monitorPort->value());
    o.rules = m_rules->currentText().trimmed().toStdString();
    o.field = m_field->currentText().trimmed().toStdString();
    o.phase = m_phase->currentIndex();
    o.startTimeS = m_time->value();
    o.isSync = m_sync->isChecked();
    o.isRealtime = m_realtime->isChecked();
    o.isSequential = m_sequential->isChecked();
    o.isRendered = m_render->isChecked();
    o.arguments = m_arguments->text().trimmed().toStdString();
    o.folder = m_folder->text().trimmed().toStdString();
    check();
}

void ServerSetupDialog::check() {
    QString fault;
    QString command;
    if (m_chosen.isInstalled()) {
        const auto found = launcher::findServer(options(), m_places);
        const auto checked = launcher::check(options());
        fault = !found     ? widgets::toQt(found.error().toString())
                : !checked ? widgets::toQt(checked.error().toString())
                           : QString();
        m_verdict->setText(fault.isEmpty() ? tr("Found: %1").arg(widgets::toQt(found->text()))
                                           : fault);
        command = widgets::toQt((found ? found->text()
                                 : options().program.empty()
                                     ? std::string(game::serverKindName(options().kind))
                                     : options().program) +
                                " " + launcher::joinWords(launcher::argumentsOf(options())));
    }
    m_command->setText(command);
    QPalette colors = palette();
    if (!fault.isEmpty()) {
        const bool isDark = colors.color(QPalette::Window).lightness() < 128;
        colors.setColor(QPalette::WindowText,
                        isDark ? QColor(0xff, 0x9a, 0x8a) : QColor(0xb0, 0x1e, 0x0e));
    }
    m_verdict->setPalette(colors);
    m_start->setEnabled(fault.isEmpty());
}

void ServerSetupDialog::chooseFile() {
    const QString file = widgets::askForFile(
        this, {QStringLiteral("programs"),
               tr("Server program"),
               {},
               m_program->text().contains(QLatin1Char('/')) ? m_program->text() : QString()});
    if (!file.isEmpty()) {
        m_program->setText(file);
    }
}

void ServerSetupDialog::chooseFolder() {
    const QString folder =
        widgets::askForFolder(this, {{}, tr("Folder for the server's logs"), {}, m_folder->text()});
    if (!folder.isEmpty()) {
        m_folder->setText(folder);
    }
}

} // namespace sideline::studio
