#include "widgets/match/event_panel.h"

#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>

#include "tests/gui/gui_support.h"
#include "tests/widgets/input_events.h"

namespace sideline::widgets {
namespace {

using logs::EventKind;
using logs::FrameNumber;
using logs::kindBit;
using tests::plain;

// The sample match has three events: the play mode at 0, a kick at 32, a foul at 41.
class EventPanelTest : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_NE(tests::sampleMatch(), nullptr);
        m_panel.setAnalysis(tests::sampleMatch()->analysis());
        m_panel.setBookmarks({{20, 24.52, "nice"}});
        ASSERT_TRUE(tests::showWidget(m_panel, 500, 400));
        m_table = m_panel.findChild<QTableView*>();
        ASSERT_NE(m_table, nullptr);
        ASSERT_EQ(m_table->model()->rowCount(), 4);
    }
    QModelIndex cell(int row, int column = EventModel::TextColumn) const {
        return m_table->model()->index(row, column);
    }
    void clickRow(int row) {
        QTest::mouseClick(m_table->viewport(), Qt::LeftButton, {},
                          m_table->visualRect(cell(row)).center());
    }
    // Frame of the row that is marked; nothing if none is.
    std::optional<FrameNumber> markedFrame() const {
        const QModelIndexList rows = m_table->selectionModel()->selectedRows();
        return rows.isEmpty()
                   ? std::nullopt
                   : std::optional(rows[0].data(EventModel::FrameRole).value<FrameNumber>());
    }
    QAction* kindAction(EventKind kind) {
        const auto* menu = m_panel.findChild<QMenu*>();
        return menu == nullptr ? nullptr : menu->actions().value(static_cast<int>(kind));
    }
    // The editor of a bookmark's text, if one is open.
    QLineEdit* editor() const { return m_table->findChild<QLineEdit*>(); }

    EventPanel m_panel;
    QTableView* m_table = nullptr;
};

TEST_F(EventPanelTest, ANarrowPanelKeepsTheClockOfTheMarkedEvent) {
    m_panel.resize(240, 300); // as in Field at scale 2
    m_panel.setFrame(41);
    QTest::qWait(20); // lays the columns out
    ASSERT_TRUE(markedFrame());
    EXPECT_EQ(m_table->visualRect(cell(0, EventModel::TimeColumn)).left(), 0);
    EXPECT_LE(m_table->horizontalHeader()->length(), m_table->viewport()->width());
}

TEST_F(EventPanelTest, NewEventsDoNotCloseTheEditorOfABookmark) {
    m_panel.editBookmark(20);
    ASSERT_NE(editor(), nullptr);
    auto more = std::make_shared<logs::LogAnalysis>(*tests::sampleMatch()->analysis());
    more->events.push_back(more->events.back());
    m_panel.setAnalysis(more);
    ASSERT_NE(editor(), nullptr) << "what is typed would run as shortcuts";
    const QSignalSpy edited(&m_panel, &EventPanel::bookmarkEdited);
    QTest::keyClicks(editor(), QStringLiteral("mine"));
    QTest::keyClick(editor(), Qt::Key_Return);
    EXPECT_TRUE(
        tests::waitUntil([&] { return edited.size() == 1 && m_table->model()->rowCount() == 5; }));
}

TEST_F(EventPanelTest, EditingABookmarkClearsAFilterThatHidesIt) {
    auto* filter = m_panel.findChild<QLineEdit*>(QStringLiteral("eventFilter"));
    filter->setText(QStringLiteral("kick"));
    m_panel.editBookmark(20);
    EXPECT_TRUE(filter->text().isEmpty());
    EXPECT_NE(editor(), nullptr);
}

