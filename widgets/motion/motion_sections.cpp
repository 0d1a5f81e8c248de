#include "widgets/motion/motion_sections.h"

#include <algorithm>
#include <cmath>

#include <QFormLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QResizeEvent>
#include <QSignalBlocker>

#include "widgets/common/icons.h"
#include "widgets/common/joint_model.h"
#include "widgets/common/panel_parts.h"
#include "widgets/common/text_format.h"
#include "widgets/motion/pose_slider.h"

namespace sideline::widgets {

namespace {

constexpr double kLongestS = 600.0;

QCheckBox* check(const char* name, const QString& text, const QString& tip) {
    auto* box = new QCheckBox(text);
    box->setObjectName(QLatin1String(name));
    box->setToolTip(tip);
    return box;
}

} // namespace

// --- name and robots

AboutSection::AboutSection(QWidget* parent) : MotionSection(parent) {
    auto* form = formIn(this);
    m_name = new CommitLine("name");
    m_name->setPlaceholderText(tr("unnamed"));
    m_description = new QPlainTextEdit;
    m_description->setObjectName(QStringLiteral("description"));
    m_description->setPlaceholderText(tr("Description: what it does, how it was made"));
    m_description->setTabChangesFocus(true);
    m_description->setFixedHeight(3 * fontMetrics().lineSpacing() + 12);
    m_description->setMinimumWidth(40);
    m_description->setToolTip(tr("Applied when you leave the field, or with Ctrl+Return"));
    m_description->installEventFilter(this);
    m_tags = new CommitLine("tags");
    m_tags->setPlaceholderText(tr("kick, left"));
    m_tags->setToolTip(tr("Search words, separated by commas"));
    m_madeFor = new QToolButton;
    m_madeFor->setObjectName(QStringLiteral("madeFor"));
    m_madeFor->setPopupMode(QToolButton::InstantPopup);
    m_madeFor->setToolTip(tr("Robots it is made for; nothing checked: all robots"));
    m_madeFor->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_madeForMenu = new QMenu(m_madeFor);
    m_madeFor->setMenu(m_madeForMenu);
    connect(m_madeForMenu, &QMenu::aboutToShow, this, &AboutSection::fillMadeFor);
    m_robot = panelChoice("robot", {}, tr("Robot used for limits, balance and physics"));
    m_warning = new QLabel;
    m_warning->setObjectName(QStringLiteral("robotWarning"));
    m_warning->setWordWrap(true);
    form->addRow(tr("Name"), m_name);
    form->addRow(tr("About"), m_description);
    form->addRow(tr("Tags"), m_tags);
    form->addRow(tr("Made for"), m_madeFor);
    form->addRow(tr("Edit as"), m_robot);
    form->addRow(m_warning);
    connect(m_name, &CommitLine::committed, this, [this](const QString& text) {
        const QString name = text.trimmed();
        change([&](keyframe::Motion& motion) { motion.name = name.toStdString(); },
               tr("Rename motion to %1").arg(name));
    });
    connect(m_tags, &CommitLine::committed, this, [this](const QString& text) {
        change([&](keyframe::Motion& motion) { motion.tags = wordsOf(text); }, tr("Change tags"));
    });
    connect(m_robot, &QComboBox::activated, this, &AboutSection::robotChosen);
}

void AboutSection::setRobots(const std::vector<RobotName>& robots, int current) {
    m_robots = robots;
    const QSignalBlocker blocker(m_robot);
    m_robot->clear();
    for (const RobotName& robot : robots) {
        m_robot->addItem(robot.text);
    }
    m_robot->setCurrentIndex(current);
    if (view().motion != nullptr) {
        showMadeFor();
    }
}

// Lists all robots, and unknown ones that the motion names.
void AboutSection::fillMadeFor() {
    m_madeForMenu->clear();
    if (view().motion == nullptr) {
        return;
    }
    std::vector<RobotName> listed = m_robots;
    for (const std::string& name : motion().robots) {
        if (std::ranges::find(listed, toQt(name), &RobotName::key) == listed.end()) {
            listed.push_back({toQt(name), toQt(name)});
        }
    }
    for (const RobotName& robot : listed) {
        const std::string name = robot.key.toStdString();
        QAction* action = m_madeForMenu->addAction(robot.text);
        action->setCheckable(true);
        action->setChecked(std::ranges::find(motion().robots, name) != motion().robots.end());
        connect(action, &QAction::toggled, this, [this, name](bool isOn) {
            change(
                [&](keyframe::Motion& motion) {
                    std::erase(motion.robots, name);
                    if (isOn) {
                        motion.robots.push_back(name);
                    }
                },
                tr("Change robots it is made for"));
        });
    }
}

void AboutSection::showMadeFor() {
    constexpr qsizetype kMaxNames = 2;
    QStringList names;
    for (const std::string& name : motion().robots) {
        const auto robot = std::ranges::find(m_robots, toQt(name), &RobotName::key);
        names << (robot == m_robots.end() ? toQt(name) : robot->text);
    }
    const qsizetype more = names.size() - kMaxNames;
    const QString shown = QStringList(names.mid(0, kMaxNames)).join(QStringLiteral(", "));
    m_madeFor->setText(names.isEmpty() ? tr("all robots")
                       : more > 0      ? tr("%1 and %2 more").arg(shown).arg(more)
                                       : shown);
}

void AboutSection::showMotion() {
    m_name->setShown(toQt(motion().name));
    if (m_shownDescription != motion().description || !m_description->hasFocus()) {
        m_shownDescription = motion().description;
        if (m_description->toPlainText() != toQt(m_shownDescription)) {
            m_description->setPlainText(toQt(m_shownDescription));
        }
    }
    m_tags->setShown(wordsText(motion().tags));
    showMadeFor();
    const auto& robots = motion().robots;
    const bool isOther = view().model != nullptr && !robots.empty() &&
                         std::ranges::find(robots, view().model->name()) == robots.end();
    m_warning->setVisible(isOther);
    if (isOther) {
        showText(m_warning,
                 QStringLiteral("<span style='color:%1'>%2</span>")
                     .arg(controlColor().name(),
                          tr("The motion is not made for %1.").arg(m_robot->currentText())));
    }
}

void AboutSection::commitDescription() {
    const std::string text = m_description->toPlainText().trimmed().toStdString();
    change([&](keyframe::Motion& motion) { motion.description = text; }, tr("Change description"));
}

bool AboutSection::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_description && event->type() == QEvent::FocusOut) {
        commitDescription();
    } else if (watched == m_description && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) &&
            key->modifiers().testFlag(Qt::ControlModifier)) {
            commitDescription();
            return true;
        }
    }
    return MotionSection::eventFilter(watched, event);
}

