#include "widgets/motion/keyframe_section.h"

#include <algorithm>

#include <QFormLayout>
#include <QHeaderView>
#include <QStyledItemDelegate>

#include "widgets/common/panel_parts.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

constexpr int kMaxRows = 10; // rows shown before the table of keys scrolls
constexpr double kLongestWaitS = 60.0;

// Tab moves down in the edited column.
class KeyTable : public QTableView {
protected:
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override {
        if (action == MoveNext || action == MovePrevious) {
            const QModelIndex next =
                currentIndex().siblingAtRow(currentIndex().row() + (action == MoveNext ? 1 : -1));
            return next.isValid() ? next : currentIndex();
        }
        return QTableView::moveCursor(action, modifiers);
    }
};

// Edits angles as text, and curves in a list.
class KeyDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override {
        if (index.column() == KeyModel::CurveColumn) {
            auto* box = new QComboBox(parent);
            box->addItems(curveTexts());
            connect(box, &QComboBox::activated, box, [this, box] {
                auto* self = const_cast<KeyDelegate*>(
                    this); // emitting a signal does not change the delegate
                Q_EMIT self->commitData(box);
                Q_EMIT self->closeEditor(box);
            });
            return box;
        }
        if (index.column() == KeyModel::AngleColumn) {
            auto* line = new QLineEdit(parent);
            line->setFrame(false);
            line->setAlignment(Qt::AlignRight);
            connect(line, &QLineEdit::textChanged, line, [line](const QString& text) {
                const auto value = keyframe::Value::parse(text.trimmed().toStdString());
                markWrong(line, !value, value ? QString() : toQt(value.error().toString()));
            });
            return line;
        }
        return QStyledItemDelegate::createEditor(parent, option, index);
    }
    void setEditorData(QWidget* editor, const QModelIndex& index) const override {
        if (auto* box = qobject_cast<QComboBox*>(editor)) {
            box->setCurrentIndex(index.data(Qt::EditRole).toInt());
            box->showPopup();
            return;
        }
        QStyledItemDelegate::setEditorData(editor, index);
    }
    void setModelData(QWidget* editor, QAbstractItemModel* model,
                      const QModelIndex& index) const override {
        if (const auto* box = qobject_cast<QComboBox*>(editor)) {
            model->setData(index, box->currentIndex(), Qt::EditRole);
            return;
        }
        QStyledItemDelegate::setModelData(editor, model, index);
    }
};

QStringList waitTexts() {
    return {KeyframeSection::tr("nothing"), KeyframeSection::tr("left foot on the ground"),
            KeyframeSection::tr("right foot on the ground"),
            KeyframeSection::tr("both feet on the ground"), KeyframeSection::tr("standing still")};
}

} // namespace

QString limbText(keyframe::Limb limb) {
    switch (limb) {
    case keyframe::Limb::LeftFoot:
        return LimbEditor::tr("Left foot");
    case keyframe::Limb::RightFoot:
        return LimbEditor::tr("Right foot");
    case keyframe::Limb::LeftHand:
        return LimbEditor::tr("Left hand");
    default:
        return LimbEditor::tr("Right hand");
    }
}

// --- limbs

LimbEditor::LimbEditor(keyframe::Limb limb, QWidget* parent) : QWidget(parent), m_limb(limb) {
    setObjectName(toQt(keyframe::limbName(limb)));
    auto* column = columnIn(this, 0);
    column->setSpacing(2);
    auto* heading = new QHBoxLayout;
    heading->setSpacing(2);
    m_take = panelTool(
        "take", QStringLiteral("add"),
        tr("Add a target at its current position: its joints then follow by inverse kinematics"));
    m_remove = panelTool("removeLimb", QStringLiteral("remove"),
                         tr("Remove the target: its joints then follow their own keys"));
    heading->addWidget(new QLabel(limbText(limb)), 1);
    heading->addWidget(m_take);
    heading->addWidget(m_remove);
    column->addLayout(heading);
    m_details = new QWidget;
    build();
    column->addWidget(m_details);
    connect(m_take, &QToolButton::clicked, this, &LimbEditor::takeRequested);
    connect(m_remove, &QToolButton::clicked, this, &LimbEditor::removeRequested);
    setTarget(nullptr);
}

