// Construction of the joint panel.
#include "widgets/live/joint_panel.h"

#include <array>

#include <QGridLayout>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "agentcore/math/angles.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

namespace {

using math::radFromDeg;

constexpr std::array kSpeedsDegPerS = {5.0, 15.0, 30.0, 60.0, 120.0, 240.0, 0.0};
constexpr int kDefaultSpeed = 3; // index of a speed that is fast enough, but easy to stop

QComboBox* speedChoice() {
    auto* speed = new QComboBox;
    speed->setObjectName(QStringLiteral("speed"));
    speed->setFocusPolicy(Qt::TabFocus);
    speed->setToolTip(JointPanel::tr("Maximum speed of a joint toward its target"));
    for (const double limit : kSpeedsDegPerS) {
        speed->addItem(limit > 0.0 ? QStringLiteral("%1 \u00b0/s").arg(limit)
                                   : JointPanel::tr("robot's own limit"),
                       radFromDeg(limit));
    }
    speed->setCurrentIndex(kDefaultSpeed);
    return speed;
}

} // namespace

JointPanel::JointPanel(QWidget* parent) : JointRowsPanel(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->setSpacing(6);
    column->addWidget(buildSwitch());
    column->addWidget(buildMovement());
    column->addWidget(scrollArea(), 1);
    m_gains = new GainRow;
    m_gains->hide();
    connect(m_gains, &GainRow::gainsChanged, this, &JointPanel::requestGains);
    column->addWidget(m_gains);
    m_shelf = new PoseShelf("store",
                            tr("Store the targets under this name; in Watch, the measured pose"));
    column->addWidget(m_shelf);
    m_simulator = new SimulatorRow;
    connect(m_simulator, &SimulatorRow::holdTorsoRequested, this, &JointPanel::holdTorsoRequested);
    connect(m_simulator, &SimulatorRow::gravityRequested, this, &JointPanel::gravityRequested);
    column->addWidget(m_simulator);
    m_detail = new QLabel;
    m_detail->setObjectName(QStringLiteral("detail"));
    m_detail->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    column->addWidget(m_detail);
    auto* keys =
        new QLabel(tr("<b>\u2191\u2193</b> joint, <b>\u2190\u2192</b> 1\u00b0, <b>Shift</b> "
                      "5\u00b0, <b>Ctrl</b> 0.1\u00b0, <b>0</b> zero, <b>Enter</b> number, "
                      "<b>Space</b> freeze, <b>/lle4</b> find"));
    keys->setWordWrap(true);
    keys->setToolTip(
        tr("Click a joint to use keys. Type a slash and the first letters of a joint or "
           "effector name to select it."));
    column->addWidget(keys);
    connect(m_shelf, &PoseShelf::applyRequested, this, &JointPanel::applyPose);
    connect(m_shelf, &PoseShelf::storeRequested, this, [this](const QString& name) {
        m_shelf->store(storedPose(name, *m_view.model, isMovable() ? m_targets : heldRad(m_view)));
    });
    connect(m_shelf, &PoseShelf::posesChanged, this, &JointPanel::posesChanged);
    rebuildRows();
    showState();
}

QWidget* JointPanel::buildSwitch() {
    auto* box = new QWidget;
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(0);
    grid->setVerticalSpacing(4);
    m_watch = panelButton("watch", tr("Watch"),
                          tr("The robot runs its own behavior; the handles follow it"));
    m_control = panelButton(
        "control", tr("Control"),
        tr("The robot stops its behavior, and the handles move it from its current pose"));
    for (QPushButton* button : {m_watch, m_control}) {
        button->setFont(bold(button->font()));
        button->setMinimumHeight(2 * fontMetrics().height());
    }
    grid->addWidget(m_watch, 0, 0);
    grid->addWidget(m_control, 0, 1);
    m_state = new ElidedLabel("state", Qt::ElideRight);
    grid->addWidget(m_state, 1, 0, 1, 2);
    connect(m_watch, &QPushButton::clicked, this, [this] { requestControl(false); });
    connect(m_control, &QPushButton::clicked, this, [this] { requestControl(true); });
    return box;
}

QWidget* JointPanel::buildMovement() {
    auto* box = new QWidget;
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(4);
    auto* speedRow = new QHBoxLayout;
    speedRow->addWidget(new QLabel(tr("Speed")));
    m_speed = speedChoice();
    speedRow->addWidget(m_speed, 1);
    grid->addLayout(speedRow, 0, 0, 1, 2);
    m_mirrored = new QCheckBox(tr("Mirror"));
    m_mirrored->setObjectName(QStringLiteral("mirrored"));
    m_mirrored->setFocusPolicy(Qt::TabFocus);
    m_mirrored->setToolTip(tr("Moves the joint on the other side symmetrically: knees bend "
                              "together, arms open together"));
    grid->addWidget(m_mirrored, 0, 2);
    m_freeze = panelButton("freeze", tr("Freeze"),
                           tr("Stop all joints where they are and take control (Space)"));
    m_take = panelButton("take", tr("From robot"), tr("Set all targets to the measured pose"));
    m_zero = panelButton("zero", tr("All zero"), tr("Move all joints to zero: standing upright"));
    grid->addWidget(m_freeze, 1, 0);
    grid->addWidget(m_take, 1, 1);
    grid->addWidget(m_zero, 1, 2);
    for (int i = 0; i < 3; ++i) {
        grid->setColumnStretch(i, 1);
    }
    connect(m_speed, &QComboBox::activated, this, [this] {
        if (isMovable()) {
            sendAll();
        }
    });
    connect(m_freeze, &QPushButton::clicked, this, &JointPanel::freeze);
    connect(m_take, &QPushButton::clicked, this, [this] { moveAll(heldRad(m_view)); });
    connect(m_zero, &QPushButton::clicked, this,
            [this] { moveAll(std::vector<double>(m_targets.size(), 0.0)); });
    return box;
}

} // namespace sideline::widgets
