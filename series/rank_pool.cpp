#include "series/rank_pool.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "training/farm/rank_server.h"

namespace sideline::series {

namespace {

using nlohmann::json;
using training::RankMessage;
using training::RankWord;
using Clock = std::chrono::steady_clock;

constexpr auto kRankLook = std::chrono::milliseconds(20);

std::string bytesOf(RankWord word, std::string text = {}, std::size_t places = 0) {
    RankMessage message;
    message.word = word;
    message.text = std::move(text);
    message.threads = static_cast<std::uint32_t>(places);
    return training::bytesOf(message);
}

std::string textOf(const RankGames& games) {
    return json{{"version", games.version},
                {"folder", games.folder.string()},
                {"wallLimitS", games.wallLimitS},
                {"parallel", games.parallel}}
        .dump();
}

// Of another version the members may be others, but the first one is there.
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
    return json{{"ticket", ticket},     {"isHung", ended.isHung}, {"reason", ended.reason},
                {"wallS", ended.wallS}, {"result", ended.result}, {"log", ended.log.string()}}
        .dump(-1, ' ', false, json::error_handler_t::replace);
}

double seconds(Clock::time_point time) {
    return std::chrono::duration<double>(time.time_since_epoch()).count();
}

} // namespace

RankPool::RankPool(training::RankLink& link, std::unique_ptr<GamePool> own, const RankGames& games,
                   std::function<void(const std::string&)> onNews,
                   const training::RankPatience& patience)
    : m_link(link),
      m_own(std::move(own)),
      m_onNews(std::move(onNews)),
      m_patience(patience),
      m_ranks(static_cast<std::size_t>(link.size())),
      m_listenedS(nowS()),
      m_saidS(nowS()) {
    for (int rank = 1; rank < link.size(); ++rank) {
        m_ranks[static_cast<std::size_t>(rank)].heardS = nowS();
        link.send(rank, bytesOf(RankWord::Setup, textOf(games)));
    }
}

double RankPool::nowS() const {
    return seconds(Clock::now());
}

void RankPool::say(const std::string& news) const {
    if (m_onNews) {
        m_onNews(news);
    }
}

