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
                                 logs::ExportOmissions& omissions) {
    base::OutputOptions options = widgets::savedOptions();
    options.inputs = {log.path()};
    options.isSynced = false; // no sync to disk: the file can be exported again
    auto created = base::OutputFile::create(QFile::encodeName(file).toStdString(), options);
    if (!created) {
        return tl::unexpected(std::move(created.error()));
    }
    logs::FrameReader reader = log.makeReader();
    if (kind == Kind::Cut) {
        return logs::cutLog(reader, range, std::move(*created), progress, &omissions);
    }
    if (kind == Kind::Events) {
        logs::addUnreadable(*log.analysis(), range, omissions);
    }
    return base::writeWhole(std::move(*created), [&](std::ostream& out) {
        return kind == Kind::Poses
                   ? logs::exportPoses(reader, range, false, out, progress, &omissions)
               : kind == Kind::Joints ? logs::exportJoints(reader, range, out, progress, &omissions)
                                      : logs::exportEvents(log.analysis()->events, range, out);
    });
}

} // namespace

ExportJob::ExportJob(QObject* parent)
    : QObject(parent), m_task(BackgroundTask::Policy::OneAtATime) {
    connect(&m_task, &BackgroundTask::progressed, this, &ExportJob::progressed);
}

bool ExportJob::start(Kind kind, std::shared_ptr<const logs::MatchLog> log, logs::FrameRange range,
                      const QString& file) {
    const auto write = [kind, log = std::move(log), range,
                        file](const TaskControl& control) -> base::Expected<logs::ExportOmissions> {
        logs::ExportOmissions omissions;
        const auto progress = [&](double fraction) { return control.report(fraction); };
        if (auto written = writeExport(kind, *log, range, file, progress, omissions); !written) {
            return tl::unexpected(std::move(written.error()));
        }
        return omissions;
    };
    return m_task.start(
        "export", write, [this, file](const base::Expected<logs::ExportOmissions>& left) {
            if (left) {
                Q_EMIT finished(file, {}, false, QString::fromStdString(left->summary()));
                return;
            }
            const base::Error error = left.error().inFile(file.toStdString());
            Q_EMIT finished(file, QString::fromStdString(error.toString()),
                            error.code == base::ErrorCode::Canceled, {});
        });
}

} // namespace sideline::studio
