#pragma once

#include <optional>

#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>

#include "studio/settings/server_list.h"

namespace sideline::studio {

/// Asks which server to connect to: an address, checked as it is typed, or one of the servers that
/// the user has named or connected to before. The list is kept as soon as it is changed.
class ServerDialog : public QDialog {
    Q_OBJECT
public:
    /// @param store keeps the list; must outlive the dialog
    /// @param offered the address to begin with
    ServerDialog(QSettings& store, const HostPort& offered, QWidget* parent = nullptr);

    /// The server to connect to, once the dialog was accepted.
    [[nodiscard]] HostPort server() const;

private:
    void fillList();
    void takeRow();
    void check();
    void add();
    void change();
    void remove();
    /// Place in the list's named servers of the row that is chosen.
    [[nodiscard]] std::optional<std::size_t> chosenName() const;
    /// What the fields say, if it can be kept.
    [[nodiscard]] std::optional<NamedServer> typed() const;
    void keep(std::size_t row);

    QSettings& m_store;
    ServerList m_servers;
    QLineEdit* m_address;
    QLabel* m_verdict;
    QLineEdit* m_name;
    QTreeWidget* m_list;
    QPushButton* m_add;
    QPushButton* m_change;
    QPushButton* m_remove;
    QPushButton* m_connect;
};

} // namespace sideline::studio
