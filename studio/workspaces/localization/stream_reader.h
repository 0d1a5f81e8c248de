#pragma once

#include <filesystem>
#include <memory>

#include <QObject>
#include <QSettings>
#include <QString>

#include "studio/session/localize_job.h"
#include "studio/session/shown_agent.h"

namespace sideline::studio {

/// Reads recorded streams and agents of sessions for the Localize layout in the background, and
/// keeps the file of the match that is made from a recorded stream. GUI thread only.
class StreamReader : public QObject {
    Q_OBJECT
public:
    /// @param job reads the streams
    /// @param agents provides the session that is replayed
    /// @param store names the folder of temporary files; all must outlive this object
    StreamReader(LocalizeJob& job, const LiveAgents& agents, QSettings& store);
    ~StreamReader() override;

    /// Reads a recorded stream. Cancels the previous read.
    /// @param truthLog monitor log with the ground truth; empty: the truth in the stream
    void readRecorded(const QString& file, const QString& truthLog);
    /// Returns whether a session is replayed that contains an agent, or reported beliefs.
    [[nodiscard]] bool hasSession() const;
    /// Returns whether a session is replayed that has not been read.
    [[nodiscard]] bool hasNewSession() const;
    /// Reads the shown agent of the session that is replayed, or else its first agent.
    void readSession();
    /// Cancels reading, and releases the stream, which is no longer shown.
    void close();
    /// Returns the name of the file that is being read; empty: none.
    [[nodiscard]] const QString& loading() const { return m_loading; }

Q_SIGNALS:
    /// @param matchFile file of the match made from the stream; kept until another stream is read
    void recordedRead(const std::shared_ptr<sideline::evaluation::AnnotatedStream>& stream,
                      const QString& file, const QString& matchFile);
    void sessionRead(const std::shared_ptr<sideline::evaluation::AnnotatedStream>& stream);
    /// Reading failed. The previous read had been canceled to start this one.
    void readingFailed();

private:
    void takeStream(const std::shared_ptr<evaluation::AnnotatedStream>& stream);
    void takeFailure();
    static void dropFile(std::filesystem::path& file);

    LocalizeJob& m_job;
    LiveAgents m_agents;
    QSettings& m_store;
    std::filesystem::path m_matchFile;     ///< match of the stream that was read
    QString m_nextFile;                    ///< stream that is being read
    std::filesystem::path m_nextMatchFile; ///< match that is being made from that stream
    QString m_loading;
    std::filesystem::path m_triedSession; ///< last session that was read, even if reading it failed
    int m_streams = 0;                    ///< number of streams opened
};

} // namespace sideline::studio
