#include "training/ranks/rank_hub.h"

#include <chrono>
#include <cmath>
#include <thread>
#include <utility>

#include <fmt/format.h>

namespace sideline::training {

namespace {

using Clock = std::chrono::steady_clock;

double nowS() {
    return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

void sendToOthers(RankLink& link, const RankMessage& message) {
    const std::string bytes = bytesOf(message);
    for (int rank = 1; rank < link.size(); ++rank) {
        link.send(rank, bytes);
    }
}

} // namespace

RankHub::RankHub(RankLink& link, const std::string& setup,
                 std::function<void(const std::string&)> onNews, const RankTimeouts& timeouts)
    : m_link(link),
      m_timeouts(timeouts),
      m_onNews(std::move(onNews)),
      m_peers(static_cast<std::size_t>(link.size())),
      m_listenedS(nowS()) {
    for (Peer& peer : m_peers) {
        peer.heardS = m_listenedS;
    }
    sendToOthers({.word = RankWord::Setup, .payload = setup});
    m_heartbeat = base::Worker(
        "contacting the other ranks", [this](const std::stop_token&) { sendHeartbeats(); },
        [this](const base::Error& error) { report(error.toString()); });
}

RankHub::~RankHub() {
    {
        const std::lock_guard lock(m_endMutex);
        m_isEnding = true;
    }
    m_end.notify_all();
    m_heartbeat.join();
}

void RankHub::sendHeartbeats() {
    std::unique_lock lock(m_endMutex);
    while (!m_end.wait_for(lock, std::chrono::duration<double>(m_timeouts.heartbeatS),
                           [this] { return m_isEnding; })) {
        sendToOthers({.word = RankWord::Alive});
    }
}

void RankHub::sendToOthers(const RankMessage& message) {
    training::sendToOthers(m_link, message);
}

void RankHub::report(const std::string& news) const {
    if (m_onNews) {
        m_onNews(news);
    }
}

void RankHub::listen() {
    const double awayS = nowS() - m_listenedS;
    for (Peer& peer : m_peers) {
        peer.heardS += awayS;
    }
    m_listenedS = nowS();
}

void RankHub::stopListening() {
    m_listenedS = nowS();
}

std::optional<RankHub::Received> RankHub::receive() {
    while (const auto packet = m_link.receive()) {
        auto message = rankMessageFrom(packet->bytes);
        if (!message || packet->from < 1 || packet->from >= m_link.size()) {
            continue;
        }
        Peer& peer = m_peers[static_cast<std::size_t>(packet->from)];
        peer.heardS = nowS();
        const bool isBack = std::exchange(peer.isLost, false);
        if (isBack) {
            report(fmt::format("rank {} is back", packet->from));
        }
        return Received{packet->from, isBack, std::move(*message)};
    }
    return std::nullopt;
}

std::vector<int> RankHub::takeLost() {
    std::vector<int> lost;
    for (int rank = 1; rank < m_link.size(); ++rank) {
        Peer& peer = m_peers[static_cast<std::size_t>(rank)];
        if (!peer.isLost && nowS() - peer.heardS > m_timeouts.silenceS) {
            peer.isLost = true;
            lost.push_back(rank);
            report(fmt::format("rank {} has been silent for {:.0f} s; the others continue", rank,
                               m_timeouts.silenceS));
        }
    }
    return lost;
}

void dismissRanks(RankLink& link, const RankTimeouts& timeouts) {
    sendToOthers(link, {.word = RankWord::Finish});
    const Clock::time_point end =
        Clock::now() + std::chrono::microseconds(std::llround(1e6 * timeouts.farewellS));
    int left = 1; // this one
    while (left < link.size() && Clock::now() < end) {
        if (const auto packet = link.receive()) {
            const auto message = rankMessageFrom(packet->bytes);
            left += message && message->word == RankWord::Farewell ? 1 : 0;
        } else {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    const bool isComplete = left == link.size();
    sendToOthers(link, {.word = isComplete ? RankWord::Leave : RankWord::Part});
    link.leave(isComplete);
}

} // namespace sideline::training
