// How the referee's panel is put together.
#include <utility>

#include <QCompleter>
#include <QGridLayout>
#include <QKeyEvent>
#include <QScrollArea>

#include "agentcore/game/constants.h"
#include "agentcore/game/play_mode.h"
#include "agentcore/math/angles.h"
#include "widgets/common/number_field.h"
#include "widgets/common/panel_parts.h"
#include "widgets/live/referee_panel.h"

namespace sideline::widgets {

namespace {

using game::Side;

constexpr double kFarthestM = 30.0;
constexpr double kHighestM = 40.0;
constexpr double kFastestMps = 50.0;
using game::kBallRadiusM;
constexpr double kTorsoHeightM = 0.40; // of a Nao that stands

QGridLayout* gridIn(QVBoxLayout* column) {
    auto* grid = new QGridLayout;
    grid->setSpacing(4);
    column->addLayout(grid);
    return grid;
}

// Three fields for a place or a velocity in a row, with their names in front.
std::array<QDoubleSpinBox*, 3> vectorFields(QGridLayout* grid, int row, const char* name,
                                            const QString& text, double sidewaysLimit,
                                            double lowest, double highest, const QString& unit) {
    grid->addWidget(new QLabel(text), row, 0);
    std::array<QDoubleSpinBox*, 3> fields{};
    for (int i = 0; i < 3; ++i) {
        const std::string fieldName = std::string(name) + "xyz"[i];
        auto* field =
            i < 2 ? numberField(fieldName.c_str(), -sidewaysLimit, sidewaysLimit, 2, 0.5, {})
                  : numberField(fieldName.c_str(), lowest, highest, 2, 0.5, {});
        field->setToolTip(QStringLiteral("%1, %2").arg(QLatin1Char("xyz"[i])).arg(unit));
        grid->addWidget(field, row, i + 1);
        fields[static_cast<std::size_t>(i)] = field;
    }
    return fields;
}

// What the server understands, for the completion of what an expert writes.
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

RefereePanel::RefereePanel(QWidget* parent) : QWidget(parent) {
    auto* column = columnIn(this);
    m_enable = panelButton("enableCommands", {},
                           tr("Lets buttons and keys change the match. Click again to disable."));
    m_enable->setFont(bold(m_enable->font()));
    m_enable->setMinimumHeight(2 * fontMetrics().height());
    connect(m_enable, &QPushButton::clicked, this,
            [this] { enableCommands(!m_areCommandsEnabled); });
    column->addWidget(m_enable);
    m_state = new QLabel;
    m_state->setObjectName(QStringLiteral("state"));
    m_state->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    column->addWidget(m_state);
    m_hint = new QLabel;
    m_hint->setObjectName(QStringLiteral("hint"));
    m_hint->setWordWrap(true);
    column->addWidget(m_hint);
    m_tabs = new QTabWidget;
    m_tabs->setDocumentMode(true);
    const auto addPage = [this](QWidget* page, const QString& text) {
        auto* scrolled = new QScrollArea;
        scrolled->setWidget(page);
        scrolled->setWidgetResizable(true);
        scrolled->setFrameShape(QFrame::NoFrame);
        scrolled->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_tabs->addTab(scrolled, text);
    };
    addPage(buildMatch(), tr("Match"));
    addPage(buildBall(), tr("Ball"));
    addPage(buildPlayers(), tr("Players"));
    addPage(buildServer(), tr("Server"));
    column->addWidget(m_tabs, 1);
    m_log = new QListWidget;
    m_log->setObjectName(QStringLiteral("log"));
    m_log->setSelectionMode(QAbstractItemView::NoSelection);
    m_log->setFocusPolicy(Qt::NoFocus);
    m_log->setWordWrap(true);
    m_log->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_log->setFixedHeight(6 * fontMetrics().lineSpacing() + 8);
    m_log->setToolTip(tr("Commands sent: game clock, source, command"));
    column->addWidget(m_log);
    column->addWidget(buildRaw());
    connect(m_tabs, &QTabWidget::currentChanged, this, &RefereePanel::showBallPath);
    showPlayModes();
    showState();
}

QPushButton* RefereePanel::commandButton(const char* name, const QString& text,
                                         const QString& tip) {
    QPushButton* button = panelButton(name, text, tip);
    m_commandButtons.push_back(button);
    return button;
}

QWidget* RefereePanel::buildMatch() {
    auto* page = new QWidget;
    auto* column = columnIn(page);
    QGridLayout* grid = gridIn(column);
    const auto kickOff = [this](const char* name, const QString& text, const QString& tip,
                                Side side) {
        QPushButton* button = commandButton(name, text, tip);
        connect(button, &QPushButton::clicked, this,
                [this, side] { send(monitor::KickOff{side}); });
        return button;
    };
    grid->addWidget(
        kickOff("kickOffLeft", tr("Kick-off left"), tr("The left team kicks off"), Side::Left), 0,
        0);
    grid->addWidget(
        kickOff("kickOffRight", tr("Kick-off right"), tr("The right team kicks off"), Side::Right),
        0, 1);
    grid->addWidget(
        kickOff("kickOffCoin", tr("Toss a coin"),
                tr("The server tosses a coin; in the second half, the other side kicks off"),
                Side::None),
        1, 0);
    auto* drop =
        commandButton("dropBall", tr("Drop ball"),
                      tr("Moves both teams away from the ball, then lets everyone touch it"));
    grid->addWidget(drop, 1, 1);
    connect(drop, &QPushButton::clicked, this, [this] { send(monitor::DropBall{}); });

    column->addWidget(panelHeading(tr("Play mode")));
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    m_modeFilter = new QLineEdit;
    m_modeFilter->setObjectName(QStringLiteral("modeFilter"));
    m_modeFilter->setPlaceholderText(tr("Type to find a mode"));
    m_modeFilter->setClearButtonEnabled(true);
    m_setMode =
        commandButton("setMode", tr("Set"),
                      tr("Sets the selected play mode (Enter). Players and ball are not moved."));
    row->addWidget(m_modeFilter, 1);
    row->addWidget(m_setMode);
    column->addLayout(row);
    m_modes = new QListWidget;
    m_modes->setObjectName(QStringLiteral("modes"));
    m_modes->setUniformItemSizes(true);
    m_modes->setMinimumHeight(5 * fontMetrics().lineSpacing());
    column->addWidget(m_modes, 1);
    connect(m_modeFilter, &QLineEdit::textChanged, this, &RefereePanel::showPlayModes);
    connect(m_modeFilter, &QLineEdit::returnPressed, this, &RefereePanel::sendPlayMode);
    connect(m_modes, &QListWidget::itemDoubleClicked, this, &RefereePanel::sendPlayMode);
    connect(m_modes, &QListWidget::currentRowChanged, this, &RefereePanel::showState);
    connect(m_setMode, &QPushButton::clicked, this, &RefereePanel::sendPlayMode);
    column->addWidget(buildScore());
    return page;
}

QWidget* RefereePanel::buildScore() {
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
    auto* setScore = commandButton("setScore", tr("Set"), tr("Sets the score, left and right"));
    grid->addWidget(setScore, 0, 2);
    constexpr double kLongestS = 36000.0;
    m_time = numberField("time", 0.0, kLongestS, 2, 10.0, QStringLiteral("s"));
    m_time->setToolTip(tr("Seconds of the game clock"));
    grid->addWidget(new QLabel(tr("Time")), 1, 0);
    grid->addWidget(m_time, 1, 1);
    auto* setTime = commandButton("setTime", tr("Set"), tr("Sets the game clock"));
    grid->addWidget(setTime, 1, 2);
    grid->setColumnStretch(1, 1);
    connect(setScore, &QPushButton::clicked, this, [this] {
        send(monitor::SetScore{m_scores[0]->value(), m_scores[1]->value()});
    });
    connect(setTime, &QPushButton::clicked, this,
            [this] { send(monitor::SetTime{m_time->value()}); });
    return box;
}

QWidget* RefereePanel::buildBall() {
    auto* page = new QWidget;
    auto* column = columnIn(page);
    QGridLayout* grid = gridIn(column);
    m_ballPlace = vectorFields(grid, 0, "ball", tr("Position, m"), kFarthestM, 0.0, kHighestM,
                               tr("meters, in the server frame"));
    m_ballPlace[2]->setValue(kBallRadiusM);
    m_ballPlace[2]->setDecimals(3);
    m_ballPlace[2]->setValue(kBallRadiusM);
    m_ballVelocity = vectorFields(grid, 1, "velocity", tr("Speed, m/s"), kFastestMps, -kFastestMps,
                                  kFastestMps, tr("meters per second"));
    for (const auto& fields : {m_ballPlace, m_ballVelocity}) {
        for (QDoubleSpinBox* field : fields) {
            connect(field, &QDoubleSpinBox::valueChanged, this, &RefereePanel::showBallPath);
        }
    }
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    auto* place = commandButton("placeBall", tr("Place"), tr("Puts the ball there, at rest"));
    auto* throwIt =
        commandButton("throwBall", tr("Throw"), tr("Puts the ball there with this speed"));
    auto* kick =
        commandButton("kickBall", tr("Kick"), tr("Gives the ball this velocity where it is"));
    auto* take =
        panelButton("takeBall", tr("From field"), tr("Fills in the ball's current position"));
    for (QPushButton* button : {place, throwIt, kick, take}) {
        row->addWidget(button, 1);
    }
    column->addLayout(row);
    m_path = new BallPathView;
    column->addWidget(m_path);
    m_pathText = new QLabel;
    m_pathText->setObjectName(QStringLiteral("pathText"));
    m_pathText->setWordWrap(true);
    column->addWidget(m_pathText);
    column->addStretch(1);
    connect(place, &QPushButton::clicked, this, [this] { sendBall(true, false); });
    connect(throwIt, &QPushButton::clicked, this, [this] { sendBall(true, true); });
    connect(kick, &QPushButton::clicked, this, [this] { sendBall(false, true); });
    connect(take, &QPushButton::clicked, this, [this] {
        if (m_view.p_SBall) {
            setBallPosition(*m_view.p_SBall);
        }
    });
    m_openButtons.push_back(take);
    return page;
}

QPushButton* RefereePanel::robotButton(const char* name, const QString& text, const QString& tip,
                                       CommandForRobot makeCommand) {
    QPushButton* button = commandButton(name, text, tip);
    m_robotButtons.push_back(button);
    connect(button, &QPushButton::clicked, this, [this, makeCommand = std::move(makeCommand)] {
        if (const auto id = chosenRobot()) {
            send(makeCommand(*id));
        }
    });
    return button;
}

QWidget* RefereePanel::buildPlayers() {
    auto* page = new QWidget;
    auto* column = columnIn(page);
    m_robot = new QComboBox;
    m_robot->setObjectName(QStringLiteral("robot"));
    m_robot->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    column->addWidget(m_robot);
    connect(m_robot, &QComboBox::currentIndexChanged, this, &RefereePanel::showState);
    QGridLayout* grid = gridIn(column);
    m_agentPlace = vectorFields(grid, 0, "agent", tr("Position, m"), kFarthestM, 0.0, kHighestM,
                                tr("meters, of the torso"));
    m_agentPlace[2]->setValue(kTorsoHeightM);
    m_agentHeading = numberField("heading", -180.0, 180.0, 1, 15.0, QStringLiteral("\u00b0"));
    m_agentHeading->setToolTip(tr("Heading: 0\u00b0 is along x, towards the right goal"));
    grid->addWidget(new QLabel(tr("Heading")), 1, 0);
    grid->addWidget(m_agentHeading, 1, 1, 1, 3);
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    const auto put = [this](const game::PlayerId& id) {
        // A body at yaw 0 faces +y, a robot of heading 0 faces +x.
        const double yawRad =
            math::wrapRad(math::radFromDeg(m_agentHeading->value()) - math::kPi / 2.0);
        return monitor::AgentCommand{
            id, {}, monitor::AgentMove{vectorOf(m_agentPlace), yawRad}, {}, {}};
    };
    const auto shift = [this](const game::PlayerId& id) {
        return monitor::AgentCommand{id, vectorOf(m_agentPlace), {}, {}, {}};
    };
    row->addWidget(robotButton("placeAgent", tr("Place upright"),
                               tr("Puts the robot there, upright and at rest"), put),
                   1);
    row->addWidget(robotButton("shiftAgent", tr("Move"),
                               tr("Moves the robot there, keeping its posture"), shift),
                   1);
    auto* take =
        panelButton("takeAgent", tr("From field"), tr("Fills in the robot's current position"));
    row->addWidget(take, 1);
    column->addLayout(row);
    connect(take, &QPushButton::clicked, this, [this] {
        for (const RefereeRobot& robot : m_view.robots) {
            if (robot.id == chosenRobot()) {
                setAgentPlacement(robot.id, robot.p_STorso, robot.headingRad);
            }
        }
    });
    buildRobotVerbs(column);
    buildMarks(column);
    column->addStretch(1);
    return page;
}

void RefereePanel::buildRobotVerbs(QVBoxLayout* column) {
    QGridLayout* verbs = gridIn(column);
    verbs->addWidget(
        robotButton("reposition", tr("To sideline"),
                    tr("Puts the robot outside the field, as after a foul"),
                    [](const game::PlayerId& id) { return monitor::RepositionAgent{id}; }),
        0, 0);
    verbs->addWidget(robotButton("kill", tr("Remove"), tr("Removes the robot from the game"),
                                 [](const game::PlayerId& id) { return monitor::KillAgent{id}; }),
                     0, 1);
    m_battery = numberField("battery", 0.0, 1e6, 0, 10.0, {});
    m_battery->setValue(100.0);
    m_temperature = numberField("temperature", -50.0, 200.0, 0, 1.0, QStringLiteral("\u00b0C"));
    m_temperature->setValue(20.0);
    verbs->addWidget(m_battery, 1, 0);
    verbs->addWidget(
        robotButton("setBattery", tr("Set battery"), tr("Sets the robot's battery"),
                    [this](const game::PlayerId& id) {
                        return monitor::AgentCommand{id, {}, {}, m_battery->value(), {}};
                    }),
        1, 1);
    verbs->addWidget(m_temperature, 2, 0);
    verbs->addWidget(
        robotButton("setTemperature", tr("Set temperature"),
                    tr("Sets the temperature; rcssserver3d 0.7 applies it to the battery"),
                    [this](const game::PlayerId& id) {
                        return monitor::AgentCommand{id, {}, {}, {}, m_temperature->value()};
                    }),
        2, 1);
}

void RefereePanel::buildMarks(QVBoxLayout* column) {
    column->addWidget(panelHeading(tr("Selection in the server")));
    QGridLayout* marks = gridIn(column);
    const auto open = [this](const char* name, const QString& text, const QString& tip) {
        QPushButton* button = panelButton(name, text, tip);
        m_openButtons.push_back(button);
        return button;
    };
    auto* select = open("select", tr("Select"), tr("Selects the robot in the server"));
    auto* next =
        open("selectNext", tr("Select next"), tr("Selects the robot after the selected one"));
    auto* none = open("selectNone", tr("Select none"), tr("Clears the selection"));
    auto* clear = commandButton("clearSelected", tr("Move away"),
                                tr("Moves selected robots 2.5 m towards their own half"));
    marks->addWidget(select, 0, 0);
    marks->addWidget(next, 0, 1);
    marks->addWidget(none, 1, 0);
    marks->addWidget(clear, 1, 1);
    connect(select, &QPushButton::clicked, this, [this] {
        if (const auto id = chosenRobot()) {
            send(monitor::SelectAgent{*id});
        }
    });
    connect(next, &QPushButton::clicked, this, [this] { send(monitor::SelectNextAgent{}); });
    connect(none, &QPushButton::clicked, this, [this] { send(monitor::ClearSelection{}); });
    connect(clear, &QPushButton::clicked, this, [this] { send(monitor::ClearSelectedAgents{}); });
}

QWidget* RefereePanel::buildServer() {
    auto* page = new QWidget;
    auto* column = columnIn(page);
    auto* full = panelButton("fullState", tr("Request full state"),
                             tr("The next message to all monitors contains the full scene"));
    auto* acknowledge = panelButton("getAck", tr("Request acknowledgment"),
                                    tr("(getAck): answered by servers with the old monitor"));
    auto* kill = commandButton("killServer", tr("Shut down server..."),
                               tr("Shuts down the server and ends the match, after confirmation"));
    m_openButtons.push_back(full);
    m_openButtons.push_back(acknowledge);
    for (QPushButton* button : {full, acknowledge, kill}) {
        column->addWidget(button);
    }
    column->addStretch(1);
    connect(full, &QPushButton::clicked, this, [this] { send(monitor::RequestFullState{}); });
    connect(acknowledge, &QPushButton::clicked, this, [this] { send(monitor::GetAck{}); });
    connect(kill, &QPushButton::clicked, this, &RefereePanel::askToKillServer);
    return page;
}

QWidget* RefereePanel::buildRaw() {
    auto* box = new QWidget;
    auto* column = columnIn(box, 0);
    column->setSpacing(2);
    auto* line = new QHBoxLayout;
    line->setSpacing(4);
    m_raw = new QLineEdit;
    m_raw->setObjectName(QStringLiteral("raw"));
    m_raw->setPlaceholderText(tr("(command ...)"));
    m_raw->setToolTip(tr("Commands in the server's syntax; a line may contain several"));
    auto* completer = new QCompleter(commandTexts(), m_raw);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    m_raw->setCompleter(completer);
    m_sendRaw = panelButton("sendRaw", tr("Send"), tr("Sends the line (Enter)"));
    line->addWidget(m_raw, 1);
    line->addWidget(m_sendRaw);
    column->addLayout(line);
    m_rawCheck = new QLabel;
    m_rawCheck->setObjectName(QStringLiteral("rawCheck"));
    m_rawCheck->setWordWrap(true);
    m_rawCheck->hide();
    column->addWidget(m_rawCheck);
    connect(m_raw, &QLineEdit::textChanged, this, &RefereePanel::showRawCheck);
    connect(m_raw, &QLineEdit::returnPressed, this, &RefereePanel::sendRaw);
    connect(m_sendRaw, &QPushButton::clicked, this, &RefereePanel::sendRaw);
    return box;
}

} // namespace sideline::widgets
