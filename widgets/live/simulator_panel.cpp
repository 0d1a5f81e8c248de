#include "widgets/live/simulator_panel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <QAbstractItemView>
#include <QGridLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLinearGradient>
#include <QPainter>
#include <QPixmap>
#include <QScrollArea>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "agentcore/game/play_mode.h"
#include "agentcore/monitor/trainer_support.h"
#include "widgets/common/panel_parts.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using Source = SimulatorView::Source;

constexpr int kMaxNotes = 200;
constexpr int kLongWaitMs = 10; // wait for one agent: half of a cycle in real time

QToolButton* actionButton(QAction* action, bool isWide = true) {
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    button->setToolButtonStyle(action->icon().isNull() ? Qt::ToolButtonTextOnly
                                                       : Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::TabFocus);
    button->setSizePolicy(isWide ? QSizePolicy::Expanding : QSizePolicy::Fixed, QSizePolicy::Fixed);
    return button;
}

QLabel* heading(const QString& text) {
    auto* label = new QLabel(text);
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    return label;
}

} // namespace

const std::vector<double>& simulatorSpeeds() {
    static const std::vector<double> kSpeeds = {0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 0.0};
    return kSpeeds;
}

QString simulatorSpeedText(double factor) {
    return factor > 0.0 ? QStringLiteral("%1\u00d7").arg(factor)
                        : SimulatorPanel::tr("as fast as possible");
}

SimulatorPanel::SimulatorPanel(const SimulatorActions& actions, QWidget* parent) : QWidget(parent) {
    auto* column = columnIn(this);
    column->addWidget(buildRunning(actions));
    auto* tabs = new QTabWidget;
    tabs->setDocumentMode(true);
    tabs->addTab(buildMatch(actions), tr("Match"));
    m_robots = new SimulatorRobots;
    tabs->addTab(m_robots, tr("Robots"));
    m_setup = new SimulatorSetup;
    tabs->addTab(scrolled(m_setup), tr("Setup"));
    tabs->addTab(buildShow(), tr("Show"));
    column->addWidget(tabs, 1);
    m_notes = new QListWidget;
    m_notes->setObjectName(QStringLiteral("notes"));
    m_notes->setWordWrap(true);
    m_notes->setSelectionMode(QAbstractItemView::NoSelection);
    m_notes->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_notes->setFocusPolicy(Qt::NoFocus);
    m_notes->setFixedHeight(4 * fontMetrics().lineSpacing() + 8);
    m_notes->setToolTip(tr("Connections, disconnections and errors"));
    m_notesHead = heading(tr("Messages"));
    column->addWidget(m_notesHead);
    column->addWidget(m_notes);
    showNotes();
    setView({});
}

QWidget* SimulatorPanel::buildRunning(const SimulatorActions& actions) {
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    auto* start = actionButton(actions.startStop);
    start->setObjectName(QStringLiteral("startStop"));
    start->setMinimumHeight(2 * fontMetrics().height() + 6);
    QFont font = start->font();
    font.setBold(true);
    start->setFont(font);
    column->addWidget(start);
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    row->addWidget(actionButton(actions.pause));
    row->addWidget(actionButton(actions.step));
    column->addLayout(row);

    auto* speedRow = new QHBoxLayout;
    speedRow->addWidget(new QLabel(tr("Speed")));
    m_speed = new QComboBox;
    m_speed->setObjectName(QStringLiteral("speed"));
    m_speed->setToolTip(tr("Simulation speed relative to real time. Agents that do not answer "
                           "within a cycle fall behind, as in a real match."));
    for (const double factor : simulatorSpeeds()) {
        m_speed->addItem(simulatorSpeedText(factor), factor);
    }
    speedRow->addWidget(m_speed, 1);
    column->addLayout(speedRow);
    connect(m_speed, &QComboBox::activated, this,
            [this](int index) { Q_EMIT speedRequested(m_speed->itemData(index).toDouble()); });
    m_state = new QLabel;
    m_state->setObjectName(QStringLiteral("state"));
    m_state->setWordWrap(true);
    m_state->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_numbers = new QLabel;
    m_numbers->setObjectName(QStringLiteral("numbers"));
    m_numbers->setWordWrap(true);
    m_numbers->setToolTip(tr("Game clock, cycle number (20 ms each) and actual speed"));
    column->addWidget(m_state);
    column->addWidget(m_numbers);
    return box;
}

