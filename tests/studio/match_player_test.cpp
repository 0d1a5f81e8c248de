#include "studio/session/match_player.h"

#include <filesystem>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QSignalSpy>

#include "tests/gui/gui_support.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::studio {
namespace {

using monitor::ObjectId;

constexpr int kFrames = 51; // ten seconds at 5 Hz

class MatchPlayerTest : public ::testing::Test {
protected:
    void SetUp() override {
        tests::writeFile(m_log, tests::scriptedLog(tests::movingScenes(kFrames), 15));
    }

    logs::LogOptions options() const {
        logs::LogOptions options;
        options.spoolDirectory = m_folder.path();
        return options;
    }
    // Opens a log and waits until it is indexed and its first frame is shown.
    void open(const std::filesystem::path& path) {
        const QSignalSpy opened(&m_session, &MatchPlayer::opened);
        m_session.open(path.string(), options());
        ASSERT_TRUE(tests::waitUntil([&] {
            return opened.count() > 0 && m_session.shown().exact &&
                   m_session.log()->progress().stage == logs::LogProgress::Stage::Done &&
                   m_session.clock().durationS() > 0.0;
        }));
    }
    // Opens the log as one that is still being written.
    std::shared_ptr<logs::MatchLog> openGrowing() {
        logs::LogOptions growing = options();
        growing.isGrowing = true;
        auto log = logs::MatchLog::open(m_log, growing);
        EXPECT_TRUE(log);
        EXPECT_TRUE(log && (*log)->waitForFrames(kFrames));
        return log ? *log : nullptr;
    }
    bool shows(logs::FrameNumber frame) {
        return tests::waitUntil([&] {
            const auto exact = m_session.shown().exact;
            return exact && exact->index == frame;
        });
    }

