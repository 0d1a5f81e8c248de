#pragma once

#include <QCheckBox>
#include <QSpinBox>
#include <QWidget>

#include "studio/settings/network_settings.h"

namespace sideline::studio {

/// Page of the settings with the ports and addresses on which the program listens.
class NetworkPage : public QWidget {
    Q_OBJECT
public:
    explicit NetworkPage(QWidget* parent = nullptr);

    void setSettings(const NetworkSettings& settings);

Q_SIGNALS:
    /// The user has changed a setting; a port is reported when its editing is finished.
    void changed(const sideline::studio::NetworkSettings& settings);

private:
    void reportChange();

    NetworkSettings m_settings;
    QSpinBox* m_drawingPort;
    QSpinBox* m_beliefPort;
    QCheckBox* m_letsOthersIn;
};

} // namespace sideline::studio
