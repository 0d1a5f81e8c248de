// Tests streams, filters, runs and scores on artificial streams and scenarios.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agentcore/math/angles.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/mujoco_robots.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"
#include "evaluation/ball_score.h"
#include "evaluation/estimator_run.h"
#include "evaluation/scenario.h"
#include "evaluation/score.h"
#include "evaluation/truth.h"
#include "logs/session/agent_recording.h"
#include "tests/support/test_files.h"

namespace sideline::evaluation {
namespace {

using base::ErrorCode;
using localization::Method;
using logs::Speaker;
using math::radFromDeg;

const field::FieldModel& newestField() {
    static const field::FieldModel field(field::newestField().dimensions);
    return field;
}

// Returns a message of a server; every third one has a vision frame and ground truth.
std::string message(int number, const std::string& more = {}) {
    std::string text = fmt::format(
        "(time (now {:.2f}))(GS {}(sl 0) (sr 0) (t 0.00) (pm BeforeKickOff))(GYR (n torso) (rt "
        "0.00 0.00 0.00))(ACC (n torso) (a 0.00 0.00 9.81))(HJ (n hj1) (ax {:.2f}))(HJ (n hj2) "
        "(ax 0.00))",
        10.0 + 0.02 * number, number == 2 ? "(unum 3) (team right) " : "", 1.0 * number);
    return text + more;
}

class Recorder {
public:
    Recorder& says(Speaker speaker, std::string_view text) {
        logs::appendRecord(m_bytes, speaker, text);
        return *this;
    }
    [[nodiscard]] const std::string& bytes() const { return m_bytes; }

private:
    std::string m_bytes;
};

// Returns a whole stream in sync mode: a beam in the answer to message 3, moved after message 5.
std::string recording(const std::string& robot = "rsg/agent/nao/nao_hetero.rsg 4") {
    Recorder recorder;
    recorder.says(Speaker::Agent, "(scene " + robot + ")(syn)");
    for (int i = 0; i < 12; ++i) {
        const bool hasVision = i == 6;
        recorder.says(Speaker::Server,
                      message(i, hasVision ? "(See (mypos 14.00 -1.00 0.53) (myorien 90.00) "
                                             "(ballpos 1.00 2.00 0.04) (F1L (pol 10.00 5.00 1.00)))"
                                           : ""));
        recorder.says(Speaker::Agent, i == 0   ? "(init (unum 3)(teamname Testers))(syn)"
                                      : i == 3 ? "(beam -14 1 0)(syn)"
                                               : fmt::format("(he1 {})(syn)", i));
        if (i == 5) {
            recorder.says(Speaker::Trainer, "(agent (unum 3)(team Right)(pos 3 2 0.4))");
            recorder.says(Speaker::Trainer, "(agent (unum 4)(team Right)(pos 3 2 0.4))");
        }
    }
    return recorder.bytes();
}

base::Expected<AgentStream> readBytes(const std::string& bytes) {
    const tests::TempDir folder;
    tests::writeFile(folder / "a.rec", bytes);
    return AgentStream::read(folder / "a.rec");
}

AgentStream streamOf(const std::string& bytes) {
    auto stream = readBytes(bytes);
    EXPECT_TRUE(stream) << stream.error().toString();
    return std::move(*stream);
}

TEST(AgentStreamTest, ReportsRobotTimesAndAnswers) {
    const AgentStream stream = streamOf(recording());
    EXPECT_EQ(stream.name(), "a.rec");
    EXPECT_EQ(stream.team(), "Testers");
    EXPECT_EQ(toString(stream.robot()), "right 3");
    EXPECT_EQ(stream.typeNumber(), 4);
    EXPECT_EQ(&stream.model(), &robot::naoModel(robot::NaoType::Toes));
    EXPECT_FALSE(stream.damage());
    ASSERT_EQ(stream.cycles().size(), 12U);
    EXPECT_EQ(stream.cycles()[7].commands, "(he1 7)(syn)");
    EXPECT_DOUBLE_EQ(stream.cycles()[7].serverTimeS, 10.14);
    EXPECT_EQ(stream.cycles()[7].gameTimeS, 0.0);
    for (std::size_t i = 0; i < stream.cycles().size(); ++i) {
        // Answers to 0 (init) and 3 (beam) take effect in 2 and 5.
        EXPECT_EQ(stream.cycles()[i].isBeamed, i == 2 || i == 5) << i;
        EXPECT_EQ(stream.cycles()[i].isMoved, i == 9) << i;
    }
    // The head has turned 7 degrees to the left.
    const Eigen::Vector3d ahead = stream.cycles()[7].X_TCamera.R.col(1);
    EXPECT_NEAR(std::atan2(-ahead.x(), ahead.y()), radFromDeg(7.0), 1e-9);
}

TEST(AgentStreamTest, PairsAnswersWhateverOrderTheRecorderMetThemIn) {
    Recorder recorder;
    recorder.says(Speaker::Agent, "(scene rsg/agent/nao/nao_hetero.rsg 0)(syn)")
        .says(Speaker::Server, message(0))
        .says(Speaker::Agent, "(he1 0)(syn)")
        .says(Speaker::Agent, "(he1 1)(syn)") // before the message that it answers
        .says(Speaker::Server, message(1))
        .says(Speaker::Server, message(2))
        .says(Speaker::Agent, "(he1 2)(syn)");
    const AgentStream stream = streamOf(recorder.bytes());
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(stream.cycles()[i].commands, fmt::format("(he1 {})(syn)", i));
    }
}

TEST(AgentStreamTest, CarriesTimeOnOverDamagedMessages) {
    Recorder recorder;
    recorder.says(Speaker::Server, message(0))
        .says(Speaker::Server, "((((")
        .says(Speaker::Server, message(2));
    const AgentStream stream = streamOf(recorder.bytes());
    ASSERT_EQ(stream.cycles().size(), 3U);
    EXPECT_NEAR(stream.cycles()[1].serverTimeS, 10.02, 1e-9);
    EXPECT_FALSE(stream.cycles()[1].gameTimeS);
    EstimatorRun run({}, newestField());
    run.advance(stream);
    EXPECT_EQ(run.estimates().size(), 3U);
}

TEST(AgentStreamTest, ATruncatedFileIsReadAsFarAsItGoes) {
    const std::string bytes = recording();
    const AgentStream stream = streamOf(bytes.substr(0, bytes.size() * 2 / 3));
    ASSERT_TRUE(stream.damage());
    EXPECT_EQ(stream.damage()->code, ErrorCode::Truncated);
    EXPECT_GE(stream.cycles().size(), 5U);
    EXPECT_LT(stream.cycles().size(), 12U);
}

TEST(AgentStreamTest, RefusesWhatIsNoStream) {
    const auto missing = AgentStream::read("/nowhere/a.rec");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::NotFound);
    const auto unknown = readBytes(recording("rsg/agent/spheres.rsg 0"));
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, ErrorCode::UnsupportedFormat);
    EXPECT_NE(unknown.error().message.find("rsg/agent/spheres.rsg"), std::string::npos);
    const auto noType = readBytes(recording("rsg/agent/nao/nao_hetero.rsg 9"));
    EXPECT_FALSE(noType);
    Recorder onlyAgent;
    onlyAgent.says(Speaker::Agent, "(scene rsg/agent/nao/nao_hetero.rsg 0)");
    const auto silent = readBytes(onlyAgent.bytes());
    ASSERT_FALSE(silent);
    EXPECT_EQ(silent.error().code, ErrorCode::UnsupportedFormat);
    EXPECT_FALSE(readBytes("no recording at all"));
    // Messages to a monitor, and to an agent of another server.
    for (const char* text : {"((RSMP 1 0)((gt 1 0)2.84)((sg 1 0)full(nd)))",
                             "(time (now 3.43))(HJ (n q_hj1)(ax 0.0)(vx 0.0))"}) {
        Recorder other;
        other.says(Speaker::Server, text).says(Speaker::Server, text);
        const auto refused = readBytes(other.bytes());
        ASSERT_FALSE(refused) << text;
        EXPECT_EQ(refused.error().code, ErrorCode::UnsupportedFormat);
        EXPECT_NE(refused.error().message.find("reports a joint"), std::string::npos);
    }
}

