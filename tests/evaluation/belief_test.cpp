// Tests agents' reports of their beliefs: messages, files, and runs over a stream.
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"
#include "evaluation/belief_file.h"
#include "evaluation/belief_frame.h"
#include "evaluation/belief_run.h"
#include "evaluation/scenario.h"
#include "evaluation/score.h"
#include "tests/support/test_files.h"

namespace sideline::evaluation {
namespace {

using base::ErrorCode;
using localization::Verdict;
using math::radFromDeg;

const field::FieldModel& beliefField() {
    static const field::FieldModel field(field::newestField().dimensions);
    return field;
}

// A robot that looks around in the simulator, with exact truth.
const ScenarioRun& looking() {
    static const ScenarioRun run = [] {
        ScenarioOptions options;
        options.durationS = 4.0;
        auto made = runScenario("look", options);
        EXPECT_TRUE(made) << made.error().toString();
        return std::move(*made);
    }();
    return run;
}

// Returns the report of an agent with perfect knowledge of its camera pose.
BeliefMessage truthful(std::size_t cycle) {
    const TruthInstant& truth = *looking().truth.at(cycle);
    BeliefMessage message;
    message.timeS = looking().stream.cycles()[cycle].serverTimeS;
    message.frame = BeliefFrame::Server;
    BeliefPose& pose = message.pose.emplace();
    pose.isOfCamera = true;
    pose.xM = truth.p_SCamera.x();
    pose.yM = truth.p_SCamera.y();
    pose.zM = truth.p_SCamera.z();
    pose.headingRad = truth.headingRad;
    if (truth.X_ST) {
        pose.R = truth.X_ST->R * looking().stream.cycles()[cycle].X_TCamera.R;
    }
    return message;
}

std::size_t visionBehind(std::size_t cycle) {
    const auto& cycles = looking().stream.cycles();
    while (!cycles[cycle].hasVision || !cycles[cycle].hasTwoLandmarks) {
        ++cycle;
    }
    return cycle;
}

TEST(BeliefFrameTest, RobotsStandAsHighAsTheirLegsRequire) {
    for (const robot::RobotModel* model :
         {&robot::naoModel(robot::NaoType::LongLegsWideHip), &robot::soccerbot056Model()}) {
        const bool isNao = model->name() != "soccerbot056";
        const double heightM = isNao ? 0.4 : model->standingTorsoM() + 0.015;
        world::AgentFrame agent;
        agent.identity.model = model->shared();
        agent.identity.robot = {game::Side::Left, game::UniformNumber(2)};
        agent.body.joints.resize(model->joints().size());
        EXPECT_DOUBLE_EQ(makeBelievedRobot(agent).X_STorso().p.z(), heightM) << "without a pose";
        agent.body.pose.isValid = true;
        agent.body.pose.X_ST.p.z() = 2.0;
        world::PlayerBelief& mate = agent.world.players.emplace_back();
        mate.isTeammate = true;
        mate.unum = 5;
        mate.p_F = {1.0, 2.0, 0.0};
        const auto frame = makeBeliefFrame(agent, 7, 1.5);
        ASSERT_EQ(frame->robots.size(), 2U);
        EXPECT_EQ(frame->robots[0].X_STorso().p.z(), 2.0);
        EXPECT_DOUBLE_EQ(frame->robots[1].X_STorso().p.z(), heightM);
        EXPECT_EQ(frame->robots[1].model->name(), isNao ? "nao0" : "soccerbot056");
    }
}

TEST(BeliefMessageTest, TakesEverything) {
    const auto message = parseBelief(
        R"json({"time": 12.34, "cycle": 617, "game_time": 3.5, "name": "ukf", "team": "UTA", "unum": 2,
            "frame": "server", "pose": {"x": -3, "y": 0.5, "z": 0.38, "heading": 0.1, "of": "camera"},
            "covariance": [[0.01, 0, 0], [0, 0.04, 0], [0, 0, 0.001]],
            "particles": [[1, 2, 3], [4, 5, -6]],
            "landmarks": [{"name": "G1R", "used": false, "residual": [0.1, null, -0.01]}, {"name": "F1L"}],
            "values": {"ess": 31.5, "lost": false, "mode": "tracking", "nothing": null},
            "percepts": "(time (now 12.34))"})json");
    ASSERT_TRUE(message) << message.error().toString();
    EXPECT_EQ(message->timeS, 12.34);
    EXPECT_EQ(message->cycle, 617U);
    EXPECT_EQ(message->gameTimeS, 3.5);
    EXPECT_EQ(message->estimator, "ukf");
    EXPECT_EQ(message->team, "UTA");
    EXPECT_EQ(message->unum, 2);
    EXPECT_EQ(message->frame, BeliefFrame::Server);
    ASSERT_TRUE(message->pose);
    EXPECT_TRUE(message->pose->isOfCamera);
    EXPECT_EQ(message->pose->xM, -3.0);
    EXPECT_EQ(message->pose->zM, 0.38);
    EXPECT_EQ(message->pose->headingRad, 0.1);
    ASSERT_TRUE(message->covariance);
    EXPECT_EQ((*message->covariance)(1, 1), 0.04);
    ASSERT_EQ(message->particles.size(), 2U);
    EXPECT_EQ(message->particles[1].z(), -6.0);
    ASSERT_EQ(message->landmarks.size(), 2U);
    EXPECT_FALSE(message->landmarks[0].isUsed);
    EXPECT_EQ(message->landmarks[0].residual[0], 0.1);
    EXPECT_TRUE(std::isnan(message->landmarks[0].residual[1]));
    EXPECT_TRUE(message->landmarks[1].isUsed);
    EXPECT_EQ(message->values,
              (std::vector<BeliefValue>{
                  {"ess", 31.5}, {"lost", 0.0}, {"mode", std::string("tracking")}}));
    EXPECT_EQ(message->percepts, "(time (now 12.34))");
}

TEST(BeliefMessageTest, ARotationSaysAllOfTheTurn) {
    const auto message =
        parseBelief(R"({"cycle": 0, "pose": {"x": 0, "y": 0, "rotation": [1, 0, 0, 0]}})");
    ASSERT_TRUE(message) << message.error().toString();
    EXPECT_NEAR(math::forwardHeadingRad(*message->pose->R), radFromDeg(90.0), 1e-9);
}

TEST(BeliefMessageTest, ReportsWhatIsWrongAndWhatWasExpected) {
    std::string particles = "[0,0,0]";
    for (std::size_t i = 0; i < kMaxParticles; ++i) {
        particles += ",[0,0,0]";
    }
    struct Row {
        std::string line;
        const char* what;
        const char* expected;
    };
    const Row rows[] = {
        {"hello", "not a JSON object", "one object per line"},
        {"[1, 2]", "not a JSON object", "one object per line"},
        {R"({"time": 1)", "not a JSON object", "one object per line"},
        {std::string("{\"time\": 1\0}", 11), "not a JSON object", "one object"},
        {"{\"name\": \"\xff\xfe\"}", "not a JSON object", "one object"},
        {R"({"time": 1, "pose": {"x": NaN, "y": 0, "heading": 0}})", "\"NaN\"", "finite"},
        {R"({"time": 1, "values": {"a": -Infinity}})", "\"Infinity\"", "finite"},
        {R"({"time": 1e999})", "too large", "finite"},
        {R"({})", "no time given", "time"},
        {R"({"pose": null})", "no time given", "time"},
        {R"({"time": 1, "time": 2})", "is given twice", "once"},
        {R"({"time": "1"})", "\"time\" is \"1\"", "seconds"},
        {R"({"time": -1})", "\"time\" is -1", "seconds"},
        {R"({"cycle": 1.5})", "\"cycle\" is 1.5", "whole number"},
        {R"({"time": 1, "covarience": 2})", "unknown key \"covarience\"", "covariance"},
        {R"({"time": 1, "pose": 3})", "\"pose\" is 3", "an object"},
        {R"({"time": 1, "pose": {"x": 0}})", "not complete", "x, y, and heading"},
        {R"({"time": 1, "pose": {"x": 0, "y": 0, "heading": 90}})", "\"pose.heading\" is 90",
         "radians"},
        {R"({"time": 1, "pose": {"x": 5000, "y": 0, "heading": 0}})", "\"pose.x\" is 5000",
         "meters"},
        {R"({"time": 1, "pose": {"x": 0, "y": 0, "theta": 0}})", "unknown key \"pose.theta\"",
         "heading"},
        {R"({"time": 1, "pose": {"x": 0, "y": 0, "heading": 0, "of": "foot"}})", "\"foot\"",
         "\"torso\" or \"camera\""},
        {R"({"time": 1, "pose": {"x": 0, "y": 0, "rotation": [1, 1, 1, 1]}})", "pose.rotation",
         "unit quaternion"},
        {R"({"time": 1, "frame": "world"})", "\"world\"", "\"field\" or \"server\""},
        {R"({"time": 1, "covariance": [1, 2, 3]})", "covariance", "three rows"},
        {R"({"time": 1, "covariance": [[-1, 0, 0], [0, 1, 0], [0, 0, 1]]})", "covariance",
         "eigenvalues"},
        {R"({"time": 1, "covariance": [[1, 2, 0], [0, 1, 0], [0, 0, 1]]})", "covariance",
         "symmetric"},
        {R"({"time": 1, "particles": [[1, 2]]})", "particles[0]", "[x, y, heading]"},
        {"{\"time\": 1, \"particles\": [" + particles + "]}", "particles", "5000"},
        {R"({"time": 1, "landmarks": [{"name": "F9"}]})", "\"F9\"", "F1L"},
        {R"({"time": 1, "landmarks": [{"name": "F1L", "residual": 1}]})", "landmarks[0].residual",
         "measured minus expected"},
        {R"({"time": 1, "landmarks": [{"name": "F1L", "used": 1}]})", "landmarks[0].used",
         "true or false"},
        {R"({"time": 1, "values": {"a": [1]}})", "values.a", "a number"},
        {R"({"time": 1, "values": {"": 1}})", "a name in", "bytes"},
        {R"({"time": 1, "unum": 0})", "\"unum\" is 0", "1 to 99"},
        {R"({"time": 1, "team": ")" + std::string(80, 'x') + "\"}", "\"team\"", "64 bytes"},
        {"{\"percepts\": \"" + std::string(kMaxBeliefBytes, 'x') + "\"}", "bytes", "at most"},
    };
    for (const Row& row : rows) {
        const auto message = parseBelief(row.line);
        ASSERT_FALSE(message) << row.line.substr(0, 100);
        const std::string text = message.error().toString();
        EXPECT_NE(text.find(row.what), std::string::npos) << row.line.substr(0, 100) << '\n'
                                                          << text;
        EXPECT_NE(text.find(row.expected), std::string::npos) << row.line.substr(0, 100) << '\n'
                                                              << text;
        EXPECT_LT(text.size(), 600U);
    }
}

