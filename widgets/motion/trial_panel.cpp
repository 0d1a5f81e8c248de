#include "widgets/motion/trial_panel.h"

#include <algorithm>
#include <cmath>

#include <QCheckBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QProgressBar>
#include <QSignalBlocker>
#include <QTableView>

#include "widgets/common/icons.h"
#include "widgets/common/number_field.h"
#include "widgets/common/panel_controls.h"
#include "widgets/common/panel_parts.h"
#include "widgets/common/scrub_bar.h"
#include "widgets/common/text_format.h"
#include "widgets/motion/motion_panel_parts.h"
#include "widgets/motion/pose_slider.h"

namespace sideline::widgets {

namespace {

constexpr double kStepsPerS = 1000.0;

// An outdated verdict has no color.
QString reportText(const TrialView& view) {
    QString rows;
    for (const TrialLine& line : view.lines) {
        const QString value = line.value.toHtmlEscaped();
        rows += QStringLiteral(
                    "<tr><td style='padding-right:10px'>%1</td><td align='right'>%2</td></tr>")
                    .arg(line.what.toHtmlEscaped(),
                         line.isBad && !view.isOutdated
                             ? QStringLiteral("<span style='color:%1'><b>%2</b></span>")
                                   .arg(badColor().name(), value)
                             : value);
    }
    return rows.isEmpty() ? QString()
                          : QStringLiteral("<table cellspacing='2' width='100%'>") + rows +
                                QStringLiteral("</table>");
}

} // namespace

class TrialPanel::Impl {
public:
    explicit Impl(TrialPanel* panel) : q(panel) {}

    QWidget* buildChoice();
    QWidget* buildButtons();
    QWidget* buildLive();
    QWidget* buildReport();
    QWidget* buildRuns();
    QWidget* buildScrub();
    void read();
    void show();
    void showReport();
    void showRuns();
    void showScrub();
    void showBallRow();

    TrialPanel* q;
    TrialChoice choice;
    TrialView view;
    int ballStart = -1;
    bool isShowing = false;
    TrialRunModel runModel;
    bool shownPlaying = false;