TEST(TruthTest, IsTurnedForTheRightTeam) {
    const AgentStream stream = streamOf(recording());
    const TruthTrack truth = truthOfStream(stream);
    ASSERT_EQ(truth.instants.size(), 12U);
    EXPECT_FALSE(truth.isEmpty());
    EXPECT_EQ(truth.at(5), nullptr);
    EXPECT_EQ(truth.at(100), nullptr);
    const TruthInstant* instant = truth.at(6);
    ASSERT_NE(instant, nullptr);
    EXPECT_TRUE(instant->p_SCamera.isApprox(Eigen::Vector3d(-14.0, 1.0, 0.53)));
    EXPECT_NEAR(instant->headingRad, radFromDeg(-90.0), 1e-12);
    ASSERT_TRUE(instant->p_SBall);
    EXPECT_TRUE(instant->p_SBall->isApprox(Eigen::Vector3d(-1.0, -2.0, 0.04)));
    EXPECT_DOUBLE_EQ(truth.roundingM, 0.01);
}

TEST(TruthTest, AMatchLogGivesTheWholeTorso) {
    const AgentStream stream = AgentStream::read(tests::dataFile("arms-t0.agent.rec.gz")).value();
    const auto truth = truthOfMatchLog(stream, tests::dataFile("arms-t0.monitor.log.xz"));
    ASSERT_TRUE(truth) << truth.error().toString();
    const TruthTrack reported = truthOfStream(stream);
    std::size_t compared = 0;
    for (std::size_t cycle = 0; cycle < reported.instants.size(); ++cycle) {
        const TruthInstant* fine = truth->at(cycle);
        if (reported.at(cycle) != nullptr && fine != nullptr) {
            ++compared;
            EXPECT_LT((reported.at(cycle)->p_SCamera - fine->p_SCamera).norm(), 0.012) << cycle;
            EXPECT_LT(std::abs(math::wrapRad(reported.at(cycle)->headingRad - fine->headingRad)),
                      radFromDeg(0.02))
                << cycle;
        }
    }
    EXPECT_GT(compared, 20U);
    const auto wrong =
        truthOfMatchLog(streamOf(recording()), tests::dataFile("arms-t0.monitor.log.xz"));
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().code, ErrorCode::NotFound);
    EXPECT_FALSE(truthOfMatchLog(stream, "/nowhere/a.log"));
}

