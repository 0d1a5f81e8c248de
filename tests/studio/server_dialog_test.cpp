// The list of servers and its dialog, by mouse and keys.
#include <gtest/gtest.h>

#include <QApplication>
#include <QTest>

#include "studio/program/all_workspaces.h"
#include "studio/shell/main_window.h"
#include "studio/workspaces/live/server_dialog.h"
#include "tests/gui/gui_support.h"
#include "tests/studio/fake_monitor_server.h"
#include "tests/support/test_files.h"

namespace sideline::studio {
namespace {

HostPort at(const char* host, std::uint16_t port) {
    return {host, port};
}

class ServerDialogTest : public ::testing::Test {
protected:
    void show() {
        m_dialog = std::make_unique<ServerDialog>(m_store, at("127.0.0.1", 3200));
        m_dialog->show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(m_dialog.get()));
    }
    template <typename Widget>
    Widget& child(const char* name) {
        auto* found = m_dialog->findChild<Widget*>(QLatin1String(name));
        EXPECT_NE(found, nullptr) << name;
        return *found;
    }
    void type(const char* field, const char* text) {
        auto& edit = child<QLineEdit>(field);
        QTest::mouseDClick(&edit, Qt::LeftButton);
        edit.selectAll();
        QTest::keyClick(&edit, Qt::Key_Delete);
        QTest::keyClicks(&edit, QString::fromUtf8(text));
    }
    bool press(const char* button) {
        auto& found = child<QPushButton>(button);
        QTest::mouseClick(&found, Qt::LeftButton);
        return found.isEnabled();
    }
    QPushButton& connectButton() {
        for (auto* button : m_dialog->findChildren<QPushButton*>()) {
            if (button->text() == QStringLiteral("Connect")) {
                return *button;
            }
        }
        ADD_FAILURE();
        return *m_dialog->findChild<QPushButton*>();
    }
    void clickRow(int row) {
        auto& list = child<QTreeWidget>("servers");
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {},
                          list.visualItemRect(list.topLevelItem(row)).center());
    }
    QStringList rows() {
        QStringList texts;
        auto& list = child<QTreeWidget>("servers");
        for (int i = 0; i < list.topLevelItemCount(); ++i) {
            texts << list.topLevelItem(i)->text(0) + QStringLiteral(" ") +
                         list.topLevelItem(i)->text(1);
        }
        return texts;
    }
    std::string verdict() { return child<QLabel>("verdict").text().toStdString(); }

    tests::TempDir m_folder;
    QSettings m_store{QString::fromStdString((m_folder / "settings.ini").string()),
                      QSettings::IniFormat};
    std::unique_ptr<ServerDialog> m_dialog;
};

TEST_F(ServerDialogTest, ChecksTheAddressWhileTyping) {
    show();
    EXPECT_EQ(verdict(), "Port 3200 of 127.0.0.1");
    EXPECT_TRUE(connectButton().isEnabled());
    struct Row {
        const char* text;
        const char* verdict;
        bool isGood;
    };
    for (const Row& row : std::initializer_list<Row>{
             {"lab", "Port 3200 of lab", true},
             {"lab:", "The port must be a number from 1 to 65535", false},
             {"lab:4", "Port 4 of lab", true},
             {"lab:70000", "The port must be a number from 1 to 65535", false},
             {":3200", "Host name or address missing before the colon", false},
             {"", "Expected a host name or address, such as 127.0.0.1:3200", false},
             {"[::1:3200", "The bracket around the address is not closed", false},
             {"[::1]3200", "Expected a colon and the port after the bracket", false},
             {"[::1]:3201", "Port 3201 of ::1", true},
             {"::xyz", "Not an IPv6 address", false},
             {"two words", "A host name may have letters, digits, dots and hyphens, but no spaces",
              false},
         }) {
        type("address", row.text);
        EXPECT_EQ(verdict(), row.verdict) << row.text;
        EXPECT_EQ(connectButton().isEnabled(), row.isGood) << row.text;
    }
    QTest::keyClick(&child<QLineEdit>("address"), Qt::Key_Return);
    EXPECT_TRUE(m_dialog->isVisible()) << "Return does not connect to an invalid address";
}

