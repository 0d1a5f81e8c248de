// Construction of the pose panel.
#include "widgets/motion/pose_panel.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "widgets/common/elided_label.h"
#include "widgets/common/icons.h"
#include "widgets/common/panel_parts.h"
#include "widgets/motion/motion_panel_parts.h"

namespace sideline::widgets {

PosePanel::PosePanel(QWidget* parent) : JointRowsPanel(parent), m_options(new PosingOptionsBar) {
    auto* column = columnIn(this);
    column->addWidget(buildActions());
    column->addWidget(m_options);
    m_state = new ElidedLabel("state", Qt::ElideRight);
    column->addWidget(m_state);
    scrollArea()->viewport()->installEventFilter(this);
    column->addWidget(scrollArea(), 1);
    m_shelf = new PoseShelf("storePose", tr("Store the pose under this name"));
    column->addWidget(m_shelf);
    m_detail = new QLabel;
    m_detail->setObjectName(QStringLiteral("detail"));
    m_detail->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    column->addWidget(m_detail);
    auto* keys = new QLabel(tr("<b>\u2191\u2193</b> joint, <b>\u2190\u2192</b> 1\u00b0, "
                               "<b>Shift</b> 5\u00b0, <b>Ctrl</b> 0.1\u00b0, <b>0</b> zero, "
                               "<b>Enter</b> number, <b>K</b> keyframe, <b>/lle4</b> find"));
    keys->setWordWrap(true);
    keys->setToolTip(
        tr("Click a joint to use keys. Type a slash and the first letters of a joint or effector "
           "name to select it."));
    column->addWidget(keys);
    connect(m_shelf, &PoseShelf::applyRequested, this, &PosePanel::applyPose);
    connect(m_shelf, &PoseShelf::storeRequested, this, [this](const QString& name) {
        m_shelf->store(storedPose(name, *m_view.model, m_anglesRad));
    });
    connect(m_shelf, &PoseShelf::posesChanged, this, &PosePanel::posesChanged);
    connect(m_options, &PosingOptionsBar::optionsChanged, this, &PosePanel::optionsChanged);
    connect(this, &PosePanel::jointChosen, this, [this] { m_steps.end(); });
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

void PosePanel::rebuildRows() {
    m_list = new PoseRowGrid(m_view.model);
    m_editor = new AngleEditor(m_list);
    connect(m_editor, &AngleEditor::left, this, &PosePanel::shutEditor);
    connect(m_editor, &AngleEditor::nextRequested, this, &PosePanel::editNext);
    setRows({rows().begin(), rows().end()});
    for (int i = 0; i < static_cast<int>(rows().size()); ++i) {
        connectRow(i);
    }
    scrollArea()->setWidget(m_list);
    chooseRow(0);
}

void PosePanel::connectRow(int index) {
    PoseSlider* row = rows()[static_cast<std::size_t>(index)];
    connect(row, &JointSlider::clicked, this, [this, index] {
        setFocus();
        m_dragGesture = newGesture();
        m_steps.end();
        chooseRow(index);
    });
    connect(row, &JointSlider::targetMoved, this, [this, row](double angleRad) {
        moveJoint(row->name().joint, angleRad, m_dragGesture);
    });
    connect(row, &JointSlider::editRequested, this, &PosePanel::openEditor);
    connect(row, &PoseSlider::keyClicked, this, [this, row] {
        Q_EMIT keyToggled(row->name().joint, row->keyState() != PoseSlider::KeyState::Key);
    });
}

} // namespace sideline::widgets
