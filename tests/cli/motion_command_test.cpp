// Runs `sideline motion` on real motion files, shipped motions, and invalid files.
#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "agentcore/robot/soccerbot056.h"
#include "tests/cli/nod_motion.h"
#include "tests/logs/session/random_frames.h"
#include "tests/logs/session/session_files.h"
#include "tests/support/run_program.h"
#include "tests/support/test_files.h"

namespace sideline {
namespace {

using Json = nlohmann::json;
using tests::quoted;
using Result = tests::RunResult;

Result run(const std::string& arguments) {
    return tests::runProgram(SIDELINE_PROGRAM, "motion " + arguments);
}

std::string bytesOf(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

TEST(MotionCommandTest, InfoReportsWhatAFileHolds) {
    const tests::TempDir folder;
    tests::writeFile(folder / "nod.motion", tests::kNod);
    const Result text = run("info " + quoted(folder / "nod.motion"));
    EXPECT_EQ(text.status, 0) << text.out;
    for (const char* expected : {"nod", "Nods once.", "2 in 0.600 s", "he2 lae1", "deep=20"}) {
        EXPECT_NE(text.out.find(expected), std::string::npos) << expected << '\n' << text.out;
    }
    const Result result = run("info --json " + quoted(folder / "nod.motion"));
    ASSERT_EQ(result.status, 0) << result.out;
    const Json motion = Json::parse(result.out)[0]["motions"][0];
    EXPECT_EQ(motion["keyframes"], 2);
    EXPECT_EQ(motion["joints"], Json({"he2", "lae1"}));
    EXPECT_EQ(motion["tags"], Json({"head"}));
    EXPECT_TRUE(motion["findings"].empty());
}

TEST(MotionCommandTest, AMotionWithoutANameIsCalledByItsFile) {
    const tests::TempDir folder;
    const auto file = folder / "wink.motion";
    tests::writeFile(file, "sideline-motion 1\nmotion \"\"\nkeyframe 0.5\n  he2 = 5\n");
    EXPECT_NE(run("check " + quoted(file)).out.find("motion 'wink' is good"), std::string::npos);
    const Result info = run("info --json " + quoted(file));
    ASSERT_EQ(info.status, 0) << info.out;
    EXPECT_EQ(Json::parse(info.out)[0]["motions"][0]["name"], "wink");
    const auto skill = folder / "other.skl";
    EXPECT_EQ(run("convert " + quoted(file) + " " + quoted(skill)).status, 0);
    EXPECT_NE(bytesOf(skill).find("SKILL_WINK"), std::string::npos);
}

TEST(MotionCommandTest, CheckReportsMotionsThatAreTooLong) {
    const tests::TempDir folder;
    tests::writeFile(folder / "long.motion", "sideline-motion 1\nmotion \"m\"\nlength 1e9\n");
    tests::writeFile(folder / "long.csv",
                     "m,1.0,LKneePitch\n00:00:000,a,0.1\n99999999:59:000,b,0.2\n");
    const Result motion = run("check " + quoted(folder / "long.motion"));
    EXPECT_EQ(motion.status, 1) << motion.out;
    EXPECT_NE(motion.out.find("long.motion:3: error: a time of 1000000000 s; expected at most "
                              "3600 s"),
              std::string::npos)
        << motion.out;
    const Result table = run("check " + quoted(folder / "long.csv"));
    EXPECT_EQ(table.status, 1) << table.out;
    EXPECT_NE(table.out.find("long.csv:3: error: a time of 5999999999 s; expected at most 3600 s"),
              std::string::npos)
        << table.out;
}

TEST(MotionCommandTest, BranchesAreFollowedTriedAndChecked) {
    const tests::TempDir folder;
    const char* head = "sideline-motion 1\nmotion \"tumble\"\nlength 2\n";
    const char* keys = "keyframe 0.3\n  lae1 = -90\n  rae1 = -90\n  lle5 = 60\n  rle5 = 60\n";
    tests::writeFile(folder / "tumble.motion", std::string(head) +
                                                   "branch end fallen-front \"getup-front\"\n"
                                                   "branch end fallen-back \"getup-back\"\n" +
                                                   keys);
    const Result reported = run("try " + quoted(folder / "tumble.motion"));
    EXPECT_EQ(reported.status, 0) << reported.out;
    for (const char* expected :
         {"Played      tumble at 0.00 s", "Played      getup-", "1 of 1 upright at the end"}) {
        EXPECT_NE(reported.out.find(expected), std::string::npos) << expected << '\n'
                                                                  << reported.out;
    }
    const Result json = run("try --json " + quoted(folder / "tumble.motion"));
    ASSERT_EQ(json.status, 0) << json.out;
    const Json played = Json::parse(json.out)["trials"][0]["played"];
    ASSERT_EQ(played.size(), 2U) << played;
    EXPECT_EQ(played[0]["motion"], "tumble");
    EXPECT_NEAR(played[1]["beginS"].get<double>(), 2.0, 0.05);

    tests::writeFile(folder / "lost.motion",
                     std::string(head) + "branch end fallen \"nowhere\"\n" + keys);
    const Result check = run("check --quick " + quoted(folder / "lost.motion"));
    EXPECT_EQ(check.status, 1) << check.out;
    EXPECT_NE(check.out.find("lost.motion:4: error: at 2.000 s: unknown motion 'nowhere'"),
              std::string::npos)
        << check.out;
    const Result convert =
        run("convert " + quoted(folder / "tumble.motion") + ' ' + quoted(folder / "tumble.xml"));
    EXPECT_EQ(convert.status, 0) << convert.out;
    EXPECT_NE(convert.out.find("branches to other motions are omitted (2)"), std::string::npos)
        << convert.out;
}

TEST(MotionCommandTest, CheckPassesOnAGoodMotionForEveryRobot) {
    const tests::TempDir folder;
    tests::writeFile(folder / "nod.motion", tests::kNod);
    const Result result = run("check --robot all " + quoted(folder / "nod.motion"));
    EXPECT_EQ(result.status, 0) << result.out;
    EXPECT_NE(result.out.find("motion 'nod' is good: 0 errors"), std::string::npos) << result.out;
}

struct WrongFile {
    const char* name;
    const char* text;
    const char* options;
    std::vector<std::string> expected; // after the file name
};

// Findings contain line, joint and value.
TEST(MotionCommandTest, CheckGivesExactFindings) {
    const WrongFile rows[] = {
        {"joint.motion",
         "sideline-motion 1\nmotion \"m\"\nkeyframe 0.5\n  lle4 = -20\n  lle9 = 5\n",
         "",
         {":5: error: at 0.500 s, joint lle9: "}},
        {"limit.motion",
         "sideline-motion 1\nmotion \"m\"\nkeyframe 1.5 \"deep\"\n  lle4 = -142.5\n",
         "",
         {":4: error: keyframe 'deep' at 1.500 s, joint lle4: ", "-142.5", "-130"}},
        {"order.motion",
         "sideline-motion 1\nmotion \"m\"\nkeyframe 0.5\n  he1 = 2\nkeyframe 0.4\n  he1 = 3\n",
         "",
         {":5: error: ", "0.4 s comes after 0.5 s"}},
        {"fast.motion",
         "sideline-motion 1\nmotion \"m\"\nkeyframe 1\n  he1 = -60\nkeyframe 1.1\n  he1 = 60\n",
         "--strict ",
         {":6: warning: from 1.000 to 1.100 s, joint he1: ", "1200.0 degrees/s", "351.8"}},
        {"bad.xml",
         "<?xml version=\"1.0\"?>\n<behavior>\n  <slot delta=\"1.0\">\n    <move id=\"6\" "
         "angle=\"40\">\n  </slot>\n</behavior>\n",
         "",
         {":5: error: bad XML: "}},
        {"joint.xml",
         "<behavior description=\"x\">\n<slot delta=\"1.0\">\n<move id=\"77\" angle=\"40\"/>\n"
         "<move id=\"6\" angle=\"4\"/>\n</slot>\n</behavior>\n",
         "",
         {":3: error: ", "77"}},
        {"parameter.skl",
         "STARTSKILL SKILL_X\nSTARTSTATE\nsettar EFF_LL4 $x_bend end\nwait 0.3 end\nENDSTATE\n"
         "ENDSKILL\n",
         "",
         {":3: error: ", "lle4", "x_bend"}},
    };
    const tests::TempDir folder;
    for (const WrongFile& row : rows) {
        tests::writeFile(folder / row.name, row.text);
        const Result result = run("check " + std::string(row.options) + quoted(folder / row.name));
        EXPECT_EQ(result.status, 1) << row.name << '\n' << result.out;
        std::size_t at = result.out.find(row.name);
        for (const std::string& expected : row.expected) {
            at = result.out.find(expected, at);
            ASSERT_NE(at, std::string::npos) << row.name << ": " << expected << '\n' << result.out;
        }
    }
    // All files at once, as JSON.
    std::string files;
    for (const WrongFile& row : rows) {
        files += " " + quoted(folder / row.name);
    }
    const Result all = run("check --json" + files + " 2>/dev/null");
    EXPECT_EQ(all.status, 1);
    EXPECT_EQ(Json::parse(all.out).size(), std::size(rows));
}

TEST(MotionCommandTest, ParameterFilesGiveWhatIsMissing) {
    const tests::TempDir folder;
    tests::writeFile(folder / "bend.skl", "STARTSKILL SKILL_X\nSTARTSTATE\nsettar EFF_LL4 $x_bend "
                                          "end\nwait 0.3 end\nENDSTATE\nENDSKILL\n");
    tests::writeFile(folder / "p.txt", "# a comment\nx_bend\t-33.5\nother 1\n");
    const std::string params = " --params " + quoted(folder / "p.txt");
    EXPECT_EQ(run("check " + quoted(folder / "bend.skl")).status, 1);
    const Result good = run("check " + quoted(folder / "bend.skl") + params);
    EXPECT_EQ(good.status, 0) << good.out;
    const Result converted = run("convert " + quoted(folder / "bend.skl") + " " +
                                 quoted(folder / "bend.motion") + params);
    EXPECT_EQ(converted.status, 0) << converted.out;
    EXPECT_NE(bytesOf(folder / "bend.motion").find("x_bend = -33.5"), std::string::npos)
        << bytesOf(folder / "bend.motion");
    EXPECT_EQ(bytesOf(folder / "bend.motion").find("other"), std::string::npos);
    EXPECT_EQ(run("check " + quoted(folder / "bend.skl") + " --params /nowhere").status, 2);
}

TEST(MotionCommandTest, ConvertsToEveryFormatAndBack) {
    const tests::TempDir folder;
    tests::writeFile(folder / "nod.motion", tests::kNod);
    for (const char* target : {"a.xml", "a.skl", "a.csv", "a.mfb", "newbie.txt --format robonewbie",
                               "wing.txt --format dreamwing"}) {
        const std::string file = std::string(target).substr(0, std::string(target).find(' '));
        const std::string options = std::string(target).substr(file.size());
        const Result there =
            run("convert " + quoted(folder / "nod.motion") + " " + quoted(folder / file) + options);
        ASSERT_EQ(there.status, 0) << target << '\n' << there.out;
        const Result back =
            run("convert --force " + quoted(folder / file) + " " + quoted(folder / "back.motion"));
        EXPECT_EQ(back.status, 0) << target << '\n' << back.out;
        const Json json = Json::parse(run("info --json " + quoted(folder / "back.motion")).out);
        EXPECT_NEAR(json[0]["motions"][0]["lengthS"].get<double>(), 0.6, 0.021) << target;
    }
    // Features that the format cannot express are reported.
    const Result reported =
        run("convert --force " + quoted(folder / "nod.motion") + " " + quoted(folder / "a.xml"));
    EXPECT_NE(reported.out.find("expressions with parameters are written as numbers"),
              std::string::npos)
        << reported.out;
}

TEST(MotionCommandTest, NeverReplacesAFileUnasked) {
    const tests::TempDir folder;
    tests::writeFile(folder / "nod.motion", tests::kNod);
    tests::writeFile(folder / "there.motion", "mine");
    const std::string command =
        "convert " + quoted(folder / "nod.motion") + " " + quoted(folder / "there.motion");
    const Result kept = run(command);
    EXPECT_EQ(kept.status, 2);
    EXPECT_NE(kept.out.find("the file already exists"), std::string::npos) << kept.out;
    EXPECT_EQ(bytesOf(folder / "there.motion"), "mine");
    EXPECT_EQ(run(command + " --force").status, 0);
    EXPECT_EQ(bytesOf(folder / "there.motion"), tests::kNod);
    const Result unknown = run("convert " + quoted(folder / "nod.motion") + " -");
    EXPECT_EQ(unknown.status, 2) << "an ending or --format is needed";
    EXPECT_NE(unknown.out.find("give --format with one of "), std::string::npos) << unknown.out;
    EXPECT_EQ(run("convert --format sideline " + quoted(folder / "nod.motion") + " -").out,
              tests::kNod);
}

TEST(MotionCommandTest, MirrorsTwiceToTheSame) {
    const tests::TempDir folder;
    tests::writeFile(folder / "nod.motion", tests::kNod);
    ASSERT_EQ(
        run("mirror " + quoted(folder / "nod.motion") + " " + quoted(folder / "r.motion")).status,
        0);
    EXPECT_NE(bytesOf(folder / "r.motion").find("rae1 = -90"), std::string::npos);
    EXPECT_EQ(bytesOf(folder / "r.motion").find("lae1"), std::string::npos);
    ASSERT_EQ(
        run("mirror " + quoted(folder / "r.motion") + " " + quoted(folder / "l.motion")).status, 0);
    EXPECT_EQ(bytesOf(folder / "l.motion"), tests::kNod);
}

TEST(MotionCommandTest, RendersAStripOfPoses) {
    const tests::TempDir folder;
    tests::writeFile(folder / "nod.motion", tests::kNod);
    const auto pixels = [&](const char* name) {
        const std::string bytes = bytesOf(folder / name);
        EXPECT_EQ(bytes.substr(1, 3), "PNG");
        const auto number = [&](std::size_t at) {
            return (static_cast<unsigned char>(bytes.at(at + 2)) << 8) |
                   static_cast<unsigned char>(bytes.at(at + 3));
        };
        return std::pair(number(16), number(20));
    };
    const std::string in = quoted(folder / "nod.motion") + " ";
    ASSERT_EQ(run("render " + in + quoted(folder / "keys.png")).status, 0);
    EXPECT_EQ(pixels("keys.png").first, 2 * 240);
    EXPECT_GT(pixels("keys.png").second, 240);
    ASSERT_EQ(run("render --poses 5 --size 100 " + in + quoted(folder / "five.png")).status, 0);
    EXPECT_EQ(pixels("five.png").first, 5 * 100);
    EXPECT_EQ(run("render " + in + quoted(folder / "five.png")).status, 2);
    ASSERT_EQ(run("render --robot all " + in + quoted(folder / "all.png")).status, 0);
    EXPECT_EQ(pixels("all.png"), std::pair(2 * 240, 5 * pixels("keys.png").second));
    EXPECT_EQ(run("convert --robot all " + in + quoted(folder / "all.xml")).status, 2)
        << "a file is written for one robot";
    EXPECT_EQ(run("render --poses 200 --size 2000 " + in + quoted(folder / "big.png")).status, 2);
}

TEST(MotionCommandTest, TriesOnPhysics) {
    const tests::TempDir folder;
    tests::writeFile(folder / "nod.motion", tests::kNod);
    const Result result =
        run("try --json --seeds 2 --noise 1 --robot nao4 " + quoted(folder / "nod.motion"));
    ASSERT_EQ(result.status, 0) << result.out;
    const Json json = Json::parse(result.out);
    EXPECT_EQ(json["count"], 2);
    EXPECT_EQ(json["finished"], 2);
    EXPECT_EQ(json["upright"], 2) << "no robot falls over by a nod";
    EXPECT_EQ(json["robot"], "nao4");
    EXPECT_EQ(json["trials"].size(), 2U);
    const Result text = run("try " + quoted(folder / "nod.motion"));
    EXPECT_EQ(text.status, 0);
    EXPECT_NE(text.out.find("1 of 1 upright"), std::string::npos) << text.out;
    const Result all = run("try --robot all --json " + quoted(folder / "nod.motion"));
    ASSERT_EQ(all.status, 0) << all.out;
    const Json robots = Json::parse(all.out);
    ASSERT_EQ(robots.size(), 5U);
    EXPECT_EQ(robots[3]["robot"], "nao3");
    EXPECT_EQ(run("try --start sideways " + quoted(folder / "nod.motion")).status, 2);
}

// Bows so fast that it falls over; slower, it stands.
TEST(MotionCommandTest, TryExplainsAFall) {
    const std::string stance = "  lae1 = -90\n  rae1 = -90\n  lle4 = -60\n  rle4 = -60\n"
                               "  lle5 = 30\n  rle5 = 30\n";
    const auto hips = [](int angleDeg) {
        return "  lle3 = " + std::to_string(angleDeg) + "\n  rle3 = " + std::to_string(angleDeg) +
               "\n";
    };
    const tests::TempDir folder;
    const auto file = folder / "bow.motion";
    tests::writeFile(file, "sideline-motion 1\nmotion \"bow\"\nlength 2.1\nkeyframe 0\n" + stance +
                               hips(30) + "keyframe 0.5\n" + stance + hips(30) + "keyframe 0.6\n" +
                               hips(60) + "keyframe 1.1\n" + hips(30));
    const Result text = run("try --robot nao0 --start standing " + quoted(file));
    ASSERT_EQ(text.status, 0) << text.out;
    for (const char* expected : {"\nWhy         fell ", "\nFirst cause ",
                                 " s: ", "\nSuggestion  Slow down ", ": stands"}) {
        EXPECT_NE(text.out.find(expected), std::string::npos) << expected << '\n' << text.out;
    }
    const Result result = run("try --json --robot nao0 --start standing " + quoted(file));
    ASSERT_EQ(result.status, 0) << result.out;
    const Json why = Json::parse(result.out)["fall"];
    ASSERT_FALSE(why.is_null()) << result.out;
    const Json& cause = why["events"].at(why["firstCause"].get<std::size_t>());
    EXPECT_LT(cause["beginS"], why["atS"]) << result.out;
    EXPECT_GT(cause["beginS"], 0.4) << result.out;
    EXPECT_FALSE(why["suggestions"].empty());
}

TEST(MotionCommandTest, ShippedMotionsAreKnownByName) {
    const Result info = run("info --json wave");
    ASSERT_EQ(info.status, 0) << info.out;
    EXPECT_EQ(Json::parse(info.out)[0]["motions"][0]["name"], "wave");
    EXPECT_EQ(run("check wave").status, 0);
    const Result none = run("info no-such-motion");
    EXPECT_EQ(none.status, 2);
    EXPECT_NE(none.out.find("no-such-motion"), std::string::npos) << none.out;
    EXPECT_NE(none.out.find("wave"), std::string::npos) << "lists what there is: " << none.out;
}

TEST(MotionCommandTest, RecordsRobotsOfAMatch) {
    const tests::TempDir folder;
    const std::string log = quoted(tests::sampleLog());
    const Result result = run("record " + log + " " + quoted(folder / "r7.motion") +
                              " --robot right:7 --from 22.52 --to 26.52");
    ASSERT_EQ(result.status, 0) << result.out;
    EXPECT_NE(result.out.find("22.52 to 26.52 s: "), std::string::npos) << result.out;
    const Result early =
        run("record " + log + " " + quoted(folder / "e.motion") + " --robot right:7 --to 6");
    EXPECT_EQ(early.status, 2);
    EXPECT_NE(early.out.find("20.52 to 29.7"), std::string::npos) << early.out;
    EXPECT_NE(result.out.find("keyframes from 21 samples"), std::string::npos) << result.out;
    const Json info = Json::parse(run("info --json " + quoted(folder / "r7.motion")).out);
    const Json motion = info[0]["motions"][0];
    EXPECT_EQ(motion["name"], "r7");
    EXPECT_NEAR(motion["lengthS"].get<double>(), 4.0, 1e-6);
    EXPECT_GE(motion["joints"].size(), 22U);
    EXPECT_EQ(motion["robots"].size(), 1U);
    const Result which = run("record " + log + " " + quoted(folder / "x.motion"));
    EXPECT_EQ(which.status, 2);
    EXPECT_NE(which.out.find("--robot with one of left:1"), std::string::npos) << which.out;
    EXPECT_EQ(run("record " + log + " - --format sideline --robot left:12").status, 2);
    EXPECT_EQ(run("record " + log + " - --format sideline --robot seven").status, 2);
}

TEST(MotionCommandTest, RecordsAnAgentsStream) {
    SIDELINE_SHARED_OR_SKIP(stream, "sim/squat-t4.agent.rec.gz");
    const tests::TempDir folder;
    const std::string in = quoted(stream) + " ";
    ASSERT_EQ(run("record " + in + quoted(folder / "squat.motion") + " --from 1 --to 5").status, 0);
    const Json info = Json::parse(run("info --json " + quoted(folder / "squat.motion")).out);
    const Json motion = info[0]["motions"][0];
    EXPECT_EQ(motion["robots"], Json({"nao4"}));
    EXPECT_NEAR(motion["lengthS"].get<double>(), 4.0, 0.021);
    EXPECT_GT(motion["keyframes"], 2);
    EXPECT_LT(motion["keyframes"], 150);
    // The match log of the same run gives the same motion.
    SIDELINE_SHARED_OR_SKIP(log, "sim/squat-t4.monitor.log.gz");
    const Result fromLog = run("record " + quoted(log) + " " + quoted(folder / "log.motion") +
                               " --from 1 --to 5 --step 0.02");
    EXPECT_EQ(fromLog.status, 0) << fromLog.out;
    EXPECT_NE(fromLog.out.find(" from 201 samples"), std::string::npos) << fromLog.out;
}

TEST(MotionCommandTest, RecordsAnAgentOfASession) {
    const tests::TempDir folder;
    tests::writeSession(folder / "a.session", 2, 100);
    const std::string in = "record " + quoted(folder / "a.session") + " ";
    const Result which = run(in + quoted(folder / "m.motion"));
    EXPECT_EQ(which.status, 2);
    EXPECT_NE(which.out.find("--robot with one of 'Testers 1' (left:1), 'Testers 2' (left:2)"),
              std::string::npos)
        << which.out;
    for (const char* robot : {"'Testers 2'", "left:2"}) {
        const Result result =
            run(in + quoted(folder / "m.motion") + " --force --from 0.5 --to 1.5 --robot " + robot);
        ASSERT_EQ(result.status, 0) << result.out;
        EXPECT_NE(result.out.find("Testers 2 of a.session, "), std::string::npos) << result.out;
        EXPECT_NE(result.out.find(" from 51 samples"), std::string::npos) << result.out;
    }
    EXPECT_EQ(run(in + quoted(folder / "n.motion") + " --robot left:1 --from 50").status, 2);
}

// Of the 21 joints of soccerbot056, one is locked and has no name.
TEST(MotionCommandTest, RecordsAndMirrorsBothAxesOfUniversalJoints) {
    const tests::TempDir folder;
    const robot::RobotModel& model = robot::soccerbot056Model();
    {
        const auto session = tests::startSession(folder / "a.session");
        ASSERT_TRUE(session);
        world::FrameSink& sink = session->addAgent("old");
        for (int cycle = 0; cycle < 50; ++cycle) {
            const auto at = tests::kBegun + std::chrono::milliseconds(20 * cycle);
            auto frame = tests::plainFrame(static_cast<std::uint64_t>(cycle), at, 1);
            frame->identity.model = model.shared();
            frame->body.joints.assign(model.joints().size(), {});
            for (std::size_t i = 0; i < model.joints().size(); ++i) {
                frame->body.joints[i].measuredRad = 0.01 * static_cast<double>(i) + 0.002 * cycle;
            }
            sink.take(std::move(frame));
        }
        ASSERT_TRUE(session->close());
    }
    const std::string motion = quoted(folder / "old.motion");
    const Result recorded = run("record " + quoted(folder / "a.session") + " " + motion);
    ASSERT_EQ(recorded.status, 0) << recorded.out;
    EXPECT_NE(
        recorded.out.find("joints without an effector are not recorded: the joint of lowerTorso"),
        std::string::npos)
        << recorded.out;
    const auto jointsOf = [](const std::string& file) {
        const Json info = Json::parse(run("info --json " + file).out);
        return info[0]["motions"][0]["joints"].get<std::vector<std::string>>();
    };
    const std::vector<std::string> joints = jointsOf(motion);
    EXPECT_EQ(joints.size(), 20U);
    for (const std::string& joint : joints) {
        EXPECT_TRUE(model.findJoint(joint).isValid()) << joint;
    }
    const auto angleDeg = [&](const std::filesystem::path& file, const char* joint) {
        const std::string text = bytesOf(file);
        const std::string line = std::string("  ") + joint + " = ";
        const auto at = text.find(line);
        return at == std::string::npos ? std::nan("") : std::stod(text.substr(at + line.size()));
    };
    for (const char* joint : {"lae1_2", "lae1_2.2", "rle5_6.2"}) {
        EXPECT_NEAR(angleDeg(folder / "old.motion", joint),
                    0.01 * 180.0 / std::numbers::pi *
                        static_cast<double>(model.findJoint(joint).index()),
                    0.5)
            << joint;
    }
    ASSERT_EQ(run("mirror " + motion + " " + quoted(folder / "other.motion")).status, 0);
    EXPECT_EQ(jointsOf(quoted(folder / "other.motion")), joints);
    EXPECT_EQ(angleDeg(folder / "other.motion", "rae1_2"),
              angleDeg(folder / "old.motion", "lae1_2"));
    EXPECT_EQ(angleDeg(folder / "other.motion", "rae1_2.2"),
              -angleDeg(folder / "old.motion", "lae1_2.2"));
}

std::string serverRecord(const std::string& text) {
    std::string record = "<";
    for (const unsigned shift : {24U, 16U, 8U, 0U}) {
        record += static_cast<char>((text.size() >> shift) & 0xFFU);
    }
    return record + text;
}

TEST(MotionCommandTest, RecordsBothAxesOfAnAgentsStream) {
    const tests::TempDir folder;
    std::string known;
    std::string unknown;
    for (int i = 0; i < 3; ++i) {
        const std::string time = "(time (now 1." + std::to_string(i) + "0))";
        known += serverRecord(time + "(UJ (n laj1_2) (ax1 1" + std::to_string(i) +
                              ".0) (ax2 -20.0))(HJ (n llj4) (ax -30.0))");
        unknown += serverRecord(time + "(HJ (n tentacle) (ax -30.0))");
    }
    tests::writeFile(folder / "known.rec", known);
    tests::writeFile(folder / "unknown.rec", unknown);
    const Result recorded =
        run("record " + quoted(folder / "known.rec") + " " + quoted(folder / "known.motion"));
    ASSERT_EQ(recorded.status, 0) << recorded.out;
    const std::string text = bytesOf(folder / "known.motion");
    for (const char* line : {"robots soccerbot056\n", "  lae1_2 = 10\n", "  lae1_2 = 12\n",
                             "  lae1_2.2 = -20\n", "  lle4 = -30\n"}) {
        EXPECT_NE(text.find(line), std::string::npos) << line << '\n' << text;
    }
    const Result failed =
        run("record " + quoted(folder / "unknown.rec") + " " + quoted(folder / "x.motion"));
    EXPECT_EQ(failed.status, 2);
    EXPECT_NE(failed.out.find("no built-in robot has the joints tentacle"), std::string::npos)
        << failed.out;
}

TEST(MotionCommandTest, ReadsAndChecksTheSharedFiles) {
    SIDELINE_SHARED_OR_SKIP(kick, "motions/ut/kick.skl");
    const std::filesystem::path shared = kick.parent_path().parent_path();
    int count = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(shared)) {
        const std::string name = entry.path().filename().string();
        if (!entry.is_regular_file() || name.starts_with("defaultParams")) {
            continue;
        }
        const std::string options = " --params " + quoted(shared / "ut" / "defaultParams_t0.txt") +
                                    " " + quoted(entry.path());
        const Result info = run("info --json" + options);
        ASSERT_EQ(info.status, 0) << name << '\n' << info.out;
        EXPECT_GT(Json::parse(info.out)[0]["motions"][0]["keyframes"], 0) << name;
        const Result check = run("check --quick --json" + options);
        EXPECT_LE(check.status, 1) << name << '\n' << check.out;
        ++count;
    }
    EXPECT_EQ(count, 14);
}

// The robots that agents can play with, on either server, and robots in files.
TEST(MotionCommandTest, ChecksAgainstTheLimitsOfAnyRobot) {
    const tests::TempDir folder;
    const auto write = [&](const char* name, const char* angle) {
        tests::writeFile(folder / name,
                         std::string("sideline-motion 1\n\nmotion \"m\"\nkeyframe 0\n"
                                     "  lle1 = -20\nkeyframe 1\n  lle1 = ") +
                             angle + "\n");
    };
    write("good.motion", "-40");
    write("far.motion", "-110");
    const std::string good = quoted(folder / "good.motion");
    for (const char* robot : {"T1", "K1", "PiPlus", "rsg/agent/nao/nao_hetero.rsg"}) {
        const Result result = run("check --quick --robot " + std::string(robot) + " " + good);
        EXPECT_EQ(result.status, 0) << robot << '\n' << result.out;
    }
    const Result far = run("check --quick --robot T1 " + quoted(folder / "far.motion"));
    EXPECT_EQ(far.status, 1) << far.out;
    EXPECT_NE(far.out.find("-103"), std::string::npos) << far.out; // -1.8 rad
    const Result imported =
        run("check --quick --robot " + quoted(tests::dataFile("robots/toy.xml")) + " " + good);
    EXPECT_EQ(imported.out.find("unknown robot"), std::string::npos) << imported.out;
    const Result tried = run("try --robot T1 " + good);
    EXPECT_NE(tried.out.find("MuJoCo"), std::string::npos) << tried.out; // or that it is missing
}

TEST(MotionCommandTest, FailsWithAClearMessage) {
    const struct {
        const char* arguments;
        const char* expected;
    } rows[] = {
        {"", "subcommand is required"},
        {"info", "FILE is required"},
        {"info /nowhere/x.motion", "sideline: /nowhere/x.motion: "},
        {"info --from-format word /etc/hostname", "unknown format 'word'; expected one of "},
        {"check --robot nao7 wave",
         "unknown robot 'nao7', expected nao0 to nao4, soccerbot056, T1, K1, PiPlus, "},
        {"convert wave /tmp/x.doc", "no writable format has this file name extension"},
        {"convert wave /tmp/x.txt",
         "several formats have this file name extension, give --format with one of "},
        {"convert --motion hello wave -", "unknown motion 'hello', expected one of 'wave'"},
        {"record /nowhere/x.log -", "/nowhere/x.log: "},
        {"render wave", "OUT is required"},
    };
    for (const auto& row : rows) {
        const Result result = run(row.arguments);
        EXPECT_EQ(result.status, 2) << row.arguments << '\n' << result.out;
        EXPECT_NE(result.out.find(row.expected), std::string::npos) << row.arguments << '\n'
                                                                    << result.out;
    }
}

} // namespace
} // namespace sideline
