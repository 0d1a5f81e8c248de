#include "evaluation/truth.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "agentcore/game/constants.h"
#include "agentcore/localization/camera.h"
#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"
#include "agentcore/protocol/ground_truth.h"
#include "agentcore/protocol/percepts.h"
#include "evaluation/log_alignment.h"
#include "logs/match/match_log.h"

namespace sideline::evaluation {

namespace {

using base::ErrorCode;

using game::kStepS;

// Computes the velocity of the ball from differences of reported positions over several cycles.
void addBallVelocities(TruthTrack& track, std::size_t halfSpanCycles) {
    constexpr double kFastestMps = 30.0; // a faster ball was placed by a trainer
    const std::size_t count = track.instants.size();
    const auto ballAt = [&](std::size_t cycle) -> const Eigen::Vector3d* {
        const auto& instant = track.instants[cycle];
        return instant && instant->p_SBall ? &*instant->p_SBall : nullptr;
    };
    for (std::size_t cycle = 0; cycle < count; ++cycle) {
        if (ballAt(cycle) == nullptr) {
            continue;
        }
        // Uses the outermost positions within the span, symmetric about the cycle.
        for (std::size_t span = halfSpanCycles; span > 0; --span) {
            if (cycle < span || cycle + span >= count) {
                continue;
            }
            const Eigen::Vector3d* before = ballAt(cycle - span);
            const Eigen::Vector3d* behind = ballAt(cycle + span);
            if (before != nullptr && behind != nullptr) {
                const Eigen::Vector3d velocity =
                    (*behind - *before) / (2.0 * kStepS * static_cast<double>(span));
                if (velocity.norm() < kFastestMps) {
                    track.instants[cycle]->velocity_SBallMps = velocity;
                }
                break;
            }
        }
    }
}

// Finds the camera of a robot in a match from the match's description of the robot; without one,
// from that of the agent's recording, if the number of bodies is equal.
robot::BodyId cameraOf(const monitor::RobotFrame& robot, const robot::RobotModel& model) {
    const robot::RobotModel& known = robot.model ? *robot.model : model;
    const bool fits = known.bodies().size() == robot.X_SBody.size();
    return fits ? known.cameraBody() : robot::BodyId::none();
}

} // namespace

bool TruthTrack::isEmpty() const {
    return std::ranges::none_of(instants, [](const auto& instant) { return instant.has_value(); });
}

const TruthInstant* TruthTrack::at(std::size_t cycle) const {
    return cycle < instants.size() && instants[cycle] ? &*instants[cycle] : nullptr;
}

std::optional<TruthInstant> truthIn(const monitor::MatchFrame& frame, const game::PlayerId& robot,
                                    const robot::RobotModel& model) {
    const monitor::RobotFrame* own = frame.findRobot(robot);
    const robot::BodyId camera = own != nullptr ? cameraOf(*own, model) : robot::BodyId::none();
    if (!camera.isValid()) {
        return std::nullopt;
    }
    const math::Pose X_SCamera =
        localization::cameraOf(own->model ? *own->model : model, own->X_SBody[camera.index()]);
    TruthInstant instant;
    instant.p_SCamera = X_SCamera.p;
    instant.headingRad = math::forwardHeadingRad(X_SCamera.R);
    instant.X_ST = own->X_STorso();
    for (const monitor::RobotFrame& other : frame.robots) {
        if (other.id != robot && !other.X_SBody.empty()) {
            instant.p_SPlayers[other.id] = other.X_STorso().p;
        }
    }
    if (frame.ball) {
        instant.p_SBall = frame.ball->X_SBall.p;
    }
    return instant;
}

TruthTrack truthOfStream(const AgentStream& stream) {
    constexpr std::size_t kHalfSpanCycles = 6;     // 0.24 s: rounding contributes 2 cm/s
    constexpr double kReportedRoundingRad = 0.002; // rounding of a quaternion to thousandths
    TruthTrack track;
    track.source = "server, rounded to 1 cm";
    track.roundingM = 0.01;
    track.roundingRad = math::radFromDeg(0.01);
    track.instants.resize(stream.cycles().size());
    protocol::Percepts percepts;
    protocol::GroundTruth truth;
    bool isRight = false;
    for (std::size_t cycle = 0; cycle < stream.cycles().size(); ++cycle) {
        if (!protocol::parsePercepts(stream.cycles()[cycle].percepts, percepts, truth)) {
            continue;
        }
        if (const auto reported = protocol::reportedTorso(percepts)) {
            track.source = "server, rounded to 1 mm";
            track.roundingM = 0.001;
            track.roundingRad = kReportedRoundingRad;
            const math::Pose X_SC = *reported * stream.cycles()[cycle].X_TCamera;
            TruthInstant instant;
            instant.p_SCamera = X_SC.p;
            instant.headingRad = math::forwardHeadingRad(X_SC.R);
            instant.X_ST = *reported;
            track.instants[cycle] = std::move(instant);
            continue;
        }
        isRight = percepts.ownSide.empty() ? isRight : percepts.ownSide == "right";
        if (!truth.myPosition_S || !truth.myHeadingDeg || !truth.myPosition_S->allFinite() ||
            !std::isfinite(*truth.myHeadingDeg)) {
            continue;
        }
        // The server mirrors its reported truth for the right team.
        const Eigen::Vector3d toServer(isRight ? -1.0 : 1.0, isRight ? -1.0 : 1.0, 1.0);
        TruthInstant instant;
        instant.p_SCamera = truth.myPosition_S->cwiseProduct(toServer);
        instant.headingRad =
            math::wrapRad(math::radFromDeg(*truth.myHeadingDeg) + (isRight ? math::kPi : 0.0));
        if (truth.ballPosition_S && truth.ballPosition_S->allFinite()) {
            instant.p_SBall = truth.ballPosition_S->cwiseProduct(toServer);
        }
        track.instants[cycle] = std::move(instant);
    }
    addBallVelocities(track, kHalfSpanCycles);
    return track;
}

namespace {

base::Expected<LogTrack> readLog(const std::filesystem::path& path, const game::PlayerId& robotId,
                                 const robot::RobotModel& model) {
    logs::LogOptions options;
    options.analyze = false;
    auto log = logs::MatchLog::open(path, options);
    if (!log) {
        return tl::unexpected(log.error());
    }
    (*log)->waitUntilIndexed();
    logs::FrameReader reader = (*log)->makeReader();
    LogTrack track;
    track.frames.resize((*log)->index()->frameCount());
    for (std::size_t number = 0; number < track.frames.size(); ++number) {
        const auto frame = reader.frame(static_cast<logs::FrameNumber>(number));
        if (!frame) {
            return tl::unexpected(frame.error());
        }
        LogTrack::Frame& reported = track.frames[number];
        reported.gameTimeS = (*frame)->game.timeS;
        const monitor::RobotFrame* robot = (*frame)->findRobot(robotId);
        const robot::BodyId camera =
            robot != nullptr ? cameraOf(*robot, model) : robot::BodyId::none();
        if (!camera.isValid() || !(*frame)->health.good()) {
            continue;
        }
        track.hasRobot = true;
        if (robot->bodyUpdatedAt[camera.index()] == (*frame)->index) {
            reported.instant = truthIn(**frame, robotId, model);
            reported.jointsRad = robot->jointAnglesRad;
            if (robot->bodyUpdatedAt.front() != (*frame)->index) {
                reported.instant->X_ST.reset();
            }
        }
    }
    return track;
}

} // namespace

base::Expected<TruthTrack> truthOfMatchLog(const AgentStream& stream,
                                           const std::filesystem::path& path,
                                           const LogHints& hints) {
    constexpr std::size_t kHalfSpanCycles = 2;
    constexpr double kFitsM = 0.03;
    constexpr double kMisfitM = 0.2; // maximum deviation of the log from the stream's own truth
    auto log = readLog(path, stream.robot(), stream.model());
    if (!log) {
        return tl::unexpected(log.error());
    }
    const auto fail = [&](std::string message, std::string expected) {
        base::Error error;
        error.code = ErrorCode::NotFound;
        error.message = std::move(message);
        error.expected = std::move(expected);
        error.file = path.string();
        return tl::unexpected(std::move(error));
    };
    if (!log->hasRobot) {
        return fail(fmt::format("robot {} is not in the log", toString(stream.robot())),
                    "the log of the match in which the stream was recorded");
    }
    const TruthTrack reported = truthOfStream(stream);
    const LogAlignment alignment(stream, *log, reported, hints);
    if (!alignment.isPlaced() && alignment.misfitM().value_or(1.0) > kFitsM) {
        return fail("no frame of the log shares a game time with the stream, and the stream's data "
                    "does not match it",
                    "the log of the match in which the stream was recorded");
    }
    if (alignment.misfitM().value_or(0.0) > kMisfitM) {
        return fail(fmt::format("the log is from another match: its robot is {:.2f} m from where "
                                "the stream reports it",
                                *alignment.misfitM()),
                    "the log of the match in which the stream was recorded");
    }
    TruthTrack track;
    track.source =
        fmt::format("{}, six digits, in cycles that update the head", path.filename().string());
    track.heldCycles = 500; // a robot at rest is not updated
    track.roundingM = 1e-4;
    track.roundingRad = 1e-6;
    track.instants.resize(stream.cycles().size());
    for (std::size_t cycle = 0; cycle < track.instants.size(); ++cycle) {
        const auto frame = alignment.frameOf(cycle);
        const auto& other = frame ? log->frames[*frame].instant : std::nullopt;
        const TruthInstant* own = reported.at(cycle);
        if (other && (own == nullptr || (own->p_SCamera - other->p_SCamera).norm() < kMisfitM)) {
            track.instants[cycle] = other;
        }
    }
    if (track.isEmpty()) {
        return fail("the robot's data in the log differs widely from the stream",
                    "the log of the match in which the stream was recorded");
    }
    addBallVelocities(track, kHalfSpanCycles);
    return track;
}

} // namespace sideline::evaluation