protocol::Percepts seenPercepts(std::string& text) {
    text = message(1, "(FRP (n rf) (c 0 0 0) (f 0 0 20))(See (F1L (pol 10.00 5.00 1.00)) (G1R "
                      "(pol 20.00 -5.00 2.00)) (B (pol 3.00 0.00 -9.00)) (L (pol 4.00 1.00 2.00) "
                      "(pol 5.00 1.00 2.00)))");
    return protocol::parsePercepts(text).value();
}

TEST(ObservationFilterTest, RemovesOneKindAtATime) {
    struct Row {
        bool ObservationFilter::*kind;
        std::size_t objects;
        std::size_t lines;
        std::size_t gyros;
        std::size_t accelerometers;
        std::size_t forces;
    };
    const Row rows[] = {{&ObservationFilter::cornerFlags, 2, 1, 1, 1, 1},
                        {&ObservationFilter::goalPosts, 2, 1, 1, 1, 1},
                        {&ObservationFilter::lines, 3, 0, 1, 1, 1},
                        {&ObservationFilter::gyro, 3, 1, 0, 1, 1},
                        {&ObservationFilter::accelerometer, 3, 1, 1, 0, 1},
                        {&ObservationFilter::feet, 3, 1, 1, 1, 0}};
    for (const Row& row : rows) {
        std::string text;
        protocol::Percepts percepts = seenPercepts(text);
        ObservationFilter filter;
        filter.*row.kind = false;
        base::Rng rng(1);
        applyFilter(filter, {}, 0, rng, percepts);
        ASSERT_TRUE(percepts.vision);
        EXPECT_EQ(percepts.vision->objects.size(), row.objects);
        EXPECT_EQ(percepts.vision->lines.size(), row.lines);
        EXPECT_EQ(percepts.gyros.size(), row.gyros);
        EXPECT_EQ(percepts.accelerometers.size(), row.accelerometers);
        EXPECT_EQ(percepts.forces.size(), row.forces);
    }
}

TEST(ObservationFilterTest, KeepsEveryNthVision) {
    ObservationFilter filter;
    filter.visionEvery = 3;
    for (std::uint64_t vision = 0; vision < 7; ++vision) {
        std::string text;
        protocol::Percepts percepts = seenPercepts(text);
        base::Rng rng(1);
        applyFilter(filter, {}, vision, rng, percepts);
        EXPECT_EQ(percepts.vision.has_value(), vision % 3 == 0) << vision;
    }
}

TEST(ObservationFilterTest, AddedNoiseHasTheLawsSizeAndDoesNotDependOnWhatIsLeft) {
    constexpr int kVisionFrames = 4000;
    localization::VisionNoise law;
    ObservationFilter filter;
    filter.addedNoise = 2.0;
    ObservationFilter alone = filter;
    alone.lines = false;
    alone.cornerFlags = false;
    double squares = 0.0;
    double distances = 0.0;
    for (int i = 0; i < kVisionFrames; ++i) {
        std::string text;
        std::string textAlone;
        protocol::Percepts all = seenPercepts(text);
        protocol::Percepts less = seenPercepts(textAlone);
        base::Rng rng(static_cast<std::uint64_t>(i));
        base::Rng same(static_cast<std::uint64_t>(i));
        applyFilter(filter, law, 0, rng, all);
        applyFilter(alone, law, 0, same, less);
        ASSERT_EQ(all.vision->objects[1].polar, less.vision->objects[0].polar);
        squares += std::pow(all.vision->objects[1].polar.thetaDeg + 5.0, 2);
        distances += std::pow(all.vision->objects[1].polar.distanceM - 20.0, 2);
    }
    EXPECT_NEAR(std::sqrt(squares / kVisionFrames), 2.0 * 0.1480, 0.02);
    EXPECT_NEAR(std::sqrt(distances / kVisionFrames), 2.0 * 0.000965 * 20.0, 0.003);
}