    QComboBox* start = nullptr;
    QWidget* ballRow = nullptr;
    QDoubleSpinBox* ballForward = nullptr;
    QDoubleSpinBox* ballLeft = nullptr;
    QComboBox* robots = nullptr;
    QSpinBox* repeats = nullptr;
    QDoubleSpinBox* noise = nullptr;
    QPushButton* tryIt = nullptr;
    QProgressBar* progress = nullptr;
    QPushButton* playLive = nullptr;
    QPushButton* recordLive = nullptr;
    QPushButton* recordMotion = nullptr;
    QDoubleSpinBox* tolerance = nullptr;
    QLabel* summary = nullptr;
    FallReport* fall = nullptr;
    QLabel* report = nullptr;
    QTableView* runs = nullptr;
    QCheckBox* ghost = nullptr;
    QWidget* scrubBox = nullptr;
    QPushButton* showTrial = nullptr;
    QPushButton* showMotion = nullptr;
    QToolButton* play = nullptr;
    ScrubBar* scrub = nullptr;
    QLabel* time = nullptr;
};

QWidget* TrialPanel::Impl::buildChoice() {
    auto* box = new QWidget;
    auto* form = new QFormLayout(box);
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(6);
    form->setVerticalSpacing(4);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    start = panelChoice("start", {}, TrialPanel::tr("State of the robot before the motion"));
    ballForward = panelNumber("ballForward", -1.0, 3.0, 3, 0.01, QStringLiteral("m"),
                              TrialPanel::tr("Ball center ahead of the feet"));
    ballLeft = panelNumber(
        "ballLeft", -1.0, 1.0, 3, 0.01, QStringLiteral("m"),
        TrialPanel::tr(
            "Ball center to the left of the midpoint between the feet; negative: to the right"));
    ballRow = new QWidget;
    auto* balls = rowIn(ballRow);
    balls->addWidget(new QLabel(TrialPanel::tr("Ball ahead")));
    balls->addWidget(ballForward, 1);
    balls->addWidget(new QLabel(TrialPanel::tr("to the left")));
    balls->addWidget(ballLeft, 1);
    repeats = new CountField;
    repeats->setObjectName(QStringLiteral("repeats"));
    repeats->setRange(1, 1000);
    repeats->setKeyboardTracking(false);
    repeats->setSuffix(TrialPanel::tr(" times"));
    repeats->setSpecialValueText(TrialPanel::tr("once"));
    repeats->setToolTip(TrialPanel::tr(
        "Number of runs, each with different noise; the report gives the success rate"));
    noise = panelNumber("noise", 0.0, 20.0, 1, 0.5, QStringLiteral("\u00b0"),
                        TrialPanel::tr("Standard deviation of the start pose's joint angles"));
    noise->setSpecialValueText(TrialPanel::tr("none"));
    robots = panelChoice("robots", {QString(), TrialPanel::tr("all of its kind")},
                         TrialPanel::tr("Robot to simulate: the edited one, or all types"));
    form->addRow(TrialPanel::tr("Robot"), robots);
    form->addRow(TrialPanel::tr("Start"), start);
    form->addRow(ballRow);
    auto* often = new QHBoxLayout;
    often->setSpacing(6);
    often->addWidget(repeats, 1);
    often->addWidget(new QLabel(TrialPanel::tr("Noise")));
    often->addWidget(noise, 1);
    form->addRow(TrialPanel::tr("Runs"), often);
    for (QComboBox* combo : {start, robots}) {
        QObject::connect(combo, &QComboBox::activated, q, [this] { read(); });
    }
    QObject::connect(repeats, &QSpinBox::valueChanged, q, [this] { read(); });
    for (QDoubleSpinBox* field : {ballForward, ballLeft, noise}) {
        QObject::connect(field, &QDoubleSpinBox::valueChanged, q, [this] { read(); });
    }
    return box;
}

QWidget* TrialPanel::Impl::buildButtons() {
    auto* box = new QWidget;
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(4);
    tryIt = panelButton("try", TrialPanel::tr("Simulate (F6)"), {});
    tryIt->setFont(bold(tryIt->font()));
    tryIt->setMinimumHeight(2 * tryIt->fontMetrics().height() + 6);
    tryIt->setMinimumWidth(tryIt->sizeHint().width());
    progress = panelProgress("progress");
    grid->addWidget(tryIt, 0, 0);
    grid->addWidget(progress, 1, 0);
    QObject::connect(tryIt, &QPushButton::clicked, q, [this] {
        if (view.isRunning) {
            Q_EMIT q->cancelRequested();
        } else {
            Q_EMIT q->tryRequested();
        }
    });
    return box;
}

QWidget* TrialPanel::Impl::buildLive() {
    auto* box = new QWidget;
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(4);
    playLive = panelButton("playLive", TrialPanel::tr("Play on live robot"), {});
    playLive->setIcon(icon(QStringLiteral("play")));
    recordLive = panelButton("recordLive", TrialPanel::tr("Keyframe from live robot"), {});
    recordLive->setIcon(icon(QStringLiteral("key-add")));
    grid->addWidget(playLive, 0, 0);
    grid->addWidget(recordLive, 1, 0);
    recordMotion = panelButton("recordMotion", {}, {});
    tolerance = panelNumber("tolerance", 0.05, 20.0, 2, 0.5, QStringLiteral("\u00b0"),
                            TrialPanel::tr("How far the curves of a recording may deviate from "
                                           "the measured angles: smaller gives more keyframes"));
    tolerance->setValue(1.0);
    auto* recording = new QHBoxLayout;
    recording->setSpacing(4);
    recording->addWidget(recordMotion, 2);
    recording->addWidget(tolerance, 1);
    grid->addLayout(recording, 2, 0);
    QObject::connect(recordMotion, &QPushButton::clicked, q,
                     [this] { Q_EMIT q->recordingRequested(!view.isRecording); });
    QObject::connect(tolerance, &QDoubleSpinBox::valueChanged, q, &TrialPanel::toleranceChanged);
    QObject::connect(playLive, &QPushButton::clicked, q, &TrialPanel::playLiveRequested);
    QObject::connect(recordLive, &QPushButton::clicked, q, &TrialPanel::recordLiveRequested);
    return box;
}

QWidget* TrialPanel::Impl::buildReport() {
    auto* box = new QWidget;
    auto* column = columnIn(box, 0);
    summary = new QLabel;
    summary->setObjectName(QStringLiteral("summary"));
    summary->setWordWrap(true);
    summary->setFont(bold(summary->font()));
    report = new QLabel;
    report->setObjectName(QStringLiteral("report"));
    report->setWordWrap(true);
    report->setTextInteractionFlags(Qt::TextSelectableByMouse);
    report->setAlignment(Qt::AlignTop);
    column->addWidget(summary);
    fall = new FallReport;
    fall->setObjectName(QStringLiteral("fall"));
    QObject::connect(fall, &FallReport::timeRequested, q, &TrialPanel::momentRequested);
    QObject::connect(fall, &FallReport::remedyRequested, q, &TrialPanel::remedyRequested);
    column->addWidget(buildRuns());
    column->addWidget(fall);
    column->addWidget(report);
    return box;
}

QWidget* TrialPanel::Impl::buildRuns() {
    constexpr int kShownRows = 6; // rows shown before the table scrolls
    runs = new QTableView;
    runs->setObjectName(QStringLiteral("runs"));
    runs->setModel(&runModel);
    runs->setSelectionBehavior(QAbstractItemView::SelectRows);
    runs->setSelectionMode(QAbstractItemView::SingleSelection);
    runs->setShowGrid(false);
    runs->verticalHeader()->hide();
    runs->verticalHeader()->setDefaultSectionSize(runs->fontMetrics().height() + 4);
    runs->horizontalHeader()->setHighlightSections(false);
    runs->horizontalHeader()->setStretchLastSection(true);
    for (const int column : {TrialRunModel::NumberColumn, TrialRunModel::RobotColumn}) {
        runs->horizontalHeader()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    }
    runs->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    runs->setFixedHeight(runs->horizontalHeader()->sizeHint().height() +
                         kShownRows * runs->verticalHeader()->defaultSectionSize() + 4);
    QObject::connect(runs->selectionModel(), &QItemSelectionModel::currentRowChanged, q,
                     [this](const QModelIndex& row) {
                         if (!isShowing && row.isValid()) {
                             Q_EMIT q->runRequested(row.row());
                         }
                     });
    return runs;
}

QWidget* TrialPanel::Impl::buildScrub() {
    scrubBox = new QWidget;
    auto* column = columnIn(scrubBox, 0);
    column->setSpacing(4);
    auto* switches = new QHBoxLayout;
    switches->setSpacing(0);
    showMotion = panelButton("showMotion", TrialPanel::tr("Show motion"),
                             TrialPanel::tr("Show the edited pose in the 3D view"));
    showTrial = panelButton("showTrial", TrialPanel::tr("Show test"),
                            TrialPanel::tr("Show the simulation result in the 3D view"));
    switches->addWidget(showMotion, 1);
    switches->addWidget(showTrial, 1);
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    play = panelTool("play", QStringLiteral("play"), TrialPanel::tr("Play simulation test"));
    scrub = new ScrubBar;
    scrub->setObjectName(QStringLiteral("scrub"));
    scrub->setSingleStep(20); // a cycle
    scrub->setPageStep(200);
    scrub->setToolTip(TrialPanel::tr("Time in the simulation test; 0 is the start of the motion"));
    time = new QLabel;
    time->setObjectName(QStringLiteral("time"));
    time->setMinimumWidth(
        time->fontMetrics().horizontalAdvance(QStringLiteral("-10.00 s  0.25\u00d7")));
    time->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row->addWidget(play);
    row->addWidget(scrub, 1);
    row->addWidget(time);
    ghost = new QCheckBox(TrialPanel::tr("Ghost"));
    ghost->setObjectName(QStringLiteral("ghost"));
    ghost->setFocusPolicy(Qt::TabFocus);
    ghost->setChecked(true);
    ghost->setToolTip(TrialPanel::tr("Show the simulated robot beside the motion, or the commanded "
                                     "pose beside the simulation test, as a ghost"));
    QObject::connect(ghost, &QCheckBox::clicked, q, &TrialPanel::ghostToggled);
    switches->addSpacing(6);
    switches->addWidget(ghost);
    column->addLayout(switches);
    column->addLayout(row);
    QObject::connect(showTrial, &QPushButton::clicked, q,
                     [this] { Q_EMIT q->showRequested(true); });
    QObject::connect(showMotion, &QPushButton::clicked, q,
                     [this] { Q_EMIT q->showRequested(false); });
    QObject::connect(play, &QToolButton::clicked, q,
                     [this] { Q_EMIT q->playRequested(!view.isPlaying); });
    QObject::connect(scrub, &QSlider::valueChanged, q, [this](int value) {
        if (!isShowing) {
            Q_EMIT q->timeRequested(view.beginS + value / kStepsPerS);
        }
    });
    return scrubBox;
}

void TrialPanel::Impl::showBallRow() {
    const int ball = ballStart >= 0 ? ballStart : start->count() - 1;
    ballRow->setVisible(start->count() > 0 && start->currentIndex() == ball);
}

void TrialPanel::Impl::read() {
    if (isShowing) {
        return;
    }
    const TrialChoice now{.start = std::max(start->currentIndex(), 0),
                          .ballForwardM = ballForward->value(),
                          .ballLeftM = ballLeft->value(),
                          .repeats = repeats->value(),
                          .noiseDeg = noise->value(),
                          .onAllRobots = robots->currentIndex() == 1};
    showBallRow();
    if (now != choice) {
        choice = now;
        Q_EMIT q->choiceChanged(choice);
    }
}

void TrialPanel::Impl::show() {
    isShowing = true;
    const QString words = view.isRunning ? TrialPanel::tr("Cancel (%1 %)").arg(view.percent)
                                         : TrialPanel::tr("Simulate (F6)");
    if (tryIt->text() != words) {
        tryIt->setText(words);
    }
    tryIt->setEnabled(view.isRunning || view.canTry);
    const QString noDuration =
        view.canTry || view.isRunning
            ? QString()
            : TrialPanel::tr("\nThe motion has no duration: store keyframes at two times.");
    tryIt->setToolTip(TrialPanel::tr("Run the motion in the built-in simulator; you can keep "
                                     "working meanwhile") +
                      noDuration);
    fillButton(tryIt, !view.isRunning && view.canTry, q->palette().color(QPalette::Highlight));
    progress->setVisible(view.isRunning);
    progress->setValue(view.percent);
    const QString robot =
        view.liveRobot.isEmpty() ? TrialPanel::tr("the live robot") : view.liveRobot;
    const QString why = view.hasLiveRobot ? noDuration : TrialPanel::tr("\nNo live robot.");
    playLive->setEnabled(view.canPlayLive);
    playLive->setToolTip(TrialPanel::tr("Play this motion on %1 now").arg(robot) + why);
    recordLive->setEnabled(view.hasLiveRobot);
    recordLive->setToolTip(
        TrialPanel::tr("Store the measured pose of %1 as a keyframe at the cursor").arg(robot) +
        why);
    const QString record =
        view.isRecording ? TrialPanel::tr("Stop recording, %1 s").arg(view.recordedS, 0, 'f', 1)
                         : TrialPanel::tr("Record live robot");
    if (recordMotion->text() != record) {
        recordMotion->setText(record);
    }
    recordMotion->setEnabled(view.hasLiveRobot || view.isRecording);
    recordMotion->setToolTip(
        TrialPanel::tr("Record what %1 does from now on as keyframes at the cursor").arg(robot) +
        (view.hasLiveRobot ? QString() : TrialPanel::tr("\nNo live robot.")));
    fillButton(recordMotion, view.isRecording, badColor());
    if (robots->itemText(0) != view.robot) {
        robots->setItemText(0, view.robot);
    }
    showReport();
    showRuns();
    showScrub();
    isShowing = false;
}

void TrialPanel::Impl::showReport() {
    const bool isEmpty = view.summary.isEmpty() && view.lines.empty();
    const bool isBad =
        !view.fall.headline.isEmpty() || std::ranges::any_of(view.lines, &TrialLine::isBad);
    const QColor gray = q->palette().color(QPalette::PlaceholderText);
    const QString older = view.isOutdated ? TrialPanel::tr("From an older version: ") : QString();
    showText(summary, isEmpty ? TrialPanel::tr("Not simulated yet.")
                              : QStringLiteral("<span style='color:%1'>%2</span>")
                                    .arg((view.isOutdated ? gray
                                          : isBad         ? badColor()
                                                          : measuredColor())
                                             .name(),
                                         (older + view.summary).toHtmlEscaped()));
    fall->setView(view.fall, view.isOutdated);
    showText(report, reportText(view));
    report->setEnabled(!view.isOutdated);
    report->setVisible(!view.lines.empty());
}

void TrialPanel::Impl::showRuns() {
    runModel.setRuns(view.runs);
    runs->setVisible(view.runs.size() > 1);
    runs->setEnabled(!view.isRunning);
    if (runs->currentIndex().row() != view.shownRun && view.shownRun < runModel.rowCount()) {
        runs->selectRow(view.shownRun);
    }
}

void TrialPanel::Impl::showScrub() {
    const bool hasTrial = view.lengthS > 0.0;
    scrubBox->setEnabled(hasTrial);
    fillButton(showTrial, hasTrial && view.isShown, q->palette().color(QPalette::Highlight));
    fillButton(showMotion, hasTrial && !view.isShown, q->palette().color(QPalette::Highlight));
    if (shownPlaying != view.isPlaying) {
        shownPlaying = view.isPlaying;
        play->setIcon(icon(view.isPlaying ? QStringLiteral("pause") : QStringLiteral("play")));
    }
    play->setToolTip(view.isPlaying ? TrialPanel::tr("Pause")
                                    : TrialPanel::tr("Play simulation test"));
    scrub->setRange(0, static_cast<int>(std::lround((view.lengthS - view.beginS) * kStepsPerS)));
    if (!scrub->isSliderDown()) { // while the user drags it, the mouse determines its position
        scrub->setValue(static_cast<int>(std::lround((view.timeS - view.beginS) * kStepsPerS)));
    }
    showText(time, hasTrial ? numberText(view.timeS, 2, QStringLiteral("s")) +
                                  QStringLiteral("  %1\u00d7").arg(view.speed)
                            : QStringLiteral("-"));
}

TrialPanel::TrialPanel(QWidget* parent) : QWidget(parent), m_impl(std::make_unique<Impl>(this)) {
    auto* page = new QWidget; // its parts are added in reading order
    auto* parts = columnIn(page, 0);
    parts->addWidget(m_impl->buildChoice());
    parts->addWidget(m_impl->buildButtons());
    parts->addWidget(m_impl->buildReport());
    parts->addWidget(m_impl->buildLive());
    parts->addStretch(1);
    auto* column = columnIn(this);
    column->addWidget(scrolled(page), 1);
    column->addWidget(m_impl->buildScrub());
    setChoice({});
    setView({});
}

TrialPanel::~TrialPanel() = default;

void TrialPanel::setStarts(const QStringList& names, int ballStart) {
    m_impl->ballStart = ballStart;
    const QSignalBlocker blocker(m_impl->start);
    m_impl->start->clear();
    m_impl->start->addItems(names);
    m_impl->start->setCurrentIndex(m_impl->choice.start);
    m_impl->showBallRow();
}

void TrialPanel::setView(const TrialView& view) {
    m_impl->view = view;
    m_impl->show();
}

void TrialPanel::setChoice(const TrialChoice& choice) {
    Impl& d = *m_impl;
    d.choice = choice;
    d.isShowing = true;
    d.start->setCurrentIndex(choice.start);
    showNumber(d.ballForward, choice.ballForwardM);
    showNumber(d.ballLeft, choice.ballLeftM);
    if (d.repeats->value() !=
        choice.repeats) { // setting an equal value would discard the typed text
        d.repeats->setValue(choice.repeats);
    }
    showNumber(d.noise, choice.noiseDeg);
    d.robots->setCurrentIndex(choice.onAllRobots ? 1 : 0);
    d.isShowing = false;
    d.showBallRow();
}

void TrialPanel::setToleranceDeg(double toleranceDeg) {
    showNumber(m_impl->tolerance, toleranceDeg);
}

double TrialPanel::toleranceDeg() const {
    return m_impl->tolerance->value();
}

const TrialChoice& TrialPanel::choice() const {
    return m_impl->choice;
}

void TrialPanel::setGhost(bool isOn) {
    m_impl->ghost->setChecked(isOn);
}

} // namespace sideline::widgets