// --- playing

PlayingSection::PlayingSection(QWidget* parent) : MotionSection(parent) {
    auto* form = formIn(this);
    m_speed = panelNumber("speed", 0.05, 20.0, 2, 0.05, QStringLiteral("\u00d7"),
                          tr("Playback speed factor"));
    m_length = panelNumber("length", 0.0, kLongestS, 3, 0.02, QStringLiteral("s"),
                           tr("Total length; the last keyframe is held until then"));
    m_length->setSpecialValueText(tr("to the last keyframe"));
    m_end = new QLabel;
    m_end->setObjectName(QStringLiteral("end"));
    m_mirrored = check("mirrored", tr("Mirror"),
                       tr("Played with left and right swapped; the keys stay unchanged"));
    m_stops = check("stops", tr("Stop when fallen"),
                    tr("The motion ends as soon as the robot has fallen"));
    form->addRow(tr("Speed"), m_speed);
    form->addRow(tr("Length"), m_length);
    form->addRow(tr("Duration"), m_end);
    m_loops = check("loops", tr("Loop"), tr("Repeats a part of the motion"));
    auto* switches = new QWidget;
    auto* grid = new QGridLayout(switches);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->addWidget(m_loops, 0, 0);
    grid->addWidget(m_mirrored, 0, 1);
    grid->addWidget(m_stops, 1, 0, 1, 2);
    form->addRow(switches);
    form->addRow(buildLoop());
    m_drive = new DriveSection;
    form->addRow(m_drive);
    connect(m_drive, &DriveSection::edited, this, &PlayingSection::edited);
    connect(m_speed, &QDoubleSpinBox::valueChanged, this, [this](double speed) {
        change([&](keyframe::Motion& motion) { motion.speed = speed; },
               tr("Set speed to %1\u00d7").arg(speed), stepOf(m_speed));
    });
    connect(m_length, &QDoubleSpinBox::valueChanged, this, [this](double lengthS) {
        change([&](keyframe::Motion& motion) { motion.lengthS = lengthS; },
               tr("Set length to %1 s").arg(lengthS), stepOf(m_length));
    });
    connect(m_mirrored, &QCheckBox::clicked, this, [this](bool isOn) {
        change([&](keyframe::Motion& motion) { motion.mirrored = isOn; },
               isOn ? tr("Play mirrored") : tr("Play as written"));
    });
    connect(m_stops, &QCheckBox::clicked, this, [this](bool isOn) {
        change([&](keyframe::Motion& motion) { motion.stopsWhenFallen = isOn; },
               isOn ? tr("Stop when fallen") : tr("Do not stop when fallen"));
    });
}

