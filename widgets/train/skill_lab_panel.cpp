#include "widgets/train/skill_lab_panel.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <QApplication>
#include <QFormLayout>
#include <QHeaderView>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>

#include "agentcore/math/quantile.h"
#include "widgets/common/panel_controls.h"
#include "widgets/common/panel_parts.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

const QColor kGoodColor(0x3a, 0x9d, 0x5d);

QColor mixed(const QColor& from, const QColor& to, double ratio) {
    const auto part = [ratio](int a, int b) {
        return static_cast<int>(std::lround(a + ratio * (b - a)));
    };
    return {part(from.red(), to.red()), part(from.green(), to.green()),
            part(from.blue(), to.blue())};
}

// The values of the successful trials, sorted.
std::vector<double> valuesOf(const std::vector<SkillTrialRow>& trials) {
    std::vector<double> values;
    for (const SkillTrialRow& trial : trials) {
        if (trial.isSuccess && std::isfinite(trial.value)) {
            values.push_back(trial.value);
        }
    }
    std::ranges::sort(values);
    return values;
}

QString withUnit(const SkillLabView& view) {
    return view.unit.isEmpty() ? view.valueName
                               : QStringLiteral("%1, %2").arg(view.valueName, view.unit);
}

bool hasBall(const std::vector<SkillTrialRow>& trials) {
    return std::ranges::any_of(trials,
                               [](const SkillTrialRow& trial) { return trial.ballM.has_value(); });
}

QString shortNumber(double value) {
    return QString::number(value, 'g', 3);
}

} // namespace

bool SkillTrialRow::operator==(const SkillTrialRow& other) const {
    const bool isSameValue = value == other.value || (std::isnan(value) && std::isnan(other.value));
    return number == other.number && isSuccess == other.isSuccess && isSameValue &&
           ballM == other.ballM && group == other.group && reason == other.reason;
}

void SkillTrialModel::setView(const SkillLabView& view) {
    std::vector<Group> groups;
    for (const SkillFailureGroup& info : view.groups) {
        groups.push_back({info, {}});
    }
    const auto successes = std::ranges::count_if(view.trials, &SkillTrialRow::isSuccess);
    if (successes > 0) {
        groups.push_back({{{}, tr("%1 succeeded").arg(successes)}, {}});
    }
    for (const SkillTrialRow& trial : view.trials) {
        const auto group = std::ranges::find_if(
            groups, [&](const Group& each) { return each.info.key == trial.group; });
        if (group != groups.end()) {
            group->trials.push_back(trial);
        }
    }
    if (view.unit != m_unit) {
        m_unit = view.unit;
        Q_EMIT headerDataChanged(Qt::Horizontal, ValueColumn, ValueColumn);
    }
    if (groups != m_groups) {
        beginResetModel();
        m_groups = std::move(groups);
        endResetModel();
    }
}

// The internal id of a trial is the number of its group, from 1; that of a group is 0.
QModelIndex SkillTrialModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) {
        return {};
    }
    return createIndex(row, column, static_cast<quintptr>(parent.isValid() ? parent.row() + 1 : 0));
}

QModelIndex SkillTrialModel::parent(const QModelIndex& index) const {
    return index.internalId() > 0
               ? createIndex(static_cast<int>(index.internalId()) - 1, 0, static_cast<quintptr>(0))
               : QModelIndex();
}

int SkillTrialModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) {
        return static_cast<int>(m_groups.size());
    }
    return parent.internalId() == 0 && parent.column() == 0
               ? static_cast<int>(m_groups[static_cast<std::size_t>(parent.row())].trials.size())
               : 0;
}

int SkillTrialModel::columnCount(const QModelIndex& parent) const {
    static_cast<void>(parent);
    return static_cast<int>(ColumnCount);
}

const SkillTrialRow* SkillTrialModel::at(const QModelIndex& index) const {
    return index.isValid() && index.internalId() > 0
               ? &m_groups[index.internalId() - 1].trials[static_cast<std::size_t>(index.row())]
               : nullptr;
}

