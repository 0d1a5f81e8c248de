#include "training/farm/rank_farm.h"

#include <algorithm>
#include <cmath>
#include <thread>
#include <utility>

#include <fmt/format.h>

namespace sideline::training {

namespace {

using Clock = std::chrono::steady_clock;

RankMessage messageOf(RankWord word, std::uint32_t batch = 0) {
    RankMessage message;
    message.word = word;
    message.batch = batch;
    return message;
}

} // namespace

struct RankFarm::Batch {
    std::span<const TrialJob> jobs;
    const OnDone& onDone;
    std::vector<std::shared_ptr<const Genome>> genomes;
    std::vector<TrialScore> scores;
    bool hasNews = false; ///< since it was cleared
};

RankFarm::RankFarm(RankLink& link, const std::string& setup, TrialFunctionFactory factory,
                   unsigned threads, std::function<void(const std::string&)> onNews,
                   const RankPatience& patience)
    : m_link(link),
      m_patience(patience),
      m_onNews(std::move(onNews)),
      m_crew(std::move(factory), threads),
      m_ledger(static_cast<std::size_t>(link.size())),
      m_ranks(static_cast<std::size_t>(link.size())) {
    m_ledger.join(0, m_crew.threadCount());
    m_listenedS = nowS();
    for (Rank& rank : m_ranks) {
        rank.heardS = m_listenedS;
    }
    RankMessage message = messageOf(RankWord::Setup);
    message.text = setup;
    const std::string bytes = bytesOf(message);
    for (int rank = 1; rank < link.size(); ++rank) {
        m_link.send(rank, bytes);
    }
    m_alive = base::Worker(
        "contacting the other ranks", [this](const std::stop_token&) { sendAlive(); },
        [this](const base::Error& error) {
            if (m_onNews) {
                m_onNews(error.toString());
            }
        });
}

RankFarm::~RankFarm() {
    {
        const std::lock_guard lock(m_endMutex);
        m_isEnding = true;
    }
    m_end.notify_all();
    m_alive.join();
}

double RankFarm::nowS() const {
    return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

void RankFarm::sendAlive() {
    const std::string bytes = bytesOf(messageOf(RankWord::Alive));
    std::unique_lock lock(m_endMutex);
    while (!m_end.wait_for(lock, std::chrono::duration<double>(m_patience.aliveS),
                           [this] { return m_isEnding; })) {
        for (int rank = 1; rank < m_link.size(); ++rank) {
            m_link.send(rank, bytes);
        }
    }
}

void RankFarm::take(Batch& batch, std::size_t rank, std::uint32_t place, TrialScore score,
                    double tookS) {
    if (place >= batch.scores.size()) {
        return;
    }
    batch.hasNews = true;
    if (m_ledger.finish(rank, place, tookS)) {
        batch.scores[place] = std::move(score);
        if (batch.onDone) {
            batch.onDone(place, batch.scores[place]);
        }
    }
}

void RankFarm::receive(Batch* batch) {
    while (auto packet = m_link.receive()) {
        auto message = rankMessageFrom(packet->bytes);
        if (!message || packet->from < 1 || packet->from >= m_link.size()) {
            continue;
        }
        const auto number = static_cast<std::size_t>(packet->from);
        Rank& rank = m_ranks[number];
        rank.heardS = nowS();
        if (rank.isLost) {
            rank.isLost = false;
            m_ledger.join(number, rank.threads);
            if (m_onNews) {
                m_onNews(fmt::format("rank {} is back", number));
            }
        }
        if (message->word == RankWord::Ready) {
            rank.threads = std::max(1U, message->threads);
            m_ledger.join(number, rank.threads);
        } else if (message->word == RankWord::Failed && !m_fault) {
            base::Error error;
            error.code = base::ErrorCode::Io;
            error.message = fmt::format("rank {} cannot run trials: {}", number, message->text);
            error.expected = "the same program and files for all ranks";
            m_fault = std::move(error);
        } else if (batch != nullptr && message->batch == m_batch) {
            for (auto& [place, score] : message->results) {
                take(*batch, number, place, std::move(score),
                     message->tookS / static_cast<double>(message->results.size()));
            }
        }
    }
}

void RankFarm::send(Batch& batch, std::size_t number, const std::vector<std::uint32_t>& trials) {
    RankMessage message = messageOf(RankWord::Work, m_batch);
    Rank& rank = m_ranks[number];
    for (const std::uint32_t place : trials) {
        const TrialJob& job = batch.jobs[place];
        if (!rank.hasGenome[job.individual]) {
            rank.hasGenome[job.individual] = true;
            message.genomes.emplace_back(job.individual, *batch.genomes[job.individual]);
        }
        message.trials.emplace_back(place, job);
    }
    m_link.send(static_cast<int>(number), bytesOf(message));
    ++m_messages;
}

void RankFarm::handOut(Batch& batch) {
    const double now = nowS();
    for (std::size_t rank = 0; rank < m_ranks.size(); ++rank) {
        const std::vector<std::uint32_t> trials = m_ledger.handOut(rank, now);
        if (trials.empty()) {
            continue;
        }
        batch.hasNews = true;
        if (rank > 0) {
            send(batch, rank, trials);
            continue;
        }
        std::vector<TrialCrew::Trial> own;
        for (const std::uint32_t place : trials) {
            const TrialJob& job = batch.jobs[place];
            own.push_back({m_batch, place, job, batch.genomes[job.individual]});
        }
        m_crew.add(std::move(own));
    }
}

void RankFarm::findLost() {
    for (std::size_t number = 1; number < m_ranks.size(); ++number) {
        Rank& rank = m_ranks[number];
        if (!rank.isLost && nowS() - rank.heardS > m_patience.silentS) {
            rank.isLost = true;
            m_ledger.leave(number);
            if (m_onNews) {
                m_onNews(fmt::format("rank {} has been silent for {:.0f} s; the others continue",
                                     number, m_patience.silentS));
            }
        }
    }
}

// Forgets what is under way elsewhere: trials that others have done, too, or that were canceled.
void RankFarm::endBatch() {
    m_again += m_ledger.handedOutAgain();
    m_crew.drop();
    for (std::size_t rank = 1; rank < m_ranks.size(); ++rank) {
        if (m_ledger.owed(rank) > 0) {
            m_link.send(static_cast<int>(rank), bytesOf(messageOf(RankWord::Drop, m_batch)));
        }
    }
    m_ledger.begin(0);
    m_ledger.join(0, m_crew.threadCount());
}

base::Expected<std::vector<TrialScore>> RankFarm::run(std::span<const Genome> genomes,
                                                      std::span<const TrialJob> jobs,
                                                      const OnDone& onDone,
                                                      const std::function<bool()>& isCanceled) {
    constexpr std::chrono::microseconds kShort(20);
    constexpr std::chrono::microseconds kLong(500);
    Batch batch{jobs, onDone, {}, std::vector<TrialScore>(jobs.size())};
    for (const Genome& genome : genomes) {
        batch.genomes.push_back(std::make_shared<const Genome>(genome));
    }
    ++m_batch;
    m_ledger.begin(jobs.size());
    for (Rank& rank : m_ranks) {
        rank.hasGenome.assign(genomes.size(), false);
        rank.heardS += nowS() - m_listenedS;
    }
    bool isEnding = false;
    std::chrono::microseconds pause = kShort;
    while (!m_ledger.isDone() && !isEnding && !m_fault) {
        batch.hasNews = false;
        receive(&batch);
        for (TrialCrew::Result& result : m_crew.take()) {
            if (result.batch == m_batch) {
                take(batch, 0, result.place, std::move(result.score), result.tookS);
            }
        }
        m_fault = m_fault ? m_fault : m_crew.fault();
        isEnding = isCanceled && isCanceled();
        findLost();
        handOut(batch);
        pause = batch.hasNews ? kShort : std::min(2 * pause, kLong);
        if (!batch.hasNews) {
            m_crew.waitForResult(pause);
        }
    }
    const bool isDone = m_ledger.isDone();
    endBatch();
    m_listenedS = nowS();
    if (m_fault) {
        return tl::unexpected(*m_fault);
    }
    if (!isDone) {
        return base::failure(base::ErrorCode::Canceled, "the trials were canceled");
    }
    return std::move(batch.scores);
}

void RankFarm::waitForRanks(std::chrono::milliseconds longest) {
    const Clock::time_point end = Clock::now() + longest;
    const auto isReady = [this] {
        for (std::size_t rank = 0; rank < m_ranks.size(); ++rank) {
            if (m_ledger.threads(rank) == 0) {
                return false;
            }
        }
        return true;
    };
    while (!isReady() && Clock::now() < end) {
        receive(nullptr);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

void dismissRanks(RankLink& link, const RankPatience& patience) {
    const auto tell = [&link](RankWord word) {
        for (int rank = 1; rank < link.size(); ++rank) {
            link.send(rank, bytesOf(messageOf(word)));
        }
    };
    tell(RankWord::Finish);
    const Clock::time_point end =
        Clock::now() + std::chrono::microseconds(std::llround(1e6 * patience.farewellS));
    int left = 1; // this one
    while (left < link.size() && Clock::now() < end) {
        if (const auto packet = link.receive()) {
            const auto message = rankMessageFrom(packet->bytes);
            left += message && message->word == RankWord::Farewell ? 1 : 0;
        } else {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    tell(left == link.size() ? RankWord::Leave : RankWord::Part);
    link.leave(left == link.size());
}

} // namespace sideline::training
