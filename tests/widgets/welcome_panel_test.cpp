#include "widgets/panels/welcome_panel.h"

#include <gtest/gtest.h>

#include <QPushButton>
#include <QSignalSpy>

#include "tests/widgets/input_events.h"

namespace sideline::widgets {
namespace {

class WelcomePanelTest : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(tests::showWidget(m_panel, 800, 600));
        m_list = m_panel.findChild<QListWidget*>();
        ASSERT_NE(m_list, nullptr);
    }
    void clickButton(const char* text) {
        for (auto* button : m_panel.findChildren<QPushButton*>()) {
            if (button->text().contains(QLatin1String(text))) {
                QTest::mouseClick(button, Qt::LeftButton);
                return;
            }
        }
        ADD_FAILURE() << "no button " << text;
    }
    WelcomePanel m_panel;
    QListWidget* m_list = nullptr;
};

TEST_F(WelcomePanelTest, ButtonsOpenALogOrTheSample) {
    QSignalSpy opens(&m_panel, &WelcomePanel::openRequested);
    QSignalSpy samples(&m_panel, &WelcomePanel::sampleRequested);
    clickButton("Open a log");
    EXPECT_EQ(opens.count(), 1);
    EXPECT_EQ(samples.count(), 0);
    clickButton("sample");
    EXPECT_EQ(opens.count(), 1);
    EXPECT_EQ(samples.count(), 1);
}

TEST_F(WelcomePanelTest, ButtonsBeginALiveMatch) {
    QSignalSpy starts(&m_panel, &WelcomePanel::simulatorRequested);
    QSignalSpy servers(&m_panel, &WelcomePanel::serverRequested);
    clickButton("Start the simulator");
    EXPECT_EQ(starts.count(), 1);
    EXPECT_EQ(servers.count(), 0);
    clickButton("Connect to a server");
    EXPECT_EQ(servers.count(), 1);
}

TEST_F(WelcomePanelTest, ListsRecentFilesInTheirOrder) {
    const QString first = QStringLiteral("/logs/final/m1.log.xz");
    const QString second = QStringLiteral("/logs/semi final/m1.log");
    m_panel.setRecentFiles({first, second});
    ASSERT_EQ(m_list->count(), 2);
    EXPECT_TRUE(m_list->isVisible());
    EXPECT_EQ(tests::plain(m_list->item(0)->text()), "m1.log.xz\n/logs/final");
    EXPECT_EQ(tests::plain(m_list->item(1)->text()), "m1.log\n/logs/semi final");
    QSignalSpy files(&m_panel, &WelcomePanel::fileRequested);
    m_list->setFocus();
    m_list->setCurrentRow(1);
    QTest::keyClick(m_list, Qt::Key_Return);
    ASSERT_EQ(files.count(), 1);
    EXPECT_EQ(files[0][0].toString(), second);
    m_panel.setRecentFiles({second});
    EXPECT_EQ(m_list->count(), 1);
}

TEST_F(WelcomePanelTest, WithoutRecentFilesThereIsNoList) {
    m_panel.setRecentFiles({QStringLiteral("/a.log")});
    m_panel.setRecentFiles({});
    EXPECT_FALSE(m_list->isVisible());
    EXPECT_EQ(m_list->count(), 0);
}

} // namespace
} // namespace sideline::widgets