    tests::TempDir m_folder;
    std::filesystem::path m_log = m_folder / "match.log";
    MatchPlayer m_session;
};

TEST_F(MatchPlayerTest, OpensALogAndShowsItsFirstFrame) {
    QSignalSpy opened(&m_session, &MatchPlayer::opened);
    open(m_log);
    EXPECT_EQ(opened.count(), 1);
    EXPECT_EQ(m_session.shown().exact->index, 0U);
    EXPECT_EQ(m_session.frame(), 0U);
    EXPECT_NEAR(m_session.clock().durationS(), 10.0, 1e-9);
}

TEST_F(MatchPlayerTest, StepsAndJumpsUpToTheEnds) {
    open(m_log);
    m_session.step(1);
    EXPECT_TRUE(shows(1));
    m_session.step(-5);
    EXPECT_TRUE(shows(0));
    m_session.jump(1.0);
    EXPECT_TRUE(shows(5));
    m_session.seekTime(3.05); // stops on a frame
    EXPECT_TRUE(shows(15));
    EXPECT_NEAR(m_session.clock().timeS(), 3.0, 1e-9);
    m_session.jump(100.0);
    EXPECT_TRUE(shows(kFrames - 1));
    m_session.step(1);
    EXPECT_EQ(m_session.frame(), kFrames - 1U);
    m_session.seekFrame(4'000'000'000U);
    EXPECT_EQ(m_session.frame(), kFrames - 1U);
}

// The log has been read to its end, but the player has not been notified yet.
TEST_F(MatchPlayerTest, SeeksToIndexedFramesBeforeTheyAreReported) {
    m_session.open(m_log.string(), options());
    ASSERT_TRUE(tests::waitUntil([&] { return m_session.isOpen(); }));
    while (m_session.log()->progress().stage != logs::LogProgress::Stage::Done) {
        std::this_thread::yield(); // the event loop does not run
    }
    m_session.seekFrame(kFrames - 1);
    EXPECT_EQ(m_session.frame(), kFrames - 1U);
    EXPECT_TRUE(shows(kFrames - 1));
}

TEST_F(MatchPlayerTest, PlaysForwardAndBackwardToTheEnds) {
    open(m_log);
    m_session.setSpeed(16.0);
    m_session.setPlaying(true);
    EXPECT_TRUE(tests::waitUntil([&] { return !m_session.clock().isPlaying(); }));
    EXPECT_TRUE(shows(kFrames - 1));
    m_session.setSpeed(-16.0);
    m_session.setPlaying(true);
    EXPECT_TRUE(tests::waitUntil([&] { return !m_session.clock().isPlaying(); }));
    EXPECT_TRUE(shows(0));
    m_session.setPlaying(true); // backward from the beginning: continues from the end
    EXPECT_GT(m_session.clock().timeS(), 9.0);
}

TEST_F(MatchPlayerTest, PlayingStopsAtPauseFrames) {
    open(m_log);
    m_session.setPauseFrames({0, 10, 11, 30});
    m_session.setSpeed(16.0);
    const auto playsTo = [&](logs::FrameNumber frame) {
        m_session.setPlaying(true);
        return tests::waitUntil([&] { return !m_session.clock().isPlaying(); }) && shows(frame);
    };
    for (const logs::FrameNumber frame : {10U, 11U, 30U, kFrames - 1U}) {
        EXPECT_TRUE(playsTo(frame)) << frame;
    }
    m_session.setSpeed(-16.0);
    for (const logs::FrameNumber frame : {30U, 11U, 10U, 0U}) {
        EXPECT_TRUE(playsTo(frame)) << frame;
    }
    m_session.setPauseFrames({});
    m_session.setSpeed(16.0);
    EXPECT_TRUE(playsTo(kFrames - 1U));
}

TEST_F(MatchPlayerTest, StopsOnAFrameAfterAPause) {
    open(m_log);
    m_session.setPlaying(true);
    EXPECT_TRUE(tests::waitUntil([&] { return m_session.clock().timeS() > 0.3; }));
    m_session.setPlaying(false);
    const double timeS = m_session.clock().timeS();
    EXPECT_DOUBLE_EQ(timeS, m_session.log()->index()->recordTimeS(m_session.frame()));
    EXPECT_TRUE(shows(m_session.frame()));
    EXPECT_TRUE(tests::waitUntil([&] {
        return m_session.shown().drawn == m_session.shown().exact ||
               m_session.shown().request.fraction == 0.0;
    }));
}

TEST_F(MatchPlayerTest, DrawsBetweenFramesWhilePlayingButReportsExactNumbers) {
    open(m_log);
    m_session.setSpeed(0.25);
    m_session.setPlaying(true);
    EXPECT_TRUE(tests::waitUntil([&] {
        const auto& shown = m_session.shown();
        return shown.request.fraction > 0.2 && shown.request.fraction < 0.9 && shown.drawn &&
               shown.exact->ball && shown.drawn->ball->X_SBall.p != shown.exact->ball->X_SBall.p;
    }));
    m_session.setSmooth(false);
    EXPECT_TRUE(tests::waitUntil([&] { return m_session.shown().request.fraction == 0.0; }));
}

TEST_F(MatchPlayerTest, KeepsTheSelectionUntilTheLogIsClosed) {
    open(m_log);
    QSignalSpy changed(&m_session, &MatchPlayer::selectionChanged);
    m_session.select(ObjectId::ball());
    m_session.select(ObjectId::ball());
    EXPECT_EQ(changed.count(), 1);
    QSignalSpy closed(&m_session, &MatchPlayer::closed);
    m_session.close();
    EXPECT_EQ(closed.count(), 1);
    EXPECT_EQ(m_session.selection(), ObjectId{});
    EXPECT_FALSE(m_session.isOpen());
    EXPECT_EQ(m_session.shown().exact, nullptr);
}

TEST_F(MatchPlayerTest, SavesBookmarksNextToTheLog) {
    open(m_log);
    m_session.setBookmark({7, 1.4, "look: the knee"});
    m_session.setBookmark({9, 1.8, "gone"});
    m_session.removeBookmark(9);
    m_session.close();
    open(m_log);
    ASSERT_EQ(m_session.bookmarks().entries().size(), 1U);
    EXPECT_EQ(m_session.bookmarks().entries()[0].text, "look: the knee");
    EXPECT_EQ(m_session.bookmarks().entries()[0].frame, 7U);
}

TEST_F(MatchPlayerTest, OpensALogWithDamagedBookmarks) {
    tests::writeFile(logs::Bookmarks::fileFor(m_log), "{\"bookmarks\": [");
    QSignalSpy problem(&m_session, &MatchPlayer::problem);
    open(m_log);
    ASSERT_EQ(problem.count(), 1);
    EXPECT_TRUE(problem[0][0].toString().contains(QStringLiteral("bookmarks")))
        << qPrintable(problem[0][0].toString());
}

TEST_F(MatchPlayerTest, KeepsTheOpenLogWhenAnotherCannotBeOpened) {
    open(m_log);
    QSignalSpy failed(&m_session, &MatchPlayer::openFailed);
    m_session.open((m_folder / "missing.log").string(), options());
    EXPECT_TRUE(tests::waitUntil([&] { return failed.count() == 1; }));
    EXPECT_TRUE(failed[0][0].toString().contains(QStringLiteral("missing.log")));
    EXPECT_TRUE(m_session.isOpen());
    EXPECT_EQ(m_session.log()->path(), m_log);
}

TEST_F(MatchPlayerTest, ShowsTheLastOfSeveralOpenedLogs) {
    const auto other = m_folder / "other.log";
    tests::writeFile(other, tests::scriptedLog(tests::movingScenes(20), 5));
    m_session.open(m_log.string(), options());
    m_session.open(tests::sampleLog().string(), options());
    m_session.open(other.string(), options());
    QSignalSpy opened(&m_session, &MatchPlayer::opened);
    EXPECT_TRUE(tests::waitUntil([&] { return m_session.isOpen() && !m_session.isOpening(); }));
    EXPECT_EQ(m_session.log()->path(), other);
    EXPECT_EQ(opened.count(), 1);
}

TEST_F(MatchPlayerTest, ALogThatOpensLateDoesNotReplaceANewMatch) {
    const auto growing = openGrowing();
    const auto other = m_folder / "other.log";
    tests::writeFile(other, tests::scriptedLog(tests::movingScenes(20), 5));
    m_session.open(other.string(), options());
    m_session.openGrowing(growing, MatchPlayer::Head::Read);
    EXPECT_TRUE(tests::waitUntil([&] { return !m_session.isOpening(); }));
    EXPECT_EQ(m_session.log(), growing);
}

TEST_F(MatchPlayerTest, AMatchHasNoBookmarksOfTheLastLog) {
    open(m_log);
    m_session.setBookmark({7, 1.4, "look: the knee"});
    m_session.openGrowing(openGrowing(), MatchPlayer::Head::Read);
    EXPECT_TRUE(m_session.bookmarks().entries().empty());
}

TEST_F(MatchPlayerTest, ReportsNoGrowthAfterTheEnd) {
    const QSignalSpy reported(&m_session, &MatchPlayer::logChanged);
    m_session.openGrowing(openGrowing(), MatchPlayer::Head::Read);
    EXPECT_TRUE(tests::waitUntil([&] { return reported.count() > 0; }));
    qsizetype count = 0;
    QElapsedTimer quiet;
    EXPECT_TRUE(tests::waitUntil([&] { // several times the minimum time between two reports
        if (!quiet.isValid() || count != reported.count()) {
            count = reported.count();
            quiet.start();
        }
        return quiet.elapsed() > 1000;
    }));
}

TEST_F(MatchPlayerTest, EndsQuietlyWhileALogIsBeingOpened) {
    for (int i = 0; i < 10; ++i) {
        MatchPlayer session;
        session.open(tests::sampleLog().string(), options());
        (void)tests::waitUntil([&] { return session.isOpen(); }, i);
    }
    SUCCEED(); // the test fails by a crash or a hang
}

TEST_F(MatchPlayerTest, FollowsALogThatGrows) {
    const auto file = m_folder / "growing.log";
    const std::string text = tests::scriptedLog(tests::movingScenes(kFrames), 15);
    std::vector<std::size_t> ends; // ends of the lines
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1)) {
        ends.push_back(at + 1);
    }
    const auto write = [&](std::size_t lines) {
        tests::writeFile(file, text.substr(0, ends[lines - 1]));
    };
    write(10);
    logs::LogOptions growing = options();
    growing.isGrowing = true;
    auto log = logs::MatchLog::open(file, growing);
    ASSERT_TRUE(log) << log.error().toString();
    QSignalSpy follows(&m_session, &MatchPlayer::followingChanged);
    QSignalSpy changes(&m_session, &MatchPlayer::logChanged);
    m_session.openGrowing(*log, MatchPlayer::Head::Read);
    EXPECT_TRUE(m_session.isGrowing());
    ASSERT_TRUE(tests::waitUntil([&] { return m_session.shown().exact != nullptr; }));
    EXPECT_TRUE(shows(9));
    // Appends to the file, like the writer of a growing log.
    std::ofstream out(file, std::ios::binary | std::ios::app);
    out << text.substr(ends[9], ends[29] - ends[9]) << std::flush;
    EXPECT_TRUE(shows(29));
    EXPECT_NEAR(m_session.clock().timeS(), 29 * 0.2, 1e-9);
    EXPECT_TRUE(tests::waitUntil([&] { return changes.count() >= 2; }));