QWidget* SimulatorPanel::buildMatch(const SimulatorActions& actions) {
    auto* page = new QWidget;
    auto* column = columnIn(page);
    auto* grid = new QGridLayout;
    grid->setSpacing(4);
    grid->addWidget(actionButton(actions.arm), 0, 0, 1, 2);
    grid->addWidget(actionButton(actions.kickOffLeft), 1, 0);
    grid->addWidget(actionButton(actions.kickOffRight), 1, 1);
    grid->addWidget(actionButton(actions.dropBall), 2, 0, 1, 2);
    column->addLayout(grid);
    auto* modeRow = new QHBoxLayout;
    modeRow->addWidget(new QLabel(tr("Play mode")));
    m_playMode = new QComboBox;
    m_playMode->setObjectName(QStringLiteral("playMode"));
    m_playMode->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    for (const std::string_view name : game::kPlayModeNames) {
        m_playMode->addItem(playModeText(name));
    }
    m_arm = actions.arm;
    m_playMode->setEnabled(false);
    connect(m_arm, &QAction::toggled, this, &SimulatorPanel::showState);
    modeRow->addWidget(m_playMode, 1);
    column->addLayout(modeRow);
    connect(m_playMode, &QComboBox::activated, this, &SimulatorPanel::playModeRequested);

    column->addWidget(heading(tr("Snapshots")));
    m_snapshots = new QListWidget;
    m_snapshots->setObjectName(QStringLiteral("snapshots"));
    m_snapshots->setToolTip(
        tr("Complete simulator states, to retry from the same point; double-click to restore"));
    column->addWidget(m_snapshots, 1);
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    row->addWidget(actionButton(actions.saveSnapshot));
    m_restore = pushButton(tr("Restore"), tr("Continue from the selected snapshot"));
    m_drop = pushButton(tr("Delete"), tr("Delete the selected snapshot"));
    row->addWidget(m_restore);
    row->addWidget(m_drop);
    column->addLayout(row);
    const auto restore = [this] {
        if (const QListWidgetItem* item = m_snapshots->currentItem()) {
            Q_EMIT snapshotRestoreRequested(item->text());
        }
    };
    connect(m_restore, &QPushButton::clicked, this, restore);
    connect(m_snapshots, &QListWidget::itemDoubleClicked, this, restore);
    connect(m_drop, &QPushButton::clicked, this, [this] {
        if (const QListWidgetItem* item = m_snapshots->currentItem()) {
            Q_EMIT snapshotDropRequested(item->text());
        }
    });
    connect(m_snapshots, &QListWidget::currentRowChanged, this, &SimulatorPanel::showState);
    return page;
}

QWidget* SimulatorPanel::buildShow() {
    auto* page = new QWidget;
    auto* column = columnIn(page);
    column->addWidget(heading(tr("In the 3D view")));
    const auto add = [&](const QString& text, const QString& tip) {
        auto* box = new QCheckBox(text);
        box->setToolTip(tip);
        column->addWidget(box);
        m_shown.push_back(box);
        connect(box, &QCheckBox::toggled, this, [this] {
            if (!m_updating) {
                Q_EMIT physicsChosen({m_shown[0]->isChecked(), m_shown[1]->isChecked(),
                                      m_shown[2]->isChecked(), m_shown[3]->isChecked()});
            }
        });
    };
    add(tr("Contact forces"),
        tr("An arrow at every contact point: length and color show the force"));
    add(tr("Joint torques"), tr("An arc about each joint axis: it grows with the motor torque and "
                                "turns red at the limit"));
    add(tr("Masses"),
        tr("A sphere per body, sized by mass, and a marker at the robot's center of mass"));
    add(tr("Colliders"),
        tr("Collision shapes of the simulator; gray ones are asleep because they are at rest"));
    m_scale = new QLabel;
    m_scale->setObjectName(QStringLiteral("scale"));
    m_arrows = new QLabel;
    m_arrows->setWordWrap(true);
    column->addSpacing(4);
    column->addWidget(m_scale);
    column->addWidget(m_arrows);
    auto* hint = new QLabel(tr("<p><b>Ctrl + drag</b> in the 3D view pulls a robot or the ball "
                               "with a spring.</p><p><b>Shift + drag</b> pushes it: the arrow "
                               "shows the push; Shift + click nudges.</p><p><b>Ctrl + drag</b> in "
                               "the field view moves it, while referee commands are enabled.</p>"));
    hint->setWordWrap(true);
    column->addSpacing(8);
    column->addWidget(heading(tr("With the mouse")));
    column->addWidget(hint);
    column->addStretch(1);
    return page;
}

void SimulatorPanel::setPhysicsScale(const std::vector<QColor>& colors, double fullForceN,
                                     double arrowMPerN) {
    QPixmap bar(240, fontMetrics().height());
    QLinearGradient gradient(0, 0, bar.width(), 0);
    for (std::size_t i = 0; i < colors.size(); ++i) {
        gradient.setColorAt(static_cast<double>(i) / static_cast<double>(colors.size() - 1),
                            colors[i]);
    }
    QPainter painter(&bar);
    painter.fillRect(bar.rect(), gradient);
    m_scale->setPixmap(bar);
    m_arrows->setText(tr("0 to %1\u00a0N and more; 10\u00a0cm of arrow is %2\u00a0N. Torques: zero "
                         "to the motor limit.")
                          .arg(fullForceN)
                          .arg(0.1 / arrowMPerN));
}

void SimulatorPanel::setPhysicsChoice(const PhysicsChoice& choice) {
    m_updating = true;
    const std::array isShown = {choice.forces, choice.torques, choice.masses, choice.colliders};
    for (std::size_t i = 0; i < isShown.size(); ++i) {
        m_shown[i]->setChecked(isShown[i]);
    }
    m_updating = false;
}

