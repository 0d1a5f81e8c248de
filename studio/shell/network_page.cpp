#include "studio/shell/network_page.h"

#include <utility>

#include <QFormLayout>
#include <QLabel>

#include "widgets/common/number_field.h"

namespace sideline::studio {

NetworkPage::NetworkPage(QWidget* parent)
    : QWidget(parent),
      m_drawingPort(new widgets::CountField),
      m_beliefPort(new widgets::CountField),
      m_letsOthersIn(new QCheckBox(tr("Accept other machines"))) {
    m_drawingPort->setObjectName(QStringLiteral("network-drawing-port"));
    m_beliefPort->setObjectName(QStringLiteral("network-belief-port"));
    m_letsOthersIn->setObjectName(QStringLiteral("network-others"));
    for (QSpinBox* port : {m_drawingPort, m_beliefPort}) {
        port->setRange(0, 65535);
        port->setSpecialValueText(tr("any free"));
        port->setGroupSeparatorShown(false);
        connect(port, &QSpinBox::editingFinished, this, &NetworkPage::reportChange);
    }
    connect(m_letsOthersIn, &QCheckBox::toggled, this, &NetworkPage::reportChange);
    auto* form = new QFormLayout(this);
    form->addRow(tr("Drawings (UDP port)"), m_drawingPort);
    form->addRow(tr("Beliefs (UDP port)"), m_beliefPort);
    form->addRow({}, m_letsOthersIn);
    auto* note = new QLabel(
        tr("Agents send RoboViz drawings and report their beliefs to these ports. Unless other "
           "machines are accepted, only programs on this machine can; if they are, anyone who "
           "can reach this machine can also connect to the simulator from its next start."));
    note->setWordWrap(true);
    form->addRow(note);
}

void NetworkPage::setSettings(const NetworkSettings& settings) {
    m_settings = settings;
    m_drawingPort->setValue(settings.drawingPort);
    m_beliefPort->setValue(settings.beliefPort);
    m_letsOthersIn->setChecked(settings.letsOthersIn);
}

void NetworkPage::reportChange() {
    const NetworkSettings edited{m_drawingPort->value(), m_beliefPort->value(),
                                 m_letsOthersIn->isChecked()};
    if (std::exchange(m_settings, edited) != edited) {
        Q_EMIT changed(edited);
    }
}

} // namespace sideline::studio