std::size_t RankPool::capacity() const {
    std::size_t places = m_own->capacity();
    for (const Rank& rank : m_ranks) {
        places += rank.places;
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
    for (int rank = 1; rank < m_link.size(); ++rank) {
        if (busy(rank) < m_ranks[static_cast<std::size_t>(rank)].places) {
            m_given.push_back({game, rank, ++m_tickets});
            m_link.send(
                rank, bytesOf(RankWord::Work, json{{"game", game}, {"ticket", m_tickets}}.dump()));
            return {};
        }
    }
    return m_own->start(game);
}

void RankPool::stop(int game) {
    m_own->stop(game);
    for (const Given& given : m_given) {
        if (given.game == game) {
            m_link.send(given.rank, bytesOf(RankWord::Work, json{{"stop", given.ticket}}.dump()));
        }
    }
    std::erase_if(m_given, [&](const Given& given) { return given.game == game; });
}

void RankPool::stopAll() {
    for (int rank = 1; rank < m_link.size(); ++rank) {
        m_link.send(rank, bytesOf(RankWord::Drop));
    }
    m_given.clear();
    m_own->stopAll();
}

void RankPool::take(int number, const RankMessage& message, std::vector<EndedGame>& ended) {
    Rank& rank = m_ranks[static_cast<std::size_t>(number)];
    rank.heardS = nowS();
    if (rank.isLost) {
        rank.isLost = false;
        rank.places = rank.offered;
        say(fmt::format("rank {} is back", number));
    }
    if (message.word == RankWord::Ready) {
        rank.offered = rank.places = message.threads;
    } else if (message.word == RankWord::Failed) {
        rank.offered = rank.places = 0;
        say(fmt::format("rank {} plays no games: {}", number, message.text));
    } else if (message.word == RankWord::Results) {
        const json news = json::parse(message.text, nullptr, false);
        const auto ticket = news.is_object() ? news.value("ticket", std::uint32_t{0}) : 0;
        const auto given = std::ranges::find(m_given, ticket, &Given::ticket);
        if (given == m_given.end()) {
            return; // of a game that was stopped, or given to somebody else
        }
        EndedGame end;
        end.game = given->game;
        end.isHung = news.value("isHung", false);
        end.reason = news.value("reason", std::string());
        end.wallS = news.value("wallS", 0.0);
        end.result = news.value("result", std::string());
        end.log = news.value("log", std::string());
        ended.push_back(std::move(end));
        m_given.erase(given);
    }
}

void RankPool::receive(std::vector<EndedGame>& ended) {
    while (const auto packet = m_link.receive()) {
        const auto message = training::rankMessageFrom(packet->bytes);
        if (message && packet->from > 0 && packet->from < m_link.size()) {
            take(packet->from, *message, ended);
        }
    }
}

void RankPool::findLost(std::vector<EndedGame>& ended) {
    for (int number = 1; number < m_link.size(); ++number) {
        Rank& rank = m_ranks[static_cast<std::size_t>(number)];
        if (rank.isLost || nowS() - rank.heardS <= m_patience.silentS) {
            continue;
        }
        rank.isLost = true;
        rank.places = 0;
        say(fmt::format("rank {} has been silent for {:.0f} s; others play its games", number,
                        m_patience.silentS));
        m_link.send(number, bytesOf(RankWord::Drop)); // should it come back
        for (const Given& given : m_given) {
            if (given.rank == number) {
                EndedGame& lost = ended.emplace_back();
                lost.game = given.game;
                lost.isLost = true;
            }
        }
        std::erase_if(m_given, [&](const Given& given) { return given.rank == number; });
    }
}

void RankPool::sayAlive() {
    if (nowS() - m_saidS > m_patience.aliveS) {
        m_saidS = nowS();
        for (int rank = 1; rank < m_link.size(); ++rank) {
            m_link.send(rank, bytesOf(RankWord::Alive));
        }
    }
}

std::vector<EndedGame> RankPool::wait(std::chrono::milliseconds atMost) {
    const double awayS = nowS() - m_listenedS;
    for (Rank& rank : m_ranks) {
        rank.heardS += awayS;
    }
    std::vector<EndedGame> ended;
    const auto until = Clock::now() + atMost;
    do {
        ended = m_own->wait(kRankLook);
        receive(ended);
        findLost(ended);
        sayAlive();
    } while (ended.empty() && Clock::now() < until);
    m_listenedS = nowS();
    return ended;
}

namespace {

// A rank that plays games for rank 0.
class RankPlayer {
public:
    RankPlayer(training::RankLink& link, const PoolOfSetup& poolOfSetup,
               const training::RankPatience& patience)
        : m_link(link), m_poolOfSetup(poolOfSetup), m_patience(patience) {}

    base::Expected<void> play() {
        auto heard = Clock::now();
        auto said = Clock::now();
        while (!m_isFinished) {
            while (const auto packet = m_link.receive()) {
                heard = Clock::now();
                if (const auto message = training::rankMessageFrom(packet->bytes)) {
                    handle(*message);
                }
            }
            if (m_pool) {
                for (const EndedGame& ended : m_pool->wait(kRankLook)) {
                    report(ended);
                }
            } else {
                std::this_thread::sleep_for(kRankLook);
            }
            const auto now = Clock::now();
            if (std::chrono::duration<double>(now - said).count() > m_patience.aliveS) {
                said = now;
                m_link.send(0, bytesOf(RankWord::Alive));
            }
            if (std::chrono::duration<double>(now - heard).count() > m_patience.orphanedS) {
                m_link.leave(false);
                return base::failure(
                    base::ErrorCode::Io,
                    fmt::format("rank 0 has been silent for {:.0f} s; this rank ends",
                                m_patience.orphanedS),
                    "a running rank 0; --resume continues the series");
            }
        }
        m_pool.reset();
        training::takeLeave(m_link, m_patience);
        return m_fault ? tl::unexpected(*m_fault) : base::Expected<void>();
    }

private:
    void handle(const RankMessage& message) {
        switch (message.word) {
        case RankWord::Setup:
            begin(message.text);
            break;
        case RankWord::Work:
            take(message.text);
            break;
        case RankWord::Drop:
            if (m_pool) {
                m_pool->stopAll();
                m_tickets.clear();
            }
            break;
        case RankWord::Finish:
            m_isFinished = true;
            if (m_pool) {
                m_pool->stopAll();
            }
            break;
        default:
            break;
        }
    }

    void begin(const std::string& text) {
        const RankGames games = gamesFrom(text);
        auto pool = m_poolOfSetup(games, fmt::format("r{}", m_link.rank()));
        if (!pool) {
            m_fault = pool.error();
            m_link.send(0, bytesOf(RankWord::Failed, pool.error().toString()));
            return;
        }
        m_pool = std::move(*pool);
        m_link.send(0, bytesOf(RankWord::Ready, {}, m_pool->capacity()));
    }

    void take(const std::string& text) {
        const json work = json::parse(text, nullptr, false);
        if (!m_pool || !work.is_object()) {
            return;
        }
        if (work.contains("stop")) {
            const auto ticket = work.value("stop", std::uint32_t{0});
            for (auto it = m_tickets.begin(); it != m_tickets.end(); ++it) {
                if (it->second == ticket) {
                    m_pool->stop(it->first);
                    m_tickets.erase(it);
                    break;
                }
            }
            return;
        }
        const int game = work.value("game", 0);
        m_tickets[game] = work.value("ticket", std::uint32_t{0});
        if (const auto started = m_pool->start(game); !started) {
            EndedGame ended;
            ended.game = game;
            ended.reason = started.error().toString();
            report(ended);
        }
    }

    void report(const EndedGame& ended) {
        const auto ticket = m_tickets.find(ended.game);
        if (ticket != m_tickets.end()) {
            m_link.send(0, bytesOf(RankWord::Results, textOf(ended, ticket->second)));
            m_tickets.erase(ticket);
        }
    }

    training::RankLink& m_link;
    const PoolOfSetup& m_poolOfSetup;
    training::RankPatience m_patience;
    std::unique_ptr<GamePool> m_pool;
    std::map<int, std::uint32_t> m_tickets; ///< of the games under way
    std::optional<base::Error> m_fault;
    bool m_isFinished = false;
};

} // namespace

base::Expected<void> playForRanks(training::RankLink& link, const PoolOfSetup& poolOfSetup,
                                  const training::RankPatience& patience) {
    return RankPlayer(link, poolOfSetup, patience).play();
}

} // namespace sideline::series
