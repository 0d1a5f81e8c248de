#include "studio/session/log_opener.h"

#include <utility>

#include <QCoreApplication>

namespace sideline::studio {

LogOpener::LogOpener(QObject* parent) : QObject(parent), m_relay(std::make_unique<QObject>()) {}

LogOpener::~LogOpener() {
    // Ends the threads first, then drops the calls that they posted; a log that no caller took over
    // ends its own thread.
    wait();
    QCoreApplication::removePostedEvents(m_relay.get());
}

void LogOpener::open(const std::string& path, const logs::LogOptions& options) {
    const int attempt = ++m_attempt;
    ++m_opening;
    using Result = base::Expected<std::shared_ptr<logs::MatchLog>>;
    const auto post = [this, attempt](Result result) {
        QMetaObject::invokeMethod(
            m_relay.get(), [this, attempt, result = std::move(result)] { finish(attempt, result); },
            Qt::QueuedConnection);
    };
    m_workers.emplace_back(
        "opening the log",
        [this, path, options, post](const auto& /*stop*/) {
            post(logs::MatchLog::open(path, options, [this] {
                QMetaObject::invokeMethod(
                    m_relay.get(), [this] { Q_EMIT progressed(); }, Qt::QueuedConnection);
            }));
        },
        [post, path](const base::Error& error) { post(tl::unexpected(error.inFile(path))); });
}

void LogOpener::finish(int attempt, const base::Expected<std::shared_ptr<logs::MatchLog>>& result) {
    --m_opening;
    if (m_opening == 0) {
        m_workers.clear();
    }
    if (attempt != m_attempt) {
        return; // the user has opened another log meanwhile
    }
    if (result) {
        Q_EMIT opened(*result);
    } else {
        Q_EMIT failed(QString::fromStdString(result.error().toString()));
    }
}

} // namespace sideline::studio
