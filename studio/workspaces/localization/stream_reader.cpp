#include "studio/workspaces/localization/stream_reader.h"

#include <optional>
#include <utility>

#include <QCoreApplication>
#include <QFileInfo>

#include "studio/settings/app_settings.h"

namespace sideline::studio {

StreamReader::StreamReader(LocalizeJob& job, const LiveAgents& agents, QSettings& store)
    : m_job(job), m_agents(agents), m_store(store) {
    connect(&m_job, &LocalizeJob::loaded, this, &StreamReader::takeStream);
    connect(&m_job, &LocalizeJob::failed, this, &StreamReader::takeFailure);
    connect(&m_agents.session, &AgentRecordingPlayer::closed, this,
            [this] { m_triedSession.clear(); });
}

StreamReader::~StreamReader() {
    dropFile(m_matchFile);
    dropFile(m_nextMatchFile);
}

// Removes the file; programs that have it open can continue to read it.
void StreamReader::dropFile(std::filesystem::path& file) {
    if (!file.empty()) {
        std::error_code ignored;
        std::filesystem::remove(file, ignored);
        file.clear();
    }
}

void StreamReader::readRecorded(const QString& file, const QString& truthLog) {
    m_loading = QFileInfo(file).fileName();
    m_nextFile = file;
    const std::filesystem::path spool = spoolFolder(readSettings(m_store));
    std::error_code ignored;
    std::filesystem::create_directories(spool, ignored);
    dropFile(m_nextMatchFile); // deletes the match of a stream that was never shown
    m_nextMatchFile = spool / QStringLiteral("stream-%1-%2.log")
                                  .arg(QCoreApplication::applicationPid())
                                  .arg(++m_streams)
                                  .toStdString();
    m_job.loadRecorded(file.toStdString(), truthLog.toStdString(), m_nextMatchFile);
}

bool StreamReader::hasSession() const {
    const auto& overview = m_agents.session.overview();
    return overview && !overview->isStream() && (!overview->agents.empty() || overview->hasBeliefs);
}

bool StreamReader::hasNewSession() const {
    const auto& overview = m_agents.session.overview();
    return overview && overview->file != m_triedSession;
}

void StreamReader::readSession() {
    dropFile(m_nextMatchFile);
    const std::filesystem::path file = m_agents.session.overview()->file;
    m_triedSession = file;
    const auto& shown = m_agents.shown.shown();
    const std::optional<game::PlayerId> robot =
        shown ? std::optional(shown->identity.robot) : std::nullopt;
    m_loading = QFileInfo(QString::fromStdString(file.string())).fileName();
    m_job.loadSession(file, robot);
}

void StreamReader::close() {
    m_job.cancel();
    m_loading.clear();
    dropFile(m_matchFile);
}

void StreamReader::takeStream(const std::shared_ptr<evaluation::AnnotatedStream>& stream) {
    m_loading.clear();
    dropFile(m_matchFile);
    std::swap(m_matchFile, m_nextMatchFile);
    if (m_matchFile.empty()) {
        Q_EMIT sessionRead(stream);
    } else {
        Q_EMIT recordedRead(stream, m_nextFile, QString::fromStdString(m_matchFile.string()));
    }
}

void StreamReader::takeFailure() {
    const bool wasReading = !m_loading.isEmpty();
    m_loading.clear();
    dropFile(m_nextMatchFile);
    if (wasReading) {
        Q_EMIT readingFailed();
    }
}

} // namespace sideline::studio
