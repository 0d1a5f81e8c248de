#include "evaluation/annotated_stream.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "agentcore/game/constants.h"
#include "agentcore/localization/methods.h"
#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/runtime/agent_settings.h"
#include "evaluation/belief_frame.h"
#include "evaluation/posed_robot.h"
#include "evaluation/session_stream.h"
#include "logs/session/agent_values.h"
#include "logs/session/recording_kind.h"
#include "logs/session/session_reader.h"
#include "simulator/monitor/monitor_log_writer.h"
#include "simulator/monitor/scene_writer.h"

namespace sideline::evaluation {

namespace {

using base::Expected;

using game::kStepS;

constexpr std::size_t kAskEveryCycles = 100;
constexpr double kFollowTruth = 0.15; // weight of a new correction, since the truth is rounded
constexpr double kTruthJumpM = 0.3;

world::AgentIdentity identityOf(const AgentStream& stream) {
    return {stream.team(), stream.robot(), stream.typeNumber(), stream.model().shared()};
}

tl::unexpected<base::Error> canceled() {
    return base::failure(base::ErrorCode::Canceled, "reading the stream was canceled");
}

// Writes cycles as a match, with the robot at its true position.
class StreamMatch {
public:
    static Expected<StreamMatch> create(const std::filesystem::path& file,
                                        const AnnotatedStream& stream) {
        auto writer =
            simulator::MonitorLogWriter::create(file, {kStepS, 2.0}, {.mayReplace = true});
        if (!writer) {
            return tl::unexpected(writer.error());
        }
        return StreamMatch(std::move(*writer), stream);
    }

    Expected<void> add(std::size_t cycle, const world::AgentFrame& agent) {
        monitor::MatchFrame frame = *makeBeliefFrame(agent, static_cast<std::uint32_t>(cycle),
                                                     static_cast<double>(cycle) * kStepS);
        if (agent.body.pose.isValid) {
            putOnTruth(cycle, agent, frame);
        }
        m_robots.clear();
        for (const monitor::RobotFrame& robot : frame.robots) {
            m_robots.push_back(
                {robot.id, std::max(robot.typeNumber, 0), robot.model, robot.X_SBody, false});
        }
        if (frame.ball) {
            m_X_SBall = frame.ball->X_SBall;
        }
        if (const TruthInstant* truth = m_stream->truth.at(cycle);
            truth != nullptr && truth->p_SBall) {
            m_trueBall_S = truth->p_SBall;
        }
        if (m_trueBall_S) {
            m_X_SBall.p = *m_trueBall_S;
        }
        m_scene.update(m_X_SBall, m_robots);
        (void)m_writer.isDueAfterCycle();
        return m_writer.write(frame.game, m_scene.state());
    }

private:
    StreamMatch(simulator::MonitorLogWriter writer, const AnnotatedStream& stream)
        : m_writer(std::move(writer)),
          m_stream(&stream),
          m_scene(stream.field().dimensions()),
          m_X_SBall(math::Pose::translation({0.0, 0.0, game::kBallRadiusM})) {}

    // The camera's position and heading come from the truth, the rest from the belief.
    void putOnTruth(std::size_t cycle, const world::AgentFrame& agent, monitor::MatchFrame& frame) {
        const math::Pose& X_ST = agent.body.pose.X_ST;
        const math::Pose X_SC = X_ST * m_stream->X_TC(cycle);
        if (const TruthInstant* truth = m_stream->truth.at(cycle)) {
            const double turnRad =
                math::wrapRad(truth->headingRad - math::forwardHeadingRad(X_SC.R));
            const Eigen::Vector3d shift = truth->p_SCamera - X_SC.p;
            const bool jumps = !m_hasTruth || (shift - m_shift).norm() > kTruthJumpM;
            const double gain = jumps ? 1.0 : kFollowTruth;
            m_shift += gain * (shift - m_shift);
            m_turnRad += gain * math::wrapRad(turnRad - m_turnRad);
            m_hasTruth = true;
        }
        if (m_hasTruth) {
            const Eigen::Matrix3d turn =
                Eigen::AngleAxisd(m_turnRad, Eigen::Vector3d::UnitZ()).toRotationMatrix();
            for (math::Pose& X_SBody : frame.robots.front().X_SBody) {
                X_SBody = {turn * X_SBody.R, turn * (X_SBody.p - X_SC.p) + X_SC.p + m_shift};
            }
        }
    }

