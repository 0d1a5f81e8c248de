#include "simulator/fidelity/takeover.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "agentcore/base/assert.h"
#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"
#include "simulator/start/start_family.h"
#include "simulator/start/start_from_frame.h"

namespace sideline::simulator {

namespace {

using monitor::MatchFrame;
using monitor::ObjectId;
using monitor::RobotFrame;
using robot::JointId;

class Takeover {
public:
    Takeover(std::span<const monitor::MatchFramePtr> frames, const SimulationSettings& settings,
             TakeoverJoints joints)
        : m_frames(frames), m_joints(joints), m_simulation(settings) {
        m_simulation.begin();
        for (const AgentInfo& agent : m_simulation.agents()) {
            m_agents.emplace(agent.player, agent.id);
        }
    }

    TakeoverDifference measure() {
        TakeoverDifference difference;
        const double beginS = m_frames[1]->recordTimeS;
        for (std::size_t next = 2; next < m_frames.size(); ++next) {
            const MatchFrame& frame = *m_frames[next];
            noteMoved(*m_frames[next - 1], frame);
            const auto cycles = static_cast<std::uint64_t>(
                std::llround((frame.recordTimeS - beginS) / game::kStepS));
            while (m_simulation.cycleCount() < cycles) {
                if (m_joints == TakeoverJoints::Followed) {
                    follow(frame,
                           static_cast<double>(cycles - m_simulation.cycleCount()) * game::kStepS);
                }
                m_simulation.cycle();
            }
            if (frame.health.good()) {
                difference.instants.push_back(compare(frame, frame.recordTimeS - beginS));
            }
        }
        return difference;
    }

private:
    // Robots teleported in the log are excluded from then on.
    void noteMoved(const MatchFrame& from, const MatchFrame& to) {
        m_isBallMoved = m_isBallMoved || hasTeleported(from, to, ObjectId::ball());
        for (const RobotFrame& robot : from.robots) {
            if (hasTeleported(from, to, ObjectId::ofRobot(robot.id))) {
                m_moved.insert(robot.id);
            }
        }
    }

    // Sets the joint speeds with which the angles of a frame are reached at the time of that frame.
    void follow(const MatchFrame& frame, double leftS) {
        for (const RobotFrame& robot : frame.robots) {
            const auto agent = m_agents.find(robot.id);
            RobotBody* body = agent == m_agents.end() ? nullptr : m_simulation.body(agent->second);
            if (body == nullptr || &body->model() != robot.model.get()) {
                continue;
            }
            for (std::size_t j = 0; j < robot.jointAnglesRad.size(); ++j) {
                const double wayRad = robot.jointAnglesRad[j] - body->jointAngleRad(JointId(j));
                m_simulation.setJointSpeed(agent->second, JointId(j), wayRad / leftS);
            }
        }
    }

    TakeoverDifference::Instant compare(const MatchFrame& frame, double afterS) {
        TakeoverDifference::Instant instant;
        instant.afterS = afterS;
        instant.ballM =
            m_isBallMoved || !frame.ball
                ? std::numeric_limits<double>::quiet_NaN()
                : (m_simulation.physics().ball().X_SBall.p - frame.ball->X_SBall.p).norm();
        for (const RobotFrame& robot : frame.robots) {
            const auto agent = m_agents.find(robot.id);
            const RobotBody* body =
                agent == m_agents.end() ? nullptr : m_simulation.body(agent->second);
            if (body == nullptr || m_moved.contains(robot.id)) {
                continue;
            }
            const math::Pose X_STorso = body->pose(robot::BodyId(std::int32_t{0}));
            instant.torsoM.push_back((X_STorso.p - robot.X_STorso().p).norm());
            instant.turnDeg.push_back(math::degFromRad(
                Eigen::AngleAxisd(math::toQuaternion(X_STorso.R.transpose() * robot.X_STorso().R))
                    .angle()));
            const double headHeightRatio =
                body->model().headHeightRatio([&](robot::BodyId id) { return body->pose(id); });
            const bool isFallen = game::isFallen(X_STorso.R(2, 2), headHeightRatio);
            instant.fallsMissed += robot.isFallen() && !isFallen ? 1 : 0;
            instant.fallsAdded += !robot.isFallen() && isFallen ? 1 : 0;
        }
        return instant;
    }

    std::span<const monitor::MatchFramePtr> m_frames;
    TakeoverJoints m_joints;
    Simulation m_simulation;
    std::map<game::PlayerId, AgentId> m_agents;
    std::set<game::PlayerId> m_moved;
    bool m_isBallMoved = false;
};

} // namespace

base::Expected<TakeoverDifference> measureTakeover(std::span<const monitor::MatchFramePtr> frames,
                                                   SimulationSettings settings,
                                                   TakeoverJoints joints,
                                                   const AddCommands& addCommands) {
    SIDELINE_ASSERT(frames.size() >= 3);
    const auto made = situationOf(*frames[1], {frames[0], frames[2]}, {}, settings.robots);
    if (!made) {
        return tl::unexpected(made.error());
    }
    StartSituation situation = made->situation;
    if (const auto family = familyOf(situation);
        !family || family->value_or(game::ServerKind::SimSpark) != game::ServerKind::SimSpark) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             "the robots are those of rcssservermj", "robots of rcssserver3d");
    }
    if (addCommands) {
        addCommands(*frames[1], situation);
    }
    settings.start = std::make_shared<const StartSituation>(std::move(situation));
    return Takeover(frames, settings, joints).measure();
}

} // namespace sideline::simulator
