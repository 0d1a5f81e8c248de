#include "widgets/common/welcome_panel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include <QDateTime>
#include <QDir>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>

#include "tests/gui/gui_support.h"
#include "tests/support/test_files.h"
#include "tests/widgets/input_events.h"

namespace sideline::widgets {
namespace {

constexpr Job kJobs[] = {Job::Replay, Job::Drive, Job::Motion, Job::Localize, Job::Teams};

RecentFile fileAt(const char* path) {
    RecentFile file;
    file.path = QLatin1String(path);
    file.date = QDateTime({2026, 5, 3}, {20, 14});
    return file;
}

class WelcomePanelTest : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(tests::showWidget(m_panel, 1280, 740));
        m_recent = m_panel.findChild<QTreeWidget*>();
        ASSERT_NE(m_recent, nullptr);
    }
    void click(Job job, const char* part) {
        auto* widget = m_panel.card(job)->findChild<QWidget*>(QLatin1String(part));
        ASSERT_NE(widget, nullptr) << part;
        QTest::mouseClick(widget, Qt::LeftButton);
    }
    WelcomePanel m_panel;
    QTreeWidget* m_recent = nullptr;
};

TEST_F(WelcomePanelTest, PicturesAreDimmedInTheDarkTheme) {
    auto& picture = *m_panel.card(Job::Motion)->findChild<QWidget*>(QStringLiteral("picture"));
    const auto sky = [&] { return tests::picture(picture).pixelColor(20, 12).lightness(); };
    const int light = sky();
    QPalette dark = m_panel.palette();
    dark.setColor(QPalette::Window, QColor(0x24, 0x28, 0x2e));
    m_panel.setPalette(dark);
    EXPECT_LT(sky(), light - 30);
}

TEST_F(WelcomePanelTest, EveryCardHasAPictureASampleAndAWayToOnesOwn) {
    QSignalSpy samples(&m_panel, &WelcomePanel::sampleRequested);
    QSignalSpy own(&m_panel, &WelcomePanel::ownRequested);
    for (const Job job : kJobs) {
        const JobCard* card = m_panel.card(job);
        const QImage picture =
            tests::picture(*card->findChild<QWidget*>(QStringLiteral("picture")));
        std::set<QRgb> colors;
        for (int x = 0; x < picture.width(); ++x) {
            colors.insert(picture.pixel(x, picture.height() / 2));
        }
        EXPECT_GT(colors.size(), 8U) << "an empty picture of " << qPrintable(card->objectName());
        click(job, "sample");
        click(job, "own");
        ASSERT_FALSE(samples.isEmpty());
        EXPECT_EQ(samples.takeFirst()[0].value<Job>(), job);
        EXPECT_EQ(own.takeFirst()[0].value<Job>(), job);
        click(job, "picture");
        EXPECT_EQ(samples.takeFirst()[0].value<Job>(), job);
    }
}

TEST_F(WelcomePanelTest, ACardOffersOtherSamplesInAMenu) {
    JobCard* card = m_panel.card(Job::Drive);
    auto* others = card->findChild<QToolButton*>(QStringLiteral("others"));
    auto* sample = card->findChild<QPushButton*>(QStringLiteral("sample"));
    EXPECT_FALSE(others->isVisible());
    QAction second(QStringLiteral("Another"));
    card->setOthers({&second}, QStringLiteral("tip"));
    card->setSampleText(QStringLiteral("Start with T1"));
    EXPECT_TRUE(others->isVisible());
    EXPECT_EQ(others->menu()->actions(), QList<QAction*>{&second});
    EXPECT_EQ(sample->text(), QStringLiteral("Start with T1"));
    QCoreApplication::processEvents();
    EXPECT_NEAR(others->height(), sample->height(), 1);
    others->menu()->clear();
}

TEST_F(WelcomePanelTest, ACardWithoutItsSampleOffersOnesOwn) {
    QSignalSpy samples(&m_panel, &WelcomePanel::sampleRequested);
    m_panel.card(Job::Replay)->setSampleEnabled(false);
    click(Job::Replay, "picture");
    click(Job::Replay, "sample");
    EXPECT_TRUE(samples.isEmpty());
}

