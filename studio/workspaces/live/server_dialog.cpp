#include "studio/workspaces/live/server_dialog.h"

#include <algorithm>

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QVBoxLayout>

#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

constexpr int kNameColumn = 0;
constexpr int kAddressColumn = 1;
constexpr QSize kDialogSize(460, 420);

} // namespace

ServerDialog::ServerDialog(QSettings& store, const HostPort& offered, QWidget* parent)
    : QDialog(parent),
      m_store(store),
      m_servers(readServers(store)),
      m_address(new QLineEdit(widgets::toQt(offered.text()))),
      m_verdict(new QLabel),
      m_name(new QLineEdit),
      m_list(new QTreeWidget),
      m_add(new QPushButton(tr("Add"))),
      m_change(new QPushButton(tr("Change"))),
      m_remove(new QPushButton(tr("Remove"))) {
    setWindowTitle(tr("Connect to a server"));
    setObjectName(QStringLiteral("server-dialog"));
    resize(kDialogSize);
    m_address->setObjectName(QStringLiteral("address"));
    m_address->setPlaceholderText(tr("HOST:PORT, monitor port"));
    m_name->setObjectName(QStringLiteral("name"));
    m_name->setPlaceholderText(tr("A name, such as Lab"));
    m_verdict->setObjectName(QStringLiteral("verdict"));
    m_verdict->setWordWrap(true);
    m_list->setObjectName(QStringLiteral("servers"));
    m_list->setHeaderLabels({tr("Name"), tr("Address")});
    m_list->setRootIsDecorated(false);
    m_list->header()->setSectionResizeMode(kNameColumn, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(kAddressColumn, QHeaderView::ResizeToContents);
    m_list->header()->setStretchLastSection(false);
    m_add->setObjectName(QStringLiteral("add"));
    m_change->setObjectName(QStringLiteral("change"));
    m_remove->setObjectName(QStringLiteral("remove"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    m_connect = buttons->button(QDialogButtonBox::Ok);
    m_connect->setText(tr("Connect"));
    for (QPushButton* button : {m_add, m_change, m_remove}) {
        button->setAutoDefault(false); // the Return key triggers `Connect` only
    }
    auto* edits = new QHBoxLayout;
    edits->addWidget(m_name, 1);
    edits->addWidget(m_add);
    edits->addWidget(m_change);
    edits->addWidget(m_remove);
    auto* form = new QFormLayout;
    form->addRow(tr("&Address"), m_address);
    form->addRow(QString(), m_verdict);
    auto* name = new QLabel(tr("&Name"));
    name->setBuddy(m_name);
    form->addRow(name, edits);
    auto* column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addWidget(m_list, 1);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_address, &QLineEdit::textChanged, this, &ServerDialog::check);
    connect(m_name, &QLineEdit::textChanged, this, &ServerDialog::check);
    connect(m_list, &QTreeWidget::itemSelectionChanged, this, &ServerDialog::takeRow);
    connect(m_list, &QTreeWidget::itemActivated, this, &QDialog::accept);
    connect(m_add, &QPushButton::clicked, this, &ServerDialog::add);
    connect(m_change, &QPushButton::clicked, this, &ServerDialog::change);
    connect(m_remove, &QPushButton::clicked, this, &ServerDialog::remove);
    fillList();
    check();
    m_address->setFocus();
    m_address->selectAll();
}

HostPort ServerDialog::server() const {
    return parseHostPort(m_address->text()).value_or(HostPort{});
}

// Lists named servers first, then the other recent ones.
void ServerDialog::fillList() {
    m_list->clear();
    for (const NamedServer& server : m_servers.named) {
        new QTreeWidgetItem(m_list, {server.name, widgets::toQt(server.address.text())});
    }
    for (const HostPort& address : m_servers.recent) {
        if (std::ranges::find(m_servers.named, address, &NamedServer::address) ==
            m_servers.named.end()) {
            auto* row =
                new QTreeWidgetItem(m_list, {tr("recently used"), widgets::toQt(address.text())});
            row->setForeground(kNameColumn, palette().placeholderText());
        }
    }
}

std::optional<std::size_t> ServerDialog::chosenName() const {
    const QList<QTreeWidgetItem*> chosen = m_list->selectedItems();
    if (chosen.isEmpty()) {
        return std::nullopt;
    }
    const auto row = static_cast<std::size_t>(m_list->indexOfTopLevelItem(chosen.front()));
    return row < m_servers.named.size() ? std::optional(row) : std::nullopt;
}

void ServerDialog::takeRow() {
    const QList<QTreeWidgetItem*> chosen = m_list->selectedItems();
    if (!chosen.isEmpty()) {
        m_address->setText(chosen.front()->text(kAddressColumn));
        m_name->setText(chosenName() ? chosen.front()->text(kNameColumn) : QString());
    }
    check();
}

std::optional<NamedServer> ServerDialog::typed() const {
    const auto address = parseHostPort(m_address->text());
    const QString name = m_name->text().trimmed();
    return address && !name.isEmpty() ? std::optional(NamedServer{name, *address}) : std::nullopt;
}

void ServerDialog::check() {
    const auto address = readHostPort(m_address->text());
    m_verdict->setText(
        address ? tr("Port %1 of %2").arg(address->port).arg(widgets::toQt(address->host))
                : address.error());
    QPalette colors = palette();
    if (!address) {
        const bool isDark = colors.color(QPalette::Window).lightness() < 128;
        colors.setColor(QPalette::WindowText,
                        isDark ? QColor(0xff, 0x9a, 0x8a) : QColor(0xb0, 0x1e, 0x0e));
    }
    m_verdict->setPalette(colors);
    m_connect->setEnabled(address.has_value());
    const auto server = typed();
    const auto row = chosenName();
    const auto same = server ? std::ranges::find(m_servers.named, server->name, &NamedServer::name)
                             : m_servers.named.end();
    const bool isTaken = server && same != m_servers.named.end();
    const bool isOwn =
        isTaken && row && same - m_servers.named.begin() == static_cast<std::ptrdiff_t>(*row);
    m_add->setEnabled(server && !isTaken);
    m_change->setEnabled(server && row && (!isTaken || isOwn) &&
                         !(m_servers.named[*row] == *server));
    m_remove->setEnabled(!m_list->selectedItems().isEmpty());
    const QString taken =
        isTaken && !isOwn ? tr("A server with this name is already in the list") : QString();
    m_add->setToolTip(taken);
    m_change->setToolTip(taken);
}

void ServerDialog::add() {
    m_servers.named.push_back(*typed());
    keep(m_servers.named.size() - 1);
}

void ServerDialog::change() {
    const std::size_t row = *chosenName();
    m_servers.named[row] = *typed();
    keep(row);
}

void ServerDialog::remove() {
    const int row = m_list->indexOfTopLevelItem(m_list->selectedItems().front());
    if (const auto named = chosenName()) {
        m_servers.named.erase(m_servers.named.begin() + static_cast<std::ptrdiff_t>(*named));
    } else {
        std::erase(m_servers.recent,
                   *parseHostPort(m_list->topLevelItem(row)->text(kAddressColumn)));
    }
    keep(static_cast<std::size_t>(row));
}

// Stores the list and selects a row of it, or the last one.
void ServerDialog::keep(std::size_t row) {
    writeServers(m_store, m_servers);
    fillList();
    const int last = m_list->topLevelItemCount() - 1;
    if (last >= 0) {
        m_list->setCurrentItem(m_list->topLevelItem(std::min(static_cast<int>(row), last)));
    }
    check();
}

} // namespace sideline::studio
