// Tests games that are replayed from their kick-off and changed at a frame of their log.
#include "series/play_again.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/base/output_file.h"
#include "logs/match/match_log.h"
#include "logs/match/packed_writer.h"
#include "series/in_process_game.h"
#include "tests/support/test_files.h"

namespace sideline::series {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// A game of 12 s in the folder of a series, as written by `sideline match`.
class PlayAgainTest : public testing::Test {
protected:
    static void SetUpTestSuite() {
        s_folder = std::make_unique<tests::TempDir>();
        fs::create_directories(folder() / "logs");
        writeTree("when 1 do striker");
        for (const char* name : {"left", "right"}) {
            std::ofstream(folder() / (std::string(name) + ".toml"))
                << "name = \"" << name << "\"\n[defaults]\nembedded = true\ndecision = \""
                << (std::string(name) == "left" ? "own.tree\"\n" : "other.tree\"\n")
                << "[[players]]\nnumber = 2\ntype = 0\nbeam = [-3, 1, 0]\n"
                << "[[players]]\nnumber = 3\ntype = 1\nbeam = [-4, -2, 0]\n"
                << "[[players]]\nnumber = 4\ntype = 2\nbeam = [-6, 0, 0]\n";
        }
        std::ofstream(folder() / "series.toml") << "sideline-series = 1\nname = \"test\"\nteams = "
                                                   "[\"left.toml\", \"right.toml\"]\ngames = 2\n"
                                                   "minutes = 0.2\nhalves = 1\n";
        const auto origin = originOf(log());
        ASSERT_TRUE(origin) << origin.error().toString();
        const fs::path plain = folder() / "plain.log";
        const auto played = playInProcess(origin->simulation, origin->left, origin->right, plain);
        ASSERT_TRUE(played) << played.error().toString();
        auto packed = base::OutputFile::create(log());
        ASSERT_TRUE(packed);
        ASSERT_TRUE(logs::packFile(plain, std::move(*packed)));
    }
    static void TearDownTestSuite() { s_folder.reset(); }
    static fs::path folder() { return s_folder->path(); }
    static fs::path log() { return folder() / "logs" / "0001.log.zst"; }
    static void writeTree(const std::string& node) {
        std::ofstream(folder() / "own.tree") << "tree\n  " << node << "\n";
        std::ofstream(folder() / "other.tree") << "tree\n  when 1 do keeper\n";
    }

    void SetUp() override {
        writeTree("when 1 do striker");
        auto opened = logs::MatchLog::open(folder() / "plain.log", {});
        ASSERT_TRUE(opened) << opened.error().toString();
        m_log = *opened;
        m_log->waitUntilIndexed();
        m_reader.emplace(m_log->makeReader());
        m_settings.frame = m_log->index()->frameAtGameTime(5.0);
        m_settings.recorded = [this](std::uint32_t frame) { return m_reader->frame(frame); };
        m_settings.course.lengthS = 4.0;
        m_settings.course.frameEveryS = 0.2;
    }
    base::Expected<PlayedOn> play() {
        auto origin = originOf(log());
        EXPECT_TRUE(origin);
        return playAgain(*origin, m_settings);
    }
    // Returns the distance of the ball between a frame of the future and that of the log.
    double ballApartM(const PlayedOn& played, std::size_t frame) {
        const auto recorded = m_reader->frame(m_settings.frame + static_cast<std::uint32_t>(frame));
        EXPECT_TRUE(recorded);
        return ((*recorded)->ball->X_SBall.p - played.frames[frame]->ball->X_SBall.p).norm();
    }
    double robotsApartM(const PlayedOn& played, std::size_t frame) {
        const auto recorded = m_reader->frame(m_settings.frame + static_cast<std::uint32_t>(frame));
        double most = 0.0;
        for (const monitor::RobotFrame& robot : (*recorded)->robots) {
            const auto* same = played.frames[frame]->findRobot(robot.id);
            most = std::max(most, (same->X_STorso().p - robot.X_STorso().p).norm());
        }
        return most;
    }

