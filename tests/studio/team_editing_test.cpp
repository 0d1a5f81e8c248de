// Editing a team file in its window, by mouse and keys.
#include <gtest/gtest.h>

#include <QMessageBox>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabBar>
#include <QTest>
#include <QTimer>

#include "studio/workspaces/live/team_editing.h"
#include "tests/gui/gui_support.h"
#include "tests/support/test_files.h"

namespace sideline::studio {
namespace {

constexpr const char* kTeamText = R"(# our team
name = "Ours"

[defaults]
embedded = true

[[players]]
number = 1   # the keeper
)";

class TeamEditingTest : public ::testing::Test {
protected:
    void SetUp() override {
        tests::writeFile(m_file, kTeamText);
        m_parent.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&m_parent));
        reopen();
    }
    void reopen() {
        m_editing = std::make_unique<TeamEditing>(m_messages, m_store, &m_parent);
        m_editing->edit(qt(m_file));
        m_window = m_parent.findChild<widgets::TeamEditor*>();
        ASSERT_NE(m_window, nullptr);
        ASSERT_TRUE(QTest::qWaitForWindowExposed(m_window));
    }
    static QString qt(const std::filesystem::path& path) {
        return QString::fromStdString(path.string());
    }
    template <typename Widget>
    Widget& child(const char* name) {
        auto* found = m_window->findChild<Widget*>(QLatin1String(name));
        EXPECT_NE(found, nullptr) << name;
        return *found;
    }
    void click(const char* button) {
        QTest::mouseClick(&child<QPushButton>(button), Qt::LeftButton);
    }
    void showPage(int page) {
        auto* bar = child<QTabWidget>("pages").tabBar();
        QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(page).center());
    }
    // Selects a cell of the form and types into it.
    void type(int row, const char* key, const QString& value) {
        auto& table = child<QTableView>("players");
        int column = 0;
        while (QLatin1String(widgets::TeamFormModel::columns()[std::size_t(column)].key) !=
               QLatin1String(key)) {
            ++column;
        }
        const QModelIndex cell = table.model()->index(row, column);
        table.scrollTo(cell);
        QTest::mouseDClick(table.viewport(), Qt::LeftButton, {}, table.visualRect(cell).center());
        auto* field = table.viewport()->findChild<QLineEdit*>();
        if (field == nullptr) {
            QTest::mouseClick(table.viewport(), Qt::LeftButton, {},
                              table.visualRect(cell).center());
            QTest::keyClick(&table, Qt::Key_F2);
            field = table.viewport()->findChild<QLineEdit*>();
        }
        ASSERT_NE(field, nullptr) << key;
        field->selectAll();
        QTest::keyClick(field, Qt::Key_Delete);
        QTest::keyClicks(field, value);
        QTest::keyClick(field, Qt::Key_Return);
        QCoreApplication::processEvents(); // Return commits the value a moment later
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    std::string text() { return m_window->text().toStdString(); }
    std::string onDisk() { return tests::readUnpacked(m_file); }
    QStringList problems() {
        QStringList texts;
        auto& list = child<QListWidget>("problems");
        for (int i = 0; i < list.count(); ++i) {
            texts << list.item(i)->text();
        }
        return texts;
    }
    // Answers the next question.
    void answer(QMessageBox::StandardButton button) {
        auto* timer = new QTimer(&m_parent);
        QObject::connect(timer, &QTimer::timeout, timer, [timer, button] {
            if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
                timer->stop();
                QTest::mouseClick(box->button(button), Qt::LeftButton);
            }
        });
        timer->start(20);
    }

    tests::TempDir m_folder;
    std::filesystem::path m_file = m_folder / "ours.toml";
    QSettings m_store{qt(m_folder / "settings.ini"), QSettings::IniFormat};
    QWidget m_parent;
    widgets::MessageBar m_messages;
    std::unique_ptr<TeamEditing> m_editing;
    widgets::TeamEditor* m_window = nullptr;
};

TEST_F(TeamEditingTest, TheFormEditsTheTextAndKeepsComments) {
    QSignalSpy saves(m_editing.get(), &TeamEditing::saved);
    EXPECT_FALSE(child<QPushButton>("save").isEnabled());
    auto& name = child<QLineEdit>("name");
    EXPECT_EQ(name.text(), QStringLiteral("Ours"));
    name.selectAll();
    QTest::keyClicks(&name, QStringLiteral("Red7"));
    click("addPlayer");
    type(2, "beam", QStringLiteral("-3, 1.5, 0"));
    type(0, "start_delay", QStringLiteral("0.5"));
    const std::string expected = R"(# our team
name = "Red7"

[defaults]
embedded = true
start_delay = 0.5

[[players]]
number = 1   # the keeper

[[players]]
number = 2
beam = [-3, 1.5, 0]
)";
    EXPECT_EQ(text(), expected);
    EXPECT_TRUE(problems().isEmpty()) << problems().join(QLatin1Char('\n')).toStdString();
    EXPECT_EQ(onDisk(), kTeamText) << "not saved yet";
    click("save");
    EXPECT_EQ(onDisk(), expected);
    EXPECT_EQ(saves.count(), 1);
    EXPECT_FALSE(m_window->isWindowModified());
    showPage(0);
    auto& table = child<QTableView>("players");
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {},
                      table.visualRect(table.model()->index(2, 0)).center());
    click("removePlayer");
    EXPECT_EQ(table.model()->rowCount(), 2);
}

