#include "studio/session/export_job.h"

#include <ostream>
#include <utility>

#include <QFile>

#include "widgets/common/save_file.h"

namespace sideline::studio {

namespace {

using Kind = ExportJob::Kind;

base::Expected<void> writeExport(Kind kind, const logs::MatchLog& log, logs::FrameRange range,
                                 const QString& file, const logs::ExportProgress& progress,
                                 logs::LeftOut& leftOut) {
    base::OutputOptions options = widgets::savedOptions();
    options.inputs = {log.path()};
    options.isSynced = false; // it can be made again
    auto created = base::OutputFile::create(QFile::encodeName(file).toStdString(), options);
    if (!created) {
        return tl::unexpected(std::move(created.error()));
    }
    logs::FrameReader reader = log.makeReader();
    if (kind == Kind::Cut) {
        return logs::cutLog(reader, range, std::move(*created), progress, &leftOut);
    }
    if (kind == Kind::Events) {
        logs::addUnreadable(*log.analysis(), range, leftOut);
    }
    return base::writeWhole(std::move(*created), [&](std::ostream& out) {
        return kind == Kind::Poses
                   ? logs::exportPoses(reader, range, false, out, progress, &leftOut)
               : kind == Kind::Joints ? logs::exportJoints(reader, range, out, progress, &leftOut)
                                      : logs::exportEvents(log.analysis()->events, range, out);
    });
}

} // namespace

ExportJob::ExportJob(QObject* parent) : QObject(parent) {}

ExportJob::~ExportJob() = default;

bool ExportJob::start(Kind kind, std::shared_ptr<const logs::MatchLog> log, logs::FrameRange range,
                      const QString& file) {
    if (m_running) {
        return false;
    }
    m_running = true;
    const auto finish = [this, file](const base::Expected<void>& written,
                                     const logs::LeftOut& leftOut) {
        const bool canceled = !written && written.error().code == base::ErrorCode::Canceled;
        const QString error =
            written ? QString()
                    : QString::fromStdString(written.error().inFile(file.toStdString()).toString());
        QMetaObject::invokeMethod(
            this,
            [this, file, error, canceled, missing = QString::fromStdString(leftOut.summary())] {
                m_running = false;
                Q_EMIT finished(file, error, canceled, missing);
            },
            Qt::QueuedConnection);
    };
    const auto write = [this, kind, log = std::move(log), range, file,
                        finish](const std::stop_token& stop) {
        int toldPercent = -1;
        const auto progress = [&](double fraction) {
            if (const auto percent = static_cast<int>(fraction * 100.0); percent != toldPercent) {
                toldPercent = percent;
                QMetaObject::invokeMethod(
                    this, [this, percent] { Q_EMIT progressed(percent); }, Qt::QueuedConnection);
            }
            return !stop.stop_requested();
        };
        logs::LeftOut leftOut;
        const auto written = writeExport(kind, *log, range, file, progress, leftOut);
        finish(written, leftOut);
    };
    m_worker = base::Worker(
        "export", write, [finish](const base::Error& error) { finish(tl::unexpected(error), {}); });
    return true;
}

void ExportJob::cancel() {
    m_worker.requestStop();
}

} // namespace sideline::studio