TEST(BeliefFileTest, BadLinesAreReportedWithTheirPlaceAndTheRestIsGood) {
    const tests::TempDir folder;
    const auto path = folder / "a.jsonl";
    tests::writeFile(path, "\xef\xbb\xbf{\"cycle\": 0}\r\n\n{\"cycle\": oops}\n{\"cycle\": 2}\n"
                           "{\"cycle\": 3, \"pose\": 1}\n{\"cycle\": 4}");
    const auto file = readBeliefs(path);
    ASSERT_TRUE(file) << file.error().toString();
    EXPECT_EQ(file->messages.size(), 3U);
    EXPECT_EQ(file->badLines, 2U);
    ASSERT_EQ(file->faults.size(), 2U);
    EXPECT_EQ(file->faults[0].file, path.string());
    EXPECT_EQ(file->faults[0].line, 3U);
    EXPECT_TRUE(file->faults[0].byteOffset);
    EXPECT_EQ(file->faults[1].line, 5U);
    EXPECT_NE(file->faults[1].toString().find("a.jsonl:5"), std::string::npos);
}

TEST(BeliefFileTest, OnlySoManyFaultsAreKept) {
    std::string text;
    for (int i = 0; i < 500; ++i) {
        text += "nonsense\n";
    }
    const BeliefFile file = beliefsIn(text, "a");
    EXPECT_EQ(file.badLines, 500U);
    EXPECT_EQ(file.faults.size(), BeliefFile::kMaxFaults);
}

