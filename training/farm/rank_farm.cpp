#include "training/farm/rank_farm.h"

#include <algorithm>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "training/farm/trial_message.h"

namespace sideline::training {

namespace {

using Clock = std::chrono::steady_clock;

double secondsNow() {
    return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

} // namespace

struct RankFarm::Batch {
    std::span<const TrialJob> jobs;
    const OnDone& onDone;
    std::vector<std::shared_ptr<const Genome>> genomes;
    std::vector<TrialScore> scores;
    bool hasNews = false; ///< whether a message or a result has arrived since the last reset
};

RankFarm::RankFarm(RankLink& link, const std::string& setup, TrialFunctionFactory factory,
                   unsigned threads, std::function<void(const std::string&)> onNews,
                   const RankTimeouts& timeouts)
    : m_crew(std::move(factory), threads),
      m_ledger(static_cast<std::size_t>(link.size())),
      m_workers(static_cast<std::size_t>(link.size())),
      m_hub(link, setup, std::move(onNews), timeouts) {
    m_ledger.join(0, m_crew.threadCount());
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
    while (const auto received = m_hub.receive()) {
        handle(batch, *received);
    }
    for (const int lost : m_hub.takeLost()) {
        m_ledger.leave(static_cast<std::size_t>(lost));
    }
}

void RankFarm::handle(Batch* batch, const RankHub::Received& received) {
    const auto number = static_cast<std::size_t>(received.rank);
    const RankMessage& message = received.message;
    Worker& worker = m_workers[number];
    if (received.isBack) {
        m_ledger.join(number, worker.threads);
    }
    if (message.word == RankWord::Ready) {
        worker.threads = std::max(1U, message.capacity);
        m_ledger.join(number, worker.threads);
    } else if (message.word == RankWord::Failed && !m_fault) {
        base::Error error;
        error.code = base::ErrorCode::Io;
        error.message = fmt::format("rank {} cannot run trials: {}", number, message.payload);
        error.expected = "the same program and files for all ranks";
        m_fault = std::move(error);
    } else if (message.word == RankWord::Results && batch != nullptr && message.batch == m_batch) {
        auto results = trialResultsFrom(message.payload);
        if (!results) {
            return;
        }
        for (auto& [place, score] : results->results) {
            take(*batch, number, place, std::move(score),
                 results->tookS / static_cast<double>(results->results.size()));
        }
    }
}

void RankFarm::send(Batch& batch, std::size_t number, const std::vector<std::uint32_t>& trials) {
    TrialWork work;
    Worker& worker = m_workers[number];
    for (const std::uint32_t place : trials) {
        const TrialJob& job = batch.jobs[place];
        if (!worker.hasGenome[job.individual]) {
            worker.hasGenome[job.individual] = true;
            work.genomes.emplace_back(job.individual, *batch.genomes[job.individual]);
        }
        work.trials.emplace_back(place, job);
    }
    m_hub.send(static_cast<int>(number),
               {.word = RankWord::Work, .batch = m_batch, .payload = bytesOf(work)});
    ++m_messages;
}

void RankFarm::handOut(Batch& batch) {
    const double now = secondsNow();
    for (std::size_t rank = 0; rank < m_workers.size(); ++rank) {
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

// Discards the trials that other ranks are running, because they were completed elsewhere or
// canceled.
void RankFarm::endBatch() {
    m_again += m_ledger.handedOutAgain();
    m_crew.drop();
    for (std::size_t rank = 1; rank < m_workers.size(); ++rank) {
        if (m_ledger.owed(rank) > 0) {
            m_hub.send(static_cast<int>(rank), {.word = RankWord::Drop, .batch = m_batch});
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
    for (Worker& worker : m_workers) {
        worker.hasGenome.assign(genomes.size(), false);
    }
    m_hub.listen();
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
        handOut(batch);
        pause = batch.hasNews ? kShort : std::min(2 * pause, kLong);
        if (!batch.hasNews) {
            m_crew.waitForResult(pause);
        }
    }
    const bool isDone = m_ledger.isDone();
    endBatch();
    m_hub.stopListening();
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
        for (std::size_t rank = 0; rank < m_workers.size(); ++rank) {
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

} // namespace sideline::training
