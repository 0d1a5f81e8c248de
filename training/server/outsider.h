#pragma once

#include <functional>
#include <stop_token>

#include "agentcore/base/error.h"
#include "agentcore/monitor/match_frame.h"
#include "agentcore/monitor/trainer_command.h"
#include "training/server/match_watch.h"
#include "training/server/server_address.h"

namespace sideline::training {

/// The robot of any program on a server, as a monitor sees it. One thread at a time.
class Outsider {
public:
    /// Waits until a robot has joined and has been there for two seconds of a usual server.
    /// @param isAlive asked again and again while nobody has joined: whether somebody still may
    /// Errors: those of `MatchWatch`; InvalidArgument if several robots play there; Io if nobody
    /// joins; Canceled.
    [[nodiscard]] static base::Expected<Outsider> await(const ServerAddress& server,
                                                        const std::function<bool()>& isAlive,
                                                        const std::stop_token& stop = {});

    /// The next message to monitors.
    /// Errors: those of `MatchWatch`; Io if the robot has left, or nothing comes; Canceled.
    base::Expected<void> look();
    /// Looks until something is so.
    /// @param messages the most to wait for
    /// Errors: as of `look`; Io if it is not so then, since the server does not obey trainers.
    base::Expected<void> lookUntil(const std::function<bool()>& isSo, int messages = 75);
    /// Errors: those of `MatchWatch::send`.
    base::Expected<void> send(const monitor::TrainerCommand& command) {
        return m_watch.send(command);
    }

    [[nodiscard]] const game::PlayerId& id() const { return m_id; }
    [[nodiscard]] const monitor::RobotFrame& robot() const {
        return *m_watch.frame().findRobot(m_id);
    }
    [[nodiscard]] Eigen::Vector3d ball() const { return m_watch.frame().ball->X_SBall.p; }
    /// Of the game clock.
    [[nodiscard]] double timeS() const { return m_watch.frame().game.timeS; }
    [[nodiscard]] std::string_view playMode() const { return m_watch.frame().game.playModeName(); }

private:
    Outsider(MatchWatch watch, std::stop_token stop)
        : m_watch(std::move(watch)), m_stop(std::move(stop)) {}
    base::Expected<void> awaitRobot(const std::function<bool()>& isAlive);
    bool findRobot();

    MatchWatch m_watch;
    std::stop_token m_stop;
    game::PlayerId m_id;
};

} // namespace sideline::training
