#include "studio/session/signal_loader.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <limits>
#include <utility>

namespace sideline::studio {

namespace {

using logs::FrameNumber;
using logs::SignalTable;
using Clock = std::chrono::steady_clock;

constexpr FrameNumber kChunkFrames = 500;
constexpr auto kTellEvery = std::chrono::milliseconds(200);
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

// Writes the columns of `more` into those rows of the table that it is about.
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

// A table of these signals, with what is known of them in the rows of another one.
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

} // namespace

// What the thread does for one request.
class SignalLoader::Work {
public:
    Work(SignalLoader& loader, int request, std::shared_ptr<const logs::MatchLog> log,
         SignalTable table, std::vector<logs::SignalId> behind)
        : m_loader(loader),
          m_request(request),
          m_log(std::move(log)),
          m_table(std::move(table)),
          m_behind(std::move(behind)) {}

    void run(const std::stop_token& stop) {
        logs::FrameReader reader(m_log->parts(), 1); // front to back: no cache needed
        bool isGood = catchUp(reader, stop);
        while (isGood && !stop.stop_requested()) {
            const auto& index = *reader.parts().index;
            isGood = readTo(reader, index.frameCount(), stop);
            if (!isGood || stop.stop_requested() || index.isComplete()) {
                break;
            }
            std::unique_lock lock(m_loader.m_mutex);
            m_loader.m_changed.wait(lock, stop, [this] { return m_loader.m_isGrown; });
            m_loader.m_isGrown = false;
            reader.setParts(m_log->parts());
            if (!hasTimesOf(*reader.parts().index)) { // they were estimated again
                m_table = tableOf(m_table.signals, {});
            }
        }
        if (!stop.stop_requested()) { // the session reports about a log that cannot be read any
                                      // more
            m_isOver = true;
            tell();
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

    // Reads the signals that others have gone ahead of.
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
            tellNowAndThen();
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
            tellNowAndThen();
        }
        if (!stop.stop_requested()) {
            tell();
        }
        return true;
    }

    void tellNowAndThen() {
        if (Clock::now() - m_toldAt > kTellEvery) {
            tell();
        }
    }

    void tell() {
        m_toldAt = Clock::now();
        m_loader.m_results.put(
            {std::make_shared<const SignalTable>(m_table), m_behind, m_isOver, m_request});
        QMetaObject::invokeMethod(
            &m_loader, [&loader = m_loader] { loader.take(); }, Qt::QueuedConnection);
    }

    SignalLoader& m_loader;
    int m_request;
    std::shared_ptr<const logs::MatchLog> m_log;
    SignalTable m_table;
    std::vector<logs::SignalId> m_behind;
    bool m_isOver = false;
    Clock::time_point m_toldAt = Clock::now();
};

SignalLoader::SignalLoader(QObject* parent) : QObject(parent) {}

SignalLoader::~SignalLoader() = default;

void SignalLoader::load(std::shared_ptr<const logs::MatchLog> log,
                        std::vector<logs::SignalId> ids) {
    m_worker = {}; // asks the old work to stop and waits for it: at most a few frames
    const int request = ++m_request;
    const Result known = log == m_log ? m_latest : Result{};
    m_latest = {};
    m_log = ids.empty() ? nullptr : std::move(log);
    if (!m_log) {
        return;
    }
    const SignalTable none;
    const SignalTable& values = known.table ? *known.table : none;
    std::vector<logs::SignalId> behind;
    std::ranges::copy_if(ids, std::back_inserter(behind), [&](const logs::SignalId& id) {
        return std::ranges::find(values.signals, id) == values.signals.end() ||
               std::ranges::find(known.behind, id) != known.behind.end();
    });
    auto work = std::make_shared<Work>(*this, request, m_log, tableOf(std::move(ids), values),
                                       std::move(behind));
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
           table->frames.back() + 1 < m_log->index()->frameCount();
}

void SignalLoader::fail(int request, const base::Error& error) {
    if (request == m_request) {
        m_latest.isOver = true;
        Q_EMIT failed(QString::fromStdString(error.toString()));
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
