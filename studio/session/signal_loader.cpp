#include "studio/session/signal_loader.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

namespace sideline::studio {

namespace {

using logs::FrameNumber;
using logs::SignalTable;
using Clock = std::chrono::steady_clock;

constexpr FrameNumber kChunkFrames = 500;
// Smaller than `kChunkFrames`, because agents' values come from a separate file.
constexpr FrameNumber kAgentChunkFrames = 64;
constexpr auto kReportEvery = std::chrono::milliseconds(200);
constexpr auto kAgentsEvery = std::chrono::milliseconds(200); // each refresh waits for the disk
constexpr int kMaxIdle = 5; // maximum number of refreshes while the log does not grow
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

void append(SignalTable& table, const SignalTable& more) {
    const auto add = [](auto& to, const auto& from) {
        to.insert(to.end(), from.begin(), from.end());
    };
    add(table.frames, more.frames);
    add(table.recordTimeS, more.recordTimeS);
    add(table.gameTimeS, more.gameTimeS);
    table.unreadableFrames += more.unreadableFrames;
    for (std::size_t i = 0; i < table.values.size(); ++i) {
        add(table.values[i], more.values[i]);
        add(table.breaks[i], more.breaks[i]);
    }
}

// Copies the columns of `more` into the corresponding rows of the table.
void fillIn(SignalTable& table, const SignalTable& more) {
    const auto row =
        std::ranges::lower_bound(table.frames, more.frames.front()) - table.frames.begin();
    for (std::size_t i = 0; i < more.signals.size(); ++i) {
        const auto column = static_cast<std::size_t>(
            std::ranges::find(table.signals, more.signals[i]) - table.signals.begin());
        std::ranges::copy(more.values[i], table.values[column].begin() + row);
        std::ranges::copy(more.breaks[i], table.breaks[column].begin() + row);
    }
}

// Creates a table of these signals, with the rows and known values of another table.
SignalTable tableOf(std::vector<logs::SignalId> ids, const SignalTable& known) {
    SignalTable table;
    table.frames = known.frames;
    table.recordTimeS = known.recordTimeS;
    table.gameTimeS = known.gameTimeS;
    table.unreadableFrames = known.unreadableFrames;
    for (const logs::SignalId& id : ids) {
        if (const auto found = std::ranges::find(known.signals, id); found != known.signals.end()) {
            const auto column = static_cast<std::size_t>(found - known.signals.begin());
            table.values.push_back(known.values[column]);
            table.breaks.push_back(known.breaks[column]);
        } else {
            table.values.emplace_back(table.frames.size(), kNone);
            table.breaks.emplace_back(table.frames.size(), std::uint8_t{0});
        }
    }
    table.signals = std::move(ids);
    return table;
}

void dropBefore(SignalTable& table, FrameNumber frame) {
    const auto rows = std::ranges::lower_bound(table.frames, frame) - table.frames.begin();
    const auto drop = [rows](auto& column) { column.erase(column.begin(), column.begin() + rows); };
    drop(table.frames);
    drop(table.recordTimeS);
    drop(table.gameTimeS);
    std::ranges::for_each(table.values, drop);
    std::ranges::for_each(table.breaks, drop);
}

bool isOfAgent(const logs::SignalId& id) {
    return id.quantity == logs::Quantity::AgentValue;
}

} // namespace

// Runs one request in the thread.
class SignalLoader::Work {
public:
    // Results of earlier requests.
    struct Known {
        SignalTable table;
        std::vector<logs::SignalId> behind;
        std::map<logs::SignalId, FrameNumber> settled;
    };
    Work(SignalLoader& loader, int request, std::shared_ptr<const logs::MatchLog> log,
         std::shared_ptr<logs::AgentValues> agents, Known known)
        : m_loader(loader),
          m_request(request),
          m_log(std::move(log)),
          m_table(std::move(known.table)),
          m_behind(std::move(known.behind)),
          m_settled(std::move(known.settled)) {
        for (std::size_t column = 0; column < m_table.signals.size(); ++column) {
            if (isOfAgent(m_table.signals[column])) {
                m_agentColumns.push_back(column);
            }
        }
        if (!m_agentColumns.empty()) {
            m_agents = std::move(agents);
        }
    }

