#include "logs/session/agent_values.h"

#include <array>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "logs/match/curves.h"
#include "logs/session/session_signals.h"
#include "tests/logs/session/random_frames.h"
#include "tests/logs/session/session_files.h"
#include "tests/support/signal_value.h"
#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

using game::PlayerId;
using game::Side;
using game::UniformNumber;
using std::chrono::milliseconds;
using Answer = AgentValues::Answer;

constexpr PlayerId kFirst{Side::Left, UniformNumber(1)};
constexpr PlayerId kSecond{Side::Left, UniformNumber(2)};
constexpr std::size_t kRows = 50;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// Creates the rows of a match whose frames came 3 ms after every second frame of an agent, as
// marked by `writeSession`. @param aheadS offset of the match's clock
SignalTable tableOf(std::vector<SignalId> ids, double aheadS = 0.0) {
    SignalTable table;
    table.signals = std::move(ids);
    for (std::size_t row = 0; row < kRows; ++row) {
        table.frames.push_back(static_cast<FrameNumber>(row));
        table.recordTimeS.push_back(0.04 * static_cast<double>(row));
        table.gameTimeS.push_back(0.04 * static_cast<double>(row) + aheadS);
    }
    table.values.assign(table.signals.size(), std::vector<double>(kRows, kNone));
    table.breaks.assign(table.signals.size(), std::vector<std::uint8_t>(kRows, 0));
    return table;
}

class AgentValuesTest : public ::testing::Test {
protected:
    AgentValuesTest() { tests::writeSession(m_file, 2, 100); }
    // Returns the column of one signal.
    std::vector<double> column(const SignalId& id, double aheadS = 0.0,
                               SessionAgentValues::Options options = {}) {
        SessionAgentValues source(m_file, std::move(options));
        EXPECT_TRUE(source.refresh());
        SignalTable table = tableOf({id}, aheadS);
        m_settled = fillAgentValues(table, std::array{std::size_t{0}}, source, 0, kRows);
        return table.values[0];
    }
    tests::TempDir m_dir;
    std::filesystem::path m_file = m_dir / "a.session";
    std::size_t m_settled = 0;
};

TEST(AgentSignalTest, NamesReportTheAgentAndThePath) {
    const SignalId id = SignalId::ofAgent(kFirst, "world.ball.p_F.x");
    EXPECT_EQ(signalName(id, nullptr), "left.1 world.ball.p_F.x");
    EXPECT_EQ(signalUnit(id), "m");
    EXPECT_EQ(curveUnit({id, 1, 0.0}), "m/s");
    EXPECT_EQ(curveUnit({SignalId::ofAgent(kFirst, "body.gyro_TDegPerS.x"), 1, 0.0}),
              "deg/s\u00b2");
    EXPECT_EQ(curveUnit({SignalId::ofAgent(kFirst, "body.acceleration_TMps2.x"), 1, 0.0}),
              "m/s\u00b3");
    EXPECT_EQ(curveUnit({SignalId::ofAgent(kFirst, "game.ownScore"), 1, 0.0}), "1/s");
    EXPECT_NE(id, SignalId::ofAgent(kSecond, "world.ball.p_F.x"));
    EXPECT_NE(id, SignalId::ofAgent(kFirst, "world.ball.p_F.y"));
    EXPECT_EQ(id, SignalId::ofAgent(kFirst, "world.ball.p_F.x"));
    EXPECT_TRUE(std::isnan(signalValue(id, monitor::MatchFrame{}, nullptr)));
}

