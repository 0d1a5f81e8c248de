#include "studio/session/signal_loader.h"

#include <algorithm>
#include <utility>

namespace sideline::studio {

namespace {

constexpr logs::FrameNumber kChunkFrames = 2000;

void append(logs::SignalTable& table, const logs::SignalTable& more) {
    const auto add = [](auto& to, const auto& from) {
        to.insert(to.end(), from.begin(), from.end());
    };
    add(table.frames, more.frames);
    add(table.recordTimeS, more.recordTimeS);
    add(table.gameTimeS, more.gameTimeS);
    table.unreadableFrames += more.unreadableFrames;
    for (std::size_t i = 0; i < table.values.size(); ++i) {
        add(table.values[i], more.values[i]);
    }
}

} // namespace

SignalLoader::SignalLoader(QObject* parent) : QObject(parent) {}

SignalLoader::~SignalLoader() = default;

void SignalLoader::load(std::shared_ptr<const logs::MatchLog> log,
                        std::vector<logs::SignalId> ids) {
    m_worker = {}; // asks the old work to stop and waits for it: at most a few frames
    const int request = ++m_request;
    m_loading = log && !ids.empty();
    if (m_loading) {
        m_worker = base::Worker(
            "reading the plots' signals",
            [this, request, log = std::move(log),
             ids = std::move(ids)](const std::stop_token& stop) { work(stop, request, log, ids); },
            [this, request](const base::Error& error) {
                QMetaObject::invokeMethod(
                    this, [this, request, error] { fail(request, error); }, Qt::QueuedConnection);
            });
    }
}

void SignalLoader::work(const std::stop_token& stop, int request,
                        const std::shared_ptr<const logs::MatchLog>& log,
                        const std::vector<logs::SignalId>& ids) {
    logs::FrameReader reader(log->parts(), 1); // front to back: no cache needed
    const logs::FrameNumber count = reader.parts().index->frameCount();
    logs::SignalTable table;
    table.signals = ids;
    table.values.resize(ids.size());
    for (logs::FrameNumber first = reader.parts().index->firstFrame();
         first < count && !stop.stop_requested(); first += kChunkFrames) {
        const logs::FrameNumber last = std::min(first + kChunkFrames, count) - 1;
        auto more =
            logs::extractSignals(reader, ids, first, last, [&] { return !stop.stop_requested(); });
        if (!more) {
            break; // the session tells of a log that cannot be read any more
        }
        append(table, *more);
        m_results.put(
            {std::make_shared<const logs::SignalTable>(table), last + 1 == count, request});
        QMetaObject::invokeMethod(
            this, [this] { take(); }, Qt::QueuedConnection);
    }
}

void SignalLoader::fail(int request, const base::Error& error) {
    if (request == m_request) {
        m_loading = false;
        Q_EMIT failed(QString::fromStdString(error.toString()));
    }
}

void SignalLoader::take() {
    auto result = m_results.take();
    if (result && result->request == m_request) {
        m_loading = !result->complete;
        Q_EMIT tableReady(result->table, result->complete);
    }
}

} // namespace sideline::studio