QWidget* PlayingSection::buildLoop() {
    m_loopRow = new QWidget;
    auto* form = formIn(m_loopRow);
    m_loopBegin =
        panelNumber("loopBegin", 0.0, kLongestS, 3, 0.02, QStringLiteral("s"), tr("Loop start"));
    m_loopEnd =
        panelNumber("loopEnd", 0.0, kLongestS, 3, 0.02, QStringLiteral("s"), tr("Loop end"));
    m_loopCount = panelNumber("loopCount", 0.0, 10000.0, 0, 1.0, QStringLiteral("times"),
                              tr("Total number of passes"));
    m_loopCount->setSpecialValueText(tr("forever"));
    form->addRow(tr("From"), m_loopBegin);
    form->addRow(tr("To"), m_loopEnd);
    form->addRow(tr("Played"), m_loopCount);
    connect(m_loops, &QCheckBox::clicked, this, [this] { changeLoop(m_loops); });
    for (QDoubleSpinBox* box : {m_loopBegin, m_loopEnd, m_loopCount}) {
        connect(box, &QDoubleSpinBox::valueChanged, this, [this, box] { changeLoop(box); });
    }
    return m_loopRow;
}

void PlayingSection::changeLoop(const QWidget* by) {
    if (by == m_loops) {
        const bool isOn = m_loops->isChecked();
        change(
            [&](keyframe::Motion& motion) {
                motion.loop.reset();
                if (isOn) {
                    motion.loop =
                        keyframe::LoopRange{.beginS = 0.0, .endS = motion.endS(), .count = 0};
                }
            },
            isOn ? tr("Loop") : tr("Do not loop"));
        return;
    }
    change(
        [&](keyframe::Motion& motion) {
            const double beginS = m_loopBegin->value();
            const double endS = m_loopEnd->value(); // the end being changed pushes the other
            motion.loop =
                keyframe::LoopRange{.beginS = by == m_loopEnd ? std::min(beginS, endS) : beginS,
                                    .endS = by == m_loopEnd ? endS : std::max(beginS, endS),
                                    .count = static_cast<int>(m_loopCount->value())};
        },
        tr("Change loop"), stepOf(by));
}

void PlayingSection::showMotion() {
    const keyframe::Motion& shown = motion();
    showNumber(m_speed, shown.speed);
    showNumber(m_length, shown.lengthS);
    const double takesS = shown.speed > 0.0 ? shown.endS() / shown.speed : 0.0;
    showText(m_end, shown.keyframes.empty()
                        ? tr("no keyframes")
                        : tr("%1, %n keyframes", nullptr, static_cast<int>(shown.keyframes.size()))
                              .arg(numberText(takesS, 2, QStringLiteral("s"))));
    m_loops->setChecked(shown.loop.has_value());
    m_loopRow->setVisible(shown.loop.has_value());
    if (shown.loop) {
        showNumber(m_loopBegin, shown.loop->beginS);
        showNumber(m_loopEnd, shown.loop->endS);
        showNumber(m_loopCount, shown.loop->count);
    }
    m_mirrored->setChecked(shown.mirrored);
    m_stops->setChecked(shown.stopsWhenFallen);
    m_drive->setView(view(), cursorS());
}

// --- entry pose