TEST_F(EventPanelTest, WordsFilterWhatIsListed) {
    QSignalSpy changes(&m_panel, &EventPanel::listChanged);
    auto* filter = m_panel.findChild<QLineEdit*>(QStringLiteral("eventFilter"));
    ASSERT_NE(filter, nullptr);
    using Frames = std::vector<FrameNumber>;
    EXPECT_EQ(m_panel.listedFrames(), (Frames{0, 20, 32, 41}));
    QTest::mouseClick(filter, Qt::LeftButton);
    QTest::keyClicks(filter, QStringLiteral("KICK"));
    EXPECT_EQ(m_panel.listedFrames(), Frames{32});
    EXPECT_GT(changes.count(), 0);
    QTest::keyClick(filter, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(filter, QStringLiteral("nice book"));
    EXPECT_EQ(m_panel.listedFrames(), Frames{20}) << "words in any column, in any order";
    QTest::keyClicks(filter, QStringLiteral(" foul"));
    EXPECT_TRUE(m_panel.listedFrames().empty());
    filter->clear();
    kindAction(EventKind::Foul)->setChecked(false);
    EXPECT_EQ(m_panel.listedFrames(), (Frames{0, 20, 32}));
}

TEST_F(EventPanelTest, AClickGoesToTheEvent) {
    QSignalSpy requests(&m_panel, &EventPanel::frameRequested);
    clickRow(2);
    clickRow(1);
    ASSERT_EQ(requests.count(), 2);
    EXPECT_EQ(requests[0][0].value<FrameNumber>(), 32U);
    EXPECT_EQ(requests[1][0].value<FrameNumber>(), 20U);
}

TEST_F(EventPanelTest, ReturnGoesToTheCurrentEvent) {
    QSignalSpy requests(&m_panel, &EventPanel::frameRequested);
    QTest::keyClick(m_table, Qt::Key_Return); // none yet
    EXPECT_EQ(requests.count(), 0);
    m_table->setCurrentIndex(cell(3));
    QTest::keyClick(m_table, Qt::Key_Return);
    m_table->setCurrentIndex(cell(0));
    QTest::keyClick(m_table, Qt::Key_Enter);
    ASSERT_EQ(requests.count(), 2);
    EXPECT_EQ(requests[0][0].value<FrameNumber>(), 41U);
    EXPECT_EQ(requests[1][0].value<FrameNumber>(), 0U);
}

TEST_F(EventPanelTest, DeleteRemovesBookmarksOnly) {
    QSignalSpy removed(&m_panel, &EventPanel::bookmarkRemoved);
    QTest::keyClick(m_table, Qt::Key_Delete);
    m_table->setCurrentIndex(cell(2));
    QTest::keyClick(m_table, Qt::Key_Delete);
    EXPECT_EQ(removed.count(), 0);
    m_table->setCurrentIndex(cell(1));
    QTest::keyClick(m_table, Qt::Key_Delete);
    ASSERT_EQ(removed.count(), 1);
    EXPECT_EQ(removed[0][0].value<FrameNumber>(), 20U);
}

TEST_F(EventPanelTest, MarksTheLastEventAtOrBeforeTheFrame) {
    m_table->clearFocus();
    QSignalSpy requests(&m_panel, &EventPanel::frameRequested);
    const std::pair<FrameNumber, FrameNumber> rows[] = {{5, 0}, {20, 20}, {40, 32}, {46, 41}};
    for (const auto& [frame, marked] : rows) {
        m_panel.setFrame(frame);
        EXPECT_EQ(markedFrame(), marked) << frame;
    }
    EXPECT_EQ(requests.count(), 0); // marking is no request
}

TEST_F(EventPanelTest, BeforeTheFirstEventNothingIsMarked) {
    m_table->clearFocus();
    m_panel.setBookmarks({});
    m_panel.setKinds(kindBit(EventKind::Kick) | kindBit(EventKind::Foul));
    m_panel.setFrame(35);
    EXPECT_EQ(markedFrame(), 32U);
    m_panel.setFrame(10);
    EXPECT_EQ(markedFrame(), std::nullopt);
    m_panel.setFrame(36); // and back
    EXPECT_EQ(markedFrame(), 32U);
}

TEST_F(EventPanelTest, LeavesTheMarkAloneWhileTheUserIsInTheTable) {
    m_panel.activateWindow();
    m_table->setFocus();
    ASSERT_TRUE(tests::waitUntil([&] { return m_table->hasFocus(); }));
    m_table->setCurrentIndex(cell(2));
    m_panel.setFrame(5);
    EXPECT_EQ(markedFrame(), 32U);
}

TEST_F(EventPanelTest, KindsFilterTheTableAndTickTheMenu) {
    QSignalSpy changes(&m_panel, &EventPanel::kindsChanged);
    EXPECT_NE(m_panel.kinds() & kindBit(EventKind::Goal), 0U);
    EXPECT_EQ(m_panel.kinds() & kindBit(EventKind::BallMoved), 0U);
    for (int i = 0; i < logs::kEventKindCount; ++i) {
        const auto kind = static_cast<EventKind>(i);
        ASSERT_NE(kindAction(kind), nullptr);
        EXPECT_EQ(plain(kindAction(kind)->text()), plain(eventKindText(kind, true)));
        EXPECT_EQ(kindAction(kind)->isChecked(), (m_panel.kinds() & kindBit(kind)) != 0);
    }
    m_panel.setKinds(m_panel.kinds());
    EXPECT_EQ(changes.count(), 0);
    const std::uint32_t requested = kindBit(EventKind::Foul) | kindBit(EventKind::BallMoved);
    m_panel.setKinds(requested);
    ASSERT_EQ(changes.count(), 1);
    EXPECT_EQ(changes[0][0].value<std::uint32_t>(), requested);
    EXPECT_EQ(m_table->model()->rowCount(), 2); // the foul and the bookmark
    EXPECT_TRUE(kindAction(EventKind::BallMoved)->isChecked());
    EXPECT_FALSE(kindAction(EventKind::Goal)->isChecked());
}

TEST_F(EventPanelTest, TheMenuSwitchesKinds) {
    QSignalSpy changes(&m_panel, &EventPanel::kindsChanged);
    const std::uint32_t before = m_panel.kinds();
    kindAction(EventKind::Kick)->trigger();
    EXPECT_EQ(m_panel.kinds(), before & ~kindBit(EventKind::Kick));
    EXPECT_EQ(m_table->model()->rowCount(), 3);
    kindAction(EventKind::Kick)->trigger();
    EXPECT_EQ(m_panel.kinds(), before);
    EXPECT_EQ(m_table->model()->rowCount(), 4);
    EXPECT_EQ(changes.count(), 2);
}

TEST_F(EventPanelTest, ABookmarkIsWrittenInTheTable) {
    QSignalSpy edited(&m_panel, &EventPanel::bookmarkEdited);
    m_panel.editBookmark(32); // an event, no bookmark
    EXPECT_EQ(editor(), nullptr);
    m_panel.editBookmark(20);
    ASSERT_NE(editor(), nullptr);
    EXPECT_EQ(plain(editor()->text()), "nice");
    editor()->setText(QStringLiteral("nicer"));
    QTest::keyClick(editor(), Qt::Key_Return);
    ASSERT_TRUE(tests::waitUntil([&] { return edited.count() > 0; }));
    ASSERT_EQ(edited.count(), 1);
    EXPECT_EQ(edited[0][0].value<logs::Bookmark>(), (logs::Bookmark{20, 24.52, "nicer"}));
}

// The owner answers with new bookmarks at once; the table is still closing its editor then.
TEST_F(EventPanelTest, TheOwnerMayHandTheBookmarksBackAtOnce) {
    QObject::connect(&m_panel, &EventPanel::bookmarkEdited, &m_panel,
                     [this](const logs::Bookmark& bookmark) {
                         m_panel.setBookmarks({bookmark, {45, 29.52, "end"}});
                     });
    m_panel.editBookmark(20);
    ASSERT_NE(editor(), nullptr);
    editor()->setText(QStringLiteral("other"));
    QTest::keyClick(editor(), Qt::Key_Return);
    ASSERT_TRUE(tests::waitUntil([&] { return m_table->model()->rowCount() == 5; }));
    EXPECT_EQ(plain(cell(1).data().toString()), "other");
    EXPECT_TRUE(tests::waitUntil([&] { return editor() == nullptr; }));
}

TEST_F(EventPanelTest, TeamColorsReachTheTable) {
    const TeamColors colors{QColor(1, 2, 200), QColor(200, 2, 1)};
    m_panel.setColors(colors);
    EXPECT_EQ(cell(3, EventModel::KindColumn).data(Qt::ForegroundRole).value<QColor>(),
              colors.right.lighter(115));
}

} // namespace
} // namespace sideline::widgets
