#pragma once

#include <functional>
#include <stop_token>

#include "agentcore/base/error.h"
#include "agentcore/monitor/match_frame.h"
#include "agentcore/monitor/trainer_command.h"
#include "training/server/match_watch.h"
#include "training/server/server_address.h"

namespace sideline::training {

/// A robot controlled by any program on a server, observed by a monitor. One thread at a time.
class ExternalRobot {
public:
    /// Waits until a robot has joined and has been present for two seconds, on a server that runs
    /// in real time.
    /// @param isAlive polled while no robot has joined: whether one may still join
    /// Errors: those of `MatchWatch`; InvalidArgument if several robots play there; Io if none
    /// joins; Canceled.
    [[nodiscard]] static base::Expected<ExternalRobot> await(const ServerAddress& server,
                                                             const std::function<bool()>& isAlive,
                                                             const std::stop_token& stop = {});

    /// Receives the next monitor message.
    /// Errors: those of `MatchWatch`; Io if the robot has left, or no message comes; Canceled.
    base::Expected<void> receive();
    /// Receives messages until a condition holds.
    /// @param messages maximum number
    /// Errors: those of `receive`; Io if the condition does not hold by then, because the server
    /// ignores trainer commands.
    base::Expected<void> waitUntil(const std::function<bool()>& isTrue, int messages = 75);
    /// Errors: those of `MatchWatch::send`.
    base::Expected<void> send(const monitor::TrainerCommand& command) {
        return m_watch.send(command);
    }

    [[nodiscard]] const game::PlayerId& id() const { return m_id; }
    [[nodiscard]] const monitor::RobotFrame& robot() const {
        return *m_watch.frame().findRobot(m_id);
    }
    [[nodiscard]] Eigen::Vector3d ball() const { return m_watch.frame().ball->X_SBall.p; }
    /// Game clock.
    [[nodiscard]] double timeS() const { return m_watch.frame().game.timeS; }
    [[nodiscard]] std::string_view playMode() const { return m_watch.frame().game.playModeName(); }

private:
    ExternalRobot(MatchWatch watch, std::stop_token stop)
        : m_watch(std::move(watch)), m_stop(std::move(stop)) {}
    base::Expected<void> awaitRobot(const std::function<bool()>& isAlive);
    bool findRobot();

    MatchWatch m_watch;
    std::stop_token m_stop;
    game::PlayerId m_id;
};

} // namespace sideline::training