EntrySection::EntrySection(QWidget* parent) : MotionSection(parent) {
    auto* column = columnIn(this, 0);
    column->setContentsMargins(10, 0, 0, 4);
    m_state = new QLabel;
    m_state->setObjectName(QStringLiteral("entryState"));
    m_state->setWordWrap(true);
    m_take = panelButton("takeEntry", tr("From this pose"),
                         tr("Use the shown pose as the pose to reach before the motion begins"));
    m_clear = panelButton("clearEntry", tr("None"), tr("Start from any pose"));
    m_durationRow = new QWidget;
    auto* durationRow = rowIn(m_durationRow);
    m_duration = panelNumber("entryDuration", 0.0, 60.0, 2, 0.02, QStringLiteral("s"),
                             tr("Time to reach the entry pose"));
    durationRow->addWidget(new QLabel(tr("Reached in")));
    durationRow->addWidget(m_duration, 1);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(4);
    buttons->addWidget(m_take);
    buttons->addWidget(m_clear);
    buttons->addStretch(1);
    column->addWidget(m_state);
    column->addWidget(m_durationRow);
    column->addLayout(buttons);
    connect(m_take, &QPushButton::clicked, this, &EntrySection::entryPoseRequested);
    connect(m_clear, &QPushButton::clicked, this, [this] {
        change([](keyframe::Motion& motion) { motion.entry.reset(); }, tr("Remove entry pose"));
    });
    connect(m_duration, &QDoubleSpinBox::valueChanged, this, [this](double durationS) {
        change(
            [&](keyframe::Motion& motion) {
                if (motion.entry) {
                    motion.entry->durationS = durationS;
                }
            },
            tr("Set time of entry to %1 s").arg(durationS), stepOf(m_duration));
    });
}

void EntrySection::showMotion() {
    const auto& entry = motion().entry;
    m_clear->setEnabled(entry.has_value());
    m_durationRow->setVisible(entry.has_value());
    if (!entry) {
        showText(m_state, tr("The motion begins from any pose."));
        m_state->setToolTip({});
        return;
    }
    showNumber(m_duration, entry->durationS);
    QStringList angles;
    for (const auto& [joint, value] : entry->anglesDeg) {
        angles << QStringLiteral("%1 %2\u00b0")
                      .arg(view().model ? jointText(*view().model, joint) : toQt(joint),
                           toQt(value.text()));
    }
    showText(m_state,
             tr("It begins with %n joints in place.", nullptr, static_cast<int>(angles.size())));
    m_state->setToolTip(angles.join(QLatin1Char('\n')));
}

// --- parameters

ParameterSection::ParameterSection(QWidget* parent) : MotionSection(parent) {
    auto* column = columnIn(this, 0);
    column->setContentsMargins(10, 0, 0, 4);
    column->setSpacing(2);
    m_hint = new QLabel(tr("Named numbers that keys use as $name."));
    m_hint->setWordWrap(true);
    m_table = new QTableView;
    m_table->setObjectName(QStringLiteral("parameters"));
    m_table->setModel(&m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(ParameterModel::NameColumn,
                                                      QHeaderView::Stretch);
    m_table->setColumnWidth(ParameterModel::ValueColumn,
                            fontMetrics().horizontalAdvance(QStringLiteral("-1234.567  ")));
    m_table->setColumnWidth(ParameterModel::UsedColumn,
                            fontMetrics().horizontalAdvance(QStringLiteral("  Used  ")));
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(2);
    auto* add = panelTool("addParameter", QStringLiteral("add"), tr("Add a parameter"));
    m_remove =
        panelTool("removeParameter", QStringLiteral("remove"), tr("Remove the selected parameter"));
    buttons->addWidget(add);
    buttons->addWidget(m_remove);
    buttons->addWidget(m_hint, 1);
    buttons->addStretch(0);
    column->addWidget(m_table);
    column->addLayout(buttons);
    connect(add, &QToolButton::clicked, this, &ParameterSection::add);
    connect(m_remove, &QToolButton::clicked, this, &ParameterSection::remove);
    connect(&m_model, &ParameterModel::renameRequested, this, &ParameterSection::rename);
    connect(
        &m_model, &ParameterModel::valueRequested, this, [this](const QString& name, double value) {
            change([&](keyframe::Motion& motion) { motion.parameters[name.toStdString()] = value; },
                   tr("Set $%1 to %2").arg(name).arg(value));
        });
    const auto showRemove = [this] {
        m_remove->setEnabled(motion().parameters.contains(
            m_model.nameAt(m_table->currentIndex().row()).toStdString()));
    };
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [=, this] {
        if (view().motion != nullptr) {
            showRemove();
        }
    });
    m_remove->setEnabled(false);
}

