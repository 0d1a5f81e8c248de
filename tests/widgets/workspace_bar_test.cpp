#include "widgets/common/workspace_bar.h"

#include <gtest/gtest.h>

#include <QSignalSpy>

#include "tests/widgets/input_events.h"

namespace sideline::widgets {
namespace {

class WorkspaceBarTest : public ::testing::Test {
protected:
    void SetUp() override {
        m_bar.setTabs({{QStringLiteral("start"), QStringLiteral("Start"), {}},
                       {QStringLiteral("Replay"), QStringLiteral("Replay"), {}},
                       {QStringLiteral("A & B"), QStringLiteral("A & B"), {}}});
        ASSERT_TRUE(tests::showWidget(m_bar, 800, 30));
    }
    void clickTab(int index) {
        QTest::mouseClick(m_tabs, Qt::LeftButton, {}, m_tabs->tabRect(index).center());
    }
    WorkspaceBar m_bar;
    QTabBar* m_tabs = m_bar.findChild<QTabBar*>();
    QSignalSpy m_chosen{&m_bar, &WorkspaceBar::chosen};
};

TEST_F(WorkspaceBarTest, AClickChoosesATabAndTheProgramDoesSoSilently) {
    clickTab(1);
    ASSERT_EQ(m_chosen.count(), 1);
    EXPECT_EQ(m_chosen[0][0].toString(), QStringLiteral("Replay"));
    m_bar.setCurrent(QStringLiteral("start"));
    EXPECT_EQ(m_bar.current(), QStringLiteral("start"));
    m_bar.setCurrent(QStringLiteral("nowhere"));
    EXPECT_EQ(m_bar.current(), QStringLiteral("start"));
    EXPECT_EQ(m_chosen.count(), 1);
}

TEST_F(WorkspaceBarTest, NewTabsKeepTheChosenOne) {
    m_bar.setCurrent(QStringLiteral("A & B"));
    EXPECT_EQ(m_tabs->tabText(2), QStringLiteral("A && B"));
    m_bar.setTabs({{QStringLiteral("A & B"), QStringLiteral("A & B"), {}},
                   {QStringLiteral("start"), QStringLiteral("Start"), {}}});
    EXPECT_EQ(m_bar.current(), QStringLiteral("A & B"));
    EXPECT_EQ(m_chosen.count(), 0);
}

TEST_F(WorkspaceBarTest, LayoutsFollowACaptionThatCannotBeChosen) {
    m_bar.setTabs({{QStringLiteral("Replay"), QStringLiteral("Replay"), {}},
                   {QStringLiteral("Live"), QStringLiteral("Live"), {}},
                   {QStringLiteral("Plots"), QStringLiteral("Plots"), {}, true},
                   {QStringLiteral("Field"), QStringLiteral("Field"), {}, true}});
    ASSERT_EQ(m_tabs->count(), 5);
    EXPECT_EQ(m_tabs->tabText(2), QStringLiteral("Layouts"));
    clickTab(2);
    EXPECT_EQ(m_chosen.count(), 0);
    clickTab(1);
    EXPECT_EQ(m_bar.current(), QStringLiteral("Live"));
    m_tabs->setFocus();
    QTest::keyClick(m_tabs, Qt::Key_Right);
    EXPECT_EQ(m_bar.current(), QStringLiteral("Plots")) << "the caption is skipped";
    clickTab(4);
    EXPECT_EQ(m_bar.current(), QStringLiteral("Field"));
    EXPECT_EQ(m_chosen.count(), 3);
    // Words need less room than tabs; the caption gives way first.
    EXPECT_LT(m_tabs->tabRect(4).width(), m_tabs->tabRect(1).width() + 10);
    const int captionPx = m_tabs->tabRect(2).width();
    m_bar.resize(m_bar.sizeHint().width() - captionPx, m_bar.height());
    EXPECT_LT(m_tabs->tabRect(2).width(), captionPx);
    EXPECT_GT(m_tabs->tabRect(2).width(), 0) << "a line remains";
}

TEST_F(WorkspaceBarTest, TheLampReportsItsStateInColorAndWords) {
    auto* lamp = m_bar.findChild<QToolButton*>(QStringLiteral("simulatorLamp"));
    const auto look = [&](SimulatorLamp::State state) {
        m_bar.setLamp({state, QStringLiteral("state"), QStringLiteral("tip")});
        return QColor(lamp->icon().pixmap(16).toImage().pixel(8, 8));
    };
    EXPECT_GT(look(SimulatorLamp::State::Running).green(), 150);
    EXPECT_GT(look(SimulatorLamp::State::Away).red(), 200);
    const QColor stopped = look(SimulatorLamp::State::Stopped);
    EXPECT_LT(std::abs(stopped.red() - stopped.green()), 30) << "gray";
    EXPECT_EQ(lamp->text(), QStringLiteral("state"));
    QSignalSpy clicks(&m_bar, &WorkspaceBar::lampClicked);
    QTest::mouseClick(lamp, Qt::LeftButton);
    EXPECT_EQ(clicks.count(), 1);
}

} // namespace
} // namespace sideline::widgets