// A server may report the truth within a vision frame; no estimator receives it.
TEST(ObservationFilterTest, TheTruthIsLeftOut) {
    const AgentStream stream = streamOf(recording());
    ASSERT_NE(stream.cycles()[6].percepts.find("(mypos "), std::string_view::npos);
    protocol::Percepts percepts;
    std::uint64_t visionFrames = 0;
    takePercepts(stream.cycles()[6], {}, visionFrames, percepts);
    EXPECT_EQ(visionFrames, 1U);
    ASSERT_TRUE(percepts.vision);
    EXPECT_EQ(percepts.vision->objects.size(), 1U);
    std::string text;
    protocol::writePercepts(percepts, text);
    EXPECT_EQ(text.find("mypos"), std::string::npos);
}

const ScenarioRun& lookRun() {
    static const ScenarioRun run = [] {
        ScenarioOptions options;
        options.durationS = 6.0;
        return runScenario("look", options).value();
    }();
    return run;
}

EstimatorSetup setupOf(Method method) {
    EstimatorSetup setup;
    setup.method = method;
    return setup;
}

TEST(EstimatorRunTest, ExplainGoesToTheSameBelief) {
    for (const Method method : {Method::Gyro, Method::Fusion}) {
        EstimatorSetup setup = setupOf(method);
        setup.filter.addedNoise = 0.5; // must be reproducible
        EstimatorRun run(setup, newestField());
        run.advance(lookRun().stream);
        for (const std::size_t cycle : {0U, 49U, 50U, 130U, 299U}) {
            localization::PoseDiagnostics diagnostics;
            const auto again = run.explain(lookRun().stream, cycle, diagnostics);
            EXPECT_EQ(again.isValid, run.estimates()[cycle].isValid) << cycle;
            EXPECT_EQ(again.X_ST, run.estimates()[cycle].X_ST) << cycle;
            EXPECT_EQ(again.covariance, run.estimates()[cycle].covariance) << cycle;
        }
        localization::PoseDiagnostics nothing;
        EXPECT_FALSE(run.explain(lookRun().stream, 100000, nothing).isValid);
        EXPECT_TRUE(nothing.observations.empty());
    }
}

TEST(EstimatorRunTest, ResumesAsIfItHadNotStopped) {
    EstimatorRun whole(setupOf(Method::Fusion), newestField());
    whole.advance(lookRun().stream);
    EstimatorRun parts(setupOf(Method::Fusion), newestField());
    parts.advance(lookRun().stream, [](std::size_t done) { return done < 100; });
    EXPECT_LT(parts.estimates().size(), 200U);
    parts.advance(lookRun().stream);
    ASSERT_EQ(parts.estimates().size(), lookRun().stream.cycles().size());
    ASSERT_EQ(parts.durations().size(), parts.estimates().size());
    ASSERT_EQ(parts.residuals().size(), parts.estimates().size());
    for (std::size_t i = 0; i < parts.estimates().size(); ++i) {
        ASSERT_EQ(parts.estimates()[i].X_ST, whole.estimates()[i].X_ST) << i;
    }
}

// Returns the truth with which a run would be exact, moved by a known error.
TruthTrack shiftedTruth(const AgentStream& stream, const EstimatorRun& run,
                        const Eigen::Vector3d& shift, double turnRad) {
    TruthTrack truth;
    truth.source = "made up";
    truth.instants.resize(stream.cycles().size());
    for (std::size_t i = 0; i < truth.instants.size(); ++i) {
        if (run.estimates()[i].isValid) {
            const math::Pose X_SCamera = cameraPose(stream, i, run.estimates()[i]);
            TruthInstant instant;
            instant.p_SCamera = X_SCamera.p - shift;
            instant.headingRad = std::atan2(X_SCamera.R(1, 1), X_SCamera.R(0, 1)) - turnRad;
            truth.instants[i] = instant;
        }
    }
    return truth;
}

