// Videos, written picture by picture and made from the sample match.
#include <cmath>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QTimer>

#include "studio/video/video_aim.h"
#include "studio/video/video_job.h"
#include "studio/video/video_plan.h"
#include "studio/video/video_writer.h"
#include "studio/workspaces/replay/video_dialog.h"
#include "tests/gui/gui_support.h"
#include "tests/studio/studio_window.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/test_files.h"

namespace sideline::studio {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// Returns a picture that differs for each number.
std::vector<std::uint8_t> pictureOf(const VideoSettings& settings, int number) {
    std::vector<std::uint8_t> bytes;
    for (int y = 0; y < settings.heightPx; ++y) {
        for (int x = 0; x < settings.widthPx; ++x) {
            bytes.push_back(static_cast<std::uint8_t>(x + 5 * number));
            bytes.push_back(static_cast<std::uint8_t>(2 * y));
            bytes.push_back(static_cast<std::uint8_t>((x ^ y) + number));
            bytes.push_back(0xff);
        }
    }
    return bytes;
}

base::Expected<void> write(const fs::path& file, const VideoSettings& settings, int count) {
    auto writer = VideoWriter::create(file, settings);
    if (!writer) {
        return tl::unexpected(writer.error());
    }
    for (int i = 0; i < count; ++i) {
        const auto picture = pictureOf(settings, i);
        const auto stride = static_cast<std::size_t>(4 * settings.widthPx);
        if (auto added = writer->add(picture.data(), stride); !added) {
            return added;
        }
    }
    return writer->finish();
}

TEST(VideoWriterTest, WritesEveryFormatReproducibly) {
    const tests::TempDir folder;
    const VideoSettings settings{64, 48, 25};
    for (const char* ending : {".mp4", ".webm", ".gif"}) {
        const fs::path first = folder / (std::string("a") + ending);
        const fs::path second = folder / (std::string("b") + ending);
        const auto written = write(first, settings, 30);
        ASSERT_TRUE(written) << written.error().toString();
        ASSERT_TRUE(write(second, settings, 30));
        const std::string bytes = tests::readUnpacked(first);
        EXPECT_GT(bytes.size(), 1000U) << ending;
        EXPECT_TRUE(bytes == tests::readUnpacked(second)) << ending;
        const std::string magic = ending == std::string(".mp4")    ? "ftyp"
                                  : ending == std::string(".webm") ? "webm"
                                                                   : "GIF89a";
        EXPECT_NE(bytes.substr(0, 64).find(magic), std::string::npos) << ending;
    }
}

TEST(VideoWriterTest, RefusesInvalidSettingsBeforeDrawing) {
    struct Row {
        const char* file;
        VideoSettings settings;
        const char* expected;
    };
    const std::vector<Row> rows = {
        {"a.avi",
         {64, 48, 25},
         "unknown file name extension of a video; expected .mp4, .webm or .gif"},
        {"a.mp4",
         {65, 48, 25},
         "odd video size 65 x 48; expected an even width and height, such as 64 x 48"},
        {"a.webm", {64, 47, 25}, "odd video size 64 x 47"},
        {"a.mp4",
         {8, 48, 25},
         "invalid video size 8 x 48; expected width and height from 16 to 8192"},
        {"a.mp4", {64, 48, 0}, "invalid rate of 0 frames per second"},
        {"a.gif", {64, 48, 30}, "a GIF cannot have exactly 30 frames per second"},
    };
    const tests::TempDir folder;
    for (const Row& row : rows) {
        const auto writer = VideoWriter::create(folder / row.file, row.settings);
        ASSERT_FALSE(writer) << row.expected;
        EXPECT_THAT(writer.error().toString(), HasSubstr(row.expected));
    }
    EXPECT_TRUE(checkVideo("a.gif", {65, 47, 20})) << "a GIF may be odd";
    EXPECT_TRUE(fs::is_empty(folder.path()));
    tests::writeFile(folder / "there.mp4", "x");
    EXPECT_THAT(write(folder / "there.mp4", {64, 48, 25}, 1).error().toString(),
                HasSubstr("there.mp4"));
    EXPECT_THAT(write(folder / "no" / "a.mp4", {64, 48, 25}, 1).error().toString(),
                HasSubstr("a.mp4"));
}

TEST(VideoWriterTest, AFullDiskIsReportedAndLeavesNothing) {
    const tests::TempDir folder;
    for (const char* name : {"a.mp4", "a.webm", "a.gif"}) {
        tests::FileSizeLimit limit;
        limit.set(2000);
        const auto written = write(folder / name, {128, 96, 25}, 60);
        limit.lift();
        ASSERT_FALSE(written) << name;
        EXPECT_THAT(written.error().toString(), HasSubstr(name));
        EXPECT_EQ(written.error().code, base::ErrorCode::LimitExceeded)
            << written.error().toString();
        EXPECT_TRUE(fs::is_empty(folder.path())) << name;
    }
}

TEST(VideoPlanTest, HasExactlyThePicturesOfItsShots) {
    VideoPlan plan;
    plan.framesPerSecond = 10;
    plan.shots = {{1.0, 2.0, 1.0, {}}, {5.0, 5.5, 0.25, {}}, {7.0, 7.0, 1.0, {}}};
    EXPECT_EQ(plan.pictureCount(), 11U + 21U + 1U);
    EXPECT_TRUE(plan.at(0).isCut);
    EXPECT_DOUBLE_EQ(plan.at(0).recordTimeS, 1.0);
    EXPECT_DOUBLE_EQ(plan.at(10).recordTimeS, 2.0);
    EXPECT_TRUE(plan.at(11).isCut);
    EXPECT_EQ(plan.at(11).shot, 1U);
    EXPECT_DOUBLE_EQ(plan.at(12).recordTimeS, 5.025) << "slow motion";
    EXPECT_FALSE(plan.at(12).isCut);
    EXPECT_DOUBLE_EQ(plan.at(31).recordTimeS, 5.5);
    EXPECT_EQ(plan.at(32).shot, 2U);
}

TEST(VideoPlanTest, HighlightsShowGoalsTwiceAndOtherShotsOnce) {
    logs::MatchStatistics statistics;
    logs::Goal goal;
    goal.when.recordTimeS = 50.0;
    goal.by = {game::Side::Left, game::UniformNumber(3)};
    statistics.goals.push_back(goal);
    logs::Kick kick;
    kick.shot = logs::ShotKind::OnTarget;
    kick.when.recordTimeS = 20.0;
    kick.outcome = logs::KickOutcome::Opponent;
    statistics.kicks.push_back(kick);
    kick.when.recordTimeS = 48.0; // time of the goal itself
    kick.by = goal.by;
    kick.outcome = logs::KickOutcome::InGoal;
    statistics.kicks.push_back(kick);
    kick.when.recordTimeS = 70.0;
    kick.shot = logs::ShotKind::OffTarget;
    statistics.kicks.push_back(kick);
    const VideoPlan plan = highlightsOf(statistics, 51.0, 25);
    ASSERT_EQ(plan.shots.size(), 3U);
    EXPECT_LT(plan.shots[0].fromS, 20.0);
    EXPECT_LT(plan.shots[1].fromS, 48.0);
    EXPECT_EQ(plan.shots[1].toS, 51.0) << "not beyond the end of the match";
    EXPECT_LT(plan.shots[2].speed, 0.5) << "slow motion";
    EXPECT_EQ(plan.shots[2].camera.mode, viewer3d::CameraMode::ThirdPerson);
    EXPECT_EQ(plan.shots[2].camera.player, goal.by);
    EXPECT_LT(plan.shots[2].fromS, 48.0) << "starts before the kick";
    EXPECT_LT(plan.shots[2].toS, 50.0);
    EXPECT_TRUE(highlightsOf({}, 51.0, 25).shots.empty());
}

TEST(VideoPlanTest, AnOwnGoalIsRepeatedWithTheBallInTheMiddle) {
    logs::MatchStatistics statistics;
    logs::Goal goal;
    goal.when.recordTimeS = 50.0;
    goal.side = game::Side::Right;
    goal.by = {game::Side::Left, game::UniformNumber(3)};
    goal.isOwnGoal = true;
    statistics.goals.push_back(goal);
    logs::Kick kick;
    kick.when.recordTimeS = 48.0;
    kick.by = goal.by;
    statistics.kicks.push_back(kick);
    const VideoPlan plan = highlightsOf(statistics, 60.0, 25);
    ASSERT_EQ(plan.shots.size(), 2U);
    EXPECT_LT(plan.shots[1].speed, 0.5) << "slow motion";
    EXPECT_EQ(plan.shots[1].camera.mode, viewer3d::CameraMode::FollowBall)
        << "not behind the defender's back";
}

// Two players and the ball, which is at the second one.
monitor::MatchFramePtr frameAt(double recordTimeS, const Eigen::Vector3d& first,
                               const Eigen::Vector3d& second) {
    auto frame = std::make_shared<monitor::MatchFrame>();
    frame->recordTimeS = recordTimeS;
    for (const Eigen::Vector3d& p_S : {first, second}) {
        monitor::RobotFrame robot;
        robot.id = {game::Side::Left,
                    game::UniformNumber(static_cast<int>(frame->robots.size()) + 1)};
        robot.X_SBody = {math::Pose::translation(p_S)};
        robot.bodyUpdatedAt = {0};
        frame->robots.push_back(robot);
    }
    frame->ball = monitor::BallFrame{math::Pose::translation(second), 0};
    return frame;
}

TEST(VideoAimTest, FollowsThePlayerOfTheViewWithoutASelection) {
    const Eigen::Vector3d followed(-5.0, 2.0, 0.4);
    const auto frame = frameAt(0.0, followed, {8.0, -3.0, 0.4});
    viewer3d::CameraRig view;
    view.setPlayer(frame->robots.front().id); // stays when the selection ends
    view.setMode(viewer3d::CameraMode::FollowPlayer);
    view.snap(frame.get());
    VideoPlan plan;
    plan.shots = {{0.0, 1.0, 1.0, {}}};
    plan.shots.front().camera.rig = view;
    VideoAim aim(0.785, 1.5);
    aim.show(plan, plan.at(0), frame);
    EXPECT_EQ(aim.rig().player(), view.player());
    EXPECT_LT((aim.rig().pose().eye - view.pose().eye).norm(), 1e-9);
    // Without a camera of the view, it is the player at the ball.
    plan.shots.front().camera = {viewer3d::CameraMode::FollowPlayer};
    aim.show(plan, plan.at(0), frame);
    EXPECT_EQ(aim.rig().player(), frame->robots.back().id);
}

TEST(VideoAimTest, TheCameraOfARepeatedGoalStaysWhenTheScorerIsBeamed) {
    const Eigen::Vector3d atGoal(13.0, 1.0, 0.4);
    const auto before = frameAt(10.0, atGoal, {14.0, 0.0, 0.4});
    const auto after = frameAt(10.04, {-5.0, 3.0, 0.4}, {14.0, 0.0, 0.4});
    for (const bool stays : {true, false}) {
        VideoPlan plan;
        plan.shots = {{10.0, 12.0, 1.0, {viewer3d::CameraMode::ThirdPerson}}};
        plan.shots.front().camera.player = before->robots.front().id;
        plan.shots.front().camera.staysAtBeam = stays;
        VideoAim aim(0.785, 1.5);
        aim.show(plan, plan.at(0), before);
        const Eigen::Vector3d eye = aim.rig().pose().eye;
        EXPECT_LT((eye - atGoal).norm(), 3.0);
        for (std::size_t i = 1; i < 40; ++i) {
            aim.show(plan, plan.at(i), after);
        }
        EXPECT_EQ((aim.rig().pose().eye - eye).norm() < 1e-9, stays);
    }
}

TEST(VideoPlanTest, SlowMotionAtAGoalIsNoCut) {
    logs::MatchStatistics statistics;
    logs::Goal goal;
    goal.when.recordTimeS = 50.0;
    goal.by = {game::Side::Left, game::UniformNumber(3)};
    statistics.goals.push_back(goal);
    logs::Kick kick;
    kick.when.recordTimeS = 48.0;
    kick.by = goal.by;
    statistics.kicks.push_back(kick);
    VideoPlan plan;
    plan.framesPerSecond = 10;
    plan.shots = {{40.0, 48.0, 1.0}, {48.0, 60.0, 2.0}};
    const VideoPlan slow = withSlowGoals(plan, statistics, 0.5);
    ASSERT_EQ(slow.shots.size(), 4U);
    const auto expectShot = [&](std::size_t at, double fromS, double toS, double speed,
                                bool isContinued) {
        EXPECT_DOUBLE_EQ(slow.shots[at].fromS, fromS) << at;
        EXPECT_DOUBLE_EQ(slow.shots[at].toS, toS) << at;
        EXPECT_DOUBLE_EQ(slow.shots[at].speed, speed) << at;
        EXPECT_EQ(slow.shots[at].isContinued, isContinued) << at;
    };
    expectShot(0, 40.0, 47.0, 1.0, false);
    expectShot(1, 47.0, 48.0, 0.5, true);
    expectShot(2, 48.0, 50.0, 1.0, false); // cut of the plan
    expectShot(3, 50.0, 60.0, 2.0, true);
    EXPECT_FALSE(slow.at(71).isCut) << "at the start of slow motion";
    EXPECT_EQ(slow.at(71).shot, 1U);
    // Without goals, and without duration, nothing changes.
    EXPECT_EQ(withSlowGoals(plan, {}, 0.5).shots.size(), 2U);
    plan.shots = {{48.0, 48.0, 1.0}};
    EXPECT_EQ(withSlowGoals(plan, statistics, 0.5).pictureCount(), 1U);
}

TEST(VideoPlanTest, BookmarksWithCommandsCutTheShot) {
    const auto log = tests::sampleMatch();
    const auto index = log->index();
    const auto bookmark = [&](double atS, const char* text) {
        return logs::Bookmark{index->frameAtRecordTime(atS), atS, text};
    };
    const auto timeOf = [&](double atS) {
        return index->recordTimeS(index->frameAtRecordTime(atS));
    };
    const VideoShot shot{1.0, 5.0, 2.0};
    const auto shots = cutsOf(shot,
                              {bookmark(0.4, "from the begin: @preset3"), bookmark(2.0, "nice"),
                               bookmark(2.5, "look @follow-player @left:2"),
                               bookmark(3.5, "@0.5x again"), bookmark(6.0, "@top")},
                              *index);
    ASSERT_TRUE(shots) << shots.error().toString();
    ASSERT_EQ(shots->size(), 3U);
    EXPECT_EQ((*shots)[0].camera.preset, 3);
    EXPECT_DOUBLE_EQ((*shots)[0].fromS, 1.0);
    EXPECT_DOUBLE_EQ((*shots)[0].toS, timeOf(2.5));
    EXPECT_EQ((*shots)[1].camera.mode, viewer3d::CameraMode::FollowPlayer);
    EXPECT_EQ((*shots)[1].camera.player,
              (game::PlayerId{game::Side::Left, game::UniformNumber(2)}));
    EXPECT_DOUBLE_EQ((*shots)[1].speed, 2.0);
    EXPECT_EQ((*shots)[2].camera.player, (*shots)[1].camera.player) << "unchanged";
    EXPECT_DOUBLE_EQ((*shots)[2].speed, 1.0);
    EXPECT_DOUBLE_EQ((*shots)[2].toS, 5.0);
    EXPECT_EQ(cutsOf(shot, {}, *index)->size(), 1U);
    const auto wrong = cutsOf(shot, {bookmark(4.0, "@drone here")}, *index);
    ASSERT_FALSE(wrong);
    EXPECT_THAT(
        wrong.error().toString(),
        HasSubstr(
            "the bookmark \"@drone here\" at 4.0 s has the unknown command '@drone'; expected "
            "preset1"));
}

TEST(VideoPlanTest, CaptionsNamePlayerAndEvent) {
    logs::MatchStatistics statistics;
    statistics.teamLeft = "Alpha";
    logs::Goal goal;
    goal.when.recordTimeS = 5.0;
    goal.side = game::Side::Left;
    goal.by = {game::Side::Left, game::UniformNumber(3)};
    statistics.goals.push_back(goal);
    logs::FoulCall foul;
    foul.when.recordTimeS = 6.5;
    foul.by = {game::Side::Right, game::UniformNumber(2)};
    statistics.fouls.push_back(foul);
    logs::Kick kick; // not worth a caption
    kick.when.recordTimeS = 6.0;
    statistics.kicks.push_back(kick);
    kick.when.recordTimeS = 8.0;
    kick.by = {game::Side::Left, game::UniformNumber(9)};
    kick.shot = logs::ShotKind::OnTarget;
    kick.outcome = logs::KickOutcome::InGoal;
    statistics.kicks.push_back(kick);
    logs::SetPlay play;
    play.when.recordTimeS = 9.0;
    play.side = game::Side::Right;
    play.piece = game::SetPiece::KickOff;
    statistics.setPlays.push_back(play);
    const auto captions = captionsOf(statistics);
    ASSERT_EQ(captions.size(), 4U);
    EXPECT_THAT(captions[0].text, HasSubstr("Alpha 3: Goal"));
    EXPECT_DOUBLE_EQ(captions[0].toS, 6.5) << "until the next one";
    EXPECT_EQ(captions[1].side, game::Side::Right);
    // Captions do not reveal how an event ends.
    EXPECT_EQ(captions[2].text, "Alpha 9: Shot");
    EXPECT_TRUE(captions[3].text.ends_with(": Kick-off")) << captions[3].text;
}

TEST(VideoPlanTest, ParsesOverlays) {
    const auto some = videoOverlays(QStringLiteral("names,captions"));
    ASSERT_TRUE(some);
    EXPECT_TRUE(some->names && some->captions);
    EXPECT_FALSE(some->scoreboard || some->numbers || some->goals || some->drawings);
    EXPECT_TRUE(videoOverlays(QStringLiteral("all"))->drawings);
    EXPECT_FALSE(videoOverlays(QStringLiteral("none"))->scoreboard);
    EXPECT_THAT(videoOverlays(QStringLiteral("clock")).error().toString(),
                HasSubstr("unknown overlay 'clock'; expected all, none, or some of scoreboard, "
                          "numbers"));
}

TEST(VideoPlanTest, ParsesCameras) {
    EXPECT_EQ(videoCamera("preset3")->preset, 3);
    EXPECT_EQ(videoCamera("top")->mode, viewer3d::CameraMode::Top);
    const auto unknown = videoCamera("drone");
    ASSERT_FALSE(unknown);
    EXPECT_THAT(unknown.error().toString(), HasSubstr("unknown camera 'drone'; expected preset1"));
}

// Makes a video of a part of the sample match with `VideoJob`.
QString makeVideo(const fs::path& file, double fromS, double toS, VideoCamera camera = {},
                  VideoRequest request = {}) {
    request.log = tests::sampleMatch();
    request.plan = {{{fromS, toS, 1.0, camera}}, 10};
    request.settings = {320, 180, 10};
    request.file = file;
    request.output.mayReplace = true;
    VideoJob job;
    QSignalSpy finished(&job, &VideoJob::finished);
    const auto started = job.start(std::move(request));
    if (!started) {
        return QString::fromStdString(started.error().toString());
    }
    return tests::waitUntil([&] { return finished.count() > 0; }, 120000)
               ? finished[0][1].toString()
               : QStringLiteral("it took too long");
}

TEST(VideoJobTest, IsReproducible) {
    const tests::TempDir folder;
    EXPECT_EQ(makeVideo(folder / "a.mp4", 2.0, 2.6), QString());
    EXPECT_EQ(makeVideo(folder / "b.mp4", 2.0, 2.6), QString());
    const std::string bytes = tests::readUnpacked(folder / "a.mp4");
    EXPECT_GT(bytes.size(), 2000U);
    EXPECT_TRUE(bytes == tests::readUnpacked(folder / "b.mp4"));
    VideoCamera top;
    top.mode = viewer3d::CameraMode::Top;
    EXPECT_EQ(makeVideo(folder / "c.mp4", 2.0, 2.6, top), QString());
    EXPECT_FALSE(bytes == tests::readUnpacked(folder / "c.mp4"));
}

TEST(VideoJobTest, DrawsOnlyTheChosenOverlays) {
    const tests::TempDir folder;
    const auto bytesWith = [&](const char* name, const VideoOverlays& overlays, double smoothing,
                               std::vector<VideoCaption> captions = {}) {
        VideoRequest request;
        request.overlays = overlays;
        request.smoothing = smoothing;
        request.captions = std::move(captions);
        EXPECT_EQ(makeVideo(folder / name, 2.0, 2.2, *videoCamera("free"), std::move(request)),
                  QString())
            << name;
        return tests::readUnpacked(folder / name);
    };
    const VideoOverlays none = *videoOverlays(QStringLiteral("none"));
    std::set<std::string> different = {bytesWith("none.mp4", none, 2.0)};
    for (const char* name : {"scoreboard", "numbers", "names", "goals"}) {
        const auto bytes = bytesWith((std::string(name) + ".mp4").c_str(),
                                     *videoOverlays(QLatin1String(name)), 2.0);
        EXPECT_TRUE(different.insert(bytes).second) << name;
    }
    EXPECT_TRUE(different
                    .insert(bytesWith("caption.mp4", none, 2.0,
                                      {{1.0, 3.0, game::Side::Left, "Alpha 3: Goal"}}))
                    .second);
    EXPECT_TRUE(different.insert(bytesWith("draft.mp4", none, 1.0)).second);
    // Glyphs for names are uploaded late to the graphics card; the result must not depend on that.
    const VideoOverlays names = *videoOverlays(QStringLiteral("names"));
    EXPECT_TRUE(different.contains(bytesWith("again.mp4", names, 2.0)));
}

TEST(VideoJobTest, ACanceledVideoLeavesNothing) {
    const tests::TempDir folder;
    VideoRequest request;
    request.log = tests::sampleMatch();
    request.plan = {{{0.0, 20.0, 1.0, {}}}, 25};
    request.settings = {320, 180, 25};
    request.file = folder / "a.mp4";
    VideoJob job;
    QSignalSpy finished(&job, &VideoJob::finished);
    QSignalSpy progressed(&job, &VideoJob::progressed);
    ASSERT_TRUE(job.start(request));
    EXPECT_EQ(job.pictureCount(), 501U);
    EXPECT_FALSE(job.start(request)) << "one at a time";
    ASSERT_TRUE(tests::waitUntil([&] { return progressed.count() > 1; }));
    job.cancel();
    ASSERT_TRUE(tests::waitUntil([&] { return finished.count() > 0; }));
    EXPECT_TRUE(finished[0][2].toBool());
    EXPECT_TRUE(fs::is_empty(folder.path()));
}

class VideoWindowTest : public tests::StudioWindowTest {};

TEST_F(VideoWindowTest, MenuExportsAVideoOfTheLoop) {
    m_window->openFile(qt(m_sample));
    MatchPlayer& log = m_window->session();
    ASSERT_TRUE(tests::waitUntil(
        [&] { return log.isOpen() && log.shown().exact && log.log()->index()->isComplete(); }));
    log.seekTime(2.0);
    QTest::keyClick(m_window.get(), Qt::Key_BracketLeft);
    log.seekTime(2.4);
    QTest::keyClick(m_window.get(), Qt::Key_BracketRight);
    const fs::path file = m_folder / "loop.gif";
    log.setBookmark({log.log()->index()->frameAtRecordTime(2.2), 2.2, "@top"});
    bool wasRefused = false;
    bool wasLeftToTheDirector = false;
    bool hasCuts = false;
    bool hasWholeMatch = false;
    bool hasSlowGoals = false;
    QTimer answering;
    QObject::connect(&answering, &QTimer::timeout, [&] {
        auto* dialog = qobject_cast<VideoDialog*>(QApplication::activeModalWidget());
        if (dialog == nullptr || !dialog->isVisible()) {
            return;
        }
        answering.stop();
        auto* save = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save);
        const auto fields = dialog->findChildren<QSpinBox*>();
        fields[0]->setValue(200);
        fields[1]->setValue(120);
        auto* shown = dialog->findChild<QComboBox*>(QStringLiteral("shown"));
        auto* cuts = dialog->findChild<QCheckBox*>(QStringLiteral("cuts"));
        wasLeftToTheDirector = [&] {
            shown->setCurrentIndex(1);
            const bool isLeft =
                dialog->isHighlights() && !dialog->cutsAtBookmarks() && !cuts->isEnabled();
            shown->setCurrentIndex(0);
            return isLeft;
        }();
        hasWholeMatch = [&] {
            shown->setFocus();
            QTest::keyClick(shown, Qt::Key_Down);
            QTest::keyClick(shown, Qt::Key_Down);
            auto* note = dialog->findChild<QLabel*>(QStringLiteral("note"));
            dialog->findChild<QCheckBox*>(QStringLiteral("cuts"))->setChecked(false);
            const double shownS = note->text()
                                      .section(QLatin1String(", "), 1)
                                      .section(QLatin1Char(' '), 0, 0)
                                      .toDouble();
            const bool isWhole = dialog->isWholeMatch() && !dialog->isHighlights() &&
                                 std::abs(shownS - log.log()->index()->durationS()) < 0.1;
            shown->setCurrentIndex(0);
            cuts->setChecked(true);
            return isWhole && !dialog->isWholeMatch();
        }();
        hasCuts = cuts->isEnabled() && dialog->cutsAtBookmarks();
        QTest::mouseClick(dialog->findChild<QCheckBox*>(QStringLiteral("slowGoals")),
                          Qt::LeftButton, {}, {8, 8});
        QTest::mouseClick(dialog->findChild<QCheckBox*>(QStringLiteral("captions")), Qt::LeftButton,
                          {}, {8, 8});
        hasSlowGoals = dialog->slowGoals().has_value() && dialog->overlays().captions;
        auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("file"));
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, qt(m_folder / "loop.avi"));
        wasRefused = !save->isEnabled();
        name->selectAll();
        QTest::keyClicks(name, qt(file));
        QTest::mouseClick(save, Qt::LeftButton);
    });
    answering.start(50);
    action("file.video").trigger();
    EXPECT_TRUE(wasRefused) << "an unknown extension";
    EXPECT_TRUE(wasLeftToTheDirector && hasCuts && hasSlowGoals);
    EXPECT_TRUE(hasWholeMatch);
    EXPECT_TRUE(tests::waitUntil(
        [&] { return !m_window->messages().texts().filter(QStringLiteral("Saved ")).isEmpty(); },
        120000));
    EXPECT_EQ(tests::readUnpacked(file).substr(0, 6), "GIF89a");
}

} // namespace
} // namespace sideline::studio
