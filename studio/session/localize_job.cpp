#include "studio/session/localize_job.h"

#include <utility>

#include "widgets/common/text_format.h"

namespace sideline::studio {

LocalizeJob::LocalizeJob(QObject* parent)
    : QObject(parent), m_pool(*this), m_series(std::make_shared<Series>()) {}

LocalizeJob::~LocalizeJob() {
    m_series->isCanceled = true;
    m_pool.clear();
    m_pool.waitForDone();
}

void LocalizeJob::cancel() {
    m_series->isCanceled = true;
    m_pool.clear();
    m_series = std::make_shared<Series>();
    m_asked = 0;
    m_left = 0;
    m_permille = 0;
    Q_EMIT progressed();
}

int LocalizeJob::percent() const {
    if (m_left == 0 || m_asked == 0) {
        return 100;
    }
    return std::min(99, ((m_asked - m_left) * 1000 + m_permille) / (10 * m_asked));
}

void LocalizeJob::loadRecorded(const std::filesystem::path& file,
                               const std::filesystem::path& truthLog,
                               const std::filesystem::path& matchLog) {
    load(
        [=](const GoesOn& goesOn) { return loadRecordedStream(file, truthLog, matchLog, goesOn); });
}

void LocalizeJob::loadSession(const std::filesystem::path& file,
                              const std::optional<game::PlayerId>& robot) {
    load([=](const GoesOn& goesOn) { return loadSessionStream(file, robot, goesOn); });
}

void LocalizeJob::load(Loader loader) {
    cancel();
    start([this, loader = std::move(loader), series = m_series](const GoesOn& goesOn) {
        auto stream = loader(goesOn);
        if (!stream) {
            post(series,
                 [this, text = widgets::toQt(stream.error().toString())] { Q_EMIT failed(text); });
            return;
        }
        post(series, [this, shared = std::shared_ptr<LocalizeStream>(std::move(*stream))] {
            Q_EMIT loaded(shared);
        });
    });
}

void LocalizeJob::run(std::shared_ptr<const LocalizeStream> stream, int id,
                      const BeliefSource& source) {
    start([this, stream = std::move(stream), id, source, series = m_series](const GoesOn& goesOn) {
        auto run = runOver(*stream, source, goesOn);
        post(series, [this, id, run = std::move(run)] { Q_EMIT ran(id, run); });
    });
}

void LocalizeJob::readBeliefs(const std::filesystem::path& file) {
    start([this, file, series = m_series](const GoesOn& /*goesOn*/) {
        auto read = evaluation::readBeliefs(file);
        if (!read) {
            post(series, [this, text = widgets::toQt(read.error().toString())] {
                Q_EMIT beliefsFailed(text);
            });
            return;
        }
        post(series,
             [this, file, shared = std::make_shared<evaluation::BeliefFile>(std::move(*read))] {
                 Q_EMIT beliefsRead(file, shared);
             });
    });
}

// A task, and then the word that it is done.
void LocalizeJob::start(std::function<void(const GoesOn&)> task) {
    m_asked = m_left == 0 ? 1 : m_asked + 1;
    ++m_left;
    const auto done = [this, series = m_series] {
        if (series == m_series) {
            --m_left;
            m_permille = 0;
            Q_EMIT progressed();
        }
    };
    const auto work = [this, task = std::move(task), series = m_series, done] {
        const GoesOn goesOn = [this, series](double share) {
            const int permille = static_cast<int>(1000.0 * share);
            if (permille / 10 != series->permille.exchange(permille) / 10) {
                post(series, [this, permille] { noteProgress(permille); });
            }
            return !series->isCanceled;
        };
        if (!series->isCanceled) {
            task(goesOn);
        }
        QMetaObject::invokeMethod(this, done);
    };
    m_pool.start("the localization", work, [this, series = m_series, done](const auto& error) {
        if (series == m_series) {
            Q_EMIT failed(widgets::toQt(error.toString()));
        }
        done();
    });
    Q_EMIT progressed();
}

void LocalizeJob::noteProgress(int permille) {
    m_permille = permille;
    Q_EMIT progressed();
}

// Reported in the GUI thread, unless it is of something that was given up.
void LocalizeJob::post(const std::shared_ptr<Series>& series, std::function<void()> action) {
    QMetaObject::invokeMethod(this, [this, series, action = std::move(action)] {
        if (series == m_series) {
            action();
        }
    });
}

} // namespace sideline::studio