TEST(BeliefFileTest, WhatHoldsNoBeliefIsAnError) {
    const tests::TempDir folder;
    EXPECT_EQ(readBeliefs(folder / "none.jsonl").error().code, ErrorCode::NotFound);
    tests::writeFile(folder / "empty.jsonl", "");
    EXPECT_EQ(readBeliefs(folder / "empty.jsonl").error().code, ErrorCode::UnsupportedFormat);
    tests::writeFile(folder / "poem.jsonl", "roses are red\n");
    const auto poem = readBeliefs(folder / "poem.jsonl");
    ASSERT_FALSE(poem);
    EXPECT_NE(poem.error().toString().find("poem.jsonl:1"), std::string::npos)
        << poem.error().toString();
}

TEST(BeliefRunTest, AnExactBeliefHasNoError) {
    const AgentStream& stream = looking().stream;
    BeliefRun run(beliefField());
    for (std::size_t i = 0; i < stream.cycles().size(); ++i) {
        run.add(truthful(i));
    }
    EXPECT_EQ(run.advance(stream), 0U);
    EXPECT_EQ(run.unmatched(), 0U);
    EXPECT_EQ(run.estimates().size(), stream.cycles().size());
    const RunScore score = scoreOf(stream, run, looking().truth);
    EXPECT_EQ(score.all.groundM.count, stream.cycles().size());
    EXPECT_LT(score.all.groundM.max, 1e-9);
    EXPECT_LT(score.all.heightM.max, 1e-9);
    EXPECT_LE(score.all.headingRad.max, math::radFromDeg(0.005))
        << "the truth is that of the head, the turn comes from joints reported to 0.01 degrees";
    EXPECT_DOUBLE_EQ(score.validRatio, 1.0);
    EXPECT_FALSE(score.microseconds) << "the duration is unknown";
    ASSERT_TRUE(score.residualSigmas);
}

