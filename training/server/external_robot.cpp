#include "training/server/external_robot.h"

#include <fmt/format.h>

namespace sideline::training {

namespace {

using base::ErrorCode;
using base::failure;
using net::Clock;

constexpr std::chrono::seconds kJoinTimeout{60};
constexpr std::chrono::seconds kSilenceTimeout{
    20}; // maximum silence of a server while its agents compute
constexpr std::chrono::milliseconds kPollInterval{200};
constexpr int kMinStandingMessages = 50; // number of monitor messages

} // namespace

base::Expected<ExternalRobot> ExternalRobot::await(const ServerAddress& server,
                                                   const std::function<bool()>& isAlive,
                                                   const std::stop_token& stop) {
    auto watch = MatchWatch::connect(server, stop);
    if (!watch) {
        return tl::unexpected(std::move(watch.error()));
    }
    ExternalRobot robot(std::move(*watch), stop);
    if (const auto joined = robot.awaitRobot(isAlive); !joined) {
        return tl::unexpected(joined.error());
    }
    return robot;
}

base::Expected<void> ExternalRobot::awaitRobot(const std::function<bool()>& isAlive) {
    const auto deadline = Clock::now() + kJoinTimeout;
    for (int standingCount = 0; standingCount < kMinStandingMessages;) {
        const auto news = m_watch.next(Clock::now() + kPollInterval);
        if (!news) {
            return tl::unexpected(news.error());
        }
        if (m_stop.stop_requested()) {
            return failure(ErrorCode::Canceled, "stopped");
        }
        if (*news && findRobot()) {
            ++standingCount;
        } else if (standingCount == 0 && (!isAlive() || Clock::now() > deadline)) {
            return failure(ErrorCode::Io,
                           isAlive()
                               ? fmt::format("no robot joined within {} s", kJoinTimeout.count())
                               : "the program ended before its robot joined",
                           "a program that connects to the agent port of the server");
        }
    }
    if (m_watch.frame().robots.size() > 1) {
        return failure(
            ErrorCode::InvalidArgument,
            fmt::format("{} robots are playing on the server", m_watch.frame().robots.size()),
            "a server without other players");
    }
    return {};
}

bool ExternalRobot::findRobot() {
    for (const monitor::RobotFrame& robot : m_watch.frame().robots) {
        if (robot.id.side != game::Side::None && robot.id.unum.value() > 0) {
            m_id = robot.id;
            return m_watch.frame().ball.has_value();
        }
    }
    return false;
}

base::Expected<void> ExternalRobot::receive() {
    for (const auto deadline = Clock::now() + kSilenceTimeout; Clock::now() < deadline;) {
        const auto news = m_watch.next(Clock::now() + kPollInterval);
        if (!news) {
            return tl::unexpected(news.error());
        }
        if (m_stop.stop_requested()) {
            return failure(ErrorCode::Canceled, "stopped");
        }
        if (*news) {
            return m_watch.frame().findRobot(m_id) != nullptr && m_watch.frame().ball
                       ? base::Expected<void>()
                       : failure(ErrorCode::Io, game::toString(m_id) + " has left");
        }
    }
    return failure(ErrorCode::Io,
                   fmt::format("the server sent nothing for {} s", kSilenceTimeout.count()));
}

base::Expected<void> ExternalRobot::waitUntil(const std::function<bool()>& isTrue, int messages) {
    for (int i = 0; i < messages; ++i) {
        if (const auto seen = receive(); !seen) {
            return seen;
        }
        if (isTrue()) {
            return {};
        }
    }
    return failure(ErrorCode::Io, "the server ignores trainer commands",
                   "a SimSpark server that takes trainer commands on its monitor port");
}

} // namespace sideline::training