QModelIndex SkillTrialModel::indexOf(int number) const {
    for (std::size_t group = 0; group < m_groups.size(); ++group) {
        const auto& trials = m_groups[group].trials;
        const auto trial = std::ranges::find(trials, number, &SkillTrialRow::number);
        if (trial != trials.end()) {
            return createIndex(static_cast<int>(trial - trials.begin()), 0, group + 1);
        }
    }
    return {};
}

QString SkillTrialModel::keyOf(const QModelIndex& index) const {
    return m_groups[static_cast<std::size_t>(index.row())].info.key;
}

QVariant SkillTrialModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const SkillTrialRow* row = at(index);
    if (row == nullptr) {
        const SkillFailureGroup& group = m_groups[static_cast<std::size_t>(index.row())].info;
        if (role == Qt::ForegroundRole && !group.key.isEmpty()) {
            return kFaultColor;
        }
        const bool isText = role == Qt::DisplayRole || role == Qt::ToolTipRole;
        return isText && index.column() == NumberColumn ? group.title : QVariant();
    }
    if (role == Qt::ToolTipRole) {
        return row->isSuccess ? tr("Click or press Return to watch this trial")
                              : tr("%1: %2\nClick or press Return to watch it from one second "
                                   "before the failure")
                                    .arg(m_groups[index.internalId() - 1].info.title, row->reason);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
    case NumberColumn:
        return row->number + 1;
    case ValueColumn:
        return std::isfinite(row->value) ? shortNumber(row->value) : QString();
    default:
        return row->reason;
    }
}

QVariant SkillTrialModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case NumberColumn:
        return tr("Trial");
    case ValueColumn:
        return m_unit.isEmpty() ? tr("Value") : tr("Value, %1").arg(m_unit);
    default:
        return tr("Reason");
    }
}

