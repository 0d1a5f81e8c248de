#include "studio/session/job_pool.h"

#include <utility>

namespace sideline::studio {

JobPool::JobPool(QObject& owner) : m_owner(owner) {
    // One at a time leaves the other cores to the picture.
    m_pool.setMaxThreadCount(1);
}

JobPool::~JobPool() {
    m_pool.clear();
    m_pool.waitForDone();
}

void JobPool::start(std::string what, std::function<void()> work,
                    std::function<void(const base::Error& error)> failed) {
    m_pool.start([this, what = std::move(what), work = std::move(work),
                  failed = std::move(failed)] {
        if (const auto done = base::attempt(what, work); !done) {
            QMetaObject::invokeMethod(
                &m_owner, [failed, error = done.error()] { failed(error); }, Qt::QueuedConnection);
        }
    });
}

} // namespace sideline::studio
