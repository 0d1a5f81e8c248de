#include "simulator/start/start_from_frame.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"
#include "agentcore/monitor/game_summary.h"

namespace sideline::simulator {

namespace {

using base::ErrorCode;
using monitor::MatchFrame;
using monitor::ObjectId;
using monitor::RobotFrame;

constexpr double kMaxGapS = 1.0; // frames farther apart are not used for velocities
constexpr double kTornM = 0.05;  // a larger gap at a joint counts as detached, as in `MatchFrame`
constexpr double kTouchM = 0.2;  // torsos are 0.1 m thick, and arms extend beyond them

// Numbers in logs have six digits, and so do those in the file.
double rounded(double value) {
    return std::round(value * 1e6) / 1e6 + 0.0; // avoids negative zero
}

Eigen::Vector3d rounded(const Eigen::Vector3d& v) {
    return {rounded(v.x()), rounded(v.y()), rounded(v.z())};
}

Eigen::Vector3d degrees(const Eigen::Vector3d& radians) {
    return radians * math::degFromRad(1.0);
}

// Two frames from whose difference a velocity is computed.
struct Slope {
    const MatchFrame* from = nullptr;
    const MatchFrame* to = nullptr;
    [[nodiscard]] double gapS() const { return to->recordTimeS - from->recordTimeS; }
};

// The neighboring frames in which an object exists without a teleport; nullopt if only one frame
// remains.
std::optional<Slope> slopeOf(const MatchFrame& frame, const FrameNeighbors& neighbors,
                             const ObjectId& id, bool isForward) {
    const auto isPart = [&](const MatchFrame& from, const MatchFrame& to) {
        const double gapS = to.recordTimeS - from.recordTimeS;
        return from.health.good() && to.health.good() && gapS > 0.0 && gapS < kMaxGapS &&
               from.findPose(id) && to.findPose(id) && !hasTeleported(from, to, id);
    };
    Slope slope{&frame, &frame};
    if (neighbors.after && isPart(frame, *neighbors.after)) {
        slope.to = neighbors.after.get();
    }
    const bool isBeforeRequested = !isForward || slope.to == &frame;
    if (isBeforeRequested && neighbors.before && isPart(*neighbors.before, frame)) {
        slope.from = neighbors.before.get();
    }
    return slope.from == slope.to ? std::nullopt : std::optional(slope);
}

// The rotation vector from one orientation to another.
Eigen::Vector3d turnRad(const Eigen::Matrix3d& from, const Eigen::Matrix3d& to) {
    const Eigen::AngleAxisd turn(math::toQuaternion(to * from.transpose()));
    return turn.angle() * turn.axis();
}

bool isFinite(const RobotFrame& robot) {
    return std::ranges::all_of(robot.X_SBody,
                               [](const math::Pose& X) {
                                   return X.p.allFinite() && X.R.allFinite() &&
                                          math::orthonormalityError(X.R) < 0.1;
                               }) &&
           std::ranges::all_of(robot.jointAnglesRad, [](double rad) { return std::isfinite(rad); });
}

class SituationBuilder {
public:
    SituationBuilder(const MatchFrame& frame, const FrameNeighbors& neighbors,
                     const robot::RobotCatalog& robots)
        : m_frame(frame), m_neighbors(neighbors), m_known(robots.entries()) {}