SkillPicture::SkillPicture(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("skill-picture"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

void SkillPicture::setView(const SkillLabView& view) {
    m_trials = view.trials;
    m_valueName = withUnit(view);
    setToolTip(hasBall(m_trials)
                   ? tr("Left: distribution over the successful trials. Right: ball position "
                        "relative to the feet; green: success, red: failure.")
                   : tr("Distribution over the successful trials"));
    update();
}

void SkillPicture::paintEvent(QPaintEvent* event) {
    static_cast<void>(event);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area = QRectF(rect()).adjusted(2, 2, -2, -2);
    if (m_trials.empty()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(area, Qt::AlignCenter | Qt::TextWordWrap,
                         tr("Select a skill and press Run"));
        return;
    }
    if (!hasBall(m_trials)) {
        paintBars(painter, area);
    } else if (area.height() > area.width()) { // bars and map one below the other
        const double mapHeight = std::min(area.width(), 0.5 * area.height());
        paintBars(painter, area.adjusted(0, 0, 0, -mapHeight - 8));
        paintMap(painter, area.adjusted(0, area.height() - mapHeight, 0, 0));
    } else {
        const double mapWidth = std::min(area.height(), 0.5 * area.width());
        paintBars(painter, area.adjusted(0, 0, -mapWidth - 8, 0));
        paintMap(painter, area.adjusted(area.width() - mapWidth, 0, 0, 0));
    }
}

// The number of bars depends on the number of trials.
void SkillPicture::paintBars(QPainter& painter, const QRectF& area) const {
    const std::vector<double> values = valuesOf(m_trials);
    const double lineHeight = painter.fontMetrics().height();
    const QRectF plot = area.adjusted(0, lineHeight + 2, 0, -lineHeight - 2);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(QRectF(area.left(), area.top(), area.width(), lineHeight), Qt::AlignLeft,
                     painter.fontMetrics().elidedText(m_valueName, Qt::ElideRight,
                                                      static_cast<int>(area.width())));
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    if (values.empty()) {
        painter.drawText(plot, Qt::AlignCenter, tr("No trial succeeded"));
        return;
    }
    const int count = std::clamp(static_cast<int>(std::sqrt(values.size())), 1, 24);
    const double least = values.front();
    const double span = std::max(values.back() - least, 1e-9);
    std::vector<int> bars(static_cast<std::size_t>(count));
    for (const double value : values) {
        const auto bar = static_cast<int>((value - least) / span * count);
        ++bars[static_cast<std::size_t>(std::clamp(bar, 0, count - 1))];
    }
    const double highest = *std::ranges::max_element(bars);
    const double width = plot.width() / count;
    for (int i = 0; i < count; ++i) {
        const double height = plot.height() * bars[static_cast<std::size_t>(i)] / highest;
        painter.fillRect(
            QRectF(plot.left() + i * width + 0.5, plot.bottom() - height, width - 1.0, height),
            palette().color(QPalette::Highlight));
    }
    const QRectF below(plot.left(), plot.bottom() + 2, plot.width(), lineHeight);
    painter.drawText(below, Qt::AlignLeft, shortNumber(least));
    painter.drawText(below, Qt::AlignRight, shortNumber(values.back()));
}

// Seen from above; the robot faces up. Cells are as wide as a foot.
void SkillPicture::paintMap(QPainter& painter, const QRectF& area) const {
    QRectF box;
    for (const SkillTrialRow& trial : m_trials) {
        if (trial.ballM) {
            box |= QRectF(*trial.ballM, QSizeF(1e-6, 1e-6));
        }
    }
    box |= QRectF(-0.1, -0.1, 0.2, 0.2); // the feet
    const double sizeM = std::max(box.width(), box.height()) * 1.1;
    const double scale = std::min(area.width(), area.height()) / sizeM;
    const QPointF middle = box.center();
    const auto toScreen = [&](const QPointF& placeM) { // left is on the left, forward is up
        return area.center() +
               QPointF(-(placeM.x() - middle.x()) * scale, -(placeM.y() - middle.y()) * scale);
    };
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette().color(QPalette::AlternateBase));
    painter.drawRect(area);
    const double cellM = std::max(0.02, sizeM / 14.0);
    struct Cell {
        int trials = 0;
        int successes = 0;
    };
    std::map<std::pair<int, int>, Cell> cells;
    for (const SkillTrialRow& trial : m_trials) {
        if (trial.ballM) {
            Cell& cell = cells[{static_cast<int>(std::floor(trial.ballM->x() / cellM)),
                                static_cast<int>(std::floor(trial.ballM->y() / cellM))}];
            ++cell.trials;
            cell.successes += trial.isSuccess ? 1 : 0;
        }
    }
    for (const auto& [place, cell] : cells) {
        const QPointF corner((place.first + 1) * cellM, (place.second + 1) * cellM);
        painter.setBrush(
            mixed(kFaultColor, kGoodColor, static_cast<double>(cell.successes) / cell.trials));
        painter.drawRect(QRectF(toScreen(corner), QSizeF(cellM * scale, cellM * scale)));
    }
    painter.setPen(palette().color(QPalette::Text));
    painter.setBrush(Qt::NoBrush);
    for (const double leftM : {0.055, -0.055}) { // feet as large as those of a Nao
        painter.drawRoundedRect(
            QRectF(toScreen({leftM + 0.04, 0.08}), QSizeF(0.08 * scale, 0.16 * scale)), 3, 3);
    }
}

SkillLabPanel::SkillLabPanel(const std::vector<Choice>& skills, const QStringList& robots,
                             QWidget* parent)
    : QWidget(parent),
      m_skill(panelChoice("skill-choice", {}, tr("Skill to try"))),
      m_robot(panelChoice("skill-robot", robots, tr("Robot that tries it"))),
      m_count(new QSpinBox),
      m_seed(new QSpinBox),
      m_distance(panelNumber("skill-distance", 0.0, 30.0, 1, 0.5, tr(" m"),
                             tr("Distance in the target direction that the ball must reach"))),
      m_tolerance(panelNumber("skill-tolerance", 0.5, 90.0, 1, 1.0, tr("\u00b0"),
                              tr("Angle off the target direction that is still a success"))),
      m_exact(new QCheckBox(tr("Exact solver"))),
      m_run(panelButton("skill-run", tr("Run"), {})),
      m_progress(new QProgressBar),
      m_figures(new QLabel),
      m_picture(new SkillPicture),
      m_trials(new QTreeView),
      m_match(
          panelButton("skill-match", tr("Open as match"),
                      tr("Play the selected trial as a match, with cameras, plots and export"))) {
    setObjectName(QStringLiteral("skill-lab-panel"));
    for (const Choice& skill : skills) {
        m_isKick.push_back(skill.isKick);
        m_skill->addItem(skill.name);
        m_skill->setItemData(m_skill->count() - 1, skill.about, Qt::ToolTipRole);
    }
    m_count->setObjectName(QStringLiteral("skill-count"));
    m_count->setRange(1, 100000);
    m_count->setValue(100);
    m_count->setToolTip(tr("Number of trials, each from a different random start"));
    m_seed->setObjectName(QStringLiteral("skill-seed"));
    m_seed->setRange(1, 1000000);
    m_seed->setToolTip(tr("Random seed: the same seed gives the same trials"));
    m_exact->setObjectName(QStringLiteral("skill-exact"));
    m_exact->setToolTip(tr("ODE's solver instead of the fast one; several times slower"));
    m_progress->setTextVisible(false);
    m_progress->setMaximumHeight(6);
    m_figures->setObjectName(QStringLiteral("skill-figures"));
    m_figures->setWordWrap(true);
    m_trials->setObjectName(QStringLiteral("skill-trials"));
    m_trials->setModel(&m_model);
    m_trials->setUniformRowHeights(true);
    m_trials->setIndentation(12);
    m_trials->setExpandsOnDoubleClick(false); // a single click already opens the trial
    m_trials->setMinimumSize(120, 80);
    m_trials->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_trials->header()->setStretchLastSection(true);
    auto* form = new QFormLayout;
    form->setSpacing(4);
    form->addRow(tr("Skill"), m_skill);
    form->addRow(tr("Robot"), m_robot);
    m_tolerance->setValue(90.0);
    form->addRow(tr("At least"), m_distance);
    form->addRow(tr("Within"), m_tolerance);
    form->addRow(tr("Trials"), m_count);
    form->addRow(tr("Seed"), m_seed);
    auto* start = new QHBoxLayout;
    start->setSpacing(4);
    start->addWidget(m_exact, 1);
    start->addWidget(m_run);
    auto* controls = new QVBoxLayout;
    controls->setSpacing(6);
    controls->addLayout(form);
    controls->addLayout(start);
    controls->addWidget(m_progress);
    controls->addWidget(m_figures);
    controls->addStretch(1);
    auto* trials = new QVBoxLayout;
    trials->setSpacing(6);
    trials->addWidget(m_trials, 1);
    trials->addWidget(m_match, 0, Qt::AlignRight);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(6, 6, 6, 6);
    row->setSpacing(8);
    row->addLayout(controls, 2);
    row->addWidget(m_picture, 2);
    row->addLayout(trials, 4);
    const auto showGoal = [this, form](int skill) {
        const bool isKick = skill >= 0 && m_isKick[static_cast<std::size_t>(skill)];
        form->setRowVisible(m_distance, isKick);
        form->setRowVisible(m_tolerance, isKick);
    };
    connect(m_skill, &QComboBox::currentIndexChanged, this, showGoal);
    showGoal(m_skill->currentIndex());
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (m_view.isRunning) {
            Q_EMIT stopRequested();
        } else {
            Q_EMIT startRequested();
        }
    });
    connect(m_trials, &QTreeView::clicked, this, &SkillLabPanel::choose);
    connect(m_trials, &QTreeView::activated, this, &SkillLabPanel::choose);
    connect(m_trials->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (m_isShowing) {
                    return;
                }
                m_match->setEnabled(chosen().has_value());
                // A click also chooses.
                if (m_model.at(current) != nullptr &&
                    QApplication::mouseButtons() == Qt::NoButton) {
                    choose(current);
                }
            });
    connect(m_trials, &QTreeView::collapsed, this,
            [this](const QModelIndex& group) { m_closed << m_model.keyOf(group); });
    connect(m_trials, &QTreeView::expanded, this,
            [this](const QModelIndex& group) { m_closed.removeAll(m_model.keyOf(group)); });
    connect(m_match, &QPushButton::clicked, this, [this] {
        if (const auto number = chosen()) {
            Q_EMIT matchRequested(*number);
        }
    });
    m_closed << QString(); // the successes
    setView({});
}

