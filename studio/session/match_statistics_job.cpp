#include "studio/session/match_statistics_job.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "agentcore/base/thread_pool.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using logs::FrameNumber;
using Clock = std::chrono::steady_clock;
using Stage = logs::LogProgress::Stage;

constexpr auto kResultInterval = std::chrono::milliseconds(300); // time between two results
constexpr int kGrowthDelayMs = 1000; // delay before counting again after a log has grown
constexpr double kWindowS = 10.0;    // longer windows are sums of these

// Leaves one processor for rendering.
unsigned threadCount() {
    return std::max(2U, std::thread::hardware_concurrency()) - 1;
}

} // namespace

struct MatchStatisticsJob::Counted {
    std::shared_ptr<logs::LogCounter> counter;
    widgets::MatchNumbersPtr numbers;
    FrameNumber end = 0; // requested end
};

MatchStatisticsJob::MatchStatisticsJob(QObject* parent)
    : QObject(parent), m_task(BackgroundTask::Policy::OneAtATime) {
    m_growth.setSingleShot(true);
    m_growth.setInterval(kGrowthDelayMs);
    connect(&m_growth, &QTimer::timeout, this, &MatchStatisticsJob::startNext);
}

MatchStatisticsJob::~MatchStatisticsJob() = default;

bool MatchStatisticsJob::setLog(std::shared_ptr<const logs::MatchLog> log) {
    if (log == m_log) {
        return false;
    }
    m_task.cancel();
    m_growth.stop();
    m_log = std::move(log);
    m_span.reset();
    m_whole = {};
    m_part = {};
    setState(State::Idle);
    Q_EMIT numbersChanged();
    startNext();
    return true;
}

void MatchStatisticsJob::setActive(bool isActive) {
    if (isActive != m_isActive) {
        m_isActive = isActive;
        startNext();
    }
}

void MatchStatisticsJob::setSpan(std::optional<Span> span) {
    if (span == m_span) {
        return;
    }
    // A part that only became longer keeps its counter.
    const bool isLonger =
        span && m_span && span->fromS == m_span->fromS && span->toS >= m_span->toS;
    m_span = span;
    if (!isLonger) {
        ++m_spans;
        m_part = {};
        Q_EMIT numbersChanged();
    }
    startNext();
}

void MatchStatisticsJob::follow() {
    if (!m_log || m_state == State::Stopped || m_state == State::Failed) {
        return;
    }
    if (m_log->progress().stage != Stage::Growing) {
        startNext();
    } else if (!m_growth.isActive()) {
        m_growth.start();
    }
}

void MatchStatisticsJob::stop() {
    if (m_state == State::Counting || m_state == State::Waiting) {
        m_task.requestStop();
        setState(State::Stopped, m_percent);
    }
}

void MatchStatisticsJob::resume() {
    if (m_state == State::Stopped) {
        setState(State::Counting, m_percent);
        startNext();
    }
}

// Starts the next piece of work, if there is any.
void MatchStatisticsJob::startNext() {
    if (!m_log || !m_isActive || m_task.isRunning() || m_state == State::Stopped ||
        m_state == State::Failed) {
        return;
    }
    if (m_log->progress().stage == Stage::Indexing) {
        setState(State::Waiting);
        return;
    }
    const logs::LogParts parts = m_log->parts();
    const logs::LogIndex& index = *parts.index;
    if (count(m_whole, parts, 0, index.frameCount())) {
        return;
    }
    if (m_span) {
        FrameNumber first = index.frameAtRecordTime(m_span->fromS);
        if (index.recordTimeS(first) < m_span->fromS && first + 1 < index.frameCount()) {
            ++first;
        }
        if (count(m_part, parts, first, index.frameAtRecordTime(m_span->toS) + 1)) {
            return;
        }
    }
    setState(State::Done, 100);
}

// Starts a piece of work. @return false if everything is counted
bool MatchStatisticsJob::count(Count& count, const logs::LogParts& parts, FrameNumber first,
                               FrameNumber end) {
    const bool isOther =
        !count.counter || count.first != first || !count.counter->fits(*parts.index);
    if (!isOther && count.counter->next() >= end) {
        return false;
    }
    if (isOther) {
        count.counter = std::make_shared<logs::LogCounter>(first, kWindowS);
        count.first = first;
    }
    const auto work = [counter = std::exchange(count.counter, nullptr), parts,
                       end](const TaskControl& control) -> base::Expected<Counted> {
        base::lowerPriority(); // rendering takes priority: Qt 3D draws in the GUI thread
        const auto until = Clock::now() + kResultInterval;
        auto counted = counter->countTo(parts, end, threadCount(), [&](double /*done*/) {
            return !control.isStopRequested() && Clock::now() < until;
        });
        if (!counted) {
            return tl::unexpected(std::move(counted.error()));
        }
        auto numbers = std::make_shared<widgets::MatchNumbers>();
        numbers->statistics = counter->statistics();
        numbers->occurrences = logs::occurrencesOf(numbers->statistics);
        return Counted{counter, std::move(numbers), end};
    };
    m_task.start("match analysis", work,
                 [this, &count, spans = m_spans](const base::Expected<Counted>& counted) {
                     if (&count == &m_part && spans != m_spans) {
                         startNext(); // another part was requested meanwhile
                     } else {
                         take(count, counted);
                     }
                 });
    setState(State::Counting, m_percent);
    return true;
}

void MatchStatisticsJob::take(Count& count, const base::Expected<Counted>& counted) {
    if (!counted) {
        setState(State::Failed);
        Q_EMIT failed(widgets::toQt(counted.error().toString()));
        return;
    }
    count.counter = counted->counter;
    count.next = count.counter->next();
    count.numbers = counted->numbers;
    const double ratio = static_cast<double>(count.next - std::min(count.next, count.first)) /
                         std::max<double>(1.0, counted->end - count.first);
    m_percent = std::clamp(static_cast<int>(100.0 * ratio), 0, 100);
    Q_EMIT numbersChanged();
    Q_EMIT stateChanged();
    startNext();
}

void MatchStatisticsJob::setState(State state, int percent) {
    if (state != m_state || percent != m_percent) {
        m_state = state;
        m_percent = percent;
        Q_EMIT stateChanged();
    }
}

} // namespace sideline::studio
