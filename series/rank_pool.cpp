#include "series/rank_pool.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "training/ranks/rank_work.h"

namespace sideline::series {

namespace {

using nlohmann::json;
using training::RankMessage;
using training::RankWord;
using Clock = std::chrono::steady_clock;

// Games take minutes; shorter waits would only waste processor time.
constexpr std::chrono::milliseconds kPoll(20);

RankMessage workMessage(const json& work) {
    return {.word = RankWord::Work, .payload = work.dump()};
}

std::string textOf(const RankGames& games) {
    return json{{"version", games.version},
                {"folder", games.folder.string()},
                {"wallLimitS", games.wallLimitS},
                {"parallel", games.parallel}}
        .dump();
}

// Another version of the program may send other members, but always `version`.
RankGames gamesFrom(const std::string& text) {
    const json setup = json::parse(text, nullptr, false);
    RankGames games;
    if (setup.is_object()) {
        games.version = setup.value("version", std::string());
        games.folder = setup.value("folder", std::string());
        games.wallLimitS = setup.value("wallLimitS", games.wallLimitS);
        games.parallel = setup.value("parallel", games.parallel);
    }
    return games;
}

std::string textOf(const EndedGame& ended, std::uint32_t ticket) {
    return json{{"ticket", ticket},
                {"isHung", ended.isHung},
                {"reason", ended.reason},
                {"wallS", ended.wallS},
                {"result", ended.result},
                {"log", ended.log.string()},
                {"output", ended.output.string()}}
        .dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace

RankPool::RankPool(training::RankLink& link, std::unique_ptr<GamePool> own, const RankGames& games,
                   std::function<void(const std::string&)> onNews,
                   const training::RankTimeouts& timeouts)
    : m_own(std::move(own)),
      m_players(static_cast<std::size_t>(link.size())),
      m_hub(link, textOf(games), std::move(onNews), timeouts) {}

std::size_t RankPool::capacity() const {
    std::size_t places = m_own->capacity();
    for (const Player& player : m_players) {
        places += player.places;
    }
    return places;
}

std::size_t RankPool::count() const {
    return m_own->count() + m_given.size();
}

bool RankPool::isRunning(int game) const {
    return m_own->isRunning(game) ||
           std::ranges::any_of(m_given, [&](const Given& given) { return given.game == game; });
}

std::size_t RankPool::busy(int rank) const {
    return static_cast<std::size_t>(std::ranges::count(m_given, rank, &Given::rank));
}

base::Expected<void> RankPool::start(int game) {
    for (int rank = 1; rank < m_hub.size(); ++rank) {
        if (busy(rank) < m_players[static_cast<std::size_t>(rank)].places) {
            m_given.push_back({game, rank, ++m_tickets});
            m_hub.send(rank, workMessage({{"game", game}, {"ticket", m_tickets}}));
            return {};
        }
    }
    return m_own->start(game);
}

void RankPool::stop(int game) {
    m_own->stop(game);
    for (const Given& given : m_given) {
        if (given.game == game) {
            m_hub.send(given.rank, workMessage({{"stop", given.ticket}}));
        }
    }
    std::erase_if(m_given, [&](const Given& given) { return given.game == game; });
}

void RankPool::stopAll() {
    m_hub.sendToOthers({.word = RankWord::Drop});
    m_given.clear();
    m_own->stopAll();
}

void RankPool::take(const training::RankHub::Received& received, std::vector<EndedGame>& ended) {
    Player& player = m_players[static_cast<std::size_t>(received.rank)];
    const RankMessage& message = received.message;
    if (received.isBack) {
        player.places = player.offered;
    }
    if (message.word == RankWord::Ready) {
        player.offered = player.places = message.capacity;
    } else if (message.word == RankWord::Failed) {
        player.offered = player.places = 0;
        m_hub.report(fmt::format("rank {} plays no games: {}", received.rank, message.payload));
    } else if (message.word == RankWord::Results) {
        const json news = json::parse(message.payload, nullptr, false);
        const auto ticket = news.is_object() ? news.value("ticket", std::uint32_t{0}) : 0;
        const auto given = std::ranges::find(m_given, ticket, &Given::ticket);
        if (given == m_given.end()) {
            return; // the game was stopped, or another rank plays it now
        }
        EndedGame end;
        end.game = given->game;
        end.isHung = news.value("isHung", false);
        end.reason = news.value("reason", std::string());
        end.wallS = news.value("wallS", 0.0);
        end.result = news.value("result", std::string());
        end.log = news.value("log", std::string());
        end.output = news.value("output", std::string());
        ended.push_back(std::move(end));
        m_given.erase(given);
    }
}

void RankPool::dropLost(std::vector<EndedGame>& ended) {
    for (const int rank : m_hub.takeLost()) {
        m_players[static_cast<std::size_t>(rank)].places = 0;
        m_hub.send(rank, {.word = RankWord::Drop}); // takes effect if the rank comes back
        for (const Given& given : m_given) {
            if (given.rank == rank) {
                EndedGame& lost = ended.emplace_back();
                lost.game = given.game;
                lost.isLost = true;
            }
        }
        std::erase_if(m_given, [&](const Given& given) { return given.rank == rank; });
    }
}

std::vector<EndedGame> RankPool::wait(std::chrono::milliseconds atMost) {
    m_hub.listen();
    std::vector<EndedGame> ended;
    const auto until = Clock::now() + atMost;
    do {
        ended = m_own->wait(kPoll);
        while (const auto received = m_hub.receive()) {
            take(*received, ended);
        }
        dropLost(ended);
    } while (ended.empty() && Clock::now() < until);
    m_hub.stopListening();
    return ended;
}

namespace {

// Plays games on another rank for rank 0.
class RankPlayer final : public training::RankWork {
public:
    RankPlayer(int rank, const PoolOfSetup& poolOfSetup)
        : m_tag(fmt::format("r{}", rank)), m_poolOfSetup(poolOfSetup) {}

    base::Expected<unsigned> begin(const std::string& setup) override {
        auto pool = m_poolOfSetup(gamesFrom(setup), m_tag);
        if (!pool) {
            return tl::unexpected(pool.error());
        }
        m_pool = std::move(*pool);
        return static_cast<unsigned>(m_pool->capacity());
    }

    void add(const RankMessage& message) override {
        const json work = json::parse(message.payload, nullptr, false);
        if (!work.is_object()) {
            return;
        }
        if (work.contains("stop")) {
            const auto ticket = work.value("stop", std::uint32_t{0});
            std::erase_if(m_tickets, [&](const auto& entry) {
                if (entry.second != ticket) {
                    return false;
                }
                m_pool->stop(entry.first);
                return true;
            });
            return;
        }
        const int game = work.value("game", 0);
        m_tickets[game] = work.value("ticket", std::uint32_t{0});
        if (const auto started = m_pool->start(game); !started) {
            EndedGame& ended = m_ended.emplace_back();
            ended.game = game;
            ended.reason = started.error().toString();
        }
    }

    void drop() override {
        m_pool->stopAll();
        m_tickets.clear();
        m_ended.clear();
    }

    bool sendResults(const training::SendToRankZero& send) override {
        for (const EndedGame& ended : m_ended) {
            const auto ticket = m_tickets.find(ended.game);
            if (ticket != m_tickets.end()) {
                send({.word = RankWord::Results, .payload = textOf(ended, ticket->second)});
                m_tickets.erase(ticket);
            }
        }
        return !std::exchange(m_ended, {}).empty();
    }

    void wait(std::chrono::microseconds /*longest*/) override {
        for (EndedGame& ended : m_pool->wait(kPoll)) {
            m_ended.push_back(std::move(ended));
        }
    }

    void end() override {
        if (m_pool) {
            m_pool->stopAll();
            m_pool.reset();
        }
    }

private:
    std::string m_tag;
    const PoolOfSetup& m_poolOfSetup;
    std::unique_ptr<GamePool> m_pool;
    std::map<int, std::uint32_t> m_tickets; ///< tickets of running games
    std::vector<EndedGame> m_ended;         ///< games whose end has not been sent yet
};

} // namespace

base::Expected<void> playForRanks(training::RankLink& link, const PoolOfSetup& poolOfSetup,
                                  const training::RankTimeouts& timeouts) {
    RankPlayer player(link.rank(), poolOfSetup);
    return training::workForRankZero(link, player, timeouts);
}

} // namespace sideline::series
