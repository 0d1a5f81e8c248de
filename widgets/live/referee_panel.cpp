#include "widgets/live/referee_panel.h"

#include <QMessageBox>
#include <QTabWidget>

#include "widgets/common/elided_label.h"
#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

namespace {

constexpr int kMaxLogLines = 500;
const QColor kEnabledColor(0xc8, 0x32, 0x32);
const QColor kRefereeFaultColor(0xd9, 0x4a, 0x3d);

} // namespace

RefereePanel::RefereePanel(QWidget* parent)
    : QWidget(parent),
      m_match(new RefereeMatchPage(m_commands)),
      m_ball(new RefereeBallPage(m_commands)),
      m_players(new RefereePlayersPage(m_commands)),
      m_raw(new RefereeRawLine(m_commands)) {
    auto* column = columnIn(this);
    m_enable = panelButton("enableCommands", {},
                           tr("Lets buttons and keys change the match. Click again to disable."));
    m_enable->setFont(bold(m_enable->font()));
    m_enable->setMinimumHeight(2 * fontMetrics().height());
    connect(m_enable, &QPushButton::clicked, this,
            [this] { enableCommands(!areCommandsEnabled()); });
    column->addWidget(m_enable);
    m_state = new ElidedLabel("state", Qt::ElideRight);
    column->addWidget(m_state);
    m_hint = new QLabel;
    m_hint->setObjectName(QStringLiteral("hint"));
    m_hint->setWordWrap(true);
    column->addWidget(m_hint);
    auto* tabs = new QTabWidget;
    tabs->setDocumentMode(true);
    tabs->addTab(scrolled(m_match), tr("Match"));
    tabs->addTab(scrolled(m_ball), tr("Ball"));
    tabs->addTab(scrolled(m_players), tr("Players"));
    tabs->addTab(scrolled(buildServer()), tr("Server"));
    column->addWidget(tabs, 1);
    m_log = new QListWidget;
    m_log->setObjectName(QStringLiteral("log"));
    m_log->setSelectionMode(QAbstractItemView::NoSelection);
    m_log->setFocusPolicy(Qt::NoFocus);
    m_log->setWordWrap(true);
    m_log->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_log->setFixedHeight(6 * fontMetrics().lineSpacing() + 8);
    m_log->setToolTip(tr("Commands sent: game clock, source, command"));
    column->addWidget(m_log);
    column->addWidget(m_raw);
    connect(&m_commands, &RefereeCommands::requested, this, &RefereePanel::commandRequested);
    connect(&m_commands, &RefereeCommands::textRequested, this, &RefereePanel::rawCommandRequested);
    connect(m_raw, &RefereeRawLine::sent, this, &RefereePanel::rawCommandRequested);
    connect(m_ball, &RefereeBallPage::pathChanged, this, &RefereePanel::ballPathChanged);
    showState();
}

QWidget* RefereePanel::buildServer() {
    auto* page = new QWidget;
    auto* column = columnIn(page);
    auto* full =
        m_commands.openButton("fullState", tr("Request full state"),
                              tr("The next message to all monitors contains the full scene"));
    auto* acknowledge =
        m_commands.openButton("getAck", tr("Request acknowledgment"),
                              tr("(getAck): answered by servers with the old monitor"));
    auto* kill = m_commands.commandButton(
        "killServer", tr("Shut down server..."),
        tr("Shuts down the server and ends the match, after confirmation"));
    for (QPushButton* button : {full, acknowledge, kill}) {
        column->addWidget(button);
    }
    column->addStretch(1);
    connect(full, &QPushButton::clicked, this,
            [this] { m_commands.send(monitor::RequestFullState{}); });
    connect(acknowledge, &QPushButton::clicked, this,
            [this] { m_commands.send(monitor::GetAck{}); });
    connect(kill, &QPushButton::clicked, this, &RefereePanel::askToKillServer);
    return page;
}