    m_session.seekFrame(5);
    EXPECT_FALSE(m_session.isFollowing());
    EXPECT_TRUE(shows(5));
    out << text.substr(ends[29], ends[39] - ends[29]) << std::flush;
    EXPECT_TRUE(tests::waitUntil([&] { return m_session.clock().durationS() > 7.7; }));
    EXPECT_EQ(m_session.frame(), 5U) << "stays where it was";
    m_session.seekTime(1e9);
    EXPECT_TRUE(m_session.isFollowing());
    EXPECT_TRUE(shows(39));
    m_session.setFollowing(false);
    EXPECT_EQ(m_session.frame(), 39U);
    m_session.setPlaying(true);
    EXPECT_TRUE(m_session.isFollowing()) << "the newest frames follow automatically";
    EXPECT_EQ(follows.count(), 5);

    out << text.substr(ends[39]) << std::flush;
    (*log)->finishGrowing();
    EXPECT_TRUE(tests::waitUntil([&] { return !m_session.isGrowing(); }));
    EXPECT_FALSE(m_session.isFollowing());
    EXPECT_TRUE(m_session.isOpen());
    m_session.seekFrame(kFrames - 1);
    EXPECT_TRUE(shows(kFrames - 1));
    EXPECT_FALSE(std::filesystem::exists(logs::Bookmarks::fileFor(file)));
}

