#include "widgets/panels/goal_banner.h"

#include <gtest/gtest.h>

#include <QElapsedTimer>

#include "tests/gui/gui_support.h"
#include "tests/widgets/input_events.h"

namespace sideline::widgets {
namespace {

using tests::plain;

class GoalBannerTest : public ::testing::Test {
protected:
    void SetUp() override { ASSERT_TRUE(tests::showWidget(m_view, 800, 400)); }
    void show(double timeS, int left, int right, bool isForward = true, std::uint32_t seeks = 0) {
        auto frame = std::make_shared<monitor::MatchFrame>();
        frame->recordTimeS = timeS;
        frame->game.timeS = timeS;
        frame->game.teamLeft = "A & <b>B";
        frame->game.scoreLeft = left;
        frame->game.scoreRight = right;
        logs::FetchedFrame fetched;
        fetched.request.seeks = seeks;
        fetched.exact = frame;
        m_banner.setFrame(fetched, isForward);
    }
    QString text() { return m_banner.findChild<QLabel*>()->text(); }

    QWidget m_view;
    GoalBanner m_banner{&m_view};
};

TEST_F(GoalBannerTest, TellsWhoseGoalItIsAndTheScore) {
    show(64.8, 1, 2);
    show(65.0, 1, 2);
    EXPECT_FALSE(m_banner.isVisible());
    show(65.2, 2, 2);
    EXPECT_TRUE(m_banner.isVisible());
    for (const char* part : {"Goal for A &amp; &lt;b&gt;B", "2 : 2", "right", "1:05"}) {
        EXPECT_TRUE(text().contains(QLatin1String(part))) << part << " in " << plain(text());
    }
    EXPECT_TRUE(m_view.rect().contains(m_banner.geometry()));
    EXPECT_NEAR(m_banner.geometry().center().x(), 400, 2);
    const QImage image = tests::picture(m_banner);
    EXPECT_GT(tests::countPixels(image, image.rect(), TeamColours().left), 500);
    m_view.resize(500, 400);
    EXPECT_TRUE(
        tests::waitUntil([&] { return std::abs(m_banner.geometry().center().x() - 250) <= 2; }));
    show(66.0, 2, 3);
    EXPECT_TRUE(text().contains(QStringLiteral("Goal for right")));
}

TEST_F(GoalBannerTest, IsShownForItsTime) {
    show(1.0, 0, 0);
    show(1.2, 1, 0);
    EXPECT_TRUE(m_banner.isVisible());
    QElapsedTimer since;
    since.start();
    show(1.2, 1, 0, false); // paused
    EXPECT_TRUE(m_banner.isVisible());
    EXPECT_TRUE(tests::waitUntil([&] { return !m_banner.isVisible(); }));
    EXPECT_GT(since.elapsed(), GoalBanner::kShownMs / 2);
    show(1.4, 1, 0);
    EXPECT_FALSE(m_banner.isVisible());
}

TEST_F(GoalBannerTest, OnlyTimeThatRunsOnTells) {
    show(1.0, 0, 0);
    show(5.0, 1, 0, true, 1); // sought
    EXPECT_FALSE(m_banner.isVisible());
    show(5.2, 1, 1, false, 1); // stepped, or played backward
    EXPECT_FALSE(m_banner.isVisible());
    show(1.0, 0, 0, true, 1); // a loop begins anew
    show(1.2, 3, 1, true, 1); // a trainer
    show(1.4, 2, 2, true, 1); // no goal is taken away and given
    EXPECT_FALSE(m_banner.isVisible());
    show(1.6, 3, 2, true, 1);
    EXPECT_TRUE(m_banner.isVisible());
    show(1.8, 3, 2, true, 2);
    EXPECT_FALSE(m_banner.isVisible()) << "sought away from it";
}

TEST_F(GoalBannerTest, AClickTakesItAway) {
    show(1.0, 0, 0);
    show(1.2, 0, 1);
    ASSERT_TRUE(m_banner.isVisible());
    QTest::mouseClick(&m_banner, Qt::LeftButton);
    EXPECT_FALSE(m_banner.isVisible());
    show(1.4, 0, 1);
    EXPECT_FALSE(m_banner.isVisible());
    m_banner.forget();
    show(1.6, 0, 2);
    EXPECT_FALSE(m_banner.isVisible()) << "nothing is known of before";
}

} // namespace
} // namespace sideline::widgets
