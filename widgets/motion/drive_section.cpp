#include "widgets/motion/drive_section.h"

#include <QFormLayout>
#include <QSignalBlocker>

#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

namespace {

constexpr keyframe::Drive kAustinGains{.gainPerS = 8.594, .derivativeGainPerS = 0.573};
// Gains of the neutral pose of the T1 base codes.
constexpr keyframe::JointGains kLeagueGains{150.0, 1.0};

} // namespace

DriveSection::DriveSection(QWidget* parent)
    : MotionSection(parent),
      m_kind(panelChoice("drive", {QString(), QString()}, QString())),
      m_gainRow(new QWidget),
      m_gain(panelNumber("gain", 0.0, 200.0, 3, 0.5, QString(), QString())),
      m_derivativeGain(panelNumber("derivativeGain", 0.0, 50.0, 3, 0.1, QString(), QString())),
      m_gainLabel(new QLabel),
      m_derivativeLabel(new QLabel) {
    auto* form = formIn(this);
    form->setContentsMargins(0, 0, 0, 0);
    auto* gains = formIn(m_gainRow);
    gains->addRow(m_gainLabel, m_gain);
    gains->addRow(m_derivativeLabel, m_derivativeGain);
    form->addRow(tr("Follows"), m_kind);
    form->addRow(m_gainRow);
    connect(m_kind, &QComboBox::activated, this, &DriveSection::changeKind);
    for (QDoubleSpinBox* field : {m_gain, m_derivativeGain}) {
        connect(field, &QDoubleSpinBox::valueChanged, this,
                [this, field] { changeNumbers(field); });
    }
}

bool DriveSection::isOfLeague() const {
    return view().model != nullptr &&
           view().model->traits().server == game::ServerKind::Rcssservermj;
}

// Names the fields for the server of the robot.
void DriveSection::showFamily() {
    const QSignalBlocker quietGain(m_gain);
    const QSignalBlocker quietDerivative(m_derivativeGain);
    const bool isLeague = isOfLeague();
    m_kind->setItemText(0, isLeague ? tr("With default gains") : tr("Exactly"));
    m_kind->setItemText(1, isLeague ? tr("With these gains") : tr("With a gain"));
    m_kind->setToolTip(
        isLeague ? tr("Gains of all motors in keys without gains of their own: each joint's "
                      "default ones, or these")
                 : tr("How the motors follow: exactly to the next cycle's angle, or at a speed "
                      "of gain times remaining angle, as in UT Austin Villa's skills"));
    m_gainLabel->setText(isLeague ? tr("kp") : tr("Gain"));
    m_gain->setRange(isLeague ? 0.0 : 0.1, isLeague ? 5000.0 : 200.0);
    m_gain->setSuffix(isLeague ? QStringLiteral(" N m/rad") : QStringLiteral(" 1/s"));
    m_gain->setToolTip(isLeague ? tr("Torque per radian of remaining angle")
                                : tr("Speed per radian of remaining angle"));
    m_derivativeLabel->setText(isLeague ? tr("kd") : tr("Derivative"));
    m_derivativeGain->setRange(0.0, isLeague ? 500.0 : 50.0);
    m_derivativeGain->setSuffix(isLeague ? QStringLiteral(" N m s/rad") : QStringLiteral(" 1/s"));
    m_derivativeGain->setToolTip(
        isLeague ? tr("Torque against the joint's speed")
                 : tr("Derivative gain: speed per change of the remaining angle"));
}

void DriveSection::changeKind() {
    const bool hasGains = m_kind->currentIndex() == 1;
    if (isOfLeague()) {
        change(
            [hasGains](keyframe::Motion& motion) {
                motion.gains = hasGains ? std::optional(kLeagueGains) : std::nullopt;
            },
            hasGains ? tr("Follow with gains") : tr("Follow with default gains"));
    } else {
        change(
            [hasGains](keyframe::Motion& motion) {
                motion.drive = hasGains ? kAustinGains : keyframe::Drive{};
            },
            hasGains ? tr("Follow with a gain") : tr("Follow exactly"));
    }
}

void DriveSection::changeNumbers(const QWidget* by) {
    const double gain = m_gain->value();
    const double derivative = m_derivativeGain->value();
    const bool isLeague = isOfLeague();
    change(
        [=](keyframe::Motion& motion) {
            if (isLeague) {
                motion.gains = keyframe::JointGains{gain, derivative};
            } else {
                motion.drive = {.gainPerS = gain, .derivativeGainPerS = derivative};
            }
        },
        tr("Change gain"), stepOf(by));
}

void DriveSection::showMotion() {
    showFamily();
    const keyframe::Motion& shown = motion();
    const bool hasGains = isOfLeague() ? shown.gains.has_value() : shown.drive.gainPerS > 0.0;
    m_kind->setCurrentIndex(hasGains ? 1 : 0);
    m_gainRow->setVisible(hasGains);
    if (hasGains) {
        const bool isLeague = isOfLeague();
        showNumber(m_gain, isLeague ? shown.gains->kpNmPerRad : shown.drive.gainPerS);
        showNumber(m_derivativeGain,
                   isLeague ? shown.gains->kdNmsPerRad : shown.drive.derivativeGainPerS);
    }
}

} // namespace sideline::widgets