TEST_F(WelcomePanelTest, NothingIsCutInAnySizeOfTheWindow) {
    for (const QSize size : {QSize(1280, 740), QSize(1920, 1000), QSize(760, 600)}) {
        m_panel.resize(size);
        const auto isInside = [&](Job job) {
            const JobCard* card = m_panel.card(job);
            return card->mapTo(&m_panel, QPoint(card->width() - 1, 0)).x() < m_panel.width();
        };
        EXPECT_TRUE(tests::waitUntil([&] { return std::ranges::all_of(kJobs, isInside); }, 3000))
            << size.width();
        for (const Job job : kJobs) {
            const JobCard* card = m_panel.card(job);
            for (const QPushButton* button : card->findChildren<QPushButton*>()) {
                EXPECT_GE(button->width(), button->minimumSizeHint().width())
                    << qPrintable(button->text()) << " at " << size.width();
                EXPECT_TRUE(card->rect().contains(button->geometry()))
                    << qPrintable(button->text());
            }
            for (const QLabel* label : card->findChildren<QLabel*>()) {
                EXPECT_GE(label->height(), label->heightForWidth(label->width()))
                    << qPrintable(label->text()) << " at " << size.width();
            }
        }
    }
}

TEST_F(WelcomePanelTest, RecentFilesReportWhatIsInThemAndOpenByAClickAndByEnter) {
    RecentFile first = fileAt("/logs/final/m1.log.xz");
    first.teamLeft = QStringLiteral("UTA");
    first.teamRight = QStringLiteral("magma");
    first.score = RecentFile::Score{2, 1};
    const RecentFile second = fileAt("/logs/semi final/m1.log");
    m_panel.setRecentFiles({first, second});
    ASSERT_EQ(m_recent->topLevelItemCount(), 2);
    EXPECT_TRUE(m_recent->isVisible());
    const QTreeWidgetItem* row = m_recent->topLevelItem(0);
    EXPECT_EQ(row->text(0), QStringLiteral("m1.log.xz"));
    EXPECT_EQ(row->text(1), QStringLiteral("UTA 2 : 1 magma"));
    EXPECT_EQ(row->text(3), QStringLiteral("May 3, 2026 20:14"));
    EXPECT_EQ(m_recent->topLevelItem(1)->text(2), QStringLiteral("/logs/semi final"));
    QSignalSpy files(&m_panel, &WelcomePanel::fileRequested);
    m_recent->setFocus();
    m_recent->setCurrentItem(m_recent->topLevelItem(1));
    m_panel.setRecentFiles({first, second}); // what is in a file becomes known at any moment
    QTest::keyClick(m_recent, Qt::Key_Return);
    ASSERT_EQ(files.count(), 1);
    EXPECT_EQ(files[0][0].toString(), second.path);
    QTest::mouseClick(m_recent->viewport(), Qt::LeftButton, {},
                      m_recent->visualItemRect(m_recent->topLevelItem(0)).center());
    ASSERT_EQ(files.count(), 2);
    EXPECT_EQ(files[1][0].toString(), first.path);
    m_panel.setRecentFiles({});
    EXPECT_FALSE(m_recent->isVisible());
}

TEST_F(WelcomePanelTest, LeadsToPaletteAndHelp) {
    QSignalSpy palette(&m_panel, &WelcomePanel::paletteRequested);
    QSignalSpy help(&m_panel, &WelcomePanel::helpRequested);
    QTest::mouseClick(m_panel.findChild<QPushButton*>(QStringLiteral("findAnything")),
                      Qt::LeftButton);
    QTest::mouseClick(m_panel.findChild<QPushButton*>(QStringLiteral("help")), Qt::LeftButton);
    EXPECT_EQ(palette.count(), 1);
    EXPECT_EQ(help.count(), 1);
}

TEST(RecentFileTest, ReportsOnlyWhatIsKnown) {
    RecentFile file = fileAt("/logs/m1.log");
    EXPECT_EQ(file.matchText(), QString());
    file.score = RecentFile::Score{0, 0};
    EXPECT_EQ(file.matchText(), QString()) << "no team played";
    file.teamRight = QStringLiteral("magma");
    EXPECT_EQ(file.matchText(), QStringLiteral("magma"));
    file.teamLeft = QStringLiteral("UTA");
    EXPECT_EQ(file.matchText(), QStringLiteral("UTA 0 : 0 magma"));
    file.score.reset();
    EXPECT_EQ(file.matchText(), QStringLiteral("UTA and magma"));
    file.kind = RecentFile::Kind::Stream;
    file.number = 7;
    EXPECT_EQ(file.matchText(), QStringLiteral("UTA 7"));
    file.path = QDir::homePath() + QStringLiteral("/cup/m1.log");
    EXPECT_EQ(file.folder(), QStringLiteral("~/cup"));
}

} // namespace
} // namespace sideline::widgets
