#include "training/server/match_watch.h"

#include <memory>
#include <utility>

#include <fmt/format.h>

namespace sideline::training {

namespace {

constexpr std::chrono::seconds kSceneTimeout{10}; // a running server sends 25 messages a second

} // namespace

base::Expected<MatchWatch> MatchWatch::connect(const ServerAddress& server,
                                               const std::stop_token& stop) {
    auto link = net::FrameClient::connect(server.host, server.monitorPort,
                                          {.acknowledgesAtOnce = true, .stop = stop});
    if (!link) {
        return tl::unexpected(std::move(link.error()));
    }
    MatchWatch watch(std::move(*link));
    const auto come = watch.next(net::Clock::now() + kSceneTimeout);
    if (!come) {
        return tl::unexpected(come.error());
    }
    if (!*come) {
        return base::failure(
            stop.stop_requested() ? base::ErrorCode::Canceled : base::ErrorCode::Io,
            fmt::format("{} sent no scene for {} s", watch.m_link.peer(), kSceneTimeout.count()),
            "the monitor port of a running SimSpark server");
    }
    return watch;
}

base::Expected<bool> MatchWatch::next(net::Clock::time_point deadline) {
    while (true) {
        const auto message = m_link.receive(deadline);
        if (!message) {
            return tl::unexpected(message.error());
        }
        if (!*message) {
            return false;
        }
        const auto report = m_decoder.decode(**message, m_messages);
        if (!report && m_messages == 0) {
            return base::failure(
                base::ErrorCode::UnsupportedFormat,
                fmt::format("{} sends no match: {}", m_link.peer(), report.error().message),
                "the monitor port of a SimSpark server");
        }
        ++m_messages;
        auto frame = monitor::makeMatchFrame(
            m_messages, 0.0, m_decoder.game(),
            std::make_shared<const monitor::SceneState>(m_decoder.scene()), !report);
        if (frame->health.good()) {
            m_frame = std::move(frame);
            m_hasRequestedScene = false;
            return true;
        }
        if (!std::exchange(m_hasRequestedScene, true)) {
            if (auto sent = send(monitor::RequestFullState{}); !sent) {
                return tl::unexpected(std::move(sent.error()));
            }
        }
    }
}

base::Expected<void> MatchWatch::send(const monitor::TrainerCommand& command) {
    return m_link.send(monitor::encodeTrainerCommand(command));
}

} // namespace sideline::training
