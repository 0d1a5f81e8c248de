#include "widgets/match/match_banner.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <QElapsedTimer>

#include "tests/gui/gui_support.h"
#include "tests/widgets/input_events.h"

namespace sideline::widgets {
namespace {

using tests::plain;

class MatchBannerTest : public ::testing::Test {
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
    void showGame(double timeS, int half, const char* mode) {
        static const auto kEnvironment = [] {
            monitor::Environment environment;
            environment.playModes = {"PlayOn", "BeforeKickOff", "GameOver"};
            return std::make_shared<const monitor::Environment>(environment);
        }();
        auto frame = std::make_shared<monitor::MatchFrame>();
        frame->recordTimeS = timeS;
        frame->game.timeS = timeS;
        frame->game.half = half;
        frame->game.scoreLeft = 3;
        frame->game.environment = kEnvironment;
        frame->game.playMode = static_cast<int>(std::ranges::find(kEnvironment->playModes, mode) -
                                                kEnvironment->playModes.begin());
        logs::FetchedFrame fetched;
        fetched.exact = frame;
        m_banner.setFrame(fetched, true);
    }
    QString text() { return m_banner.findChild<QLabel*>()->text(); }

    QWidget m_view;
    MatchBanner m_banner{&m_view};
};

TEST_F(MatchBannerTest, ReportsWhoseGoalItIsAndTheScore) {
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
    EXPECT_GT(tests::countPixels(image, image.rect(), TeamColors().left), 500);
    m_view.resize(500, 400);
    EXPECT_TRUE(
        tests::waitUntil([&] { return std::abs(m_banner.geometry().center().x() - 250) <= 2; }));
    show(66.0, 2, 3);
    EXPECT_TRUE(text().contains(QStringLiteral("Goal for right")));
}

TEST_F(MatchBannerTest, IsShownForItsTime) {
    show(1.0, 0, 0);
    show(1.2, 1, 0);
    EXPECT_TRUE(m_banner.isVisible());
    QElapsedTimer since;
    since.start();
    show(1.2, 1, 0, false); // paused
    EXPECT_TRUE(m_banner.isVisible());
    EXPECT_TRUE(tests::waitUntil([&] { return !m_banner.isVisible(); }));
    EXPECT_GT(since.elapsed(), MatchBanner::kShownMs / 2);
    show(1.4, 1, 0);
    EXPECT_FALSE(m_banner.isVisible());
}

TEST_F(MatchBannerTest, OnlyTimeThatRunsOnIsAnnounced) {
    show(1.0, 0, 0);
    show(5.0, 1, 0, true, 1); // sought
    EXPECT_FALSE(m_banner.isVisible());
    show(5.2, 1, 1, false, 1); // stepped, or played backward
    EXPECT_FALSE(m_banner.isVisible());
    show(1.0, 0, 0, true, 1); // a loop restarts
    show(1.2, 3, 1, true, 1); // a trainer
    show(1.4, 2, 2, true, 1); // one goal removed and one added at once
    EXPECT_FALSE(m_banner.isVisible());
    show(1.6, 3, 2, true, 1);
    EXPECT_TRUE(m_banner.isVisible());
    show(1.8, 3, 2, true, 2);
    EXPECT_FALSE(m_banner.isVisible()) << "sought away from it";
}

TEST_F(MatchBannerTest, AClickTakesItAway) {
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

TEST_F(MatchBannerTest, ReportsHalfTimeAndTheEndOfTheGame) {
    showGame(299.8, 1, "PlayOn");
    EXPECT_FALSE(m_banner.isVisible());
    showGame(300.0, 2, "BeforeKickOff");
    EXPECT_TRUE(m_banner.isVisible());
    EXPECT_TRUE(text().contains(QStringLiteral("Half time"))) << plain(text());
    EXPECT_TRUE(text().contains(QStringLiteral("3 : 0"))) << plain(text());
    m_banner.hide();
    showGame(300.2, 2, "BeforeKickOff");
    showGame(599.8, 2, "PlayOn");
    EXPECT_FALSE(m_banner.isVisible());
    showGame(600.0, 2, "GameOver");
    EXPECT_TRUE(m_banner.isVisible());
    EXPECT_TRUE(text().contains(QStringLiteral("Game over"))) << plain(text());
    m_banner.hide();
    showGame(600.2, 2, "GameOver");
    EXPECT_FALSE(m_banner.isVisible());
    m_banner.forget();
    showGame(600.4, 2, "GameOver");
    EXPECT_FALSE(m_banner.isVisible()) << "it was over before";
}

TEST_F(MatchBannerTest, GoesAlongWithTheWindowAndInIt) {
    QWidget window;
    window.resize(700, 500);
    auto* middle = new QWidget(&window);
    auto* view = new QWidget(middle);
    middle->resize(500, 400);
    view->resize(400, 300);
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
    auto* banner = new MatchBanner(view);
    const auto reportGoal = [&] {
        banner->forget();
        for (const int left : {0, 1}) {
            auto frame = std::make_shared<monitor::MatchFrame>();
            frame->game.scoreLeft = left;
            logs::FetchedFrame fetched;
            fetched.exact = frame;
            banner->setFrame(fetched, true);
        }
        return banner->isVisible();
    };
    ASSERT_TRUE(reportGoal());
    const auto isOverTheView = [&] {
        const QRect seen(view->mapToGlobal(QPoint(0, 0)), view->size());
        return seen.contains(banner->geometry()) &&
               std::abs(banner->geometry().center().x() - seen.center().x()) <= 2;
    };
    EXPECT_TRUE(isOverTheView());
    const QPoint before = banner->pos();
    window.move(window.pos() + QPoint(120, 60));
    EXPECT_TRUE(tests::waitUntil([&] { return banner->pos() != before && isOverTheView(); }));
    middle->move(90, 50); // as when a dock is shown beside it
    EXPECT_TRUE(tests::waitUntil(isOverTheView));
    middle->hide();
    EXPECT_FALSE(banner->isVisible()) << "nothing hangs in the air";
    middle->show();
    ASSERT_TRUE(reportGoal());
    EXPECT_TRUE(isOverTheView());
}

} // namespace
} // namespace sideline::widgets