TEST(ScoreTest, ComputesKnownErrors) {
    const AgentStream& stream = lookRun().stream;
    EstimatorRun run(setupOf(Method::Fusion), newestField());
    run.advance(stream);
    const TruthTrack truth = shiftedTruth(stream, run, {0.03, -0.04, 0.12}, 0.01);
    const RunScore score = scoreOf(stream, run, truth);
    EXPECT_NEAR(score.all.groundM.mean, 0.05, 1e-9);
    EXPECT_NEAR(score.all.groundM.max, 0.05, 1e-9);
    EXPECT_NEAR(score.all.spaceM.rms, 0.13, 1e-9);
    EXPECT_NEAR(score.all.heightM.p95, 0.12, 1e-9);
    EXPECT_NEAR(score.all.headingRad.mean, 0.01, 1e-9);
    EXPECT_GT(score.all.groundM.count, 250U);
    EXPECT_GT(score.validRatio, 0.9);
    ASSERT_TRUE(score.microseconds && score.p99Microseconds);
    EXPECT_GT(*score.microseconds, 0.0);
    const auto longer = std::ranges::count_if(run.durations(), [&](auto duration) {
        using Microseconds = std::chrono::duration<double, std::micro>;
        return Microseconds(duration).count() > *score.p99Microseconds;
    });
    EXPECT_LE(static_cast<double>(longer), 0.011 * static_cast<double>(run.durations().size()));
    EXPECT_GT(longer, 0);
    EXPECT_EQ(score.walking.groundM.count, 0U);
    EXPECT_NEAR(static_cast<double>(score.vision.groundM.count) * 3.0,
                static_cast<double>(score.all.groundM.count), 4.0);
    const auto errors = errorsOf(stream, run, truth);
    EXPECT_NEAR(errors.back()->headingRad, 0.01, 1e-9);
    EXPECT_NEAR(errors.back()->heightM, 0.12, 1e-9);
    const RunScore part = scoreOf(stream, run, truth, 100, 150);
    EXPECT_EQ(part.cycles, 50U);
}

// Headings on both sides of 180 degrees are close, although their values are not.
TEST(ScoreTest, HeadingErrorsGoTheShortWayRound) {
    const AgentStream& stream = lookRun().stream;
    EstimatorRun run(setupOf(Method::Fusion), newestField());
    run.advance(stream);
    for (const double wholeTurnRad : {-2.0 * math::kPi, 2.0 * math::kPi}) {
        for (const double errorRad : {-0.005, 0.005}) {
            const TruthTrack truth =
                shiftedTruth(stream, run, Eigen::Vector3d::Zero(), errorRad + wholeTurnRad);
            EXPECT_NEAR(errorsOf(stream, run, truth).back()->headingRad, errorRad, 1e-9);
            const RunScore score = scoreOf(stream, run, truth, 50);
            EXPECT_NEAR(score.all.headingRad.max, std::abs(errorRad), 1e-9);
            EXPECT_EQ(score.unrecovered, 0U) << "it is where it should be";
        }
    }
}

TEST(ScoreTest, SquaredSigmasFollowTheCovariance) {
    const AgentStream& stream = lookRun().stream;
    EstimatorRun run(setupOf(Method::Fusion), newestField());
    run.advance(stream);
    const std::size_t last = stream.cycles().size() - 1;
    if (!run.estimates()[last].hasCovariance) {
        GTEST_SKIP() << "needs an estimator with a covariance";
    }
    const auto squaredOf = [&](double shiftM, double roundingM) {
        TruthTrack truth = shiftedTruth(stream, run, {shiftM, 0.0, 0.0}, 0.0);
        truth.roundingM = roundingM;
        return errorsOf(stream, run, truth)[last]->squaredSigmas.value();
    };
    EXPECT_NEAR(squaredOf(0.0, 0.0), 0.0, 1e-12);
    EXPECT_GT(squaredOf(0.01, 0.0), 0.0);
    EXPECT_NEAR(squaredOf(0.02, 0.0), 4.0 * squaredOf(0.01, 0.0), 1e-6 * squaredOf(0.02, 0.0));
    EXPECT_LT(squaredOf(0.01, 0.01), squaredOf(0.01, 0.0));
    // A rounding far above the belief's own uncertainty dominates.
    EXPECT_NEAR(squaredOf(1.0, 10.0), 12.0 / 100.0, 0.01);
}

TEST(ScoreTest, MeasuresTheRecoveryTime) {
    AgentStream stream("made up", robot::naoModel(robot::NaoType::Standard), 0);
    for (const StreamCycle& cycle : lookRun().stream.cycles()) {
        const std::size_t i = stream.cycles().size();
        stream.append(std::string(cycle.percepts), i == 98 ? "(init (unum 1))" : "", i == 200);
    }
    EstimatorRun run(setupOf(Method::Fusion), newestField());
    run.advance(stream);
    TruthTrack truth = shiftedTruth(stream, run, {0.0, 0.0, 0.0}, 0.0);
    std::size_t vision = 100;
    while (stream.cycles()[vision].percepts.find("(See") == std::string_view::npos) {
        ++vision;
    }
    for (std::size_t i = 100; i < vision + 20; ++i) {
        truth.instants[i]->p_SCamera.x() += 0.2;
    }
    for (std::size_t i = 200; i < stream.cycles().size(); ++i) {
        truth.instants[i]->headingRad += 0.1;
    }
    const RunScore score = scoreOf(stream, run, truth, 50); // it has reached its position by then
    ASSERT_EQ(score.recoveryS.size(), 1U);
    EXPECT_NEAR(score.recoveryS.front(), 0.4, 1e-9);
    EXPECT_EQ(score.unrecovered, 1U);
}

