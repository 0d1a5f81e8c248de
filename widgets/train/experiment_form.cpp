#include "widgets/train/experiment_form.h"

#include <algorithm>
#include <utility>

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QTableWidget>

#include "widgets/common/number_field.h"
#include "widgets/common/panel_controls.h"
#include "widgets/common/panel_parts.h"
#include "widgets/common/wrapped_text.h"
#include "widgets/train/setting_fields.h"

namespace sideline::widgets {

namespace {

constexpr int kListPx = 92;

CountField* countField(const char* name, int least, int most, const QString& tip) {
    auto* field = new CountField;
    field->setObjectName(QLatin1String(name));
    field->setRange(least, most);
    field->setToolTip(tip);
    return field;
}

QCheckBox* checkBox(const char* name, const QString& text, const QString& tip) {
    auto* box = new QCheckBox(text);
    box->setObjectName(QLatin1String(name));
    box->setToolTip(tip);
    return box;
}

QListWidget* checkList(const char* name, const QString& tip) {
    auto* list = new QListWidget;
    list->setObjectName(QLatin1String(name));
    list->setToolTip(tip);
    list->setFixedHeight(kListPx);
    list->setSelectionMode(QAbstractItemView::NoSelection);
    return list;
}

void addItems(QComboBox* choice, const std::vector<SettingKind>& kinds) {
    for (const SettingKind& kind : kinds) {
        choice->addItem(kind.title, kind.name);
    }
}

void select(QComboBox* choice, const QString& name) {
    choice->setCurrentIndex(choice->findData(name));
}

QStringList checkedIn(const QListWidget& list) {
    QStringList checked;
    for (int i = 0; i < list.count(); ++i) {
        if (list.item(i)->checkState() == Qt::Checked) {
            checked << list.item(i)->data(Qt::UserRole).toString();
        }
    }
    return checked;
}

void check(QListWidget& list, const QStringList& names) {
    for (int i = 0; i < list.count(); ++i) {
        list.item(i)->setCheckState(names.contains(list.item(i)->data(Qt::UserRole).toString())
                                        ? Qt::Checked
                                        : Qt::Unchecked);
    }
}

void fill(QListWidget& list, const std::vector<std::pair<QString, QString>>& entries) {
    list.clear();
    for (const auto& [name, text] : entries) {
        auto* item = new QListWidgetItem(text, &list);
        item->setData(Qt::UserRole, name);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsUserCheckable);
        item->setCheckState(Qt::Unchecked);
    }
}

// Keeps check marks while the entries are the same.
void offer(QListWidget& list, const std::vector<std::pair<QString, QString>>& entries) {
    std::vector<std::pair<QString, QString>> now;
    for (int i = 0; i < list.count(); ++i) {
        now.emplace_back(list.item(i)->data(Qt::UserRole).toString(), list.item(i)->text());
    }
    if (now != entries) {
        const QSignalBlocker quiet(list);
        const QStringList checked = checkedIn(list);
        fill(list, entries);
        check(list, checked);
    }
}

} // namespace

class ExperimentForm::Impl {
public:
    Impl(ExperimentForm* form, ExperimentChoices offered) : q(form), choices(std::move(offered)) {}

    QWidget* buildMotion();
    QWidget* buildTask();
    QWidget* buildOptimizer();
    QWidget* buildForecast();
    void connectAll();
    void showFields();
    void addMotion(const QString& file);
    void notify() {
        if (!isShowing) {
            Q_EMIT q->changed();
        }
    }

    ExperimentForm* q;
    ExperimentChoices choices;
    bool isShowing = false;
    QStringList expectedJoints; ///< to be checked once the motion has been read
    QStringList expectedKeyframes;

