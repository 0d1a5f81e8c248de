// Tests the final report of a live match: its contents and the links to recordings.
#include "widgets/analysis/match_report_panel.h"

#include <memory>

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>
#include <QTextCursor>

namespace sideline::widgets {
namespace {

MatchReport sampleReport() {
    MatchReport report;
    report.result = QStringLiteral("Tree 1 : 0 <Stone>");
    report.ending = QStringLiteral("Game over, at 10:00 of half 2");
    report.lostPlayers = {QStringLiteral("Stone 3: crashed: SIGSEGV"),
                          QStringLiteral("Stone 4: silent: stopped or hanging")};
    report.recordings = {QStringLiteral("/recordings/a b.session")};
    report.events = {{96.1, QStringLiteral("Goal for Tree, 1:0")}};
    return report;
}

TEST(MatchReportPanelTest, ShowsResultLossesRecordingsEventsAndNumbers) {
    MatchReportPanel panel;
    panel.setReport(sampleReport(), nullptr);
    for (const char* text :
         {"Tree 1 : 0 <Stone>", "Game over, at 10:00 of half 2", "Stone 3: crashed: SIGSEGV",
          "Stone 4: silent", "/recordings/a b.session", "1:36 Goal for Tree, 1:0", "Counting"}) {
        EXPECT_TRUE(panel.toPlainText().contains(QLatin1String(text)))
            << text << " in " << panel.toPlainText().toStdString();
    }
    auto numbers = std::make_shared<MatchNumbers>();
    numbers->statistics.teamLeft = "Tree";
    numbers->statistics.teamRight = "Stone";
    numbers->statistics.total.teams.left.kicks = 4711;
    panel.setReport(sampleReport(), numbers);
    EXPECT_TRUE(panel.toPlainText().contains(QStringLiteral("4711")));
    EXPECT_FALSE(panel.toPlainText().contains(QStringLiteral("Counting")));
    MatchReport bare;
    panel.setReport(bare, numbers);
    EXPECT_TRUE(panel.toPlainText().contains(QStringLiteral("was not recorded as a session")));
}

TEST(MatchReportPanelTest, AClickOnARecordingRequestsIt) {
    MatchReportPanel panel;
    panel.resize(700, 700);
    panel.setReport(sampleReport(), nullptr);
    panel.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&panel));
    const QSignalSpy requested(&panel, &MatchReportPanel::fileRequested);
    const QTextCursor found = panel.document()->find(QStringLiteral("a b.session"));
    ASSERT_FALSE(found.isNull());
    QTest::mouseClick(panel.viewport(), Qt::LeftButton, {},
                      panel.cursorRect(found).center() - QPoint(6, 0));
    ASSERT_EQ(requested.count(), 1);
    EXPECT_EQ(requested.front().front().toString(), QStringLiteral("/recordings/a b.session"));
}

} // namespace
} // namespace sideline::widgets
