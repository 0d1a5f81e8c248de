#pragma once

#include <QCheckBox>
#include <QSpinBox>
#include <QWidget>

#include "studio/settings/network_settings.h"

namespace sideline::studio {

/// The page of the settings that reports where the program listens, and to whom.
class NetworkPage : public QWidget {
    Q_OBJECT
public:
    explicit NetworkPage(QWidget* parent = nullptr);

    void setSettings(const NetworkSettings& settings);

Q_SIGNALS:
    /// The user has changed something; a port when it is typed to its end.
    void changed(const sideline::studio::NetworkSettings& settings);

private:
    void reportChange();

    NetworkSettings m_settings;
    QSpinBox* m_drawingPort;
    QSpinBox* m_beliefPort;
    QCheckBox* m_letsOthersIn;
};

} // namespace sideline::studio
