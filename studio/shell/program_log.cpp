#include "studio/shell/program_log.h"

#include <QDir>
#include <QFileInfo>
#include <QLoggingCategory>
#include <QStandardPaths>

#include <spdlog/logger.h>
#include <spdlog/sinks/rotating_file_sink.h>

namespace sideline::studio {

namespace {

constexpr std::size_t kFileBytes = std::size_t{2} << 20U;
constexpr std::size_t kOldFiles = 2;

// Qt's message handler is a plain function and finds the log here.
spdlog::logger* s_logger = nullptr;  // NOLINT(*-non-const-global-variables)
QtMessageHandler s_before = nullptr; // NOLINT(*-non-const-global-variables)

spdlog::level::level_enum levelOf(QtMsgType type) {
    switch (type) {
    case QtDebugMsg:
        return spdlog::level::debug;
    case QtInfoMsg:
        return spdlog::level::info;
    case QtWarningMsg:
        return spdlog::level::warn;
    case QtCriticalMsg:
        return spdlog::level::err;
    case QtFatalMsg:
        break;
    }
    return spdlog::level::critical;
}

void takeQtMessage(QtMsgType type, const QMessageLogContext& context, const QString& text) {
    if (s_logger != nullptr) {
        s_logger->log(levelOf(type), "{}: {}",
                      context.category != nullptr ? context.category : "qt", text.toStdString());
    }
    const bool isOwn = context.category != nullptr &&
                       QLatin1String(context.category).startsWith(QLatin1String("sideline"));
    if (s_before != nullptr && !isOwn) {
        s_before(type, context, text);
    }
}

} // namespace

QString ProgramLog::defaultFile() {
    return QDir(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation))
        .filePath(QStringLiteral("sideline-studio.log"));
}

ProgramLog::ProgramLog(const QString& file) {
    QDir().mkpath(QFileInfo(file).absolutePath());
    try {
        m_logger = std::make_shared<spdlog::logger>(
            "studio", std::make_shared<spdlog::sinks::rotating_file_sink_mt>(
                          file.toStdString(), kFileBytes, kOldFiles));
    } catch (const spdlog::spdlog_ex&) {
        return; // the folder cannot be written; the studio works without a log
    }
    m_file = file;
    m_logger->set_pattern("%Y-%m-%d %H:%M:%S.%e %l %v");
    m_logger->flush_on(spdlog::level::info);
    QLoggingCategory::setFilterRules(QStringLiteral("sideline.*.info=true"));
    s_logger = m_logger.get();
    s_before = qInstallMessageHandler(takeQtMessage);
}

ProgramLog::~ProgramLog() {
    if (m_logger) {
        qInstallMessageHandler(s_before);
        QLoggingCategory::setFilterRules(QString());
        s_logger = nullptr;
        s_before = nullptr;
    }
}

} // namespace sideline::studio
