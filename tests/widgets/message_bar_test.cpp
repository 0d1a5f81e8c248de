#include "widgets/common/message_bar.h"

#include <array>
#include <functional>

#include <gtest/gtest.h>

#include <QPushButton>
#include <QShortcut>
#include <QToolButton>

#include "tests/gui/gui_support.h"
#include "tests/widgets/input_events.h"
#include "widgets/common/message_topic.h"

namespace sideline::widgets {
namespace {

using Severity = MessageBar::Severity;

class MessageBarTest : public ::testing::Test {
protected:
    void SetUp() override { ASSERT_TRUE(tests::showWidget(m_bar, 500, 200)); }
    // The frame of the message with this text, or nullptr.
    QWidget* frameOf(const char* text) {
        for (QWidget* frame : m_bar.findChildren<QWidget*>(QStringLiteral("message"))) {
            if (frame->property("text").toString() == QLatin1String(text)) {
                return frame;
            }
        }
        return nullptr;
    }
    template <typename Button>
    void clickOn(const char* text) {
        QWidget* frame = frameOf(text);
        ASSERT_NE(frame, nullptr) << text;
        auto* button = frame->findChild<Button*>();
        ASSERT_NE(button, nullptr) << text;
        QTest::mouseClick(button, Qt::LeftButton);
    }
    bool vanishes(const char* text) {
        return tests::waitUntil(
            [&] { return !m_bar.texts().contains(QLatin1String(text)) && !frameOf(text); });
    }
    MessageBar m_bar;
};

TEST_F(MessageBarTest, ShowsTextsOldestFirst) {
    EXPECT_TRUE(m_bar.texts().isEmpty());
    m_bar.show(Severity::Note, QStringLiteral("one"));
    m_bar.show(Severity::Error, QStringLiteral("two <b>"));
    EXPECT_EQ(m_bar.texts(), QStringList({QStringLiteral("one"), QStringLiteral("two <b>")}));
    // Foreign text is shown as it is.
    auto* label = frameOf("two <b>")->findChildren<QLabel*>().last();
    EXPECT_EQ(tests::plain(label->text()), "two <b>");
    EXPECT_EQ(label->textFormat(), Qt::PlainText);
}

TEST_F(MessageBarTest, ShowsTheSameTextOnce) {
    m_bar.show(Severity::Error, QStringLiteral("disk full"));
    m_bar.show(Severity::Warning, QStringLiteral("other"));
    m_bar.show(Severity::Error, QStringLiteral("disk full"));
    EXPECT_EQ(m_bar.texts(), QStringList({QStringLiteral("disk full"), QStringLiteral("other")}));
}

TEST_F(MessageBarTest, OfMoreThanThreeTheOldestGoes) {
    for (const char* text : {"1", "2", "3", "4", "5"}) {
        m_bar.show(Severity::Error, QLatin1String(text));
    }
    EXPECT_EQ(m_bar.texts(),
              QStringList({QStringLiteral("3"), QStringLiteral("4"), QStringLiteral("5")}));
    EXPECT_EQ(m_bar.findChildren<QWidget*>(QStringLiteral("message")).size(), 3);
}

TEST_F(MessageBarTest, SeveritiesLookDifferent) {
    m_bar.show(Severity::Note, QStringLiteral("n"));
    m_bar.show(Severity::Warning, QStringLiteral("w"));
    m_bar.show(Severity::Error, QStringLiteral("e"));
    QTest::qWait(0); // lays the rows out
    const QImage image = tests::picture(m_bar);
    const auto backgroundOf = [&](const char* text) {
        return QColor(image.pixel(frameOf(text)->geometry().topLeft() + QPoint(3, 3)));
    };
    EXPECT_NE(backgroundOf("n"), backgroundOf("w"));
    EXPECT_NE(backgroundOf("w"), backgroundOf("e"));
    EXPECT_NE(backgroundOf("n"), backgroundOf("e"));
}

TEST_F(MessageBarTest, NotesExpireAutomaticallyAndOtherMessagesStay) {
    m_bar.show(Severity::Error, QStringLiteral("error"));
    m_bar.show(Severity::Note, QStringLiteral("choice"), QStringLiteral("Do it"), [] {});
    m_bar.show(Severity::Note, QStringLiteral("note"));
    ASSERT_TRUE(tests::waitUntil([&] { return m_bar.texts().size() < 3; }));
    EXPECT_EQ(m_bar.texts(), QStringList({QStringLiteral("error"), QStringLiteral("choice")}));
}

TEST_F(MessageBarTest, TheCloseButtonClosesOneMessage) {
    m_bar.show(Severity::Error, QStringLiteral("a"));
    m_bar.show(Severity::Error, QStringLiteral("b"));
    clickOn<QToolButton>("a");
    ASSERT_TRUE(vanishes("a"));
    EXPECT_EQ(m_bar.texts(), QStringList({QStringLiteral("b")}));
}

TEST_F(MessageBarTest, TheActionButtonCallsAndCloses) {
    int called = 0;
    m_bar.show(Severity::Warning, QStringLiteral("ask"), QStringLiteral("Do it"),
               [&] { ++called; });
    EXPECT_EQ(tests::plain(frameOf("ask")->findChild<QPushButton*>()->text()), "Do it");
    clickOn<QPushButton>("ask");
    EXPECT_EQ(called, 1);
    EXPECT_TRUE(vanishes("ask"));
    m_bar.show(Severity::Warning, QStringLiteral("tell"));
    EXPECT_EQ(frameOf("tell")->findChild<QPushButton*>(), nullptr);
}

// As when a second try fails like the first.
TEST_F(MessageBarTest, AnActionMayShowTheSameMessageAgain) {
    m_bar.show(Severity::Error, QStringLiteral("cannot save"), QStringLiteral("Try again"),
               [this] { m_bar.show(Severity::Error, QStringLiteral("cannot save")); });
    clickOn<QPushButton>("cannot save");
    EXPECT_EQ(m_bar.texts(), QStringList({QStringLiteral("cannot save")}));
    ASSERT_TRUE(tests::waitUntil([&] {
        return m_bar.findChildren<QWidget*>(QStringLiteral("message")).size() == 1;
    })) << "the old one must go";
    EXPECT_EQ(m_bar.texts(), QStringList({QStringLiteral("cannot save")}));
    EXPECT_EQ(frameOf("cannot save")->findChild<QPushButton*>(), nullptr);
}

TEST_F(MessageBarTest, AnActionMayClearTheBar) {
    int called = 0;
    m_bar.show(Severity::Error, QStringLiteral("gone"), QStringLiteral("Open another"), [&] {
        m_bar.clear();
        ++called;
    });
    clickOn<QPushButton>("gone");
    EXPECT_EQ(called, 1);
    EXPECT_TRUE(vanishes("gone"));
}

TEST_F(MessageBarTest, DismissTakesOneAwayByItsText) {
    m_bar.show(Severity::Error, QStringLiteral("a"));
    m_bar.show(Severity::Error, QStringLiteral("b"));
    m_bar.dismiss(QStringLiteral("no such text"));
    EXPECT_EQ(m_bar.texts().size(), 2);
    m_bar.dismiss(QStringLiteral("a"));
    EXPECT_EQ(m_bar.texts(), QStringList({QStringLiteral("b")}));
    m_bar.show(Severity::Error, QStringLiteral("a")); // may come again
    EXPECT_EQ(m_bar.texts(), QStringList({QStringLiteral("b"), QStringLiteral("a")}));
}

TEST_F(MessageBarTest, ClearTakesAllAway) {
    m_bar.clear();
    m_bar.show(Severity::Error, QStringLiteral("a"));
    m_bar.show(Severity::Note, QStringLiteral("b"));
    m_bar.clear();
    EXPECT_TRUE(m_bar.texts().isEmpty());
    EXPECT_TRUE(m_bar.findChildren<QWidget*>(QStringLiteral("message")).isEmpty());
}

// A topic's messages are in the workspaces that its reach names, and go with it from everywhere.
TEST_F(MessageBarTest, MessagesOfATopicGoWhereverTheUserIs) {
    MessageTopic match(m_bar);
    MessageTopic motion(m_bar, MessageBar::Reach::Here);
    m_bar.setPlace(QStringLiteral("Replay"), true);
    match.show(Severity::Error, QStringLiteral("the log is damaged"));
    m_bar.setPlace(QStringLiteral("Motion"), false);
    EXPECT_TRUE(m_bar.texts().isEmpty());
    motion.show(Severity::Note, QStringLiteral("saved"));
    EXPECT_EQ(m_bar.texts(), QStringList(QStringLiteral("saved")));
    match.setShown(false); // another match is opened meanwhile
    EXPECT_FALSE(m_bar.has(QStringLiteral("the log is damaged")));
    match.setShown(true);
    EXPECT_TRUE(m_bar.has(QStringLiteral("the log is damaged")));
    m_bar.setPlace(QStringLiteral("Replay"), true);
    motion.withdraw();
    EXPECT_EQ(m_bar.texts(), QStringList(QStringLiteral("the log is damaged")));
}

TEST_F(MessageBarTest, AMessageFollowsAChangeOfWorkspaceUntilTheUserActs) {
    const QStringList one{QStringLiteral("one")};
    m_bar.setPlace(QStringLiteral("Live"), true);
    m_bar.show(Severity::Warning, one[0]);
    m_bar.setPlace(QStringLiteral("Motion"), false);
    EXPECT_EQ(m_bar.texts(), one);
    m_bar.setPlace(QStringLiteral("Train"), false);
    EXPECT_EQ(m_bar.texts(), one);
    QWidget other;
    const std::array<std::function<void()>, 2> acts{
        [&] { QTest::mousePress(&other, Qt::LeftButton); },
        [&] { QTest::keyPress(&other, Qt::Key_Shift); }};
    for (const auto& act : acts) {
        m_bar.clear();
        m_bar.setPlace(QStringLiteral("Train"), false);
        m_bar.show(Severity::Warning, one[0]);
        act();
        m_bar.setPlace(QStringLiteral("Live"), true);
        EXPECT_TRUE(m_bar.texts().isEmpty());
        EXPECT_TRUE(m_bar.has(one[0]));
        m_bar.setPlace(QStringLiteral("Train"), false);
        EXPECT_EQ(m_bar.texts(), one);
    }
}

// A shortcut that changes the workspace never arrives as a press of its key.
TEST_F(MessageBarTest, AMessageStaysWhenAShortcutChangesTheWorkspace) {
    QShortcut shortcut(QKeySequence(Qt::Key_F2), &m_bar);
    QObject::connect(&shortcut, &QShortcut::activated, &m_bar,
                     [this] { m_bar.setPlace(QStringLiteral("Live"), true); });
    m_bar.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&m_bar));
    m_bar.setPlace(QStringLiteral("Train"), false);
    m_bar.show(Severity::Error, QStringLiteral("one"));
    QTest::keyClick(&m_bar, Qt::Key_F2);
    EXPECT_TRUE(m_bar.texts().isEmpty());
    m_bar.setPlace(QStringLiteral("Train"), false);
    EXPECT_EQ(m_bar.texts(), QStringList{QStringLiteral("one")});
}

// A topic's messages are withdrawn even if another workspace has been on the screen since.
TEST_F(MessageBarTest, ATopicKeepsItsMessagesOfOtherWorkspaces) {
    m_bar.setPlace(QStringLiteral("Motion"), false);
    MessageTopic motion(m_bar, MessageBar::Reach::Here);
    motion.show(Severity::Error, QStringLiteral("one"));
    EXPECT_EQ(m_bar.texts(), QStringList{QStringLiteral("one")});
    QTest::mousePress(&m_bar, Qt::LeftButton);
    m_bar.setPlace(QStringLiteral("Live"), true);
    EXPECT_TRUE(m_bar.texts().isEmpty());
    motion.show(Severity::Error, QStringLiteral("two"));
    motion.withdraw();
    EXPECT_FALSE(m_bar.has(QStringLiteral("one")));
    EXPECT_FALSE(m_bar.has(QStringLiteral("two")));
}

} // namespace
} // namespace sideline::widgets
