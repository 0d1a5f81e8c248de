#include "studio/session/unsaved_copy.h"

#include <utility>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QUuid>

#include "widgets/common/save_file.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

constexpr int kWaitMs = 1500;

QString sidecarOf(const QString& file) {
    return file + QStringLiteral(".json");
}

} // namespace

UnsavedCopy::UnsavedCopy(QString folder, QString ending, Take take, QObject* parent)
    : QObject(parent),
      m_folder(std::move(folder)),
      m_ending(std::move(ending)),
      m_take(std::move(take)) {
    m_timer.setSingleShot(true);
    m_timer.setInterval(kWaitMs);
    connect(&m_timer, &QTimer::timeout, this, &UnsavedCopy::write);
}

void UnsavedCopy::change() {
    if (!m_folder.isEmpty()) {
        m_timer.start();
    }
}

void UnsavedCopy::write() {
    m_timer.stop();
    const std::optional<Content> content = m_folder.isEmpty() ? std::nullopt : m_take();
    if (!content) {
        return;
    }
    if (m_file.isEmpty()) {
        QDir().mkpath(m_folder);
        const QString id = QUuid::createUuid().toString(QUuid::WithoutBraces);
        m_file = m_folder + QLatin1Char('/') + id + m_ending;
        m_lock = std::make_unique<QLockFile>(m_file + QStringLiteral(".lock"));
        m_lock->setStaleLockTime(0);
        m_lock->tryLock();
    }
    const QJsonObject about{
        {QStringLiteral("file"), content->file},
        {QStringLiteral("name"), content->name},
        {QStringLiteral("savedAt"), QDateTime::currentDateTimeUtc().toString(Qt::ISODate)}};
    auto done = content->bytes.and_then(
        [this](const QByteArray& bytes) { return widgets::saveBytes(bytes, m_file); });
    if (done) {
        done = widgets::saveBytes(QJsonDocument(about).toJson(), sidecarOf(m_file));
    }
    if (!done && !std::exchange(m_isFailureReported, true)) {
        Q_EMIT failed(widgets::toQt(done.error().toString()));
    }
}

void UnsavedCopy::remove() {
    m_timer.stop();
    if (!m_file.isEmpty()) {
        QFile::remove(m_file);
        QFile::remove(sidecarOf(m_file));
        m_file.clear();
        m_lock.reset();
    }
}

std::vector<UnsavedCopy::Leftover> UnsavedCopy::leftIn(const QString& folder,
                                                       const QString& ending) {
    std::vector<Leftover> found;
    const QFileInfoList files =
        QDir(folder).entryInfoList({QLatin1Char('*') + ending}, QDir::Files, QDir::Time);
    for (const QFileInfo& info : files) {
        QLockFile lock(info.absoluteFilePath() + QStringLiteral(".lock"));
        lock.setStaleLockTime(0); // the lock is held as long as its program runs
        if (!lock.tryLock()) {
            continue;
        }
        QFile sidecar(sidecarOf(info.absoluteFilePath()));
        QJsonObject about;
        if (sidecar.open(QIODevice::ReadOnly)) {
            about = QJsonDocument::fromJson(sidecar.readAll()).object();
        }
        found.push_back({info.absoluteFilePath(), about[QStringLiteral("file")].toString(),
                         about[QStringLiteral("name")].toString(), info.lastModified()});
    }
    return found;
}

void UnsavedCopy::discard(const Leftover& left) {
    QFile::remove(left.autosaveFile);
    QFile::remove(sidecarOf(left.autosaveFile));
}

} // namespace sideline::studio
