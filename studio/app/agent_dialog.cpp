#include "studio/app/agent_dialog.h"

#include <limits>

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QPushButton>

#include "agentcore/robot/nao.h"
#include "widgets/format/number_field.h"
#include "widgets/format/text_format.h"

namespace sideline::studio {

AgentDialog::AgentDialog(const runtime::AgentSettings& offered, QWidget* parent)
    : QDialog(parent),
      m_offered(offered),
      m_team(new QLineEdit(widgets::toQt(offered.team))),
      m_unum(new widgets::CountField),
      m_type(new QComboBox),
      m_host(new QLineEdit(widgets::toQt(offered.host))),
      m_port(new widgets::CountField) {
    setWindowTitle(tr("Start an agent"));
    m_unum->setRange(0, 11);
    m_unum->setSpecialValueText(tr("any free one"));
    m_unum->setValue(offered.unum);
    const QStringList types = {tr("0: standard"), tr("1: long legs and arms"),
                               tr("2: fast ankle pitch"), tr("3: long legs, wide hip"),
                               tr("4: with toes")};
    m_type->addItems(types);
    m_type->setCurrentIndex(offered.typeNumber);
    m_port->setRange(1, std::numeric_limits<std::uint16_t>::max());
    m_port->setValue(offered.port);
    auto* form = new QFormLayout(this);
    form->addRow(tr("Team"), m_team);
    form->addRow(tr("Number"), m_unum);
    form->addRow(tr("Robot type"), m_type);
    form->addRow(tr("Server"), m_host);
    form->addRow(tr("Agent port"), m_port);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    m_ok = buttons->button(QDialogButtonBox::Ok);
    m_ok->setText(tr("Start"));
    form->addRow(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_team, &QLineEdit::textChanged, this, &AgentDialog::check);
    connect(m_host, &QLineEdit::textChanged, this, &AgentDialog::check);
    check();
}

runtime::AgentSettings AgentDialog::settings() const {
    runtime::AgentSettings settings = m_offered;
    settings.team = m_team->text().trimmed().toStdString();
    settings.unum = m_unum->value();
    settings.typeNumber = m_type->currentIndex();
    settings.host = m_host->text().trimmed().toStdString();
    settings.port = static_cast<std::uint16_t>(m_port->value());
    return settings;
}

void AgentDialog::check() {
    const auto good = runtime::check(settings());
    const bool isGood = good.has_value() && !m_host->text().trimmed().isEmpty();
    m_ok->setEnabled(isGood);
    m_ok->setToolTip(good ? QString() : widgets::toQt(good.error().toString()));
}

} // namespace sideline::studio
