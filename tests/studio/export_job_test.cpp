#include "studio/session/export_job.h"

#include <gtest/gtest.h>

#include <QSignalSpy>

#include "tests/gui/gui_support.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::studio {
namespace {

class ExportJobTest : public ::testing::Test {
protected:
    QString pathOf(std::string_view name) const {
        return QString::fromStdString((m_folder / name).string());
    }
    // Exports frames 5 to 14 and returns the error message.
    QString write(ExportJob::Kind kind, std::string_view name) {
        QSignalSpy finished(&m_job, &ExportJob::finished);
        EXPECT_TRUE(m_job.start(kind, tests::sampleMatch(), {5, 14}, pathOf(name)));
        EXPECT_TRUE(tests::waitUntil([&] { return finished.count() == 1; }));
        EXPECT_FALSE(m_job.isRunning());
        return finished.count() == 1 ? finished[0][1].toString() : QStringLiteral("no end");
    }
    static auto lineCount(const std::string& text) { return std::ranges::count(text, '\n'); }

    tests::TempDir m_folder;
    ExportJob m_job;
};

TEST_F(ExportJobTest, WritesTablesAndClips) {
    EXPECT_EQ(write(ExportJob::Kind::Poses, "poses.csv"), QString());
    EXPECT_EQ(lineCount(tests::readUnpacked(m_folder / "poses.csv")), 1 + 10 * 23);
    EXPECT_EQ(write(ExportJob::Kind::Joints, "joints.csv"), QString());
    EXPECT_EQ(lineCount(tests::readUnpacked(m_folder / "joints.csv")), 1 + 10 * 22);
    EXPECT_EQ(write(ExportJob::Kind::Events, "events.csv"), QString());
    EXPECT_EQ(lineCount(tests::readUnpacked(m_folder / "events.csv")), 1);
    EXPECT_EQ(write(ExportJob::Kind::Cut, "cut.log.gz"), QString());
    const auto cut = tests::openAnalyzed(m_folder / "cut.log.gz");
    ASSERT_NE(cut, nullptr);
    EXPECT_EQ(cut->index()->frameCount(), 10U);
}

TEST_F(ExportJobTest, ReportsTheFileThatCannotBeWritten) {
    for (const auto kind : {ExportJob::Kind::Poses, ExportJob::Kind::Cut}) {
        EXPECT_TRUE(write(kind, "no/such/folder/a.csv").contains(QStringLiteral("no/such/folder")));
    }
}

TEST_F(ExportJobTest, NeverOverwritesTheLogItself) {
    const auto path = m_folder / "match.log";
    tests::writeFile(path, tests::scriptedLog(tests::movingScenes(30), 5));
    const auto size = std::filesystem::file_size(path);
    std::filesystem::create_symlink(path, m_folder / "other-name.log");
    const auto log = tests::openAnalyzed(path);
    QSignalSpy finished(&m_job, &ExportJob::finished);
    ASSERT_TRUE(m_job.start(ExportJob::Kind::Cut, log, {0, 3}, pathOf("other-name.log")));
    EXPECT_TRUE(tests::waitUntil([&] { return finished.count() == 1; }));
    EXPECT_TRUE(finished[0][1].toString().contains(QStringLiteral("will not be overwritten")));
    EXPECT_EQ(std::filesystem::file_size(path), size);
}

TEST_F(ExportJobTest, ReplacesAFileAfterConfirmation) {
    tests::writeFile(m_folder / "poses.csv", "old");
    EXPECT_EQ(write(ExportJob::Kind::Poses, "poses.csv"), QString());
    EXPECT_EQ(lineCount(tests::readUnpacked(m_folder / "poses.csv")), 1 + 10 * 23);
}

TEST_F(ExportJobTest, StopsOnRequestAndKeepsTheOldFile) {
    tests::writeFile(m_folder / "poses.csv", "old");
    const auto path = m_folder / "long.log";
    tests::writeFile(path, tests::scriptedLog(tests::movingScenes(4000), 50));
    const auto log = tests::openAnalyzed(path);
    QSignalSpy finished(&m_job, &ExportJob::finished);
    ASSERT_TRUE(m_job.start(ExportJob::Kind::Poses, log, {0, 3999}, pathOf("poses.csv")));
    EXPECT_FALSE(m_job.start(ExportJob::Kind::Joints, log, {0, 3999}, pathOf("joints.csv")))
        << "one at a time";
    m_job.cancel();
    EXPECT_TRUE(tests::waitUntil([&] { return finished.count() == 1; }));
    EXPECT_TRUE(finished[0][2].toBool());
    EXPECT_EQ(tests::readUnpacked(m_folder / "poses.csv"), "old");
    EXPECT_EQ(std::ranges::distance(std::filesystem::directory_iterator(m_folder.path())), 2);
}

} // namespace
} // namespace sideline::studio
