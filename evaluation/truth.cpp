#include "evaluation/truth.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"
#include "agentcore/protocol/ground_truth.h"
#include "agentcore/protocol/percepts.h"
#include "logs/match/match_log.h"

namespace sideline::evaluation {

namespace {

using base::ErrorCode;

using game::kStepS;

// Computes the velocity of the ball from differences of reported positions over some cycles.
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
    const math::Pose& X_SCamera = own->X_SBody[camera.index()];
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
    track.source = "mypos of the stream, rounded to 1 cm";
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
            track.source = "the server's pos and quat, rounded to 1 mm";
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

// The log's reports of one robot, frame by frame.
struct LogTrack {
    std::vector<std::optional<TruthInstant>> instants; // only frames that report the camera again
    std::vector<double> gameTimesS;
    bool hasRobot = false;
};

base::Expected<LogTrack> readLog(const std::filesystem::path& path, const game::PlayerId& robotId,
                                 const robot::RobotModel& model) {
    logs::LogOptions options;
    options.spoolDirectory = logs::defaultSpoolDirectory();
    options.analyze = false;
    auto log = logs::MatchLog::open(path, options);
    if (!log) {
        return tl::unexpected(log.error());
    }
    (*log)->waitUntilIndexed();
    logs::FrameReader reader = (*log)->makeReader();
    LogTrack track;
    const logs::FrameNumber count = (*log)->index()->frameCount();
    track.instants.resize(count);
    track.gameTimesS.resize(count, -1.0);
    for (logs::FrameNumber number = 0; number < count; ++number) {
        const auto frame = reader.frame(number);
        if (!frame) {
            return tl::unexpected(frame.error());
        }
        track.gameTimesS[number] = (*frame)->game.timeS;
        const monitor::RobotFrame* robot = (*frame)->findRobot(robotId);
        const robot::BodyId camera =
            robot != nullptr ? cameraOf(*robot, model) : robot::BodyId::none();
        if (!camera.isValid() || !(*frame)->health.good()) {
            continue;
        }
        track.hasRobot = true;
        if (robot->bodyUpdatedAt[camera.index()] == (*frame)->index) {
            track.instants[number] = truthIn(**frame, robotId, model);
            if (robot->bodyUpdatedAt.front() != (*frame)->index) {
                track.instants[number]->X_ST.reset();
            }
        }
    }
    return track;
}

// Relates frames to cycles. While the game clock runs, by its time; while it is stopped, by
// counting from the last known cycle before or after, since both come every 20 ms. If the clock
// never runs, cycle and frame with equal numbers correspond, up to a shift.
class Alignment {
public:
    Alignment(const AgentStream& stream, const LogTrack& log) {
        std::size_t frame = 0;
        const auto& cycles = stream.cycles();
        m_frames.resize(cycles.size());
        for (std::size_t cycle = 1; cycle < cycles.size(); ++cycle) {
            const auto& now = cycles[cycle].gameTimeS;
            const auto& before = cycles[cycle - 1].gameTimeS;
            if (!now || !before || *now <= *before) {
                continue;
            }
            frame = frameAt(log, *now, frame);
            if (frame < log.gameTimesS.size() &&
                std::abs(log.gameTimesS[frame] - *now) < 0.4 * kStepS) {
                m_frames[cycle] = static_cast<std::ptrdiff_t>(frame);
                m_hasAny = true;
            }
        }
        if (!m_hasAny) {
            std::iota(m_frames.begin(), m_frames.end(), std::ptrdiff_t{0});
        } else if (isFine(log)) {
            fill(cycles);
        }
    }

    /// Whether a game time was found in both.
    [[nodiscard]] bool hasAny() const { return m_hasAny; }
    /// Returns the frame of a cycle, shifted; nothing if there is none.
    [[nodiscard]] std::optional<std::size_t> frameOf(std::size_t cycle, std::ptrdiff_t shift,
                                                     std::size_t count) const {
        if (!m_frames[cycle]) {
            return std::nullopt;
        }
        const std::ptrdiff_t frame = *m_frames[cycle] + shift;
        return frame >= 0 && frame < static_cast<std::ptrdiff_t>(count)
                   ? std::optional(static_cast<std::size_t>(frame))
                   : std::nullopt;
    }

private:
    // Finds the first frame from `from` on with at least this time; the clock is monotonic.
    static std::size_t frameAt(const LogTrack& log, double timeS, std::size_t from) {
        while (from < log.gameTimesS.size() && log.gameTimesS[from] < timeS - 0.4 * kStepS) {
            ++from;
        }
        return from;
    }

    // Whether the log has a frame for every cycle.
    static bool isFine(const LogTrack& log) {
        std::size_t steps = 0;
        std::size_t fine = 0;
        for (std::size_t i = 1; i < log.gameTimesS.size(); ++i) {
            const double stepS = log.gameTimesS[i] - log.gameTimesS[i - 1];
            steps += stepS > 0.0 ? 1U : 0U;
            fine += stepS > 0.0 && stepS < 1.4 * kStepS ? 1U : 0U;
        }
        return fine * 10 > steps * 9;
    }

