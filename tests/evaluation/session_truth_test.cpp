// Tests the truth that a session's match log gives, on a robot that swings its head.
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agentcore/base/output_file.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"
#include "agentcore/robot/nao.h"
#include "evaluation/annotated_stream.h"
#include "evaluation/estimator_run.h"
#include "evaluation/score.h"
#include "evaluation/session_stream.h"
#include "logs/match/packed_writer.h"
#include "simulator/harness/match_harness.h"
#include "simulator/monitor/monitor_log_writer.h"
#include "simulator/server/monitor_feed.h"
#include "tests/logs/session/session_files.h"
#include "tests/support/test_files.h"

namespace sideline::evaluation {
namespace {

using std::chrono::milliseconds;

constexpr int kCycles = 500;

// Holds all joints, and swings the head sideways at up to 60 degrees per second.
class SwingHead final : public behavior::Behavior {
public:
    [[nodiscard]] std::string_view name() const override { return "swing head"; }
    behavior::Status update(const behavior::Context& context,
                            behavior::ActionRequest& request) override {
        const robot::JointId neck = context.model().findJoint("hj1");
        request.targetRad[neck.index()] = math::radFromDeg(30.0) * std::sin(2.0 * context.timeS);
        return behavior::Status::Running;
    }
    [[nodiscard]] std::unique_ptr<behavior::Behavior> clone() const override {
        return std::make_unique<SwingHead>(*this);
    }
};

class SessionTruthTest : public testing::Test {
protected:
    // Plays and records a match of one robot. Its match log has a frame in every second cycle,
    // whose arrivals are a cycle late.
    void record(bool hasKickOff) {
        simulator::MatchHarness match(simulator::SimulationSettings{});
        simulator::MonitorFeed feed(match.simulation());
        runtime::AgentSettings settings;
        settings.team = "Swing";
        settings.unum = 4;
        settings.isSync = true;
        settings.beam_F = Eigen::Vector3d(-3.0, 1.0, 0.3);
        const std::size_t agent = match.add(settings, std::make_unique<SwingHead>());
        const auto writer = tests::startSession(session());
        world::FrameSink& sink = writer->addAgent("Swing 4");
        auto log = simulator::MonitorLogWriter::create(m_folder / "a.log", {0.04, 2.0});
        ASSERT_TRUE(log);
        writer->beginMatchLog("a.log", tests::kBegun);
        std::uint64_t lastCycle = 0;
        std::uint64_t line = 0;
        for (int i = 0; i < kCycles; ++i) {
            match.cycle();
            const auto now = tests::kBegun + milliseconds(20) * i;
            if (i == 100 && hasKickOff) {
                ASSERT_TRUE(match.simulation().apply(monitor::KickOff{game::Side::Left}));
            }
            auto frame = std::make_shared<world::AgentFrame>(match.frame(agent));
            if (!frame->perceptText.empty() && frame->cycle > lastCycle) {
                lastCycle = frame->cycle;
                frame->timing.receivedAt = now;
                sink.take(frame);
            }
            if (log->isDueAfterCycle()) {
                feed.update();
                ASSERT_TRUE(log->write(feed.game(), feed.scene()));
                writer->mark(line++, now + milliseconds(20));
            }
        }
        ASSERT_TRUE(writer->close());
    }
    [[nodiscard]] std::filesystem::path session() const { return m_folder / "a.session"; }

    tests::TempDir m_folder;
};

// Returns the errors of Fusion in the second half, when it has converged.
RunScore scoreOfFusion(const AgentStream& stream, const field::FieldModel& field,
                       const TruthTrack& truth) {
    EstimatorRun run({}, field);
    run.advance(stream);
    return scoreOf(stream, run, truth, stream.cycles().size() / 2, stream.cycles().size());
}

TEST_F(SessionTruthTest, ASwingingHeadIsWhereItWasInTheCycle) {
    for (const bool hasKickOff : {false, true}) {
        const testing::Message which = testing::Message() << "kick-off: " << hasKickOff;
        ASSERT_NO_FATAL_FAILURE(record(hasKickOff));
        const auto annotated = loadSessionStream(session(), std::nullopt, {});
        ASSERT_TRUE(annotated) << annotated.error().toString();
        const AnnotatedStream& shown = **annotated;
        const RunScore score = scoreOfFusion(shown.stream(), shown.field(), shown.truth);
        ASSERT_GT(score.all.groundM.count, 80U) << which;
        // The head turns by up to 1.2 degrees in a cycle.
        EXPECT_LT(score.all.headingRad.max, math::radFromDeg(0.15)) << which;
        EXPECT_LT(score.all.groundM.mean, 0.006) << which;
        std::filesystem::remove(session());
        std::filesystem::remove(m_folder / "a.log");
    }
}

// Of a log that is given to the command line, there are no arrival times.
TEST_F(SessionTruthTest, ArrivalTimesDoNotChangeIt) {
    ASSERT_NO_FATAL_FAILURE(record(true));
    const auto reader = tests::openSession(session());
    const AgentStream stream = streamOfSession(*reader, reader->agents().front().id).value();
    const auto alone = truthOfMatchLog(stream, reader->matchLogFile());
    ASSERT_TRUE(alone) << alone.error().toString();
    const auto annotated = loadSessionStream(session(), std::nullopt, {});
    ASSERT_TRUE(annotated) << annotated.error().toString();
    std::size_t compared = 0;
    for (std::size_t cycle = 0; cycle < alone->instants.size(); ++cycle) {
        const TruthInstant* own = alone->at(cycle);
        const TruthInstant* shown = (*annotated)->truth.at(cycle);
        if (own != nullptr && shown != nullptr) {
            EXPECT_EQ(own->headingRad, shown->headingRad) << cycle;
            ++compared;
        }
    }
    EXPECT_GT(compared, 150U);
}

// Of a foreign agent, a session has only what it reports.
TEST_F(SessionTruthTest, AForeignAgentIsFoundInAPackedMatchLog) {
    ASSERT_NO_FATAL_FAILURE(record(true));
    auto packed = base::OutputFile::create(m_folder / "b.log.zst");
    ASSERT_TRUE(packed);
    ASSERT_TRUE(logs::packFile(m_folder / "a.log", std::move(*packed)));
    const auto file = m_folder / "b.session";
    const auto writer = tests::startSession(file);
    writer->beginMatchLog("b.log.zst", tests::kBegun);
    for (int i = 0; i < 100; ++i) {
        const auto now = milliseconds(40) * i;
        writer->mark(static_cast<std::uint64_t>(i), tests::kBegun + now);
        writer->add(logs::BeliefDatagram{
            tests::kBegun + now, "127.0.0.1:40123",
            fmt::format(R"({{"time": {:.2f}, "team": "Swing", "unum": 4, "name": "mine"}})",
                        0.04 * i)});
    }
    ASSERT_TRUE(writer->close());
    const auto annotated = loadSessionStream(file, std::nullopt, {});
    ASSERT_TRUE(annotated) << annotated.error().toString();
    EXPECT_EQ((*annotated)->stream().team(), "Swing");
    EXPECT_EQ((*annotated)->stream().robot().unum.value(), 4);
    EXPECT_EQ((*annotated)->reported.size(), 100U);
}

} // namespace
} // namespace sideline::evaluation