TEST(BeliefRunTest, ABeliefOnTheGroundHasNoHeight) {
    const AgentStream& stream = looking().stream;
    BeliefRun run(beliefField());
    for (std::size_t i = 0; i < stream.cycles().size(); ++i) {
        BeliefMessage message = truthful(i);
        message.pose->zM.reset();
        run.add(std::move(message));
    }
    run.advance(stream);
    const RunScore score = scoreOf(stream, run, looking().truth);
    EXPECT_LT(score.all.groundM.max, 1e-9);
    EXPECT_EQ(score.all.heightM.count, 0U);
    EXPECT_EQ(score.all.spaceM.count, 0U);
    EXPECT_NEAR(run.estimates().back().X_ST.p.z(), 0.38, 0.05) << "it stands";
}

TEST(BeliefRunTest, TheOwnFieldIsTurnedForTheRightTeam) {
    AgentStream stream("a", looking().stream.model(), 0);
    stream.setIdentity({game::Side::Right, game::UniformNumber(3)}, "Testers");
    stream.append("(time (now 1.00))", "");
    BeliefRun run(beliefField());
    BeliefMessage message = truthful(0);
    message.timeS = 1.0;
    message.frame = BeliefFrame::Field;
    message.pose = BeliefPose{false, -3.0, 1.0, 0.4, radFromDeg(10.0), std::nullopt};
    Eigen::Matrix3d covariance = Eigen::Matrix3d::Identity() * 0.01;
    covariance(0, 2) = covariance(2, 0) = 0.002;
    message.covariance = covariance;
    run.add(message);
    run.advance(stream);
    const localization::PoseEstimate& estimate = run.estimates().front();
    EXPECT_NEAR(estimate.X_ST.p.x(), 3.0, 1e-9);
    EXPECT_NEAR(estimate.X_ST.p.y(), -1.0, 1e-9);
    EXPECT_NEAR(math::forwardHeadingRad(estimate.X_ST.R), radFromDeg(-170.0), 1e-9);
    ASSERT_TRUE(estimate.hasCovariance);
    EXPECT_NEAR(estimate.covariance(3, 3), 0.01, 1e-9);
    EXPECT_NEAR(estimate.covariance(3, 2), -0.002, 1e-9);
    EXPECT_NEAR(estimate.positionSigmaM, 0.1, 1e-9);
}