    static std::unique_ptr<tests::TempDir> s_folder;
    std::shared_ptr<logs::MatchLog> m_log;
    std::optional<logs::FrameReader> m_reader;
    PlayAgainSettings m_settings;
};
std::unique_ptr<tests::TempDir> PlayAgainTest::s_folder;

TEST_F(PlayAgainTest, UnchangedItIsTheSameGameToTheMillimeter) {
    const auto played = play();
    ASSERT_TRUE(played) << played.error().toString();
    ASSERT_EQ(played->frames.size(), 21U);
    for (std::size_t frame = 0; frame < played->frames.size(); ++frame) {
        EXPECT_LT(ballApartM(*played, frame), 0.002) << frame;
        EXPECT_LT(robotsApartM(*played, frame), 0.002) << frame;
    }
    EXPECT_EQ(played->players.size(), 6U);
}

TEST_F(PlayAgainTest, AnotherDecisionBeginsWhereTheGameStands) {
    fs::copy_file(folder() / "left.toml", folder() / "edited.toml",
                  fs::copy_options::overwrite_existing);
    std::ifstream file(folder() / "edited.toml");
    std::string text((std::istreambuf_iterator<char>(file)), {});
    text.replace(text.find("own.tree"), 8, "new.tree");
    std::ofstream(folder() / "edited.toml") << text;
    std::ofstream(folder() / "new.tree") << "tree\n  when 1 do stand-and-look\n";
    const auto team = launcher::readTeamFile(folder() / "edited.toml");
    ASSERT_TRUE(team);
    m_settings.left = *team;
    const auto played = play();
    ASSERT_TRUE(played) << played.error().toString();
    EXPECT_LT(ballApartM(*played, 0), 0.002);
    EXPECT_LT(robotsApartM(*played, 0), 0.002) << "in the middle of its step";
    EXPECT_GT(robotsApartM(*played, 20), 0.1) << "a standing robot is not where it walked";
    for (const PlayedOn::Player& player : played->players) {
        if (player.robot.side == game::Side::Left) {
            EXPECT_THAT(player.spans.back().does, HasSubstr("stand"));
        }
    }
}

TEST_F(PlayAgainTest, AGameThatIsAnotherOneNowIsNotTakenForIt) {
    writeTree("when 1 do stand-and-look");
    const auto played = play();
    ASSERT_FALSE(played);
    EXPECT_THAT(played.error().toString(), HasSubstr("is not the same game: at "));
}

TEST_F(PlayAgainTest, SaysWhereItCannotBegin) {
    m_settings.frame = 3;
    EXPECT_THAT(play().error().toString(), HasSubstr("not all players have joined"));
    m_settings.frame = m_log->index()->frameCount() + 100;
    EXPECT_THAT(play().error().toString(), HasSubstr("over before this frame"));
    m_settings.frame = m_log->index()->frameAtGameTime(5.0);
    m_settings.course.keepGoing = [](double fraction) { return fraction < 0.3; };
    EXPECT_EQ(play().error().code, base::ErrorCode::Canceled);
    m_settings.course.keepGoing = {};
    std::ofstream(folder() / "broken.tree") << "tree\n  when 1 do keeper\n";
    const auto team = launcher::parseTeamFile("name = \"B\"\n[[players]]\nnumber = 2\n"
                                              "embedded = true\ndecision = \"broken.tree\"\n",
                                              folder() / "b.toml");
    ASSERT_TRUE(team) << launcher::joinErrors(team.error());
    m_settings.left = *team;
    std::ofstream(folder() / "broken.tree") << "tree\n  when 1 do nothing\n";
    const auto broken = play();
    ASSERT_FALSE(broken);
    EXPECT_THAT(broken.error().toString(), HasSubstr("broken.tree:2"));
}

TEST_F(PlayAgainTest, DetectsWhichLogsItCanPlay) {
    const auto origin = originOf(log());
    ASSERT_TRUE(origin);
    EXPECT_EQ(origin->game, 1);
    EXPECT_EQ(origin->left.name, "left");
    const fs::path foreign = tests::TempDir().path() / "match.log";
    EXPECT_EQ(originOf(foreign).error().code, base::ErrorCode::NotFound);
    EXPECT_THAT(originOf(folder() / "logs" / "0009.log.zst").error().toString(),
                HasSubstr("not one of the games"));
    tests::TempDir other;
    fs::create_directories(other.path() / "logs");
    for (const char* name : {"left.toml", "right.toml", "own.tree", "other.tree"}) {
        fs::copy_file(folder() / name, other.path() / name);
    }
    std::ofstream(other.path() / "series.toml") << "sideline-series = 1\nname = \"test\"\nteams = "
                                                   "[\"left.toml\", \"right.toml\"]\ngames = 2\n"
                                                   "[server]\nreal-time = true\n";
    const auto realTime = originOf(other.path() / "logs" / "0001.log.zst");
    ASSERT_FALSE(realTime);
    EXPECT_THAT(realTime.error().toString(), HasSubstr("in real time"));
}

} // namespace
} // namespace sideline::series