    QLineEdit* name = nullptr;
    QComboBox* motion = nullptr;
    QListWidget* joints = nullptr;
    QListWidget* keyframes = nullptr;
    QCheckBox* angles = nullptr;
    QDoubleSpinBox* angleRange = nullptr;
    QCheckBox* times = nullptr;
    QDoubleSpinBox* timeFactor = nullptr;
    QCheckBox* speeds = nullptr;
    QDoubleSpinBox* speedFactor = nullptr;
    QCheckBox* gains = nullptr;
    QDoubleSpinBox* gainFactor = nullptr;
    QCheckBox* parameters = nullptr;
    QCheckBox* symmetry = nullptr;
    QCheckBox* holds = nullptr;
    QListWidget* robots = nullptr;
    QComboBox* task = nullptr;
    QLabel* taskAbout = nullptr;
    SettingFields* taskFields = nullptr;
    QComboBox* optimizer = nullptr;
    QLabel* optimizerAbout = nullptr;
    SettingFields* optimizerFields = nullptr;
    CountField* generations = nullptr;
    CountField* seed = nullptr;
    QCheckBox* hasTarget = nullptr;
    QDoubleSpinBox* target = nullptr;
    CountField* trials = nullptr;
    CountField* race = nullptr;
    CountField* hard = nullptr;
    CountField* scout = nullptr;
    CountField* validate = nullptr;
    QComboBox* summary = nullptr;
    QCheckBox* fixedSeeds = nullptr;
    QCheckBox* exact = nullptr;
    QLabel* verdict = nullptr;
    QTableWidget* space = nullptr;
};

QWidget* ExperimentForm::Impl::buildMotion() {
    auto* box = new QGroupBox(tr("Motion and its search space"));
    auto* form = new QFormLayout(box);
    form->setVerticalSpacing(4);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    name = new QLineEdit;
    name->setObjectName(QStringLiteral("form-name"));
    motion = panelChoice("form-motion", {}, tr("The motion from which the search starts"));
    for (const auto& [text, file] : choices.motions) {
        motion->addItem(text, file);
    }
    auto* other = panelButton("form-motion-file", tr("File..."), tr("Choose a motion file"));
    connect(other, &QPushButton::clicked, q, &ExperimentForm::motionFileRequested);
    auto* motionRow = new QHBoxLayout;
    motionRow->addWidget(motion, 1);
    motionRow->addWidget(other);
    joints = checkList("form-joints", tr("Joints that may change"));
    keyframes = checkList("form-keyframes", tr("Keyframes that may change"));
    auto* all = new QLabel(tr("If none is checked, all may change."));
    all->setWordWrap(true);
    const auto freedom = [form](QCheckBox* allowed, QDoubleSpinBox* range) {
        auto* row = new QHBoxLayout;
        row->addWidget(allowed, 1);
        row->addWidget(range);
        range->setMinimumWidth(range->sizeHint().width());
        form->addRow(row);
        connect(allowed, &QCheckBox::toggled, range, &QWidget::setEnabled);
    };
    angles = checkBox("form-angles", tr("Angles, plus or minus"),
                      tr("Angles of keyframes, always within the joint limits"));
    angleRange = numberField("form-angle-range", 0.1, 180.0, 1, 1.0, tr("deg"));
    times = checkBox(
        "form-times", tr("Times, by a factor of up to"),
        tr("Intervals between keyframes may be multiplied or divided by up to this factor"));
    timeFactor = numberField("form-time-factor", 1.01, 20.0, 2, 0.1, {});
    speeds =
        checkBox("form-speeds", tr("Speed scales, by a factor of up to"),
                 tr("The speedScale of keys may be multiplied or divided by up to this factor"));
    speedFactor = numberField("form-speed-factor", 1.01, 20.0, 2, 0.1, {});
    gains = checkBox("form-gains", tr("Motor gains, by a factor of up to"),
                     tr("kp and kd of the motion and its keys, for robots of rcssservermj"));
    gainFactor = numberField("form-gain-factor", 1.01, 20.0, 2, 0.1, {});
    parameters = checkBox("form-parameters", tr("$ parameters, within the range of angles"),
                          tr("Named parameters of the motion"));
    symmetry = checkBox("form-symmetry", tr("Keep left and right symmetric"),
                        tr("Joints that mirror each other in the motion keep doing so"));
    holds = checkBox("form-holds", tr("Keep resting joints at rest"),
                     tr("Joints that do not move between two keyframes keep a single angle"));
    form->addRow(tr("Name"), name);
    form->addRow(tr("Motion"), motionRow);
    form->addRow(tr("Joints"), joints);
    form->addRow(tr("Keyframes"), keyframes);
    form->addRow({}, all);
    freedom(angles, angleRange);
    freedom(times, timeFactor);
    freedom(speeds, speedFactor);
    freedom(gains, gainFactor);
    speedFactor->setEnabled(false);
    gainFactor->setEnabled(false);
    form->addRow(parameters);
    form->addRow(symmetry);
    form->addRow(holds);
    return box;
}

