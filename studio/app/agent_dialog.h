#pragma once

#include <QComboBox>
#include <QDialog>
#include <QLineEdit>
#include <QSpinBox>

#include "agentcore/runtime/agent_settings.h"

namespace sideline::studio {

/// Asks who shall play: team, number, type of robot, and where.
class AgentDialog : public QDialog {
    Q_OBJECT
public:
    /// @param offered what the fields begin with
    explicit AgentDialog(const runtime::AgentSettings& offered, QWidget* parent = nullptr);
    [[nodiscard]] runtime::AgentSettings settings() const;

private:
    void check();

    runtime::AgentSettings m_offered;
    QLineEdit* m_team;
    QSpinBox* m_unum;
    QComboBox* m_type;
    QLineEdit* m_host;
    QSpinBox* m_port;
    QPushButton* m_ok;
};

} // namespace sideline::studio
