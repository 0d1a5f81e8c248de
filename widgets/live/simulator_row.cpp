#include "widgets/live/simulator_row.h"

#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

SimulatorRow::SimulatorRow(QWidget* parent) : QWidget(parent) {
    auto* row = rowIn(this);
    m_holdTorso = new QCheckBox(tr("Pin torso"));
    m_holdTorso->setObjectName(QStringLiteral("holdTorso"));
    m_holdTorso->setToolTip(tr(
        "The simulator lifts the robot off the ground and holds its torso there, as on a stand"));
    m_gravity = new QCheckBox(tr("Gravity"));
    m_gravity->setObjectName(QStringLiteral("gravity"));
    m_gravity->setToolTip(tr("Gravity in the simulator, for all bodies"));
    for (QCheckBox* box : {m_holdTorso, m_gravity}) {
        box->setFocusPolicy(Qt::TabFocus);
        row->addWidget(box);
    }
    row->addStretch(1);
    connect(m_holdTorso, &QCheckBox::clicked, this, &SimulatorRow::holdTorsoRequested);
    connect(m_gravity, &QCheckBox::clicked, this, &SimulatorRow::gravityRequested);
}

void SimulatorRow::setState(bool isTorsoHeld, bool hasGravity) {
    m_holdTorso->setChecked(isTorsoHeld);
    m_gravity->setChecked(hasGravity);
}

} // namespace sideline::widgets