void LimbEditor::build() {
    constexpr std::array kAxes = {"x", "y", "z"};
    constexpr std::array kTurns = {"roll", "pitch", "yaw"};
    auto* grid = new QGridLayout(m_details);
    grid->setContentsMargins(8, 0, 0, 4);
    grid->setSpacing(3);
    grid->addWidget(new QLabel(tr("x y z, m")), 0, 0);
    auto* angleLabel = new QLabel(tr("rotation, \u00b0"));
    grid->addWidget(angleLabel, 1, 0);
    const std::array tips = {tr("Forward, m"), tr("To the left, m"), tr("Up, m")};
    for (std::size_t i = 0; i < 3; ++i) {
        const int column = static_cast<int>(i) + 1;
        m_positionM[i] = new ValueLine(
            kAxes[i], tips[i] + tr("; a number, or an expression such as 0.1 + $step"));
        m_anglesDeg[i] = new ValueLine(
            kTurns[i], tr("Degrees about the torso's x, y or z; a number or an expression"));
        grid->addWidget(m_positionM[i], 0, column);
        grid->addWidget(m_anglesDeg[i], 1, column);
        connect(m_positionM[i], &ValueLine::valueCommitted, this,
                [this, i](const keyframe::Value& value) { changePlace(i, false, value); });
        connect(m_anglesDeg[i], &ValueLine::valueCommitted, this,
                [this, i](const keyframe::Value& value) { changePlace(i, true, value); });
    }
    const bool isHand = m_limb == keyframe::Limb::LeftHand || m_limb == keyframe::Limb::RightHand;
    angleLabel->setVisible(!isHand);
    for (ValueLine* line : m_anglesDeg) {
        line->setVisible(!isHand);
    }
    m_frame = panelChoice("frame", {tr("from the torso"), tr("from the ball")},
                          tr("Reference frame of the position"));
    m_path = panelChoice("path", {tr("by joints"), tr("straight"), tr("along a spline")},
                         tr("How it moves here: joints follow their curves, or the limb follows a "
                            "straight line or a spline"));
    m_curve = panelChoice("limbCurve", curveTexts(), tr("Speed profile of the movement"));
    auto* way = new QHBoxLayout;
    way->setSpacing(3);
    way->addWidget(m_frame, 1);
    way->addWidget(m_path, 1);
    grid->addLayout(way, 2, 0, 1, 4);
    auto* shape = new QHBoxLayout;
    shape->setSpacing(6);
    m_via = new QLabel;
    shape->addWidget(new QLabel(tr("Curve")));
    shape->addWidget(m_curve, 1);
    shape->addWidget(m_via, 1);
    grid->addLayout(shape, 3, 0, 1, 4);
    for (int column = 1; column <= 3; ++column) {
        grid->setColumnStretch(column, 1);
    }
    connect(m_frame, &QComboBox::activated, this, [this](int index) {
        keyframe::LimbTarget target = m_target;
        target.frame = static_cast<keyframe::LimbTarget::Frame>(index);
        Q_EMIT changed(target, tr("Change frame of %1"));
    });
    connect(m_path, &QComboBox::activated, this, [this](int index) {
        keyframe::LimbTarget target = m_target;
        target.path = static_cast<keyframe::LimbTarget::Path>(index);
        Q_EMIT changed(target, tr("Change path of %1"));
    });
    connect(m_curve, &QComboBox::activated, this, [this](int index) {
        keyframe::LimbTarget target = m_target;
        target.curve = static_cast<motion::Curve>(index);
        Q_EMIT changed(target, tr("Change curve of %1"));
    });
}

void LimbEditor::changePlace(std::size_t axis, bool isAngle, const keyframe::Value& value) {
    keyframe::LimbTarget target = m_target;
    (isAngle ? target.place.rollPitchYawDeg : target.place.positionM)[axis] = value;
    Q_EMIT changed(target, isAngle ? tr("Turn %1") : tr("Move %1"));
}

void LimbEditor::setTarget(const keyframe::LimbTarget* target) {
    m_details->setVisible(target != nullptr);
    m_remove->setEnabled(target != nullptr);
    if (target == nullptr) {
        return;
    }
    m_target = *target;
    for (std::size_t i = 0; i < 3; ++i) {
        m_positionM[i]->setValue(target->place.positionM[i]);
        m_anglesDeg[i]->setValue(target->place.rollPitchYawDeg[i]);
    }
    m_frame->setCurrentIndex(static_cast<int>(target->frame));
    m_path->setCurrentIndex(static_cast<int>(target->path));
    m_curve->setCurrentIndex(static_cast<int>(target->curve));
    m_via->setVisible(!target->via.empty());
    showText(m_via, tr("via %n points", nullptr, static_cast<int>(target->via.size())));
}