std::optional<SkillLabPanel::KickGoal> SkillLabPanel::kickGoal() const {
    const int skill = m_skill->currentIndex();
    return skill >= 0 && m_isKick[static_cast<std::size_t>(skill)]
               ? std::optional(KickGoal{m_distance->value(), m_tolerance->value()})
               : std::nullopt;
}

QString SkillLabPanel::skill() const {
    return m_skill->currentText();
}

std::optional<int> SkillLabPanel::chosen() const {
    const SkillTrialRow* row = m_model.at(m_trials->currentIndex());
    return row != nullptr ? std::optional(row->number) : std::nullopt;
}

void SkillLabPanel::choose(const QModelIndex& index) {
    if (const SkillTrialRow* row = m_model.at(index)) {
        Q_EMIT watchRequested(row->number);
    } else if (index.isValid()) {
        m_trials->setExpanded(index.siblingAtColumn(0), !m_trials->isExpanded(index));
    }
}

// Keeps the chosen trial and the groups that are open. Successes are collapsed at first.
void SkillLabPanel::showTrials() {
    const QScopedValueRollback showing(m_isShowing, true);
    const auto number = chosen();
    const int scrolled = m_trials->verticalScrollBar()->value();
    const QStringList closed = m_closed;
    m_model.setView(m_view);
    for (int group = 0; group < m_model.rowCount(); ++group) {
        const QModelIndex index = m_model.index(group, 0);
        m_trials->setFirstColumnSpanned(group, {}, true);
        m_trials->setExpanded(index, !closed.contains(m_model.keyOf(index)));
    }
    m_closed = closed;
    if (number && !chosen()) {
        m_trials->setCurrentIndex(m_model.indexOf(*number));
    }
    m_trials->verticalScrollBar()->setValue(scrolled);
}