TEST(BeliefRunTest, TheSpreadOfTheCameraIsCarriedToTheTorsoAndBack) {
    const AgentStream& stream = looking().stream;
    BeliefRun run(beliefField());
    BeliefMessage message = truthful(100);
    message.pose->xM += 0.1; // one sigma
    message.covariance = Eigen::Vector3d(0.01, 0.01, 0.0025).asDiagonal();
    run.add(message);
    run.advance(stream);
    const auto errors = errorsOf(stream, run, looking().truth);
    ASSERT_TRUE(errors[100] && errors[100]->squaredSigmas);
    EXPECT_NEAR(*errors[100]->squaredSigmas, 1.0, 1e-6);
}

TEST(BeliefRunTest, StandsForAWhileAndThenNoLonger) {
    const AgentStream& stream = looking().stream;
    BeliefRun run(beliefField());
    run.add(truthful(20));
    BeliefMessage lost = truthful(60);
    lost.pose.reset();
    run.add(truthful(55));
    run.add(lost);
    run.advance(stream);
    const auto isValid = [&](std::size_t cycle) { return run.estimates()[cycle].isValid; };
    EXPECT_FALSE(isValid(19));
    EXPECT_TRUE(isValid(20));
    EXPECT_TRUE(isValid(20 + BeliefRun::kHeldCycles));
    EXPECT_FALSE(isValid(21 + BeliefRun::kHeldCycles));
    EXPECT_TRUE(isValid(59));
    EXPECT_FALSE(isValid(60)) << "it reports that it is lost";
}

TEST(BeliefRunTest, CyclesAreCountedFromTheBeginning) {
    BeliefRun run(beliefField());
    BeliefMessage message = truthful(30);
    message.timeS.reset();
    message.cycle = 30;
    run.add(message);
    message.cycle = 100000;
    run.add(message);
    run.advance(looking().stream);
    EXPECT_TRUE(run.estimates()[30].isValid);
    EXPECT_EQ(run.matched(), 1U);
    EXPECT_EQ(run.unmatched(), 1U);
}

TEST(BeliefRunTest, AMessageThatComesLateChangesItsCycle) {
    AgentStream stream("a", looking().stream.model(), 0);
    const auto& cycles = looking().stream.cycles();
    const auto grow = [&](std::size_t to) {
        while (stream.cycles().size() < to) {
            stream.append(std::string(cycles[stream.cycles().size()].percepts), "");
        }
    };
    BeliefRun run(beliefField());
    grow(50);
    EXPECT_EQ(run.advance(stream), 0U);
    run.add(truthful(45)); // late
    run.add(truthful(60)); // ahead
    EXPECT_EQ(run.advance(stream), 45U);
    EXPECT_TRUE(run.estimates()[45].isValid);
    EXPECT_EQ(run.unmatched(), 1U);
    grow(70);
    EXPECT_EQ(run.advance(stream), 50U);
    EXPECT_TRUE(run.estimates()[60].isValid);
    EXPECT_EQ(run.unmatched(), 0U);
    // As if all messages had arrived in time.
    BeliefRun whole(beliefField());
    whole.add(truthful(45));
    whole.add(truthful(60));
    whole.advance(stream);
    for (std::size_t i = 0; i < 70; ++i) {
        EXPECT_EQ(run.estimates()[i].isValid, whole.estimates()[i].isValid) << i;
    }
}

TEST(BeliefRunTest, NoFloodFillsTheMemory) {
    BeliefRun run(beliefField());
    for (int i = 0; i < 5000; ++i) {
        BeliefMessage message;
        message.timeS = 1e6 + i; // a cycle that has not arrived
        run.add(message);
    }
    run.advance(looking().stream);
    EXPECT_EQ(run.unmatched(), 5000U);
    EXPECT_EQ(run.matched(), 0U);
}

