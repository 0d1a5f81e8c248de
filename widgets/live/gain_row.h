#pragma once

#include <QLabel>
#include <QPushButton>
#include <QWidget>

#include "agentcore/behavior/action_request.h"
#include "widgets/common/number_field.h"

namespace sideline::widgets {

/// Gains of one joint as two numbers, with a button back to the usual ones. GUI thread only.
class GainRow : public QWidget {
    Q_OBJECT
public:
    explicit GainRow(QWidget* parent = nullptr);

    /// @param usual what the button returns to
    void setGains(const behavior::JointGains& gains, const behavior::JointGains& usual);

Q_SIGNALS:
    /// The user has written a number, or wants the usual ones.
    /// @param isUsual the usual ones are wanted, whatever they are
    void gainsChanged(const sideline::behavior::JointGains& gains, bool isUsual);

private:
    void report();

    NumberField* m_kp;
    NumberField* m_kd;
    QPushButton* m_usual;
};

} // namespace sideline::widgets
