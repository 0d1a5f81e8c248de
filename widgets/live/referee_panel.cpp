#include "widgets/live/referee_panel.h"

#include <algorithm>

#include <QMessageBox>
#include <QSignalBlocker>

#include "agentcore/game/play_mode.h"
#include "agentcore/math/angles.h"
#include "agentcore/monitor/trainer_support.h"
#include "widgets/common/panel_parts.h"
#include "widgets/live/referee_reasons.h"

namespace sideline::widgets {

namespace {

constexpr int kMaxLogLines = 500;
constexpr int kModeRole = Qt::UserRole;
constexpr int kBallPage = 1;
const QColor kEnabledColor(0xc8, 0x32, 0x32);
const QColor kRefereeFaultColor(0xd9, 0x4a, 0x3d);

// A button that is disabled says why.
void enable(QPushButton& button, bool isEnabled, const QString& why) {
    static const char* const kTip = "usualTip";
    if (!button.property(kTip).isValid()) {
        button.setProperty(kTip, button.toolTip());
    }
    const QString tip = button.property(kTip).toString();
    const QString shown = why.isEmpty() ? tip : RefereePanel::tr("%1. Not now: %2").arg(tip, why);
    button.setEnabled(isEnabled);
    if (button.toolTip() != shown) {
        button.setToolTip(shown);
    }
}

// The modes of the server whose name has the words; the one that is on is bold.
void fillPlayModes(QListWidget& modes, const RefereeView& view, const QString& wanted,
                   const QString& before) {
    const QSignalBlocker blocker(modes);
    modes.clear();
    for (const std::string_view mode :
         monitor::playModesOf(view.server.value_or(game::ServerKind::SimSpark))) {
        const QString text = playModeText(mode);
        const QString name = toQt(mode);
        const auto known = game::playModeFromName(mode);
        if (!text.contains(wanted, Qt::CaseInsensitive) &&
            !name.contains(wanted, Qt::CaseInsensitive)) {
            continue;
        }
        auto* item = new QListWidgetItem(text, &modes);
        item->setData(kModeRole, name);
        item->setToolTip(name);
        const bool isNow = view.playModeName.isEmpty()
                               ? known && static_cast<int>(*known) == view.playMode
                               : name == view.playModeName;
        if (isNow) {
            item->setFont(bold(item->font()));
        }
        if (name == before) {
            modes.setCurrentItem(item);
        }
    }
    if (modes.currentItem() == nullptr && !wanted.isEmpty()) {
        modes.setCurrentRow(0);
    }
}

} // namespace

bool changesMatch(const monitor::TrainerCommand& command) {
    return !(std::holds_alternative<monitor::RequestFullState>(command) ||
             std::holds_alternative<monitor::GetAck>(command) ||
             std::holds_alternative<monitor::SelectAgent>(command) ||
             std::holds_alternative<monitor::SelectNextAgent>(command) ||
             std::holds_alternative<monitor::ClearSelection>(command));
}

// --- values in

void RefereePanel::setView(const RefereeView& view) {
    const bool isOtherMatch =
        view.serverName != m_view.serverName || view.isConnected != m_view.isConnected;
    const bool isOtherMode = view.playMode != m_view.playMode ||
                             view.playModeName != m_view.playModeName ||
                             view.server != m_view.server;
    // Fields that show the match follow it, unless the user is writing.
    const bool isOtherScore =
        view.leftScore != m_view.leftScore || view.rightScore != m_view.rightScore || isOtherMatch;
    m_view = view;
    if (isOtherScore) {
        const std::array score = {view.leftScore, view.rightScore};
        for (std::size_t i = 0; i < m_scores.size(); ++i) {
            if (!m_scores[i]->hasFocus()) {
                m_scores[i]->setValue(score[i]);
            }
        }
    }
    if (isOtherMatch || !view.isConnected) {
        enableCommands(false);
    }
    m_path->setField(view.field);
    if (isOtherMode) {
        showPlayModes();
    }
    showRobots();
    showState();
}

void RefereePanel::enableCommands(bool isOn) {
    isOn = isOn && m_view.isConnected;
    if (isOn != m_areCommandsEnabled) {
        m_areCommandsEnabled = isOn;
        if (isOn && !m_time->hasFocus()) {
            m_time->setValue(m_view.gameTimeS);
        }
        showState();
        showRawCheck();
        Q_EMIT commandsEnabledChanged(isOn);
    }
}

void RefereePanel::setBallPosition(const Eigen::Vector3d& p_SBall) {
    for (std::size_t i = 0; i < m_ballPlace.size(); ++i) {
        const QSignalBlocker blocker(m_ballPlace[i]);
        m_ballPlace[i]->setValue(p_SBall[static_cast<Eigen::Index>(i)]);
    }
    showBallPath();
}

void RefereePanel::setAgentPlacement(const game::PlayerId& id, const Eigen::Vector3d& p_STorso,
                                     double headingRad) {
    for (std::size_t i = 0; i < m_view.robots.size(); ++i) {
        if (m_view.robots[i].id == id) {
            m_robot->setCurrentIndex(static_cast<int>(i));
        }
    }
    for (std::size_t i = 0; i < m_agentPlace.size(); ++i) {
        m_agentPlace[i]->setValue(p_STorso[static_cast<Eigen::Index>(i)]);
    }
    m_agentHeading->setValue(math::degFromRad(math::wrapRad(headingRad)));
}

void RefereePanel::addLogLine(const RefereeLogLine& line) {
    QString text = clockText(line.gameTimeS, true) + u' ' + line.text.trimmed();
    if (!line.who.isEmpty()) {
        text += QStringLiteral(" \u2013 ") + line.who;
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

void RefereePanel::showRobots() {
    QStringList names;
    for (const RefereeRobot& robot : m_view.robots) {
        names << (robot.isSelected ? robot.name + tr(" (selected)") : robot.name);
    }
    QStringList shown;
    for (int i = 0; i < m_robot->count(); ++i) {
        shown << m_robot->itemText(i);
    }
    if (names == shown) {
        return;
    }
    const QVariant before = m_robot->currentData();
    const QSignalBlocker blocker(m_robot);
    m_robot->clear();
    for (int i = 0; i < names.size(); ++i) {
        const game::PlayerId& id = m_view.robots[static_cast<std::size_t>(i)].id;
        m_robot->addItem(names[i], toQt(game::toString(id)));
    }
    m_robot->setCurrentIndex(std::max(0, m_robot->findData(before)));
}

std::optional<game::PlayerId> RefereePanel::chosenRobot() const {
    const auto index = static_cast<std::size_t>(m_robot->currentIndex());
    return index < m_view.robots.size() ? std::optional(m_view.robots[index].id) : std::nullopt;
}

void RefereePanel::showState() {
    const bool isOn = m_view.isConnected && m_areCommandsEnabled;
    m_enable->setText(isOn ? tr("Referee commands enabled") : tr("Enable referee commands"));
    m_enable->setEnabled(m_view.isConnected);
    fillButton(m_enable, isOn, kEnabledColor);
    QString state = m_view.serverName.isEmpty() ? tr("No match to control") : m_view.serverName;
    if (m_view.isConnected) {
        state = tr("%1 %2:%3 %4, %5")
                    .arg(m_view.leftTeam.isEmpty() ? tr("left") : m_view.leftTeam)
                    .arg(m_view.leftScore)
                    .arg(m_view.rightScore)
                    .arg(m_view.rightTeam.isEmpty() ? tr("right") : m_view.rightTeam)
                    .arg(clockText(m_view.gameTimeS));
    } else if (!m_view.serverName.isEmpty()) {
        state = tr("Waiting for %1").arg(m_view.serverName);
    }
    showText(m_state, state);
    // The line stays, so that no button comes under the pointer that was elsewhere.
    m_hint->setVisible(m_view.isConnected);
    showText(m_hint, m_areCommandsEnabled ? tr("Enabled: clicks here change the match.")
                                          : tr("Disabled: nothing here changes the match."));
    for (const auto* buttons : {&m_commandButtons, &m_openButtons}) {
        for (QPushButton* button : *buttons) {
            const QString why = whyDisabled(*button);
            enable(*button, why.isEmpty(), why);
        }
    }
    m_sendRaw->setEnabled(m_view.isConnected && !m_raw->text().trimmed().isEmpty());
}

QString RefereePanel::whyDisabled(const QPushButton& button) const {
    const auto isIn = [&](const std::vector<QPushButton*>& buttons) {
        return std::ranges::find(buttons, &button) != buttons.end();
    };
    if (!m_view.isConnected) {
        return tr("No server that is connected");
    }
    if (const QString why = whyNotThere(button.objectName(), m_view); !why.isEmpty()) {
        return why;
    }
    if (isIn(m_commandButtons) && !m_areCommandsEnabled) {
        return tr("Enable referee commands first");
    }
    if (isIn(m_robotButtons) && !chosenRobot()) {
        return tr("No robot is on the field");
    }
    return &button == m_setMode && m_modes->currentItem() == nullptr ? tr("No play mode is chosen")
                                                                     : QString();
}

// --- play modes

void RefereePanel::showPlayModes() {
    const QListWidgetItem* current = m_modes->currentItem();
    const QString before = current != nullptr ? current->data(kModeRole).toString() : QString();
    const QString wanted = m_modeFilter->text().trimmed();
    fillPlayModes(*m_modes, m_view, wanted, before);
    QPalette palette;
    if (m_modes->count() == 0) {
        palette.setColor(QPalette::Text, kRefereeFaultColor);
    }
    m_modeFilter->setPalette(palette);
    m_modeFilter->setToolTip(m_modes->count() == 0 ? tr("Unknown play mode") : QString());
    showState();
}

void RefereePanel::sendPlayMode() {
    if (const QListWidgetItem* item = m_modes->currentItem()) {
        const QString name = item->data(kModeRole).toString();
        if (const auto mode = game::playModeFromName(name.toStdString())) {
            send(monitor::SetPlayMode{*mode});
        } else if (m_view.isConnected && m_areCommandsEnabled) { // one of rcssservermj alone
            Q_EMIT rawCommandRequested(QStringLiteral("(playMode %1)").arg(name));
        }
    }
}

// --- the ball

Eigen::Vector3d RefereePanel::vectorOf(const std::array<QDoubleSpinBox*, 3>& fields) const {
    return {fields[0]->value(), fields[1]->value(), fields[2]->value()};
}

void RefereePanel::sendBall(bool isPlaced, bool isThrown) {
    monitor::BallCommand command;
    if (isPlaced) {
        command.p_SBall = vectorOf(m_ballPlace);
        command.velocity_SMps = Eigen::Vector3d::Zero(); // a place alone leaves the ball's speed
    }
    if (isThrown) {
        command.velocity_SMps = vectorOf(m_ballVelocity);
    }
    send(command);
}

void RefereePanel::showBallPath() {
    const field::BallPath path = field::ballFlight(vectorOf(m_ballPlace), vectorOf(m_ballVelocity));
    m_path->setPath(path);
    showText(m_pathText, ballPathText(path, m_view.field));
    std::vector<Eigen::Vector3d> path_S;
    if (isVisible() && m_tabs->currentIndex() == kBallPage) {
        for (const field::BallPathPoint& point : path.points) {
            path_S.push_back(point.p_S);
        }
    }
    Q_EMIT ballPathChanged(path_S);
}

void RefereePanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    showBallPath();
}

void RefereePanel::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    Q_EMIT ballPathChanged({});
}

// --- commands

void RefereePanel::send(const monitor::TrainerCommand& command) {
    if (m_view.isConnected && (m_areCommandsEnabled || !changesMatch(command))) {
        Q_EMIT commandRequested(command);
    }
}

void RefereePanel::askToKillServer() {
    auto* question = new QMessageBox(QMessageBox::Warning, tr("Shut down server"),
                                     tr("Shut down %1 and end its match?").arg(m_view.serverName),
                                     QMessageBox::NoButton, this);
    question->setObjectName(QStringLiteral("killQuestion"));
    QPushButton* end = question->addButton(tr("Shut down server"), QMessageBox::DestructiveRole);
    question->setDefaultButton(question->addButton(QMessageBox::Cancel));
    question->setAttribute(Qt::WA_DeleteOnClose);
    connect(end, &QPushButton::clicked, this, [this] { send(monitor::KillSimulation{}); });
    question->open();
}

void RefereePanel::showRawCheck() {
    const QString text = m_raw->text().trimmed();
    const monitor::TrainerMessage message = monitor::parseTrainerCommands(text.toStdString());
    QString hint;
    bool isFault = false;
    if (!text.isEmpty() && !message.errors.empty()) {
        hint = toQt(message.errors.front().toString());
        isFault = true;
    } else if (std::ranges::any_of(message.commands, changesMatch) && !m_areCommandsEnabled) {
        hint = tr("Changes the match: enable referee commands first");
        isFault = true;
    }
    QPalette palette;
    if (isFault) {
        palette.setColor(QPalette::WindowText, kRefereeFaultColor);
    }
    m_rawCheck->setPalette(palette);
    m_rawCheck->setText(hint);
    m_rawCheck->setVisible(!hint.isEmpty());
    showState();
}

void RefereePanel::sendRaw() {
    const QString text = m_raw->text().trimmed();
    if (text.isEmpty() || !m_view.isConnected) {
        return;
    }
    // Words that we do not know may do anything in another server.
    const monitor::TrainerMessage message = monitor::parseTrainerCommands(text.toStdString());
    const bool isHarmless =
        message.errors.empty() && std::ranges::none_of(message.commands, changesMatch);
    if (!m_areCommandsEnabled && !isHarmless) {
        return;
    }
    Q_EMIT rawCommandRequested(text);
    m_raw->clear();
}

} // namespace sideline::widgets
