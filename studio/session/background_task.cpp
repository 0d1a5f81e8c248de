#include "studio/session/background_task.h"

#include <algorithm>

namespace sideline::studio {

bool TaskControl::report(double share) const {
    const int percent = std::clamp(static_cast<int>(share * 100.0), 0, 100);
    if (percent != std::exchange(m_percent, percent)) {
        m_progressed(percent);
    }
    return !isStopRequested();
}

BackgroundTask::BackgroundTask(Policy policy, QObject* parent) : QObject(parent), m_policy(policy) {
    m_pool.setMaxThreadCount(1);
}

BackgroundTask::~BackgroundTask() {
    giveUp();
    m_pool.waitForDone();
}

bool BackgroundTask::enqueue(std::function<void(const TaskControl& control)> work,
                             std::function<void()> deliver) {
    if (m_policy == Policy::OneAtATime && isRunning()) {
        return false;
    }
    if (m_policy == Policy::Newest) {
        giveUp();
    }
    auto piece = std::make_shared<Piece>();
    piece->work = std::move(work);
    piece->deliver = std::move(deliver);
    m_asked = isRunning() ? m_asked + 1 : 1;
    m_pieces.push_back(piece);
    m_pool.start([this, piece = std::move(piece)]() mutable { run(std::move(piece)); });
    return true;
}

// In the other thread. What the work held goes there, too; what came of it goes in the GUI thread.
void BackgroundTask::run(PiecePtr piece) {
    const auto report = [this, &piece](int percent) {
        QMetaObject::invokeMethod(
            this,
            [this, piece, percent] {
                if (piece->isWanted) {
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
    if (!piece->isWanted) {
        return;
    }
    piece->isWanted = false;
    std::erase(m_pieces, piece);
    m_percent = 0;
    piece->deliver(); // last: it may destroy this
}

void BackgroundTask::giveUp() {
    m_pool.clear(); // first, or what waits would begin when the one at work ends
    for (const PiecePtr& piece : std::exchange(m_pieces, {})) {
        piece->isWanted = false;
        piece->stop.request_stop();
    }
    m_percent = 0;
}

void BackgroundTask::cancel() {
    giveUp();
}

void BackgroundTask::requestStop() {
    // What waits first, or it would begin when the one at work ends.
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
