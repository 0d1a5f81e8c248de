#pragma once

#include <filesystem>
#include <memory>

#include <QObject>
#include <QSettings>
#include <QString>

#include "studio/session/localize_job.h"
#include "studio/workspaces/live/live_workspace.h"

namespace sideline::studio {

/// Reads recorded streams and the agents of sessions for the Localize layout, in the background,
/// and keeps the file of the match that is made of a recorded stream. GUI thread only.
class StreamReader : public QObject {
    Q_OBJECT
public:
    /// @param job reads them
    /// @param live holds the session that is replayed
    /// @param store names the folder of temporary files; all outlive this
    StreamReader(LocalizeJob& job, LiveWorkspace& live, QSettings& store);
    ~StreamReader() override;

    /// Reads a recorded stream. What was read before is given up.
    /// @param truthLog monitor log with the truth; empty: what the stream itself reports
    void readRecorded(const QString& file, const QString& truthLog);
    /// Whether a session is replayed whose match an agent, or what agents reported, belongs to.
    [[nodiscard]] bool hasSession() const;
    /// Whether a session is replayed that was not read yet.
    [[nodiscard]] bool hasNewSession() const;
    /// Reads the agent of the session that is replayed which is looked into, else the first.
    void readSession();
    /// What is read is not wanted any more, and what was read has gone from the screen.
    void close();
    /// Name of what is being read; empty if nothing is.
    [[nodiscard]] const QString& loading() const { return m_loading; }

Q_SIGNALS:
    /// @param matchFile of the match that was made of it; there until something else is read
    void recordedRead(const std::shared_ptr<sideline::evaluation::AnnotatedStream>& stream,
                      const QString& file, const QString& matchFile);
    void sessionRead(const std::shared_ptr<sideline::evaluation::AnnotatedStream>& stream);
    /// It could not be read, and what was in work before was given up for it.
    void readingFailed();

private:
    void takeStream(const std::shared_ptr<evaluation::AnnotatedStream>& stream);
    void takeFailure();
    static void dropFile(std::filesystem::path& file);

    LocalizeJob& m_job;
    LiveWorkspace& m_live;
    QSettings& m_store;
    std::filesystem::path m_matchFile;     ///< of the stream that was read
    QString m_nextFile;                    ///< that is being read
    std::filesystem::path m_nextMatchFile; ///< that is being made of it
    QString m_loading;
    std::filesystem::path m_triedSession; ///< that was read last, or could not be
    int m_streams = 0;                    ///< that were opened
};

} // namespace sideline::studio
