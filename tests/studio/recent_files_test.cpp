#include "studio/shell/recent_files.h"

#include <gtest/gtest.h>

#include <QFileInfo>
#include <QSignalSpy>

#include "logs/session/session_writer.h"
#include "studio/settings/app_settings.h"
#include "tests/gui/gui_support.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::studio {
namespace {

using widgets::RecentFile;

class RecentFilesTest : public ::testing::Test {
protected:
    static QString qt(const std::filesystem::path& path) {
        return QString::fromStdString(path.string());
    }
    void add(const std::filesystem::path& file) { addRecentFile(m_store, qt(file)); }
    const RecentFile& newest(const RecentFiles& recent) { return recent.files().front(); }
    bool hasTeams(const RecentFiles& recent) {
        return tests::waitUntil([&] { return !newest(recent).matchText().isEmpty(); });
    }

    tests::TempDir m_folder;
    QSettings m_store{qt(m_folder / "settings.ini"), QSettings::IniFormat};
};

TEST_F(RecentFilesTest, ShowsTeamsAndResult) {
    const auto file = m_folder / "final.log.xz";
    std::filesystem::copy_file(tests::sampleLog(), file);
    add(file);
    RecentFiles recent(m_store);
    recent.setSpool(m_folder.path());
    recent.refresh();
    ASSERT_EQ(recent.files().size(), 1U);
    EXPECT_EQ(newest(recent).name(), QStringLiteral("final.log.xz")) << "immediately";
    EXPECT_EQ(newest(recent).folder(), qt(m_folder.path()));
    ASSERT_TRUE(hasTeams(recent));
    const auto& match = *tests::sampleMatch();
    const auto last = tests::fetchedFrame(match, match.index()->frameCount() - 1);
    const monitor::GameState& game = last.exact->game;
    EXPECT_EQ(newest(recent).teamLeft.toStdString(), game.teamLeft);
    EXPECT_EQ(newest(recent).teamRight.toStdString(), game.teamRight);
    EXPECT_EQ(newest(recent).score, (RecentFile::Score{game.scoreLeft, game.scoreRight}));
    EXPECT_EQ(newest(recent).date, QFileInfo(qt(file)).lastModified());

    RecentFiles later(m_store); // like the next start of the program
    QSignalSpy changes(&later, &RecentFiles::changed);
    later.refresh();
    EXPECT_EQ(newest(later), newest(recent)) << "kept, without reading the file again";
    EXPECT_EQ(changes.count(), 1);
}

TEST_F(RecentFilesTest, AnOpenLogIsNotReadAgain) {
    add(tests::sampleMatch()->path());
    RecentFiles recent(m_store);
    recent.setSpool("/no/such/folder"); // logs cannot be unpacked there
    recent.refresh(tests::sampleMatch());
    EXPECT_TRUE(hasTeams(recent));
}

TEST_F(RecentFilesTest, AChangedFileIsReadAgain) {
    auto scenes = tests::movingScenes(6);
    const auto file = m_folder / "match.log";
    tests::writeFile(file, tests::scriptedLog(scenes, 2));
    add(file);
    RecentFiles recent(m_store);
    recent.refresh();
    ASSERT_TRUE(tests::waitUntil([&] { return newest(recent).score.has_value(); }));
    EXPECT_EQ(newest(recent).score, (RecentFile::Score{0, 0}));
    scenes.push_back(scenes.back());
    scenes.back().scoreRight = 3;
    tests::writeFile(file, tests::scriptedLog(scenes, 1));
    recent.refresh();
    EXPECT_TRUE(tests::waitUntil([&] { return newest(recent).score == RecentFile::Score{0, 3}; }));
}

TEST_F(RecentFilesTest, RecognizesStreamsAndMotions) {
    add(tests::dataFile("arms-t0.agent.rec.gz"));
    RecentFiles recent(m_store);
    recent.refresh();
    EXPECT_EQ(newest(recent).kind, RecentFile::Kind::Stream);
    ASSERT_TRUE(hasTeams(recent));
    EXPECT_GT(newest(recent).number, 0);
    EXPECT_FALSE(newest(recent).score);
    tests::writeFile(m_folder / "kick.skl", "STARTSKILL X\n");
    add(m_folder / "kick.skl");
    recent.refresh();
    EXPECT_EQ(newest(recent).kind, RecentFile::Kind::Motion);
}

TEST_F(RecentFilesTest, ASessionShowsItsStartTimeAndTeams) {
    const auto file = m_folder / "2026-03-04_05-06-07.session";
    {
        logs::SessionInfo info;
        info.begunEpochMs = 1'700'000'000'000;
        auto writer = logs::SessionWriter::open(file, info);
        ASSERT_TRUE(writer);
        (*writer)->beginMatchLog("match.log.xz", std::chrono::nanoseconds(0));
        ASSERT_TRUE((*writer)->close());
    }
    std::filesystem::copy_file(tests::sampleLog(), m_folder / "match.log.xz");
    add(file);
    RecentFiles recent(m_store);
    recent.setSpool(m_folder.path());
    recent.refresh();
    EXPECT_EQ(newest(recent).kind, RecentFile::Kind::Session);
    ASSERT_TRUE(hasTeams(recent));
    EXPECT_EQ(newest(recent).date.toMSecsSinceEpoch(), 1'700'000'000'000);
    EXPECT_TRUE(newest(recent).score);
}

TEST_F(RecentFilesTest, AnUnreadableFileIsListedWithoutDelay) {
    std::filesystem::copy_file(tests::sampleLog(), m_folder / "good.log.xz");
    add(m_folder / "good.log.xz");
    for (const char* name : {"poem.log", "empty.log", "bad.session", "bad.rec"}) {
        tests::writeFile(m_folder / name, "roses are red\n");
        add(m_folder / name);
    }
    RecentFiles recent(m_store);
    recent.setSpool(m_folder.path());
    recent.refresh();
    ASSERT_EQ(recent.files().size(), 5U);
    EXPECT_TRUE(tests::waitUntil([&] { return !recent.files().back().matchText().isEmpty(); }));
    EXPECT_EQ(newest(recent).matchText(), QString());
}

TEST_F(RecentFilesTest, StopsInTheMiddleOfItsWork) {
    std::filesystem::copy_file(tests::sampleLog(), m_folder / "match.log.xz");
    add(m_folder / "match.log.xz");
    RecentFiles recent(m_store);
    recent.setSpool(m_folder.path());
    recent.refresh();
    recent.stop();
    QCoreApplication::processEvents();
    EXPECT_EQ(newest(recent).matchText(), QString());
    recent.refresh(); // can continue after that
    EXPECT_TRUE(hasTeams(recent));
}

} // namespace
} // namespace sideline::studio
