// How the panel of the pose is put together.
#include "widgets/motion/pose_panel.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "widgets/common/icons.h"
#include "widgets/common/panel_parts.h"
#include "widgets/motion/motion_panel_parts.h"

namespace sideline::widgets {

namespace {

QCheckBox* option(const char* name, const QString& text, const QString& tip) {
    auto* box = new QCheckBox(text);
    box->setObjectName(QLatin1String(name));
    box->setToolTip(tip);
    box->setFocusPolicy(Qt::TabFocus);
    return box;
}

} // namespace

PosePanel::PosePanel(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    auto* column = columnIn(this);
    column->addWidget(buildActions());
    column->addWidget(buildOptions());
    m_state = new QLabel;
    m_state->setObjectName(QStringLiteral("state"));
    m_state->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    column->addWidget(m_state);
    m_scroll = new QScrollArea;
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->viewport()->installEventFilter(this);
    column->addWidget(m_scroll, 1);
    m_shelf = new PoseShelf("storePose", tr("Store the pose under this name"));
    column->addWidget(m_shelf);
    m_detail = new QLabel;
    m_detail->setObjectName(QStringLiteral("detail"));
    m_detail->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    column->addWidget(m_detail);
    auto* keys = new QLabel(tr("<b>\u2191\u2193</b> joint, <b>\u2190\u2192</b> 1\u00b0, "
                               "<b>Shift</b> 5\u00b0, <b>Ctrl</b> 0.1\u00b0, <b>0</b> zero, "
                               "<b>Enter</b> number, <b>K</b> keyframe, or type <b>lle4</b>"));
    keys->setWordWrap(true);
    keys->setToolTip(tr("Click a joint to use keys. Type the first letters of a joint or effector "
                        "name to select it."));
    column->addWidget(keys);
    connect(m_shelf, &PoseShelf::applyRequested, this, &PosePanel::applyPose);
    connect(m_shelf, &PoseShelf::storeRequested, this, [this](const QString& name) {
        m_shelf->store(storedPose(name, *m_view.model, m_anglesRad));
    });
    connect(m_shelf, &PoseShelf::posesChanged, this, &PosePanel::posesChanged);
    rebuildRows();
    showState();
}

PosePanel::~PosePanel() = default;

QWidget* PosePanel::buildActions() {
    auto* box = new QWidget;
    auto* row = rowIn(box);
    row->setSpacing(1);
    m_store = panelButton("store", tr("Keyframe"),
                          tr("Store keyframe: keys of the whole pose at the cursor (K)"));
    m_store->setIcon(icon(QStringLiteral("key-add")));
    m_store->setMinimumWidth(m_store->sizeHint().width());
    m_remove =
        panelTool("remove", QStringLiteral("key-remove"), tr("Remove the keyframe at the cursor"));
    auto* copy = panelTool("copy", QStringLiteral("copy"), tr("Copy the pose"));
    m_paste = panelTool("paste", QStringLiteral("paste"), tr("Paste the copied pose"));
    m_pasteFlipped = panelTool("pasteFlipped", QStringLiteral("paste-flipped"),
                               tr("Paste the copied pose mirrored: left becomes right"));
    auto* flip =
        panelTool("flip", QStringLiteral("flip"), tr("Mirror the pose: left becomes right"));
    auto* zero =
        panelTool("zero", QStringLiteral("zero"), tr("All joints to zero: standing upright"));
    row->addWidget(m_store, 1);
    m_tools = {copy, flip, zero};
    for (QToolButton* button : {m_remove, copy, m_paste, m_pasteFlipped, flip, zero}) {
        row->addWidget(button);
    }
    connect(m_store, &QPushButton::clicked, this, &PosePanel::storeRequested);
    connect(m_remove, &QToolButton::clicked, this, &PosePanel::removeRequested);
    connect(copy, &QToolButton::clicked, this, &PosePanel::copyRequested);
    connect(m_paste, &QToolButton::clicked, this, [this] { Q_EMIT pasteRequested(false); });
    connect(m_pasteFlipped, &QToolButton::clicked, this, [this] { Q_EMIT pasteRequested(true); });
    connect(flip, &QToolButton::clicked, this, &PosePanel::flipRequested);
    connect(zero, &QToolButton::clicked, this, &PosePanel::zeroRequested);
    return box;
}

QWidget* PosePanel::buildOptions() {
    auto* box = new QWidget;
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(4);
    m_mirrors =
        option("mirrors", tr("Mirror"),
               tr("Move the other side symmetrically: knees bend together, arms open together"));
    m_storesKeys = option("storesKeys", tr("Auto-key"),
                          tr("Every change is stored as a key at the cursor. Off: changes are "
                             "temporary until you store a keyframe (K)."));
    m_onionSkins = option("onionSkins", tr("Neighbors"),
                          tr("Show the previous (blue) and next (orange) keyframes as ghosts"));
    m_ground = new QComboBox;
    m_ground->setObjectName(QStringLiteral("ground"));
    m_ground->setFocusPolicy(Qt::TabFocus);
    m_ground->addItems({tr("Torso upright"), tr("Sole flat"), tr("Settle")});
    m_ground->setToolTip(tr("How the robot stands on the ground: torso upright; lower sole flat; "
                            "or settled as a rigid body"));
    m_ground->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_ground->setMinimumContentsLength(8);
    grid->addWidget(m_mirrors, 0, 0);
    grid->addWidget(m_storesKeys, 0, 1);
    grid->addWidget(m_onionSkins, 1, 0);
    grid->addWidget(m_ground, 1, 1);
    grid->setColumnStretch(1, 1);
    for (QCheckBox* check : {m_mirrors, m_storesKeys, m_onionSkins}) {
        connect(check, &QCheckBox::clicked, this, &PosePanel::readOptions);
    }
    connect(m_ground, &QComboBox::activated, this, &PosePanel::readOptions);
    setOptions(m_options);
    return box;
}

void PosePanel::setOptions(const PosingOptions& options) {
    m_options = options;
    m_mirrors->setChecked(options.mirrors);
    m_storesKeys->setChecked(options.storesKeys);
    m_onionSkins->setChecked(options.onionSkins);
    m_ground->setCurrentIndex(options.ground);
}

void PosePanel::readOptions() {
    const PosingOptions options{.mirrors = m_mirrors->isChecked(),
                                .storesKeys = m_storesKeys->isChecked(),
                                .ground = m_ground->currentIndex(),
                                .onionSkins = m_onionSkins->isChecked()};
    if (options != m_options) {
        m_options = options;
        Q_EMIT optionsChanged(m_options);
    }
}

void PosePanel::rebuildRows() {
    m_rows.clear();
    m_labels.clear();
    m_chosen = -1;
    m_isWide = false;
    m_list = new QWidget;
    m_grid = new QGridLayout(m_list);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(0);
    m_grid->setColumnStretch(0, 1);
    m_grid->setColumnStretch(2, 1);
    m_nameWidthPx = 0;
    if (m_view.model != nullptr) {
        for (const JointName& name : jointNames(*m_view.model)) {
            buildRow(name);
            m_nameWidthPx = std::max(m_nameWidthPx, m_rows.back()->wantedNameWidth());
        }
    }
    for (PoseSlider* row : m_rows) {
        row->setNameWidth(m_nameWidthPx);
    }
    m_editor = new AngleEditor(m_list);
    connect(m_editor, &AngleEditor::left, this, &PosePanel::closeEditor);
    connect(m_editor, &AngleEditor::nextRequested, this, &PosePanel::editNext);
    arrangeRows();
    m_scroll->setWidget(m_list);
    if (!m_rows.empty()) {
        chooseRow(0);
    }
}

void PosePanel::buildRow(const JointName& name) {
    auto* row = new PoseSlider(name, m_view.model->joint(name.joint), m_list);
    const int number = static_cast<int>(m_rows.size());
    m_rows.push_back(row);
    connect(row, &JointSlider::clicked, this, [this, number] {
        setFocus();
        m_dragGesture = newGesture();
        m_steps.end();
        chooseRow(number);
    });
    connect(row, &JointSlider::targetMoved, this, [this, row](double angleRad) {
        moveJoint(row->name().joint, angleRad, m_dragGesture);
    });
    connect(row, &JointSlider::editRequested, this, &PosePanel::openEditor);
    connect(row, &PoseSlider::keyClicked, this, [this, row] {
        Q_EMIT keyToggled(row->name().joint, row->keyState() != PoseSlider::KeyState::Key);
    });
}

// Left and right of the body stand side by side where there is room for both.
void PosePanel::arrangeRows() {
    while (QLayoutItem* item = m_grid->takeAt(0)) {
        delete item;
    }
    qDeleteAll(m_labels);
    m_labels.clear();
    const auto addLabel = [&](const QString& text, int line, int column, int columns,
                              Qt::Alignment alignment, bool isHeading) {
        auto* label = new QLabel(text, m_list);
        if (isHeading) {
            label->setFont(bold(label->font()));
            label->setContentsMargins(4, line == 0 ? 0 : 4, 4, 0);
        }
        label->setAlignment(alignment);
        m_grid->addWidget(label, line, column, 1, columns);
        label->show();
        m_labels.push_back(label);
    };
    const auto rowOf = [&](robot::JointId joint) {
        const auto at = std::ranges::find_if(
            m_rows, [&](const PoseSlider* row) { return row->name().joint == joint; });
        return at == m_rows.end() ? nullptr : *at;
    };
    std::vector<const PoseSlider*> placed;
    QString group;
    int line = 0;
    for (PoseSlider* row : m_rows) {
        if (std::ranges::find(placed, row) != placed.end()) {
            continue;
        }
        const auto mirror = mirrorJoint(*m_view.model, row->name().joint);
        PoseSlider* other = m_isWide && mirror ? rowOf(mirror->joint) : nullptr;
        if (row->name().group != group) {
            group = row->name().group;
            addLabel(group, line, 0, other == nullptr ? 3 : 1, Qt::AlignLeft, true);
            if (other != nullptr) {
                addLabel(other->name().group, line, 2, 1, Qt::AlignRight, true);
            }
            ++line;
        }
        using Layout = PoseSlider::Layout;
        row->setLayoutKind(other == nullptr ? Layout::WithName : Layout::LeftOfName);
        m_grid->addWidget(row, line, 0, 1, other == nullptr ? 3 : 1);
        if (other != nullptr) {
            addLabel(row->name().name, line, 1, 1, Qt::AlignCenter, false);
            other->setLayoutKind(Layout::RightOfName);
            m_grid->addWidget(other, line, 2);
            placed.push_back(other);
        }
        ++line;
    }
    for (int i = 0; i <= line + static_cast<int>(m_rows.size()); ++i) {
        m_grid->setRowStretch(i, i == line ? 1 : 0);
    }
}

} // namespace sideline::widgets