void SimulatorPanel::setView(const SimulatorView& view) {
    const bool newSource = view.source != m_view.source;
    const bool newSnapshots = newSource || view.snapshots != m_view.snapshots;
    m_view = view;
    m_robots->setView(view);
    m_setup->setLive(view);
    if (newSnapshots) {
        showSnapshots();
    }
    showState();
}

void SimulatorPanel::showState() {
    const bool isOurs = m_view.source == Source::Simulator;
    const bool isLive = isOurs || (m_view.source == Source::Server && m_view.isConnected);
    QString state;
    QString numbers;
    if (isOurs) {
        state = m_view.agentPort > 0
                    ? tr("Agents: 127.0.0.1:%1\nMonitors: 127.0.0.1:%2 (%3 connected)")
                          .arg(m_view.agentPort)
                          .arg(m_view.monitorPort)
                          .arg(m_view.monitorCount)
                    : tr("No ports open");
        for (const LiveRobotView& robot : m_view.robots) {
            if (robot.waitingS > 0) {
                state += tr("\nWaiting for %1 for %2 s").arg(robotName(robot)).arg(robot.waitingS);
            } else if (robot.isSkipped) {
                state += tr("\nContinuing without %1").arg(robotName(robot));
            } else if (robot.waitMs >= kLongWaitMs) {
                state +=
                    tr("\nWaiting for %1, %2 ms per cycle").arg(robotName(robot)).arg(robot.waitMs);
            }
        }
        numbers = tr("%1, cycle %2, %3")
                      .arg(clockText(m_view.gameTimeS, true))
                      .arg(m_view.cycle)
                      .arg(m_view.isPaused
                               ? tr("paused")
                               : QStringLiteral("%1\u00d7").arg(m_view.measuredSpeed, 0, 'f', 2));
    } else if (m_view.source == Source::Server) {
        state = m_view.isConnected ? tr("Connected to %1").arg(m_view.serverName)
                                   : tr("Waiting for %1").arg(m_view.serverName);
        numbers = tr("game clock %1").arg(clockText(m_view.gameTimeS, true));
    } else {
        state = tr("Not running");
    }
    m_state->setText(state);
    m_numbers->setText(numbers);
    m_numbers->setVisible(!numbers.isEmpty());
    const auto& speeds = simulatorSpeeds();
    const auto nearest = std::ranges::min_element(
        speeds, {}, [&](double factor) { return std::abs(factor - m_view.speed); });
    if (!m_speed->view()->isVisible()) { // not while the list is open
        m_speed->setCurrentIndex(static_cast<int>(nearest - speeds.begin()));
    }
    m_speed->setEnabled(m_view.source != Source::Server);
    if (!m_playMode->view()->isVisible()) {
        m_playMode->setCurrentIndex(m_view.playMode);
    }
    const auto whyNot = monitor::unsupportedReason(
        m_view.serverKind.value_or(game::ServerKind::SimSpark), monitor::SetPlayMode{}, isOurs);
    m_playMode->setEnabled(isLive && !whyNot && m_arm->isChecked());
    m_playMode->setToolTip(
        whyNot ? tr("Not available: %1").arg(toQt(std::string(*whyNot)))
               : tr("Play mode of the match; selecting another one sets it, as the human referee "
                    "would"));
    const bool hasSnapshot = isOurs && m_snapshots->currentItem() != nullptr;
    m_snapshots->setEnabled(isOurs);
    m_restore->setEnabled(hasSnapshot);
    m_drop->setEnabled(hasSnapshot);
    for (QCheckBox* box : m_shown) {
        box->setEnabled(m_view.source != Source::Server);
    }
}

void SimulatorPanel::showSnapshots() {
    const QListWidgetItem* chosen = m_snapshots->currentItem();
    const QString before = chosen != nullptr ? chosen->text() : QString();
    const bool isNew = m_view.snapshots.size() > m_snapshots->count();
    m_snapshots->clear();
    m_snapshots->addItems(m_view.snapshots);
    const auto row = static_cast<int>(m_view.snapshots.indexOf(before));
    m_snapshots->setCurrentRow(isNew || row < 0 ? m_snapshots->count() - 1 : row);
}

void SimulatorPanel::addNotes(const QStringList& notes) {
    for (const QString& note : notes) {
        auto* item = new QListWidgetItem(note);
        item->setToolTip(note);
        m_notes->addItem(item);
    }
    while (m_notes->count() > kMaxNotes) {
        delete m_notes->takeItem(0);
    }
    showNotes();
    m_notes->scrollToBottom();
}

void SimulatorPanel::clearNotes() {
    m_notes->clear();
    showNotes();
}

void SimulatorPanel::showNotes() {
    m_notesHead->setVisible(m_notes->count() > 0);
    m_notes->setVisible(m_notes->count() > 0);
}

QStringList SimulatorPanel::notes() const {
    QStringList texts;
    for (int i = 0; i < m_notes->count(); ++i) {
        texts << m_notes->item(i)->text();
    }
    return texts;
}

} // namespace sideline::widgets
