#include "training/farm/rank_server.h"

#include <map>
#include <utility>

#include <fmt/format.h>

namespace sideline::training {

namespace {

using Clock = std::chrono::steady_clock;

// Of messages with results in a second that rank 0 should get from all ranks together, at most.
constexpr double kMessagesHz = 20000.0;
// Of a message with results: less than Open MPI sends at once, so that a rank that dies leaves no
// half of one behind.
constexpr std::size_t kMessageBytes = 3500;

double since(Clock::time_point time) {
    return std::chrono::duration<double>(Clock::now() - time).count();
}

class RankServer {
public:
    RankServer(RankLink& link, const TrialsOfSetup& trialsOfSetup, unsigned threads,
               const RankPatience& patience)
        : m_link(link), m_trialsOfSetup(trialsOfSetup), m_threads(threads), m_patience(patience) {}

    base::Expected<void> serve();

private:
    void handle(RankMessage message);
    void begin(const std::string& setup);
    void take(RankMessage message);
    void sendResults();
    void send(RankMessage message);
    void send(RankWord word) {
        RankMessage message;
        message.word = word;
        message.batch = m_batch;
        message.threads = m_threads;
        send(std::move(message));
    }
    void fail(const base::Error& error);

    RankLink& m_link;
    const TrialsOfSetup& m_trialsOfSetup;
    unsigned m_threads;
    RankPatience m_patience;
    std::unique_ptr<TrialCrew> m_crew;
    std::uint32_t m_batch = 0;
    std::map<std::uint32_t, std::shared_ptr<const Genome>> m_genomes; ///< of the batch
    std::vector<TrialCrew::Result> m_results;                         ///< not sent yet
    Clock::time_point m_heard = Clock::now();
    Clock::time_point m_sent = Clock::now();
    std::optional<base::Error> m_fault;
    bool m_isFinished = false;
};

void RankServer::send(RankMessage message) {
    m_sent = Clock::now();
    m_link.send(0, bytesOf(message));
}

void RankServer::fail(const base::Error& error) {
    if (m_fault) {
        return;
    }
    m_fault = error;
    RankMessage message;
    message.word = RankWord::Failed;
    message.text = error.toString();
    send(std::move(message));
}

void RankServer::begin(const std::string& setup) {
    auto factory = m_trialsOfSetup(setup);
    if (!factory) {
        fail(factory.error());
        return;
    }
    m_crew = std::make_unique<TrialCrew>(std::move(*factory), m_threads);
    m_batch = 0;
    m_genomes.clear();
    m_results.clear();
    send(RankWord::Ready);
}

void RankServer::take(RankMessage message) {
    if (message.batch != m_batch) {
        m_batch = message.batch;
        m_crew->drop();
        m_genomes.clear();
    }
    for (auto& [place, genome] : message.genomes) {
        m_genomes[place] = std::make_shared<const Genome>(std::move(genome));
    }
    std::vector<TrialCrew::Trial> trials;
    for (const auto& [place, job] : message.trials) {
        trials.push_back({m_batch, place, job, m_genomes[job.individual]});
    }
    m_crew->add(std::move(trials));
}

void RankServer::handle(RankMessage message) {
    switch (message.word) {
    case RankWord::Setup:
        begin(message.text);
        break;
    case RankWord::Work:
        if (m_crew) {
            take(std::move(message));
        }
        break;
    case RankWord::Drop:
        if (m_crew) {
            m_crew->drop();
            send(RankWord::Ready);
        }
        break;
    case RankWord::Finish:
        m_isFinished = true;
        break;
    default:
        break;
    }
}

void RankServer::sendResults() {
    RankMessage message;
    std::size_t bytes = 0;
    const auto flush = [&] {
        if (!message.results.empty()) {
            message.word = RankWord::Results;
            message.batch = m_batch;
            send(std::exchange(message, {}));
            bytes = 0;
        }
    };
    for (TrialCrew::Result& result : m_results) {
        if (result.batch != m_batch) {
            continue;
        }
        const std::size_t size = 32 + result.score.metrics.size() * sizeof(double);
        if (bytes + size > kMessageBytes) {
            flush();
        }
        bytes += size;
        message.tookS += result.tookS;
        message.results.emplace_back(result.place, std::move(result.score));
    }
    flush();
    m_results.clear();
}

base::Expected<void> RankServer::serve() {
    constexpr std::chrono::microseconds kShort(50);
    constexpr std::chrono::microseconds kLong(500);
    constexpr std::chrono::microseconds kIdle(5000); // nothing for a second
    const double flushS = m_link.size() / kMessagesHz;
    std::chrono::microseconds pause = kShort;
    Clock::time_point busy = Clock::now();
    while (!m_isFinished) {
        bool hasNews = false;
        while (auto packet = m_link.receive()) {
            m_heard = Clock::now();
            if (auto message = rankMessageFrom(packet->bytes)) {
                hasNews = hasNews || message->word != RankWord::Alive;
                handle(std::move(*message));
            }
        }
        if (m_crew) {
            for (TrialCrew::Result& result : m_crew->take()) {
                m_results.push_back(std::move(result));
                hasNews = true;
            }
            if (const auto fault = m_crew->fault()) {
                fail(*fault);
            }
            if (!m_results.empty() && (since(m_sent) >= flushS || m_crew->waiting() == 0)) {
                sendResults();
            }
        }
        if (since(m_sent) > m_patience.aliveS) {
            send(RankWord::Alive);
        }
        if (since(m_heard) > m_patience.orphanedS) {
            m_link.leave(false);
            return base::failure(base::ErrorCode::Io,
                                 fmt::format("rank 0 has been silent for {:.0f} s; this rank ends",
                                             m_patience.orphanedS),
                                 "a running rank 0; --resume continues the experiment");
        }
        if (hasNews) {
            pause = kShort;
            busy = Clock::now();
        } else {
            pause = std::min(2 * pause, since(busy) > 1.0 ? kIdle : kLong);
            if (m_crew && !m_fault) {
                m_crew->waitForResult(pause);
            } else {
                std::this_thread::sleep_for(pause);
            }
        }
    }
    m_crew.reset(); // the trials under way come to their end
    takeLeave(m_link, m_patience);
    if (m_fault) {
        return tl::unexpected(*m_fault);
    }
    return {};
}

} // namespace

void takeLeave(RankLink& link, const RankPatience& patience) {
    RankMessage farewell;
    farewell.word = RankWord::Farewell;
    link.send(0, bytesOf(farewell));
    const Clock::time_point begin = Clock::now();
    bool isDismissed = false;
    bool isWithAll = false;
    while (!isDismissed && since(begin) < 2.0 * patience.farewellS) {
        if (const auto packet = link.receive()) {
            const auto message = rankMessageFrom(packet->bytes);
            isWithAll = message && message->word == RankWord::Leave;
            isDismissed = isWithAll || (message && message->word == RankWord::Part);
        } else {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    link.leave(isWithAll);
}

base::Expected<void> serveTrials(RankLink& link, const TrialsOfSetup& trialsOfSetup,
                                 unsigned threads, const RankPatience& patience) {
    return RankServer(link, trialsOfSetup, threads, patience).serve();
}

} // namespace sideline::training
