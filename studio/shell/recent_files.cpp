#include "studio/shell/recent_files.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <QFileInfo>
#include <QTimer>

#include "evaluation/agent_stream.h"
#include "logs/session/session_reader.h"
#include "studio/session/file_kinds.h"
#include "studio/settings/app_settings.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using widgets::RecentFile;
using FileKind = RecentFile::Kind;

const QString kKnownKey = QStringLiteral("recent/known");
constexpr std::size_t kMemoryBytes = std::size_t{16} << 20U;
constexpr std::chrono::milliseconds kLook{50};
constexpr std::chrono::milliseconds kAgain{500};
constexpr qint64 kWrittenS = 20;

FileKind kindOf(const QString& path) {
    return isSessionFile(path)  ? FileKind::Session
           : isMotionFile(path) ? FileKind::Motion
           : isStreamFile(path) ? FileKind::Stream
                                : FileKind::MatchLog;
}

// Returns an entry with only the data that follow from the file's name and folder.
RecentFile unread(const QString& path) {
    RecentFile file;
    file.path = path;
    file.kind = kindOf(path);
    file.date = QFileInfo(path).lastModified();
    return file;
}

// Every full scene contains the teams; the score is read at the end of the log.
void addMatch(RecentFile& file, std::shared_ptr<const logs::MatchLog> log,
              const std::filesystem::path& path, const std::filesystem::path& spool,
              const std::stop_token& stop) {
    if (!log) {
        logs::LogOptions options;
        options.spoolDirectory = spool;
        options.memoryBytes = kMemoryBytes;
        options.analyze = false;
        auto opened = logs::MatchLog::open(path, options);
        if (!opened) {
            return;
        }
        log = std::move(*opened);
    }
    while (!log->waitUntilIndexed(kLook)) {
        if (stop.stop_requested()) {
            return;
        }
    }
    const logs::FrameNumber frames = log->index()->frameCount();
    if (frames == 0) {
        return;
    }
    if (const auto frame = log->makeReader().frame(frames - 1)) {
        const monitor::GameState& game = (*frame)->game;
        file.teamLeft = widgets::toQt(game.teamLeft);
        file.teamRight = widgets::toQt(game.teamRight);
        if (log->index()->isComplete()) {
            file.score = RecentFile::Score{game.scoreLeft, game.scoreRight};
        }
    }
}

void addSession(RecentFile& file, const std::filesystem::path& path,
                const std::filesystem::path& spool, const std::stop_token& stop) {
    const auto session = logs::SessionReader::open(path, {.spoolDirectory = spool});
    if (!session) {
        return;
    }
    if ((*session)->info().begunEpochMs > 0) {
        file.date = QDateTime::fromMSecsSinceEpoch((*session)->info().begunEpochMs);
    }
    if (!(*session)->agents().empty()) {
        file.teamLeft = widgets::toQt((*session)->agents().front().team);
    }
    if (const auto log = (*session)->matchLogFile(); !log.empty()) {
        addMatch(file, nullptr, log, spool, stop);
    }
}

void addStream(RecentFile& file, const std::filesystem::path& path) {
    if (const auto stream = evaluation::AgentStream::read(path)) {
        file.teamLeft = widgets::toQt(stream->team());
        file.number = stream->robot().unum.value();
    }
}

// Returns whether a session is new and its match is still unknown.
bool isBeingWritten(const RecentFile& file) {
    return file.kind == FileKind::Session && file.matchText().isEmpty() &&
           QFileInfo(file.path).lastModified().secsTo(QDateTime::currentDateTime()) < kWrittenS;
}

} // namespace

RecentFile describeFile(const QString& path, std::shared_ptr<const logs::MatchLog> log,
                        const std::filesystem::path& spool, const std::stop_token& stop) {
    RecentFile file = unread(path);
    const std::filesystem::path place = path.toStdString();
    switch (file.kind) {
    case FileKind::MatchLog:
        addMatch(file, std::move(log), place, spool, stop);
        break;
    case FileKind::Session:
        addSession(file, place, spool, stop);
        break;
    case FileKind::Stream:
        addStream(file, place);
        break;
    case FileKind::Motion:
        break;
    }
    return file;
}

RecentFiles::RecentFiles(QSettings& store, QObject* parent) : QObject(parent), m_store(store) {
    load();
}

RecentFiles::~RecentFiles() = default;

void RecentFiles::refresh(std::shared_ptr<const logs::MatchLog> open) {
    if (open) {
        m_open = std::move(open);
    }
    m_lookedAt.clear();
    fill();
    lookAtNext();
}