TEST_F(MatchPlayerTest, ShowsTheOldestRemainingFrame) {
    logs::LogOptions growing = options();
    growing.isGrowing = true;
    auto log = logs::MatchLog::open(m_log, growing);
    ASSERT_TRUE(log);
    ASSERT_TRUE((*log)->waitForFrames(kFrames));
    m_session.openGrowing(*log, MatchPlayer::Head::Read);
    m_session.seekFrame(3);
    ASSERT_TRUE(tests::waitUntil([&] { return m_session.shown().exact != nullptr; }));
    EXPECT_TRUE(shows(3));
    (*log)->dropBefore(15);
    EXPECT_TRUE(shows(15));
    m_session.seekFrame(2);
    EXPECT_EQ(m_session.frame(), 15U);
    m_session.step(-1);
    EXPECT_EQ(m_session.frame(), 15U);
    m_session.seekTime(0.0);
    EXPECT_EQ(m_session.frame(), 15U);
}

// Playing backward cannot follow: it stops at the beginning of the recording and stays there.
TEST_F(MatchPlayerTest, PlaysAGrowingLogBackwardIntoItsBeginning) {
    m_session.openGrowing(openGrowing(), MatchPlayer::Head::Read);
    QSignalSpy follows(&m_session, &MatchPlayer::followingChanged);
    m_session.seekFrame(20);
    ASSERT_TRUE(tests::waitUntil([&] { return m_session.shown().exact != nullptr; }));
    EXPECT_TRUE(shows(20));
    EXPECT_EQ(follows.count(), 1);
    m_session.setSpeed(-16.0);
    m_session.setPlaying(true);
    QSignalSpy playback(&m_session, &MatchPlayer::playbackChanged);
    EXPECT_TRUE(tests::waitUntil([&] { return !m_session.clock().isPlaying(); }));
    EXPECT_TRUE(shows(0));
    EXPECT_EQ(m_session.clock().timeS(), 0.0);
    EXPECT_EQ(playback.count(), 1) << "the end of playing is reported";
    EXPECT_FALSE(m_session.isFollowing());
    EXPECT_EQ(follows.count(), 1);
    EXPECT_TRUE(m_session.isGrowing());
    // The log still grows, and so does the duration.
    std::ofstream out(m_log, std::ios::binary | std::ios::app);
    out << tests::scriptedLog(tests::movingScenes(kFrames), 15) << std::flush;
    EXPECT_TRUE(tests::waitUntil([&] { return m_session.clock().durationS() > 15.0; }));
    EXPECT_EQ(m_session.frame(), 0U);
    EXPECT_FALSE(m_session.isFollowing());
}

