#include "studio/session/localize_job.h"

#include <utility>

#include "widgets/common/text_format.h"

namespace sideline::studio {

LocalizeJob::LocalizeJob(QObject* parent)
    : QObject(parent), m_task(BackgroundTask::Policy::InOrder) {
    connect(&m_task, &BackgroundTask::progressed, this, &LocalizeJob::progressed);
}

void LocalizeJob::cancel() {
    m_task.cancel();
    Q_EMIT progressed();
}

void LocalizeJob::loadRecorded(const std::filesystem::path& file,
                               const std::filesystem::path& truthLog,
                               const std::filesystem::path& matchLog) {
    load([=](const evaluation::ContinueCheck& keepsGoing) {
        return evaluation::loadRecordedStream(file, truthLog, matchLog, keepsGoing);
    });
}

void LocalizeJob::loadSession(const std::filesystem::path& file,
                              const std::optional<game::PlayerId>& robot) {
    load([=](const evaluation::ContinueCheck& keepsGoing) {
        return evaluation::loadSessionStream(file, robot, keepsGoing);
    });
}

void LocalizeJob::load(Loader loader) {
    cancel();
    start(std::move(loader),
          [this](base::Expected<std::unique_ptr<evaluation::AnnotatedStream>> stream) {
              if (stream) {
                  Q_EMIT loaded(std::shared_ptr<evaluation::AnnotatedStream>(std::move(*stream)));
              } else {
                  Q_EMIT failed(widgets::toQt(stream.error().toString()));
              }
          });
}

void LocalizeJob::run(std::shared_ptr<const evaluation::AnnotatedStream> stream, int id,
                      const BeliefSource& source) {
    start(
        [stream = std::move(stream), source](const evaluation::ContinueCheck& keepsGoing) {
            return runOver(*stream, source, keepsGoing);
        },
        [this, id](const base::Expected<std::shared_ptr<const LocalizeRun>>& run) {
            if (run) {
                Q_EMIT ran(id, *run);
            } else {
                Q_EMIT failed(widgets::toQt(run.error().toString()));
            }
        });
}

void LocalizeJob::readBeliefs(const std::filesystem::path& file) {
    start(
        [file](const evaluation::ContinueCheck& /*goesOn*/) {
            return evaluation::readBeliefs(file);
        },
        [this, file](base::Expected<evaluation::BeliefFile> read) {
            if (read) {
                Q_EMIT beliefsRead(file,
                                   std::make_shared<evaluation::BeliefFile>(std::move(*read)));
            } else {
                Q_EMIT beliefsFailed(widgets::toQt(read.error().toString()));
            }
        });
}

// Emits `progressed` at the start and the end of each piece of work, so that progress displays
// follow.
template <typename Work, typename Done>
void LocalizeJob::start(Work work, Done done) {
    m_task.start(
        "the localization",
        [work = std::move(work)](const TaskControl& control) {
            return work([&](double ratio) { return control.report(ratio); });
        },
        [this, done = std::move(done)](auto result) {
            done(std::move(result));
            Q_EMIT progressed();
        });
    Q_EMIT progressed();
}

} // namespace sideline::studio
