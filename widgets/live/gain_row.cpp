#include "widgets/live/gain_row.h"

#include <QHBoxLayout>
#include <QSignalBlocker>

#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

namespace {

constexpr double kMaxKp = 5000.0;
constexpr double kMaxKd = 500.0;

NumberField* gainField(const char* name, double most, const QString& tip) {
    auto* field = new NumberField;
    field->setObjectName(QLatin1String(name));
    field->setRange(0.0, most);
    field->setDecimals(2);
    field->setKeyboardTracking(false); // incomplete numbers are ignored
    field->setFocusPolicy(Qt::StrongFocus);
    field->setToolTip(tip);
    return field;
}

} // namespace

GainRow::GainRow(QWidget* parent)
    : QWidget(parent),
      m_kp(gainField("kp", kMaxKp, tr("Torque per deviation from the target angle, N m/rad"))),
      m_kd(gainField("kd", kMaxKd, tr("Torque per joint speed, opposing it, N m s/rad"))),
      m_reset(panelButton("defaultGains", tr("Default"), tr("The joint's default gains"))) {
    auto* row = rowIn(this);
    row->addWidget(new QLabel(tr("kp")));
    row->addWidget(m_kp, 1);
    row->addWidget(new QLabel(tr("kd")));
    row->addWidget(m_kd, 1);
    row->addWidget(m_reset);
    for (NumberField* field : {m_kp, m_kd}) {
        connect(field, &NumberField::valueChanged, this, &GainRow::report);
    }
    connect(m_reset, &QPushButton::clicked, this, [this] { Q_EMIT gainsChanged({}, true); });
}

void GainRow::setGains(const behavior::JointGains& gains, const behavior::JointGains& defaults) {
    const auto show = [](NumberField* field, double value) {
        const QSignalBlocker blocker(field);
        if (!field->hasFocus()) { // the user is typing
            field->setValue(value);
        }
    };
    show(m_kp, gains.kpNmPerRad);
    show(m_kd, gains.kdNmsPerRad);
    m_reset->setEnabled(isEnabled() && !(gains == defaults));
}

void GainRow::report() {
    Q_EMIT gainsChanged({.kpNmPerRad = m_kp->value(), .kdNmsPerRad = m_kd->value()}, false);
}

} // namespace sideline::widgets
