#include "training/server/outside_scoring.h"

#include <utility>

#include <fmt/format.h>

#include "training/server/match_watch.h"
#include "training/server/placing.h"
#include "training/skill/scoring_watch.h"

namespace sideline::training {

namespace {

using base::ErrorCode;
using base::failure;
using net::Clock;

constexpr std::chrono::seconds kJoinsWithin{60};
constexpr std::chrono::seconds kSilence{20}; // of a server whose agents think
constexpr std::chrono::milliseconds kLook{200};
constexpr int kStandsFor = 50;   // messages to monitors, two seconds with a usual server
constexpr int kObeysWithin = 75; // likewise

class Outsider {
public:
    Outsider(const OutsideScoring& settings, MatchWatch watch)
        : m_settings(settings), m_watch(std::move(watch)) {}

    // Until a robot is there and has stood for a while.
    base::Expected<void> awaitRobot(const std::function<bool()>& isAlive) {
        const auto deadline = Clock::now() + kJoinsWithin;
        for (int stood = 0; stood < kStandsFor;) {
            const auto news = m_watch.next(Clock::now() + kLook);
            if (!news) {
                return tl::unexpected(news.error());
            }
            if (m_settings.stop.stop_requested()) {
                return failure(ErrorCode::Canceled, "stopped");
            }
            if (*news && findRobot()) {
                ++stood;
            } else if (stood == 0 && (!isAlive() || Clock::now() > deadline)) {
                return failure(
                    ErrorCode::Io,
                    isAlive() ? fmt::format("no robot has joined for {} s", kJoinsWithin.count())
                              : "the program has ended before a robot of it joined",
                    "a program that connects to the agent port of the server");
            }
        }
        if (m_watch.frame().robots.size() > 1) {
            return failure(ErrorCode::InvalidArgument,
                           fmt::format("{} robots play there", m_watch.frame().robots.size()),
                           "a server where nobody else plays");
        }
        return {};
    }

    base::Expected<void> place(const ScoringTrial& start) {
        const Eigen::Vector3d p_S = serverPlaceOf(m_robot.side, start.robot_F);
        const Eigen::Vector3d ball_S =
            serverPlaceOf(m_robot.side, {start.ball_F.x(), start.ball_F.y(), 0.0});
        const monitor::RobotFrame& robot = *m_watch.frame().findRobot(m_robot);
        for (const monitor::TrainerCommand& command :
             {monitor::TrainerCommand(monitor::SetPlayMode{game::PlayMode::PlayOn}),
              monitor::TrainerCommand(monitor::SetTime{0.0}),
              setDown(m_robot, p_S, robot.model.get(), robot.jointAnglesRad),
              layBall(ball_S.head<2>())}) {
            if (auto sent = m_watch.send(command); !sent) {
                return sent;
            }
        }
        for (int i = 0; i < kObeysWithin; ++i) {
            if (const auto seen = look(); !seen) {
                return seen;
            }
            if ((ball() - ball_S).head<2>().norm() < 0.05 &&
                (torso().p - p_S).head<2>().norm() < 0.3) {
                return {};
            }
        }
        return failure(ErrorCode::Io, "the server does not do what a trainer says",
                       "a SimSpark server that takes trainer commands on its monitor port");
    }

    base::Expected<ScoringTrial> play(const ScoringTrial& start) {
        ScoringWatch watch(start, m_robot.side);
        const double beganS = timeS();
        Eigen::Vector3d before_S = ball();
        double beforeS = beganS;
        while (timeS() - beganS < m_settings.longestS && !watch.trial().goalS) {
            if (const auto seen = look(); !seen) {
                return tl::unexpected(seen.error());
            }
            const double stepS = timeS() - beforeS;
            const double ballMps = stepS > 0.0 ? (ball() - before_S).norm() / stepS : 0.0;
            watch.update(timeS() - beganS, ballMps, m_watch.frame().findRobot(m_robot)->isFallen(),
                         m_watch.frame().game.playModeName());
            before_S = ball();
            beforeS = timeS();
        }
        return watch.trial();
    }

private:
    bool findRobot() {
        for (const monitor::RobotFrame& robot : m_watch.frame().robots) {
            if (robot.id.side != game::Side::None && robot.id.unum.value() > 0) {
                m_robot = robot.id;
                return m_watch.frame().ball.has_value();
            }
        }
        return false;
    }
    // The next message to monitors.
    base::Expected<void> look() {
        for (const auto deadline = Clock::now() + kSilence; Clock::now() < deadline;) {
            const auto news = m_watch.next(Clock::now() + kLook);
            if (!news) {
                return tl::unexpected(news.error());
            }
            if (m_settings.stop.stop_requested()) {
                return failure(ErrorCode::Canceled, "stopped");
            }
            if (*news) {
                return m_watch.frame().findRobot(m_robot) != nullptr && m_watch.frame().ball
                           ? base::Expected<void>()
                           : failure(ErrorCode::Io, game::toString(m_robot) + " has left");
            }
        }
        return failure(ErrorCode::Io,
                       fmt::format("the server has sent nothing for {} s", kSilence.count()));
    }
    [[nodiscard]] const math::Pose& torso() const {
        return m_watch.frame().findRobot(m_robot)->X_STorso();
    }
    [[nodiscard]] Eigen::Vector3d ball() const { return m_watch.frame().ball->X_SBall.p; }
    [[nodiscard]] double timeS() const { return m_watch.frame().game.timeS; }

    const OutsideScoring& m_settings;
    MatchWatch m_watch;
    game::PlayerId m_robot;
};

} // namespace

base::Expected<ScoringTrial> scoreOutside(const OutsideScoring& settings, const ScoringTrial& start,
                                          const std::function<bool()>& isAlive) {
    auto watch = MatchWatch::connect(settings.server, settings.stop);
    if (!watch) {
        return tl::unexpected(std::move(watch.error()));
    }
    Outsider outsider(settings, std::move(*watch));
    if (const auto joined = outsider.awaitRobot(isAlive); !joined) {
        return tl::unexpected(joined.error());
    }
    if (const auto placed = outsider.place(start); !placed) {
        return tl::unexpected(placed.error());
    }
    return outsider.play(start);
}

} // namespace sideline::training
