#include "training/server/server_robot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/limb_joints.h"
#include "agentcore/world/agent_frame.h"
#include "training/server/placing.h"
#include "training/trial/physics_robot.h"
#include "training/trial/start_pose.h"

namespace sideline::training {

namespace {

using base::ErrorCode;
using keyframe::StartPose;
using math::radFromDeg;
using net::Clock;

constexpr std::chrono::seconds kAgentTimeout{10}; // a running server sends 50 messages a second
constexpr std::chrono::milliseconds kTruthTimeout{500};
constexpr int kMaxUnseen = 500;          // messages to the agent without a message to monitors
constexpr double kCommandTimeoutS = 3.0; // time for executing a trainer command
constexpr int kAttempts = 20;            // attempts to stand, or to lie on a side

struct PosedJoint {
    robot::AxisRole axis;
    int number;
    double angleDeg;
};
// Pose of both legs in which a robot placed upright tips over: shifted to the opposite side, with
// tilted soles.
std::span<const PosedJoint> tippingPose(StartPose pose) {
    using robot::AxisRole;
    static constexpr std::array<PosedJoint, 2> kFront = {
        {{AxisRole::Pitch, 0, -25.0}, {AxisRole::Pitch, 2, -45.0}}};
    static constexpr std::array<PosedJoint, 2> kBack = {
        {{AxisRole::Pitch, 0, 40.0}, {AxisRole::Pitch, 2, 60.0}}};
    static constexpr std::array<PosedJoint, 2> kLeft = {
        {{AxisRole::Roll, 0, -25.0}, {AxisRole::Roll, 1, -25.0}}};
    static constexpr std::array<PosedJoint, 2> kRight = {
        {{AxisRole::Roll, 0, 25.0}, {AxisRole::Roll, 1, 25.0}}};
    switch (pose) {
    case StartPose::LyingOnFront:
        return kFront;
    case StartPose::LyingOnBack:
        return kBack;
    case StartPose::LyingOnLeft:
        return kLeft;
    case StartPose::LyingOnRight:
        return kRight;
    case StartPose::Standing:
    case StartPose::OnBall:
        break;
    }
    return {};
}

runtime::AgentSettings agentSettings(const ServerRobotSettings& settings) {
    runtime::AgentSettings agent;
    agent.host = settings.server.host;
    agent.port = settings.server.agentPort;
    agent.team = settings.team;
    agent.unum = settings.unum;
    agent.typeNumber = settings.typeNumber;
    agent.model = settings.model;
    agent.isSync = true;
    return agent;
}

} // namespace

ServerRobot::ServerRobot(const ServerRobotSettings& settings, MatchWatch watch,
                         net::FrameClient link)
    : m_settings(settings),
      m_watch(std::move(watch)),
      m_link(std::move(link)),
      m_cycle(agentSettings(settings), std::make_unique<CuedBehavior>(m_cue)) {}

base::Expected<std::unique_ptr<ServerRobot>> ServerRobot::join(
    const ServerRobotSettings& settings) {
    if (settings.model->traits().server != game::ServerKind::SimSpark) {
        return base::failure(
            base::ErrorCode::InvalidArgument,
            fmt::format("{} plays on rcssservermj; trials on a server need SimSpark's ground truth",
                        settings.model->name()),
            "a robot of SimSpark");
    }
    if (const auto checked = runtime::check(agentSettings(settings)); !checked) {
        return tl::unexpected(checked.error());
    }
    auto watch = MatchWatch::connect(settings.server, settings.stop);
    if (!watch) {
        return tl::unexpected(std::move(watch.error()));
    }
    auto link = net::FrameClient::connect(settings.server.host, settings.server.agentPort,
                                          {.stop = settings.stop});
    if (!link) {
        return tl::unexpected(std::move(link.error()));
    }
    std::unique_ptr<ServerRobot> robot(
        new ServerRobot(settings, std::move(*watch), std::move(*link)));
    if (!robot->awaitJoin()) {
        return robot->failure();
    }
    return robot;
}

bool ServerRobot::fail(base::Error error) {
    if (!m_fault) {
        m_fault = std::move(error);
    }
    return false;
}

bool ServerRobot::fail(ErrorCode code, std::string message, std::string expected) {
    return fail(base::failure(code, std::move(message), std::move(expected)).value());
}

tl::unexpected<base::Error> ServerRobot::failure() const {
    return tl::unexpected(*m_fault);
}

bool ServerRobot::awaitJoin() {
    m_cycle.connected();
    if (const auto sent = m_link.send(m_cycle.greeting()); !sent) {
        return fail(sent.error());
    }
    while (m_cycle.stage() != runtime::JoinStage::Joined) {
        if (!answer()) {
            return false;
        }
    }
    // Monitor messages written before the robot joined do not contain it.
    for (int i = 0; !m_fault && i < kMaxUnseen; ++i) {
        const auto news = m_watch.next(Clock::now() + std::chrono::milliseconds(1));
        if (!news) {
            return fail(news.error());
        }
        if (*news && takeTruth()) {
            return true;
        }
        m_fault.reset();
        if (!answer()) {
            return false;
        }
    }
    return fail(ErrorCode::Io,
                fmt::format("{} does not report robot {} of team {}", m_link.peer(),
                            m_settings.unum, m_settings.team),
                "the monitor port of the same server, and a known robot");
}

// Receives the agent's percepts and replies to them.
bool ServerRobot::answer() {
    if (m_fault) {
        return false;
    }
    const auto message = m_link.receive(Clock::now() + kAgentTimeout);
    if (!message) {
        return fail(message.error());
    }
    if (!*message) {
        return fail(
            m_settings.stop.stop_requested() ? ErrorCode::Canceled : ErrorCode::Io,
            fmt::format("{} sent no percepts for {} s", m_link.peer(), kAgentTimeout.count()),
            "the agent port of a running SimSpark server");
    }
    const std::string_view command = m_cycle.respond(**message, m_link.readAt(), m_frame);
    const auto sent = m_link.send(command);
    m_cycle.sent(**message, Clock::now(), m_frame);
    if (const auto reason = m_cycle.failureReason()) {
        return fail(ErrorCode::InvalidArgument, fmt::format("{}: {}", m_link.peer(), *reason));
    }
    return sent ? true : fail(sent.error());
}

bool ServerRobot::takeTruth() {
    const monitor::MatchFrame& frame = m_watch.frame();
    const monitor::RobotFrame* robot = frame.findRobot(m_frame.identity.robot);
    if (robot == nullptr || robot->model == nullptr || !frame.ball) {
        return fail(ErrorCode::Io,
                    fmt::format("{} reports no ball, or no {} with a known robot", m_link.peer(),
                                game::toString(m_frame.identity.robot)));
    }
    const Eigen::Vector3d p_SBall = frame.ball->X_SBall.p;
    const double stepS = frame.game.timeS - m_clockS;
    m_ball_SMps.setZero();
    if (m_truth != nullptr && stepS > 0.0) {
        m_ball_SMps = (p_SBall - m_p_SBall) / stepS;
    }
    m_truth = robot;
    m_p_SBall = p_SBall;
    m_clockS = frame.game.timeS;
    return true;
}

// Whether a monitor message is overdue according to the agent's clock.
bool ServerRobot::isBehind() const {
    constexpr double kMaxS = 2.0; // a larger difference means that the clock was set
    const double behindS = m_frame.game.gameTimeS - m_clockS;
    return behindS > m_truthEveryS + 1.5 * game::kStepS && behindS < kMaxS;
}

// Advances until the next monitor message. Waits if the server is late.
bool ServerRobot::step() {
    for (int i = 0; !m_fault && i < kMaxUnseen; ++i) {
        const bool waits = isBehind();
        const auto news =
            m_watch.next(waits ? Clock::now() + kTruthTimeout : Clock::time_point::min());
        if (!news) {
            return fail(news.error());
        }
        if (*news) {
            return takeTruth();
        }
        if (waits) { // the server's interval is longer than assumed
            m_truthEveryS = m_frame.game.gameTimeS - m_clockS;
        }
        if (!answer()) {
            return false;
        }
    }
    return fail(ErrorCode::Io,
                fmt::format("{} is running, but sends nothing to monitors", m_link.peer()),
                "the monitor port of the same server");
}

// @return false if the condition does not hold after that time, or the connection is lost
template <typename Done>
bool ServerRobot::passUntil(double maxS, const Done& done) {
    const double beganS = m_frame.game.serverTimeS;
    while (!done()) {
        if (m_frame.game.serverTimeS - beganS >= maxS || !step()) {
            return false;
        }
    }
    return true;
}

bool ServerRobot::send(const monitor::TrainerCommand& command) {
    if (const auto sent = m_watch.send(command); !sent) {
        return fail(sent.error());
    }
    return true;
}

void ServerRobot::hold(std::vector<double> poseRad, double maxRadPerS) {
    m_cue->poseRad = std::move(poseRad);
    m_cue->poseRadPerS = maxRadPerS;
}

bool ServerRobot::isPosed() const {
    for (std::size_t i = 0; i < m_cue->poseRad.size(); ++i) {
        if (std::abs(m_frame.body.joints[i].measuredRad - m_cue->poseRad[i]) > radFromDeg(1.0)) {
            return false;
        }
    }
    return true;
}

// Stands the robot up in its held pose, whether or not it has reached it.
bool ServerRobot::placeUpright(const Eigen::Vector3d& p_F) {
    const Eigen::Vector3d p_S = serverPlaceOf(side(), p_F);
    bool isThere = false;
    // The referee may also move it, while a kick-off is pending.
    for (int i = 0; i < kAttempts && !isThere && !m_fault; ++i) {
        startPlay();
        send(
            placeRobotCommand(m_frame.identity.robot, p_S, m_settings.model.get(), m_cue->poseRad));
        isThere = passUntil(0.5, [&] {
            return (truth().X_STorso().p - p_S).head<2>().norm() < 0.1 &&
                   std::abs(math::wrapRad(truth().headingRad() - p_S.z())) < 0.3;
        });
    }
    return isThere ||
           fail(ErrorCode::Io,
                fmt::format("{} ignores trainer commands that move robots", m_link.peer()),
                "a SimSpark server that takes trainer commands on its monitor port");
}

bool ServerRobot::waitUntilStill() {
    constexpr double kStillS = 0.3;
    math::Pose X_STorso = truth().X_STorso();
    double sinceS = m_clockS;
    return passUntil(4.0, [&] {
        const math::Pose& now = truth().X_STorso();
        if ((now.p - X_STorso.p).norm() > 0.01 ||
            (now.R.col(2) - X_STorso.R.col(2)).norm() > 0.02) {
            X_STorso = now;
            sinceS = m_clockS;
        }
        return m_clockS - sinceS >= kStillS;
    });
}

// Lets the robot topple over, since its legs cannot support it.
// @return whether it ends up on the side given by `pose`
bool ServerRobot::fallToSide(StartPose pose, const std::vector<double>& anglesRad) {
    constexpr double kTippedCosine = 0.7; // cosine of the tilt beyond which a robot cannot recover
    constexpr double kMinLyingCosine = 0.8;
    const bool tips = passUntil(2.0, [&] { return truth().X_STorso().R(2, 2) < kTippedCosine; });
    hold(anglesRad, 20.0);
    const Eigen::Matrix3d flat = torsoTurn(pose); // orientation of a robot that faces along y
    return tips && waitUntilStill() &&
           truth().X_STorso().R.row(2).dot(flat.row(2)) > kMinLyingCosine;
}

// Sets a time early in the half, which ends after 300 s. Before a kick-off the referee holds the
// ball.
void ServerRobot::startPlay() {
    constexpr double kEarlyS = 10.0; // a smaller change of the clock would look like a delay
    send(monitor::SetPlayMode{game::PlayMode::PlayOn});
    if (m_clockS > kEarlyS) {
        send(monitor::SetTime{0.0});
    }
    passUntil(kCommandTimeoutS, [&] {
        return playMode() == game::playModeName(game::PlayMode::PlayOn) &&
               m_clockS < kEarlyS + kCommandTimeoutS;
    });
}

base::Expected<void> ServerRobot::setPosture(const ServerStart& start, base::Rng& rng) {
    const auto& joints = m_settings.model->joints();
    std::vector<double> tippingRad(joints.size(), 0.0);
    for (const PosedJoint& joint : tippingPose(start.pose)) {
        for (const robot::LimbId leg : {robot::LimbId::LeftFoot, robot::LimbId::RightFoot}) {
            const auto [id, sign] =
                robot::limbJoint(*m_settings.model, leg, joint.axis, joint.number);
            if (id.isValid()) {
                tippingRad[id.index()] = sign * radFromDeg(joint.angleDeg);
            }
        }
    }
    m_cue->command = {};
    bool isReady = false;
    for (int i = 0; i < kAttempts && !isReady && !m_fault; ++i) {
        std::vector<double> anglesRad = start.jointsRad;
        anglesRad.resize(joints.size(), 0.0);
        for (std::size_t j = 0; j < anglesRad.size(); ++j) {
            anglesRad[j] = std::clamp(anglesRad[j] + rng.normal(start.jointNoiseRad),
                                      joints[j].minRad, joints[j].maxRad);
        }
        hold(keyframe::isLying(start.pose) ? tippingRad : anglesRad, 3.0);
        passUntil(2.0, [&] { return isPosed(); });
        if (!placeUpright(start.p_F)) {
            break;
        }
        isReady = !keyframe::isLying(start.pose) || fallToSide(start.pose, anglesRad);
        const double beganS = m_clockS;
        passUntil(start.settleS + 1.0, [&] { return m_clockS - beganS >= start.settleS; });
        isReady = isReady && truth().isFallen() == keyframe::isLying(start.pose);
    }
    if (!isReady) {
        fail(ErrorCode::Internal, fmt::format("the robot could not be brought to start {}",
                                              keyframe::startPoseName(start.pose)));
        return failure();
    }
    return {};
}

base::Expected<void> ServerRobot::placeBall(const Eigen::Vector2d& p_S) {
    if (playMode() != game::playModeName(game::PlayMode::PlayOn)) {
        startPlay();
    }
    if (!send(placeBallCommand(p_S)) ||
        !passUntil(kCommandTimeoutS, [&] { return (m_p_SBall.head<2>() - p_S).norm() < 0.02; })) {
        fail(ErrorCode::Io,
             fmt::format("{} ignores trainer commands that move the ball", m_link.peer()),
             "a SimSpark server that takes trainer commands on its monitor port");
        return failure();
    }
    return {};
}

void ServerRobot::begin(std::shared_ptr<const behavior::Behavior> behavior) {
    m_cue->poseRad.clear();
    m_cue->next = std::move(behavior);
    m_cue->goal.reset();
    m_X_SGround = ground();
    m_beganS = m_clockS;
    m_headingRad = 0.0;
    m_turnedRad = 0.0;
}

bool ServerRobot::cycle(const motion::WalkCommand& command) {
    m_cue->command = command;
    if (!step()) {
        return false;
    }
    const Eigen::Vector3d ahead = m_X_SGround.R.transpose() * ground().R.col(0);
    const double headingRad = std::atan2(ahead.y(), ahead.x());
    m_turnedRad += math::wrapRad(headingRad - m_headingRad);
    m_headingRad = headingRad;
    return true;
}

void ServerRobot::goTo(const behavior::GoToPlace& place) {
    const math::Pose X_FBegan = world::fieldFromServer(side()) * m_X_SGround;
    behavior::GoToPlace& goal = m_cue->goal.emplace();
    goal.p_F = (X_FBegan * Eigen::Vector3d(place.p_F.x(), place.p_F.y(), 0.0)).head<2>();
    if (place.headingRad) {
        goal.headingRad =
            math::wrapRad(*place.headingRad + std::atan2(X_FBegan.R(1, 0), X_FBegan.R(0, 0)));
    }
}

Eigen::Vector2d ServerRobot::place() const {
    return (m_X_SGround.R.transpose() * (truth().X_STorso().p - m_X_SGround.p)).head<2>();
}

math::Pose ServerRobot::ground() const {
    const auto p_S = [this](robot::BodyRole foot) {
        const robot::BodyId body = truth().model->findBody(foot);
        return body.isValid() ? truth().X_SBody[body.index()].p : truth().X_STorso().p;
    };
    return groundBelow(truth().X_STorso(), p_S(robot::BodyRole::LeftFoot),
                       p_S(robot::BodyRole::RightFoot));
}

Eigen::Vector3d ServerRobot::ball_S() const {
    return m_p_SBall;
}

} // namespace sideline::training
