#pragma once

#include <optional>

#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>

#include "studio/settings/server_list.h"

namespace sideline::studio {

/// Asks for the server to connect to: an address, checked as the user types, or one of the named
/// and recent servers. Every change of the list is stored at once.
class ServerDialog : public QDialog {
    Q_OBJECT
public:
    /// @param store holds the list; must outlive the dialog
    /// @param offered initial address
    ServerDialog(QSettings& store, const HostPort& offered, QWidget* parent = nullptr);

    /// Returns the server to connect to, once the dialog has been accepted.
    [[nodiscard]] HostPort server() const;

private:
    void fillList();
    void takeRow();
    void check();
    void add();
    void change();
    void remove();
    /// Returns the index of the chosen row among the list's named servers.
    [[nodiscard]] std::optional<std::size_t> chosenName() const;
    /// Returns the values of the fields, if they are valid.
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