TEST_F(TeamEditingTest, ErrorsAreReportedWithLineAndExpectationWhileTyping) {
    EXPECT_EQ(child<QLabel>("summary").text(), QStringLiteral("No errors"));
    auto& port = child<QLineEdit>("port");
    QTest::keyClicks(&port, QStringLiteral("70000"));
    ASSERT_EQ(problems().size(), 1);
    EXPECT_EQ(problems()[0].toStdString(),
              "Line 3: `port` is 70000; expected a whole number from 1 to 65535");
    QTest::keyClick(&port, Qt::Key_Backspace);
    EXPECT_TRUE(problems().isEmpty()) << problems().join(QLatin1Char('\n')).toStdString();
    showPage(1);
    auto& editor = child<QPlainTextEdit>("text");
    QTest::keyClick(&editor, Qt::Key_End, Qt::ControlModifier);
    QTest::keyClicks(&editor, QStringLiteral("tipe = 1"));
    ASSERT_EQ(problems().size(), 1);
    EXPECT_TRUE(problems()[0].startsWith(QStringLiteral("Line 10: ")))
        << problems()[0].toStdString();
    EXPECT_TRUE(problems()[0].contains(QStringLiteral("expected `type`")))
        << problems()[0].toStdString();
    QTest::keyClick(&editor, Qt::Key_Return);
    QTest::keyClicks(&editor, QStringLiteral("type = "));
    ASSERT_EQ(problems().size(), 1) << "not valid TOML: nothing else is checked";
    showPage(0);
    EXPECT_TRUE(child<QLabel>("noForm").isVisible());
    EXPECT_FALSE(child<QTableView>("players").isEnabled());
    auto& list = child<QListWidget>("problems");
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {},
                      list.visualItemRect(list.item(0)).center());
    EXPECT_EQ(child<QTabWidget>("pages").currentIndex(), 1);
    EXPECT_GE(editor.textCursor().blockNumber(), 9) << "a click goes to the line";
    const auto before = text().size();
    QTest::keyClick(&editor, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_LT(text().size(), before) << "undone";
}

TEST_F(TeamEditingTest, FaultyCellsAreRedAndShowWhatIsExpected) {
    const auto faults = [&] { // faulty cells of the form, as row, key and tool tip
        std::vector<std::string> found;
        const QAbstractItemModel& model = *child<QTableView>("players").model();
        for (int row = 0; row < model.rowCount(); ++row) {
            for (int column = 0; column < model.columnCount(); ++column) {
                const QModelIndex at = model.index(row, column);
                if (at.data(Qt::BackgroundRole).isValid()) {
                    found.push_back(
                        std::to_string(row) + " " +
                        widgets::TeamFormModel::columns()[static_cast<std::size_t>(column)].key +
                        " " +
                        at.data(Qt::ToolTipRole).toString().section(u'\n', 0, 0).toStdString());
                }
            }
        }
        return found;
    };
    using Found = std::vector<std::string>;
    EXPECT_EQ(faults(), Found());
    type(1, "type", QStringLiteral("7"));
    EXPECT_EQ(faults(), Found{"1 type `type` is 7; expected a whole number from 0 to 4"});
    type(1, "type", QStringLiteral("4"));
    EXPECT_EQ(faults(), Found());
    type(0, "start_delay", QStringLiteral("soon"));
    ASSERT_EQ(faults().size(), 1U);
    EXPECT_TRUE(faults()[0].starts_with("0 start_delay `start_delay` is text; expected "));
    type(0, "start_delay", {});
    type(1, "number", {});
    EXPECT_EQ(faults(), Found{"1 number a player has no number; expected `number` from 1 to 11"})
        << "a missing value is marked in its place";

    auto& port = child<QLineEdit>("port");
    const auto redness = [&] { return port.palette().color(QPalette::Base).saturation(); };
    EXPECT_LT(redness(), 20);
    QTest::keyClicks(&port, QStringLiteral("70000"));
    EXPECT_GT(redness(), 40);
    EXPECT_TRUE(port.toolTip().contains(QStringLiteral("expected a whole number from 1 to 65535")));
    QTest::keyClick(&port, Qt::Key_Backspace);
    EXPECT_LT(redness(), 20);
    EXPECT_FALSE(port.toolTip().contains(QStringLiteral("expected")));
}