TEST(BeliefRunTest, TheAgentsOwnExpectationsGoFirst) {
    const AgentStream& stream = looking().stream;
    const std::size_t cycle = visionBehind(50);
    BeliefRun plain(beliefField());
    plain.add(truthful(cycle));
    plain.advance(stream);
    localization::PoseDiagnostics before;
    plain.explain(stream, cycle, before);
    const auto isLandmark = [](const auto& report) {
        return report.kind == localization::ObservationKind::CornerFlag ||
               report.kind == localization::ObservationKind::GoalPost;
    };
    const auto seen = std::ranges::find_if(before.observations, isLandmark);
    ASSERT_NE(seen, before.observations.end());
    EXPECT_EQ(seen->verdict, Verdict::Used) << "it fits the truth";

    BeliefMessage message = truthful(cycle);
    BeliefLandmark reported;
    reported.name = beliefField().landmarks()[static_cast<std::size_t>(seen->index)].name;
    reported.residual = {0.5, radFromDeg(2.0), std::nan("")};
    message.landmarks = {reported};
    message.particles = {{1.0, 2.0, 0.3}};
    BeliefRun run(beliefField());
    run.add(message);
    run.advance(stream);
    localization::PoseDiagnostics after;
    run.explain(stream, cycle, after);
    const auto again = std::ranges::find_if(after.observations, isLandmark);
    ASSERT_NE(again, after.observations.end());
    EXPECT_EQ(again->verdict, Verdict::Used);
    EXPECT_NEAR(again->predicted[0].distanceM, again->measured[0].distanceM - 0.5, 1e-9);
    EXPECT_NEAR(again->predicted[0].thetaDeg, again->measured[0].thetaDeg - 2.0, 1e-9);
    EXPECT_NEAR(again->predicted[0].phiDeg, seen->predicted[0].phiDeg, 1e-9) << "not reported";
    EXPECT_EQ(again->dimension, 2);
    EXPECT_GT(again->squaredSigmas, seen->squaredSigmas);
    for (const auto& report : after.observations) {
        EXPECT_TRUE(&report == &*again || report.verdict == Verdict::Unused) << "not in its list";
    }
    ASSERT_EQ(after.candidates_ST.size(), 1U);
    ASSERT_TRUE(run.residuals()[cycle]);
    EXPECT_GT(*run.residuals()[cycle], *plain.residuals()[cycle]);
}

TEST(BeliefRunTest, ReportsTheAgentsOwnValues) {
    BeliefRun run(beliefField());
    BeliefMessage message = truthful(10);
    message.values = {{"ess", 12.5}, {"mode", std::string("lost")}};
    run.add(message);
    run.advance(looking().stream);
    EXPECT_EQ(run.numberNames(), std::vector<std::string>{"ess"});
    EXPECT_FALSE(run.number(9, "ess"));
    EXPECT_EQ(run.number(10, "ess"), 12.5);
    EXPECT_EQ(run.number(12, "ess"), 12.5) << "stands";
    EXPECT_FALSE(run.number(10, "mode"));
    EXPECT_EQ(run.values(10).size(), 2U);
}

TEST(BeliefRunTest, ItsEstimatorsAndOtherRobotsAreReportedApart) {
    AgentStream stream("a", looking().stream.model(), 0);
    stream.setIdentity({game::Side::Left, game::UniformNumber(3)}, "Testers");
    std::vector<BeliefMessage> messages(4);
    messages[0].estimator = "ukf";
    messages[1].unum = 4;
    messages[2].team = "Others";
    messages[3].team = "Testers";
    messages[3].unum = 3;
    std::size_t others = 0;
    const auto groups = beliefsByEstimator(messages, stream, others);
    EXPECT_EQ(others, 2U);
    ASSERT_EQ(groups.size(), 2U);
    EXPECT_EQ(groups.at("").size(), 1U);
    EXPECT_EQ(groups.at("ukf").size(), 1U);
}

} // namespace
} // namespace sideline::evaluation
