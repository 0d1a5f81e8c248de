// Sends the messages of a recorded agent to our simulation and compares its percepts with those of
// the real server.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agentcore/field/field_model.h"
#include "agentcore/math/angles.h"
#include "agentcore/protocol/sexpr.h"
#include "agentcore/robot/nao.h"
#include "simulator/world/physics_world.h"
#include "tests/support/agent_record.h"
#include "tests/support/test_files.h"

namespace sideline::simulator {
namespace {

using protocol::SexprReader;
using protocol::TokenKind;

constexpr double kBeamHeightM = 0.4;
const math::Pose kCreatedAt = math::Pose::translation({0, -1, 1.5});

// An agent in a simulation of its own; one call per message.
class Replayed {
public:
    Replayed(robot::NaoType type, Solver solver)
        : m_world(field::newestField().dimensions, solver), m_model(robot::naoModel(type)) {}

    void cycle(std::string_view message) {
        SexprReader reader(message);
        for (auto token = reader.next(); token.kind != TokenKind::End; token = reader.next()) {
            ASSERT_NE(token.kind, TokenKind::Error);
            if (token.kind == TokenKind::Atom) {
                act(token.text, reader);
            }
        }
        if (m_robot != nullptr) {
            m_world.step();
        }
    }
    [[nodiscard]] tests::JointPercepts joints() const {
        tests::JointPercepts percepts;
        for (std::size_t i = 0; m_robot != nullptr && i < m_model.joints().size(); ++i) {
            percepts[m_model.joints()[i].perceptor] =
                math::degFromRad(m_robot->jointAngleRad(robot::JointId(i)));
        }
        return percepts;
    }

private:
    void act(std::string_view word, SexprReader& reader) {
        if (word == "scene") {
            m_robot = m_world.findRobot(m_world.addRobot(m_model, kCreatedAt));
        } else if (word == "beam") {
            std::array<float, 3> place{}; // x, y, heading in degrees
            ASSERT_EQ(reader.readFloats(place.data(), place.size()), place.size());
            math::Pose X_STorso =
                math::Pose::translation({double{place[0]}, double{place[1]}, kBeamHeightM});
            X_STorso.R = Eigen::AngleAxisd(math::radFromDeg(double{place[2]} - 90.0),
                                           Eigen::Vector3d::UnitZ())
                             .toRotationMatrix();
            m_robot->place(X_STorso);
        } else if (const auto joint = m_model.findJoint(word); joint.isValid()) {
            const auto speed = protocol::parseNumber(reader.next().text);
            ASSERT_TRUE(speed) << word;
            m_robot->setJointSpeed(joint, *speed);
        }
    }
    PhysicsWorld m_world;
    const robot::RobotModel& m_model;
    RobotBody* m_robot = nullptr;
};

struct Recording {
    const char* file;
    robot::NaoType type;
    Solver solver = Solver::Exact;
};

class FidelityTest : public ::testing::TestWithParam<Recording> {};

// The real server shows the effect of the reply to message k in message k + 2.
TEST_P(FidelityTest, JointsMoveAsTheyDidOnTheRealServer) {
    const auto records = tests::readAgentRecords(tests::dataFile(GetParam().file));
    std::vector<tests::JointPercepts> reported;
    std::vector<tests::JointPercepts> ours;
    Replayed replayed(GetParam().type, GetParam().solver);
    for (const tests::AgentRecord& record : records) {
        if (record.isFromServer) {
            reported.push_back(tests::jointPercepts(record.message));
        } else {
            ASSERT_NO_FATAL_FAILURE(replayed.cycle(record.message));
            ours.push_back(replayed.joints());
        }
    }
    double sumOfSquares = 0.0;
    double worstDeg = 0.0;
    int count = 0;
    for (std::size_t i = 0; i < ours.size() && i + 1 < reported.size(); ++i) {
        for (const auto& [joint, angleDeg] : reported[i + 1]) {
            if (const auto found = ours[i].find(joint); found != ours[i].end()) {
                const double errorDeg = std::abs(found->second - angleDeg);
                sumOfSquares += errorDeg * errorDeg;
                worstDeg = std::max(worstDeg, errorDeg);
                ++count;
            }
        }
    }
    ASSERT_GT(count, 5000);
    const double rmsDeg = std::sqrt(sumOfSquares / count);
    RecordProperty("rms_deg", std::to_string(rmsDeg));
    RecordProperty("worst_deg", std::to_string(worstDeg));
    EXPECT_LT(rmsDeg, tests::tolerance(0.01)) << "percepts are rounded to 0.01";
    EXPECT_LT(worstDeg, tests::tolerance(0.3));
}

INSTANTIATE_TEST_SUITE_P(
    Recordings, FidelityTest,
    ::testing::Values(Recording{"arms-t0.agent.rec.gz", robot::NaoType::Standard},
                      Recording{"squat-t4.agent.rec.gz", robot::NaoType::Toes},
                      Recording{"arms-t0.agent.rec.gz", robot::NaoType::Standard, Solver::Fast},
                      Recording{"squat-t4.agent.rec.gz", robot::NaoType::Toes, Solver::Fast}),
    [](const auto& recording) {
        const std::string name = recording.param.file;
        return name.substr(0, name.find('-')) +
               (recording.param.solver == Solver::Fast ? "Fast" : "");
    });

// Both solvers, each run separately from the first to the last message of a long recording. Their
// difference grows as contacts amplify rounding errors; a falling robot amplifies them without
// bound.
struct LongRecording {
    const char* name;
    robot::NaoType type;
    double toleranceDeg; ///< between the solvers
};

class SolverFidelityTest : public ::testing::TestWithParam<LongRecording> {};

TEST_P(SolverFidelityTest, FastSolverMatchesExactSolver) {
    SIDELINE_SHARED_OR_SKIP(file, fmt::format("sim/{}.agent.rec.gz", GetParam().name));
    Replayed exact(GetParam().type, Solver::Exact);
    Replayed fast(GetParam().type, Solver::Fast);
    double differenceDeg = 0.0;
    std::array<double, 2> worstDeg{};
    std::array<double, 2> sumOfSquares{};
    int count = 0;
    std::vector<tests::JointPercepts> reported;
    std::size_t cycle = 0;
    const auto records = tests::readAgentRecords(file);
    for (const tests::AgentRecord& record : records) {
        if (record.isFromServer) {
            reported.push_back(tests::jointPercepts(record.message));
        }
    }
    for (const tests::AgentRecord& record : records) {
        if (record.isFromServer) {
            continue;
        }
        ASSERT_NO_FATAL_FAILURE(exact.cycle(record.message));
        ASSERT_NO_FATAL_FAILURE(fast.cycle(record.message));
        const std::array<tests::JointPercepts, 2> ours = {exact.joints(), fast.joints()};
        for (const auto& [joint, angleDeg] : ours[0]) {
            differenceDeg = std::max(differenceDeg, std::abs(ours[1].at(joint) - angleDeg));
        }
        ++cycle;
        for (const auto& [joint, reportedDeg] :
             cycle < reported.size() ? reported[cycle] : tests::JointPercepts{}) {
            for (std::size_t k = 0; k < 2 && ours[0].contains(joint); ++k) {
                const double errorDeg = std::abs(ours[k].at(joint) - reportedDeg);
                worstDeg[k] = std::max(worstDeg[k], errorDeg);
                sumOfSquares[k] += errorDeg * errorDeg;
                count += k == 0 ? 1 : 0;
            }
        }
    }
    RecordProperty("cycles", fmt::format("{}", cycle));
    RecordProperty("apart_deg", fmt::format("{:.2e}", differenceDeg));
    for (std::size_t k = 0; k < 2; ++k) {
        RecordProperty(k == 0 ? "exact_to_server" : "fast_to_server",
                       fmt::format("rms {:.5f} worst {:.4f} deg",
                                   std::sqrt(sumOfSquares[k] / count), worstDeg[k]));
    }
    EXPECT_LT(differenceDeg, tests::tolerance(GetParam().toleranceDeg));
}

INSTANTIATE_TEST_SUITE_P(
    Recordings, SolverFidelityTest,
    ::testing::Values(LongRecording{"stand-t0", robot::NaoType::Standard, 1e-3},
                      LongRecording{"arms-t0", robot::NaoType::Standard, 1e-3},
                      LongRecording{"squat-t0", robot::NaoType::Standard, 1e-3},
                      LongRecording{"squat-t4", robot::NaoType::Toes, 1e-3},
                      LongRecording{"limits-t0", robot::NaoType::Standard, 360.0}),
    [](const auto& recording) {
        std::string name = recording.param.name;
        name.erase(name.find('-'), 1);
        return name;
    });

} // namespace
} // namespace sideline::simulator