// --- the keyframe

KeyframeSection::KeyframeSection(QWidget* parent) : MotionSection(parent) {
    auto* column = columnIn(this, 0);
    column->setContentsMargins(10, 0, 0, 4);
    m_hint = new QLabel;
    m_hint->setObjectName(QStringLiteral("keyframeHint"));
    m_hint->setWordWrap(true);
    column->addWidget(m_hint);
    m_details = new QWidget;
    auto* details = columnIn(m_details, 0);
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(6);
    form->setVerticalSpacing(4);
    m_name = new CommitLine("keyframeName");
    m_name->setPlaceholderText(tr("unnamed"));
    form->addRow(tr("Name"), m_name);
    form->addRow(tr("Wait for"), buildWait());
    details->addLayout(form);
    details->addWidget(panelHeading(tr("Limb targets")));
    for (const keyframe::Limb limb : keyframe::kLimbs) {
        auto* editor = new LimbEditor(limb);
        m_limbs.push_back(editor);
        details->addWidget(editor);
        connect(editor, &LimbEditor::takeRequested, this,
                [this, limb] { Q_EMIT limbTargetRequested(static_cast<int>(limb)); });
        connect(editor, &LimbEditor::removeRequested, this, [this, limb] {
            if (isUsers()) {
                commit(keyframe::setLimbTarget(motion(), cursorS(), limb, std::nullopt),
                       tr("Remove target of %1").arg(limbText(limb).toLower()));
            }
        });
        connect(editor, &LimbEditor::changed, this,
                [this, limb](const keyframe::LimbTarget& target, const QString& what) {
                    if (isUsers() && keyframe() != nullptr) {
                        commit(keyframe::setLimbTarget(motion(), cursorS(), limb, target),
                               what.arg(limbText(limb).toLower()));
                    }
                });
    }
    details->addWidget(panelHeading(tr("Keys")));
    details->addWidget(buildKeys());
    column->addWidget(m_details);
    connect(m_name, &CommitLine::committed, this, [this](const QString& text) {
        if (isUsers() && keyframe() != nullptr) {
            const QString name = text.trimmed();
            commit(keyframe::renameKeyframe(motion(), cursorS(), name.toStdString()),
                   name.isEmpty() ? tr("Remove name of keyframe")
                                  : tr("Rename keyframe to %1").arg(name));
        }
    });
}

QWidget* KeyframeSection::buildWait() {
    auto* box = new QWidget;
    auto* row = rowIn(box);
    m_wait = panelChoice("wait", waitTexts(), tr("The motion pauses here until this holds"));
    m_timeout = panelNumber("timeout", 0.02, kLongestWaitS, 2, 0.1, QStringLiteral("s"),
                            tr("Maximum wait"));
    row->addWidget(m_wait, 3);
    row->addWidget(m_timeout, 2);
    connect(m_wait, &QComboBox::activated, this, [this] { changeWait(m_wait); });
    connect(m_timeout, &QDoubleSpinBox::valueChanged, this, [this] { changeWait(m_timeout); });
    return box;
}

void KeyframeSection::changeWait(const QWidget* by) {
    if (!isUsers() || keyframe() == nullptr) {
        return;
    }
    std::optional<keyframe::Wait> wait;
    if (m_wait->currentIndex() > 0) {
        wait = keyframe::Wait{.kind = static_cast<keyframe::WaitKind>(m_wait->currentIndex() - 1),
                              .timeoutS = m_timeout->value()};
    }
    if (wait != keyframe()->wait) {
        commit(keyframe::setWait(motion(), cursorS(), wait),
               wait ? tr("Wait for %1").arg(m_wait->currentText()) : tr("Do not wait"),
               by == m_timeout ? stepOf(by) : 0);
    }
}

