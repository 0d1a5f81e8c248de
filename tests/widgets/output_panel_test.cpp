#include "widgets/live/output_panel.h"

#include <ctime>

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QScrollBar>
#include <QSignalSpy>

#include "tests/gui/gui_support.h"
#include "tests/widgets/input_events.h"

namespace sideline::widgets {
namespace {

using tests::plain;

std::vector<OutputLine> countedLines(int count, double stepS = 1.0) {
    std::vector<OutputLine> lines;
    for (int i = 0; i < count; ++i) {
        lines.push_back({i * stepS, i % 2 == 0 ? "Sideline 1" : "Sideline 2",
                         QStringLiteral("line %1").arg(i), false});
    }
    return lines;
}

QStringList texts(const QAbstractItemModel& model) {
    QStringList result;
    for (int row = 0; row < model.rowCount(); ++row) {
        result << model.index(row, 0).data().toString();
    }
    return result;
}

TEST(OutputModelTest, ShowsLinesUpToTheCursorForwardAndBackward) {
    OutputModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setLines(countedLines(10));
    EXPECT_EQ(model.rowCount(), 10);
    EXPECT_EQ(model.cursorRow(), 9);
    model.setCursor(4.5, false);
    EXPECT_EQ(model.rowCount(), 5);
    EXPECT_EQ(model.cursorRow(), 4);
    model.setCursor(2.0, false);
    EXPECT_EQ(model.rowCount(), 3);
    model.setCursor(-1.0, false);
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_EQ(model.cursorRow(), -1);
    model.setCursor(7.0, true);
    EXPECT_EQ(model.rowCount(), 10);
    EXPECT_EQ(model.cursorRow(), 7);
    EXPECT_FALSE(model.index(7).data(OutputModel::LaterRole).toBool());
    EXPECT_TRUE(model.index(8).data(OutputModel::LaterRole).toBool());
    model.setCursor({}, false);
    EXPECT_EQ(model.rowCount(), 10);
}

TEST(OutputModelTest, FiltersBySourceAndText) {
    OutputModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setLines(countedLines(20));
    model.setFilter("Sideline 2", {});
    EXPECT_EQ(model.rowCount(), 10);
    model.setFilter("Sideline 2", "LINE 1");
    EXPECT_EQ(texts(model),
              QStringList({"line 1", "line 11", "line 13", "line 15", "line 17", "line 19"}));
    model.setFilter("nobody", {});
    EXPECT_EQ(model.rowCount(), 0);
    model.append({{30.0, "nobody", "now I write", false}, {31.0, "Sideline 1", "x", false}});
    EXPECT_EQ(texts(model), QStringList({"now I write"}));
    model.setFilter({}, {});
    EXPECT_EQ(model.rowCount(), 22);
    EXPECT_EQ(model.sources(), QStringList({"Sideline 1", "Sideline 2", "nobody"}));
}

TEST(OutputModelTest, KeepsTheOrderOfTimes) {
    OutputModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setLines({{3.0, "a", "three", false}, {1.0, "b", "one", false}});
    model.append({{2.0, "a", "two", false}, {4.0, "a", "four", false}, {4.0, "b", "5", false}});
    EXPECT_EQ(texts(model), QStringList({"one", "two", "three", "four", "5"}));
    model.clear();
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_TRUE(model.sources().isEmpty());
    model.setLines({{1.0, "b", "again", false}});
    EXPECT_EQ(model.sources(), QStringList({"b"}));
    model.setFilter("b", {});
    EXPECT_EQ(texts(model), QStringList({"again"}));
}

TEST(OutputModelTest, ForgetsTheOldestOfVeryManyLines) {
    OutputModel model;
    model.setLines(countedLines(static_cast<int>(OutputModel::kMaxLines)));
    model.append({{1e9, "a", "last", false}});
    EXPECT_EQ(model.lineCount(), OutputModel::kMaxLines - OutputModel::kMaxLines / 10);
    EXPECT_EQ(plain(model.line(model.rowCount() - 1).text), "last");
    EXPECT_GT(model.line(0).timeS, 0.0);
}

TEST(OutputModelTest, FiltersManyLinesPieceByPiece) {
    OutputModel model;
    model.setLines(countedLines(100'000));
    QSignalSpy done(&model, &OutputModel::filtered);
    model.setFilter({}, "777");
    EXPECT_TRUE(model.isFiltering());
    model.append({{1e6, "a", "777 again", false}}); // while the filter is under way
    ASSERT_TRUE(tests::waitUntil([&] { return done.size() == 1; }));
    EXPECT_FALSE(model.isFiltering());
    EXPECT_EQ(model.rowCount(), 281); // 280 of the numbers below 100,000 have 777 in them
    EXPECT_EQ(plain(model.line(280).text), "777 again");
}

class OutputPanelTest : public ::testing::Test {
protected:
    void SetUp() override { ASSERT_TRUE(tests::showWidget(m_panel, 400, 300)); }
    OutputList& list() { return *m_panel.findChild<OutputList*>(); }
    QPoint middleOf(int row) { return list().rowRect(row).center(); }
    OutputPanel m_panel;
};

TEST_F(OutputPanelTest, LiveTheEndStaysInViewUnlessTheUserScrolls) {
    m_panel.appendLines(countedLines(1000));
    EXPECT_TRUE(list().isAtEnd());
    m_panel.appendLines({{2000.0, "a", "more", false}});
    EXPECT_TRUE(list().isAtEnd());
    tests::turnWheel(*list().viewport(), {50, 50}, 20);
    ASSERT_FALSE(list().isAtEnd());
    const int before = list().verticalScrollBar()->value();
    m_panel.appendLines({{2001.0, "a", "more", false}});
    EXPECT_EQ(list().verticalScrollBar()->value(), before);
    tests::turnWheel(*list().viewport(), {50, 50}, -20);
    tests::turnWheel(*list().viewport(), {50, 50}, -20); // a page at a time
    m_panel.appendLines({{2002.0, "a", "more", false}});
    EXPECT_TRUE(list().isAtEnd());
}

TEST_F(OutputPanelTest, AfterScrollingUpByKeyTheViewStays) {
    m_panel.appendLines(countedLines(1000));
    list().setFocus();
    tests::click(*list().viewport(), middleOf(995));
    ASSERT_TRUE(list().isAtEnd());
    for (int i = 0; i < 5; ++i) {
        QTest::keyClick(&list(), Qt::Key_PageUp);
    }
    ASSERT_FALSE(list().isAtEnd());
    const int before = list().verticalScrollBar()->value();
    m_panel.appendLines({{2000.0, "a", "more", false}});
    EXPECT_EQ(list().verticalScrollBar()->value(), before);
}

TEST_F(OutputPanelTest, ANewMatchBeginsWithoutLines) {
    m_panel.appendLines(countedLines(3));
    m_panel.clear();
    EXPECT_EQ(m_panel.model().rowCount(), 0);
    m_panel.appendLines({{0.0, "Sideline 2", "begins", false}});
    EXPECT_EQ(texts(m_panel.model()), QStringList({"begins"}));
}

TEST_F(OutputPanelTest, TheCursorsLineIsMarkedAndInView) {
    m_panel.setLines(countedLines(1000));
    m_panel.setCursor(500.0);
    EXPECT_EQ(m_panel.model().rowCount(), 501);
    const auto isMarked = [&] {
        const QImage image = tests::picture(*list().viewport());
        const QRect row = list().rowRect(m_panel.model().cursorRow());
        return tests::countPixels(image, QRect(row.topLeft(), QSize(3, row.height())),
                                  QColor(0xff, 0x8a, 0x1f)) > 20;
    };
    EXPECT_TRUE(isMarked());
    m_panel.setCursor(20.0); // backward
    EXPECT_EQ(m_panel.model().rowCount(), 21);
    EXPECT_TRUE(isMarked());
    m_panel.findChild<QCheckBox*>("later")->setChecked(true);
    EXPECT_EQ(m_panel.model().rowCount(), 1000);
    m_panel.setCursor(900.5);
    EXPECT_EQ(m_panel.model().cursorRow(), 900);
    EXPECT_TRUE(isMarked());
}

TEST_F(OutputPanelTest, AClickGoesToTheTimeOfALine) {
    m_panel.setLines(countedLines(10));
    QSignalSpy seek(&m_panel, &OutputPanel::seekRequested);
    tests::click(*list().viewport(), middleOf(3));
    ASSERT_EQ(seek.size(), 1);
    EXPECT_DOUBLE_EQ(seek[0][0].toDouble(), 3.0);
    QTest::keyClick(&list(), Qt::Key_Down);
    ASSERT_EQ(seek.size(), 2);
    EXPECT_DOUBLE_EQ(seek[1][0].toDouble(), 4.0);
    tests::click(*list().viewport(), QPointF(50, list().viewport()->height() - 2));
    EXPECT_EQ(seek.size(), 2); // below the last line
}

TEST_F(OutputPanelTest, LinesAreCopied) {
    m_panel.setLines(countedLines(10));
    QSignalSpy seek(&m_panel, &OutputPanel::seekRequested);
    auto* viewport = list().viewport();
    tests::press(*viewport, middleOf(2));
    tests::moveTo(*viewport, middleOf(4), Qt::LeftButton);
    tests::release(*viewport, middleOf(4));
    EXPECT_EQ(seek.size(), 0);
    list().actions().front()->trigger();
    EXPECT_EQ(plain(QApplication::clipboard()->text()),
              "0:02.00\tSideline 1\tline 2\n0:03.00\tSideline 2\tline 3\n"
              "0:04.00\tSideline 1\tline 4");
    QTest::keyClick(&list(), Qt::Key_A, Qt::ControlModifier);
    EXPECT_EQ(list().chosenRows(), std::pair(0, 9));
}

TEST_F(OutputPanelTest, TextsWithLineEndsBecomeLines) {
    m_panel.appendLines({{1.0, "a", "one\ntwo", true}});
    EXPECT_EQ(texts(m_panel.model()), QStringList({"one", "two"}));
    EXPECT_EQ(plain(m_panel.findChild<QLabel*>("count")->text()), "2 lines");
}

TEST_F(OutputPanelTest, AHundredThousandLinesAreNoBurden) {
    m_panel.setLines(countedLines(100'000, 0.01));
    const std::clock_t begin = std::clock(); // not what else runs on this machine
    constexpr int kSteps = 200;
    for (int i = 0; i < kSteps; ++i) {
        m_panel.setCursor(5.0 * ((i * 37) % kSteps));
        m_panel.findChild<OutputList*>()->viewport()->repaint();
    }
    const double tookMs = 1000.0 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    EXPECT_LT(tookMs / kSteps, 16.0);
    RecordProperty("msPerCursor", std::to_string(tookMs / kSteps));
}

} // namespace
} // namespace sideline::widgets