TEST_F(TeamEditingTest, ValuesAreShownInWords) {
    auto& side = child<QComboBox>("side");
    EXPECT_EQ(side.currentText(), QStringLiteral("any")) << "the default value";
    QTest::keyClick(&side, Qt::Key_Down);
    EXPECT_NE(text().find("side = \"left\""), std::string::npos) << text();
    EXPECT_EQ(side.currentText(), QStringLiteral("left"));
    auto& table = child<QTableView>("players");
    QModelIndex ours;
    for (int column = 0; column < table.model()->columnCount(); ++column) {
        const QModelIndex at = table.model()->index(1, column);
        EXPECT_NE(at.data().toString(), QStringLiteral("true")) << column;
        ours = at.data().toString() == QStringLiteral("Yes") ? at : ours;
    }
    ASSERT_TRUE(ours.isValid()) << "embedded = true, from the values for all players";
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.visualRect(ours).center());
    QTest::keyClick(&table, Qt::Key_F2);
    auto* box = table.viewport()->findChild<QComboBox*>();
    ASSERT_NE(box, nullptr);
    EXPECT_GE(box->width(), box->sizeHint().width()) << "its text is not clipped";
    EXPECT_EQ(box->findText(QStringLiteral("true")), -1);
    ASSERT_GE(box->findText(QStringLiteral("No")), 0);
    box->setFocus();
    QTest::keyClick(box, Qt::Key_End);
    EXPECT_NE(text().find("embedded = false"), std::string::npos) << text();
}

TEST_F(TeamEditingTest, AllColumnsAreVisibleInASmallWindow) {
    EXPECT_LE(m_window->width(), 1280);
    EXPECT_LE(m_window->height(), 760);
    auto& table = child<QTableView>("players");
    EXPECT_EQ(table.horizontalScrollBar()->maximum(), 0);
    for (int column = 0; column < table.model()->columnCount(); ++column) {
        const QString title = table.model()->headerData(column, Qt::Horizontal).toString();
        EXPECT_GE(table.columnWidth(column), table.fontMetrics().horizontalAdvance(title) + 6)
            << title.toStdString();
        EXPECT_LE(table.columnViewportPosition(column) + table.columnWidth(column),
                  table.viewport()->width())
            << title.toStdString();
    }
}

TEST_F(TeamEditingTest, AsksBeforeDiscardingEdits) {
    auto& name = child<QLineEdit>("name");
    QTest::keyClicks(&name, QStringLiteral("X"));
    answer(QMessageBox::Cancel);
    click("closeEditor");
    EXPECT_TRUE(m_window->isVisible());
    answer(QMessageBox::Cancel);
    EXPECT_FALSE(m_editing->mayClose());
    answer(QMessageBox::Save);
    click("closeEditor");
    EXPECT_TRUE(
        tests::waitUntil([&] { return m_parent.findChild<widgets::TeamEditor*>() == nullptr; }));
    EXPECT_NE(onDisk().find("name = \"OursX\""), std::string::npos) << onDisk();
    EXPECT_TRUE(m_editing->mayClose());
}

TEST_F(TeamEditingTest, UnsavedEditsAreRestoredAfterACrash) {
    QTest::keyClicks(&child<QLineEdit>("name"), QStringLiteral("X"));
    const std::string edited = text();
    m_store.sync();
    m_editing.reset(); // no question was asked
    reopen();
    EXPECT_EQ(text(), edited);
    EXPECT_TRUE(m_window->isWindowModified());
    EXPECT_TRUE(child<QLabel>("note").text().contains(QStringLiteral("not saved last time")));
    click("revert");
    EXPECT_EQ(text(), kTeamText);
    m_editing.reset();
    reopen();
    EXPECT_EQ(text(), kTeamText);
    EXPECT_FALSE(m_window->isWindowModified());
}

TEST_F(TeamEditingTest, AsksBeforeOverwritingExternalChanges) {
    QTest::keyClicks(&child<QLineEdit>("name"), QStringLiteral("X"));
    const std::string other = "name = \"Theirs\"\n";
    tests::writeFile(m_file, other);
    answer(QMessageBox::Cancel);
    click("save");
    EXPECT_EQ(onDisk(), other);
    EXPECT_TRUE(m_window->isWindowModified());
    answer(QMessageBox::Save);
    click("save");
    EXPECT_NE(onDisk().find("OursX"), std::string::npos);
}

TEST_F(TeamEditingTest, KeepsEditsThatCannotBeWritten) {
    QTest::keyClicks(&child<QLineEdit>("name"), QStringLiteral("X"));
    std::filesystem::remove_all(m_folder.path());
    click("save");
    EXPECT_TRUE(m_window->isWindowModified());
    EXPECT_FALSE(child<QLabel>("note").text().isEmpty());
    std::filesystem::create_directories(m_folder.path());
    click("save");
    EXPECT_NE(onDisk().find("OursX"), std::string::npos);
}

} // namespace
} // namespace sideline::studio