TEST_F(MatchPlayerTest, PlaysBackwardIntoADroppedBeginning) {
    const auto log = openGrowing();
    m_session.openGrowing(log, MatchPlayer::Head::Read);
    log->dropBefore(15);
    ASSERT_TRUE(tests::waitUntil([&] { return log->index()->firstFrame() == 15; }));
    m_session.seekFrame(25);
    m_session.setSpeed(-16.0);
    m_session.setPlaying(true);
    EXPECT_TRUE(tests::waitUntil([&] { return !m_session.clock().isPlaying(); }));
    ASSERT_TRUE(tests::waitUntil([&] { return m_session.shown().exact != nullptr; }));
    EXPECT_TRUE(shows(15));
    EXPECT_NEAR(m_session.clock().timeS(), log->index()->recordTimeS(15), 1e-6);
    EXPECT_FALSE(m_session.isFollowing());
}

// After a growing log, the next log is opened without any of its state.
TEST_F(MatchPlayerTest, OpensALogAfterAGrowingOne) {
    const auto growing = m_folder / "growing.log";
    std::filesystem::copy_file(m_log, growing);
    m_session.openGrowing(openGrowing(), MatchPlayer::Head::Elsewhere);
    m_session.setLoop(logs::LoopRange{1.0, 2.0});
    m_session.setSpeed(4.0);
    m_session.select(ObjectId::ball());
    EXPECT_TRUE(m_session.isFollowing());
    m_session.close();
    EXPECT_FALSE(m_session.isGrowing());
    EXPECT_FALSE(m_session.isFollowing());
    EXPECT_EQ(m_session.clock().durationS(), 0.0);
    open(growing);
    EXPECT_FALSE(m_session.isGrowing());
    EXPECT_FALSE(m_session.isFollowing());
    EXPECT_FALSE(m_session.clock().loop());
    EXPECT_EQ(m_session.clock().speed(), 1.0);
    EXPECT_EQ(m_session.frame(), 0U);
    EXPECT_TRUE(m_session.bookmarks().entries().empty());
    m_session.seekTime(1e9); // the end of a log that does not grow cannot be followed
    EXPECT_FALSE(m_session.isFollowing());
    EXPECT_TRUE(shows(kFrames - 1));
    m_session.setBookmark({3, 0.6, "kept"});
    EXPECT_TRUE(std::filesystem::exists(logs::Bookmarks::fileFor(growing)))
        << "bookmarks of a log that does not grow are saved";
}

