// Round trip times of 2 kB frames over loopback: a server sends to its clients every 2 ms, or as
// soon as all have replied, and each client, in its own thread, echoes immediately.
// usage: link_bench [MESSAGES]   (per client, default 4000)
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/worker.h"
#include "agentcore/net/frame_client.h"
#include "agentcore/net/frame_server.h"

namespace sideline::bench {

namespace {

using net::Clock;
using net::ConnectionId;

constexpr std::size_t kMessageBytes = 2048;
constexpr int kWarmUp = 200;
constexpr std::chrono::milliseconds kPause{2};
constexpr std::chrono::milliseconds kClientWait{50};

using TimesUs = std::vector<double>;

double microseconds(Clock::duration time) {
    return std::chrono::duration<double, std::micro>(time).count();
}

// Echoes messages until the server closes.
void echo(std::uint16_t port, const std::stop_token& stop, TimesUs& senseToAct) {
    auto link = net::FrameClient::connect("127.0.0.1", port, {.stop = stop});
    while (link && !link->closing()) {
        const auto message = link->receive(Clock::now() + kClientWait);
        if (message && *message && link->send(**message)) {
            senseToAct.push_back(microseconds(Clock::now() - link->readAt()));
        }
    }
}

class RoundTrips : public net::FrameHandler {
public:
    void onConnected(ConnectionId id, const std::string& /*peer*/) override { ids.push_back(id); }
    void onMessage(ConnectionId id, std::string_view /*message*/) override {
        times.push_back(microseconds(Clock::now() - sentAt[id]));
        ++answers;
    }
    void onClosed(ConnectionId /*id*/, const net::Closing& /*closing*/) override {}

    std::vector<ConnectionId> ids;
    std::map<ConnectionId, Clock::time_point> sentAt;
    TimesUs times;
    std::size_t answers = 0;
};

void print(const char* name, const char* what, TimesUs times, std::size_t warmUp) {
    times.erase(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(warmUp));
    std::ranges::sort(times);
    std::printf("%-24s%-14s p50 %8.1f  p99 %8.1f  max %8.1f us\n", name, what,
                times[times.size() / 2], times[times.size() * 99 / 100], times.back());
}

bool measure(const char* name, std::size_t clients, int messages, Clock::duration pause) {
    auto server = net::FrameServer::listen({});
    if (!server) {
        return false;
    }
    const auto deadline = Clock::now() + std::chrono::minutes(5);
    std::vector<TimesUs> senseToAct(clients);
    std::vector<base::Worker> echoes;
    for (TimesUs& times : senseToAct) {
        times.reserve(static_cast<std::size_t>(messages));
        echoes.emplace_back(
            "an echo",
            [port = server->port(), &times](const auto& stop) { echo(port, stop, times); },
            base::Worker::Failed());
    }
    RoundTrips trips;
    trips.times.reserve(clients * static_cast<std::size_t>(messages));
    bool isWhole = server->runUntil(deadline, trips, [&] { return trips.ids.size() == clients; });
    const std::string percepts(kMessageBytes, 'x');
    auto next = Clock::now();
    for (int i = 0; i < messages && isWhole; ++i) {
        trips.answers = 0;
        for (const ConnectionId id : trips.ids) {
            trips.sentAt[id] = Clock::now();
            server->send(id, percepts);
        }
        isWhole = server->runUntil(deadline, trips, [&] { return trips.answers == clients; });
        next = std::max(next + pause, Clock::now());
        while (pause > Clock::duration::zero() && Clock::now() < next) {
            server->pollUntil(next, trips);
        }
    }
    for (const ConnectionId id : trips.ids) {
        server->close(id, "measured");
    }
    echoes.clear();
    if (!isWhole) {
        return false;
    }
    TimesUs all;
    for (const TimesUs& times : senseToAct) {
        all.insert(all.end(), times.begin() + kWarmUp, times.end());
    }
    print(name, "sense to act", std::move(all), 0);
    print(name, "round trip", std::move(trips.times), kWarmUp * clients);
    return true;
}

} // namespace

} // namespace sideline::bench

int main(int argc, char** argv) {
    using sideline::bench::measure;
    const int messages = std::max(1000, argc > 1 ? std::atoi(argv[1]) : 4000);
    const bool isWhole = measure("1 client, every 2 ms", 1, messages, sideline::bench::kPause) &&
                         measure("11 clients, every 2 ms", 11, messages, sideline::bench::kPause) &&
                         measure("1 client, at once", 1, messages * 5, {}) &&
                         measure("11 clients, at once", 11, messages, {});
    if (!isWhole) {
        std::fputs("the links broke while they were measured\n", stderr);
        return 1;
    }
    return 0;
}
