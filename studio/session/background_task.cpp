#include "studio/session/background_task.h"

#include <algorithm>

namespace sideline::studio {

bool TaskControl::report(double ratio) const {
    const int percent = std::clamp(static_cast<int>(ratio * 100.0), 0, 100);
    if (percent != std::exchange(m_percent, percent)) {
        m_progressed(percent);
    }
    return !isStopRequested();
}

BackgroundTask::BackgroundTask(Policy policy, QObject* parent) : QObject(parent), m_policy(policy) {
    m_pool.setMaxThreadCount(1);
}

BackgroundTask::~BackgroundTask() {
    discardPieces();
    m_pool.waitForDone();
}

bool BackgroundTask::enqueue(std::function<void(const TaskControl& control)> work,
                             std::function<void()> deliver) {
    if (m_policy == Policy::OneAtATime && isRunning()) {
        return false;
    }
    if (m_policy == Policy::Newest) {
        discardPieces();
    }
    auto piece = std::make_shared<Piece>();
    piece->work = std::move(work);
    piece->deliver = std::move(deliver);
    m_asked = isRunning() ? m_asked + 1 : 1;
    m_pieces.push_back(piece);
    m_pool.start([this, piece = std::move(piece)]() mutable { run(std::move(piece)); });
    return true;
}

// Runs in the other thread. The work is destroyed there, its result in the GUI thread.
void BackgroundTask::run(PiecePtr piece) {
    const auto report = [this, &piece](int percent) {
        QMetaObject::invokeMethod(
            this,
            [this, piece, percent] {
                if (piece->isRequested) {
                    m_percent = percent;
                    Q_EMIT progressed(percent);
                }
            },
            Qt::QueuedConnection);
    };
    std::exchange(piece->work, {})(TaskControl(piece->stop.get_token(), report));
    QMetaObject::invokeMethod(
        this, [this, piece = std::move(piece)] { finish(piece); }, Qt::QueuedConnection);
}

void BackgroundTask::finish(const PiecePtr& piece) {
    if (!piece->isRequested) {
        return;
    }
    piece->isRequested = false;
    std::erase(m_pieces, piece);
    m_percent = 0;
    piece->deliver(); // called last, because it may destroy this object
}

void BackgroundTask::discardPieces() {
    m_pool.clear(); // cleared first, because otherwise a queued piece would start when the running
                    // one ends
    for (const PiecePtr& piece : std::exchange(m_pieces, {})) {
        piece->isRequested = false;
        piece->stop.request_stop();
    }
    m_percent = 0;
}

void BackgroundTask::cancel() {
    discardPieces();
}

void BackgroundTask::requestStop() {
    // Queued pieces are canceled first, because otherwise one of them would start when the running
    // one ends.
    for (auto piece = m_pieces.rbegin(); piece != m_pieces.rend(); ++piece) {
        (*piece)->stop.request_stop();
    }
}

int BackgroundTask::percent() const {
    if (m_pieces.empty()) {
        return 100;
    }
    const int done = m_asked - static_cast<int>(m_pieces.size());
    return std::min(99, (done * 100 + m_percent) / m_asked);
}

} // namespace sideline::studio