// Returns a stream like that of `lookRun`, with a second beam in between.
AgentStream beamedStream(std::size_t atCycle) {
    AgentStream stream("made up", robot::naoModel(robot::NaoType::Standard), 0);
    for (const StreamCycle& cycle : lookRun().stream.cycles()) {
        const bool isAsked = stream.cycles().size() + 2 == atCycle; // visible two cycles later
        stream.append(std::string(cycle.percepts), isAsked ? "(init (unum 1))" : "");
    }
    EXPECT_TRUE(stream.cycles()[atCycle].isBeamed);
    return stream;
}

// Returns the first cycle from `from` on that follows a vision frame of two landmarks.
std::size_t cycleAfterVision(std::size_t from) {
    const auto& cycles = lookRun().stream.cycles();
    while (!cycles[from - 1].hasTwoLandmarks || cycles[from].hasVision) {
        ++from;
    }
    return from;
}

TEST(EstimatorRunTest, ABeamEndsWhatWasBelieved) {
    const std::size_t beam = cycleAfterVision(100);
    const AgentStream stream = beamedStream(beam);
    for (const Method method : {Method::Gyro, Method::Fusion}) {
        EstimatorRun run(setupOf(method), newestField());
        run.advance(stream);
        EXPECT_TRUE(run.estimates()[beam - 1].isValid);
        EXPECT_FALSE(run.estimates()[beam].isValid) << "nothing has been seen since";
        EXPECT_TRUE(run.estimates().back().isValid);
    }
}

TEST(ScoreTest, NothingCanBeKnownBetweenABeamAndTwoLandmarks) {
    const std::size_t beam = cycleAfterVision(100);
    const AgentStream stream = beamedStream(beam);
    std::size_t seen = beam;
    while (!stream.cycles()[seen].hasTwoLandmarks) {
        ++seen;
    }
    EstimatorRun run(setupOf(Method::Fusion), newestField());
    run.advance(stream);
    const RunScore score = scoreOf(stream, run, TruthTrack(), beam - 10, seen + 10);
    EXPECT_EQ(score.cycles, 20U);
}

TEST(ScoreTest, FoundForAnInstantIsNotFound) {
    const std::size_t beam = cycleAfterVision(100);
    const AgentStream stream = beamedStream(beam);
    EstimatorRun run(setupOf(Method::Fusion), newestField());
    run.advance(stream);
    TruthTrack truth = shiftedTruth(stream, run, {0.0, 0.0, 0.0}, 0.0);
    std::size_t vision = beam;
    while (!stream.cycles()[vision].hasVision) {
        ++vision;
    }
    for (std::size_t i = vision + 20; i < vision + 40; ++i) {
        truth.instants[i].value().p_SCamera.x() += 0.2;
    }
    const RunScore score = scoreOf(stream, run, truth, 50);
    ASSERT_EQ(score.recoveryS.size(), 1U);
    EXPECT_NEAR(score.recoveryS.front(), 0.8, 1e-9);
}

TEST(ScoreTest, ActivitiesFollowTheTruth) {
    AgentStream stream("made up", robot::naoModel(robot::NaoType::Standard), 0);
    TruthTrack truth;
    for (int i = 0; i < 300; ++i) {
        stream.append(message(i), {});
        auto& instant = truth.instants.emplace_back();
        if (i % 3 == 0) { // stands, walks at 0.5 m/s, lies
            instant.emplace();
            instant->p_SCamera = {i < 100 ? 0.0 : 0.01 * std::min(i - 100, 100), 1.0,
                                  i < 200 ? 0.5 : 0.1};
        }
    }
    const auto activities = activitiesOf(stream, truth);
    EXPECT_EQ(activities[50], Activity::Standing);
    EXPECT_EQ(activities[150], Activity::Walking);
    EXPECT_EQ(activities[151], Activity::Walking);
    EXPECT_EQ(activities[250], Activity::Fallen);
}

TEST(ScoreTest, DistributionsAreOfAbsoluteNumbers) {
    std::vector<double> values;
    for (int i = 0; i <= 100; ++i) {
        values.push_back(i % 2 == 0 ? i : -i);
    }
    values.push_back(std::nan(""));
    const Distribution all = distributionOf(values);
    EXPECT_EQ(all.count, 101U);
    EXPECT_DOUBLE_EQ(all.mean, 50.0);
    EXPECT_DOUBLE_EQ(all.median, 50.0);
    EXPECT_DOUBLE_EQ(all.p95, 95.0);
    EXPECT_DOUBLE_EQ(all.max, 100.0);
    EXPECT_NEAR(all.rms, std::sqrt(100.0 * 201.0 / 6.0), 1e-9);
    EXPECT_EQ(distributionOf({}).count, 0U);
}

