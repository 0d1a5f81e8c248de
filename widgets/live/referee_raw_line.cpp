#include "widgets/live/referee_raw_line.h"

#include <algorithm>

#include <QCompleter>

#include "agentcore/game/play_mode.h"
#include "widgets/common/panel_parts.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

const QColor kLineFaultColor(0xd9, 0x4a, 0x3d);

// The server's commands, for completion.
QStringList commandTexts() {
    QStringList texts = {QStringLiteral("(dropBall)"),
                         QStringLiteral("(kickOff Left)"),
                         QStringLiteral("(kickOff Right)"),
                         QStringLiteral("(kickOff None)"),
                         QStringLiteral("(ball (pos 0 0 0.042)(vel 0 0 0))"),
                         QStringLiteral("(agent (team Left)(unum 1)(pos 0 0 0.4))"),
                         QStringLiteral("(agent (team Left)(unum 1)(move 0 0 0.4 -90))"),
                         QStringLiteral("(agent (team Left)(unum 1)(battery 100))"),
                         QStringLiteral("(agent (team Left)(unum 1)(temperature 20))"),
                         QStringLiteral("(select (unum 1)(team Left))"),
                         QStringLiteral("(select)"),
                         QStringLiteral("(select (unum -1))"),
                         QStringLiteral("(kill (unum 1)(team Left))"),
                         QStringLiteral("(repos (unum 1)(team Left))"),
                         QStringLiteral("(time 0)"),
                         QStringLiteral("(score (left 0)(right 0))"),
                         QStringLiteral("(reqfullstate)"),
                         QStringLiteral("(getAck)"),
                         QStringLiteral("(killsim)")};
    for (const std::string_view mode : game::kPlayModeNames) {
        texts << QStringLiteral("(playMode %1)").arg(toQt(mode));
    }
    texts.sort();
    return texts;
}

} // namespace

RefereeRawLine::RefereeRawLine(RefereeCommands& commands, QWidget* parent)
    : QWidget(parent), m_commands(commands) {
    auto* column = columnIn(this, 0);
    column->setSpacing(2);
    auto* line = new QHBoxLayout;
    line->setSpacing(4);
    m_text = new QLineEdit;
    m_text->setObjectName(QStringLiteral("raw"));
    m_text->setPlaceholderText(tr("(command ...)"));
    m_text->setToolTip(tr("Commands in the server's syntax; a line may contain several"));
    auto* completer = new QCompleter(commandTexts(), m_text);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    m_text->setCompleter(completer);
    m_send = panelButton("sendRaw", tr("Send"), tr("Sends the line (Enter)"));
    line->addWidget(m_text, 1);
    line->addWidget(m_send);
    column->addLayout(line);
    m_check = new QLabel;
    m_check->setObjectName(QStringLiteral("rawCheck"));
    m_check->setWordWrap(true);
    m_check->hide();
    column->addWidget(m_check);
    connect(m_text, &QLineEdit::textChanged, this, &RefereeRawLine::check);
    connect(m_text, &QLineEdit::returnPressed, this, &RefereeRawLine::send);
    connect(m_send, &QPushButton::clicked, this, &RefereeRawLine::send);
}

void RefereeRawLine::check() {
    const QString text = m_text->text().trimmed();
    const monitor::TrainerMessage message = monitor::parseTrainerCommands(text.toStdString());
    QString hint;
    bool isFault = false;
    if (!text.isEmpty() && !message.errors.empty()) {
        hint = toQt(message.errors.front().toString());
        isFault = true;
    } else if (std::ranges::any_of(message.commands, changesMatch) && !m_commands.isEnabled()) {
        hint = tr("Changes the match: enable referee commands first");
        isFault = true;
    }
    QPalette palette;
    if (isFault) {
        palette.setColor(QPalette::WindowText, kLineFaultColor);
    }
    m_check->setPalette(palette);
    m_check->setText(hint);
    m_check->setVisible(!hint.isEmpty());
    m_send->setEnabled(m_commands.view().isConnected && !text.isEmpty());
}

void RefereeRawLine::send() {
    const QString text = m_text->text().trimmed();
    if (text.isEmpty() || !m_commands.view().isConnected) {
        return;
    }
    // An unknown command may have any effect on an external server.
    const monitor::TrainerMessage message = monitor::parseTrainerCommands(text.toStdString());
    const bool isHarmless =
        message.errors.empty() && std::ranges::none_of(message.commands, changesMatch);
    if (!m_commands.isEnabled() && !isHarmless) {
        return;
    }
    Q_EMIT sent(text);
    m_text->clear();
}

} // namespace sideline::widgets