void SkillLabPanel::setView(const SkillLabView& view) {
    m_view = view;
    m_run->setText(view.isRunning ? tr("Stop") : tr("Run"));
    m_run->setToolTip(view.isRunning ? tr("Stop; finished trials are kept")
                                     : tr("Run the trials in the background"));
    for (QWidget* field : {static_cast<QWidget*>(m_skill), static_cast<QWidget*>(m_robot),
                           static_cast<QWidget*>(m_count), static_cast<QWidget*>(m_seed),
                           static_cast<QWidget*>(m_distance), static_cast<QWidget*>(m_tolerance),
                           static_cast<QWidget*>(m_exact)}) {
        field->setEnabled(!view.isRunning);
    }
    m_progress->setRange(0, std::max(view.planned, 1));
    m_progress->setValue(static_cast<int>(view.trials.size()));
    QPalette colors = palette();
    if (!view.fault.isEmpty()) {
        colors.setColor(QPalette::WindowText, kFaultColor);
    }
    m_figures->setPalette(colors);
    const std::vector<double> values = valuesOf(view.trials);
    const auto successes = std::ranges::count_if(view.trials, &SkillTrialRow::isSuccess);
    QString text = view.fault;
    if (text.isEmpty() && !view.trials.empty()) {
        text = tr("%1 of %2 succeeded").arg(successes).arg(view.trials.size());
        if (!values.empty()) {
            text += tr(". %1: median %2, 90 % between %3 and %4")
                        .arg(withUnit(view), shortNumber(math::quantileOf(values, 0.5)),
                             shortNumber(math::quantileOf(values, 0.05)),
                             shortNumber(math::quantileOf(values, 0.95)));
        }
    }
    showText(m_figures, text);
    m_picture->setView(view);
    showTrials();
    m_match->setEnabled(chosen().has_value());
}

} // namespace sideline::widgets