QWidget* ExperimentForm::Impl::buildTask() {
    auto* box = new QGroupBox(tr("Task and robots"));
    auto* column = new QVBoxLayout(box);
    column->setSpacing(4);
    task = panelChoice("form-task", {}, tr("The goal of the optimization"));
    addItems(task, choices.tasks);
    taskAbout = new QLabel;
    taskAbout->setWordWrap(true);
    taskFields = new SettingFields;
    robots = checkList("form-robots", tr("Robots that run the trials, in turn"));
    fill(*robots, choices.robots);
    column->addWidget(task);
    column->addWidget(taskAbout);
    column->addWidget(taskFields);
    column->addWidget(new QLabel(tr("Robots")));
    column->addWidget(robots);
    column->addStretch(1);
    return box;
}

QWidget* ExperimentForm::Impl::buildOptimizer() {
    auto* box = new QGroupBox(tr("Search"));
    auto* column = new QVBoxLayout(box);
    column->setSpacing(4);
    optimizer = panelChoice("form-optimizer", {}, tr("Search algorithm"));
    addItems(optimizer, choices.optimizers);
    optimizerAbout = new QLabel;
    optimizerAbout->setWordWrap(true);
    optimizerFields = new SettingFields;
    auto* form = new QFormLayout;
    form->setVerticalSpacing(4);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    generations = countField("form-generations", 1, 1'000'000,
                             tr("The experiment ends after this many generations"));
    seed = countField("form-seed", 0, std::numeric_limits<int>::max(),
                      tr("The same seed gives the same result"));
    hasTarget =
        checkBox("form-has-target", tr("Target fitness"),
                 tr("The experiment ends when the champion's validated fitness reaches this"));
    target = numberField("form-target", -1e9, 1e9, 3, 1.0, {});
    target->setEnabled(false);
    connect(hasTarget, &QCheckBox::toggled, target, &QWidget::setEnabled);
    trials = countField("form-trials", 1, 10'000, tr("Trials per individual"));
    race =
        countField("form-race", 0, 10'000,
                   tr("After this many trials, clearly worse individuals are dropped; 0: never"));
    hard = countField(
        "form-hard", 0, 10'000,
        tr("At most this many of the trials repeat starts in which earlier champions failed"));
    scout = countField("form-scout", 0, 100'000,
                       tr("Additional trials of each generation's best individual, to find starts "
                          "in which it fails"));
    validate = countField("form-validate", 1, 100'000,
                          tr("Trials of each generation's best with seeds not used for selection"));
    summary = panelChoice("form-summary", {}, tr("How trial results are combined into a fitness"));
    for (const auto& [way, title] : choices.summaries) {
        summary->addItem(title, way);
    }
    fixedSeeds = checkBox("form-fixed-seeds", tr("Same seeds in all generations"),
                          tr("Otherwise every generation gets new seeds"));
    exact = checkBox("form-exact", tr("Exact physics"),
                     tr("ODE's solver instead of the fast one: slower"));
    form->addRow(tr("Generations"), generations);
    form->addRow(tr("Trials"), trials);
    form->addRow(tr("Race after"), race);
    form->addRow(tr("Hard trials"), hard);
    form->addRow(tr("Scouting"), scout);
    form->addRow(tr("Fitness"), summary);
    form->addRow(tr("Validation"), validate);
    form->addRow(tr("Seed"), seed);
    form->addRow(hasTarget, target);
    form->addRow(fixedSeeds);
    form->addRow(exact);
    column->addWidget(optimizer);
    column->addWidget(optimizerAbout);
    column->addWidget(optimizerFields);
    column->addLayout(form);
    column->addStretch(1);
    return box;
}

QWidget* ExperimentForm::Impl::buildForecast() {
    auto* box = new QGroupBox(tr("Summary"));
    QVBoxLayout* column = columnIn(box, 6);
    verdict = new QLabel;
    verdict->setObjectName(QStringLiteral("form-verdict"));
    verdict->setWordWrap(true);
    space = new QTableWidget(0, 4);
    space->setObjectName(QStringLiteral("form-space"));
    space->setHorizontalHeaderLabels({tr("Parameter"), tr("Minimum"), tr("Start"), tr("Maximum")});
    space->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    space->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    space->verticalHeader()->hide();
    space->verticalHeader()->setDefaultSectionSize(space->fontMetrics().height() + 4);
    space->setEditTriggers(QAbstractItemView::NoEditTriggers);
    space->setSelectionMode(QAbstractItemView::NoSelection);
    space->setShowGrid(false);
    space->setMinimumHeight(90);
    column->addWidget(verdict);
    column->addWidget(space, 1);
    return box;
}

void ExperimentForm::Impl::connectAll() {
    const auto onChange = [this] { notify(); };
    connect(name, &QLineEdit::textChanged, q, onChange);
    connect(motion, &QComboBox::currentIndexChanged, q, onChange);
    for (QListWidget* list : {joints, keyframes, robots}) {
        connect(list, &QListWidget::itemChanged, q, onChange);
    }
    for (QCheckBox* box : {angles, times, speeds, gains, parameters, symmetry, holds, hasTarget,
                           fixedSeeds, exact}) {
        connect(box, &QCheckBox::toggled, q, onChange);
    }
    for (QDoubleSpinBox* box : {angleRange, timeFactor, speedFactor, gainFactor, target}) {
        connect(box, &QDoubleSpinBox::valueChanged, q, onChange);
    }
    for (CountField* box : {generations, seed, trials, race, hard, scout, validate}) {
        connect(box, &QSpinBox::valueChanged, q, onChange);
    }
    connect(summary, &QComboBox::currentIndexChanged, q, onChange);
    connect(task, &QComboBox::currentIndexChanged, q, [this] {
        showFields();
        notify();
    });
    connect(optimizer, &QComboBox::currentIndexChanged, q, [this] {
        showFields();
        notify();
    });
    connect(taskFields, &SettingFields::changed, q, onChange);
    connect(optimizerFields, &SettingFields::changed, q, onChange);
}

// The settings of the selected choice, with their default values.
void ExperimentForm::Impl::showFields() {
    const bool was = std::exchange(isShowing, true);
    const auto show = [](const std::vector<SettingKind>& kinds, const QComboBox& choice,
                         QLabel* about, SettingFields* fields, const char* prefix) {
        const auto found =
            std::ranges::find(kinds, choice.currentData().toString(), &SettingKind::name);
        if (found != kinds.end()) {
            about->setText(found->about);
            if (fields->property("kind").toString() != found->name) {
                fields->setProperty("kind", found->name);
                fields->setFields(QLatin1String(prefix), found->fields);
            }
        }
    };
    show(choices.tasks, *task, taskAbout, taskFields, "task");
    show(choices.optimizers, *optimizer, optimizerAbout, optimizerFields, "optimizer");
    isShowing = was;
}

void ExperimentForm::Impl::addMotion(const QString& file) {
    if (!file.isEmpty() && motion->findData(file) < 0) {
        motion->addItem(file.section(u'/', -1), file);
    }
    motion->setCurrentIndex(motion->findData(file));
}

ExperimentForm::ExperimentForm(ExperimentChoices choices, QWidget* parent)
    : QWidget(parent), m_impl(std::make_unique<Impl>(this, std::move(choices))) {
    setObjectName(QStringLiteral("experiment-form"));
    auto* fields = new QWidget;
    auto* columns = new QHBoxLayout(fields);
    columns->setContentsMargins(0, 0, 6, 0);
    for (QWidget* box : {m_impl->buildMotion(), m_impl->buildTask(), m_impl->buildOptimizer()}) {
        columns->addWidget(box, 1);
    }
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(scrolled(fields), 3);
    column->addWidget(m_impl->buildForecast(), 1);
    m_impl->connectAll();
    m_impl->showFields();
}

ExperimentForm::~ExperimentForm() = default;

void ExperimentForm::setValues(const ExperimentFormValues& values) {
    Impl& f = *m_impl;
    f.isShowing = true;
    f.name->setText(values.name);
    f.addMotion(values.motion);
    f.expectedJoints = values.joints;
    f.expectedKeyframes = values.keyframes;
    check(*f.joints, values.joints);
    check(*f.keyframes, values.keyframes);
    f.angles->setChecked(values.angles);
    f.angleRange->setValue(values.angleRangeDeg);
    f.times->setChecked(values.times);
    f.timeFactor->setValue(values.timeFactor);
    f.speeds->setChecked(values.speeds);
    f.speedFactor->setValue(values.speedFactor);
    f.gains->setChecked(values.gains);
    f.gainFactor->setValue(values.gainFactor);
    f.parameters->setChecked(values.parameters);
    f.symmetry->setChecked(values.keepsSymmetry);
    f.holds->setChecked(values.keepsHolds);
    check(*f.robots, values.robots);
    select(f.task, values.task);
    select(f.optimizer, values.optimizer);
    f.showFields();
    f.taskFields->setTexts(values.taskSettings);
    f.optimizerFields->setTexts(values.optimizerSettings);
    f.seed->setValue(values.seed);
    f.generations->setValue(values.generations);
    f.hasTarget->setChecked(values.target.has_value());
    f.target->setValue(values.target.value_or(0.0));
    f.trials->setValue(values.trials);
    f.race->setValue(values.raceAfter);
    f.hard->setValue(values.hard);
    f.scout->setValue(values.scout);
    f.validate->setValue(values.validate);
    f.fixedSeeds->setChecked(values.fixedSeeds);
    f.exact->setChecked(values.isExact);
    select(f.summary, values.summary);
    f.isShowing = false;
    Q_EMIT changed();
}

ExperimentFormValues ExperimentForm::values() const {
    const Impl& f = *m_impl;
    ExperimentFormValues values;
    values.name = f.name->text();
    values.motion = f.motion->currentData().toString();
    values.joints = f.joints->count() > 0 ? checkedIn(*f.joints) : f.expectedJoints;
    values.keyframes = f.keyframes->count() > 0 ? checkedIn(*f.keyframes) : f.expectedKeyframes;
    values.angles = f.angles->isChecked();
    values.angleRangeDeg = f.angleRange->value();
    values.times = f.times->isChecked();
    values.timeFactor = f.timeFactor->value();
    values.speeds = f.speeds->isChecked();
    values.speedFactor = f.speedFactor->value();
    values.gains = f.gains->isChecked();
    values.gainFactor = f.gainFactor->value();
    values.parameters = f.parameters->isChecked();
    values.keepsSymmetry = f.symmetry->isChecked();
    values.keepsHolds = f.holds->isChecked();
    values.robots = checkedIn(*f.robots);
    values.task = f.task->currentData().toString();
    values.taskSettings = f.taskFields->texts();
    values.optimizer = f.optimizer->currentData().toString();
    values.optimizerSettings = f.optimizerFields->texts();
    values.seed = f.seed->value();
    values.generations = f.generations->value();
    if (f.hasTarget->isChecked()) {
        values.target = f.target->value();
    }
    values.trials = f.trials->value();
    values.raceAfter = f.race->value();
    values.hard = f.hard->value();
    values.scout = f.scout->value();
    values.validate = f.validate->value();
    values.fixedSeeds = f.fixedSeeds->isChecked();
    values.isExact = f.exact->isChecked();
    values.summary = f.summary->currentData().toString();
    return values;
}

void ExperimentForm::setForecast(const ExperimentForecast& forecast) {
    Impl& f = *m_impl;
    f.isShowing = true;
    offer(*f.joints, forecast.joints);
    offer(*f.keyframes, forecast.keyframes);
    if (!forecast.joints.empty() &&
        !(f.expectedJoints.isEmpty() && f.expectedKeyframes.isEmpty())) {
        check(*f.joints, std::exchange(f.expectedJoints, {}));
        check(*f.keyframes, std::exchange(f.expectedKeyframes, {}));
    }
    const auto count = static_cast<int>(forecast.parameters.size());
    QPalette palette;
    if (!forecast.problem.isEmpty()) {
        palette.setColor(QPalette::WindowText, kFaultColor);
    }
    f.verdict->setPalette(palette);
    showWrapped(f.verdict, !forecast.problem.isEmpty() ? forecast.problem
                           : count == 0                ? tr("Reading the settings...")
                           : forecast.duration.isEmpty()
                               ? tr("%n parameter(s); measuring the duration...", nullptr, count)
                               : tr("%n parameter(s); %1", nullptr, count).arg(forecast.duration));
    f.space->setRowCount(count);
    for (int i = 0; i < count; ++i) {
        const FreeParameter& parameter = forecast.parameters[static_cast<std::size_t>(i)];
        const auto cell = [&](int column, const QString& text) {
            auto* item = new QTableWidgetItem(text);
            item->setTextAlignment(column == 0 ? Qt::AlignLeft | Qt::AlignVCenter
                                               : Qt::AlignRight | Qt::AlignVCenter);
            f.space->setItem(i, column, item);
        };
        cell(0, parameter.unit.isEmpty()
                    ? parameter.name
                    : QStringLiteral("%1, %2").arg(parameter.name, parameter.unit));
        cell(1, QString::number(parameter.least, 'g', 4));
        cell(2, QString::number(parameter.start, 'g', 4));
        cell(3, QString::number(parameter.most, 'g', 4));
    }
    f.isShowing = false;
}

} // namespace sideline::widgets
