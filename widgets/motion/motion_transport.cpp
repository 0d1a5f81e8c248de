#include "widgets/motion/motion_transport.h"

#include <array>
#include <cmath>

#include <QToolButton>

#include "widgets/common/panel_controls.h"

namespace sideline::widgets {

namespace {

constexpr std::array kPreviewSpeeds = {0.1, 0.25, 0.5, 1.0, 2.0};

} // namespace

MotionTransport::MotionTransport(QWidget* parent)
    : QWidget(parent),
      m_row(new QHBoxLayout(this)),
      m_speed(panelChoice("previewSpeed", {},
                          tr("Playback speed here, also for simulation tests; the motion's own "
                             "speed is in the Motion panel"))) {
    m_row->setContentsMargins(3, 1, 3, 1);
    m_row->setSpacing(1);
    for (const double speed : kPreviewSpeeds) {
        m_speed->addItem(QStringLiteral("%1\u00d7").arg(speed), speed);
    }
    m_speed->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_speed->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_row->addWidget(m_speed);
    m_row->addStretch(1);
    setSpeed(1.0);
    hide();
    connect(m_speed, &QComboBox::activated, this, [this] { Q_EMIT speedChosen(speed()); });
}

void MotionTransport::setActions(const std::vector<QAction*>& actions) {
    setVisible(!actions.empty());
    int at = 0;
    for (QAction* action : actions) {
        if (action == nullptr) {
            m_row->insertSpacing(at++, 8);
            continue;
        }
        auto* button = new QToolButton;
        button->setObjectName(QStringLiteral("transport-") + action->objectName());
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setToolButtonStyle(action->icon().isNull() ? Qt::ToolButtonTextOnly
                                                           : Qt::ToolButtonIconOnly);
        m_row->insertWidget(at++, button);
    }
}

void MotionTransport::setSpeed(double speed) {
    int nearest = 0;
    for (int i = 1; i < m_speed->count(); ++i) {
        const auto awayOf = [&](int index) {
            return std::abs(m_speed->itemData(index).toDouble() - speed);
        };
        nearest = awayOf(i) < awayOf(nearest) ? i : nearest;
    }
    m_speed->setCurrentIndex(nearest);
}

} // namespace sideline::widgets
