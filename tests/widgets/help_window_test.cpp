#include "widgets/common/help_window.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include <QDir>
#include <QRegularExpression>
#include <QScrollBar>

#include "tests/gui/gui_support.h"
#include "tests/support/test_files.h"
#include "tests/widgets/input_events.h"

namespace sideline::widgets {
namespace {

QString docsFolder() {
    return QString::fromLocal8Bit(std::getenv("SIDELINE_SOURCE_DIR")) + QStringLiteral("/docs");
}

class HelpWindowTest : public ::testing::Test {
protected:
    void SetUp() override {
        QImage picture(2000, 1000, QImage::Format_RGB32);
        picture.fill(Qt::red);
        ASSERT_TRUE(picture.save(path("wide.png")));
        tests::writeFile(m_folder / "index.md",
                         "# First\n\nRead [the second page](second.md), or its "
                         "[far end](second.md#the-far-end).\n");
        std::string second = "# Second\n\n![Wide](wide.png)\n\n## Near by\n\nApples.\n\n";
        for (int i = 0; i < 200; ++i) {
            second += "A line that takes room.\n\n";
        }
        tests::writeFile(m_folder / "second.md", second + "## The far end\n\nPears and apples.\n");
        tests::writeFile(m_folder / "another.md", "# Another\n\n```sh\n# no heading\n```\n");
        m_help =
            std::make_unique<HelpWindow>(QString::fromStdString(m_folder.path().string()), nullptr);
        m_help->showPage({});
        ASSERT_TRUE(QTest::qWaitForWindowExposed(m_help.get()));
        m_help->activateWindow();
        ASSERT_TRUE(QTest::qWaitForWindowActive(m_help.get()));
    }
    QString path(const char* name) const {
        return QString::fromStdString((m_folder / name).string());
    }
    HelpBrowser& browser() { return *m_help->findChild<HelpBrowser*>(); }
    QString shown() { return browser().source().fileName(); }
    void clickWord(const char* word) {
        const QTextCursor cursor = browser().document()->find(QLatin1String(word));
        ASSERT_FALSE(cursor.isNull());
        const QPoint place = browser().cursorRect(cursor).center() - QPoint(4, 0);
        QTest::mouseClick(browser().viewport(), Qt::LeftButton, {}, place);
    }