TEST(AgentSignalTest, PathsContainUnits) {
    struct Row {
        const char* path;
        const char* unit;
    };
    for (const Row& row : {Row{"cycle", ""},
                           {"game.gameTimeS", "s"},
                           {"game.playMode", ""},
                           {"body.joint.rle4.measuredDeg", "deg"},
                           {"body.joint.rle4.commandDegPerS", "deg/s"},
                           {"body.gyro_TDegPerS.x", "deg/s"},
                           {"body.acceleration_TMps2.z", "m/s\u00b2"},
                           {"body.force.lfoot.center_Body.x", "m"},
                           {"body.force.lfoot.force_BodyN.x", "N"},
                           {"body.touching.headM", ""},
                           {"body.temperatureC", "\u00b0C"},
                           {"body.batteryLevel", ""},
                           {"body.isFallen", ""},
                           {"body.pose.p_S.y", "m"},
                           {"body.pose.velocity_SMps.x", "m/s"},
                           {"body.pose.cameraOffset_CM.x", "m"},
                           {"body.pose.cyclesSinceVision", ""},
                           {"body.heading_FDeg", "deg"},
                           {"world.mate.7.positionSigmaM", "m"},
                           {"world.mate.7.confidence", ""},
                           {"world.landmark.F1L.p_F.x", "m"},
                           {"world.line.0.from_F.x", "m"},
                           {"situation.home_F.x", "m"},
                           {"situation.offsideLine_FM", "m"},
                           {"situation.halfLeftS", "s"},
                           {"timing.parseMs", "ms"},
                           {"debug.head.errorRad", "rad"},
                           {"debug.FPS", ""},
                           {"debug.S", ""},
                           {"", ""}}) {
        EXPECT_EQ(agentValueUnit(row.path), row.unit) << row.path;
    }
    EXPECT_TRUE(isHeading(SignalId::ofAgent(kFirst, "body.heading_FDeg")));
    EXPECT_TRUE(isHeading(SignalId::ofAgent(kFirst, "world.mate.7.headingDeg")));
    EXPECT_FALSE(isHeading(SignalId::ofAgent(kFirst, "body.pose.headingSigmaDeg")));
    EXPECT_TRUE(isHeading({Quantity::HeadingDeg, monitor::ObjectId::ofRobot(kFirst), -1}));
}

// Every value of a frame is readable by its path, as in the export.
TEST(AgentSignalTest, EveryPathOfAFrameHasItsValue) {
    const auto frame = tests::plainFrame(7, {});
    const std::vector<std::string> paths = agentSignalNames(*frame);
    std::vector<double> values(paths.size(), 5.0);
    readAgentFrame(*frame, paths, values);
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const double expected = tests::agentSignalValue(paths[i], *frame);
        EXPECT_TRUE(values[i] == expected || (std::isnan(values[i]) && std::isnan(expected)))
            << paths[i];
    }
    const std::vector<std::string> none = {"no.such"};
    readAgentFrame(*frame, none, std::span(values).first(1));
    EXPECT_TRUE(std::isnan(values[0]));
}

TEST_F(AgentValuesTest, RowsMatchTheExportAtTheSameInstant) {
    const auto reader = tests::openSession(m_file);
    const auto exported = readAgentSignals(*reader, {*reader->findAgent("Testers 2")},
                                           {"debug.head.errorRad", "game.serverTimeS"});
    ASSERT_TRUE(exported);
    SessionAgentValues source(m_file, {});
    ASSERT_TRUE(source.refresh());
    SignalTable table = tableOf({SignalId::ofAgent(kSecond, "debug.head.errorRad"),
                                 {Quantity::XM, monitor::ObjectId::ball(), -1},
                                 SignalId::ofAgent(kFirst, "cycle"),
                                 SignalId::ofAgent(kSecond, "game.serverTimeS")});
    constexpr std::array<std::size_t, 3> kColumns = {0, 2, 3};
    EXPECT_EQ(fillAgentValues(table, kColumns, source, 5, 40), 40U);
    for (std::size_t row = 0; row < kRows; ++row) {
        const bool isFilled = row >= 5 && row < 40;
        EXPECT_TRUE(std::isnan(table.values[1][row])) << "of the match";
        EXPECT_EQ(std::isnan(table.values[0][row]), !isFilled) << row;
        if (isFilled) {
            EXPECT_EQ(table.values[0][row], exported->values[0][2 * row]) << row;
            EXPECT_EQ(table.values[2][row], static_cast<double>(2 * row));
            EXPECT_EQ(table.values[3][row], exported->values[1][2 * row]);
        }
    }
}

// Messages of match and agents come in any order; the clock values in them are reliable.
TEST_F(AgentValuesTest, FramesAreMatchedByClock) {
    const SignalId cycle = SignalId::ofAgent(kFirst, "cycle");
    EXPECT_EQ(column(cycle, 0.02)[10], 21.0);
    EXPECT_EQ(column(cycle, -0.04)[10], 18.0);
    EXPECT_EQ(column(cycle, 0.2)[10], 20.0) << "none of that time: the newest";
    EXPECT_TRUE(std::isnan(column(cycle, 10.0)[10])) << "of another time of the match";
    SessionAgentValues::Options options;
    options.isServerClock = true; // from 10 s on: differs from the record time of the rows
    EXPECT_TRUE(std::isnan(column(cycle, 0.0, options)[10]));
}

