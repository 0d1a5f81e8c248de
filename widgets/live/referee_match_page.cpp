#include "widgets/live/referee_match_page.h"

#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>

#include "agentcore/game/play_mode.h"
#include "agentcore/monitor/trainer_support.h"
#include "widgets/common/number_field.h"
#include "widgets/common/panel_parts.h"
#include "widgets/live/vector_fields.h"

namespace sideline::widgets {

namespace {

using game::Side;

constexpr int kModeRole = Qt::UserRole;
const QColor kUnknownModeColor(0xd9, 0x4a, 0x3d);

// Lists the server's modes whose name contains the words; the current one is bold.
void fillPlayModes(QListWidget& modes, const RefereeView& view, const QString& filter,
                   const QString& before) {
    const QSignalBlocker blocker(modes);
    modes.clear();
    for (const std::string_view mode :
         monitor::playModesOf(view.server.value_or(game::ServerKind::SimSpark))) {
        const QString text = playModeText(mode);
        const QString name = toQt(mode);
        const auto known = game::playModeFromName(mode);
        if (!text.contains(filter, Qt::CaseInsensitive) &&
            !name.contains(filter, Qt::CaseInsensitive)) {
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
    if (modes.currentItem() == nullptr && !filter.isEmpty()) {
        modes.setCurrentRow(0);
    }
}

} // namespace

RefereeMatchPage::RefereeMatchPage(RefereeCommands& commands, QWidget* parent)
    : QWidget(parent), m_commands(commands) {
    auto* column = columnIn(this);
    QGridLayout* grid = gridIn(column);
    const auto kickOff = [this](const char* name, const QString& text, const QString& tip,
                                Side side) {
        QPushButton* button = m_commands.commandButton(name, text, tip);
        connect(button, &QPushButton::clicked, this,
                [this, side] { m_commands.send(monitor::KickOff{side}); });
        return button;
    };
    grid->addWidget(
        kickOff("kickOffLeft", tr("Kick-off left"), tr("The left team kicks off"), Side::Left), 0,
        0);
    grid->addWidget(
        kickOff("kickOffRight", tr("Kick-off right"), tr("The right team kicks off"), Side::Right),
        0, 1);
    grid->addWidget(kickOff("kickOffCoin", tr("Toss a coin"),
                            tr("The server tosses a coin in the first half; in the second, the "
                               "other side kicks off"),
                            Side::None),
                    1, 0);
    auto* drop = m_commands.commandButton(
        "dropBall", tr("Drop ball"),
        tr("Moves both teams away from the ball, then lets all players touch it"));
    grid->addWidget(drop, 1, 1);
    connect(drop, &QPushButton::clicked, this, [this] { m_commands.send(monitor::DropBall{}); });

    column->addWidget(panelHeading(tr("Play mode")));
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    m_modeFilter = new QLineEdit;
    m_modeFilter->setObjectName(QStringLiteral("modeFilter"));
    m_modeFilter->setPlaceholderText(tr("Type to find a mode"));
    m_modeFilter->setClearButtonEnabled(true);
    auto* setMode = m_commands.commandButton(
        "setMode", tr("Set"),
        tr("Sets the selected play mode (Enter). Players and ball are not moved."), [this] {
            return m_modes->currentItem() == nullptr ? tr("No play mode is chosen") : QString();
        });
    row->addWidget(m_modeFilter, 1);
    row->addWidget(setMode);
    column->addLayout(row);
    m_modes = new QListWidget;
    m_modes->setObjectName(QStringLiteral("modes"));
    m_modes->setUniformItemSizes(true);
    m_modes->setMinimumHeight(5 * fontMetrics().lineSpacing());
    column->addWidget(m_modes, 1);
    connect(m_modeFilter, &QLineEdit::textChanged, this, &RefereeMatchPage::showPlayModes);
    connect(m_modeFilter, &QLineEdit::returnPressed, this, &RefereeMatchPage::sendPlayMode);
    connect(m_modes, &QListWidget::itemDoubleClicked, this, &RefereeMatchPage::sendPlayMode);
    connect(m_modes, &QListWidget::currentRowChanged, &m_commands, &RefereeCommands::updateButtons);
    connect(setMode, &QPushButton::clicked, this, &RefereeMatchPage::sendPlayMode);
    column->addWidget(buildScore());
    showPlayModes();
}

QWidget* RefereeMatchPage::buildScore() {
    auto* box = new QWidget;
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(4);
    constexpr int kHighestScore = 99;
    auto* scoreRow = new QHBoxLayout;
    for (std::size_t i = 0; i < m_scores.size(); ++i) {
        m_scores[i] = new CountField;
        m_scores[i]->setObjectName(i == 0 ? QStringLiteral("scoreLeft")
                                          : QStringLiteral("scoreRight"));
        m_scores[i]->setRange(0, kHighestScore);
        scoreRow->addWidget(m_scores[i], 1);
        if (i == 0) {
            scoreRow->addWidget(new QLabel(QStringLiteral(":")));
        }
    }
    grid->addWidget(new QLabel(tr("Score")), 0, 0);
    grid->addLayout(scoreRow, 0, 1);
    auto* setScore =
        m_commands.commandButton("setScore", tr("Set"), tr("Sets the score, left and right"));
    grid->addWidget(setScore, 0, 2);
    constexpr double kLongestS = 36000.0;
    m_time = numberField("time", 0.0, kLongestS, 2, 10.0, QStringLiteral("s"));
    m_time->setToolTip(tr("Seconds of the game clock"));
    grid->addWidget(new QLabel(tr("Time")), 1, 0);
    grid->addWidget(m_time, 1, 1);
    auto* setTime = m_commands.commandButton("setTime", tr("Set"), tr("Sets the game clock"));
    grid->addWidget(setTime, 1, 2);
    grid->setColumnStretch(1, 1);
    connect(setScore, &QPushButton::clicked, this, [this] {
        m_commands.send(monitor::SetScore{m_scores[0]->value(), m_scores[1]->value()});
    });
    connect(setTime, &QPushButton::clicked, this,
            [this] { m_commands.send(monitor::SetTime{m_time->value()}); });
    return box;
}

void RefereeMatchPage::showPlayModes() {
    const QListWidgetItem* current = m_modes->currentItem();
    const QString before = current != nullptr ? current->data(kModeRole).toString() : QString();
    const QString filter = m_modeFilter->text().trimmed();
    fillPlayModes(*m_modes, m_commands.view(), filter, before);
    QPalette palette;
    if (m_modes->count() == 0) {
        palette.setColor(QPalette::Text, kUnknownModeColor);
    }
    m_modeFilter->setPalette(palette);
    m_modeFilter->setToolTip(m_modes->count() == 0 ? tr("Unknown play mode") : QString());
    m_commands.updateButtons();
}

void RefereeMatchPage::setScore(int left, int right) {
    const std::array score = {left, right};
    for (std::size_t i = 0; i < m_scores.size(); ++i) {
        if (!m_scores[i]->hasFocus()) {
            m_scores[i]->setValue(score[i]);
        }
    }
}

void RefereeMatchPage::setTime(double timeS) {
    if (!m_time->hasFocus()) {
        m_time->setValue(timeS);
    }
}

void RefereeMatchPage::sendPlayMode() {
    if (const QListWidgetItem* item = m_modes->currentItem()) {
        const QString name = item->data(kModeRole).toString();
        if (const auto mode = game::playModeFromName(name.toStdString())) {
            m_commands.send(monitor::SetPlayMode{*mode});
        } else { // supported only by rcssservermj
            m_commands.sendText(QStringLiteral("(playMode %1)").arg(name));
        }
        if (m_commands.isEnabled()) {
            m_modeFilter->clear(); // lists all modes again
        }
    }
}

} // namespace sideline::widgets
