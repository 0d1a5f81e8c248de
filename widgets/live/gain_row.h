#pragma once

#include <QLabel>
#include <QPushButton>
#include <QWidget>

#include "agentcore/behavior/action_request.h"
#include "widgets/common/number_field.h"

namespace sideline::widgets {

/// Gains of one joint as two numbers, with a button for the defaults. GUI thread only.
class GainRow : public QWidget {
    Q_OBJECT
public:
    explicit GainRow(QWidget* parent = nullptr);

    void setGains(const behavior::JointGains& gains, const behavior::JointGains& defaults);

Q_SIGNALS:
    /// The user has typed a number or requested the defaults.
    /// @param isDefault whether the defaults are requested
    void gainsChanged(const sideline::behavior::JointGains& gains, bool isDefault);

private:
    void report();

    NumberField* m_kp;
    NumberField* m_kd;
    QPushButton* m_reset;
};

} // namespace sideline::widgets