    simulator::MonitorLogWriter m_writer;
    const AnnotatedStream* m_stream;
    simulator::MonitorScene m_scene;
    std::vector<simulator::SceneRobotInput> m_robots;
    math::Pose m_X_SBall;
    std::optional<Eigen::Vector3d> m_trueBall_S;
    Eigen::Vector3d m_shift = Eigen::Vector3d::Zero();
    double m_turnRad = 0.0;
    bool m_hasTruth = false;
};

// Reads a stream, or the percepts of the first built-in agent of a session.
Expected<AgentStream> readStream(const std::filesystem::path& file) {
    if (!logs::isSession(file)) {
        return AgentStream::read(file);
    }
    const auto session = logs::SessionReader::open(file);
    if (!session) {
        return tl::unexpected(session.error());
    }
    const logs::AgentTrack* played = logs::streamTrack(**session);
    if (played == nullptr) {
        return tl::unexpected(base::failure(base::ErrorCode::NotFound,
                                            "no built-in agent was recorded in this session")
                                  .value()
                                  .inFile(file.string()));
    }
    return streamOfSession(**session, played->id);
}

} // namespace

AnnotatedStream::AnnotatedStream(AgentStream stream)
    : m_stream(std::move(stream)),
      m_field(runtime::defaultField(m_stream.model().traits().server).dimensions) {}

AnnotatedStream::~AnnotatedStream() = default;

void AnnotatedStream::setIdentity(const game::PlayerId& robot, const std::string& team) {
    m_stream.setIdentity(robot, team);
}

void AnnotatedStream::append(std::string percepts, std::string commands) {
    m_stream.append(std::move(percepts), std::move(commands));
}

bool AnnotatedStream::read(std::size_t most,
                           const std::function<void(std::size_t, const world::AgentFrame&)>& each) {
    if (!m_world) {
        m_world = std::make_unique<world::WorldModel>(
            identityOf(m_stream), m_field,
            localization::makeEstimator(localization::Method::Fusion));
    }
    const auto& cycles = m_stream.cycles();
    for (std::size_t n = 0; n < most && cycleCount() < cycles.size(); ++n) {
        const std::size_t cycle = cycleCount();
        if (cycles[cycle].isBeamed) {
            m_world->forgetPose();
        }
        if (!protocol::parsePercepts(cycles[cycle].percepts, m_percepts)) {
            m_percepts.clear();
        }
        m_world->update(m_percepts, m_frame);
        m_objects.push_back({m_frame.world.ball, m_frame.world.players});
        m_visionFrames.push_back(cycles[cycle].hasVision  ? static_cast<std::int64_t>(cycle)
                                 : m_visionFrames.empty() ? -1
                                                          : m_visionFrames.back());
        if (recordTimeS.size() < cycleCount()) {
            recordTimeS.push_back(recordTimeS.empty() ? 0.0 : recordTimeS.back() + kStepS);
        }
        if (each) {
            each(cycle, m_frame);
        }
    }
    return cycleCount() < cycles.size();
}

std::optional<std::size_t> AnnotatedStream::visionAt(std::size_t cycle) const {
    const std::int64_t vision = m_visionFrames[cycle];
    return vision < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(vision));
}

std::optional<std::size_t> AnnotatedStream::truthAt(std::size_t cycle) const {
    for (std::size_t back = 0; back <= std::min(cycle, truth.heldCycles); ++back) {
        if (truth.at(cycle - back) != nullptr) {
            return cycle - back;
        }
    }
    return std::nullopt;
}

std::size_t AnnotatedStream::cycleAt(double timeS) const {
    const auto at = std::ranges::lower_bound(recordTimeS, timeS - 0.5 * kStepS);
    return std::min(static_cast<std::size_t>(at - recordTimeS.begin()), cycleCount() - 1);
}

std::size_t AnnotatedStream::cycleOfAgent(std::uint64_t number) const {
    if (agentCycles.empty()) {
        return std::min(static_cast<std::size_t>(number), cycleCount() - 1);
    }
    const auto behind = std::ranges::upper_bound(agentCycles, number);
    const auto index = behind - agentCycles.begin() - 1;
    return std::min(static_cast<std::size_t>(std::max<std::ptrdiff_t>(index, 0)), cycleCount() - 1);
}

math::Pose AnnotatedStream::X_SF() const {
    return world::fieldFromServer(m_stream.robot().side).inverse();
}

Expected<std::unique_ptr<AnnotatedStream>> loadRecordedStream(const std::filesystem::path& file,
                                                              const std::filesystem::path& truthLog,
                                                              const std::filesystem::path& matchLog,
                                                              const ContinueCheck& shouldContinue) {
    auto recorded = readStream(file);
    if (!recorded) {
        return tl::unexpected(recorded.error());
    }
    auto stream = std::make_unique<AnnotatedStream>(std::move(*recorded));
    if (truthLog.empty()) {
        stream->truth = truthOfStream(stream->stream());
    } else if (auto truth = truthOfMatchLog(stream->stream(), truthLog)) {
        stream->truth = std::move(*truth);
    } else {
        return tl::unexpected(truth.error());
    }
    auto match = StreamMatch::create(matchLog, *stream);
    if (!match) {
        return tl::unexpected(match.error());
    }
    Expected<void> written;
    const auto write = [&](std::size_t cycle, const world::AgentFrame& frame) {
        if (written) {
            written = match->add(cycle, frame);
        }
    };
    const auto all = static_cast<double>(stream->stream().cycles().size());
    while (stream->read(kAskEveryCycles, write) && written) {
        if (shouldContinue && !shouldContinue(static_cast<double>(stream->cycleCount()) / all)) {
            return canceled();
        }
    }
    if (!written) {
        return tl::unexpected(written.error());
    }
    return stream;
}

} // namespace sideline::evaluation