    base::Expected<FrameSituation> make(std::string source) {
        if (!m_frame.health.good()) {
            return base::failure(ErrorCode::InvalidArgument,
                                 fmt::format("frame {} is damaged or out of sync", m_frame.index),
                                 "a complete frame of the log");
        }
        m_made.situation.source = std::move(source);
        auto read = readGame();
        if (read) {
            read = readBall();
        }
        for (const RobotFrame& robot : m_frame.robots) {
            if (read) {
                read = readRobot(robot);
            }
        }
        if (!read) {
            return tl::unexpected(read.error());
        }
        if (auto apart = checkDistances(); !apart) {
            return tl::unexpected(apart.error());
        }
        return std::move(m_made);
    }

private:
    base::Expected<void> readGame() {
        StartSituation& start = m_made.situation;
        const auto mode = monitor::playModeOf(m_frame.game);
        if (!mode) {
            return base::failure(
                ErrorCode::InvalidArgument,
                fmt::format("the referee has no play mode \"{}\"", m_frame.game.playModeName()),
                "a play mode of rcssserver3d");
        }
        start.playMode = *mode;
        start.timeS = std::max(0.0, rounded(m_frame.game.timeS));
        start.half = std::clamp(m_frame.game.half, 1, 2);
        start.score = {std::max(0, m_frame.game.scoreLeft), std::max(0, m_frame.game.scoreRight)};
        start.teams = {m_frame.game.teamLeft, m_frame.game.teamRight};
        if (m_frame.game.environment && m_frame.game.environment->field.lengthM > 0.0) {
            const field::FieldDimensions& field = m_frame.game.environment->field;
            start.fieldM = {field.lengthM, field.widthM};
        }
        return {};
    }

    base::Expected<void> readBall() {
        if (!m_frame.ball || !m_frame.ball->X_SBall.p.allFinite()) {
            return base::failure(ErrorCode::InvalidArgument,
                                 fmt::format("frame {} has no ball", m_frame.index),
                                 "a frame with a ball");
        }
        StartSituation& start = m_made.situation;
        start.p_SBall = rounded(m_frame.ball->X_SBall.p);
        if (const auto slope = slopeOf(m_frame, m_neighbors, ObjectId::ball(), true)) {
            const math::Pose& from = slope->from->ball->X_SBall;
            const math::Pose& to = slope->to->ball->X_SBall;
            start.ballVelocity_SMps = rounded((to.p - from.p) / slope->gapS());
            // A ball on the ground is taken to roll: its rotation between frames is too large to
            // measure.
            const double radiusM = m_frame.game.ballRadiusM();
            if (start.p_SBall.z() < 1.2 * radiusM) {
                const Eigen::Vector3d turnRadPerS =
                    Eigen::Vector3d::UnitZ().cross(start.ballVelocity_SMps) / radiusM;
                start.ballTurning_SDegPerS = rounded(degrees(turnRadPerS));
            }
        }
        return {};
    }

    base::Expected<void> readRobot(const RobotFrame& robot) {
        const std::string playerName = game::toString(robot.id);
        if (robot.id.side == game::Side::None || robot.id.unum.value() < 1) {
            m_made.remarks.emplace_back("a robot without team or number was omitted");
            return {};
        }
        const bool isLeague = robot.model != nullptr &&
                              robot.model->traits().server == game::ServerKind::Rcssservermj;
        const int maxNumber = isLeague ? 99 : 11;
        if (robot.id.unum.value() > maxNumber || m_made.situation.find(robot.id) != nullptr) {
            return base::failure(ErrorCode::InvalidArgument,
                                 fmt::format("{} is not a valid player", playerName),
                                 fmt::format("numbers 1 to {}, each once in a team", maxNumber));
        }
        const auto known = std::ranges::find_if(m_known, [&](const auto& entry) {
            return robot.model != nullptr && entry.model == robot.model;
        });
        if (known == m_known.end() && !isLeague) {
            return base::failure(
                ErrorCode::InvalidArgument,
                robot.model == nullptr
                    ? fmt::format("the robot of {} has no description", playerName)
                    : fmt::format("the robot of {} is not supported by the simulator: {}",
                                  playerName, robot.model->name()),
                "Nao types 0 to 4, soccerbot056, T1, K1, PiPlus");
        }
        if (robot.X_SBody.empty() || !isFinite(robot)) {
            return base::failure(
                ErrorCode::InvalidArgument,
                fmt::format("{} has no valid pose in frame {}", playerName, m_frame.index),
                "finite poses");
        }
        StartRobot start;
        start.player = robot.id;
        start.model = robot.model;
        start.file = robot.model->traits().scenePath; // for a robot of the league, its name
        if (!isLeague) {
            const bool hasNumber = robot.typeNumber >= 0 && start.file == robot::kDefaultRobotFile;
            start.type = hasNumber ? robot.typeNumber : known->type;
        }
        fillPosture(robot, start);
        fillSpeeds(robot, start);
        if (robot.maxJointGapM > kTornM) {
            m_made.remarks.push_back(fmt::format(
                "{}: limbs were detached in the log; rebuilt from joint angles", playerName));
        }
        if (robot.isFallen()) {
            m_made.remarks.push_back(playerName + " has fallen");
        }
        m_made.situation.robots.push_back(std::move(start));
        return {};
    }