void RecentFiles::stop() {
    ++m_attempt;
    m_worker = {};
    m_open.reset();
    m_isBusy = false;
}

bool RecentFiles::isKnown(const QString& path) const {
    const auto it = m_known.find(path);
    const QFileInfo info(path);
    return it != m_known.end() && it->second.bytes == info.size() &&
           it->second.modified == info.lastModified();
}

void RecentFiles::fill() {
    std::vector<RecentFile> files;
    for (const QString& path : recentFiles(m_store)) {
        const auto known = m_known.find(path);
        files.push_back(known != m_known.end() ? known->second.file : unread(path));
    }
    if (files != m_files) {
        m_files = std::move(files);
        Q_EMIT changed();
    }
}

// Reads the first file whose current contents are unknown.
void RecentFiles::lookAtNext() {
    const auto next = std::ranges::find_if(m_files, [this](const RecentFile& file) {
        return !m_lookedAt.contains(file.path) && !isKnown(file.path);
    });
    if (m_isBusy) {
        return;
    }
    if (next == m_files.end()) {
        m_open.reset();
        return;
    }
    m_lookedAt.insert(next->path);
    m_isBusy = true;
    const QFileInfo info(next->path);
    Known known{*next, info.size(), info.lastModified()};
    const auto finish = [this, attempt = ++m_attempt](Known result) {
        QMetaObject::invokeMethod(
            this,
            [this, attempt, result = std::move(result)]() mutable {
                if (attempt != m_attempt) {
                    return;
                }
                m_isBusy = false;
                if (isBeingWritten(result.file)) { // the match log is written a little later
                    result.bytes = -1;
                    QTimer::singleShot(kAgain, this, [this] { refresh(); });
                }
                m_known[result.file.path] = result;
                save();
                fill();
                lookAtNext();
            },
            Qt::QueuedConnection);
    };
    const bool isOpen = m_open && widgets::toQt(m_open->path().string()) == next->path;
    m_worker = base::Worker(
        "inspecting a recent file",
        [known, finish, log = isOpen ? m_open : nullptr,
         spool = m_spool](const std::stop_token& stop) {
            Known result = known;
            result.file = describeFile(known.file.path, log, spool, stop);
            if (!stop.stop_requested()) {
                finish(std::move(result));
            }
        },
        [known, finish](const base::Error& /*error*/) { finish(known); });
}

void RecentFiles::load() {
    const int count = m_store.beginReadArray(kKnownKey);
    for (int i = 0; i < count; ++i) {
        m_store.setArrayIndex(i);
        const auto text = [this](const char* key) {
            return m_store.value(QLatin1String(key)).toString();
        };
        Known known;
        known.file.path = text("path");
        known.file.kind = kindOf(known.file.path);
        known.file.teamLeft = text("left");
        known.file.teamRight = text("right");
        known.file.number = m_store.value(QStringLiteral("number")).toInt();
        if (m_store.contains(QStringLiteral("leftScore"))) {
            known.file.score = {m_store.value(QStringLiteral("leftScore")).toInt(),
                                m_store.value(QStringLiteral("rightScore")).toInt()};
        }
        known.file.date = m_store.value(QStringLiteral("date")).toDateTime();
        known.bytes = m_store.value(QStringLiteral("bytes")).toLongLong();
        known.modified = m_store.value(QStringLiteral("modified")).toDateTime();
        m_known[known.file.path] = known;
    }
    m_store.endArray();
}

void RecentFiles::save() {
    const QStringList listed = recentFiles(m_store);
    std::erase_if(m_known, [&](const auto& entry) { return !listed.contains(entry.first); });
    m_store.remove(kKnownKey);
    m_store.beginWriteArray(kKnownKey);
    int i = 0;
    for (const auto& [path, known] : m_known) {
        m_store.setArrayIndex(i++);
        m_store.setValue(QStringLiteral("path"), path);
        m_store.setValue(QStringLiteral("left"), known.file.teamLeft);
        m_store.setValue(QStringLiteral("right"), known.file.teamRight);
        m_store.setValue(QStringLiteral("number"), known.file.number);
        if (known.file.score) {
            m_store.setValue(QStringLiteral("leftScore"), known.file.score->left);
            m_store.setValue(QStringLiteral("rightScore"), known.file.score->right);
        }
        m_store.setValue(QStringLiteral("date"), known.file.date);
        m_store.setValue(QStringLiteral("bytes"), known.bytes);
        m_store.setValue(QStringLiteral("modified"), known.modified);
    }
    m_store.endArray();
}

} // namespace sideline::studio