    void run(const std::stop_token& stop) {
        logs::FrameReader reader(m_log->parts(),
                                 1); // sequential reading needs no cache
        refreshAgents();
        bool isGood = catchUp(reader, stop);
        while (isGood && !stop.stop_requested()) {
            const auto& index = *reader.parts().index;
            isGood = readTo(reader, index.frameCount(), stop);
            if (!isGood || stop.stop_requested() || index.isComplete()) {
                break;
            }
            awaitMore(stop);
            reader.setParts(m_log->parts());
            if (!hasTimesOf(*reader.parts().index)) { // the times were estimated again
                m_table = tableOf(m_table.signals, {});
                m_settled.clear();
            }
            if (Clock::now() - m_refreshedAt >= kAgentsEvery) {
                refreshAgents();
            }
        }
        if (!stop.stop_requested()) { // the player reports logs that became unreadable
            refreshAgents();
            fillAgents(stop);
            m_isOver = true;
            report();
        }
    }

private:
    [[nodiscard]] bool hasTimesOf(const logs::LogIndex& index) const {
        for (std::size_t row = 0; row < m_table.frames.size(); ++row) {
            if (m_table.recordTimeS[row] != index.recordTimeS(m_table.frames[row])) {
                return false;
            }
        }
        return true;
    }

    // Waits until the log has grown, or until late frames of agents may have arrived.
    void awaitMore(const std::stop_token& stop) {
        const auto isGrown = [this] { return m_loader.m_isGrown; };
        const bool isBehind = m_agents && m_agents->isGrowing() && !m_table.frames.empty() &&
                              nextOfAgents() <= m_table.frames.back();
        std::unique_lock lock(m_loader.m_mutex);
        if (!isBehind || m_idle >= kMaxIdle) {
            m_loader.m_changed.wait(lock, stop, isGrown);
        } else {
            m_loader.m_changed.wait_for(lock, stop, kAgentsEvery, isGrown);
        }
        m_idle = m_loader.m_isGrown ? 0 : m_idle + 1;
        m_loader.m_isGrown = false;
    }

    void refreshAgents() {
        if (!m_agents || (m_isRefreshed && !m_agents->isGrowing())) {
            return;
        }
        m_isRefreshed = true;
        const auto done = m_agents->refresh();
        m_refreshedAt = Clock::now();
        if (!done) {
            m_agents = nullptr; // the remaining rows have no values
            QMetaObject::invokeMethod(
                &m_loader,
                [&loader = m_loader, request = m_request, error = done.error()] {
                    loader.failAgents(request, error);
                },
                Qt::QueuedConnection);
        }
    }

    // Returns the first frame for which an agent's value is not final.
    [[nodiscard]] FrameNumber nextOf(std::size_t column) const {
        const auto found = m_settled.find(m_table.signals[column]);
        return std::max(found == m_settled.end() ? 0 : found->second, m_table.frames.front());
    }
    [[nodiscard]] FrameNumber nextOfAgents() const {
        FrameNumber next = m_table.frames.back() + 1;
        for (const std::size_t column : m_agentColumns) {
            next = std::min(next, nextOf(column));
        }
        return next;
    }

    // Fills in the agents' values in the existing rows.
    void fillAgents(const std::stop_token& stop) {
        if (m_table.frames.empty()) {
            return;
        }
        const FrameNumber behindLast = m_table.frames.back() + 1;
        FrameNumber first = m_agents ? nextOfAgents() : behindLast;
        while (first < behindLast && !stop.stop_requested()) {
            FrameNumber end = std::min(first + kAgentChunkFrames, behindLast);
            std::vector<std::size_t> columns;
            for (const std::size_t column : m_agentColumns) {
                if (nextOf(column) <= first) {
                    columns.push_back(column);
                } else {
                    end = std::min(end,
                                   nextOf(column)); // from there on, this column needs values, too
                }
            }
            const auto firstRow = rowOf(first);
            const auto settled =
                logs::fillAgentValues(m_table, columns, *m_agents, firstRow, rowOf(end));
            for (const std::size_t column : columns) {
                if (nextOf(column) == first) {
                    m_settled[m_table.signals[column]] =
                        first + static_cast<FrameNumber>(settled - firstRow);
                }
            }
            first = end;
            reportNowAndThen();
        }
        if (!stop.stop_requested()) {
            m_lookedTo = behindLast;
        }
    }
    [[nodiscard]] std::size_t rowOf(FrameNumber frame) const {
        return static_cast<std::size_t>(std::ranges::lower_bound(m_table.frames, frame) -
                                        m_table.frames.begin());
    }

    // Reads the missing rows of signals that were added later.
    bool catchUp(logs::FrameReader& reader, const std::stop_token& stop) {
        if (m_table.frames.empty()) {
            m_behind.clear();
        }
        if (m_behind.empty()) {
            return true;
        }
        const FrameNumber last = m_table.frames.back();
        for (FrameNumber first =
                 std::max(m_table.frames.front(), reader.parts().index->firstFrame());
             first <= last && !stop.stop_requested(); first += kChunkFrames) {
            auto more = logs::extractSignals(reader, m_behind, first,
                                             std::min(first + kChunkFrames - 1, last),
                                             [&] { return !stop.stop_requested(); });
            if (!more) {
                return false;
            }
            if (!more->frames.empty()) {
                fillIn(m_table, *more);
            }
            reportNowAndThen();
        }
        if (!stop.stop_requested()) {
            m_behind.clear();
        }
        return true;
    }

