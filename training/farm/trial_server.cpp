#include "training/farm/trial_server.h"

#include <chrono>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "training/farm/trial_crew.h"
#include "training/farm/trial_message.h"
#include "training/ranks/rank_work.h"

namespace sideline::training {

namespace {

using Clock = std::chrono::steady_clock;

// Maximum number of messages with results that rank 0 should receive per second from all ranks
// together.
constexpr double kMessagesHz = 20000.0;
// Maximum size of a message with results: below Open MPI's eager limit, so that a rank that dies
// leaves no partial message.
constexpr std::size_t kMessageBytes = 3500;

class TrialServer final : public RankWork {
public:
    TrialServer(int ranks, const TrialsOfSetup& trialsOfSetup, unsigned threads)
        : m_trialsOfSetup(trialsOfSetup), m_threads(threads), m_flushS(ranks / kMessagesHz) {}

    base::Expected<unsigned> begin(const std::string& setup) override;
    void add(const RankMessage& message) override;
    void drop() override { m_crew->drop(); }
    bool sendResults(const SendToRankZero& send) override;
    void wait(std::chrono::microseconds longest) override { m_crew->waitForResult(longest); }
    void end() override { m_crew.reset(); }
    std::optional<base::Error> fault() const override { return m_crew->fault(); }

private:
    void flush(const SendToRankZero& send);

    const TrialsOfSetup& m_trialsOfSetup;
    unsigned m_threads;
    double m_flushS; ///< minimum interval between messages while trials are waiting
    std::unique_ptr<TrialCrew> m_crew;
    std::uint32_t m_batch = 0;
    std::map<std::uint32_t, std::shared_ptr<const Genome>> m_genomes; ///< genomes of the batch
    std::vector<TrialCrew::Result> m_results;                         ///< not sent yet
    Clock::time_point m_flushed = Clock::now();
};

base::Expected<unsigned> TrialServer::begin(const std::string& setup) {
    auto factory = m_trialsOfSetup(setup);
    if (!factory) {
        return tl::unexpected(factory.error());
    }
    m_crew = std::make_unique<TrialCrew>(std::move(*factory), m_threads);
    m_batch = 0;
    m_genomes.clear();
    m_results.clear();
    return m_threads;
}

void TrialServer::add(const RankMessage& message) {
    auto work = trialWorkFrom(message.payload);
    if (!work) {
        return;
    }
    if (message.batch != m_batch) {
        m_batch = message.batch;
        m_crew->drop();
        m_genomes.clear();
    }
    for (auto& [place, genome] : work->genomes) {
        m_genomes[place] = std::make_shared<const Genome>(std::move(genome));
    }
    std::vector<TrialCrew::Trial> trials;
    for (const auto& [place, job] : work->trials) {
        trials.push_back({m_batch, place, job, m_genomes[job.individual]});
    }
    m_crew->add(std::move(trials));
}

bool TrialServer::sendResults(const SendToRankZero& send) {
    std::vector<TrialCrew::Result> done = m_crew->take();
    for (TrialCrew::Result& result : done) {
        m_results.push_back(std::move(result));
    }
    const std::chrono::duration<double> sinceFlush = Clock::now() - m_flushed;
    if (!m_results.empty() && (sinceFlush.count() >= m_flushS || m_crew->waiting() == 0)) {
        m_flushed = Clock::now();
        flush(send);
    }
    return !done.empty();
}

void TrialServer::flush(const SendToRankZero& send) {
    TrialResults message;
    std::size_t bytes = 0;
    const auto sendMessage = [&] {
        if (!message.results.empty()) {
            send({.word = RankWord::Results,
                  .batch = m_batch,
                  .payload = bytesOf(std::exchange(message, {}))});
            bytes = 0;
        }
    };
    for (TrialCrew::Result& result : m_results) {
        if (result.batch != m_batch) {
            continue;
        }
        const std::size_t size = 32 + result.score.metrics.size() * sizeof(double);
        if (bytes + size > kMessageBytes) {
            sendMessage();
        }
        bytes += size;
        message.tookS += result.tookS;
        message.results.emplace_back(result.place, std::move(result.score));
    }
    sendMessage();
    m_results.clear();
}

} // namespace

base::Expected<void> serveTrials(RankLink& link, const TrialsOfSetup& trialsOfSetup,
                                 unsigned threads, const RankTimeouts& timeouts) {
    TrialServer server(link.size(), trialsOfSetup, threads);
    return workForRankZero(link, server, timeouts);
}

} // namespace sideline::training