void ParameterSection::showMotion() {
    const QString chosen = m_model.nameAt(m_table->currentIndex().row());
    m_model.setMotion(motion());
    if (!m_table->currentIndex().isValid() && m_model.rowOf(chosen) >= 0) {
        m_table->setCurrentIndex(m_model.index(m_model.rowOf(chosen), 0));
    }
    constexpr int kMaxRows = 8;
    const int rows = std::clamp(m_model.rowCount(), 0, kMaxRows);
    m_table->setVisible(rows > 0);
    m_hint->setVisible(rows == 0);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() +
                            rows * m_table->verticalHeader()->defaultSectionSize() + 4);
    m_remove->setEnabled(
        motion().parameters.contains(m_model.nameAt(m_table->currentIndex().row()).toStdString()));
}

void ParameterSection::add() {
    std::string name = "p1";
    for (int number = 2; m_model.rowOf(toQt(name)) >= 0; ++number) {
        name = "p" + std::to_string(number);
    }
    change([&](keyframe::Motion& motion) { motion.parameters[name] = 0.0; },
           tr("Add parameter $%1").arg(toQt(name)));
    if (const int row = m_model.rowOf(toQt(name)); row >= 0) { // the owner accepted it
        m_table->setCurrentIndex(m_model.index(row, ParameterModel::NameColumn));
        m_table->edit(m_table->currentIndex());
    }
}

void ParameterSection::remove() {
    const QString name = m_model.nameAt(m_table->currentIndex().row());
    change([&](keyframe::Motion& motion) { motion.parameters.erase(name.toStdString()); },
           tr("Remove parameter $%1").arg(name));
}

void ParameterSection::rename(const QString& from, const QString& to) {
    change(
        [&](keyframe::Motion& motion) {
            motion = withRenamedParameter(motion, from.toStdString(), to.toStdString());
        },
        tr("Rename $%1 to $%2").arg(from, to));
}

// --- findings

FindingSection::FindingSection(QWidget* parent) : MotionSection(parent) {
    auto* column = columnIn(this, 0);
    column->setContentsMargins(10, 0, 0, 4);
    m_list = new QListView;
    m_list->setObjectName(QStringLiteral("findings"));
    m_list->setModel(&m_model);
    m_list->setWordWrap(true);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setTextElideMode(Qt::ElideNone);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_good = new QWidget;
    auto* row = rowIn(m_good);
    const QColor green = measuredColor();
    auto* mark = new QLabel;
    mark->setPixmap(icon(QStringLiteral("good"), green).pixmap(16, 16));
    auto* text = new QLabel(
        QStringLiteral("<span style='color:%1'>%2</span>").arg(green.name(), tr("No findings")));
    text->setObjectName(QStringLiteral("noFindings"));
    row->addWidget(mark);
    row->addWidget(text, 1);
    column->addWidget(m_list);
    column->addWidget(m_good);
    connect(m_list, &QListView::clicked, this, &FindingSection::activate);
    m_list->installEventFilter(this);
}

void FindingSection::activate(const QModelIndex& index) {
    if (index.isValid()) {
        const keyframe::Finding finding = m_model.findings()[static_cast<std::size_t>(index.row())];
        Q_EMIT findingActivated(finding);
    }
}

bool FindingSection::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_list && event->type() == QEvent::Resize &&
        static_cast<QResizeEvent*>(event)->oldSize().width() != m_list->width()) {
        fitHeight();
    } else if (watched == m_list && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            activate(m_list->currentIndex());
            return true;
        }
    }
    return MotionSection::eventFilter(watched, event);
}

void FindingSection::showMotion() {
    m_model.setFindings(view().findings, view().model);
    m_list->setVisible(m_model.rowCount() > 0);
    m_good->setVisible(m_model.rowCount() == 0);
    fitHeight();
}

// Makes room for all findings, because the panel around the list scrolls.
void FindingSection::fitHeight() {
    if (m_model.rowCount() == 0) {
        return;
    }
    m_list->doItemsLayout();
    const QRect first = m_list->visualRect(m_model.index(0));
    const QRect last = m_list->visualRect(m_model.index(m_model.rowCount() - 1));
    m_list->setFixedHeight(last.bottom() - first.top() + 1 + 2 * m_list->frameWidth());
}

} // namespace sideline::widgets