TEST(BallScoreTest, TheWorldModelTracksARollingBall) {
    const ScenarioRun& run = lookRun();
    const BallScore score =
        ballScoreOf(run.stream, setupOf(Method::Fusion), newestField(), run.truth);
    EXPECT_GT(score.seenM.count, 10U);
    EXPECT_LT(score.seenM.median, 0.2);
    EXPECT_GT(score.knownRatio, 0.2);
    EXPECT_EQ(score.seenM.count, score.seenMps.count);
}

// The ball's field position is unknown until the robot is localized again.
TEST(BallScoreTest, ABeamEndsWhatIsKnownOfTheBallsPlace) {
    const ScenarioRun& run = lookRun();
    const std::size_t beam = cycleAfterVision(100);
    const auto knownRatio = [&](const AgentStream& stream) {
        return ballScoreOf(stream, setupOf(Method::Fusion), newestField(), run.truth, beam,
                           beam + 1)
            .knownRatio;
    };
    EXPECT_EQ(knownRatio(run.stream), 1.0);
    EXPECT_EQ(knownRatio(beamedStream(beam)), 0.0);
}

TEST(ScenarioTest, EqualOptionsGiveEqualRuns) {
    for (const Scenario& scenario : scenarios()) {
        ScenarioOptions options;
        options.durationS = 3.0;
        const auto one = runScenario(scenario.name, options);
        const auto two = runScenario(scenario.name, options);
        ASSERT_TRUE(one && two) << scenario.name;
        ASSERT_EQ(one->stream.cycles().size(), 150U);
        ASSERT_EQ(one->truth.instants.size(), 150U);
        for (std::size_t i = 0; i < 150; ++i) {
            ASSERT_EQ(one->stream.cycles()[i].percepts, two->stream.cycles()[i].percepts) << i;
        }
        EXPECT_EQ(one->cameraOffset_CM, two->cameraOffset_CM);
        EXPECT_GT(one->cameraOffset_CM.norm(), 0.0);
        EXPECT_LT(one->cameraOffset_CM.cwiseAbs().maxCoeff(), 0.005 + 1e-9);
        options.seed = 2;
        const auto other = runScenario(scenario.name, options);
        EXPECT_GT((other->truth.at(149)->p_SCamera - one->truth.at(149)->p_SCamera).norm(), 1e-3);
    }
}

TEST(ScenarioTest, TruthIsWhereTheBodyIs) {
    ScenarioOptions options;
    options.durationS = 5.0;
    options.typeNumber = 4;
    options.hasNoise = false;
    const ScenarioRun run = runScenario("squat", options).value();
    EXPECT_EQ(run.cameraOffset_CM.norm(), 0.0);
    EXPECT_EQ(run.stream.typeNumber(), 4);
    EXPECT_EQ(toString(run.stream.robot()), "left 1");
    ASSERT_FALSE(run.truth.at(200)->p_SPlayers.empty());
    double lowestM = 1.0;
    for (std::size_t i = 100; i < run.stream.cycles().size(); ++i) {
        const TruthInstant& truth = *run.truth.at(i);
        const math::Pose X_SCamera = *truth.X_ST * run.stream.cycles()[i].X_TCamera;
        EXPECT_LT((X_SCamera.p - truth.p_SCamera).norm(), 1e-3) << i; // joint angles are rounded
        lowestM = std::min(lowestM, truth.p_SCamera.z());
    }
    EXPECT_LT(lowestM, 0.51);
    EXPECT_GT(lowestM, 0.3);
}

TEST(ScenarioTest, BeamsAndMovesShowWhereTheyAreMarked) {
    for (const char* name : {"beam", "kidnap"}) {
        ScenarioOptions options;
        options.durationS = 12.0;
        const ScenarioRun run = runScenario(name, options).value();
        int jumps = 0;
        for (std::size_t i = 60; i < run.stream.cycles().size(); ++i) {
            const StreamCycle& cycle = run.stream.cycles()[i];
            const double movedM =
                (run.truth.at(i)->p_SCamera - run.truth.at(i - 1)->p_SCamera).head<2>().norm();
            EXPECT_EQ(movedM > 0.1, cycle.isBeamed || cycle.isMoved) << name << i << ' ' << movedM;
            jumps += movedM > 0.1 ? 1 : 0;
        }
        EXPECT_GE(jumps, 2) << name;
    }
}

