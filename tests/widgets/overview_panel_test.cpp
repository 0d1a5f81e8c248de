#include "widgets/match/overview_panel.h"

#include <gtest/gtest.h>

#include <QSignalSpy>

#include "tests/gui/gui_support.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"
#include "tests/widgets/input_events.h"

namespace sideline::widgets {
namespace {

using game::Side;
using tests::plain;

// A file in a tar archive; the archive ends with 1024 zeros.
std::string tarFile(const std::string& name, const std::string& bytes) {
    std::string header(512, '\0');
    const auto put = [&](std::size_t at, const std::string& text) {
        header.replace(at, text.size(), text);
    };
    const auto octal = [](std::size_t value, int digits) {
        return plain(QStringLiteral("%1").arg(value, digits, 8, QLatin1Char('0')));
    };
    put(0, name);
    put(100, "0000644");
    put(108, "0000000");
    put(116, "0000000");
    put(124, octal(bytes.size(), 11));
    put(136, octal(0, 11));
    put(148, "        ");
    put(156, "0");
    put(257, std::string("ustar\0"
                         "00",
                         8));
    unsigned sum = 0;
    for (const char c : header) {
        sum += static_cast<unsigned char>(c);
    }
    put(148, octal(sum, 6) + std::string("\0 ", 2));
    return header + bytes + std::string((512 - bytes.size() % 512) % 512, '\0');
}

class OverviewPanelTest : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_NE(tests::sampleMatch(), nullptr);
        ASSERT_TRUE(tests::showWidget(m_panel, 400, 700));
        const auto tables = m_panel.findChildren<QTableWidget*>();
        ASSERT_EQ(tables.size(), 2);
        m_facts = tables[0];
        m_players = tables[1];
        const auto lists = m_panel.findChildren<QListWidget*>();
        ASSERT_EQ(lists.size(), 2);
        m_issues = lists[0];
        m_entries = lists[1];
    }
    // The value of a fact; empty if it is not listed.
    std::string fact(const char* name) const {
        for (int row = 0; row < m_facts->rowCount(); ++row) {
            if (m_facts->item(row, 0)->text() == QLatin1String(name)) {
                return plain(m_facts->item(row, 1)->text());
            }
        }
        return {};
    }
    // A row of the players' table: type, left, right.
    std::vector<std::string> players(int row) const {
        std::vector<std::string> cells;
        for (int column = 0; column < 3; ++column) {
            cells.push_back(plain(m_players->item(row, column)->text()));
        }
        return cells;
    }
    bool says(const char* text) { return tests::labelTexts(m_panel).contains(QLatin1String(text)); }
    std::shared_ptr<logs::MatchLog> open(const std::string& text, const char* name = "m.log") {
        tests::writeFile(m_dir / name, text);
        auto log = tests::openAnalyzed(m_dir / name);
        m_panel.setLog(log);
        return log;
    }
    tests::TempDir m_dir;
    OverviewPanel m_panel;
    QTableWidget* m_facts = nullptr;
    QTableWidget* m_players = nullptr;
    QListWidget* m_issues = nullptr;
    QListWidget* m_entries = nullptr;
};

TEST_F(OverviewPanelTest, ReportsWhatTheLogIs) {
    m_panel.setLog(tests::sampleMatch());
    EXPECT_EQ(fact("File"), "sample.log.xz");
    EXPECT_EQ(fact("Folder"), tests::sampleLog().parent_path().string());
    EXPECT_EQ(fact("Compression"), "xz");
    EXPECT_EQ(fact("In archive"), "");
    EXPECT_EQ(fact("Frames"), "47, 4 full scenes");
    EXPECT_EQ(fact("Step"), "0.2 s");
    EXPECT_EQ(fact("Recorded"), "0:09");
    EXPECT_EQ(fact("With robots"), "0:09");
    EXPECT_EQ(fact("Kicks"), "1");
    EXPECT_EQ(fact("Fouls"), "1");
    EXPECT_EQ(fact("Play modes"), "1");
    EXPECT_EQ(fact("Goals"), ""); // none, not listed
    EXPECT_TRUE(says("All lines read without errors"));
    EXPECT_FALSE(m_issues->isVisible());
    EXPECT_FALSE(m_entries->isVisible());
}

TEST_F(OverviewPanelTest, ListsPlayersByType) {
    m_panel.setLog(tests::sampleMatch());
    ASSERT_EQ(m_players->rowCount(), 5);
    EXPECT_EQ(players(0), (std::vector<std::string>{"0", "1 6 11", "1 6 11"}));
    EXPECT_EQ(players(4), (std::vector<std::string>{"4", "5 10", "5 10"}));
}

// A robot has no side and no number until its agent has said so.
TEST_F(OverviewPanelTest, ARobotWithoutASideIsNoPlayer) {
    std::vector<tests::ScriptedScene> scenes = tests::movingScenes(6);
    for (tests::ScriptedScene& scene : scenes) {
        scene.robots.push_back(tests::scriptedRobot(Side::None, 0, 0, -8));
    }
    const auto log = open(tests::scriptedLog(scenes, 0));
    ASSERT_NE(log, nullptr);
    ASSERT_EQ(tests::fetchedFrame(*log, 0).exact->robots.size(), 3U);
    for (int row = 0; row < m_players->rowCount(); ++row) {
        for (const std::string& cell : {players(row)[1], players(row)[2]}) {
            EXPECT_TRUE(cell.empty() || cell == "1" || cell == "7") << cell;
        }
    }
    EXPECT_EQ(m_players->rowCount(), 2);
}

