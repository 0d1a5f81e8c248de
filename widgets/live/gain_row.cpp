#include "widgets/live/gain_row.h"

#include <QHBoxLayout>
#include <QSignalBlocker>

#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

namespace {

constexpr double kMostKp = 5000.0;
constexpr double kMostKd = 500.0;

NumberField* gainField(const char* name, double most, const QString& tip) {
    auto* field = new NumberField;
    field->setObjectName(QLatin1String(name));
    field->setRange(0.0, most);
    field->setDecimals(2);
    field->setKeyboardTracking(false); // a number that is half written is none
    field->setFocusPolicy(Qt::StrongFocus);
    field->setToolTip(tip);
    return field;
}

} // namespace

GainRow::GainRow(QWidget* parent)
    : QWidget(parent),
      m_kp(gainField("kp", kMostKp,
                     tr("Torque per angle that the joint is off its target, N m/rad"))),
      m_kd(gainField("kd", kMostKd, tr("Torque per joint speed, against it, N m s/rad"))),
      m_usual(panelButton("usualGains", tr("Usual"),
                          tr("The gains that the joint has without a wish of yours"))) {
    auto* row = rowIn(this);
    row->addWidget(new QLabel(tr("kp")));
    row->addWidget(m_kp, 1);
    row->addWidget(new QLabel(tr("kd")));
    row->addWidget(m_kd, 1);
    row->addWidget(m_usual);
    for (NumberField* field : {m_kp, m_kd}) {
        connect(field, &NumberField::valueChanged, this, &GainRow::report);
    }
    connect(m_usual, &QPushButton::clicked, this, [this] { Q_EMIT gainsChanged({}, true); });
}

void GainRow::setGains(const behavior::JointGains& gains, const behavior::JointGains& usual) {
    const auto show = [](NumberField* field, double value) {
        const QSignalBlocker blocker(field);
        if (!field->hasFocus()) { // somebody writes
            field->setValue(value);
        }
    };
    show(m_kp, gains.kpNmPerRad);
    show(m_kd, gains.kdNmsPerRad);
    m_usual->setEnabled(isEnabled() && !(gains == usual));
}

void GainRow::report() {
    Q_EMIT gainsChanged({.kpNmPerRad = m_kp->value(), .kdNmsPerRad = m_kd->value()}, false);
}

} // namespace sideline::widgets
