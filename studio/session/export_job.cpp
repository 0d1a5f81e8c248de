#include "studio/session/export_job.h"

#include <filesystem>
#include <fstream>
#include <utility>

namespace sideline::studio {

namespace {

using Kind = ExportJob::Kind;

base::Expected<void> writeTable(Kind kind, const logs::MatchLog& log, logs::FrameReader& reader,
                                logs::FrameRange range, const std::filesystem::path& file,
                                const logs::ExportProgress& progress) {
    std::ofstream out(file);
    auto written = kind == Kind::Poses    ? logs::exportPoses(reader, range, false, out, progress)
                   : kind == Kind::Joints ? logs::exportJoints(reader, range, out, progress)
                                          : logs::exportEvents(log.analysis()->events, range, out);
    out.close();
    if (written && !out) {
        written = base::failure(base::ErrorCode::Io, "the file cannot be written");
    }
    if (!written) {
        std::error_code ignored;
        std::filesystem::remove(file, ignored);
        written = tl::unexpected(written.error().inFile(file.string()));
    }
    return written;
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
    const auto finish = [this, file](const base::Expected<void>& written) {
        const bool cancelled = !written && written.error().code == base::ErrorCode::Cancelled;
        const QString error =
            written ? QString() : QString::fromStdString(written.error().toString());
        QMetaObject::invokeMethod(
            this,
            [this, file, error, cancelled] {
                m_running = false;
                Q_EMIT finished(file, error, cancelled);
            },
            Qt::QueuedConnection);
    };
    const auto write = [this, kind, log = std::move(log), range, file,
                        finish](const std::stop_token& stop) {
        const std::filesystem::path path = file.toStdString();
        int toldPercent = -1;
        const auto progress = [&](double fraction) {
            if (const auto percent = static_cast<int>(fraction * 100.0); percent != toldPercent) {
                toldPercent = percent;
                QMetaObject::invokeMethod(
                    this, [this, percent] { Q_EMIT progressed(percent); }, Qt::QueuedConnection);
            }
            return !stop.stop_requested();
        };
        auto written = logs::checkExportTarget(log->path(), path);
        if (written) {
            logs::FrameReader reader = log->makeReader();
            written = kind == Kind::Cut ? logs::cutLog(reader, range, path, progress)
                                        : writeTable(kind, *log, reader, range, path, progress);
        }
        finish(written);
    };
    m_worker = base::Worker("the export", write,
                            [finish](const base::Error& error) { finish(tl::unexpected(error)); });
    return true;
}

void ExportJob::cancel() {
    m_worker.requestStop();
}

} // namespace sideline::studio