TEST_F(OverviewPanelTest, EmptiesItselfWithoutALog) {
    m_panel.setLog(tests::sampleMatch());
    m_panel.setLog(nullptr);
    EXPECT_EQ(m_facts->rowCount(), 0);
    EXPECT_EQ(m_players->rowCount(), 0);
    EXPECT_EQ(m_issues->count(), 0);
    EXPECT_TRUE(tests::labelTexts(m_panel).isEmpty());
    m_panel.refresh(); // a late notice
    EXPECT_EQ(m_facts->rowCount(), 0);
}

TEST_F(OverviewPanelTest, ListsFaultsAndGoesThere) {
    std::string text = tests::scriptedLog(tests::movingScenes(30), 10);
    std::size_t line = 0;
    for (int i = 0; i < 23; ++i) { // into the line of frame 23
        line = text.find('\n', line) + 1;
    }
    text[text.find("SLT", line) + 1] = '\x07';
    const auto log = open(text.substr(0, text.size() - 100)); // and cut in the middle of the last
    ASSERT_NE(log, nullptr);
    ASSERT_EQ(m_issues->count(), 2);
    EXPECT_TRUE(m_issues->isVisible());
    EXPECT_FALSE(says("All lines read without errors"));
    EXPECT_TRUE(says("Notes: 2"));
    const std::string first = plain(m_issues->item(0)->text());
    EXPECT_NE(first.find("byte 0x07 is not text"), std::string::npos) << first;
    EXPECT_NE(first.find("24"), std::string::npos) << first; // the line
    EXPECT_EQ(first.find("m.log"), std::string::npos) << first;
    EXPECT_NE(plain(m_issues->item(1)->text()).find("within a message"), std::string::npos);

    QSignalSpy requests(&m_panel, &OverviewPanel::frameRequested);
    QTest::qWait(0); // lays the list out
    QTest::mouseClick(m_issues->viewport(), Qt::LeftButton, {},
                      m_issues->visualItemRect(m_issues->item(0)).center());
    ASSERT_EQ(requests.count(), 1);
    EXPECT_EQ(requests[0][0].value<logs::FrameNumber>(), 23U);
    m_panel.setLog(tests::sampleMatch());
    EXPECT_EQ(m_issues->count(), 0);
}

TEST_F(OverviewPanelTest, SaysWhenTheLogIsNotCheckedYet) {
    tests::writeFile(m_dir / "m.log", tests::scriptedLog(tests::movingScenes(10), 0));
    logs::LogOptions options;
    options.spoolDirectory = m_dir.path();
    options.analyze = false;
    const auto log = logs::MatchLog::open(m_dir / "m.log", options);
    ASSERT_TRUE(log) << log.error().toString();
    (*log)->waitUntilIndexed();
    m_panel.setLog(*log);
    EXPECT_TRUE(says("Not fully checked yet"));
    EXPECT_EQ(fact("Frames"), "10, 1 full scenes");
    EXPECT_EQ(fact("Compression"), "");
    EXPECT_EQ(m_players->rowCount(), 0);
}

TEST_F(OverviewPanelTest, OtherFilesOfTheArchiveCanBeOpened) {
    const std::string log = tests::scriptedLog(tests::movingScenes(5), 0);
    tests::writeFile(m_dir / "match.tar", tarFile("first.log", log) + tarFile("second.log", log) +
                                              std::string(1024, '\0'));
    m_panel.setLog(tests::openAnalyzed(m_dir / "match.tar"));
    EXPECT_EQ(fact("File"), "match.tar");
    EXPECT_EQ(fact("In archive"), "first.log");
    EXPECT_NE(fact("Compression"), "");
    ASSERT_TRUE(m_entries->isVisible());
    EXPECT_TRUE(says("Also in this archive"));
    ASSERT_EQ(m_entries->count(), 1);
    EXPECT_EQ(plain(m_entries->item(0)->text()), "second.log");
    QSignalSpy requests(&m_panel, &OverviewPanel::entryRequested);
    QTest::qWait(0); // lays the list out
    const QPoint at = m_entries->visualItemRect(m_entries->item(0)).center();
    QTest::mouseClick(m_entries->viewport(), Qt::LeftButton, {}, at);
    EXPECT_EQ(requests.count(), 0);
    QTest::mouseDClick(m_entries->viewport(), Qt::LeftButton, {}, at);
    ASSERT_EQ(requests.count(), 1);
    EXPECT_EQ(plain(requests[0][0].toString()), "second.log");
}

TEST_F(OverviewPanelTest, ReportsDrawings) {
    std::string text = tests::scriptedLog(tests::movingScenes(5), 0);
    ASSERT_NE(open(text), nullptr);
    EXPECT_EQ(fact("With drawings"), "");
    text.insert(0, "[0, 0, -97][1]");
    ASSERT_NE(open(text, "drawn.log"), nullptr);
    EXPECT_EQ(fact("With drawings"), "frames: 1");
}

} // namespace
} // namespace sideline::widgets