TEST_F(AgentValuesTest, MissingValuesAreGaps) {
    const auto hasNone = [](const std::vector<double>& values) {
        return std::ranges::all_of(values, [](double value) { return std::isnan(value); });
    };
    EXPECT_TRUE(hasNone(column(SignalId::ofAgent(kFirst, "world.mate.4.p_F.x"))));
    EXPECT_TRUE(hasNone(column(SignalId::ofAgent({Side::Right, UniformNumber(9)}, "cycle"))));
    EXPECT_EQ(m_settled, kRows) << "and that stays so";
    // The agent is absent for 0.8 s, and permanently at the end.
    {
        const auto writer = tests::startSession(m_dir / "c.session");
        auto& sink = writer->addAgent("Testers 1");
        writer->beginMatchLog("match.log", tests::kBegun);
        for (std::uint64_t i = 0; i < 100; ++i) {
            const auto at = tests::kBegun + milliseconds(20) * i;
            if (i < 20 || (i >= 60 && i < 70)) {
                sink.take(tests::plainFrame(i, at, 1));
            }
            if (i % 2 == 0) {
                writer->mark(i / 2, at + milliseconds(3));
            }
        }
        ASSERT_TRUE(writer->close());
    }
    m_file = m_dir / "c.session";
    const auto cycles = column(SignalId::ofAgent(kFirst, "cycle"));
    EXPECT_EQ(cycles[9], 18.0);
    EXPECT_EQ(cycles[15], 19.0) << "a moment of silence is none";
    EXPECT_TRUE(std::isnan(cycles[25]));
    EXPECT_EQ(cycles[30], 60.0);
    EXPECT_TRUE(std::isnan(cycles[49]));
}

TEST_F(AgentValuesTest, ReadsTheIntactPartOfADamagedSession) {
    // One chunk in the middle has no bytes, as after a disk fault.
    tests::changeSession(m_file, "UPDATE chunk_data SET blob = x'00' WHERE id = 1");
    const auto cycles = column(SignalId::ofAgent(kFirst, "cycle"));
    const auto missing =
        std::ranges::count_if(cycles, [](double value) { return std::isnan(value); });
    EXPECT_GT(missing, 0);
    // The end is missing and must not be invented.
    tests::writeSession(m_dir / "b.session", 1, 100);
    tests::changeSession(m_dir / "b.session", "DELETE FROM mark WHERE time_ns > 400000000");
    m_file = m_dir / "b.session";
    const auto rest = column(SignalId::ofAgent(kFirst, "cycle"));
    EXPECT_EQ(rest[5], 10.0);
    EXPECT_TRUE(std::isnan(rest[40]));
    SessionAgentValues none(m_dir / "none.session", {});
    EXPECT_FALSE(none.refresh());
    std::array values = {1.0};
    EXPECT_EQ(none.read({}, kFirst, std::array{std::string("cycle")}, values), Answer::Nothing);
}

TEST_F(AgentValuesTest, FollowsASessionBeingRecorded) {
    const auto file = m_dir / "live.session";
    const auto writer = tests::startSession(file);
    auto& sink = writer->addAgent("Testers 1");
    SessionAgentValues::Options options;
    options.arrivalOf = [](FrameNumber frame) {
        return std::optional(tests::kBegun + milliseconds(40) * frame + milliseconds(3));
    };
    options.flush = [&writer] { EXPECT_TRUE(writer->flush()); };
    SessionAgentValues source(file, options);
    SignalTable table = tableOf({SignalId::ofAgent(kFirst, "cycle")});
    std::uint64_t cycle = 0;
    const auto record = [&](std::uint64_t until) {
        for (; cycle < until; ++cycle) {
            sink.take(tests::plainFrame(cycle, tests::kBegun + milliseconds(20) * cycle, 1));
        }
        EXPECT_TRUE(source.refresh());
    };
    constexpr std::array<std::size_t, 1> kColumns = {0};
    record(30);
    EXPECT_TRUE(source.isGrowing());
    const std::size_t settled = fillAgentValues(table, kColumns, source, 0, kRows);
    EXPECT_EQ(table.values[0][10], 20.0);
    EXPECT_TRUE(std::isnan(table.values[0][20])) << "not there yet";
    EXPECT_LT(settled, 12U);
    EXPECT_GT(settled, 8U);
    record(70);
    EXPECT_GT(fillAgentValues(table, kColumns, source, settled, kRows), 25U);
    for (std::size_t row = 0; row < 34; ++row) {
        EXPECT_EQ(table.values[0][row], static_cast<double>(2 * row)) << row;
    }
}

} // namespace
} // namespace sideline::logs
