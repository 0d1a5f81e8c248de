#include "training/server/outsider.h"

#include <fmt/format.h>

namespace sideline::training {

namespace {

using base::ErrorCode;
using base::failure;
using net::Clock;

constexpr std::chrono::seconds kJoinsWithin{60};
constexpr std::chrono::seconds kSilence{20}; // of a server whose agents think
constexpr std::chrono::milliseconds kLook{200};
constexpr int kStandsFor = 50; // messages to monitors

} // namespace

base::Expected<Outsider> Outsider::await(const ServerAddress& server,
                                         const std::function<bool()>& isAlive,
                                         const std::stop_token& stop) {
    auto watch = MatchWatch::connect(server, stop);
    if (!watch) {
        return tl::unexpected(std::move(watch.error()));
    }
    Outsider outsider(std::move(*watch), stop);
    if (const auto joined = outsider.awaitRobot(isAlive); !joined) {
        return tl::unexpected(joined.error());
    }
    return outsider;
}

base::Expected<void> Outsider::awaitRobot(const std::function<bool()>& isAlive) {
    const auto deadline = Clock::now() + kJoinsWithin;
    for (int stood = 0; stood < kStandsFor;) {
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
                               ? fmt::format("no robot joined within {} s", kJoinsWithin.count())
                               : "the program ended before its robot joined",
                           "a program that connects to the agent port of the server");
        }
    }
    if (m_watch.frame().robots.size() > 1) {
        return failure(ErrorCode::InvalidArgument,
                       fmt::format("{} robots are playing there", m_watch.frame().robots.size()),
                       "a server where nobody else plays");
    }
    return {};
}

bool Outsider::findRobot() {
    for (const monitor::RobotFrame& robot : m_watch.frame().robots) {
        if (robot.id.side != game::Side::None && robot.id.unum.value() > 0) {
            m_id = robot.id;
            return m_watch.frame().ball.has_value();
        }
    }
    return false;
}

base::Expected<void> Outsider::look() {
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

base::Expected<void> Outsider::lookUntil(const std::function<bool()>& isSo, int messages) {
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