    tests::TempDir m_folder;
    std::unique_ptr<HelpWindow> m_help;
};

TEST_F(HelpWindowTest, PagesStandInTheOrderOfTheIndex) {
    QStringList titles;
    const auto* contents = m_help->findChild<QTreeWidget*>();
    for (int i = 0; i < contents->topLevelItemCount(); ++i) {
        titles << contents->topLevelItem(i)->text(0);
    }
    EXPECT_EQ(titles, (QStringList{QStringLiteral("First"), QStringLiteral("Second"),
                                   QStringLiteral("Another")}));
    EXPECT_EQ(contents->topLevelItem(1)->childCount(), 2);
    EXPECT_EQ(contents->topLevelItem(2)->childCount(), 0) << "comments of code are no headings";
    EXPECT_EQ(shown(), QStringLiteral("index.md"));
}

TEST_F(HelpWindowTest, LinksAreFollowedToTheirHeadingAndBack) {
    clickWord("far");
    EXPECT_EQ(shown(), QStringLiteral("second.md"));
    EXPECT_GT(browser().verticalScrollBar()->value(), 500);
    EXPECT_EQ(m_help->findChild<QTreeWidget*>()->currentItem()->text(0),
              QStringLiteral("The far end"));
    auto* back = m_help->findChild<QToolButton*>(QStringLiteral("helpBack"));
    ASSERT_TRUE(back->isEnabled());
    QTest::mouseClick(back, Qt::LeftButton);
    EXPECT_EQ(shown(), QStringLiteral("index.md"));
    clickWord("second");
    EXPECT_EQ(shown(), QStringLiteral("second.md"));
    EXPECT_EQ(browser().verticalScrollBar()->value(), 0);
}

TEST_F(HelpWindowTest, PicturesFitThePageAlsoInAnotherSize) {
    m_help->showPage(QStringLiteral("second.md"));
    const auto fits = [&] { return browser().horizontalScrollBar()->maximum() == 0; };
    EXPECT_TRUE(tests::waitUntil(fits, 3000)) << browser().horizontalScrollBar()->maximum();
    m_help->resize(700, 600);
    EXPECT_TRUE(tests::waitUntil(fits, 3000)) << browser().horizontalScrollBar()->maximum();
}

TEST_F(HelpWindowTest, TheContentsLeadToHeadings) {
    auto* contents = m_help->findChild<QTreeWidget*>();
    contents->topLevelItem(1)->setExpanded(true);
    const QRect place = contents->visualItemRect(contents->topLevelItem(1)->child(1));
    QTest::mouseClick(contents->viewport(), Qt::LeftButton, {}, place.center());
    EXPECT_EQ(browser().source().fragment(), QStringLiteral("the-far-end"));
    EXPECT_GT(browser().verticalScrollBar()->value(), 500);
}

TEST_F(HelpWindowTest, TheSearchFindsSectionsAndMarksTheWords) {
    auto* search = m_help->findChild<QLineEdit*>(QStringLiteral("helpSearch"));
    auto* hits = m_help->findChild<QListWidget*>(QStringLiteral("helpHits"));
    QTest::keyClicks(search, QStringLiteral("apples pears"));
    ASSERT_EQ(hits->count(), 1);
    EXPECT_TRUE(hits->isVisible());
    EXPECT_TRUE(hits->item(0)->text().startsWith(QStringLiteral("Second: The far end")));
    QTest::keyClick(search, Qt::Key_Return);
    EXPECT_EQ(browser().source().fragment(), QStringLiteral("the-far-end"));
    EXPECT_EQ(browser().extraSelections().size(), 3) << "apples twice, pears once";
    QTest::keyClicks(search, QStringLiteral(" plums"));
    ASSERT_EQ(hits->count(), 1);
    EXPECT_EQ(hits->item(0)->text(), QStringLiteral("No page contains all of these words"));
    QTest::keyClick(m_help.get(), Qt::Key_Escape);
    EXPECT_TRUE(m_help->findChild<QTreeWidget*>()->isVisible());
    EXPECT_TRUE(browser().extraSelections().isEmpty());
}

TEST_F(HelpWindowTest, SaysSoWhereNothingIsInstalled) {
    HelpWindow none(path("nothing here"), nullptr);
    none.showPage({});
    EXPECT_TRUE(
        none.findChild<HelpBrowser*>()->toPlainText().contains(QStringLiteral("not installed")));
}

// The pages that are shipped: their links and pictures are there.
TEST(HelpPagesTest, LinksAndPicturesOfTheDocumentationAreThere) {
    const std::vector<HelpPage> pages = readHelpPages(docsFolder());
    ASSERT_GT(pages.size(), 8U);
    EXPECT_EQ(pages.front().file, QStringLiteral("index.md"));
    const QDir folder(docsFolder());
    const QRegularExpression link(QStringLiteral(R"(\]\(([^)]+)\))"));
    int links = 0;
    for (const HelpPage& page : pages) {
        for (const HelpSection& section : page.sections) {
            auto each = link.globalMatch(section.text);
            while (each.hasNext()) {
                const QString target = each.next().captured(1);
                if (target.startsWith(QStringLiteral("http"))) {
                    continue;
                }
                ++links;
                const QString file =
                    target.startsWith(u'#') ? page.file : target.section(u'#', 0, 0);
                EXPECT_TRUE(folder.exists(file)) << qPrintable(page.file + u' ' + target);
                const QString anchor = target.section(u'#', 1);
                const auto other = std::ranges::find(pages, file, &HelpPage::file);
                if (!anchor.isEmpty() && other != pages.end()) {
                    EXPECT_TRUE(std::ranges::any_of(other->sections, [&](const HelpSection& s) {
                        return s.anchor == anchor;
                    })) << qPrintable(page.file + u' ' + target);
                }
            }
        }
    }
    EXPECT_GT(links, 30);
}

TEST(HelpPagesTest, AnchorsAreThoseOfGitHub) {
    EXPECT_EQ(headingAnchor(QStringLiteral("Time shift, live")), QStringLiteral("time-shift-live"));
    EXPECT_EQ(headingAnchor(QStringLiteral("The `.motion` format")),
              QStringLiteral("the-motion-format"));
}

} // namespace
} // namespace sideline::widgets