// Like a server that restarts and overwrites the log being shown.
TEST_F(MatchPlayerTest, ReportsTheByteWhereTheLogWasTruncated) {
    tests::writeFile(m_log, tests::scriptedLog(tests::movingScenes(2000), 15));
    open(m_log);
    QSignalSpy problem(&m_session, &MatchPlayer::problem);
    std::filesystem::resize_file(m_log, 1000);
    m_session.seekFrame(1500);
    m_session.setSpeed(1.0);
    m_session.setPlaying(true);
    ASSERT_TRUE(tests::waitUntil([&] { return problem.count() > 0; }));
    EXPECT_TRUE(problem[0][0].toString().contains(
        QStringLiteral("match.log: the file was truncated at byte 1000 while it was open")))
        << qPrintable(problem[0][0].toString());
    EXPECT_FALSE(m_session.clock().isPlaying()) << "it is not reported again with every frame";
    EXPECT_TRUE(m_session.isOpen());
    // Opening another log still works.
    const auto other = m_folder / "other.log";
    tests::writeFile(other, tests::scriptedLog(tests::movingScenes(20), 5));
    open(other);
    m_session.seekFrame(12);
    EXPECT_TRUE(shows(12));
}

TEST_F(MatchPlayerTest, SurvivesTruncationWhileOpeningAndSeeking) {
    const std::string text = tests::scriptedLog(tests::movingScenes(400), 15);
    QSignalSpy problem(&m_session, &MatchPlayer::problem);
    QSignalSpy failed(&m_session, &MatchPlayer::openFailed);
    for (int round = 0; round < 12; ++round) {
        const auto file = m_folder / ("cut" + std::to_string(round) + ".log");
        tests::writeFile(file, text);
        m_session.open(file.string(), options());
        if (round % 3 != 0) {
            ASSERT_TRUE(tests::waitUntil([&] { return !m_session.isOpening(); }));
        }
        m_session.seekFrame(static_cast<logs::FrameNumber>(30 * round));
        std::filesystem::resize_file(file, text.size() * static_cast<std::size_t>(round) / 12);
        for (logs::FrameNumber frame = 399; frame > 40; frame -= 40) {
            m_session.seekFrame(frame);
            QCoreApplication::processEvents();
        }
        ASSERT_TRUE(tests::waitUntil([&] { return !m_session.isOpening(); }));
        if (round % 3 != 0) {
            ASSERT_TRUE(tests::waitUntil([&] { return problem.count() > 0; })) << round;
            EXPECT_TRUE(
                problem.takeFirst()[0].toString().contains(QStringLiteral("truncated at byte ")));
        }
        problem.clear();
    }
}

TEST_F(MatchPlayerTest, JumpsFromEventToEvent) {
    open(tests::sampleLog());
    const std::uint32_t kicks = logs::kindBit(logs::EventKind::Kick);
    EXPECT_TRUE(m_session.jumpToEvent(true, kicks, 0.0));
    EXPECT_TRUE(shows(32));
    EXPECT_FALSE(m_session.jumpToEvent(true, kicks, 0.0));
    EXPECT_FALSE(m_session.jumpToEvent(false, kicks, 0.0));
    m_session.seekFrame(46);
    EXPECT_TRUE(m_session.jumpToEvent(false, kicks, 0.0));
    EXPECT_TRUE(shows(32));
    m_session.seekFrame(46);
    EXPECT_TRUE(m_session.jumpToEvent(false, kicks, 2.0)) << "two seconds before it";
    EXPECT_TRUE(shows(22));
    EXPECT_FALSE(m_session.jumpToEvent(true, kicks, 2.0)) << "already at the stop of this event";
    EXPECT_FALSE(m_session.jumpToEvent(true, logs::kindBit(logs::EventKind::Goal), 0.0));
}

class MatchPlayerGoalTest : public MatchPlayerTest {
protected:
    static constexpr std::uint32_t kGoals = logs::kindBit(logs::EventKind::Goal);
    void SetUp() override { // goals at 2, 5, 5.4 and 9 s
        auto scenes = tests::movingScenes(kFrames);
        for (std::size_t i = 0; i < scenes.size(); ++i) {
            scenes[i].scoreLeft = (i >= 10 ? 1 : 0) + (i >= 25 ? 1 : 0);
            scenes[i].scoreRight = (i >= 27 ? 1 : 0) + (i >= 45 ? 1 : 0);
        }
        tests::writeFile(m_log, tests::scriptedLog(scenes, 15));
        open(m_log);
    }
    // Returns the frames at which successive jumps end.
    std::vector<logs::FrameNumber> walk(bool forward, double leadS) {
        std::vector<logs::FrameNumber> stops;
        while (stops.size() < 10 && m_session.jumpToEvent(forward, kGoals, leadS)) {
            stops.push_back(m_session.frame());
        }
        return stops;
    }
};

