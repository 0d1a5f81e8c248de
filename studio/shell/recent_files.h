#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <stop_token>
#include <vector>

#include <QObject>
#include <QSettings>

#include "agentcore/base/worker.h"
#include "logs/match/match_log.h"
#include "widgets/common/recent_file.h"

namespace sideline::studio {

/// The files that were opened or recorded last, with what is in them: teams, score, date.
///
/// What a file holds is found out in a thread of its own, one file after the other, and kept in the
/// settings until the file changes. GUI thread only.
class RecentFiles : public QObject {
    Q_OBJECT
public:
    /// @param store outlives this
    explicit RecentFiles(QSettings& store, QObject* parent = nullptr);
    ~RecentFiles() override;

    /// Newest first; what is not known yet comes with `changed`.
    [[nodiscard]] const std::vector<widgets::RecentFile>& files() const { return m_files; }

    /// Reads the list of `recentFiles` again, and finds out what is not known of its files.
    /// @param open the log that is open: it need not be read a second time. Held for as long as
    ///     something is being found out
    void refresh(std::shared_ptr<const logs::MatchLog> open = {});
    /// Where packed logs are unpacked to.
    void setSpool(const std::filesystem::path& spool) { m_spool = spool; }
    /// Ends the work at hand and lets go of the log. What is missing is found out the next time.
    void stop();

Q_SIGNALS:
    void changed();

private:
    struct Known { ///< as the file was when it was looked at
        widgets::RecentFile file;
        qint64 bytes = 0;
        QDateTime modified;
    };
    void load();
    void save();
    void fill();
    void lookAtNext();
    [[nodiscard]] bool isKnown(const QString& path) const;

    QSettings& m_store;
    std::filesystem::path m_spool;
    std::map<QString, Known> m_known; ///< by path
    std::vector<widgets::RecentFile> m_files;
    std::set<QString> m_lookedAt; ///< since the last refresh: a file may change all the time
    std::shared_ptr<const logs::MatchLog> m_open;
    bool m_isBusy = false;
    int m_attempt = 0; ///< of the work at hand
    base::Worker m_worker;
};

/// What a file holds, as far as it can be read. Takes its time. Any thread.
/// @param log the same file, if it is open; may be null
/// @param spool where a compressed log is unpacked to
[[nodiscard]] widgets::RecentFile describeFile(const QString& path,
                                               std::shared_ptr<const logs::MatchLog> log,
                                               const std::filesystem::path& spool,
                                               const std::stop_token& stop = {});

} // namespace sideline::studio