QWidget* KeyframeSection::buildKeys() {
    m_table = new KeyTable;
    m_table->setObjectName(QStringLiteral("keys"));
    m_table->setModel(&m_model);
    m_table->setItemDelegate(new KeyDelegate(m_table));
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                             QAbstractItemView::AnyKeyPressed);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(KeyModel::AngleColumn, QHeaderView::Stretch);
    m_table->setColumnWidth(KeyModel::JointColumn, fontMetrics().horizontalAdvance(
                                                       QStringLiteral("Left shoulder pitch  ")));
    m_table->setColumnWidth(KeyModel::CurveColumn,
                            fontMetrics().horizontalAdvance(QStringLiteral("  Smooth    ")));
    m_table->setColumnWidth(KeyModel::GainColumn,
                            fontMetrics().horizontalAdvance(QStringLiteral("  250, 2.5  ")));
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(&m_model, &KeyModel::angleRequested, this,
            [this](const QString& joint, const keyframe::Value& angleDeg) {
                const keyframe::Keyframe* here = isUsers() ? keyframe() : nullptr;
                const std::string name = joint.toStdString();
                if (here != nullptr && here->joints.contains(name)) {
                    keyframe::Key changed = here->joints.at(name);
                    changed.angleDeg = angleDeg;
                    commit(keyframe::setKey(motion(), keyOf(joint), changed),
                           tr("Set %1 to %2\u00b0").arg(joint, toQt(angleDeg.text())));
                }
            });
    connect(&m_model, &KeyModel::curveRequested, this,
            [this](const QString& joint, motion::Curve curve) {
                if (isUsers()) {
                    commit(keyframe::setCurve(motion(), {keyOf(joint)}, curve),
                           tr("Set curve of %1 to %2")
                               .arg(joint, curveTexts()[static_cast<int>(curve)].toLower()));
                }
            });
    connect(&m_model, &KeyModel::gainRequested, this, [this](const QString& joint, double factor) {
        if (isUsers()) {
            commit(keyframe::setSpeedScale(motion(), {keyOf(joint)}, factor),
                   tr("Set gain of %1 to %2").arg(joint).arg(factor));
        }
    });
    connect(&m_model, &KeyModel::gainsRequested, this,
            [this](const QString& joint, const std::optional<keyframe::JointGains>& gains) {
                if (isUsers()) {
                    commit(keyframe::setGains(motion(), {keyOf(joint)}, gains),
                           gains ? tr("Set gains of %1 to %2, %3")
                                       .arg(joint)
                                       .arg(gains->kpNmPerRad)
                                       .arg(gains->kdNmsPerRad)
                                 : tr("Set gains of %1 to the motion's").arg(joint));
                }
            });
    return m_table;
}

const keyframe::Keyframe* KeyframeSection::keyframe() const {
    const auto at = motion().keyframeAt(cursorS());
    return at ? &*motion().keyframes[*at] : nullptr;
}

keyframe::KeyRef KeyframeSection::keyOf(const QString& joint) const {
    const keyframe::Keyframe* here = keyframe();
    return {here != nullptr ? here->timeS : cursorS(), joint.toStdString()};
}

QString KeyframeSection::title() const {
    const QString time = numberText(cursorS(), 2, QStringLiteral("s"));
    if (view().motion == nullptr) {
        return tr("Keyframe");
    }
    const auto at = motion().keyframeAt(cursorS());
    return at ? tr("Keyframe %1 at %2").arg(*at + 1).arg(time) : tr("Keyframe");
}

void KeyframeSection::showMotion() {
    const keyframe::Keyframe* here = keyframe();
    m_details->setVisible(here != nullptr);
    m_hint->setVisible(here == nullptr);
    showText(
        m_hint,
        tr("No keyframe at %1. K stores one.").arg(numberText(cursorS(), 3, QStringLiteral("s"))));
    m_model.setKeyframe(here, motion().locked, view().model.get(), motion().gains);
    if (here == nullptr) {
        return;
    }
    m_name->setShown(toQt(here->name));
    m_wait->setCurrentIndex(here->wait ? static_cast<int>(here->wait->kind) + 1 : 0);
    m_timeout->setVisible(here->wait.has_value());
    if (here->wait) {
        showNumber(m_timeout, here->wait->timeoutS);
    }
    for (std::size_t i = 0; i < m_limbs.size(); ++i) {
        const auto target = here->limbs.find(keyframe::kLimbs[i]);
        m_limbs[i]->setTarget(target == here->limbs.end() ? nullptr : &target->second);
    }
    const int rows = std::clamp(m_model.rowCount(), 1, kMaxRows);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() +
                            rows * m_table->verticalHeader()->defaultSectionSize() + 4);
}

} // namespace sideline::widgets