TEST(ScenarioTest, AnotherRobotPlaysAndIsLocalized) {
    ScenarioOptions options;
    options.robot = robot::soccerbot056Model().shared();
    options.durationS = 15.0;
    const ScenarioRun run = runScenario("upside-down", options).value();
    EXPECT_EQ(run.stream.model().name(), "soccerbot056");
    const std::vector<Activity> activities = activitiesOf(run.stream, run.truth);
    EXPECT_EQ(activities[390], Activity::Standing);
    EXPECT_GT(run.truth.at(390)->p_SCamera.z(), 3.4);
    EXPECT_EQ(activities[640], Activity::Fallen); // its camera is higher than a standing Nao's
    EXPECT_GT(run.truth.at(640)->p_SCamera.z(), 0.4);
    EXPECT_EQ(activities[740], Activity::Standing) << "placed upright";
    EXPECT_GT(run.truth.at(740)->p_SCamera.z(), 3.4);
    EstimatorRun fusion(setupOf(Method::Fusion), newestField());
    fusion.advance(run.stream);
    // It has no accelerometer: turned over unannounced, it is lost until it is upright.
    EXPECT_EQ(scoreOf(run.stream, fusion, run.truth, 0, 400).validRatio, 1.0);
    EXPECT_EQ(scoreOf(run.stream, fusion, run.truth, 660, 750).validRatio, 1.0);
    const RunScore score = scoreOf(run.stream, fusion, run.truth, 0, run.stream.cycles().size());
    EXPECT_LT(score.standing.groundM.mean, 0.02);
}

// A T1's camera is 5 cm in front of its head's joint and 12 cm above it.
TEST(TruthTest, TheCameraIsWhereTheRobotsDescriptionPutsIt) {
    const robot::RobotModel& t1 = robot::mujocoRobotModel(robot::MujocoRobot::T1);
    monitor::MatchFrame frame;
    monitor::RobotFrame& robot = frame.robots.emplace_back();
    robot.id = {game::Side::Left, game::UniformNumber(3)};
    robot.model = t1.shared();
    robot.X_SBody.resize(t1.bodies().size());
    robot.jointAnglesRad.resize(t1.joints().size());
    robot::forwardKinematics(t1, math::Pose::translation({2.0, 1.0, 0.65}), robot.jointAnglesRad,
                             robot.X_SBody);
    const auto truth = truthIn(frame, robot.id, t1);
    ASSERT_TRUE(truth);
    const Eigen::Vector3d& p_SHead = robot.X_SBody[t1.cameraBody().index()].p;
    EXPECT_LT((truth->p_SCamera - p_SHead - Eigen::Vector3d(0.0, 0.05, 0.12)).norm(), 1e-9);
}

TEST(ScenarioTest, RobotsOfAnotherServerDoNotPlay) {
    ScenarioOptions options;
    options.robot = robot::mujocoRobotModel(robot::MujocoRobot::T1).shared();
    const auto run = runScenario("look", options);
    ASSERT_FALSE(run);
    EXPECT_EQ(run.error().code, ErrorCode::InvalidArgument);
}

TEST(ReplayTest, TheRecordedRobotActsAgain) {
    ScenarioOptions options;
    options.robot = robot::soccerbot056Model(robot::Soccerbot056Stops::Described).shared();
    options.typeNumber = 1;
    options.durationS = 3.0;
    const ScenarioRun first = runScenario("squat", options).value();
    EXPECT_LT(first.truth.at(120)->p_SCamera.z(), first.truth.at(70)->p_SCamera.z() - 0.1);
    const auto replay = replayInSimulator(first.stream, {});
    ASSERT_TRUE(replay) << replay.error().toString();
    EXPECT_EQ(replay->stream.model().name(), "soccerbot056-stops");
    EXPECT_LT((replay->truth.at(120)->p_SCamera - first.truth.at(120)->p_SCamera).norm(), 1e-3);
}

TEST(ScenarioTest, NamesTheScenariosThereAre) {
    const auto run = runScenario("dance", {});
    ASSERT_FALSE(run);
    EXPECT_EQ(run.error().code, ErrorCode::NotFound);
    EXPECT_NE(run.error().expected.find("kidnap"), std::string::npos);
    ScenarioOptions options;
    options.typeNumber = 7;
    EXPECT_FALSE(runScenario("look", options));
}

TEST(ReplayTest, CommandsActAgain) {
    ScenarioOptions options;
    options.durationS = 4.0;
    options.hasNoise = false;
    const ScenarioRun first = runScenario("squat", options).value();
    ScenarioOptions again;
    again.hasNoise = false;
    const auto replay = replayInSimulator(first.stream, again);
    ASSERT_TRUE(replay) << replay.error().toString();
    ASSERT_EQ(replay->stream.cycles().size(), first.stream.cycles().size());
    // The same robot, beam and commands: the knees bend at the same time.
    const Eigen::Vector3d off = replay->truth.at(180)->p_SCamera - first.truth.at(180)->p_SCamera;
    EXPECT_LT(off.norm(), 1e-3);
    const auto silent = replayInSimulator(
        [] {
            AgentStream stream("silent", robot::naoModel(robot::NaoType::Standard), 0);
            stream.append(message(0), {});
            return stream;
        }(),
        {});
    ASSERT_FALSE(silent);
    EXPECT_EQ(silent.error().code, ErrorCode::InvalidArgument);
}

} // namespace
} // namespace sideline::evaluation
