#include "training/farm/trial_crew.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace sideline::training {

namespace {

using Clock = std::chrono::steady_clock;

} // namespace

TrialCrew::TrialCrew(TrialFunctionFactory factory, unsigned threads)
    : m_factory(std::move(factory)) {
    m_threads.reserve(threads);
    for (unsigned i = 0; i < std::max(1U, threads); ++i) {
        m_threads.emplace_back(
            "running trials", [this](const std::stop_token&) { work(); },
            [this](const base::Error& error) {
                const std::lock_guard lock(m_mutex);
                m_fault = error;
                m_hasResult.notify_one();
            });
    }
}

TrialCrew::~TrialCrew() {
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = true;
    }
    m_hasWork.notify_all();
    m_threads.clear(); // joins them
}

void TrialCrew::add(std::vector<Trial> trials) {
    {
        const std::lock_guard lock(m_mutex);
        std::ranges::move(trials, std::back_inserter(m_waiting));
    }
    m_hasWork.notify_all();
}

void TrialCrew::drop() {
    const std::lock_guard lock(m_mutex);
    m_waiting.clear();
}

std::size_t TrialCrew::waiting() const {
    const std::lock_guard lock(m_mutex);
    return m_waiting.size();
}

std::vector<TrialCrew::Result> TrialCrew::take() {
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_results, {});
}

void TrialCrew::waitForResult(std::chrono::microseconds longest) {
    std::unique_lock lock(m_mutex);
    m_hasResult.wait_for(lock, longest, [this] { return !m_results.empty() || m_fault; });
}

std::optional<base::Error> TrialCrew::fault() const {
    const std::lock_guard lock(m_mutex);
    return m_fault;
}

void TrialCrew::work() {
    TrialFunction trial;
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_hasWork.wait(lock, [this] { return m_isEnding || !m_waiting.empty(); });
        if (m_isEnding) {
            return;
        }
        const Trial next = std::move(m_waiting.front());
        m_waiting.pop_front();
        lock.unlock();
        if (!trial) {
            if (auto made = m_factory()) {
                trial = std::move(*made);
            } else {
                lock.lock();
                m_fault = made.error();
                m_hasResult.notify_one();
                return;
            }
        }
        const Clock::time_point begin = Clock::now();
        Result result{next.batch, next.place, trial(*next.genome, next.job), 0.0};
        result.tookS = std::chrono::duration<double>(Clock::now() - begin).count();
        lock.lock();
        m_results.push_back(std::move(result));
        m_hasResult.notify_one();
    }
}

} // namespace sideline::training