    bool readTo(logs::FrameReader& reader, FrameNumber count, const std::stop_token& stop) {
        const FrameNumber kept = reader.parts().index->firstFrame();
        dropBefore(m_table, kept);
        for (FrameNumber first = m_table.frames.empty() ? kept : m_table.frames.back() + 1;
             first < count && !stop.stop_requested(); first += kChunkFrames) {
            auto more = logs::extractSignals(reader, m_table.signals, first,
                                             std::min(first + kChunkFrames, count) - 1,
                                             [&] { return !stop.stop_requested(); });
            if (!more) {
                return false;
            }
            append(m_table, *more);
            fillAgents(stop);
            reportNowAndThen();
        }
        fillAgents(stop); // earlier rows may also need values
        if (!stop.stop_requested()) {
            report();
        }
        return true;
    }

    void reportNowAndThen() {
        if (Clock::now() - m_reportedAt > kReportEvery) {
            report();
        }
    }

    void report() {
        m_reportedAt = Clock::now();
        m_loader.m_results.put({std::make_shared<const SignalTable>(m_table), m_behind, m_settled,
                                m_lookedTo, m_isOver, m_request});
        QMetaObject::invokeMethod(
            &m_loader, [&loader = m_loader] { loader.take(); }, Qt::QueuedConnection);
    }

    SignalLoader& m_loader;
    int m_request;
    std::shared_ptr<const logs::MatchLog> m_log;
    SignalTable m_table;
    std::vector<logs::SignalId> m_behind;
    std::shared_ptr<logs::AgentValues> m_agents; ///< null: no source of the agents' values
    std::vector<std::size_t> m_agentColumns;
    std::map<logs::SignalId, FrameNumber> m_settled;
    FrameNumber m_lookedTo = 0;
    bool m_isRefreshed = false;
    bool m_isOver = false;
    int m_idle = 0; ///< refreshes since the log last grew
    Clock::time_point m_refreshedAt;
    Clock::time_point m_reportedAt = Clock::now();
};

SignalLoader::SignalLoader(QObject* parent) : QObject(parent) {}

SignalLoader::~SignalLoader() = default;

void SignalLoader::load(std::shared_ptr<const logs::MatchLog> log, std::vector<logs::SignalId> ids,
                        std::shared_ptr<logs::AgentValues> agents) {
    m_worker = {}; // stops the old work and waits for it: at most a few frames
    const int request = ++m_request;
    const Result known = log == m_log ? m_latest : Result{};
    m_latest = {};
    m_log = ids.empty() ? nullptr : std::move(log);
    if (!m_log) {
        return;
    }
    const SignalTable none;
    const SignalTable& values = known.table ? *known.table : none;
    Work::Known before;
    for (const logs::SignalId& id : ids) {
        const bool isNew = std::ranges::find(values.signals, id) == values.signals.end();
        if (isOfAgent(id)) {
            if (const auto settled = known.settled.find(id);
                !isNew && settled != known.settled.end()) {
                before.settled.insert(*settled);
            }
        } else if (isNew || std::ranges::find(known.behind, id) != known.behind.end()) {
            before.behind.push_back(id);
        }
    }
    before.table = tableOf(std::move(ids), values);
    auto work = std::make_shared<Work>(*this, request, m_log, std::move(agents), std::move(before));
    m_worker = base::Worker(
        "reading the plots' signals", [work](const std::stop_token& stop) { work->run(stop); },
        [this, request](const base::Error& error) {
            QMetaObject::invokeMethod(
                this, [this, request, error] { fail(request, error); }, Qt::QueuedConnection);
        });
}

void SignalLoader::follow() {
    {
        const std::lock_guard lock(m_mutex);
        m_isGrown = true;
    }
    m_changed.notify_one();
}

bool SignalLoader::isLoading() const {
    if (!m_log || m_latest.isOver) {
        return false;
    }
    const auto& table = m_latest.table;
    return !table || !m_latest.behind.empty() || table->frames.empty() ||
           table->frames.back() + 1 < m_log->index()->frameCount() ||
           (m_latest.lookedTo <= table->frames.back() &&
            std::ranges::any_of(table->signals, isOfAgent));
}

void SignalLoader::fail(int request, const base::Error& error) {
    if (request == m_request) {
        m_latest.isOver = true;
        Q_EMIT failed(QString::fromStdString(error.toString()));
    }
}

void SignalLoader::failAgents(int request, const base::Error& error) {
    if (request == m_request) {
        Q_EMIT failed(tr("Cannot plot the agents' beliefs: %1")
                          .arg(QString::fromStdString(error.toString())));
    }
}

void SignalLoader::take() {
    auto result = m_results.take();
    if (result && result->request == m_request) {
        m_latest = std::move(*result);
        Q_EMIT tableReady(m_latest.table);
    }
}

} // namespace sideline::studio
