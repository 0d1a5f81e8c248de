#include "widgets/common/command_palette.h"

#include <gtest/gtest.h>

#include "tests/gui/gui_support.h"
#include "tests/widgets/input_events.h"

namespace sideline::widgets {
namespace {

class CommandPaletteTest : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(tests::showWidget(m_window, 900, 600));
        m_query = m_palette.findChild<QLineEdit*>();
        m_list = m_palette.findChild<QListWidget*>();
        m_palette.popUp({entry("Open log", "File", "Ctrl+O"), entry("Next goal", "Replay", "H"),
                         entry("Previous goal", "Replay", "G", false),
                         entry("ball.speed", "Plot", "")});
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&m_palette));
    }
    PaletteEntry entry(const char* text, const char* group, const char* keys,
                       bool isPossible = true) {
        const QString name = QString::fromLatin1(text);
        return {name, QString::fromLatin1(group), QString::fromLatin1(keys), isPossible,
                [this, name] { m_run << name; }};
    }
    QStringList shown() const {
        QStringList texts;
        for (int i = 0; i < m_list->count(); ++i) {
            texts << m_list->item(i)->text();
        }
        return texts;
    }
    QStringList notes() const { return tests::labelTexts(m_palette); }

    QWidget m_window;
    CommandPalette m_palette{&m_window};
    QLineEdit* m_query = nullptr;
    QListWidget* m_list = nullptr;
    QStringList m_run;
};

TEST_F(CommandPaletteTest, ListsAllAtFirstAndThenWhatFits) {
    EXPECT_EQ(m_list->count(), 4);
    EXPECT_TRUE(m_query->hasFocus());
    QTest::keyClicks(m_query, QStringLiteral("goal"));
    EXPECT_EQ(shown(), (QStringList{QStringLiteral("Next goal"), QStringLiteral("Previous goal")}))
        << "what can be done comes first";
    QTest::keyClicks(m_query, QStringLiteral("zzz"));
    EXPECT_EQ(m_list->count(), 0);
    EXPECT_TRUE(notes().contains(QStringLiteral("No matches")));
    QTest::keyClick(m_query, Qt::Key_Return);
    EXPECT_TRUE(m_run.isEmpty());
}

TEST_F(CommandPaletteTest, GroupsAreSearchedToo) {
    QTest::keyClicks(m_query, QStringLiteral("replay next"));
    EXPECT_EQ(shown(), QStringList{QStringLiteral("Next goal")});
}

TEST_F(CommandPaletteTest, EnterRunsWhatTheArrowsChose) {
    QTest::keyClick(m_query, Qt::Key_Down);
    QTest::keyClick(m_query, Qt::Key_Return);
    EXPECT_EQ(m_run, QStringList{QStringLiteral("Next goal")});
    EXPECT_FALSE(m_palette.isVisible());
}

TEST_F(CommandPaletteTest, AClickRunsAnEntry) {
    const auto place = [&] { return m_list->visualItemRect(m_list->item(2)).center(); };
    ASSERT_TRUE(tests::waitUntil([&] { return m_list->itemAt(place()) == m_list->item(2); }));
    QTest::mouseClick(m_list->viewport(), Qt::LeftButton, {}, place());
    EXPECT_EQ(m_run, QStringList{QStringLiteral("ball.speed")});
    EXPECT_FALSE(m_palette.isVisible());
}

TEST_F(CommandPaletteTest, WhatCannotBeDoneSaysSoAndEscapeCloses) {
    QTest::keyClicks(m_query, QStringLiteral("previous"));
    QTest::keyClick(m_query, Qt::Key_Return);
    EXPECT_TRUE(m_run.isEmpty());
    EXPECT_TRUE(m_palette.isVisible());
    EXPECT_TRUE(notes().contains(QStringLiteral("'Previous goal' is not available now")));
    QTest::keyClick(m_query, Qt::Key_Escape);
    EXPECT_FALSE(m_palette.isVisible());
}

} // namespace
} // namespace sideline::widgets