using Frames = std::vector<logs::FrameNumber>;

TEST_F(MatchPlayerGoalTest, PassesEveryGoalBothWays) {
    EXPECT_EQ(walk(true, 1.0), (Frames{5, 20, 25, 40}));
    EXPECT_EQ(walk(false, 1.0), (Frames{25, 20, 5}));
    m_session.seekFrame(50);
    EXPECT_EQ(walk(false, 1.0), (Frames{40, 25, 20, 5}));
    m_session.seekFrame(0);
    EXPECT_EQ(walk(true, 8.0), (Frames{10, 25, 27})) << "already at the first stop";
    EXPECT_EQ(walk(false, 0.0), (Frames{25, 10})) << "at the goals";
}

TEST_F(MatchPlayerGoalTest, PassesEveryGoalWhileItPlays) {
    for (const double speed : {16.0, 1.0, 0.1, -0.1, -1.0}) {
        m_session.seekFrame(30);
        m_session.setSpeed(speed);
        m_session.setPlaying(true);
        EXPECT_TRUE(m_session.jumpToEvent(false, kGoals, 1.0));
        // Plays for a while after each jump.
        const auto playOn = [&] {
            const double fromS = m_session.clock().timeS();
            EXPECT_TRUE(tests::waitUntil([&] { return m_session.clock().timeS() != fromS; }));
        };
        playOn();
        EXPECT_EQ(walk(false, 1.0), (Frames{20, 5})) << speed;
        playOn();
        EXPECT_EQ(walk(true, 1.0), (Frames{20, 25, 40})) << speed;
        m_session.setPlaying(false);
    }
}

TEST_F(MatchPlayerGoalTest, JumpsToAGoalAgain) {
    ASSERT_TRUE(m_session.jumpToEvent(true, kGoals, 1.0));
    m_session.setPlaying(true);
    ASSERT_TRUE(tests::waitUntil([&] { return m_session.frame() >= 22; }));
    EXPECT_TRUE(m_session.jumpToEvent(false, kGoals, 1.0));
    EXPECT_EQ(m_session.frame(), 20U) << "not the event of the jump three seconds ago";
    m_session.seekTime(5.6);
    EXPECT_TRUE(m_session.jumpToEvent(false, kGoals, 1.0));
    EXPECT_EQ(m_session.frame(), 25U) << "from the sought frame, not from the earlier jump";
}

TEST_F(MatchPlayerGoalTest, JumpsToAListedGoal) {
    const auto& events = m_session.log()->analysis()->events;
    const auto goal =
        std::ranges::find_if(events, [](const logs::Event& event) { return event.frame == 27; });
    ASSERT_NE(goal, events.end());
    m_session.goToEvent(*goal, kGoals, 1.0);
    EXPECT_TRUE(shows(25));
    m_session.play(true);
    EXPECT_TRUE(m_session.jumpToEvent(false, kGoals, 1.0));
    EXPECT_EQ(m_session.frame(), 20U);
}

TEST_F(MatchPlayerGoalTest, CountsSeeksButNotPlayAndPause) {
    const auto seeks = [&] { return m_session.shown().request.seeks; };
    const std::uint32_t before = seeks();
    m_session.play(true);
    ASSERT_TRUE(tests::waitUntil([&] { return m_session.shown().exact->index >= 2; }));
    m_session.setPlaying(false);
    m_session.setSpeed(2.0);
    m_session.play(false);
    EXPECT_EQ(m_session.clock().speed(), -2.0) << "at the same speed, reversed";
    ASSERT_TRUE(shows(0));
    EXPECT_EQ(seeks(), before);
    m_session.seekFrame(7);
    ASSERT_TRUE(shows(7));
    EXPECT_GT(seeks(), before);
}

} // namespace
} // namespace sideline::studio