void RefereePanel::setView(const RefereeView& view) {
    const RefereeView before = m_commands.view();
    const bool isOtherMatch =
        view.serverName != before.serverName || view.isConnected != before.isConnected;
    const bool isOtherMode = view.playMode != before.playMode ||
                             view.playModeName != before.playModeName ||
                             view.server != before.server;
    const bool isOtherScore =
        view.leftScore != before.leftScore || view.rightScore != before.rightScore || isOtherMatch;
    m_commands.setView(view);
    if (isOtherScore) {
        m_match->setScore(view.leftScore, view.rightScore);
    }
    if (isOtherMatch || !view.isConnected) {
        enableCommands(false);
    }
    m_ball->setField(view.field);
    if (isOtherMode) {
        m_match->showPlayModes();
    }
    m_players->showRobots();
    showState();
}

void RefereePanel::enableCommands(bool isOn) {
    isOn = isOn && m_commands.view().isConnected;
    if (isOn != areCommandsEnabled()) {
        m_commands.setEnabled(isOn);
        if (isOn) {
            m_match->setTime(m_commands.view().gameTimeS);
        }
        showState();
        Q_EMIT commandsEnabledChanged(isOn);
    }
}

void RefereePanel::addLogLine(const RefereeLogLine& line) {
    QString text = clockText(line.gameTimeS, true) + u' ' + line.text.trimmed();
    if (!line.source.isEmpty()) {
        text += QStringLiteral(" \u2013 ") + line.source;
    }
    if (!line.fault.isEmpty()) {
        text += tr(", not sent: %1").arg(line.fault);
    }
    auto* item = new QListWidgetItem(text);
    item->setToolTip(item->text());
    if (!line.fault.isEmpty()) {
        item->setForeground(kRefereeFaultColor);
    }
    m_log->addItem(item);
    while (m_log->count() > kMaxLogLines) {
        delete m_log->takeItem(0);
    }
    m_log->scrollToBottom();
}

void RefereePanel::showState() {
    const RefereeView& view = m_commands.view();
    const bool isOn = view.isConnected && areCommandsEnabled();
    m_enable->setText(isOn ? tr("Referee commands enabled") : tr("Enable referee commands"));
    m_enable->setEnabled(view.isConnected);
    fillButton(m_enable, isOn, kEnabledColor);
    QString state = view.serverName.isEmpty() ? tr("No match to control") : view.serverName;
    if (view.isConnected) {
        state = tr("%1 %2:%3 %4, %5")
                    .arg(view.leftTeam.isEmpty() ? tr("left") : view.leftTeam)
                    .arg(view.leftScore)
                    .arg(view.rightScore)
                    .arg(view.rightTeam.isEmpty() ? tr("right") : view.rightTeam)
                    .arg(clockText(view.gameTimeS));
    } else if (!view.serverName.isEmpty()) {
        state = tr("Waiting for %1").arg(view.serverName);
    }
    showText(m_state, state);
    // The row stays visible, so that no other button moves under the pointer.
    m_hint->setVisible(view.isConnected);
    showText(m_hint, areCommandsEnabled() ? tr("Enabled: clicks here change the match.")
                                          : tr("Disabled: nothing here changes the match."));
    m_commands.updateButtons();
    m_raw->check();
}

void RefereePanel::askToKillServer() {
    auto* question =
        new QMessageBox(QMessageBox::Warning, tr("Shut down server"),
                        tr("Shut down %1 and end its match?").arg(m_commands.view().serverName),
                        QMessageBox::NoButton, this);
    question->setObjectName(QStringLiteral("killQuestion"));
    QPushButton* end = question->addButton(tr("Shut down server"), QMessageBox::DestructiveRole);
    question->setDefaultButton(question->addButton(QMessageBox::Cancel));
    question->setAttribute(Qt::WA_DeleteOnClose);
    connect(end, &QPushButton::clicked, this,
            [this] { m_commands.send(monitor::KillSimulation{}); });
    question->open();
}

} // namespace sideline::widgets
