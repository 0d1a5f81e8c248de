#include "studio/session/matches_job.h"

#include <chrono>
#include <utility>

#include <QDir>
#include <QFile>

#include "logs/analysis/log_statistics.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

base::Expected<logs::MatchStatistics> statisticsOfFile(const QString& file,
                                                       const logs::LogOptions& options,
                                                       const TaskControl& control) {
    auto log = logs::MatchLog::open(QFile::encodeName(file).toStdString(), options);
    if (!log) {
        return tl::unexpected(std::move(log.error()));
    }
    while (!(*log)->waitUntilIndexed(std::chrono::milliseconds(50))) {
        if (control.isStopRequested()) {
            return base::failure(base::ErrorCode::Canceled, "counting was stopped");
        }
    }
    logs::StatisticsOptions wanted;
    wanted.keepGoing = [&control] { return !control.isStopRequested(); };
    return logs::statisticsOf((*log)->parts(), wanted);
}

} // namespace

MatchesJob::MatchesJob(QObject* parent)
    : QObject(parent), m_task(BackgroundTask::Policy::InOrder) {}

void MatchesJob::add(const QStringList& files, const logs::LogOptions& options) {
    if (m_done == m_count) {
        m_done = 0;
        m_count = 0;
    }
    m_count += static_cast<int>(files.size());
    for (const QString& file : files) {
        m_task.start(
            "match analysis",
            [file, options](const TaskControl& control) {
                return statisticsOfFile(file, options, control);
            },
            [this, file](const base::Expected<logs::MatchStatistics>& match) {
                widgets::MatchSummary summary;
                summary.file = file;
                if (match) {
                    summary.teamLeft = widgets::toQt(match->teamLeft);
                    summary.teamRight = widgets::toQt(match->teamRight);
                    summary.scoreLeft = match->scoreLeft;
                    summary.scoreRight = match->scoreRight;
                    summary.total = match->total;
                } else {
                    summary.fault = widgets::toQt(match.error().toString());
                }
                ++m_done;
                Q_EMIT counted(summary);
                Q_EMIT progressed();
            });
    }
    Q_EMIT progressed();
}

void MatchesJob::cancel() {
    m_task.cancel();
    m_count = m_done;
    Q_EMIT progressed();
}

QStringList matchLogsIn(const QString& folder) {
    static const QStringList kNames = {
        QStringLiteral("*.log"),    QStringLiteral("*.log.gz"),  QStringLiteral("*.log.bz2"),
        QStringLiteral("*.log.xz"), QStringLiteral("*.log.zst"), QStringLiteral("*.tar.bz2"),
        QStringLiteral("*.tar.gz"), QStringLiteral("*.tar.xz"),  QStringLiteral("*.zip")};
    QDir dir(folder);
    if (dir.exists(QStringLiteral("results.csv")) && dir.exists(QStringLiteral("logs"))) {
        dir.cd(QStringLiteral("logs"));
    }
    QStringList files;
    for (const QString& name : dir.entryList(kNames, QDir::Files, QDir::Name)) {
        files << dir.filePath(name);
    }
    return files;
}

} // namespace sideline::studio