    static void fillPosture(const RobotFrame& robot, StartRobot& start) {
        start.p_STorso = rounded(robot.X_STorso().p);
        const Eigen::Quaterniond q = math::toQuaternion(robot.X_STorso().R).normalized();
        start.orientation_STorso = {rounded(q.w()), rounded(q.x()), rounded(q.y()), rounded(q.z())};
        for (std::size_t i = 0; i < robot.jointAnglesRad.size(); ++i) {
            const robot::Joint& joint = robot.model->joint(robot::JointId(i));
            start.jointAnglesDeg.push_back(rounded(
                math::degFromRad(std::clamp(robot.jointAnglesRad[i], joint.minRad, joint.maxRad))));
        }
        start.jointSpeedsDegPerS.assign(start.jointAnglesDeg.size(), 0.0);
    }

    void fillSpeeds(const RobotFrame& robot, StartRobot& start) const {
        const auto slope = slopeOf(m_frame, m_neighbors, ObjectId::ofRobot(robot.id), false);
        if (!slope) {
            return;
        }
        const RobotFrame& from = *slope->from->findRobot(robot.id);
        const RobotFrame& to = *slope->to->findRobot(robot.id);
        const double gapS = slope->gapS();
        start.velocity_SMps = rounded((to.X_STorso().p - from.X_STorso().p) / gapS);
        start.turning_SDegPerS =
            rounded(degrees(turnRad(from.X_STorso().R, to.X_STorso().R) / gapS));
        if (gapS > kMaxJointGapS || from.model != robot.model || to.model != robot.model) {
            return;
        }
        for (std::size_t i = 0; i < start.jointSpeedsDegPerS.size(); ++i) {
            const robot::Joint& joint = robot.model->joint(robot::JointId(i));
            const double radPerS = (to.jointAnglesRad[i] - from.jointAnglesRad[i]) / gapS;
            start.jointSpeedsDegPerS[i] = rounded(math::degFromRad(
                std::clamp(radPerS, -joint.maxSpeedRadPerS, joint.maxSpeedRadPerS)));
        }
    }

    base::Expected<void> checkDistances() {
        const std::vector<StartRobot>& robots = m_made.situation.robots;
        for (std::size_t i = 0; i < robots.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                const double distanceM = (robots[i].p_STorso - robots[j].p_STorso).norm();
                const std::string playerName =
                    fmt::format("{} and {}", game::toString(robots[j].player),
                                game::toString(robots[i].player));
                if (distanceM < kMinTorsoDistanceM) {
                    return base::failure(ErrorCode::InvalidArgument,
                                         fmt::format("{} overlap", playerName),
                                         "a frame in which the robots do not overlap");
                }
                if (distanceM < kTouchM) {
                    m_made.remarks.push_back(playerName + " overlap and will be pushed apart");
                }
            }
        }
        return {};
    }

    const MatchFrame& m_frame;
    const FrameNeighbors& m_neighbors;
    std::vector<robot::RobotCatalog::Entry> m_known;
    FrameSituation m_made;
};

} // namespace

base::Expected<FrameSituation> situationOf(const MatchFrame& frame, const FrameNeighbors& neighbors,
                                           std::string source, const robot::RobotCatalog& robots) {
    return SituationBuilder(frame, neighbors, robots).make(std::move(source));
}

} // namespace sideline::simulator