TEST_F(ServerDialogTest, SavesRenamesAndRemovesServers) {
    addRecentServer(m_store, at("10.0.0.7", 3200));
    show();
    EXPECT_EQ(rows(), QStringList{QStringLiteral("recently used 10.0.0.7:3200")});
    EXPECT_FALSE(press("add")) << "unnamed";
    type("address", "lab:3300");
    type("name", "Lab");
    press("add");
    EXPECT_EQ(readServers(m_store).named,
              (std::vector<NamedServer>{{QStringLiteral("Lab"), at("lab", 3300)}}));
    EXPECT_FALSE(child<QPushButton>("add").isEnabled()) << "it is in the list";
    type("address", "lab:3400");
    EXPECT_FALSE(child<QPushButton>("add").isEnabled()) << "also under this name";
    press("change");
    EXPECT_EQ(rows()[0].toStdString(), "Lab lab:3400");
    clickRow(1); // gives a name to the server without one
    EXPECT_EQ(child<QLineEdit>("address").text(), QStringLiteral("10.0.0.7:3200"));
    EXPECT_TRUE(child<QLineEdit>("name").text().isEmpty());
    type("name", "Field 2, left");
    press("add");
    EXPECT_EQ(rows(), (QStringList{QStringLiteral("Lab lab:3400"),
                                   QStringLiteral("Field 2, left 10.0.0.7:3200")}));
    clickRow(0);
    press("remove");
    EXPECT_EQ(rows().size(), 1);
    m_dialog.reset();
    show();
    EXPECT_EQ(rows(), QStringList{QStringLiteral("Field 2, left 10.0.0.7:3200")});
    clickRow(0);
    press("remove");
    EXPECT_EQ(rows(), QStringList{QStringLiteral("recently used 10.0.0.7:3200")});
    clickRow(0);
    press("remove");
    EXPECT_EQ(rows(), QStringList());
    EXPECT_EQ(readServers(m_store), ServerList{});
}

TEST_F(ServerDialogTest, ADoubleClickConnects) {
    addRecentServer(m_store, at("10.0.0.7", 3200));
    addRecentServer(m_store, at("10.0.0.8", 3300));
    show();
    auto& list = child<QTreeWidget>("servers");
    const QPoint place = list.visualItemRect(list.topLevelItem(1)).center();
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, place);
    QTest::mouseDClick(list.viewport(), Qt::LeftButton, {}, place);
    EXPECT_EQ(m_dialog->result(), QDialog::Accepted);
    EXPECT_EQ(m_dialog->server(), at("10.0.0.7", 3200));
}

TEST(ServerListTest, KeepsTheLastEightNewestFirst) {
    const tests::TempDir folder;
    QSettings store(QString::fromStdString((folder / "s.ini").string()), QSettings::IniFormat);
    for (std::uint16_t port = 1; port <= 10; ++port) {
        addRecentServer(store, at("lab", port));
    }
    addRecentServer(store, at("lab", 5));
    const auto recent = readServers(store).recent;
    ASSERT_EQ(recent.size(), 8U);
    EXPECT_EQ(recent[0], at("lab", 5));
    EXPECT_EQ(recent[1], at("lab", 10));
    EXPECT_EQ(recent[7], at("lab", 3));
}

TEST(ServerListTest, OmitsInvalidEntries) {
    const tests::TempDir folder;
    QSettings store(QString::fromStdString((folder / "s.ini").string()), QSettings::IniFormat);
    store.setValue(QStringLiteral("live/servers"),
                   QStringList{QStringLiteral("lab:3200 The lab"), QStringLiteral("lab:0 Zero"),
                               QStringLiteral("nameless:3200"), QString()});
    store.setValue(QStringLiteral("live/recentServers"),
                   QStringList{QStringLiteral(":"), QStringLiteral("[::1]:3201")});
    const ServerList servers = readServers(store);
    ASSERT_EQ(servers.named.size(), 1U);
    EXPECT_EQ(servers.named[0].name, QStringLiteral("The lab"));
    ASSERT_EQ(servers.recent.size(), 1U);
    EXPECT_EQ(servers.recent[0], at("::1", 3201));
}

// Opened in the window with its shortcut, for a running server.
TEST(ConnectTest, TheDialogConnectsAndTheServerIsRemembered) {
    const tests::TempDir folder;
    QSettings store(QString::fromStdString((folder / "s.ini").string()), QSettings::IniFormat);
    MainWindow window(store, {}, makeWorkspaces);
    window.resize(1280, 800);
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    tests::FakeMonitorServer server;
    QTest::keyClick(&window, Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier);
    auto* dialog = window.findChild<ServerDialog*>();
    ASSERT_NE(dialog, nullptr);
    ASSERT_TRUE(QTest::qWaitForWindowExposed(dialog));
    auto* address = dialog->findChild<QLineEdit*>(QStringLiteral("address"));
    QTest::keyClicks(address, QStringLiteral("127.0.0.1:%1").arg(server.port())); // is selected
    QTest::keyClick(address, Qt::Key_Return);
    EXPECT_TRUE(tests::waitUntil([&] {
        server.poll();
        return window.shown().exact != nullptr;
    }));
    EXPECT_TRUE(window.showsLive());
    EXPECT_EQ(readServers(store).recent, (std::vector<HostPort>{at("127.0.0.1", server.port())}));
    EXPECT_TRUE(tests::waitUntil([&] { return window.findChild<ServerDialog*>() == nullptr; }));
}

} // namespace
} // namespace sideline::studio