    void fill(const std::deque<StreamCycle>& cycles) {
        const auto follows = [&](std::size_t cycle) { // no message was lost before this cycle
            const double stepS = cycles[cycle].serverTimeS - cycles[cycle - 1].serverTimeS;
            return stepS > 0.5 * kStepS && stepS < 1.7 * kStepS;
        };
        for (std::size_t cycle = 1; cycle < m_frames.size(); ++cycle) {
            if (!m_frames[cycle] && m_frames[cycle - 1] && follows(cycle)) {
                m_frames[cycle] = *m_frames[cycle - 1] + 1;
            }
        }
        for (std::size_t cycle = m_frames.size(); cycle-- > 1;) {
            if (!m_frames[cycle - 1] && m_frames[cycle] && follows(cycle)) {
                m_frames[cycle - 1] = *m_frames[cycle] - 1;
            }
        }
    }

    std::vector<std::optional<std::ptrdiff_t>> m_frames;
    bool m_hasAny = false;
};

// Returns the deviation of the log, with shifted frames, from the stream's own truth in meters,
// with 0.1 rad of heading counted as 5 cm; nothing without enough data.
std::optional<double> misfitM(const TruthTrack& reported, const LogTrack& log,
                              const Alignment& alignment, std::ptrdiff_t shift) {
    constexpr std::size_t kEnough = 10;
    constexpr double kMPerRad = 0.5;
    double sum = 0.0;
    std::size_t count = 0;
    for (std::size_t cycle = 0; cycle < reported.instants.size(); ++cycle) {
        const TruthInstant* own = reported.at(cycle);
        const auto frame =
            own == nullptr ? std::nullopt : alignment.frameOf(cycle, shift, log.instants.size());
        if (frame && log.instants[*frame]) {
            const TruthInstant& other = *log.instants[*frame];
            const double turnRad = math::wrapRad(own->headingRad - other.headingRad);
            sum += std::min(
                (own->p_SCamera - other.p_SCamera).norm() + kMPerRad * std::abs(turnRad), 1.0);
            ++count;
        }
    }
    return count < kEnough ? std::nullopt : std::optional(sum / static_cast<double>(count));
}

struct Shift {
    std::ptrdiff_t frames = 0;
    std::optional<double> misfitM; ///< nothing without the stream's own truth for comparison
};

// Clocks of streams and logs may differ by some cycles: finds the shift that fits the truth best.
Shift bestShift(const TruthTrack& reported, const LogTrack& log, const Alignment& alignment) {
    constexpr std::ptrdiff_t kClockIsOffBy = 3;
    const std::ptrdiff_t most =
        alignment.hasAny()
            ? kClockIsOffBy
            : static_cast<std::ptrdiff_t>(std::max(reported.instants.size(), log.instants.size()));
    Shift best;
    for (std::ptrdiff_t size = 0; size <= most; ++size) {
        for (const std::ptrdiff_t frames : {size, -size}) {
            const auto misfit = misfitM(reported, log, alignment, frames);
            if (misfit && (!best.misfitM || *misfit < *best.misfitM)) {
                best = {frames, misfit};
            }
        }
    }
    return best;
}

} // namespace

base::Expected<TruthTrack> truthOfMatchLog(const AgentStream& stream,
                                           const std::filesystem::path& path) {
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
    const Alignment alignment(stream, *log);
    const TruthTrack reported = truthOfStream(stream);
    const Shift shift = bestShift(reported, *log, alignment);
    if (!alignment.hasAny() && shift.misfitM.value_or(1.0) > kFitsM) {
        return fail("no frame of the log shares a game time with the stream, and the stream's data "
                    "does not match it",
                    "the log of the match in which the stream was recorded");
    }
    if (shift.misfitM.value_or(0.0) > kMisfitM) {
        return fail(fmt::format("the log is of another match: it has the robot {:.2f} m from where "
                                "the stream reports it",
                                *shift.misfitM),
                    "the log of the match in which the stream was recorded");
    }
    TruthTrack track;
    track.source =
        fmt::format("{}, six digits, in cycles that update the head", path.filename().string());
    track.roundingM = 1e-4;
    track.roundingRad = 1e-6;
    track.instants.resize(stream.cycles().size());
    for (std::size_t cycle = 0; cycle < track.instants.size(); ++cycle) {
        const auto frame = alignment.frameOf(cycle, shift.frames, log->instants.size());
        if (!frame || !log->instants[*frame]) {
            continue;
        }
        const TruthInstant* own = reported.at(cycle);
        const auto& other = log->instants[*frame];
        if (own == nullptr || (own->p_SCamera - other->p_SCamera).norm() < kMisfitM) {
            track.instants[cycle] = log->instants[*frame];
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
