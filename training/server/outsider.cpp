#include "training/server/outsider.h"

#include <fmt/format.h>

namespace sideline::training {

namespace {

using base::ErrorCode;
using base::failure;
using net::Clock;

constexpr std::chrono::seconds kJoinTimeout{60};
constexpr std::chrono::seconds kSilence{20}; // of a server while its agents compute
constexpr std::chrono::milliseconds kLook{200};
constexpr int kMinStandingMessages = 50; // monitor messages

} // namespace

base::Expected<ExternalRobot> ExternalRobot::await(const ServerAddress& server,
                                                   const std::function<bool()>& isAlive,
                                                   const std::stop_token& stop) {
    auto watch = MatchWatch::connect(server, stop);
    if (!watch) {
        return tl::unexpected(std::move(watch.error()));
    }
    ExternalRobot outsider(std::move(*watch), stop);
    if (const auto joined = outsider.awaitRobot(isAlive); !joined) {
        return tl::unexpected(joined.error());
    }
    return outsider;
}

base::Expected<void> ExternalRobot::awaitRobot(const std::function<bool()>& isAlive) {
    const auto deadline = Clock::now() + kJoinTimeout;
    for (int stood = 0; stood < kMinStandingMessages;) {
        const auto news = m_watch.next(Clock::now() + kLook);
        if (!news) {
            return tl::unexpected(news.error());
        }
        if (m_stop.stop_requested()) {
            return failure(ErrorCode::Canceled, "stopped");
        }
        if (*news && findRobot()) {
            ++stood;
        } else if (stood == 0 && (!isAlive() || Clock::now() > deadline)) {
            return failure(ErrorCode::Io,
                           isAlive()
                               ? fmt::format("no robot joined within {} s", kJoinTimeout.count())
                               : "the program ended before its robot joined",
                           "a program that connects to the agent port of the server");
        }
    }
    if (m_watch.frame().robots.size() > 1) {
        return failure(ErrorCode::InvalidArgument,
                       fmt::format("{} robots are playing there", m_watch.frame().robots.size()),
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

base::Expected<void> ExternalRobot::look() {
    for (const auto deadline = Clock::now() + kSilence; Clock::now() < deadline;) {
        const auto news = m_watch.next(Clock::now() + kLook);
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
                   fmt::format("the server sent nothing for {} s", kSilence.count()));
}

base::Expected<void> ExternalRobot::lookUntil(const std::function<bool()>& isSo, int messages) {
    for (int i = 0; i < messages; ++i) {
        if (const auto seen = look(); !seen) {
            return seen;
        }
        if (isSo()) {
            return {};
        }
    }
    return failure(ErrorCode::Io, "the server ignores trainer commands",
                   "a SimSpark server that takes trainer commands on its monitor port");
}

} // namespace sideline::training
